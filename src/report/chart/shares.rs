//! Stacked bars: the shares of classes, one bar of 100 % per row.

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, GRID, INK, PAPER};
use super::legend::{Key, legend};
use super::rows::Names;
use super::scale::{Scale, Unit};
use super::text::text_width;
use super::{Form, Room, Size};
use crate::report::words::percent;

/// Opacity of the colours; text on them stays readable.
const STRENGTH: f64 = 0.62;

/// The values of one chart of this kind.
#[derive(Debug, Clone, Default)]
pub struct Shares {
    pub classes: Vec<(String, RGBColor)>,
    /// Title of the axis.
    pub axis: String,
    pub rows: Vec<Row>,
}

/// A row for one entrant, or for the whole game.
#[derive(Debug, Clone)]
pub struct Row {
    pub label: String,
    /// Number of games in each class, in the order of the classes.
    pub games: Vec<u64>,
}

impl Form for Shares {
    fn draw(&self, canvas: &mut Canvas, room: Room) -> Size {
        let keys = self
            .classes
            .iter()
            .map(|(name, colour)| (Key::Swatch(*colour, STRENGTH), name.as_str()));
        let top = legend(canvas, &keys.collect::<Vec<_>>(), room) + 6.0;
        let names = Names::new(self.rows.iter().map(|row| (row.label.as_str(), "")), room);
        let (over, (left, right)) = (names.above(), names.span());
        let tall = if self.rows.len() > 24 { 24.0 } else { 30.0 };
        let bottom = top + (over + tall) * self.rows.len() as f64;
        let scale = Scale::new((0.0, 1.0), (left, right), 5.0);
        let taken = scale.across(canvas, (top, bottom), Unit::Percent, &self.axis);
        for (row, i) in self.rows.iter().zip(0..) {
            let y = top + (over + tall) * f64::from(i) + over;
            names.write(canvas, (y - over, tall), &row.label, ("", INK));
            let all: u64 = row.games.iter().sum();
            if all == 0 {
                canvas.line(
                    (left, y + tall / 2.0),
                    (left + 10.0, y + tall / 2.0),
                    GRID,
                    2.0,
                );
                continue;
            }
            let mut before = 0;
            for (&games, (_, colour)) in row.games.iter().zip(&self.classes) {
                let [from, to] =
                    [before, before + games].map(|sum| scale.at(sum as f64 / all as f64));
                before += games;
                if games == 0 {
                    continue;
                }
                // Fills the bar's background, so that no grid line is visible through the
                // transparent colour.
                canvas.rect(from, y + 3.0, to - from, tall - 6.0, PAPER.to_rgba());
                canvas.rect(from, y + 3.0, to - from, tall - 6.0, colour.mix(STRENGTH));
                let said = percent(games as f64 / all as f64, 0);
                if text_width(&said, 12.0) + 4.0 <= to - from {
                    let at = (from.midpoint(to), y + tall / 2.0);
                    canvas.text(&said, at, 12.0, INK, Align::Centre);
                }
            }
        }
        Size::new(room.width, bottom + taken + 8.0)
    }
}
