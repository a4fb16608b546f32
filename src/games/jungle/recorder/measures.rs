//! The measures of a mission (rule J-10).

use crate::games::jungle::state::MissionFailure;
use crate::games::jungle::{Alert, Equipment, Jungle, Rebel, Tile};
use crate::stats::{Form, Measure, Measures};

// Indices of the measures declared below. First the measures of a hero:
pub const ROUND_ELIMINATED: usize = 0;
pub const FATE: usize = 1;
pub const HOURS: usize = 2;
pub const LIFE: usize = 3;
pub const STRESS: usize = 4;
pub const HOSTAGES: usize = 5;
pub const FREED: usize = 6;
pub const GIVEN_UP: usize = 7;
pub const FIGHTS: usize = 8;
pub const FLIGHTS: usize = 9;
pub const ENERGY_SPENT: usize = 10;
// Measures of the mission:
pub const OUTCOME: usize = 0;
pub const ROUND_LOST: usize = 1;
pub const HOSTAGES_HELD: usize = 2;
pub const HOURS_LEFT: usize = 3;
pub const TILES_REVEALED: usize = 4;
pub const TILES_CLEARED: usize = 5;
pub const ALL_FIGHTS: usize = 6;
pub const ALL_FLIGHTS: usize = 7;
pub const ALERTS: usize = 8;
pub const BOSS_APPEARED: usize = 9;
pub const BOSS_STRIKES: usize = 10;
pub const BOSS_LIFE: usize = 11;
// Measures of the use of a card or tile, as changes of the hero's values:
pub const USE_LIFE: usize = 0;
pub const USE_HOURS: usize = 1;
pub const USE_STRESS: usize = 2;
pub const USE_HOSTAGES: usize = 3;

/// Upper limit of a recorded count; larger counts are recorded as this value.
pub const MOST_OF_ONE: u32 = 999;
/// Upper limit of recorded life, stress, hours and hostages: the largest value of a byte.
const MOST_HELD: u32 = u8::MAX as u32;

/// The possible fates of a hero.
pub const FATES: &[&str] = &["in play at the end", "died", "ran out of time"];

/// The outcome of a mission: won, or the cause of the loss (rule J-1).
const OUTCOMES: &[&str] = &["won", "boss", "death", "time", "hostages", "rounds"];

const _: () = assert!(OUTCOMES.len() == MissionFailure::NAMES.len() + 1);

impl Jungle {
    pub(in crate::games::jungle) fn measures(&self) -> Measures {
        let rounds = self.rules.max_rounds;
        let held = |name, words, unit| Measure::amount(name, words, unit, MOST_HELD);
        let of_use =
            |name, words, unit| Measure::amount(name, words, unit, u16::MAX.into()).column();
        let times = |name, words| Measure::amount(name, words, "", MOST_OF_ONE);
        Measures {
            entrants: vec![
                Measure::time(
                    "round_eliminated",
                    "eliminations",
                    "round of elimination",
                    "stays in play",
                    rounds,
                ),
                Measure::class("fate", "fates", "what became of the hero", FATES),
                held("hours", "hours on the hero’s clock at the end", "hours"),
                held("life", "life at the end", "life"),
                held("stress", "stress at the end", "stress"),
                held("hostages", "hostages with the hero at the end", "hostages"),
                times("freed", "hostages freed"),
                times("given_up", "hostages given up"),
                times("fights", "fights with rebels"),
                times("flights", "flights"),
                times("energy_spent", "K-energy spent"),
            ],
            game: vec![
                Measure::class("outcome", "outcomes", "how the mission ended", OUTCOMES),
                Measure::time("round_lost", "losses", "round of defeat", "is won", rounds),
                Measure::amount(
                    "hostages_held",
                    "hostages with heroes in play at the end",
                    "hostages",
                    MOST_OF_ONE,
                ),
                held(
                    "hours_left",
                    "hours left at the end, for the hero in play with the fewest",
                    "hours",
                ),
                held("tiles_revealed", "tiles revealed", "tiles"),
                held("tiles_cleared", "tiles cleared", "tiles"),
                times("all_fights", "fights of the party with rebels"),
                times("all_flights", "flights of the party"),
                times("alerts", "alerts"),
                Measure::new("boss_appeared", Form::Flag, "the Big Boss appeared", 1),
                times("boss_strikes", "strikes at the Big Boss"),
                held(
                    "boss_life",
                    "life of the Big Boss at the end of the game (its full life if it never \
                     appeared)",
                    "life",
                ),
            ],
            pairs: vec![],
            things: vec![
                of_use("life", "life gained, or lost if the card harms", "life"),
                of_use("hours", "hours gained, or lost if the card delays", "hours"),
                of_use("stress", "stress removed, or added if the card frightens", "stress"),
                of_use("hostages", "hostages freed", "hostages"),
            ],
            rounds,
            // The records treat equipment, alerts, rebels and tiles all as cards (rules J-2.4 and
            // J-T).
            thing: ["card", "cards"],
            nobody: "the base",
        }
    }

    /// Returns the names of all cards and tiles that heroes use or meet, in the order of their
    /// numbers in records: equipment, tiles, alerts, rebels.
    pub(in crate::games::jungle) fn things() -> Vec<String> {
        let of = |what: &'static str, names: &'static [&'static str]| {
            names.iter().map(move |name| format!("{what} {name}"))
        };
        of("equipment", Equipment::NAMES)
            .chain(of("tile", Tile::NAMES))
            .chain(of("alert", Alert::NAMES))
            .chain(of("rebel", Rebel::NAMES))
            .collect()
    }
}

/// The number that stands for a kind of equipment, tile, alert or rebel in records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ThingNumber(pub u16);

const TILES: u16 = Equipment::COUNT as u16;
const ALERTS_FROM: u16 = TILES + Tile::COUNT as u16;
const REBELS: u16 = ALERTS_FROM + Alert::COUNT as u16;

impl From<Equipment> for ThingNumber {
    fn from(equipment: Equipment) -> ThingNumber {
        ThingNumber(equipment as u16)
    }
}

impl From<Tile> for ThingNumber {
    fn from(tile: Tile) -> ThingNumber {
        ThingNumber(TILES + tile as u16)
    }
}

impl From<Alert> for ThingNumber {
    fn from(alert: Alert) -> ThingNumber {
        ThingNumber(ALERTS_FROM + alert as u16)
    }
}

impl From<Rebel> for ThingNumber {
    fn from(rebel: Rebel) -> ThingNumber {
        ThingNumber(REBELS + rebel as u16)
    }
}
