//! Benchmark of the arena: games and unforced decisions per second on one core, the speed-up on two
//! threads, and a lower bound.
//!
//! The lower bound (floor) is the time for drawing the same random numbers without a game. `cargo
//! bench` measures all cases in turn, several times, so that a drifting machine speed does not
//! distort ratios. `cargo bench -- --smoke` plays a few games of each case as a test. Every line
//! has a checksum of the results. A change that only makes the engine faster must not change the
//! checksum.

use std::hint::black_box;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use gong::game::chance::{Purpose, stream};
use gong::game::{Observer, Unwatched};
use gong::games::arena::{Arena, Choice, Event};
use gong::scenario::Scenario;
use gong::simulate::{self, Plan, Simulation, Stage};
use rand::Rng;

const SEED: u64 = 1;
/// Number of repetitions of each measurement; the median is reported.
const TURNS: usize = 7;

fn main() {
    let smoke = std::env::args().any(|argument| argument == "--smoke");
    let share = if smoke { 100 } else { 1 };
    let benches = [
        Bench::new("random, 4 fighters", "tribal-rumble", "random", 100_000 / share),
        Bench::new("random, 8 fighters", "tribal-rumble-8", "random", 50_000 / share),
        Bench::new("greedy, 4 fighters", "tribal-rumble", "balanced", 40_000 / share),
        Bench::new("greedy, 8 fighters", "tribal-rumble-8", "balanced", 10_000 / share),
        Bench::new("trained, 4 fighters", "tribal-rumble", "trained", 4_000 / share),
    ];
    let mut seconds = vec![[const { Vec::new() }; 4]; benches.len()];
    let mut played = vec![Played::default(); benches.len()];
    for _ in 0..if smoke { 1 } else { TURNS } {
        for (index, bench) in benches.iter().enumerate() {
            played[index] = timed(&mut seconds[index][0], || bench.play());
            timed(&mut seconds[index][1], || bench.draw_only(&played[index]));
            timed(&mut seconds[index][2], || bench.run(1));
            timed(&mut seconds[index][3], || bench.run(2));
        }
    }
    println!(
        "{:20} {:>10} {:>12} {:>10} {:>10} {:>12}  checksum",
        "one core", "games/s", "decisions/s", "per game", "floor", "two threads"
    );
    let mut decisions_a_second = Vec::new();
    for ((bench, played), seconds) in benches.iter().zip(&played).zip(&mut seconds) {
        let [engine, floor, one, two] = seconds.each_mut().map(|turns| median(turns));
        decisions_a_second.push(played.unforced as f64 / engine);
        println!(
            "{:20} {:>10.0} {:>10.2} m {:>10.1} {:>8.1} x {:>10.2} x  {:016x}",
            bench.name,
            bench.games as f64 / engine,
            played.unforced as f64 / engine / 1e6,
            played.unforced as f64 / bench.games as f64,
            engine / floor,
            one / two,
            played.checksum,
        );
    }
    println!(
        "greedy makes {:.2} of random's decisions a second with 4 fighters, {:.2} with 8",
        decisions_a_second[2] / decisions_a_second[0],
        decisions_a_second[3] / decisions_a_second[1]
    );
    println!(
        "trained makes {:.3} of random's with 4 fighters, {:.2} of greedy's",
        decisions_a_second[4] / decisions_a_second[0],
        decisions_a_second[4] / decisions_a_second[2]
    );
    println!(
        "floor: times what drawing the same random numbers alone takes; two threads: a run's speed-up, tallies included"
    );
}

struct Bench {
    name: &'static str,
    simulation: Simulation,
    games: u64,
    /// Number of throws of dice in the measured games.
    throws: u64,
}

/// An observer that counts the throws of dice; each throw draws one random number.
struct Throws(u64);

impl Observer<Event> for Throws {
    fn see<S: std::any::Any>(&mut self, event: Event, _: &S) {
        self.0 += match event {
            Event::Attacks { choice: Choice::Pair { .. }, .. } => 2,
            Event::Attacks { .. } | Event::Rocks { .. } => 1,
            Event::RollsDiceCount { .. } | Event::RollsNet { .. } | Event::RollsDefense { .. } => 1,
            Event::UsesCharm { choice: Choice::Reroll(_), .. } => 1,
            _ => 0,
        };
    }
}

/// Returns the prepared game (stage) of an arena scenario.
fn stage(simulation: &Simulation) -> &Stage<Arena> {
    simulation.stage().expect("an arena game")
}

/// Results of the measured games.
#[derive(Debug, Clone, Default)]
struct Played {
    unforced: u64,
    /// Number of rounds, summed over the fighters. In each round, each fighter starts two streams
    /// of random numbers: one for its dice and one for its bot.
    streams: u64,
    checksum: u64,
}

impl Bench {
    fn new(name: &'static str, scenario: &str, strategy: &str, games: u64) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/ultimate-warriorz");
        let path = folder.join(scenario).with_extension("toml");
        let scenario = Scenario::load(&path, &[format!("strategy={strategy}")])
            .expect("a shipped scenario is sound");
        let simulation = scenario.open();
        let mut throws = Throws(0);
        let mut worker = stage(&simulation).stage_worker();
        for game in 0..games {
            worker.show(SEED, game, &mut throws).expect("bots do not fail");
        }
        Bench { name, games, throws: throws.0, simulation }
    }

    /// Plays the games one after the other without an observer.
    fn play(&self) -> Played {
        let arena = stage(&self.simulation);
        let mut worker = arena.stage_worker();
        let mut played = Played::default();
        for game in 0..self.games {
            let end = worker.show(SEED, game, &mut Unwatched).expect("bots do not fail");
            played.unforced += u64::from(end.unforced);
            let fighters = end.state.fighters();
            played.streams += (fighters * (usize::from(end.state.round()) + 1)) as u64;
            let standing = arena.game().standing(&end.state);
            for fighter in 0..fighters {
                let score = arena.game().score(&end.state, fighter);
                let outcome = u64::from(score) << 8 | u64::from(standing.place[fighter]);
                played.checksum =
                    played.checksum.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ outcome;
            }
        }
        played
    }

    /// Draws as many random numbers as the games drew, from as many streams, without playing a
    /// game.
    fn draw_only(&self, played: &Played) -> u64 {
        let mut sum = 0u64;
        let mut left = [self.throws, played.unforced];
        for key in 0..played.streams {
            for (purpose, left) in
                [Purpose::Dice(0, 0), Purpose::Bot(0, 0)].into_iter().zip(&mut left)
            {
                let mut numbers = stream(SEED, key, purpose);
                let draws = left.div_ceil(played.streams - key);
                *left -= draws;
                for _ in 0..draws {
                    sum = sum.wrapping_add(numbers.next_u64());
                }
            }
        }
        black_box(sum)
    }

    /// Plays the games as `gong run` does.
    fn run(&self, threads: usize) -> u64 {
        let plan = Plan {
            seed: SEED,
            games: self.games,
            precision: None,
            threads,
            records: false,
            luck: None,
        };
        let played = simulate::run(&self.simulation, &plan, &AtomicBool::new(false), &mut ());
        played.expect("threads are to be had").games
    }
}

fn timed<T>(seconds: &mut Vec<f64>, work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let done = black_box(work());
    seconds.push(begin.elapsed().as_secs_f64());
    done
}

fn median(turns: &mut [f64]) -> f64 {
    turns.sort_by(f64::total_cmp);
    turns[turns.len() / 2]
}
