//! The tables about the shape of a game.

use super::counts::ShapeCounts;
use super::measures::{ends, measured};
use super::play::{ShapeFound, ShapePlan, UNIT};
use crate::report::Tables;
use crate::report::shared::share;
use crate::report::table::{Row, Unit, named, row};
use crate::stats::intervals::wilson;

named! {
    /// A measure of a game's shape.
    pub enum ShapeMeasure {
        /// Mean number of rounds of a game.
        Rounds = "rounds",
        /// Mean number of decisions of all seats in a game.
        Decisions = "decisions",
        /// Median of the round after which the winner leads until the end.
        DecidedRound = "decided_round",
        /// Mean of the round after which the winner leads, divided by the number of rounds.
        DecidedShare = "decided_share",
        /// Share of games whose winner does not lead before the last round.
        DecidedLast = "decided_last",
        /// Mean number of rounds that end with another leader than they begin with.
        LeadChanges = "lead_changes",
        /// Share of games whose winner had a probability of winning below 10 % after some round.
        Comeback = "comeback",
        /// Mean difference between the leader's and the winner's probability of winning.
        Drama = "drama",
        /// Mean difference between the two highest probabilities before the last round.
        LastLead = "last_lead",
        /// Mean share of the rounds that follow a seat's last decision.
        Waiting = "waiting",
        /// Share of the variance of winning that the luck of dice and draws explains.
        Dice = "dice",
        /// Share of the variance of winning that the estimates before the first round explain.
        Start = "start",
        /// Change of a seat's win rate if a stronger bot plays the seat.
        Play = "play",
        /// Share of games in which a seat that cannot win can decide which other side wins.
        Kingmaking = "kingmaking",
    }
}

row! {
    /// One row per measure.
    pub struct ShapeRow in "shape" {
        /// The measure.
        measure: ShapeMeasure [Unit::Word],
        /// Its value: a share, a mean or a median; null if it is not defined or too few games were
        /// played.
        value: Option<f64> [Unit::Number(3, "")],
        /// The lower end of the interval.
        ci_low: Option<f64> [Unit::Number(3, "")],
        /// The upper end of the interval.
        ci_high: Option<f64> [Unit::Number(3, "")],
    }
}

row! {
    /// One row per round, from 0 (before the first round): when games are decided.
    pub struct DecidedRow in "shape_decided" {
        /// The round.
        round: u64 [Unit::Ordinal],
        /// Games after which round the winner leads until the end.
        games: u64 [Unit::Count],
        /// Share of the games that are decided by the end of this round.
        decided: Option<f64> [Unit::Share(1)],
        /// The lower end of this share’s interval.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of this share’s interval.
        ci_high: f64 [Unit::Share(1)],
        /// Share of the games that are over by the end of this round.
        over: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// One row per ten percent of the estimates: how often those moments were won. One moment of
    /// each game is drawn at random.
    pub struct Calibrated in "shape_calibration" {
        /// The lower end of the estimates.
        from: f64 [Unit::Share(0)],
        /// The upper end of the estimates.
        to: f64 [Unit::Share(0)],
        /// Moments with such an estimate.
        moments: u64 [Unit::Count],
        /// Moments whose side won the game.
        won: u64 [Unit::Count],
        /// Mean estimate; null without moments.
        estimate: Option<f64> [Unit::Share(1)],
        /// Share won; null without moments.
        share: Option<f64> [Unit::Share(1)],
        /// The lower end of this share’s interval.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of this share’s interval.
        ci_high: f64 [Unit::Share(1)],
    }
}

row! {
    /// One row per seat: how long it waits when it is out.
    pub struct Waiting in "shape_waiting" {
        /// The seat.
        seat: u64 [Unit::Ordinal],
        /// Games played.
        games: u64 [Unit::Count],
        /// Games in which the seat waits at the end.
        out: u64 [Unit::Count],
        /// Share of the rounds after the seat’s last decision, mean of all games.
        waiting: Option<f64> [Unit::Share(1)],
        /// The lower end of this mean’s interval.
        ci_low: Option<f64> [Unit::Share(1)],
        /// The upper end of this mean’s interval.
        ci_high: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// One row per round and side of the game that `--game` names: its probability to win.
    pub struct ChanceRow in "shape_game" {
        /// The game.
        game: u64 [Unit::Ordinal],
        /// The round, 0 before the first one.
        round: u64 [Unit::Ordinal],
        /// The side; in a cooperative game 1 is the party and 2 the game.
        side: u64 [Unit::Ordinal],
        /// Probability to win after the round; after the last round the result.
        chance: f64 [Unit::Share(1)],
    }
}

/// The rows of all tables about the shape of a game.
#[derive(Default)]
pub struct ShapeRows {
    pub measured: Vec<ShapeRow>,
    pub decided: Vec<DecidedRow>,
    pub calibrated: Vec<Calibrated>,
    pub waiting: Vec<Waiting>,
    pub chances: Vec<ChanceRow>,
}

impl ShapeRows {
    /// Makes the rows, with intervals of this confidence level.
    pub fn new(
        plan: &ShapePlan,
        found: &ShapeFound,
        counts: &ShapeCounts,
        level: f64,
    ) -> ShapeRows {
        ShapeRows {
            measured: measured(plan, counts, level),
            decided: decided(counts, level),
            calibrated: calibrated(counts, level),
            waiting: waiting(counts, level),
            chances: chances(plan, found),
        }
    }

    /// Returns the tables, in the order in which their results are hashed.
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
