//! The turn of a dragon (rule A-9): the dragon shows a face of its card, and may split the dice of
//! its shot among several targets.

use super::{
    Arena, AttackSlot, CardIndex, Choice, Clash, Event, FighterIndex, Fighters, Manner, Options,
    Phase, State, Table, TurnState, end_skulls, members,
};

/// Maximum number of dice of a split shot. More dice could be divided among seven fighters in more
/// ways than the number of options that a decision may have.
pub const MOST_SPLIT: u8 = 6;

/// Number of bits for each fighter in an integer that stores how a split shot's dice are divided.
const SHARE_BITS: u32 = 4;
/// The bits of the first fighter in an integer that stores how a split shot's dice are divided.
const SHARE: u32 = (1 << SHARE_BITS) - 1;

impl Arena {
    /// Prepares a dragon's choice of a face of its card and returns true. If only one face is
    /// possible, chooses that face and returns false.
    #[inline(never)]
    pub(super) fn ask_for_face(&self, state: &mut State) -> bool {
        // Clears the previous turn, which would restrict the targets.
        state.turn = TurnState::default();
        let (f, sheet) = (usize::from(state.actor), self.sheet(state, state.actor));
        state.chosen[f] = sheet.plain_face();
        let techniques = state.hand[f] & sheet.techniques;
        if members(techniques).all(|face| !self.is_of_use(state, face)) {
            return false;
        }
        state.phase = Phase::Facing;
        true
    }

    /// Returns true if at least one attack of this face of the dragon's card has a target.
    fn is_of_use(&self, state: &State, face: u8) -> bool {
        let slots = &self.card(state, state.actor, face).slots;
        slots.iter().any(|slot| slot.uses > 0 && self.targets(state, slot) != 0)
    }

    /// Lists the faces of its card that a dragon may show: the face without a technique, and each
    /// technique that has a target and was not shown before.
    pub(super) fn faces(&self, state: &State, options: &mut Options<Choice>) {
        let techniques = self.sheet(state, state.actor).techniques;
        let may_show = |&face: &u8| techniques >> face & 1 == 0 || self.is_of_use(state, face);
        let faces = members(state.hand[usize::from(state.actor)]).filter(may_show);
        options.extend(faces.map(Choice::Card));
    }

    pub(super) fn show_face(&self, state: &mut State, face: CardIndex, table: &mut impl Table) {
        let f = usize::from(state.actor);
        state.chosen[f] = face;
        state.hand[f] &= !(self.sheet(state, state.actor).techniques & 1 << face);
        if !self.take_turn(state, table) {
            self.next_turn(state, table);
        }
    }

    /// Lists all ways to divide the dice of a shot among those fighters of `targets` that stand in
    /// the same zone.
    #[inline(never)]
    pub(super) fn splits(
        &self,
        state: &State,
        slot: u8,
        targets: Fighters,
        options: &mut Options<Choice>,
    ) {
        let dice = self.certain_dice(state, self.slot(state, slot));
        if dice == 0 {
            // Without dice, there is nothing to divide.
            options.extend(members(targets).map(|target| Choice::Attack { slot, target }));
            return;
        }
        for zone in 0..=state.ring {
            let here = targets & state.at[usize::from(zone)];
            split(here, dice, 0, &mut |dice| options.push(Choice::Split { slot, dice }));
        }
    }

    /// Returns true if a split shot has dice left for further targets and the attacker is alive.
    pub(super) fn has_shares(&self, state: &State, slot: &AttackSlot) -> bool {
        let has_dice = slot.manner == Manner::Split && state.clash.shares != 0;
        has_dice && state.alive >> state.actor & 1 == 1
    }

    /// Begins the attack on the next target of a split shot, with the dice assigned to that target.
    pub(super) fn next_share(&self, state: &mut State, table: &mut impl Table) {
        let Clash { slot, shares: dice, .. } = state.clash;
        let target = sharers(dice).trailing_zeros() as FighterIndex;
        let choice = Choice::Split { slot, dice };
        let shares = dice & !(SHARE << (SHARE_BITS * u32::from(target)));
        state.clash = Clash { slot, shares, ..Clash::at(state, 1 << target) };
        table.tell(Event::Attacks { fighter: state.actor, choice, targets: 1 << target }, state);
        end_skulls(state, 1 << target);
        state.clash.thrown[0] = self.throw_at(state, target, share_of(dice, target), table);
    }
}

/// Calls `found` with every way to divide `dice` dice among the fighters in the set `among`. A way
/// is an integer with four bits for each fighter; the dice already assigned in `shared` are
/// included.
fn split(among: Fighters, dice: u8, shared: u32, found: &mut impl FnMut(u32)) {
    if among == 0 {
        return;
    }
    let first = among.trailing_zeros();
    let others = among & (among - 1);
    let least = if others == 0 { dice } else { 0 };
    for share in least..=dice {
        let shared = shared | u32::from(share) << (SHARE_BITS * first);
        if share == dice {
            found(shared);
        } else {
            split(others, dice - share, shared, found);
        }
    }
}

/// Returns the fighters to which a split shot assigns at least one die.
pub(super) fn sharers(shared: u32) -> Fighters {
    let has_dice = |f: &u32| shared >> (SHARE_BITS * f) & SHARE != 0;
    (0..8).filter(has_dice).fold(0, |all, f| all | 1 << f)
}

/// Returns the number of dice that a split shot assigns to a fighter.
pub(super) fn share_of(shared: u32, fighter: FighterIndex) -> u8 {
    (shared >> (SHARE_BITS * u32::from(fighter)) & SHARE) as u8
}
