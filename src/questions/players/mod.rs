//! Several players of one scenario: the same games with each bot of a list in all seats. The bots
//! are styles of play (`gong run --strategy a,b`), or levels of play from weak to strong (`gong
//! skill`). The answer says whose verdict depends on who plays.

mod page;
pub mod rates;

use super::facts::{self, Fact};
use super::judge::judge;
use super::run::games::Games;
use super::tally_facts::{WinRates, means, sides};
use crate::report::{Answer, Manifest, Tables};

/// What a command with a list of bots or levels asks about its players.
pub struct Players {
    /// Largest distance of a win rate from its fair share that counts as fair.
    pub margin: f64,
    /// True if the bots are levels of play, from weak to strong: each is compared with the one
    /// before.
    pub levels: bool,
    /// A command that continues from here.
    pub next: String,
}

/// The judged facts of all players.
struct PlayersFacts {
    /// Names of the players.
    names: Vec<String>,
    /// The facts, player by player.
    facts: Vec<Fact>,
    /// The side of each entrant with the first player, see [`sides`].
    sides: Vec<usize>,
}

impl Players {
    /// Builds the report from the games of each player; `tables` are written before the table of
    /// results.
    pub fn answer(&self, games: &[Games], mut tables: Tables, manifest: &Manifest) -> Answer {
        let judged = self.judged(games, manifest);
        tables.0.push(facts::table(&judged.facts));
        Answer::new(page::page(self, &judged, manifest), tables)
    }

    fn judged(&self, games: &[Games], manifest: &Manifest) -> PlayersFacts {
        let mut facts: Vec<Fact> = vec![];
        let names = games.iter().map(|games| games.cast.entrants[0].strategy.clone());
        let names: Vec<String> = names.collect();
        for (name, Games { cast, tally, level, .. }) in names.iter().zip(games) {
            let rates = WinRates::new(name, (cast, tally), &manifest.factions, *level);
            let mut rates = [rates.groups, rates.fighters].concat();
            for rate in rates.iter_mut().filter(|_| self.levels) {
                let same = |of: &&Fact| of.won.is_some() && of.same_subject(rate);
                if let Some(before) = facts.iter().rev().find(same) {
                    rate.compare(before, *level);
                }
            }
            facts.extend(rates);
            facts.extend(means(cast, tally));
        }
        judge(&mut facts, |_| (), self.margin, manifest.level);
        let sides = games.first().map_or(vec![], |of| sides(&of.cast, &of.tally));
        PlayersFacts { names, facts, sides }
    }
}
