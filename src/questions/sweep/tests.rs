use super::effects::effects;
use super::facts::SweepFacts;
use super::grid::Axis;
use super::page;
use super::played::{GridPoint, PlayedGrid, Series};
use super::tables::PointRow;
use crate::questions::facts::{Agreement, Fact, SubjectKind};
use crate::questions::findings::Verdict;
use crate::questions::findings::sweep::Finding;
use crate::questions::judge::judge;
use crate::report::people::{PARTY, People};
use crate::report::sample::manifest;
use crate::report::shared::margin_of_error;
use crate::stats::intervals::difference_of_two;
use crate::stats::members::Won;
use crate::stats::sample;

const LEVEL: f64 = 0.95;

/// A subject, with its games and wins at each point.
type Results<'a> = (SubjectKind, &'a str, &'a [(u64, u64)]);

/// Returns the results of a player over the numbers of rounds 5, 6, …, each of which is there
/// `copies` times. `fair` is the fair share of all subjects.
fn played(bot: &str, fair: Option<f64>, all: &[Results<'_>], copies: usize) -> PlayedGrid {
    let places = 0..all[0].2.len() * copies;
    let point = |place: usize| {
        let (value, copy) = (place / copies, place % copies);
        GridPoint {
            at: if copies == 1 { vec![value] } else { vec![value, copy] },
            row: PointRow {
                arm: format!("rules.rounds={}", 5 + value),
                player: bot.to_owned(),
                games: all[0].2[value].0,
                ..PointRow::default()
            },
        }
    };
    let series = |(i, &(kind, name, results)): (usize, &Results<'_>)| {
        let rate = |place: usize| {
            let (games, wins) = results[place / copies];
            let about = (bot, kind, name);
            let mut fact = Fact::wins(about, Won::new(games, wins), fair, i, LEVEL);
            fact.row.arm = Some(place.to_string());
            fact
        };
        let mut rates: Vec<Fact> = places.clone().map(rate).collect();
        judge(&mut rates, |_| (), 0.0, LEVEL);
        Series {
            kind,
            subject: name.to_owned(),
            label: name.to_owned(),
            colour: String::new(),
            rates: rates.into_iter().map(Some).collect(),
        }
    };
    let series = all.iter().enumerate().map(series).collect();
    let points = places.clone().map(point).collect();
    let mut grid = PlayedGrid { bots: vec![bot.to_owned()], points, series, facts: vec![] };
    grid.measure_distances(LEVEL);
    grid
}

/// Returns the facts of a sweep with one axis, or with a second one that changes no game.
fn facts(own: PlayedGrid, reference: Option<PlayedGrid>) -> SweepFacts {
    let axis = |(a, path): (usize, &str)| {
        let most = own.points.iter().filter_map(|point| point.at.get(a)).max()?;
        let values = (5..=5 + most).map(|value| value.to_string()).collect();
        Some(Axis { path: path.to_owned(), values })
    };
    let paths = ["rules.rounds", "fighters.baobab.size"];
    let axes: Vec<Axis> = paths.into_iter().enumerate().filter_map(axis).collect();
    SweepFacts {
        level: LEVEL,
        people: People::of(&manifest(&sample::cast(4, 4), 10)),
        in_force: None,
        effects: effects(&axes, &own, reference.as_ref(), LEVEL),
        axes,
        own,
        reference,
    }
}

fn verdict(facts: &SweepFacts) -> Verdict {
    page::verdict(facts, &facts.fairest())
}

/// Returns the results of Agaric and Cactus, one of which wins each of `games` games.
fn two(bot: &str, fair: Option<f64>, games: u64, wins: &[u64], copies: usize) -> PlayedGrid {
    let agaric: Vec<(u64, u64)> = wins.iter().map(|wins| (games, *wins)).collect();
    let cactus: Vec<(u64, u64)> = wins.iter().map(|wins| (games, games - wins)).collect();
    let names = [("Agaric", &agaric[..]), ("Cactus", &cactus)];
    played(bot, fair, &names.map(|(name, all)| (SubjectKind::Fighter, name, all)), copies)
}

#[test]
fn without_a_fair_share_the_largest_change_leads() {
    let [party, unmoved, fighter] =
        [[(200, 32), (200, 76)], [(200, 40), (200, 44)], [(100, 10), (100, 50)]];
    for (party, fighter, expected) in [
        (party, fighter, "rules.rounds=5 to 6: Agaric and the party gain up to 40.0"),
        (unmoved, fighter, "rules.rounds=5 to 6: Agaric gains 40.0"),
        (unmoved, unmoved, "No setting changes a win rate significantly"),
    ] {
        let all: [Results<'_>; 2] =
            [(SubjectKind::Group, PARTY, &party), (SubjectKind::Fighter, "Agaric", &fighter)];
        let headline = verdict(&facts(played("balanced", None, &all, 1), None)).headline;
        assert!(headline.starts_with(expected), "{headline}");
    }
}

/// Checks a game with heroes and villains, in which each fighter has few games.
#[test]
fn factions_decide_which_value_is_the_fairest() {
    let all: [Results<'_>; 3] = [
        (SubjectKind::Group, "Heroes", &[(4_000, 1_992), (4_000, 2_432)]),
        (SubjectKind::Group, "Villains", &[(4_000, 2_008), (4_000, 1_568)]),
        (SubjectKind::Fighter, "Agaric", &[(100, 60), (100, 50)]),
    ];
    let facts = facts(played("balanced", Some(0.5), &all, 1), None);
    assert_eq!(facts.fairest().points, [0]);
    let found = verdict(&facts).findings;
    let expected = ["Heroes gain 11.0", "(49.8 to 60.8\u{a0}%)", "Villains lose 11.0"];
    assert!(expected.iter().all(|part| found.concat().contains(part)), "{found:?}");
}

/// Of many fighters, charts and tables show the groups, the fighter that the second axis names, and
/// the fighters that change most.
#[test]
fn of_too_many_win_rates_those_are_shown_that_change_most() {
    let names: Vec<String> = (0..30).map(|i| i.to_string()).collect();
    let wins: Vec<[(u64, u64); 2]> = (0..30).map(|i| [(100, 50), (100, 50 - i)]).collect();
    let fighters = names.iter().zip(&wins);
    let fighters = fighters.map(|(name, wins)| (SubjectKind::Fighter, name.as_str(), &wins[..]));
    let unmoved = &[(100, 50), (100, 50)][..];
    let others: [Results<'_>; 3] = [
        (SubjectKind::Fighter, "baobab", unmoved),
        (SubjectKind::Group, "Heroes", unmoved),
        (SubjectKind::Group, "Villains", unmoved),
    ];
    let all: Vec<Results<'_>> = fighters.chain(others).collect();
    let facts = facts(played("balanced", Some(0.5), &all, 2), None);
    let shown = facts.own.shown(&facts.axes).into_iter().map(|of| of.label.as_str());
    let expected = ["Heroes", "Villains", "baobab", "29", "28", "27", "26", "25", "24", "23"];
    assert_eq!(shown.collect::<Vec<_>>(), expected);
    assert!(facts.left_out(&facts.own).contains("The win rates of 23 "));
}

/// A win rate of 50 % against 43 % in 200 games is no significant effect. In eight copies of these
/// games, the effect is not significant either, and the intervals are as wide as before.
#[test]
fn an_idle_axis_adds_no_certainty() {
    for (wins, expected) in [(86, false), (40, true)] {
        let grid = |bot| two(bot, Some(0.5), 200, &[100, wins], 8);
        let facts = facts(grid("balanced"), Some(grid("mcts-fast")));
        assert_eq!(facts.effects.len(), 4);
        for effect in &facts.effects {
            let arm = effect.row().arm.as_deref().unwrap();
            let moved = arm.starts_with("rules.rounds") && expected;
            assert_eq!(effect.judged.own.standing().is_significant(), moved, "{wins}");
        }
        let agaric = facts.effects.iter().find(|of| of.label == "Agaric").unwrap();
        let theirs = agaric.judged.reference.as_ref().unwrap();
        let rate = wins as f64 / 200.0;
        assert_eq!((theirs.row.base, theirs.row.value), (Some(0.5), Some(rate)));
        let interval = difference_of_two((100, 200), (wins, 200), LEVEL);
        let expected = margin_of_error(rate - 0.5, interval.low, interval.high);
        assert_eq!(theirs.margin_of_error(), expected);
    }
}

/// The two values of an effect are chosen among all pairs of values. So each test counts as often
/// as there are pairs.
#[test]
fn many_values_need_a_larger_change() {
    // p = 0.0046 for each of two fighters.
    for (wins, expected) in [(&[500, 563][..], true), (&[500, 520, 530, 540, 563], false)] {
        let facts = facts(two("balanced", Some(0.5), 1_000, wins, 1), None);
        let effect = &facts.effects[0];
        let arm = format!("rules.rounds=5 to {}", 4 + wins.len());
        assert_eq!(effect.row().arm, Some(arm));
        assert_eq!(effect.judged.own.standing().is_significant(), expected, "{wins:?}");
    }
}

#[test]
fn the_reference_player_leads_where_its_answer_is_significant() {
    use Agreement::{Confirmed, Opposite, ReferenceOnly, Undecided};
    let (up, down, level) = ([1_000, 1_200], [1_200, 1_000], [1_000, 1_000]);
    for (own, theirs, check, fairest, change) in [
        (up, up, Some(Confirmed), &[0][..], &[0.1][..]),
        (level, down, Some(ReferenceOnly), &[1], &[-0.1]),
        (up, level, Some(Undecided), &[0], &[0.1]),
        (up, down, Some(Opposite), &[1], &[-0.1, 0.1]),
        (level, level, None, &[0, 1], &[]),
    ] {
        let grid = |bot, wins: [u64; 2]| two(bot, Some(0.5), 2_000, &wins, 1);
        let facts = facts(grid("balanced", own), Some(grid("mcts-fast", theirs)));
        let found = facts.fairest();
        assert_eq!((found.check, found.points.as_slice()), (check, fairest));
        let agaric = facts.effects.iter().find(|of| of.label == "Agaric").unwrap();
        assert_eq!(agaric.judged.check(), check);
        let off = agaric.judged.off(&facts.own.bots);
        let rounded = |fact: &Fact| (fact.row.change.unwrap() * 1e3).round() / 1e3;
        let changes: Vec<f64> = off.iter().map(|(fact, _)| rounded(fact)).collect();
        assert_eq!(changes, change);
    }
}

#[test]
fn axes_that_change_the_fair_share_have_no_effects() {
    let mut own = two("balanced", Some(0.5), 1_000, &[500, 700], 1);
    own.series.iter_mut().flat_map(|of| &mut of.rates[1]).for_each(|of| of.row.fair = Some(0.25));
    let facts = facts(own, None);
    assert!(facts.effects.is_empty());
    let expected = Finding::ChangesFairShare { axis: "rules.rounds".to_owned() };
    assert_eq!(verdict(&facts).findings[0], format!("{expected}."));
}
