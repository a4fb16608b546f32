//! Tests of the finding that a bot has not learnt the scenario.

use std::fs;

use crate::common::world::World;

/// A scenario for two players that the bot `trained` has learnt.
pub const DUEL: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/ultimate-warriorz/tribal-rumble-fixed-2.toml");
/// A scenario with fighters from which teams can be formed.
pub const TABLE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/ultimate-warriorz/tribal-rumble.toml");
/// Arguments with a rule that the bot `trained` has not learnt.
pub const STRANGE: [&str; 2] = ["--set", "rules.rounds=20"];

/// Plays a command; returns its terminal output.
pub fn play(world: &World, command: &[&str], out: &str) -> String {
    let all = [command, &["--out", out]].concat();
    String::from_utf8(world.gong(&all, 0).stdout).unwrap()
}

fn page(world: &World, out: &str) -> String {
    fs::read_to_string(world.path(out).join("report.html")).unwrap()
}

#[test]
fn a_bot_that_has_not_learnt_the_scenario_is_one_finding_beside_the_verdict() {
    let world = World::new();
    let command = [&["run", DUEL, "--games", "40"], &STRANGE[..]].concat();
    let told = play(&world, &command, "out");
    let finding = "Not learnt: trained has not learnt rounds = 20 (only 3 to 14), so its strength there \
                   is unknown; gong train makes a bot that has learnt it.";
    assert!(told.contains(&format!("\n{finding}\n")), "{told}");
    let manifest = world.manifest("out");
    assert_eq!(manifest.warnings, [finding]);
    assert!(!manifest.verdict.is_empty());
    for text in [told, page(&world, "out")] {
        assert_eq!(text.matches("has not learnt").count(), 1, "{text}");
    }
}
