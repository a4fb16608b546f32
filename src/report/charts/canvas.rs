//! What charts are drawn on: plotters' SVG or bitmap surface in plain units, the few shapes and inks that they need, and scales with round ticks.

use std::sync::Once;

use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, register_font};

/// Text, axes, points. The four inks are like no fighter's colour, so that a page can give them others in the dark.
pub const INK: RGBColor = RGBColor(0x1B, 0x1B, 0x1F);
/// Text of lesser weight.
pub const MUTED: RGBColor = RGBColor(0x5E, 0x5E, 0x67);
/// Lines to read a value by.
pub const GRID: RGBColor = RGBColor(0xDD, 0xDD, 0xE2);
/// What everything is drawn on.
pub const PAPER: RGBColor = RGBColor(0xFF, 0xFF, 0xFE);
/// Shades of quantity, as in a heat map.
pub const HEAT: RGBColor = RGBColor(0xD5, 0x5E, 0x00);

/// The width of every chart, in its units (pixels of a page at full width).
pub const WIDTH: f64 = 920.0;

/// The family that charts name: embedded for bitmaps, the reader's own in SVG.
const FAMILY: &str = "sans-serif";

/// Which side of a text its position is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    /// The text begins there.
    Left,
    /// It is centred there.
    Centre,
    /// It ends there.
    Right,
}

/// A surface with coordinates in units, whatever its resolution.
pub struct Canvas<DB: DrawingBackend> {
    area: DrawingArea<DB, Shift>,
    scale: f64,
}

impl<DB: DrawingBackend> Canvas<DB> {
    /// Covers a backend that has `scale` pixels to a unit, with paper.
    pub fn new(backend: DB, scale: f64) -> Result<Canvas<DB>> {
        let area = backend.into_drawing_area();
        let canvas = Canvas { area, scale };
        let (w, h) = canvas.area.dim_in_pixel();
        canvas.rect(
            0.0,
            0.0,
            f64::from(w) / scale,
            f64::from(h) / scale,
            PAPER.to_rgba(),
        )?;
        Ok(canvas)
    }

    /// Ends the drawing.
    pub fn present(self) -> Result<()> {
        self.area
            .present()
            .map_err(|error| anyhow!("cannot draw a chart: {error}"))
    }

    fn at(&self, (x, y): (f64, f64)) -> (i32, i32) {
        (
            (x * self.scale).round() as i32,
            (y * self.scale).round() as i32,
        )
    }

    fn stroke(&self, width: f64) -> u32 {
        (width * self.scale).round().max(1.0) as u32
    }

