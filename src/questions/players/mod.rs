//! Several players of one scenario: the same games with each bot of a list in all seats. The bots
//! are styles of play (`gong run --strategy a,b`), or levels of play from weak to strong (`gong
//! skill`). The answer says whose verdict depends on who plays.

mod page;

use anyhow::{Result, ensure};

use super::experiment::{CellCounts, Player};
use super::facts::Fact;
use super::judge::judge;
use super::tally_facts::{WinRates, means, sides};
use crate::report::Manifest;

pub use self::page::page;

/// The players of a command with a list of bots or levels.
pub struct Players<'a> {
    pub players: &'a [Player],
    /// Largest distance of a win rate from its fair share that counts as fair.
    pub margin: f64,
    /// True if the bots are levels of play, from weak to strong: each is compared with the one
    /// before.
    pub levels: bool,
    /// A command that continues from here.
    pub next: String,
}

/// The judged facts of all players.
pub struct PlayersFacts {
    /// The facts, player by player.
    pub facts: Vec<Fact>,
    /// The side of each entrant with the first player, see [`sides`].
    pub sides: Vec<usize>,
}

impl Players<'_> {
    /// Returns the judged facts of all players.
    ///
    /// # Errors
    /// Fails if the games do not belong to these scenarios.
    pub fn facts(&self, found: &[CellCounts], manifest: &Manifest) -> Result<PlayersFacts> {
        ensure!(found.len() <= self.players.len(), "the stored games belong to other bots");
        let (mut facts, mut of_first): (Vec<Fact>, _) = (vec![], None);
        for (player, counts) in self.players.iter().zip(found) {
            let simulation = player.scenarios[0].open();
            let (cast, tally) = (simulation.cast(), counts.tally(&simulation)?);
            of_first.get_or_insert_with(|| sides(cast, &tally));
            let (name, factions) = (&player.bot().name, &manifest.factions);
            let rates = WinRates::new(name, (cast, &tally), factions, manifest.level);
            let mut rates = [rates.groups, rates.fighters].concat();
            for rate in rates.iter_mut().filter(|_| self.levels) {
                let same = |of: &&Fact| of.won.is_some() && of.same_subject(rate);
                if let Some(before) = facts.iter().rev().find(same) {
                    rate.compare(before, manifest.level);
                }
            }
            facts.extend(rates);
            facts.extend(means(cast, &tally));
        }
        judge(&mut facts, |_| (), self.margin, manifest.level);
        Ok(PlayersFacts { facts, sides: of_first.unwrap_or_default() })
    }
}
