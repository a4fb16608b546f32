//! Line charts of a measured quantity over the values of a varied setting. Each line has a band of
//! confidence intervals, and its name at its right end. If the values are words, the intervals are
//! drawn as bars side by side instead, because there are no values between two words.

use std::rc::Rc;

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, INK, KINDS, MUTED};
use super::ends::{self, LABEL, LineEnd, Widths};
use super::legend::{Key, legend};
use super::plot::Mark;
use super::scale::{AxisScale, AxisUnit, along};
use super::text::{fit, shrink, text_width};
use super::{ChartForm, LEFT, RIGHT, Size, WIDTH};
use crate::report::shared::descending;

const SIZE: f64 = 13.0;
/// Minimum height of the plot area in a line chart, in canvas units.
const PLOT: f64 = 280.0;
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
    /// True if the chart's lines are drawn in steps: a line stays level until the next value on the
    /// horizontal axis.
    pub steps: bool,
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

/// Maximum number of lines that readers can follow in one chart.
const MOST: usize = 12;

/// If there are too many lines for one chart, keeps the lines that change most, in their original
/// order. Among lines that change equally, keeps as many as fit.
pub fn moving(lines: Vec<ChartLine>) -> Vec<ChartLine> {
    let range = |line: &ChartLine| {
        let values = || line.points.iter().flatten().map(|point| point.value);
        values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min)
    };
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by(|&a, &b| range(&lines[b]).total_cmp(&range(&lines[a])));
    order.truncate(MOST);
    let drawn = lines.into_iter().enumerate();
    let drawn = drawn.filter(|(i, _)| order.contains(i));
    drawn.map(|(_, line)| line).collect()
}

/// Returns the note below a chart that shows only some of all lines. `lines` is the number of all
/// lines. Empty if the chart shows all.
pub fn drawn(lines: usize) -> String {
    match lines > MOST {
        true => format!(" The chart shows the {MOST} of {lines} lines that change most."),
        false => String::new(),
    }
}

/// Chooses a mark for each line. No two of the first [`KINDS`] lines have the same mark. Each later
/// line gets one of the marks with the fewest lines: the mark whose lines have the colours that are
/// the most different from the colour of the later line.
fn marks(lines: &[ChartLine]) -> Vec<usize> {
    let mut marks: Vec<usize> = vec![];
    for (i, line) in lines.iter().enumerate() {
        let same = |kind: usize| {
            let others = lines.iter().zip(&marks);
            others.filter(move |(_, own)| **own == kind).map(|(of, _)| of)
        };
        let nearest = |kind: usize| same(kind).map(|of| unlike(of.colour, line.colour)).min();
        let few = (0..KINDS).filter(|&kind| same(kind).count() == i / KINDS);
        // Of equal marks, the first; `max_by_key` returns the last.
        let kind = few.rev().max_by_key(|&kind| nearest(kind)).unwrap_or(0);
        marks.push(kind);
    }
    marks
}

/// Returns how much two colours differ: the square of their distance.
fn unlike(a: RGBColor, b: RGBColor) -> u32 {
    let parts = [(a.0, b.0), (a.1, b.1), (a.2, b.2)];
    let apart = |(a, b): (u8, u8)| u32::from(a.abs_diff(b)).pow(2);
    parts.map(apart).iter().sum()
}

/// Maximum number of lines, and of values per line, up to which a step chart marks its points.
const MARKED: (usize, usize) = (12, 25);

impl ChartForm for Lines {
    fn draw(&self, canvas: &mut Canvas, top: f64) -> Size {
        let steps = self.steps;
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
        // Leaves room so that the outermost marks also stay within the plot.
        let beside = self.apart(&at) * (self.lines.len().max(1) - 1) as f64 / 2.0;
        let at = self.places((left + 12.0 + beside, right - 12.0 - beside));
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
        let mut named = vec![];
        let over_words = self.positions.is_none();
        for (i, line) in self.lines.iter().enumerate() {
            match over_words {
                true => bars(canvas, line, &self.beside(i, &at), &scale),
                false => band(canvas, line, &at, &scale),
            }
        }
        let marks = marks(&self.lines);
        for (i, (line, said)) in self.lines.iter().zip(said).enumerate() {
            let at = self.beside(i, &at);
            let known = line.points.iter().zip(&at);
            let middle: Vec<(f64, f64)> = known
                .filter_map(|(point, &x)| Some((x, (*point)?.value)))
                .filter(|(_, value)| value.is_finite())
                .map(|(x, value)| (x, scale.within(value)))
                .collect();
            let marked = !steps || (self.lines.len() <= MARKED.0 && at.len() <= MARKED.1);
            if middle.len() > 1 {
                match steps {
                    true => canvas.path(&stepped(&middle), line.colour, 2.0),
                    false => canvas.path(&middle, line.colour, 2.0),
                }
            }
            // Marks of different lines are shifted against each other, so that readers can
            // distinguish lines that are close together.
            let part = (i as f64 + 1.0) / (self.lines.len() as f64 + 1.0);
            let shift = if steps { gap(&at) * part } else { 0.0 };
            let along = middle.len() - usize::from(steps && middle.len() > 1);
            for &(x, y) in middle.iter().take(along).filter(|_| marked) {
                canvas.mark(marks[i], (x + shift, y), 4.5, line.colour);
            }
            if let Some(&at) = middle.last() {
                named.push(LineEnd {
                    name: line.label.clone(),
                    said,
                    colour: line.colour,
                    mark: marked.then_some(marks[i]),
                    at,
                });
            }
        }
        ends::draw(canvas, named, widths, (top, bottom), right);
        Size::new(WIDTH, bottom + below)
    }

