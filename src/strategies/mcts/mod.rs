//! Monte-Carlo tree search for games with hidden information, simultaneous choices and dice.
//!
//! The algorithm is multiple-observer information-set search (Cowling, Powley, Whitehouse 2012).
//! Each player has a tree, whose nodes are the player's possible observations. Each playout starts
//! from a random guess of the hidden information and descends all trees at once. Simultaneous
//! choices are decoupled (Tak, Lanctot, Winands 2014): a player's tree does not branch on choices
//! that others make at the same time. Dice are treated as open-loop: they are thrown again at each
//! visit.
//!
//! At its root, a search divides the playouts among the options by sequential halving. The playouts
//! of different options are paired: the n-th playout of each option has the same hidden
//! information, and the same dice wherever the games agree. The options' values therefore differ
//! less by luck.
//!
//! With [`Others::Rollout`], only the deciding player has a tree. The others choose as in rollouts
//! (playouts outside the trees). The search then finds the best response to the rollout policy.
//! Against greedy bots, such a search is much stronger, and its strength keeps growing with the
//! number of playouts.

mod guide;
mod halving;
mod path;
mod pool;
mod rollout;
mod select;
mod settings;

use rand::Rng;
use rand_pcg::Pcg64Mcg;

pub use guide::{Adviser, Guide};
pub use settings::{CardRule, Mix, Others, Prior, Rollout, Search, SearchSettings, Widening};

pub use halving::MAX_CANDIDATES;

use self::path::{Path, Stop, back_up};
use self::pool::{EdgeIndex, NodeIndex, Pool, Room};
use self::rollout::{PlayoutLuck, PlayoutPolicy};
use super::{Asked, Explanation, Failure, Strategy, stop};
use crate::game::searchable::{Root, Searchable, mix};
use crate::game::story::Worth;
use crate::game::{Game, MAX_PLAYERS, Options, Turn, Unwatched};

const _: () = assert!(MAX_PLAYERS <= u8::BITS as usize, "players are bits of a byte");

/// A position in a playout: the game, the state and the options of its decision.
type Place<'a, G> = (&'a G, &'a <G as Game>::State, &'a Options<<G as Game>::Choice>);

/// A bot that searches a game tree (MCTS) by simulating many playouts before each decision.
pub struct Mcts<G: Game> {
    settings: SearchSettings,
    pool: Pool<G::Choice>,
    path: Path,
    policy: PlayoutPolicy<G>,
    /// The search tree's root, i.e. the node of the last decision.
    root: Option<NodeIndex>,
    /// The edge (option) that the current playout has to take at the root; `None` once it is taken.
    planned: Option<EdgeIndex>,
}

impl<G: Searchable> Mcts<G> {
    /// Creates a bot that searches with the help of `guide`, a bot that rates options. Allocates
    /// all memory that the bot will need. The guide is one bot, or the members of a panel, of which
    /// one is the guide in each game.
    ///
    /// In playouts, each other player plays like one of the bots `players`, or like the guide if
    /// `players` is empty. Each of these bots is one bot, or the members of a panel, too.
    pub fn new(
        settings: SearchSettings,
        guide: Vec<Box<dyn Adviser<G>>>,
        players: Vec<Vec<Box<dyn Adviser<G>>>>,
    ) -> Self {
        Mcts {
            pool: Pool::new(settings.room()),
            path: Path::new(),
            policy: PlayoutPolicy::new(&settings, guide, players),
            settings,
            root: None,
            planned: None,
        }
    }
}

/// Result of a tree search for one option of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Finding {
    /// Number of playouts that visited the option.
    pub visits: u32,
    /// Mean value of the option for the searching player, 0 to 1; 0 without visits.
    pub value: f32,
    /// Weight of the option in the average strategy of regret matching; 0 if the search chose by
    /// another rule.
    pub share: f64,
}

impl<G: Searchable> Mcts<G> {
    /// Returns the results of the last search, one for each of these options.
    pub fn findings(&self, options: &Options<G::Choice>) -> impl Iterator<Item = Finding> {
        options.iter().map(|&choice| match self.root {
            Some(root) => self.finding(root, choice),
            None => Finding::default(),
        })
    }

    /// Grows the search trees by as many playouts as the settings prescribe. Returns the index of
    /// the chosen option, or `None` if the choice has to be drawn from the average strategy of
    /// regret matching.
    fn search(&mut self, asked: Asked<'_, '_, G>, root: Root, seed: u64) -> Option<usize> {
        let (_, _, options) = asked;
        self.pool.clear();
        // The root node is created first, so that the first playout counts as a visit.
        self.root = self.pool.find_or_add(key(root.player, root.observation));
        if let Some(node) = self.root {
            self.pool.node_mut(node).visits = 1;
            self.pool.node_mut(node).value = 0.5;
        }
        let mut halving = match root.secret && self.settings.cards == CardRule::RegretMatching {
            true => None,
            false => self.halving(asked),
        };
        let mut luck = PlayoutLuck::new(seed);
        for playout in 0..self.settings.iterations {
            if stop::requested() {
                // The game is discarded.
                return None;
            }
            let planned = halving.as_mut().map(|halving| halving.next(|edges| self.rank(edges)));
            self.planned = planned.as_ref().map(|planned| planned.edge);
            let number = planned.map_or(playout, |planned| planned.number);
            luck.restart(seed, number.into());
            self.play(asked, root, &mut luck);
        }
        let best = halving?.best(|edges| self.rank(edges));
        let best = self.pool.edge(best).choice;
        options.iter().position(|&choice| choice == best)
    }

