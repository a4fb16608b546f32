//! Measures the luck of each player in a game: the changes of the player's win probability by
//! random events, minus the expected changes.
//!
//! After a step with a random event, the same option is replayed several times from the previous
//! state with new random numbers. A greedy bot then plays the positions on to the end of the round:
//! each replayed position once, and the real position as often as there are replays.
//! [`Searchable::outcomes`] estimates the win probabilities of the positions at the end of the
//! round. If searches are long, positions are also played on to the end of the game.
//!
//! Given the events before, the real and the replayed positions have the same distribution. So the
//! difference of their mean values has the expectation 0, even if the estimate of win probabilities
//! is poor. The luck of a game is the sum of these differences ([`crate::stats::luck`]).

use arrayvec::ArrayVec;
use rand_pcg::Pcg64Mcg;

use super::game_loop::Referee;
use crate::game::chance::{OneStream, Owner, Purpose, Throw, stream};
use crate::game::{Chance, Game, MAX_PLAYERS, Observer, Options, Searchable, Turn, Unwatched};
use crate::stats::luck::{Luck, UNIT};
use crate::strategies::{BotDefinition, Greedy, Weights};

/// Settings for measuring the luck of the players in a game.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weighing {
    /// Weights of the greedy bot that continues a position to the end of a round or game.
    pub guide: Weights,
    /// Number of replays of each random event, at least 1. The position that really occurred is
    /// continued as many times.
    pub throws: u32,
    /// True if each position is continued to the end of the game as well, false if each position is
    /// continued only to the end of the round.
    pub to_the_end: bool,
}

/// Number of search playouts (simulated games) for each replay of a random event. The number of
/// replays is the average number of playouts per decision, divided by this constant.
///
/// With this ratio, the measurement of luck takes about a tenth of the search's time. The constant
/// [`TO_THE_END`] limits playing to the end of the game to long searches.
const PLAYOUTS: u64 = 2;
/// Number of search playouts for each replay of a random event, if positions are also continued to
/// the end of the game.
const PLAYOUTS_TO_THE_END: u64 = 16;
/// Minimum number of playouts of a search for which positions are also continued to the end of the
/// game when luck is measured.
const TO_THE_END: u64 = 500;
/// Minimum number of replays of each random event. Fewer replays would add more noise than the
/// measurement of luck removes.
const FEWEST: u64 = 16;
/// Maximum number of replays of each random event. More replays hardly improve the measurement of
/// luck.
const MOST: u64 = 256;

/// Maximum numbers of decisions that the greedy bot makes to evaluate a position: the first number
/// for a position that is continued to the end of the round, the second number for a position that
/// is continued to the end of the game.
const LONGEST: [u32; 2] = [200, 2_000];

impl Weighing {
    /// Returns the settings for measuring luck in games of these bots, one bot per seat at the
    /// table. The greedy bot that continues positions is the one that the longest search uses in
    /// its playouts.
    ///
    /// Returns `None` if no bot searches with a greedy playout bot, or if all searches are short.
    /// With short searches, playing more games costs less than measuring luck.
    pub fn of<'a>(seats: impl IntoIterator<Item = &'a BotDefinition>) -> Option<Weighing> {
        let (mut count, mut playouts) = (0, 0);
        let mut longest: Option<(u32, Weights)> = None;
        for definition in seats {
            count += 1;
            let BotDefinition::Mcts(search) = definition else { continue };
            let iterations = search.settings.iterations;
            playouts += u64::from(iterations);
            if longest.is_none_or(|(most, _)| iterations > most) {
                longest = search.greedy().map(|guide| (iterations, guide)).or(longest);
            }
        }
        let (_, guide) = longest?;
        let playouts = playouts / count;
        let to_the_end = playouts >= TO_THE_END;
        let each = if to_the_end { PLAYOUTS_TO_THE_END } else { PLAYOUTS };
        let throws = playouts / each;
        (throws >= FEWEST).then(|| Weighing { guide, throws: throws.min(MOST) as u32, to_the_end })
    }
}

/// Plays the chosen options of a game, and measures the luck of each player after each random
/// event. Allocates memory only when it is created.
pub(super) struct Meter<G: Game> {
    guide: Greedy,
    throws: u32,
    to_the_end: bool,
    /// Generator of the random numbers with which random events are replayed, independent of the
    /// game's own random numbers.
    again: Pcg64Mcg,
    options: Box<Options<G::Choice>>,
    /// The luck of each player so far, as a change of win probability. Each player has two values:
    /// one measured at the end of the round, one at the end of the game.
    luck: [[f64; 2]; MAX_PLAYERS],
}

