//! The tables of a tuning: the sets of edits that come nearest to the targets, what each changes,
//! and how often everybody wins with it.

use super::tuning::{Move, Rate, Solution};
use crate::analysis::knobs::Turn;
use crate::report::shared::Changeable;
use crate::report::table::{Unit, row};

row! {
    /// One row per set of edits, from the scenario as it is to the most edits; sets that come no nearer than fewer edits are left out.
    pub struct SolutionRow in "solutions" {
        /// Its number, from 0: the scenario as it is.
        solution: u64 [Unit::Ordinal],
        /// How many edits it has; two values that change places are one.
        edits: u64 [Unit::Count],
        /// The steps of all its edits together.
        steps: u64 [Unit::Count],
        /// The largest distance of anybody’s win rate from its target, with any bot, in the games that certify.
        distance: f64 [Unit::Share(1)],
        /// Everybody with a target is near enough with every bot: all intervals lie within it.
        certified: bool [Unit::Flag],
    }
}

row! {
    /// One row per set of edits and edit.
    pub struct EditRow in "edits" {
        /// The number of the set.
        solution: u64 [Unit::Ordinal],
        /// The value.
        of: Changeable,
        /// What the value is.
        from: String [Unit::Word],
        /// What it is to be.
        to: String [Unit::Word],
        /// `up`, `down`, or `swap` with another of the fighter’s.
        step: Turn [Unit::Word],
        /// So many steps up, or if it is below 0 down; of two values that change places 1.
        by: i64 [Unit::Signed(0, "steps")],
    }
}

row! {
    /// One row per set of edits, bot and entrant: how often it wins in the games that certify.
    pub struct TunedRate in "tuned_rates" {
        /// The number of the set.
        solution: u64 [Unit::Ordinal],
        /// The bot that the edits have to serve: it plays everybody who is not someone else’s.
        bot: String [Unit::Word],
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// Who plays it.
        strategy: String [Unit::Word],
        /// Games played.
        games: u64 [Unit::Count],
        /// Of these, games won.
        wins: u64 [Unit::Count],
        /// The share of these.
        win_rate: f64 [Unit::Share(1)],
        /// The lower end of the win rate’s interval: right for this entrant to either side, in all of the table’s sets and at every look, with the level asked for.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the win rate’s interval.
        ci_high: f64 [Unit::Share(1)],
        /// The win rate that it is to have; null if it may have any.
        target: Option<f64> [Unit::Share(1)],
        /// How far it is from that.
        distance: Option<f64> [Unit::Share(1)],
    }
}

impl SolutionRow {
    pub fn new(number: u64, solution: &Solution) -> SolutionRow {
        SolutionRow {
            solution: number,
            edits: solution.moves.len() as u64,
            steps: solution.steps(),
            distance: solution.distance(),
            certified: solution.certified,
        }
    }
}

impl EditRow {
    pub fn new(solution: u64, of: &Move) -> EditRow {
        let knob = &of.knob;
        let step = match (knob.step(Turn::Swap), of.by > 0) {
            (Some(_), _) => Turn::Swap,
            (None, true) => Turn::Up,
            (None, false) => Turn::Down,
        };
        EditRow {
            solution,
            of: knob.into(),
            from: knob.now.clone(),
            to: of.to.clone(),
            step,
            by: of.by,
        }
    }

    /// "card 3, defense: 3 instead of 4", "card 1, initiative: swapped with card 2".
    pub fn change(&self) -> String {
        self.of.change(self.step, &self.from, &self.to)
    }
}

impl TunedRate {
    pub fn new(solution: u64, bot: &str, rate: &Rate) -> TunedRate {
        TunedRate {
            solution,
            bot: bot.to_owned(),
            entrant: rate.fighter.clone(),
            strategy: rate.strategy.clone(),
            games: rate.games,
            wins: rate.wins,
            win_rate: rate.rate(),
            ci_low: rate.interval.low,
            ci_high: rate.interval.high,
            target: rate.target,
            distance: rate.target.map(|_| rate.distance()),
        }
    }

    /// Half the width of the interval.
    pub fn half(&self) -> f64 {
        (self.ci_high - self.ci_low) / 2.0
    }
}
