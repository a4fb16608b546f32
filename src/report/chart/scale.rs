//! Scales of axes, which map values to positions and have ticks at round values. Also draws the
//! axes.

use super::canvas::{Align, Canvas, GRID, MUTED};
use super::text::{fit, text_width};
use crate::report::words::{grouped, signed};

/// Font size of tick labels and axis titles.
const SIZE: f64 = 13.0;

/// The kind of values on an axis, which determines their format.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum AxisUnit {
    /// A share from 0 to 1, written in %.
    #[default]
    Percent,
    /// A difference of two shares, written in percentage points with its sign.
    Points,
    /// A plain number.
    Number,
    /// A difference of numbers, written with its sign.
    Signed,
}

impl AxisUnit {
    /// Returns the factor by which a value is multiplied before it is written: 100 for shares, else
    /// 1.
    fn factor(self) -> f64 {
        match self {
            AxisUnit::Percent | AxisUnit::Points => 100.0,
            AxisUnit::Number | AxisUnit::Signed => 1.0,
        }
    }

    /// Formats a value in this unit, with this number of decimals.
    pub fn written(self, value: f64, decimals: usize) -> String {
        let value = value * self.factor();
        match self {
            _ if value.abs() >= 1e6 => format!("{value:.1e}").replace('-', "−"),
            AxisUnit::Points | AxisUnit::Signed if value.abs() < 1e-9 => "0".to_owned(),
            AxisUnit::Points | AxisUnit::Signed => signed(value, decimals),
            _ if decimals == 0 && (1_000.0..1e6).contains(&value.abs()) => {
                let sign = if value < 0.0 { "−" } else { "" };
                format!("{sign}{}", grouped(value.abs().round() as u64))
            }
            _ => format!("{value:.decimals$}").replace('-', "−"),
        }
    }

    /// Returns the smallest and the largest value that are possible in this unit, such as 0 and 1
    /// for a share.
    fn bounds(self) -> (f64, f64) {
        match self {
            AxisUnit::Percent => (0.0, 1.0),
            _ => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }
}

/// A linear scale of an axis, with ticks at round values.
#[derive(Debug, Clone)]
pub struct AxisScale {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
    step: f64,
}

impl AxisScale {
    /// Creates a scale that maps values to positions. The values `from`…`to`, widened to whole tick
    /// steps, are mapped to the positions `start`…`end`. The scale has about `ticks` ticks.
    pub fn new((from, to): (f64, f64), (start, end): (f64, f64), ticks: f64) -> AxisScale {
        let rough = ((to - from) / ticks).max(from.abs().max(to.abs()).max(1.0) * 1e-9);
        let power = libm::exp10(libm::log10(rough).floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|m| m * power)
            .into_iter()
            .find(|step| *step >= rough * 0.999)
            .unwrap_or(power);
        let low = (from / step + 1e-9).floor() * step;
        let high = (to / step - 1e-9).ceil() * step;
        AxisScale { from: low, to: if high > low { high } else { low + step }, start, end, step }
    }

    /// Creates a scale that includes all of some values, with a margin. The margin does not exceed
    /// what the unit allows, such as 100 %. Ignores NaN and infinite values.
    pub fn over(
        values: impl IntoIterator<Item = f64>,
        unit: AxisUnit,
        span: (f64, f64),
        ticks: f64,
    ) -> AxisScale {
        let values = values.into_iter().filter(|value| value.is_finite());
        let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        let pad = (high - low) * 0.04;
        let pad = if pad > 0.0 { pad } else { 0.5 / unit.factor() };
        let (least, most) = unit.bounds();
        // A scale that starts at zero gets no margin there, so that bars begin at the axis.
        let from = if low == 0.0 { 0.0 } else { low - pad };
        let to = if high == 0.0 { 0.0 } else { high + pad };
        AxisScale::new((from.max(least), to.min(most)), span, ticks)
    }

    /// Returns the position of a value on the axis.
    pub fn at(&self, value: f64) -> f64 {
        self.start + (value - self.from) / (self.to - self.from) * (self.end - self.start)
    }

    /// Returns the position of a value on the axis. A value beyond the scale gets the position of
    /// the scale's nearer end.
    pub fn within(&self, value: f64) -> f64 {
        self.at(value.clamp(self.from, self.to))
    }

    /// Returns the values at which the scale has ticks.
    pub fn ticks(&self) -> impl Iterator<Item = f64> + '_ {
        let count = ((self.to - self.from) / self.step).round() as usize;
        (0..=count).map(|i| self.from + i as f64 * self.step)
    }

