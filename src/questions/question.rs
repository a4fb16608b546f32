//! The traits of a question (command that plays games): [`QuestionPlan`] decides which games are
//! played, and [`Question`] what is answered.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::LotPlayer;
use crate::report::{Answer, BotNote, BotRole, Manifest, StrategyNote, Table, Unlearnt};
use crate::scenario::Scenario;
use crate::session::describe;
use crate::session::failed::Watchable;
use crate::session::playing::Playing;
use crate::session::reading::Reading;
use crate::session::report_name::Base;
use crate::simulate::FailedGame;
use crate::simulate::Lot;

/// Values by the names of flags; an empty value removes the flag from a command.
pub type FlagValues = Vec<(&'static str, String)>;

/// The plan of a question: its checked scenarios, with all defaults resolved.
pub trait QuestionPlan: Sized {
    /// The flags that only this question takes.
    type Flags: Args;
    /// The results of the games, as whole numbers and exact sums. They are stored in the report's
    /// folder.
    type Found: Serialize + DeserializeOwned;

    /// Reads the files that the flags name, and checks everything that can be checked before play.
    ///
    /// # Errors
    /// Fails on faults of the files, and if flags contradict each other.
    fn new(flags: Self::Flags, playing: &Playing, files: &mut Reading) -> Result<Self>;

    /// Returns the facts about the plan that the driver needs before play.
    fn about(&self) -> About<'_>;

    /// Plays the plan. A shard plays only its own share of the games.
    ///
    /// # Errors
    /// Fails if a bot fails, or a file cannot be written.
    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<Self::Found>>;

    /// Returns the values that replace typed ones in the command that repeats the games. After an
    /// interruption, they ask for as many games as were played.
    fn resolved(&self, outcome: Option<&PlanOutcome<Self::Found>>) -> FlagValues;

    /// Returns scenarios and flags for `gong watch`; one of them shows the game in which a bot
    /// failed.
    fn watchables(&self, failed: &FailedGame) -> Vec<Watchable>;

    /// Returns the rules or fighters of the plan that the bots have not learnt.
    fn unlearnt(&self, _found: &Self::Found) -> Vec<Unlearnt> {
        describe::unlearnt(self.about().played)
    }
}

/// A question: the games of its plan are played, and the results become an answer.
pub trait Question: Sync + Sized + 'static {
    /// The type of the question's plan.
    type Plan: QuestionPlan;

    /// The name of the command, such as `run`.
    const NAME: &'static str;

    /// The common flags that the question accepts.
    const TAKES: Takes;

    /// True if each scenario of a command is a separate question with its own report.
    const ONE_BY_ONE: bool = false;

    /// True if a stand-in (weight-based bot) plays the command again when the bots have not learnt
    /// what they played; the report shows both answers. False if a weight-based bot cannot answer
    /// the question.
    const STAND_IN: bool = true;

    /// Returns the kind of the report for its manifest; questions with several forms have several
    /// kinds.
    fn kind(_: &Self::Plan) -> &'static str {
        Self::NAME
    }

    /// Checks before play that the files next to the report can be written. `command` is the
    /// command that repeats the games.
    ///
    /// # Errors
    /// Fails if a file exists already, or cannot be written.
    fn ready(_: &Self::Plan, _playing: &Playing, _command: &str) -> Result<()> {
        Ok(())
    }

    /// Builds the answer (the tables, charts and page). `manifest` holds the players, the rules and
    /// the duration. This function is pure: `gong report` calls it again with the plan restored
    /// from the report's folder.
    ///
    /// # Errors
    /// Fails if `found` does not belong to this plan.
    fn answer(plan: &Self::Plan, found: &FoundOf<Self>, manifest: &Manifest) -> Result<Answer>;

    /// Returns every table that the question writes, without rows, for documentation.
    fn tables() -> Vec<Table>;

    /// Writes files next to the report, such as a scenario, before the report is published. It may
    /// record these files in `found`. Text written to `out` is printed unless `--quiet` is given.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    fn finish(
        _plan: &Self::Plan,
        _found: &mut FoundOf<Self>,
        _manifest: &Manifest,
        _out: &mut dyn Write,
    ) -> Result<()> {
        Ok(())
    }
}