    /// Plays one playout, and adds its value to the search trees.
    fn play(&mut self, asked: Asked<'_, '_, G>, root: Root, luck: &mut PlayoutLuck) {
        let (game, view, _) = asked;
        let horizon = self
            .settings
            .rounds
            .map_or(u16::MAX, |rounds| root.round.saturating_add(rounds.into()));
        let judges = self.settings.rounds.is_some() && self.policy.judges();
        let mut state = game.determinize(view, &mut luck.bots);
        let mut options = Options::new();
        self.path.clear();
        self.policy.draw_players(root.player, &mut luck.bots);
        self.down(game, view, root.player, &mut state, &mut options, horizon, luck);
        let until = (root.player, horizon, judges);
        let judged = (self.policy).play_out(game, &mut state, &mut options, until, luck);
        let values = self.values(game, &state, root.player, judged);
        back_up(&self.path, &mut self.pool, &values);
    }

    /// Returns the value of a playout's last state for each player. `judged` is the win probability
    /// of the player `decider`, if the guide (the bot that helps the search) has estimated it.
    fn values(
        &self,
        game: &G,
        state: &G::State,
        decider: usize,
        judged: Option<f32>,
    ) -> [f32; MAX_PLAYERS] {
        let Some(chance) = judged else {
            return game.outcomes(state).map(|outcome| self.settings.mix.value(&outcome));
        };
        // Only the decider has a tree, and only wins count: no other number is needed.
        if self.settings.others == Others::Rollout && self.settings.mix == Mix::WINS {
            let mut values = [0.0; MAX_PLAYERS];
            values[decider] = chance;
            return values;
        }
        let mut outcomes = game.outcomes(state);
        outcomes[decider].win = chance;
        outcomes.map(|outcome| self.settings.mix.value(&outcome))
    }

    /// Plays one playout inside the search trees, until it has left the tree of each player.
    #[expect(clippy::too_many_arguments, reason = "a playout has that many parts")]
    fn down(
        &mut self,
        game: &G,
        view: G::View<'_>,
        decider: usize,
        state: &mut G::State,
        options: &mut Options<G::Choice>,
        horizon: u16,
        luck: &mut PlayoutLuck,
    ) {
        // Bit set of the players who are still inside their trees.
        let mut inside: u8 = match self.settings.others {
            Others::Trees => u8::MAX,
            Others::Rollout => 1 << decider,
        };
        // Choices that were made in secret before the root's decision are drawn again.
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
                    let is_inside = inside >> player & 1 == 1;
                    let taken =
                        is_inside.then(|| self.take((game, &*state, &*options), player, luck));
                    options[taken.flatten().unwrap_or_else(|| {
                        inside &= !(1 << player);
                        let asked = (game, game.view(state), &*options);
                        self.policy.choose(asked, player, &mut luck.bots)
                    })]
                }
            };
            game.play(state, choice, &mut luck.chance, &mut Unwatched);
        }
    }

    /// Returns the index of the option that the player's search tree selects; `None` if the playout
    /// leaves the tree here.
    fn take(&mut self, at: Place<'_, G>, player: usize, luck: &mut PlayoutLuck) -> Option<usize> {
        if self.path.is_full() {
            return None;
        }
        let (game, state, _) = at;
        let key = key(player, game.observation(state, player));
        let node = self.pool.find_or_add(key)?;
        if self.pool.node(node).visits == 0 {
            // A new leaf: this playout is its first visit, and the choice made there is not stored.
            self.path.push(Stop::leaf(player, node));
            return None;
        }
        self.select(at, node, player, &mut luck.bots)
    }
}

/// Returns the hash key of a node in the search trees. The key depends on the player, because each
/// player has a separate tree.
#[inline]
fn key(player: usize, observation: u64) -> u64 {
    mix(observation, player as u64)
}

impl<G: Searchable> Strategy<G> for Mcts<G> {
    fn begin(&mut self, member: u32) {
        self.policy.begin(member);
    }

    fn choose(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        luck: &mut Pcg64Mcg,
    ) -> Result<usize, Failure> {
        // Takes one number from the bot's stream of random numbers for each decision, whatever the
        // length of the search.
        let mut own = Pcg64Mcg::new(u128::from(luck.next_u64()) << 1 | 1);
        let root = game.root(view);
        let chosen = self.search((game, view, options), root, own.next_u64());
        Ok(chosen.unwrap_or_else(|| self.draw(options, &mut own)))
    }

    fn explain(&self, options: &Options<G::Choice>) -> Explanation {
        let worth = |finding: Finding| Worth::Search {
            visits: finding.visits,
            value: finding.value.into(),
            share: finding.share,
        };
        Explanation::By { how: "search".into(), worth: self.findings(options).map(worth).collect() }
    }

    fn estimate(&self, options: &Options<G::Choice>, chosen: usize) -> Option<f32> {
        let finding = self.findings(options).nth(chosen)?;
        (finding.visits > 0).then_some(finding.value)
    }
}
