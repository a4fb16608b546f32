//! Line charts of a measured quantity over the values of a varied setting. Each line has a band of
//! confidence intervals, and its name at its right end.

use std::rc::Rc;

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, INK, MUTED};
use super::ends::{self, LABEL, LineEnd, Widths};
use super::legend::{Key, legend};
use super::plot::Mark;
use super::scale::{AxisScale, AxisUnit, along};
use super::text::{fit, text_width, widest};
use super::{ChartForm, LEFT, RIGHT, WIDTH};

const SIZE: f64 = 13.0;
/// Minimum height of the plot area in a line chart, in canvas units.
const PLOT: f64 = 280.0;
/// Maximum number of values up to which the points of lines have marks.
const MARKED: usize = 25;
/// Distance between two lines of labels below the axis, in canvas units.
const ROW: f64 = 16.0;

/// The values of one line chart.
#[derive(Debug, Clone, Default)]
pub struct Lines {
    /// Title of the horizontal axis: the name of the setting that is varied.
    pub across: String,
    /// The values of the varied setting, as text.
    pub values: Vec<String>,
    /// Positions of the values on the horizontal axis; `None` for values that are not numbers,
    /// which stand at equal distances.
    pub positions: Option<Vec<f64>>,
    /// Title of the vertical axis: the measured quantity with its unit.
    pub up: String,
    pub unit: AxisUnit,
    /// True if the vertical axis begins at zero, because readers compare distances from zero.
    pub from_zero: bool,
    /// Number of decimals of the numbers that stand at the ends of lines.
    pub decimals: usize,
    pub lines: Vec<ChartLine>,
    /// A reference level, such as the fair share, with its label.
    pub level: Option<ReferenceLevel>,
    /// Index into `values` of the value that the setting has in the unchanged scenario.
    pub in_force: Option<usize>,
}

/// A reference level of a chart, which may differ between values of the varied setting.
#[derive(Debug, Clone)]
pub struct ReferenceLevel {
    pub name: String,
    pub values: Vec<f64>,
}

impl ReferenceLevel {
    /// Creates the level of the fair share: the win rate if all sides are equally strong.
    pub fn fair_share(values: Vec<f64>) -> ReferenceLevel {
        ReferenceLevel { name: "fair share".to_owned(), values }
    }
}

/// One line of a line chart, with its confidence intervals.
#[derive(Debug, Clone)]
pub struct ChartLine {
    pub label: String,
    pub colour: RGBColor,
    /// The line's points, one per value of the varied setting; `None` without a measurement.
    pub points: Vec<Option<Mark>>,
}

impl ChartForm for Lines {
    fn draw(&self, canvas: &mut Canvas, top: f64) -> (f64, f64) {
        let keys = self.level.iter();
        let keys = keys.map(|level| (Key::Dashes, level.name.clone()));
        let top = legend(canvas, &keys.collect::<Vec<_>>(), top);
        let up = fit(&self.up, SIZE, RIGHT - LEFT);
        canvas.text(&up, (LEFT, top + 12.0), SIZE, MUTED, Align::Left);
        let top = top + if self.in_force.is_some() { 46.0 } else { 28.0 };
        let bottom = top + (self.lines.len() as f64 * LABEL).max(PLOT);
        let said = |line: &ChartLine| {
            let last = line.points.iter().rev().flatten().next();
            last.map_or(String::new(), |point| self.unit.written(point.value, self.decimals))
        };
        let said: Vec<String> = self.lines.iter().map(said).collect();
        let texts = self.lines.iter().zip(&said);
        let widths = Widths::new(texts.map(|(line, said)| (line.label.as_str(), said.as_str())));
        let points = self.lines.iter().flat_map(|line| &line.points);
        let levels = self.level.iter().flat_map(|level| &level.values);
        let values = points
            .flatten()
            .flat_map(|point| point.values())
            .chain(levels.copied())
            .chain(self.from_zero.then_some(0.0));
        let scale = AxisScale::over(values, self.unit, (bottom, top), 7.0);
        let left = LEFT + scale.labels_width(self.unit) + 10.0;
        let right = widths.right();
        scale.up(canvas, (left, right), self.unit);
        let at = self.places((left + 12.0, right - 12.0));
        let below = self.axis(canvas, &at, (left, right), (top, bottom));
        if let Some(level) = &self.level {
            for (pair, x) in level.values.windows(2).zip(at.windows(2)) {
                let [a, b] = [0, 1].map(|i| (x[i], scale.within(pair[i])));
                canvas.dashes(a, b, INK, 1.5);
            }
            if let [only] = level.values[..] {
                let y = scale.within(only);
                canvas.dashes((left, y), (right, y), INK, 1.5);
            }
        }
        for line in &self.lines {
            band(canvas, line, &at, &scale);
        }
        let mut named = vec![];
        for ((mark, line), said) in self.lines.iter().enumerate().zip(said) {
            let known = line.points.iter().zip(&at).filter_map(|(point, &x)| Some((x, (*point)?)));
            let finite = known.filter(|(_, point)| point.value.is_finite());
            let middle: Vec<(f64, f64)> =
                finite.map(|(x, point)| (x, scale.within(point.value))).collect();
            if middle.len() > 1 {
                canvas.path(&middle, line.colour, 2.0);
            }
            if self.values.len() <= MARKED {
                for &point in &middle {
                    canvas.mark(mark, point, 4.5, line.colour);
                }
            }
            if let Some(&at) = middle.last() {
                let (name, colour) = (line.label.clone(), line.colour);
                named.push(LineEnd { name, said, colour, mark, at });
            }
        }
        ends::draw(canvas, named, widths, (top, bottom), right);
        (WIDTH, bottom + below)
    }

