//! Selection of options in the search trees by decoupled UCB or by regret matching, and the final
//! decision of regret matching.

use arrayvec::ArrayVec;
use rand_pcg::Pcg64Mcg;

use super::path::Stop;
use super::pool::{EdgeIndex, NONE, NodeIndex};
use super::rollout::unit;
use super::settings::CardRule;
use super::{Finding, Mcts, Place};
use crate::game::{MAX_OPTIONS, Options, Searchable};
use crate::strategies::Asked;

/// The edges of a search tree node that belong to the current options, in the order of the options.
pub(super) type Edges = ArrayVec<EdgeIndex, MAX_OPTIONS>;

/// Returns the exploration rate of regret matching after `visits` visits: 1 / (1 + ∛visits). The
/// rate is the probability that a uniformly random option is taken.
#[inline]
fn tremble(visits: u32) -> f32 {
    1.0 / (1.0 + libm::cbrtf(visits as f32))
}

impl<G: Searchable> Mcts<G> {
    /// Selects an option at a search tree node, and adds the option to the playout's path. Returns
    /// `None` if no memory is left for the node's edges.
    pub(super) fn select(
        &mut self,
        (game, state, options): Place<'_, G>,
        node: NodeIndex,
        player: usize,
        luck: &mut Pcg64Mcg,
    ) -> Option<usize> {
        let mut edges = Edges::new();
        self.edges((game, game.view(state), options), node, &mut edges)?;
        let secret = game.is_secret(state);
        let planned = self.planned.take_if(|_| self.root == Some(node));
        let planned = planned.and_then(|edge| edges.iter().position(|&at| at == edge));
        let (index, chance) = if let Some(planned) = planned {
            (planned, 0.0)
        } else if secret && self.settings.cards == CardRule::RegretMatching {
            self.regret_matching(node, &edges, luck)
        } else {
            (self.upper_bound(node, &edges, secret), 0.0)
        };
        self.path.push(Stop { player: player as u8, node, edge: edges[index], chance });
        Some(index)
    }

    /// Writes the search tree node's edges for these options to `edges`, which is empty. Adds edges
    /// to the node for options that are new there. Returns `None` if no memory is left for them.
    ///
    /// The caller owns `edges`, because a returned list of this capacity would be copied.
    pub(super) fn edges(
        &mut self,
        asked: Asked<'_, '_, G>,
        node: NodeIndex,
        edges: &mut Edges,
    ) -> Option<()> {
        let (_, _, options) = asked;
        let mut added = false;
        // Fast path: the options are usually the same as at the last visit, in the same order.
        let mut expected = self.pool.node(node).first;
        for &choice in options {
            let edge = if expected != NONE && self.pool.edge(expected).choice == choice {
                expected
            } else {
                let (found, last) = self.look_for(node, choice);
                if found == NONE {
                    added = true;
                    self.pool.add_edge(node, last, choice)?
                } else {
                    found
                }
            };
            expected = self.pool.edge(edge).next;
            edges.push(edge);
        }
        // A node inside the tree stands for several states. A greedy guide rates these states
        // differently, so it is asked at each visit. The root is a single state, so the guide is
        // asked once. A trained guide is slow, so it is asked only once at every node.
        let asked_once = self.root == Some(node) || self.policy.judges();
        if !self.settings.prior.is_none() && (added || !asked_once) {
            self.ask_guide(asked, edges);
        }
        Some(())
    }

    /// Returns the edge of a search tree node with this choice, and the edge before it. If the node
    /// has no such edge, returns [`NONE`] and the node's last edge.
    fn look_for(&self, node: NodeIndex, choice: G::Choice) -> (EdgeIndex, EdgeIndex) {
        let mut last = NONE;
        for (at, edge) in self.pool.edges_of(node) {
            if edge.choice == choice {
                return (at, last);
            }
            last = at;
        }
        (NONE, last)
    }

    /// Sets the prior value of each option. The prior is the option's rating by the guide (the bot
    /// that helps the search) minus the mean rating of all options, converted to a win value.
    fn ask_guide(&mut self, asked: Asked<'_, '_, G>, edges: &Edges) {
        let mut opinions = ArrayVec::<f32, MAX_OPTIONS>::new();
        opinions.extend(edges.iter().map(|_| 0.0));
        self.policy.opinions(asked, &mut opinions);
        let mean = opinions.iter().sum::<f32>() / opinions.len() as f32;
        for (&edge, opinion) in edges.iter().zip(&opinions) {
            self.pool.edge_mut(edge).prior =
                (self.settings.prior.slope * (opinion - mean)).clamp(-0.5, 0.5);
        }
    }

