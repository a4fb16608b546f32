//! The canvas of charts: lists shapes, which the crate plotters renders as SVG or bitmap.
//! Coordinates are in canvas units. Also defines the basic colours of charts.

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::FontStyle;
pub use plotters::style::text_anchor::HPos as Align;
use plotters::style::text_anchor::{Pos, VPos};

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

/// A position on a canvas, in canvas units.
type Point = (f64, f64);

/// The corners of all marks (small shapes) but the first, which is a disc.
const MARKS: [&[Point]; 5] = [
    &[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    &[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)],
    &[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)],
    &[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)],
    &[(-0.5, -1.2), (0.5, -1.2), (0.5, 1.2), (-0.5, 1.2)],
];

/// A shape of a chart, with coordinates in canvas units.
#[derive(Clone)]
pub(super) enum Shape {
    /// A line through several points, with its colour and its width.
    Path(Vec<Point>, RGBColor, f64),
    /// A filled rectangle between two corners.
    Rect([Point; 2], RGBAColor),
    Polygon(Vec<Point>, RGBAColor),
    /// A filled circle, by its centre and its radius.
    Disc(Point, f64, RGBColor),
    /// A text, with its font size, its colour and its font style.
    Text(String, Point, f64, RGBColor, Align, FontStyle),
}

/// The shapes of a chart in drawing order, with coordinates in canvas units. Any backend of the
/// crate plotters can render them.
#[derive(Clone, Default)]
pub struct Canvas {
    pub(super) shapes: Vec<Shape>,
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
                Shape::Text(text, (x, y), size, colour, align, weight) => {
                    let style = TextStyle::from((FAMILY, size * EM * self.scale, *weight))
                        .color(colour)
                        .pos(Pos::new(*align, VPos::Center));
                    area.draw_text(text, &style, self.at((*x, y + size * self.text_drop)))
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

    /// Draws one of the marks (small shapes) by which readers distinguish series without colour.
    /// `radius` is about half the width of the mark.
    pub fn mark(&mut self, kind: usize, centre: Point, radius: f64, colour: RGBColor) {
        let Some(corners) = (kind % (MARKS.len() + 1)).checked_sub(1).map(|i| MARKS[i]) else {
            return self.disc(centre, radius, colour);
        };
        let at = |&(dx, dy): &Point| (centre.0 + dx * radius, centre.1 + dy * radius);
        let corners: Vec<Point> = corners.iter().map(at).collect();
        self.polygon(&corners, colour.to_rgba());
    }

    /// Draws a filled circle.
    pub fn disc(&mut self, centre: Point, radius: f64, fill: RGBColor) {
        self.shapes.push(Shape::Disc(centre, radius, fill));
    }

    /// Draws a text. `at` is the position of its vertical middle; `size` is the font size (the em).
    pub fn text(&mut self, text: &str, at: Point, size: f64, colour: RGBColor, align: Align) {
        self.write(text, at, size, colour, align, FontStyle::Normal);
    }

    /// Draws a name: a text as with [`Canvas::text`], but bold and in the default colour.
    pub fn bold(&mut self, text: &str, at: Point, size: f64) {
        self.write(text, at, size, INK, Align::Left, FontStyle::Bold);
    }

    /// Draws a frame inside the edges of a rectangle.
    pub fn frame(&mut self, x: f64, y: f64, width: f64, height: f64, colour: RGBColor) {
        let (a, b) = ((x + 1.0, y + 1.0), (x + width - 1.0, y + height - 1.0));
        self.path(&[a, (b.0, a.1), b, (a.0, b.1), a], colour, 2.0);
    }

    fn write(
        &mut self,
        text: &str,
        at: Point,
        size: f64,
        colour: RGBColor,
        align: Align,
        weight: FontStyle,
    ) {
        prepare_font();
        // XML does not allow control characters.
        let text = text.replace(char::is_control, " ");
        if !text.is_empty() {
            self.shapes.push(Shape::Text(text, at, size, colour, align, weight));
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
