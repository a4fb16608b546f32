//! Small multiples of bars: a panel for each entrant, and in it a bar for each of the entrant's
//! things, such as cards. The numbers of a thing stand beside its bar.

use plotters::prelude::{Color, RGBColor};

use super::canvas::{Align, Canvas, INK, MUTED};
use super::text::{fit, shrink, widest, wrap};
use super::{Form, Room, Size};

const SIZE: f64 = 13.0;
const SMALL: f64 = 11.0;
const ROW: f64 = 21.0;
/// Height of the line below a bar that describes the thing, in units.
const ABOUT: f64 = 13.0;
const NAME: f64 = 28.0;
/// Minimum length of the longest bar, in units.
const LEAST: f64 = 60.0;

/// The values of one chart of this kind.
#[derive(Debug, Clone, Default)]
pub struct Bars {
    /// Headings of the numbers beside a bar. The first number is the value that the bar shows.
    pub headings: Vec<String>,
    pub panels: Vec<Panel>,
}

/// The bars of one entrant.
#[derive(Debug, Clone)]
pub struct Panel {
    pub name: String,
    pub colour: RGBColor,
    pub bars: Vec<Bar>,
}

/// One thing of an entrant, such as a card, drawn as a bar.
#[derive(Debug, Clone)]
pub struct Bar {
    pub label: String,
    /// Description of the thing, written below its bar; may be empty.
    pub about: String,
    /// Value shown by the length of the bar, at least 0. All panels have the same scale.
    pub value: f64,
    /// The numbers beside the bar, in the order of the headings.
    pub numbers: Vec<String>,
}

/// The widths of a panel's parts.
struct Widths {
    panel: f64,
    names: f64,
    /// Widths of the columns of numbers beside a bar. Columns that would leave no room for bars are
    /// missing.
    numbers: Vec<f64>,
}

impl Widths {
    /// Width that remains for bars.
    fn bars(&self) -> f64 {
        self.panel - self.names - self.numbers.iter().sum::<f64>() - 12.0
    }
}

impl Bars {
    fn bars(&self) -> impl Iterator<Item = &Bar> {
        self.panels.iter().flat_map(|panel| &panel.bars)
    }

    fn widths(&self, room: Room) -> Widths {
        let panel = room.width - 2.0 * room.margin();
        let number = |(i, heading): (usize, &String)| {
            let own = self.bars().filter_map(|bar| bar.numbers.get(i));
            let own = widest(own.map(String::as_str), SIZE);
            // A heading is broken into lines at its spaces.
            own.max(widest(heading.split(' '), SMALL)).min(panel * 0.16) + 8.0
        };
        Widths {
            panel,
            names: widest(self.bars().map(|bar| bar.label.as_str()), SIZE).min(panel * 0.34),
            numbers: self.headings.iter().enumerate().map(number).collect(),
        }
    }
}

impl Form for Bars {
    fn draw(&self, canvas: &mut Canvas, room: Room) -> Size {
        let most = self
            .bars()
            .map(|bar| bar.value)
            .filter(|value| value.is_finite())
            .fold(0.0, f64::max);
        let mut widths = self.widths(room);
        while widths.bars() < LEAST && widths.numbers.len() > 1 {
            widths.numbers.pop();
        }
        let Widths {
            panel: width,
            names,
            numbers,
        } = widths;
        let headings: Vec<Vec<String>> = self
            .headings
            .iter()
            .zip(&numbers)
            .map(|(heading, width)| wrap(heading, SMALL, width - 7.0, 4))
            .collect();
        let lines = headings.iter().map(Vec::len).max().unwrap_or(0) as f64;
        let about = match self.bars().any(|bar| !bar.about.is_empty()) {
            true => ABOUT,
            false => 0.0,
        };
        let high = ROW + about;
        let mut top = room.top;
        let (head, left) = (NAME + lines * 13.0 + 6.0, room.margin());
        for panel in &self.panels {
            let name = fit(&panel.name, 15.0, width / 1.15);
            canvas.bold(&name, (left, top + 14.0), 15.0, Align::Left);
            let right = left + width - numbers.iter().sum::<f64>();
            let mut end = right;
            for (heading, width) in headings.iter().zip(&numbers) {
                end += width;
                for (line, i) in heading.iter().zip(0..) {
                    let y = top + NAME + 13.0 * (lines - heading.len() as f64 + f64::from(i) + 0.5);
                    canvas.text(line, (end, y), SMALL, MUTED, Align::Right);
                }
            }
            let bar = (left + names + 8.0, right - 4.0);
            for (thing, i) in panel.bars.iter().zip(0..) {
                let y = top + head + high * f64::from(i) + ROW / 2.0;
                let words = fit(&thing.about, SMALL, left + width - bar.0 - 4.0);
                let below = (bar.0 + 4.0, y + ROW / 2.0 + ABOUT / 2.0 - 3.0);
                canvas.text(&words, below, SMALL, MUTED, Align::Left);
                thing.draw(canvas, (left + names, y, names), bar, most, panel.colour);
                let mut end = right;
                for (number, width) in thing.numbers.iter().zip(&numbers) {
                    end += width;
                    let size = shrink(number, SIZE, width - 4.0);
                    canvas.text(
                        &fit(number, size, width - 3.0),
                        (end, y),
                        size,
                        INK,
                        Align::Right,
                    );
                }
            }
            let foot = top + head + high * panel.bars.len() as f64;
            canvas.line((bar.0, top + head), (bar.0, foot), MUTED, 1.0);
            top = foot + 18.0;
        }
        Size::new(room.width, top)
    }
}

impl Bar {
    /// Draws the name and the bar of one thing. The name ends at `end` and is at most `names` wide;
    /// the longest bar of the chart reaches from `from` to `to`.
    fn draw(
        &self,
        canvas: &mut Canvas,
        (end, y, names): (f64, f64, f64),
        (from, to): (f64, f64),
        most: f64,
        colour: RGBColor,
    ) {
        let label = fit(&self.label, SIZE, names + 0.01);
        canvas.text(&label, (end, y), SIZE, INK, Align::Right);
        if most > 0.0 && self.value > 0.0 {
            let long = (self.value / most).min(1.0) * (to - from);
            canvas.rect(from, y - 7.0, long, 14.0, colour.mix(0.65));
        }
    }
}
