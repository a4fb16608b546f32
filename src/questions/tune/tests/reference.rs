//! Tests of what the page of a tuning says about the games of the reference player.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use super::super::facts::TuningMethod;
use super::super::reference::{CheckedRate, ComparedGames, ReferenceCheck, certifies};
use super::super::tuning::Tuned;
use super::{FAIR, method, shown_with, usual};
use crate::analysis::points::Point;

/// Creates the win rates of baobab and cactus with the reference player from wins in a thousand
/// games, before the edits and with them.
fn checked(tuned: &Tuned, before: [u64; 2], wins: [u64; 2]) -> Vec<CheckedRate> {
    let point = |wins| Point::made_up(1_000, ["baobab", "cactus"].into_iter().zip(wins));
    let check = ReferenceCheck {
        strategy: "mcts-fast".to_owned(),
        compared: vec![ComparedGames { edits: vec![], reference: point(before), own: vec![] }],
        effects: vec![],
        failed: 0,
        edited: Some(point(wins)),
    };
    let targets = ["baobab", "cactus"].map(|key| (key.to_owned(), 0.5));
    check.rates(tuned.best() as u64, &BTreeMap::from(targets), 0.03, 0.95)
}

#[test]
fn the_reference_player_leads_where_it_has_an_answer() {
    for certified in [true, false] {
        let mut tuned = usual(FAIR);
        tuned.solutions[2].certified = certified;
        let undecided = match certified {
            true => "certified with the bot “trained” (undecided with “mcts-fast”)",
            false => "comes within 0.4 points of the fair share",
        };
        for (before, wins, said) in [
            ([600, 400], [510, 490], undecided),
            (
                [650, 350],
                [600, 400],
                "With “mcts-fast”, two edits leave Baobab and Cactus farther than 3.0 points from \
                 the fair share (",
            ),
            (
                [510, 490],
                [600, 400],
                "With “mcts-fast”, two edits move Baobab and Cactus away from the fair share (",
            ),
        ] {
            let checked = checked(&tuned, before, wins);
            let shown = shown_with(&tuned, &["trained"], method(true), checked);
            let headline = &shown.page.headline;
            assert!(headline.contains(said), "{headline}");
            let verdict = shown.verdict();
            assert!(verdict.contains("; before the edits, "), "{verdict}");
            assert!(shown.told.contains("mcts-fast after"), "{}", shown.told);
            assert_eq!(shown.tables.named("reference_rates").unwrap().height(), 4);
        }
    }
}

/// Creates the usual results with a correction: with the tuning's bot, Baobab wins one percentage
/// point more often than with the reference player.
fn corrected_by_a_point() -> Tuned {
    let mut tuned = usual([Some(0.51), Some(0.49)]);
    for rate in tuned.solutions.iter_mut().flat_map(|of| &mut of.rates[0]) {
        rate.correction = Some(0.5 - rate.target.unwrap());
    }
    tuned
}

/// Checks that the games of the reference player certify a set of edits: every interval has to lie
/// within the accepted distance, not only every win rate.
#[test]
fn games_of_the_reference_player_certify() {
    let tuned = corrected_by_a_point();
    let corrected = || TuningMethod {
        targets: ["baobab", "cactus"].map(|key| (key.to_owned(), 0.5)).into(),
        correction: Some(0.01),
        comparisons: 4,
        compared: 3,
        certifying: Some(10),
        ..method(true)
    };
    for (wins, certifies) in [([501, 499], true), ([508, 492], false)] {
        let checked = checked(&tuned, [650, 350], wins);
        let shown = shown_with(&tuned, &["trained"], corrected(), checked);
        let headline = &shown.page.headline;
        assert_eq!(
            headline.contains("fair share, certified with “mcts-fast”"),
            certifies,
            "{headline}"
        );
        let said = shown.verdict();
        for (part, is_said) in [
            ("“mcts-fast” certifies this set in games", certifies),
            ("no win rate is significantly farther", !certifies),
            ("in more games: --certify, about 10 minutes", !certifies),
            ("with three sets of edits during the search. The correction", true),
        ] {
            assert_eq!(said.contains(part), is_said, "{part}: {said}");
        }
        let next = &shown.page.brief.next;
        let certify = next.iter().any(|command| command.ends_with(" --certify"));
        assert_eq!(certify, !certifies, "{next:?}");
    }
}

