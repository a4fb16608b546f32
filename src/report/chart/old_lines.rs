//! Line charts: one line a series over the values of an axis, with intervals, each named at its end.

use plotters::prelude::RGBColor;

use super::HEAD;
use super::canvas::{Align, Canvas, GRID, INK, MUTED, WIDTH, fit, shrink, text_width};
pub use super::ends::spread;
use super::scale::Scale;
use crate::report::words::percent;

const TOP: f64 = HEAD + 34.0;
const LABEL: f64 = 19.0;
const SIZE: f64 = 14.0;

/// A line chart.
#[derive(Debug, Clone)]
pub struct Lines {
    /// The axis, and its values as they are called.
    pub across: (String, Vec<String>),
    /// Where the values stand; evenly spaced if they are no numbers.
    pub positions: Option<Vec<f64>>,
    /// What is measured, with its unit.
    pub up: String,
    /// Shares, to be written in %.
    pub shares: bool,
    pub series: Vec<Line>,
    /// A level to compare with at each value, and what it is called.
    pub level: Option<(String, Vec<f64>)>,
}

/// One line.
#[derive(Debug, Clone)]
pub struct Line {
    pub name: String,
    pub colour: RGBColor,
    /// By value: low, middle, high; nothing where nothing is known.
    pub points: Vec<Option<[f64; 3]>>,
}

impl Lines {
    /// The height under the head.
    pub fn height(&self) -> f64 {
        TOP - HEAD + self.tall() + 62.0
    }

    fn tall(&self) -> f64 {
        (self.series.len() as f64 * (LABEL + 3.0)).max(360.0)
    }

    fn written(&self, value: f64, decimals: usize) -> String {
        if self.shares {
            percent(value, decimals)
        } else {
            format!("{value:.decimals$}")
        }
    }

    /// Draws it below the head.
    pub fn draw(&self, canvas: &mut Canvas) {
        let names = self
            .series
            .iter()
            .map(|line| text_width(&line.name, SIZE))
            .fold(60.0, f64::max)
            .min(220.0);
        let (left, right) = (72.0, WIDTH - 24.0 - names - 92.0);
        let (top, bottom) = (TOP, TOP + self.tall());
        let values = || {
            self.series
                .iter()
                .flat_map(|line| line.points.iter().flatten().flatten())
                .chain(self.level.iter().flat_map(|level| &level.1))
        };
        let (low, high) = (
            values().copied().fold(f64::INFINITY, f64::min),
            values().copied().fold(f64::NEG_INFINITY, f64::max),
        );
        let pad = ((high - low) * 0.03).max(1e-4);
        let scale = Scale::new((low - pad, high + pad), (bottom, top), 8.0);
        let factor = if self.shares { 100.0 } else { 1.0 };
        for tick in scale.ticks() {
            canvas.line((left, scale.at(tick)), (right, scale.at(tick)), GRID, 1.0);
            canvas.text(
                &self.written(tick, scale.decimals(factor)),
                (left - 10.0, scale.at(tick)),
                13.0,
                MUTED,
                Align::Right,
            );
        }
        canvas.text(&self.up, (24.0, top - 20.0), 13.0, MUTED, Align::Left);
        let at = self.places((left + 14.0, right - 14.0));
        let room = (right - left) / at.len() as f64 - 6.0;
        for (name, &x) in self.across.1.iter().zip(&at) {
            let size = shrink(name, 13.0, room);
            canvas.text(
                &fit(name, size, room.max(14.0)),
                (x, bottom + 18.0),
                size,
                MUTED,
                Align::Centre,
            );
        }
        canvas.line((left, bottom), (right, bottom), MUTED, 1.0);
        canvas.text(
            &fit(&self.across.0, 13.0, right - left),
            ((left + right) / 2.0, bottom + 42.0),
            13.0,
            MUTED,
            Align::Centre,
        );
        if let Some((name, level)) = &self.level {
            for (pair, x) in level.windows(2).zip(at.windows(2)) {
                canvas.dashes(
                    (x[0], scale.at(pair[0])),
                    (x[1], scale.at(pair[1])),
                    INK,
                    1.5,
                );
            }
            if let (Some(&first), Some(&x)) = (level.first(), at.first()) {
                canvas.text(name, (x, scale.at(first) - 9.0), 12.0, INK, Align::Left);
            }
        }
        for (i, line) in self.series.iter().enumerate() {
            line.draw(canvas, i, &at, &scale);
        }
        self.ends(
            canvas,
            &scale,
            (top, bottom),
            (*at.last().unwrap_or(&right), right),
            names,
        );
    }

    /// The positions of the values.
    fn places(&self, (from, to): (f64, f64)) -> Vec<f64> {
        let count = self.across.1.len();
        let even: Vec<f64> = (0..count).map(|i| i as f64).collect();
        let values = self.positions.as_ref().unwrap_or(&even);
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let part = |value: f64| {
            if high > low {
                (value - low) / (high - low)
            } else {
                0.5
            }
        };
        values
            .iter()
            .map(|&value| from + part(value) * (to - from))
            .collect()
    }

    /// Names and last values, beside the lines' ends.
    fn ends(
        &self,
        canvas: &mut Canvas,
        scale: &Scale,
        (top, bottom): (f64, f64),
        (end, right): (f64, f64),
        names: f64,
    ) {
        let last = |line: &Line| {
            line.points
                .iter()
                .rev()
                .flatten()
                .next()
                .map(|point| point[1])
        };
        let mut ends: Vec<(usize, f64)> = self
            .series
            .iter()
            .enumerate()
            .filter_map(|(i, line)| Some((i, last(line)?)))
            .collect();
        ends.sort_by(|a, b| b.1.total_cmp(&a.1));
        let wanted: Vec<f64> = ends.iter().map(|(_, value)| scale.at(*value)).collect();
        for ((&(i, value), from), to) in ends
            .iter()
            .zip(&wanted)
            .zip(spread(&wanted, LABEL, top, bottom))
        {
            let line = &self.series[i];
            canvas.path(
                &[
                    (end, *from),
                    (right + 8.0, *from),
                    (right + 22.0, to),
                    (right + 28.0, to),
                ],
                line.colour,
                1.0,
            );
            canvas.mark(i, (right + 36.0, to), 4.5, line.colour);
            canvas.text(
                &fit(&line.name, SIZE, names),
                (right + 46.0, to),
                SIZE,
                INK,
                Align::Left,
            );
            let decimals = if self.shares { 1 } else { 2 };
            canvas.text(
                &self.written(value, decimals),
                (WIDTH - 20.0, to),
                SIZE,
                INK,
                Align::Right,
            );
        }
    }
}

impl Line {
    fn draw(&self, canvas: &mut Canvas, index: usize, at: &[f64], scale: &Scale) {
        let known = || {
            self.points
                .iter()
                .zip(at)
                .filter_map(|(point, &x)| Some((x, (*point)?)))
        };
        let middle: Vec<(f64, f64)> = known().map(|(x, point)| (x, scale.at(point[1]))).collect();
        if middle.len() > 1 {
            canvas.path(&middle, self.colour, 2.0);
        }
        for (x, [low, value, high]) in known() {
            canvas.line((x, scale.at(low)), (x, scale.at(high)), self.colour, 1.2);
            canvas.mark(index, (x, scale.at(value)), 4.5, self.colour);
        }
    }
}
