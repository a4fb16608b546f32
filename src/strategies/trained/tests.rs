//! Tests that a trained bot makes the same choices with integer arithmetic, with which it plays, as
//! with the floating-point numbers that it has learnt.

use std::path::Path;
use std::sync::{Arc, Mutex};

use rand_pcg::Pcg64Mcg;

use super::{Network, Trained};
use crate::game::chance::KeyedChance;
use crate::game::{Learnable, MAX_PLAYERS, Options, Scripted, Unwatched};
use crate::games::arena::Arena;
use crate::games::battle_cards::BattleCards;
use crate::games::jungle::Jungle;
use crate::scenario::{Scenario, load_bot};
use crate::simulate::game_loop::{BotLuck, Bots, play_out};
use crate::simulate::{Stage, Staged};
use crate::strategies::{BotCharacter, Explanation, Failure, Strategy};

/// Number of decisions, and in how many of them integer and floating-point arithmetic chose the
/// same option.
#[derive(Debug, Clone, Copy, Default)]
struct Compared {
    decisions: u64,
    same: u64,
    /// Largest difference between the integer value and the floating-point value of an option.
    furthest: f32,
}

/// A bot for tests that plays with integer arithmetic, and compares its choices with floating-point
/// arithmetic.
struct Comparing {
    bot: Trained,
    network: Arc<Network>,
    compared: Arc<Mutex<Compared>>,
}

impl<G: Learnable + Scripted> Strategy<G> for Comparing {
    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
        let chosen = self.bot.choose(game, view, options, luck)?;
        let net = &self.network.nets[G::decision(view)];
        let inputs = &self.bot.inputs;
        let mut compared = self.compared.lock().unwrap();
        let mut best = (0, f32::MIN);
        for (index, option) in inputs.options[..options.len()].iter().enumerate() {
            let value = net.value(&inputs.position, &inputs.others, option);
            if value > best.1 {
                best = (index, value);
            }
            let apart = (value - self.bot.values[index]).abs();
            compared.furthest = compared.furthest.max(apart);
        }
        compared.decisions += 1;
        compared.same += u64::from(best.0 == chosen);
        Ok(chosen)
    }

    fn explain(&self, _: &Options<G::Choice>) -> Explanation {
        Explanation::Random
    }
}

/// Plays games of a scenario until the trained bot that comes with the program has made at least
/// `decisions` decisions. Compares its integer and floating-point choices.
fn compare(scenario: &str, decisions: u64) -> Compared {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("scenarios")
        .join(scenario)
        .with_extension("toml");
    let scenario = Scenario::load(&path, &["strategy=trained".to_owned()]).unwrap();
    let bot = load_bot(scenario.game(), "trained").unwrap();
    let BotCharacter::Trained(network) = bot.character else {
        panic!("the bot is of another kind");
    };
    let simulation = scenario.open();
    if let Some(stage) = simulation.stage::<Arena>() {
        return compare_on(stage, &network, decisions);
    }
    if let Some(stage) = simulation.stage::<BattleCards>() {
        return compare_on(stage, &network, decisions);
    }
    let stage = simulation.stage::<Jungle>().expect("no other game");
    compare_on(stage, &network, decisions)
}

fn compare_on<G: Staged>(stage: &Stage<G>, network: &Arc<Network>, decisions: u64) -> Compared {
    const SEED: u64 = 30;
    let compared = Arc::new(Mutex::new(Compared::default()));
    let mut pool: [Box<dyn Strategy<G>>; 1] = [Box::new(Comparing {
        bot: Trained::new(Arc::clone(network)),
        network: Arc::clone(network),
        compared: Arc::clone(&compared),
    })];
    for number in 0.. {
        if compared.lock().unwrap().decisions >= decisions {
            break;
        }
        let mut state = stage.opening(SEED, number);
        let game = stage.game();
        let slots: Vec<u8> = game.players(&state).iter().map(|player| player.0).collect();
        let mut luck = BotLuck::new(SEED, number, &slots);
        let mut dice = KeyedChance::new(SEED, number, &game.owners(&state));
        let mut bots = Bots {
            pool: &mut pool,
            of_player: &[0; MAX_PLAYERS],
            clocks: None,
        };
        let nobody = &mut Unwatched;
        play_out(game, &mut state, &mut bots, &mut luck, &mut dice, nobody).unwrap();
    }
    *compared.lock().unwrap()
}

/// Compares integer and floating-point choices in at least `decisions` decisions of each of several
/// scenarios.
fn compare_all(decisions: u64) {
    for scenario in [
        "ultimate-warriorz/tribal-rumble",
        "mad-arena/ultimate-warrior",
        "battle-cards/duel",
        "battle-cards/four",
        "jungle-alert/two",
        "jungle-alert/four",
    ] {
        let compared = compare(scenario, decisions);
        let same = compared.same as f64 / compared.decisions as f64;
        println!("{scenario}: {compared:?}, {:.3} % the same", 100.0 * same);
        assert!(same >= 0.995, "{scenario}: {compared:?}");
    }
}

#[test]
fn whole_numbers_choose_as_real_numbers_do() {
    compare_all(2_000);
}

/// Compares a million choices per scenario. To run the test: `cargo test --release --lib
/// a_million_choices -- --ignored --nocapture`
#[test]
#[ignore = "a million decisions of each title take minutes"]
fn a_million_choices() {
    compare_all(1_000_000);
}
