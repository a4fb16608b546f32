//! The page of a sensitivity report.

use super::chart;
use super::facts::{self, StepFacts};
use super::survey::{Results, Screen};
use super::verdict::{Verdict, is_dead_weight, verdict};
use crate::questions::facts::Fact;
use crate::questions::findings;
use crate::questions::findings::sensitivity::Finding;
use crate::report::page::{Brief, Page, PlayedNote, Section};
use crate::report::people::People;
use crate::report::sentences::Standing;
use crate::report::shared::{descending, margin_of_error};
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
    pub fn new(found: &Results, steps: Vec<StepFacts>, manifest: &Manifest) -> SensitivityFacts {
        let screen = |of: &Screen| (of.rosters as u64, of.games_each);
        SensitivityFacts {
            level: manifest.level,
            people: People::of(manifest),
            bots: manifest.strategies.iter().map(|bot| bot.name.clone()).collect(),
            steps,
            reference: None,
            games: 0,
            screen: found.screen.as_ref().map(screen),
            next: vec![],
        }
    }

    /// Returns the name of the fighter that owns the changed value; empty for a rule.
    pub fn owner(&self, step: &StepFacts) -> String {
        step.of.fighter.as_ref().map_or(String::new(), |key| self.people.get(key).name)
    }

    /// Returns the colour of the owner of the changed value, `#RRGGBB`; empty for a rule.
    pub fn colour(&self, step: &StepFacts) -> String {
        step.of.fighter.as_ref().map_or(String::new(), |key| self.people.get(key).colour)
    }

    /// Describes a step with its owner, as in "Baobab’s card 3, melee: 5 instead of 4".
    pub fn named(&self, step: &StepFacts) -> String {
        let change = match step.is_removal() {
            true => step.of.said(),
            false => step.of.change(step.kind, &step.now, &step.to),
        };
        match &step.of.fighter {
            Some(_) => format!("{}’s {change}", self.owner(step)),
            None => change,
        }
    }
}

