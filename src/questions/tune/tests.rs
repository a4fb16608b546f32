//! Tests of a tuning's tables, page and terminal text, with made-up results.

mod reference;

use std::collections::BTreeMap;
use std::path::Path;

use super::budget::MoreGames;
use super::facts::{TuneFacts, TuningMethod};
use super::page;
use super::reference::CheckedRate;
use super::tables::{EditRow, SolutionRow, TunedRate};
use super::tuning::{Solution, SolutionRate, Tuned, TuningEdit};
use crate::analysis::knobs::{Knob, Step, StepKind};
use crate::games::Provenance;
use crate::report::page::{Page, Section};
use crate::report::sample::manifest;
use crate::report::{Manifest, Table, Tables};
use crate::stats::{intervals, sample};

const GAMES: u64 = 10_000;

/// Creates the win rates of baobab and cactus from wins in ten thousand games, with their targets.
fn rates(wins: [u64; 2], targets: [Option<f64>; 2]) -> Vec<SolutionRate> {
    let of = ["baobab", "cactus"].into_iter().zip(wins).zip(targets);
    of.map(|((fighter, wins), target)| SolutionRate {
        fighter: fighter.to_owned(),
        strategy: "balanced".to_owned(),
        games: GAMES,
        wins,
        interval: intervals::wilson(wins, GAMES, 0.99),
        target,
        correction: None,
    })
    .collect()
}

fn knob(fighter: Option<&str>, field: &str, words: &str, now: &str, kind: StepKind) -> Knob {
    Knob {
        fighter: fighter.map(str::to_owned),
        thing: field.split('.').nth(3).map(str::to_owned),
        field: field.to_owned(),
        words: words.to_owned(),
        provenance: fighter.map(|_| Provenance::Printed),
        now: now.to_owned(),
        steps: vec![Step { kind, to: String::new(), edits: vec![] }],
    }
}

fn moves() -> Vec<TuningEdit> {
    let defense = knob(
        Some("baobab"),
        "fighters.baobab.cards.3.defense",
        "card 3: defense",
        "4",
        StepKind::Down,
    );
    let initiative = knob(
        Some("cactus"),
        "fighters.cactus.cards.1.initiative",
        "card 1: initiative swapped with card 2",
        "5",
        StepKind::Swap,
    );
    let rounds = knob(None, "rules.rounds", "rounds", "7", StepKind::Up);
    vec![
        TuningEdit::made_up(defense, -2, "2"),
        TuningEdit::made_up(initiative, 1, "8"),
        TuningEdit::made_up(rounds, 1, "8"),
    ]
}

const FAIR: [Option<f64>; 2] = [Some(0.5); 2];

fn solution(edits: usize, rates: Vec<Vec<SolutionRate>>, certified: bool) -> Solution {
    Solution { moves: moves()[..edits].to_vec(), rates, certified, error: 0.0 }
}

fn tuned(solutions: Vec<Solution>) -> Tuned {
    Tuned { solutions, tried: 7, values: 30, games: 123_456, within: 0.03, reserve: 0.0 }
}

/// Creates a typical result: the unchanged scenario, a nearer set of one edit, and a certified set
/// of two.
fn usual(targets: [Option<f64>; 2]) -> Tuned {
    tuned(vec![
        solution(0, vec![rates([5_800, 4_200], targets)], false),
        solution(1, vec![rates([5_300, 4_700], targets)], false),
        solution(2, vec![rates([5_040, 4_960], targets)], true),
    ])
}

fn method(fair: bool) -> TuningMethod {
    TuningMethod {
        targets: BTreeMap::new(),
        fair,
        party: None,
        correction: None,
        comparisons: 0,
        compared: 0,
        certifying: None,
        within: 0.03,
        edits: 3,
        values: 30,
        tried: 7,
        single: 500,
        proposal: 1_000,
        certified: GAMES,
        tests: 1,
        failed: 0,
        more: Some(MoreGames { now: 3_000, games: 9_000, minutes: 10 }),
        compare: vec!["gong compare a.toml".to_owned()],
        written: None,
    }
}

