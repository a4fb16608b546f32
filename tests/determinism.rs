//! Tests that seed and scenario determine every game; threads, batches and earlier games have no
//! influence. Variants of a scenario share random numbers as far as possible.

use std::sync::atomic::AtomicBool;

use gong::game::Observer;
use gong::game::chance::{Chance, KeyedChance};
use gong::games::arena::{Arena, Event};
use gong::simulate::{self, Audience, Plan, Played, Precision, Simulation, Stage};
use gong::stats::{Record, precision};

use crate::common::scenarios;

/// Scenarios with greedy, random and mixed bots, and drawn, fixed and team line-ups.
const SCENARIOS: [&str; 8] = [
    "game = 'mad-arena'\nroster = 'mad-arena.toml'\nstrategy = 'greedy.toml'\n[line-up]\ndraw = 7",
    "game = 'mad-arena'\nroster = 'mad-arena.toml'\nstrategy = 'random'\n[line-up]\nteams = [['agaric', 'baobab'], ['bonzai', 'burdock'], ['cactus', 'sorgho']]\nseats = 'per-team'",
    "strategy = 'greedy.toml'\n[line-up]\ndraw = 4",
    "strategy = 'random'\n[line-up]\ndraw = 3\npool = ['agaric', 'bonzai', 'cactus', 'jojoba', 'sorgho']",
    "strategy = 'random'\n[line-up]\nfighters = ['baobab', 'agaric', 'sorgho', 'zamioculcas']\n[strategies]\nfighters.agaric = 'greedy.toml'\nseats.3 = 'greedy.toml'",
    "strategy = 'random'\n[line-up]\ndraw = 8",
    "strategy = 'random'\n[line-up]\nteams = [['agaric', 'baobab'], ['bonzai', 'sorgho']]\nseats = 'per-team'\n[strategies]\nteams.2 = 'greedy.toml'",
    "strategy = 'greedy.toml'\n[line-up]\nteams = [['agaric', 'zamioculcas'], ['jojoba', 'baobab'], ['cactus']]",
];

fn simulation(lines: &str) -> Simulation {
    scenarios::scenario(lines).open()
}

/// An audience (receiver of records) that keeps the records and checks that they arrive in order.
#[derive(Default)]
struct Kept(Vec<Record>);

impl Audience for Kept {
    fn played(&self, _: u64) {}

    fn records(&mut self, first: u64, records: &[Record]) -> anyhow::Result<()> {
        assert_eq!(first, self.0.len() as u64);
        self.0.extend_from_slice(records);
        Ok(())
    }
}

fn run(simulation: &Simulation, seed: u64, games: u64, threads: usize) -> (Played, Vec<Record>) {
    let plan = Plan { seed, games, precision: None, threads, records: true, luck: None };
    let mut kept = Kept::default();
    let played = simulate::run(simulation, &plan, &AtomicBool::new(false), &mut kept).unwrap();
    assert_eq!((played.games, kept.0.len() as u64), (games, games));
    (played, kept.0)
}

#[test]
fn threads_change_nothing() {
    for lines in SCENARIOS {
        let simulation = simulation(lines);
        let (one, records) = run(&simulation, 7, 450, 1);
        for threads in [2, 7] {
            let (other, same) = run(&simulation, 7, 450, threads);
            assert!(other.tally == one.tally, "{threads} threads: {lines}");
            assert!(same == records, "{threads} threads: {lines}");
        }
    }
}

#[test]
fn threads_do_not_change_where_a_precise_run_stops() {
    let simulation = simulation("strategy = 'random'\n[line-up]\ndraw = 4");
    let stops = [1, 2, 7].map(|threads| {
        let plan = Plan {
            seed: 3,
            games: 100_000,
            precision: Some(Precision { target: 0.03, level: 0.95 }),
            threads,
            records: false,
            luck: None,
        };
        let played =
            simulate::run(&simulation, &plan, &AtomicBool::new(false), &mut Kept::default())
                .unwrap();
        assert!(played.reached);
        (played.games, played.tally)
    });
    let first = precision::FIRST_LOOK;
    assert!(stops[0].0 > first, "{} games", stops[0].0);
    assert!(stops[1] == stops[0] && stops[2] == stops[0]);
}

#[test]
fn another_seed_plays_other_games() {
    for lines in SCENARIOS {
        let simulation = simulation(lines);
        let (a, b) = (run(&simulation, 1, 60, 2).1, run(&simulation, 2, 60, 2).1);
        let same = a.iter().zip(&b).filter(|(a, b)| a == b).count();
        assert!(same <= 1, "{same} of 60 games are the same: {lines}");
    }
}

#[test]
fn a_game_is_the_same_reached_alone_or_in_a_run() {
    for lines in SCENARIOS {
        let simulation = simulation(lines);
        let (_, records) = run(&simulation, 5, 100, 2);
        for game in [0, 1, 31, 32, 63, 64, 99] {
            let alone = simulation.worker().play(5, game).unwrap().clone();
            assert!(alone == records[game as usize], "game {game}: {lines}");
        }
        let mut backwards = simulation.worker();
        for (game, record) in records.iter().enumerate().rev() {
            assert!(backwards.play(5, game as u64) == Ok(record), "game {game}: {lines}");
        }
    }
}

