//! The canvas of charts: an SVG or bitmap surface of the crate plotters in plain units, with the
//! shapes and basic colours that charts need.

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::FontStyle;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::text::{EM, FAMILY, prepare_font};

/// Colour of text, axes and points. No fighter has one of the four basic colours, so that a page
/// can replace them in dark mode.
pub const INK: RGBColor = RGBColor(0x1B, 0x1B, 0x1F);
/// Colour of less important text.
pub const MUTED: RGBColor = RGBColor(0x5E, 0x5E, 0x67);
/// Colour of grid lines.
pub const GRID: RGBColor = RGBColor(0xDD, 0xDD, 0xE2);
/// Background colour of charts.
pub const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFE);
/// Colour of large quantities in a heat map, and of positive ones.
pub const HEAT: RGBColor = RGBColor(0xD5, 0x5E, 0x00);
/// Colour of negative quantities in a heat map. Colour-blind readers can distinguish it from
/// [`HEAT`].
pub const COLD: RGBColor = RGBColor(0x00, 0x72, 0xB2);

/// Shade for a quantity from −1 to 1: warm above 0, cold below 0, pale near 0. The shade is always
/// pale enough to read text on it.
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

/// A shape of a chart, with coordinates in units.
#[derive(Debug, Clone)]
enum Shape {
    Path {
        points: Vec<(f64, f64)>,
        colour: RGBColor,
        width: f64,
    },
    Rect {
        corners: [(f64, f64); 2],
        fill: RGBAColor,
    },
    Polygon {
        points: Vec<(f64, f64)>,
        fill: RGBAColor,
    },
    Disc {
        centre: (f64, f64),
        radius: f64,
        fill: RGBColor,
    },
    Text {
        text: String,
        at: (f64, f64),
        size: f64,
        colour: RGBColor,
        align: Align,
        bold: bool,
    },
}

/// The shapes of a chart in drawing order, with coordinates in units. Any backend of plotters can
/// render them.
#[derive(Debug, Clone, Default)]
pub struct Canvas {
    shapes: Vec<Shape>,
}

/// Settings with which a backend renders a canvas.
#[derive(Debug, Clone, Copy)]
pub struct Surface {
    /// Pixels per unit.
    pub scale: f64,
    /// Correction of the height of centred text, in ems: the backend sets such text too high by
    /// this much.
    pub text_drop: f64,
}

impl Surface {
    /// Fills the backend with the background colour, then draws a canvas on it.
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
                Shape::Path {
                    points,
                    colour,
                    width,
                } => area.draw(&PathElement::new(
                    self.each(points),
                    colour.stroke_width(self.stroke(*width)),
                )),
                Shape::Rect { corners, fill } => {
                    area.draw(&Rectangle::new(corners.map(|c| self.at(c)), fill.filled()))
                }
                Shape::Polygon { points, fill } => {
                    area.draw(&Polygon::new(self.each(points), fill.filled()))
                }
                Shape::Disc {
                    centre,
                    radius,
                    fill,
                } => area.draw(&Circle::new(
                    self.at(*centre),
                    self.stroke(*radius),
                    fill.filled(),
                )),
                Shape::Text {
                    text,
                    at,
                    size,
                    colour,
                    align,
                    bold,
                } => {
                    let anchor = match align {
                        Align::Left => HPos::Left,
                        Align::Centre => HPos::Center,
                        Align::Right => HPos::Right,
                    };
                    let weight = if *bold {
                        FontStyle::Bold
                    } else {
                        FontStyle::Normal
                    };
                    let style = TextStyle::from((FAMILY, size * EM * self.scale, weight))
                        .color(colour)
                        .pos(Pos::new(anchor, VPos::Center));
                    let at = (at.0, at.1 + size * self.text_drop);
                    area.draw_text(text, &style, self.at(at))
                }
            }
            .map_err(failed)?;
        }
        Ok(())
    }

    fn at(self, (x, y): (f64, f64)) -> (i32, i32) {
        (
            (x * self.scale).round() as i32,
            (y * self.scale).round() as i32,
        )
    }

    fn each(self, points: &[(f64, f64)]) -> Vec<(i32, i32)> {
        points.iter().map(|&point| self.at(point)).collect()
    }

    fn stroke(self, width: f64) -> u32 {
        (width * self.scale).round().max(1.0) as u32
    }
}

impl Canvas {
    /// A line through points.
    pub fn path(&mut self, points: &[(f64, f64)], colour: RGBColor, width: f64) {
        self.shapes.push(Shape::Path {
            points: points.to_vec(),
            colour,
            width,
        });
    }

