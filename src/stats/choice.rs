//! Estimates the strengths of sides from wins, with Luce's choice rule and Newton's method.
//!
//! The probability that a side wins a contest is proportional to exp(strength). The strength of a
//! side is the sum of its parameters.
//!
//! - Two sides, one parameter per contestant: the model of R. A. Bradley and M. E. Terry (1952).
//! - Several sides: the first choice in the models of R. D. Luce (1959) and R. L. Plackett (1975).
//! - Several parameters per side: the conditional logit of D. McFadden (1974).
//!
//! Strengths are logits: a strength greater by 0.4 means odds of exp(0.4) = 1.49 to 1.

use super::distributions::softmax;
use super::matrix::Matrix;

/// Results of all contests between the same sides.
#[derive(Debug, Clone, PartialEq)]
pub struct Contest {
    /// For each side of a contest: the indices of its parameters. The side's strength is their sum.
    pub sides: Vec<Vec<usize>>,
    /// Number of wins of each side of a contest, or other non-negative weights. At least one of the
    /// numbers is positive.
    pub wins: Vec<f64>,
}

/// Maximum-likelihood estimates of the parameters of a choice model (strengths of contestants).
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// Estimated value of each parameter, in logits.
    pub values: Vec<f64>,
    /// Fisher information of the estimates: the expected negative second derivative of the
    /// log-likelihood.
    information: Matrix,
    /// Inverse of the Fisher information, to which one term per normalization constraint was added
    /// so that it can be inverted.
    inverse: Matrix,
}

/// Convergence threshold in logits: Newton's method stops when no parameter changes by more than
/// this.
const ARRIVED: f64 = 1e-10;
const MOST_STEPS: usize = 100;

/// Computes the maximum-likelihood estimates of the parameters of all sides' strengths.
///
/// Only differences of strengths are identifiable, so some sums of parameters are arbitrary.
/// `gauge` lists the parameters of each such sum; the function fixes the sum at 0. Returns `None`
/// if the contests still do not identify the parameters, or if an estimate is infinite, for example
/// because a side always or never won.
pub fn fit(parameters: usize, contests: &[Contest], gauge: &[Vec<usize>]) -> Option<Fit> {
    let mut values = vec![0.0; parameters];
    let mut now = likelihood(contests, &values);
    for _ in 0..MOST_STEPS {
        let (score, information) = slope(parameters, contests, &values);
        let inverse = gauged(&information, gauge).inverse()?;
        let step = inverse.times(&score);
        if step.iter().all(|move_| move_.abs() < ARRIVED) {
            return Some(Fit { values, information, inverse });
        }
        // The log-likelihood is concave, so a step that is too long is halved until the likelihood
        // increases.
        let climbs = (0..40).find_map(|halvings| {
            let part = 0.5f64.powi(halvings);
            let there: Vec<f64> = values.iter().zip(&step).map(|(v, s)| v + part * s).collect();
            let then = likelihood(contests, &there);
            (then >= now - 1e-12 * now.abs()).then_some((there, then))
        });
        (values, now) = climbs?;
    }
    None
}

/// Returns the win probability of each side of a contest; `values` are the parameters of the sides'
/// strengths, in logits.
pub fn chances(sides: &[Vec<usize>], values: &[f64]) -> Vec<f64> {
    let strength = |side: &Vec<usize>| side.iter().map(|&p| values[p]).sum::<f64>();
    let strengths: Vec<f64> = sides.iter().map(strength).collect();
    softmax(&strengths)
}

fn likelihood(contests: &[Contest], values: &[f64]) -> f64 {
    let of = |contest: &Contest| {
        let chances = chances(&contest.sides, values);
        let logs = contest.wins.iter().zip(chances);
        logs.filter(|(wins, _)| **wins > 0.0)
            .map(|(wins, chance)| wins * libm::log(chance))
            .sum::<f64>()
    };
    contests.iter().map(of).sum()
}

/// Returns the score (gradient of the log-likelihood) and the Fisher information of the contests.
fn slope(parameters: usize, contests: &[Contest], values: &[f64]) -> (Vec<f64>, Matrix) {
    let mut score = vec![0.0; parameters];
    let mut information = Matrix::zero(parameters);
    for contest in contests {
        let chances = chances(&contest.sides, values);
        let games: f64 = contest.wins.iter().sum();
        for ((side, wins), chance) in contest.sides.iter().zip(&contest.wins).zip(&chances) {
            for &parameter in side {
                score[parameter] += wins - games * chance;
            }
        }
        add_spread(&mut information, &contest.sides, &chances, games);
    }
    (score, information)
}

/// Adds `weight` times the covariance matrix of one game's score (gradient of the log-likelihood).
///
/// The score is the indicator vector of the winning side's parameters, minus its mean. `chances`
/// are the win probabilities of the sides.
pub fn add_spread(matrix: &mut Matrix, sides: &[Vec<usize>], chances: &[f64], weight: f64) {
    let mut mean = vec![0.0; matrix.size()];
    let mut own = vec![0.0; matrix.size()];
    for (side, &chance) in sides.iter().zip(chances) {
        own.fill(0.0);
        for &parameter in side {
            own[parameter] += 1.0;
            mean[parameter] += chance;
        }
        matrix.add_square(&own, weight * chance);
    }
    matrix.add_square(&mean, -weight);
}

