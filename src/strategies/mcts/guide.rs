//! Bots that lead a search: their opinion says where to look first, they play in playouts, and they may know what a position is worth.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use sha2::{Digest, Sha256};

use crate::games::{Game, Learnable, Options, Scripted};
use crate::strategies::trained::Network;
use crate::strategies::trained::network::Net;
use crate::strategies::{Greedy, Trained, Weights};
use crate::words::hex;

/// A bot that can lead a search.
#[derive(Debug, Clone, PartialEq)]
pub enum Guide {
    Greedy(Weights),
    Trained(Arc<Network>),
}

impl Guide {
    /// What one point of its opinion is worth in chances to win, unless a file says otherwise.
    pub fn slope(&self) -> f32 {
        match self {
            Guide::Greedy(_) => 0.1,
            // Its opinion is a chance to win.
            Guide::Trained(_) => 1.0,
        }
    }

    /// About how many times as long a playout takes that it leads as one that a greedy bot does.
    pub fn cost(&self) -> u64 {
        match self {
            Guide::Greedy(_) => 1,
            Guide::Trained(_) => 2,
        }
    }

    /// A short name for what it holds: another guide has another.
    pub fn digest(&self) -> String {
        let mut sha = Sha256::new();
        let mut take = |numbers: &[f32]| {
            for number in numbers {
                sha.update(number.to_le_bytes());
            }
        };
        match self {
            Guide::Greedy(weights) => {
                take(&weights.of_feature);
                take(&[weights.whim]);
            }
            Guide::Trained(network) => {
                let parts = network.nets.iter().flat_map(Net::parts);
                parts.for_each(take);
            }
        }
        hex(&sha.finalize()[..8])
    }

    /// It at work.
    pub fn adviser<G: Learnable + Scripted>(&self) -> Box<dyn Adviser<G>> {
        match self {
            Guide::Greedy(weights) => Box::new(Greedy::new(*weights)),
            Guide::Trained(network) => Box::new(Trained::new(Arc::clone(network))),
        }
    }
}

/// A [`Guide`] at work.
pub trait Adviser<G: Game>: Send {
    /// The index of the option that it would take.
    fn choice(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> usize;

    /// Writes what it thinks of each option, the more the better.
    fn opinions(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        opinions: &mut [f32],
    );

    /// Does it know chances to win?
    fn judges(&self) -> bool {
        false
    }

    /// The chance to win of the player who decides between these options, from 0 to 1; `None` if it does not know.
    fn chance(&mut self, game: &G, view: G::View<'_>, options: &Options<G::Choice>) -> Option<f32> {
        let _ = (game, view, options);
        None
    }
}

impl<G: Game> Adviser<G> for Greedy {
    fn choice(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> usize {
        Greedy::choice(self, game, view, options, luck)
    }

    fn opinions(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        opinions: &mut [f32],
    ) {
        for (opinion, score) in opinions.iter_mut().zip(self.scores(game, view, options)) {
            *opinion = score;
        }
    }
}

impl<G: Learnable + Scripted> Adviser<G> for Trained {
    fn choice(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        _: &mut Pcg64Mcg,
    ) -> usize {
        self.weigh(game, view, options);
        self.best(options.len())
    }

    fn opinions(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        opinions: &mut [f32],
    ) {
        self.weigh(game, view, options);
        opinions.copy_from_slice(self.values(options.len()));
    }

    fn judges(&self) -> bool {
        true
    }

    fn chance(&mut self, game: &G, view: G::View<'_>, options: &Options<G::Choice>) -> Option<f32> {
        self.weigh(game, view, options);
        let best = self.best(options.len());
        Some(self.values(options.len())[best].clamp(0.0, 1.0))
    }
}
