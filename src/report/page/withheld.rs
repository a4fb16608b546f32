//! Report pages for bots that have not learnt the scenario. Such a page gives no verdict, marks the
//! numbers of these bots, and first shows the numbers of a stand-in: a bot that needs no training.

use super::{Brief, Manifest, Page, PlayedNote, Section, Table, another_bot};
use crate::report::chart::Chart;
use crate::report::table::Unit;
use crate::report::words::{list, the_bots};

/// Returns the headline of a report whose bots have not learnt the scenario.
pub fn headline(manifest: &Manifest) -> String {
    let (bots, has) = strangers(manifest);
    format!("No verdict: {bots} {has} not learnt this scenario")
}

/// Returns the names of the bots that have not learnt the scenario, and the verb that follows them,
/// as in ("the bots “a” and “b”", "have").
fn strangers(manifest: &Manifest) -> (String, &'static str) {
    let has = match manifest.strangers.len() {
        1 => "has",
        _ => "have",
    };
    (the_bots(&manifest.strangers), has)
}

impl Page {
    /// Returns the page without its verdict, and marks the numbers of bots that have not learnt the
    /// scenario.
    pub fn withheld(self, manifest: &Manifest) -> Page {
        let (bots, has) = strangers(manifest);
        let names_bots = manifest.role.tells_apart();
        let marks = Marks {
            // A question that compares bots marks the name of each bot instead.
            mark: (!names_bots).then(|| format!("{}, not learnt", list(&manifest.strangers))),
            long: format!("Measured with {bots}, which {has} not learnt this scenario"),
        };
        Page {
            headline: headline(manifest),
            verdict: vec![],
            sections: self
                .sections
                .into_iter()
                .map(|of| marks.section(of))
                .collect(),
            brief: Brief {
                tables: marks.brief(self.brief.tables),
                told: vec![],
                ..self.brief
            },
            withheld: true,
            ..self
        }
    }

    /// Inserts the results of a stand-in, a bot that needs no training, before the page's own
    /// results. `other` is the page of the stand-in, and `by` is its manifest.
    pub fn beside(mut self, other: Page, manifest: &Manifest, by: &Manifest) -> Page {
        // When gong draws a stored report again, the stand-in has the same command line as the
        // report. The stand-in's commands are then left out, because they would play the games of
        // other bots.
        let commands = by.command != manifest.command;
        let bot = list(by.strategies.iter().map(|bot| &bot.name));
        let played = by.as_played();
        let said = format!(
            "{played} instead. {}.",
            other.headline.trim_end_matches('.')
        );
        let mut verdict = vec![said.clone()];
        verdict.extend(other.verdict);
        verdict.append(&mut self.verdict);
        self.verdict = verdict;
        self.judgement = other.judgement;
        self.basis = match other.basis.is_empty() {
            true => vec![another_bot(by)],
            false => other.basis,
        };
        self.colours.extend(other.colours);
        let mut told = vec![said];
        told.extend(other.brief.told);
        told.append(&mut self.brief.told);
        self.brief.told = told;
        if commands {
            self.brief.next = other.brief.next;
        }
        let about = |(about, table)| (under(&played, about), table);
        let tables: Vec<(String, Table)> = other.brief.tables.into_iter().map(about).collect();
        self.brief.tables.splice(..0, tables);
        for section in other.sections {
            for own in &mut self.sections {
                match (own, &section) {
                    (Section::Charts(own), Section::Charts(charts)) => {
                        own.splice(
                            ..0,
                            charts.iter().map(|chart| chart_of(chart, &bot, &played)),
                        );
                    }
                    (Section::Tables(own), Section::Tables(tables)) => {
                        own.splice(
                            ..0,
                            tables.iter().map(|table| table_of(table, &bot, commands)),
                        );
                    }
                    _ => {}
                }
            }
        }
        let what = "a bot with fixed weights, which needs no training";
        let mut lines = vec![format!("{bot}, {what}")];
        lines.extend(commands.then(|| by.command.clone()));
        let asked = || PlayedNote {
            term: "Stand-in".to_owned(),
            lines: lines.clone(),
        };
        for section in &mut self.sections {
            if let Section::Played(lines) = section {
                lines.push(asked());
            }
        }
        self
    }
}

