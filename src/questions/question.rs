//! The traits of a question: [`QuestionPlan`] decides which games are played, and [`Question`]
//! turns their results into a report.

use std::io::Write;

use anyhow::Result;
use clap::Args;
use clap::{ArgMatches, Command};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::LotPlayer;
use super::adaptation::AdaptationArgs;
use crate::report::ledger::Request;
use crate::report::{Answer, BotNote, BotRole, Manifest, StrategyNote, Table};
use crate::scenario::Scenario;
use crate::session::describe;
use crate::session::failed::Watchable;
use crate::session::playing::Playing;
use crate::session::reading::Reading;
use crate::simulate::FailedGame;
use crate::simulate::Lot;

/// Values of command-line flags by the flags' names; an empty value removes the flag from a
/// command.
pub type FlagValues = Vec<(&'static str, String)>;

/// The plan of a question: its checked scenarios, with all defaults resolved.
pub trait QuestionPlan: Sized {
    /// The command-line flags that only this command takes.
    type Flags: Args;
    /// The results of the games, as whole numbers and exact sums. The results are stored in the
    /// report's folder.
    type Found: Serialize + DeserializeOwned;

    /// Reads the files that the flags name, and checks everything that can be checked before games
    /// are played.
    ///
    /// # Errors
    /// Fails if a file is faulty, or if flags contradict each other.
    fn new(flags: Self::Flags, playing: &Playing, files: &mut Reading) -> Result<Self>;

    /// Returns the facts about the plan that the driver (the code that all commands share) needs
    /// before it plays games.
    fn about(&self) -> About<'_>;

    /// Changes the bots of all scenarios of the plan before their games: `change` is called for
    /// each scenario. Only for plans whose bots can adapt, see [`About::adaptation`].
    fn change_bots(&mut self, _change: &dyn Fn(&mut Scenario)) {}

    /// Plays the games of the plan. A shard plays only its own share of the games.
    ///
    /// # Errors
    /// Fails if a bot fails, or a file cannot be written.
    fn play(&self, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<Self::Found>>;

    /// Returns the flag values that replace typed values in the command that repeats the games.
    /// After an interruption, the values ask for as many games as were played.
    fn resolved(&self, outcome: Option<&PlanOutcome<Self::Found>>) -> FlagValues;

    /// Returns the scenarios and flags from which `gong watch` can replay the game in which a bot
    /// failed; one of them fits that game.
    fn watchables(&self, failed: &FailedGame) -> Vec<Watchable>;

    /// Returns a sentence for each bot that has not learnt the rules or fighters of the plan.
    fn unlearnt(&self, _found: &Self::Found) -> Vec<String> {
        describe::unlearnt(self.about().played)
    }
}

/// A question, i.e. a command that plays games: the games of its plan are played, and their results
/// become an answer (a report).
pub trait Question: Sync + Sized + 'static {
    /// The type of the plan, which decides which games the command plays.
    type Plan: QuestionPlan;

    /// The name of the command, such as `run`.
    const NAME: &'static str;

    /// The common command-line flags that the command accepts.
    const TAKES: Takes;

    /// Returns the kind of report that the manifest records. A command that writes reports of
    /// several forms has several kinds.
    fn kind(_: &Self::Plan) -> &'static str {
        Self::NAME
    }

    /// Splits a command into parts, which are played one after the other, each with its own report.
    /// `command` is the clap command of this question.
    ///
    /// # Errors
    /// Fails if a flag allows no parts.
    fn parts(_: &Command, flags: &ArgMatches, playing: &Playing) -> Result<Vec<CommandPart>> {
        Ok(vec![CommandPart::whole(flags, playing)])
    }

    /// Writes the files that belong to all parts of a command, after the last part.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    fn join(_: &ArgMatches, _playing: &Playing, _out: &mut dyn Write) -> Result<()> {
        Ok(())
    }

    /// Checks before games are played that the files written next to the report can be written.
    /// Returns false if these games have been played already, so that nothing is left to do.
    ///
    /// # Errors
    /// Fails if a file exists already, or cannot be written.
    fn ready(_: &Self::Plan, _playing: &Playing, _request: &Request) -> Result<bool> {
        Ok(true)
    }

    /// Builds the answer (the tables, charts and page) from the results of the games. `manifest`
    /// holds the players, the rules and the duration. This function is pure: the studio and
    /// `gong rerun` call it again with the plan restored from the report's folder.
    ///
    /// # Errors
    /// Fails if `found` does not belong to this plan.
    fn answer(plan: &Self::Plan, found: &FoundOf<Self>, manifest: &Manifest) -> Result<Answer>;

    /// Returns every table that the command writes, without rows, for documentation.
    fn tables() -> Vec<Table>;

    /// Writes files next to the report, such as a scenario, before the report is published. The
    /// function may record these files in `_found`. Text written to `_out` is printed unless
    /// `--quiet` is given.
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

/// A part of a command that is played on its own: its flags.
#[derive(Debug, Clone)]
pub struct CommandPart {
    pub flags: ArgMatches,
    pub playing: Playing,
}

impl CommandPart {
    /// Returns a whole command as its only part.
    pub fn whole(flags: &ArgMatches, playing: &Playing) -> CommandPart {
        CommandPart { flags: flags.clone(), playing: playing.clone() }
    }
}

