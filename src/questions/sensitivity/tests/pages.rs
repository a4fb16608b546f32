//! Tests of pages: what a page states, and what the reference player confirms.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{Results, changes, found, measured, pairs, shown, steps};
use crate::analysis::{GAME, WorkAudience, knobs};
use crate::questions::sensitivity::survey::Survey;
use crate::scenario::Scenario;
use crate::simulate::{All, Plan};
use crate::stats::Pairs;

#[test]
fn the_page_has_values_removals_and_rules() {
    let (page, told) = shown(steps(&found(), &[]), false);
    let table = &page.tables[0];
    for (row, (begin, rates, end)) in [
        ("Baobab: card 3, melee 4 → 5 | ", " 30.0 | 33.1 | +3.1 | ", " | more"),
        ("Baobab’s card 3: withheld instead of 4 | ", " 30.0 | 20.0 | −10.0 | ", " | less"),
        ("Baobab’s card 2, strike: none instead of 4 | ", " 30.0 | 30.0 | +0.0 | ", " noise"),
        ("Rounds: 8 instead of 4 (Cactus) | ", " 30.0 | 26.0 | −4.0 | ", " | less"),
    ]
    .into_iter()
    .enumerate()
    {
        let cells = table.columns.iter().map(|column| column.shown(row));
        let line = cells.collect::<Vec<_>>().join(" | ");
        assert!(line.starts_with(begin) && line.contains(rates) && line.ends_with(end), "{line}");
    }
    assert_eq!((table.height(), page.charts.len()), (4, 1));
    let same = "): Baobab’s card 2, strike: none instead of 4.";
    assert!(page.verdict.iter().any(|of| of.ends_with(same)));
    assert!(told.contains("gong compare a.toml") && !told.contains("reference"), "{told}");
}

#[test]
fn nothing_is_claimed_where_nothing_is_told_from_noise() {
    let measured = vec![measured(0, 1, [1, 0]), measured(1, 0, [-2, 0])];
    let (page, told) = shown(steps(&Results { steps: measured, ..found() }, &[]), false);
    assert!(page.headline.starts_with("No step of a value changes"), "{}", page.headline);
    assert!(!told.contains("Of the removals"), "{told}");
    let (page, _) = shown(steps(&Results { steps: vec![], ..found() }, &[]), false);
    assert_eq!(page.headline, "No step of a value was measured");
}

#[test]
fn the_headline_states_the_effect_with_the_player_that_leads() {
    let found = found();
    let mut few = Pairs::default();
    few.add_times(0, 0, 1, 1);
    few.add_times(0, 0, 0, 9);
    let undecided = " points with the bot “balanced” (undecided with “search”)";
    // The checked step is worth 3.1 points with the command's own bots.
    for (theirs, by, player) in [
        (pairs(40), "+4.0 ± ", " points with “search”"),
        (pairs(-40), "−4.0 ± ", " points with the bot “balanced” (opposite with “search”)"),
        (pairs(0), "+3.1 ± ", undecided),
        (few, "+3.1 ± ", undecided),
    ] {
        let mut step = measured(0, 1, [0, 0]);
        step.pairs.measures[0][0] = theirs;
        for subject in &mut step.pairs.subjects {
            subject.strategies = ["search", "search"].map(str::to_owned);
        }
        let theirs = changes(&Results { steps: vec![step], ..found.clone() });
        let (page, _) = shown(steps(&found, &theirs), true);
        let said = ["Baobab’s win rate most, by ", by, player];
        assert!(said.iter().all(|of| page.headline.contains(of)), "{}", page.headline);
    }
}

/// An audience that interrupts the survey after a number of games.
struct Impatient<'a>(AtomicU64, &'a AtomicBool);

impl WorkAudience for Impatient<'_> {
    fn played(&self, games: u64) {
        let played = self.0.fetch_add(games, Ordering::Relaxed) + games;
        self.1.store(played >= 60 * 20 * GAME, Ordering::Relaxed);
    }
}

#[test]
fn what_was_measured_before_an_interruption_is_on_the_page() {
    let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
    let scenario = Scenario::load(path, &["strategy=random".to_owned()]).unwrap();
    let knobs = knobs::of(&scenario, &["baobab".to_owned()], false);
    let all: usize = knobs.iter().map(|knob| knob.steps.len()).sum();
    let stop = AtomicBool::new(false);
    let audience = Impatient(AtomicU64::new(0), &stop);
    let survey = Survey::new(scenario, knobs, None, Plan::fixed(1, 60, 1));
    let played = survey.play(&stop, &audience, &mut All(60)).unwrap();
    let measured = survey.measured(&survey.scenario, &played.found.own).unwrap();
    assert!(played.partial && !measured.is_empty() && measured.len() < all);
    let found = Results { knobs: survey.knobs.clone(), steps: measured };
    let (page, _) = shown(steps(&found, &[]), false);
    assert!(!page.charts.is_empty());
}
