//! Resolution of an attack (rule A-6) and of the crowd's rocks (rule A-7), in the order of rule
//!
//!
//! An attack has a set of targets. For each target in turn, the engine determines the dice and the
//! defense, asks about a lucky charm, and applies wounds, scores and elimination. Afterwards, the
//! second phase of a Strike may add further targets. Rocks follow.

use super::bowling::next_in_line;
use super::{
    Arena, AttackStage, Chance, Clash, Event, FighterIndex, Fighters, Manner, Phase, State, Table,
    Throw,
};

impl Arena {
    /// Resolves the current attack, target by target, and then the crowd's rocks. Returns early if
    /// a fighter must make a decision.
    pub(super) fn resolve(&self, state: &mut State, table: &mut impl Table) {
        loop {
            while state.clash.pending != 0 {
                if !self.face_next(state, table) {
                    break;
                }
                if self.charm_is_asked(state) {
                    state.phase = Phase::Charm;
                    return;
                }
                self.settle(state, table);
            }
            let slot = self.clash_slot(state);
            if slot.goes_on && state.clash.stage == AttackStage::Targets {
                if slot.manner == Manner::Strike {
                    self.splinter(state, slot, table);
                    continue;
                }
                if self.throws(state, slot) {
                    state.phase = Phase::Throwing;
                    return;
                }
            }
            if slot.goes_on && self.open_to_splinters(state) != 0 {
                state.phase = Phase::Ordering;
                return;
            }
            if state.clash.victims != 0 || state.clash.stage == AttackStage::Rocks {
                if state.one_side_left() {
                    return self.finish(state, table);
                }
                if self.next_rocks(state, table) {
                    continue;
                }
            }
            if slot.goes_on && self.has_shares(state, slot) {
                self.next_share(state, table);
                continue;
            }
            return self.go_on(state, table);
        }
    }

    /// Determines the dice against the next target of the attack, and the lowest face that wounds
    /// this target (rules ). Returns false if no dice are left.
    fn face_next(&self, state: &mut State, table: &mut impl Table) -> bool {
        let mut target = state.clash.pending.trailing_zeros() as FighterIndex;
        match state.clash.stage {
            AttackStage::Net | AttackStage::Count => {
                unreachable!("an effect's dice come before any target is faced")
            }
            AttackStage::Targets => {
                let slot = self.clash_slot(state);
                state.clash.throw = match slot.manner {
                    Manner::Area => {
                        let mut throw = state.clash.thrown[0];
                        if let (1, Some(last)) = (state.die_less >> target & 1, throw.last()) {
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
                let defense = self.defense(state, target, table) - state.clash.netted;
                state.clash.needed = defense - self.modifier(state, slot, target);
            }
            AttackStage::Splinters => {
                let (face, needed) = state.clash.splinters[usize::from(target)];
                state.clash.throw = Throw::of(face);
                state.clash.needed = needed;
            }
            AttackStage::Landing => {
                state.clash.throw = self.throw_at(state, target, state.clash.dice, table);
                state.clash.needed = self.defense(state, target, table);
            }
            AttackStage::Rocks => state.clash.needed = self.defense(state, target, table),
        }
        state.clash.pending &= !(1 << target);
        state.clash.target = target;
        let Clash { throw, needed, .. } = state.clash;
        table.tell(Event::Rolls { by: attacker(state), target, throw, needed }, state);
        true
    }

    /// Deals one wound to the current target for each die that hits (rule ).
    pub(super) fn settle(&self, state: &mut State, table: &mut impl Table) {
        let Clash { target, throw, needed, .. } = state.clash;
        let wounds = throw.at_least(needed).min(state.lp[usize::from(target)]);
        if wounds > 0 {
            self.wound(state, wounds, table);
        }
    }

    /// Returns how many of `rocks` dice count when the crowd throws them at the actor (rule ).
    /// A ghost ring and a blinding suit of the actor may reduce the number.
    pub(super) fn unblocked(&self, state: &State, rocks: u8) -> u8 {
        if !self.rules.rocks_blocked {
            return rocks;
        }
        let wears = |power: Fighters| power >> state.actor & 1;
        if wears(state.no_shot) == 1 { 0 } else { rocks.saturating_sub(wears(state.die_less)) }
    }

    /// Throws the crowd's rocks at the actor for one fighter that it has eliminated (rule ).
    /// Returns false if no rocks are thrown.
    fn next_rocks(&self, state: &mut State, table: &mut impl Table) -> bool {
        let eliminator = state.actor;
        let rocks = self.unblocked(state, self.rules.rocks_in(state.round));
        if rocks == 0 || state.clash.victims == 0 || state.alive >> eliminator & 1 == 0 {
            return false;
        }
        let victim = state.clash.victims.trailing_zeros() as FighterIndex;
        state.clash.victims &= !(1 << victim);
        state.clash.stage = AttackStage::Rocks;
        state.clash.pending = 1 << eliminator;
        state.clash.thrower = victim;
        state.clash.throw = table.dice().throw(usize::from(victim), rocks);
        table.tell(Event::Rocks { target: eliminator, dice: rocks }, state);
        true
    }
}

/// Returns the fighter that scores the current wounds: the attacker, or `None` if the crowd's rocks
/// cause the wounds (rule ).
pub(super) fn attacker(state: &State) -> Option<FighterIndex> {
    (state.clash.stage != AttackStage::Rocks).then_some(state.actor)
}
