//! Attacks on the actor's turn: their targets, their dice, and the defense against them (rules
//!

use super::{
    Arena, AttackSlot, Chance, Choice, Clash, DiceCount, Event, FighterIndex, Fighters, Manner,
    Reach, SLOTS, State, Table, Terminotaur, Throw, Zone, count, members, sharers,
};

impl Arena {
    /// Makes an attack of the actor (the fighter whose turn it is): rolls the dice and resolves
    /// them.
    pub(super) fn attack(&self, state: &mut State, choice: Choice, table: &mut impl Table) {
        let Some(index) = choice.slot() else { unreachable!("a step is taken, not {choice:?}") };
        let actor = state.actor;
        let targets = self.targets_of(state, choice);
        let target = targets.trailing_zeros() as FighterIndex;
        let card = self.active_card(state);
        let slot = &card.slots[usize::from(index)];
        state.turn.left[usize::from(index)] -= 1;
        if card.distinct {
            state.turn.struck |= targets;
        }
        if card.either {
            state.turn.left = [0; SLOTS];
        }
        state.clash = Clash { slot: index, ..Clash::at(state, targets) };
        match (slot.manner, choice) {
            (Manner::Skull, _) => {
                self.give_skull(state, target, table);
                return self.go_on(state, table);
            }
            (Manner::Bowling, _) => return self.aim(state, table),
            (_, Choice::Split { dice, .. }) => {
                state.clash.shares = dice;
                self.next_share(state, table);
                return self.resolve(state, table);
            }
            _ => {}
        }
        table.tell(Event::Attacks { fighter: actor, choice, targets }, state);
        end_skulls(state, targets);

        if self.asks_early(slot) {
            return self.throw_effect_dice(state, table);
        }
        let count = self.dice_count(state, table);
        if let Some(snare) = slot.snare {
            let throw = table.dice().throw(usize::from(actor), snare.dice);
            self.compare_sum(state, throw, table);
        }
        state.clash.thrown[0] = match slot.manner {
            // All targets share one throw; a wearer of a blinding suit ignores one of the dice
            // later.
            Manner::Area => table.dice().throw(usize::from(actor), count),
            _ => self.throw_at(state, target, count, table),
        };
        if slot.manner == Manner::Pair && targets.count_ones() == 2 {
            let second = 7 - targets.leading_zeros() as FighterIndex;
            state.clash.thrown[1] = self.throw_at(state, second, count, table);
        }
        if slot.by_size {
            self.compare_sum(state, state.clash.thrown[0], table);
        }
        self.resolve(state, table);
    }

    /// Returns the targets of an option of the actor: the fighters of an attack, or the next target
    /// of the current attack. Returns an empty set for all other options.
    #[inline(always)]
    pub(super) fn targets_of(&self, state: &State, choice: Choice) -> Fighters {
        match choice {
            Choice::Attack { target, .. } | Choice::Next(target) => 1 << target,
            Choice::Pair { targets, .. } => targets,
            Choice::Area { slot, zone } => self.in_blast(state, self.slot(state, slot).reach, zone),
            Choice::Split { dice, .. } => sharers(dice),
            _ => 0,
        }
    }

    facts! { self;
        /// Returns the fighters in a zone that an area attack of the actor hits (rule ). With
        /// `rules.areas_spare_mates`, the attack does not hit teammates.
        pub(super) fn in_blast(state: &State, reach: Reach, zone: Zone) -> Fighters =
            state.exposed(reach, zone, self.rules.friendly_fire || !self.rules.areas_spare_mates);
        /// Returns the fighters in a zone that the dice of a bowling strike of the actor can hit:
        /// opponents, and also teammates if `rules.bowling_hits_mates` is true.
        pub(super) fn bowled_at(state: &State, reach: Reach, zone: Zone) -> Fighters =
            state.exposed(reach, zone, self.rules.bowling_hits_mates);
    }

