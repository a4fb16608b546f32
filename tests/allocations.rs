//! Tests of memory: the game loop allocates no memory after a player's first game, and the memory
//! of a run does not depend on the number of games.

#[path = "common/counting.rs"]
mod counting;
#[path = "common/scenarios.rs"]
mod scenarios;

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard};

use counting::{Counting, allocations_of, peak_of};
use gong::report::rows::RowsWriter;
use gong::simulate::{self, Audience, Plan, Simulation};
use gong::stats::Record;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Lets only one test run at a time, because all memory of the process is counted.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Number of games of each scenario.
const GAMES: u64 = 300;

/// Scenarios with every number of fighters, drawn and fixed, alone and in teams, and rules that
/// make long games.
const SCENARIOS: [&str; 15] = [
    "[line-up]\ndraw = 2",
    "[line-up]\ndraw = 3",
    "[line-up]\ndraw = 4",
    "[line-up]\ndraw = 5",
    "[line-up]\ndraw = 6",
    "[line-up]\ndraw = 7",
    "[line-up]\ndraw = 8",
    "[line-up]\nfighters = ['agaric', 'cactus', 'sorgho', 'zamioculcas']",
    "[line-up]\nteams = [['agaric', 'baobab'], ['bonzai', 'sorgho']]\nseats = 'per-team'",
    "[line-up]\nteams = [['agaric', 'bonzai', 'burdock', 'zamioculcas'], ['jojoba', 'cactus', 'sorgho', 'baobab']]",
    "[line-up]\ndraw = 4\n[rules]\nrounds = 20\nrecycle = 'all'\nrevisit = 'not-start'\ncompulsory = 'never'",
    "[line-up]\nteams = [['agaric', 'bonzai'], ['jojoba'], ['cactus', 'baobab']]\n[rules]\nfriendly_fire = true\ncompulsory = 'at-end'",
    "game = 'mad-arena'\nroster = 'mad-arena.toml'\n[line-up]\ndraw = 5",
    "game = 'mad-arena'\nroster = 'mad-arena.toml'\n[line-up]\ndraw = 7",
    "game = 'mad-arena'\nroster = 'mad-arena.toml'\n[line-up]\nteams = [['agaric', 'baobab'], ['bonzai', 'burdock'], ['zamioculcas']]\n[rules]\nlucky_charm = true\nrocks = [3, 2, 1]",
];

fn simulation(lines: &str) -> Simulation {
    scenarios::scenario(lines).open()
}

#[test]
fn games_and_tally_allocate_nothing() {
    let _alone = alone();
    for strategy in ["random", "greedy.toml"] {
        for lines in SCENARIOS {
            let simulation = simulation(&format!("strategy = '{strategy}'\n{lines}"));
            let mut tally = simulation.empty_tally();
            let mut worker = simulation.worker();
            let count = allocations_of(|| {
                (0..GAMES).for_each(|game| tally.add(worker.play(1, game).unwrap()));
            });
            assert_eq!(count, 0, "{strategy}, {lines}");
            assert_eq!(tally.games(), GAMES);
        }
    }
}

/// Checks that asking a script does not allocate memory. A few allocations remain: pages of the VM,
/// at least 16 KB each. The VM creates the script's functions again in each game and frees the old
/// ones between games, all at once, so that empty pages are returned and requested again. A
/// collector that runs by itself in small steps would fill such pages and would need an allocation
/// in only one of eight games. But the times of its collections would depend on more than the game.
/// So the test accepts up to 0.6 allocations per game of hundreds of decisions, and no more in
/// longer runs.
#[test]
fn a_script_is_asked_without_allocating() {
    let _alone = alone();
    for strategy in ["opening", "hunter", "coward", "balanced-script"] {
        for lines in [SCENARIOS[2], SCENARIOS[6], SCENARIOS[8]] {
            let simulation = simulation(&format!("strategy = '{strategy}'\n{lines}"));
            let mut tally = simulation.empty_tally();
            let mut worker = simulation.worker();
            let mut play = |games| {
                allocations_of(|| {
                    for game in games {
                        tally.add(worker.play(1, game).unwrap());
                    }
                })
            };
            play(0..100);
            let count = play(100..100 + GAMES);
            assert!(count <= GAMES * 3 / 4, "{count}: {strategy}, {lines}");
            let held = peak_of(|| assert!(play(400..600) <= 150));
            assert!(held < 1 << 20, "{held} bytes more: {strategy}, {lines}");
        }
    }
}

