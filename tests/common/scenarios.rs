//! Scenarios with the tests' own roster and bots, so that changes of the shipped ones do not affect
//! the tests.

use std::path::Path;

use gong::scenario::Scenario;

/// First lines of a scenario of Mad Arena with the tests' own roster.
#[allow(dead_code, reason = "not every test binary plays it")]
pub const MAD_ARENA: &str = "game = \"mad-arena\"\nroster = \"mad-arena.toml\"";

/// First lines of a scenario of Ultimate Battle Cards with the tests' own roster.
#[allow(dead_code, reason = "not every test binary plays it")]
pub const BATTLE_CARDS: &str = "game = \"battle-cards\"\nroster = \"battle-cards.toml\"";

/// First lines of a scenario of Jungle Alert with the tests' own roster.
#[allow(dead_code, reason = "not every test binary plays it")]
pub const JUNGLE_ALERT: &str = "game = \"jungle-alert\"\nroster = \"jungle-alert.toml\"";

/// Creates a scenario with these lines. The game is Ultimate Warriorz with the tests' own roster,
/// unless the lines name another game and roster.
pub fn scenario(lines: &str) -> Scenario {
    let game = "game = \"ultimate-warriorz\"\nroster = \"roster.toml\"";
    let game = if lines.contains("game = ") { "" } else { game };
    let text = format!("title = \"Test\"\n{game}\n{lines}\n");
    Scenario::from_text(Path::new("tests/data/scenario.toml"), &text, &[])
        .unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}
