//! The settings (rules) of the game.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `[rules]` of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// N-4.3: rounds of the night, 1 to 200.
    #[schemars(range(min = 1, max = 200))]
    pub rounds: u16,
    /// N-4.1: steps over the pass, 1 to 2000.
    #[schemars(range(min = 1, max = 2000))]
    pub distance: u16,
    /// N-4.2: with fewer porters the caravan turns back, 1 to 12.
    #[schemars(range(min = 1, max = 12))]
    pub needed: u8,
    /// N-3.2: warmth that wind takes, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub chill: u8,
    /// N-3.4: the least face with which a guard drives off wolves, 1 to 13.
    #[schemars(range(min = 1, max = 13))]
    pub ward: u8,
    /// N-1.2: cards of calm weather in the pile, 0 to 100.
    #[schemars(range(min = 0, max = 100))]
    pub calm: u8,
    /// N-1.2: cards of wind in the pile, 0 to 100.
    #[schemars(range(min = 0, max = 100))]
    pub wind: u8,
    /// N-1.2: cards of snow in the pile, 0 to 100.
    #[schemars(range(min = 0, max = 100))]
    pub snow: u8,
    /// N-1.2: cards of wolves in the pile, 0 to 100.
    #[schemars(range(min = 0, max = 100))]
    pub wolves: u8,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            rounds: 40,
            distance: 280,
            needed: 8,
            chill: 1,
            ward: 4,
            calm: 9,
            wind: 9,
            snow: 9,
            wolves: 6,
        }
    }
}
