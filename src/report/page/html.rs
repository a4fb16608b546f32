//! Renders a page as HTML, with the templates of all pages.

use anyhow::Result;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, HtmlEscape, context};
use serde::Serialize;

use super::Page;
use crate::report::chart::Chart;
use crate::report::table::Rendered;
use crate::report::words::{counted, grouped, with_sign};
use crate::report::{FighterNote, Manifest, people};

/// Number of the verdict's sentences that a page shows beside the main chart; the others are
/// folded.
const LEADING: usize = 4;

/// A chart in the form that the page's template expects: texts, and the drawing as SVG.
#[derive(Serialize)]
struct Figure<'a> {
    heading: &'a str,
    subtitle: String,
    note: &'a str,
    svg: String,
    /// The label and the SVG of the whole chart. `None` if `svg` already shows the whole chart.
    all: Option<(&'a str, String)>,
}

impl<'a> Figure<'a> {
    fn new(chart: &'a Chart) -> Result<Figure<'a>> {
        Ok(Figure {
            heading: &chart.heading,
            subtitle: chart.said(),
            note: &chart.note,
            svg: chart.figure()?,
            all: chart.on_demand()?,
        })
    }
}

impl Page {
    /// Renders the page as HTML.
    pub fn render(&self, manifest: &Manifest) -> Result<String> {
        let figures = self.charts.iter().map(Figure::new).collect::<Result<Vec<_>>>()?;
        let filled = self.tables.iter().filter(|table| table.height() > 0).enumerate();
        // The first table of the results is the main table, which is not folded.
        let tables: Vec<_> = filled.map(|(i, table)| Rendered::new(table, i > 0)).collect();
        let changed = self.changed.iter().filter(|table| table.height() > 0);
        let changed: Vec<_> = changed.map(|table| Rendered::new(table, table.is_long())).collect();
        let (verdict, more) = match self.verdict.split_at_checked(LEADING) {
            Some((first, rest)) if rest.len() > 1 => (first, rest),
            _ => (&*self.verdict, &[][..]),
        };
        Ok(templates()?.get_template("page.html")?.render(context! {
            manifest => Serde(manifest),
            headline => Serde(&self.headline),
            basis => basis(self, manifest),
            verdict => Serde(verdict),
            more_verdict => Serde(more),
            next => Serde(&self.next),
            charts => Serde(figures),
            tables => Serde(tables),
            changed => Serde(changed),
            played => Serde(&self.played),
            judgement => Serde(&self.judgement),
            warnings => Serde(self.warnings(manifest)),
            games => grouped(manifest.games),
            each => manifest.each(),
            seconds => format!("{:.1}", manifest.wall_seconds),
            speed => grouped(manifest.games_per_second.round() as u64),
            scenario => serde_json::to_string_pretty(&manifest.scenario)?,
            dim => people::dim(self.colours.iter().map(String::as_str)),
        })?)
    }
}

/// Returns the text below a page's headline: the bots whose play was measured, and the number of
/// values that are not printed in a rulebook.
fn basis(page: &Page, manifest: &Manifest) -> Vec<String> {
    let count = |of: fn(&FighterNote) -> &Vec<String>| -> usize {
        manifest.fighters.iter().map(|note| of(note).len()).sum()
    };
    let printed = count(|note| &note.printed);
    let (ours, own) = (count(|note| &note.reconstructed), count(|note| &note.own));
    let (all, several) = (printed + ours + own, &manifest.fighter[1]);
    let reconstructed = (ours > 0).then(|| {
        let share = with_sign(ours as f64 / all as f64, 0);
        format!(
            "{share} of the {several}’ values ({ours} of {all}) are reconstructed, not printed in \
             a rulebook."
        )
    });
    let changed = (own > 0).then(|| {
        format!(
            "{own} of the {several}’ {all} values are the scenario’s own, not those of a shipped \
             roster."
        )
    });
    page.about_bots(manifest).into_iter().chain(reconstructed).chain(changed).collect()
}

/// Returns the HTML templates of all pages, with the parts that they share.
pub(in crate::report) fn templates() -> Result<Environment<'static>> {
    let mut environment = Environment::new();
    environment.add_filter("command", command);
    environment.add_filter("heading", heading);
    environment.add_filter("plural", counted);
    for (name, text) in [
        ("page.html", include_str!("page.html")),
        ("figure.html", include_str!("figure.html")),
        ("table.html", include_str!("table.html")),
        ("style.css", include_str!("style.css")),
        ("tables.js", include_str!("tables.js")),
    ] {
        environment.add_template(name, text)?;
    }
    Ok(environment)
}

/// Formats a command line, or a sentence with flags, as HTML. Prevents line breaks inside the names
/// of flags.
fn command(text: &str) -> Value {
    let word = |word: &str| {
        let (flag, value) = word.split_at(word.find('=').unwrap_or(word.len()));
        match flag.contains("--") {
            true => {
                format!("<span class=\"flag\">{}</span>{}", HtmlEscape(flag), HtmlEscape(value))
            }
            false => HtmlEscape(word).to_string(),
        }
    };
    let words: Vec<String> = text.split(' ').map(word).collect();
    Value::from_safe_string(words.join(" "))
}

/// Formats the heading of a column as HTML. A path, such as `fighters.agaric.size`, may be broken
/// into lines after each dot of the path.
fn heading(text: &str) -> Value {
    Value::from_safe_string(HtmlEscape(text).to_string().replace('.', ".<wbr>"))
}
