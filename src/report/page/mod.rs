//! The page of a report: one HTML file that opens without a network. The template `page.html`
//! determines its appearance. Its contents are a [`Page`], a list of sections that the command
//! creates. The text for a terminal is made from the same [`Page`].

mod withheld;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use anyhow::Result;
use minijinja::value::{Serde, Value};
use minijinja::{Environment, HtmlEscape, context};
use serde::Serialize;

use super::chart::Chart;
use super::table::{Excerpt, Keys, Rendered, Table, WIDTH};
use super::words::{counted, grouped, with_sign};
use super::{Manifest, Tables, people};
use crate::shell;

pub use withheld::headline as withheld_headline;

/// The contents of a report's page, except those in the report's manifest.
#[derive(Debug, Default)]
pub struct Page {
    /// The report's verdict in one line, which the page shows as its headline.
    pub headline: String,
    /// Warnings, which the page shows before the verdict.
    pub warnings: Vec<Warning>,
    /// The report's verdict, one entry per sentence.
    pub verdict: Vec<String>,
    /// Description of the statistical methods behind the verdict, shown in small print.
    pub judgement: String,
    /// Sentences about the bots whose play was measured. Empty if the bots' names say enough.
    pub basis: Vec<String>,
    pub sections: Vec<Section>,
    /// The colours, `#RRGGBB`, that charts use for fighters.
    pub colours: Vec<String>,
    pub brief: Brief,
    /// True if bots in the report have not learnt the scenario. The page then gives no verdict, and
    /// begins with a statement of this.
    pub withheld: bool,
}

/// The results of a command such as `run`. Page, terminal output and files are all made from these
/// results.
#[derive(Debug)]
pub struct Answer {
    /// The tables with the results, which are written as Parquet and CSV.
    pub tables: Tables,
    /// The contents of the page and of the terminal output.
    pub page: Page,
    /// Changes that the command itself made to the scenario, one per line: "rules.rounds: 5, 6, 7".
    pub changed: Vec<String>,
}

impl Answer {
    /// Creates the results of a command that changes nothing in the scenario.
    pub fn new(page: Page, tables: Tables) -> Answer {
        Answer {
            tables,
            page,
            changed: vec![],
        }
    }
}

/// A section of a report's page, with its own heading.
#[derive(Debug)]
pub enum Section {
    /// Changes of the scenario, as tables with the values before and after.
    Changed(Vec<Table>),
    Charts(Vec<Chart>),
    /// Tables of the command's results. The page leaves out tables without rows.
    Tables(Vec<Table>),
    /// Lines that the command adds to the page's description of how the games were played.
    Played(Vec<PlayedNote>),
    /// A list of the sources of the game's values, such as a rulebook.
    Provenance,
}

/// The parts of the terminal output that differ between commands.
#[derive(Debug, Default)]
pub struct Brief {
    /// A text for the first line of output: what was played, as in "2 bots, 800 games".
    pub played: String,
    /// The tables to print, each with a line of text above it; the text may be empty.
    pub tables: Vec<(String, Table)>,
    /// Sentences to print in the terminal after the headline.
    pub told: Vec<String>,
    /// Commands that the terminal output suggests at its end, besides the one that opens the page.
    pub next: Vec<String>,
}

/// A warning in a report: its first words, and its text.
#[derive(Debug, Clone, Serialize)]
pub struct Warning {
    pub word: String,
    pub meaning: String,
}

impl Warning {
    /// Returns the whole warning as text.
    pub fn sentence(&self) -> String {
        format!("{} {}", self.word, self.meaning)
    }
}

/// An entry in a page's description of how the games were played.
#[derive(Debug, Serialize)]
pub struct PlayedNote {
    pub term: String,
    /// The lines of text in the entry.
    pub lines: Vec<String>,
}

/// Returns the description of the precision that the flag `--precision` requested. If the run did
/// not reach it, also returns a warning. Both lists are empty without the flag. `what` is the rate
/// that was to be precise, such as "win rate".
pub fn precision(manifest: &Manifest, what: &str) -> (Vec<PlayedNote>, Vec<Warning>) {
    let Some(precision) = &manifest.precision else {
        return (vec![], vec![]);
    };
    let target = precision.points();
    let reached = if precision.reached {
        "reached"
    } else {
        "not reached"
    };
    let line = format!(
        "Target {reached}: a margin of error of at most ± {target} points for every {what}. gong \
         checked the precision after {} games, and then whenever the number of games had grown by \
         10 %. The checks look only at the widths of the intervals, not at who wins, so the \
         intervals remain valid.",
        crate::stats::precision::FIRST_LOOK
    );
    let asked = PlayedNote {
        term: "Precision".to_string(),
        lines: vec![line],
    };
    let mut warnings = vec![];
    if !precision.reached {
        warnings.push(Warning {
            word: "Precision not reached:".to_string(),
            meaning: format!(
                "the target is ± {target} points for every {what}, but some \
                              intervals are wider."
            ),
        });
    }
    (vec![asked], warnings)
}

/// Returns the sentence that names the bots of the report's games, and says that other bots may
/// give other results.
fn another_bot(manifest: &Manifest) -> String {
    let played = manifest.as_played();
    format!("{played}: another bot may give other results.")
}

