//! Monte-Carlo tree search for secrets, simultaneous choices and dice.
//!
//! Multiple-observer information-set search (Cowling, Powley, Whitehouse 2012): every player has a tree of its own, whose nodes stand for
//! what that player could have observed, and every playout, begun in a guess at what is hidden, goes down all trees at once.
//! Simultaneous choices are so decoupled (Tak, Lanctot, Winands 2014): nobody branches on what others choose meanwhile.
//! Dice are open loop: thrown anew at each visit.
//!
//! With [`Others::Rollout`] only who decides has a tree: the others choose as in rollouts, and the search looks for the best
//! answer to that. Against greedy bots it is much the stronger, and it goes on growing stronger with its budget.

mod guide;
mod path;
mod pool;
mod rollout;
mod select;
mod settings;

use rand::Rng;
use rand_pcg::Pcg64Mcg;

pub use guide::{Adviser, Guide};
pub use settings::{CardRule, Mix, Others, Prior, Rollout, Search, Settings, Widening};

use self::path::Path;
use self::pool::{NodeIndex, Pool, Room};
use self::rollout::Policy;
use super::{Explanation, Failure, Strategy};
use crate::games::chance::OneStream;
use crate::games::searchable::{Root, Searchable, mix};
use crate::games::{Game, MAX_PLAYERS, Options, Turn, Unwatched};

const _: () = assert!(
    MAX_PLAYERS <= u8::BITS as usize,
    "players are bits of a byte"
);

/// A bot that plays the game out many times before it decides.
pub struct Mcts<G: Game> {
    settings: Settings,
    pool: Pool<G::Choice>,
    path: Path,
    policy: Policy<G>,
    /// The node of the last decision.
    root: Option<NodeIndex>,
}

impl<G: Searchable> Mcts<G> {
    /// One that is led by `guide` and thinks of the others as playing as one of `players`, if there are any, else as the guide. All
    /// memory that it will ever need is had here.
    pub fn new(
        settings: Settings,
        guide: Box<dyn Adviser<G>>,
        players: Vec<Box<dyn Adviser<G>>>,
    ) -> Self {
        Mcts {
            pool: Pool::new(settings.room()),
            path: Path::new(),
            policy: Policy::new(&settings, guide, players),
            settings,
            root: None,
        }
    }
}

/// What the search has found out about one option.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Finding {
    /// How often it was tried.
    pub visits: u32,
    /// Its mean value to the player, from 0 to 1; 0 where it was never tried.
    pub value: f32,
    /// Its part of the average strategy of regret matching; 0 elsewhere.
    pub share: f64,
}

impl<G: Searchable> Mcts<G> {
    /// What the last decision's search found out about these options of it.
    pub fn findings(&self, options: &Options<G::Choice>) -> impl Iterator<Item = Finding> {
        options.iter().map(|&choice| match self.root {
            Some(root) => self.finding(root, choice),
            None => Finding::default(),
        })
    }

    /// Grows the trees by the settings' number of playouts.
    fn search(&mut self, game: &G, view: G::View<'_>, root: Root, luck: &mut Pcg64Mcg) {
        self.pool.clear();
        // The root is there from the start, so that the first playout counts in it already.
        self.root = self.pool.find_or_add(key(root.player, root.observation));
        if let Some(node) = self.root {
            self.pool.node_mut(node).visits = 1;
            self.pool.node_mut(node).value = 0.5;
        }
        let horizon = self
            .settings
            .rounds
            .map_or(u16::MAX, |rounds| root.round.saturating_add(rounds.into()));
        let judges = self.settings.rounds.is_some() && self.policy.judges();
        for _ in 0..self.settings.iterations {
            let mut state = game.determinize(view, luck);
            let mut options = Options::new();
            self.path.clear();
            self.policy.draw_players(root.player, luck);
            self.down(
                game,
                view,
                root.player,
                &mut state,
                &mut options,
                horizon,
                luck,
            );
            let until = (root.player, horizon, judges);
            let judged = (self.policy).play_out(game, &mut state, &mut options, until, luck);
            let mut outcomes = game.outcomes(&state);
            if let Some(chance) = judged {
                outcomes[root.player].win = chance;
            }
            let values = outcomes.map(|outcome| self.settings.mix.value(&outcome));
            self.path.back_up(&mut self.pool, &values);
        }
    }

    /// Down the trees, until everybody who has one has left it.
    #[allow(clippy::too_many_arguments)]
    fn down(
        &mut self,
        game: &G,
        view: G::View<'_>,
        decider: usize,
        state: &mut G::State,
        options: &mut Options<G::Choice>,
        horizon: u16,
        luck: &mut Pcg64Mcg,
    ) {
        // The players whose trees the playout is in.
        let mut inside: u8 = match self.settings.others {
            Others::Trees => u8::MAX,
            Others::Rollout => 1 << decider,
        };
        // Choices made before the root's may have to be made again.
        let mut replaying = true;
        while inside != 0 {
            let Turn::Decision(player) = game.turn(state) else {
                return;
            };
            if game.round(state) > horizon {
                return;
            }
            game.options(state, options);
            replaying &= player != decider;
            let known = replaying.then(|| game.known(view, state)).flatten();
            let choice = match known {
                Some(choice) => choice,
                None if options.len() == 1 => options[0],
                None => {
                    let taken = if inside >> player & 1 == 1 {
                        self.take(game, state, player, options, luck)
                    } else {
                        None
                    };
                    options[taken.unwrap_or_else(|| {
                        inside &= !(1 << player);
                        self.policy.choose(game, state, player, options, luck)
                    })]
                }
            };
            game.play(state, choice, &mut OneStream(luck), &mut Unwatched);
        }
    }

    /// The option that the player's tree takes; `None` where the player leaves its tree.
    fn take(
        &mut self,
        game: &G,
        state: &G::State,
        player: usize,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Option<usize> {
        if self.path.is_full() {
            return None;
        }
        let key = key(player, game.observation(state, player));
        let node = self.pool.find_or_add(key)?;
        if self.pool.node(node).visits == 0 {
            // A new leaf: this playout is its first, and what was chosen there is not kept.
            self.path.push_leaf(player, node);
            return None;
        }
        self.select(game, state, node, player, options, luck)
    }
}

/// Each player has its own tree: the same observation is another node in each.
#[inline]
fn key(player: usize, observation: u64) -> u64 {
    mix(observation, player as u64)
}

impl<G: Searchable> Strategy<G> for Mcts<G> {
    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
        // One draw of the bot's stream for a decision, however long the search.
        let mut own = Pcg64Mcg::new(u128::from(luck.next_u64()) << 1 | 1);
        let root = game.root(view);
        self.search(game, view, root, &mut own);
        Ok(self.best(options, root.secret, &mut own))
    }

    fn explain(&self, options: &Options<G::Choice>) -> Explanation {
        Explanation::Searched(self.findings(options).collect())
    }
}
