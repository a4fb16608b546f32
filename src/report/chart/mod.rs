//! Charts of reports. A chart has a heading, a subtitle (how to read the chart) and a form: the
//! kind of chart with its values. Each chart is drawn once for all page widths, and looks the same
//! as SVG and as PNG. This code depends neither on the game nor on the command.

pub mod canvas;
mod ends;
pub mod legend;
pub mod lines;
pub mod matrix;
pub mod plot;
pub mod rows;
pub mod scale;
#[cfg(test)]
mod tests;
mod text;

use std::fmt::Debug;
use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, Result};
use plotters::prelude::{BitMapBackend, SVGBackend};

use self::canvas::{Align, Canvas, MUTED, Surface};
use self::text::wrap;
use super::atomic_file::cannot_write;

/// Settings for rendering charts as SVG. The drawing is enlarged, because the crate plotters rounds
/// SVG coordinates to whole pixels.
const SVG: Surface = Surface { scale: 8.0, text_drop: 0.0 };
/// Settings for rendering charts as PNG. Three pixels per canvas unit are sharp on a
/// high-resolution screen and in print.
const PNG: Surface = Surface { scale: 3.0, text_drop: 0.19 };

/// Width of a chart, in canvas units. A page scales this one drawing for large and small screens.
pub const WIDTH: f64 = 440.0;
/// Maximum scale of a chart in a page, in pixels per canvas unit.
const MOST_SCALED: f64 = 1.2;
/// Minimum scale of a chart in a page, in pixels per canvas unit. A chart that does not fit at this
/// scale is scrolled.
const LEAST_SCALED: f64 = 0.85;

/// Horizontal position of the left end of a chart's contents, in canvas units.
const LEFT: f64 = 6.0;
/// Horizontal position of the right end of a chart's contents, in canvas units.
const RIGHT: f64 = WIDTH - LEFT;

/// A kind of chart (such as a line chart or a matrix) with the values that it shows.
pub trait ChartForm: Debug {
    /// Draws the chart from the vertical position `top` down. Returns the width and the height of
    /// the canvas that is used so far. The width may exceed [`WIDTH`].
    fn draw(&self, canvas: &mut Canvas, top: f64) -> (f64, f64);

    /// Returns a short version of the chart with only its first and last rows, and the number of
    /// all rows. `None` if the chart has few rows, or no rows.
    fn ends(&self) -> Option<(Rc<dyn ChartForm>, usize)> {
        None
    }
}

/// A chart of a report, with its heading, its subtitle and its note.
#[derive(Debug, Clone)]
pub struct Chart {
    /// Name of the chart and of its file.
    pub name: String,
    /// Heading in a few words: the subject of the chart.
    pub heading: String,
    /// A caution for readers, which stands below the chart; may be empty.
    pub note: String,
    /// What is measured, and how to read the chart.
    subtitle: String,
    form: Rc<dyn ChartForm>,
    /// The short version of a long chart, which a page shows first. With it, the label for showing
    /// all rows, such as "all 50 rows".
    excerpt: Option<(Rc<dyn ChartForm>, String)>,
}

/// A chart with more rows than this number also has a short version, called its excerpt.
const MANY: usize = 24;
/// Number of rows at each end of a chart that its short version shows.
const ENDS: usize = 10;

/// Returns the first ten and the last ten rows of a long list; `None` if the list has at most 24
/// rows.
pub fn ends<R: Clone>(rows: &[R]) -> Option<Vec<R>> {
    (rows.len() > MANY).then(|| [&rows[..ENDS], &rows[rows.len() - ENDS..]].concat())
}

/// A chart drawn on a canvas, with its width and height in canvas units.
struct Drawing {
    canvas: Canvas,
    size: (f64, f64),
}

impl Drawing {
    /// Returns the width and height of the drawing in pixels, with `scale` pixels per canvas unit.
    fn pixels(&self, scale: f64) -> (u32, u32) {
        let (width, height) = self.size;
        ((width * scale).ceil() as u32, (height * scale).ceil() as u32)
    }
}

impl Chart {
    /// Creates a chart. `subtitle` says what is measured and how to read the chart. Of many rows, a
    /// page shows only the first ten and the last ten at first, and all on demand.
    pub fn new(
        name: impl Into<String>,
        heading: impl Into<String>,
        subtitle: impl Into<String>,
        form: impl ChartForm + 'static,
    ) -> Chart {
        Chart {
            name: name.into(),
            heading: heading.into(),
            note: String::new(),
            excerpt: form.ends().map(|(ends, all)| (ends, format!("all {all} rows"))),
            subtitle: subtitle.into(),
            form: Rc::new(form),
        }
    }

    /// Returns the chart with a caution for readers, which stands below the chart in a page.
    pub fn note(self, note: impl Into<String>) -> Chart {
        Chart { note: note.into(), ..self }
    }