    fn draw<'a, E>(&'a self, element: E) -> Result<()>
    where
        for<'b> &'b E: plotters::element::PointCollection<'b, (i32, i32)>,
        E: plotters::element::Drawable<DB>,
    {
        self.area
            .draw(&element)
            .map_err(|error| anyhow!("cannot draw a chart: {error}"))
    }

    /// A line through points.
    pub fn path(&self, points: &[(f64, f64)], colour: RGBColor, width: f64) -> Result<()> {
        let points: Vec<(i32, i32)> = points.iter().map(|&p| self.at(p)).collect();
        self.draw(PathElement::new(
            points,
            colour.stroke_width(self.stroke(width)),
        ))
    }

    /// A straight line.
    pub fn line(
        &self,
        from: (f64, f64),
        to: (f64, f64),
        colour: RGBColor,
        width: f64,
    ) -> Result<()> {
        self.path(&[from, to], colour, width)
    }

    /// A dashed straight line.
    pub fn dashes(
        &self,
        from: (f64, f64),
        to: (f64, f64),
        colour: RGBColor,
        width: f64,
    ) -> Result<()> {
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
            )?;
            along += 9.0;
        }
        Ok(())
    }

    /// A filled rectangle.
    pub fn rect(&self, x: f64, y: f64, width: f64, height: f64, fill: RGBAColor) -> Result<()> {
        self.draw(Rectangle::new(
            [self.at((x, y)), self.at((x + width, y + height))],
            fill.filled(),
        ))
    }

    /// A filled shape.
    pub fn polygon(&self, points: &[(f64, f64)], fill: RGBAColor) -> Result<()> {
        let points: Vec<(i32, i32)> = points.iter().map(|&p| self.at(p)).collect();
        self.draw(Polygon::new(points, fill.filled()))
    }

    /// One of eight marks, to tell series apart without colour; `radius` is about half its width.
    pub fn mark(
        &self,
        kind: usize,
        centre: (f64, f64),
        radius: f64,
        colour: RGBColor,
    ) -> Result<()> {
        let (x, y) = centre;
        let corners = |points: &[(f64, f64)]| {
            points
                .iter()
                .map(|p| (x + p.0 * radius, y + p.1 * radius))
                .collect::<Vec<_>>()
        };
        let fill = |points: &[(f64, f64)]| self.polygon(&corners(points), colour.to_rgba());
        match kind % 8 {
            0 => self.disc(centre, radius, colour),
            1 => fill(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]),
            2 => fill(&[(0.0, -1.2), (1.1, 0.8), (-1.1, 0.8)]),
            3 => fill(&[(0.0, -1.3), (1.3, 0.0), (0.0, 1.3), (-1.3, 0.0)]),
            4 => fill(&[(0.0, 1.2), (1.1, -0.8), (-1.1, -0.8)]),
            5 => {
                self.disc(centre, radius, colour)?;
                self.disc(centre, radius * 0.5, PAPER)
            }
            6 => {
                fill(&[(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])?;
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
    pub fn disc(&self, centre: (f64, f64), radius: f64, fill: RGBColor) -> Result<()> {
        self.draw(Circle::new(
            self.at(centre),
            self.stroke(radius),
            fill.filled(),
        ))
    }

    /// A text whose middle height is at `y`. `size` is the height of its letters' em.
    pub fn text(
        &self,
        text: &str,
        (x, y): (f64, f64),
        size: f64,
        colour: RGBColor,
        align: Align,
    ) -> Result<()> {
        self.write(text, (x, y), size, colour, align, FontStyle::Normal)
    }

    /// The same in bold.
    pub fn bold(
        &self,
        text: &str,
        (x, y): (f64, f64),
        size: f64,
        colour: RGBColor,
        align: Align,
    ) -> Result<()> {
        self.write(text, (x, y), size, colour, align, FontStyle::Bold)
    }

    fn write(
        &self,
        text: &str,
        at: (f64, f64),
        size: f64,
        colour: RGBColor,
        align: Align,
        weight: FontStyle,
    ) -> Result<()> {
        prepare_font();
        let anchor = match align {
            Align::Left => HPos::Left,
            Align::Centre => HPos::Center,
            Align::Right => HPos::Right,
        };
        let style = TextStyle::from((FAMILY, size * EM * self.scale, weight))
            .color(&colour)
            .pos(Pos::new(anchor, VPos::Center));
        self.area
            .draw_text(text, &style, self.at(at))
            .map_err(|error| anyhow!("cannot draw a chart: {error}"))
    }
}

/// plotters' size of a font whose em is 1.
const EM: f64 = 1.24;

/// About how wide a text is, in units; on the generous side, since an SVG is set in whatever font the reader has.
pub fn text_width(text: &str, size: f64) -> f64 {
    prepare_font();
    let (width, _) = TextStyle::from((FAMILY, 100.0 * EM))
        .font
        .box_size(text)
        .unwrap_or((text.len() as u32 * 60, 100));
    f64::from(width) * size / 100.0 * 1.06
}

/// A text cut to a width.
pub fn fit(text: &str, size: f64, width: f64) -> String {
    if text_width(text, size) <= width {
        return text.to_string();
    }
    let mut short: String = text.to_string();
    while !short.is_empty() && text_width(&format!("{short}…"), size) > width {
        short.pop();
    }
    format!("{}…", short.trim_end())
}

/// A colour from `#RRGGBB`; grey from anything else.
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

/// Makes the embedded font known, once: without it a bitmap can show no text, and nothing can be measured.
fn prepare_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for style in [FontStyle::Normal, FontStyle::Bold] {
            // The font is embedded: if it could not be read, no test with a chart would pass.
            let _ = register_font(FAMILY, style, epaint_default_fonts::UBUNTU_LIGHT);
        }
    });
}

/// A linear scale with round ticks.
#[derive(Debug, Clone)]
pub struct Scale {
    from: f64,
    to: f64,
    start: f64,
    end: f64,
    step: f64,
}

impl Scale {
    /// Maps values `from`…`to`, widened to whole steps, to positions `start`…`end`, with about `ticks` ticks.
    pub fn new((from, to): (f64, f64), (start, end): (f64, f64), ticks: f64) -> Scale {
        let rough = ((to - from) / ticks).max(1e-9);
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|m| m * power)
            .into_iter()
            .find(|step| *step >= rough * 0.999)
            .unwrap_or(power);
        Scale {
            from: (from / step + 1e-9).floor() * step,
            to: (to / step - 1e-9).ceil() * step,
            start,
            end,
            step,
        }
    }

    /// The position of a value.
    pub fn at(&self, value: f64) -> f64 {
        self.start + (value - self.from) / (self.to - self.from) * (self.end - self.start)
    }

    /// The values of the ticks.
    pub fn ticks(&self) -> impl Iterator<Item = f64> + '_ {
        let count = ((self.to - self.from) / self.step).round() as usize;
        (0..=count).map(|i| self.from + i as f64 * self.step)
    }

    /// How many decimals the ticks need when shown times `factor`.
    pub fn decimals(&self, factor: f64) -> usize {
        let step = self.step * factor;
        (0..6)
            .find(|&d| {
                let s = step * 10f64.powi(d);
                (s - s.round()).abs() < 1e-6
            })
            .unwrap_or(6) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        let scale = Scale::new((0.182, 0.334), (100.0, 900.0), 8.0);
        let ticks: Vec<String> = scale.ticks().map(|tick| format!("{tick:.2}")).collect();
        assert_eq!(
            ticks,
            [
                "0.18", "0.20", "0.22", "0.24", "0.26", "0.28", "0.30", "0.32", "0.34"
            ]
        );
        assert_eq!(
            (scale.at(0.18).round(), scale.at(0.34).round()),
            (100.0, 900.0)
        );
        assert_eq!(scale.decimals(100.0), 0);
    }

    #[test]
    fn long_texts_are_cut_to_fit() {
        assert_eq!(fit("Agaric", 14.0, 200.0), "Agaric");
        let cut = fit("a very long name of a card indeed", 14.0, 80.0);
        assert!(cut.ends_with('…') && text_width(&cut, 14.0) <= 80.0);
    }
}
