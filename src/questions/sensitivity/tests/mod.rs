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

const SUBJECTS: [&str; 2] = ["baobab", "cactus"];

fn subjects() -> Vec<Subject> {
    let subject = |key: &str| Subject {
        fighter: key.to_owned(),
        strategies: ["balanced", "balanced"].map(str::to_owned),
    };
    SUBJECTS.map(subject).into()
}

fn step(kind: StepKind, to: &str) -> Step {
    Step { kind, to: to.to_owned(), edits: vec![Edit::new("rules.rounds", 1)] }
}

fn knob(
    fighter: Option<&str>,
    thing: Option<&str>,
    field: &str,
    words: &str,
    steps: Vec<Step>,
) -> Knob {
    Knob {
        fighter: fighter.map(str::to_owned),
        thing: thing.map(str::to_owned),
        field: field.to_owned(),
        words: words.to_owned(),
        // A thing as a whole, such as a card, has no provenance of its own.
        provenance: fighter
            .filter(|_| steps[0].kind != StepKind::Withheld)
            .map(|_| Provenance::Reconstructed),
        now: "4".to_owned(),
        steps,
    }
}

/// Creates the counts of 1,000 pairs of games: 300 wins without a step, and `by` more wins with it
/// (fewer if negative).
fn pairs(by: i64) -> Pairs {
    let mut pairs = Pairs::default();
    for game in 0..1_000 {
        let won = game < 300;
        let then = game < 300 + by;
        pairs.add(u32::from(won), u32::from(then));
    }
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
    let up_and_down = || vec![step(StepKind::Down, "3"), step(StepKind::Up, "5")];
    let of = |path: &str| format!("fighters.baobab.cards.{path}");
    let knobs = vec![
        knob(Some("baobab"), Some("3"), &of("3.melee"), "card 3: melee", up_and_down()),
        knob(
            Some("baobab"),
            Some("3"),
            &of("3"),
            "card 3",
            vec![step(StepKind::Withheld, "withheld")],
        ),
        knob(
            Some("baobab"),
            Some("2"),
            &of("2.technique"),
            "card 2: strike",
            vec![step(StepKind::Off, "none")],
        ),
        knob(Some("cactus"), None, "fighters.cactus.defense", "defense", up_and_down()),
        knob(None, None, "rules.rounds", "rounds", vec![step(StepKind::Up, "8")]),
    ];
    Results {
        knobs,
        steps: vec![
            measured(0, 1, [31, 0]),
            measured(1, 0, [-100, 11]),
            measured(2, 0, [0, 0]),
            measured(4, 0, [5, -40]),
        ],
    }
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
