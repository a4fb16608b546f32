//! How stories name things: zones, cards, dice, lists and numbers.

use crate::games::arena::board::{Board, Zone};
use crate::games::arena::{Card, Effect};
use crate::games::chance::{Face, Throw};
use crate::words::list;

/// `zone 1` to `zone 6`, going round the ring, and `the centre`.
pub fn zone(board: &Board, zone: Zone) -> String {
    if zone == board.centre() {
        "the centre".into()
    } else {
        format!("zone {}", zone + 1)
    }
}

/// `1 wound`, `2 wounds`.
pub fn count(number: impl Into<u32>, thing: &str) -> String {
    match number.into() {
        1 => format!("1 {thing}"),
        number => format!("{number} {thing}s"),
    }
}

/// `1 die`, `2 dice`.
pub fn dice_count(number: u8) -> String {
    match number {
        1 => "1 die".into(),
        number => format!("{number} dice"),
    }
}

/// The faces, lowest first, those that wound in brackets: `2 [4] [6]`.
pub fn dice(throw: Throw, needed: i8) -> String {
    let face = |face: Face| match face as i8 >= needed {
        true => format!("[{face}]"),
        false => face.to_string(),
    };
    let faces: Vec<String> = throw.faces().map(face).collect();
    faces.join(" ")
}

/// Faces in a sentence: `the 4, the 5 and the 5`.
pub fn the_faces(throw: Throw) -> String {
    let faces: Vec<String> = throw.faces().map(|face| format!("the {face}")).collect();
    list(&faces)
}

/// A number with its sign, as `+1` or `−2`.
pub fn signed(number: i8) -> String {
    let sign = if number < 0 { '−' } else { '+' };
    format!("{sign}{}", number.unsigned_abs())
}

/// A card's effect in the rulebook's words, as `powder barrel`, or in those of the designer.
pub fn effect(card: &Card) -> Option<String> {
    card.effect().map(Effect::words)
}
