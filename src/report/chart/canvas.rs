//! The canvas of charts: lists shapes, which the crate plotters renders as SVG or bitmap.
//! Coordinates are in canvas units. Also defines the basic colours of charts.

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::text::{EM, FAMILY, prepare_font};

/// Colour of text, axes and points. Fighters never have one of the four basic colours, so that a
/// page can replace the basic colours in dark mode.
pub const INK: RGBColor = RGBColor(0x1B, 0x1B, 0x1F);
/// Colour of less important text in charts.
pub const MUTED: RGBColor = RGBColor(0x5E, 0x5E, 0x67);
/// Colour of grid lines in charts.
pub const GRID: RGBColor = RGBColor(0xDD, 0xDD, 0xE2);
/// Background colour of charts.
pub const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFE);
/// Colour of large or positive quantities in a heat map.
pub const HEAT: RGBColor = RGBColor(0xD5, 0x5E, 0x00);
/// Colour of negative quantities in a heat map. Colour-blind readers can distinguish it from
/// [`HEAT`].
pub const COLD: RGBColor = RGBColor(0x00, 0x72, 0xB2);

/// Returns the colour of a heat map's cell for a quantity from −1 to 1: warm above 0, cold below 0,
/// pale near 0. The colour is always pale enough for text on it.
pub fn shade(part: f64) -> RGBAColor {
    let ink = if part >= 0.0 { HEAT } else { COLD };
    ink.mix(0.07 + 0.55 * part.abs().min(1.0))
}

/// Horizontal alignment of a text at its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// The text begins at its position.
    Left,
    /// The text is centred at its position.
    Centre,
    /// The text ends at its position.
    Right,
}

/// Number of different marks (small shapes), see [`Canvas::mark`].
pub const KINDS: usize = 8;

/// A position on a canvas, in canvas units.
type Point = (f64, f64);

/// A shape of a chart, with coordinates in canvas units.
#[derive(Debug, Clone)]
enum Shape {
    /// A line through several points, with its colour and its width.
    Path(Vec<Point>, RGBColor, f64),
    /// A filled rectangle between two corners.
    Rect([Point; 2], RGBAColor),
    Polygon(Vec<Point>, RGBAColor),
    /// A filled circle, by its centre and its radius.
    Disc(Point, f64, RGBColor),
    Text(Text),
}

#[derive(Debug, Clone)]
struct Text {
    text: String,
    at: Point,
    size: f64,
    colour: RGBColor,
    align: Align,
    bold: bool,
}

/// The shapes of a chart in drawing order, with coordinates in canvas units. Any backend of the
/// crate plotters can render them.
#[derive(Debug, Clone, Default)]
pub struct Canvas {
    shapes: Vec<Shape>,
}

/// Settings for rendering a canvas with a backend (SVG or bitmap) of the crate plotters.
#[derive(Debug, Clone, Copy)]
pub struct Surface {
    /// Number of pixels per canvas unit.
    pub scale: f64,
    /// Correction of the height of centred text, in ems. The correction is needed because the
    /// rendering backend sets such text too high.
    pub text_drop: f64,
}

impl Surface {
    /// Draws a canvas, on the background colour, with a rendering backend (SVG or bitmap).
    pub fn render<DB: DrawingBackend>(self, canvas: &Canvas, backend: DB) -> Result<()> {
        let area = backend.into_drawing_area();
        self.all(canvas, &area)
            .and_then(|()| area.present().map_err(|error| anyhow!("{error}")))
            .map_err(|error| anyhow!("cannot draw a chart: {error}"))
    }