    fn ends(&self) -> Option<(Rc<dyn ChartForm>, usize)> {
        let form = Lines { lines: super::ends(&self.lines)?, ..self.clone() };
        Some((Rc::new(form), self.lines.len()))
    }
}

impl Lines {
    /// Creates a step chart of falling shares, such as the share of players still alive after each
    /// round. The values on the horizontal axis are 0, 1, 2 and so on. The line with the highest
    /// last value comes first.
    pub fn steps(across: &str, lines: Vec<ChartLine>) -> Lines {
        let last = |line: &ChartLine| line.points.last().copied().flatten();
        let lines = descending(lines, |line| last(line).map_or(1.0, |of| of.value));
        let shares = lines.iter().flat_map(|line| line.points.iter().flatten());
        let least = shares.fold(1.0, |least, share| f64::min(least, share.value));
        let count = lines.iter().map(|line| line.points.len()).max();
        let numbers = 0..count.unwrap_or(0).max(2);
        Lines {
            across: across.to_owned(),
            values: numbers.clone().map(|number| number.to_string()).collect(),
            positions: Some(numbers.map(|number| number as f64).collect()),
            // A line chart need not begin at zero. If all shares are high, zero would waste half of
            // the chart.
            from_zero: least < 0.3,
            lines,
            steps: true,
            ..Lines::default()
        }
    }

    /// Returns the horizontal positions of a line's marks. If the axis shows words rather than
    /// numbers, the marks of different lines stand side by side, so that their bars do not overlap.
    fn beside(&self, line: usize, at: &[f64]) -> Vec<f64> {
        let middle = (self.lines.len() as f64 - 1.0) / 2.0;
        let off = (line as f64 - middle) * self.apart(at);
        at.iter().map(|x| x + off).collect()
    }

    /// Returns the horizontal distance between the marks of two neighbouring lines at the same
    /// value.
    fn apart(&self, at: &[f64]) -> f64 {
        match self.positions {
            Some(_) => 0.0,
            None => (gap(at) * 0.5 / self.lines.len().max(1) as f64).min(7.0),
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
        let widest = self.values.iter().map(|value| text_width(value, SIZE));
        let widest = widest.fold(0.0, f64::max);
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
        let size = shrink(&self.across, SIZE, right - left + 60.0);
        let title = fit(&self.across, size, right - left + 60.0);
        canvas.text(&title, middle, size, MUTED, Align::Centre);
        let in_force =
            self.in_force.and_then(|index| Some((at.get(index)?, self.values.get(index)?)));
        if let Some((&x, value)) = in_force {
            canvas.dashes((x, top - 8.0), (x, bottom), MUTED, 1.2);
            let label = fit(&format!("in force: {value}"), SIZE, right - left);
            let half = text_width(&label, SIZE) / 2.0;
            let within = x.max(left + half).min((right - half).max(left + half));
            canvas.text(&label, (within, top - 17.0), SIZE, INK, Align::Centre);
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

/// Turns the points of a line into steps, each of which keeps its value until the next point.
/// Leaves out inner points that repeat the value of the point before.
fn stepped(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let (first, last) = (points[0], points[points.len() - 1]);
    let changes = points.windows(2).filter(|pair| (pair[1].1 - pair[0].1).abs() > 0.01);
    let corners = changes.flat_map(|pair| [(pair[1].0, pair[0].1), pair[1]]);
    [first].into_iter().chain(corners).chain([last]).collect()
}

/// Returns the smallest horizontal distance between two neighbouring values on the axis.
fn gap(at: &[f64]) -> f64 {
    let gaps = at.windows(2).map(|pair| pair[1] - pair[0]);
    gaps.fold(f64::INFINITY, f64::min)
}

/// Draws the confidence intervals of a line as vertical bars, for a varied setting whose values are
/// words.
fn bars(canvas: &mut Canvas, line: &ChartLine, at: &[f64], scale: &AxisScale) {
    for (point, &x) in line.points.iter().zip(at) {
        if let Some([low, high]) = point.and_then(|point| point.interval) {
            let (low, high) = (scale.within(low), scale.within(high));
            canvas.line((x, low), (x, high), line.colour, 1.6);
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_similar_colours_have_different_marks() {
        // The colour of a line is nearly that of the line eight lines before.
        let line = |i: usize| ChartLine {
            label: String::new(),
            colour: RGBColor(30 * (i % 8) as u8, 200 - 25 * (i % 8) as u8, i as u8),
            points: vec![],
        };
        let lines: Vec<ChartLine> = (0..20).map(line).collect();
        let marks = marks(&lines);
        assert_eq!(marks[..8], [0, 1, 2, 3, 4, 5, 6, 7]);
        for (later, mark) in marks.iter().enumerate().skip(8).take(4) {
            let earlier = marks.iter().position(|of| of == mark).unwrap();
            let apart = unlike(lines[earlier].colour, lines[later].colour);
            assert!(apart > 60 * 60, "{later} {earlier}: {apart}");
        }
        // No mark is used a third time before all are used twice.
        let uses = |kind: usize| marks.iter().filter(|of| **of == kind).count();
        assert!((0..8).all(|kind| (2..=3).contains(&uses(kind))));
    }
}
