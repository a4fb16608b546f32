//! Separable CMA-ES (Ros and Hansen 2008): an evolution strategy that moves a normal distribution
//! towards good candidates.
//!
//! Each coordinate has its own variance, and all share one step size. Both adapt to the steps
//! taken. Only the ranking of the candidates matters, and half of the candidates are averaged, so
//! the method tolerates noise. Symbols in comments are those of Hansen's tutorial (2016). Only
//! sums, products and square roots are used, so the results are bit-identical on every machine.

use rand::Rng;

use crate::stats::counts::{CountedSums, Through};

/// Number of candidates of a generation. It is ten times the usual value for about twenty
/// coordinates, because game results are noisy.
///
/// On a test model with equal noise, 128 candidates came nearer to the optimum than 64, 32 or 16,
/// for the same number of games.
const CANDIDATES: usize = 128;
/// Upper bound of the learning rate c_μ of the variances in CMA-ES. With many candidates the
/// default is near 1, and the variances would follow the noise of a single generation.
const MANY: f64 = 0.3;
/// Number of best candidates whose average moves the distribution.
const PARENTS: usize = CANDIDATES / 2;

/// A normal distribution that an evolution strategy (CMA-ES) adapts, and the state of the
/// adaptation.
pub struct WeightDistribution {
    /// Mean of the distribution.
    pub mean: Vec<f64>,
    /// Step size σ of the evolution strategy.
    step: f64,
    /// Variance of each coordinate: the diagonal of the covariance matrix.
    variances: Vec<f64>,
    /// The two evolution paths p_σ and p_c of CMA-ES; p_σ is in units of the standard deviations.
    paths: [Vec<f64>; 2],
    /// Remaining weight of the initial value of the step-size path after t generations: (1 −
    /// c_σ)^(2t), where c_σ is the path's learning rate.
    faded: f64,
    rates: Rates,
}

/// Weights and learning rates of separable CMA-ES: the defaults of Hansen's tutorial. As in the
/// paper on the separable variant, the rates of the variances are multiplied by (n + 2) / 3 for n
/// coordinates, up to a maximum.
struct Rates {
    /// Weights of the best candidates in the new mean, the best candidate first.
    weights: [f64; PARENTS],
    /// Effective number of averaged candidates, μ_eff in CMA-ES.
    effective: f64,
    /// Learning rate of the step-size path, c_σ in CMA-ES.
    step: f64,
    /// Damping of the step size, d_σ in CMA-ES.
    damping: f64,
    /// Learning rate of the variances' evolution path, c_c in CMA-ES.
    path: f64,
    /// Learning rate of the variances from the evolution path (rank-one update), c_1 in CMA-ES.
    one: f64,
    /// Learning rate of the variances from the best candidates (rank-μ update), c_μ in CMA-ES.
    many: f64,
    /// Expected length of a vector of standard normal numbers, one for each coordinate.
    length: f64,
}

