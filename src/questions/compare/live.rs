//! A comparison that is played in growing steps, for a page that shows its results while the games
//! are played. After each step the answer equals that of `gong compare` with the same number of
//! games. When the command's own bots have played, the reference player can play as well.

use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::FromArgMatches;

use super::Compare;
use super::counts::{self, uncounted};
use super::flags::CompareFlags;
use super::plan::{ComparePlan, FEWEST};
use crate::questions::command::{canonical, line};
use crate::questions::experiment::{CellCounts, Player};
use crate::questions::reference::{Asked, PlayerArgs, ReferenceGames};
use crate::questions::{PlanOutcome, Question, QuestionPlan, driver};
use crate::report::Answer;
use crate::report::page::Warning;
use crate::session::playing::Playing;
use crate::session::reading::Reading;
use crate::simulate::{Plan, Stretch};

/// A comparison of a scenario with one variant, and the counts of the games played so far.
pub struct LiveComparison {
    command: clap::Command,
    /// The words of the command line that follow `gong compare`.
    typed: Vec<String>,
    flags: clap::ArgMatches,
    playing: Playing,
    plan: ComparePlan,
    /// The games so far of the command's own bots, then those of the reference player if it plays.
    found: Vec<CellCounts>,
}

/// The answer after some games of a comparison.
pub struct LiveAnswer {
    /// Number of games of each variant.
    pub games: u64,
    /// The command that gives the same answer without a reference player.
    pub command: String,
    pub answer: Answer,
    /// The warnings of the answer's page.
    pub warnings: Vec<Warning>,
    /// Win rate of equally strong sides in the variant, 0 to 1; `None` in a cooperative game.
    pub fair_share: Option<f64>,
    /// The results of the reference player; `None` until the reference player has played enough
    /// games.
    pub reference: Option<LiveReference>,
}

/// The reference player of an answer.
#[derive(serde::Serialize)]
pub struct LiveReference {
    /// Name of the bot that is the reference player.
    pub name: String,
    /// Number of games of each variant.
    pub games: u64,
    /// The command that gives the same win rates of the reference player.
    pub command: String,
}

impl LiveComparison {
    /// Checks the words of a command line that follow `gong compare`, and reads its scenarios. The
    /// comparison has no reference player until [`Self::add_reference`] adds one.
    ///
    /// # Errors
    /// Fails on faulty input, with the errors of `gong compare`.
    pub fn new(typed: &[String]) -> Result<LiveComparison> {
        let command = driver::command::<Compare>();
        let words = [Compare::NAME, "--quick"].map(str::to_owned);
        let flags = command.clone().try_get_matches_from(words.iter().chain(typed))?;
        let playing = Playing::from_arg_matches(&flags)?;
        let asked = CompareFlags::from_arg_matches(&flags)?;
        let plan = ComparePlan::new(asked, &playing, &mut Reading::new(&playing))?;
        playing.room_for(plan.about().memory)?;
        let found = vec![no_games(plan.experiment.own())];
        Ok(LiveComparison { command, typed: typed.to_vec(), flags, playing, plan, found })
    }

    /// Sets whether the games of the own bots, and those of the reference player, still grow.
    pub fn set_growing(&mut self, growing: [bool; 2]) {
        self.plan.growing = growing;
    }

    /// Number of games of each variant that the command's own bots have played.
    pub fn games(&self) -> u64 {
        self.found[0].games
    }

    /// Number of games of each variant that `gong compare` plays by default.
    pub fn default_games(&self) -> u64 {
        self.plan.experiment.own().games.games
    }

    /// Adds the reference player that `gong compare` has by default. Returns the name of its bot;
    /// `None` if the comparison has no reference player.
    ///
    /// # Errors
    /// Fails if the bots need more memory than the machine has.
    pub fn add_reference(&mut self) -> Result<Option<&str>> {
        let own = self.plan.experiment.own();
        let asked = Asked {
            flags: &PlayerArgs::default(),
            playing: &self.playing,
            named: false,
            games: own.games.games,
            fewest: FEWEST,
            capped: true,
            excluded: None,
        };
        let reference = ReferenceGames::of(&own.scenarios.iter().collect::<Vec<_>>(), &asked)?;
        self.plan.experiment.add_reference(reference);
        let Some(player) = self.plan.experiment.reference() else {
            return Ok(None);
        };
        self.playing.room_for(self.plan.about().memory)?;
        self.found.push(no_games(player));
        Ok(Some(player.name()))
    }

    /// Plays each variant with the player that was added last, until `games` games are counted, or
    /// until `stop` is true.
    ///
    /// # Errors
    /// Fails if a bot fails.
    pub fn play_up_to(&mut self, games: u64, stop: &AtomicBool) -> Result<()> {
        let players = self.found.iter_mut().zip(&self.plan.experiment.players);
        let (found, player) = players.last().expect("the own bots play");
        let simulations = player.simulations();
        let counts = found.restored(uncounted(&simulations))?;
        let stretch = Stretch { played: found.games, ..Stretch::of(games, counts) };
        let plan = Plan { games, ..player.games.clone() };
        let played = counts::play(&simulations, &plan, stop, |_| (), stretch)?;
        *found = CellCounts::of(played).tally;
        Ok(())
    }

    /// Returns the answer of the games played so far. The reference player is part of the answer
    /// from the number of games with which it plays in `gong compare`.
    ///
    /// # Errors
    /// Fails if the answer cannot be built.
    pub fn answer(&self) -> Result<LiveAnswer> {
        let reference = self.live_reference()?;
        let games = self.games();
        let command = self.command_line(&self.flags, games);
        let players = 1 + usize::from(reference.is_some());
        let outcome = PlanOutcome::new(self.found[..players].to_vec(), games, false, 0.0);
        let manifest = driver::manifest::<Compare>(&self.plan, &outcome, command, &self.playing)?;
        let answer = Compare::answer(&self.plan, &outcome.found, &manifest)?;
        let variant = self.plan.experiment.own().scenarios.last();
        Ok(LiveAnswer {
            games,
            warnings: answer.page.warnings(&manifest),
            command: manifest.command,
            answer,
            fair_share: variant.and_then(|of| of.open().cast().fair_share()),
            reference,
        })
    }

    /// Returns the reference player; `None` until the reference player has played enough games.
    fn live_reference(&self) -> Result<Option<LiveReference>> {
        let Some(played) = self.found.get(1).filter(|played| played.games >= FEWEST) else {
            return Ok(None);
        };
        let name = self.plan.experiment.players[1].name().to_owned();
        let words = [Compare::NAME, "--strategy", &name].map(str::to_owned);
        let flags = self.command.clone();
        let flags = flags.try_get_matches_from(words.iter().chain(&self.typed))?;
        let command = self.command_line(&flags, played.games);
        Ok(Some(LiveReference { name, games: played.games, command }))
    }

    /// Returns the command line that plays so many games of each variant.
    fn command_line(&self, flags: &clap::ArgMatches, games: u64) -> String {
        line(&canonical(&self.command, flags, &[("games", games.to_string())]))
    }
}

/// Returns the counts of a player that has not played yet.
fn no_games(player: &Player) -> CellCounts {
    CellCounts::new(0, &mut uncounted(&player.simulations()))
}
