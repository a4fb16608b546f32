//! Facts of the pairings of a cooperative game, for the page, the charts and the sentences.

use super::tables::{Bond, Lift, PartyRow, PartyVerdict, Rows};
use super::{PartiesPlan, PartiesResults};
use crate::questions::pairings::pairs;
use crate::report::Manifest;
use crate::report::people::{People, Person};
use crate::report::shared::descending;

pub struct Facts {
    pub level: f64,
    /// Mean win rate of all parties.
    pub average: f64,
    /// The party with the highest win rate first.
    pub parties: Vec<Party>,
    pub people: People,
    pub fighters: Vec<Fighter>,
    pub bonds: Vec<Pair>,
}

pub struct Party {
    pub row: PartyRow,
    /// The names of its members.
    pub names: String,
}

pub struct Fighter {
    pub who: Person,
    pub row: Lift,
}

pub struct Pair {
    /// Indices into [`Facts::fighters`].
    pub of: (usize, usize),
    pub row: Bond,
}

impl Facts {
    pub fn new(
        plan: &PartiesPlan,
        results: &PartiesResults,
        rows: &Rows,
        manifest: &Manifest,
    ) -> Facts {
        let people = People::of(manifest);
        let fighter = |row: &Lift| Fighter {
            who: people.get(&row.entrant),
            row: row.clone(),
        };
        let fighters: Vec<Fighter> = rows.lifts.iter().map(fighter).collect();
        let party = |(members, row): (&Vec<usize>, &PartyRow)| {
            let names = members.iter().map(|&i| fighters[i].who.name.as_str());
            Party {
                names: names.collect::<Vec<_>>().join(" + "),
                row: row.clone(),
            }
        };
        let parties = results.parties.iter().zip(&rows.parties).map(party);
        let parties = descending(parties, |party| party.row.wins.rate());
        let rates = parties.iter().map(|party| party.row.wins.rate());
        let pair = |(of, row): (_, &Bond)| Pair {
            of,
            row: row.clone(),
        };
        Facts {
            level: manifest.level,
            average: rates.sum::<f64>() / parties.len().max(1) as f64,
            bonds: pairs(plan.fighters.len())
                .zip(&rows.bonds)
                .map(pair)
                .collect(),
            parties,
            fighters,
            people,
        }
    }

    /// The names of two fighters.
    pub fn two(&self, (a, b): (usize, usize)) -> String {
        let [a, b] = [a, b].map(|i| self.fighters[i].who.name.as_str());
        format!("{a} + {b}")
    }

    /// Number of parties with this verdict.
    pub fn count(&self, verdict: PartyVerdict) -> usize {
        let same = self.parties.iter();
        same.filter(|party| party.row.verdict == verdict).count()
    }
}