/// Checks a certificate if an earlier set failed: the two tests share the error probability.
#[test]
fn a_second_test_has_half_of_the_error_probability() {
    let tuned = corrected_by_a_point();
    for (tests, failed, certifies) in [(1, 0, true), (2, 1, false)] {
        let method = TuningMethod { correction: Some(0.01), tests, failed, ..method(true) };
        // The one-sided intervals of 50.3 % of 1,000 games reach 52.9 % and 53.4 %.
        let checked = checked(&tuned, [650, 350], [503, 497]);
        let shown = shown_with(&tuned, &["trained"], method, checked);
        let said = shown.verdict();
        assert_eq!(said.contains("certifies this set in games"), certifies, "{said}");
        assert_eq!(said.contains("An earlier test"), failed > 0, "{said}");
        let shares = shown.page.judgement.contains("% / 2");
        assert_eq!(shares, tests == 2, "{}", shown.page.judgement);
    }
}

/// Checks the error probability of both tests together: simulates the games of a set that is just
/// outside the accepted distance.
#[test]
fn two_tests_hardly_ever_certify_a_set_that_is_not_near_enough() {
    let mut random = Pcg64Mcg::seed_from_u64(12);
    let targets = BTreeMap::from([("a".to_owned(), 0.5)]);
    let mut passes = || {
        let wins = (0..4_000).filter(|_| random.random_bool(0.53)).count() as u64;
        let check = ReferenceCheck {
            strategy: "mcts-fast".to_owned(),
            compared: vec![],
            effects: vec![],
            failed: 0,
            edited: Some(Point::made_up(4_000, [("a", wins)])),
        };
        let rates = check.rates(1, &targets, 0.03, 0.95);
        certifies(&rates, 1, 0.03, 0.05 / 2.0)
    };
    // Each test passes with a probability of 2.5 %, so 5 % of 1,000 pairs have a wrong certificate;
    // 72 or more would occur once in a thousand tests.
    let wrong = (0..1_000).filter(|_| passes() || passes()).count();
    assert!((20..72).contains(&wrong), "{wrong} of 1,000");
}

#[test]
fn the_method_says_when_both_players_played_edits() {
    let tuned = corrected_by_a_point();
    for (comparisons, compared, when) in [
        (1, 1, "Halfway through the search, both play the best set of edits so far, which"),
        // The best set is played twice before another one.
        (2, 1, "Between rounds of the search, both play the best set of edits so far, which"),
        (
            4,
            3,
            "Between rounds of the search, both play the best set of edits so far, three sets in \
             all",
        ),
    ] {
        let method = TuningMethod {
            targets: ["baobab", "cactus"].map(|key| (key.to_owned(), 0.5)).into(),
            correction: Some(0.01),
            comparisons,
            compared,
            ..method(true)
        };
        let checked = checked(&tuned, [650, 350], [501, 499]);
        let said = shown_with(&tuned, &["trained"], method, checked).page.judgement;
        assert!(said.contains(when), "{said}");
    }
}

#[test]
fn corrected_win_rates_are_estimates_of_the_reference_player() {
    let tuned = corrected_by_a_point();
    let corrected = || TuningMethod {
        targets: ["baobab", "cactus"].map(|key| (key.to_owned(), 0.5)).into(),
        correction: Some(0.01),
        ..method(true)
    };
    for (before, wins, headline) in [
        (
            [520, 480],
            [450, 550],
            "Two edits bring both fighters within 3.0 points of the fair share (estimate for \
             “mcts-fast”, known to ± 2.0 points)",
        ),
        (
            [520, 480],
            [400, 600],
            "With “mcts-fast”, two edits move Baobab and Cactus away from the fair share (",
        ),
    ] {
        let checked = checked(&tuned, before, wins);
        let shown = shown_with(&tuned, &["trained"], corrected(), checked);
        assert!(shown.page.headline.starts_with(headline), "{headline}");
        let said = shown.verdict();
        // A win rate of 50.4 % with the bot is estimated as 49.4 % with the reference player. The
        // half-width combines 1.3 points, from the bot's games, with 1.96 standard errors of the
        // correction, one of which is one point.
        for part in [
            "By the estimate, Baobab wins 49.4 ± 2.3",
            "the correction is known to ± 2.0 points.",
            "the bot “trained”, corrected by the difference",
        ] {
            assert!(said.contains(part), "{part}: {said}");
        }
        assert!(shown.table("rates")[0].starts_with("Baobab | 57.0 | 49.4"));
        assert!(shown.told.contains("estimated for “mcts-fast”"), "{}", shown.told);
        let rate = &shown.facts.best().rates[0];
        assert!((rate.correction.unwrap() + 0.01).abs() < 1e-9);
        assert_eq!((rate.win_rate, rate.target), (0.504, Some(0.5)));
        shown.page.render(&shown.manifest).unwrap();
    }
}
