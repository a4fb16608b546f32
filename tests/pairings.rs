//! Tests of `gong pairings`: the games are those of a run, the results do not depend on the number
//! of threads, and the results are correct where the true values are known.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use gong::analysis::WorkAudience;
use gong::games::arena::Roster;
use gong::questions::pairings::line_ups::{LineUpBudget, LineUpsPlan};
use gong::questions::pairings::play::play;
use gong::questions::pairings::results::Results;
use gong::scenario::Scenario;
use gong::simulate::All;
use gong::stats::fairness::Verdict;

use crate::common::scenarios;

const ALL: [&str; 8] =
    ["agaric", "baobab", "bonzai", "burdock", "cactus", "jojoba", "sorgho", "zamioculcas"];

fn drawn(more: &str) -> Scenario {
    scenarios::scenario(&format!("strategy = 'random'\n[line-up]\ndraw = 4\n{more}"))
}

fn question(fighters: &[&str], sizes: &[usize], budget: LineUpBudget) -> LineUpsPlan {
    LineUpsPlan {
        sizes: sizes.to_vec(),
        fighters: fighters.iter().map(|key| (*key).to_owned()).collect(),
        per_team: false,
        seed: 5,
        budget,
        margin: 0.05,
        level: 0.95,
        threads: 2,
        is_reduced: false,
    }
}

fn asked(scenario: &Scenario, question: &LineUpsPlan) -> Results {
    let played =
        play(scenario, question, &mut All(question.games()), &AtomicBool::new(false), &()).unwrap();
    Results::new(&played.tally, question).unwrap()
}

#[test]
fn threads_change_nothing() {
    let scenario = drawn("");
    for budget in [LineUpBudget::Each(50), LineUpBudget::UntilClear { most: 2_000 }] {
        let [one, two, seven] = [1, 2, 7].map(|threads| {
            let mut question = question(&ALL[..5], &[2, 2], budget);
            question.threads = threads;
            asked(&scenario, &question).line_ups
        });
        assert!(one == two && one == seven, "{budget:?}");
        assert_eq!(one.len(), 15);
    }
}

#[test]
fn the_games_are_those_of_a_run_of_the_line_up() {
    for (per_team, name) in [(false, "per-fighter"), (true, "per-team")] {
        let scenario = drawn("[strategies]\nfighters.agaric = 'greedy.toml'");
        let mut question = question(&ALL[..6], &[2, 2], LineUpBudget::Each(40));
        question.per_team = per_team;
        let found = asked(&scenario, &question);
        let all = found.line_ups.len() as u64;
        for n in [0, 17, 44] {
            let line_up = &found.line_ups[n];
            let teams: Vec<Vec<&str>> = line_up
                .teams
                .iter()
                .map(|team| team.iter().map(|&member| ALL[member]).collect())
                .collect();
            let exception = if teams.iter().flatten().any(|key| *key == "agaric") {
                "[strategies]\nfighters.agaric = 'greedy.toml'"
            } else {
                ""
            };
            // The teams sit in both orders in turn, and their members after two games each.
            let mut wins = [0, 0];
            for turn in 0..4 {
                let moved = turn % 2;
                let mut order = teams.clone();
                order.rotate_right(moved);
                for team in &mut order {
                    team.rotate_right(turn / 2);
                }
                let same = scenarios::scenario(&format!(
                    "strategy = 'random'\n[line-up]\nteams = {order:?}\nseats = '{name}'\n\
                     {exception}"
                ));
                let simulation = same.open();
                let mut worker = simulation.worker();
                for i in (turn as u64..40).step_by(4) {
                    let record = worker.play(question.seed, n as u64 + all * i).unwrap();
                    let winner = record.players.iter().find(|player| player.won).unwrap();
                    wins[(usize::from(winner.slot / 2) + moved) % 2] += 1;
                }
            }
            assert_eq!(line_up.wins(), wins, "line-up {n}: {teams:?}");
        }
    }
}

#[test]
fn an_unfair_line_up_is_called_unfair_and_mirrors_fair() {
    // Two giants and six identical fighters: a team with more giants wins, and line-ups with equal
    // numbers of giants are even.
    let mut scenario = drawn("");
    let mut roster: Roster = serde_json::from_value(scenario.roster).unwrap();
    let plain = roster.fighters["cactus"].clone();
    for key in ALL {
        let mut fighter = plain.clone();
        fighter.name = key.to_owned();
        if key == "agaric" || key == "baobab" {
            for card in fighter.cards.values_mut().filter(|card| card.effect().is_none()) {
                (card.melee, card.shooting, card.defense) = (8, 8, 6);
            }
        }
        roster.fighters.insert(key.to_owned(), fighter);
    }
    scenario.roster = serde_json::to_value(roster).unwrap();
    let mut question = question(&ALL[..6], &[2, 2], LineUpBudget::UntilClear { most: 64_000 });
    question.margin = 0.05;
    let found = asked(&scenario, &question);
    let giants = |team: &Vec<usize>| team.iter().filter(|member| **member < 2).count();
    let mut told = [0, 0];
    for line_up in &found.line_ups {
        let lead = giants(&line_up.teams[0]).abs_diff(giants(&line_up.teams[1]));
        let expected = if lead == 0 { Verdict::Fair } else { Verdict::Unfair };
        assert_eq!(line_up.verdict, expected, "{line_up:?}");
        told[usize::from(lead > 0)] += 1;
    }
    assert_eq!(told, [15, 30]);
    // Close line-ups get as many games as necessary, and clear ones get few.
    let games = |verdict| {
        let of = found.line_ups.iter().filter(|line_up| line_up.verdict == verdict);
        of.map(|line_up| line_up.games()).collect::<Vec<_>>()
    };
    assert!(games(Verdict::Unfair).iter().all(|games| *games == 1_000));
    assert!(games(Verdict::Fair).iter().all(|games| *games >= 2_000));
    assert_eq!(found.games(), found.line_ups.iter().map(|l| l.games()).sum::<u64>());
}

/// An audience (receiver of a run's progress) that interrupts the run after a number of games.
struct Impatient<'a>(AtomicU64, &'a AtomicBool);

impl WorkAudience for Impatient<'_> {
    fn planned(&self, _: u64) {}

    fn played(&self, games: u64) {
        if self.0.fetch_add(games, Ordering::Relaxed) > 2_000 {
            self.1.store(true, Ordering::Relaxed);
        }
    }
}

#[test]
fn interrupted_it_keeps_what_was_played_of_every_line_up() {
    let stop = AtomicBool::new(false);
    let question = question(&ALL[..5], &[2, 2], LineUpBudget::Each(1_000_000));
    let audience = Impatient(AtomicU64::new(0), &stop);
    let played = play(&drawn(""), &question, &mut All(question.games()), &stop, &audience).unwrap();
    assert!(played.partial);
    let found = Results::new(&played.tally, &question).unwrap();
    assert_eq!(found.games(), played.games);
    assert!(found.games() > 500);
    // Checks that the line-ups were played in turn.
    let games = found.line_ups.iter().map(|line_up| line_up.games());
    let (least, most) = (games.clone().min().unwrap(), games.max().unwrap());
    assert!(least + 1 >= most, "{least} to {most}");
    let whole = asked(&drawn(""), &LineUpsPlan { budget: LineUpBudget::Each(least), ..question });
    for (cut, whole) in found.line_ups.iter().zip(&whole.line_ups) {
        let more: u64 = cut.wins().iter().zip(&whole.wins()).map(|(a, b)| a - b).sum();
        assert_eq!(more, cut.games() - least, "the same games, and one more at most");
    }
}
