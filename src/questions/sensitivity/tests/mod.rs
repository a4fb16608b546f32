//! Tests of the tables and of the pages of `gong sensitivity`, on made-up results.

mod effects;
mod pages;

use std::path::Path;

use super::facts::{self, StepFacts};
use super::page::{self, SensitivityFacts};
use super::survey::MeasuredStep;
use crate::analysis::knobs::{Knob, Step, StepKind};
use crate::analysis::pairs::{PairTally, Subject};
use crate::games::Provenance;
use crate::questions::facts::Fact;
use crate::questions::judge::Judged;
use crate::report::page::Page;
use crate::report::people::People;
use crate::report::sample::manifest;
use crate::scenario::Edit;
use crate::stats::{Pairs, sample};

fn subjects() -> Vec<Subject> {
    let subject = |key: &str| Subject {
        fighter: key.to_owned(),
        strategies: ["balanced", "balanced"].map(str::to_owned),
    };
    ["baobab", "cactus"].map(subject).into()
}

fn step(kind: StepKind, to: &str) -> Step {
    Step { kind, to: to.to_owned(), edits: vec![Edit::new("rules.rounds", 1)] }
}

fn knob(fighter: Option<&str>, thing: Option<&str>, texts: [&str; 2], steps: Vec<Step>) -> Knob {
    // A thing as a whole, such as a card, has no provenance of its own.
    let has_provenance = fighter.is_some() && steps[0].kind != StepKind::Withheld;
    Knob {
        fighter: fighter.map(str::to_owned),
        thing: thing.map(str::to_owned),
        field: texts[0].to_owned(),
        words: texts[1].to_owned(),
        provenance: has_provenance.then_some(Provenance::Reconstructed),
        now: "4".to_owned(),
        steps,
    }
}

/// Creates the counts of 1,000 pairs of games: 300 wins without a step, and `by` more wins with it
/// (fewer if negative).
fn pairs(by: i64) -> Pairs {
    let mut pairs = Pairs::default();
    (0..1_000).for_each(|game| pairs.add(u32::from(game < 300), u32::from(game < 300 + by)));
    pairs
}

/// Creates the results of a step that changes the number of wins of each of the two fighters by
/// `by`.
fn measured(knob: usize, step: usize, by: [i64; 2]) -> MeasuredStep {
    MeasuredStep {
        at: (knob, step),
        pairs: PairTally {
            party: None,
            subjects: subjects(),
            compared: vec![],
            measures: by.map(|by| vec![pairs(by)]).into(),
            length: Pairs::default(),
            sides: vec![],
            winners: vec![],
        },
    }
}

/// Made-up results of an analysis.
#[derive(Clone)]
struct Results {
    knobs: Vec<Knob>,
    steps: Vec<MeasuredStep>,
}

/// Creates made-up results. The step up of a number is measured; another number is not. A card is
/// withheld, an effect is removed, and a rule is changed.
fn found() -> Results {
    let (baobab, cards) = (Some("baobab"), "fighters.baobab.cards");
    let [melee, card, technique] =
        ["3.melee", "3", "2.technique"].map(|of| format!("{cards}.{of}"));
    let up_and_down = || vec![step(StepKind::Down, "3"), step(StepKind::Up, "5")];
    let one = |kind, to| vec![step(kind, to)];
    let withheld = one(StepKind::Withheld, "withheld");
    let knobs = vec![
        knob(baobab, Some("3"), [&melee, "card 3: melee"], up_and_down()),
        knob(baobab, Some("3"), [&card, "card 3"], withheld),
        knob(baobab, Some("2"), [&technique, "card 2: strike"], one(StepKind::Off, "none")),
        knob(Some("cactus"), None, ["fighters.cactus.defense", "defense"], up_and_down()),
        knob(None, None, ["rules.rounds", "rounds"], one(StepKind::Up, "8")),
    ];
    let steps = [(0, 1, [31, 0]), (1, 0, [-100, 11]), (2, 0, [0, 0]), (4, 0, [5, -40])];
    let steps = steps.map(|(knob, step, by)| measured(knob, step, by)).into();
    Results { knobs, steps }
}

fn changes(found: &Results) -> Vec<Fact> {
    facts::changes(&found.knobs, &found.steps, &[], 0.95)
}

/// Returns the judged steps of the results, with the judged facts of the reference player.
fn steps(found: &Results, theirs: &[Fact]) -> Vec<StepFacts> {
    let judged = Judged::pairs(changes(found), theirs);
    facts::steps(&found.knobs, &found.steps, &judged)
}

/// Builds the page of these steps, and the text for a terminal.
fn shown(steps: Vec<StepFacts>, reference: bool) -> (Page, String) {
    let mut manifest = manifest(&sample::cast(8, 4), 36_000);
    manifest.kind = "sensitivity".into();
    let facts = SensitivityFacts {
        level: 0.95,
        people: People::of(&manifest),
        bots: vec!["balanced".to_owned()],
        steps,
        reference: reference.then(|| ("search".to_owned(), 1_000)),
        games: 1_000,
        of_screen: 32_000,
        next: Some("gong compare a.toml".to_owned()),
    };
    let page = page::page(&facts, &manifest);
    let told = page.summary(&manifest, Path::new("out"), usize::MAX).unwrap();
    (page, told)
}