impl<G: Searchable> Meter<G> {
    pub fn new(weighing: &Weighing) -> Self {
        Meter {
            guide: Greedy::new(weighing.guide),
            throws: weighing.throws.max(1),
            to_the_end: weighing.to_the_end,
            again: Pcg64Mcg::new(0),
            options: Box::default(),
            luck: [[0.0; 2]; MAX_PLAYERS],
        }
    }

    /// Resets the measured luck to 0 before game `game` with seed `seed`.
    pub fn begin(&mut self, seed: u64, game: u64) {
        self.again = stream(seed, game, Purpose::Luck);
        self.luck = [[0.0; 2]; MAX_PLAYERS];
    }

    /// Returns the measured luck of the first `players` players, in units of 1/[`UNIT`] of a win.
    pub fn luck(&self, players: usize) -> ArrayVec<Luck, MAX_PLAYERS> {
        let whole = |luck: &[f64; 2]| luck.map(|luck| (luck * UNIT).round() as i64);
        self.luck[..players].iter().map(whole).collect()
    }

    /// Continues a position to the end of the round and, if the settings say so, to the end of the
    /// game. Adds `weight` times each player's win probability at these points to the player's
    /// luck.
    fn judge(&mut self, game: &G, mut state: G::State, round: u16, weight: f64) {
        self.play_on(game, &mut state, LONGEST[0], |round_now| round_now != round);
        self.add(game, &state, 0, weight);
        if self.to_the_end {
            self.play_on(game, &mut state, LONGEST[1], |_| false);
            self.add(game, &state, 1, weight);
        }
    }

    fn add(&mut self, game: &G, state: &G::State, control: usize, weight: f64) {
        for (luck, outcome) in self.luck.iter_mut().zip(game.outcomes(state)) {
            luck[control] += weight * f64::from(outcome.win);
        }
    }

    /// Lets the greedy bot make decisions until the game is over, `enough(round)` returns true, or
    /// `decisions` steps have been played.
    fn play_on(
        &mut self,
        game: &G,
        state: &mut G::State,
        decisions: u32,
        enough: impl Fn(u16) -> bool,
    ) {
        for _ in 0..decisions {
            if game.turn(state) == Turn::Over || enough(game.round(state)) {
                return;
            }
            game.options(state, &mut self.options);
            let mut chosen = 0;
            if self.options.len() > 1 {
                let asked = (game, game.view(state), &*self.options);
                chosen = self.guide.choice::<G>(asked, &mut self.again);
            }
            let choice = self.options[chosen];
            let chance = &mut OneStream(&mut self.again);
            game.play(state, choice, chance, &mut Unwatched);
        }
    }
}

impl<G: Searchable> Referee<G> for Meter<G> {
    fn play<C: Chance, O: Observer<G::Event>>(
        &mut self,
        game: &G,
        state: &mut G::State,
        choice: G::Choice,
        chance: &mut C,
        observer: &mut O,
    ) {
        let before = *state;
        let mut heard = Heard { chance, fell: false };
        game.play(state, choice, &mut heard, observer);
        if !heard.fell {
            return;
        }
        let round = game.round(&before);
        let weight = 1.0 / f64::from(self.throws);
        for _ in 0..self.throws {
            self.judge(game, *state, round, weight);
            let mut other = before;
            let chance = &mut OneStream(&mut self.again);
            game.play(&mut other, choice, chance, &mut Unwatched);
            self.judge(game, other, round, -weight);
        }
    }
}

/// Wraps a game's source of random numbers, and records whether a random event with more than one
/// possible result has occurred.
struct Heard<'a, C> {
    chance: &'a mut C,
    fell: bool,
}

