//! Tests that the trained bot of each game makes the same choices with integer arithmetic, with
//! which the bot plays, as with the floating-point numbers that it has learnt.

use std::path::Path;

use crate::games::arena::Arena;
use crate::games::battle_cards::BattleCards;
use crate::games::jungle::Jungle;
use crate::scenario::{Scenario, load_bot};
use crate::simulate::Staged;
use crate::strategies::BotDefinition;
use crate::strategies::trained::tests::compare_choices;

/// Plays games of a scenario until the trained bot that comes with the program has made at least
/// `decisions` decisions. Checks that its integer and floating-point choices rarely differ.
fn check<G: Staged + 'static>(scenario: &str, decisions: u64) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(scenario);
    let loaded = Scenario::load(&path, &["strategy=trained-1".to_owned()]).unwrap();
    let bot = load_bot(loaded.game(), "trained-1").unwrap();
    let BotDefinition::Trained(network) = bot.definition else {
        panic!("the bot is of another kind");
    };
    let simulation = loaded.open();
    let stage = simulation.stage::<G>().expect("a scenario of this game");
    let compared = compare_choices(stage, &network, decisions);
    let same = compared.same as f64 / compared.decisions as f64;
    println!("{scenario}: {compared:?}, {:.3} % the same", 100.0 * same);
    assert!(same >= 0.995, "{scenario}: {compared:?}");
}

/// Checks at least `decisions` decisions of each of several scenarios.
fn check_all(decisions: u64) {
    check::<Arena>("ultimate-warriorz/tribal-rumble.toml", decisions);
    check::<Arena>("mad-arena/ultimate-warrior.toml", decisions);
    check::<BattleCards>("battle-cards/duel.toml", decisions);
    check::<BattleCards>("battle-cards/four.toml", decisions);
    check::<Jungle>("jungle-alert/two.toml", decisions);
    check::<Jungle>("jungle-alert/four.toml", decisions);
}

#[test]
fn whole_numbers_choose_as_real_numbers_do() {
    check_all(2_000);
}

/// Checks a million decisions per scenario. To run the test: `cargo test --release --lib
/// a_million_choices -- --ignored --nocapture`
#[test]
#[ignore = "a million decisions of each title take minutes"]
fn a_million_choices() {
    check_all(1_000_000);
}
