use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::apart::ApartCounter;
use super::charts;
use super::counts::{VariantCounts, play, uncounted};
use super::factions::test_together;
use super::facts::{CompareFacts, FighterChange, ReferenceNote, VariantFacts, factions};
use super::tables::{Difference, Winner, effects};
use super::verdict::sentences;
use crate::analysis::pairs::{Change, PairTally, Subject, WON};
use crate::report::people::{People, Person};
use crate::report::sample::manifest;
use crate::report::sentences::Sentences;
use crate::scenario::Scenario;
use crate::simulate::{Plan, Simulation, Stretch};
use crate::stats::{Pairs, sample};

fn simulation(sets: &[&str]) -> Simulation {
    let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml");
    Scenario::load(path, &sets).unwrap().open()
}

/// Checks that two variants are compared as independent samples if their numbers of slots differ
/// and one fighter plays only in the first.
#[test]
fn line_ups_that_differ_are_counted_apart() {
    let set =
        |fighters: &str| simulation(&["strategy=random", &format!("line-up.fighters={fighters}")]);
    let variants = [set(r#"["agaric","cactus","jojoba"]"#), set(r#"["cactus","agaric"]"#)];
    let plan = Plan::fixed(4, 90, 2);
    let stop = AtomicBool::new(false);
    let all = Stretch::of(plan.games, uncounted(&variants));
    let played = play(&variants, &plan, &stop, |_| (), all).unwrap();
    let VariantCounts::Apart(tally) = &played.tally[0] else {
        panic!("they cannot be paired");
    };
    let whom: Vec<&str> = tally.subjects.iter().map(|of| of.fighter.as_str()).collect();
    assert_eq!(whom, ["agaric", "cactus"]);
    for (subject, measures) in tally.subjects.iter().zip(&tally.measures) {
        let wins = |of: &Simulation| {
            let mut worker = of.worker();
            let won = |game: u64| {
                let record = worker.play(4, game).unwrap();
                let own = record.players.iter().find(|player| {
                    of.cast().entrants[usize::from(player.entrant)].fighter == subject.fighter
                });
                u64::from(own.unwrap().won)
            };
            (0..90).map(won).sum::<u64>()
        };
        let [a, b] = [&measures[WON].a, &measures[WON].b];
        assert_eq!((a.games, b.games), (90, 90));
        assert_eq!([a.values, b.values], [wins(&variants[0]), wins(&variants[1])]);
    }
    assert_eq!(tally.length.b.games, 90);
}

/// Checks that a fighter with several strategies is compared strategy by strategy.
#[test]
fn apart_strategies_meet_themselves() {
    let mut casts = [sample::crowd(6, 2), sample::crowd(4, 2)];
    let name = |cast: &mut crate::stats::Cast, names: &[(&str, &str)]| {
        for (entrant, (fighter, strategy)) in cast.entrants.iter_mut().zip(names) {
            (entrant.fighter, entrant.strategy) = ((*fighter).into(), (*strategy).into());
        }
    };
    let first = [("a", "x"), ("a", "y"), ("b", "x"), ("c", "x"), ("d", "x"), ("d", "y")];
    name(&mut casts[0], &first);
    name(&mut casts[1], &[("b", "y"), ("a", "y"), ("e", "x"), ("d", "z")]);
    let measures = sample::every_form(5);
    let counter = ApartCounter::of([&casts[0], &casts[1]], [&measures, &measures]);
    let told = |of: &Subject| format!("{} {} {}", of.fighter, of.strategies[0], of.strategies[1]);
    let subjects: Vec<String> = counter.tally.subjects.iter().map(told).collect();
    assert_eq!(subjects, ["a y y", "b x y"]);
}

/// Creates the counts of paired games in which the villains, the heroes or no side wins. `winners`
/// holds the number of games for each pair of winners in the first and the other variant.
fn of_factions(winners: [u64; 9]) -> PairTally {
    let mut length = Pairs::default();
    length.add_times(0, 7, 8, winners.iter().sum());
    let change = |games| Change { games, of_members: [games, 0, 0, 0, 0, 0, 0, 0], first_game: 0 };
    PairTally {
        subjects: vec![],
        compared: vec![],
        measures: vec![],
        length,
        party: None,
        sides: ["team 1", "team 2", "nobody"].map(str::to_owned).into(),
        winners: winners.map(change).into(),
    }
}

/// Returns the verdict's sentences for the counts in `tally`. `theirs` holds the counts of the
/// reference player.
fn said(tally: &PairTally, theirs: Option<&PairTally>) -> Sentences {
    let sides = ["villains", "heroes"].map(str::to_owned);
    let of_reference = theirs.map_or(vec![], |of| of.factions(&sides));
    let counts = [VariantCounts::Paired(tally.clone())];
    let effects = effects(std::iter::once("change"), &counts, 0.95, false).remove(0);
    let variant = VariantFacts {
        factions: factions("change", &tally.factions(&sides), &of_reference, 0.95),
        length: effects.length,
        changes: effects.winners,
        ..variant(vec![])
    };
    let mut facts = facts(tally.length.games, variant);
    facts.reference =
        theirs.map(|of| ReferenceNote { strategy: "mcts-fast".to_owned(), games: of.length.games });
    test_together(&mut facts.variants, facts.level);
    sentences(&facts).unwrap()
}

#[test]
fn tests_of_growing_games_are_stricter() {
    // The length of 400 games: 29 games are longer with the change, and 12 are shorter.
    let mut length = Pairs::default();
    for (a, b, times) in [(5, 6, 29), (6, 5, 12), (5, 5, 359)] {
        length.add_times(0, a, b, times);
    }
    let tally = PairTally { length, ..of_factions([0; 9]) };
    let counts = [VariantCounts::Paired(tally)];
    let test =
        |growing| effects(std::iter::once("change"), &counts, 0.95, growing).remove(0).length;
    let [ended, growing] = [false, true].map(test);
    assert!(ended.sure() && !growing.sure());
    assert!(ended.p_value < 0.01 && growing.p_value > 0.05);
    assert_eq!(ended.ends(), growing.ends());
}

/// Returns the changes of heroes and villains if `count` variants have the same results. `theirs`
/// holds the counts of the reference player.
fn changes_of_factions(
    tally: &PairTally,
    theirs: Option<&PairTally>,
    count: usize,
) -> Vec<FighterChange> {
    let sides = ["villains", "heroes"].map(str::to_owned);
    let theirs = theirs.map_or(vec![], |of| of.factions(&sides));
    let with_factions = |_| VariantFacts {
        factions: factions("change", &tally.factions(&sides), &theirs, 0.95),
        ..variant(vec![])
    };
    let mut variants: Vec<VariantFacts> = (0..count).map(with_factions).collect();
    test_together(&mut variants, 0.95);
    variants.remove(0).factions
}

/// Creates the results of a variant in which only the win rates of some fighters are known.
fn variant(fighters: Vec<FighterChange>) -> VariantFacts {
    VariantFacts {
        name: "change".to_owned(),
        watch: String::new(),
        fighters,
        party: None,
        factions: vec![],
        length: difference(None),
        changes: vec![],
        ends: None,
        saving: None,
        apart: None,
        fair: None,
    }
}

/// Creates the results of a comparison with one variant.
fn facts(games: u64, variant: VariantFacts) -> CompareFacts {
    CompareFacts {
        games,
        level: 0.95,
        measures: vec![],
        fair: None,
        fair_first: None,
        first: "first".to_owned(),
        bots: vec!["balanced".to_owned()],
        different_bots: false,
        reference: None,
        watch_first: String::new(),
        variants: vec![variant],
        widths: vec![],
        people: People::of(&manifest(&sample::cast(4, 4), 10)),
    }
}

/// Creates a difference of win rates of 30 % before and `by` more after, which is significant if it
/// is above 1 point; without games if `by` is `None`.
fn difference(by: Option<f64>) -> Difference {
    let significant = by.is_some_and(|by| by.abs() > 0.01);
    Difference {
        variant: "change".to_owned(),
        entrant: None,
        strategy: None,
        strategy_variant: None,
        measure: "win_rate".to_owned(),
        games: 1000,
        changed: Some(100),
        mean: by.map(|_| 0.3),
        mean_variant: by.map(|by| 0.3 + by),
        difference: by,
        ci_low: by.map(|by| by - 0.01),
        ci_high: by.map(|by| by + 0.01),
        p_value: if significant { 1e-6 } else { 1.0 },
        significant,
        correlation: None,
        saving: None,
        sum: 0,
        sum_variant: 0,
        squares: 0,
        squares_variant: 0,
        products: None,
        significant_in_family: significant,
        games_variant: 1000,
    }
}

/// Creates the results of a comparison from the names of fighters and the differences of their win
/// rates.
fn compared(fighters: &[(&str, Option<f64>)]) -> CompareFacts {
    let change = |(name, by): &(&str, Option<f64>)| FighterChange {
        who: Person {
            key: (*name).to_owned(),
            name: (*name).to_owned(),
            colour: "#C8362B".to_owned(),
        },
        label: (*name).to_owned(),
        wins: difference(*by),
        reference: None,
        values: vec![],
    };
    facts(1000, variant(fighters.iter().map(change).collect()))
}

#[test]
fn a_comparison_of_different_bots_says_so() {
    let mut facts = compared(&[("Agaric", Some(0.05))]);
    let warned = |facts: &CompareFacts| {
        let first = sentences(facts).unwrap().verdict.swap_remove(0);
        first.starts_with("Different bots play the variants: ")
    };
    assert!(!warned(&facts));
    facts.different_bots = true;
    assert!(warned(&facts));
}

#[test]
fn without_a_measured_change_there_is_no_verdict() {
    let headline = |facts: &CompareFacts| sentences(facts).unwrap().headline;
    let mut facts = compared(&[("Agaric", None), ("Cactus", None)]);
    assert_eq!(headline(&facts), "Too few games for a verdict: change needs more games");
    let title = |facts: &CompareFacts| charts::all(facts, String::new())[1].title().to_owned();
    assert_eq!(title(&facts), "Win rates before and after");
    facts.variants.push(variant(vec![]));
    assert_eq!(headline(&facts), "Too few games for a verdict: all variants need more games");
    // The spread leaves out Agaric, who has no games and so no win rate.
    let facts = compared(&[("Agaric", None), ("Baobab", Some(0.005)), ("Cactus", Some(0.0))]);
    assert_eq!(
        headline(&facts),
        "change changes no win rate significantly (with 95\u{a0}% confidence, real changes are at \
         most 1.5 points)"
    );
    assert_eq!(
        title(&facts),
        "In these games, the highest and the lowest win rate are 0.5 points apart (before: 0.0)"
    );
}

#[test]
fn the_reference_player_comes_first_in_the_chart_of_differences() {
    let mut facts = compared(&[("Agaric", Some(0.05))]);
    facts.reference = Some(ReferenceNote { strategy: "mcts-fast".to_owned(), games: 100 });
    let svg = charts::all(&facts, String::new())[0].svg().unwrap();
    assert!(svg.find("mcts-fast").unwrap() < svg.find("balanced").unwrap());
}

#[test]
fn the_verdict_does_not_repeat_the_party_of_the_headline() {
    for (by, repeated) in [(0.05, false), (0.0, true)] {
        let [mut facts, mut other] = [(); 2].map(|()| compared(&[("Agaric", Some(by))]));
        facts.variants[0].party = other.variants[0].fighters.pop();
        let said = sentences(&facts).unwrap();
        assert_eq!(said.headline.contains("the party wins"), !repeated);
        let party_wins = |of: &String| of.starts_with("The party wins");
        assert_eq!(said.verdict.iter().any(party_wins), repeated, "{said:?}");
    }
}

#[test]
fn one_open_change_is_said_in_the_singular() {
    for (names, whose) in [(&["Agaric"][..], "the"), (&["Agaric", "Cactus"][..], "each")] {
        let fighters: Vec<(&str, Option<f64>)> =
            names.iter().map(|name| (*name, Some(0.005))).collect();
        let mut facts = compared(&fighters);
        for fighter in &mut facts.variants[0].fighters {
            fighter.wins.ci_low = Some(0.001);
        }
        let said = sentences(&facts).unwrap().verdict.join(" ");
        let expected = format!("The confidence interval of {whose} difference excludes zero, but");
        assert!(said.contains(&expected), "{said}");
    }
}

#[test]
fn all_fighters_with_the_largest_change_are_named() {
    let (up, down) = (Some(0.068), Some(-0.05));
    for (fighters, expected) in [
        (
            &[("A", up), ("B", up), ("C", down)][..],
            "A and B gain (+6.8 ± 1.0 points) and C loses (−5.0 ± 1.0 points)",
        ),
        (
            &[("A", up), ("B", up), ("C", Some(0.02)), ("D", down), ("E", down)][..],
            "A and B gain most (+6.8 ± 1.0 points) and D and E lose (−5.0 ± 1.0 points)",
        ),
        (
            &[("A", up), ("B", Some(0.02)), ("D", Some(-0.02)), ("E", down)][..],
            "A gains most (+6.8 ± 1.0 points) and E loses most (−5.0 ± 1.0 points)",
        ),
        (
            &[("A", up), ("B", up), ("C", up), ("D", up)][..],
            "all 4 fighters gain (+6.8 ± 1.0 points)",
        ),
        (
            &[("A", up), ("B", Some(0.06)), ("C", Some(0.02))][..],
            "A or B gains most (up to +6.8 ± 1.0 points)",
        ),
        (&[("A", up), ("B", Some(0.06))][..], "A and B gain (up to +6.8 ± 1.0 points)"),
        (
            &[
                ("A", up),
                ("B", Some(0.067)),
                ("C", Some(0.066)),
                ("D", Some(0.065)),
                ("E", Some(0.02)),
                ("F", down),
            ][..],
            "5 of 6 fighters gain (up to +6.8 ± 1.0 points) and F loses (−5.0 ± 1.0 points)",
        ),
    ] {
        let said = sentences(&compared(fighters)).unwrap().headline;
        assert_eq!(said, format!("change: in these games {expected}"));
    }
}

#[test]
fn the_number_of_means_that_rise_counts_only_significant_changes() {
    let mut facts = compared(&[("A", Some(0.05)), ("B", Some(0.0)), ("C", Some(0.0))]);
    facts.measures = manifest(&sample::cast(4, 4), 10).measured.entrants;
    facts.measures.truncate(1);
    let fighters = facts.variants[0].fighters.iter_mut();
    for (fighter, by) in fighters.zip([0.5, 0.4, 0.005]) {
        fighter.values = vec![Some(difference(Some(by)))];
    }
    let said = sentences(&facts).unwrap().verdict.join(" ");
    let expected = " rises significantly for 2 of 3 fighters, most for A (0.30 to 0.80) in these";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_change_of_one_point_when_rounded_is_not_called_less() {
    for (by, slight) in [(0.0096, false), (0.0094, true)] {
        let mut facts = compared(&[("A", Some(by))]);
        facts.variants[0].fighters[0].wins.significant_in_family = true;
        let said = sentences(&facts).unwrap().verdict.join(" ");
        assert_eq!(said.contains("by less than 1 point"), slight, "{said}");
    }
}

#[test]
fn the_reference_player_leads_where_its_change_is_significant() {
    let with = " with the bot “balanced” (undecided with “mcts-fast”)";
    for (changes, headline, findings) in [
        (
            &[("A", 0.068, 0.09), ("B", 0.0, -0.05)][..],
            "A gains (+9.0 ± 1.0 points) and B loses (−5.0 ± 1.0 points) with “mcts-fast”",
            &["Wins more often: A +9.0 ± 1.0 points", ", with “mcts-fast”."][..],
        ),
        (
            &[("A", 0.068, 0.09), ("B", 0.08, 0.0)],
            "A gains (+9.0 ± 1.0 points) with “mcts-fast”",
            &["Wins more often: B +8.0 ± 1.0 points", with],
        ),
        (
            &[("A", -0.02, 0.09)],
            "A gains (+9.0 ± 1.0 points) with “mcts-fast”",
            &[
                "Wins less often: A −2.0 ± 1.0 points",
                ", with the bot “balanced” (opposite with “mcts-fast”).",
            ],
        ),
        (&[("A", 0.068, 0.0)], format!("A gains (+6.8 ± 1.0 points){with}").as_str(), &[]),
    ] {
        let own: Vec<_> = changes.iter().map(|of| (of.0, Some(of.1))).collect();
        let mut facts = compared(&own);
        facts.reference = Some(ReferenceNote { strategy: "mcts-fast".to_owned(), games: 100 });
        for (fighter, of) in facts.variants[0].fighters.iter_mut().zip(changes) {
            fighter.reference = Some(difference(Some(of.2)));
        }
        let said = sentences(&facts).unwrap();
        assert_eq!(said.headline, format!("change: in these games {headline}"));
        let verdict = said.verdict.join(" ");
        assert!(findings.iter().all(|of| verdict.contains(of)), "{verdict}");
    }
}

#[test]
fn a_change_of_factions_is_measured_game_by_game() {
    let tally = of_factions([50, 30, 0, 10, 8, 0, 0, 2, 0]);
    let sides = ["villains", "heroes"].map(str::to_owned);
    let heroes = &tally.factions(&sides)[1];
    assert_eq!((heroes.name.as_str(), heroes.pairs.games), ("heroes", 100));
    let pairs = &heroes.pairs;
    assert_eq!((pairs.a, pairs.b, pairs.ab, pairs.changed), (18, 40, 8, 42));
    assert!((pairs.difference().unwrap() - 0.22).abs() < 1e-12);
    assert!(tally.factions(&[]).is_empty());
    let alike = ["heroes", "heroes"].map(str::to_owned);
    assert!(tally.factions(&alike).is_empty());
}

/// The interval is very asymmetric, so the range around the difference reaches its farther end.
#[test]
fn the_range_of_a_difference_contains_its_interval() {
    let asymmetric =
        Difference { ci_low: Some(-0.28), ci_high: Some(-0.005), ..difference(Some(-0.1)) };
    assert!((asymmetric.half_width().unwrap() - 0.1375).abs() < 1e-12);
    assert!((asymmetric.margin_of_error().unwrap() - 0.18).abs() < 1e-12);
}

/// Checks that the verdict names the saving by the same dice only from a hundred games on.
#[test]
fn a_saving_needs_a_hundred_games() {
    let told = |games| {
        let of = VariantFacts {
            saving: Some(2.0),
            changes: vec![Winner {
                variant: "change".to_owned(),
                winner: "agaric".to_owned(),
                winner_variant: "cactus".to_owned(),
                games: 2,
                first_game: 0,
            }],
            ..variant(vec![])
        };
        let said = sentences(&facts(games, of)).unwrap();
        said.verdict.iter().any(|of| of.contains("the same dice"))
    };
    assert!(!told(99));
    assert!(told(100));
}

/// If the heroes gain 24 games and lose 11, the p-value is about 0.03. This is significant for one
/// variant, but not for three.
#[test]
fn changes_of_factions_are_corrected_for_the_number_of_variants() {
    let tally = of_factions([50, 24, 0, 11, 15, 0, 0, 0, 0]);
    let sure = |count| changes_of_factions(&tally, None, count).iter().all(|of| of.wins.sure());
    assert!(sure(1));
    assert!(!sure(3));
}

#[test]
fn a_change_of_factions_is_said_first() {
    let said_of_heroes = said(&of_factions([50, 30, 0, 10, 8, 0, 0, 2, 0]), None);
    let gain = "change: heroes win 40.0\u{a0}% instead of 18.0\u{a0}% (+22.0 ± 1";
    let headline = &said_of_heroes.headline;
    assert!(headline.starts_with(gain), "{headline}");
    let told = &said_of_heroes.verdict[0];
    assert!(told.contains("; heroes win 40.0\u{a0}% (before: 18.0\u{a0}%): +22.0 ± 1"), "{told}");
    let few = said(&of_factions([0, 2, 0, 2, 0, 0, 0, 0, 0]), None);
    assert_eq!(few.headline, "change: no significant change for villains or heroes");
    // In 30 games that the villains win before, no side wins with the change.
    let worse = said(&of_factions([40, 1, 30, 1, 28, 0, 0, 0, 0]), None);
    let loss = "change: villains win 41.0\u{a0}% instead of 71.0\u{a0}% (−30.0 ± ";
    assert!(worse.headline.starts_with(loss), "{}", worse.headline);
}

#[test]
fn the_reference_player_leads_the_change_of_factions() {
    let own = of_factions([500, 300, 0, 100, 100, 0, 0, 0, 0]);
    for (theirs, change, player) in [
        (
            [500, 350, 0, 50, 100, 0, 0, 0, 0],
            "heroes win 45.0\u{a0}% instead of 15.0\u{a0}% (+30.0 ± ",
            " with “mcts-fast”",
        ),
        (
            [4, 3, 0, 1, 2, 0, 0, 0, 0],
            "heroes win 40.0\u{a0}% instead of 20.0\u{a0}% (+20.0 ± ",
            " with the bot “balanced” (undecided with “mcts-fast”)",
        ),
    ] {
        let said = said(&own, Some(&of_factions(theirs)));
        let headline = &said.headline;
        assert!(headline.starts_with(&format!("change: {change}")), "{headline}");
        assert!(headline.ends_with(player), "{headline}");
        assert!(said.verdict[0].contains(player), "{:?}", said.verdict);
    }
    // Only the games of the reference player are enough for a significant change.
    let few = of_factions([0, 2, 0, 2, 0, 0, 0, 0, 0]);
    let headline = said(&few, Some(&own)).headline;
    assert!(headline.ends_with(" points) with “mcts-fast”"), "{headline}");
}
