//! The results of `gong shape` as facts: the measures, and the round in which games are decided.

use super::counts::{ShapeCounts, Trainings};
use super::measures::{
    ALL, COMEBACK, DECIDED_LAST, DECIDED_ROUND, DICE, KINGMAKING, LEAD_CHANGES, ShapeMeasure,
    median,
};
use crate::questions::facts::{Fact, ResultRow, SubjectKind};
use crate::questions::findings::shape::{Bounded, Finding};
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
pub struct ShapeFacts {
    pub counts: ShapeCounts,
    pub level: f64,
    /// Every measure with its fact, which has no value if the measure is not defined or too few
    /// games were played.
    pub measured: Vec<(&'static ShapeMeasure, Fact)>,
    pub course: Vec<CourseRow>,
}

impl ShapeFacts {
    /// Computes all measures; their intervals also hold for other trainings.
    pub fn new(trainings: &Trainings, manifest: &Manifest) -> ShapeFacts {
        let (counts, level) = (trainings.together(), manifest.level);
        let bots: Vec<&str> = manifest.strategies.iter().map(|bot| bot.name.as_str()).collect();
        let bots = bots.join(", ");
        let about = (bots.as_str(), SubjectKind::Game, "");
        let measured = ALL.iter().map(|measure| {
            let of_training = |counts: &ShapeCounts| {
                let (value, interval) = (measure.value)(counts, level)?;
                let error = interval?.half_width() / z(level);
                (error > 0.0).then(|| (1.0 / (error * error), value))
            };
            let members: Vec<(f64, f64)> = trainings.0.iter().filter_map(of_training).collect();
            let between = Between::of(&members, 1.0);
            let value = (measure.value)(&counts, level).map(|(value, interval)| {
                let interval = interval.map(|interval| between.widen(value, interval, level));
                (value, interval.map(|interval| measure.possible(interval)))
            });
            (measure, Fact::measured(about, measure.name, counts.games, value))
        });
        let measured = measured.collect();
        ShapeFacts { course: course(&counts, level), measured, counts, level }
    }

    fn row(&self, measure: &str) -> &ResultRow {
        let mut rows = self.measured.iter().map(|(_, fact)| &fact.row);
        rows.find(|row| row.measure == measure).expect("every measure has a fact")
    }

    fn bounded(&self, measure: &str) -> Option<Bounded> {
        let row = self.row(measure);
        let interval = Interval { low: row.ci_low?, high: row.ci_high? };
        Some(Bounded { share: row.value?, interval, level: self.level })
    }

    /// Returns the headline and the findings of the report.
    pub fn findings(&self) -> (Finding, Vec<Finding>) {
        let rounds = median(&self.counts.lengths, self.level).map(|(rounds, _)| rounds);
        let Some((round, rounds)) = self.row(DECIDED_ROUND).value.zip(rounds) else {
            return (Finding::NobodyWon, vec![]);
        };
        let comeback = self.row(COMEBACK).value.unwrap_or(0.0);
        let headline = Finding::Decided { round, rounds, games: self.counts.won(), comeback };
        let last = self.row(DECIDED_LAST).value.zip(self.row(LEAD_CHANGES).value);
        let findings = [
            last.map(|(share, changes)| Finding::DecidedLast { share, changes }),
            self.bounded(DICE).map(Finding::Luck),
            self.bounded(KINGMAKING).map(Finding::Kingmaking),
        ];
        (headline, findings.into_iter().flatten().collect())
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
