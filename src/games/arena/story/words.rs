//! The words that stories of arena games use for zones, cards, dice, lists and numbers.

use crate::game::chance::{Face, Throw};
use crate::games::arena::board::{Board, Zone};
use crate::games::arena::{Card, Effect};
use crate::words::list;

/// Returns the name of a zone: `zone 1`, `zone 2`, … round the ring, or `the centre`.
pub fn zone(board: &Board, zone: Zone) -> String {
    if zone == board.centre() { "the centre".into() } else { format!("zone {}", zone + 1) }
}

/// Returns a number with its noun in singular or plural: `1 wound`, `2 wounds`.
pub fn count(number: impl Into<u32>, thing: &str) -> String {
    match number.into() {
        1 => format!("1 {thing}"),
        number => format!("{number} {thing}s"),
    }
}

/// Returns a number of dice as text: `1 die`, `2 dice`.
pub fn dice_count(number: u8) -> String {
    match number {
        1 => "1 die".into(),
        number => format!("{number} dice"),
    }
}

/// Returns the faces of dice in ascending order as text, with brackets around those that wound:
/// `2 [4] [6]`.
pub fn dice(throw: Throw, needed: i8) -> String {
    let face = |face: Face| match face as i8 >= needed {
        true => format!("[{face}]"),
        false => face.to_string(),
    };
    let faces: Vec<String> = throw.faces().map(face).collect();
    faces.join(" ")
}

/// Returns the faces of dice as a list in a sentence: `the 4, the 5 and the 5`.
pub fn the_faces(throw: Throw) -> String {
    let faces: Vec<String> = throw.faces().map(|face| format!("the {face}")).collect();
    list(&faces)
}

/// Returns a number with its sign as text: `+1`, `−2`.
pub fn signed(number: i8) -> String {
    let sign = if number < 0 { '−' } else { '+' };
    format!("{sign}{}", number.unsigned_abs())
}

/// Returns the name of a card's effect, such as `powder barrel`; `None` for a card without effect.
pub fn effect(card: &Card) -> Option<String> {
    card.effect().map(Effect::words)
}
