//! What a question's folder fills in.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Player;
use crate::report::{Answer, BotNote, BotRole, Manifest, StrategyNote, Table, Unlearnt};
use crate::scenario::Scenario;
use crate::session::describe;
use crate::session::failed::Watchable;
use crate::session::playing::Playing;
use crate::session::reading::Reading;
use crate::session::report_name::Base;
use crate::simulate::FailedGame;
use crate::simulate::Lot;

/// A question: flags become a plan, a plan is played, what is found becomes an answer.
pub trait Question: Sync + Sized + 'static {
    /// The flags that only this question takes.
    type Flags: Args;
    /// What is played: checked scenarios, defaults resolved.
    type Plan;
    /// What was found, in whole numbers and exact sums. The folder of a report keeps it.
    type Found: Serialize + DeserializeOwned;

    /// The name of the command.
    const NAME: &'static str;

    /// Which of the common flags the question takes.
    const TAKES: Takes;

    /// Whether each scenario of a command is a question of its own, with a report of its own.
    const ONE_BY_ONE: bool = false;

    /// Reads the files that the flags name, and checks all that can be wrong.
    ///
    /// # Errors
    /// Faults of the files, or flags that do not go together.
    fn plan(flags: Self::Flags, playing: &Playing, files: &mut Reading) -> Result<Self::Plan>;

    /// The kind of the report, as its manifest has it, for questions with several forms.
    fn kind(_: &Self::Plan) -> &'static str {
        Self::NAME
    }

    /// What the driver has to know of a plan before it is played.
    fn about(plan: &Self::Plan) -> About<'_>;

    /// Checks, before anything is played, that the files beside the report can be written.
    /// `command`
    /// plays the same again.
    ///
    /// # Errors
    /// If a file is there already, or cannot be written.
    fn ready(_: &Self::Plan, _playing: &Playing, _command: &str) -> Result<()> {
        Ok(())
    }

    /// Plays the plan; of a shard only the games that are its own.
    ///
    /// # Errors
    /// If a bot fails, or a file cannot be written.
    fn play(plan: &Self::Plan, player: &mut Player<'_>) -> Result<Outcome<Self::Found>>;

    /// Values of flags that play the same games again, where they differ from those typed, by the
    /// names of the flags. After an interruption: those that play as many games as were played.
    /// An empty value leaves the flag out.
    fn resolved(
        plan: &Self::Plan,
        outcome: Option<&Outcome<Self::Found>>,
    ) -> Vec<(&'static str, String)>;

    /// The scenarios and flags of which one may show a game that ended by a bot's failure.
    fn watchables(plan: &Self::Plan, failed: &FailedGame) -> Vec<Watchable>;

    /// The answer. `manifest` says who played, under which rules, and how long it took. A pure
    /// function: `gong report` calls it again with the same plan, made of what the folder keeps.
    ///
    /// # Errors
    /// If `found` is not of this plan.
    fn answer(plan: &Self::Plan, found: &Self::Found, manifest: &Manifest) -> Result<Answer>;

    /// Every table that the question writes, without rows.
    fn tables() -> Vec<Table>;

    /// What was played that bots have not learnt.
    fn unlearnt(plan: &Self::Plan, _found: &Self::Found) -> Vec<Unlearnt> {
        describe::unlearnt(Self::about(plan).played)
    }

    /// Writes files beside the report, such as a scenario, before the report is published; `found`
    /// may note them. What is written to `out` is printed, unless the user asks for `--quiet`.
    ///
    /// # Errors
    /// If a file cannot be written.
    fn finish(
        _plan: &Self::Plan,
        _found: &mut Self::Found,
        _manifest: &Manifest,
        _out: &mut dyn Write,
    ) -> Result<()> {
        Ok(())
    }
}

/// Which of the common flags a question takes; those that it does not take are refused.
#[derive(Debug, Clone, Copy)]
pub struct Takes {
    /// The default of `--games`, in words; none if the question takes no `--games`.
    pub games: Option<&'static str>,
    /// Takes `--precision`.
    pub precision: bool,
    /// Why games cannot be divided into shards, as a sentence for the user of `--shard`; none if they
    /// can be, which means that no game depends on the outcome of others.
    pub undivided: Option<&'static str>,
}

/// What the driver has to know of a plan before it is played.
pub struct About<'a> {
    /// The scenario that the report names: its title, fighters, roster and rules.
    pub scenario: &'a Scenario,
    /// All scenarios that are played, for their bots, their memory and what these have not learnt.
    pub played: Vec<&'a Scenario>,
    /// The name of the report's folder, unless `--out` names one; what the flags change is added.
    pub folder: Base,
    /// What `--set` changes of the scenario, as typed.
    pub sets: &'a [String],
    /// The games, lot by lot; none of a question whose games depend on the outcome of others.
    pub lots: Vec<Lot>,
    /// Why the games of this plan cannot be divided into shards, as a sentence for the user of
    /// `--shard`; none if they can be.
    pub not_divided: Option<&'static str>,
    /// Whether counts are kept in a checkpoint while games are played.
    pub checkpoints: bool,
    /// Bytes that the bots of one thread may take.
    pub memory: u64,
    /// The flag that plays more games, if the default is fewer than greedy bots would get, because
    /// these bots are slower.
    pub fewer: Option<&'static str>,
    /// What the bots are to the question.
    pub role: BotRole,
    /// Strategies that the page lists; none: those of the scenario.
    pub strategies: Option<Vec<StrategyNote>>,
}

/// What was played.
pub struct Outcome<F> {
    /// What was found.
    pub found: F,
    /// Games played.
    pub games: u64,
    /// How long bots thought, where it was measured.
    pub bots: Vec<BotNote>,
    /// Whether the games were interrupted before all were played.
    pub partial: bool,
    /// Whether `--precision` was given and reached.
    pub reached: bool,
    /// Seconds of play, those of earlier commands that kept a checkpoint included.
    pub seconds: f64,
}
