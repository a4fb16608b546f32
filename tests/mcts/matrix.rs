//! Games with simultaneous choices of two players and given payoffs, and the exact solution of such
//! games.

use gong::game::searchable::{Outcome, Outcomes, Root};
use gong::game::{Chance, Feature, FeatureRow, Game, Observer, Options, Searchable, Turn};
use rand::Rng;

/// The first player's payoffs, 0 to 1, by row (its choice) and column (the opponent's choice). The
/// second player gets 1 minus the payoff.
pub struct Matrix {
    pub payoffs: Vec<Vec<f64>>,
}

/// The choices that the two players have made so far.
#[derive(Debug, Clone, Copy)]
pub struct Chosen([Option<usize>; 2]);

impl Matrix {
    pub fn new(payoffs: Vec<Vec<f64>>) -> Matrix {
        Matrix { payoffs }
    }

    /// Returns the state in which the first player has to decide.
    pub fn first(&self) -> Chosen {
        Chosen([None, None])
    }

    /// Returns the state in which the second player has to decide, after a secret choice of the
    /// first player.
    pub fn second(&self, secret: usize) -> Chosen {
        Chosen([Some(secret), None])
    }
}

/// Returns the outcomes for two players: `value` for the first, 1 − `value` for the second.
pub fn zero_sum(value: f64) -> Outcomes {
    let mut outcomes = Outcomes::default();
    outcomes[0] = Outcome { win: value as f32, ..Outcome::default() };
    outcomes[1] = Outcome { win: 1.0 - value as f32, ..Outcome::default() };
    outcomes
}

impl Game for Matrix {
    type State = Chosen;
    type Choice = usize;
    /// The view of a player: the number of the deciding player. Nothing else is visible.
    type View<'a> = usize;
    type Event = ();

    const FEATURES: &'static [Feature] = &[];

    fn turn(&self, state: &Chosen) -> Turn {
        match state.0 {
            [None, _] => Turn::Decision(0),
            [_, None] => Turn::Decision(1),
            _ => Turn::Over,
        }
    }

    fn round(&self, _: &Chosen) -> u16 {
        1
    }

    fn options(&self, state: &Chosen, options: &mut Options<usize>) {
        options.clear();
        let count = match state.0[0] {
            None => self.payoffs.len(),
            Some(_) => self.payoffs[0].len(),
        };
        options.extend(0..count);
    }

    fn play<D: Chance, O: Observer<()>>(
        &self,
        state: &mut Chosen,
        choice: usize,
        _: &mut D,
        _: &mut O,
    ) {
        let player = usize::from(state.0[0].is_some());
        state.0[player] = Some(choice);
    }

    fn view<'a>(&'a self, state: &'a Chosen) -> usize {
        usize::from(state.0[0].is_some())
    }

    fn features(&self, _: usize, _: &Options<usize>, _: &mut [FeatureRow]) {}
}

impl Searchable for Matrix {
    fn determinize(&self, _: usize, _: &mut impl Rng) -> Chosen {
        self.first()
    }

    fn root(&self, player: usize) -> Root {
        Root { player, observation: 0, round: 1, secret: true }
    }

    fn observation(&self, _: &Chosen, _: usize) -> u64 {
        0
    }

    fn is_secret(&self, _: &Chosen) -> bool {
        true
    }

    fn outcomes(&self, state: &Chosen) -> Outcomes {
        match state.0 {
            [Some(row), Some(column)] => zero_sum(self.payoffs[row][column]),
            _ => zero_sum(0.5),
        }
    }
}

/// Returns the value of a matrix game for the first player, and a mixture of rows that guarantees
/// the value. Tries every pair of supports of equal size (Shapley, Snow 1950).
pub fn value_of(payoffs: &[Vec<f64>]) -> (f64, Vec<f64>) {
    let (rows, columns) = (payoffs.len(), payoffs[0].len());
    for support in 1..1u32 << rows {
        for against in (1..1u32 << columns).filter(|set| set.count_ones() == support.count_ones()) {
            let list = |set: u32| (0..32).filter(|bit| set >> bit & 1 == 1).collect::<Vec<usize>>();
            let (mine, others) = (list(support), list(against));
            // Every column of the support has the same payoff, and the probabilities sum to 1.
            let size = mine.len();
            let mut equations = vec![vec![0.0; size + 2]; size + 1];
            for (equation, &column) in equations.iter_mut().zip(&others) {
                for (place, &row) in mine.iter().enumerate() {
                    equation[place] = payoffs[row][column];
                }
                equation[size] = -1.0;
            }
            equations[size][..size].fill(1.0);
            equations[size][size + 1] = 1.0;
            let Some(solution) = solved(equations) else {
                continue;
            };
            let value = solution[size];
            let mut mixture = vec![0.0; rows];
            for (place, &row) in mine.iter().enumerate() {
                mixture[row] = solution[place];
            }
            let least = (0..columns)
                .map(|column| (0..rows).map(|row| mixture[row] * payoffs[row][column]).sum())
                .fold(f64::INFINITY, f64::min);
            let sound = mixture.iter().all(|&chance| chance > -1e-9) && least > value - 1e-9;
            if sound && no_more_than(payoffs, value, &others, &mine) {
                return (value, mixture);
            }
        }
    }
    unreachable!("every matrix game has a solution")
}

/// Returns whether the second player can limit the first player to `value` with its own support.
fn no_more_than(payoffs: &[Vec<f64>], value: f64, others: &[usize], mine: &[usize]) -> bool {
    let size = others.len();
    let mut equations = vec![vec![0.0; size + 2]; size + 1];
    for (equation, &row) in equations.iter_mut().zip(mine) {
        for (place, &column) in others.iter().enumerate() {
            equation[place] = payoffs[row][column];
        }
        equation[size] = -1.0;
    }
    equations[size][..size].fill(1.0);
    equations[size][size + 1] = 1.0;
    solved(equations).is_some_and(|solution| {
        let most = payoffs
            .iter()
            .map(|row| {
                others.iter().zip(&solution).map(|(&column, chance)| chance * row[column]).sum()
            })
            .fold(f64::NEG_INFINITY, f64::max);
        solution[..size].iter().all(|&chance| chance > -1e-9) && most < value + 1e-9
    })
}

/// Solves linear equations by Gaussian elimination; returns `None` without a unique solution.
fn solved(mut equations: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let size = equations.len();
    for column in 0..size {
        let pivot = (column..size).max_by(|&one, &other| {
            equations[one][column].abs().total_cmp(&equations[other][column].abs())
        })?;
        if equations[pivot][column].abs() < 1e-12 {
            return None;
        }
        equations.swap(column, pivot);
        let leading = equations[column].clone();
        for (row, equation) in equations.iter_mut().enumerate() {
            if row != column {
                let factor = equation[column] / leading[column];
                equation.iter_mut().zip(&leading).for_each(|(entry, lead)| *entry -= factor * lead);
            }
        }
    }
    Some((0..size).map(|row| equations[row][size] / equations[row][row]).collect())
}
