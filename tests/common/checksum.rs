//! A checksum of all events of a game. It depends on the contents of events, not on the engine's
//! data structures, so that a faster engine with the same games has the same checksums.

use gong::game::Observer;
use gong::game::chance::Throw;
use gong::games::arena::{Choice, Event};

/// An FNV-1a hash of the events.
#[derive(Debug, Clone, Copy)]
pub struct Checksum(pub u64);

impl Default for Checksum {
    fn default() -> Self {
        Checksum(0xCBF2_9CE4_8422_2325)
    }
}

impl Checksum {
    pub fn add(&mut self, kind: u8, values: &[i64]) {
        let bytes = values.iter().flat_map(|value| value.to_le_bytes());
        for byte in [kind].into_iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }

    fn dice(&mut self, throw: Throw) {
        let counts = [1, 2, 3, 4, 5, 6].map(|face| i64::from(throw.count(face)));
        self.add(0, &counts);
    }
}

/// Returns the number of a fighter, or the number that stands for no fighter.
fn who(fighter: Option<u8>) -> i64 {
    fighter.map_or(-1, i64::from)
}

fn choice(choice: Choice) -> [i64; 3] {
    match choice {
        Choice::Place(zone) => [1, zone.into(), 0],
        Choice::Card(card) => [2, card.into(), 0],
        Choice::Move(zone) => [3, zone.into(), 0],
        Choice::Attack { slot, target } => [4, slot.into(), target.into()],
        Choice::Pair { slot, targets } => [5, slot.into(), targets.into()],
        Choice::Area { slot, zone } => [6, slot.into(), zone.into()],
        Choice::EndTurn => [7, 0, 0],
        Choice::Keep => [8, 0, 0],
        Choice::Flip(face) => [9, face.into(), 0],
        Choice::Reroll(dice) => [10, dice.into(), 0],
        Choice::Split { slot, dice } => [11, slot.into(), dice.into()],
        Choice::Next(target) => [12, target.into(), 0],
        Choice::ThrowTo(zone) => [13, zone.into(), 0],
        Choice::Shed => [14, 0, 0],
    }
}

impl Observer<Event> for Checksum {
    fn see<S: std::any::Any>(&mut self, event: Event, _: &S) {
        let n = i64::from;
        match event {
            Event::Placed { fighter, zone } => self.add(1, &[n(fighter), n(zone)]),
            Event::RoundBegins { round } => self.add(2, &[n(round)]),
            Event::TakesBack { fighter, cards } => self.add(3, &[n(fighter), i64::from(cards)]),
            Event::Chooses { fighter, card } => self.add(4, &[n(fighter), n(card)]),
            Event::Revealed { initiative, fighters } => {
                self.add(5, &[initiative.into(), n(fighters)])
            }
            Event::TurnBegins { fighter, card } => self.add(6, &[n(fighter), n(card)]),
            Event::Moves { fighter, from, to } => self.add(7, &[n(fighter), n(from), n(to)]),
            Event::Attacks { fighter, choice: by, targets } => {
                self.add(8, &[n(fighter), n(targets)]);
                self.add(8, &choice(by));
            }
            Event::GivesSkull { fighter, target } => self.add(9, &[n(fighter), n(target)]),
            Event::RollsDiceCount { fighter, face } => self.add(10, &[n(fighter), n(face)]),
            Event::RollsNet { fighter, target, throw, caught } => {
                self.add(11, &[n(fighter), n(target), throw.sum().into(), caught.into()])
            }
            Event::RollsDefense { fighter, face } => self.add(12, &[n(fighter), n(face)]),
            Event::Rolls { by, target, throw, needed } => {
                self.add(13, &[who(by), n(target), needed.into()]);
                self.dice(throw);
            }
            Event::UsesCharm { fighter, choice: how, throw, .. } => {
                self.add(14, &[n(fighter)]);
                self.add(14, &choice(how));
                self.dice(throw);
            }
            Event::Wounds { by, target, wounds, pp, drained } => {
                let told = [who(by), n(target), n(wounds), pp.into(), drained.into()];
                self.add(15, &told);
            }
            // The points are left out, because they follow from the eliminations.
            Event::Eliminated { fighter, by, .. } => self.add(16, &[n(fighter), who(by)]),
            Event::Shocks { fighter, target, shift } => {
                self.add(17, &[n(fighter), n(target), shift.into()])
            }
            Event::Rocks { target, dice } => self.add(18, &[n(target), n(dice)]),
            Event::TurnEnds { fighter } => self.add(19, &[n(fighter)]),
            Event::Over { winners } => self.add(20, &[n(winners)]),
            Event::Netted { fighter } => self.add(21, &[n(fighter)]),
            Event::ShedsNet { fighter } => self.add(22, &[n(fighter)]),
            Event::Regains { fighter, lp } => self.add(23, &[n(fighter), n(lp)]),
            Event::Throws { fighter, target, to, dice } => {
                self.add(24, &[n(fighter), n(target), n(to), n(dice)])
            }
            Event::Spares { fighter, targets } => self.add(25, &[n(fighter), n(targets)]),
        }
    }
}