    fn ends(&self) -> Option<(Rc<dyn ChartForm>, usize)> {
        let form = Lines { lines: super::ends(&self.lines)?, ..self.clone() };
        Some((Rc::new(form), self.lines.len()))
    }
}

impl Lines {
    /// Creates a chart over the numbers 0, 1, 2 and so on, such as rounds. `across` says what the
    /// numbers count.
    pub fn counted(across: &str, lines: Vec<ChartLine>) -> Lines {
        let count = lines.iter().map(|line| line.points.len()).max();
        let numbers = 0..count.unwrap_or(0).max(2);
        Lines {
            across: across.to_owned(),
            values: numbers.clone().map(|number| number.to_string()).collect(),
            positions: Some(numbers.map(|number| number as f64).collect()),
            lines,
            ..Lines::default()
        }
    }

    /// Draws the horizontal axis of a line chart, and a vertical line at the value of the unchanged
    /// scenario. Returns the height of the axis.
    fn axis(
        &self,
        canvas: &mut Canvas,
        at: &[f64],
        (left, right): (f64, f64),
        (top, bottom): (f64, f64),
    ) -> f64 {
        let numbers = self.positions.is_some();
        // Words that do not fit side by side are written in up to three lines.
        let widest = widest(self.values.iter().map(String::as_str), SIZE);
        let gap = gap(at).min(right - left);
        let rows = match numbers {
            true => 1,
            false => ((widest + 8.0) / gap).ceil().clamp(1.0, 3.0) as usize,
        };
        let room = (gap * rows as f64 - 6.0).max(14.0);
        let label = |(&x, value): (&f64, &String)| match numbers {
            true => (x, value.clone()),
            false => (x, fit(value, SIZE, room)),
        };
        let labels: Vec<(f64, String)> = at.iter().zip(&self.values).map(label).collect();
        for row in 0..rows {
            let own: Vec<_> = labels.iter().skip(row).step_by(rows).cloned().collect();
            along(canvas, &own, bottom + 17.0 + row as f64 * ROW);
        }
        let lower = (rows - 1) as f64 * ROW;
        canvas.line((left, bottom), (right, bottom), MUTED, 1.0);
        let middle = (left.midpoint(right), bottom + lower + 40.0);
        let title = fit(&self.across, SIZE, right - left + 60.0);
        canvas.text(&title, middle, SIZE, MUTED, Align::Center);
        let in_force =
            self.in_force.and_then(|index| Some((at.get(index)?, self.values.get(index)?)));
        if let Some((&x, value)) = in_force {
            canvas.dashes((x, top - 8.0), (x, bottom), MUTED, 1.2);
            let label = fit(&format!("in force: {value}"), SIZE, right - left);
            let half = text_width(&label, SIZE) / 2.0;
            let within = x.max(left + half).min((right - half).max(left + half));
            canvas.text(&label, (within, top - 17.0), SIZE, INK, Align::Center);
        }
        58.0 + lower
    }

    /// Returns the horizontal positions of the varied setting's values.
    fn places(&self, (from, to): (f64, f64)) -> Vec<f64> {
        let count = self.values.len();
        let even: Vec<f64> = (0..count).map(|i| i as f64).collect();
        let numbers = self.positions.as_ref();
        let numbers = numbers
            .filter(|numbers| numbers.len() == count && numbers.iter().all(|n| n.is_finite()));
        let values = numbers.unwrap_or(&even);
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let part = |value: f64| match high > low {
            true => (value - low) / (high - low),
            false => 0.5,
        };
        let at = values.iter().map(|&value| from + part(value) * (to - from));
        at.collect()
    }
}

/// Returns the smallest horizontal distance between two neighbouring values on the axis.
fn gap(at: &[f64]) -> f64 {
    let gaps = at.windows(2).map(|pair| pair[1] - pair[0]);
    gaps.fold(f64::INFINITY, f64::min)
}

/// Draws the confidence intervals of a line: as a band through neighbouring points, and as a bar at
/// a point without neighbours.
fn band(canvas: &mut Canvas, line: &ChartLine, at: &[f64], scale: &AxisScale) {
    let known: Vec<Option<(f64, [f64; 2])>> = line
        .points
        .iter()
        .zip(at)
        .map(|(point, &x)| Some((x, point.as_ref()?.interval?.map(|end| scale.within(end)))))
        .collect();
    for run in known.split(Option::is_none) {
        let run: Vec<(f64, [f64; 2])> = run.iter().flatten().copied().collect();
        if let [(x, [low, high])] = run.as_slice() {
            canvas.line((*x, *low), (*x, *high), line.colour, 1.2);
        } else if run.len() > 1 {
            let over = run.iter().map(|(x, ends)| (*x, ends[1]));
            let under = run.iter().rev().map(|(x, ends)| (*x, ends[0]));
            let around: Vec<(f64, f64)> = over.chain(under).collect();
            canvas.polygon(&around, line.colour.mix(0.18));
        }
    }
}
