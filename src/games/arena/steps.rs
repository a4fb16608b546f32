//! The steps of a turn (rule A-5): lists the options of the acting fighter and carries out the
//! chosen one.

use super::{
    Arena, Choice, Compulsory, Event, Fighters, Manner, Options, Phase, SLOTS, State, Table, list,
    members,
};

impl Arena {
    /// Lists the steps that the acting fighter may take; none if its turn is over.
    #[inline]
    pub(super) fn steps(&self, state: &State, options: &mut Options<Choice>) {
        self.attacks(state, options);
        let attacks = options.len();
        if state.netted != 0 && self.must_shed(state) {
            options.push(Choice::Shed);
        } else {
            list(options, self.moves(state), Choice::Move);
        }
        let optional = self.rules.compulsory == Compulsory::Never || self.may_be_left_out(state);
        if optional && attacks > 0 && options.len() == attacks {
            options.push(Choice::EndTurn);
        }
    }

    #[inline]
    fn attacks(&self, state: &State, options: &mut Options<Choice>) {
        let card = self.active_card(state);
        for slot in members(state.turn.open_slots()) {
            let attack = &card.slots[usize::from(slot)];
            let targets = self.targets(state, attack);
            match attack.manner {
                Manner::Area | Manner::Pair | Manner::Split => {
                    self.attacks_on_several(state, slot, targets, options);
                }
                _ => list(options, targets.into(), |target| Choice::Attack { slot, target }),
            }
        }
    }

    /// Lists the ways in which the actor can make an attack that may hit several of `targets`.
    #[inline(never)]
    fn attacks_on_several(
        &self,
        state: &State,
        slot: u8,
        targets: Fighters,
        options: &mut Options<Choice>,
    ) {
        match self.slot(state, slot).manner {
            Manner::Area => self.areas(state, slot, targets, options),
            Manner::Pair => self.pairs(state, slot, targets, options),
            _ => self.splits(state, slot, targets, options),
        }
    }

    /// Lists the zones that an area attack may hit: those in which a fighter of `targets` stands.
    fn areas(&self, state: &State, slot: u8, targets: Fighters, options: &mut Options<Choice>) {
        let zones = (0..=state.ring).filter(|&zone| state.at[usize::from(zone)] & targets != 0);
        options.extend(zones.map(|zone| Choice::Area { slot, zone }));
    }

    /// Lists the targets of a double shot: all pairs of `targets`. If only one target is in reach,
    /// lists this target, unless a shot at it alone would waste an attack (rule ).
    fn pairs(&self, state: &State, slot: u8, targets: Fighters, options: &mut Options<Choice>) {
        if targets.count_ones() >= 2 {
            for first in members(targets) {
                let larger = targets & !((2u16 << first) - 1) as Fighters;
                let pairs = members(larger).map(|second| 1 << first | 1 << second);
                options.extend(pairs.map(|targets| Choice::Pair { slot, targets }));
            }
        } else if targets != 0 && !self.single_shot_wastes(state) {
            options.extend(members(targets).map(|target| Choice::Attack { slot, target }));
        }
    }

    /// Returns true if the acting fighter can take another step of its turn. An eliminated fighter
    /// cannot (rule ).
    #[inline]
    pub(super) fn has_step(&self, state: &State) -> bool {
        if state.alive >> state.actor & 1 == 0 {
            return false;
        }
        let zone = state.zone[usize::from(state.actor)];
        // If attacks are compulsory in the strict form, an allowed move or attack always exists
        // here. A net can always be shed.
        let may_move = || state.adjacent(zone) & !state.turn.barred != 0 || self.must_shed(state);
        if state.turn.moves > 0 && may_move() {
            return true;
        }
        state.turn.left != [0; SLOTS] && self.has_target(state)
    }

    /// Returns true if at least one attack that the acting fighter has left has a target.
    #[inline(never)]
    fn has_target(&self, state: &State) -> bool {
        let card = self.active_card(state);
        let targets = |slot: u8| self.targets(state, &card.slots[usize::from(slot)]);
        members(state.turn.open_slots()).any(|slot| targets(slot) != 0)
    }

    pub(super) fn step(&self, state: &mut State, choice: Choice, table: &mut impl Table) {
        match choice {
            Choice::Move(to) => {
                let fighter = state.actor;
                let from = std::mem::replace(&mut state.zone[usize::from(fighter)], to);
                state.at[usize::from(from)] &= !(1 << fighter);
                state.at[usize::from(to)] |= 1 << fighter;
                state.turn.moves -= 1;
                state.turn.barred = self.barred_after(state.turn.barred, to);
                table.tell(Event::Moves { fighter, from, to }, state);
                self.go_on(state, table);
            }
            Choice::Shed => {
                state.turn.moves -= self.moves_to_shed(state);
                self.shed(state, table);
                self.go_on(state, table);
            }
            Choice::EndTurn => {
                self.end_turn(state, table);
                self.next_turn(state, table);
            }
            _ => self.attack(state, choice, table),
        }
    }

    /// Continues the acting fighter's turn if it can take another step. Otherwise ends the turn and
    /// begins the next fighter's turn.
    pub(super) fn go_on(&self, state: &mut State, table: &mut impl Table) {
        if self.has_step(state) {
            state.phase = Phase::Acting;
        } else {
            self.end_turn(state, table);
            self.next_turn(state, table);
        }
    }
}
