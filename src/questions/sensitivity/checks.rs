//! The checks of the reference player: for each checked step, whether the effect of the step with
//! the reference player confirms the effect with the command's own bot.

use anyhow::{Context, Result};

use super::tables::WorthRow;
use crate::analysis::knobs::StepKind;
use crate::analysis::pairs::{PairTally, WON};
use crate::questions::facts::{Agreement, p_value_of_difference};
use crate::report::sentences::Standing;
use crate::report::shared::{Changeable, half_width, margin_of_error};
use crate::report::table::{Unit, row};
use crate::stats::{PairKind, Pairs, intervals};

row! {
    /// In an analysis with a reference player (a search that plays every seat): one row per checked
    /// step (change of one value), with its effect on the win rate of the value’s owner.
    pub struct CheckRow in "reference_checks" {
        /// Number of the game value, as in the table `sensitivity`.
        knob: u64 [Unit::Ordinal],
        /// The value of a fighter that is changed.
        of: Changeable,
        /// The unchanged value, as in the scenario.
        now: String [Unit::Word],
        /// Kind of change, as in the table `sensitivity`.
        step: StepKind [Unit::Word],
        /// The value after the change.
        to: String [Unit::Word],
        /// Key of the fighter that owns the value.
        entrant: String [Unit::Word],
        /// Name of the bot that is the reference player.
        strategy: String [Unit::Word],
        /// Number of pairs of games in which the fighter plays: each game of the reference player
        /// without and with the change.
        games: u64 [Unit::Count],
        /// Win rate without the change.
        mean: Option<f64> [Unit::Share(1)],
        /// Win rate with the change.
        mean_step: Option<f64> [Unit::Share(1)],
        /// Effect of the change: win rate with the change minus win rate without it.
        difference: Option<f64> [Unit::Signed(3, "")],
        /// Lower end of the effect’s confidence interval.
        ci_low: Option<f64> [Unit::Signed(3, "")],
        /// Upper end of the effect’s confidence interval.
        ci_high: Option<f64> [Unit::Signed(3, "")],
        /// Probability of an effect at least as large if the change had no effect (p-value).
        p_value: f64 [Unit::Share(1)],
        /// True if the effect is significant after correction for all rows of the table (Holm).
        significant: bool [Unit::Flag],
        /// Effect of the change with the command’s own bot.
        own_difference: Option<f64> [Unit::Signed(3, "")],
        /// Lower end of the confidence interval of the effect with the command’s own bot.
        own_ci_low: Option<f64> [Unit::Signed(3, "")],
        /// Upper end of the confidence interval of the effect with the command’s own bot.
        own_ci_high: Option<f64> [Unit::Signed(3, "")],
        /// Probability of a difference at least as large between the two effects if the change had
        /// the same effect with both bots (p-value).
        p_value_differs: f64 [Unit::Share(1)],
        /// True if the two effects differ significantly after correction for all rows of the table
        /// (Holm).
        differs: bool [Unit::Flag],
        /// `confirmed`: the effect with the reference player is significant and has the same sign.
        /// `opposite`: it is significant and has the opposite sign. `undecided`: it is not
        /// significant.
        verdict: String [Unit::Word],
        /// True if the effect with the reference player is significant and has the opposite sign.
        opposite: bool [Unit::Flag],
    }
}

/// The checks of the reference player, for the report's page and sentences.
pub struct CheckedSteps {
    /// Name of the bot that is the reference player.
    pub strategy: String,
    /// Number of games that the reference player played of each variant.
    pub games: u64,
    /// The checked steps, the largest effect with the command's own bot first.
    pub rows: Vec<CheckRow>,
    /// First part of a command that plays the games of one checked step; the step has to be
    /// appended. `None` if no command line can express the scenario.
    pub compare: Option<String>,
}

