//! The page of a report: one HTML file that opens without a network. The template `page.html`
//! determines its appearance. The command fills in a [`Page`], from which the text for a terminal
//! is made, too.

mod html;
mod terminal;

use serde::Serialize;

use super::chart::Chart;
use super::table::Table;
use super::words::the_bots;
use super::{BotRole, Manifest, Tables};

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
    /// Changes of the scenario, as tables with the values before and after.
    pub changed: Vec<Table>,
    /// The charts. The first stands beside the verdict, the others are folded.
    pub charts: Vec<Chart>,
    /// The tables of the command's results. The page leaves out tables without rows, and folds all
    /// but the first.
    pub tables: Vec<Table>,
    /// Lines that the command adds to the page's description of how the games were played.
    pub played: Vec<PlayedNote>,
    /// The colours, `#RRGGBB`, that charts use for fighters.
    pub colours: Vec<String>,
    pub brief: Brief,
    /// Sentences that only the terminal shows, after the verdict.
    pub told: Vec<String>,
    /// At most two commands that continue from the results. The terminal suggests them besides the
    /// command that opens the page.
    pub next: Vec<String>,
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

/// The beginning of the terminal output, which differs between commands.
#[derive(Debug, Default)]
pub struct Brief {
    /// A text for the first line of output: what was played, as in "2 bots, 800 games".
    pub played: String,
    /// The tables to print, each with a line of text above it; the text may be empty.
    pub tables: Vec<(String, Table)>,
}

/// A warning in a report: its first words, and its text.
#[derive(Debug, Clone, Serialize)]
pub struct Warning {
    pub word: String,
    pub meaning: String,
}

impl Warning {
    /// Creates a warning from its first words and its text.
    pub fn new(word: &str, meaning: impl Into<String>) -> Warning {
        Warning { word: word.to_owned(), meaning: meaning.into() }
    }

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
    let missed = (!precision.reached).then(|| {
        let meaning = format!(
            "the target is ± {target} points for every {what}, but some intervals are wider."
        );
        Warning::new("Precision not reached:", meaning)
    });
    (vec![asked], missed.into_iter().collect())
}

impl Page {
    /// Returns the sentences about the bots of the report's games: the page's own sentences, or, if
    /// the page has none, one that names the bots.
    fn about_bots(&self, manifest: &Manifest) -> Vec<String> {
        let is_play = matches!(manifest.role, BotRole::Players | BotRole::Compared);
        let bots = the_bots(manifest.strategies.iter().map(|bot| &bot.name));
        match self.basis.is_empty() && is_play && !manifest.strategies.is_empty() {
            true => vec![format!("Measured with {bots}: another bot may give other results.")],
            false => self.basis.clone(),
        }
    }

    /// Returns all warnings of a page: an interruption, what the bots have learnt only for these
    /// games or not at all, and the page's own.
    pub fn warnings(&self, manifest: &Manifest) -> Vec<Warning> {
        let partial = manifest.partial.then(|| {
            let unchecked = manifest.unplayed_reference.as_ref().map(|bot| {
                format!(
                    " The reference player “{bot}” has not played all its games, so these results \
                     are not checked."
                )
            });
            let again = match manifest.is_saved {
                true => "resumes",
                false => "plays all games again, because they are not saved",
            };
            let meaning = format!(
                "the command was interrupted, so games are missing, above all those that it plays \
                 last.{} The same command {again}.",
                unchecked.unwrap_or_default()
            );
            Warning::new("Ended early:", meaning)
        });
        let adapted = manifest.adapted.iter().map(|of| Warning::new("Adapted:", &of.meaning));
        let unlearnt = manifest.unlearnt.iter().map(|of| Warning::new("Not learnt:", of));
        let all = partial.into_iter().chain(adapted).chain(unlearnt);
        all.chain(self.warnings.iter().cloned()).collect()
    }
}
