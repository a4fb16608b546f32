//! The panel bot: several trained bots, of which one plays in each game and seat.

use std::sync::Arc;

use rand_pcg::Pcg64Mcg;

use super::trained::Network;
use super::{Explanation, Failure, Strategy, Trained};
use crate::game::chance::pick;
use crate::game::{Learnable, MAX_PLAYERS, Options, Scripted};

/// A bot that plays like one of several trained bots, its members. The member is drawn at random in
/// each game and seat, so that results depend less on a single training.
pub struct Panel {
    members: Vec<Trained>,
    draws: MemberDraws,
    /// Index of the member that made the last decision.
    last: usize,
}

impl Panel {
    pub fn new(members: &[Arc<Network>]) -> Self {
        let members = members
            .iter()
            .map(|member| Trained::new(Arc::clone(member)));
        Panel {
            members: members.collect(),
            draws: MemberDraws::default(),
            last: 0,
        }
    }
}

impl<G: Learnable + Scripted> Strategy<G> for Panel {
    fn begin(&mut self) {
        self.draws = MemberDraws::default();
    }

    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
        self.last = self.draws.of(G::seat(view), self.members.len(), luck);
        self.members[self.last].choose(game, view, options, luck)
    }

    fn explain(&self, options: &Options<G::Choice>) -> Explanation {
        Strategy::<G>::explain(&self.members[self.last], options)
    }

    fn estimate(&self, options: &Options<G::Choice>, chosen: usize) -> Option<f32> {
        Strategy::<G>::estimate(&self.members[self.last], options, chosen)
    }
}

/// The members of a panel that were drawn for the seats of the current game.
#[derive(Debug, Clone, Default)]
pub(super) struct MemberDraws {
    of_seat: [Option<u8>; MAX_PLAYERS],
}

impl MemberDraws {
    /// Returns the index of the member that plays in a seat, and draws the member at the seat's
    /// first decision of a game. A panel of one member takes no random number.
    pub fn of(&mut self, seat: usize, members: usize, luck: &mut Pcg64Mcg) -> usize {
        if members == 1 {
            return 0;
        }
        // A seat is below `MAX_PLAYERS`; the remainder spares the check of the index.
        let member = &mut self.of_seat[seat % MAX_PLAYERS];
        usize::from(*member.get_or_insert_with(|| pick(luck, members) as u8))
    }
}