/// Makes the table rows of the checked steps. For each step, `checked` has the row of the effect
/// with the command's own bot, and the games of the reference player `strategy`.
///
/// # Errors
/// Fails if the fighter that owns a value does not play in the games of its step.
pub fn rows<'a>(
    strategy: &str,
    checked: impl Iterator<Item = (&'a WorthRow, &'a PairTally)>,
    level: f64,
) -> Result<Vec<CheckRow>> {
    let row = |(own, tally): (&WorthRow, &PairTally)| {
        let owner = own.entrant.as_ref();
        let mut subjects = tally.subjects.iter();
        let index = subjects.position(|subject| Some(&subject.fighter) == owner);
        let index = index.context("the owner of a checked value does not play")?;
        Ok(CheckRow::new(strategy, own, &tally.pooled()[index][WON], level))
    };
    let mut rows = checked.map(row).collect::<Result<Vec<CheckRow>>>()?;
    let holm = |p: fn(&CheckRow) -> f64| {
        let p: Vec<f64> = rows.iter().map(p).collect();
        intervals::holm(&p, 1.0 - level)
    };
    let significant = holm(|row| row.p_value);
    let differs = holm(|row| row.p_value_differs);
    for (row, (significant, differs)) in rows.iter_mut().zip(significant.into_iter().zip(differs)) {
        row.judge(significant, differs);
    }
    Ok(rows)
}

impl CheckRow {
    /// Makes a row, before the tests of all rows are known. `pairs` counts the wins of the value's
    /// owner if the reference player plays.
    fn new(strategy: &str, own: &WorthRow, pairs: &Pairs, level: f64) -> CheckRow {
        let interval = pairs.interval(PairKind::Shares, level);
        let mut row = CheckRow {
            knob: own.knob,
            of: own.of.clone(),
            now: own.now.clone(),
            step: own.step,
            to: own.to.clone(),
            entrant: own.entrant.clone().unwrap_or_default(),
            strategy: strategy.to_owned(),
            games: pairs.games,
            mean: pairs.mean_a(),
            mean_step: pairs.mean_b(),
            difference: pairs.difference(),
            ci_low: interval.map(|of| of.low),
            ci_high: interval.map(|of| of.high),
            p_value: pairs.p_value(PairKind::Shares),
            significant: false,
            own_difference: own.difference,
            own_ci_low: own.ci_low,
            own_ci_high: own.ci_high,
            p_value_differs: 1.0,
            differs: false,
            verdict: Agreement::Undecided.name().to_owned(),
            opposite: false,
        };
        let own = row.own_difference.zip(row.own_half_width());
        let theirs = row.difference.zip(row.half_width());
        if let Some((own, theirs)) = own.zip(theirs) {
            row.p_value_differs = p_value_of_difference(own, theirs, level);
        }
        row
    }

    /// Sets the verdict from the corrected tests: whether the effect with the reference player is
    /// significant, and whether the two effects differ significantly.
    fn judge(&mut self, significant: bool, differs: bool) {
        (self.significant, self.differs) = (significant, differs);
        let check = self.confirmation();
        self.opposite = check == Agreement::Opposite;
        self.verdict = check.name().to_owned();
    }

    /// Compares the effect with the command's own bot, which is significant, with the effect with
    /// the reference player.
    pub fn confirmation(&self) -> Agreement {
        let own = Standing::of(true, self.own_difference > Some(0.0));
        let theirs = Standing::of(self.significant, self.difference > Some(0.0));
        Agreement::of_two(own, theirs).unwrap_or(Agreement::Undecided)
    }

    /// Half-width of the confidence interval of the effect with the reference player; `None` with
    /// too few games.
    fn half_width(&self) -> Option<f64> {
        half_width(self.ci_low, self.ci_high)
    }

    /// Half-width of the confidence interval of the effect with the command's own bot; `None` with
    /// too few games.
    fn own_half_width(&self) -> Option<f64> {
        half_width(self.own_ci_low, self.own_ci_high)
    }

    /// Returns the number after "±" of the effect with the reference player, see
    /// [`margin_of_error`]; `None` with too few games.
    pub fn margin_of_error(&self) -> Option<f64> {
        Some(margin_of_error(self.difference?, self.ci_low?, self.ci_high?))
    }

    /// Returns the number after "±" of the effect with the command's own bot, see
    /// [`margin_of_error`]; `None` with too few games.
    pub fn own_margin_of_error(&self) -> Option<f64> {
        Some(margin_of_error(self.own_difference?, self.own_ci_low?, self.own_ci_high?))
    }

