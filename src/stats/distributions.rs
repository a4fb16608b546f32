//! Tails and quantiles of the normal, chi-squared and Student's t distributions, and probabilities
//! of the binomial and hypergeometric distributions. They have the same bits on every machine,
//! because the elementary functions come from the crate `libm`. Crates for statistics take them
//! from the C library of the system.
//!
//! A tail is the probability of a value above a given one. The quantile of a tail is that value.
//! The formulas are those of M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions
//! (1964), chapter 26.

use std::f64::consts::{FRAC_2_PI, PI, SQRT_2};

/// Returns the probability that a standard normal variable is greater than `z`.
pub fn normal_tail(z: f64) -> f64 {
    libm::erfc(z / SQRT_2) / 2.0
}

/// Returns the value that a standard normal variable exceeds with the probability `tail`, which is
/// between 0 and 0.5, both excluded.
pub fn normal_quantile(tail: f64) -> f64 {
    let t = (-2.0 * libm::log(tail)).sqrt();
    // Formula 26.2.23: the error is below 4.5e-4. Each step of Halley's method cubes the error.
    let above = 2.515517 + t * (0.802853 + t * 0.010328);
    let below = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    (0..2).fold(t - above / below, |z, _| {
        let newton = (normal_tail(z) - tail) / normal_density(z);
        z + newton / (1.0 - newton * z / 2.0)
    })
}

fn normal_density(z: f64) -> f64 {
    libm::exp(-z * z / 2.0) / (2.0 * PI).sqrt()
}

/// Returns the value that a chi-squared variable with `freedom` degrees of freedom (at least 1)
/// exceeds with the probability `tail`, which is between 0 and 1, both excluded.
pub fn chi_squared_quantile(freedom: usize, tail: f64) -> f64 {
    exceeded(|value| chi_squared_tail(freedom, value), tail)
}

/// Formulas 26.4.4 and 26.4.5.
fn chi_squared_tail(freedom: usize, value: f64) -> f64 {
    let (base, first, start) = match freedom % 2 {
        0 => (0.0, libm::exp(-value / 2.0), 2),
        _ => {
            let root = value.sqrt();
            (2.0 * normal_tail(root), 2.0 * normal_density(root) * root, 3)
        }
    };
    let factors = (start..freedom).step_by(2).map(|n| value / n as f64);
    match freedom {
        1 => base,
        _ => base + first * series(factors),
    }
}

/// Returns the value that a variable of Student's t distribution with `freedom` degrees of freedom
/// (at least 1) exceeds with the probability `tail`, which is between 0 and 0.5, both excluded.
pub fn student_quantile(freedom: usize, tail: f64) -> f64 {
    exceeded(|value| student_tail(freedom, value), tail)
}

/// Returns the probability that a variable of Student's t distribution with `freedom` degrees of
/// freedom (at least 1) is greater than `value`, by formulas 26.7.3 and 26.7.4.
pub fn student_tail(freedom: usize, value: f64) -> f64 {
    let angle = libm::atan(value / (freedom as f64).sqrt());
    let (sine, cosine) = libm::sincos(angle);
    let square = cosine * cosine;
    let factor = |n: usize| square * n as f64 / (n + 1) as f64;
    let inside = match freedom {
        1 => FRAC_2_PI * angle,
        _ if freedom.is_multiple_of(2) => sine * series((1..freedom - 2).step_by(2).map(factor)),
        _ => {
            let factors = (2..freedom - 2).step_by(2).map(factor);
            FRAC_2_PI * (angle + sine * cosine * series(factors))
        }
    };
    (1.0 - inside) / 2.0
}

/// Returns the probabilities of 0, 1, 2, … successes in `trials` independent trials, each of which
/// succeeds with the probability `share`, from 0 to 0.5. At most about 500 successes may be
/// expected. Probabilities too small for an `f64` are left out at the end.
pub fn binomial(trials: u64, share: f64) -> impl Iterator<Item = f64> {
    let odds = share / (1.0 - share);
    let none = libm::exp(trials as f64 * libm::log1p(-share));
    let each = (0..=trials).scan(none, move |next, successes| {
        let probability = *next;
        *next *= odds * (trials - successes) as f64 / (successes + 1) as f64;
        Some(probability)
    });
    each.take_while(|probability| *probability > 0.0)
}

/// Returns the probability of at least `successes` in independent trials, each of which succeeds
/// with the probability `share`, from 0 to 1. At most about 500 successes, or at most about 500
/// failures, may be expected.
pub fn binomial_at_least(successes: u64, trials: u64, share: f64) -> f64 {
    if share > 0.5 {
        let failures = binomial(trials, 1.0 - share);
        return failures.take((trials + 1 - successes) as usize).sum();
    }
    binomial(trials, share).skip(successes as usize).sum()
}

