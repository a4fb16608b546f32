//! The tables of `gong shape`: the measures, when games are decided, the bots' estimates, and
//! waiting.

use super::counts::{ShapeCounts, Trainings};
use super::measures::{ends, measured};
use super::plan::{ShapeFound, ShapePlan};
use super::play::UNIT;
use crate::report::Tables;
use crate::report::shared::share;
use crate::report::table::{Row, Unit, named, row};
use crate::stats::intervals::wilson;

named! {
    /// A measure of a game's shape, such as its length or when it is decided.
    pub enum ShapeMeasure {
        /// Mean number of rounds per game.
        Rounds = "rounds",
        /// Mean number of decisions per game, over all seats together.
        Decisions = "decisions",
        /// Median of the round after which the winner is in the lead until the end.
        DecidedRound = "decided_round",
        /// Mean of the round after which the winner is in the lead until the end, divided by the
        /// game's number of rounds.
        DecidedShare = "decided_share",
        /// Share of games whose winner is not in the lead before the last round.
        DecidedLast = "decided_last",
        /// Mean number of rounds per game that end with a different side in the lead than they
        /// begin with.
        LeadChanges = "lead_changes",
        /// Share of games whose winner had a probability of winning below 10 % after some round.
        Comeback = "comeback",
        /// Mean difference between the probabilities of winning of the side in the lead and of the
        /// later winner.
        Drama = "drama",
        /// Mean difference between the two highest probabilities of winning before the last round.
        LastLead = "last_lead",
        /// Mean share of a game's rounds that follow a seat's last decision.
        Waiting = "waiting",
        /// Share of the variance of winning that the luck of dice and draws explains.
        Dice = "dice",
        /// Share of the variance of winning that the bots' estimates before the first round
        /// explain.
        Start = "start",
        /// Change of a seat's win rate if a stronger bot plays the seat.
        Play = "play",
        /// Share of games in which a seat that cannot win can decide which other side wins.
        Kingmaking = "kingmaking",
    }
}

row! {
    /// One row per measure of a game’s shape, such as its length or when it is decided.
    pub struct ShapeRow in "shape" {
        /// The name of the measure.
        measure: ShapeMeasure [Unit::Word],
        /// The measure’s value: a share, a mean or a median. Null if the measure is not defined or
        /// too few games were played.
        value: Option<f64> [Unit::Number(3, "")],
        /// The lower end of the confidence interval of the value.
        ci_low: Option<f64> [Unit::Number(3, "")],
        /// The upper end of the confidence interval of the value.
        ci_high: Option<f64> [Unit::Number(3, "")],
    }
}