/// The flags that only this question takes.
pub type FlagsOf<Q> = <<Q as Question>::Plan as QuestionPlan>::Flags;

/// The results of the games of a question.
pub type FoundOf<Q> = <<Q as Question>::Plan as QuestionPlan>::Found;

/// The common flags that a question accepts; the driver refuses all others.
#[derive(Debug, Clone, Copy)]
pub struct Takes {
    /// The default of `--games` as a text for users; `None` if the question has no flag `--games`.
    pub games: Option<&'static str>,
    /// True if the question accepts `--precision`.
    pub precision: bool,
    /// The reason why the games cannot be divided into shards, as a sentence for the user of
    /// `--shard`. `None` if they can be divided, because no game depends on the results of others.
    pub undivided: Option<&'static str>,
}

impl Takes {
    /// Returns the flags of a question with games that can be divided into shards. `default`
    /// describes the default of `--games` for users.
    pub const fn games(default: &'static str) -> Takes {
        Takes {
            games: Some(default),
            precision: false,
            undivided: None,
        }
    }
}

/// The facts about a plan that the driver needs before play.
pub struct About<'a> {
    /// The scenario whose title, fighters, roster and rules the report shows.
    pub scenario: &'a Scenario,
    /// All scenarios that are played. The driver checks the bots in them: their memory, and what
    /// they have not learnt.
    pub played: Vec<&'a Scenario>,
    /// The default name of the report's folder, without `--out`; the changes by flags are appended.
    pub folder: Base,
    /// The changes of the scenario by `--set`, as typed.
    pub sets: &'a [String],
    /// The games in lots (units of work). Empty if games depend on the results of other games.
    pub lots: Vec<Lot>,
    /// The reason why the games of this plan cannot be divided into shards, as a sentence for the
    /// user of `--shard`. `None` if they can be divided.
    pub not_divided: Option<&'static str>,
    /// True if counts are saved in a checkpoint during play.
    pub checkpoints: bool,
    /// Maximum memory of one thread's bots, in bytes.
    pub memory: u64,
    /// The flag that asks for more games, if the default number of games is reduced because the
    /// bots are slow; otherwise `None`.
    pub fewer: Option<&'static str>,
    /// The role of the bots in the question, such as players or the subject of the verdict.
    pub role: BotRole,
    /// The strategies that the page lists; `None` for the strategies of the scenario.
    pub strategies: Option<Vec<StrategyNote>>,
}

impl<'a> About<'a> {
    /// Creates the facts about games that can be divided into shards, saved in checkpoints and
    /// repeated. The bots of one scenario at a time are in memory.
    ///
    /// # Panics
    /// Panics if `played` is empty.
    pub fn new(folder: impl Into<Base>, played: Vec<&'a Scenario>, lots: Vec<Lot>) -> About<'a> {
        About {
            scenario: played[0],
            folder: folder.into(),
            sets: &[],
            lots,
            not_divided: None,
            checkpoints: true,
            memory: played.iter().map(|of| of.memory()).max().unwrap_or(0),
            fewer: None,
            role: BotRole::Players,
            strategies: None,
            played,
        }
    }
}

/// The outcome of playing a plan.
pub struct PlanOutcome<F> {
    /// The results of the games.
    pub found: F,
    /// Number of games played.
    pub games: u64,
    /// Time that each bot took for its decisions, for questions that measure this time.
    pub bots: Vec<BotNote>,
    /// True if play was interrupted before all games were played.
    pub partial: bool,
    /// True if `--precision` was given and the precision was reached.
    pub reached: bool,
    /// Seconds of play, including the seconds of earlier commands that saved a checkpoint.
    pub seconds: f64,
}

impl<F> PlanOutcome<F> {
    /// Creates the outcome of games whose number is fixed and whose bots are not timed.
    pub fn new(found: F, games: u64, partial: bool, seconds: f64) -> PlanOutcome<F> {
        PlanOutcome {
            found,
            games,
            bots: vec![],
            partial,
            reached: false,
            seconds,
        }
    }
}
