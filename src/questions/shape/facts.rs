//! The results of `gong shape` as facts: the measures, and the round in which games are decided.

use super::counts::{ShapeCounts, Trainings};
use super::measures::{
    ALL, COMEBACK, DECIDED_LAST, DECIDED_ROUND, DICE, KINGMAKING, LAST_LEAD, LEAD_CHANGES, PLAY,
    ShapeMeasure, median,
};
use super::plan::ShapePlan;
use crate::questions::facts::{Fact, SubjectKind};
use crate::questions::findings::shape::Finding;
use crate::report::Manifest;
use crate::report::shared::share;
use crate::report::table::{Unit, row};
use crate::stats::intervals::{Interval, wilson, z};
use crate::stats::members::Between;

row! {
    /// The course of the games: one row per round, from 0 (before the first round).
    pub struct CourseRow in "course" {
        /// The number of the round; 0 is the beginning of the game.
        round: u64 [Unit::Ordinal],
        /// Number of games whose winner takes the lead by the end of this round and keeps it until
        /// the end of the game.
        games: u64 [Unit::Count],
        /// Share of the won games whose winner is in the lead from this round or an earlier one
        /// until the end.
        decided: Option<f64> [Unit::Share(1)],
        /// The lower end of the confidence interval of the share of decided games.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the confidence interval of the share of decided games.
        ci_high: f64 [Unit::Share(1)],
        /// Share of the games that have ended by the end of this round.
        over: Option<f64> [Unit::Share(1)],
    }
}

/// The results of `gong shape`.
pub struct ShapeFacts<'a> {
    pub plan: &'a ShapePlan,
    pub counts: ShapeCounts,
    pub level: f64,
    /// Every measure with its fact, which has no value if the measure is not defined or too few
    /// games were played.
    pub measured: Vec<(&'static ShapeMeasure, Fact)>,
    pub course: Vec<CourseRow>,
}

impl<'a> ShapeFacts<'a> {
    /// Computes all measures; their intervals also hold for other trainings.
    pub fn new(plan: &'a ShapePlan, trainings: &Trainings, manifest: &Manifest) -> ShapeFacts<'a> {
        let (counts, level) = (trainings.together(), manifest.level);
        let bots: Vec<&str> = manifest.strategies.iter().map(|bot| bot.name.as_str()).collect();
        let bots = bots.join(", ");
        let about = (bots.as_str(), SubjectKind::Game, "");
        let measured = ALL.iter().map(|measure| {
            let defined = |counts: &ShapeCounts| {
                (measure.value)(counts, level).filter(|_| (measure.excluded)(plan).is_none())
            };
            let of_training = |counts: &ShapeCounts| {
                let (value, interval) = defined(counts)?;
                let error = interval?.half_width() / z(level);
                (error > 0.0).then(|| (1.0 / (error * error), value))
            };
            let members: Vec<(f64, f64)> = trainings.0.iter().filter_map(of_training).collect();
            let between = Between::of(&members, 1.0);
            let value = defined(&counts).map(|(value, interval)| {
                let interval = interval.map(|interval| between.widen(value, interval, level));
                (value, interval.map(|interval| measure.possible(interval)))
            });
            (measure, Fact::measured(about, measure.name, counts.games, value))
        });
        let measured = measured.collect();
        ShapeFacts { course: course(&counts, level), measured, plan, counts, level }
    }

    fn fact(&self, measure: &str) -> &Fact {
        let mut facts = self.measured.iter().map(|(_, fact)| fact);
        facts.find(|fact| fact.row.measure == measure).expect("every measure has a fact")
    }

    fn value(&self, measure: &str) -> Option<f64> {
        self.fact(measure).row.value
    }

    /// Returns the headline and the findings of the report.
    pub fn findings(&self) -> (Finding, Vec<Finding>) {
        let rounds = median(&self.counts.lengths, self.level).map(|of| of.0);
        let Some((round, rounds)) = self.value(DECIDED_ROUND).zip(rounds) else {
            return (Finding::NobodyWon, vec![]);
        };
        let comeback = self.value(COMEBACK).unwrap_or(0.0);
        let headline = Finding::Decided { round, rounds, games: self.counts.won(), comeback };
        let last = self.value(DECIDED_LAST).map(|share| Finding::DecidedLast {
            share,
            lead: self.value(LAST_LEAD),
            changes: self.value(LEAD_CHANGES),
        });
        let waiting = self.counts.longest_waiting(self.level).and_then(|seat| {
            let (share, _) = self.counts.waiting[seat].mean_share(self.level)?;
            Some(Finding::Waits { seat: seat as u64 + 1, share })
        });
        let interval = |measure| {
            let row = &self.fact(measure).row;
            Some((row.value?, Interval { low: row.ci_low?, high: row.ci_high? }))
        };
        let level = self.level;
        let luck = interval(DICE).map(|(share, interval)| Finding::Luck { share, interval, level });
        let stronger = self.plan.stronger_bot().map(|bot| bot.name.clone());
        let play = interval(PLAY).zip(stronger);
        let play = play.map(|((change, interval), bot)| Finding::BetterPlay {
            bot,
            change,
            interval,
            level,
        });
        let kings = interval(KINGMAKING).map(|(share, interval)| Finding::Kingmaking {
            share,
            interval,
            level,
        });
        (headline, [last, waiting, luck, play, kings].into_iter().flatten().collect())
    }
}

fn course(counts: &ShapeCounts, level: f64) -> Vec<CourseRow> {
    let longest = counts.lengths.iter().rposition(|&games| games > 0);
    let (mut decided, mut over) = (0, 0);
    let row = |round: usize| {
        decided += counts.decided[round];
        over += counts.lengths[round];
        let interval = wilson(decided, counts.won(), level);
        CourseRow {
            round: round as u64,
            games: counts.decided[round],
            decided: share(decided, counts.won()),
            ci_low: interval.low,
            ci_high: interval.high,
            over: share(over, counts.games),
        }
    };
    longest.map_or(vec![], |longest| (0..=longest).map(row).collect())
}
