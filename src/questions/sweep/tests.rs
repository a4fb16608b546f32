use super::agreement::SweepReference;
use super::facts::{GridPoint, PointResult, Series, SweepFacts};
use super::grid::Axis;
use super::lists::marked;
use super::verdict::{effects, sentences};
use crate::report::measured::GameMeasures;
use crate::report::people::{PARTY, People};
use crate::report::sample::manifest;
use crate::report::sentences::Sentences;
use crate::report::shared::{Wins, margin_of_error};
use crate::stats::intervals::difference_of_two;
use crate::stats::sample;

/// Returns the sentences of a sweep over the numbers of rounds 5, 6, …, see [`facts`].
fn said(fair: Option<f64>, points: &[[(u64, u64); 2]]) -> Sentences {
    sentences(&facts(fair, points)).unwrap()
}

/// Returns the results of a sweep over the numbers of rounds 5, 6, … Each number has the games
/// and wins of Agaric and Cactus. `fair` is their fair share.
fn facts(fair: Option<f64>, points: &[[(u64, u64); 2]]) -> SweepFacts {
    let manifest = manifest(&sample::cast(4, 4), 10);
    let values = (5..).take(points.len());
    let axis = Axis {
        path: "rules.rounds".to_owned(),
        values: values.map(|value: usize| value.to_string()).collect(),
    };
    let series = |(i, name): (usize, &str)| {
        let result = |point: &[(u64, u64); 2]| {
            let (games, wins) = point[i];
            (games > 0).then(|| PointResult {
                wins: Wins::new(games, wins, 0.95),
                fair,
                values: vec![],
            })
        };
        Series {
            fighter: name.to_lowercase(),
            label: name.to_owned(),
            colour: String::new(),
            cells: points.iter().map(result).collect(),
        }
    };
    let point = |(at, cells): (usize, &[(u64, u64); 2])| GridPoint {
        at: vec![at],
        fair,
        rounds: 5.0,
        games: cells[0].0.max(cells[1].0),
    };
    SweepFacts {
        level: 0.95,
        bots: vec!["balanced".to_owned()],
        together: 0.95,
        measured: GameMeasures::from(&sample::measures()),
        people: People::of(&manifest),
        axes: vec![axis],
        in_force: vec![None],
        points: points.iter().enumerate().map(point).collect(),
        missing: 0,
        series: ["Agaric", "Cactus"].into_iter().enumerate().map(series).collect(),
        groups: vec![],
        reference: None,
    }
}

#[test]
fn a_tie_has_no_least_fair_value() {
    let least_fair = |points: &[[(u64, u64); 2]]| -> Vec<String> {
        let verdict = said(Some(0.5), points).verdict;
        let about = verdict.into_iter().filter(|of| of.contains("least fair"));
        about.collect()
    };
    let (first, second) = ([(100, 60), (100, 40)], [(100, 40), (100, 60)]);
    let even = [(100, 50), (100, 50)];
    assert!(least_fair(&[first, even, second]).is_empty());
    let unfair = least_fair(&[even, second, even]);
    assert_eq!(unfair.len(), 1);
    let expected = "The least fair value in these games is rules.rounds=6, where ";
    assert!(unfair[0].starts_with(expected), "{unfair:?}");
}

#[test]
fn a_single_value_is_not_called_the_fairest() {
    let even = [(100, 50), (100, 50)];
    let fairest = |points: &[[(u64, u64); 2]]| marked(&facts(Some(0.5), points));
    assert!(fairest(&[even]).is_empty());
    assert_eq!(fairest(&[even; 2]), [0, 1]);
}

#[test]
fn the_headline_has_the_fewest_and_the_most_games_of_a_fighter() {
    for (points, expected) in [
        ([[(188, 94), (188, 94)]; 2], "188 games"),
        ([[(188, 94), (150, 75)], [(125, 60), (180, 90)]], "125 to 188 games"),
        ([[(188, 94), (0, 0)], [(125, 60), (180, 90)]], "up to 188 games"),
    ] {
        assert_eq!(
            said(Some(0.5), &points).headline,
            format!(
                "No value is significantly fairer than another after {expected} of each fighter"
            )
        );
    }
}

