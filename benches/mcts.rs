//! Benchmark of the search: iterations per second on one core, and win rates of one searching bot
//! against three greedy bots.
//!
//! `cargo bench --bench mcts` measures the speed from the opening of a game with four fighters,
//! with random rollouts to the end of the game. `-- --strength GAMES [FILE…]` prints the win rates
//! of strategies against three bots `balanced` in the random line-up. The default strategies are
//! random, greedy and searches with growing budgets. `-- --smoke` runs a little of both as a test.
//! The checksum covers the search results. A change that only makes the search faster must not
//! change the checksum.

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use gong::game::{Game, Options, Unwatched};
use gong::games::arena::{Arena, ULTIMATE_WARRIORZ};
use gong::scenario::{Document, Scenario, bot};
use gong::simulate::{Simulation, Stage};
use gong::strategies::mcts::{Mcts, Prior, Rollout, Search, SearchSettings};
use gong::strategies::{BotDefinition, Strategy};
use rand_pcg::Pcg64Mcg;

const SEED: u64 = 1;
/// Number of repetitions of the speed measurement; the median is reported.
const TURNS: usize = 7;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let smoke = arguments.iter().any(|argument| argument == "--smoke");
    let strength = arguments.iter().position(|argument| argument == "--strength");
    if strength.is_none() {
        let (share, turns) = if smoke { (100u64, 1) } else { (1, TURNS) };
        println!(
            "iterations a second, 4 fighters from the opening, random rollouts to the end, one core"
        );
        speed("no prior, 1,000 a decision", 1_000, 64 / share.min(64), false, turns);
        speed("the guide's prior, 1,000 a decision", 1_000, 64 / share.min(64), true, turns);
        speed("no prior, 10,000 a decision", 10_000 / share as u32, 8, false, turns);
    }
    if smoke {
        win_rates(4, &[1, 10].map(|iterations| Player::searcher(iterations, "")));
    } else if let Some(at) = strength {
        let games = arguments.get(at + 1).and_then(|games| games.parse().ok());
        let files = arguments.get(at + 2..).unwrap_or_default();
        let files: Vec<&String> = files.iter().filter(|file| !file.starts_with('-')).collect();
        let players = if files.is_empty() {
            let named = ["random", "balanced"].map(Player::named);
            let searchers = [100, 1_000, 10_000].map(|iterations| Player::searcher(iterations, ""));
            named.into_iter().chain(searchers).collect()
        } else {
            files.iter().map(|file| Player::named(file)).collect::<Vec<_>>()
        };
        win_rates(games.expect("--strength wants a number of games"), &players);
    }
}

/// Measures the time of decisions at `openings` openings, with `iterations` random rollouts to the
/// end of the game for each decision.
///
/// With `prior`, the search uses the guide's prior with the shipped settings.
fn speed(name: &str, iterations: u32, openings: u64, prior: bool, turns: usize) {
    let simulation = four_fighters("balanced", &[]);
    let search = search("");
    let shipped = search.settings;
    let settings = SearchSettings {
        rollout: Rollout::Random,
        rounds: None,
        iterations,
        nodes: 8 * iterations,
        prior: Prior { visits: if prior { shipped.prior.visits } else { 0.0 }, ..shipped.prior },
        ..shipped
    };
    let search = Search { settings, ..search };
    let mut search: Mcts<Arena> = search.bot();
    let mut seconds = Vec::new();
    let mut checksum = 0u64;
    // A search may end before its last playout, so the playouts that were made are counted.
    let mut playouts = 0u64;
    for _ in 0..turns {
        (checksum, playouts) = (0, 0);
        let begin = Instant::now();
        for game in 0..openings {
            let state = stage(&simulation).opening(SEED, game);
            let mut options = Options::new();
            stage(&simulation).game().options(&state, &mut options);
            let view = stage(&simulation).game().view(&state);
            let mut luck = Pcg64Mcg::new(u128::from(game) << 1 | 1);
            let chosen = search
                .choose(stage(&simulation).game(), view, &options, &mut luck)
                .expect("a search does not fail");
            for finding in search.findings(&options) {
                playouts += u64::from(finding.visits);
                let found = u64::from(finding.visits) << 32 | u64::from(finding.value.to_bits());
                checksum = checksum.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ found;
            }
            checksum ^= black_box(chosen) as u64;
        }
        seconds.push(begin.elapsed().as_secs_f64());
    }
    seconds.sort_by(f64::total_cmp);
    let rate = |seconds: f64| playouts as f64 / seconds;
    println!(
        "{name:34} {:>8.0} (best turn {:.0})  checksum {checksum:016x}",
        rate(seconds[seconds.len() / 2]),
        rate(seconds[0]),
    );
}

