//! Features of a step.

use arrayvec::ArrayVec;

use super::super::board::{Fighters, Zone, Zones, members};
use super::super::cards::{Manner, Reach, SLOTS};
use super::super::odds::Needed;
use super::super::state::{FighterIndex, MAX_FIGHTERS};
use super::super::{Choice, View};
use super::F;
use super::danger::{Guard, actions_next_round, per_life, rocks, write_danger};
use super::ground::Ground;
use super::profile::Arm;
use super::prospect::{Attack, Promise, Prospects};
use crate::games::{FeatureRow, Options};

// Apart from the other kinds of decision, the compiler makes better use of its registers: 1 % of a game.
#[inline(never)]
pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let me = view.me();
    let here = view.zone(me);
    let guard = Guard::now(view);
    let wounds_by_rocks = guard.wounds_by_rocks(rocks(view));
    let ground = Ground::new(view, view.enemies(me), guard, actions_next_round(view));
    let card = usize::from(view.active(me).expect("who acts has a card in play"));
    let arms = &view.profiles(me).cards[card].arms;
    let (moves, per_life) = (view.moves_left(), per_life(view));
    let arsenal = (view.attacks_left() != [0; SLOTS]).then(|| Arsenal::new(view, arms));
    let staying = match options.first() {
        // Attacks come first: there are none.
        Some(Choice::Move(_)) | None => 0.0,
        Some(_) => ground.danger(Path::new(view, here, moves).ends),
    };
    for (choice, row) in options.iter().zip(rows) {
        let mut danger = staying;
        if let Choice::Move(zone) = *choice {
            let path = Path::new(view, zone, moves - 1);
            ground.write_place(row, zone);
            danger = ground.danger(path.ends);
            if let Some(arsenal) = &arsenal {
                arsenal.add_best_on_path(row, zone, &path);
            }
        } else if let Some(arsenal) = &arsenal {
            match *choice {
                Choice::Attack { slot, target } => arsenal.add_all(row, slot, here, 1 << target),
                Choice::Pair { slot, targets } => arsenal.add_all(row, slot, here, targets),
                Choice::Area { slot, zone } => {
                    arsenal.add_all(row, slot, here, view.in_blast(zone));
                }
                _ => {}
            }
        }
        row[F::Rocks as usize] = row[F::Kills as usize] * wounds_by_rocks;
        write_danger(row, danger, per_life);
    }
}

/// The zones from which the actor can act after it has moved to a zone or stayed there, and those where it can end.
struct Path {
    on: Zones,
    ends: Zones,
}

impl Path {
    /// With `moves` left from `zone`; no more than the next two are looked at.
    #[inline]
    fn new(view: View<'_>, zone: Zone, moves: u8) -> Self {
        if moves == 0 {
            let stay = 1 << zone;
            return Path {
                on: stay,
                ends: stay,
            };
        }
        Path::onward(view, zone, moves)
    }

    fn onward(view: View<'_>, zone: Zone, moves: u8) -> Self {
        let stay = 1 << zone;
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

/// What the actor's card can still do.
struct Arsenal<'a> {
    prospects: Prospects<'a>,
    /// The slots that have attacks left.
    ready: ArrayVec<Ready<'a>, SLOTS>,
}

/// One slot.
struct Ready<'a> {
    left: u8,
    attack: Attack<'a>,
    /// Whom it may attack at all.
    targets: ArrayVec<FighterIndex, MAX_FIGHTERS>,
}

impl<'a> Arsenal<'a> {
    #[inline]
    fn new(view: View<'a>, arms: &'a [Arm]) -> Self {
        let mut arsenal = Arsenal {
            prospects: Prospects::new(view),
            ready: ArrayVec::new(),
        };
        for arm in arms {
            let left = view.attacks_left()[usize::from(arm.index)];
            if left > 0 {
                arsenal.ready.push(Ready {
                    left,
                    attack: arsenal.prospects.attack(arm, 0),
                    targets: members(view.open_to(&arm.slot)).collect(),
                });
            }
        }
        arsenal
    }

    #[inline]
    fn needed(&self, attack: &Attack<'_>, target: FighterIndex, far: bool) -> Needed {
        let defense = self.prospects.defense(target);
        self.prospects.needed(attack, defense, far)
    }

    /// Adds to a row a slot's attack on all of `targets`, by the actor on `zone`; a Strike's second phase included.
    #[inline]
    fn add_all(&self, row: &mut FeatureRow, slot: u8, zone: Zone, targets: Fighters) {
        let view = self.prospects.view;
        for ready in self
            .ready
            .iter()
            .filter(|ready| ready.attack.arm.index == slot)
        {
            let attack = &ready.attack;
            for target in members(targets) {
                let far = view.arena().board.distance(zone, view.zone(target)) == 2;
                let promise = Promise {
                    target,
                    chance: 1.0,
                    needed: self.needed(attack, target, far),
                };
                self.prospects.add(row, attack, &promise);
                if attack.arm.slot.manner == Manner::Strike {
                    self.add_splinters(row, attack, target, far);
                }
            }
        }
    }

    /// Adds to a row what the dice of a Strike may do besides: the k-th other opponent is wounded if k dice hit it.
    #[inline(never)]
    fn add_splinters(
        &self,
        row: &mut FeatureRow,
        strike: &Attack<'_>,
        primary: FighterIndex,
        far: bool,
    ) {
        let view = self.prospects.view;
        let slot = &strike.arm.slot;
        let others = view.open_to(slot)
            & view.standing_on(view.zone(primary))
            & view.enemies(self.prospects.me)
            & !view.protected().2
            & !(1 << primary);
        let dice = view.certain_dice(self.prospects.me, slot, 0);
        for (earlier, other) in members(others).enumerate() {
            let dice = dice.saturating_sub(earlier as u8);
            let needed = self.needed(strike, other, far);
            self.prospects
                .add_splinter(row, strike, dice, other, needed);
        }
    }

    /// Adds to a row the best that the attacks left can do from the zones of a path that begins on `zone`.
    #[inline]
    fn add_best_on_path(&self, row: &mut FeatureRow, zone: Zone, path: &Path) {
        for ready in &self.ready {
            let (attack, targets) = (&ready.attack, &ready.targets);
            self.prospects
                .add_best(row, attack, ready.left, targets.len(), |index| {
                    let target = targets[index];
                    let (reached, far) = self.along_path(attack.arm.slot.reach, target, zone, path);
                    Promise {
                        target,
                        chance: f32::from(reached),
                        needed: self.needed(attack, target, far),
                    }
                });
        }
    }

    /// Can an attack be made on a target from some zone of a path, and is it a far shot at best?
    #[inline]
    fn along_path(
        &self,
        reach: Reach,
        target: FighterIndex,
        zone: Zone,
        path: &Path,
    ) -> (bool, bool) {
        let arena = self.prospects.view.arena();
        let its = self.prospects.view.zone(target);
        match reach {
            Reach::Melee => (path.on >> its & 1 == 1, false),
            Reach::Shot => {
                let near = path.on & arena.board.adjacent(its) != 0;
                let reached = near || (zone != its && arena.rules.range >= 2);
                (reached, !near)
            }
        }
    }
}
