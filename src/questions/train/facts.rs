//! What there is to say of a training.

use std::path::Path;

use super::evolution::Evolved;
use super::files::{file_name, weights_of};
use super::plan::Plan;
use super::play::Found;
use super::tables::{Balance, Learning, Rows, Strength, Tried};
use crate::report::Manifest;
use crate::report::people::People;
use crate::report::shared::descending;
use crate::session::playing::stem;

/// What page and charts show.
pub struct Facts {
    /// The confidence level of intervals and verdicts.
    pub level: f64,
    /// Whether the training was interrupted.
    pub partial: bool,
    pub bot: TrainedBot,
    pub learning: Vec<Learning>,
    /// In the order of the pool.
    pub trials: Vec<Tried>,
    /// The fighters that win most with the trained bot first.
    pub balance: Vec<Balance>,
    /// Of a bot of weights.
    pub evolved: Option<Evolved>,
    pub people: People,
}

/// The bot, and how it was made.
pub struct TrainedBot {
    pub name: String,
    pub file: String,
    /// The file of its weights, if they have one of their own.
    pub weights: Option<String>,
    /// Whether sides are teams.
    teams: bool,
    /// Whether all play together: parties are compared.
    pub together: bool,
    /// Number of games in which it imitated a teacher.
    pub imitated: u64,
    /// The time was up after so many games.
    pub time_was_up: Option<u64>,
    /// What `gong watch` shows: the first scenario with the bot, or with the one that it began as
    /// if the bot is not written.
    pub watch: String,
}

impl Facts {
    pub fn new(plan: &Plan, found: &Found, rows: &Rows, manifest: &Manifest) -> Facts {
        let bot = TrainedBot::new(plan, found);
        let parts = plan.parent.as_ref().zip(found.evolution.as_ref());
        let evolved = parts.zip(rows.evolution.clone());
        Facts {
            level: manifest.level,
            partial: manifest.partial,
            learning: rows.learning.clone(),
            trials: rows.tried.clone(),
            balance: descending(rows.balance.clone(), |of| {
                of.win_rate_trained.unwrap_or(0.0)
            }),
            evolved: evolved.map(|((parent, of), rows)| Evolved::new(parent, &bot.name, of, rows)),
            people: People::of(manifest),
            bot,
        }
    }

    /// Whether the bot is written.
    pub fn kept(&self) -> bool {
        self.evolved.as_ref().is_none_or(|evolved| evolved.kept)
    }

    /// The generations after which a trial was held.
    pub fn checkpoints(&self) -> impl Iterator<Item = &Learning> {
        self.learning.iter().filter(|of| of.win_rate.is_some())
    }

    /// The trials in the first scenario: only these can be laid side by side.
    pub fn at_home(&self) -> impl Iterator<Item = &Tried> {
        let home = self.trials.first().map(|tried| &tried.scenario);
        let here = move |tried: &&Tried| Some(&tried.scenario) == home;
        self.trials.iter().filter(here)
    }

    /// Whether it learnt several scenarios.
    pub fn several(&self) -> bool {
        self.at_home().count() < self.trials.len()
    }

    /// How it sat at a trial's tables: "alone against 3 of balanced".
    pub fn against(&self, tried: &Tried) -> String {
        let whom = &tried.opponent;
        if self.bot.together {
            return format!("in the missions of {whom}");
        }
        let others = (1.0 / tried.fair_share).round() as u64 - 1;
        match (self.bot.teams, others) {
            (false, 0 | 1) => format!("against {whom}"),
            (false, _) => format!("alone against {others} of {whom}"),
            (true, 0 | 1) => format!("as a team against one of {whom}"),
            (true, _) => format!("as a team against {others} of {whom}"),
        }
    }

    /// The trials with this verdict.
    pub fn called(&self, verdict: Strength) -> impl Iterator<Item = &Tried> {
        let same = move |tried: &&Tried| tried.verdict == Some(verdict);
        self.trials.iter().filter(same)
    }

    /// The fighters whose win rate differs significantly between the tables of equals, the largest
    /// difference first.
    pub fn shifted(&self) -> Vec<&Balance> {
        let sure = self.balance.iter().filter(|of| of.significant);
        descending(sure, |of| of.shift().abs())
    }
}

impl TrainedBot {
    fn new(plan: &Plan, found: &Found) -> TrainedBot {
        let scenario = &plan.scenarios[0];
        let path = Path::new(&found.file);
        let kept = found.evolution.as_ref().is_none_or(|of| of.kept());
        let player = match &plan.parent {
            Some(parent) if !kept => parent.reference.clone(),
            _ => found.file.clone(),
        };
        TrainedBot {
            name: stem(path).to_owned(),
            file: found.file.clone(),
            weights: plan.parent.is_none().then(|| file_name(&weights_of(path))),
            teams: scenario.seating.teams > 0,
            together: scenario.open().cast().cooperative,
            imitated: plan.imitated(found.games),
            time_was_up: found.time_was_up.then_some(found.games),
            watch: plan.watchable(player).words(),
        }
    }
}