/// A bot that plays against three greedy bots.
struct Player {
    name: String,
    /// Name of a strategy or path of its file.
    reference: String,
    /// Temporary strategy file, kept alive as long as the player.
    _file: Option<tempfile::NamedTempFile>,
}

impl Player {
    fn named(name: &str) -> Player {
        Player { name: name.to_owned(), reference: name.to_owned(), _file: None }
    }

    /// Creates the bot `mcts-normal` with another number of iterations and additional lines in its
    /// file.
    fn searcher(iterations: u32, more: &str) -> Player {
        let mut file =
            tempfile::Builder::new().suffix(".toml").tempfile().expect("a file can be made");
        file.write_all(text(iterations, more).as_bytes()).expect("it can be written");
        Player {
            name: format!("mcts, {iterations} iterations"),
            reference: file.path().to_string_lossy().into_owned(),
            _file: Some(file),
        }
    }
}

/// Returns the text of `mcts-normal` with another number of iterations and additional lines.
fn text(iterations: u32, more: &str) -> String {
    let shipped = include_str!("../strategies/arena/mcts-normal.toml");
    let lines = shipped.lines().map(|line| match line.split(' ').next() {
        Some("iterations") => format!("iterations = {iterations}\n"),
        Some("nodes") => format!("nodes = {}\n", (iterations * 8).max(1024)),
        _ => format!("{line}\n"),
    });
    lines.collect::<String>() + more
}

fn search(more: &str) -> Search {
    let document = Document::parse(Path::new("bench.toml"), &text(1000, more)).expect("it is TOML");
    match bot(&ULTIMATE_WARRIORZ, &document, None, "bench").expect("it is sound").definition {
        BotDefinition::Mcts(search) => search,
        other => unreachable!("{other:?} searches"),
    }
}

/// Returns the prepared game (stage) of an arena scenario.
fn stage(simulation: &Simulation) -> &Stage<Arena> {
    simulation.stage().expect("an arena game")
}

fn four_fighters(strategy: &str, sets: &[String]) -> Simulation {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("scenarios/ultimate-warriorz/tribal-rumble.toml");
    let sets: Vec<String> =
        [format!("strategy={strategy}")].into_iter().chain(sets.iter().cloned()).collect();
    Scenario::load(&path, &sets).expect("a shipped scenario is sound").open()
}

/// Plays the same games with each player in the first seat and prints its win rate.
fn win_rates(games: u64, players: &[Player]) {
    println!(
        "{:28} {:>6} {:>18} {:>10}",
        "against three balanced", "games", "win rate", "decision"
    );
    for player in players {
        let simulation =
            four_fighters("balanced", &[format!("strategies.seats.1={}", player.reference)]);
        let begin = Instant::now();
        let threads = 2;
        let tallies: Vec<(u64, u64)> = std::thread::scope(|scope| {
            let handles: Vec<_> = (0..threads)
                .map(|thread| {
                    let simulation = &simulation;
                    scope.spawn(move || {
                        let mut worker = stage(simulation).stage_worker();
                        (thread..games).step_by(threads as usize).fold(
                            (0, 0),
                            |(wins, decisions), game| {
                                let end = worker
                                    .show(SEED, game, &mut Unwatched)
                                    .expect("bots do not fail");
                                let standing = stage(simulation).game().standing(&end.state);
                                let fighters = end.state.fighters();
                                let mine = end.state.slots()[..fighters]
                                    .iter()
                                    .position(|&slot| slot == 0);
                                let won = mine.is_some_and(|mine| standing.place[mine] == 1);
                                (wins + u64::from(won), decisions + u64::from(end.unforced) / 4)
                            },
                        )
                    })
                })
                .collect();
            handles.into_iter().map(|handle| handle.join().expect("games are played")).collect()
        });
        let wins: u64 = tallies.iter().map(|tally| tally.0).sum();
        let decisions: u64 = tallies.iter().map(|tally| tally.1).sum();
        let share = wins as f64 / games as f64;
        let half = 1.96 * (share * (1.0 - share) / games as f64).sqrt();
        println!(
            "{:28} {games:>6} {:>8.1} % ± {:>4.1} {:>7.2} ms",
            player.name,
            100.0 * share,
            100.0 * half,
            begin.elapsed().as_secs_f64() * 1e3 * threads as f64 / decisions as f64,
        );
    }
}
