//! The share of games in which each entrant is not yet eliminated, round by round: steps, each named at its end.

use plotters::prelude::RGBColor;

use super::canvas::{Align, Canvas, MUTED};
use super::ends::{self, End, LABEL, Widths};
use super::scale::{Scale, Unit, along};
use super::text::fit;
use super::{Form, Room, Size};
use crate::report::words::with_sign;

const SIZE: f64 = 13.0;
/// The least height of the plot.
const PLOT: f64 = 280.0;
/// More lines or rounds than these have no room for marks along the lines.
const MARKED: (usize, usize) = (12, 24);

/// The form.
#[derive(Debug, Clone)]
pub struct Survival {
    /// What a round is called: the axis's title says "after …".
    pub round: String,
    /// What is measured, with its unit.
    pub up: String,
    pub lines: Vec<Line>,
}

/// One entrant.
#[derive(Debug, Clone)]
pub struct Line {
    pub label: String,
    pub colour: RGBColor,
    /// The share of its games in which it is not eliminated by the end of a round, from round 1.
    pub survival: Vec<f64>,
}

impl Line {
    fn last(&self) -> f64 {
        self.survival.last().copied().unwrap_or(1.0)
    }
}

impl Form for Survival {
    fn draw(&self, canvas: &mut Canvas, room: Room) -> Size {
        let mut lines: Vec<&Line> = self.lines.iter().collect();
        lines.sort_by(|a, b| b.last().total_cmp(&a.last()));
        let said: Vec<String> = lines.iter().map(|line| with_sign(line.last(), 0)).collect();
        let texts = lines.iter().zip(&said);
        let widths = Widths::new(
            texts.map(|(line, said)| (line.label.as_str(), said.as_str())),
            room,
        );
        let rounds = lines
            .iter()
            .map(|line| line.survival.len())
            .max()
            .unwrap_or(0)
            .max(1);
        let (top, left) = (room.top + 30.0, room.margin() + 40.0);
        let right = widths.right(room);
        let bottom = top + (lines.len() as f64 * LABEL).max(PLOT);
        let x = |round: usize| left + (right - left) * round as f64 / rounds as f64;
        let all = lines.iter().flat_map(|line| line.survival.iter().copied());
        let least = all.fold(1.0, f64::min);
        // Lines may be read from any base; a far one would waste half of the chart.
        let from = if least < 0.3 {
            0.0
        } else {
            (least - 0.05).max(0.0)
        };
        let scale = Scale::new((from, 1.0), (bottom, top), 7.0);
        scale.up(canvas, (left, right), Unit::Percent);
        let up = fit(&self.up, SIZE, room.width - 2.0 * room.margin());
        canvas.text(&up, (room.margin(), top - 18.0), SIZE, MUTED, Align::Left);
        let ticks: Vec<(f64, String)> = (0..=rounds)
            .map(|round| (x(round), round.to_string()))
            .collect();
        along(canvas, &ticks, bottom + 16.0);
        canvas.line((left, bottom), (right, bottom), MUTED, 1.0);
        let title = format!("after {} (0: the start)", self.round);
        let middle = (left.midpoint(right), bottom + 38.0);
        canvas.text(
            &fit(&title, SIZE, right - left + 80.0),
            middle,
            SIZE,
            MUTED,
            Align::Centre,
        );
        let marked = lines.len() <= MARKED.0 && rounds <= MARKED.1;
        let mut named = vec![];
        for (i, (line, said)) in lines.iter().zip(said).enumerate() {
            let shares = [1.0].into_iter().chain(line.survival.iter().copied());
            let heights: Vec<f64> = shares.map(|share| scale.within(share)).collect();
            canvas.path(&steps(&heights, x), line.colour, 2.0);
            if marked {
                // Marks stand apart along the steps, so that lines that lie close can be told from each other.
                let shift = (i as f64 + 1.0) / (lines.len() as f64 + 1.0) * (x(1) - x(0));
                for (round, &y) in heights.iter().enumerate().take(line.survival.len()) {
                    canvas.mark(i, (x(round) + shift, y), 4.0, line.colour);
                }
            }
            named.push(End {
                name: line.label.clone(),
                said,
                colour: line.colour,
                mark: marked.then_some(i),
                at: (x(line.survival.len()), *heights.last().unwrap_or(&top)),
            });
        }
        ends::draw(canvas, named, widths, (top, bottom), right);
        Size::new(room.width, bottom + 56.0)
    }
}

/// Steps through heights, by round from the start; rounds that change nothing take no points.
fn steps(heights: &[f64], x: impl Fn(usize) -> f64) -> Vec<(f64, f64)> {
    let mut points = vec![(x(0), heights[0])];
    for (round, pair) in (1..).zip(heights.windows(2)) {
        if (pair[1] - pair[0]).abs() > 0.01 {
            points.extend([(x(round), pair[0]), (x(round), pair[1])]);
        }
    }
    points.push((x(heights.len() - 1), heights[heights.len() - 1]));
    points
}