#[test]
fn merging_tallies_allocates_nothing() {
    let _alone = alone();
    let simulation = simulation("[line-up]\ndraw = 8");
    let mut tally = simulation.empty_tally();
    let other = tally.clone();
    assert_eq!(allocations_of(|| tally.merge(&other)), 0);
}

#[test]
fn the_allocator_counts() {
    let _alone = alone();
    assert_eq!(allocations_of(|| drop(black_box(Box::new(1)))), 1);
    assert_eq!(allocations_of(|| drop(black_box(vec![0; 9]))), 1);
    let grown = || {
        let mut bytes: Vec<u8> = black_box(Vec::with_capacity(100_000));
        bytes.reserve_exact(black_box(500_000));
    };
    assert_eq!(allocations_of(grown), 2);
    // The threads of the test program may take or release a few bytes at the same time.
    let peak = peak_of(grown);
    assert!((490_000..900_000).contains(&peak), "{peak}");
}

/// Writes the rows of games, if there is a writer.
struct Writer(Option<RowsWriter>);

impl Audience for Writer {
    fn played(&self, _: u64) {}

    fn records(&mut self, first: u64, records: &[Record]) -> anyhow::Result<()> {
        self.0.as_mut().map_or(Ok(()), |rows| rows.add(first, records))
    }
}

fn play(simulation: &Simulation, games: u64, mut writer: Writer) {
    let plan = Plan {
        seed: 1,
        games,
        precision: None,
        threads: 2,
        records: writer.0.is_some(),
        luck: None,
    };
    let played = simulate::run(simulation, &plan, &AtomicBool::new(false), &mut writer).unwrap();
    assert_eq!(played.games, games);
    if let Some(rows) = writer.0 {
        rows.finish().unwrap();
    }
}

#[test]
fn memory_does_not_grow_with_the_number_of_games() {
    let _alone = alone();
    let simulation = simulation("strategy = 'random'\n[line-up]\ndraw = 4");
    let peak = |games| peak_of(|| play(&simulation, games, Writer(None)));
    // The first run is not counted, because threads and libraries allocate permanent memory in it.
    peak(2_000);
    let (few, many) = (peak(2_000), peak(40_000));
    // The second run has twenty times as many games, so that even one leaked byte per game would be
    // noticed.
    assert!(many < few + 16_384, "2,000 games: {few}, 40,000 games: {many} bytes");
}

/// Checks that a run with `--rows` needs a bounded amount of memory: one batch of games and one row
/// group, about 60 MB. Even four bytes per row would be noticed.
#[test]
fn rows_stream_through_bounded_memory() {
    let _alone = alone();
    let simulation = simulation("strategy = 'random'\n[line-up]\ndraw = 4");
    let (cast, measures) = (simulation.cast(), simulation.measures());
    let mut worker = simulation.worker();
    let games: Vec<Record> =
        (0..1 << 10).map(|game| worker.play(1, game).unwrap().clone()).collect();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.parquet");
    let peak = |batches: u64| {
        peak_of(|| {
            let mut rows = RowsWriter::create(&path, cast, measures).unwrap();
            for batch in 0..batches {
                rows.add(batch << 10, &games).unwrap();
            }
            rows.finish().unwrap();
        })
    };
    let (one, four) = (peak(64), peak(64 * 4));
    assert!(four < one + (1 << 20), "one row group: {one}, four: {four} bytes");
    let rows = RowsWriter::create(&path, cast, measures).unwrap();
    let run = peak_of(|| play(&simulation, 20_000, Writer(Some(rows))));
    assert!(run < 80 << 20, "{run} bytes");
}
