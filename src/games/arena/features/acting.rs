//! Features of a step.

use arrayvec::ArrayVec;

use super::super::board::{Fighters, MAX_ZONES, Zone, Zones, members};
use super::super::cards::{Manner, PlayCard, Reach, SLOTS, Slot};
use super::super::odds::Expected;
use super::super::state::{FighterIndex, MAX_FIGHTERS};
use super::super::{Choice, View};
use super::danger::{Foe, Guard, actions_next_round, foes, write_danger};
use super::prospect::{Promise, Promises, Prospect, Prospects};
use super::write_ground;
use crate::games::{FeatureRow, Options};

pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let me = view.me();
    let here = view.zone(me);
    let guard = Guard::now(view);
    let wounds_by_rocks = guard.wounds_by_rocks(view);
    let card =
        &view.sheet(me).cards[usize::from(view.active(me).expect("who acts has a card in play"))];
    let arsenal = (view.attacks_left() != [0; SLOTS]).then(|| Arsenal::new(view, card));
    let mut dangers = Dangers::new(view, &guard);
    let moves = view.moves_left();
    let staying = dangers.least(Path::new(view, here, moves).ends);
    for (choice, row) in options.iter().zip(rows) {
        let mut danger = staying;
        let mut prospect = None;
        if let Choice::Move(zone) = *choice {
            let path = Path::new(view, zone, moves - 1);
            write_ground(view, row, zone);
            danger = dangers.least(path.ends);
            prospect = arsenal
                .as_ref()
                .map(|arsenal| arsenal.best_on_path(zone, &path));
        } else if let Some(arsenal) = &arsenal {
            prospect = match *choice {
                Choice::Attack { slot, target } => Some(arsenal.attack(slot, here, target)),
                Choice::Pair { slot, targets } => Some(arsenal.all(slot, here, targets)),
                Choice::Area { slot, zone } => Some(arsenal.all(slot, here, view.in_blast(zone))),
                _ => None,
            };
        }
        if let Some(prospect) = prospect {
            prospect.write(row, wounds_by_rocks);
        }
        write_danger(view, row, danger);
    }
}

/// The zones from which the actor can act after it has moved to a zone or stayed there, and those where it can end.
struct Path {
    on: Zones,
    ends: Zones,
}

impl Path {
    /// With `moves` left from `zone`; no more than the next two are looked at.
    fn new(view: View<'_>, zone: Zone, moves: u8) -> Self {
        let stay = 1 << zone;
        if moves == 0 {
            return Path {
                on: stay,
                ends: stay,
            };
        }
        let next = view.onward(zone);
        let second = match moves {
            1 => 0,
            _ => members(next).fold(0, |all, near| all | (view.onward(near) & !(1 << zone))),
        };
        let ends = [second, next, stay]
            .into_iter()
            .find(|&ends| ends != 0)
            .unwrap_or(stay);
        Path {
            on: stay | next | second,
            ends,
        }
    }
}

/// The danger of each zone, worked out when it is first asked for.
struct Dangers<'a> {
    view: View<'a>,
    foes: ArrayVec<Foe<'a>, MAX_FIGHTERS>,
    /// Wounds expected of each opponent, by distance.
    by_distance: [[f32; 3]; MAX_FIGHTERS],
    of_zone: [f32; MAX_ZONES],
    known: Zones,
}

impl<'a> Dangers<'a> {
    fn new(view: View<'a>, guard: &Guard) -> Self {
        let more = actions_next_round(view);
        // Who has acted is no danger any more once the last round is on.
        let foes = foes(view, if more > 0.0 { !0 } else { view.waiting() });
        let mut by_distance = [[0.0; 3]; MAX_FIGHTERS];
        for (foe, dangers) in foes.iter().zip(&mut by_distance) {
            let actions = more + f32::from(view.waiting() >> foe.fighter & 1);
            *dangers = [0, 1, 2].map(|distance| actions * foe.danger(distance, guard));
        }
        Dangers {
            view,
            foes,
            by_distance,
            of_zone: [0.0; MAX_ZONES],
            known: 0,
        }
    }

    /// The danger of the least dangerous of these zones.
    fn least(&mut self, zones: Zones) -> f32 {
        let board = &self.view.arena().board;
        for zone in members(zones & !self.known) {
            let mut danger = 0.0;
            for (foe, dangers) in self.foes.iter().zip(&self.by_distance) {
                danger += dangers[usize::from(board.distance(foe.zone, zone))];
            }
            self.of_zone[usize::from(zone)] = danger;
        }
        self.known |= zones;
        members(zones).fold(f32::INFINITY, |least, zone| {
            least.min(self.of_zone[usize::from(zone)])
        })
    }
}

