//! Charts of many items (such as line-ups) sorted by one value. Each item has a confidence
//! interval; important items have labels. Example: every line-up by its distance from a fair game.

use plotters::prelude::RGBColor;

use super::canvas::{Align, Canvas, INK, MUTED};
use super::ends::spread;
use super::legend::{Key, legend};
use super::plot::Mark;
use super::rows::Reference;
use super::scale::{AxisScale, AxisUnit};
use super::text::{fit, text_width, wrap};
use super::{ChartForm, LEFT, RIGHT, Size, WIDTH};

const SIZE: f64 = 13.0;
const LINE: f64 = 19.0;

/// The values of one chart of sorted items.
#[derive(Debug, Clone)]
pub struct Ranking {
    /// Title of the horizontal axis: the word for the items, such as "line-ups".
    pub across: String,
    /// Title of the vertical axis: the measured value with its unit. The axis begins at zero.
    pub up: String,
    pub unit: AxisUnit,
    /// A reference level that divides the chart's items into two groups, if there is one.
    pub level: Option<Reference>,
    /// Classes of the chart's items, as name and colour, such as fair and unfair.
    pub classes: Vec<(String, RGBColor)>,
    /// The chart's items, sorted by their value.
    pub items: Vec<Item>,
}

/// One sorted item of the chart, such as a line-up.
#[derive(Debug, Clone)]
pub struct Item {
    pub mark: Mark,
    /// Index of the item's class in the list `classes`, from 0.
    pub class: usize,
    /// The item's label: its name and a remark. `None` if the item has no label.
    pub named: Option<(String, String)>,
}

impl ChartForm for Ranking {
    fn draw(&self, canvas: &mut Canvas, top: f64) -> Size {
        let classes = self.classes.iter();
        let classes = classes.map(|(name, colour)| (Key::Mark(0, *colour), name.clone()));
        let level = self.level.iter().map(|level| (Key::Dashes, level.name.clone()));
        let keys: Vec<(Key, String)> = classes.chain(level).collect();
        let mut top = legend(canvas, &keys, top);
        for line in wrap(&self.up, SIZE, RIGHT - LEFT, 3) {
            canvas.text(&line, (LEFT, top + 10.0), SIZE, MUTED, Align::Left);
            top += 18.0;
        }
        top += 12.0;
        let bottom = top + 260.0;
        let marks = self.items.iter().map(|item| item.mark);
        let values = marks
            .flat_map(Mark::values)
            .chain(self.level.iter().map(|level| level.value))
            .chain([0.0]);
        let scale = AxisScale::over(values, self.unit, (bottom, top), 6.0);
        let left = LEFT + scale.labels_width(self.unit) + 10.0;
        let right = RIGHT;
        scale.up(canvas, (left, right), self.unit);
        if let Some(level) = &self.level {
            let y = scale.within(level.value);
            canvas.dashes((left, y), (right, y), INK, 1.5);
        }
        let step = (right - left) / self.items.len().max(1) as f64;
        // Draws only every n-th mark if marks would be closer than two units, because readers could
        // not distinguish them.
        let every = (2.0 / step).ceil().max(1.0) as usize;
        let most = ((right - left) / 20.0) as usize;
        let mut named = vec![];
        for (i, item) in self.items.iter().enumerate() {
            let shown = named.len() < most && item.named.is_some();
            if i % every > 0 && !shown {
                continue;
            }
            let x = left + step * (i as f64 + 0.5);
            let paint = self.classes.get(item.class).map_or(MUTED, |class| class.1);
            if let Some([low, high]) =
                item.mark.interval.map(|ends| ends.map(|end| scale.within(end)))
            {
                canvas.line((x, low), (x, high), paint, (step * 0.5).clamp(0.8, 2.0));
            }
            let radius = (step * 0.45).clamp(1.2, 5.0);
            canvas.disc((x, scale.within(item.mark.value)), radius, paint);
            if let (true, Some(words)) = (shown, &item.named) {
                named.push((x, words));
            }
        }
        canvas.line((left, bottom), (right, bottom), MUTED, 1.0);
        let wanted: Vec<f64> = named.iter().map(|(x, _)| *x).collect();
        let places = spread(&wanted, 20.0, left + 8.0, right - 8.0);
        for (((x, _), at), number) in named.iter().zip(places).zip(1..) {
            canvas.path(&[(*x, bottom), (*x, bottom + 5.0), (at, bottom + 13.0)], INK, 1.0);
            let number = number.to_string();
            canvas.bold(&number, (at, bottom + 21.0), SIZE, Align::Centre);
        }
        let mut y = bottom + if named.is_empty() { 18.0 } else { 44.0 };
        let across = match every {
            1 => self.across.clone(),
            _ => format!("{} (drawn: one of every {every}, and all with a number)", self.across),
        };
        for line in wrap(&across, SIZE, right - left, 3) {
            let at = (left.midpoint(right), y);
            canvas.text(&line, at, SIZE, MUTED, Align::Centre);
            y += 18.0;
        }
        y += 6.0;
        for ((_, (name, remark)), number) in named.iter().zip(1..) {
            let number = number.to_string();
            canvas.bold(&number, (LEFT + 20.0, y), SIZE, Align::Right);
            let from = LEFT + 30.0;
            let mut end = from;
            for (line, i) in wrap(name, SIZE, right - from, 4).iter().zip(0..) {
                y += if i > 0 { LINE } else { 0.0 };
                canvas.text(line, (from, y), SIZE, INK, Align::Left);
                end = from + text_width(line, SIZE) + 14.0;
            }
            if text_width(remark, SIZE) > right - end {
                (y, end) = (y + LINE, from);
            }
            let remark = fit(remark, SIZE, right - end);
            canvas.text(&remark, (end, y), SIZE, MUTED, Align::Left);
            y += LINE + 3.0;
        }
        Size::new(WIDTH, y + 2.0)
    }
}
