//! Benchmark of all titles: unforced decisions per second on one core, relative to the arena and to
//! random bots, with random, greedy and trained bots.
//!
//! `cargo bench --bench titles` measures all cases in turn, several times. `-- --smoke` plays a few
//! games of each as a test. Every line has a checksum of all places and numbers of decisions. A
//! change that only makes an engine faster must not change the checksum.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use gong::game::Unwatched;
use gong::games::arena::Arena;
use gong::games::battle_cards::BattleCards;
use gong::games::jungle::Jungle;
use gong::scenario::Scenario;
use gong::simulate::{Simulation, Stage, Staged};

const SEED: u64 = 1;
/// Number of repetitions of each measurement; the median is reported.
const TURNS: usize = 7;

/// For each game: a scenario, the game's greedy bot, and the number of games that random bots play
/// in about 0.2 seconds.
const ROWS: &[(&str, &str, u64)] = &[
    ("ultimate-warriorz/tribal-rumble", "balanced", 40_000),
    ("battle-cards/duel", "tactician", 20_000),
    ("battle-cards/four", "tactician", 10_000),
    ("mad-arena/ultimate-warrior", "balanced", 40_000),
    ("jungle-alert/two", "careful", 10_000),
    ("jungle-alert/four", "careful", 5_000),
];

/// Number of bots that play each scenario.
const BOTS: usize = 3;

fn main() {
    let smoke = std::env::args().any(|argument| argument == "--smoke");
    let mut benches: Vec<Bench> = ROWS
        .iter()
        .flat_map(|&(scenario, greedy, games)| {
            let games = games / if smoke { 100 } else { 1 };
            [
                Bench::new(scenario, "random", games),
                Bench::new(scenario, greedy, games / 4),
                Bench::new(scenario, "trained", games / 20),
            ]
        })
        .collect();
    for _ in 0..if smoke { 1 } else { TURNS } {
        benches.iter_mut().for_each(Bench::take_turn);
    }
    println!(
        "{:44} {:>10} {:>12} {:>10} {:>8} {:>8}  checksum",
        "one core", "games/s", "decisions/s", "per game", "arena's", "random's"
    );
    let speeds: Vec<f64> = benches.iter_mut().map(Bench::decisions_a_second).collect();
    for (index, bench) in benches.iter().enumerate() {
        let Played { unforced, checksum } = bench.played;
        println!(
            "{:44} {:>10.0} {:>10.2} m {:>10.1} {:>6.2} x {:>6.3} x  {checksum:016x}",
            bench.name,
            speeds[index] / unforced as f64 * bench.games as f64,
            speeds[index] / 1e6,
            unforced as f64 / bench.games as f64,
            // The first cases are the bots of the arena; the first bot of each scenario is random.
            speeds[index] / speeds[index % BOTS],
            speeds[index] / speeds[index - index % BOTS],
        );
    }
}

struct Bench {
    name: String,
    simulation: Simulation,
    games: u64,
    seconds: Vec<f64>,
    played: Played,
}

/// Results of the measured games.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Played {
    unforced: u64,
    checksum: u64,
}

impl Bench {
    fn new(scenario: &str, strategy: &str, games: u64) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
        let path = folder.join(scenario).with_extension("toml");
        let loaded = Scenario::load(&path, &[format!("strategy={strategy}")])
            .expect("a shipped scenario is sound");
        let mut bench = Bench {
            name: format!("{scenario}, {strategy}"),
            simulation: loaded.open(),
            games: games.max(1),
            seconds: vec![],
            played: Played::default(),
        };
        bench.played = bench.play();
        bench
    }

    /// Plays the games again and measures the time; checks that the results are equal to the
    /// earlier ones.
    fn take_turn(&mut self) {
        let begin = Instant::now();
        let played = black_box(self.play());
        self.seconds.push(begin.elapsed().as_secs_f64());
        assert_eq!(played, self.played, "{}", self.name);
    }

    fn play(&self) -> Played {
        let arena = self.simulation.stage::<Arena>();
        let cards = self.simulation.stage::<BattleCards>();
        let jungle = self.simulation.stage::<Jungle>();
        arena
            .map(|stage| self.play_on(stage))
            .or_else(|| cards.map(|stage| self.play_on(stage)))
            .or_else(|| jungle.map(|stage| self.play_on(stage)))
            .expect("a title that is measured here")
    }

    /// Plays the games one after the other without an observer.
    fn play_on<G: Staged + 'static>(&self, stage: &Stage<G>) -> Played {
        let mut worker = stage.stage_worker();
        let mut played = Played::default();
        for game in 0..self.games {
            let end = worker.show(SEED, game, &mut Unwatched).expect("bots do not fail");
            played.unforced += u64::from(end.unforced);
            let places = stage.game().places(&end.state);
            for of_game in places.map(u64::from).into_iter().chain([end.unforced.into()]) {
                played.checksum =
                    played.checksum.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ of_game;
            }
        }
        played
    }

    fn decisions_a_second(&mut self) -> f64 {
        self.seconds.sort_by(f64::total_cmp);
        self.played.unforced as f64 / self.seconds[self.seconds.len() / 2]
    }
}
