//! The table of a sensitivity report: the effect of every change of a game value on every fighter.

use std::collections::BTreeMap;

use super::survey::{Estimate, MeasuredStep, Results, Screen};
use crate::analysis::knobs::{Knob, Step, StepKind};
use crate::analysis::pairs::Subject;
use crate::questions::facts::WIN_RATE;
use crate::report::shared::Changeable;
use crate::report::table::{Unit, named, row};
use crate::stats::{Measure, PairKind, Pairs, intervals};

row! {
    /// One row per step (change of one value), fighter and measure, such as the win rate.
    pub struct WorthRow in "sensitivity" {
        /// Number of the game value, from 1; all changes of a value have the same number.
        knob: u64 [Unit::Ordinal],
        /// The value of a fighter or rule that is changed.
        of: Changeable,
        /// The unchanged value, as in the scenario.
        now: String [Unit::Word],
        /// Kind of change: `up` or `down` by one, `swap` with the next higher value, `other` for
        /// another of several choices, `off` to remove an effect, `withheld` to take a thing away.
        step: StepKind [Unit::Word],
        /// The value after the change.
        to: String [Unit::Word],
        /// Key of the fighter whose result is compared; null if the step changes who plays.
        entrant: Option<String> [Unit::Word],
        /// The strategy (bot) that plays the fighter.
        strategy: Option<String> [Unit::Word],
        /// The measure that is compared: `win_rate`, or a measure of the game, such as the round of
        /// an event. If the event never occurs, the round after the game’s last counts.
        measure: String [Unit::Word],
        /// Mean effect of the change over similar rosters, from games in which many values changed
        /// at once; null if there are no such games. A step down has the opposite effect of a step
        /// up.
        screened: Option<f64> [Unit::Signed(3, "")],
        /// Lower end of the confidence interval of the effect in games in which many values changed
        /// at once.
        screened_low: Option<f64> [Unit::Signed(3, "")],
        /// Upper end of the confidence interval of the effect in games in which many values changed
        /// at once.
        screened_high: Option<f64> [Unit::Signed(3, "")],
        /// Number of pairs of games in which the fighter plays: each game without and with the
        /// change. Null if the change was not measured alone.
        games: Option<u64> [Unit::Count],
        /// Mean of the measure in games without the change.
        mean: Option<f64> [Unit::Number(3, "")],
        /// Mean of the measure in games with the change.
        mean_step: Option<f64> [Unit::Number(3, "")],
        /// Mean of the measure with the change minus its mean without the change.
        difference: Option<f64> [Unit::Signed(3, "")],
        /// Lower end of the difference’s confidence interval.
        ci_low: Option<f64> [Unit::Signed(3, "")],
        /// Upper end of the difference’s confidence interval.
        ci_high: Option<f64> [Unit::Signed(3, "")],
        /// Probability of a difference at least as large if the change had no effect (p-value).
        p_value: Option<f64> [Unit::Share(1)],
        /// Verdict on the difference: `more`, `less` or `noise` (not significant), with Holm’s
        /// correction within a family of tests. The first family is the changed fighters’ own win
        /// rates, the second is all win rates if a rule changes, the third is all other rows.
        /// `incomparable` if the change affects who plays; null if the change was not measured
        /// alone.
        verdict: Option<Judged> [Unit::Word],
    }
}

named! {
    /// Verdict on the effect of a change on the mean of a measure, such as the win rate. Holm's
    /// correction is applied within a family of tests.
    pub enum Judged {
        /// The mean is significantly higher with the change of the value.
        More = "more",
        /// The mean is significantly lower with the change of the value.
        Less = "less",
        /// The means with and without the change of the value do not differ significantly.
        Noise = "noise",
        /// The effect was not measured, because the change affects which fighters play.
        Incomparable = "incomparable",
    }
}

/// Number of families of tests, see [`WorthRow::family`].
pub const FAMILIES: usize = 3;
/// Makes the rows of the results, with intervals of confidence `level`. Within a family of tests,
/// the probability of any false significant result is at most 1 − `level`.
pub fn rows(found: &Results, level: f64) -> Vec<WorthRow> {
    let measured: BTreeMap<(usize, usize), &MeasuredStep> =
        (found.steps.iter()).map(|of| ((of.knob, of.step), of)).collect();
    let mut rows = vec![];
    for (k, knob) in found.knobs.iter().enumerate() {
        for (s, step) in knob.steps.iter().enumerate() {
            let of = Of { k, knob, step };
            let screen = found.screen.as_ref().filter(|_| one_more_or_less(step));
            match (measured.get(&(k, s)), screen) {
                (Some(measured), screen) => rows.extend(of.measured(measured, screen, level)),
                (None, Some(screen)) => rows.extend(of.screened(screen, level)),
                (None, None) if found.incomparable.contains(&(k, s)) => {
                    rows.push(of.incomparable());
                }
                (None, None) => {}
            }
        }
    }
    for number in 0..FAMILIES {
        let family = rows.iter_mut().filter(|row| row.family() == number);
        judge(family.collect(), level);
    }
    rows
}

/// A change of one value, as rows of the table name it: the number of the value, the kind of change
/// and the value after the change.
pub type ChangeKey = (u64, StepKind, String);

fn one_more_or_less(step: &Step) -> bool {
    matches!(step.kind, StepKind::Up | StepKind::Down)
}

