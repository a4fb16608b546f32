//! Tests of pages: what a page names, and what the reference player confirms.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{found, measured, pairs, shown, shown_with};
use crate::analysis::knobs::Knob;
use crate::analysis::pairs::PairTally;
use crate::analysis::{GAME, WorkAudience};
use crate::questions::sensitivity::checks::{self, CheckedSteps};
use crate::questions::sensitivity::reference::choose;
use crate::questions::sensitivity::survey::{MeasuredStep, Results, Survey, SurveySettings};
use crate::questions::sensitivity::tables;
use crate::report::Table;
use crate::scenario::Scenario;
use crate::simulate::All;
use crate::stats::Pairs;

fn lines(table: &Table) -> Vec<String> {
    let line = |row| {
        let cells = table.columns.iter().map(|column| column.shown(row));
        cells.collect::<Vec<_>>().join(" | ")
    };
    (0..table.height()).map(line).collect()
}

#[test]
fn the_page_answers_what_matters_what_to_look_up_and_what_is_a_must() {
    let (page, told) = shown(&found());
    assert!(
        page.headline.contains(
            "Baobab’s card 3, melee: 5 instead of 4 changes Baobab’s win rate by +3.1 ± "
        ),
        "{}",
        page.headline
    );
    let tables: Vec<&Table> = page.sections.iter().flat_map(|section| section.tables()).collect();
    let table = |name: &str| lines(tables.iter().find(|table| table.name == name).unwrap());
    let look_up = table("look-up");
    assert!(look_up[0].starts_with("Baobab | card 3, melee | 4 | +3.1 | "), "{look_up:?}");
    assert!(look_up[0].ends_with("measured"), "{look_up:?}");
    assert!(
        look_up.iter().any(|line| line.starts_with("Cactus | defense | 4 | +3.0 | 0.2 | −3.0")
            && line.ends_with("screened")),
        "{look_up:?}"
    );
    let weights = table("weights");
    assert!(weights[0].contains("card 3 | −10.0") && weights[0].ends_with("a must"), "{weights:?}");
    assert!(
        weights[1].contains("card 2, strike 4 | +0.0") && weights[1].ends_with("dead weight"),
        "{weights:?}"
    );
    let rules = table("rules");
    assert!(rules[0].starts_with("rounds | 4 | 8 | Cactus | −4.0"), "{rules:?}");
    assert!(rules[1].ends_with("not compared: it changes who plays"), "{rules:?}");
    assert!(page.judgement.contains("may differ from the effects in this roster"));
    let charts: Vec<String> = page.charts().map(|chart| chart.svg().unwrap()).collect();
    assert_eq!(charts.len(), 1 + 2 * 2);
    assert!(charts.iter().any(|svg| svg.contains("4 +3.1")), "the measured one is in the sheet");
    assert!(told.contains("gong compare a.toml --set fighters.baobab.cards.3.melee=5"), "{told}");
}

#[test]
fn only_significant_effects_are_the_next_largest() {
    let mut found = found();
    found.steps = vec![measured(0, 0, [1, 0]), measured(0, 1, [-60, 0]), measured(3, 0, [0, 90])];
    let (_, told) = shown(&found);
    let words = "The next largest significant effect: Baobab’s ";
    assert!(told.contains(words), "{told}");
}

#[test]
fn nothing_is_claimed_where_nothing_is_told_from_noise() {
    let mut found = found();
    found.steps = vec![measured(0, 1, [1, 0]), measured(1, 0, [-2, 0])];
    let (page, told) = shown(&found);
    assert!(
        page.headline.starts_with(
            "No step of any value changes its owner’s win rate significantly; the 95\u{a0}% \
             intervals "
        ),
        "{}",
        page.headline
    );
    assert!(!told.contains("--set") && !told.contains("most costly"), "{told}");
    let charts: Vec<String> = page.charts().map(|chart| chart.svg().unwrap()).collect();
    for (title, times) in [
        ("Largest effect in these games, not significant: card 3", 1),
        ("Largest screened effect: defense", 1),
        ("depends most on this step", 0),
    ] {
        let titled = charts.iter().filter(|svg| svg.contains(title));
        assert_eq!(titled.count(), times, "{title}");
    }
    found.steps.clear();
    let (page, _) = shown(&found);
    assert_eq!(page.headline, "No step of any value was measured");
}

#[test]
fn the_reference_player_checks_the_largest_significant_effects_of_different_values() {
    let mut found = found();
    for field in ["size", "move", "armour"] {
        found
            .knobs
            .push(Knob { field: format!("fighters.cactus.{field}"), ..found.knobs[3].clone() });
    }
    let choose = |steps: Vec<MeasuredStep>| -> Vec<(usize, usize)> {
        let found = Results { steps, ..found.clone() };
        let chosen = choose(&found.knobs, &tables::rows(&found, 0.95));
        chosen.into_iter().map(|of| of.at).collect()
    };
    // The reference player plays the larger step of each value, but no removal, no rule, and no
    // effect within noise.
    let steps = vec![
        measured(0, 0, [-60, 0]),
        measured(0, 1, [50, 0]),
        measured(1, 0, [-100, 0]),
        measured(3, 0, [0, 1]),
        measured(3, 1, [0, 90]),
        measured(4, 0, [0, -200]),
        measured(6, 0, [0, 1]),
    ];
    assert_eq!(choose(steps), [(3, 1), (0, 0)]);
    // The reference player plays steps of at most three values.
    let steps = (0..4).map(|of| measured([0, 3, 6, 7][of], 0, [40 + of as i64; 2]));
    assert_eq!(choose(steps.collect()), [(7, 0), (6, 0), (3, 0)]);
    assert_eq!(choose(vec![]), []);
}

