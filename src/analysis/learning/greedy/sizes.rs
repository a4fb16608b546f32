//! Measures how much each feature varies between options. This defines a meaningful scale of the
//! feature's weight.

use rayon::ThreadPool;
use rayon::prelude::*;

use crate::analysis::learning::learner::{Sort, each_row};
use crate::analysis::learning::lesson_games::PARTS;
use crate::analysis::learning::line_up::line_up;
use crate::analysis::learning::variants::Variants;
use crate::simulate::{FailedGame, PUPIL, Study};
use crate::strategies::Weights;
use crate::strategies::trained::Lessons;

/// Number of games that a thread plays to measure the features.
const GAMES: u64 = 32;
/// Number of the first game in which features are measured; training games have lower numbers.
const FIRST: u64 = 1 << 60;
/// Probability of a random choice in games in which features are measured. So options that the bot
/// rarely chooses are measured as well.
const TRIES: f32 = 0.5;

/// Sum and sum of squares of a feature over the chosen options of one kind of decision.
#[derive(Clone, Copy, Default)]
struct Sums {
    sum: f64,
    squares: f64,
}

/// Measures the standard deviation of each feature over the chosen options, in the kind of decision
/// where it is greatest.
///
/// The result is 0 if the feature is equal for all options, because its weight then has no effect.
/// The bot plays against itself in all scenarios and their variants, with many random choices.
///
/// # Errors
/// Fails if a game fails.
pub fn sizes(
    variants: &Variants<'_>,
    bot: Weights,
    seed: u64,
    features: usize,
    threads: &ThreadPool,
) -> anyhow::Result<Vec<f64>> {
    let part = |part: u64| -> Result<Lessons, Box<FailedGame>> {
        let simulation = variants.open(part);
        let mut worker = simulation.worker();
        let first = FIRST + part * GAMES;
        for game in first..first + GAMES {
            let line_up = line_up(&simulation.seated(seed, game), |_| PUPIL);
            let study = Study {
                line_up: &line_up,
                network: None,
                teacher: Some(bot),
                tries: TRIES,
                heat: 1.0,
                trace: 1.0,
                seed,
            };
            worker.study(&study, game)?;
        }
        Ok(worker.lessons().map(std::mem::take).unwrap_or_default())
    };
    let parts = variants.round().max(PARTS);
    let parts: Vec<_> = threads.install(|| (0..parts).into_par_iter().map(part).collect());
    let mut lessons = Lessons::default();
    for part in parts {
        let mut part = part.map_err(|failed| *failed)?;
        lessons.kinds.resize(part.kinds.len().max(lessons.kinds.len()), Default::default());
        lessons.append(&mut part);
    }
    let mut sizes = vec![0.0f64; features];
    for kind in &lessons.kinds {
        let mut sums = vec![Sums::default(); features];
        each_row(kind, |sort, row| {
            if matches!(sort, Sort::Option) {
                // The features of an option come before its other inputs.
                for (which, value) in row.each().filter(|(which, _)| *which < features) {
                    sums[which].sum += f64::from(value);
                    sums[which].squares += f64::from(value * value);
                }
            }
        });
        let count = kind.notes.len().max(1) as f64;
        for (size, sums) in sizes.iter_mut().zip(sums) {
            let mean = sums.sum / count;
            let variance = sums.squares / count - mean * mean;
            // Ignores small variances, which are rounding errors of two nearly equal sums.
            if variance > 1e-6 * (sums.squares / count) {
                *size = size.max(variance.sqrt());
            }
        }
    }
    Ok(sizes)
}