/// Sets the verdicts of the table rows of one family of tests, with a correction for their number.
fn judge(family: Vec<&mut WorthRow>, level: f64) {
    let measured: Vec<(f64, &mut WorthRow)> =
        (family.into_iter()).filter_map(|row| Some((row.p_value?, row))).collect();
    let p: Vec<f64> = measured.iter().map(|(p, _)| *p).collect();
    for ((_, row), sure) in (measured.into_iter()).zip(intervals::holm(&p, 1.0 - level)) {
        let verdict = match (sure, row.difference.unwrap_or(0.0) > 0.0) {
            (true, true) => Judged::More,
            (true, false) => Judged::Less,
            (false, _) => Judged::Noise,
        };
        row.verdict = Some(verdict);
    }
}

/// A step from which rows of the table are made.
struct Of<'a> {
    /// Index of the game value that is changed.
    k: usize,
    knob: &'a Knob,
    step: &'a Step,
}

impl Of<'_> {
    /// Makes a table row without results for this change of a value.
    fn row(&self, subject: Option<&Subject>, measure: &str) -> WorthRow {
        let (knob, step) = (self.knob, self.step);
        WorthRow {
            knob: self.k as u64 + 1,
            of: knob.into(),
            now: knob.now.clone(),
            step: step.kind,
            to: step.to.clone(),
            entrant: subject.map(|subject| subject.fighter.clone()),
            strategy: subject.map(|subject| subject.strategies[0].clone()),
            measure: measure.to_owned(),
            screened: None,
            screened_low: None,
            screened_high: None,
            games: None,
            mean: None,
            mean_step: None,
            difference: None,
            ci_low: None,
            ci_high: None,
            p_value: None,
            verdict: None,
        }
    }

    fn incomparable(&self) -> WorthRow {
        WorthRow { verdict: Some(Judged::Incomparable), ..self.row(None, WIN_RATE) }
    }

    /// Makes table rows for a change whose effect is known only from games in which many values
    /// changed at once. Returns none without such games.
    fn screened(&self, screen: &Screen, level: f64) -> Vec<WorthRow> {
        let mut rows = vec![];
        for (subject, estimates) in
            (screen.subjects.iter()).zip(screen.of(self.k).into_iter().flatten())
        {
            for (name, estimate) in names(&screen.compared).zip(estimates) {
                rows.push(self.row(Some(subject), name).screened(self.step, estimate, level));
            }
        }
        rows
    }

    /// Makes table rows for a change that was measured alone. The rows also have the results of
    /// games with many changes at once, if any.
    fn measured(
        &self,
        measured: &MeasuredStep,
        screen: Option<&Screen>,
        level: f64,
    ) -> Vec<WorthRow> {
        let screened = screen.map_or(vec![], |screen| self.screened(screen, level));
        let pairs = &measured.pairs;
        let mut rows = vec![];
        for (subject, measures) in pairs.subjects.iter().zip(pairs.pooled()) {
            let values = pairs.compared.iter().map(|measure| measure.form.into());
            let values = std::iter::once(PairKind::Shares).chain(values);
            for ((name, pairs), values) in names(&pairs.compared).zip(&measures).zip(values) {
                let row = self.row(Some(subject), name);
                let known = (screened.iter()).find(|known| {
                    (&known.entrant, &known.strategy, &known.measure)
                        == (&row.entrant, &row.strategy, &row.measure)
                });
                rows.push(known.cloned().unwrap_or(row).measured(pairs, values, level));
            }
        }
        rows
    }
}

/// Returns the names of the measures that are compared for a fighter, such as the win rate.
fn names(compared: &[Measure]) -> impl Iterator<Item = &str> {
    std::iter::once(WIN_RATE).chain(compared.iter().map(|measure| measure.name))
}

impl WorthRow {
    fn screened(self, step: &Step, estimate: &Estimate, level: f64) -> WorthRow {
        let interval = estimate.interval(level);
        let [value, low, high] = match step.kind {
            StepKind::Down => [-estimate.value, -interval.high, -interval.low],
            _ => [estimate.value, interval.low, interval.high],
        };
        WorthRow {
            screened: Some(value),
            screened_low: Some(low),
            screened_high: Some(high),
            ..self
        }
    }

    fn measured(self, pairs: &Pairs, values: PairKind, level: f64) -> WorthRow {
        let interval = pairs.interval(values, level);
        WorthRow {
            games: Some(pairs.games),
            mean: pairs.mean_a(),
            mean_step: pairs.mean_b(),
            difference: pairs.difference(),
            ci_low: interval.map(|of| of.low),
            ci_high: interval.map(|of| of.high),
            p_value: Some(pairs.p_value(values)),
            ..self
        }
    }

    /// Returns whether the table row is about the win rate of the changed fighter. For a change of
    /// a rule, it may be the win rate of any fighter.
    pub fn own(&self) -> bool {
        let fighter = &self.of.fighter;
        self.wins() && (fighter.is_none() || *fighter == self.entrant)
    }

    /// Returns the number of the row's family of tests: 0 for win rates of changed fighters, 1 for
    /// win rates after a change of a rule, 2 for all other rows.
    pub fn family(&self) -> usize {
        match (self.own(), &self.of.fighter) {
            (true, Some(_)) => 0,
            (true, None) => 1,
            (false, _) => 2,
        }
    }

    /// Returns whether the table row is about a win rate, not about another measure.
    pub fn wins(&self) -> bool {
        self.measure == WIN_RATE
    }
}
