//! A comparison that is played in growing steps, for a page that shows its results while the games
//! are played. After each step the answer equals that of `gong compare` with the same number of
//! games.

use std::sync::atomic::AtomicBool;

use anyhow::Result;
use clap::FromArgMatches;

use super::Compare;
use super::flags::CompareFlags;
use super::held::{self, VariantCounts, uncounted};
use super::plan::ComparePlan;
use super::play::CompareFound;
use crate::questions::command::{canonical, line};
use crate::questions::{PlanOutcome, Question, QuestionPlan, driver};
use crate::report::Answer;
use crate::session::playing::Playing;
use crate::session::reading::Reading;
use crate::simulate::{self, Stretch};

/// A comparison of a scenario with one variant, and the counts of the games played so far.
pub struct LiveComparison {
    command: clap::Command,
    flags: clap::ArgMatches,
    playing: Playing,
    plan: ComparePlan,
    counts: Vec<VariantCounts>,
    games: u64,
    seconds: f64,
}

/// The answer after some games of a comparison.
pub struct LiveAnswer {
    /// Number of games of each variant.
    pub games: u64,
    /// The command that gives the same answer.
    pub command: String,
    pub answer: Answer,
}

impl LiveComparison {
    /// Checks the words of a command line that follow `gong compare`, and reads its scenarios. The
    /// comparison has no reference player.
    ///
    /// # Errors
    /// Fails as `gong compare` does on faulty input.
    pub fn new(typed: &[String]) -> Result<LiveComparison> {
        let command = driver::command::<Compare>();
        let words = [Compare::NAME, "--quick"].map(str::to_owned);
        let flags = command
            .clone()
            .try_get_matches_from(words.iter().chain(typed))?;
        let playing = Playing::from_arg_matches(&flags)?;
        let asked = CompareFlags::from_arg_matches(&flags)?;
        let plan = ComparePlan::new(asked, &playing, &mut Reading::new(&playing))?;
        playing.room_for(plan.about().memory)?;
        Ok(LiveComparison {
            counts: uncounted(&plan.simulations),
            games: 0,
            seconds: 0.0,
            command,
            flags,
            playing,
            plan,
        })
    }

    /// Number of games of each variant that are counted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Number of games of each variant that `gong compare` plays by default.
    pub fn default_games(&self) -> u64 {
        self.plan.games.games
    }

    /// Plays each variant until `games` games are counted, or until `stop` is true.
    ///
    /// # Errors
    /// Fails if a bot fails.
    pub fn play_up_to(&mut self, games: u64, stop: &AtomicBool) -> Result<()> {
        let plan = simulate::Plan {
            games,
            ..self.plan.games.clone()
        };
        let stretch = Stretch {
            games: 0..games,
            played: self.games,
            tally: std::mem::take(&mut self.counts),
            keep: Box::new(|_, _| ()),
        };
        let played = held::play(&self.plan.simulations, &plan, stop, |_| (), stretch)?;
        self.counts = played.tally;
        self.games = played.games;
        self.seconds += played.seconds;
        Ok(())
    }

    /// Returns the answer of the games played so far.
    ///
    /// # Errors
    /// Fails if no game was played.
    pub fn answer(&mut self) -> Result<LiveAnswer> {
        let resolved = [("games", self.games.to_string())];
        let command = line(&canonical(&self.command, &self.flags, &resolved));
        let found = CompareFound::new(self.games, &mut self.counts);
        let outcome = PlanOutcome::new(found, self.games, false, self.seconds);
        let plan = &self.plan;
        let manifest = driver::manifest::<Compare>(plan, &outcome, command.clone(), &self.playing)?;
        let mut answer = Compare::answer(plan, &outcome.found, &manifest)?;
        driver::withhold(&mut answer, &manifest);
        Ok(LiveAnswer {
            games: self.games,
            command,
            answer,
        })
    }
}
