//! Tornado charts: the effect of one step of each of several values, as bars from zero to either
//! side, the longest bars first.

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, INK, MUTED};
use super::legend::{Key, legend};
use super::rows::Names;
use super::scale::{Scale, Unit};
use super::text::{fit, text_width, widest};
use super::{Form, Room, Size};

/// Font size of the texts at the tips of bars.
const SMALL: f64 = 12.0;
/// Height of a bar with the space below it, in units.
const BAR: f64 = 15.0;
/// Opacity of bars in full colour (measured values), and of pale bars (values not measured).
const STRENGTH: [f64; 2] = [0.85, 0.3];

/// The values of one tornado chart.
#[derive(Debug, Clone)]
pub struct Tornado {
    /// Title of the axis, with the unit.
    pub axis: String,
    pub unit: Unit,
    /// Legend: the meaning of bars in full colour, and of pale bars.
    pub kinds: [String; 2],
    /// The rows, sorted by the length of their bars in descending order.
    pub rows: Vec<Row>,
}

/// One value that can be changed, such as a card's attack.
#[derive(Debug, Clone)]
pub struct Row {
    pub label: String,
    pub colour: RGBColor,
    pub bars: Vec<Bar>,
}

/// The effect of one step of the value.
#[derive(Debug, Clone, Default)]
pub struct Bar {
    pub value: f64,
    pub interval: Option<[f64; 2]>,
    /// Text at the tip of the bar.
    pub said: String,
    pub pale: bool,
}

impl Form for Tornado {
    fn draw(&self, canvas: &mut Canvas, room: Room) -> Size {
        let bars = || self.rows.iter().flat_map(|row| &row.bars);
        let kinds = [false, true].into_iter().zip(&self.kinds).zip(STRENGTH);
        let shown = kinds.filter(|((pale, _), _)| bars().any(|bar| bar.pale == *pale));
        let keys: Vec<(Key, &str)> = shown
            .map(|((_, name), strength)| (Key::Swatch(MUTED, strength), name.as_str()))
            .collect();
        let top = legend(canvas, &keys, room) + 6.0;
        let said = widest(bars().map(|bar| bar.said.as_str()), SMALL).min(0.2 * room.width) + 8.0;
        let names = Names::new(self.rows.iter().map(|row| (row.label.as_str(), "")), room);
        let (left, right) = names.span();
        let span = (left + said, right - said);
        let values = bars().flat_map(|bar| bar.interval.into_iter().flatten().chain([bar.value]));
        let ticks = ((span.1 - span.0) / 60.0).max(2.0);
        let scale = Scale::over(values.chain([0.0]), self.unit, span, ticks);
        let over = names.above();
        let height = |row: &Row| over + BAR * row.bars.len().max(1) as f64 + 8.0;
        let bottom = top + self.rows.iter().map(height).sum::<f64>();
        let taken = scale.across(canvas, (top, bottom), self.unit, &self.axis);
        let mut y = top;
        for row in &self.rows {
            names.write(canvas, (y, height(row)), &row.label, ("", INK));
            let finite = row.bars.iter().filter(|bar| bar.value.is_finite());
            for (bar, i) in finite.zip(0..) {
                let from = y + over + 4.0 + BAR * f64::from(i);
                bar.draw(canvas, &scale, from, row.colour, said - 8.0);
            }
            let zero = scale.within(0.0);
            canvas.line((zero, y + over), (zero, y + height(row)), INK, 1.5);
            y += height(row);
        }
        Size::new(room.width, bottom + taken + 8.0)
    }
}

impl Bar {
    /// Draws the bar from `top` down. `said` is the width for the text at the tip of the bar.
    fn draw(&self, canvas: &mut Canvas, scale: &Scale, top: f64, colour: RGBColor, said: f64) {
        let (zero, tip) = (scale.within(0.0), scale.within(self.value));
        let (x, middle) = (zero.min(tip), top + BAR / 2.0 - 1.0);
        let strength = STRENGTH[usize::from(self.pale)];
        canvas.rect(
            x,
            top,
            (tip - zero).abs().max(1.0),
            BAR - 2.0,
            colour.mix(strength),
        );
        let [low, high] = self.interval.unwrap_or([self.value; 2]);
        let ends = [low, high].map(|end| scale.within(end));
        if self.interval.is_some() {
            canvas.line((ends[0], middle), (ends[1], middle), INK, 1.2);
            for end in ends {
                canvas.rect(end - 0.6, middle - 4.0, 1.2, 8.0, INK.to_rgba());
            }
        }
        let text = fit(&self.said, SMALL, said);
        let half = text_width(&text, SMALL) / 2.0;
        let ink = if self.pale { MUTED } else { INK };
        // The text stands beyond the confidence interval, on the bar's side of zero.
        let centre = match self.value < 0.0 {
            true => ends[0].min(zero) - half - 4.0,
            false => ends[1].max(zero) + half + 4.0,
        };
        canvas.text(&text, (centre, middle), SMALL, ink, Align::Centre);
    }
}
