//! The measures of a mission, and the events that feed them (rule J-10).

use super::event::{Cause, Event, What};
use super::state::{End, Foe, MOST_HEROES, MissionFailure, State, members};
use super::{Alert, Equipment, Jungle, Rebel, Tile};
use crate::game::measured::Memory;
use crate::stats::{NEVER, Record};

/// Upper limit of a recorded count (rule J-10).
const MOST_OF_ONE: u32 = 999;
/// Upper limit of recorded life, stress, hours, hostages and tiles: the largest value of a byte.
const MOST_HELD: u32 = u8::MAX as u32;
/// Upper limit of a change by one card: the largest value that a record can hold.
const MOST_CHANGED: u32 = u16::MAX as u32;

/// The outcome of a mission: won, or the cause of the loss (rule J-1).
const OUTCOMES: &[&str] = &["won", "boss", "death", "time", "hostages", "rounds"];

const _: () = assert!(OUTCOMES.len() == MissionFailure::NAMES.len() + 1);

crate::measures! {
    impl Jungle, memory: Encounters, record, state;
    fn measures(&self) {
        rounds: self.rules.max_rounds,
        // The records treat equipment, alerts, rebels and tiles all as cards (rules J-2.4 and J-T).
        thing: ["card", "cards"],
        nobody: "the base",
    }
    entrants {
        "round_eliminated": time(
            "eliminations", "round of elimination", "stays in play", self.rules.max_rounds,
        )
            on Event::Dies { hero, .. } | Event::Out { hero } => hero = record.rounds;
        "fate": class(
            "fates", "what became of the hero", &["in play at the end", "died", "ran out of time"],
        )
            on Event::Dies { hero, .. } => hero = 1;
            on Event::Out { hero } => hero = 2;
        "hours": amount("hours on the hero’s clock at the end", "hours", MOST_HELD)
            end hero = state.hero(hero).clock;
        "life": amount("life at the end", "life", MOST_HELD)
            end hero = state.hero(hero).life;
        "stress": amount("stress at the end", "stress", MOST_HELD)
            end hero = state.hero(hero).stress;
        // The hostages that a dead hero held lie on its tile.
        "hostages": amount("hostages with the hero at the end", "hostages", MOST_HELD)
            end hero = if state.is_in_play(hero) { state.hero(hero).hostages } else { 0 };
        "freed": amount("hostages freed", "", MOST_OF_ONE)
            on Event::Frees { hero, .. } => hero += 1;
        "given_up": amount("hostages given up", "", MOST_OF_ONE)
            on Event::Sacrifices { hero } => hero += 1;
        "fights": amount("fights with rebels", "", MOST_OF_ONE)
            on Event::Joins { hero, foe: Foe::Rebel(_) } => hero += 1;
        "flights": amount("flights", "", MOST_OF_ONE)
            on Event::Flees { hero, .. } => hero += 1;
        "energy_spent": amount("K-energy spent", "", MOST_OF_ONE)
            on Event::Changes {
                hero,
                what: What::Energy,
                by,
                cause: Cause::Annul | Cause::Convert | Cause::Revival,
                ..
            } => hero += by.unsigned_abs();
    }
    game {
        "outcome": class("outcomes", "how the mission ended", OUTCOMES)
            end game = match state.end {
                Some(End::Lost(cause)) => 1 + cause as u32,
                _ => 0,
            };
        "round_lost": time("losses", "round of defeat", "is won", self.rules.max_rounds)
            end game = if state.end == Some(End::Won) { NEVER } else { record.rounds.into() };
        "hostages_held": amount("hostages with heroes in play at the end", "hostages", MOST_OF_ONE)
            end game = state.held();
        "hours_left": amount(
            "hours left at the end, for the hero in play with the fewest", "hours", MOST_HELD,
        )
            end game = self.hours_left(state);
        // Two tiles are face up from the start and are not counted.
        "tiles_revealed": amount("tiles revealed", "tiles", MOST_HELD)
            end game = state.revealed.count_ones() - 2;
        "tiles_cleared": amount("tiles cleared", "tiles", MOST_HELD)
            end game = state.cleared.count_ones();
        "all_fights": amount("fights of the party with rebels", "", MOST_OF_ONE)
            on Event::Joins { foe: Foe::Rebel(_), .. } if memory.first => game += 1;
        "all_flights": amount("flights of the party", "", MOST_OF_ONE)
            on Event::Flees { .. } => game += 1;
        "alerts": amount("alerts", "", MOST_OF_ONE)
            on Event::Alerts { .. } => game += 1;
        "boss_appeared": flag("the Big Boss appeared")
            on Event::BossAppears { .. } => game = 1;
        "boss_strikes": amount("strikes at the Big Boss", "", MOST_OF_ONE)
            on Event::Strikes { .. } | Event::Suits { .. } if memory.boss => game += 1;
        "boss_life": amount(
            "life of the Big Boss at the end of the game (its full life if it never appeared)",
            "life",
            MOST_HELD,
        )
            on Event::BossAppears { life } => game = life;
            on Event::FoeLoses { foe: Foe::Boss, left, .. } => game = left;
            end game += match memory.boss {
                true => 0,
                false => self.foe(state, Foe::Boss).life,
            };
    }
    things {
        "life": amount("life gained, or lost if the card harms", "life", MOST_CHANGED)
            on Event::Changes { hero, what: What::Life, by, cause, .. }
                => (memory.used(record, hero, cause)) += by.unsigned_abs();
        "hours": amount("hours gained, or lost if the card delays", "hours", MOST_CHANGED)
            on Event::Changes { hero, what: What::Hours, by, cause, .. }
                => (memory.used(record, hero, cause)) += by.unsigned_abs();
        "stress": amount("stress removed, or added if the card frightens", "stress", MOST_CHANGED)
            on Event::Changes { hero, what: What::Stress, by, cause, .. }
                => (memory.used(record, hero, cause)) += by.unsigned_abs();
        // A freed hostage that the hero gives up later still counts as freed.
        "hostages": amount("hostages freed", "hostages", MOST_CHANGED)
            on Event::Changes { hero, what: What::Hostages, by, cause, .. } if by > 0
                => (memory.used(record, hero, cause)) += by.unsigned_abs();
    }
}

