//! The results tables of a tuning: the sets of edits that come nearest to the targets, the changes
//! of each set, and the win rates with it.

use super::tuning::{Solution, SolutionRate, TuningEdit};
use crate::analysis::knobs::StepKind;
use crate::report::people::PARTY;
use crate::report::shared::{Changeable, Wins, margin_of_error};
use crate::report::table::{Unit, row};
use crate::stats::intervals::Interval;
use crate::stats::members::Won;

row! {
    /// One row per set of edits, from the unchanged scenario to the set with the most edits. Sets
    /// whose win rates are no nearer to the targets than those of a smaller set are left out.
    pub struct SolutionRow in "solutions" {
        /// Number of the set of edits; 0 is the unchanged scenario.
        solution: u64 [Unit::Ordinal],
        /// Number of edits in the set; two values that change places are one edit.
        edits: u64 [Unit::Count],
        /// Total number of steps of all edits in the set; a step is the smallest change of a value.
        steps: u64 [Unit::Count],
        /// Largest distance of a corrected win rate from its target in the final test, over all
        /// fighters and bots.
        distance: f64 [Unit::Share(1)],
        /// True if all corrected win rates with a target are near enough to it: their confidence
        /// intervals lie within the accepted distance.
        certified: bool [Unit::Flag],
    }
}

row! {
    /// One row per edit of each set of edits.
    pub struct EditRow in "edits" {
        /// Number of the set of edits to which the edit belongs, from 1.
        solution: u64 [Unit::Ordinal],
        /// The game value that is edited.
        of: Changeable,
        /// The game value before the edit.
        from: String [Unit::Word],
        /// The game value after the edit.
        to: String [Unit::Word],
        /// Direction of the edit: `up`, `down`, or `swap` with another value of the fighter.
        step: StepKind [Unit::Word],
        /// Number of steps by which the value changes, negative for down; 1 for two values that
        /// change places.
        by: i64 [Unit::Signed(0, "steps")],
    }
}

row! {
    /// One row per set of edits, bot and fighter: how often the fighter wins in the final test.
    pub struct TunedRate in "tuned_rates" {
        /// Number of the set of edits; 0 is the unchanged scenario.
        solution: u64 [Unit::Ordinal],
        /// The bot with which the targets have to be reached; it plays all fighters to which the
        /// scenario assigns no other bot.
        bot: String [Unit::Word],
        /// Key (identifier) of the fighter.
        entrant: String [Unit::Word],
        /// The bot that plays this fighter.
        strategy: String [Unit::Word],
        /// Number of games that the fighter played.
        games: u64 [Unit::Count],
        /// Number of games that the fighter won.
        wins: u64 [Unit::Count],
        /// Win rate of the fighter.
        win_rate: f64 [Unit::Share(1)],
        /// Lower end of the win rate’s confidence interval, corrected for the number of sets and
        /// interim analyses. Each end holds by itself with the chosen confidence level.
        ci_low: f64 [Unit::Share(1)],
        /// Upper end of the win rate’s confidence interval, corrected in the same way as the lower
        /// end.
        ci_high: f64 [Unit::Share(1)],
        /// Addend that turns the win rate into an estimate of the reference player’s win rate, from
        /// games of both with the unchanged scenario and with sets of edits during the search; null
        /// if nothing is corrected.
        correction: Option<f64> [Unit::Points(1)],
        /// Target win rate of the fighter; null if it has none.
        target: Option<f64> [Unit::Share(1)],
        /// Distance of the corrected win rate from its target; null without a target.
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
    pub fn new(solution: u64, of: &TuningEdit) -> EditRow {
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
    /// Creates the row of the win rate with one bot. `target` is the target of the corrected win
    /// rate.
    pub fn new(solution: u64, bot: &str, rate: &SolutionRate, target: Option<f64>) -> TunedRate {
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
            correction: rate.correction,
            target,
            distance: rate.target.map(|_| rate.distance()),
        }
    }

    /// Creates the row of the party (all players of a cooperative game) from the rows of the
    /// fighters with one bot. `size` is the number of players. Returns `None` without rows.
    pub fn of_party(fighters: &[TunedRate], size: usize, level: f64) -> Option<TunedRate> {
        let first = fighters.first()?;
        // The sums count each game once per player.
        let games: u64 = fighters.iter().map(|of| of.games).sum();
        let members = fighters.iter().map(|of| Won::new(of.games, of.wins));
        let members: Vec<Won> = members.collect();
        let wins = Wins::of_party(games / size.max(1) as u64, members.iter(), level);
        let corrections = fighters.iter().map(|of| Some(of.correction? * of.games as f64));
        let correction: Option<f64> = corrections.sum();
        Some(TunedRate {
            entrant: PARTY.to_owned(),
            strategy: first.bot.clone(),
            games: wins.games,
            wins: wins.wins,
            win_rate: wins.rate(),
            ci_low: wins.ci_low,
            ci_high: wins.ci_high,
            correction: correction.map(|sum| sum / games.max(1) as f64),
            target: None,
            distance: None,
            ..first.clone()
        })
    }

    /// Returns the corrected win rate: an estimate of the reference player's win rate, or the
    /// bot's win rate if nothing is corrected.
    pub fn corrected(&self) -> f64 {
        self.win_rate + self.correction.unwrap_or(0.0)
    }

    /// Returns the confidence interval of the corrected win rate, without the error of the
    /// correction.
    pub fn ends(&self) -> Interval {
        let by = self.correction.unwrap_or(0.0);
        Interval { low: self.ci_low + by, high: self.ci_high + by }
    }

    /// Half-width of the win rate's confidence interval.
    pub fn half_width(&self) -> f64 {
        (self.ci_high - self.ci_low) / 2.0
    }

    /// Returns the number after "±" of the win rate, see [`margin_of_error`], without the error of
    /// the correction.
    pub fn margin_of_error(&self) -> f64 {
        margin_of_error(self.win_rate, self.ci_low, self.ci_high)
    }
}
