//! Benchmark of scripts: nanoseconds per decision, compared with the greedy bot.
//!
//! `cargo bench --bench script` asks all bots for the same decisions, in turn. `-- --smoke` asks
//! for a few as a test. The checksum covers the decisions. A change that only makes scripts faster
//! must not change the checksum.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use gong::game::chance::{KeyedChance, Purpose, pick, stream};
use gong::game::{Game, Options, Turn, Unwatched};
use gong::games::arena::state::State;
use gong::games::arena::{Arena, ULTIMATE_WARRIORZ};
use gong::scenario::{Scenario, load_bot};
use gong::simulate::{Simulation, Stage};
use gong::strategies::BotDefinition;
use gong::strategies::script::Source;

const SEED: u64 = 1;
/// Number of repetitions for each bot; the median is reported.
const TURNS: usize = 7;

/// A script that reads nothing: measures the cost of calling a script.
const ASKED: &str = "function choose_zone() return 1 end
function choose_card() return 1 end
function choose_step() return 1 end
function use_charm() return 1 end";

/// A script that reads ten fields: four of each fighter, three of the view, three of each option.
const TEN_FIELDS: &str = "function score(view, option)
    local me, target = view.me, option.target
    local value = if option.kind == 'attack' then 1 else 0
    if target then value += (target.points - target.lp) / target.size end
    if option.zone == me.zone then value += 0.1 end
    return value + me.lp / (view.round + 1)
end";

fn main() {
    let smoke = std::env::args().any(|argument| argument == "--smoke");
    let (games, turns) = if smoke { (10, 1) } else { (2_000, TURNS) };
    let scenario = Path::new("scenarios/ultimate-warriorz/tribal-rumble-8.toml");
    let scenario = Scenario::load(scenario, &[]).expect("a shipped scenario is sound");
    let simulation = scenario.open();
    let positions = positions(&simulation, games);
    let named = |name: &str| load_bot(&ULTIMATE_WARRIORZ, name).expect("it is shipped").definition;
    let written = |text: &str| {
        BotDefinition::Script(Source { path: Path::new("bench.luau").into(), text: text.into() })
    };
    let bots = [
        ("greedy", named("balanced")),
        ("asked for nothing", written(ASKED)),
        ("ten fields", written(TEN_FIELDS)),
        ("hunter", named("hunter")),
        ("coward", named("coward")),
        ("opening", named("opening")),
        ("balanced-script", named("balanced-script")),
    ];
    let mut seconds = vec![Vec::new(); bots.len()];
    let mut checksums = vec![0; bots.len()];
    for _ in 0..turns {
        for (index, (_, definition)) in bots.iter().enumerate() {
            let begin = Instant::now();
            checksums[index] = ask(&simulation, definition, &positions);
            seconds[index].push(begin.elapsed().as_secs_f64());
        }
    }
    let options: usize = positions.iter().map(|(_, options)| options.len()).sum();
    println!(
        "{} decisions of 8 fighters, {:.1} options each",
        positions.len(),
        options as f64 / positions.len() as f64
    );
    println!("{:20} {:>12}  checksum", "bot", "ns/decision");
    for (((name, _), seconds), checksum) in bots.iter().zip(&mut seconds).zip(checksums) {
        seconds.sort_by(f64::total_cmp);
        let each = seconds[seconds.len() / 2] / positions.len() as f64;
        println!("{name:20} {:>12.0}  {checksum:016x}", each * 1e9);
    }
}

/// Returns the prepared game (stage) of an arena scenario.
fn stage(simulation: &Simulation) -> &Stage<Arena> {
    simulation.stage().expect("an arena game")
}

type Position = (State, Options<gong::games::arena::Choice>);

/// Returns decisions between several options, from games played at random.
fn positions(simulation: &Simulation, games: u64) -> Vec<Position> {
    let arena = stage(simulation).game();
    let mut positions = Vec::new();
    for game in 0..games {
        let mut state = stage(simulation).opening(SEED, game);
        let slots = state.slots();
        let mut dice = KeyedChance::new(SEED, game, &slots[..state.fighters()]);
        let mut luck = stream(SEED, game, Purpose::Bot(0, 0));
        let mut options = Options::new();
        while let Turn::Decision(_) = arena.turn(&state) {
            arena.options(&state, &mut options);
            // Keeps only one in eight decisions, so that the decisions come from more games.
            if options.len() > 1 && pick(&mut luck, 8) == 0 {
                positions.push((state, options.clone()));
            }
            let choice = options[pick(&mut luck, options.len())];
            arena.play(&mut state, choice, &mut dice, &mut Unwatched);
        }
    }
    positions
}

/// Asks a new bot for all decisions, and returns a checksum of its choices.
fn ask(simulation: &Simulation, definition: &BotDefinition, positions: &[Position]) -> u64 {
    let arena = stage(simulation).game();
    let mut bot = definition.bot(arena);
    let mut checksum = 0u64;
    for (at, (state, options)) in positions.iter().enumerate() {
        let mut luck = stream(SEED, at as u64, Purpose::Bot(1, 0));
        let chosen = bot
            .choose(arena, arena.view(state), options, &mut luck)
            .expect("these scripts do not fail");
        checksum = checksum.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ chosen as u64;
    }
    black_box(checksum)
}
