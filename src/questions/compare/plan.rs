//! The plan of a comparison: the checked variants of the scenario and the number of games.

use std::collections::BTreeSet;

use anyhow::Result;

use super::counts::{self, VariantCounts, uncounted};
use super::flags::CompareFlags;
use crate::questions::experiment::{Arm, CellCounts, Experiment};
use crate::questions::reference::Asked;
use crate::questions::{About, FlagValues, LotPlayer, PlanOutcome, QuestionPlan};
use crate::scenario::Scenario;
use crate::session::failed::Watchable;
use crate::session::playing::{Playing, default_games, stem};
use crate::session::reading::Reading;
use crate::session::variants::split;
use crate::session::{Usage, each_once, report_argument};
use crate::simulate::{FailedGame, Lots, Simulation};
use crate::words::shown_line;

/// Maximum number of variants in one comparison, limited by memory: all variants are played at
/// once, and each one has counters on every thread.
const MOST_VARIANTS: usize = 200;

/// Minimum number of games of each variant with which the reference player plays by default. Fewer
/// games could confirm only changes of more than ten points.
pub const FEWEST: u64 = 200;

/// The checked settings of `gong compare`.
pub struct ComparePlan {
    /// The arms are the variants of the scenario, at least two; all others are compared with the
    /// first.
    pub experiment: Experiment,
    /// For the own bots and for the reference player: true if their games still grow while somebody
    /// looks, so that the tests have to stay valid when they are repeated.
    pub growing: [bool; 2],
    /// The name of the report's folder, to which the changes by flags are appended.
    folder: String,
}

impl QuestionPlan for ComparePlan {
    type Flags = CompareFlags;
    /// The counts of each player.
    type Found = Vec<CellCounts>;

    fn new(flags: CompareFlags, playing: &Playing, files: &mut Reading) -> Result<ComparePlan> {
        let paths = || flags.scenarios.iter().map(|path| path.as_path());
        let (arms, scenarios) = variants(&flags, files)?;
        let first = &scenarios[0];
        if let Some(other) = scenarios.iter().position(|of| of.game != first.game) {
            let named =
                |arm: usize| format!("{} is of {}", arms[arm].name, scenarios[arm].game().name());
            return Err(Usage(format!(
                "{}, {}: only scenarios of one game can be compared",
                named(0),
                named(other)
            ))
            .into());
        }
        let simulations: Vec<Simulation> = scenarios.iter().map(Scenario::open).collect();
        for (other, counts) in arms[1..].iter().zip(uncounted(&simulations)) {
            if matches!(&counts, VariantCounts::Apart(of) if of.subjects.is_empty()) {
                return Err(Usage(format!(
                    "{} and {} cannot be compared, because they have no {} in common that the \
                     same strategy plays. Use gong run for each",
                    arms[0].name,
                    other.name,
                    first.game().words().fighter[0],
                ))
                .into());
            }
        }
        let of_reports = files.value(|| report_argument::games(paths()))?;
        let own = of_reports.unwrap_or_else(|| default_games(&scenarios));
        let asked = Asked {
            flags: &flags.players,
            playing,
            named: !flags.strategies.is_empty() || of_reports.is_some(),
            games: own,
            fewest: FEWEST,
            capped: true,
            excluded: different_bots(&scenarios).then_some(
                "different bots play the variants, and the reference player would play the same \
                 bot in all of them",
            ),
        };
        let slow = scenarios.iter().any(|scenario| scenario.cost() > 1);
        let default = playing.games.is_none() && playing.precision.is_none();
        let stems: Vec<&str> = paths().map(stem).collect();
        // A scenario and its report have the same stem.
        let kind = if of_reports.is_some() { "compare-reports" } else { "compare" };
        Ok(ComparePlan {
            experiment: Experiment {
                is_paired: true,
                is_reduced: default && of_reports.is_none() && slow,
                ..Experiment::asked(arms, scenarios, &asked)?
            },
            folder: format!("{kind}-{}", stems.join("-")),
            growing: [false; 2],
        })
    }

