//! The trained bot: estimates the win probability of each option with a neural network, and draws
//! an option by its [`Policy`].

mod lanes;
pub mod lessons;
pub mod network;
pub mod policy;
mod quantized;
#[cfg(test)]
pub mod tests;
pub mod weights;

use std::sync::Arc;

use rand::Rng;
use rand_pcg::Pcg64Mcg;

pub use lessons::{Lesson, Lessons};
pub use network::{Network, NetworkShape};
use policy::Policy;
use quantized::QuantizedNet;

use super::{Asked, Explanation, Failure, Greedy, Strategy, Weights};
use crate::game::chance::pick;
use crate::game::learnable::DecisionInputs;
use crate::game::story::{Worth, exact};
use crate::game::{FeatureRow, Learnable, MAX_FEATURES, MAX_OPTIONS, Options, Scripted};

/// A bot with a neural network that estimates the win probability of each option.
pub struct Trained {
    network: Arc<Network>,
    /// The network in integers, as the bot plays it; see [`net_of`].
    nets: Vec<QuantizedNet>,
    features: Box<[FeatureRow; MAX_OPTIONS]>,
    inputs: DecisionInputs,
    /// Estimated win probability of each option in the bot's last decision.
    values: [f32; MAX_OPTIONS],
    /// Weight of each option in the bot's last decision, see [`Policy`].
    weights: [f32; MAX_OPTIONS],
    /// Policy of the bot's last decision.
    policy: Policy,
    pupil: Option<Box<Pupil>>,
}

/// Additional state of a trained bot that is learning.
pub struct Pupil {
    /// The bot whose choices the learning bot imitates at the start of the training; `None`
    /// afterwards.
    pub teacher: Option<Greedy>,
    /// Probability, 0 to 1, that the learning bot makes a random choice, for exploration.
    pub tries: f32,
    /// Factor of the temperature at which the learning bot draws its options, see [`Policy::of`].
    pub heat: f32,
    shape: NetworkShape,
    /// Decisions that the learning bot recorded since the caller last collected them.
    pub lessons: Lessons,
}

impl Trained {
    pub fn new(network: Arc<Network>) -> Self {
        Trained {
            nets: quantized(&network),
            network,
            features: Box::new([[0.0; MAX_FEATURES]; MAX_OPTIONS]),
            inputs: DecisionInputs::new(MAX_OPTIONS),
            values: [0.0; MAX_OPTIONS],
            weights: [0.0; MAX_OPTIONS],
            policy: Policy::default(),
            pupil: None,
        }
    }

    /// Creates a learning bot whose network has only zeros. The bot imitates the bot `teacher`, if
    /// there is one.
    pub fn pupil(shape: &NetworkShape, teacher: Option<Weights>) -> Self {
        Trained {
            pupil: Some(Box::new(Pupil {
                teacher: teacher.map(Greedy::new),
                tries: 0.0,
                heat: 1.0,
                shape: *shape,
                lessons: Lessons::new(shape.nets),
            })),
            ..Trained::new(Arc::new(Network::zero(shape)))
        }
    }

    /// Replaces the bot's network. A learning bot stops imitating its teacher.
    pub fn take(&mut self, network: &Arc<Network>) {
        if !Arc::ptr_eq(&self.network, network) {
            self.network = Arc::clone(network);
            self.nets = quantized(network);
        }
        if let Some(pupil) = &mut self.pupil {
            pupil.teacher = None;
        }
    }

    /// Computes the estimated win probability of each option with the bot's network, and the
    /// weights of the options.
    #[inline]
    pub(super) fn weigh<G: Learnable + Scripted>(
        &mut self,
        (game, view, options): Asked<'_, '_, G>,
    ) {
        let count = options.len();
        game.features(view, options, &mut self.features[..]);
        let inputs = &mut self.inputs;
        for (row, features) in inputs.options[..count].iter_mut().zip(&self.features[..]) {
            row.set(&features[..G::FEATURES.len()]);
        }
        inputs.others.clear();
        G::inputs(view, options, inputs);
        let net = &self.nets[net_of::<G>(view)];
        let options = &inputs.options[..count];
        net.values(&inputs.position, &inputs.others, options, &mut self.values);
        let heat = self.pupil.as_ref().map_or(1.0, |pupil| pupil.heat);
        let (values, weights) = (&self.values[..count], &mut self.weights[..count]);
        self.policy = Policy::of(values, heat * G::TEMPERATURE, weights);
    }

    /// Draws an option of the decision that was weighed last. `count` is the number of its options.
    #[inline]
    pub(super) fn draw(&self, count: usize, luck: &mut Pcg64Mcg) -> usize {
        self.policy.draw(&self.weights[..count], luck)
    }

    /// Returns the estimated win probability, 0 to 1, of a player who draws an option of the
    /// decision that was weighed last.
    pub(super) fn chance(&self) -> f32 {
        self.policy.mean.clamp(0.0, 1.0)
    }

    /// Returns the estimated win probability of each option in the bot's last decision.
    pub(super) fn values(&self, count: usize) -> &[f32] {
        &self.values[..count]
    }
}

/// Returns the index of the network that decides here, among [`Network::nets`].
#[inline(always)]
fn net_of<G: Learnable + Scripted>(view: G::View<'_>) -> usize {
    let decision = G::decision(view);
    match G::TEAMS_APART && G::has_teammates(view) {
        true => G::DECISIONS.len() + decision,
        false => decision,
    }
}

fn quantized(network: &Network) -> Vec<QuantizedNet> {
    network.nets.iter().map(QuantizedNet::of).collect()
}

impl<G: Learnable + Scripted> Strategy<G> for Trained {
    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
        let asked = (game, view, options);
        self.weigh::<G>(asked);
        let mut chosen = self.draw(options.len(), luck);
        if let Some(pupil) = &mut self.pupil {
            if let Some(teacher) = &mut pupil.teacher {
                chosen = teacher.choice::<G>(asked, luck);
            }
            if (luck.next_u32() as f32) < pupil.tries * u32::MAX as f32 {
                chosen = pick(luck, options.len());
            }
            pupil.lessons.note(Lesson {
                net: net_of::<G>(view),
                seat: G::seat(view),
                value: self.policy.mean,
                shape: &pupil.shape,
                position: &self.inputs.position,
                others: &self.inputs.others,
                option: &self.inputs.options[chosen],
            });
        }
        Ok(chosen)
    }

    fn explain(&self, options: &Options<G::Choice>) -> Explanation {
        let worth = self.values(options.len()).iter();
        let worth = worth.map(|&value| Worth::Score { score: exact(value) }).collect();
        Explanation::By { how: "the values of its network".into(), worth }
    }

    fn estimate(&self, _: &Options<G::Choice>, chosen: usize) -> Option<f32> {
        Some(self.values[chosen].clamp(0.0, 1.0))
    }

    fn pupil(&mut self) -> Option<&mut Trained> {
        self.pupil.is_some().then_some(self)
    }
}

impl Trained {
    /// Returns the state of a learning bot.
    ///
    /// # Panics
    /// Panics if the bot is not learning.
    pub fn memory(&mut self) -> &mut Pupil {
        self.pupil.as_mut().expect("it learns")
    }
}
