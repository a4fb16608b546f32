//! Tree search for arena games: what a fighter can observe, guesses of hidden cards (rule ),
//! and estimated values of positions.

use arrayvec::ArrayVec;
use rand::Rng;

use super::end::sides;
use super::{
    Arena, AttackStage, Choice, DiceCount, FighterIndex, Fighters, MAX_FIGHTERS, Phase, State,
    View, members,
};
use crate::game::chance::pick;
use crate::game::searchable::{Outcome, Outcomes, Root, Searchable, mix};

/// Scale for converting a lead in points to a score between 0 and 1. A lead of `x` points (negative
/// if behind) gives `0.5 + 0.5 * x / (|x| + SCORE_SCALE)`.
const SCORE_SCALE: f32 = 6.0;

impl Searchable for Arena {
    /// Draws the hidden cards at random. While fighters choose cards, the hidden choices are undone
    /// instead, and the search decides them again. Later, each hidden card is drawn uniformly from
    /// the cards that the countdown of initiatives allows.
    fn determinize(&self, view: View<'_>, luck: &mut impl Rng) -> State {
        let mut state = view.without_secrets();
        let hidden = view.face_down();
        if hidden == 0 {
            return state;
        }
        if state.phase == Phase::Choosing {
            state.actor = hidden.trailing_zeros() as FighterIndex;
            return state;
        }
        for fighter in members(hidden) {
            let cards = view.next_cards(fighter);
            let nth = pick(luck, cards.count_ones() as usize);
            let card = members(cards).nth(nth).unwrap_or_default();
            self.lay_down(&mut state, fighter, card);
        }
        state
    }

    fn known(&self, view: View<'_>, state: &State) -> Option<Choice> {
        let own = state.phase == Phase::Choosing && state.round == view.round();
        own.then(|| view.chosen(state.actor).map(Choice::Card)).flatten()
    }

    fn root(&self, view: View<'_>) -> Root {
        self.root_of(&view.without_secrets(), view.me().into())
    }

    /// Returns a hash of what the search distinguishes: positions, living fighters, the player's
    /// own cards and the progress of the turn. For a lucky charm, it also depends on the dice. Life
    /// points are included only in the last round, because only there do they decide which step is
    /// better.
    fn observation(&self, state: &State, player: usize) -> u64 {
        let place = u64::from(state.round)
            | (state.phase as u64) << 8
            | (player as u64) << 16
            | u64::from(state.alive) << 24
            | u64::from(state.waiting) << 32
            | u64::from(state.active[player]) << 40
            | u64::from(state.netted & state.alive) << 48;
        let mut zone = state.zone;
        for fallen in members(state.everybody() & !state.alive) {
            zone[usize::from(fallen)] = 0;
        }
        let zones = u64::from_le_bytes(zone);
        let own = match state.phase {
            Phase::Placing | Phase::Over => 0,
            Phase::Choosing | Phase::Facing => u64::from(state.hand[player]),
            Phase::Acting => {
                let turn = &state.turn;
                u64::from(turn.moves)
                    | u64::from(turn.barred) << 8
                    | u64::from(turn.left[0]) << 24
                    | u64::from(turn.left[1]) << 32
                    | u64::from(turn.struck) << 40
            }
            Phase::Ordering => {
                let open = u64::from(self.open_to_splinters(state));
                open << 40 | u64::from(state.clash.order) << 8 | u64::from(state.clash.pending)
            }
            Phase::Throwing => u64::from(state.clash.target),
            Phase::Charm => {
                let hits = state.clash.throw.at_least(state.clash.needed);
                u64::from(hits)
                    | u64::from(state.clash.needed as u8) << 8
                    | u64::from(state.lp[player]) << 16
                    | self.of_effect(state) << 24
            }
        };
        let tokens =
            if state.round == self.rules.rounds { u64::from_le_bytes(state.lp) } else { 0 };
        mix(mix(place, zones), own ^ mix(0, tokens))
    }

    fn is_secret(&self, state: &State) -> bool {
        state.phase == Phase::Choosing
    }

