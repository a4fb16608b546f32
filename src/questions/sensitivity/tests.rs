use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::checks::{self, CheckedSteps};
use super::facts::{SensitivityFacts, SurveyMethod};
use super::groups;
use super::page;
use super::reference::choose;
use super::survey::{Estimate, MeasuredStep, Results, Screen, Survey, SurveySettings};
use super::tables::{self, Judged, WorthRow};
use crate::analysis::knobs::{Knob, Step, StepKind};
use crate::analysis::pairs::{PairTally, Subject};
use crate::analysis::{GAME, WorkAudience};
use crate::games::Provenance;
use crate::report::Table;
use crate::report::page::Page;
use crate::report::sample::manifest;
use crate::scenario::{Edit, Scenario};
use crate::simulate::All;
use crate::stats::{Pairs, sample};

const SUBJECTS: [&str; 2] = ["baobab", "cactus"];

fn subjects() -> Vec<Subject> {
    let subject = |key: &str| Subject {
        fighter: key.to_owned(),
        strategies: ["balanced", "balanced"].map(str::to_owned),
    };
    SUBJECTS.map(subject).into()
}

fn step(turn: StepKind, to: &str) -> Step {
    Step {
        turn,
        to: to.to_owned(),
        edits: vec![Edit::new("rules.rounds", 1)],
    }
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
            .filter(|_| steps[0].turn != StepKind::Withheld)
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
        knob,
        step,
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

/// Creates made-up results. One number of a card is screened, and its step up is measured; another
/// number is only screened. The card is withheld, an effect is removed, and two rules are changed.
fn found() -> Results {
    let up_and_down = || vec![step(StepKind::Down, "3"), step(StepKind::Up, "5")];
    let of = |path: &str| format!("fighters.baobab.cards.{path}");
    let knobs = vec![
        knob(
            Some("baobab"),
            Some("3"),
            &of("3.melee"),
            "card 3: melee",
            up_and_down(),
        ),
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
        knob(
            Some("cactus"),
            None,
            "fighters.cactus.defense",
            "defense",
            up_and_down(),
        ),
        knob(
            None,
            None,
            "rules.rounds",
            "rounds",
            vec![step(StepKind::Up, "8")],
        ),
        knob(
            None,
            None,
            "rules.seats",
            "seats",
            vec![step(StepKind::Other, "all")],
        ),
    ];
    let estimate = |value: f64, error: f64| Estimate {
        value,
        error,
        freedom: 1_000,
    };
    let on = |of: [Estimate; 2]| of.map(|estimate| vec![estimate]).into();
    let effects = BTreeMap::from([
        (0, on([estimate(0.02, 0.005), estimate(-0.01, 0.005)])),
        (3, on([estimate(0.0, 0.005), estimate(0.03, 0.001)])),
    ]);
    Results {
        knobs,
        screen: Some(Screen {
            subjects: subjects(),
            compared: vec![],
            rosters: 64,
            games_each: 500,
            effects,
        }),
        steps: vec![
            measured(0, 1, [31, 0]),
            measured(1, 0, [-100, 11]),
            measured(2, 0, [0, 0]),
            measured(4, 0, [5, -40]),
        ],
        incomparable: vec![(5, 0)],
    }
}

fn rows() -> Vec<WorthRow> {
    tables::rows(&found(), 0.95)
}

fn row<'a>(rows: &'a [WorthRow], knob: u64, step: StepKind, entrant: &str) -> &'a WorthRow {
    let found = rows.iter().find(|row| {
        row.knob == knob && row.step == step && row.entrant.as_deref() == Some(entrant)
    });
    found.unwrap_or_else(|| panic!("no {step:?} of {knob} for {entrant}"))
}

fn near(a: Option<f64>, b: f64) {
    let a = a.expect("a number");
    assert!((a - b).abs() < 1e-9, "{a} is not {b}");
}

#[test]
fn a_row_has_what_the_screen_and_what_the_games_say() {
    let rows = rows();
    // The screen has two steps of two values, with two entrants each. Three steps have two entrants
    // each, and one step cannot be compared.
    assert_eq!(rows.len(), 2 * 2 * 2 + 3 * 2 + 1);
    let up = row(&rows, 1, StepKind::Up, "baobab");
    near(up.screened, 0.02);
    near(up.difference, 0.031);
    assert_eq!((up.games, up.to.as_str()), (Some(1_000), "5"));
    near(up.mean, 0.3);
    near(up.mean_step, 0.331);
    let down = row(&rows, 1, StepKind::Down, "baobab");
    near(down.screened, -0.02);
    near(down.screened_low, -up.screened_high.unwrap());
    near(down.screened_high, -up.screened_low.unwrap());
    assert!(down.difference.is_none() && down.verdict.is_none());
    assert!(
        row(&rows, 2, StepKind::Withheld, "baobab")
            .screened
            .is_none()
    );
    let last = rows.last().unwrap();
    assert_eq!(last.verdict, Some(Judged::Incomparable));
    assert!(last.entrant.is_none() && last.games.is_none());
}