    /// Returns the index of the option with the highest upper confidence bound (Kocsis, Szepesvári
    /// 2006).
    ///
    /// The bound counts only visits at which the option was available. The option's prior (its
    /// rating by the bot that guides the search) counts as additional visits. Their value is the
    /// node's mean value plus the prior.
    fn upper_bound(&mut self, node: NodeIndex, edges: &Edges, secret: bool) -> usize {
        let visits = self.pool.node(node).visits;
        let least = if secret { f32::NEG_INFINITY } else { self.widened(visits, edges) };
        let weight = self.settings.prior.visits;
        let mean = self.pool.node(node).mean();
        let mut best = (0, f32::NEG_INFINITY);
        // Most options were available in the same number of visits. The logarithm is computed again
        // only when that number changes.
        let (mut available, mut bonus) = (0, 0.0);
        for (index, &at) in edges.iter().enumerate() {
            let edge = self.pool.edge_mut(at);
            edge.available += 1;
            if edge.prior < least {
                continue;
            }
            let tried = edge.visits as f32 + weight;
            let bound = if tried > 0.0 {
                if edge.available != available {
                    available = edge.available;
                    let logarithm = libm::log(1.0 + f64::from(available)) as f32;
                    bonus = self.settings.exploration * logarithm.sqrt();
                }
                edge.worth(mean, weight) + bonus / tried.sqrt()
            } else {
                f32::MAX
            };
            if bound > best.1 {
                best = (index, bound);
            }
        }
        best.0
    }

    /// Returns the lowest prior that an option may have to be considered by progressive widening
    /// after this number of visits.
    fn widened(&self, visits: u32, edges: &Edges) -> f32 {
        let widening = self.settings.widening;
        let all = edges.len() as f32;
        if self.settings.prior.is_none() || widening.first >= all {
            return f32::NEG_INFINITY;
        }
        let power = libm::pow(f64::from(visits), f64::from(widening.exponent)) as f32;
        let looked_at = widening.first + widening.factor * power;
        if looked_at >= all {
            return f32::NEG_INFINITY;
        }
        let mut priors = ArrayVec::<f32, MAX_OPTIONS>::new();
        priors.extend(edges.iter().map(|&edge| self.pool.edge(edge).prior));
        priors.sort_unstable_by(|one, other| other.total_cmp(one));
        priors[(looked_at as usize).max(1) - 1]
    }

    /// Draws an option by regret matching. Returns the index and the probability of the option.
    ///
    /// Adds the probabilities of all options, without random exploration, to the average strategy.
    /// The weights grow with the visits (Tammelin 2014).
    fn regret_matching(
        &mut self,
        node: NodeIndex,
        edges: &Edges,
        luck: &mut Pcg64Mcg,
    ) -> (usize, f32) {
        let count = edges.len() as f32;
        let sum: f32 = edges.iter().map(|&at| self.pool.edge(at).regret).sum();
        let visits = self.pool.node(node).visits;
        let tremble = tremble(visits);
        let mut left = unit(luck);
        let mut drawn = None;
        let mut last = (0, 0.0);
        for (index, &at) in edges.iter().enumerate() {
            let edge = self.pool.edge_mut(at);
            let matched = if sum > 0.0 { edge.regret / sum } else { 1.0 / count };
            let chance = (1.0 - tremble) * matched + tremble / count;
            edge.available += 1;
            // Leaves out the random exploration, which serves only learning (Lanctot, Lisý, Winands
            // 2014).
            edge.share += f64::from(visits) * f64::from(matched);
            last = (index, chance);
            if drawn.is_none() && left < chance {
                drawn = Some(last);
            }
            left -= chance;
        }
        drawn.unwrap_or(last)
    }

    /// Draws an option from the average strategy of regret matching, and returns the option's
    /// index.
    pub(super) fn draw(&self, options: &Options<G::Choice>, luck: &mut Pcg64Mcg) -> usize {
        let Some(node) = self.root else { return 0 };
        let shares = options.iter().map(|&choice| self.finding(node, choice).share);
        let mut left = f64::from(unit(luck)) * shares.clone().sum::<f64>();
        let drawn = shares.clone().position(|share| {
            left -= share;
            left < 0.0
        });
        drawn.unwrap_or(0)
    }

    /// Returns the search's result for one option of a search tree node.
    pub(super) fn finding(&self, node: NodeIndex, choice: G::Choice) -> Finding {
        let (at, _) = self.look_for(node, choice);
        if at == NONE {
            return Finding::default();
        }
        let edge = self.pool.edge(at);
        Finding {
            visits: edge.visits,
            value: edge.value / edge.visits.max(1) as f32,
            share: edge.share,
        }
    }
}