#[test]
fn a_shorter_run_is_the_beginning_of_a_longer_one() {
    let simulation = simulation(SCENARIOS[2]);
    let (_, longest) = run(&simulation, 9, 1_000, 2);
    for games in [1, 2, 31, 32, 33, 63, 64, 65, 192, 193] {
        for threads in [1, 2, 3] {
            let (played, records) = run(&simulation, 9, games, threads);
            assert!(records == longest[..games as usize], "{games} games on {threads} threads");
            assert_eq!(played.tally.games(), games);
        }
    }
}

/// An observer that keeps all events of a game.
#[derive(Default)]
struct Events(Vec<Event>);

impl Observer<Event> for Events {
    fn see<S: std::any::Any>(&mut self, event: Event, _: &S) {
        self.0.push(event);
    }
}

/// Returns the stage (prepared game) of an arena scenario.
fn stage(simulation: &Simulation) -> &Stage<Arena> {
    simulation.stage().expect("an arena game")
}

fn events(simulation: &Simulation, game: u64) -> Vec<Event> {
    let mut events = Events::default();
    stage(simulation).stage_worker().show(1, game, &mut events).unwrap();
    events.0
}

/// Returns the index of the first event that differs.
fn parting(a: &[Event], b: &[Event]) -> Option<usize> {
    let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    (common < a.len().max(b.len())).then_some(common)
}

const FOUR: &str =
    "strategy = 'random'\n[line-up]\nfighters = ['agaric', 'cactus', 'sorgho', 'zamioculcas']";

#[test]
fn variants_share_a_game_up_to_the_first_dice_that_differ() {
    // Random bots do not use dice results, so the two games are the same until Agaric attacks with
    // card 1, which differs.
    let before = simulation(FOUR);
    let after = simulation(&format!("{FOUR}\n[fighters.agaric]\ncards.1 = {{ melee = 2 }}"));
    let keys = stage(&before).game().sheets()[0].keys.to_vec();
    let card = keys.iter().position(|key| key == "1").unwrap() as u8;
    let mut parted = [0; 2];
    for game in 0..200 {
        let (a, b) = (events(&before, game), events(&after, game));
        let strikes = |event: &Event| matches!(event, Event::Rolls { by: Some(0), .. });
        let Some(at) = parting(&a, &b) else {
            parted[0] += 1;
            continue;
        };
        parted[1] += 1;
        assert!(strikes(&a[at]) && strikes(&b[at]), "game {game}: {:?} or {:?}", a[at], b[at]);
        let turn = a[..at].iter().rev().find(|event| matches!(event, Event::TurnBegins { .. }));
        assert_eq!(turn, Some(&Event::TurnBegins { fighter: 0, card }), "game {game}");
    }
    assert!(parted[0] > 20 && parted[1] > 20, "{parted:?} games the same, parted");
}

#[test]
fn variants_go_on_with_the_same_luck_after_they_have_parted() {
    // The secret choice of a random bot depends only on the bot's random numbers of the round, not
    // on the board.
    let before = simulation(FOUR);
    let after = simulation(&format!("{FOUR}\n[fighters.agaric]\ncards.1 = {{ melee = 2 }}"));
    let (mut met, mut parted) = (0, 0);
    for game in 0..100 {
        let (a, b) = (events(&before, game), events(&after, game));
        let chosen = |events: &[Event]| {
            let mut round = 0;
            let mut found = std::collections::BTreeMap::new();
            for event in events {
                match *event {
                    Event::RoundBegins { round: next } => round = next,
                    Event::Chooses { fighter, card } => {
                        found.insert((round, fighter), card);
                    }
                    _ => {}
                }
            }
            found
        };
        let others = chosen(&b);
        for (who, card) in chosen(&a) {
            if let Some(&other) = others.get(&who) {
                assert_eq!(card, other, "game {game}: round and fighter {who:?}");
                met += 1;
            }
        }
        parted += usize::from(a != b);
    }
    assert!(met > 1_500 && parted > 20, "{met} choices, {parted} games parted");
}

#[test]
fn dice_of_a_round_do_not_hang_on_those_rolled_before() {
    let (mut few, mut many) =
        (KeyedChance::new(1, 2, &[1, 0, 2]), KeyedChance::new(1, 2, &[1, 0, 2]));
    for round in 1..=3 {
        few.start_round(round);
        many.start_round(round);
        for player in 0..3 {
            assert_eq!(few.throw(player, 4), many.throw(player, 4), "round {round}");
        }
        // Each player has a stream of random numbers of its own, so another player's rolls change
        // nothing.
        many.throw(0, 20);
        many.roll(2);
        assert_eq!(few.throw(1, 6), many.throw(1, 6), "round {round}");
    }
}

#[test]
fn a_rule_of_a_later_round_leaves_the_rounds_before_it_alone() {
    for strategy in ["random", "greedy.toml"] {
        let four = format!("strategy = '{strategy}'\n[line-up]\ndraw = 4");
        let before = simulation(&four);
        let after = simulation(&format!("{four}\n[rules]\nrocks = [3, 2, 9]"));
        let mut parted = 0;
        for game in 0..100 {
            let (a, b) = (events(&before, game), events(&after, game));
            let third = a
                .iter()
                .position(|event| *event == Event::RoundBegins { round: 3 })
                .unwrap_or(a.len());
            if let Some(at) = parting(&a, &b) {
                assert!(at > third, "{strategy}, game {game}: {:?} or {:?}", a[at], b[at]);
                parted += 1;
            }
        }
        assert!(parted > 0, "{strategy}");
    }
}