    fn all<DB: DrawingBackend>(self, canvas: &Canvas, area: &DrawingArea<DB, Shift>) -> Result<()> {
        let failed = |error| anyhow!("{error}");
        let (w, h) = area.dim_in_pixel();
        let paper = Rectangle::new([(0, 0), (w as i32, h as i32)], PAPER.filled());
        area.draw(&paper).map_err(failed)?;
        for shape in &canvas.shapes {
            match shape {
                Shape::Path(points, colour, width) => {
                    let style = colour.stroke_width(self.stroke(*width));
                    area.draw(&PathElement::new(self.each(points), style))
                }
                Shape::Rect(corners, fill) => {
                    area.draw(&Rectangle::new(corners.map(|c| self.at(c)), fill.filled()))
                }
                Shape::Polygon(points, fill) => {
                    area.draw(&Polygon::new(self.each(points), fill.filled()))
                }
                Shape::Disc(centre, radius, fill) => {
                    let radius = self.stroke(*radius);
                    area.draw(&Circle::new(self.at(*centre), radius, fill.filled()))
                }
                Shape::Text(text) => {
                    let anchor = match text.align {
                        Align::Left => HPos::Left,
                        Align::Centre => HPos::Center,
                        Align::Right => HPos::Right,
                    };
                    let weight = match text.bold {
                        true => FontStyle::Bold,
                        false => FontStyle::Normal,
                    };
                    let style = TextStyle::from((FAMILY, text.size * EM * self.scale, weight))
                        .color(&text.colour)
                        .pos(Pos::new(anchor, VPos::Center));
                    let at = (text.at.0, text.at.1 + text.size * self.text_drop);
                    area.draw_text(&text.text, &style, self.at(at))
                }
            }
            .map_err(failed)?;
        }
        Ok(())
    }

    fn at(self, (x, y): Point) -> (i32, i32) {
        ((x * self.scale).round() as i32, (y * self.scale).round() as i32)
    }

    fn each(self, points: &[Point]) -> Vec<(i32, i32)> {
        points.iter().map(|&point| self.at(point)).collect()
    }

    fn stroke(self, width: f64) -> u32 {
        (width * self.scale).round().max(1.0) as u32
    }
}

impl Canvas {
    /// Draws a line through several points.
    pub fn path(&mut self, points: &[Point], colour: RGBColor, width: f64) {
        self.shapes.push(Shape::Path(points.to_vec(), colour, width));
    }

    /// Draws a straight line.
    pub fn line(&mut self, from: Point, to: Point, colour: RGBColor, width: f64) {
        self.path(&[from, to], colour, width);
    }

    /// Draws a dashed straight line.
    pub fn dashes(&mut self, from: Point, to: Point, colour: RGBColor, width: f64) {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = (dx * dx + dy * dy).sqrt();
        let point = |along: f64| (from.0 + dx * along / length, from.1 + dy * along / length);
        let mut along = 0.0;
        while along < length {
            let end = point((along + 5.0).min(length));
            self.line(point(along), end, colour, width);
            along += 9.0;
        }
    }

