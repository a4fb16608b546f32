//! The table of a sensitivity report: the effect of every step of every value on every entrant.

use std::collections::BTreeMap;

use super::survey::{Estimate, MeasuredStep, Results, Screen};
use crate::analysis::knobs::{Knob, Step, StepKind};
use crate::analysis::pairs::Subject;
use crate::report::shared::Changeable;
use crate::report::table::{Unit, named, row};
use crate::stats::{Measure, PairKind, Pairs, intervals};

row! {
    /// One row per step (change of one value), entrant and measure.
    pub struct WorthRow in "sensitivity" {
        /// Number of the value, from 1; all steps of a value have the same number.
        knob: u64 [Unit::Ordinal],
        /// The value that is changed.
        of: Changeable,
        /// The current value of the scenario.
        now: String [Unit::Word],
        /// Kind of change: `up` or `down` by one, `swap` with the next higher one, `other` of
        /// several choices, `off` to remove an effect, `withheld` to take a thing away.
        step: StepKind [Unit::Word],
        /// The new value after the step.
        to: String [Unit::Word],
        /// Key of the fighter whose result is compared; null if the step changes who plays.
        entrant: Option<String> [Unit::Word],
        /// The strategy that plays the fighter.
        strategy: Option<String> [Unit::Word],
        /// The measure that is compared: `win_rate`, or a measure of the game. An event that never
        /// occurs counts as the round after the game’s last.
        measure: String [Unit::Word],
        /// Mean effect of the step over rosters near this one, from the screen; null if the step
        /// was not screened. A step down has the opposite effect of a step up.
        screened: Option<f64> [Unit::Signed(3, "")],
        /// The lower end of the screened effect’s interval.
        screened_low: Option<f64> [Unit::Signed(3, "")],
        /// The upper end of the screened effect’s interval.
        screened_high: Option<f64> [Unit::Signed(3, "")],
        /// Pairs of games with the entrant: each game unchanged and with the step; null if the step
        /// was not measured.
        games: Option<u64> [Unit::Count],
        /// Mean of the measure without the step.
        mean: Option<f64> [Unit::Number(3, "")],
        /// Mean of the measure with the step.
        mean_step: Option<f64> [Unit::Number(3, "")],
        /// The mean with the step minus the mean without it.
        difference: Option<f64> [Unit::Signed(3, "")],
        /// The lower end of the difference’s interval.
        ci_low: Option<f64> [Unit::Signed(3, "")],
        /// The upper end of the difference’s interval.
        ci_high: Option<f64> [Unit::Signed(3, "")],
        /// The probability of a difference at least as large if the step had no effect.
        p_value: Option<f64> [Unit::Share(1)],
        /// `more`, `less` or `noise` (not significant), with Holm’s correction within a family. The
        /// first family is the changed fighters’ own win rates (for a rule, all win rates), the
        /// second is all other rows. `incomparable` if the step changes who plays; null if the step
        /// was not measured.
        verdict: Option<Judged> [Unit::Word],
    }
}

named! {
    /// Verdict on the effect of a measured step on a mean, with Holm's correction within its family
    /// of tests.
    pub enum Judged {
        /// The mean is significantly higher with the step.
        More = "more",
        /// The mean is significantly lower with the step.
        Less = "less",
        /// The means with and without the step do not differ significantly.
        Noise = "noise",
        /// Not measured, because the step changes who plays.
        Incomparable = "incomparable",
    }
}

/// Name of the win rate among the measures.
const WIN_RATE: &str = "win_rate";

/// Makes the rows of the results, with intervals of confidence `level`. Within a family of tests,
/// the probability of any false significant result is at most 1 − `level`.
pub fn rows(found: &Results, level: f64) -> Vec<WorthRow> {
    let measured: BTreeMap<(usize, usize), &MeasuredStep> = (found.steps.iter())
        .map(|of| ((of.knob, of.step), of))
        .collect();
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
    for own in [true, false] {
        let family = rows.iter_mut().filter(|row| row.own() == own);
        judge(family.collect(), level);
    }
    rows
}

fn one_more_or_less(step: &Step) -> bool {
    matches!(step.turn, StepKind::Up | StepKind::Down)
}

/// Sets the verdicts of the measured rows of one family of tests.
fn judge(family: Vec<&mut WorthRow>, level: f64) {
    let measured: Vec<(f64, &mut WorthRow)> = (family.into_iter())
        .filter_map(|row| Some((row.p_value?, row)))
        .collect();
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

/// A step (change of one value) from which rows are made.
struct Of<'a> {
    /// Index of the editable value (knob).
    k: usize,
    knob: &'a Knob,
    step: &'a Step,
}

impl Of<'_> {
    /// Makes a row without results.
    fn row(&self, subject: Option<&Subject>, measure: &str) -> WorthRow {
        let (knob, step) = (self.knob, self.step);
        WorthRow {
            knob: self.k as u64 + 1,
            of: knob.into(),
            now: knob.now.clone(),
            step: step.turn,
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
        WorthRow {
            verdict: Some(Judged::Incomparable),
            ..self.row(None, WIN_RATE)
        }
    }

    /// Makes rows with results of the screen only; none if the screen did not change the value.
    fn screened(&self, screen: &Screen, level: f64) -> Vec<WorthRow> {
        let mut rows = vec![];
        for (subject, estimates) in
            (screen.subjects.iter()).zip(screen.of(self.k).into_iter().flatten())
        {
            for (name, estimate) in names(&screen.compared).zip(estimates) {
                rows.push(
                    self.row(Some(subject), name)
                        .screened(self.step, estimate, level),
                );
            }
        }
        rows
    }

    /// Makes rows with measured results, and with results of the screen where it has any.
    fn measured(
        &self,
        measured: &MeasuredStep,
        screen: Option<&Screen>,
        level: f64,
    ) -> Vec<WorthRow> {
        let screened = screen.map_or(vec![], |screen| self.screened(screen, level));
        let pairs = &measured.pairs;
        let mut rows = vec![];
        for (subject, measures) in pairs.subjects.iter().zip(&pairs.measures) {
            let values = pairs.compared.iter().map(|measure| measure.form.into());
            let values = std::iter::once(PairKind::Shares).chain(values);
            for ((name, pairs), values) in names(&pairs.compared).zip(measures).zip(values) {
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

/// Returns the names of the measures that are compared for an entrant.
fn names(compared: &[Measure]) -> impl Iterator<Item = &str> {
    std::iter::once(WIN_RATE).chain(compared.iter().map(|measure| measure.name))
}

impl WorthRow {
    fn screened(self, step: &Step, estimate: &Estimate, level: f64) -> WorthRow {
        let interval = estimate.interval(level);
        let [value, low, high] = match step.turn {
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

    /// Returns whether the row is about the win rate of the changed fighter; for a rule, of any
    /// fighter.
    pub fn own(&self) -> bool {
        let fighter = &self.of.fighter;
        self.wins() && (fighter.is_none() || *fighter == self.entrant)
    }

    /// Returns whether the row is about a win rate.
    pub fn wins(&self) -> bool {
        self.measure == WIN_RATE
    }
}