    /// A straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: RGBColor, width: f64) {
        self.path(&[from, to], colour, width);
    }

    /// A dashed straight line.
    pub fn dashes(&mut self, from: (f64, f64), to: (f64, f64), colour: RGBColor, width: f64) {
        let length = (to.0 - from.0).hypot(to.1 - from.1);
        let point = |along: f64| {
            (
                from.0 + (to.0 - from.0) * along / length,
                from.1 + (to.1 - from.1) * along / length,
            )
        };
        let mut along = 0.0;
        while along < length {
            self.line(
                point(along),
                point((along + 5.0).min(length)),
                colour,
                width,
            );
            along += 9.0;
        }
    }

    /// A filled rectangle.
    pub fn rect(&mut self, x: f64, y: f64, width: f64, height: f64, fill: RGBAColor) {
        self.shapes.push(Shape::Rect {
            corners: [(x, y), (x + width, y + height)],
            fill,
        });
    }

    /// A filled shape.
    pub fn polygon(&mut self, points: &[(f64, f64)], fill: RGBAColor) {
        self.shapes.push(Shape::Polygon {
            points: points.to_vec(),
            fill,
        });
    }

    /// One of eight marks, so that readers can distinguish series without colour. `radius` is about
    /// half the width of the mark.
    pub fn mark(&mut self, kind: usize, centre: (f64, f64), radius: f64, colour: RGBColor) {
        let (x, y) = centre;
        let corners = |points: &[(f64, f64)]| {
            points
                .iter()
                .map(|p| (x + p.0 * radius, y + p.1 * radius))
                .collect::<Vec<_>>()
        };
        let mut fill = |points: &[(f64, f64)]| self.polygon(&corners(points), colour.to_rgba());
        match kind % 8 {
            0 => self.disc(centre, radius, colour),
            1 => fill(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            2 => fill(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]),
            3 => fill(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
            4 => fill(&[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)]),
            5 => {
                self.disc(centre, radius, colour);
                self.disc(centre, radius * 0.5, PAPER)
            }
            6 => {
                fill(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]);
                self.polygon(
                    &corners(&[(-0.4, -0.4), (0.4, -0.4), (0.4, 0.4), (-0.4, 0.4)]),
                    PAPER.to_rgba(),
                )
            }
            _ => fill(&[
                (-0.35, -1.1),
                (0.35, -1.1),
                (0.35, -0.35),
                (1.1, -0.35),
                (1.1, 0.35),
                (0.35, 0.35),
                (0.35, 1.1),
                (-0.35, 1.1),
                (-0.35, 0.35),
                (-1.1, 0.35),
                (-1.1, -0.35),
                (-0.35, -0.35),
            ]),
        }
    }

    /// A filled circle.
    pub fn disc(&mut self, centre: (f64, f64), radius: f64, fill: RGBColor) {
        self.shapes.push(Shape::Disc {
            centre,
            radius,
            fill,
        });
    }

    /// A text whose vertical middle is at `y`. `size` is the font size (the em).
    pub fn text(&mut self, text: &str, at: (f64, f64), size: f64, colour: RGBColor, align: Align) {
        self.write(text, at, size, colour, align, false);
    }

    /// A text like [`Canvas::text`], but bold and in the default colour, for names.
    pub fn bold(&mut self, text: &str, at: (f64, f64), size: f64, align: Align) {
        self.write(text, at, size, INK, align, true);
    }

    /// A frame around a rectangle, drawn inside it.
    pub fn frame(&mut self, x: f64, y: f64, width: f64, height: f64, colour: RGBColor) {
        let (a, b) = ((x + 1.0, y + 1.0), (x + width - 1.0, y + height - 1.0));
        self.path(&[a, (b.0, a.1), b, (a.0, b.1), a], colour, 2.0);
    }

    /// The bounding boxes of all texts, `[left, top, right, bottom]`, from estimated text widths.
    #[cfg(test)]
    pub fn texts(&self) -> Vec<(String, [f64; 4])> {
        let shapes = self.shapes.iter();
        shapes
            .filter_map(|shape| match shape {
                Shape::Text {
                    text,
                    at,
                    size,
                    align,
                    bold,
                    ..
                } => {
                    let width = if *bold {
                        super::text::bold_width(text, *size)
                    } else {
                        super::text::text_width(text, *size)
                    };
                    let left = match align {
                        Align::Left => at.0,
                        Align::Centre => at.0 - width / 2.0,
                        Align::Right => at.0 - width,
                    };
                    let half = size * 0.45;
                    Some((text.clone(), [left, at.1 - half, left + width, at.1 + half]))
                }
                _ => None,
            })
            .collect()
    }

    /// All filled rectangles with this colour, `[x, y, width, height]`.
    #[cfg(test)]
    pub fn rects(&self, colour: RGBColor) -> Vec<[f64; 4]> {
        let shapes = self.shapes.iter();
        shapes
            .filter_map(|shape| match shape {
                Shape::Rect {
                    corners: [a, b],
                    fill,
                } if (fill.0, fill.1, fill.2) == (colour.0, colour.1, colour.2) => {
                    Some([a.0, a.1, b.0 - a.0, b.1 - a.1])
                }
                _ => None,
            })
            .collect()
    }

    fn write(
        &mut self,
        text: &str,
        at: (f64, f64),
        size: f64,
        colour: RGBColor,
        align: Align,
        bold: bool,
    ) {
        if text.is_empty() {
            return;
        }
        prepare_font();
        self.shapes.push(Shape::Text {
            // XML has no control characters.
            text: text.replace(char::is_control, " "),
            at,
            size,
            colour,
            align,
            bold,
        });
    }
}

/// Parses a colour `#RRGGBB`; returns grey for any other text.
pub fn colour(hex: &str) -> RGBColor {
    let part = |i: usize| {
        hex.get(i..i + 2)
            .and_then(|digits| u8::from_str_radix(digits, 16).ok())
    };
    match (part(1), part(3), part(5)) {
        (Some(r), Some(g), Some(b)) => RGBColor(r, g, b),
        _ => RGBColor(0x7F, 0x7F, 0x7F),
    }
}