impl<C: Chance> Chance for Heard<'_, C> {
    #[inline]
    fn start_round(&mut self, round: u16) {
        self.chance.start_round(round);
    }

    #[inline]
    fn pick(&mut self, owner: impl Into<Owner>, n: usize) -> usize {
        self.fell |= n > 1;
        self.chance.pick(owner, n)
    }

    #[inline]
    fn throw(&mut self, owner: impl Into<Owner>, count: u8) -> Throw {
        self.fell |= count > 0;
        self.chance.throw(owner, count)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use rand::Rng;

    use super::*;
    use crate::game::chance::KeyedChance;
    use crate::game::searchable::{Outcome, Outcomes, Root};
    use crate::game::{FeatureRow, MAX_FEATURES};
    use crate::stats::luck::Lucky;

    /// A game for tests. Player 0 throws two dice, one after the other, and wins with a sum of at
    /// least 9 (10 of 36 throws).
    ///
    /// After the first die, the estimate of a position is the exact win probability.
    #[derive(Default)]
    struct TwoDice {
        /// If set, replayed throws of the dice are more favourable than real throws. The cell
        /// counts all throws.
        cheats: Option<Cell<u32>>,
    }

    /// Number of dice thrown so far, and the sum of the dice.
    #[derive(Debug, Clone, Copy)]
    struct Thrown(u16, u8);

    impl Game for TwoDice {
        type State = Thrown;
        type Choice = u8;
        type View<'a> = Thrown;
        type Event = ();
        const FEATURES: &'static [crate::game::Feature] = &[];

        fn turn(&self, state: &Thrown) -> Turn {
            match state.0 {
                2 => Turn::Over,
                _ => Turn::Decision(0),
            }
        }

        fn round(&self, state: &Thrown) -> u16 {
            state.0
        }

        fn options(&self, _: &Thrown, options: &mut Options<u8>) {
            options.clear();
            options.push(0);
        }

        fn play<D: Chance, O: Observer<()>>(
            &self,
            state: &mut Thrown,
            _: u8,
            dice: &mut D,
            _: &mut O,
        ) {
            let mut face = dice.roll(0);
            if let Some(throws) = &self.cheats {
                throws.set(throws.get() + 1);
                if throws.get() % 10 > 1 {
                    face = face.max(4);
                }
            }
            *state = Thrown(state.0 + 1, state.1 + face);
        }

        fn view<'a>(&'a self, state: &'a Thrown) -> Thrown {
            *state
        }

        fn features(&self, _: Thrown, _: &Options<u8>, _: &mut [FeatureRow]) {}
    }

    impl Searchable for TwoDice {
        fn determinize(&self, view: Thrown, _: &mut impl Rng) -> Thrown {
            view
        }

        fn root(&self, _: Thrown) -> Root {
            unreachable!("nobody searches it")
        }

        fn observation(&self, _: &Thrown, _: usize) -> u64 {
            0
        }

        fn outcomes(&self, state: &Thrown) -> Outcomes {
            let mut outcomes = Outcomes::default();
            let win = match state {
                Thrown(2, sum) => f32::from(u8::from(*sum >= 9)),
                // Probability that one more die brings the sum to at least 9.
                Thrown(_, sum) => f32::from(sum.saturating_sub(2)) / 6.0,
            };
            outcomes[0] = Outcome { win, ..Outcome::default() };
            outcomes
        }
    }

    fn luck_of(game: &TwoDice, games: u64) -> Lucky {
        let weighing = Weighing {
            guide: Weights { of_feature: [0.0; MAX_FEATURES], whim: 0.0 },
            throws: 8,
            to_the_end: true,
        };
        let mut meter = Meter::new(&weighing);
        let mut lucky = Lucky::default();
        for number in 0..games {
            let mut state = Thrown(0, 0);
            let mut dice = KeyedChance::new(1, number, &[0]);
            meter.begin(1, number);
            while game.turn(&state) != Turn::Over {
                dice.start_round(state.0);
                if let Some(throws) = &game.cheats {
                    throws.set(0);
                }
                meter.play(game, &mut state, 0, &mut dice, &mut Unwatched);
            }
            let won = state.1 >= 9;
            lucky.add(number, won.into(), meter.luck(1)[0]);
        }
        lucky
    }

    #[test]
    fn luck_has_mean_zero_and_explains_dice_as_far_as_it_is_known() {
        let lucky = luck_of(&TwoDice::default(), 20_000);
        for (mean, error) in lucky.mean_luck().unwrap() {
            assert!(mean.abs() < 3.5 * error, "{mean} ± {error}");
        }
        let adjusted = lucky.adjusted().unwrap();
        assert!((adjusted.mean - 10.0 / 36.0).abs() < 3.5 * adjusted.error);
        // The game is decided by luck alone. The remaining variance comes from the eight replays
        // (1/9) and from the estimate.
        assert!(adjusted.saving > 4.0, "{adjusted:?}");
    }

    #[test]
    fn throws_again_that_are_not_the_game_s_own_are_found_out() {
        let cheats = Some(Cell::new(0));
        let lucky = luck_of(&TwoDice { cheats }, 20_000);
        for (mean, error) in lucky.mean_luck().unwrap() {
            assert!(mean < -5.0 * error, "{mean} ± {error}");
        }
    }

    #[test]
    fn only_searches_that_take_long_are_weighed() {
        let greedy = BotDefinition::Random;
        assert_eq!(Weighing::of([&greedy]), None);
        assert_eq!(Weighing::of([]), None);
    }
}