#[test]
fn verdicts_allow_for_their_own_family_alone() {
    let rows = rows();
    let verdict = |knob, step, entrant| row(&rows, knob, step, entrant).verdict;
    // Of the three win rates of changed fighters, two are significant.
    assert_eq!(verdict(1, StepKind::Up, "baobab").unwrap(), Judged::More);
    assert_eq!(
        verdict(2, StepKind::Withheld, "baobab").unwrap(),
        Judged::Less
    );
    assert_eq!(verdict(3, StepKind::Off, "baobab").unwrap(), Judged::Noise);
    // Both win rates with another value of a rule are significant, corrected for two tests.
    assert_eq!(verdict(5, StepKind::Up, "cactus").unwrap(), Judged::Less);
    assert_eq!(verdict(5, StepKind::Up, "baobab").unwrap(), Judged::More);
    // Of the three win rates of other fighters, only this one is significant, corrected for three
    // tests.
    let other = row(&rows, 2, StepKind::Withheld, "cactus");
    let p = other.p_value.unwrap();
    assert!(p < 0.05 / 3.0, "{p}");
    assert_eq!(other.verdict, Some(Judged::More));
}

#[test]
fn many_changes_of_rules_do_not_hide_the_effect_of_a_fighters_own_value() {
    let mut found = found();
    found.steps[0] = measured(0, 1, [8, 0]);
    found.knobs[4].steps = (0..13)
        .map(|to| step(StepKind::Other, &to.to_string()))
        .collect();
    found
        .steps
        .extend((1..13).map(|to| measured(4, to, [0, 0])));
    let rows = tables::rows(&found, 0.95);
    let own = row(&rows, 1, StepKind::Up, "baobab");
    // The p-value would not be significant among 29 tests, but it is among three.
    let p = own.p_value.unwrap();
    assert!(p > 0.05 / 29.0 && p < 0.05 / 3.0, "{p}");
    assert_eq!(own.verdict, Some(Judged::More));
    let (page, _) = shown(&found);
    for said in [
        "One group contains the 3 tests",
        "A second group contains the 26 tests of effects of rules on win rates. A third group \
         contains the 3 tests",
    ] {
        assert!(page.judgement.contains(said), "{}", page.judgement);
    }
}

#[test]
fn a_step_that_a_bot_has_not_learnt_has_no_verdict() {
    let mut rows = rows();
    tables::withhold(&mut rows, &[(1, StepKind::Up, "5".to_owned())]);
    let up = row(&rows, 1, StepKind::Up, "baobab");
    assert_eq!(up.verdict, Some(Judged::NotLearnt));
    let chosen = choose(&found().knobs, &rows);
    assert!(chosen.iter().all(|of| of.own.knob != 1));
    let manifest = manifest(&sample::cast(8, 4), 36_000);
    let method = SurveyMethod::new(&found(), 1_000, None);
    let facts = SensitivityFacts::new(&rows, &[], method, None, &manifest);
    let page = page::page(&facts, &manifest).unwrap();
    assert!(!page.headline.contains("melee"), "{}", page.headline);
    let said = "Baobab’s card 3, melee: 5 instead of 4.";
    assert!(page.warnings[0].meaning.ends_with(said));
    // The other step of the value still counts.
    assert!(facts.values[0].largest().unwrap().0.turn == StepKind::Down);
}

/// Builds the page of the results, and the text for a terminal.
fn shown(found: &Results) -> (Page, String) {
    shown_with(found, None)
}

