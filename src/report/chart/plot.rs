//! The plot in each row of a chart, between the row's name and its numbers: values with confidence
//! intervals, a value before and after a change, bars, a histogram, or the shares of classes.

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, GRID, INK, MUTED};
use super::legend::ring;
use super::scale::AxisScale;
use super::text::{fit, text_width, widest};
use crate::report::shared::Wins;

/// Height of one mark or bar, in canvas units, in a chart row that has several of them.
const LINE: f64 = 15.0;
/// Font size of the texts in a plot.
const SIZE: f64 = 12.0;
/// Opacity of bars: the first for full colour, the second for faint bars.
pub const STRENGTH: [f64; 2] = [0.85, 0.3];
/// Maximum number of bars in a histogram. With more distinct amounts, several amounts share a bar.
const BARS: u32 = 80;
/// Height of the line below a histogram that shows the mean and the percentiles, in canvas units.
const BELOW: f64 = 18.0;

/// The plot in one row of a chart: its kind and its values.
#[derive(Debug, Clone)]
pub enum Plot {
    /// Several values, each drawn in a line of its own as a mark with a shape of its own.
    Marks(Vec<Option<Mark>>),
    /// A value before a change, drawn as a ring, and the value after it, drawn as a disc.
    Change([Option<Mark>; 2]),
    /// Horizontal bars that begin at the reference value, one below the other.
    Bars(Vec<Bar>),
    /// A histogram, with a line below it that shows the mean and the percentiles.
    Amounts(Amounts),
}

/// A value in a chart, with its confidence interval if known.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mark {
    pub value: f64,
    pub interval: Option<[f64; 2]>,
}

/// A value drawn as a bar.
#[derive(Debug, Clone)]
pub struct Bar {
    pub mark: Mark,
    /// Text at the tip of the bar; may be empty.
    pub said: String,
    pub faint: bool,
}

/// The distribution of a measured amount over games, to be drawn as a histogram.
#[derive(Debug, Clone)]
pub struct Amounts {
    /// Number of games for each amount, in ascending order of the amount.
    pub games: Vec<(u32, u64)>,
    pub mean: f64,
    /// The 5th, 25th, 50th, 75th and 95th percentile of the amount.
    pub percentiles: [f64; 5],
}

/// Where and how a plot is drawn: its position, its colour, and the scale that all rows share.
pub struct Place<'a> {
    pub top: f64,
    pub bottom: f64,
    pub scale: &'a AxisScale,
    /// Free room at each end of the scale, in canvas units, for marks and texts that extend beyond
    /// the scale.
    pub room: f64,
    pub reference: Option<f64>,
    pub colour: RGBColor,
    pub faint: bool,
    /// Share of games in the highest bar among the histograms of all rows, 0 to 1.
    pub tallest: f64,
}

impl Mark {
    /// Creates a mark (a value in a chart) without a confidence interval.
    pub fn at(value: f64) -> Mark {
        let interval = None;
        Mark { value, interval }
    }

    /// Creates a mark (a value in a chart) from a value and the ends of its confidence interval.
    pub fn within(value: f64, low: f64, high: f64) -> Mark {
        let interval = Some([low, high]);
        Mark { value, interval }
    }

    /// Creates a mark for a win rate with its confidence interval; `None` if no games were played.
    pub fn wins(wins: &Wins) -> Option<Mark> {
        Some(Mark::within(wins.win_rate?, wins.ci_low, wins.ci_high))
    }

    /// Returns the marked value and the ends of its confidence interval.
    pub fn values(self) -> impl Iterator<Item = f64> {
        self.interval.into_iter().flatten().chain([self.value])
    }
}

impl Plot {
    /// Returns the height of the plot, in canvas units. `rows` is the number of rows in its group;
    /// `above` is true if the row's name stands above the plot.
    pub fn height(&self, rows: usize, above: bool) -> f64 {
        match self {
            Plot::Marks(marks) if marks.len() > 1 => LINE * marks.len() as f64 + 12.0,
            Plot::Bars(bars) => LINE * bars.len().max(1) as f64 + 8.0,
            Plot::Amounts(_) if rows <= 8 => 40.0 + BELOW,
            Plot::Amounts(_) if rows <= 20 => 32.0 + BELOW,
            Plot::Amounts(_) => 26.0 + BELOW,
            Plot::Marks(_) | Plot::Change(_) if above => 20.0,
            Plot::Marks(_) | Plot::Change(_) if rows > 12 => 24.0,
            _ => 30.0,
        }
    }

