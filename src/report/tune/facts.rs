//! What the page of a tuning speaks of: the tables' rows put together by set of edits.

use anyhow::{Result, ensure};

use super::{EditRow, SolutionRow, TunedRate, best};
use crate::report::people::{People, Person};
use crate::report::table::Row;
use crate::report::{Manifest, Tables, TuneNote};

/// All that there is to say.
pub struct Facts {
    pub level: f64,
    pub people: People,
    pub note: TuneNote,
    /// The bots that the edits have to serve.
    pub bots: Vec<String>,
    /// The scenario as it is first; at least that.
    pub solutions: Vec<Solution>,
    /// Index of the best.
    best: usize,
}

/// A set of edits, and what it comes to.
pub struct Solution {
    pub row: SolutionRow,
    pub edits: Vec<EditRow>,
    /// By bot and entrant, in the order of the table; the same entrants in every set.
    pub rates: Vec<TunedRate>,
}

impl Facts {
    /// # Errors
    /// If a table lacks a column or holds another type in it, or they do not belong together: they are not gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let edits = EditRow::rows(tables.named(EditRow::NAME)?)?;
        let rates = TunedRate::rows(tables.named(TunedRate::NAME)?)?;
        let solution = |row: SolutionRow| Solution {
            edits: (edits.iter().filter(|of| of.solution == row.solution))
                .cloned()
                .collect(),
            rates: (rates.iter().filter(|of| of.solution == row.solution))
                .cloned()
                .collect(),
            row,
        };
        let rows = SolutionRow::rows(tables.named(SolutionRow::NAME)?)?;
        let solutions: Vec<Solution> = rows.into_iter().map(solution).collect();
        ensure!(
            !solutions.is_empty(),
            "the table solutions lacks the scenario as it is"
        );
        let rates = solutions[0].rates.len();
        ensure!(
            solutions.iter().all(|of| of.rates.len() == rates),
            "the table tuned_rates has other entrants in one set of edits than in another"
        );
        let mut bots: Vec<String> = vec![];
        for rate in &solutions[0].rates {
            if !bots.contains(&rate.bot) {
                bots.push(rate.bot.clone());
            }
        }
        let judged = solutions
            .iter()
            .map(|of| (of.row.certified, of.row.distance));
        Ok(Facts {
            level: manifest.level,
            people: People::of(manifest),
            note: manifest.tuned.clone().unwrap_or_default(),
            bots,
            best: best(judged),
            solutions,
        })
    }

    /// The scenario as it is.
    pub fn before(&self) -> &Solution {
        &self.solutions[0]
    }

    /// The certified one of the fewest edits, or else the nearest.
    pub fn best(&self) -> &Solution {
        &self.solutions[self.best]
    }

    /// The edits of the best, as one would type them.
    pub fn settings(&self) -> Option<&str> {
        let settings = self.note.settings.get(self.best)?;
        (!settings.is_empty()).then_some(settings)
    }

    /// Each entrant of a bot's as it is and after the best edits.
    pub fn pairs(&self) -> impl Iterator<Item = (&TunedRate, &TunedRate)> {
        self.before().rates.iter().zip(&self.best().rates)
    }

    /// The entrant of a rate.
    pub fn who(&self, rate: &TunedRate) -> Person {
        self.people.get(&rate.entrant)
    }

    /// Its name, with who plays it where a fighter is played by several in the games of one bot.
    pub fn label(&self, rate: &TunedRate) -> String {
        let same = |other: &&TunedRate| other.bot == rate.bot && other.entrant == rate.entrant;
        let several = self.before().rates.iter().filter(same).count() > 1;
        self.who(rate).label(&rate.strategy, several)
    }

    /// The fighters with a target, once each, in the order of the table.
    pub fn aimed(&self) -> Vec<Person> {
        let mut keys: Vec<&str> = vec![];
        for rate in self.before().rates.iter().filter(|of| of.target.is_some()) {
            if !keys.contains(&rate.entrant.as_str()) {
                keys.push(&rate.entrant);
            }
        }
        keys.into_iter().map(|key| self.people.get(key)).collect()
    }

    /// Everybody has a target.
    pub fn all_aimed(&self) -> bool {
        self.before().rates.iter().all(|of| of.target.is_some())
    }

    /// The target that all have who have one, if it is the same.
    pub fn common(&self) -> Option<f64> {
        let mut targets = self.before().rates.iter().filter_map(|of| of.target);
        let first = targets.next()?;
        targets.all(|target| target == first).then_some(first)
    }

    /// "Agaric’s card 3, defense: 3 instead of 4"; of a rule "the rule rounds: 8 instead of 7".
    pub fn change(&self, edit: &EditRow) -> String {
        match &edit.fighter {
            Some(key) => format!("{}’s {}", self.people.get(key).name, edit.change()),
            None => format!("the rule {}", edit.change()),
        }
    }
}

impl Solution {
    /// "as it is", "2 edits".
    pub fn name(&self) -> String {
        match self.edits.len() {
            0 => "as it is".to_owned(),
            1 => "1 edit".to_owned(),
            many => format!("{many} edits"),
        }
    }

    /// The largest distance from a target, at least and at most, by the intervals that certify.
    pub fn ends(&self) -> [f64; 2] {
        let aimed = self.rates.iter().filter_map(|of| Some((of, of.target?)));
        aimed.fold([0.0, 0.0], |[least, most], (of, target)| {
            let (below, above) = (target - of.ci_low, of.ci_high - target);
            [least.max(-below).max(-above), most.max(below).max(above)]
        })
    }

    /// Who is farthest from its target.
    pub fn farthest(&self) -> Option<&TunedRate> {
        let aimed = self.rates.iter().filter(|of| of.target.is_some());
        // The first of equals.
        aimed.rev().max_by(|a, b| {
            a.distance
                .unwrap_or(0.0)
                .total_cmp(&b.distance.unwrap_or(0.0))
        })
    }
}