/// Returns the sentences about the bots of the report's games: the page's own sentences, or, if the
/// page has none, the sentence of [`another_bot`].
fn measured(page: &Page, manifest: &Manifest) -> Vec<String> {
    let told = !manifest.strategies.is_empty() && manifest.role.stands_for_play();
    match page.basis.is_empty() && told {
        true => vec![another_bot(manifest)],
        false => page.basis.clone(),
    }
}

/// Returns the text below a page's headline: the bots whose play was measured, and the number of
/// values that are not printed in a rulebook.
fn basis(page: &Page, manifest: &Manifest) -> Vec<String> {
    let mut said = measured(page, manifest);
    let count = |of: fn(&super::FighterNote) -> &Vec<String>| -> usize {
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
            "{own} of the {}’ {all} values are your own (changed or added by you).",
            manifest.fighter[1]
        ));
    }
    said
}

/// Maximum number of characters that the note on characters missing in PNG charts lists.
const BOXES: usize = 12;

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
    /// Returns the charts in this section of the page.
    fn charts(&self) -> &[Chart] {
        match self {
            Section::Charts(charts) => charts,
            _ => &[],
        }
    }

    /// Returns the tables in this section of the page.
    pub fn tables(&self) -> &[Table] {
        match self {
            Section::Changed(tables) | Section::Tables(tables) => tables,
            _ => &[],
        }
    }

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
    /// Returns the charts of all sections of the page.
    pub fn charts(&self) -> impl Iterator<Item = &Chart> {
        self.sections.iter().flat_map(Section::charts)
    }

    /// Returns a note on the characters that the PNG files of the charts show as boxes, because
    /// their font lacks them. `None` if the font has all characters.
    pub fn png_note(&self) -> Option<String> {
        let missing: BTreeSet<char> = self.charts().flat_map(Chart::not_in_png).collect();
        let shown: String = missing.iter().take(BOXES).collect();
        let more = if missing.len() > BOXES { "…" } else { "" };
        (!missing.is_empty()).then(|| {
            format!(
                "The font of the PNG charts lacks these characters and shows boxes: \
                 {shown}{more} (the page and the SVG charts show them)"
            )
        })
    }

    /// Returns all warnings of a page: an interruption, what the bots have learnt only for these
    /// games or not at all, and the page's own.
    pub fn warnings(&self, manifest: &Manifest) -> Vec<Warning> {
        let partial = manifest.partial.then(|| Warning {
            word: "Ended early:".to_owned(),
            meaning: "the command was interrupted, so games are missing, above all those that it \
                      plays last. The same command resumes."
                .to_owned(),
        });
        let unlearnt = manifest.unlearnt.iter().map(|meaning| Warning {
            word: "Not learnt:".to_owned(),
            meaning: meaning.clone(),
        });
        let adapted = manifest.adapted.as_ref().map(|of| Warning {
            word: "Adapted:".to_owned(),
            meaning: of.meaning.clone(),
        });
        let all = partial.into_iter().chain(adapted).chain(unlearnt);
        all.chain(self.warnings.iter().cloned()).collect()
    }

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
pub(super) fn templates() -> Result<Environment<'static>> {
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

impl Page {
    /// Returns the terminal output about the report in `folder`.
    ///
    /// # Errors
    /// Fails if a table has columns of different lengths.
    pub fn summary(&self, manifest: &Manifest, folder: &Path) -> Result<String> {
        let page = self;
        let report = shell::path(&folder.join("report.html"));
        let mut out = String::new();
        writeln!(out, "{}", manifest.opening(&page.brief.played))?;
        let warnings = |out: &mut String| {
            let mut all = page.warnings(manifest).into_iter();
            all.try_for_each(|of| writeln!(out, "{} {}", of.word, of.meaning))
        };
        if page.withheld {
            writeln!(out, "\n{}", page.headline)?;
            warnings(&mut out)?;
        }
        for (about, table) in &page.brief.tables {
            out.push('\n');
            if !about.is_empty() {
                writeln!(out, "{about}")?;
            }
            let excerpt = Excerpt::of(table, WIDTH);
            out.push_str(&excerpt.text);
            if let Some((shown, all)) = excerpt.shown {
                writeln!(
                    out,
                    "The table shows the {shown} of {all} rows with the largest deviations; all \
                     rows and columns are in {report}"
                )?;
            }
        }
        out.push('\n');
        if !page.withheld {
            writeln!(out, "{}", page.headline)?;
        }
        for sentence in &page.brief.told {
            writeln!(out, "- {}", sentence.replace(super::words::NBSP, " "))?;
        }
        if !page.withheld {
            if page.basis.is_empty() {
                for sentence in measured(page, manifest) {
                    writeln!(out, "- {sentence}")?;
                }
            }
            warnings(&mut out)?;
        }
        writeln!(out, "\nNext: open {report}")?;
        for command in &page.brief.next {
            writeln!(out, "      {command}")?;
        }
        Ok(out)
    }
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
        assert_eq!(
            shown,
            "play more games (<span class=\"flag\">--games</span>)."
        );
    }
}
