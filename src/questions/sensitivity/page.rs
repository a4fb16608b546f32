//! The page of a sensitivity report.

use super::chart;
use super::facts::{StepFacts, StepGroup, largest};
use super::survey::screen::ScreenSize;
use super::verdict::{SMALL, is_dead_weight, verdict};
use crate::analysis::knobs::StepKind;
use crate::questions::facts::Fact;
use crate::questions::findings::{Finding, Verdict};
use crate::report::page::{Brief, Page};
use crate::report::people::{People, Person};
use crate::report::table::Unit;
use crate::report::words::{capital, counted, level, percent};
use crate::report::{Manifest, Table};

/// Maximum number of rows of a table in a terminal.
const SHOWN: usize = 10;
/// Maximum number of rows of a table in the page.
const MOST: usize = 50;

/// The results of a sensitivity analysis, and how they were measured.
pub struct SensitivityFacts {
    /// Confidence level of all intervals, 0 to 1.
    pub level: f64,
    pub people: People,
    /// Names of the command's own bots.
    pub bots: Vec<String>,
    pub steps: Vec<StepFacts>,
    /// Name of the reference player, and number of its games of each step; `None` without one.
    pub reference: Option<(String, u64)>,
    /// Number of games of each measured step.
    pub games: u64,
    /// The games in which many values changed at once; `None` without such games.
    pub screen: Option<ScreenSize>,
    /// The command that continues from here.
    pub next: Option<String>,
}

impl SensitivityFacts {
    /// Returns the fighter that owns the changed value, or whose win rate a rule changes most.
    pub fn who(&self, step: &StepFacts) -> Person {
        self.people.get(step.row.of.fighter.as_ref().unwrap_or(&step.row.subject))
    }

    /// Describes a step with its owner, as in "Baobab’s card 3, melee: 5 instead of 4".
    pub fn named(&self, step: &StepFacts) -> String {
        let row = &step.row;
        let change = match (row.step, &row.of.thing) {
            (StepKind::Off, Some(_)) => format!("{} ({})", row.of.said(), row.now),
            (StepKind::Off | StepKind::Withheld, _) => row.of.said(),
            _ => row.of.change(row.step, &row.now, &row.to),
        };
        match step.group() {
            StepGroup::Rule => change,
            _ => format!("{}’s {change}", self.who(step).name),
        }
    }
}

/// Builds the page of a sensitivity report.
pub fn page(facts: &SensitivityFacts, manifest: &Manifest) -> Page {
    let Verdict { headline, findings } = verdict(facts);
    let basis = Finding::MeasuredWith {
        reference: facts.reference.clone(),
        bots: facts.bots.clone(),
        games: manifest.games,
    };
    let tables = [
        (StepGroup::Value, "values", "Values by their largest effect"),
        (StepGroup::Removal, "removals", "Removals by their effect"),
        (StepGroup::Rule, "rules", "Rules by their largest effect"),
    ];
    let tables = tables.map(|(group, name, title)| table(facts, group, name, title));
    let brief = tables[0].for_terminal().rows(&(0..SHOWN).collect::<Vec<_>>());
    let values = facts.steps.chunk_by(|a, b| a.at.0 == b.at.0).count();
    let played = [(values as u64, "tested value"), (manifest.games, "game")];
    Page {
        verdict: findings,
        basis: vec![basis.to_string()],
        judgement: method(facts),
        brief: Brief {
            played: played.map(|(number, word)| counted(number, word)).join(", "),
            tables: vec![(String::new(), brief)],
            next: facts.next.iter().cloned().collect(),
            ..Brief::default()
        },
        charts: chart::largest_values(facts).into_iter().collect(),
        tables: tables.into(),
        headline,
        colours: facts.people.colours(),
        ..Page::default()
    }
}

/// Builds the table of a group of steps. Of each value, the table has the step with the largest
/// effect.
fn table(facts: &SensitivityFacts, group: StepGroup, name: &str, title: &str) -> Table {
    let mut steps = largest(&facts.steps, group);
    steps.truncate(MOST);
    let meaning = format!(
        "Change of the win rate, in points, by the step of each value with the largest effect. \
         “Dead weight”: the removal has no significant effect, and a loss of {} points or more is \
         excluded. The file tables/steps has every step.",
        percent(SMALL, 0)
    );
    let mut table = Table::new(name, title, meaning)
        .of(&steps)
        .word(facts.people.heading(), |step| capital(&facts.who(step).name))
        .coloured(|step| facts.who(step).colour)
        .in_terminal()
        .word("Value", |step| step.row.of.short())
        .in_terminal()
        .word("Step", |step| format!("{} → {}", step.row.now, step.row.to))
        .in_terminal()
        .with("Points", Unit::Points(1), |step| step.row.change)
        .in_terminal()
        .plus_minus(|step| {
            Some(step.judged.own.margin_of_error()).filter(|_| step.row.change.is_some())
        });
    if let Some((name, _)) = &facts.reference {
        let theirs = |step: &&StepFacts| step.judged.reference.clone();
        table = table
            .with(format!("With {name}"), Unit::Points(1), move |step| theirs(step)?.off())
            .in_terminal()
            .plus_minus(move |step| theirs(step).as_ref().map(Fact::margin_of_error));
    }
    table
        .word("Verdict", |step| match is_dead_weight(step) {
            true => "dead weight".to_owned(),
            false => step.judged.words(),
        })
        .in_terminal()
        .with("Source", Unit::Word, |step| step.row.of.provenance)
        .marked(|step| step.is_significant())
}

fn method(facts: &SensitivityFacts) -> String {
    let level = level(facts.level);
    let mut method = format!(
        "Measured: {}, {} each, with the line-ups and dice of the unchanged roster. “±”: half of \
         the width of the {level} confidence interval, which holds for another training of the \
         bot; the distance to its farther end if it is very asymmetric. “More” and “less”: \
         significant at the {level} level, with Holm’s correction for all effects on owners’ win \
         rates, and separately for all effects of rules. The reference player repeats the steps \
         with the largest effects. Where it has a significant result, the report states this \
         result. By chance, the largest of many effects look larger than they are.",
        counted(facts.steps.len() as u64, "step"),
        counted(facts.games, "game")
    );
    if let Some(ScreenSize { rosters, games_each }) = facts.screen {
        method += &format!(
            " Selected: {} of this roster, {} each, change half of the values that can go up and \
             down by one step. Of these values, only those with the largest mean effects are \
             measured; --fighter measures every step of one {}.",
            counted(rosters, "variant"),
            counted(games_each, "game"),
            facts.people.word()
        );
    }
    method
}
