//! The events reported to observers. Porters are given by their slots in the line-up.

use serde::Serialize;

use super::state::{Ending, Weather};

/// An event of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[rustfmt::skip]
pub enum Event {
    /// A round other than the first begins.
    RoundBegins { round: u16 },
    Marches { porter: u8, steps: u8 },
    Guards { porter: u8 },
    /// The group of one guide rests in this round.
    Rests { guide: u8 },
    /// The weather card is turned over.
    Strikes { weather: Weather },
    /// A porter loses warmth.
    Chills { porter: u8, warmth: u8 },
    Lost { porter: u8, to: Weather },
    Over { ending: Ending },
}
