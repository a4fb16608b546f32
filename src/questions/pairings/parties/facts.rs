//! Results of `gong pairings` for a cooperative game, prepared for the report's page, charts and
//! sentences.

use super::PartiesResults;
use super::reference::{self, CheckedParties};
use super::tables::{Bond, Lift, PartyRow, PartyRows, PartyVerdict};
use crate::questions::pairings::pairs::{FighterPairs, Pair};
use crate::questions::pairings::reference::{CheckedTeam, LineUpCheck};
use crate::report::Manifest;
use crate::report::people::People;
use crate::report::shared::{descending, known_margin_of_error};

pub struct PartyFacts {
    pub level: f64,
    /// Names of the command's own bots.
    pub bots: Vec<String>,
    /// Mean win rate of all parties.
    pub average: f64,
    /// The results of the parties, the party with the highest win rate first.
    pub parties: Vec<Party>,
    pub people: People,
    /// For each fighter in `pairs`, how much the fighter raises the win rate of a party.
    pub lifts: Vec<Lift>,
    pub pairs: FighterPairs,
    /// The results of the reference player; `None` without a reference player, or with a single
    /// party.
    pub reference: Option<CheckedParties>,
}

pub struct Party {
    pub row: PartyRow,
    /// The names of the party's members.
    pub names: String,
}

impl PartyFacts {
    pub fn new(results: &PartiesResults, rows: &PartyRows, manifest: &Manifest) -> PartyFacts {
        let people = People::of(manifest);
        let fighters = rows.lifts.iter().map(|row| people.get(&row.entrant));
        let pair = |row: &Bond| Pair {
            win_rate: row.win_rate,
            synergy: row.synergy,
            margin_of_error: known_margin_of_error(row.synergy, row.ci_low, row.ci_high),
            verdict: row.verdict,
        };
        let pairs = FighterPairs::new(fighters.collect(), rows.bonds.iter().map(pair));
        let party = |(members, row): (&Vec<usize>, &PartyRow)| Party {
            names: pairs.names(members),
            row: row.clone(),
        };
        let parties = results.parties.iter().zip(&rows.parties).map(party);
        let parties = descending(parties, |party| party.row.wins.rate());
        let rates = parties.iter().map(|party| party.row.wins.rate());
        PartyFacts {
            level: manifest.level,
            bots: (manifest.strategies.iter()).map(|bot| bot.name.clone()).collect(),
            average: rates.sum::<f64>() / parties.len().max(1) as f64,
            lifts: rows.lifts.clone(),
            parties,
            pairs,
            people,
            reference: None,
        }
    }

    /// Adds the results of the reference player with the most and the least successful party.
    pub fn add(&mut self, check: &LineUpCheck, teams: &[CheckedTeam]) {
        if let [best, .., worst] = self.parties.as_slice() {
            let own = [&best.row.wins, &worst.row.wins];
            let settings = (self.bots.as_slice(), self.level);
            let verdicts = (best.row.verdict, worst.row.verdict);
            let significant = verdicts == (PartyVerdict::Best, PartyVerdict::Worst);
            self.reference = reference::compared(check, own, significant, teams, settings);
        }
    }

    /// Number of parties that have the given verdict.
    pub fn count(&self, verdict: PartyVerdict) -> usize {
        let same = self.parties.iter();
        same.filter(|party| party.row.verdict == verdict).count()
    }
}
