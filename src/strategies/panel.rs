//! The panel bot: several trained bots, of which one plays each game.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;

use super::trained::Network;
use super::{Explanation, Failure, Strategy, Trained};
use crate::game::{Learnable, Options, Scripted};

/// A bot that plays like one of several trained bots, its members, drawn at random for each game.
/// So results depend less on a single training. One member plays all seats of a game, so that the
/// results of the members can be told apart.
pub struct Panel {
    members: Vec<Trained>,
    /// Index of the member that plays the current game.
    member: usize,
}

impl Panel {
    pub fn new(members: &[Arc<Network>]) -> Self {
        let members = members.iter().map(|member| Trained::new(Arc::clone(member)));
        Panel { members: members.collect(), member: 0 }
    }
}

impl<G: Learnable + Scripted> Strategy<G> for Panel {
    fn begin(&mut self, member: u32) {
        self.member = member as usize % self.members.len();
    }

    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
        self.members[self.member].choose(game, view, options, luck)
    }

    fn explain(&self, options: &Options<G::Choice>) -> Explanation {
        Strategy::<G>::explain(&self.members[self.member], options)
    }

    fn estimate(&self, options: &Options<G::Choice>, chosen: usize) -> Option<f32> {
        Strategy::<G>::estimate(&self.members[self.member], options, chosen)
    }
}