row! {
    /// When games are decided: one row per round, from 0 (before the first round).
    pub struct DecidedRow in "shape_decided" {
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

row! {
    /// How well estimates of winning agree with results: one row per range of ten percentage
    /// points. One moment of each game is drawn at random.
    pub struct Calibrated in "shape_calibration" {
        /// The lower end of the range of estimated probabilities of winning.
        from: f64 [Unit::Share(0)],
        /// The upper end of the range of estimated probabilities of winning.
        to: f64 [Unit::Share(0)],
        /// Number of drawn moments with an estimate in this range.
        moments: u64 [Unit::Count],
        /// Number of these drawn moments whose side won the game.
        won: u64 [Unit::Count],
        /// Mean estimated probability of winning of the moments in this range; null without
        /// moments.
        estimate: Option<f64> [Unit::Share(1)],
        /// Share of the moments in this range whose side won the game; null without moments.
        share: Option<f64> [Unit::Share(1)],
        /// The lower end of the confidence interval of the share won.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the confidence interval of the share won.
        ci_high: f64 [Unit::Share(1)],
    }
}

row! {
    /// One row per seat at the table: the share of the game that remains after the last decision of
    /// the seat's player.
    pub struct Waiting in "shape_waiting" {
        /// The number of the seat at the table, from 1.
        seat: u64 [Unit::Ordinal],
        /// Number of games that were played.
        games: u64 [Unit::Count],
        /// Number of games in which the seat has no decision in the last rounds.
        out: u64 [Unit::Count],
        /// Share of a game’s rounds that follow the seat’s last decision; mean over all games.
        waiting: Option<f64> [Unit::Share(1)],
        /// The lower end of the confidence interval of the mean share.
        ci_low: Option<f64> [Unit::Share(1)],
        /// The upper end of the confidence interval of the mean share.
        ci_high: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// The course of the game that `--game` names: one row per round and side, with the side’s
    /// probability of winning.
    pub struct ChanceRow in "shape_game" {
        /// The number of the game, from 0.
        game: u64 [Unit::Ordinal],
        /// The number of the round; 0 is the beginning of the game.
        round: u64 [Unit::Ordinal],
        /// The number of the side, from 1; in a cooperative game 1 is the party and 2 the game.
        side: u64 [Unit::Ordinal],
        /// The side’s probability of winning after the round; after the last round the result.
        chance: f64 [Unit::Share(1)],
    }
}

/// The rows of all tables of `gong shape`.
#[derive(Default)]
pub struct ShapeRows {
    pub measured: Vec<ShapeRow>,
    pub decided: Vec<DecidedRow>,
    pub calibrated: Vec<Calibrated>,
    pub waiting: Vec<Waiting>,
    pub chances: Vec<ChanceRow>,
}

impl ShapeRows {
    /// Makes the rows of all tables of `gong shape`; `level` is the confidence level of the
    /// intervals.
    pub fn new(
        plan: &ShapePlan,
        found: &ShapeFound,
        trainings: &Trainings,
        level: f64,
    ) -> ShapeRows {
        let counts = &trainings.together();
        ShapeRows {
            measured: measured(plan, trainings, level),
            decided: decided(counts, level),
            calibrated: calibrated(counts, level),
            waiting: waiting(counts, level),
            chances: chances(plan, found),
        }
    }

    /// Returns the tables of `gong shape`, in the order in which their results are hashed.
    pub fn tables(self) -> Tables {
        Tables(vec![
            ShapeRow::table(self.measured),
            DecidedRow::table(self.decided),
            Calibrated::table(self.calibrated),
            Waiting::table(self.waiting),
            ChanceRow::table(self.chances),
        ])
    }
}

fn decided(counts: &ShapeCounts, level: f64) -> Vec<DecidedRow> {
    let longest = counts.lengths.iter().rposition(|&games| games > 0);
    let (mut decided, mut over) = (0, 0);
    let row = |round: usize| {
        decided += counts.decided[round];
        over += counts.lengths[round];
        let interval = wilson(decided, counts.won(), level);
        DecidedRow {
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

fn calibrated(counts: &ShapeCounts, level: f64) -> Vec<Calibrated> {
    let row = |(number, bin): (usize, &super::counts::Bin)| {
        let (from, to) = ends(number);
        let interval = wilson(bin.won, bin.moments, level);
        Calibrated {
            from,
            to,
            moments: bin.moments,
            won: bin.won,
            estimate: bin.estimate(),
            share: share(bin.won, bin.moments),
            ci_low: interval.low,
            ci_high: interval.high,
        }
    };
    counts.calibration.iter().enumerate().map(row).collect()
}

fn waiting(counts: &ShapeCounts, level: f64) -> Vec<Waiting> {
    let seats = counts.waiting.iter().zip(&counts.out).enumerate();
    let row = |(seat, (waiting, &out)): (usize, (&super::counts::MeanSums, &u64))| {
        let mean = waiting.mean_share(level);
        Waiting {
            seat: seat as u64 + 1,
            games: counts.games,
            out,
            waiting: mean.map(|of| of.0),
            ci_low: mean.map(|of| of.1.low),
            ci_high: mean.map(|of| of.1.high),
        }
    };
    seats.map(row).collect()
}

fn chances(plan: &ShapePlan, found: &ShapeFound) -> Vec<ChanceRow> {
    let Some(drawn) = &found.drawn else {
        return vec![];
    };
    let sides = 0..plan.sides.count;
    let result = |side: usize| match drawn.winner {
        Some(winner) => f64::from(u8::from(winner == side)),
        None => 0.0,
    };
    let rounds = drawn.chances.iter();
    let rounds = rounds.map(|of| of.iter().map(|&of| f64::from(of) / UNIT).collect());
    let rounds = rounds.chain([sides.map(result).collect::<Vec<f64>>()]);
    let mut rows = vec![];
    for (round, chances) in rounds.enumerate() {
        for (side, chance) in chances.into_iter().enumerate() {
            rows.push(ChanceRow {
                game: plan.drawn(),
                round: round as u64,
                side: side as u64 + 1,
                chance,
            });
        }
    }
    rows
}