    /// Formats the changed value as text, as in "card 3, melee: 3 instead of 2".
    pub fn change(&self) -> String {
        self.of.change(self.step, &self.now, &self.to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::pairs::Subject;
    use crate::questions::sensitivity::tables::Judged;

    /// Returns an effect of +5 ± 1 points with the command's own bot.
    fn own() -> WorthRow {
        WorthRow {
            knob: 1,
            of: Changeable {
                fighter: Some("a".to_owned()),
                thing: None,
                value: "size".to_owned(),
                field: "fighters.a.size".to_owned(),
                words: "size".to_owned(),
                provenance: None,
            },
            now: "4".to_owned(),
            step: StepKind::Up,
            to: "5".to_owned(),
            entrant: Some("a".to_owned()),
            strategy: Some("own".to_owned()),
            measure: "win_rate".to_owned(),
            screened: None,
            screened_low: None,
            screened_high: None,
            games: Some(30_000),
            mean: Some(0.3),
            mean_step: Some(0.35),
            difference: Some(0.05),
            ci_low: Some(0.04),
            ci_high: Some(0.06),
            p_value: Some(1e-9),
            verdict: Some(Judged::More),
        }
    }

    /// Returns pairs of games of the fighters b and a. `gained` is the number of games that a wins
    /// only with the change, `lost` the number of games that a wins only without the change, and
    /// `all` the number of all games.
    fn games([gained, lost, all]: [u64; 3]) -> PairTally {
        let mut pairs = Pairs::default();
        pairs.add_times(0, 0, 1, gained);
        pairs.add_times(0, 1, 0, lost);
        pairs.add_times(0, 0, 0, all - gained - lost);
        let subject = |key: &str| Subject {
            fighter: key.to_owned(),
            strategies: ["search", "search"].map(str::to_owned),
        };
        PairTally {
            party: None,
            subjects: ["b", "a"].map(subject).into(),
            compared: vec![],
            measures: vec![vec![Pairs::default()], vec![pairs]],
            length: Pairs::default(),
            sides: vec![],
            winners: vec![],
        }
    }

    fn verdicts(theirs: &[[u64; 3]]) -> Vec<(String, bool)> {
        let (own, tallies) = (own(), theirs.iter().map(|of| games(*of)));
        let tallies: Vec<PairTally> = tallies.collect();
        let checked = tallies.iter().map(|tally| (&own, tally));
        let rows = rows("search", checked, 0.95).unwrap().into_iter();
        rows.map(|row| (row.verdict, row.opposite)).collect()
    }

    #[test]
    fn an_effect_is_confirmed_or_opposite_only_if_the_reference_player_s_games_suffice() {
        let of = |theirs| verdicts(&[theirs]).remove(0);
        let said = |verdict: &str, opposite| (verdict.to_owned(), opposite);
        // +5 points, about ± 3.
        assert_eq!(of([150, 100, 1_000]), said("confirmed", false));
        // 0 points, about ± 3.
        assert_eq!(of([125, 125, 1_000]), said("undecided", false));
        // −5 points, about ± 3.
        assert_eq!(of([100, 150, 1_000]), said("opposite", true));
        // +3 and −2 points, about ± 10.
        assert_eq!(of([14, 11, 100]), said("undecided", false));
        assert_eq!(of([11, 13, 100]), said("undecided", false));
        assert_eq!(of([0, 0, 0]), said("undecided", false));
    }

    /// Two effects with a p-value of about 0.03: one alone is significant, and two of three are
    /// not, after Holm's correction.
    #[test]
    fn tests_are_corrected_for_the_number_of_checked_steps() {
        let slight = [135, 100, 1_000];
        assert_eq!(verdicts(&[slight])[0].0, "confirmed");
        let none = [50, 50, 100];
        let three = verdicts(&[slight, slight, none]);
        let three: Vec<&str> = three.iter().map(|(of, _)| of.as_str()).collect();
        assert_eq!(three, ["undecided", "undecided", "undecided"]);
    }

    #[test]
    fn an_owner_that_does_not_play_is_an_error() {
        let (mut own, tally) = (own(), games([0, 0, 10]));
        own.entrant = Some("c".to_owned());
        assert!(rows("search", [(&own, &tally)].into_iter(), 0.95).is_err());
    }
}