struct Shown {
    facts: TuneFacts,
    page: Page,
    told: String,
    tables: Tables,
    manifest: Manifest,
}

fn shown(tuned: &Tuned, bots: &[&str], method: TuningMethod) -> Shown {
    shown_with(tuned, bots, method, vec![])
}

/// Creates the page of a tuning with games of the reference player. Without a correction, the
/// targets are those of the bots.
fn shown_with(
    tuned: &Tuned,
    bots: &[&str],
    mut method: TuningMethod,
    checked: Vec<CheckedRate>,
) -> Shown {
    if method.correction.is_none() {
        let first = tuned.solutions[0].rates[0].iter();
        let targets = first.filter_map(|of| Some((of.fighter.clone(), of.target?)));
        method.targets = targets.collect();
    }
    let mut manifest = manifest(&sample::cast(8, 2), tuned.games);
    manifest.kind = "tune".into();
    manifest.command = "gong tune a.toml --seed 7 --games 3000".into();
    let bots = bots.iter().map(|bot| (*bot).to_owned()).collect();
    let settings = [vec![], vec!["a=1"], vec!["a=1", "b=2"]];
    let settings = settings.map(|of| of.into_iter().map(str::to_owned).collect());
    let facts = TuneFacts::new(tuned, settings.into(), bots, method, checked, &manifest);
    let page = page::page(&facts, &manifest).unwrap();
    Shown {
        told: page.summary(&manifest, Path::new("out"), usize::MAX).unwrap(),
        page,
        tables: facts.tables(),
        facts,
        manifest,
    }
}

fn usual_shown() -> Shown {
    shown(&usual(FAIR), &["balanced"], method(true))
}

impl Shown {
    fn verdict(&self) -> String {
        self.page.verdict.join("\n")
    }

    /// Returns the lines of one table of the page.
    fn table(&self, name: &str) -> Vec<String> {
        let tables = self.page.sections.iter().flat_map(Section::tables);
        let found: Vec<&Table> = tables.filter(|table| table.name == name).collect();
        let line = |row| {
            let cells = found[0].columns.iter().map(|column| column.shown(row));
            cells.collect::<Vec<_>>().join(" | ")
        };
        (0..found[0].height()).map(line).collect()
    }
}

#[test]
fn tables_hold_every_set_its_edits_and_what_they_come_to() {
    let Shown { facts, tables, .. } = usual_shown();
    let heights =
        ["solutions", "edits", "tuned_rates"].map(|of| tables.named(of).unwrap().height());
    assert_eq!(heights, [3, 3, 3 * 2]);
    let rows: Vec<&SolutionRow> = facts.solutions.iter().map(|of| &of.row).collect();
    let numbers = rows.iter().map(|of| (of.solution, of.edits, of.steps, of.certified));
    assert_eq!(numbers.collect::<Vec<_>>(), [(0, 0, 0, false), (1, 1, 2, false), (2, 2, 3, true)]);
    assert!((rows[1].distance - 0.03).abs() < 1e-9);
    let edits: Vec<&EditRow> = facts.solutions.iter().flat_map(|of| &of.edits).collect();
    let swap = edits[2];
    assert_eq!((swap.solution, swap.step, swap.by, swap.to.as_str()), (2, StepKind::Swap, 1, "8"));
    assert_eq!((edits[0].step, edits[0].by), (StepKind::Down, -2));
    assert_eq!(edits[0].of.thing.as_deref(), Some("3"));
    let last: &TunedRate = facts.solutions[2].rates.last().unwrap();
    assert_eq!((last.entrant.as_str(), last.wins), ("cactus", 4_960));
    assert!((last.distance.unwrap() - 0.004).abs() < 1e-9);
    assert!(last.ci_low < last.win_rate && last.win_rate < last.ci_high);
}

