//! Charts: a form (what kind of chart) draws a measure's values under a title that says what they found and a subtitle that says how to read them;
//! once for all widths of a page, alike as SVG and as PNG. Forms know labels, colours, values and intervals; no game and no command.

pub mod approach;
pub mod bars;
pub mod canvas;
pub mod distribution;
mod ends;
mod legend;

pub mod lines;
pub mod marks;
pub mod matrix;
pub mod ranking;
mod rows;
pub mod scale;
pub mod shares;
pub mod survival;
#[cfg(test)]
mod tests;
mod text;
pub mod tornado;

use std::fmt::Debug;
use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, Result};
use plotters::prelude::{BitMapBackend, SVGBackend};

use self::canvas::{Align, Canvas, MUTED, Surface};
use self::text::wrap;

/// SVG has whole pixels only, so it is drawn larger than it is shown.
const SVG: Surface = Surface {
    scale: 8.0,
    text_drop: 0.0,
};
/// Three pixels to a unit: sharp on a fine screen and in print.
const PNG: Surface = Surface {
    scale: 3.0,
    text_drop: 0.19,
};

/// The width of a chart, in units: one drawing, which a page scales for desks and phones.
pub const WIDTH: f64 = 440.0;
/// Pixels to a unit, at most and, for a chart that is wider than `WIDTH`, at least.
const MOST_SCALED: f64 = 1.2;
const LEAST_SCALED: f64 = 0.85;

/// Where a form may draw: from `top` down, `width` units wide.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    pub top: f64,
    pub width: f64,
}

impl Room {
    /// What is left free at either side.
    pub fn margin(self) -> f64 {
        6.0
    }
}

/// How large a chart came out: wider than its room if it could not be narrower.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Size {
    pub width: f64,
    pub height: f64,
}

impl Size {
    pub fn new(width: f64, height: f64) -> Size {
        Size { width, height }
    }
}

/// A kind of chart, with the values that it shows.
pub trait Form: Debug {
    /// Draws it, and says how large the chart is with it, from 0 on.
    fn draw(&self, canvas: &mut Canvas, room: Room) -> Size;
}

#[cfg(test)]
impl Form for Box<dyn Form> {
    fn draw(&self, canvas: &mut Canvas, room: Room) -> Size {
        (**self).draw(canvas, room)
    }
}

/// A chart, and how a page presents it.
#[derive(Debug, Clone)]
pub struct Chart {
    /// Its name, which is also its file's.
    pub name: String,
    /// What it is about, in a word or two.
    pub heading: String,
    /// What a reader should keep in mind with it.
    pub note: String,
    title: String,
    subtitle: String,
    form: Rc<dyn Form>,
    /// Of a chart with many rows, what a page shows of it first.
    excerpt: Option<Excerpt>,
}

/// The first and the last rows of a chart.
#[derive(Debug, Clone)]
struct Excerpt {
    form: Rc<dyn Form>,
    /// What all rows are, with their number: "all 50 characters".
    all: String,
}

/// A chart of more rows than this has an excerpt.
const MANY: usize = 24;
/// Rows at either end of an excerpt.
const ENDS: usize = 10;

/// The first and the last ten of many rows; none if there are few.
pub fn ends<R: Clone>(rows: &[R]) -> Option<Vec<R>> {
    (rows.len() > MANY).then(|| [&rows[..ENDS], &rows[rows.len() - ENDS..]].concat())
}

/// What was drawn, for one width of a page.
#[derive(Debug, Clone)]
struct Drawing {
    canvas: Canvas,
    size: Size,
}

impl Drawing {
    /// Draws a form alone, as a page shows it, whose text has the chart's words.
    fn bare(form: &dyn Form) -> Drawing {
        let mut canvas = Canvas::default();
        let size = form.draw(
            &mut canvas,
            Room {
                top: 0.0,
                width: WIDTH,
            },
        );
        Drawing { canvas, size }
    }

    /// Draws a form below the chart's words, as it stands alone.
    fn titled(title: &str, subtitle: &str, form: &dyn Form) -> Drawing {
        let mut canvas = Canvas::default();
        let width = WIDTH;
        let room = Room { top: 0.0, width };
        let (large, small) = (16.0, 13.0);
        let space = width - 2.0 * room.margin();
        let mut y = 4.0;
        // Readers' bold letters are wider than those that are measured here.
        for line in wrap(title, large, space / 1.15, 5) {
            y += large * 1.3;
            canvas.bold(&line, (room.margin(), y - large * 0.6), large, Align::Left);
        }
        y += 2.0;
        for line in wrap(subtitle, small, space, 8) {
            y += small * 1.4;
            canvas.text(
                &line,
                (room.margin(), y - small * 0.65),
                small,
                MUTED,
                Align::Left,
            );
        }
        let size = form.draw(
            &mut canvas,
            Room {
                top: y + 8.0,
                width,
            },
        );
        Drawing { canvas, size }
    }

    /// The size in pixels.
    fn pixels(&self, scale: f64) -> (u32, u32) {
        let Size { width, height } = self.size;
        (
            (width * scale).ceil() as u32,
            (height * scale).ceil() as u32,
        )
    }