/// Returns the hypergeometric distribution: the least possible number of successes among `drawn`
/// trials, and the probabilities of this number and of each larger possible one. The `drawn` trials
/// are drawn from `drawn` + `rest` trials, of which `successes` are successes.
pub fn hypergeometric(drawn: u64, rest: u64, successes: u64) -> (u64, Vec<f64>) {
    let least = successes.saturating_sub(rest);
    let logarithms = (least..=drawn.min(successes)).scan(0.0, |next, k| {
        let logarithm = *next;
        let more = (drawn - k) as f64 * (successes - k) as f64;
        let fewer = (k + 1) as f64 * (rest + k + 1 - successes) as f64;
        *next += libm::log(more / fewer);
        Some(logarithm)
    });
    (least, softmax(&logarithms.collect::<Vec<f64>>()))
}

/// Returns 1 + a + ab + abc + … for the factors a, b, c, ….
fn series(factors: impl Iterator<Item = f64>) -> f64 {
    let terms = factors.scan(1.0, |term, factor| {
        *term *= factor;
        Some(*term)
    });
    1.0 + terms.sum::<f64>()
}

/// Returns the value above 0 that is exceeded with the probability `tail`, by bisection. The
/// probability `of` a value falls as the value grows.
fn exceeded(of: impl Fn(f64) -> f64, tail: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while of(high) > tail {
        (low, high) = (high, 2.0 * high);
    }
    loop {
        let middle = low + (high - low) / 2.0;
        if middle <= low || middle >= high {
            return middle;
        }
        match of(middle) > tail {
            true => low = middle,
            false => high = middle,
        }
    }
}

/// Returns the exponentials of the logarithms, divided by their sum: probabilities from strengths
/// in logits, or the weights of hypotheses from their log-likelihoods.
pub fn softmax(logarithms: &[f64]) -> Vec<f64> {
    let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let odds: Vec<f64> = logarithms.iter().map(|of| libm::exp(of - most)).collect();
    let all: f64 = odds.iter().sum();
    odds.into_iter().map(|odd| odd / all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{
        Binomial, ChiSquared, ContinuousCDF, Discrete, Hypergeometric, Normal, StudentsT,
    };

    const TAILS: [f64; 6] = [0.4, 0.1, 0.025, 0.005, 1e-4, 1e-6];

    fn near(ours: f64, other: f64, what: &str) {
        assert!((ours / other - 1.0).abs() < 1e-9, "{what}: {ours}, {other}");
    }

    #[test]
    fn the_normal_distribution_is_the_one_of_another_author() {
        let normal = Normal::standard();
        for tail in TAILS {
            let z = normal_quantile(tail);
            near(z, normal.inverse_cdf(1.0 - tail), "quantile");
            near(normal_tail(z), tail, "tail of the quantile");
        }
        for z in [-3.0, 0.0, 0.5, 1.96, 7.0] {
            near(normal_tail(z), normal.sf(z), "tail");
        }
        near(normal_quantile(0.025), 1.959963984540054, "quantile");
    }

    #[test]
    fn the_binomial_distribution_is_the_one_of_another_author() {
        for (trials, share) in [(1, 0.5), (17, 0.125), (99, 0.5), (1_000, 0.03)] {
            let other = Binomial::new(share, trials).unwrap();
            let probabilities: Vec<f64> = binomial(trials, share).collect();
            for (successes, &probability) in (0..60).zip(&probabilities) {
                near(probability, other.pmf(successes), "probability");
            }
            near(probabilities.iter().sum(), 1.0, "sum");
        }
        assert_eq!(binomial(3, 0.0).collect::<Vec<_>>(), [1.0]);
        for share in [0.3, 0.8] {
            let other = Binomial::new(share, 9).unwrap();
            let at_least: f64 = (4..=9).map(|successes| other.pmf(successes)).sum();
            near(binomial_at_least(4, 9, share), at_least, "at least four");
            near(binomial_at_least(0, 9, share), 1.0, "at least none");
        }
        assert_eq!(binomial_at_least(3, 3, 1.0), 1.0);
    }

    #[test]
    fn the_hypergeometric_distribution_is_the_one_of_another_author() {
        for (drawn, rest, successes) in [(17, 30, 12), (17, 30, 40), (5, 100, 50), (60, 70, 9)] {
            let other = Hypergeometric::new(drawn + rest, successes, drawn).unwrap();
            let (least, probabilities) = hypergeometric(drawn, rest, successes);
            for (successes, &probability) in (least..).zip(&probabilities) {
                near(probability, other.pmf(successes), "probability");
            }
            near(probabilities.iter().sum(), 1.0, "sum");
        }
        assert_eq!(hypergeometric(3, 4, 7), (3, vec![1.0]));
    }

    #[test]
    fn chi_squared_and_student_are_those_of_another_author() {
        for freedom in [1, 2, 3, 4, 5, 6, 17, 50, 201] {
            let chi = ChiSquared::new(freedom as f64).unwrap();
            let student = StudentsT::new(0.0, 1.0, freedom as f64).unwrap();
            for tail in TAILS {
                let value = chi_squared_quantile(freedom, tail);
                near(chi.sf(value), tail, &format!("chi squared {freedom}"));
                let low = chi_squared_quantile(freedom, 1.0 - tail);
                near(chi.sf(low), 1.0 - tail, &format!("chi squared {freedom}"));
                let value = student_quantile(freedom, tail);
                near(student.sf(value), tail, &format!("Student {freedom}"));
            }
        }
    }
}
