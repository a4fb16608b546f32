//! Set-up of a game (rule A-3): assigns seats to fighters and places the fighters on the board.

use arrayvec::ArrayVec;

use super::{
    Arena, Choice, Event, FighterIndex, Fighters, MAX_FIGHTERS, NO_CARD, Options, Placement, State,
    Table, Zone, members,
};
use crate::simulate::Seated;

impl Arena {
    /// Returns the state of a game before the first decision (rule A-3). `line_up` has 2 to 8
    /// fighters in at least two teams. Of two fighters with equal initiative and size, the one with
    /// the lower seat acts first, then the one with the lower position in `line_up`.
    ///
    /// # Panics
    /// If the line-up has fewer than 2 or more than 8 fighters.
    pub fn deal(&self, line_up: &[Seated]) -> State {
        let count = line_up.len();
        assert!((2..=MAX_FIGHTERS).contains(&count), "a line-up has 2 to 8 fighters");
        let size_of = |slot: u8| self.sheets[usize::from(line_up[usize::from(slot)].fighter)].size;
        let mut order: ArrayVec<u8, MAX_FIGHTERS> = (0..count as u8).collect();
        order.sort_unstable_by_key(|&slot| (size_of(slot), line_up[usize::from(slot)].seat, slot));

        let mut state = State {
            count: count as u8,
            chosen: [NO_CARD; MAX_FIGHTERS],
            active: [NO_CARD; MAX_FIGHTERS],
            ceiling: [i8::MAX; MAX_FIGHTERS],
            ..State::default()
        };
        state.alive = state.everybody();
        if self.rules.lucky_charm {
            state.charm = state.alive;
            state.more_charms = [self.rules.charms.saturating_sub(1); MAX_FIGHTERS];
        }
        for f in 0..count {
            let seated = line_up[usize::from(order[f])];
            let sheet = &self.sheets[usize::from(seated.fighter)];
            state.sheet[f] = seated.fighter;
            state.slot[f] = order[f];
            state.seat[f] = seated.seat;
            state.size[f] = sheet.size;
            state.lp[f] = sheet.size;
            state.first[f] = 1;
            state.hand[f] = sheet.all();
            state.taken_up[f] = sheet.cards.len() as u8;
            state.defense[f] = sheet.defense as i8;
            let mates =
                (0..count).filter(|&other| line_up[usize::from(order[other])].team == seated.team);
            state.team[f] = mates.map(|other| 1 << other).sum::<Fighters>();
            if sheet.dragon {
                state.dragons |= 1 << f;
                self.show(&mut state, f as FighterIndex, sheet.plain_face());
            }
        }
        let dragons = state.dragons.count_ones() as usize;
        state.ring = self.rules.zones.count(count - dragons);
        state.adjacent = *self.board(&state).adjacent_to_each();
        for dragon in members(state.dragons) {
            state.zone[usize::from(dragon)] = state.ring;
        }
        if self.rules.placement == Placement::SeatOrder {
            seat(&mut state, line_up);
        }
        state
    }

    /// Lists the zones in which the next fighter may start (rule ): empty zones of the ring.
    /// The centre is added if the ring is full, or if `rules.placement_centre` allows it. A dragon,
    /// or a fighter that is placed by its seat (rule ), has only one zone.
    pub(super) fn placements(&self, state: &State, options: &mut Options<Choice>) {
        let seated = self.rules.placement == Placement::SeatOrder;
        if seated || state.dragons >> state.actor & 1 == 1 {
            options.push(Choice::Place(state.zone[usize::from(state.actor)]));
            return;
        }
        let empty = |zone: &Zone| state.at[usize::from(*zone)] == 0;
        options.extend((0..state.ring).filter(empty).map(Choice::Place));
        let centre = state.ring;
        let optional = self.rules.placement_centre
            && state.count <= state.ring
            && state.dragons == 0
            && empty(&centre);
        if options.is_empty() || optional {
            options.push(Choice::Place(centre));
        }
    }

    pub(super) fn place(&self, state: &mut State, zone: Zone, table: &mut impl Table) {
        let fighter = state.actor;
        state.zone[usize::from(fighter)] = zone;
        state.at[usize::from(zone)] |= 1 << fighter;
        table.tell(Event::Placed { fighter, zone }, state);
        if fighter + 1 < state.count {
            state.actor += 1;
        } else {
            self.next_turn(state, table);
        }
    }
}

/// Places all fighters except dragons in the zones of the ring, in the order of the players' seats
/// (rule ). Fighters of different teams alternate.
fn seat(state: &mut State, line_up: &[Seated]) {
    let mut order: ArrayVec<u8, MAX_FIGHTERS> = (0..state.count).collect();
    order.sort_unstable_by_key(|&fighter| {
        let slot = usize::from(state.slot[usize::from(fighter)]);
        let team = line_up[slot].team;
        (line_up[..slot].iter().filter(|other| other.team == team).count(), team, slot)
    });
    order.retain(|fighter| state.dragons >> *fighter & 1 == 0);
    for (place, fighter) in (0..).zip(order) {
        state.zone[usize::from(fighter)] = place % state.ring;
    }
}
