//! A round of the game (rule A-4): fighters choose cards in secret, then reveal and play them in
//! the order of initiative.

use bytemuck::cast;
use wide::{u8x16, u64x2};

use super::board::spread;
use super::{
    Arena, CardIndex, Chance, Event, FighterIndex, Fighters, MAX_FIGHTERS, NO_CARD, Phase,
    PlayCard, Recycle, Revisit, State, Table, TurnState, count, members,
};

impl Arena {
    /// Begins the next round, in which the first fighter must choose its card. Dragons choose no
    /// card, because their card is always active (rule A-9).
    pub(super) fn begin_round(&self, state: &mut State, table: &mut impl Table) {
        state.round += 1;
        state.waiting = state.alive;
        state.revealed = state.dragons;
        state.chosen = [NO_CARD; MAX_FIGHTERS];
        state.ceiling = [i8::MAX; MAX_FIGHTERS];
        state.thrown_off = [0; MAX_FIGHTERS];
        table.dice().start_round(state.round.into());
        table.tell(Event::RoundBegins { round: state.round }, state);
        for fighter in members(state.alive) {
            if state.hand[usize::from(fighter)] == 0 {
                self.take_back(state, fighter, table);
            }
        }
        for fighter in members(state.alive & state.dragons) {
            let initiative = self.rules.dragon_initiative(state.round);
            state.initiative[usize::from(fighter)] = self.effective(state, fighter, initiative);
        }
        state.phase = Phase::Choosing;
        let choosing = state.alive & !state.dragons;
        if choosing != 0 {
            state.actor = choosing.trailing_zeros() as FighterIndex;
        }
    }

    /// Puts a card of the fighter's hand face down in front of the fighter (rule ).
    #[inline]
    pub(super) fn lay_down(&self, state: &mut State, fighter: FighterIndex, card: CardIndex) {
        let f = usize::from(fighter);
        state.hand[f] &= !(1 << card);
        state.chosen[f] = card;
        let initiative = self.card(state, fighter, card).initiative;
        state.initiative[f] = self.effective(state, fighter, initiative);
    }

    /// Lets a fighter with an empty hand take back its spent cards (rule ). The active card
    /// stays out and, depending on `rules.recycle`, techniques do as well. If no other card is
    /// left, the fighter takes back the active card.
    fn take_back(&self, state: &mut State, fighter: FighterIndex, table: &mut impl Table) {
        let f = usize::from(fighter);
        let sheet = self.sheet(state, fighter);
        let in_play = 1 << state.active[f];
        let kept_out = if self.rules.recycle == Recycle::All { 0 } else { sheet.techniques };
        let discards = sheet.all() & !in_play & !kept_out;
        state.hand[f] = if discards == 0 { in_play } else { discards };
        state.taken_up[f] = count(state.hand[f]);
        table.tell(Event::TakesBack { fighter, cards: state.hand[f] }, state);
    }

    #[inline]
    pub(super) fn choose_card(&self, state: &mut State, card: CardIndex, table: &mut impl Table) {
        let fighter = state.actor;
        self.lay_down(state, fighter, card);
        table.tell(Event::Chooses { fighter, card }, state);
        let to_choose = state.alive & !state.dragons & !((2u16 << fighter) - 1) as Fighters;
        if to_choose != 0 {
            state.actor = to_choose.trailing_zeros() as FighterIndex;
        } else {
            self.next_turn(state, table);
        }
    }

    /// Finds the next turn in which a fighter has a decision (rule ). The fighter with the
    /// highest effective initiative acts next; ties go to the smaller fighter, then to the lower
    /// seat number. Turns without a decision are skipped. When all fighters have acted, the next
    /// round begins or the game ends.
    pub(super) fn next_turn(&self, state: &mut State, table: &mut impl Table) {
        loop {
            while state.waiting != 0 {
                let (called, equals) = call(state);
                let fighters = equals & !state.revealed;
                if fighters != 0 {
                    table.tell(Event::Revealed { initiative: called, fighters }, state);
                    state.revealed |= fighters;
                }
                state.actor = equals.trailing_zeros() as FighterIndex;
                let is_dragon = state.dragons >> state.actor & 1 == 1;
                if is_dragon && self.ask_for_face(state) || self.take_turn(state, table) {
                    return;
                }
            }
            if state.round >= self.rules.rounds {
                return self.finish(state, table);
            }
            self.begin_round(state, table);
            // If only dragons are left, no fighter chooses a card.
            if state.alive & !state.dragons != 0 {
                return;
            }
        }
    }

