//! Compulsory attacks (rule ): computes how many attacks the actor can still make, and which
//! moves keep the largest number of attacks possible.

use super::{
    Arena, AttackSlot, Compulsory, Fighters, Manner, Reach, SLOTS, State, TurnState, Zone, ZoneSet,
    members,
};

impl Arena {
    /// Returns the fighters that an attack of the actor's card may target, in any zone. Excluded
    /// are fighters with a protecting power (rule A-9), fighters whose mystical skull the actor
    /// holds, and earlier targets of a card that needs different targets.
    #[inline]
    pub(super) fn open_to(&self, state: &State, slot: &AttackSlot) -> Fighters {
        let actor = state.actor;
        if slot.manner == Manner::Skull {
            // A mystical skull may be given to any opponent, even one with a protecting power.
            return state.alive & !state.team[usize::from(actor)];
        }
        let foes = state.foes(actor, self.rules.friendly_fire) & !state.turn.struck;
        foes & !state.immune(slot.reach)
    }

    facts! { self;
        /// Returns true if only the second attack of the actor's card is left and the rules make
        /// this attack optional (rule ).
        pub(super) fn may_be_left_out(state: &State) -> bool =
            state.turn.struck != 0 && self.makes_second_optional(state);
        /// Returns true if the rules make the second melee attack of the actor's card optional.
        fn makes_second_optional(state: &State) -> bool =
            self.rules.second_attack_optional && self.active_card(state).distinct;
    }

    /// Returns those fighters of `targets` that a shot from `zone` can reach (rule ).
    #[inline(always)]
    fn in_range(&self, state: &State, zone: Zone, targets: Fighters) -> Fighters {
        match self.rules.range {
            0 | 1 => targets & state.standing_near(zone),
            _ => targets & !state.at[usize::from(zone)],
        }
    }

    /// Returns the fighters that an attack of the actor's card can hit from the zone in which the
    /// actor stands.
    #[inline]
    pub(super) fn targets(&self, state: &State, slot: &AttackSlot) -> Fighters {
        let zone = state.zone[usize::from(state.actor)];
        let open = self.open_to(state, slot);
        match slot.reach {
            Reach::Melee => open & state.at[usize::from(zone)],
            Reach::Shot => self.in_range(state, zone, open),
        }
    }

    /// Prepares the search for the path of the actor with the largest number of attacks.
    fn search<'a>(&'a self, state: &'a State) -> PathSearch<'a> {
        let card = self.active_card(state);
        let (mut melee, mut shots, mut targets) = (0, 0, [0; 2]);
        for index in members(state.turn.open_slots()).map(usize::from) {
            let slot = &card.slots[index];
            targets[slot.reach as usize] = self.open_to(state, slot);
            match slot.reach {
                Reach::Melee => melee += state.turn.left[index],
                Reach::Shot => shots = if slot.manner == Manner::Pair { 2 } else { 1 },
            }
        }
        if self.makes_second_optional(state) {
            // If the second melee attack is optional, only one attack must stay in reach.
            melee = melee.min(1);
        }
        let [melee_targets, shot_targets] = targets;
        PathSearch { arena: self, state, melee, melee_targets, shots, shot_targets }
    }

    /// Returns the zones to which the actor may move: adjacent zones that are not barred (rule
    /// If attacks are strictly compulsory, only zones that keep the largest number of
    /// attacks possible.
    pub(super) fn moves(&self, state: &State) -> ZoneSet {
        if state.turn.moves == 0 {
            return 0;
        }
        let zone = state.zone[usize::from(state.actor)];
        let open = state.adjacent(zone) & !state.turn.barred;
        if self.rules.compulsory != Compulsory::Strict
            || state.turn.left == [0; SLOTS]
            || self.may_be_left_out(state)
        {
            return open;
        }
        if let Some(slot) = self.only_attack(state) {
            let vantage = self.vantage(state, slot);
            return match self.on_the_way(state, open, vantage, state.turn) {
                // No move keeps the attack in reach: the actor must attack first, or there is no
                // attack to keep.
                0 if vantage >> zone & 1 == 1 => 0,
                0 => open,
                keeping => keeping,
            };
        }
        let search = self.search(state);
        // `best` is the largest number of attacks reached through any neighbouring zone. Staying
        // may reach more: then no move is allowed.
        let (mut best, mut keeping) = (0, 0);
        for near in members(open) {
            let barred = self.barred_after(state.turn.barred, near);
            let reached = search.reached(near, barred, state.turn.moves - 1, 0, 0);
            if reached > best {
                (best, keeping) = (reached, 0);
            }
            if reached == best {
                keeping |= 1 << near;
            }
        }
        if best < search.most() && search.reached_here(state.turn.moves) > best {
            return 0;
        }
        keeping
    }