/// Builds the page of the results with the checks of the reference player, and the text for a
/// terminal.
fn shown_with(found: &Results, checked: Option<CheckedSteps>) -> (Page, String) {
    let mut manifest = manifest(&sample::cast(8, 4), 36_000);
    manifest.kind = "sensitivity".into();
    let rows = tables::rows(found, 0.95);
    let groups = groups::effects(found, &[], 0.95);
    let method = SurveyMethod::new(found, 1_000, Some("gong compare a.toml".to_owned()));
    let facts = SensitivityFacts::new(&rows, &groups, method, checked, &manifest);
    let page = page::page(&facts, &manifest).unwrap();
    let told = page.summary(&manifest, Path::new("out")).unwrap();
    (page, told)
}

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
    let tables: Vec<&Table> = page
        .sections
        .iter()
        .flat_map(|section| section.tables())
        .collect();
    let table = |name: &str| lines(tables.iter().find(|table| table.name == name).unwrap());
    let look_up = table("look-up");
    assert!(
        look_up[0].starts_with("Baobab | card 3, melee | 4 | +3.1 | "),
        "{look_up:?}"
    );
    assert!(look_up[0].ends_with("measured"), "{look_up:?}");
    assert!(
        look_up.iter().any(
            |line| line.starts_with("Cactus | defense | 4 | +3.0 | 0.2 | −3.0")
                && line.ends_with("screened")
        ),
        "{look_up:?}"
    );
    let weights = table("weights");
    assert!(
        weights[0].contains("card 3 | −10.0") && weights[0].ends_with("a must"),
        "{weights:?}"
    );
    assert!(
        weights[1].contains("card 2, strike 4 | +0.0") && weights[1].ends_with("dead weight"),
        "{weights:?}"
    );
    let rules = table("rules");
    assert!(
        rules[0].starts_with("rounds | 4 | 8 | Cactus | −4.0"),
        "{rules:?}"
    );
    assert!(
        rules[1].ends_with("not compared: it changes who plays"),
        "{rules:?}"
    );
    assert!(
        page.judgement
            .contains("may differ from the effects in this roster")
    );
    let charts: Vec<String> = page.charts().map(|chart| chart.svg().unwrap()).collect();
    assert_eq!(charts.len(), 1 + 2 * 2);
    assert!(
        charts.iter().any(|svg| svg.contains("4 +3.1")),
        "the measured one is in the sheet"
    );
    assert!(
        told.contains("gong compare a.toml --set fighters.baobab.cards.3.melee=5"),
        "{told}"
    );
}

#[test]
fn only_significant_effects_are_the_next_largest() {
    let mut found = found();
    found.steps = vec![
        measured(0, 0, [1, 0]),
        measured(0, 1, [-60, 0]),
        measured(3, 0, [0, 90]),
    ];
    let (_, told) = shown(&found);
    let words = "The next largest significant effect, in points: Baobab’s ";
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
    assert!(
        !told.contains("--set") && !told.contains("most costly"),
        "{told}"
    );
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
        found.knobs.push(Knob {
            field: format!("fighters.cactus.{field}"),
            ..found.knobs[3].clone()
        });
    }
    let choose = |steps: Vec<MeasuredStep>| -> Vec<(usize, usize)> {
        let found = Results {
            steps,
            ..found.clone()
        };
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
fn headline_and_verdict_say_what_the_reference_player_confirms() {
    let found = found();
    let rows = tables::rows(&found, 0.95);
    // The checked step is worth 3.1 points with the own bots.
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
    let (headline, told) = checked(pairs(40));
    assert!(
        headline.ends_with("; the reference player “search” confirms this effect"),
        "{headline}"
    );
    assert!(
        told.contains(
            "Confirmed by the reference player “search” (1,000 games of each step; effects \
             in points): Baobab’s card 3, melee: 5 instead of 4 (+4.0 ± "
        ),
        "{told}"
    );
    assert!(told.contains("Checked by the reference player"), "{told}");
    let command = "gong compare a.toml --strategy search --set fighters.baobab.cards.3.melee=5";
    assert!(told.contains(command), "{told}");
    let (headline, told) = checked(pairs(0));
    assert!(
        headline.ends_with(", but the reference player “search” does not confirm it"),
        "{headline}"
    );
    assert!(
        told.contains("Do not rely on the effect of this step"),
        "{told}"
    );
    let (headline, told) = checked(pairs(-40));
    assert!(
        headline
            .ends_with(", but with the reference player “search” the effect has the opposite sign"),
        "{headline}"
    );
    assert!(told.contains("The sign depends on who plays: "), "{told}");
    let mut few = Pairs::default();
    few.add_times(0, 1, 1);
    few.add_times(0, 0, 9);
    let (headline, told) = checked(few);
    assert!(
        headline.ends_with("; the games of “search” are too few to confirm it"),
        "{headline}"
    );
    assert!(
        told.contains("Undecided, because 1,000 games of each step are too few "),
        "{told}"
    );
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
    let audience = Impatient {
        left: AtomicU64::new(60 * 20 * GAME),
        stop: &stop,
    };
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
    rule.pairs = PairTally {
        party: Some(pairs(120)),
        ..measured(4, 0, [0, 3]).pairs
    };
    let (page, _) = shown(&found);
    let said = "Of the rules, rounds matters most: 8 instead of 4 changes the win rate of the party \
                by +12.0 ± ";
    assert!(
        page.verdict.iter().any(|of| of.starts_with(said)),
        "{:?}",
        page.verdict
    );
    let tables: Vec<&Table> = page.sections.iter().flat_map(|of| of.tables()).collect();
    let rules = lines(tables.iter().find(|table| table.name == "rules").unwrap());
    assert!(
        rules[0].starts_with("rounds | 4 | 8 | The party | +12.0"),
        "{rules:?}"
    );
    assert!(rules[0].ends_with("significant"), "{rules:?}");
}