#[test]
fn the_headline_states_the_effect_with_the_player_that_leads() {
    let found = found();
    let rows = tables::rows(&found, 0.95);
    // The checked step is worth 3.1 points with the command's own bots.
    let checked = |wins: Pairs| {
        let own = &choose(&found.knobs, &rows)[0].own;
        let mut games = measured(0, 1, [0, 0]).pairs;
        games.measures[0][0] = wins;
        let rows = checks::rows("search", [(own, &games)].into_iter(), 0.95).unwrap();
        let checked = CheckedSteps {
            strategy: "search".to_owned(),
            games: 1_000,
            rows,
            compare: Some("gong compare a.toml --strategy search".to_owned()),
        };
        let (page, told) = shown_with(&found, Some(checked));
        (page.headline, told)
    };
    let mut few = Pairs::default();
    few.add_times(0, 0, 1, 1);
    few.add_times(0, 0, 0, 9);
    let undecided = " points with the bot “balanced” (undecided with “search”), ";
    for (theirs, by, player) in [
        (pairs(40), "+4.0 ± ", " points with “search”, the largest effect "),
        (pairs(-40), "−4.0 ± ", " points with the bot “balanced” (opposite with “search”), "),
        (pairs(0), "+3.1 ± ", undecided),
        (few, "+3.1 ± ", undecided),
    ] {
        let (headline, told) = checked(theirs);
        let said = [" changes Baobab’s win rate by ", by, player].map(|of| headline.contains(of));
        assert_eq!(said, [true; 3], "{headline}");
        assert!(told.contains("Checked by the reference player"), "{told}");
        let command = "gong compare a.toml --strategy search --set fighters.baobab.cards.3.melee=5";
        assert!(told.contains(command), "{told}");
    }
    let (page, told) = shown(&found);
    assert!(!page.judgement.contains("reference"), "{}", page.judgement);
    assert!(!told.contains("reference"), "{told}");
}

/// An audience that interrupts the survey after a number of games.
struct Impatient<'a> {
    left: AtomicU64,
    stop: &'a AtomicBool,
}

impl WorkAudience for Impatient<'_> {
    fn planned(&self, _: u64) {}

    fn played(&self, games: u64) {
        let left = self.left.load(Ordering::Relaxed).saturating_sub(games);
        self.left.store(left, Ordering::Relaxed);
        self.stop.store(left == 0, Ordering::Relaxed);
    }
}

#[test]
fn what_was_measured_before_an_interruption_is_on_the_page() {
    let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
    let scenario = Scenario::load(path, &["strategy=random".to_owned()]).unwrap();
    let settings = SurveySettings {
        fighters: vec!["baobab".to_owned()],
        rules: false,
        largest: None,
        screened: 0,
        games: 60,
        seed: 1,
        threads: 1,
    };
    let stop = AtomicBool::new(false);
    let audience = Impatient { left: AtomicU64::new(60 * 20 * GAME), stop: &stop };
    let survey = Survey::new(scenario, settings);
    let played = survey.play(&stop, &audience, &mut All(60)).unwrap();
    let played = played.unwrap();
    let found = survey.results(&played.found).unwrap();
    let all: usize = found.knobs.iter().map(|knob| knob.steps.len()).sum();
    assert!(played.partial && !found.steps.is_empty() && found.steps.len() < all);
    let (page, _) = shown(&found);
    assert!(page.charts().count() > 0);
}

#[test]
fn a_rule_of_a_cooperative_game_is_judged_by_the_party() {
    let mut found = found();
    let rule = found.steps.iter_mut().find(|step| step.knob == 4).unwrap();
    // No effect on a single fighter is significant.
    rule.pairs = PairTally { party: Some(pairs(120)), ..measured(4, 0, [0, 3]).pairs };
    let (page, _) = shown(&found);
    let said = "Of the rules, rounds matters most: 8 instead of 4 changes the win rate of the party \
                by +12.0 ± ";
    assert!(page.verdict.iter().any(|of| of.starts_with(said)), "{:?}", page.verdict);
    let tables: Vec<&Table> = page.sections.iter().flat_map(|of| of.tables()).collect();
    let rules = lines(tables.iter().find(|table| table.name == "rules").unwrap());
    assert!(rules[0].starts_with("rounds | 4 | 8 | The party | +12.0"), "{rules:?}");
    assert!(rules[0].ends_with("significant"), "{rules:?}");
}
