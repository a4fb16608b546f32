//! The tables of a tuning: the sets of edits that come nearest to the targets, the changes of each
//! set, and the win rates with it.

use super::tuning::{Move, Solution, SolutionRate};
use crate::analysis::knobs::StepKind;
use crate::report::shared::Changeable;
use crate::report::table::{Unit, row};

row! {
    /// One row per set of edits, from the unchanged scenario to the set with the most edits. Sets
    /// that come no nearer to the targets than a set with fewer edits are left out.
    pub struct SolutionRow in "solutions" {
        /// Number of the set; 0 is the unchanged scenario.
        solution: u64 [Unit::Ordinal],
        /// Number of edits in the set; two values that change places are one edit.
        edits: u64 [Unit::Count],
        /// Total number of steps of all edits in the set.
        steps: u64 [Unit::Count],
        /// Largest distance of a win rate from its target, over all fighters and bots, in the
        /// certifying games.
        distance: f64 [Unit::Share(1)],
        /// All win rates with a target are near enough: all intervals lie within the accepted
        /// distance.
        certified: bool [Unit::Flag],
    }
}

row! {
    /// One row per set of edits and edit in it.
    pub struct EditRow in "edits" {
        /// Number of the set.
        solution: u64 [Unit::Ordinal],
        /// The value that is edited.
        of: Changeable,
        /// The value before the edit.
        from: String [Unit::Word],
        /// The value after the edit.
        to: String [Unit::Word],
        /// Direction of the edit: `up`, `down`, or `swap` with another value of the fighter.
        step: StepKind [Unit::Word],
        /// Number of steps, negative for down; 1 for two values that change places.
        by: i64 [Unit::Signed(0, "steps")],
    }
}

row! {
    /// One row per set of edits, bot and entrant: how often the entrant wins in the certifying
    /// games.
    pub struct TunedRate in "tuned_rates" {
        /// Number of the set.
        solution: u64 [Unit::Ordinal],
        /// The bot with which the targets have to be reached; it plays all fighters to which the
        /// scenario assigns no other bot.
        bot: String [Unit::Word],
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// The bot that plays the fighter.
        strategy: String [Unit::Word],
        /// Games played.
        games: u64 [Unit::Count],
        /// Of these, games won.
        wins: u64 [Unit::Count],
        /// The share of the games that the entrant won.
        win_rate: f64 [Unit::Share(1)],
        /// The lower end of the win rate’s interval, corrected for the number of sets and interim
        /// analyses. Each end holds by itself with the confidence level asked for.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the win rate’s interval.
        ci_high: f64 [Unit::Share(1)],
        /// The target win rate; null if the entrant has no target.
        target: Option<f64> [Unit::Share(1)],
        /// Distance of the win rate from the target.
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
        let step = match (knob.step(StepKind::Swap), of.by > 0) {
            (Some(_), _) => StepKind::Swap,
            (None, true) => StepKind::Up,
            (None, false) => StepKind::Down,
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

    /// Formats the edit as text, as in "card 3, defense: 3 instead of 4" or "card 1, initiative:
    /// swapped with card 2".
    pub fn change(&self) -> String {
        self.of.change(self.step, &self.from, &self.to)
    }
}

impl TunedRate {
    pub fn new(solution: u64, bot: &str, rate: &SolutionRate) -> TunedRate {
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

    /// Half-width of the win rate's confidence interval.
    pub fn half(&self) -> f64 {
        (self.ci_high - self.ci_low) / 2.0
    }
}