/// What the actor's card can still do: for each target from near, worked out once, and from far when asked.
struct Arsenal<'a> {
    prospects: Prospects<'a>,
    card: &'a PlayCard,
    left: [u8; SLOTS],
    dice: [u8; SLOTS],
    /// Whom each slot may attack at all.
    open: [Fighters; SLOTS],
    near: [[Expected; MAX_FIGHTERS]; SLOTS],
}

impl<'a> Arsenal<'a> {
    fn new(view: View<'a>, card: &'a PlayCard) -> Self {
        let mut arsenal = Arsenal {
            card,
            left: view.attacks_left(),
            dice: [0; SLOTS],
            open: [0; SLOTS],
            near: [[Expected::default(); MAX_FIGHTERS]; SLOTS],
            prospects: Prospects::new(view),
        };
        for index in (0..SLOTS).filter(|&index| arsenal.left[index] > 0) {
            let slot = &card.slots[index];
            arsenal.dice[index] = view.certain_dice(view.me(), slot, 0);
            arsenal.open[index] = view.open_to(slot);
            for target in members(arsenal.open[index]) {
                arsenal.near[index][usize::from(target)] =
                    arsenal.at_distance(index, target, slot.reach as u8);
            }
        }
        arsenal
    }

    fn at_distance(&self, slot: usize, target: FighterIndex, distance: u8) -> Expected {
        let defense = self.prospects.view.defense(target);
        self.prospects.expected(
            &self.card.slots[slot],
            self.dice[slot],
            target,
            distance,
            defense,
        )
    }

    /// A slot's attack on one target, by the actor on `zone`; a Strike's second phase included.
    fn attack(&self, slot: u8, zone: Zone, target: FighterIndex) -> Prospect {
        let view = self.prospects.view;
        let index = usize::from(slot);
        let slot = &self.card.slots[index];
        let distance = view.arena().board.distance(zone, view.zone(target));
        let known = distance < 2 && self.open[index] >> target & 1 == 1;
        let expected = if known {
            self.near[index][usize::from(target)]
        } else {
            self.at_distance(index, target, distance)
        };
        let mut prospect = self.prospects.prospect(slot, target, expected);
        if slot.manner == Manner::Strike {
            prospect.add(self.splinters(index, target, distance), 1.0);
        }
        prospect
    }

    /// A slot's attack on all of `targets`.
    fn all(&self, slot: u8, zone: Zone, targets: Fighters) -> Prospect {
        let mut sum = Prospect::default();
        members(targets).for_each(|target| sum.add(self.attack(slot, zone, target), 1.0));
        sum
    }

    /// What the dice of a Strike may do besides: the k-th other opponent is wounded if k dice hit it.
    fn splinters(&self, index: usize, primary: FighterIndex, distance: u8) -> Prospect {
        let view = self.prospects.view;
        let slot = &self.card.slots[index];
        let others = self.open[index]
            & view.standing_on(view.zone(primary))
            & view.enemies(view.me())
            & !view.protected().2
            & !(1 << primary);
        let mut sum = Prospect::default();
        for (earlier, other) in members(others).enumerate() {
            let dice = self.dice[index].saturating_sub(earlier as u8);
            let any = self
                .prospects
                .throw(slot, dice, other, distance, view.defense(other))
                .any;
            let kill = if view.lp(other) == 1 { any } else { 0.0 };
            sum.add(
                self.prospects.prospect(
                    slot,
                    other,
                    Expected {
                        wounds: any,
                        any,
                        kill,
                    },
                ),
                1.0,
            );
        }
        sum
    }

    /// The best that the attacks left can do from the zones of a path that begins on `zone`.
    fn best_on_path(&self, zone: Zone, path: &Path) -> Prospect {
        let mut sum = Prospect::default();
        for index in (0..SLOTS).filter(|&index| self.left[index] > 0) {
            let slot = &self.card.slots[index];
            let mut promises = Promises::new();
            for target in members(self.open[index]) {
                if let Some(expected) = self.along_path(slot, index, target, zone, path) {
                    promises.push(Promise {
                        target,
                        chance: 1.0,
                        expected,
                    });
                }
            }
            sum.add(self.prospects.best(slot, self.left[index], &promises), 1.0);
        }
        sum
    }

    fn along_path(
        &self,
        slot: &Slot,
        index: usize,
        target: FighterIndex,
        zone: Zone,
        path: &Path,
    ) -> Option<Expected> {
        let view = self.prospects.view;
        let board = &view.arena().board;
        let its = view.zone(target);
        let near = self.near[index][usize::from(target)];
        match slot.reach {
            Reach::Melee => (path.on >> its & 1 == 1).then_some(near),
            Reach::Shot if path.on & board.adjacent(its) != 0 => Some(near),
            Reach::Shot if zone != its && view.arena().rules.range >= 2 => {
                Some(self.at_distance(index, target, 2))
            }
            Reach::Shot => None,
        }
    }
}