    /// Draws the chart below its heading and subtitle, for use outside a page.
    fn drawing(&self) -> Drawing {
        let mut canvas = Canvas::default();
        let (large, small) = (16.0, 13.0);
        let mut y = 4.0;
        // Bold letters in the reader's font may be wider than in the font measured here.
        for line in wrap(&self.heading, large, (RIGHT - LEFT) / 1.15, 5) {
            y += large * 1.3;
            canvas.bold(&line, (LEFT, y - large * 0.6), large);
        }
        for line in wrap(&self.subtitle, small, RIGHT - LEFT, 8) {
            y += small * 1.4;
            let at = (LEFT, y + 2.0 - small * 0.65);
            canvas.text(&line, at, small, MUTED, Align::Left);
        }
        let size = self.form.draw(&mut canvas, y + 10.0);
        Drawing { canvas, size }
    }

    /// Returns the SVG document with all texts of the chart, for use outside a page.
    pub fn svg(&self) -> Result<String> {
        self.document(&self.drawing(), "")
    }

    /// Returns the subtitle of the chart in a page. If the page first shows only some rows, the
    /// subtitle says which.
    pub fn said(&self) -> String {
        let shown = self.excerpt.as_ref().map(|(_, all)| {
            format!(" The chart shows the first {ENDS} and the last {ENDS} of {all}.")
        });
        self.subtitle.clone() + &shown.unwrap_or_default()
    }

    /// Returns the SVG that a page shows first: the chart, or its short version, without heading
    /// and subtitle.
    pub fn figure(&self) -> Result<String> {
        match &self.excerpt {
            Some((ends, _)) => self.in_page("-ends", &**ends),
            None => self.in_page("", &*self.form),
        }
    }

    /// Returns what a page shows on demand for a long chart: a label such as "all 50 rows",
    /// and the SVG with all rows. `None` if the page shows all rows at first.
    pub fn on_demand(&self) -> Result<Option<(&str, String)>> {
        let whole = self.excerpt.as_ref();
        whole.map(|(_, all)| Ok((all.as_str(), self.in_page("", &*self.form)?))).transpose()
    }

    fn in_page(&self, part: &str, form: &dyn ChartForm) -> Result<String> {
        let mut canvas = Canvas::default();
        let size = form.draw(&mut canvas, 0.0);
        Ok(compact(&self.document(&Drawing { canvas, size }, part)?))
    }

    /// Returns a drawing of the chart as an SVG document. `part` distinguishes the identifiers of
    /// several drawings in a page.
    fn document(&self, drawing: &Drawing, part: &str) -> Result<String> {
        let mut svg = String::new();
        let (w, h) = drawing.pixels(SVG.scale);
        SVG.render(&drawing.canvas, SVGBackend::with_string(&mut svg, (w, h)))?;
        let (width, height) = drawing.size;
        // A page scales the drawing within these limits. If even the minimum width does not fit,
        // the page scrolls the drawing.
        let (most, least) = (width * MOST_SCALED, width * LEAST_SCALED);
        let least = match width > WIDTH {
            true => format!("min-width:{least:.0}px;"),
            false => String::new(),
        };
        let id = format!("chart-{}{part}", self.name);
        let head = format!(r#"<svg width="{w}" height="{h}" "#);
        let named = format!(
            r#"<svg style="{least}max-width:{most:.0}px" width="{width:.0}" height="{height:.0}" role="img" aria-labelledby="{id}-title {id}-text" "#
        );
        let described = format!(
            "xmlns=\"http://www.w3.org/2000/svg\">\n<title id=\"{id}-title\">{}</title>\n<desc \
             id=\"{id}-text\">{}</desc>",
            escape(&self.heading),
            escape(&self.subtitle)
        );
        let svg = svg.replacen(&head, &named, 1);
        Ok(svg.replacen("xmlns=\"http://www.w3.org/2000/svg\">", &described, 1))
    }

    /// Writes the chart as a PNG file into a folder.
    pub fn write_png(&self, folder: &Path) -> Result<()> {
        let path = folder.join(format!("{}.png", self.name));
        let drawing = self.drawing();
        let backend = BitMapBackend::new(&path, drawing.pixels(PNG.scale));
        PNG.render(&drawing.canvas, backend).with_context(|| cannot_write(&path))
    }
}

/// Removes superfluous attributes from an SVG: those that are defaults, or that the page's style
/// sheet sets. A page would contain tens of thousands of such attributes.
fn compact(svg: &str) -> String {
    let default = [r#" opacity="1""#, r#" font-family="sans-serif""#, r#" stroke="none""#];
    default.iter().fold(svg.to_owned(), |svg, default| svg.replace(default, ""))
}

/// Escapes a text for XML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace(char::is_control, " ")
}