    fn about(&self) -> About<'_> {
        About { games_of: "each variant", ..self.experiment.about(self.folder.clone()) }
    }

    fn change_bots(&mut self, change: &dyn Fn(&mut Scenario)) {
        self.experiment.change_bots(change);
    }

    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<Vec<CellCounts>>> {
        self.experiment.play(player, |player, cell| {
            let simulations: Vec<Simulation> = cell.scenarios.iter().map(Scenario::open).collect();
            let (keeper, stop, bar) = player.split();
            let played = keeper.play(cell.lot, uncounted(&simulations), |stretch| {
                counts::play(&simulations, cell.games, stop, |games| bar.add(games), stretch)
            })?;
            Ok(Some(CellCounts::of(played)))
        })
    }

    fn resolved(&self, outcome: Option<&PlanOutcome<Vec<CellCounts>>>) -> FlagValues {
        self.experiment.resolved(outcome)
    }

    fn watchables(&self, _: &FailedGame) -> Vec<Watchable> {
        self.experiment.watchables()
    }
}

impl ComparePlan {
    /// Returns all variants of the scenario except the first, with which they are compared.
    pub fn others(&self) -> &[Arm] {
        &self.experiment.arms[1..]
    }
}

/// Returns whether different bots play the variants.
pub fn different_bots(scenarios: &[Scenario]) -> bool {
    let bots = |scenario: &Scenario| -> BTreeSet<String> {
        scenario.playing().map(|(_, bot)| bot.name.clone()).collect()
    };
    scenarios[1..].iter().any(|other| bots(other) != bots(&scenarios[0]))
}

/// Reads all variants of the scenario; the others are compared with the first one.
fn variants(flags: &CompareFlags, files: &mut Reading) -> Result<(Vec<Arm>, Vec<Scenario>)> {
    let changes = changes(flags)?;
    let count = changes.len() * flags.scenarios.len();
    if count > MOST_VARIANTS {
        return Err(Usage(format!(
            "{count} variants are too many: gong compare allows {MOST_VARIANTS}, gong sweep up to \
             2000 points of a grid"
        ))
        .into());
    }
    let (mut arms, mut scenarios): (Vec<Arm>, Vec<Scenario>) = (vec![], vec![]);
    for path in &flags.scenarios {
        let is_report = files.value(|| path.is_dir())?;
        for sets in &changes {
            let watchable = Watchable::new(path, sets, &flags.strategies);
            let by_set = sets.iter().all(|set| flags.sets.contains(set));
            let flag = if by_set { "--set" } else { "--variant" };
            let scenario = files.scenario(|| watchable.scenario_by(flag))?;
            let names = match sets.is_empty() {
                true if is_report => vec![path.display().to_string()],
                true => vec![scenario.title.clone(), path.display().to_string()],
                false => vec![sets.join(", ")],
            };
            let mut names = names.iter().map(|name| shown_line(name));
            let Some(name) = names.find(|name| arms.iter().all(|arm| arm.name != *name)) else {
                let what = format!("{} is given several times", watchable.words());
                return Err(Usage(format!("{what}; give every variant once")).into());
            };
            arms.push(Arm { name, watchable });
            scenarios.push(scenario);
        }
    }
    Ok((arms, scenarios))
}

/// Returns, for each variant of a scenario, its changes by flags; an empty list for the unchanged
/// scenario.
fn changes(flags: &CompareFlags) -> Result<Vec<Vec<String>>, Usage> {
    let mut changes: Vec<Vec<String>> = vec![];
    if !flags.sets.is_empty() {
        changes.push(flags.sets.clone());
    }
    for variant in &flags.variants {
        let flag = format!("--variant {variant}");
        let sets = split(variant).map_err(|what| Usage(format!("{flag}: {what}")))?;
        each_once(&flag, &sets)?;
        changes.push(sets);
    }
    let is_one = flags.scenarios.len() == 1;
    if is_one == changes.is_empty() {
        let what = match is_one {
            true => {
                "nothing to compare: give a second scenario, or a change of this one with --set \
                 PATH=VALUE"
            }
            false => {
                "--set and --variant need exactly one scenario, but several are given: give one, \
                 or write the change into a scenario file"
            }
        };
        return Err(Usage(what.into()));
    }
    changes.insert(0, vec![]);
    Ok(changes)
}
