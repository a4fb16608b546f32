//! Records the cards and tiles that heroes use, and the resulting changes of their values (rule
//! J-10).

use super::measures::{ThingNumber, USE_HOSTAGES, USE_HOURS, USE_LIFE, USE_STRESS};
use crate::games::jungle::Equipment;
use crate::games::jungle::event::{Cause, Event, What};
use crate::games::jungle::state::{Foe, MOST_HEROES};
use crate::stats::{MAX_USE_VALUES, Record, Use};

/// The recorded changes of a hero's values during the encounter in which the hero fights.
type Encounter = [u16; MAX_USE_VALUES];

/// For each hero: the uses of cards and tiles whose effects are not yet complete, as indices into
/// the list of uses in the record.
#[derive(Debug, Clone, Copy, Default)]
pub struct Uses {
    /// Last use of each hero that was not an encounter: the card or tile, and the index of the use.
    last: [Option<(ThingNumber, usize)>; MOST_HEROES],
    /// Changes of each hero's values during its current encounter. Rule J-10 records an encounter
    /// when it ends.
    encounter: [Option<Encounter>; MOST_HEROES],
    /// Index of the last finished encounter of each hero. The cost of fleeing is added to it later.
    over: [Option<usize>; MOST_HEROES],
}

impl Uses {
    pub fn see(&mut self, record: &mut Record, event: Event) {
        match event {
            Event::Uses { hero, equipment } => self.uses(record, hero, equipment.into()),
            Event::Suits { hero, .. } => self.uses(record, hero, Equipment::Suit.into()),
            Event::Strikes { hero, weapons: (first, second), missile, .. } => {
                let missile = missile.then_some(Equipment::Missile);
                let weapons = std::iter::once(first).chain(second);
                for card in weapons.filter_map(|weapon| weapon.card()).chain(missile) {
                    self.uses(record, hero, card.into());
                }
            }
            Event::Effect { hero, tile_kind, .. } => self.uses(record, hero, tile_kind.into()),
            Event::Draws {
                hero,
                equipment: equipment @ (Equipment::Crystal | Equipment::Junk),
            } => self.uses(record, hero, equipment.into()),
            Event::Alerts { hero, alert } => {
                // An alert may change values of other heroes; these changes must not count for
                // their own last uses.
                self.last = Default::default();
                self.uses(record, hero, alert.into());
            }
            Event::Joins { hero, foe: Foe::Rebel(_) } => {
                self.encounter[usize::from(hero)] = Some([0; MAX_USE_VALUES])
            }
            Event::Leaves { hero, foe: Foe::Rebel(rebel) } => {
                if let Some(values) = self.encounter[usize::from(hero)].take() {
                    self.over[usize::from(hero)] = Some(record.uses.len());
                    push(record, hero, rebel.into(), values);
                }
            }
            // The hero fled before a fight began.
            Event::Flees { hero, forced: true, .. } => self.over[usize::from(hero)] = None,
            Event::Changes { hero, what, by, cause, .. } => {
                self.changes(record, hero, what, by, cause)
            }
            _ => {}
        }
    }

    fn uses(&mut self, record: &mut Record, hero: u8, thing: ThingNumber) {
        self.last[usize::from(hero)] = Some((thing, record.uses.len()));
        push(record, hero, thing, [0; MAX_USE_VALUES]);
    }

    /// Adds a change of a hero's value to the record. The change counts for the hero's last use if
    /// this use is its cause; otherwise it counts for the hero's current encounter.
    fn changes(&mut self, record: &mut Record, hero: u8, what: What, by: i8, cause: Cause) {
        let value = match what {
            What::Life => USE_LIFE,
            What::Hours => USE_HOURS,
            What::Stress => USE_STRESS,
            // A freed hostage that the hero gives up later still counts as freed.
            What::Hostages if by > 0 => USE_HOSTAGES,
            What::Hostages | What::Energy => return,
        };
        let by = u16::from(by.unsigned_abs());
        let hero = usize::from(hero);
        let thing = match cause {
            Cause::Flight(_) => {
                if let Some(at) = self.over[hero] {
                    record.uses[at].values[value] += by;
                }
                return;
            }
            Cause::Foe(Foe::Rebel(_)) => {
                if let Some(values) = &mut self.encounter[hero] {
                    values[value] += by;
                }
                return;
            }
            Cause::Equipment(equipment) => equipment.into(),
            Cause::Tile(tile) => tile.into(),
            Cause::Alert(alert) => alert.into(),
            _ => return,
        };
        match self.last[hero] {
            Some((last, at)) if last == thing => record.uses[at].values[value] += by,
            _ => {}
        }
    }
}

fn push(record: &mut Record, hero: u8, thing: ThingNumber, values: [u16; MAX_USE_VALUES]) {
    record.uses.push(Use { player: hero, thing: thing.0, round: record.rounds, values });
}
