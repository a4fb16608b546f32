//! Charts of distributions of an amount: one histogram per row, all with the same scale, and below
//! each histogram its mean and quantiles.

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, INK, MUTED};
use super::rows::Names;
use super::scale::{Scale, Unit};
use super::{Form, Room, Size};

/// Maximum number of bars in a row. With more amounts, several amounts share a bar.
const BARS: u32 = 80;

/// The values of one chart of this kind.
#[derive(Debug, Clone)]
pub struct Distribution {
    /// Title of the axis, with the unit.
    pub axis: String,
    /// Heading above the texts beside the rows.
    pub heading: String,
    pub rows: Vec<Row>,
}

/// The amounts of one entrant.
#[derive(Debug, Clone)]
pub struct Row {
    pub label: String,
    pub colour: RGBColor,
    /// Number of games for each amount, in ascending order of the amount.
    pub games: Vec<(u32, u64)>,
    pub mean: f64,
    /// The 5th, 25th, 50th, 75th and 95th percentile of the amount.
    pub percentiles: [f64; 5],
    /// Text beside the histogram.
    pub said: String,
}

impl Row {
    fn played(&self) -> u64 {
        self.games.iter().map(|(_, games)| games).sum()
    }

    /// The smallest amount that at most one game in a thousand exceeds.
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

    /// Shares of games per bar, for `count` bars of `width` amounts each.
    fn shares(&self, width: u32, count: usize) -> Vec<f64> {
        let mut bars = vec![0.0; count];
        let played = self.played().max(1) as f64;
        for &(amount, games) in &self.games {
            if let Some(bar) = bars.get_mut((amount / width) as usize) {
                *bar += games as f64 / played;
            }
        }
        bars
    }
}

impl Form for Distribution {
    fn draw(&self, canvas: &mut Canvas, room: Room) -> Size {
        let margin = room.margin();
        let texts = self
            .rows
            .iter()
            .map(|row| (row.label.as_str(), row.said.as_str()));
        let names = Names::new(texts, room);
        let (left, right) = names.span();
        // One game in a thousand may lie beyond the edge. Otherwise a single extreme game would
        // compress all other bars.
        let most = self
            .rows
            .iter()
            .map(Row::high_end)
            .max()
            .unwrap_or(0)
            .max(4);
        let width = (most / BARS).saturating_add(1);
        // The mark of an amount stands in the middle of the amount's bar.
        let half = (right - left) / (f64::from(most) + 1.0) / 2.0;
        let ticks = (right - left) / 60.0;
        let scale = Scale::new((0.0, f64::from(most)), (left + half, right - half), ticks);
        let count = ((scale.high() + 1.0) / f64::from(width)).ceil() as usize;
        let bars: Vec<Vec<f64>> = self
            .rows
            .iter()
            .map(|row| row.shares(width, count))
            .collect();
        let tallest = bars.iter().flatten().copied().fold(1e-9, f64::max);
        let tall = match self.rows.len() {
            0..=8 => 40.0,
            9..=20 => 32.0,
            _ => 26.0,
        };
        let over = names.above();
        let top = room.top + 22.0;
        canvas.text(
            &self.heading,
            (room.width - margin, top - 12.0),
            12.0,
            MUTED,
            Align::Right,
        );
        let x = |amount: f64| scale.within(amount);
        let row_height = over + tall + 18.0;
        let bottom = top + row_height * self.rows.len() as f64;
        let taken = scale.across(canvas, (top, bottom), Unit::Number, &self.axis);
        for ((row, bars), i) in self.rows.iter().zip(&bars).zip(0..) {
            let base = top + row_height * f64::from(i) + over + tall;
            for (share, bar) in bars.iter().zip(0u32..).filter(|(share, _)| **share > 0.0) {
                let from = scale.at(f64::from(bar) * f64::from(width) - 0.5);
                let to = scale.at((f64::from(bar) + 1.0) * f64::from(width) - 0.5);
                let to = to.min(right);
                let gap = ((to - from) * 0.1).min(0.5);
                let height = share / tallest * (tall - 2.0);
                canvas.rect(
                    from + gap,
                    base - height,
                    (to - from - 2.0 * gap).max(0.2),
                    height,
                    row.colour.to_rgba(),
                );
            }
            canvas.line((left, base), (right, base), MUTED, 1.0);
            let y = base + 6.0;
            if row.played() > 0 {
                let [p5, p25, _, p75, p95] = row.percentiles.map(x);
                canvas.line((p5, y), (p95, y), INK, 1.0);
                canvas.line((p25, y), (p75, y), INK, 3.5);
                canvas.disc((x(row.mean), y), 5.0, INK);
            }
            names.write(
                canvas,
                (base - tall - over, tall),
                &row.label,
                (&row.said, INK),
            );
        }
        Size::new(room.width, bottom + taken + 8.0)
    }
}