/// Builds the page of a sensitivity report.
pub fn page(facts: &SensitivityFacts, manifest: &Manifest) -> Page {
    let Verdict { headline, findings, cautions } = verdict(facts);
    let headline = headline.to_string();
    let said: Vec<String> = findings.iter().map(ToString::to_string).chain(cautions).collect();
    let basis = vec![measured_with(facts, manifest)];
    let tables = tables(facts);
    let first = tables[0].for_terminal();
    let values = facts.steps.chunk_by(|a, b| a.at.0 == b.at.0).count() as u64;
    Page {
        verdict: said.clone(),
        basis: basis.clone(),
        judgement: method(facts),
        brief: Brief {
            played: format!(
                "{}, {}",
                counted(values, "tested value"),
                counted(manifest.games, "game")
            ),
            tables: vec![(String::new(), first.rows(&(0..SHOWN).collect::<Vec<_>>()))],
            told: basis.into_iter().chain(said).collect(),
            next: facts.next.clone(),
        },
        sections: vec![
            Section::Charts(chart::all(facts, &headline)),
            Section::Tables(tables),
            Section::Played(played(facts)),
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

/// Builds the tables of the page: of each value the step with the largest effect, the removals, and
/// the rules.
fn tables(facts: &SensitivityFacts) -> Vec<Table> {
    let largest = facts::largest(&facts.steps);
    let kept = largest.iter().copied().filter(|step| step.is_kept_value());
    let removals = largest.iter().filter(|step| step.of.fighter.is_some() && step.is_removal());
    let removals = descending(removals.copied(), |step| -step.effect().map_or(0.0, |(of, _)| of));
    let rules = facts.steps.iter().filter(|step| step.of.fighter.is_none());
    let [who, points] = [facts.people.word(), &percent(super::verdict::SMALL, 0)];
    let all = "The table steps has all steps.";
    vec![
        table(
            facts,
            ("values", "Values by their largest effect"),
            format!(
                "Of each value the step with the largest effect on its {who}’s win rate, in points. \
                 {all}"
            ),
            &kept.collect::<Vec<_>>(),
        ),
        table(
            facts,
            ("removals", "Removals, the most costly first"),
            format!(
                "Change of a {who}’s win rate, in points, if something is taken away from the \
                 {who}. “Dead weight”: no significant effect, and a loss of less than {points} \
                 points. {all}"
            ),
            &removals,
        ),
        table(
            facts,
            ("rules", "Effects of rules"),
            "Change of a win rate, in points, by another setting of one rule.".to_owned(),
            &descending(rules, |step| step.size()),
        ),
    ]
}

fn table(
    facts: &SensitivityFacts,
    (name, title): (&str, &str),
    meaning: String,
    steps: &[&StepFacts],
) -> Table {
    let steps = &steps[..steps.len().min(MOST)];
    let is_rule = steps.iter().all(|step| step.of.fighter.is_none());
    let whose = |step: &&StepFacts| match &step.judged {
        Some(of) if is_rule => capital(&facts.people.get(&of.own.row.subject).name),
        _ => facts.owner(step),
    };
    let own = |step: &&StepFacts| step.effect();
    let margin =
        |(value, ends): (f64, Option<[f64; 2]>)| Some(margin_of_error(value, ends?[0], ends?[1]));
    let mut table = Table::new(name, title, meaning)
        .of(steps)
        .word(facts.people.heading(), whose)
        .coloured(|step| facts.colour(step))
        .in_terminal()
        .word("Value", |step| step.of.short())
        .in_terminal()
        .word("Now", |step| &step.now)
        .in_terminal()
        .word("Then", |step| &step.to)
        .in_terminal()
        .with("Points", Unit::Points(1), |step| Some(own(step)?.0))
        .in_terminal()
        .plus_minus(|step| margin(own(step)?));
    if let Some((name, _)) = &facts.reference {
        let theirs = |step: &&StepFacts| step.judged.as_ref()?.reference.clone();
        table = table
            .with(format!("With {name}"), Unit::Points(1), move |step| theirs(step)?.row.change)
            .in_terminal()
            .plus_minus(move |step| theirs(step).as_ref().map(Fact::margin_of_error));
    }
    table
        .word("Verdict", |step| judgement(step))
        .in_terminal()
        .with("Source", Unit::Word, |step| step.of.provenance)
        .marked(|step| step.is_significant())
}

/// Returns the words for what is known about the effect of a step.
fn judgement(step: &StepFacts) -> &'static str {
    let Some(judged) = &step.judged else {
        return if step.is_comparable { "screened" } else { "changes who plays" };
    };
    match (judged.reference.as_ref().and(judged.check()), judged.own.standing()) {
        (Some(check), _) => check.name(),
        (_, Standing::Above | Standing::Below) => "significant",
        _ if is_dead_weight(step) => "dead weight",
        (_, Standing::WithinNoise) => "within noise",
        (_, Standing::Open) => "open",
    }
}

/// Returns how the effects were determined: by changing many values at once, or one.
fn played(facts: &SensitivityFacts) -> Vec<PlayedNote> {
    let note = |term: &str, line: String| PlayedNote { term: term.to_owned(), lines: vec![line] };
    let screened = facts.screen.map(|(rosters, games)| {
        let mut values = facts.steps.chunk_by(|a, b| a.at.0 == b.at.0);
        let only = values.by_ref().filter(|of| of.iter().all(|step| step.judged.is_none()));
        note(
            "Screened",
            format!(
                "{} of this roster, {} each. Each variant changes half of the values that can go \
                 up and down, by one step. A screened effect is the mean over these variants: it \
                 may differ from the effect in this roster. {} not measured more precisely; \
                 --fighter measures every step of one {}.",
                counted(rosters, "variant"),
                counted(games, "game"),
                counted(only.count() as u64, "value"),
                facts.people.word()
            ),
        )
    });
    let steps = facts.steps.iter().filter(|step| step.judged.is_some()).count() as u64;
    let measured = format!(
        "{}, {} each: each step changes one value of this roster; the line-ups and dice are those \
         of the unchanged roster.",
        counted(steps, "step"),
        counted(facts.games, "game")
    );
    screened.into_iter().chain([note("Measured", measured)]).collect()
}

fn method(facts: &SensitivityFacts) -> String {
    let level = level(facts.level);
    format!(
        "“±”: half of the width of the {level} confidence interval, which holds for another \
         training of the bot; the distance to its farther end if it is very asymmetric. \
         “Significant”: {level} level, with Holm’s correction for all effects on owners’ win rates, \
         and separately for all effects of rules. Where the reference player has a significant \
         result, the report states this result. By chance, the largest of many effects look larger \
         than they are."
    )
}