#[test]
fn the_page_tells_the_fewest_edits_that_are_certified() {
    let shown = usual_shown();
    assert_eq!(
        shown.page.headline,
        "Two edits bring both fighters within 3.0 points of the fair share, certified"
    );
    let verdict = shown.verdict();
    assert!(
        verdict.contains(
            "The best set of edits changes Baobab’s card 3, defense: 2 instead of 4; \
            Cactus’s card 1, initiative: swapped with card 2."
        ),
        "{verdict}"
    );
    assert!(
        verdict.contains("Baobab wins 50.4 ± 1.3")
            && verdict.contains(
                "Before the edits, the largest distance of a win rate from its target was 8.0 \
                points"
            ),
        "{verdict}"
    );
    assert_eq!(
        shown.table("changed"),
        [
            "Baobab | card 3, defense | 4 | 2 | printed",
            "Cactus | card 1, initiative swapped with card 2 | 5 | 8 | printed"
        ]
    );
    assert_eq!(shown.table("others"), ["1 edit | Baobab | card 3, defense | 4 | 2 | printed"]);
    assert_eq!(shown.table("sets")[1], "1 edit | 2 | 3.0 | 4.3 | no");
    let next = "gong compare a.toml --set a=1 --set b=2";
    assert!(shown.told.contains(next), "{}", shown.told);
    assert!(shown.told.contains(" --write fix.toml"), "{}", shown.told);
    let names: Vec<&str> = shown.page.charts().map(|of| of.name.as_str()).collect();
    assert_eq!(names, ["solutions", "win_rates"]);
    shown.page.render(&shown.manifest).unwrap();
    let head = shown.facts.head(&shown.manifest).unwrap();
    assert_eq!(head.len(), 4);
    assert!(head[2].ends_with("2 instead of 4 (printed)"), "{head:?}");
}

#[test]
fn what_needs_no_edit_gets_none() {
    let only = tuned(vec![solution(0, vec![rates([5_010, 4_990], FAIR)], true)]);
    let shown = shown(&only, &["balanced"], method(true));
    assert_eq!(
        shown.page.headline,
        "No edit is needed: both fighters are within 3.0 points of the fair share, certified"
    );
    assert!(!shown.told.contains("gong compare"), "{}", shown.told);
    assert_eq!(shown.facts.head(&shown.manifest).unwrap(), [""; 0]);
    // The unchanged scenario is near enough, but its intervals are too wide. A set of edits that is
    // a little nearer is not proposed.
    let near = tuned(vec![
        solution(0, vec![rates([5_200, 4_800], FAIR)], false),
        solution(1, vec![rates([5_100, 4_900], FAIR)], false),
    ]);
    let near = shown_with(&near, &["balanced"], method(true), vec![]);
    assert_eq!(
        near.page.headline,
        "No edit seems to be needed: both fighters are within 3.0 points of the fair share in \
         these games, not certified"
    );
    shown.page.render(&shown.manifest).unwrap();
    // The unchanged scenario is too far from its targets, and edits gain less than half of the
    // accepted three points.
    let far = tuned(vec![
        solution(0, vec![rates([5_400, 4_600], FAIR)], false),
        solution(1, vec![rates([5_310, 4_690], FAIR)], false),
    ]);
    let far = shown_with(&far, &["balanced"], method(true), vec![]);
    assert_eq!(
        far.page.headline,
        "No edits are proposed: the largest distance from the fair share is 4.0 points without edits, \
         and 3.1 points with the nearest set of edits"
    );
    let verdict = far.verdict();
    let told = "The nearest set of edits changes Baobab’s card 3, defense: ";
    assert!(verdict.contains(told), "{verdict}");
    let next = "gong compare a.toml --set a=1";
    assert!(far.told.contains(next), "{}", far.told);
    assert!(!far.told.contains("--write"), "{}", far.told);
}

