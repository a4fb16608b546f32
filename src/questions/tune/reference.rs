//! The games of the reference player (a search) in a tuning. The games with the unchanged scenario
//! and with some sets of edits correct the win rates of the tuning's own bot. The games with the
//! best set of edits at the end check the result, because a set that is fair with one bot may be
//! unfair with a stronger bot.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::correction::{Correction, Corrections};
use super::effects::{BothPlayed, Differences, EditEffect};
use super::tuning::{Play, TuningEdit, edits_of, is_near};
use crate::analysis::points::{EntrantSums, Point};
use crate::questions::reference::ReferenceGames;
use crate::scenario::{Edit, Scenario};
use crate::stats::hash::mix;
use crate::stats::intervals;

/// Minimum number of games of the reference player: with fewer games, the win rate of one of four
/// fighters is known to ± 4 points or worse.
pub const FEWEST: u64 = 1_000;

/// Number that separates the seeds of the reference player's games from the seeds of the search for
/// edits.
const STREAM: u64 = 0x0072_6566;
/// Number of the test, for its seed; the compared sets have smaller numbers.
const TEST: u64 = 1 << 8;
/// Maximum number of comparisons: of the unchanged scenario, then of a set of edits during the
/// search.
const COMPARISONS: u64 = 2;

/// Games of the reference player.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReferenceCheck {
    /// Name of the bot that is the reference player.
    pub strategy: String,
    /// Games that correct the win rates of the tuning's bots: of the unchanged scenario, then of
    /// the best sets of edits at the time. Empty if the reference player has too few games.
    pub compared: Vec<ComparedGames>,
    /// Effects of edits on the win rates with the bots of the tuning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub effects: Vec<EditEffect>,
    /// Games of the test: with the best set of edits, which may have no edits. `None` if the games
    /// are not played yet.
    pub edited: Option<Point>,
}

/// Games of the same set of edits with the same seed.
#[derive(Debug, Serialize, Deserialize)]
pub struct ComparedGames {
    /// Indices of the edits in the list of allowed edits.
    pub edits: Vec<usize>,
    pub reference: Point,
    /// Games of each bot of the tuning.
    pub own: Vec<Point>,
}

/// How the reference player plays in a tuning.
pub struct ReferencePlay<'a> {
    pub games: &'a ReferenceGames,
    /// The unchanged scenario, once for each bot of the tuning.
    pub scenarios: &'a [Scenario],
    /// The edits that the tuning allows.
    pub moves: &'a [TuningEdit],
    /// Number of games of each bot of the tuning in a comparison.
    pub own: u64,
    /// Seed of the tuning.
    pub seed: u64,
}

impl ReferencePlay<'_> {
    /// Returns the number of comparisons, each of which has at least [`FEWEST`] games. The test has
    /// as many games as a comparison.
    fn comparisons(&self) -> u64 {
        (self.games.plan.games / FEWEST).saturating_sub(1).min(COMPARISONS)
    }

    /// Returns the seed of the games with a set of edits.
    fn stream(&self, number: u64) -> u64 {
        mix(self.seed ^ mix(STREAM + number))
    }
}

impl ReferenceCheck {
    /// Creates the results of games that are not played yet.
    pub fn new(games: &ReferenceGames) -> ReferenceCheck {
        ReferenceCheck {
            strategy: games.name().to_owned(),
            compared: vec![],
            effects: vec![],
            edited: None,
        }
    }

    /// Returns whether the reference player has games for another comparison.
    pub fn may_compare(&self, by: &ReferencePlay<'_>) -> bool {
        (self.compared.len() as u64) < by.comparisons()
    }

    /// Plays a set of edits with the reference player and with each bot of the tuning.
    ///
    /// # Errors
    /// Fails if the game does not allow the edits together, or if `play` fails.
    pub fn compare(
        &mut self,
        by: &ReferencePlay<'_>,
        set: Vec<usize>,
        play: &mut Play<'_>,
    ) -> Result<()> {
        let seed = by.stream(self.compared.len() as u64);
        let edits: Vec<Edit> = edits_of(by.moves, &set);
        let games = by.games.plan.games / (by.comparisons() + 1);
        let reference = play(&by.games.variants[0].with(&edits)?, seed, games)?;
        let mut own = vec![];
        for scenario in by.scenarios {
            own.push(play(&scenario.with(&edits)?, seed, by.own)?);
        }
        self.compared.push(ComparedGames { edits: set, reference, own });
        Ok(())
    }

    /// Returns the number of the reference player's games in comparisons.
    fn played(&self) -> u64 {
        self.compared.iter().map(|of| of.reference.games).sum()
    }

