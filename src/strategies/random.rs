//! The random bot: a baseline that chooses every option with the same probability.

use rand_pcg::Pcg64Mcg;

use super::{Explanation, Failure, Strategy};
use crate::game::{Game, Options, chance::pick};

/// A bot that chooses every option with the same probability.
#[derive(Debug, Clone, Copy, Default)]
pub struct Random;

impl<G: Game> Strategy<G> for Random {
    fn choose(
        &mut self,
        _: &G,
        _: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
        Ok(pick(luck, options.len()))
    }

    fn explain(&self, _: &Options<G::Choice>) -> Explanation {
        Explanation::Random
    }
}