impl Rates {
    fn of(n: f64) -> Rates {
        // The sum of 1/j from the rank on approximates ln(μ + 1/2) − ln(rank − 1/2): the usual
        // weights without a logarithm.
        let mut weights = [0.0; PARENTS];
        let mut sum = 0.0;
        for rank in (0..PARENTS).rev() {
            sum += 1.0 / (rank + 1) as f64;
            weights[rank] = sum;
        }
        let all: f64 = weights.iter().sum();
        weights = weights.map(|weight| weight / all);
        let effective = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let step = (effective + 2.0) / (n + effective + 5.0);
        let faster = (n + 2.0) / 3.0;
        let one = (faster * 2.0 / ((n + 1.3) * (n + 1.3) + effective)).min(0.5);
        let many = faster * 2.0 * (effective - 2.0 + 1.0 / effective)
            / ((n + 2.0) * (n + 2.0) + effective);
        Rates {
            weights,
            effective,
            step,
            damping: 1.0 + step + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0),
            path: (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n),
            one,
            many: many.min(MANY),
            length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

/// Lists the adapted values of the distribution for saving and loading. Learning rates are left
/// out, because they follow from the number of coordinates.
impl CountedSums for WeightDistribution {
    fn show(&mut self, through: &mut Through<'_>) {
        through.long_bits([&mut self.step, &mut self.faded]);
        let [first, second] = &mut self.paths;
        for numbers in [&mut self.mean, &mut self.variances, first, second] {
            through.long_bits(numbers);
        }
    }
}

impl WeightDistribution {
    /// Creates a distribution around a point with standard deviation `step` in every coordinate;
    /// needs at least one coordinate.
    pub fn new(mean: Vec<f64>, step: f64) -> WeightDistribution {
        let n = mean.len();
        WeightDistribution {
            step,
            variances: vec![1.0; n],
            paths: [vec![0.0; n], vec![0.0; n]],
            faded: 1.0,
            rates: Rates::of(n as f64),
            mean,
        }
    }

    /// Standard deviation of the candidates in each coordinate.
    pub fn spread(&self) -> Vec<f64> {
        let variances = self.variances.iter();
        variances.map(|variance| self.step * variance.sqrt()).collect()
    }

    /// Draws the candidates (points) of the next generation.
    pub fn ask(&self, luck: &mut impl Rng) -> Vec<Vec<f64>> {
        let spread = self.spread();
        let mut candidate = || {
            let coordinates = self.mean.iter().zip(&spread);
            coordinates.map(|(mean, spread)| mean + spread * normal(luck)).collect()
        };
        (0..CANDIDATES).map(|_| candidate()).collect()
    }

    /// Adapts the distribution to the candidates of [`WeightDistribution::ask`] and their fitness.
    /// Greater fitness is better; only the ranking matters.
    pub fn tell(&mut self, candidates: &[Vec<f64>], fitness: &[f64]) {
        let mut best: Vec<usize> = (0..candidates.len()).collect();
        best.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
        let WeightDistribution { mean, step, variances, paths: [path, path_c], faded, rates } =
            self;
        let n = mean.len() as f64;
        // Function for the weighted mean over the best candidates, of their steps y or of the
        // squares.
        let weighed = || best.iter().zip(rates.weights);
        let moved = |at: usize, from: f64, of: usize| (candidates[of][at] - from) / *step;
        let mut moves = vec![];
        for (at, &from) in mean.iter().enumerate() {
            let all = weighed().map(|(&of, weight)| weight * moved(at, from, of));
            let squares = weighed().map(|(&of, weight)| {
                let moved = moved(at, from, of);
                weight * moved * moved
            });
            moves.push((all.sum::<f64>(), squares.sum::<f64>()));
        }
        let grown = |rate: f64| (rate * (2.0 - rate) * rates.effective).sqrt();
        let mut length = 0.0;
        for (at, (moved, _)) in moves.iter().enumerate() {
            let new = grown(rates.step) * moved / variances[at].sqrt();
            path[at] = (1.0 - rates.step) * path[at] + new;
            length += path[at] * path[at];
        }
        *faded *= (1.0 - rates.step) * (1.0 - rates.step);
        // While the step size grows fast, the variances do not follow (h_σ).
        let steady = length / (1.0 - *faded) < (2.0 + 4.0 / (n + 1.0)) * n;
        for (at, &(moved, squares)) in moves.iter().enumerate() {
            path_c[at] *= 1.0 - rates.path;
            let mut kept = 1.0 - rates.one - rates.many;
            match steady {
                true => path_c[at] += grown(rates.path) * moved,
                false => kept += rates.one * rates.path * (2.0 - rates.path),
            }
            variances[at] =
                kept * variances[at] + rates.one * path_c[at] * path_c[at] + rates.many * squares;
            mean[at] += *step * moved;
        }
        *step *= exp(rates.step / rates.damping * (length.sqrt() / rates.length - 1.0));
    }
}

/// Approximately standard normal number: the sum of twelve uniform numbers minus 6.
fn normal(luck: &mut impl Rng) -> f64 {
    let sum: u64 = (0..12).map(|_| u64::from(luck.next_u32())).sum();
    // Each integer represents the middle of its interval.
    (sum as f64 + 6.0) / (1u64 << 32) as f64 - 6.0
}

/// Approximates e^power for powers from −1 to 1, with a relative error below 0.1 %.
fn exp(power: f64) -> f64 {
    let mut result = 1.0 + power.clamp(-1.0, 1.0) / 1024.0;
    for _ in 0..10 {
        result *= result;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::chance::{Purpose, stream};

    const N: usize = 20;

    /// Returns the optimum of the test function in one coordinate.
    fn optimum(at: usize) -> f64 {
        if at.is_multiple_of(2) { 1.0 } else { -0.5 }
    }

    /// Returns a weighted squared distance from the optimum; the weights differ by a factor of up
    /// to 100.
    fn off(point: &[f64]) -> f64 {
        let coordinates = point.iter().enumerate();
        coordinates
            .map(|(at, x)| {
                let weight = 100f64.powf(at as f64 / (N - 1) as f64);
                weight * (x - optimum(at)).powi(2)
            })
            .sum()
    }

    /// Creates a distribution and adapts it for `generations` generations on the test function,
    /// with noise of size `noise`.
    fn evolved(generations: u64, noise: f64, worth: impl Fn(&[f64]) -> f64) -> WeightDistribution {
        let mut distribution = WeightDistribution::new(vec![0.0; N], 0.3);
        for generation in 0..generations {
            let mut luck = stream(7, generation, Purpose::Weights);
            let candidates = distribution.ask(&mut luck);
            let fitness: Vec<f64> = candidates
                .iter()
                .map(|candidate| worth(candidate) + noise * normal(&mut luck))
                .collect();
            distribution.tell(&candidates, &fitness);
        }
        distribution
    }

    #[test]
    fn it_finds_the_optimum_of_a_function_without_noise() {
        let found = evolved(200, 0.0, |point| -off(point));
        assert!(off(&found.mean) < 1e-6, "{}", off(&found.mean));
    }

    #[test]
    fn noise_as_large_as_the_difference_of_candidates_does_not_lead_astray() {
        // The initial distance is 278, and distances of candidates differ by about 30.
        let start = off(&[0.0; N]);
        let found = evolved(150, 30.0, |point| -off(point));
        assert!(off(&found.mean) < start / 8.0, "{} of {start}", off(&found.mean));
        // Coordinates with 100 times the weight in the test function have a smaller standard
        // deviation.
        let spread = found.spread();
        assert!(spread[0] > spread[N - 1], "{spread:?}");
    }

    #[test]
    fn of_noise_alone_it_learns_nothing() {
        let found = evolved(100, 1.0, |_| 0.0);
        let spread = found.spread();
        let all: f64 = spread.iter().product::<f64>().powf(1.0 / N as f64);
        assert!((0.03..3.0).contains(&all), "{spread:?}");
    }

    #[test]
    fn its_own_numbers_are_as_they_ought_to_be() {
        let mut luck = stream(1, 1, Purpose::Weights);
        let drawn: Vec<f64> = (0..20_000).map(|_| normal(&mut luck)).collect();
        let moment = |power| drawn.iter().map(|x| x.powi(power)).sum::<f64>() / 20_000.0;
        assert!(moment(1).abs() < 0.03 && (moment(2) - 1.0).abs() < 0.04);
        for power in [-0.5, 0.0, 0.3] {
            assert!((exp(power) / power.exp() - 1.0).abs() < 2e-3);
        }
        let rates = Rates::of(23.0);
        assert!((rates.weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(rates.effective > PARENTS as f64 / 3.0 && rates.effective < PARENTS as f64);
    }
}
