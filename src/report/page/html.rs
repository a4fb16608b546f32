//! Renders a page as HTML, with the templates of all pages.

use anyhow::Result;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, HtmlEscape, context};
use serde::Serialize;

use super::{Page, PlayedNote, Section, measured};
use crate::report::chart::Chart;
use crate::report::table::{Keys, Rendered, Table};
use crate::report::words::{counted, grouped, with_sign};
use crate::report::{FighterNote, Manifest, people};

/// Number of the verdict's sentences that a page shows beside the main chart; the others are
/// folded.
const LEADING: usize = 4;

/// A chart in the form that the page's template expects: title and notes as text, the drawing as
/// SVG.
#[derive(Serialize)]
struct Figure<'a> {
    heading: &'a str,
    title: &'a str,
    subtitle: String,
    note: &'a str,
    svg: String,
    /// The label and the SVG of the whole chart. `None` if `svg` already shows the whole chart.
    all: Option<(&'a str, String)>,
}

/// A section of a page, in the form that the page's template expects.
#[derive(Serialize)]
struct Shown<'a> {
    id: &'static str,
    title: &'static str,
    charts: Vec<Figure<'a>>,
    tables: Vec<Rendered<'a>>,
    asked: &'a [PlayedNote],
}

impl Section {
    /// Returns the section's HTML identifier and its heading.
    fn names(&self) -> (&'static str, &'static str) {
        match self {
            Section::Changed(_) => ("changed", "What was changed"),
            Section::Charts(_) => ("charts", "More charts"),
            Section::Tables(_) => ("tables", "Tables"),
            Section::Played(_) => ("played", "How it was played"),
            Section::Provenance => ("provenance", "Where the values come from"),
        }
    }

    /// Prepares a section of a page for the template. Leaves out the chart `main`, which stands
    /// beside the verdict.
    fn shown<'a>(&'a self, main: Option<&Chart>, keys: &Keys<'a>) -> Result<Shown<'a>> {
        let (id, title) = self.names();
        let beside = |chart: &&Chart| main.is_some_and(|main| std::ptr::eq(*chart, main));
        let charts = self.charts().iter().filter(|chart| !beside(chart));
        let tables = self.tables().iter().filter(|table| table.height() > 0);
        let table = |(number, table): (usize, &'a Table)| {
            // The first table of the results is the main table, which is not folded.
            let folded = match self {
                Section::Tables(_) => number > 0,
                _ => table.is_long(),
            };
            Rendered::new(table, keys, folded)
        };
        Ok(Shown {
            id,
            title,
            charts: charts.map(Figure::new).collect::<Result<_>>()?,
            tables: tables.enumerate().map(table).collect(),
            asked: match self {
                Section::Played(asked) => asked,
                _ => &[],
            },
        })
    }
}

impl Shown<'_> {
    /// Returns whether the page's section has content; the page leaves out empty sections.
    fn has_content(&self) -> bool {
        let listed = !self.charts.is_empty() || !self.tables.is_empty();
        listed || matches!(self.id, "played" | "provenance")
    }
}

