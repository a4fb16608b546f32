//! Kuhn poker: three cards, two players and one bet.
//!
//! A sample of the hidden information deals both cards anew, so that the opponent does not learn
//! the searching player's card. The decision is read at the node of the card that was actually
//! dealt.

use gong::game::chance::pick;
use gong::game::searchable::{Outcomes, Root};
use gong::game::{Chance, Feature, FeatureRow, Game, Observer, Options, Searchable, Turn};
use rand::Rng;

use super::matrix::zero_sum;

pub struct Kuhn;

#[derive(Debug, Clone, Copy)]
pub struct State {
    cards: [u8; 2],
    /// The actions so far: true to bet or call, false to pass or fold.
    said: [Option<bool>; 3],
}

impl Kuhn {
    /// Returns the state in which the second player holds this card, and the first player has
    /// passed.
    pub fn passed(card: u8) -> State {
        State { cards: [(card + 1) % 3, card], said: [Some(false), None, None] }
    }

    /// Returns the state in which the second player holds this card, and the first player has bet.
    pub fn bet(card: u8) -> State {
        State { said: [Some(true), None, None], ..Kuhn::passed(card) }
    }

    /// Returns the first player's winnings; `None` before the end of the game.
    fn won(state: &State) -> Option<i8> {
        let higher = if state.cards[0] > state.cards[1] { 1 } else { -1 };
        match state.said {
            [Some(false), Some(false), _] => Some(higher),
            [Some(true), Some(true), _] | [Some(false), Some(true), Some(true)] => Some(2 * higher),
            [Some(true), Some(false), _] => Some(1),
            [Some(false), Some(true), Some(false)] => Some(-1),
            _ => None,
        }
    }

    fn who(state: &State) -> usize {
        state.said.iter().flatten().count() % 2
    }
}

impl Game for Kuhn {
    type State = State;
    type Choice = bool;
    /// The view of a player: the number of the deciding player, and its information as one number.
    type View<'a> = (usize, u64);
    type Event = ();

    const FEATURES: &'static [Feature] = &[];

    fn turn(&self, state: &State) -> Turn {
        match Kuhn::won(state) {
            Some(_) => Turn::Over,
            None => Turn::Decision(Kuhn::who(state)),
        }
    }

    fn round(&self, _: &State) -> u16 {
        1
    }

    fn options(&self, _: &State, options: &mut Options<bool>) {
        options.clear();
        options.extend([false, true]);
    }

    fn play<D: Chance, O: Observer<()>>(
        &self,
        state: &mut State,
        choice: bool,
        _: &mut D,
        _: &mut O,
    ) {
        let next = state.said.iter().flatten().count();
        state.said[next] = Some(choice);
    }

    fn view<'a>(&'a self, state: &'a State) -> (usize, u64) {
        let player = Kuhn::who(state);
        (player, self.observation(state, player))
    }

    fn features(&self, _: (usize, u64), _: &Options<bool>, _: &mut [FeatureRow]) {}
}

impl Searchable for Kuhn {
    fn determinize(&self, _: (usize, u64), luck: &mut impl Rng) -> State {
        let first = pick(luck, 3) as u8;
        let second = (first + 1 + pick(luck, 2) as u8) % 3;
        State { cards: [first, second], said: [None; 3] }
    }

    fn root(&self, (player, observation): (usize, u64)) -> Root {
        Root { player, observation, round: 1, secret: true }
    }

    fn observation(&self, state: &State, player: usize) -> u64 {
        state.said.iter().fold(u64::from(state.cards[player]), |seen, said| {
            seen * 3 + said.map_or(0, |said| 1 + u64::from(said))
        })
    }

    fn is_secret(&self, _: &State) -> bool {
        true
    }

    fn outcomes(&self, state: &State) -> Outcomes {
        zero_sum(0.5 + f64::from(Kuhn::won(state).unwrap_or(0)) / 4.0)
    }
}