/// The command-line flags that only the command `Q` takes.
pub type FlagsOf<Q> = <<Q as Question>::Plan as QuestionPlan>::Flags;

/// The results of the games of the command `Q`.
pub type FoundOf<Q> = <<Q as Question>::Plan as QuestionPlan>::Found;

/// The common command-line flags that a command accepts; the driver refuses all others.
#[derive(Debug, Clone, Copy)]
pub struct Takes {
    /// The default of `--games` as a text for users; `None` if the command has no flag `--games`.
    pub games: Option<&'static str>,
    /// True if the command accepts the flag `--precision`.
    pub precision: bool,
    /// The reason why the games cannot be divided into shards, as a sentence for the user of
    /// `--shard`. `None` if they can be divided, because no game depends on the results of others.
    pub undivided: Option<&'static str>,
}

impl Takes {
    /// Returns the flags of a command with games that can be divided into shards. `default`
    /// describes the default of `--games` for users.
    pub const fn games(default: &'static str) -> Takes {
        Takes { games: Some(default), precision: false, undivided: None }
    }

    /// Returns the common flags that some commands refuse, each with whether this command accepts
    /// the flag.
    pub fn flags(&self) -> [(&'static str, bool); 3] {
        let divided = self.undivided.is_none();
        [("shard", divided), ("games", self.games.is_some()), ("precision", self.precision)]
    }
}

/// The facts about a plan that the driver (the code that all commands share) needs before it plays
/// games.
pub struct About<'a> {
    /// The scenario whose title, fighters, roster and rules the report shows.
    pub scenario: &'a Scenario,
    /// All scenarios that the command plays. The driver checks the bots in them: their memory, and
    /// which rules or fighters they have not learnt.
    pub played: Vec<&'a Scenario>,
    /// The scenarios that the reference player plays, with its bot in every seat; empty without a
    /// reference player.
    pub reference: Vec<&'a Scenario>,
    /// The training games of the command's bots before its games (see `adaptation`).
    pub adaptation: AdaptationArgs,
    /// The start of the default name of the report's folder: the scenario and the question. The
    /// driver appends the edits.
    pub report: String,
    /// The changes that the user made to the scenario by `--set`, as typed.
    pub sets: &'a [String],
    /// The games in lots. Empty if games depend on the results of other games.
    pub lots: Vec<Lot>,
    /// The reason why the games of this plan cannot be divided into shards, as a sentence for the
    /// user of `--shard`. `None` if the games can be divided.
    pub undivided: Option<&'static str>,
    /// True if the counts of the games are saved in a checkpoint file during play.
    pub checkpoints: bool,
    /// Unit to which the report's number of games refers, such as "each variant"; empty if the
    /// number is the total of the command.
    pub games_of: &'static str,
    /// Maximum memory that the bots of one thread need, in bytes.
    pub memory: u64,
    /// The flag with which the user can ask for more games, if the default number of games is
    /// reduced because the bots are slow; otherwise `None`.
    pub more_games_flag: Option<&'static str>,
    /// The role of the bots in the command, such as players or the subject of the verdict.
    pub role: BotRole,
    /// The bots that the report's page lists; `None` for the bots of the scenario.
    pub strategies: Option<Vec<StrategyNote>>,
}

impl<'a> About<'a> {
    /// Creates the facts about games that can be divided into shards, saved in checkpoints and
    /// repeated. Assumes that the bots of one scenario at a time are in memory.
    ///
    /// # Panics
    /// Panics if `played` is empty.
    pub fn new(report: String, played: Vec<&'a Scenario>, lots: Vec<Lot>) -> About<'a> {
        About {
            scenario: played[0],
            reference: vec![],
            adaptation: AdaptationArgs::default(),
            report,
            sets: &[],
            lots,
            undivided: None,
            checkpoints: true,
            games_of: "",
            memory: played.iter().map(|of| of.memory()).max().unwrap_or(0),
            more_games_flag: None,
            role: BotRole::Players,
            strategies: None,
            played,
        }
    }
}

/// The outcome of playing the games of a command.
pub struct PlanOutcome<F> {
    /// The results of the games, from which the report is built.
    pub found: F,
    /// Number of games played.
    pub games: u64,
    /// Time that each bot took for its decisions; empty if the command does not measure this time.
    pub bots: Vec<BotNote>,
    /// True if the user interrupted the command before all games were played.
    pub partial: bool,
    /// True if `--precision` was given and the games reached that precision.
    pub reached: bool,
    /// Seconds spent on playing games, including the seconds of earlier commands that saved a
    /// checkpoint.
    pub seconds: f64,
}

impl<F> PlanOutcome<F> {
    /// Creates the outcome of playing a fixed number of games with bots that are not timed.
    pub fn new(found: F, games: u64, partial: bool, seconds: f64) -> PlanOutcome<F> {
        PlanOutcome { found, games, bots: vec![], partial, reached: false, seconds }
    }
}

#[cfg(test)]
mod tests {
    use super::Takes;
    use crate::session::numbers::count;

    impl Takes {
        /// Returns the whole numbers in the default of `--games`, such as 300,000 for the word
        /// "300k".
        pub fn numbers(&self) -> Vec<u64> {
            let words = self.games.unwrap_or_default().split([' ', ',', ';']);
            words.filter_map(|word| count(word).ok()).collect()
        }
    }
}