/// Returns the Fisher information plus one term for each normalization constraint (`gauge`), so
/// that the matrix can be inverted.
fn gauged(information: &Matrix, gauge: &[Vec<usize>]) -> Matrix {
    let n = information.size();
    let typical = (0..n).map(|i| information.at(i, i)).sum::<f64>() / n.max(1) as f64;
    let mut whole = information.clone();
    for sum in gauge {
        let mut row = vec![0.0; n];
        sum.iter().for_each(|&parameter| row[parameter] = 1.0);
        whole.add_square(&row, typical);
    }
    whole
}

impl Fit {
    /// Returns the covariance matrix of the estimated parameters, if games are independent and the
    /// model is correct.
    pub fn covariance(&self) -> Matrix {
        self.covariance_of(&self.information)
    }

    /// Returns the sandwich covariance of the estimated parameters, for a given covariance of the
    /// score (P. J. Huber, 1967). The score is the gradient of the log-likelihood.
    ///
    /// The result is valid even if the model is wrong or if games are correlated.
    pub fn covariance_of(&self, score: &Matrix) -> Matrix {
        self.inverse.product(score).product(&self.inverse)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::intervals::z;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn duels(wins: &[(usize, usize, f64, f64)]) -> Vec<Contest> {
        let duel = |&(a, b, wins_a, wins_b): &(usize, usize, f64, f64)| Contest {
            sides: vec![vec![a], vec![b]],
            wins: vec![wins_a, wins_b],
        };
        wins.iter().map(duel).collect()
    }

    #[test]
    fn two_contestants_are_as_far_apart_as_their_odds() {
        let fit = fit(2, &duels(&[(0, 1, 30.0, 10.0)]), &[vec![0, 1]]).unwrap();
        assert!((fit.values[0] - fit.values[1] - 3f64.ln()).abs() < 1e-9);
        assert!((fit.values[0] + fit.values[1]).abs() < 1e-9);
        // The variance of a logit is 1/wins + 1/losses.
        let difference = fit.covariance().variance(&[1.0, -1.0]);
        assert!((difference - (1.0 / 30.0 + 1.0 / 10.0)).abs() < 1e-9, "{difference}");
    }

    #[test]
    fn agrees_with_a_published_fit() {
        // Baseball, 1987, American League East (A. Agresti, Categorical Data Analysis, 2nd ed.,
        // tables 10.10 and 10.11). Rows: Milwaukee, Detroit, Toronto, New York, Boston, Cleveland,
        // Baltimore. Cells: wins of the row's team.
        let wins = [
            [0, 7, 9, 7, 7, 9, 11],
            [6, 0, 7, 5, 11, 9, 9],
            [4, 6, 0, 7, 7, 8, 12],
            [6, 8, 6, 0, 6, 7, 10],
            [6, 2, 6, 7, 0, 7, 12],
            [4, 4, 5, 6, 6, 0, 6],
            [2, 4, 1, 3, 1, 7, 0],
        ];
        let pairs = (0..7).flat_map(|a| (a + 1..7).map(move |b| (a, b)));
        let results: Vec<_> =
            pairs.map(|(a, b)| (a, b, f64::from(wins[a][b]), f64::from(wins[b][a]))).collect();
        let fit = fit(7, &duels(&results), &[(0..7).collect()]).unwrap();
        let over_baltimore: Vec<f64> = fit.values.iter().map(|v| v - fit.values[6]).collect();
        for (got, published) in over_baltimore.iter().zip([1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0])
        {
            assert!((got - published).abs() < 0.006, "{over_baltimore:?}");
        }
    }

    #[test]
    fn what_cannot_be_told_is_said() {
        // Contestants 0 and 1 never meet contestants 2 and 3.
        let apart = duels(&[(0, 1, 5.0, 5.0), (2, 3, 5.0, 5.0)]);
        assert_eq!(fit(4, &apart, &[vec![0, 1, 2, 3]]), None);
        // A side that always wins has an infinite strength.
        assert_eq!(fit(2, &duels(&[(0, 1, 9.0, 0.0)]), &[vec![0, 1]]), None);
    }

    #[test]
    fn recovers_planted_strengths_and_covers_them_as_often_as_it_says() {
        let planted = [0.8, 0.3, 0.0, -0.2, -0.9];
        let mut luck = Pcg64Mcg::seed_from_u64(5);
        let (mut covered, mut asked) = (0, 0);
        for _ in 0..200 {
            // All line-ups of four out of five contestants, 150 games each.
            let contests: Vec<Contest> = (0..5)
                .map(|absent| {
                    let sides: Vec<Vec<usize>> =
                        (0..5).filter(|i| *i != absent).map(|i| vec![i]).collect();
                    let chances = chances(&sides, &planted);
                    let mut wins = vec![0.0; 4];
                    for _ in 0..150 {
                        let mut point = luck.random::<f64>();
                        let winner = chances.iter().position(|chance| {
                            point -= chance;
                            point < 0.0
                        });
                        wins[winner.unwrap_or(3)] += 1.0;
                    }
                    Contest { sides, wins }
                })
                .collect();
            let fit = fit(5, &contests, &[(0..5).collect()]).unwrap();
            let covariance = fit.covariance();
            for (i, truth) in planted.iter().enumerate() {
                let reach = z(0.95) * covariance.at(i, i).sqrt();
                covered += i32::from((fit.values[i] - truth).abs() <= reach);
                asked += 1;
            }
        }
        // Expected: 95 % of 1,000, which is 950, with a standard deviation of about 7.
        assert!((925..=975).contains(&covered), "{covered} of {asked}");
    }
}
