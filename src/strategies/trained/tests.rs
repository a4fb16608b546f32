//! Helper of tests: compares the choices of a trained bot with integer arithmetic, with which the
//! bot plays, with its choices with the floating-point numbers that it has learnt.

use std::sync::{Arc, Mutex};

use rand_pcg::Pcg64Mcg;

use super::{Network, Trained, net_of};
use crate::game::chance::KeyedChance;
use crate::game::{Learnable, MAX_PLAYERS, Options, Scripted, Unwatched};
use crate::simulate::game_loop::{BotLuck, Bots, play_out};
use crate::simulate::{Stage, Staged};
use crate::strategies::{Explanation, Failure, Strategy};

/// Number of decisions, and in how many of them integer and floating-point arithmetic chose the
/// same option.
#[derive(Debug, Clone, Copy, Default)]
pub struct Compared {
    pub decisions: u64,
    pub same: u64,
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
        let net = &self.network.nets[net_of::<G>(view)];
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
        compared.same += u64::from(best.0 == self.bot.policy.best);
        Ok(chosen)
    }

    fn explain(&self, _: &Options<G::Choice>) -> Explanation {
        Explanation::Random
    }
}

/// Plays games until a trained bot with this network has made at least `decisions` decisions.
/// Compares the bot's integer and floating-point choices.
pub fn compare_choices<G: Staged>(
    stage: &Stage<G>,
    network: &Arc<Network>,
    decisions: u64,
) -> Compared {
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
        let mut bots = Bots { pool: &mut pool, of_player: &[0; MAX_PLAYERS], clocks: None };
        let nobody = &mut Unwatched;
        play_out(game, &mut state, &mut bots, &mut luck, &mut dice, nobody).unwrap();
    }
    *compared.lock().unwrap()
}