    /// Carries out the effect "mystical skull": the actor gives its skull to another fighter. That
    /// fighter cannot attack the actor in its next action.
    fn give_skull(&self, state: &mut State, holder: FighterIndex, table: &mut impl Table) {
        let giver = state.actor;
        for skulls in &mut state.skull {
            *skulls &= !(1 << giver);
        }
        state.skull[usize::from(holder)] |= 1 << giver;
        table.tell(Event::GivesSkull { fighter: giver, target: holder }, state);
    }

    /// Returns the number of dice of the actor's attack (rule ), rolling a die first if that
    /// die determines the number. The die that a target with a blinding suit removes is not
    /// subtracted.
    pub(super) fn dice_count(&self, state: &State, table: &mut impl Table) -> u8 {
        let (actor, slot) = (state.actor, self.clash_slot(state));
        if slot.dice != DiceCount::Rolled {
            return self.certain_dice(state, slot);
        }
        let face = table.dice().roll(usize::from(actor));
        table.tell(Event::RollsDiceCount { fighter: actor, face }, state);
        face.saturating_sub(self.dice_netted(state, actor))
    }

    /// Returns the current number of dice of the actor's attack; 0 if a die roll determines the
    /// number.
    #[inline]
    pub(super) fn certain_dice(&self, state: &State, slot: &AttackSlot) -> u8 {
        let dice = self.dice_unhampered(state, slot);
        dice.saturating_sub(self.dice_netted(state, state.actor))
    }

    /// Returns the current number of dice of the actor's attack, not reduced by a bramble net; 0 if
    /// a die roll determines the number.
    #[inline]
    pub(super) fn dice_unhampered(&self, state: &State, slot: &AttackSlot) -> u8 {
        let f = usize::from(state.actor);
        let sheet = || self.sheet(state, state.actor);
        match slot.dice {
            DiceCount::Fixed(dice) => dice,
            DiceCount::Rolled => 0,
            DiceCount::ByLife(table) => sheet().dice_by_life(table, state.lp[f]),
            DiceCount::CardsLying => match self.rules.terminotaur {
                Terminotaur::Lying => count(sheet().all() & !state.hand[f]),
                Terminotaur::Played => state.taken_up[f] - count(state.hand[f]),
            },
        }
    }

    /// Throws the actor's dice against one target (rule ). If the target wears a blinding
    /// suit, one die fewer is thrown.
    pub(super) fn throw_at(
        &self,
        state: &State,
        target: FighterIndex,
        count: u8,
        table: &mut impl Table,
    ) -> Throw {
        let count = count.saturating_sub(state.die_less >> target & 1);
        table.dice().throw(usize::from(state.actor), count)
    }

    /// Returns the number that is added to each die of the actor's attack on this target (rule
    ///
    #[inline(always)]
    pub(super) fn modifier(&self, state: &State, slot: &AttackSlot, target: FighterIndex) -> i8 {
        let t = usize::from(target);
        let here = state.zone[usize::from(state.actor)];
        let far = slot.reach == Reach::Shot && self.board(state).distance(here, state.zone[t]) == 2;
        slot.bonus_against(state.lp[t]) - if far { self.rules.far_shot_penalty as i8 } else { 0 }
    }

    /// Returns the defense of the target (rule ): the value on its active card, or its basic
    /// defense before its first card. If the target's card is a whirling spear, rolls the defense.
    pub(super) fn defense(
        &self,
        state: &State,
        target: FighterIndex,
        table: &mut impl Table,
    ) -> i8 {
        if state.rolled_defense >> target & 1 == 0 {
            return state.defense[usize::from(target)];
        }
        let face = table.dice().roll(usize::from(target));
        table.tell(Event::RollsDefense { fighter: target, face }, state);
        face as i8 - self.defense_netted(state, target)
    }
}

/// Takes the actor's mystical skull away from these targets, because the actor attacks them.
pub(super) fn end_skulls(state: &mut State, targets: Fighters) {
    for target in members(targets) {
        state.skull[usize::from(target)] &= !(1 << state.actor);
    }
}