/// Checks a cooperative game, which has no fair share.
#[test]
fn without_a_fair_share_the_headline_says_what_changes() {
    let headline = |points: &[[(u64, u64); 2]]| said(None, points).headline;
    assert_eq!(
        headline(&[[(100, 50), (100, 50)]; 2]),
        "“rules.rounds” changes no win rate significantly after 100 games of each fighter"
    );
    assert_eq!(
        headline(&[[(100, 90), (100, 50)], [(100, 10), (80, 40)]]),
        "“rules.rounds” changes the win rate of Agaric significantly after 80 to 100 games of each \
         fighter"
    );
    assert_eq!(headline(&[[(100, 90), (100, 50)]]), "Played: 1 value");
}

#[test]
fn the_party_of_a_cooperative_game_is_said_first() {
    let of_party = |wins: [u64; 2]| {
        let mut facts = facts(None, &[[(100, 20), (100, 20)], [(100, 25), (100, 25)]]);
        let cell =
            |wins| PointResult { wins: Wins::new(200, wins, 0.95), fair: None, values: vec![] };
        facts.groups = vec![Series {
            fighter: String::new(),
            label: PARTY.to_owned(),
            colour: String::new(),
            cells: wins.map(|wins| Some(cell(wins))).into(),
        }];
        sentences(&facts).unwrap()
    };
    let changed = of_party([32, 76]);
    let rates = "(16.0\u{a0}% with “5”, 38.0\u{a0}% with “6”: +22.0 ± ";
    let (headline, first) = (&changed.headline, &changed.verdict[0]);
    let expected = format!("“rules.rounds” changes the party’s win rate significantly {rates}");
    assert!(headline.starts_with(&expected), "{headline}");
    assert!(headline.ends_with(" points) after 200 games of each value"), "{headline}");
    let expected = format!("The setting “rules.rounds” changes the party’s win rate {rates}");
    assert!(first.starts_with(&expected), "{first}");
    assert_eq!(
        of_party([40, 44]).headline,
        "“rules.rounds” does not change the party’s win rate significantly after 200 games of each \
         value"
    );
}

/// Checks a game with heroes and villains, in which each fighter has few games.
#[test]
fn factions_decide_which_value_is_the_fairest() {
    let mut facts = facts(Some(0.5), &[[(100, 60), (100, 40)], [(100, 50), (100, 50)]]);
    let faction = |label: &str, wins: [u64; 2]| Series {
        fighter: String::new(),
        label: label.to_owned(),
        colour: String::new(),
        cells: wins
            .map(|wins| {
                Some(PointResult {
                    wins: Wins::new(4_000, wins, 0.95),
                    fair: Some(0.5),
                    values: vec![],
                })
            })
            .into(),
    };
    facts.groups = vec![faction("Heroes", [1_992, 2_432]), faction("Villains", [2_008, 1_568])];
    assert_eq!(marked(&facts), [0]);
    let said = sentences(&facts).unwrap();
    let fairest = "Fairest at rules.rounds=5: the largest distance from the fair share is ";
    assert!(said.headline.starts_with(fairest), "{}", said.headline);
    let effect = "The setting “rules.rounds” changes the win rates of the sides: heroes win \
                  49.8\u{a0}% with “5”, 60.8\u{a0}% with “6”: +11.0 ± ";
    assert!(said.verdict.iter().any(|of| of.starts_with(effect)), "{:?}", said.verdict);
}

