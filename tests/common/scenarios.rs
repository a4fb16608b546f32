//! Scenarios to play, over the tests' own roster and bots, so that tuning the shipped ones changes nothing here.

use std::path::Path;

use gong::scenario::Scenario;

/// Mad Arena over the tests' own roster of it.
#[allow(dead_code, reason = "not every test binary plays it")]
pub const MAD_ARENA: &str = "game = \"mad-arena\"\nroster = \"mad-arena.toml\"";

/// Ultimate Battle Cards over the tests' own roster of it.
#[allow(dead_code, reason = "not every test binary plays it")]
pub const BATTLE_CARDS: &str = "game = \"battle-cards\"\nroster = \"battle-cards.toml\"";

/// Jungle Alert over the tests' own roster of it.
#[allow(dead_code, reason = "not every test binary plays it")]
pub const JUNGLE_ALERT: &str = "game = \"jungle-alert\"\nroster = \"jungle-alert.toml\"";

/// The scenario of these lines, which come after title, game and roster: Ultimate Warriorz unless they name them.
pub fn scenario(lines: &str) -> Scenario {
    let game = "game = \"ultimate-warriorz\"\nroster = \"roster.toml\"";
    let game = if lines.contains("game = ") { "" } else { game };
    let text = format!("title = \"Test\"\n{game}\n{lines}\n");
    Scenario::from_text(Path::new("tests/data/scenario.toml"), &text, &[])
        .unwrap_or_else(|faults| panic!("{faults}\n{text}"))
}