    /// Returns the number of decimals that the tick labels need if values are multiplied by
    /// `factor`.
    pub fn decimals(&self, factor: f64) -> usize {
        let step = self.step * factor;
        (0..6)
            .find(|&d| {
                let s = step * 10f64.powi(d);
                (s - s.round()).abs() < 1e-6 * s.max(1.0)
            })
            .unwrap_or(6) as usize
    }

    /// Draws a horizontal axis: grid lines from `top` to `bottom`, tick labels below them, and the
    /// axis title below the labels. Returns the height of labels and title.
    pub fn across(
        &self,
        canvas: &mut Canvas,
        (top, bottom): (f64, f64),
        unit: AxisUnit,
        title: &str,
    ) -> f64 {
        let decimals = self.decimals(unit.factor());
        let (least, most) = (self.start - 24.0, self.end + 24.0);
        let label = |tick: f64| {
            let label = unit.written(tick, decimals);
            let half = text_width(&label, SIZE) / 2.0;
            let within = self.at(tick).max(least + half).min(most - half);
            (within, label)
        };
        let labels: Vec<(f64, String)> = self.ticks().map(label).collect();
        for tick in self.ticks() {
            let x = self.at(tick);
            canvas.line((x, top), (x, bottom), GRID, 1.0);
        }
        canvas.line((self.start, bottom), (self.end, bottom), MUTED, 1.0);
        along(canvas, &labels, bottom + 15.0);
        let room = self.end - self.start + 60.0;
        let at = (self.start.midpoint(self.end), bottom + 36.0);
        canvas.text(&fit(title, SIZE, room), at, SIZE, MUTED, Align::Center);
        48.0
    }

    /// Draws a vertical axis: grid lines from `left` to `right`, with tick labels beside them.
    pub fn up(&self, canvas: &mut Canvas, (left, right): (f64, f64), unit: AxisUnit) {
        let decimals = self.decimals(unit.factor());
        for tick in self.ticks() {
            let y = self.at(tick);
            canvas.line((left, y), (right, y), GRID, 1.0);
            let label = unit.written(tick, decimals);
            canvas.text(&label, (left - 8.0, y), SIZE, MUTED, Align::Right);
        }
    }

    /// Returns the width of the tick labels of a vertical axis.
    pub fn labels_width(&self, unit: AxisUnit) -> f64 {
        let decimals = self.decimals(unit.factor());
        self.ticks().map(|tick| text_width(&unit.written(tick, decimals), SIZE)).fold(0.0, f64::max)
    }
}

/// Writes labels side by side, centred at their positions. Writes only every second, tenth or
/// twentieth label, for example, if not all of them fit.
pub fn along(canvas: &mut Canvas, labels: &[(f64, String)], y: f64) {
    let widths: Vec<f64> = labels.iter().map(|(_, label)| text_width(label, SIZE)).collect();
    let fits = |every: usize| {
        let shown: Vec<usize> = (0..labels.len()).step_by(every).collect();
        shown.windows(2).all(|pair| {
            labels[pair[1]].0 - labels[pair[0]].0 >= (widths[pair[0]] + widths[pair[1]]) / 2.0 + 6.0
        })
    };
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000];
    let every = steps.into_iter().find(|&every| fits(every));
    for (x, label) in labels.iter().step_by(every.unwrap_or(labels.len().max(1))) {
        canvas.text(label, (*x, y), SIZE, MUTED, Align::Center);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn large_numbers_are_grouped_with_either_sign() {
        let written = [-1000.0, 1000.0, 999.0].map(|value| AxisUnit::Number.written(value, 0));
        assert_eq!(written, ["−1,000", "1,000", "999"]);
    }

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        let scale = AxisScale::new((0.182, 0.334), (100.0, 900.0), 8.0);
        let ticks: Vec<String> = scale.ticks().map(|tick| format!("{tick:.2}")).collect();
        assert_eq!(ticks, ["0.18", "0.20", "0.22", "0.24", "0.26", "0.28", "0.30", "0.32", "0.34"]);
        assert_eq!((scale.at(0.18).round(), scale.at(0.34).round()), (100.0, 900.0));
        assert_eq!(scale.decimals(100.0), 0);
    }

    proptest! {
        #[test]
        fn every_value_has_a_place_on_its_scale(values in prop::collection::vec(-1e12..1e12f64, 0..5), power in -12i32..3) {
            let values: Vec<f64> = values.into_iter().map(|value| value * 10f64.powi(power)).collect();
            let scale = AxisScale::over(values.iter().copied(), AxisUnit::Number, (50.0, 350.0), 6.0);
            for value in values {
                let at = scale.at(value);
                prop_assert!((49.999..350.001).contains(&at), "{value} at {at}");
            }
            prop_assert!((2..=20).contains(&scale.ticks().count()));
        }
    }
}
