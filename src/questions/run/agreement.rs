//! Compares two win rates of each fighter: with the reference player, and with the run's own bot.

use super::facts::{EntrantFacts, FairTest, significant};
use super::reference::{ReferenceRate, ReferenceRows};
use crate::questions::confirmation::Confirmation;
use crate::report::factions::{self, Faction};
use crate::report::sentences::{Standing, is_felt};
use crate::report::words::decimals;
use crate::report::{Manifest, shared::Wins};
use crate::stats::intervals;

/// The results of the reference player, in the form that the report's page, charts and sentences
/// need.
pub struct ReferenceFacts {
    /// Name of the bot that is the reference player.
    pub strategy: String,
    /// Number of games that the reference player played.
    pub games: u64,
    /// How often all players together win; `None` unless the game is cooperative.
    pub party: Option<Wins>,
    /// Win rates of the factions (such as heroes and villains) if the reference player plays; empty
    /// if the game has no factions.
    pub factions: Vec<Faction>,
}

/// A fighter's win rate if the reference player plays.
#[derive(Debug, Clone)]
pub struct WithReference {
    pub rate: ReferenceRate,
    /// Whether the win rate is significantly above or below the fair share, with Holm's correction
    /// for the number of tests (see [`significant`]); `Open` if the difference is not significant.
    pub standing: Standing,
}

impl ReferenceFacts {
    /// Adds the results of the reference player to the entrants.
    pub fn new(
        rows: ReferenceRows,
        entrants: &mut [EntrantFacts],
        fair: Option<f64>,
        manifest: &Manifest,
    ) -> ReferenceFacts {
        let factions = factions::of(&manifest.factions, &rows.teams, manifest.level);
        let test = |rate: &ReferenceRate| {
            let same = |of: &&EntrantFacts| of.all.who.entrant == rate.who.entrant;
            FairTest {
                p: fair.map_or(1.0, |fair| rate.p_value(fair, manifest.level)),
                team: entrants.iter().find(same).and_then(|of| of.all.team),
                games: rate.games,
                wins: rate.wins,
            }
        };
        let tests: Vec<FairTest> = rows.rates.iter().map(test).collect();
        let (holds, _) = significant(&tests, rows.games, manifest.level);
        for (rate, significant) in rows.rates.into_iter().zip(holds) {
            let standing = Standing::of(significant, rate.win_rate > fair);
            // If several bots play a fighter, each of its entrants is compared.
            let same = |of: &&mut EntrantFacts| of.all.who.entrant == rate.who.entrant;
            for own in entrants.iter_mut().filter(same).filter(|_| rate.games > 0) {
                own.reference = Some(WithReference { rate: rate.clone(), standing });
            }
        }
        ReferenceFacts {
            strategy: rows.strategy,
            games: rows.games,
            party: rows.party.map(|party| party.wins),
            factions,
        }
    }
}

/// Returns the win rate with the reference player minus the win rate with the run's own bot, and
/// the standard error of this difference.
pub fn difference(own: &EntrantFacts, theirs: &ReferenceRate, level: f64) -> (f64, f64) {
    let [(ours, half_width), (theirs, their_half_width)] = rates(own, theirs);
    let half_width = intervals::hypot(half_width, their_half_width);
    (theirs - ours, half_width / intervals::z(level))
}

/// Returns the win rates with the run's own bot and with the reference player, each with the
/// half-width of its interval.
fn rates(own: &EntrantFacts, theirs: &ReferenceRate) -> [(f64, f64); 2] {
    let wins = &own.all.wins;
    let half_width = (wins.ci_high - wins.ci_low) / 2.0;
    [(wins.rate(), half_width), (theirs.rate(), theirs.half_width())]
}

impl EntrantFacts {
    /// Returns whether players notice how far the entrant's win rate is from its fair share, see
    /// [`is_felt`].
    pub fn is_felt(&self) -> bool {
        let wins = &self.all.wins;
        let decimals = decimals(wins.margin_of_error());
        self.all.off().is_some_and(|off| is_felt(off, decimals))
    }

    /// Compares the verdicts of the two players on the entrant's win rate; `None` without a
    /// significant one. With the run's own bot, a difference from the fair share that players
    /// hardly notice is not significant.
    pub fn check(&self) -> Option<Confirmation> {
        let own = Standing::of(self.significant && self.is_felt(), self.all.off() > Some(0.0));
        Confirmation::of(own, self.reference.as_ref()?.standing)
    }

    /// Returns the entrant's win rate on which the headline is based: the win rate with the
    /// reference player if the reference player played, otherwise the win rate with the run's own
    /// bot.
    pub fn leading(&self) -> Option<f64> {
        match &self.reference {
            Some(with) => with.rate.win_rate,
            None => self.all.wins.win_rate,
        }
    }
}