    /// Tests the best set of edits, which may have no edits, in the games of the reference player
    /// that are left, which no correction has used.
    ///
    /// # Errors
    /// Fails if the game does not allow the edits together, or if `play` fails.
    pub fn test(
        &mut self,
        by: &ReferencePlay<'_>,
        edits: &[Edit],
        play: &mut Play<'_>,
    ) -> Result<()> {
        let games = by.games.plan.games - self.played();
        let edited = by.games.variants[0].with(edits)?;
        self.edited = Some(play(&edited, by.stream(TEST), games)?);
        Ok(())
    }

    /// Returns what to add to the win rates of the tuning's bots.
    pub fn corrections(&self) -> Corrections {
        let Some((unchanged, edited)) = self.compared.split_first() else {
            return Corrections::default();
        };
        let correction = |own| Correction::new(own, &unchanged.reference);
        let corrections: Vec<Correction> = unchanged.own.iter().map(correction).collect();
        let of_bot = |(bot, correction)| {
            let both = |of| ComparedGames::by(of, bot);
            let played: Vec<BothPlayed<'_>> = edited.iter().map(both).collect();
            Differences::new(bot, correction, &self.effects, &played)
        };
        Corrections {
            differences: corrections.iter().enumerate().filter_map(of_bot).collect(),
            unchanged: corrections,
        }
    }

    /// Keeps only the effects of edits that are in a compared set or in one of these sets.
    pub fn keep_effects(&mut self, sets: &[Vec<usize>]) {
        let compared = self.compared.iter().map(|of| &of.edits);
        let kept: BTreeSet<usize> = compared.chain(sets).flatten().copied().collect();
        self.effects.retain(|of| kept.contains(&of.edit));
    }

    /// Returns the number of games that the reference player and the bots of the tuning have
    /// played.
    pub fn games(&self) -> u64 {
        let compared = self.compared.iter();
        let compared = compared.flat_map(|of| of.own.iter().chain([&of.reference]));
        let all = compared.chain(&self.edited);
        all.map(|point| point.games).sum()
    }
}

/// Returns whether games certify that the win rates reach their targets (by fighter): each
/// confidence interval lies within the accepted distance (intersection-union test, as in the final
/// test of the search). `error` is the probability of a wrong certificate.
pub fn certifies(point: &Point, targets: &BTreeMap<String, f64>, within: f64, error: f64) -> bool {
    let mut aimed = point.entrants.iter().filter_map(|of| Some((of, *targets.get(&of.fighter)?)));
    let is_near = |(of, target): (&EntrantSums, f64)| {
        let (rate, _) = of.rate(1.0 - error);
        let (_, games) = of.wins_and_games();
        let wins = (rate * games as f64).round() as u64;
        // Two one-sided tests: each may use the full error probability, because the true win rate
        // is too low or too high, but not both.
        is_near(intervals::wilson(wins, games, 1.0 - 2.0 * error), target, within)
    };
    !targets.is_empty() && aimed.all(is_near)
}

impl ComparedGames {
    /// Returns the games of the bot with this index, and the games of the reference player.
    fn by(&self, bot: usize) -> BothPlayed<'_> {
        BothPlayed { set: &self.edits, own: &self.own[bot], reference: &self.reference }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::analysis::knobs;
    use crate::questions::tune::moves as moves_of;
    use crate::simulate::Plan;

    /// Checks with which seeds and how many games the reference player plays.
    #[test]
    fn games_are_divided_among_comparisons_and_the_test() {
        let path = Path::new("scenarios/ultimate-warriorz/tribal-rumble-2.toml");
        let scenario = [Scenario::load(path, &[]).expect("it is sound")];
        let edits = [Edit::new("fighters.agaric.size", 8)];
        let moves = knobs::of(&scenario[0], &["agaric".to_owned()], false);
        let moves = moves_of(&scenario, &moves);
        for (games, wanted) in [
            (1_999, vec![1_999]),
            (2_000, vec![1_000, 500, 1_000]),
            (3_600, vec![1_200, 500, 1_200, 500, 1_200]),
        ] {
            let games = ReferenceGames {
                variants: scenario.to_vec(),
                plan: Plan::fixed(0, games, 1),
                own: 0,
            };
            let by = ReferencePlay {
                games: &games,
                scenarios: &scenario,
                moves: &moves,
                own: 500,
                seed: 7,
            };
            let (mut played, mut seeds) = (vec![], BTreeSet::new());
            let mut play = |_: &Scenario, seed, games| {
                played.push(games);
                seeds.insert(seed);
                Ok(Point::made_up(games, []))
            };
            let mut check = ReferenceCheck::new(&games);
            for set in [vec![], vec![0], vec![1], vec![0, 1], vec![2], vec![3]] {
                if check.may_compare(&by) {
                    check.compare(&by, set, &mut play).unwrap();
                }
            }
            assert!(!check.may_compare(&by));
            check.test(&by, &edits, &mut play).unwrap();
            assert_eq!(check.games(), wanted.iter().sum::<u64>());
            assert_eq!(seeds.len(), wanted.len().div_ceil(2));
            assert_eq!(played, wanted);
        }
    }
}