impl Jungle {
    /// Returns the hours that the hero in play with the fewest has left; 0 if no hero is in play.
    fn hours_left(&self, state: &State) -> u8 {
        let left = |hero| self.sheet(state, hero).hours.saturating_sub(state.hero(hero).clock);
        members(state.in_play).map(left).min().unwrap_or(0)
    }

    /// Returns the names of all cards and tiles that heroes use or meet, in the order of their
    /// numbers in records: equipment, tiles, alerts, rebels.
    pub(super) fn things() -> Vec<String> {
        let lists = [
            ("equipment", Equipment::NAMES),
            ("tile", Tile::NAMES),
            ("alert", Alert::NAMES),
            ("rebel", Rebel::NAMES),
        ];
        let lists = lists.into_iter();
        let named =
            lists.map(|(what, names)| names.iter().map(move |name| format!("{what} {name}")));
        named.flatten().collect()
    }
}

// Equipment, tiles, alerts and rebels are numbered one after the other in records. Numbers of the
// first tile, alert and rebel:
const TILES: u16 = Equipment::COUNT as u16;
const ALERTS: u16 = TILES + Tile::COUNT as u16;
const REBELS: u16 = ALERTS + Alert::COUNT as u16;

/// For each hero: the uses of cards and tiles whose effects are not yet complete, as indices into
/// the list of uses in the record.
#[derive(Debug, Default)]
pub struct Encounters {
    /// Last use of each hero that was not an encounter.
    last: [Option<usize>; MOST_HEROES],
    /// The encounter in which each hero fights.
    current: [Option<usize>; MOST_HEROES],
    /// Last finished encounter of each hero. The cost of fleeing is added to it later.
    over: [Option<usize>; MOST_HEROES],
    /// True if a rebel has met a hero and no hero has joined a fight with it yet.
    met: bool,
    /// True if the hero that joined a fight last was the first of its fight.
    first: bool,
    /// True if the Big Boss has appeared.
    boss: bool,
}

impl Encounters {
    fn uses(&mut self, record: &mut Record, hero: u8, thing: u16) {
        self.last[usize::from(hero)] = Some(record.begin_use(hero, thing));
    }

    /// Returns the use of a card or tile that changed a value of a hero by this cause. A change by
    /// a card or tile counts only for the hero's last use.
    fn used(&self, record: &Record, hero: u8, cause: Cause) -> Option<usize> {
        let hero = usize::from(hero);
        let thing = match cause {
            Cause::Flight(_) => return self.over[hero],
            Cause::Foe(Foe::Rebel(_)) => return self.current[hero],
            Cause::Equipment(equipment) => equipment as u16,
            Cause::Tile(tile) => TILES + tile as u16,
            Cause::Alert(alert) => ALERTS + alert as u16,
            _ => return None,
        };
        self.last[hero].filter(|&last| record.uses[last].thing == thing)
    }
}

impl Memory<Jungle> for Encounters {
    fn new(_: &State) -> Encounters {
        Encounters::default()
    }

    fn see(&mut self, record: &mut Record, event: Event, _: &State) {
        match event {
            Event::RoundBegins { round } => record.rounds = round,
            Event::BossAppears { .. } => self.boss = true,
            Event::Meets { .. } => self.met = true,
            Event::Joins { hero, foe: Foe::Rebel(rebel) } => {
                self.first = std::mem::take(&mut self.met);
                let encounter = record.begin_use(hero, REBELS + rebel as u16);
                self.current[usize::from(hero)] = Some(encounter);
            }
            Event::Leaves { hero, foe: Foe::Rebel(_) } => {
                let hero = usize::from(hero);
                self.over[hero] = self.current[hero].take();
            }
            // The hero fled before a fight began.
            Event::Flees { hero, forced: true, .. } => self.over[usize::from(hero)] = None,
            Event::Uses { hero, equipment } => self.uses(record, hero, equipment as u16),
            Event::Suits { hero, .. } => self.uses(record, hero, Equipment::Suit as u16),
            Event::Strikes { hero, weapons: (first, second), missile, .. } => {
                let missile = missile.then_some(Equipment::Missile);
                let weapons = std::iter::once(first).chain(second);
                for card in weapons.filter_map(|weapon| weapon.card()).chain(missile) {
                    self.uses(record, hero, card as u16);
                }
            }
            Event::Effect { hero, tile_kind, .. } => {
                self.uses(record, hero, TILES + tile_kind as u16)
            }
            Event::Draws {
                hero,
                equipment: equipment @ (Equipment::Crystal | Equipment::Junk),
            } => self.uses(record, hero, equipment as u16),
            Event::Alerts { hero, alert } => {
                // An alert may change values of other heroes; these changes must not count for
                // their own last uses.
                self.last = Default::default();
                self.uses(record, hero, ALERTS + alert as u16);
            }
            _ => {}
        }
    }
}