impl<'a> Figure<'a> {
    fn new(chart: &'a Chart) -> Result<Figure<'a>> {
        Ok(Figure {
            heading: &chart.heading,
            title: chart.title(),
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
        let environment = templates()?;
        let main = self.charts().next();
        let keys = keys(manifest);
        let sections = self.sections.iter().map(|of| of.shown(main, &keys));
        let mut sections = sections.collect::<Result<Vec<_>>>()?;
        sections.retain(Shown::has_content);
        let (verdict, more) = match self.verdict.split_at_checked(LEADING) {
            Some((first, rest)) if rest.len() > 1 => (first, rest),
            _ => (&*self.verdict, &[][..]),
        };
        let page = environment.get_template("page.html")?.render(context! {
            manifest => Serde(manifest),
            headline => Serde(&self.headline),
            basis => basis(self, manifest),
            verdict => Serde(verdict),
            more_verdict => Serde(more),
            main_chart => Serde(main.map(Figure::new).transpose()?),
            judgement => Serde(&self.judgement),
            warnings => Serde(self.warnings(manifest)),
            games => grouped(manifest.games),
            each => manifest.each(),
            seconds => format!("{:.1}", manifest.wall_seconds),
            speed => grouped(manifest.games_per_second.round() as u64),
            scenario => serde_json::to_string_pretty(&manifest.scenario)?,
            sections => Serde(sections),
            dim => people::dim(self.colours.iter().map(String::as_str)),
        })?;
        Ok(page)
    }
}

/// Returns the text below a page's headline: the bots whose play was measured, and the number of
/// values that are not printed in a rulebook.
fn basis(page: &Page, manifest: &Manifest) -> Vec<String> {
    let mut said = measured(page, manifest);
    let count = |of: fn(&FighterNote) -> &Vec<String>| -> usize {
        manifest.fighters.iter().map(|note| of(note).len()).sum()
    };
    let printed = count(|note| &note.printed);
    let (ours, own) = (count(|note| &note.reconstructed), count(|note| &note.own));
    let all = printed + ours + own;
    if ours > 0 {
        said.push(format!(
            "{} of the {}’ values ({ours} of {all}) are reconstructed, not printed in a rulebook.",
            with_sign(ours as f64 / all as f64, 0),
            manifest.fighter[1]
        ));
    }
    if own > 0 {
        said.push(format!(
            "{own} of the {}’ {all} values are the scenario’s own, not those of a shipped roster.",
            manifest.fighter[1]
        ));
    }
    said
}

/// Returns a map from the name of each fighter to its key. Leaves out names that several fighters
/// have.
fn keys(manifest: &Manifest) -> Keys<'_> {
    let mut keys = Keys::new();
    let mut shared = vec![];
    for fighter in &manifest.fighters {
        if keys.insert(&fighter.name, &fighter.key).is_some() {
            shared.push(&*fighter.name);
        }
    }
    keys.retain(|name, _| !shared.contains(name));
    keys
}

/// Renders the index of a folder of reports as HTML. `compare` is the command that compares two of
/// these reports.
pub fn index(folder: &str, compare: &str, reports: &[impl Serialize]) -> Result<String> {
    let environment = templates()?;
    let page = environment.get_template("index.html")?;
    Ok(page.render(context! { folder, compare, reports => Serde(reports) })?)
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
        ("index.html", include_str!("index.html")),
        ("style.css", include_str!("style.css")),
        ("tables.js", include_str!("tables.js")),
    ] {
        environment.add_template(name, text)?;
    }
    Ok(environment)
}

/// Formats a command line, or a sentence with flags, as HTML. Prevents line breaks inside the names
/// of flags, also after a bracket, as in "(--games)".
fn command(text: &str) -> Value {
    let word = |word: &str| {
        let (before, flag) = match word.strip_prefix('(') {
            Some(flag) => ("(", flag),
            None => ("", word),
        };
        if !flag.starts_with("--") {
            return HtmlEscape(word).to_string();
        }
        let (name, rest) = flag.split_at(flag.find(['=', ')']).unwrap_or(flag.len()));
        let (name, rest) = (HtmlEscape(name), HtmlEscape(rest));
        format!("{before}<span class=\"flag\">{name}</span>{rest}")
    };
    let words: Vec<String> = text.split(' ').map(word).collect();
    Value::from_safe_string(words.join(" "))
}

/// Formats the heading of a column as HTML. A path, such as `fighters.agaric.size`, may be broken
/// into lines after each dot of the path.
fn heading(text: &str) -> Value {
    let parts = text.split('.').map(|part| HtmlEscape(part).to_string());
    Value::from_safe_string(parts.collect::<Vec<_>>().join(".<wbr>"))
}

#[cfg(test)]
mod tests {
    use super::{command, heading};

    #[test]
    fn a_path_in_a_heading_breaks_after_a_dot() {
        let shown = heading("fighters.a<b>.size").to_string();
        assert_eq!(shown, "fighters.<wbr>a&lt;b&gt;.<wbr>size");
        assert_eq!(heading("Win rate %").to_string(), "Win rate %");
    }

    #[test]
    fn flags_are_kept_whole_and_copied_as_they_are() {
        let shown = command("gong run a<b>.toml --set x.y=1 --level=0.9").to_string();
        assert_eq!(
            shown,
            "gong run a&lt;b&gt;.toml <span class=\"flag\">--set</span> x.y=1 <span \
             class=\"flag\">--level</span>=0.9"
        );
        let shown = command("play more games (--games).").to_string();
        assert_eq!(shown, "play more games (<span class=\"flag\">--games</span>).");
    }
}
