//! Failed games (games that ended because a bot's script failed), and the `gong watch` command that
//! shows such a game.

use std::path::{Path, PathBuf};

use super::{ScenarioArgs, Sets, Usage, folded, path_of};
use crate::scenario::{Faults, Scenario};
use crate::shell;
use crate::simulate::FailedGame;

/// A scenario as the arguments of `gong watch`: its file and the values of `--set` and
/// `--strategy`.
#[derive(Debug, Clone)]
pub struct Watchable {
    path: PathBuf,
    changes: ScenarioArgs,
}

impl Watchable {
    /// Creates the arguments. If several values of `--set` have the same path, keeps only the last
    /// one, because a command accepts each path once.
    pub fn new(path: &Path, sets: &[String], strategies: &[String]) -> Watchable {
        let of = |set: &String| path_of(set).map(folded);
        let later = |i: usize| sets[i + 1..].iter().any(|other| of(other) == of(&sets[i]));
        let last = (0..sets.len()).filter(|&i| !later(i));
        Watchable {
            path: path.to_owned(),
            changes: ScenarioArgs {
                sets: Sets { sets: last.map(|i| sets[i].clone()).collect() },
                strategies: strategies.to_vec(),
            },
        }
    }

    /// Returns the arguments with a bot that plays all seats.
    pub fn played_by(&self, bot: &str) -> Watchable {
        Watchable::new(&self.path, self.changes.sets(), &[bot.to_owned()])
    }

    /// Reads the scenario's file and applies the values of `--set` and `--strategy`.
    ///
    /// # Errors
    /// Fails with all faults of the scenario.
    pub fn scenario(&self) -> anyhow::Result<Scenario> {
        self.changes.scenario(&self.path)
    }

    /// Reads the scenario, as [`Watchable::scenario`] does. Errors show its changes as arguments of
    /// `flag`.
    ///
    /// # Errors
    /// Fails if the file is faulty or a change is impossible.
    pub fn scenario_by(&self, flag: &str) -> anyhow::Result<Scenario> {
        self.scenario().map_err(|error| match error.downcast::<Faults>() {
            Ok(faults) => faults.typed(|set| Some(format!("{flag} {set}"))).into(),
            Err(error) => error,
        })
    }

    /// Returns the scenario's file and flags as part of a command line, quoted for a shell.
    pub fn words(&self) -> String {
        let mut words = vec![shell::path(&self.path)];
        words.extend(self.changes.words());
        words.join(" ")
    }

    /// Plays a failed game again in this scenario. Returns whether the same failure occurs.
    fn shows(&self, failed: &FailedGame) -> bool {
        let Ok(scenario) = self.scenario() else {
            return false;
        };
        let simulation = scenario.open();
        let mut worker = simulation.worker();
        worker.play(failed.seed, failed.game).is_err_and(|again| *again == *failed)
    }
}

/// Adds to the error of a failed game the `gong watch` command that shows the game. The game is
/// played again in each scenario, and the command names the first scenario in which the same
/// failure occurs.
pub fn with_advice(
    error: anyhow::Error,
    scenarios: impl FnOnce(&FailedGame) -> Vec<Watchable>,
) -> anyhow::Error {
    let Some(failed) = error.downcast_ref::<FailedGame>() else {
        return error;
    };
    let scenarios = scenarios(failed);
    match scenarios.iter().find(|scenario| scenario.shows(failed)) {
        // A script that fails is a faulty input file.
        Some(scenario) => Usage(format!(
            "{failed}; to see it: gong watch {} --seed {} --game {}",
            scenario.words(),
            failed.seed,
            failed.game,
        ))
        .into(),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_sets_each_path_once_to_the_last_value() {
        let sets = ["line_up.draw=3", "rules.rounds=5", "line-up.draw=4"];
        let sets = sets.map(str::to_owned);
        let words = Watchable::new(Path::new("a.toml"), &sets, &[]).words();
        assert_eq!(words, "a.toml --set rules.rounds=5 --set line-up.draw=4");
    }
}