    /// The SVG document, whose `id` names it in a page.
    fn svg(&self, id: &str, title: &str, text: &str) -> Result<String> {
        let mut svg = String::new();
        let (w, h) = self.pixels(SVG.scale);
        SVG.render(&self.canvas, SVGBackend::with_string(&mut svg, (w, h)))?;
        let Size { width, height } = self.size;
        // A page scales the drawing within these limits; where even the least width has no room, the
        // page scrolls the drawing.
        let (most, least) = (width * MOST_SCALED, width * LEAST_SCALED);
        let least = match width > WIDTH {
            true => format!("min-width:{least:.0}px;"),
            false => String::new(),
        };
        let style = format!("{least}max-width:{most:.0}px");
        let head = format!(r#"<svg width="{w}" height="{h}" "#);
        let named = format!(
            r#"<svg style="{style}" width="{width:.0}" height="{height:.0}" role="img" aria-labelledby="{id}-title {id}-text" "#
        );
        let svg = svg.replacen(&head, &named, 1);
        let described = format!(
            "xmlns=\"http://www.w3.org/2000/svg\">\n<title id=\"{id}-title\">{}</title>\n<desc id=\"{id}-text\">{}</desc>",
            escape(title),
            escape(text)
        );
        Ok(svg.replacen("xmlns=\"http://www.w3.org/2000/svg\">", &described, 1))
    }
}

impl Chart {
    /// The chart that a form makes, under what it found (`title`), and what is measured and how to read it (`subtitle`).
    pub fn new(
        name: impl Into<String>,
        title: impl Into<String>,
        subtitle: impl Into<String>,
        form: impl Form + 'static,
    ) -> Chart {
        Chart {
            name: name.into(),
            heading: String::new(),
            note: String::new(),
            excerpt: None,
            title: title.into(),
            subtitle: subtitle.into(),
            form: Rc::new(form),
        }
    }

    /// The chart that a form makes of rows, which are in order. Of many rows of `several`, such as "fighters", a page shows the first and the last ten, and
    /// all of them on demand.
    pub fn of_rows<R: Clone, F: Form + 'static>(
        name: impl Into<String>,
        title: impl Into<String>,
        subtitle: impl Into<String>,
        (rows, several): (Vec<R>, &str),
        form: impl Fn(Vec<R>) -> F,
    ) -> Chart {
        let (ends, all) = (ends(&rows).map(&form), rows.len());
        let chart = Chart::new(name, title, subtitle, form(rows));
        match ends {
            Some(ends) => chart.opening_with(ends, format!("all {all} {several}")),
            None => chart,
        }
    }

    /// The chart of marks in order. Of many rows of `several` in a group, a page shows the first and the last ten, and all of them on demand.
    pub fn of_marks(
        name: impl Into<String>,
        title: impl Into<String>,
        subtitle: impl Into<String>,
        (form, several): (marks::Marks, &str),
    ) -> Chart {
        let ends = form.ends();
        let chart = Chart::new(name, title, subtitle, form);
        match ends {
            Some((ends, all)) => chart.opening_with(ends, format!("all {all} {several}")),
            None => chart,
        }
    }

    /// The same; a page shows the first and the last ten rows, which this form draws, and all of them on demand.
    pub fn opening_with(self, ends: impl Form + 'static, all: String) -> Chart {
        Chart {
            excerpt: Some(Excerpt {
                form: Rc::new(ends),
                all,
            }),
            ..self
        }
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    /// The same chart under another title.
    pub fn titled(self, title: impl Into<String>) -> Chart {
        Chart {
            title: title.into(),
            ..self
        }
    }

    fn drawing(&self) -> Drawing {
        Drawing::titled(&self.title, &self.subtitle, &*self.form)
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
        let id = format!("chart-{}", self.name);
        self.drawing().svg(&id, &self.title, &self.subtitle)
    }

    /// How to read what a page shows of the chart.
    pub fn said(&self) -> String {
        match &self.excerpt {
            Some(Excerpt { all, .. }) => format!(
                "{} The first {ENDS} and the last {ENDS} of {all}.",
                self.subtitle
            ),
            None => self.subtitle.clone(),
        }
    }

    /// What a page shows: the drawing without the words, as SVG.
    pub fn figure(&self) -> Result<String> {
        match &self.excerpt {
            Some(excerpt) => self.in_page("-ends", &*excerpt.form),
            None => self.in_page("", &*self.form),
        }
    }

    /// What a page shows on demand, if that is more: what it is, as in "all 50 characters", and the
    /// SVG of the whole chart.
    pub fn on_demand(&self) -> Result<Option<(&str, String)>> {
        let Some(excerpt) = &self.excerpt else {
            return Ok(None);
        };
        Ok(Some((&excerpt.all, self.in_page("", &*self.form)?)))
    }

    fn in_page(&self, part: &str, form: &dyn Form) -> Result<String> {
        let id = format!("chart-{}{part}", self.name);
        let svg = Drawing::bare(form).svg(&id, &self.title, &self.subtitle)?;
        Ok(compact(&svg))
    }

    /// Writes the chart as PNG into a folder.
    pub fn write_png(&self, folder: &Path) -> Result<()> {
        let path = folder.join(format!("{}.png", self.name));
        let drawing = self.drawing();
        let backend = BitMapBackend::new(&path, drawing.pixels(PNG.scale));
        PNG.render(&drawing.canvas, backend)
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// An SVG without what is the default, or what the style sheet of a page says: a page holds tens of thousands of such attributes.
fn compact(svg: &str) -> String {
    let default = [
        r#" opacity="1""#,
        r#" font-family="sans-serif""#,
        r#" stroke="none""#,
    ];
    default
        .iter()
        .fold(svg.to_owned(), |svg, default| svg.replace(default, ""))
}

/// Text for XML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace(char::is_control, " ")
}
