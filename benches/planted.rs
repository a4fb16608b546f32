//! Benchmark of `gong tune` on known faults: five identical fighters, one of which gets one value
//! wrong by one or two steps.
//!
//! Identical fighters are fair by symmetry, so the fault is the only cause of unfairness. `cargo
//! bench --bench planted` draws faults until ten of them make the roster unfair by more than 1.5
//! points, and tunes each with one edit. `-- FAULTS GAMES` sets the number of faults and the games
//! (as for `gong tune --games`). `-- --smoke` runs a little as a test.

mod tuning;

use gong::analysis::knobs;
use gong::questions::tune::moves;
use gong::scenario::Scenario;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Minimum distance of a win rate from the fair share at which a fault is used, as a share.
const UNFAIR: f64 = 0.015;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize| {
        let mut numbers = arguments.iter().filter_map(|word| word.parse::<u64>().ok());
        numbers.nth(at)
    };
    let smoke = arguments.iter().any(|argument| argument == "--smoke");
    let faults = number(0).unwrap_or(if smoke { 1 } else { 10 });
    let games = number(1).unwrap_or(if smoke { 40 } else { 4_000 });
    let fair = clones();
    let knobs = knobs::of_fighters(&fair, &fair.seating.fighters[..1]);
    let all = moves(&fair, &knobs);
    let mut dice = Pcg64Mcg::seed_from_u64(1);
    let (mut planted, mut found_out, mut harmless) = (0, 0, 0);
    while planted < faults {
        let fault = &all[dice.random_range(0..all.len())];
        let broken = fair.with(&fault.edits).expect("it is allowed");
        let seed = 1 << 40;
        let off = tuning::miss(&tuning::play(&broken, seed, if smoke { 2_000 } else { 100_000 }));
        if off < UNFAIR {
            harmless += 1;
            continue;
        }
        planted += 1;
        let (settings, moves, found) = tuning::tune(&broken, 1, games, planted);
        let last = found.solutions.last().expect("as it is, at least");
        let mended = settings.certifies(last) && last.set.len() == 1;
        found_out += u64::from(mended);
        let edits = last.set.iter().map(|&edit| &moves[edit]);
        let edits: Vec<String> =
            edits.map(|of| format!("{} to {}", of.knob.field, of.to)).collect();
        println!(
            "{} to {}: {:.1} points off; {} games: {}, {:.2} points off, {}",
            fault.knob.field,
            fault.to,
            100.0 * off,
            found.games,
            edits.join(", "),
            100.0 * settings.distance(last).value,
            if mended { "certified" } else { "not certified" }
        );
    }
    println!(
        "{found_out} of {planted} mended by one edit; {harmless} were no fault of more than {UNFAIR}"
    );
}

/// Creates a scenario with five identical fighters.
fn clones() -> Scenario {
    let cards: String = (1..=6)
        .map(|key| {
            let (melee, shooting) = if key % 2 == 0 { (0, 2) } else { (5 - key / 2, 0) };
            format!("{key} = {{ movement = {}, melee = {melee}, shooting = {shooting}, defense = {} }}\n", 1 + key / 4, 3 + key / 3)
        })
        .collect();
    let fighter = |name: &str| {
        format!(
            "[fighters.{name}]\nname = \"{name}\"\ncolour = \"#974dd0\"\nsize = 9\ndefense = 4\n[fighters.{name}.cards]\n{cards}\n"
        )
    };
    let fighters: String = ["a", "b", "c", "d", "e"].map(fighter).concat();
    let folder = tempfile::tempdir().expect("there is room");
    let roster = format!("name = \"Clones\"\nunlisted = \"own\"\n{fighters}");
    std::fs::write(folder.path().join("roster.toml"), roster).expect("there is room");
    let text = "title = \"Clones\"\ngame = \"ultimate-warriorz\"\nroster = \"roster.toml\"\nstrategy = \"balanced\"\n[line-up]\ndraw = 4\n";
    Scenario::from_text(&folder.path().join("clones.toml"), text, &[]).expect("it is sound")
}