    fn outcomes(&self, state: &State) -> Outcomes {
        let sides = self.scored_sides(state);
        let chances = (state.phase != Phase::Over).then(|| self.chances(state, &sides));
        let standing = self.standing(state);
        let last = (sides.len().max(2) - 1) as f32;
        let mut outcomes = [Outcome::default(); MAX_FIGHTERS];
        for (index, side) in sides.iter().enumerate() {
            let first = side.members.trailing_zeros() as usize;
            let outcome = Outcome {
                win: match chances {
                    Some(chances) => chances[index],
                    None => f32::from(standing.winners == side.members),
                },
                placement: 1.0 - f32::from(standing.place[first] - 1) / last,
                score: side.relative_score(&sides, state.alive),
            };
            for fighter in members(side.members) {
                outcomes[usize::from(fighter)] = outcome;
            }
        }
        outcomes
    }
}

/// A side of a game and its score.
struct Side {
    members: Fighters,
    score: f32,
}

impl Side {
    /// Returns how well a side scores relative to the best other side with survivors, from 0 to 1
    /// (0.5: equal scores). A side without survivors gets 0, because it has lost (rule ).
    fn relative_score(&self, all: &[Side], alive: Fighters) -> f32 {
        let stands = |side: &&Side| side.members & alive != 0;
        let others = all.iter().filter(|side| side.members != self.members).filter(stands);
        match others.map(|other| other.score).reduce(f32::max) {
            _ if !stands(&self) => 0.0,
            None => 1.0,
            Some(best) => {
                let lead = self.score - best;
                0.5 + 0.5 * lead / (lead.abs() + SCORE_SCALE)
            }
        }
    }
}

impl Arena {
    /// Returns all sides with their scores. The bonus for the centre counts only at the end of the
    /// last round.
    fn scored_sides(&self, state: &State) -> ArrayVec<Side, MAX_FIGHTERS> {
        let last = state.round == self.rules.rounds;
        let score = |fighter: FighterIndex| match last {
            true => self.score(state, usize::from(fighter)),
            false => state.points[usize::from(fighter)],
        };
        let scored = |side: Fighters| Side {
            members: side,
            score: f32::from(members(side).map(score).sum::<u16>()),
        };
        sides(state, state.everybody()).map(scored).collect()
    }

    /// Returns a number that identifies dice of a card effect against which a lucky charm may be
    /// used: the kind of effect, the sum of the dice, and the dice rolled before. Returns 0 for
    /// other dice.
    fn of_effect(&self, state: &State) -> u64 {
        let rolled = match self.clash_slot(state).dice {
            DiceCount::Rolled => u64::from(state.clash.dice),
            _ => 0,
        };
        match state.clash.stage {
            AttackStage::Net => rolled << 16 | 1 << 8 | u64::from(state.clash.throw.sum()),
            AttackStage::Count => 2 << 8 | u64::from(state.clash.throw.sum()),
            _ => 0,
        }
    }

    /// Estimates the probability that each side wins an unfinished game. The probability grows with
    /// the side's score and life points. Sides differ more if fewer rounds remain.
    fn chances(&self, state: &State, sides: &[Side]) -> [f32; MAX_FIGHTERS] {
        let to_come = f32::from(self.rules.rounds - state.round.min(self.rules.rounds)) + 0.5;
        let mut chances = [0.0; MAX_FIGHTERS];
        for (side, chance) in sides.iter().zip(&mut chances) {
            let alive = side.members & state.alive;
            if alive == 0 {
                continue;
            }
            let life: f32 = members(alive).map(|f| f32::from(state.lp[usize::from(f)])).sum();
            // A side cannot lose points. Life points are worth more if they must last for more
            // rounds.
            let merit = side.score + life.sqrt() * to_come.sqrt();
            let power = (merit / (1.0 + 1.2 * to_come.sqrt())).min(60.0);
            *chance = libm::exp(f64::from(power)) as f32;
        }
        let sum: f32 = chances.iter().sum();
        chances.map(|chance| chance / sum)
    }
}
