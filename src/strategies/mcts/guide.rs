//! Guides: bots that help a search. A guide rates options and chooses for players in playouts; a
//! trained guide also evaluates positions.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;
use sha2::{Digest, Sha256};

use crate::game::{Game, Learnable, Scripted};
use crate::strategies::trained::Network;
use crate::strategies::trained::network::Net;
use crate::strategies::{Asked, Greedy, Trained, Weights};
use crate::words::hex;

/// A bot that can guide a tree search: it rates options and chooses for players in playouts.
#[derive(Debug, Clone, PartialEq)]
pub enum Guide {
    Greedy(Weights),
    /// Trained bots, of which one guides in each game. Usually one; several are a panel.
    Trained(Vec<Arc<Network>>),
}

impl Guide {
    /// Returns the default factor that converts the rating of an option by the guide (the bot that
    /// helps a search) to a win probability.
    pub fn slope(&self) -> f32 {
        match self {
            Guide::Greedy(_) => 0.1,
            // The rating of a trained bot is a win probability already.
            Guide::Trained(_) => 1.0,
        }
    }

    /// Returns the approximate duration of a search playout with this bot as guide, relative to a
    /// playout with a greedy guide.
    pub fn cost(&self) -> u64 {
        match self {
            Guide::Greedy(_) => 1,
            Guide::Trained(_) => 2,
        }
    }

    /// Returns a short hash of the weights of the guide (the bot that helps a search). Guides with
    /// different weights have different hashes.
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
            Guide::Trained(members) => {
                let nets = members.iter().flat_map(|network| &network.nets);
                nets.flat_map(Net::parts).for_each(take);
            }
        }
        hex(&sha.finalize()[..8])
    }

    /// Returns the networks of the guide (the bot that helps a search); empty for a greedy bot.
    pub fn networks(&self) -> &[Arc<Network>] {
        match self {
            Guide::Greedy(_) => &[],
            Guide::Trained(members) => members,
        }
    }

    /// Returns the guide (the bot that helps a search) with another network in place of each of its
    /// networks; `new` returns it.
    pub fn with_networks(&self, new: &dyn Fn(&Arc<Network>) -> Arc<Network>) -> Guide {
        match self {
            Guide::Greedy(weights) => Guide::Greedy(*weights),
            Guide::Trained(members) => Guide::Trained(members.iter().map(new).collect()),
        }
    }

    /// Creates the bots that act as guide (helper) of a search: one bot, or the members of a panel.
    pub fn advisers<G: Learnable + Scripted>(&self) -> Vec<Box<dyn Adviser<G>>> {
        match self {
            Guide::Greedy(weights) => vec![Box::new(Greedy::new(*weights))],
            Guide::Trained(members) => {
                let trained = |member| Trained::new(Arc::clone(member));
                let members = members.iter().map(trained);
                members.map(|member| Box::new(member) as Box<dyn Adviser<G>>).collect()
            }
        }
    }
}

/// A guide (bot that helps a search, see [`Guide`]) that is ready to play one game.
pub trait Adviser<G: Game>: Send {
    /// Returns the index of the option that the guide (the bot that helps a search) would choose.
    fn choice(&mut self, asked: Asked<'_, '_, G>, luck: &mut Pcg64Mcg) -> usize;

    /// Writes the rating of each option by the guide (the bot that helps a search). A greater
    /// number means a better option.
    fn opinions(&mut self, asked: Asked<'_, '_, G>, opinions: &mut [f32]);

    /// Returns true if the guide (the bot that helps a search) can evaluate positions as win
    /// probabilities.
    fn judges(&self) -> bool {
        false
    }

    /// Returns the estimated win probability, 0 to 1, of the player who has to choose between these
    /// options. `None` if the guide (the bot that helps a search) cannot evaluate positions.
    fn chance(&mut self, _: Asked<'_, '_, G>) -> Option<f32> {
        None
    }
}

impl<G: Game> Adviser<G> for Greedy {
    fn choice(&mut self, asked: Asked<'_, '_, G>, luck: &mut Pcg64Mcg) -> usize {
        Greedy::choice::<G>(self, asked, luck)
    }

    fn opinions(&mut self, asked: Asked<'_, '_, G>, opinions: &mut [f32]) {
        for (opinion, score) in opinions.iter_mut().zip(self.scores::<G>(asked)) {
            *opinion = score;
        }
    }
}

impl<G: Learnable + Scripted> Adviser<G> for Trained {
    fn choice(&mut self, asked: Asked<'_, '_, G>, luck: &mut Pcg64Mcg) -> usize {
        let (_, _, options) = asked;
        self.weigh::<G>(asked);
        self.draw(options.len(), luck)
    }

    fn opinions(&mut self, asked: Asked<'_, '_, G>, opinions: &mut [f32]) {
        self.weigh::<G>(asked);
        opinions.copy_from_slice(self.values(opinions.len()));
    }

    fn judges(&self) -> bool {
        true
    }

    fn chance(&mut self, asked: Asked<'_, '_, G>) -> Option<f32> {
        self.weigh::<G>(asked);
        Some(Trained::chance(self))
    }
}
