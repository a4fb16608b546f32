//! What there is to say of a tuning: the sets of edits, and what each comes to.

use anyhow::Result;

use super::play::{Found, Plan};
use super::tables::{EditRow, SolutionRow, TunedRate};
use super::tuning::{self, Tuned};
use super::verdict;
use crate::games::Provenance;
use crate::report::page::withheld_headline;
use crate::report::people::{People, Person};
use crate::report::table::Row;
use crate::report::{Manifest, Tables};

/// All that there is to say.
pub struct Facts {
    pub level: f64,
    pub people: People,
    pub method: Method,
    /// The bots that the edits have to serve.
    pub bots: Vec<String>,
    /// The scenario as it is first; at least that.
    pub solutions: Vec<Solution>,
    /// Index of the best.
    best: usize,
}

/// What was asked, and how it was sought.
pub struct Method {
    /// Everybody is to have the fair share.
    pub fair: bool,
    /// So far from a target is near enough, a share.
    pub within: f64,
    /// At most so many edits.
    pub edits: u64,
    /// Values that could be edited, and sets of edits that were played.
    pub values: u64,
    pub tried: u64,
    /// Games with each bot: of every single edit and of a set of edits, at their first looks, and
    /// of a set that is certified.
    pub alone: u64,
    pub proposal: u64,
    pub certified: u64,
    /// By bot, the command that shows edits in full, without the edits; empty if a command line
    /// cannot say it.
    pub compare: Vec<String>,
    /// Path of the scenario file that was written.
    pub written: Option<String>,
}

impl Method {
    pub fn new(plan: &Plan, found: &Found, tuned: &Tuned) -> Method {
        let (settings, effort) = (&plan.settings, plan.settings.effort);
        Method {
            fair: plan.targets.fair,
            within: settings.within,
            edits: settings.edits as u64,
            values: tuned.values as u64,
            tried: tuned.tried as u64,
            alone: effort.alone,
            proposal: effort.proposal,
            certified: effort.certified,
            compare: plan.compare(),
            written: found.written.clone(),
        }
    }
}

/// A set of edits, and what it comes to.
pub struct Solution {
    pub row: SolutionRow,
    pub edits: Vec<EditRow>,
    /// By bot and entrant, in the order of the table; the same entrants in every set.
    pub rates: Vec<TunedRate>,
    /// The edits as values of `--set`.
    pub settings: Vec<String>,
}

impl Facts {
    /// Of a tuning that has to serve these bots; `settings` are the edits of each solution.
    pub fn new(
        tuned: &Tuned,
        settings: Vec<Vec<String>>,
        bots: Vec<String>,
        method: Method,
        manifest: &Manifest,
    ) -> Facts {
        let solution = |((number, of), settings): ((u64, &tuning::Solution), Vec<String>)| {
            let rates = bots.iter().zip(&of.rates);
            let rates = rates
                .flat_map(|(bot, of)| of.iter().map(move |rate| TunedRate::new(number, bot, rate)));
            Solution {
                row: SolutionRow::new(number, of),
                edits: of.moves.iter().map(|of| EditRow::new(number, of)).collect(),
                rates: rates.collect(),
                settings,
            }
        };
        let solutions = (0..).zip(&tuned.solutions).zip(settings).map(solution);
        let solutions: Vec<Solution> = solutions.collect();
        Facts {
            level: manifest.level,
            people: People::of(manifest),
            method,
            best: tuned.best(),
            bots,
            solutions,
        }
    }

    /// The tables, in the order in which their results are hashed.
    pub fn tables(&self) -> Tables {
        let all = || self.solutions.iter();
        Tables(vec![
            SolutionRow::table(all().map(|of| of.row.clone()).collect()),
            EditRow::table(all().flat_map(|of| of.edits.clone()).collect()),
            TunedRate::table(all().flat_map(|of| of.rates.clone()).collect()),
        ])
    }

    /// Comment at the head of the scenario file with the best set of edits, line by line; empty
    /// without edits.
    ///
    /// # Errors
    /// If a template is faulty.
    pub fn head(&self, manifest: &Manifest) -> Result<Vec<String>> {
        let edits = &self.best().edits;
        if edits.is_empty() {
            return Ok(vec![]);
        }
        let headline = match manifest.unlearnt.is_empty() {
            true => verdict::sentences(self)?.headline,
            false => withheld_headline(manifest),
        };
        let mut lines = vec![
            format!("{}: {headline}.", manifest.title),
            format!("Made by gong {}: {}", manifest.gong, manifest.command),
        ];
        lines.extend(edits.iter().map(|edit| {
            let was = edit.of.provenance.map(Provenance::name);
            let was = was.map_or(String::new(), |was| format!(" ({was})"));
            format!("- {}{was}", self.change(edit))
        }));
        Ok(lines)
    }

    /// The scenario as it is.
    pub fn before(&self) -> &Solution {
        &self.solutions[0]
    }

    /// The certified one of the fewest edits, or else the nearest.
    pub fn best(&self) -> &Solution {
        &self.solutions[self.best]
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
        match &edit.of.fighter {
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
