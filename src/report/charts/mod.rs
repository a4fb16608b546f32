//! The charts: each is one file here, drawn alike as SVG and as PNG.
//!
//! A chart's title says what it found, its subtitle what is measured and how to read it.

mod canvas;
mod cards;
mod eliminations;
mod scale;
mod scores;
mod survival;
mod win_rate;

use std::path::Path;

use anyhow::{Context, Result};
use plotters::prelude::{BitMapBackend, DrawingBackend, SVGBackend};

use self::canvas::{Align, Canvas, INK, MUTED, Surface, WIDTH, fit, shrink};
use super::facts::Facts;

/// The charts' names, which are also their files' names, in the order of the page.
pub const NAMES: [&str; 5] = ["win_rates", "scores", "survival", "eliminations", "cards"];

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

/// A chart, drawn.
#[derive(Debug, Clone)]
pub struct Chart {
    /// One of [`NAMES`].
    pub name: &'static str,
    /// The SVG document, which stands alone.
    pub svg: String,
}

/// A chart to be drawn.
struct Plan {
    title: String,
    subtitle: String,
    /// The height of the chart under its head.
    height: f64,
}

/// The height of title and subtitle.
const HEAD: f64 = 64.0;

/// What a chart would show, or `None` if there is nothing to show.
fn plan(name: &str, facts: &Facts) -> Option<Plan> {
    if facts.entrants.is_empty() {
        return None;
    }
    match name {
        "win_rates" => Some(win_rate::plan(facts)),
        "scores" => Some(scores::plan(facts)),
        "survival" => Some(survival::plan(facts)),
        "eliminations" => eliminations::plan(facts),
        "cards" => cards::plan(facts),
        _ => None,
    }
}

/// Draws one chart on any backend.
fn draw<DB: DrawingBackend>(
    name: &str,
    facts: &Facts,
    plan: &Plan,
    backend: DB,
    surface: Surface,
) -> Result<()> {
    let canvas = Canvas::new(backend, surface)?;
    // Readers' bold letters are wider than those that are measured here.
    let room = (WIDTH - 48.0) / 1.15;
    let size = shrink(&plan.title, 21.0, room).max(15.0);
    canvas.bold(
        &fit(&plan.title, size, room),
        (24.0, 24.0),
        size,
        INK,
        Align::Left,
    )?;
    canvas.text(
        &fit(&plan.subtitle, 14.0, WIDTH - 48.0),
        (24.0, 49.0),
        14.0,
        MUTED,
        Align::Left,
    )?;
    match name {
        "win_rates" => win_rate::draw(facts, &canvas)?,
        "scores" => scores::draw(facts, &canvas)?,
        "survival" => survival::draw(facts, &canvas)?,
        "eliminations" => eliminations::draw(facts, &canvas)?,
        _ => cards::draw(facts, &canvas)?,
    }
    canvas.present()
}

/// The size in pixels.
fn size(plan: &Plan, scale: f64) -> (u32, u32) {
    (
        (WIDTH * scale) as u32,
        ((HEAD + plan.height) * scale) as u32,
    )
}

/// Draws every chart that has something to show, as SVG.
pub fn draw_all(facts: &Facts) -> Result<Vec<Chart>> {
    let mut charts = vec![];
    for name in NAMES {
        let Some(plan) = plan(name, facts) else {
            continue;
        };
        let mut svg = String::new();
        let (w, h) = size(&plan, SVG.scale);
        draw(
            name,
            facts,
            &plan,
            SVGBackend::with_string(&mut svg, (w, h)),
            SVG,
        )?;
        let head = format!(r#"<svg width="{w}" height="{h}" "#);
        // Shown at its own size, and named for those who cannot see it.
        let named = format!(
            r#"<svg width="{}" height="{}" role="img" aria-labelledby="chart-{name}-title chart-{name}-text" "#,
            WIDTH,
            HEAD + plan.height
        );
        let svg = svg.replacen(&head, &named, 1);
        let described = format!(
            "xmlns=\"http://www.w3.org/2000/svg\">\n<title id=\"chart-{name}-title\">{}</title>\n<desc id=\"chart-{name}-text\">{}</desc>",
            escape(&plan.title),
            escape(&plan.subtitle)
        );
        let svg = svg.replacen("xmlns=\"http://www.w3.org/2000/svg\">", &described, 1);
        charts.push(Chart { name, svg });
    }
    Ok(charts)
}

/// Draws every chart as PNG, into a folder.
pub fn write_png(facts: &Facts, folder: &Path) -> Result<()> {
    for name in NAMES {
        let Some(plan) = plan(name, facts) else {
            continue;
        };
        let path = folder.join(format!("{name}.png"));
        draw(
            name,
            facts,
            &plan,
            BitMapBackend::new(&path, size(&plan, PNG.scale)),
            PNG,
        )
        .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Text for XML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
