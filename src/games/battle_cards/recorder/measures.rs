//! The measures of a game: the quantities for which statistics are recorded (rule B-8).

use crate::game::MAX_PLAYERS;
use crate::games::battle_cards::BattleCards;
use crate::games::battle_cards::decks::Action;
use crate::games::battle_cards::roster::Power;
use crate::stats::{Form, Measure, Measures};

// Indices of the measures declared below. First the measures of an entrant (a character):
pub const SCORE: usize = 0;
pub const ROUND_ELIMINATED: usize = 1;
pub const LIFE: usize = 2;
pub const LEADING: usize = 3;
pub const POWERS: usize = 4;
// Measures of a game:
pub const ENDING: usize = 0;
pub const WINNERS: usize = 1;
pub const FIRST_WON: usize = 2;
pub const LEAD_CHANGES: usize = 3;
pub const EVENTS: usize = 4;
pub const ENERGY_GAINED: usize = 5;
pub const ENERGY_SPENT: usize = 6;
pub const ENERGY_WASTED: usize = 7;
pub const CARDS_DRAWN: usize = 8;
pub const CARDS_PLAYED: usize = 9;
pub const CARDS_DISCARDED: usize = 10;
pub const CARDS_LOST: usize = 11;
// Measures from one entrant to another:
pub const ELIMINATED: usize = 0;
pub const SCORE_TAKEN: usize = 1;
// Measures of the use of a card or a power:
pub const TAKEN: usize = 0;
pub const KEPT: usize = 1;
pub const ENERGY: usize = 2;
pub const CARDS: usize = 3;

/// Maximum recorded value of a character's score, and of the number of times that its power took
/// effect. Larger values are recorded as this maximum (rule B-8).
pub const MOST_OF_ONE: u32 = 999;
/// Maximum recorded number of cards and events in a game; larger numbers are recorded as this
/// maximum.
pub const MOST_CARDS: u32 = 9_999;
/// Maximum recorded amount of energy in a game; larger amounts are recorded as this maximum.
pub const MOST_ENERGY: u32 = 32_767;

/// Number that stands for a character's power in the record of a game. Smaller numbers stand for
/// the kinds of action cards.
pub const POWER: u16 = Action::COUNT as u16;

const LEADING_CLASSES: &[&str] = &["never led", "led and lost", "led and won"];
const ENDINGS: &[&str] = &["one side was left", "turns ran out"];
const WINNER_CLASSES: &[&str] = &["villains", "heroes"];

impl BattleCards {
    pub(in crate::games::battle_cards) fn measures(&self) -> Measures {
        let rounds = self.rules.max_turns;
        // The lead can change at most once per turn.
        let most_changes = u32::from(rounds) * MAX_PLAYERS as u32;
        let cards = |name, words| Measure::amount(name, words, "cards", MOST_CARDS);
        let energy = |name, words| Measure::amount(name, words, "energy", MOST_ENERGY);
        let of_use =
            |name, words, unit| Measure::amount(name, words, unit, u16::MAX.into()).column();
        Measures {
            entrants: vec![
                Measure {
                    table: "scores",
                    ..Measure::amount("score", "enemy life taken", "life taken", MOST_OF_ONE)
                },
                Measure::time(
                    "round_eliminated",
                    "eliminations",
                    "round of elimination",
                    "survives",
                    rounds,
                ),
                Measure::amount("life", "life at the end", "life", 9),
                Measure::class("leading", "leading", "leading the team", LEADING_CLASSES),
                Measure::amount(
                    "powers",
                    "times that the character’s power worked",
                    "",
                    MOST_OF_ONE,
                ),
            ],
            game: vec![
                Measure::class("ending", "endings", "how the game ended", ENDINGS),
                Measure::class("winners", "winners", "who won", WINNER_CLASSES),
                Measure::new("first_won", Form::Flag, "won by the first player’s side", 1),
                Measure::amount(
                    "lead_changes",
                    "changes of the side with most life",
                    "",
                    most_changes,
                ),
                Measure::amount("events", "events turned up", "", MOST_CARDS),
                energy("energy_gained", "energy gained by all players"),
                energy("energy_spent", "energy spent by all players"),
                energy("energy_wasted", "energy lost or left at the end"),
                cards("cards_drawn", "action cards drawn"),
                cards("cards_played", "action cards played"),
                cards("cards_discarded", "action cards discarded"),
                cards("cards_lost", "action cards lost to opponents"),
            ],
            pairs: vec![
                Measure::new("eliminated", Form::Flag, "eliminations", 1).column(),
                of_use("score_taken", "enemy life taken", "life"),
            ],
            things: vec![
                of_use("life_taken", "enemy life taken in the attack", "life"),
                of_use("life_kept", "life kept or regained", "life"),
                of_use("energy", "energy gained", "energy"),
                of_use("cards", "cards drawn, or lost by an opponent", "cards"),
            ],
            rounds,
            thing: ["card", "cards"],
            nobody: "its own dice and events",
        }
    }

    /// Returns the names of everything that a character can use (action cards and its power), in
    /// the order of the numbers in the records of games.
    pub(in crate::games::battle_cards) fn things(power: Power) -> Vec<String> {
        let cards = Action::NAMES.iter().map(|&name| name.to_owned());
        let power = format!("power {}", power.name());
        cards.chain([power]).collect()
    }
}