    /// Begins the actor's turn, in which the card that it has chosen becomes active (rule ).
    /// Ends the turn at once if no step is possible. Returns true if the fighter has a decision.
    #[inline]
    pub(super) fn take_turn(&self, state: &mut State, table: &mut impl Table) -> bool {
        let fighter = state.actor;
        let f = usize::from(fighter);
        let chosen = state.chosen[f];
        state.waiting &= !(1 << fighter);
        state.shift[f] = 0;
        let card = self.show(state, fighter, chosen);
        // A zone from which a sandal threw the fighter in this round counts as visited.
        let been = if self.rules.revisit == Revisit::Never { state.thrown_off[f] } else { 0 };
        state.turn = TurnState {
            moves: card.movement,
            barred: 1 << state.zone[f] | been,
            left: [card.slots[0].uses, card.slots[1].uses],
            struck: 0,
        };
        table.tell(Event::TurnBegins { fighter, card: chosen }, state);
        if self.has_step(state) {
            state.phase = Phase::Acting;
            return true;
        }
        self.end_turn(state, table);
        false
    }

    /// Ends the actor's turn. Mystical skulls that the actor holds end with the turn, and so does a
    /// bramble net that ends without a move.
    pub(super) fn end_turn(&self, state: &mut State, table: &mut impl Table) {
        state.skull[usize::from(state.actor)] = 0;
        if state.netted >> state.actor & 1 == 1 && self.net_falls_off(state, state.actor) {
            self.shed(state, table);
        }
        table.tell(Event::TurnEnds { fighter: state.actor }, state);
    }

    facts! { self;
        /// Returns the zones that the actor may not enter in this turn after a move to `zone` (rule
        /// `barred` has the zones that the actor could not enter before that move.
        pub(super) fn barred_after(barred: u16, zone: u8) -> u16 =
            barred | u16::from(self.rules.revisit == Revisit::Never) << zone;
    }

    /// Returns the effective initiative of a card: the printed initiative, changed by electroshocks
    /// and reduced by a bramble net.
    #[inline]
    fn effective(&self, state: &State, fighter: FighterIndex, printed: u8) -> i8 {
        let moved = printed as i8 + state.shift[usize::from(fighter)];
        match state.netted >> fighter & 1 {
            1 => self.slowed(moved),
            _ => moved,
        }
    }

    /// Makes a card the active card of a fighter: sets the fighter's defense and lasting powers.
    /// Returns the card.
    #[inline]
    pub(super) fn show(&self, state: &mut State, fighter: FighterIndex, card: u8) -> &PlayCard {
        let f = usize::from(fighter);
        state.active[f] = card;
        let card = self.card(state, fighter, card);
        state.defense[f] = card.defense as i8 - self.defense_netted(state, fighter);
        let set = |mask: Fighters, on: bool| mask & !(1 << fighter) | Fighters::from(on) << fighter;
        state.no_melee = set(state.no_melee, card.lasting.no_melee);
        state.no_shot = set(state.no_shot, card.lasting.no_shot);
        state.die_less = set(state.die_less, card.lasting.die_less);
        state.rolled_defense = set(state.rolled_defense, card.lasting.rolled_defense);
        card
    }
}

/// Returns the highest effective initiative among the fighters that have not acted in this round,
/// and the set of fighters with this initiative (rule ).
#[inline]
fn call(state: &State) -> (i8, Fighters) {
    // The initiatives as unsigned bytes in the same order; 0 for those who have acted. All bytes
    // are compared at once, because the number of those who wait is hard to predict for a
    // processor.
    const SIGN: u8 = 1 << 7;
    let bytes = state.initiative.map(|initiative| initiative as u8 ^ SIGN);
    let initiatives: u8x16 = cast([u64::from_le_bytes(bytes) & spread(state.waiting), 0]);
    let mut highest = initiatives;
    for bits in [32, 16, 8] {
        highest = highest.max(cast(cast::<u8x16, u64x2>(highest) >> bits));
    }
    let called = highest.as_array()[0];
    let equals = initiatives.simd_eq(u8x16::splat(called)).to_bitmask();
    ((called ^ SIGN) as i8, equals as Fighters & state.waiting)
}