    /// Returns the values in the plot that the scale must include.
    pub fn values(&self) -> Vec<f64> {
        match self {
            Plot::Marks(marks) => marks.iter().flatten().flat_map(|of| of.values()).collect(),
            Plot::Change(marks) => marks.iter().flatten().flat_map(|of| of.values()).collect(),
            Plot::Bars(bars) => bars.iter().flat_map(|bar| bar.mark.values()).collect(),
            Plot::Amounts(_) => vec![],
        }
    }

    /// Returns the value at which the plot's scale ends, for plots whose scale begins at 0 and has
    /// no margin. Returns `None` for other plots.
    pub fn end(&self) -> Option<f64> {
        match self {
            Plot::Amounts(amounts) => Some(f64::from(amounts.high_end().max(4))),
            _ => None,
        }
    }

    /// Returns the free room that the plot needs at each end of its scale, in canvas units. `width`
    /// is the width of the plot, and `end` is the last value of its scale.
    pub fn room(&self, width: f64, end: f64) -> f64 {
        match self {
            Plot::Marks(_) | Plot::Change(_) => 4.0,
            // A text at the tip of a bar may be cut.
            Plot::Bars(bars) => {
                let said = widest(bars.iter().map(|bar| bar.said.as_str()), SIZE);
                if said > 0.0 { said.min(0.28 * width) + 8.0 } else { 0.0 }
            }
            // The mark of an amount stands in the middle of the amount's bar.
            Plot::Amounts(_) => width / (end + 1.0) / 2.0,
        }
    }

    /// Returns the share of games in the highest bar of the histogram, if its scale ends at `end`.
    pub fn tallest(&self, end: f64) -> f64 {
        match self {
            Plot::Amounts(amounts) => amounts.shares(end).into_iter().fold(1e-9, f64::max),
            _ => 0.0,
        }
    }

    pub fn draw(&self, canvas: &mut Canvas, place: &Place) {
        let middle = place.top.midpoint(place.bottom);
        match self {
            Plot::Marks(marks) => {
                for (kind, mark) in (0..).zip(marks) {
                    let y = match marks.len() {
                        1 => middle,
                        _ => place.top + 6.0 + LINE * (kind as f64 + 0.5),
                    };
                    if let Some(mark) = mark.filter(|mark| mark.value.is_finite()) {
                        place.mark(canvas, mark, y, (marks.len() > 1).then_some(kind));
                    }
                }
            }
            Plot::Change(marks) => place.change(canvas, *marks, middle),
            Plot::Bars(bars) => {
                let finite = bars.iter().filter(|bar| bar.mark.value.is_finite());
                for (bar, i) in finite.zip(0..) {
                    bar.draw(canvas, place, place.top + 4.0 + LINE * f64::from(i));
                }
            }
            Plot::Amounts(amounts) => amounts.draw(canvas, place),
        }
    }
}

impl Place<'_> {
    fn paint(&self) -> RGBColor {
        if self.faint { GRID } else { self.colour }
    }

    /// Draws a mark for a value. With `kind`, uses the shape with this index, to distinguish
    /// several marks in a row. Otherwise draws a disc, with a line from the reference value to the
    /// disc.
    fn mark(&self, canvas: &mut Canvas, mark: Mark, y: f64, kind: Option<usize>) {
        let at = (self.scale.within(mark.value), y);
        match (kind, self.reference) {
            (Some(kind), _) => canvas.mark(kind, at, 5.0, self.paint()),
            (None, reference) => {
                if let Some(reference) = reference {
                    let from = self.scale.within(reference);
                    canvas.line((from, y), at, self.paint(), 3.0);
                }
                canvas.disc(at, 6.0, self.paint());
            }
        }
        let ink = if self.faint { MUTED } else { INK };
        interval(canvas, self.scale, mark, y, ink);
    }

    fn change(&self, canvas: &mut Canvas, marks: [Option<Mark>; 2], y: f64) {
        let finite = marks.map(|mark| mark.filter(|mark| mark.value.is_finite()));
        let [before, after] = finite.map(|mark| mark.map(|mark| self.scale.within(mark.value)));
        if let (Some(before), Some(after)) = (before, after) {
            canvas.line((before, y), (after, y), self.paint(), 3.0);
        }
        for mark in finite.into_iter().flatten() {
            interval(canvas, self.scale, mark, y, INK);
        }
        if let Some(x) = before {
            ring(canvas, (x, y), 6.5, self.paint());
        }
        if let Some(x) = after {
            canvas.disc((x, y), 6.5, self.paint());
        }
    }
}

