//! The reference player of a sensitivity analysis: plays the steps with the largest effects again,
//! because a step may have another effect with a stronger bot.

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};

use super::facts::{self, StepFacts};
use super::survey::Survey;
use crate::analysis::pairs::{PairTally, PairedVariant, compare_with, uncounted_pairs};
use crate::analysis::{GAME, paired};
use crate::questions::LotPlayer;
use crate::questions::facts::{Fact, WIN_RATE};
use crate::questions::judge::judge;
use crate::questions::reference::{Asked, ReferenceGames};
use crate::session::Usage;
use crate::simulate::{All, Simulation};
use crate::stats::counts::Counts;

/// Minimum number of games of each variant with which the reference player plays by default. Fewer
/// games could confirm only effects of more than ten points.
pub const FEWEST: u64 = 200;
/// Processor time of a default command for the games of the reference player, in microseconds: 20
/// seconds on two cores.
const TIME: u64 = 40_000_000;
/// Maximum number of steps that the reference player plays.
const STEPS: usize = 3;

/// The counts of the reference player's games, without and with each chosen step.
#[derive(Debug, Serialize, Deserialize)]
pub struct StepGames {
    /// Number of games of each variant.
    pub games: u64,
    counts: Counts,
}

/// Returns the games of the reference player, in the unchanged scenario. The number of games
/// depends on the cost of the steps, although the steps are chosen later. Returns `None` if no
/// reference player plays.
///
/// # Errors
/// Fails if a flag names a bot that cannot be the reference player.
pub fn games(survey: &Survey, asked: &Asked<'_>) -> Result<Option<ReferenceGames>, Usage> {
    let scenario = &survey.scenario;
    let work = STEPS as u64 * paired(&scenario.open(), STEPS);
    ReferenceGames::in_time(&[scenario], asked, TIME * GAME / work)
}

/// Returns the memory that the bots of one thread need if the reference player plays, in bytes. The
/// bots of the unchanged scenario and of all steps are in memory at the same time.
pub fn memory(reference: &ReferenceGames) -> u64 {
    (1 + STEPS as u64) * reference.variants[0].memory()
}

/// Chooses the steps that the reference player plays: those with the largest significant effects,
/// each of another value.
pub fn choose(steps: &[StepFacts]) -> Vec<&StepFacts> {
    facts::significant(steps).take(STEPS).collect()
}

/// Plays the unchanged scenario and the chosen steps with the reference player, on the same
/// line-ups and dice. Returns `None` if interrupted.
///
/// # Errors
/// Fails if threads cannot be started or a bot fails.
pub fn play(
    survey: &Survey,
    reference: &ReferenceGames,
    chosen: &[&StepFacts],
    player: &mut LotPlayer<'_>,
) -> Result<Option<StepGames>> {
    let plan = &reference.plan;
    player.progress("reference player", plan.games);
    let (_, stop, bar) = player.split();
    let (first, steps) = variants(survey, reference, chosen);
    let heard = |games| bar.add(games);
    let lots = (&mut All(plan.games), 0);
    let mut played = compare_with(&first, &steps, plan, stop, heard, lots)?;
    Ok((!played.partial)
        .then(|| StepGames { games: played.games, counts: Counts::of(&mut played.tally) }))
}

/// Opens the unchanged scenario and each of the chosen steps, with the reference player in every
/// seat.
fn variants(
    survey: &Survey,
    reference: &ReferenceGames,
    chosen: &[&StepFacts],
) -> (Simulation, Vec<PairedVariant>) {
    let scenario = &reference.variants[0];
    let steps: Vec<(usize, usize)> = chosen.iter().map(|of| of.at).collect();
    (scenario.open(), survey.variants(scenario, &steps))
}

/// Returns the judged changes of the owners' win rates by the chosen steps.
///
/// # Errors
/// Fails if the games do not belong to these steps.
pub fn facts(
    survey: &Survey,
    (reference, found): (&ReferenceGames, &StepGames),
    steps: &[StepFacts],
    level: f64,
) -> Result<Vec<Fact>> {
    let chosen = choose(steps);
    let (first, steps) = variants(survey, reference, &chosen);
    let mut pairs: Vec<PairTally> = uncounted_pairs(&first, &steps);
    ensure!(
        found.counts.fill(&mut pairs, found.games),
        "the stored games of the reference player do not belong to these steps"
    );
    Ok(owners(&chosen, &pairs, level))
}

/// Returns the judged changes of the owners' win rates by these steps. `pairs` has the games of
/// each step.
pub fn owners(chosen: &[&StepFacts], pairs: &[PairTally], level: f64) -> Vec<Fact> {
    let own = chosen.iter().zip(pairs).filter_map(|(step, pairs)| {
        facts::of_step(&step.row.arm, pairs, level).into_iter().find(|Fact { row, .. }| {
            row.measure == WIN_RATE && Some(&row.subject) == step.row.of.fighter.as_ref()
        })
    });
    let mut facts: Vec<Fact> = own.collect();
    judge(&mut facts, |_| (), 0.0, level);
    facts
}
