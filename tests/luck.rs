//! Tests of luck: measuring luck changes no game, does not depend on the number of threads, and has
//! mean 0 in every shipped title. Luck-adjusted results are as unbiased and as precise as stated.

use std::sync::atomic::AtomicBool;

use gong::scenario::Scenario;
use gong::simulate::{self, Plan, Simulation, Weighing};
use gong::stats::Tally;
use gong::strategies::BotDefinition;

use crate::common::scenarios::{MAD_ARENA, scenario};

fn play(
    simulation: &Simulation,
    seed: u64,
    games: u64,
    threads: usize,
    luck: Option<Weighing>,
) -> Tally {
    let plan = Plan { seed, games, precision: None, threads, records: false, luck };
    let played = simulate::run(simulation, &plan, &AtomicBool::new(false), &mut ());
    played.expect("no bot fails").tally
}

/// Returns settings that measure luck as for searching bots, in a scenario with fast bots.
fn weighing(scenario: &Scenario, throws: u32, to_the_end: bool) -> Weighing {
    let mut definitions = scenario.bots.values().map(|bot| &bot.definition);
    let greedy = definitions.find_map(|definition| match definition {
        BotDefinition::Greedy(weights) => Some(*weights),
        _ => None,
    });
    Weighing { guide: greedy.expect("somebody is greedy"), throws, to_the_end }
}

#[test]
fn weighing_luck_changes_no_game_and_is_the_same_on_any_threads() {
    let scenario = scenario("strategy = 'greedy.toml'\n[line-up]\ndraw = 4");
    let simulation = scenario.open();
    let luck = Some(weighing(&scenario, 4, true));
    let [one, two, without] = [(1, luck), (2, luck), (1, None)]
        .map(|(threads, luck)| play(&simulation, 3, 150, threads, luck));
    assert_eq!(one, two);
    for entrant in 0..one.entrants() {
        assert_eq!(one.won(entrant), without.won(entrant));
        assert_eq!(one.placements(entrant), without.placements(entrant));
        assert!(one.luck(entrant).adjusted().is_some());
        assert!(without.luck(entrant).adjusted().is_none());
    }
}

#[test]
fn nobody_is_lucky_in_the_mean() {
    let four = "strategy = 'greedy.toml'\n[line-up]\ndraw = 4";
    let teams =
        "strategy = 'greedy.toml'\n[line-up]\nteams = [['agaric', 'baobab'], ['bonzai', 'sorgho']]";
    for lines in [four, teams, &format!("{MAD_ARENA}\n{four}")] {
        let scenario = scenario(lines);
        let tally = play(&scenario.open(), 1, 800, 2, Some(weighing(&scenario, 4, true)));
        for entrant in 0..tally.entrants() {
            let luck = tally.luck(entrant).mean_luck().expect("it played");
            for (mean, error) in luck {
                assert!(error > 0.0, "{lines}: dice fall");
                // The test compares about thirty values, so a value beyond 4 standard errors occurs
                // once in 500 runs of the test.
                assert!(mean.abs() < 4.0 * error, "{lines}: {entrant}: {mean} ± {error}");
            }
        }
    }
}

#[test]
fn without_luck_results_are_as_true_and_as_exact_as_they_say() {
    const RUNS: u64 = 250;
    const GAMES: u64 = 100;
    let scenario = scenario("strategy = 'greedy.toml'\n[line-up]\nfighters = ['bonzai', 'sorgho']");
    let simulation = scenario.open();
    let truth = play(&simulation, 1_000_000, 40_000, 2, None).won(0).rate();
    let weighing = weighing(&scenario, 8, false);
    let (mut covered, mut plain_squares, mut sum, mut squares, mut said, mut saving) =
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for seed in 0..RUNS {
        let tally = play(&simulation, seed, GAMES, 2, Some(weighing));
        plain_squares += (tally.won(0).rate() - truth).powi(2);
        let adjusted = tally.luck(0).adjusted().expect("there was luck");
        let off = adjusted.mean - truth;
        let interval = adjusted.interval(1.0, 0.95);
        covered += f64::from(u8::from((interval.low..=interval.high).contains(&truth)));
        (sum, squares) = (sum + off, squares + off * off);
        said += adjusted.error * adjusted.error;
        saving += adjusted.saving;
    }
    let runs = RUNS as f64;
    let [covered, mean, saving] = [covered, sum, saving].map(|sum| sum / runs);
    let error = (squares / runs / runs).sqrt();
    let saved = plain_squares / squares;
    println!(
        "truth {truth:.4}; off by {mean:.4} ± {error:.4}; covered {covered:.3}; variance {:.3} of what is said; saving {saving:.2} said, {saved:.2} seen",
        squares / said
    );
    // The estimate of the true value has a standard error of 0.0025.
    assert!(mean.abs() < 3.0 * error.hypot(0.0025), "{mean} ± {error}");
    // The standard deviation of the measured coverage is 1.4 %.
    assert!((0.91..=0.985).contains(&covered), "{covered}");
    // The standard deviation of the measured ratio is 9 %.
    assert!((0.75..1.3).contains(&(squares / said)), "{}", squares / said);
    assert!(saving > 1.2 && (0.75..1.3).contains(&(saved / saving)), "{saving} said, {saved} seen");
}
