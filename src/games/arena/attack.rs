//! Attacks and the crowd's rocks, in the order of.
//!
//! An attack is a queue of targets. Each is *faced* (defense, dice), may interrupt the attack with its lucky charm, and is
//! *settled* (wounds, tokens, elimination). When the queue is empty a Strike's second phase fills it again, and the rocks follow.

use super::board::{Fighters, members};
use super::bowling::next_in_line;
use super::cards::{DiceCount, Manner, Reach, SLOTS, Slot, Twist};
use super::dragon::sharers;
use super::state::{Clash, FighterIndex, Phase, Stage, State};
use super::threat::count;
use super::{Arena, Choice, Event, Scoring};
use crate::games::{Dice, Observer, Options, dice::Throw};

impl Arena {
    /// Makes an attack of the actor: rolls its dice and resolves it.
    pub(super) fn attack<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut D,
        observer: &mut O,
    ) {
        let actor = state.actor;
        let (slot_index, targets) = match choice {
            Choice::Attack { slot, target } => (slot, 1 << target),
            Choice::Pair { slot, targets } => (slot, targets),
            Choice::Area { slot, zone } => (slot, self.in_blast(state, zone)),
            Choice::Split { slot, dice } => (slot, sharers(dice)),
            _ => unreachable!("a step is taken, not {choice:?}"),
        };
        let card = self.active_card(state);
        let slot = &card.slots[usize::from(slot_index)];
        state.turn.left[usize::from(slot_index)] -= 1;
        if card.distinct {
            state.turn.struck |= targets;
        }
        if card.either {
            state.turn.left = [0; SLOTS];
        }
        match (slot.manner, choice) {
            (Manner::Skull, _) => {
                self.give_skull(state, targets.trailing_zeros() as FighterIndex, observer);
                return self.go_on(state, dice, observer);
            }
            (Manner::Bowling, _) => {
                return self.aim(state, slot_index, targets, dice, observer);
            }
            (_, Choice::Split { slot, dice: shares }) => {
                self.next_share(state, slot, shares, dice, observer);
                return self.resolve(state, dice, observer);
            }
            _ => {}
        }
        observer.see(Event::Attacks {
            fighter: actor,
            choice,
            targets,
        });
        end_skulls(state, targets);

        let target = targets.trailing_zeros() as FighterIndex;
        let count = self.dice_count(state, slot, dice, observer);
        let mut clash = Clash {
            slot: slot_index,
            ..Clash::at(state, targets)
        };
        if let Twist::Net { dice: net, penalty } = slot.twist {
            let throw = dice.throw(usize::from(actor), net);
            let caught = throw.sum() >= u16::from(state.size[usize::from(target)]);
            clash.netted = if caught { penalty } else { 0 };
            observer.see(Event::RollsNet {
                fighter: actor,
                target,
                throw,
                caught,
            });
        }
        clash.thrown[0] = match slot.manner {
            // One throw for all; a suit takes its die away when its wearer is faced.
            Manner::Area => dice.throw(usize::from(actor), count),
            _ => self.throw_at(state, target, count, dice),
        };
        if slot.manner == Manner::Pair && targets.count_ones() == 2 {
            let second = 7 - targets.leading_zeros() as FighterIndex;
            clash.thrown[1] = self.throw_at(state, second, count, dice);
        }
        state.clash = clash;
        if slot.twist == Twist::Bramble {
            self.cast_net(state, observer);
        }
        self.resolve(state, dice, observer);
    }

    /// Everyone in a zone whom an area hits (A-5.7: teammates too): who can be shot, and whom no skull protects.
    pub(super) fn in_blast(&self, state: &State, zone: u8) -> Fighters {
        state.at[usize::from(zone)] & !state.no_shot & !state.skull[usize::from(state.actor)]
    }

    /// Mystical skull: the token goes to its new holder.
    fn give_skull<O: Observer<Event>>(
        &self,
        state: &mut State,
        holder: FighterIndex,
        observer: &mut O,
    ) {
        let giver = state.actor;
        for skulls in &mut state.skull {
            *skulls &= !(1 << giver);
        }
        state.skull[usize::from(holder)] |= 1 << giver;
        observer.see(Event::GivesSkull {
            fighter: giver,
            holder,
        });
    }

    /// how many dice the slot has, a suit's loss aside.
    pub(super) fn dice_count<D: Dice, O: Observer<Event>>(
        &self,
        state: &State,
        slot: &Slot,
        dice: &mut D,
        observer: &mut O,
    ) -> u8 {
        let actor = state.actor;
        let a = usize::from(actor);
        match slot.dice {
            DiceCount::Fixed(count) => count.saturating_sub(state.netted >> actor & 1),
            DiceCount::Rolled => {
                let face = dice.roll(a);
                observer.see(Event::RollsDiceCount {
                    fighter: actor,
                    face,
                });
                face - (state.netted >> actor & 1)
            }
            DiceCount::ByLife(_) | DiceCount::CardsLying => self.certain_dice(state, actor, slot),
        }
    }

    /// The dice of a slot that rolls no die to know them, were `fighter` to use it with the cards that lie before it now.
    #[inline]
    pub(super) fn certain_dice(&self, state: &State, fighter: FighterIndex, slot: &Slot) -> u8 {
        let f = usize::from(fighter);
        let sheet = || self.sheet(state, fighter);
        let dice: u8 = match slot.dice {
            DiceCount::Fixed(dice) => dice,
            DiceCount::Rolled => 0,
            DiceCount::ByLife(table) => sheet().dice_by_life(table, state.lp[f]),
            DiceCount::CardsLying => count(sheet().all() & !state.hand[f]),
        };
        dice.saturating_sub(state.netted >> fighter & 1)
    }

    /// Faces and settles targets until the attack and its rocks are over, or a charm is to be decided about.
    pub(super) fn resolve<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut State,
        dice: &mut D,
        observer: &mut O,
    ) {
        loop {
            while state.clash.pending != 0 {
                if !self.face_next(state, dice, observer) {
                    break;
                }
                if self.charm_is_asked(state) {
                    state.phase = Phase::Charm;
                    return;
                }
                self.settle(state, observer);
            }
            let slot = &self.active_card(state).slots[usize::from(state.clash.slot)];
            if slot.goes_on && state.clash.stage == Stage::Targets {
                if slot.manner == Manner::Strike {
                    self.splinter(state, slot, dice, observer);
                    continue;
                }
                if self.throws(state, slot) {
                    state.phase = Phase::Throwing;
                    return;
                }
            }
            if state.clash.victims != 0 || state.clash.stage == Stage::Rocks {
                if state.one_side_left() {
                    return self.finish(state, observer);
                }
                if self.next_rocks(state, dice, observer) {
                    continue;
                }
            }
            if slot.goes_on && self.has_shares(state, slot) {
                self.next_share(state, state.clash.slot, state.clash.plan, dice, observer);
                continue;
            }
            return self.go_on(state, dice, observer);
        }
    }

    /// the actor's dice against one target: a suit costs one.
    pub(super) fn throw_at<D: Dice>(
        &self,
        state: &State,
        target: FighterIndex,
        count: u8,
        dice: &mut D,
    ) -> Throw {
        dice.throw(
            usize::from(state.actor),
            count.saturating_sub(state.suit >> target & 1),
        )
    }

    /// The next target: its dice, and the face that wounds it. False if no dice are left for it.
    fn face_next<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut State,
        dice: &mut D,
        observer: &mut O,
    ) -> bool {
        let mut target = state.clash.pending.trailing_zeros() as FighterIndex;
        match state.clash.stage {
            Stage::Targets => {
                let slot = &self.active_card(state).slots[usize::from(state.clash.slot)];
                state.clash.throw = match slot.manner {
                    Manner::Area => {
                        let mut throw = state.clash.thrown[0];
                        if let (1, Some(last)) = (state.suit >> target & 1, throw.last()) {
                            throw.remove(last);
                        }
                        throw
                    }
                    Manner::Bowling => {
                        let Some((next, throw)) = next_in_line(state) else {
                            state.clash.pending = 0;
                            return false;
                        };
                        target = next;
                        throw
                    }
                    _ => state.clash.thrown[usize::from(state.clash.faced)],
                };
                state.clash.faced += 1;
                let defense = defense(state, target, dice, observer) - state.clash.netted;
                state.clash.needed = defense - self.modifier(state, slot, target);
            }
            Stage::Splinters => {
                let (face, needed) = state.clash.splinters[usize::from(target)];
                state.clash.throw = Throw::of(face);
                state.clash.needed = needed;
            }
            Stage::Landing => {
                state.clash.throw = self.throw_at(state, target, state.clash.plan as u8, dice);
                state.clash.needed = defense(state, target, dice, observer);
            }
            Stage::Rocks => state.clash.needed = defense(state, target, dice, observer),
        }
        state.clash.pending &= !(1 << target);
        state.clash.target = target;
        let Clash { throw, needed, .. } = state.clash;
        observer.see(Event::Rolls {
            by: attacker(state),
            target,
            throw,
            needed,
        });
        true
    }

    /// what is added to each die of an attack of the actor at this target.
    #[inline(always)]
    fn modifier(&self, state: &State, slot: &Slot, target: FighterIndex) -> i8 {
        let t = usize::from(target);
        let here = state.zone[usize::from(state.actor)];
        let far = slot.reach == Reach::Shot && self.board(state).distance(here, state.zone[t]) == 2;
        slot.bonus_against(state.lp[t])
            - if far {
                self.rules.far_shot_penalty as i8
            } else {
                0
            }
    }

    /// may the target use its charm, and is there a die to use it on?
    fn charm_is_asked(&self, state: &State) -> bool {
        let Clash {
            stage,
            target,
            throw,
            needed,
            ..
        } = state.clash;
        state.charm >> target & 1 == 1
            && throw.at_least(needed) > 0
            && (stage != Stage::Rocks || self.rules.rocks_charm)
    }

    /// keep; flip a die, one option for each face that hits; reroll up to three of the dice that hit.
    pub(super) fn charms(&self, state: &State, options: &mut Options<Choice>) {
        let Clash { throw, needed, .. } = state.clash;
        options.push(Choice::Keep);
        let hitting = (1..=6).filter(|&face| face as i8 >= needed && throw.count(face) > 0);
        options.extend(hitting.map(Choice::Flip));
        options.extend((1..=throw.at_least(needed).min(3)).map(Choice::Reroll));
    }

    pub(super) fn use_charm<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut D,
        observer: &mut O,
    ) {
        let Clash {
            target,
            thrower,
            mut throw,
            needed,
            ..
        } = state.clash;
        match choice {
            Choice::Keep => {}
            Choice::Flip(face) => {
                throw.remove(face);
                throw.add(7 - face);
            }
            Choice::Reroll(count) => {
                for _ in 0..count {
                    throw.remove(
                        throw
                            .lowest(needed)
                            .expect("no more dice are rerolled than hit"),
                    );
                }
                throw.add_all(dice.throw(usize::from(thrower), count));
            }
            _ => unreachable!("a charm is decided about, not {choice:?}"),
        }
        if choice != Choice::Keep {
            state.charm &= !(1 << target);
            state.clash.throw = throw;
            observer.see(Event::UsesCharm {
                fighter: target,
                choice,
                throw,
            });
        }
        self.settle(state, observer);
        self.resolve(state, dice, observer);
    }

    /// The wounds of the target just faced.
    fn settle<O: Observer<Event>>(&self, state: &mut State, observer: &mut O) {
        let Clash {
            target,
            throw,
            needed,
            ..
        } = state.clash;
        let wounds = throw.at_least(needed).min(state.lp[usize::from(target)]);
        if wounds > 0 {
            self.wound(state, wounds, observer);
        }
    }

    /// Wounds of the target, at least one, and what follows from them.
    #[inline]
    pub(super) fn wound<O: Observer<Event>>(
        &self,
        state: &mut State,
        wounds: u8,
        observer: &mut O,
    ) {
        let Clash { stage, target, .. } = state.clash;
        let t = usize::from(target);
        // The first wound token goes first, whatever its worth.
        let firsts = wounds.min(state.first[t]);
        state.lp[t] -= wounds;
        state.first[t] -= firsts;
        let by = attacker(state);
        let a = usize::from(state.actor);
        let twist = match stage {
            Stage::Rocks => Twist::None,
            _ => self.active_card(state).slots[usize::from(state.clash.slot)].twist,
        };
        let drained = twist == Twist::Vampiric;
        let mut pp = 0;
        if drained {
            // A designer's vampire may drain more than a byte holds; a real one never comes near.
            state.lp[a] = state.lp[a].saturating_add(wounds);
            state.first[a] += firsts;
        } else if by.is_some() {
            let [first, other] = self.worth;
            pp = u16::from(firsts) * first + u16::from(wounds - firsts) * other;
            state.points[a] += pp;
        }
        observer.see(Event::Wounds {
            by,
            target,
            wounds,
            pp,
            drained,
        });
        if state.lp[t] == 0 {
            self.eliminate(state, observer);
            if let Twist::Finish { .. } = twist {
                self.regain(state, twist, observer);
            }
        }
        if let Twist::Shock(shift) = twist {
            // Of use until each one's next action; a target yet to act feels it this round. A roster full of shockers may
            // strike the same fighter so often in a round that a byte would not hold the sum.
            state.keep_called(target);
            state.shift[a] = state.shift[a].saturating_add(shift);
            state.shift[t] = state.shift[t].saturating_sub(shift);
            state.initiative[t] = state.initiative[t].saturating_sub(shift);
            observer.see(Event::Shocks {
                fighter: state.actor,
                target,
                shift,
            });
        }
    }

    /// A Strike's second phase: its dice, as the primary target left them, each at one more opponent in the zone.
    fn splinter<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut State,
        slot: &Slot,
        dice: &mut D,
        observer: &mut O,
    ) {
        let zone = state.clash.zone;
        let primary = state.clash.target;
        // Nobody chooses whom they hit: a teammate, whom friendly fire lets one choose, is not among them.
        let others = self.open_to(state, slot)
            & state.at[usize::from(zone)]
            & !state.team[usize::from(state.actor)]
            & !state.suit
            & !(1 << primary);
        let modifier = self.modifier(state, slot, primary);
        state.clash.stage = Stage::Splinters;
        let mut needed = [0; super::state::MAX_FIGHTERS];
        for other in members(others) {
            needed[usize::from(other)] = defense(state, other, dice, observer) - modifier;
        }
        let mut free = state.clash.throw;
        let mut left = others;
        // The lowest defense first, then the smaller; each takes the smallest free die that hits it.
        while let Some(other) = members(left).min_by_key(|&other| needed[usize::from(other)]) {
            left &= !(1 << other);
            let needed = needed[usize::from(other)];
            if let Some(face) = free.lowest(needed) {
                free.remove(face);
                state.clash.splinters[usize::from(other)] = (face, needed);
                state.clash.pending |= 1 << other;
            }
        }
        end_skulls(state, state.clash.pending);
    }

    /// the crowd's rocks for the next victim. False when none fly.
    fn next_rocks<D: Dice, O: Observer<Event>>(
        &self,
        state: &mut State,
        dice: &mut D,
        observer: &mut O,
    ) -> bool {
        let rocks = self
            .rules
            .rocks
            .get(usize::from(state.round) - 1)
            .copied()
            .unwrap_or(0);
        let eliminator = state.actor;
        if rocks == 0 || state.clash.victims == 0 || state.alive >> eliminator & 1 == 0 {
            return false;
        }
        let victim = state.clash.victims.trailing_zeros() as FighterIndex;
        state.clash.victims &= !(1 << victim);
        state.clash.stage = Stage::Rocks;
        state.clash.pending = 1 << eliminator;
        state.clash.thrower = victim;
        state.clash.throw = dice.throw(usize::from(victim), rocks);
        observer.see(Event::Rocks {
            target: eliminator,
            dice: rocks,
        });
        true
    }

    /// the target leaves the board, with its chosen card; its figure is the attacker's trophy, and nobody's after
    /// rocks. Its own trophies go with it, where the rules have it so.
    fn eliminate<O: Observer<Event>>(&self, state: &mut State, observer: &mut O) {
        let fallen = state.clash.target;
        let f = usize::from(fallen);
        state.alive &= !(1 << fallen);
        state.waiting &= !(1 << fallen);
        state.at[usize::from(state.zone[f])] &= !(1 << fallen);
        state.fell[f] = (state.everybody() & !state.alive).count_ones() as u8;
        state.fell_round[f] = state.round;
        let by = attacker(state);
        let mut points = 0;
        if let Some(by) = by {
            let b = usize::from(by);
            let mut trophies = 1 << fallen;
            if self.rules.inherit_trophies {
                trophies |= std::mem::take(&mut state.trophies[f]);
            }
            state.trophies[b] |= trophies;
            if self.rules.scoring == Scoring::Trophies {
                points = members(trophies)
                    .map(|trophy| u16::from(state.size[usize::from(trophy)]))
                    .sum();
                state.points[b] += points;
                state.points[f] -= points - u16::from(state.size[f]);
            }
            state.clash.victims |= 1 << fallen;
        }
        observer.see(Event::Eliminated {
            fighter: fallen,
            by,
            points,
        });
    }

    /// Finishing: life points for an elimination, not above the size.
    fn regain<O: Observer<Event>>(&self, state: &mut State, twist: Twist, observer: &mut O) {
        let Twist::Finish {
            regain,
            regain_large,
            large,
            ..
        } = twist
        else {
            return;
        };
        let (a, fallen) = (usize::from(state.actor), usize::from(state.clash.target));
        let regain = if state.size[fallen] > large {
            regain_large
        } else {
            regain
        };
        let lp = regain.min(state.size[a].saturating_sub(state.lp[a]));
        if lp > 0 {
            state.lp[a] += lp;
            observer.see(Event::Regains {
                fighter: state.actor,
                lp,
            });
        }
    }
}

/// Who gains by the wounds being dealt: the actor, or nobody from rocks.
pub(super) fn attacker(state: &State) -> Option<FighterIndex> {
    (state.clash.stage != Stage::Rocks).then_some(state.actor)
}

/// the defense of the target's active card, or of its sheet; a whirling spear's is rolled anew each time.
fn defense<D: Dice, O: Observer<Event>>(
    state: &State,
    target: FighterIndex,
    dice: &mut D,
    observer: &mut O,
) -> i8 {
    if state.spear >> target & 1 == 0 {
        return state.defense[usize::from(target)] as i8;
    }
    let face = dice.roll(usize::from(target));
    observer.see(Event::RollsDefense {
        fighter: target,
        face,
    });
    face as i8 - (state.netted >> target & 1) as i8
}

/// A skull goes back as soon as its giver, the actor, attacks its holder.
pub(super) fn end_skulls(state: &mut State, targets: Fighters) {
    for target in members(targets) {
        state.skull[usize::from(target)] &= !(1 << state.actor);
    }
}
