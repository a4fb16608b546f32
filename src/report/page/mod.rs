//! The page of a report: one HTML file that opens without a network. The template `page.html`
//! determines its appearance. Its contents are a [`Page`], a list of sections that the command
//! creates. The text for a terminal is made from the same [`Page`].

mod html;
mod terminal;

use std::collections::BTreeSet;

use serde::Serialize;

use super::chart::Chart;
use super::table::Table;
use super::{Manifest, Tables};
use crate::words::shown_width;

pub use html::index;
pub(super) use html::templates;

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
        Answer { tables, page, changed: vec![] }
    }
}

/// Returns the sections of a page with charts, tables and lines about how the games were played.
pub fn sections(charts: Vec<Chart>, tables: Vec<Table>, played: Vec<PlayedNote>) -> Vec<Section> {
    let [charts, tables] = [Section::Charts(charts), Section::Tables(tables)];
    vec![charts, tables, Section::Played(played), Section::Provenance]
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
    /// Sentences that only the terminal shows, after the verdict.
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
/// not reach the precision, also returns a warning. Both lists are empty without the flag. `what`
/// is the rate that was to be precise, such as "win rate".
pub fn precision(manifest: &Manifest, what: &str) -> (Vec<PlayedNote>, Vec<Warning>) {
    let Some(precision) = &manifest.precision else {
        return (vec![], vec![]);
    };
    let target = precision.points();
    let reached = if precision.reached { "reached" } else { "not reached" };
    let line = format!(
        "Target {reached}: a margin of error of at most ± {target} points for every {what}. gong \
         checked the precision after {} games, and then whenever the number of games had grown by \
         10 %. The checks look only at the widths of the intervals, not at who wins, so the \
         intervals remain valid.",
        crate::stats::precision::FIRST_LOOK
    );
    let asked = PlayedNote { term: "Precision".to_string(), lines: vec![line] };
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

/// Maximum number of characters that the note on characters missing in PNG charts lists.
const BOXES: usize = 12;

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
        // A character without width of its own, such as an accent, is shown as its code point.
        let name = |letter: &char| match shown_width(&letter.to_string()) {
            0 => format!("U+{:04X}", u32::from(*letter)),
            _ => letter.to_string(),
        };
        let shown: Vec<String> = missing.iter().take(BOXES).map(name).collect();
        let shown = shown.join(" ");
        let more = if missing.len() > BOXES { " …" } else { "" };
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
        let unchecked = manifest.unplayed_reference.as_ref().map(|bot| {
            format!(
                " The reference player “{bot}” has not played all its games, so these results are \
                 not checked."
            )
        });
        let partial = manifest.partial.then(|| Warning {
            word: "Ended early:".to_owned(),
            meaning: format!(
                "the command was interrupted, so games are missing, above all those that it plays \
                 last.{} The same command {}.",
                unchecked.unwrap_or_default(),
                match manifest.is_saved {
                    true => "resumes",
                    false => "plays all games again, because they are not saved",
                }
            ),
        });
        let unlearnt = manifest
            .unlearnt
            .iter()
            .map(|meaning| Warning { word: "Not learnt:".to_owned(), meaning: meaning.clone() });
        let adapted = manifest
            .adapted
            .as_ref()
            .map(|of| Warning { word: "Adapted:".to_owned(), meaning: of.meaning.clone() });
        let all = partial.into_iter().chain(adapted).chain(unlearnt);
        all.chain(self.warnings.iter().cloned()).collect()
    }
}
