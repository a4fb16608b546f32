//! Survival curves: the share of games in which each entrant is still in the game after each round,
//! as stepped lines.

use plotters::prelude::RGBColor;

use super::canvas::Canvas;
use super::lines::{self, Lines, Point};
use super::scale::Unit;
use super::{Form, Room, Size};

/// The values of one chart of this kind.
#[derive(Debug, Clone)]
pub struct Survival {
    /// The game's word for a round, for the axis title "after …".
    pub round: String,
    /// Title of the vertical axis: the measured share with its unit.
    pub up: String,
    pub lines: Vec<Line>,
}

/// The survival curve of one entrant.
#[derive(Debug, Clone)]
pub struct Line {
    pub label: String,
    pub colour: RGBColor,
    /// For each round, from round 1: share of the entrant's games in which the entrant is not
    /// eliminated by the end of the round.
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
        let shares = || lines.iter().flat_map(|line| line.survival.iter().copied());
        let rounds = lines
            .iter()
            .map(|line| line.survival.len())
            .max()
            .unwrap_or(0);
        let rounds = 0..=rounds.max(1);
        let point = |value| {
            let interval = None;
            Some(Point { value, interval })
        };
        let line = |line: &&Line| lines::Line {
            label: line.label.clone(),
            colour: line.colour,
            points: [1.0]
                .into_iter()
                .chain(line.survival.iter().copied())
                .map(point)
                .collect(),
        };
        let form = Lines {
            across: format!("after {} (0: the start)", self.round),
            values: rounds.clone().map(|round| round.to_string()).collect(),
            positions: Some(rounds.map(|round| round as f64).collect()),
            up: self.up.clone(),
            unit: Unit::Percent,
            // A line chart need not begin at zero. If all shares are high, zero would waste half of
            // the chart.
            from_zero: shares().fold(1.0, f64::min) < 0.3,
            decimals: 0,
            lines: lines.iter().map(line).collect(),
            level: None,
            in_force: None,
        };
        form.drawn(canvas, room, true)
    }
}
