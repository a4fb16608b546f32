//! The page of a sensitivity report.

use super::chart;
use super::facts::{StepFacts, StepGroup, largest};
use super::tables::StepRow;
use super::verdict::verdict;
use crate::analysis::knobs::StepKind;
use crate::questions::changes::{self, Change};
use crate::questions::findings::{Finding, Verdict};
use crate::report::page::{Brief, Page};
use crate::report::people::{People, Person};
use crate::report::words::{counted, level};
use crate::report::{Manifest, Table};

/// Maximum number of rows of the table in a terminal.
const SHOWN: usize = 10;
/// Maximum number of values, of removals and of rules in the table of the page.
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
    /// Number of games in which many values changed at once.
    pub of_screen: u64,
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
        let change = row.of.change(row.step, &row.now, &row.to);
        match step.group() {
            StepGroup::Rule => change,
            _ => format!("{}’s {change}", self.who(step).name),
        }
    }
}

/// Builds the page of a sensitivity report.
pub fn page(facts: &SensitivityFacts, manifest: &Manifest) -> Page {
    let Verdict { headline, findings } = verdict(facts);
    let table = table(facts);
    let mut brief = table.for_terminal().rows(&(0..SHOWN).collect::<Vec<_>>());
    // Long names of steps leave no room for these columns.
    brief.columns.retain(|column| !["Before %", "After %"].contains(&column.name.as_str()));
    let steps = counted(facts.steps.len() as u64, "measured step");
    Page {
        verdict: findings,
        basis: vec![Finding::measured_with(facts.reference.as_ref(), &facts.bots, manifest.games)],
        judgement: method(facts),
        brief: Brief {
            played: format!("{steps}, {}", counted(manifest.games, "game")),
            tables: vec![(String::new(), brief)],
        },
        next: facts.next.iter().cloned().collect(),
        charts: chart::largest_values(facts).into_iter().collect(),
        tables: vec![table],
        headline,
        colours: facts.people.colours(),
        ..Page::default()
    }
}

/// Builds the table of the effects. Of each value, the table has the step with the largest effect.
fn table(facts: &SensitivityFacts) -> Table {
    let change = |step: &StepFacts| {
        let (who, name) = (facts.who(step), facts.named(step));
        let StepRow { of, now, to, step: kind, .. } = &step.row;
        let label = match (step.group(), kind) {
            (StepGroup::Rule, _) => format!("{name} ({})", who.name),
            (StepGroup::Value, StepKind::Up | StepKind::Down) => {
                format!("{}: {} {now} → {to}", who.name, of.said())
            }
            _ => name,
        };
        Change { label, colour: who.colour, judged: step.judged.clone() }
    };
    let groups = [StepGroup::Value, StepGroup::Removal, StepGroup::Rule].into_iter();
    let steps = groups.flat_map(|group| largest(&facts.steps, group).into_iter().take(MOST));
    let changes: Vec<Change> = steps.map(change).collect();
    let meaning = "Win rate of the value’s owner, or of those in brackets, before and after the \
                   step of each value with the largest effect: first steps of values, then \
                   removals, then rules. The file tables/steps has every step.";
    let names = ("values", "Values by their largest effect", meaning);
    let reference = facts.reference.as_ref().map(|(name, _)| name.as_str());
    changes::win_rates(names, "Step", &changes.iter().collect::<Vec<_>>(), reference, &facts.bots)
}

fn method(facts: &SensitivityFacts) -> String {
    let mut method = format!(
        "Measured: {}, {} each, with the line-ups and dice of the unchanged roster. “More” and \
         “less”: significant at the {} level, with Holm’s correction for all effects on owners’ \
         win rates, and separately for all effects of rules. The intervals hold for another \
         training of the bot. By chance, the largest of many effects look larger than they are.",
        counted(facts.steps.len() as u64, "step"),
        counted(facts.games, "game"),
        level(facts.level)
    );
    if facts.of_screen > 0 {
        method += &format!(
            " Selected: in {} of similar rosters, half of the values that can go up and down are \
             changed at once. Of these values, only those with the largest mean effects are \
             measured; --fighter measures every step of one {}.",
            counted(facts.of_screen, "game"),
            facts.people.word()
        );
    }
    method
}