#[test]
fn side_effects_on_those_without_a_target_are_told() {
    let shown = shown(&usual([Some(0.5), None]), &["balanced"], method(false));
    assert_eq!(
        shown.page.headline,
        "Two edits bring Baobab within 3.0 points of 50.0\u{a0}%, certified"
    );
    let verdict = shown.verdict();
    assert!(
        verdict.contains(
            "Side effect: of the fighters without a target, Cactus has the largest \
            change of the win rate, from 42.0\u{a0}% to 49.6 ± 1.3\u{a0}% (+7.6 points)."
        ),
        "{verdict}"
    );
}

#[test]
fn a_margin_of_error_reaches_the_farther_end_of_the_interval() {
    let never = tuned(vec![solution(0, vec![rates([GAMES, 0], FAIR)], false)]);
    let shown = shown(&never, &["balanced"], method(true));
    let cactus = &shown.facts.best().rates[1];
    assert_eq!(cactus.win_rate, 0.0);
    assert_eq!(shown.facts.margin_of_error(cactus), cactus.ci_high);
}

#[test]
fn the_party_of_a_cooperative_game_has_a_row() {
    let tuned = tuned(vec![
        solution(0, vec![rates([6_400, 5_200], FAIR)], false),
        solution(1, vec![rates([5_100, 4_900], FAIR)], true),
    ]);
    let method = TuningMethod { party: Some(2), ..method(false) };
    let shown = shown(&tuned, &["balanced"], method);
    let rows = shown.table("rates");
    assert!(rows[0].starts_with("The party | 58.0 | 50.0 | "), "{rows:?}");
    assert!(shown.told.contains("\nThe party "), "{}", shown.told);
    assert_eq!(shown.tables.named("tuned_rates").unwrap().height(), 2 * 2);
}

#[test]
fn where_nothing_is_certified_the_nearest_is_shown_and_called_that() {
    let mut all = usual(FAIR).solutions;
    all[2].certified = false;
    let one = shown(&tuned(all.clone()), &["balanced"], method(true));
    assert_eq!(
        one.page.headline,
        "No set of up to three edits was certified: the proposed set has two edits and comes within 0.4 points of the fair share"
    );
    assert!(
        one.verdict().contains(
            "more games (--games 9000, about 10 minutes on two cores) may certify the set"
        ),
        "{}",
        one.verdict()
    );
    assert!(one.told.contains(" --seed 7 --games 9000"), "{}", one.told);
    assert!(!usual_shown().told.contains("--games 9000"));

    // With the second of the two bots, the win rates do not reach their targets.
    for (solution, wins) in all.iter_mut().zip([5_900, 5_900, 5_700]) {
        solution.rates.push(rates([wins, 10_000 - wins], FAIR));
    }
    let both = shown(&tuned(all), &["balanced", "trained"], method(true));
    assert!(
        both.page.headline.starts_with(
            "No set of up to three edits was certified for each of the \
            bots “balanced” and “trained”: the proposed set has two edits"
        ),
        "{}",
        both.page.headline
    );
    let verdict = both.verdict();
    assert!(
        verdict.contains(
            "\u{a0}% with the bot “trained”, 7.0 points from the target, the largest distance \
            from a target in these games (upper confidence bound: 8.3 points)"
        ),
        "{verdict}"
    );
    assert_eq!(both.table("rates").len(), 4);
    assert!(both.table("rates")[3].starts_with("Cactus | trained | 41.0 | 43.0"));
    both.page.render(&both.manifest).unwrap();
    let only = tuned(vec![solution(0, vec![rates([5_900, 4_100], FAIR)], false)]);
    let none = shown(&only, &["balanced"], method(true));
    assert!(
        none.page.headline.starts_with("No set of edits was found that is closer"),
        "{}",
        none.page.headline
    );
}