/// Returns the text above a table in a terminal. `whose` names the bot that played; `about` is the
/// table's own description.
fn under(whose: &str, about: String) -> String {
    match about.as_str() {
        "" => format!("{whose}:"),
        about => format!("{whose}:\n{about}"),
    }
}

/// Returns a copy of a chart with the results of a stand-in bot; its name and title mention the
/// bot. `played` says which bot played, see [`Manifest::as_played`].
fn chart_of(chart: &Chart, bot: &str, played: &str) -> Chart {
    let title = format!("{played}: {}", chart.title());
    let repeats_heading = chart.title() == chart.heading;
    let mut chart = chart.clone().titled(title);
    chart.name = format!("stand_in_{}", chart.name);
    chart.repeats_heading = repeats_heading;
    chart.heading = format!("{} ({bot})", chart.heading);
    chart
}

/// Returns a copy of a table with the results of a stand-in bot; its name and title mention the
/// bot. If `commands` is false, removes the column of commands, because they show the games of
/// other bots.
fn table_of(table: &Table, bot: &str, commands: bool) -> Table {
    let mut table = Table {
        name: format!("stand-in-{}", table.name),
        title: format!("{} ({bot})", table.title),
        ..table.clone()
    };
    let kept = |unit| commands || unit != Unit::Command;
    table.columns.retain(|column| kept(column.unit));
    table
}

/// The texts that mark the numbers of bots that have not learnt the scenario.
struct Marks {
    /// The mark in a few words; `None` if the page marks the names of the bots instead of numbers.
    mark: Option<String>,
    long: String,
}

impl Marks {
    fn section(&self, section: Section) -> Section {
        match section {
            Section::Charts(charts) => {
                Section::Charts(charts.into_iter().map(|chart| self.chart(chart)).collect())
            }
            Section::Tables(tables) => {
                Section::Tables(tables.into_iter().map(|table| self.table(table)).collect())
            }
            other => other,
        }
    }

    /// Replaces the title of a chart, because the title states a finding that may be wrong.
    fn chart(&self, chart: Chart) -> Chart {
        let title = match &self.mark {
            Some(_) => format!("{}. {}", self.long, chart.heading),
            None => chart.heading.clone(),
        };
        let mut chart = chart.titled(title);
        chart.repeats_heading = true;
        if let Some(mark) = &self.mark {
            chart.heading = format!("{} ({mark})", chart.heading);
        }
        chart
    }

    fn table(&self, table: Table) -> Table {
        match &self.mark {
            Some(mark) => Table {
                title: format!("{} ({mark})", table.title),
                doubtful: true,
                ..table
            },
            None => table,
        }
    }

    /// Marks the rows of the tables for a terminal with "not learnt", because the bots have not
    /// learnt the scenario. Rows of variants that the bots have learnt have no mark. The marks
    /// replace the column of verdicts, if there is one.
    fn brief(&self, tables: Vec<(String, Table)>) -> Vec<(String, Table)> {
        if self.mark.is_none() {
            return tables;
        }
        let marked = |(about, mut table): (String, Table)| {
            let verdicts = table
                .columns
                .iter()
                .position(|column| column.name.is_empty());
            table.columns.retain(|column| !column.name.is_empty());
            let mark = |row: usize| match table.learnt.get(row) {
                Some(true) => String::new(),
                _ => "not learnt".to_owned(),
            };
            let marks: Vec<String> = (0..table.height()).map(mark).collect();
            table.push("", Unit::Word, "", marks);
            if let Some(at) = verdicts {
                table.columns[at..].rotate_right(1);
            }
            (under(&self.long, about), table)
        };
        tables.into_iter().map(marked).collect()
    }
}
