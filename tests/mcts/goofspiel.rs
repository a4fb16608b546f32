//! Goofspiel: two players bid the cards 1 to n, each once, for prizes in a known order; with equal
//! bids neither player gets the prize.

use gong::game::searchable::{Outcomes, Root, mix};
use gong::game::{Chance, Feature, FeatureRow, Game, Observer, Options, Searchable, Turn};
use rand::Rng;

use super::matrix::{value_of, zero_sum};

pub struct Goofspiel {
    prizes: Vec<i8>,
}

#[derive(Debug, Clone, Copy)]
pub struct State {
    round: usize,
    /// The cards that each player still has, one bit per card.
    hands: [u8; 2],
    /// The first player's secret bid, until the second player bids.
    bid: Option<u8>,
    /// The first player's prizes minus the second player's prizes.
    lead: i8,
}

impl Goofspiel {
    pub fn new(prizes: &[i8]) -> Goofspiel {
        Goofspiel { prizes: prizes.to_vec() }
    }

    pub fn opening(&self) -> State {
        let all = (1 << self.prizes.len()) - 1;
        State { round: 0, hands: [all; 2], bid: None, lead: 0 }
    }

    fn after(&self, state: &State, bids: [u8; 2]) -> State {
        let prize = self.prizes[state.round];
        State {
            round: state.round + 1,
            hands: [0, 1].map(|player| state.hands[player] & !(1 << bids[player])),
            bid: None,
            lead: state.lead + prize * (bids[0].cmp(&bids[1]) as i8),
        }
    }

    fn won(state: &State) -> f64 {
        0.5 + 0.5 * f64::from(state.lead.signum())
    }

    /// Returns the exact value for the first player of each pair of bids.
    pub fn exact_matrix(&self, state: &State) -> Vec<Vec<f64>> {
        let value = |bids| {
            let after = self.after(state, bids);
            if after.round == self.prizes.len() {
                return Self::won(&after);
            }
            value_of(&self.exact_matrix(&after)).0
        };
        let row = |mine| cards(state.hands[1]).map(|other| value([mine, other])).collect();
        cards(state.hands[0]).map(row).collect()
    }
}

fn cards(hand: u8) -> impl Iterator<Item = u8> {
    (0..8).filter(move |card| hand >> card & 1 == 1)
}

impl Game for Goofspiel {
    type State = State;
    type Choice = u8;
    /// The view of a player: the state without the secret bid, and the number of the deciding
    /// player.
    type View<'a> = (State, usize);
    type Event = ();

    const FEATURES: &'static [Feature] = &[];

    fn turn(&self, state: &State) -> Turn {
        if state.round == self.prizes.len() {
            return Turn::Over;
        }
        Turn::Decision(usize::from(state.bid.is_some()))
    }

    fn round(&self, state: &State) -> u16 {
        state.round as u16 + 1
    }

    fn options(&self, state: &State, options: &mut Options<u8>) {
        options.clear();
        options.extend(cards(state.hands[usize::from(state.bid.is_some())]));
    }

    fn play<D: Chance, O: Observer<()>>(
        &self,
        state: &mut State,
        choice: u8,
        _: &mut D,
        _: &mut O,
    ) {
        match state.bid {
            None => state.bid = Some(choice),
            Some(bid) => *state = self.after(state, [bid, choice]),
        }
    }

    fn view<'a>(&'a self, state: &'a State) -> (State, usize) {
        (State { bid: None, ..*state }, usize::from(state.bid.is_some()))
    }

    fn features(&self, _: (State, usize), _: &Options<u8>, _: &mut [FeatureRow]) {}
}

impl Searchable for Goofspiel {
    fn determinize(&self, (state, _): (State, usize), _: &mut impl Rng) -> State {
        state
    }

    fn root(&self, (state, player): (State, usize)) -> Root {
        self.root_of(&state, player)
    }

    fn observation(&self, state: &State, _: usize) -> u64 {
        mix(u64::from(u16::from_le_bytes(state.hands)), state.lead as u64)
    }

    fn is_secret(&self, _: &State) -> bool {
        true
    }

    fn outcomes(&self, state: &State) -> Outcomes {
        zero_sum(Self::won(state))
    }
}
