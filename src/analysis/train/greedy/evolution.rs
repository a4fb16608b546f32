//! Separable CMA-ES (Ros and Hansen 2008): a normal distribution that moves to where what is drawn from it does best.
//!
//! Each coordinate has a variance of its own, and all together one length of steps; both follow the steps that were taken. It asks only
//! which candidates did better than which, so that noise costs time and not bearing: half of them are averaged. Names in comments are
//! those of Hansen's tutorial (2016). Only sums, products and square roots are taken, so that it comes to the same bits on every machine.

use rand::Rng;

use crate::stats::counts::{Counted, Through};

/// Candidates of a generation: ten times as many as the paper has for some twenty coordinates, since games are noisy. On a model with as
/// much noise the mean came nearer to the optimum in as many games with 128 than with 64, 32 or 16.
pub const CANDIDATES: usize = 128;
/// c_μ at most. With so many candidates the default would be near 1, and variances would follow the noise of one generation.
const MANY: f64 = 0.3;
/// Of these, so many are averaged.
const PARENTS: usize = CANDIDATES / 2;

/// The distribution, and how it has moved so far.
pub struct Distribution {
    /// Where it is.
    pub mean: Vec<f64>,
    /// The length of steps: σ.
    step: f64,
    /// Of each coordinate: the diagonal of C.
    variances: Vec<f64>,
    /// Steps so far, which fade: p_σ, in units of the deviations, and p_c.
    paths: [Vec<f64>; 2],
    /// How much of the first path is still that of the beginning: (1 - c_σ)^2t.
    faded: f64,
    rates: Rates,
}

/// How fast it learns: the tutorial's defaults, those of the variances times (n + 2) / 3 as the paper has it, but see [`MANY`].
struct Rates {
    /// What each of the best counts, the best first.
    weights: [f64; PARENTS],
    /// As many candidates of equal weight would be as noisy: μ_eff.
    effective: f64,
    /// c_σ and d_σ.
    step: f64,
    damping: f64,
    /// c_c, c_1 and c_μ.
    path: f64,
    one: f64,
    many: f64,
    /// The expected length of a vector of n normal numbers.
    length: f64,
}

impl Rates {
    fn of(n: f64) -> Rates {
        // The sum of 1/j from the rank on is ln(μ + 1/2) - ln(rank - 1/2), or almost: the usual weights without a logarithm.
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

/// Without what hangs on the number of coordinates alone.
impl Counted for Distribution {
    fn show(&mut self, through: &mut Through<'_>) {
        through.long_bits([&mut self.step, &mut self.faded]);
        let [first, second] = &mut self.paths;
        for numbers in [&mut self.mean, &mut self.variances, first, second] {
            through.long_bits(numbers);
        }
    }
}

impl Distribution {
    /// Around this point, with this deviation in every coordinate. It has one coordinate at least.
    pub fn new(mean: Vec<f64>, step: f64) -> Distribution {
        let n = mean.len();
        Distribution {
            step,
            variances: vec![1.0; n],
            paths: [vec![0.0; n], vec![0.0; n]],
            faded: 1.0,
            rates: Rates::of(n as f64),
            mean,
        }
    }

    /// How far candidates are spread, by coordinate: standard deviations.
    pub fn spread(&self) -> Vec<f64> {
        let variances = self.variances.iter();
        variances
            .map(|variance| self.step * variance.sqrt())
            .collect()
    }

    /// A generation of candidates.
    pub fn ask(&self, luck: &mut impl Rng) -> Vec<Vec<f64>> {
        let spread = self.spread();
        let mut candidate = || {
            let coordinates = self.mean.iter().zip(&spread);
            coordinates
                .map(|(mean, spread)| mean + spread * normal(luck))
                .collect()
        };
        (0..CANDIDATES).map(|_| candidate()).collect()
    }

    /// What [`Distribution::ask`] gave, and how well each did: more is better, and only the order counts.
    pub fn tell(&mut self, candidates: &[Vec<f64>], fitness: &[f64]) {
        let mut best: Vec<usize> = (0..candidates.len()).collect();
        best.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
        let Distribution {
            mean,
            step,
            variances,
            paths: [path, path_c],
            faded,
            rates,
        } = self;
        let n = mean.len() as f64;
        // y of the best, and their average.
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
        // While steps grow fast, the variances do not follow them: h_σ.
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

/// A number that is as good as normal: the sum of twelve even ones.
fn normal(luck: &mut impl Rng) -> f64 {
    let sum: u64 = (0..12).map(|_| u64::from(luck.next_u32())).sum();
    // Each is the middle of its interval.
    (sum as f64 + 6.0) / (1u64 << 32) as f64 - 6.0
}

/// e to a power of about -1 to 1, good to three digits.
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
    use crate::games::chance::{Purpose, stream};

    const N: usize = 20;

    /// Where the toy's optimum is.
    fn optimum(at: usize) -> f64 {
        if at.is_multiple_of(2) { 1.0 } else { -0.5 }
    }

    /// How far from the optimum, each coordinate in units of its own: some count a hundred times as much as others.
    fn off(point: &[f64]) -> f64 {
        let coordinates = point.iter().enumerate();
        coordinates
            .map(|(at, x)| {
                let weight = 100f64.powf(at as f64 / (N - 1) as f64);
                weight * (x - optimum(at)).powi(2)
            })
            .sum()
    }

    /// Generations on the toy, with so much noise on what a candidate is worth.
    fn evolved(generations: u64, noise: f64, worth: impl Fn(&[f64]) -> f64) -> Distribution {
        let mut distribution = Distribution::new(vec![0.0; N], 0.3);
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
        // At first it is off by 278, and candidates differ by some 30 of that.
        let start = off(&[0.0; N]);
        let found = evolved(150, 30.0, |point| -off(point));
        assert!(
            off(&found.mean) < start / 8.0,
            "{} of {start}",
            off(&found.mean)
        );
        // The coordinates that count a hundred times as much are known better.
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