/// Adds an axis with eight values that change no game: every point is there eight times.
fn with_idle_axis(mut facts: SweepFacts) -> SweepFacts {
    let copies = 0..8_usize;
    facts.axes.push(Axis {
        path: "fighters.baobab.size".to_owned(),
        values: copies.clone().map(|size| size.to_string()).collect(),
    });
    facts.in_force.push(None);
    let copy = |of: &GridPoint, value: usize| GridPoint { at: vec![of.at[0], value], ..*of };
    let points = facts.points.iter();
    facts.points = points.flat_map(|of| copies.clone().map(move |value| copy(of, value))).collect();
    for series in &mut facts.series {
        let cells = series.cells.iter();
        series.cells = cells.flat_map(|of| vec![of.clone(); 8]).collect();
    }
    facts
}

/// A win rate of 50 % against 43 % in 200 games is no significant effect. In eight copies of these
/// games, the effect is not significant either, and the intervals are as wide as before.
#[test]
fn an_idle_axis_adds_no_certainty() {
    let played = |points: &[[(u64, u64); 2]]| {
        let mut facts = facts(Some(0.5), points);
        let theirs = self::facts(Some(0.5), points);
        facts.reference = Some(SweepReference {
            strategy: "mcts-fast".to_owned(),
            facts: Box::new(with_idle_axis(theirs)),
        });
        with_idle_axis(facts)
    };
    let even = [(200, 100), (200, 100)];
    for (points, expected) in
        [([even, [(200, 86), (200, 114)]], false), ([even, [(200, 40), (200, 160)]], true)]
    {
        let facts = played(&points);
        let all = effects(&facts);
        assert!(all[0].iter().all(|of| of.own.significant == expected), "{points:?}");
        assert!(all[1].iter().all(|of| !of.own.significant), "{points:?}");
        let mut effects = all[0].iter();
        let agaric = effects.find(|of| of.series.label == "Agaric").unwrap();
        let wins = points[1][0].1;
        assert_eq!(agaric.own.rates, (0.5, wins as f64 / 200.0));
        let interval = difference_of_two((100, 200), (wins, 200), 0.95);
        let by = agaric.own.by();
        assert_eq!(
            agaric.reference.unwrap().margin_of_error,
            margin_of_error(by, interval.low, interval.high)
        );
    }
}

/// The reference player leads where its answer is significant, and the own bots elsewhere.
#[test]
fn the_reference_player_leads_where_its_answer_is_significant() {
    let said = |own: [u64; 2], theirs: [u64; 2]| {
        let of = |wins: [u64; 2]| {
            let points = wins.map(|wins| [(2_000, wins), (2_000, 2_000 - wins)]);
            facts(Some(0.5), &points)
        };
        let mut facts = of(own);
        facts.reference =
            Some(SweepReference { strategy: "mcts-fast".to_owned(), facts: Box::new(of(theirs)) });
        let said = sentences(&facts).unwrap();
        (said.headline, said.verdict.join(" "))
    };
    let (up, down, level) = ([1_000, 1_200], [1_200, 1_000], [1_000, 1_000]);
    let undecided = " with the bot “balanced” (undecided with “mcts-fast”)";
    let opposite = " with the bot “balanced” (opposite with “mcts-fast”)";
    let reference = " with “mcts-fast”";
    for (own, theirs, fairest, led, findings) in [
        (up, up, 5, reference, &["(50.0\u{a0}% with “5”, 60.0\u{a0}% with “6”: +10.0 ± "][..]),
        (level, down, 6, reference, &["(60.0\u{a0}% with “5”, 50.0\u{a0}% with “6”: −10.0 ± "]),
        (up, level, 5, undecided, &["50.0\u{a0}% with “5”", undecided]),
        (up, down, 6, reference, &["60.0\u{a0}% with “5”", opposite]),
    ] {
        let (headline, verdict) = said(own, theirs);
        let start = format!("Fairest at rules.rounds={fairest}: ");
        assert!(headline.starts_with(&start) && headline.ends_with(led), "{headline}");
        assert!(findings.iter().all(|of| verdict.contains(of)), "{verdict}");
    }
}
