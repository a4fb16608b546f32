//! The questions that gong answers: commands that play games, with one folder each for the flags,
//! the games and the answer.
//!
//! To add a question, add a folder here and a line in [`ALL`]. Code that all questions share exists
//! once: `driver` parses, plays, saves and publishes. Each folder implements [`Question`].

mod adaptation;
mod between;
mod changes;
mod command;
pub mod compare;
mod driver;
mod experiment;
mod facts;
mod findings;
mod judge;
pub mod ladder;
pub mod pairings;
mod player;
mod players;
mod question;
mod reference;
pub mod run;
mod scenario_parts;
pub mod sensitivity;
pub mod shape;
pub mod skill;
pub mod sweep;
mod tally_facts;
pub mod train;
pub mod tune;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::ArgMatches;

pub use self::player::LotPlayer;
pub use self::question::{About, FlagValues, PlanOutcome, Question, QuestionPlan, Takes};
use crate::report::{Answer, Found, Manifest, Table};
use crate::session::playing::Adjust;

/// Every question, in the order in which `gong help` lists them.
pub const ALL: &[&dyn AnyQuestion] = &[
    &run::Run,
    &compare::Compare,
    &sweep::Sweep,
    &pairings::Pairings,
    &ladder::Ladder,
    &sensitivity::Sensitivity,
    &skill::Skill,
    &shape::Shape,
    &tune::Tune,
    &train::Train,
];

/// Returns the question with this name, such as `run`.
pub fn named(name: &str) -> Option<&'static dyn AnyQuestion> {
    ALL.iter().copied().find(|question| question.name() == name)
}

/// A [`Question`] (command that plays games) without type parameters, so that all questions can be
/// in one list.
pub trait AnyQuestion: Sync {
    /// Returns the name of the command, such as `run`.
    fn name(&self) -> &'static str;

    /// Returns the clap command with its flags, for parsing, help, completions and manual pages.
    fn command(&self) -> clap::Command;

    /// Returns whether the games can be divided into shards (parts that several machines play).
    fn divided(&self) -> bool;

    /// Plays the games that the flags ask for and writes the report; prints the summary to `out`.
    /// `adjust` changes the common flags, as `gong merge` does.
    ///
    /// # Errors
    /// Fails on faulty input, if a bot fails, on an interruption, or if a file cannot be written.
    fn run(&self, flags: &ArgMatches, adjust: Adjust<'_>, out: &mut dyn Write) -> Result<()>;

    /// Checks the flags and the files of a command without playing games. `adjust` changes the
    /// common flags, as `gong cluster` does.
    ///
    /// # Errors
    /// Fails on faulty input, as the command does. Also fails if the command's folder holds the
    /// report of another command, unless `--force` is given.
    fn rehearse(&self, flags: &ArgMatches, adjust: Adjust<'_>) -> Result<Rehearsal>;

    /// Returns the answer of a command from the results in the folder of its report. `flags` are
    /// the parsed flags of the command that is stored in `found`; `manifest` describes the games.
    ///
    /// # Errors
    /// Fails if the folder was written by another version of gong.
    fn answer(
        &self,
        flags: &ArgMatches,
        found: &Found,
        folder: &Path,
        manifest: &Manifest,
    ) -> Result<Answer>;

    /// Returns every table that the command writes, without rows, for `gong list tables`.
    fn tables(&self) -> Vec<Table>;
}

/// The command line and the folder of a command that was checked without playing games. If a
/// command has several parts, those of the first part.
pub struct Rehearsal {
    /// The command line that plays the same games.
    pub command: String,
    /// Default name of the report's folder, which applies without `--out`.
    pub name: String,
    /// The folder of the command's report.
    pub folder: PathBuf,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::playing::DEFAULT_GAMES;
    use crate::strategies::BotDefinition;

    /// The defaults of other questions are tested where their constants are declared.
    #[test]
    fn help_states_the_default_number_of_games() {
        let with_trained = DEFAULT_GAMES / BotDefinition::TRAINED_COST;
        let of_run = run::Run::TAKES.numbers();
        assert!(of_run.starts_with(&[DEFAULT_GAMES, with_trained]), "{of_run:?}");
        assert_eq!(compare::Compare::TAKES.numbers(), [DEFAULT_GAMES]);
        assert_eq!(shape::Shape::TAKES.numbers(), [with_trained]);
    }

    #[test]
    fn every_question_has_a_sound_command_and_documented_tables() {
        let mut helps = vec![];
        for question in ALL {
            let name = question.name();
            assert!(named(name).is_some_and(|found| found.name() == name));
            let command = question.command();
            command.clone().debug_assert();
            let help = command.get_about().expect(name).to_string();
            assert!(!helps.contains(&help), "{name}: {help}");
            helps.push(help);
            let tables = question.tables();
            assert!(!tables.is_empty(), "{name}: no tables");
            for table in tables {
                let shown = format!("{name}: {}", table.name);
                assert!(table.meaning.ends_with('.'), "{shown}");
                for column in &table.columns {
                    assert!(!column.meaning.is_empty(), "{shown}.{}", column.name);
                }
            }
        }
    }
}