    /// Returns the attack that the actor has left, if exactly one is left and it is not a double
    /// shot. In this common case, sets of zones are enough to find the allowed moves.
    #[inline]
    fn only_attack(&self, state: &State) -> Option<&AttackSlot> {
        let [first, second] = state.turn.left;
        let slot = &self.active_card(state).slots[usize::from(first == 0)];
        (first + second == 1 && slot.manner != Manner::Pair).then_some(slot)
    }

    /// Returns the zones from which an attack of the actor's card would have a target.
    #[inline]
    fn vantage(&self, state: &State, slot: &AttackSlot) -> ZoneSet {
        let theirs = state.zones_of(self.open_to(state, slot));
        match slot.reach {
            Reach::Melee => theirs,
            Reach::Shot if self.rules.range < 2 => self.board(state).beside(theirs),
            Reach::Shot if theirs == 0 => 0,
            // If all targets stand in one zone, the shot has a target from any zone except that
            // zone.
            Reach::Shot if theirs & (theirs - 1) == 0 => !theirs,
            Reach::Shot => !0,
        }
    }

    /// Returns those zones of `next` from which the actor can reach a zone of `goals` or which
    /// belong to `goals`. The path has at most `turn.moves` moves, including the move to the first
    /// zone.
    fn on_the_way(&self, state: &State, next: ZoneSet, goals: ZoneSet, turn: TurnState) -> ZoneSet {
        let TurnState { moves, barred, .. } = turn;
        // No zone is next to itself, so it does not matter whether the first of two moves bars it.
        let second = match moves {
            1 => 0,
            _ => self.board(state).beside(goals & !barred),
        };
        let mut keeping = next & (goals | second);
        if moves > 2 {
            for zone in members(next & !keeping) {
                let barred = self.barred_after(barred, zone);
                let onward = state.adjacent(zone) & !barred;
                let turn = TurnState { moves: moves - 1, barred, ..turn };
                let keeps = self.on_the_way(state, onward, goals, turn) != 0;
                keeping |= ZoneSet::from(keeps) << zone;
            }
        }
        keeping
    }

    /// Returns true if a double shot at only one target would waste an attack (rule ), because
    /// a move could still bring a second target into reach.
    pub(super) fn single_shot_wastes(&self, state: &State) -> bool {
        if self.rules.compulsory != Compulsory::Strict {
            return false;
        }
        let (moves, search) = (self.free_moves(state), self.search(state));
        search.reached_here(moves) > 1 + PathSearch { shots: 0, ..search }.reached_here(moves)
    }
}

/// The search for the path on which the actor (the fighter whose turn it is) can make the largest
/// number of attacks.
struct PathSearch<'a> {
    arena: &'a Arena,
    state: &'a State,
    /// Number of melee attacks that the acting fighter has left in its turn.
    melee: u8,
    /// Fighters that may be the target of these melee attacks.
    melee_targets: Fighters,
    /// Number of shots that the acting fighter has left in its turn: 0, 1, or 2 for a double shot
    /// at two targets.
    shots: u8,
    /// Fighters that may be the target of these shots.
    shot_targets: Fighters,
}

impl PathSearch<'_> {
    facts! { self;
        /// Returns an upper bound of the number of attacks that the actor can still make: all melee
        /// attacks and all shots that are left.
        fn most() -> u8 = self.melee + self.shots;
    }

    /// Returns the largest number of attacks that the actor can make on any path from its zone.
    fn reached_here(&self, moves: u8) -> u8 {
        let state = self.state;
        self.reached(state.zone[usize::from(state.actor)], state.turn.barred, moves, 0, 0)
    }

    /// Returns the largest number of attacks that the actor can make on any path from `zone`.
    /// `struck` has the targets that it could strike from earlier zones of the path, and `shots` is
    /// the number of shots that it could make there.
    fn reached(&self, zone: Zone, barred: ZoneSet, moves: u8, struck: Fighters, shots: u8) -> u8 {
        let &PathSearch { arena, state, .. } = self;
        let struck = struck | self.melee_targets & state.at[usize::from(zone)];
        let shot = arena.in_range(state, zone, self.shot_targets).count_ones() as u8;
        let shots = shots.max(shot.min(self.shots));
        let mut best = self.melee.min(struck.count_ones() as u8) + shots;
        if moves == 0 {
            return best;
        }
        for near in members(state.adjacent(zone) & !barred) {
            if best == self.most() {
                break;
            }
            let barred = arena.barred_after(barred, near);
            best = best.max(self.reached(near, barred, moves - 1, struck, shots));
        }
        best
    }
}
