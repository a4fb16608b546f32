//! Tests of `gong pairings`: the games are those of a run, and the results are correct where the
//! true values are known.

use std::sync::atomic::AtomicBool;

use gong::games::arena::Roster;
use gong::questions::pairings::line_ups::LineUps;
use gong::questions::pairings::play::play;
use gong::scenario::Scenario;
use gong::simulate::{All, Plan};
use gong::stats::members::Won;

use crate::common::scenarios;

const ALL: [&str; 8] =
    ["agaric", "baobab", "bonzai", "burdock", "cactus", "jojoba", "sorgho", "zamioculcas"];

const SEED: u64 = 5;

fn drawn(more: &str) -> Scenario {
    scenarios::scenario(&format!("strategy = 'random'\n[line-up]\ndraw = 4\n{more}"))
}

/// Returns the line-ups of two teams of two.
fn line_ups(fighters: &[&str], per_team: bool) -> LineUps {
    let fighters = fighters.iter().map(|key| (*key).to_owned()).collect();
    LineUps { sizes: vec![2, 2], fighters, per_team }
}

/// Plays some games of each line-up; returns the games and wins of its teams.
fn played(scenario: &Scenario, line_ups: &LineUps, games: u64) -> Vec<Vec<Won>> {
    let all: Vec<usize> = (0..line_ups.count() as usize).collect();
    let plan = Plan::fixed(SEED, games * line_ups.count(), 2);
    let (lots, stop) = (&mut All(plan.games), &AtomicBool::new(false));
    let played = play((line_ups, &all), scenario, &plan, (lots, stop), |_| ()).unwrap();
    assert_eq!(played.games, plan.games);
    played.tally.teams(line_ups)
}

#[test]
fn the_games_are_those_of_a_run_of_the_line_up() {
    for (per_team, name) in [(false, "per-fighter"), (true, "per-team")] {
        let scenario = drawn("[strategies]\nfighters.agaric = 'greedy.toml'");
        let line_ups = line_ups(&ALL[..6], per_team);
        let found = played(&scenario, &line_ups, 40);
        let all = found.len() as u64;
        for n in [0, 17, 44] {
            let teams: Vec<Vec<&str>> = line_ups.every()[n]
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
                    let record = worker.play(SEED, n as u64 + all * i).unwrap();
                    let winner = record.players.iter().find(|player| player.won).unwrap();
                    wins[(usize::from(winner.slot / 2) + moved) % 2] += 1;
                }
            }
            let found: Vec<u64> = found[n].iter().map(Won::wins).collect();
            assert_eq!(found, wins, "line-up {n}: {teams:?}");
        }
    }
}

#[test]
fn a_team_with_more_giants_wins_and_others_are_even() {
    // Two giants and six identical fighters.
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
    let line_ups = line_ups(&ALL[..6], false);
    let found = played(&scenario, &line_ups, 4_000);
    let giants = |team: &Vec<usize>| team.iter().filter(|member| **member < 2).count();
    for (teams, won) in line_ups.every().iter().zip(&found) {
        let [first, second] = [0, 1].map(|team| giants(&teams[team]));
        let rate = won[0].rate();
        match first.cmp(&second) {
            // The standard error is 0.8 points.
            std::cmp::Ordering::Equal => assert!((rate - 0.5).abs() < 0.03, "{teams:?}: {rate}"),
            std::cmp::Ordering::Greater => assert!(rate > 0.55, "{teams:?}: {rate}"),
            std::cmp::Ordering::Less => assert!(rate < 0.45, "{teams:?}: {rate}"),
        }
    }
}
