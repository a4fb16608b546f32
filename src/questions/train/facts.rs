//! Results of a training, prepared for the report's page, charts and sentences.

use std::path::Path;

use super::files::{file_name, weights_of};
use super::plan::TrainPlan;
use super::play::TrainFound;
use super::tables::{Learning, TrainRows, TrialVerdict, Tried};
use crate::report::Manifest;
use crate::session::playing::stem;

/// Results of the training of a bot, for the report's page and charts.
pub struct TrainFacts {
    /// The confidence level of intervals and verdicts.
    pub level: f64,
    /// True if the training was interrupted.
    pub partial: bool,
    pub bot: TrainedBot,
    pub learning: Vec<Learning>,
    /// Results of the trained bot in test games, in the order of its opponents.
    pub trials: Vec<Tried>,
}

/// The trained bot, and how it was made.
pub struct TrainedBot {
    pub name: String,
    pub file: String,
    /// The file of the bot's weights.
    pub weights: String,
    /// True if the sides of the game are teams.
    teams: bool,
    /// True in a cooperative game: all players are on one side, so that parties of bots are
    /// compared.
    pub together: bool,
    /// Number of training games in which the bot imitated a teacher.
    pub imitated: u64,
    /// Number of games after which the flag `--minutes` (a time limit) ended the training; `None`
    /// if the limit was not reached.
    pub time_was_up: Option<u64>,
    /// Arguments with which the command `gong watch` shows the first scenario, played by the
    /// trained bot.
    pub watch: String,
}

impl TrainFacts {
    pub fn new(
        plan: &TrainPlan,
        found: &TrainFound,
        rows: &TrainRows,
        manifest: &Manifest,
    ) -> TrainFacts {
        TrainFacts {
            level: manifest.level,
            partial: manifest.partial,
            learning: rows.learning.clone(),
            trials: rows.tried.clone(),
            bot: TrainedBot::new(plan, found),
        }
    }

    /// Returns the generations (batches of training games) after which the bot was tested.
    pub fn checkpoints(&self) -> impl Iterator<Item = &Learning> {
        self.learning.iter().filter(|of| of.win_rate.is_some())
    }

    /// Returns the results of tests in the first scenario of the training. Only tests in the same
    /// scenario can be compared with each other.
    pub fn at_home(&self) -> impl Iterator<Item = &Tried> {
        let home = self.trials.first().map(|tried| &tried.scenario);
        let here = move |tried: &&Tried| Some(&tried.scenario) == home;
        self.trials.iter().filter(here)
    }

    /// Returns whether the bot was trained in several scenarios.
    pub fn several(&self) -> bool {
        self.at_home().count() < self.trials.len()
    }

    /// Describes against how many opponents the bot was tested, as in "alone against 3 copies of
    /// the bot “balanced”".
    pub fn against(&self, tried: &Tried) -> String {
        let whom = &tried.opponent;
        if self.bot.together {
            return format!("on missions that the bot “{whom}” also plays");
        }
        let others = (1.0 / tried.fair_share).round() as u64 - 1;
        match (self.bot.teams, others) {
            (false, 0 | 1) => format!("against the bot “{whom}”"),
            (false, _) => format!("alone against {others} copies of the bot “{whom}”"),
            (true, 0 | 1) => format!("as a team against one team of the bot “{whom}”"),
            (true, _) => format!("as a team against {others} teams of the bot “{whom}”"),
        }
    }

    /// Returns the heading of the bot's results against each opponent.
    pub fn trials_title(&self) -> &'static str {
        match self.bot.together {
            true => "Compared with parties of other bots",
            false => "Against whom it wins",
        }
    }

    /// Returns the test results of the bot that have this verdict.
    pub fn called(&self, verdict: TrialVerdict) -> impl Iterator<Item = &Tried> {
        let same = move |tried: &&Tried| tried.verdict == Some(verdict);
        self.trials.iter().filter(same)
    }
}

impl TrainedBot {
    fn new(plan: &TrainPlan, found: &TrainFound) -> TrainedBot {
        let scenario = &plan.scenarios[0];
        let path = Path::new(&found.file);
        TrainedBot {
            name: stem(path).to_owned(),
            file: found.file.clone(),
            weights: file_name(&weights_of(path)),
            teams: scenario.seating.teams > 0,
            together: scenario.open().cast().cooperative,
            imitated: plan.imitated(found.games),
            time_was_up: found.time_was_up.then_some(found.games),
            watch: plan.watchable(found.file.clone()).words(),
        }
    }
}