impl Bar {
    /// Draws a horizontal bar from the reference value to the bar's value. `top` is its upper edge.
    fn draw(&self, canvas: &mut Canvas, place: &Place, top: f64) {
        let (scale, value) = (place.scale, self.mark.value);
        let reference = place.reference.unwrap_or(0.0);
        let (zero, tip) = (scale.within(reference), scale.within(value));
        let (x, middle) = (zero.min(tip), top + LINE / 2.0 - 1.0);
        let fill = place.colour.mix(STRENGTH[usize::from(self.faint)]);
        canvas.rect(x, top, (tip - zero).abs().max(1.0), LINE - 2.0, fill);
        interval(canvas, scale, self.mark, middle, INK);
        if self.said.is_empty() {
            return;
        }
        // The text stands beyond the confidence interval, on the bar's side of the reference.
        let [low, high] = self.mark.interval.unwrap_or([value; 2]);
        let (low, high) = (scale.within(low).min(zero), scale.within(high).max(zero));
        let text = fit(&self.said, SIZE, place.room - 8.0);
        let half = text_width(&text, SIZE) / 2.0;
        let centre = match value < reference {
            true => low - half - 4.0,
            false => high + half + 4.0,
        };
        let ink = if self.faint { MUTED } else { INK };
        canvas.text(&text, (centre, middle), SIZE, ink, Align::Centre);
    }
}

impl Amounts {
    fn played(&self) -> u64 {
        self.games.iter().map(|(_, games)| games).sum()
    }

    /// Returns the value at which the scale of a histogram ends: the smallest amount that at most
    /// one game in a thousand exceeds. Otherwise a single extreme game would compress all other
    /// bars.
    fn high_end(&self) -> u32 {
        let rare = self.played() / 1_000;
        let mut above = 0;
        for &(amount, games) in self.games.iter().rev() {
            above += games;
            if above > rare {
                return amount;
            }
        }
        0
    }

    /// Returns how many neighbouring amounts share a bar, in a histogram whose scale ends at `end`.
    fn per_bar(end: f64) -> u32 {
        (end as u32 / BARS).saturating_add(1)
    }

    /// Returns the share of games in each bar of a histogram whose scale ends at `end`.
    fn shares(&self, end: f64) -> Vec<f64> {
        let width = Amounts::per_bar(end);
        let mut bars = vec![0.0; ((end + 1.0) / f64::from(width)).ceil() as usize];
        let played = self.played().max(1) as f64;
        for &(amount, games) in &self.games {
            if let Some(bar) = bars.get_mut((amount / width) as usize) {
                *bar += games as f64 / played;
            }
        }
        bars
    }

    fn draw(&self, canvas: &mut Canvas, place: &Place) {
        let (scale, base) = (place.scale, place.bottom - BELOW);
        let end = scale.high();
        let width = f64::from(Amounts::per_bar(end));
        for (share, bar) in self.shares(end).into_iter().zip(0..) {
            let from = f64::from(bar) * width - 0.5;
            let (left, right) = (scale.at(from), scale.at((from + width).min(end + 0.5)));
            let height = share / place.tallest * (base - place.top - 2.0);
            let gap = ((right - left) * 0.1).min(0.5);
            let wide = (right - left - 2.0 * gap).max(0.2);
            if share > 0.0 {
                let fill = place.colour.to_rgba();
                canvas.rect(left + gap, base - height, wide, height, fill);
            }
        }
        let ends = (scale.at(-0.5), scale.at(end + 0.5));
        canvas.line((ends.0, base), (ends.1, base), MUTED, 1.0);
        if self.played() > 0 {
            let y = base + 6.0;
            let [p5, p25, _, p75, p95] = self.percentiles.map(|amount| scale.within(amount));
            canvas.line((p5, y), (p95, y), INK, 1.0);
            canvas.line((p25, y), (p75, y), INK, 3.5);
            canvas.disc((scale.within(self.mean), y), 5.0, INK);
        }
    }
}

/// Draws the confidence interval of a marked value: a line with a stroke at each end.
fn interval(canvas: &mut Canvas, scale: &AxisScale, mark: Mark, y: f64, ink: RGBColor) {
    let Some(ends) = mark.interval else { return };
    let ends = ends.map(|end| scale.within(end));
    canvas.line((ends[0], y), (ends[1], y), ink, 1.4);
    for end in ends {
        canvas.rect(end - 0.7, y - 5.0, 1.4, 10.0, ink.to_rgba());
    }
}