    /// Draws a filled rectangle.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: RGBAColor) {
        let corners = [(x, y), (x + width, y + height)];
        self.shapes.push(Shape::Rect(corners, fill));
    }

    /// Draws a filled polygon with these corners.
    pub fn polygon(&mut self, points: &[Point], fill: RGBAColor) {
        self.shapes.push(Shape::Polygon(points.to_vec(), fill));
    }

    /// Draws one of eight marks (small shapes), by which readers distinguish series without colour.
    /// `radius` is about half the width of the mark.
    pub fn mark(&mut self, kind: usize, centre: Point, radius: f64, colour: RGBColor) {
        let (x, y) = centre;
        let at = |&(dx, dy): &Point| (x + dx * radius, y + dy * radius);
        let mut fill = |points: &[Point], colour: RGBColor| {
            let corners: Vec<Point> = points.iter().map(at).collect();
            self.polygon(&corners, colour.to_rgba());
        };
        let square = |half: f64| [(-half, -half), (half, -half), (half, half), (-half, half)];
        match kind % KINDS {
            0 => self.disc(centre, radius, colour),
            1 => fill(&square(0.9), colour),
            2 => fill(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)], colour),
            3 => fill(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)], colour),
            4 => fill(&[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)], colour),
            5 => {
                self.disc(centre, radius, colour);
                self.disc(centre, radius * 0.5, PAPER);
            }
            6 => {
                fill(&square(0.9), colour);
                fill(&square(0.4), PAPER);
            }
            _ => {
                let (a, b) = (0.35 * radius, 1.1 * radius);
                self.rect(x - a, y - b, 2.0 * a, 2.0 * b, colour.to_rgba());
                self.rect(x - b, y - a, 2.0 * b, 2.0 * a, colour.to_rgba());
            }
        }
    }

    /// Draws a filled circle.
    pub fn disc(&mut self, centre: Point, radius: f64, fill: RGBColor) {
        self.shapes.push(Shape::Disc(centre, radius, fill));
    }

    /// Draws a text. `at` is the position of its vertical middle; `size` is the font size (the em).
    pub fn text(&mut self, text: &str, at: Point, size: f64, colour: RGBColor, align: Align) {
        self.write(Text { text: text.to_owned(), at, size, colour, align, bold: false });
    }

    /// Draws a name: a text as with [`Canvas::text`], but bold and in the default colour.
    pub fn bold(&mut self, text: &str, at: Point, size: f64, align: Align) {
        self.write(Text { text: text.to_owned(), at, size, colour: INK, align, bold: true });
    }

    /// Draws a frame inside the edges of a rectangle.
    pub fn frame(&mut self, x: f64, y: f64, width: f64, height: f64, colour: RGBColor) {
        let (a, b) = ((x + 1.0, y + 1.0), (x + width - 1.0, y + height - 1.0));
        self.path(&[a, (b.0, a.1), b, (a.0, b.1), a], colour, 2.0);
    }

    /// Returns the characters in all texts of the chart.
    pub fn letters(&self) -> impl Iterator<Item = char> {
        let shapes = self.shapes.iter();
        let texts = shapes.filter_map(|shape| match shape {
            Shape::Text(text) => Some(&text.text),
            _ => None,
        });
        texts.flat_map(|text| text.chars())
    }

    /// Returns each text of the chart with its bounding box `[left, top, right, bottom]`. The boxes
    /// use estimated text widths.
    #[cfg(test)]
    pub fn texts(&self) -> Vec<(String, [f64; 4])> {
        let shapes = self.shapes.iter();
        let texts = shapes.filter_map(|shape| match shape {
            Shape::Text(text) => Some(text),
            _ => None,
        });
        let boxed = |of: &Text| {
            let width = match of.bold {
                true => super::text::bold_width(&of.text, of.size),
                false => super::text::text_width(&of.text, of.size),
            };
            let left = match of.align {
                Align::Left => of.at.0,
                Align::Centre => of.at.0 - width / 2.0,
                Align::Right => of.at.0 - width,
            };
            let (y, half) = (of.at.1, of.size * 0.45);
            (of.text.clone(), [left, y - half, left + width, y + half])
        };
        texts.map(boxed).collect()
    }

    /// Returns the points of all lines of the chart that have this colour.
    #[cfg(test)]
    pub fn paths(&self, colour: RGBColor) -> Vec<Vec<Point>> {
        let shapes = self.shapes.iter();
        let paths = shapes.filter_map(|shape| match shape {
            Shape::Path(points, of, _) if *of == colour => Some(points.clone()),
            _ => None,
        });
        paths.collect()
    }

    /// Returns all filled rectangles of the chart that have this colour, as
    /// `[x, y, width, height]`.
    #[cfg(test)]
    pub fn rects(&self, colour: RGBColor) -> Vec<[f64; 4]> {
        let shapes = self.shapes.iter();
        shapes
            .filter_map(|shape| match shape {
                Shape::Rect([a, b], fill)
                    if (fill.0, fill.1, fill.2) == (colour.0, colour.1, colour.2) =>
                {
                    Some([a.0, a.1, b.0 - a.0, b.1 - a.1])
                }
                _ => None,
            })
            .collect()
    }

    fn write(&mut self, mut text: Text) {
        prepare_font();
        // XML does not allow control characters.
        text.text = text.text.replace(char::is_control, " ");
        if !text.text.is_empty() {
            self.shapes.push(Shape::Text(text));
        }
    }
}

/// Parses a colour `#RRGGBB`; returns grey for any other text.
pub fn colour(hex: &str) -> RGBColor {
    let part = |i: usize| hex.get(i..i + 2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
    match (part(1), part(3), part(5)) {
        (Some(r), Some(g), Some(b)) => RGBColor(r, g, b),
        _ => RGBColor(0x7F, 0x7F, 0x7F),
    }
}
