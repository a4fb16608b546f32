//! Charts: shapes on a canvas under a title that says what they found and a subtitle that says how to read them, drawn alike as SVG and as PNG.

pub mod canvas;
pub mod heat;
pub mod lines;
pub mod scale;

use std::path::Path;

use anyhow::{Context, Result};
use plotters::prelude::{BitMapBackend, SVGBackend};

use self::canvas::{Align, Canvas, INK, MUTED, Surface, WIDTH, fit, shrink};

/// SVG has whole pixels only, so it is drawn larger than it is shown.
const SVG: Surface = Surface {
    scale: 8.0,
    text_drop: 0.0,
};
/// Two pixels to one of a page: sharp on a fine screen and in print.
const PNG: Surface = Surface {
    scale: 2.0,
    text_drop: 0.19,
};

/// The height of title and subtitle: what a chart draws lies below it.
pub const HEAD: f64 = 64.0;

/// What a chart says, before it is drawn.
#[derive(Debug, Clone)]
pub struct Plan {
    /// What it found.
    pub title: String,
    /// What is measured, and how to read it.
    pub subtitle: String,
    /// The height of the chart under its head.
    pub height: f64,
}

/// A chart, and how a page presents it.
#[derive(Debug, Clone)]
pub struct Chart {
    /// Its name, which is also its file's.
    pub name: &'static str,
    /// What it is about, in a word or two.
    pub heading: String,
    /// What a reader should keep in mind with it.
    pub note: String,
    plan: Plan,
    canvas: Canvas,
}

impl Chart {
    /// The chart that `draw` puts on the canvas, below [`HEAD`].
    pub fn new(name: &'static str, plan: Plan, draw: impl FnOnce(&mut Canvas)) -> Chart {
        let mut canvas = Canvas::default();
        // Readers' bold letters are wider than those that are measured here.
        let room = (WIDTH - 48.0) / 1.15;
        let size = shrink(&plan.title, 21.0, room).max(15.0);
        let title = fit(&plan.title, size, room);
        canvas.bold(&title, (24.0, 24.0), size, INK, Align::Left);
        let subtitle = fit(&plan.subtitle, 14.0, WIDTH - 48.0);
        canvas.text(&subtitle, (24.0, 49.0), 14.0, MUTED, Align::Left);
        draw(&mut canvas);
        Chart {
            name,
            heading: String::new(),
            note: String::new(),
            plan,
            canvas,
        }
    }

    /// The same with the words that stand above and below it on a page.
    pub fn presented(self, heading: impl Into<String>, note: impl Into<String>) -> Chart {
        Chart {
            heading: heading.into(),
            note: note.into(),
            ..self
        }
    }

    /// The SVG document, which stands alone.
    pub fn svg(&self) -> Result<String> {
        let mut svg = String::new();
        let (w, h) = self.size(SVG.scale);
        SVG.render(&self.canvas, SVGBackend::with_string(&mut svg, (w, h)))?;
        let name = self.name;
        let head = format!(r#"<svg width="{w}" height="{h}" "#);
        // Shown at its own size, and named for those who cannot see it.
        let named = format!(
            r#"<svg width="{}" height="{}" role="img" aria-labelledby="chart-{name}-title chart-{name}-text" "#,
            WIDTH,
            HEAD + self.plan.height
        );
        let svg = svg.replacen(&head, &named, 1);
        let described = format!(
            "xmlns=\"http://www.w3.org/2000/svg\">\n<title id=\"chart-{name}-title\">{}</title>\n<desc id=\"chart-{name}-text\">{}</desc>",
            escape(&self.plan.title),
            escape(&self.plan.subtitle)
        );
        Ok(svg.replacen("xmlns=\"http://www.w3.org/2000/svg\">", &described, 1))
    }

    /// Writes the chart as PNG into a folder.
    pub fn write_png(&self, folder: &Path) -> Result<()> {
        let path = folder.join(format!("{}.png", self.name));
        let backend = BitMapBackend::new(&path, self.size(PNG.scale));
        PNG.render(&self.canvas, backend)
            .with_context(|| format!("cannot write {}", path.display()))
    }

    /// The size in pixels.
    fn size(&self, scale: f64) -> (u32, u32) {
        (
            (WIDTH * scale) as u32,
            ((HEAD + self.plan.height) * scale) as u32,
        )
    }
}

/// Text for XML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
