//! The page of a sensitivity report.

use super::chart;
use super::facts::{self, StepFacts};
use super::verdict::{SMALL, is_dead_weight, verdict};
use crate::analysis::knobs::StepKind;
use crate::questions::facts::Fact;
use crate::questions::findings;
use crate::questions::findings::Verdict;
use crate::questions::findings::sensitivity::Finding;
use crate::report::page::{Brief, Page, Section};
use crate::report::people::{People, Person};
use crate::report::shared::{descending, margin_of_error};
use crate::report::standing::Standing;
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
    /// Number of variants in which many values changed at once, and number of games of each; `None`
    /// without such games.
    pub screen: Option<(u64, u64)>,
    /// Commands that continue from here.
    pub next: Vec<String>,
}

impl SensitivityFacts {
    /// Returns the fighter that owns the changed value, or whose win rate a rule changes most.
    pub fn who(&self, step: &StepFacts) -> Person {
        let key = step.row.of.fighter.as_ref().or(step.row.subject.as_ref());
        self.people.get(key.map_or("", String::as_str))
    }

    /// Describes a step with its owner, as in "Baobab’s card 3, melee: 5 instead of 4".
    pub fn named(&self, step: &StepFacts) -> String {
        let row = &step.row;
        let change = match (row.step, &row.of.thing) {
            (StepKind::Off, Some(_)) => format!("{} ({})", row.of.said(), row.now),
            (StepKind::Off | StepKind::Withheld, _) => row.of.said(),
            _ => row.of.change(row.step, &row.now, &row.to),
        };
        match step.is_rule() {
            true => change,
            false => format!("{}’s {change}", self.who(step).name),
        }
    }
}

/// Builds the page of a sensitivity report.
pub fn page(facts: &SensitivityFacts, manifest: &Manifest) -> Page {
    let Verdict { headline, findings } = verdict(facts);
    let basis = vec![measured_with(facts, manifest)];
    let tables = tables(facts);
    let brief = tables[0].for_terminal().rows(&(0..SHOWN).collect::<Vec<_>>());
    let values = counted(facts::by_value(&facts.steps).count() as u64, "tested value");
    Page {
        verdict: findings,
        basis,
        judgement: method(facts),
        brief: Brief {
            played: format!("{values}, {}", counted(manifest.games, "game")),
            tables: vec![(String::new(), brief)],
            next: facts.next.clone(),
            ..Brief::default()
        },
        sections: vec![
            Section::Charts(chart::all(facts, &headline)),
            Section::Tables(tables),
            Section::Played(vec![]),
            Section::Provenance,
        ],
        headline,
        colours: facts.people.colours(),
        ..Page::default()
    }
}

fn measured_with(facts: &SensitivityFacts, manifest: &Manifest) -> String {
    let bots = facts.bots.clone();
    match facts.reference.clone() {
        Some((reference, games)) => Finding::MeasuredWith { bots, reference, games }.to_string(),
        None => findings::Finding::MeasuredWith { reference: None, bots, games: manifest.games }
            .to_string(),
    }
}

/// Builds the tables of the page: the values, the removals and the rules. Of each value of a
/// fighter, a table has the step with the largest effect.
fn tables(facts: &SensitivityFacts) -> Vec<Table> {
    let largest = facts::largest(&facts.steps);
    let kept = largest.iter().copied().filter(|step| step.is_kept_value()).collect();
    let removals = largest.into_iter().filter(|step| step.is_removal());
    let removals = descending(removals, |step| -step.value());
    let rules = facts.steps.iter().filter(|step| step.is_rule());
    let rules = descending(rules, |step| step.size());
    let all = [
        ("values", "Values by their largest effect", kept),
        ("removals", "Removals, the most costly first", removals),
        ("rules", "Effects of rules", rules),
    ];
    all.map(|(name, title, steps): (_, _, Vec<&StepFacts>)| {
        table(facts, name, title, &steps[..steps.len().min(MOST)])
    })
    .into()
}

fn table(facts: &SensitivityFacts, name: &str, title: &str, steps: &[&StepFacts]) -> Table {
    let meaning = format!(
        "Change of the win rate, in points, by the step of each value with the largest effect. \
         “Dead weight”: the removal has no significant effect, and a loss of {} points or more is \
         excluded. The file tables/steps has every step.",
        percent(SMALL, 0)
    );
    let mut table = Table::new(name, title, meaning)
        .of(steps)
        .word(facts.people.heading(), |step| capital(&facts.who(step).name))
        .coloured(|step| if step.is_rule() { String::new() } else { facts.who(step).colour })
        .in_terminal()
        .word("Value", |step| step.row.of.short())
        .in_terminal()
        .word("Now", |step| &step.row.now);
    if facts.reference.is_none() {
        // With the effects of the reference player, the table fits into a terminal without “Now”.
        table = table.in_terminal();
    }
    table = table
        .word("Then", |step| &step.row.to)
        .in_terminal()
        .with("Points", Unit::Points(1), |step| Some(step.effect()?.0))
        .in_terminal()
        .plus_minus(|step| {
            let (value, [low, high]) =
                step.effect().and_then(|(value, ends)| Some((value, ends?)))?;
            Some(margin_of_error(value, low, high))
        });
    if let Some((name, _)) = &facts.reference {
        let theirs = |step: &&StepFacts| step.judged.as_ref()?.reference.clone();
        table = table
            .with(format!("With {name}"), Unit::Points(1), move |step| theirs(step)?.off())
            .in_terminal()
            .plus_minus(move |step| theirs(step).as_ref().map(Fact::margin_of_error));
    }
    table
        .word("Verdict", |step| judgement(step))
        .in_terminal()
        .with("Source", Unit::Word, |step| step.row.of.provenance)
        .marked(|step| step.is_significant())
}

/// Returns the words for what is known about the effect of a step.
fn judgement(step: &StepFacts) -> &'static str {
    let Some(judged) = &step.judged else {
        return if step.row.comparable { "screened" } else { "changes who plays" };
    };
    match (judged.check(), judged.own.standing()) {
        (Some(check), _) => check.name(),
        (_, Standing::Above | Standing::Below) => "significant",
        _ if is_dead_weight(step) => "dead weight",
        _ => "noise",
    }
}

fn method(facts: &SensitivityFacts) -> String {
    let (level, steps) = (level(facts.level), facts.steps.iter());
    let measured = steps.filter(|step| step.judged.is_some()).count() as u64;
    let mut method = format!(
        "Measured: {}, {} each, with the line-ups and dice of the unchanged roster. “±”: half of \
         the width of the {level} confidence interval, which holds for another training of the \
         bot; the distance to its farther end if it is very asymmetric. “Significant”: {level} \
         level, with Holm’s correction for all effects on owners’ win rates, and separately for all \
         effects of rules. Where the reference player has a significant result, the report states \
         this result. By chance, the largest of many effects look larger than they are.",
        counted(measured, "step"),
        counted(facts.games, "game")
    );
    if let Some((rosters, games)) = facts.screen {
        method += &format!(
            " Screened: {} of this roster, {} each; each variant changes half of the values that can \
             go up and down, by one step. A screened effect is a mean over these variants, which \
             may differ from the effect in this roster. Only the largest are measured; --fighter \
             measures every step of one {}.",
            counted(rosters, "variant"),
            counted(games, "game"),
            facts.people.word()
        );
    }
    method
}
