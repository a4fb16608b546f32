//! Results of a tuning, prepared for the report's page, charts and sentences: sets of edits and the
//! win rates with them.

use std::collections::BTreeMap;

use anyhow::Result;

use super::budget::MoreGames;
use super::found::TuneFound;
use super::plan::TunePlan;
use super::reference::{CheckedRate, certifies};
use super::tables::{EditRow, SolutionRow, TunedRate};
use super::tuning::{self, SolutionRate, Tuned};
use super::verdict;
use crate::games::Provenance;
use crate::report::people::{People, Person};
use crate::report::table::Row;
use crate::report::{Manifest, Tables};
use crate::stats::intervals::{hypot, of_each, share_and_variance, z};

/// Results of a tuning, which searches for edits of game values that bring win rates to their
/// targets.
pub struct TuneFacts {
    pub level: f64,
    pub people: People,
    pub method: TuningMethod,
    /// Names of the bots; the win rates have to reach their targets with each of them.
    pub bots: Vec<String>,
    /// The best sets of edits; the first one is the unchanged scenario.
    pub solutions: Vec<SolutionFacts>,
    /// Win rates if the reference player plays, without edits and with the best set of edits; empty
    /// without a reference player.
    pub checked: Vec<CheckedRate>,
    /// Index of the best set of edits in `solutions`.
    best: usize,
}

/// The settings of a tuning, and how much was played.
pub struct TuningMethod {
    /// Target win rate of each fighter, by key; fighters without a target may have any win rate.
    pub targets: BTreeMap<String, f64>,
    /// True if the target win rate of every fighter is the fair share.
    pub fair: bool,
    /// Number of players of a cooperative game; `None` for other games.
    pub party: Option<usize>,
    /// Standard error of the corrected win rates as a share, without the error of the effects of
    /// edits; `None` if no win rate is corrected.
    pub correction: Option<f64>,
    /// Number of times that the reference player and the bots played a set of edits during the
    /// search, to correct the effects of edits.
    pub comparisons: usize,
    /// Number of different sets of edits in these comparisons.
    pub compared: usize,
    /// Maximum accepted distance of a win rate from its target, as a share.
    pub within: f64,
    /// Maximum number of edits in a set.
    pub edits: u64,
    /// Number of game values that the search was allowed to edit.
    pub values: u64,
    /// Number of sets of edits that were played.
    pub tried: u64,
    /// Number of games of every single edit in its first measurement, with each bot.
    pub single: u64,
    /// Number of games of a set of edits in its first measurement, with each bot.
    pub proposal: u64,
    /// Number of games at the first interim analysis when a set of edits is tested at the end, with
    /// each bot.
    pub certified: u64,
    /// Maximum number of tests of the reference player at the end, at least 1.
    pub tests: u64,
    /// Number of tests of the reference player that failed before the last test.
    pub failed: u64,
    /// A larger number of games, which may certify a set of edits.
    pub more: Option<MoreGames>,
    /// Expected duration in minutes, on two cores, of the same tuning with `--certify`; `None` with
    /// this flag.
    pub certifying: Option<u64>,
    /// For each bot: the first part of a command that compares the scenario with a set of edits;
    /// the edits have to be appended. Empty if no command line can express the scenario.
    pub compare: Vec<String>,
    /// Path of the scenario file that was written with the best edits.
    pub written: Option<String>,
}

impl TuningMethod {
    pub fn new(plan: &TunePlan, found: &TuneFound, tuned: &Tuned) -> TuningMethod {
        let (settings, effort) = (&plan.settings, plan.settings.effort);
        let corrections = found.corrections();
        let (comparisons, compared) = found.compared();
        let reference = found.reference.as_ref();
        let simulation = plan.scenarios[0].open();
        let cast = simulation.cast();
        TuningMethod {
            targets: plan.targets.by_key.clone(),
            fair: plan.targets.fair,
            party: cast.cooperative.then_some(cast.slots.len()),
            correction: corrections.error(found.set(tuned.best())),
            comparisons,
            compared,
            within: settings.within,
            edits: settings.edits as u64,
            values: tuned.values as u64,
            tried: tuned.tried as u64,
            single: effort.single,
            proposal: effort.proposal,
            certified: effort.certified,
            tests: reference.map_or(1, |of| of.tests(plan.shares())),
            failed: reference.map_or(0, |of| of.failed),
            more: plan.more,
            certifying: plan.certifying,
            compare: plan.compare(),
            written: found.written.clone(),
        }
    }

    /// Creates the row of a win rate with a bot in a set of edits.
    fn row(&self, solution: u64, bot: &str, rate: &SolutionRate) -> TunedRate {
        let target = self.targets.get(&rate.fighter).copied();
        TunedRate::new(solution, bot, rate, target)
    }
}

/// A set of edits and the win rates with it.
pub struct SolutionFacts {
    pub row: SolutionRow,
    pub edits: Vec<EditRow>,
    /// Win rates with this set of edits, by bot and fighter, in the order of the results table.
    pub rates: Vec<TunedRate>,
    /// Win rates of the party (all players of a cooperative game), by bot; empty in other games.
    pub party: Vec<TunedRate>,
    /// The edits in the syntax of the flag `--set`.
    pub settings: Vec<String>,
}

impl TuneFacts {
    /// Returns the number of games to suggest; `None` if the best set of edits is certified, or if
    /// games of the reference player have to certify the best set.
    pub fn more(&self) -> Option<MoreGames> {
        let open = !self.best().row.certified && self.estimated().is_none();
        self.method.more.filter(|_| open)
    }

    /// Returns the expected duration in minutes, on two cores, of a tuning in which the reference
    /// player certifies a set of edits (`--certify`); `None` if no reference player corrects the
    /// win rates, if the reference player has certified the best set, or if the tuning had this
    /// flag.
    pub fn certifying(&self) -> Option<u64> {
        let open = self.estimated().is_some() && !self.is_confirmed();
        self.method.certifying.filter(|_| open)
    }

    /// Returns whether the reference player certifies the best set of edits, which may have no
    /// edits, in games that no correction uses. The tests share the error probability (Bonferroni).
    pub fn is_confirmed(&self) -> bool {
        let error = (1.0 - self.level) / self.method.tests as f64;
        let best = self.best().row.solution;
        certifies(&self.checked, best, self.method.within, error)
    }

    /// Prepares the results of a tuning for the report. `bots` are the names of the bots;
    /// `settings` holds the edits of each solution as values of the flag `--set`.
    pub fn new(
        tuned: &Tuned,
        settings: Vec<Vec<String>>,
        bots: Vec<String>,
        method: TuningMethod,
        checked: Vec<CheckedRate>,
        manifest: &Manifest,
    ) -> TuneFacts {
        let solution = |((number, of), settings): ((u64, &tuning::Solution), Vec<String>)| {
            let bots = bots.iter().zip(&of.rates);
            let rates = bots.flat_map(|(bot, of)| of.iter().map(move |rate| (bot, rate)));
            let rates = rates.map(|(bot, rate)| method.row(number, bot, rate));
            let rates: Vec<TunedRate> = rates.collect();
            let party = rates.chunk_by(|a, b| a.bot == b.bot).filter_map(|of| {
                let size = method.party?;
                TunedRate::of_party(of, size, manifest.level)
            });
            SolutionFacts {
                row: SolutionRow::new(number, of),
                edits: of.moves.iter().map(|of| EditRow::new(number, of)).collect(),
                party: party.collect(),
                rates,
                settings,
            }
        };
        let solutions = (0..).zip(&tuned.solutions).zip(settings).map(solution);
        let solutions: Vec<SolutionFacts> = solutions.collect();
        TuneFacts {
            level: manifest.level,
            people: People::of(manifest),
            method,
            best: tuned.best(),
            bots,
            solutions,
            checked,
        }
    }

    /// Returns the report's tables, in the order in which the hash of the results includes them.
    pub fn tables(&self) -> Tables {
        let all = || self.solutions.iter();
        let mut tables = vec![
            SolutionRow::table(all().map(|of| of.row.clone()).collect()),
            EditRow::table(all().flat_map(|of| of.edits.clone()).collect()),
            TunedRate::table(all().flat_map(|of| of.rates.clone()).collect()),
        ];
        if !self.checked.is_empty() {
            tables.push(CheckedRate::table(self.checked.clone()));
        }
        Tables(tables)
    }

    /// Returns the win rate with the same set of edits if the reference player plays the fighter;
    /// `None` without such games.
    pub fn checked(&self, rate: &TunedRate) -> Option<&CheckedRate> {
        let same = |of: &&CheckedRate| of.solution == rate.solution && of.entrant == rate.entrant;
        self.checked.iter().find(same)
    }

    /// Returns the half-width of the confidence interval of a corrected win rate, including the
    /// error of the correction.
    pub fn half_width(&self, rate: &TunedRate) -> f64 {
        hypot(rate.half_width(), self.half_width_of_correction())
    }

    /// Returns the number after "±" of a corrected win rate, including the error of the correction.
    pub fn margin_of_error(&self, rate: &TunedRate) -> f64 {
        hypot(rate.margin_of_error(), self.half_width_of_correction())
    }

    fn half_width_of_correction(&self) -> f64 {
        self.method.correction.unwrap_or(0.0) * z(self.level)
    }

    /// Returns the name of the reference player whose win rates are estimated; `None` if the win
    /// rates are not corrected.
    pub fn estimated(&self) -> Option<&str> {
        self.method.correction?;
        self.reference().map(|(strategy, _)| strategy)
    }

    /// Returns whether the reference player contradicts an estimate: with the best set of edits, a
    /// win rate is significantly farther from its target than accepted, and a win rate differs
    /// significantly from its estimate (Bonferroni's correction for the number of targets).
    pub fn is_contradicted(&self) -> bool {
        let aimed = self.best().rates.iter().filter(|of| of.target.is_some());
        let aimed: Vec<_> = aimed.filter_map(|of| Some((of, self.checked(of)?))).collect();
        let reach = z(of_each(self.level, aimed.len()));
        let differs = |(estimate, checked): &(&TunedRate, &CheckedRate)| {
            let (rate, variance) = {
                let (wins, games) = checked.wins_and_games();
                share_and_variance(wins, games)
            };
            let error = hypot(self.half_width(estimate) / z(self.level), variance.sqrt());
            (rate - estimate.corrected()).abs() > reach * error
        };
        self.estimated().is_some()
            && aimed.iter().any(|(_, checked)| checked.contradicted)
            && aimed.iter().any(differs)
    }

    /// Returns the name of the reference player, and whether it plays the unchanged scenario, too.
    pub fn reference(&self) -> Option<(&str, bool)> {
        let first = self.checked.first()?;
        let best = self.best().row.solution;
        Some((&first.strategy, first.solution != best))
    }

    /// Returns the lines of the comment at the head of the new scenario file, which describes the
    /// best set of edits. Empty if that set has no edits.
    ///
    /// # Errors
    /// Fails if a text template is faulty.
    pub fn head(&self, manifest: &Manifest) -> Result<Vec<String>> {
        let edits = &self.best().edits;
        if edits.is_empty() {
            return Ok(vec![]);
        }
        let headline = verdict::sentences(self)?.headline;
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

    /// Returns the unchanged scenario with its win rates.
    pub fn before(&self) -> &SolutionFacts {
        &self.solutions[0]
    }

    /// Returns the proposed set of edits ([`Tuned::best`]).
    pub fn best(&self) -> &SolutionFacts {
        &self.solutions[self.best]
    }

    /// Returns the nearest set of edits if no edits are proposed although a win rate of the
    /// unchanged scenario is too far from its target; `None` if no set of edits is nearer.
    pub fn unproposed(&self) -> Option<&SolutionFacts> {
        let best = self.best();
        let enough = best.row.certified || self.is_confirmed();
        let wanted = best.edits.is_empty() && !enough && best.row.distance > self.method.within;
        let nearest = self.solutions.iter();
        let nearest = nearest.min_by(|a, b| a.row.distance.total_cmp(&b.row.distance));
        nearest.filter(|of| wanted && of.row.distance < best.row.distance)
    }

    /// Returns each win rate of the unchanged scenario together with the same win rate after the
    /// best edits.
    pub fn pairs(&self) -> impl Iterator<Item = (&TunedRate, &TunedRate)> {
        self.before().rates.iter().zip(&self.best().rates)
    }

    /// Returns the name and the colour of the fighter to which a win rate belongs.
    pub fn who(&self, rate: &TunedRate) -> Person {
        self.people.get(&rate.entrant)
    }

    /// Returns the name of the fighter to which a win rate belongs. If several strategies play the
    /// fighter in the games of one bot, the name of the strategy is added.
    pub fn label(&self, rate: &TunedRate) -> String {
        let same = |other: &&TunedRate| other.bot == rate.bot && other.entrant == rate.entrant;
        let several = self.before().rates.iter().filter(same).count() > 1;
        self.who(rate).label(&rate.strategy, several)
    }

    /// Returns the fighters that have a target win rate, each once, in the order of the results
    /// table.
    pub fn aimed(&self) -> Vec<Person> {
        let mut keys: Vec<&str> = vec![];
        for rate in self.before().rates.iter().filter(|of| of.target.is_some()) {
            if !keys.contains(&rate.entrant.as_str()) {
                keys.push(&rate.entrant);
            }
        }
        keys.into_iter().map(|key| self.people.get(key)).collect()
    }

    /// Returns whether every fighter has a target win rate.
    pub fn all_aimed(&self) -> bool {
        self.before().rates.iter().all(|of| of.target.is_some())
    }

    /// Returns the target win rate if it is the same for all fighters with a target; otherwise
    /// `None`.
    pub fn common(&self) -> Option<f64> {
        let mut targets = self.before().rates.iter().filter_map(|of| of.target);
        let first = targets.next()?;
        targets.all(|target| target == first).then_some(first)
    }

    /// Formats an edit as text, as in "Agaric’s card 3, defense: 3 instead of 4" or "the rule
    /// rounds: 8 instead of 7".
    pub fn change(&self, edit: &EditRow) -> String {
        match &edit.of.fighter {
            Some(key) => format!("{}’s {}", self.people.get(key).name, edit.change()),
            None => format!("the rule {}", edit.change()),
        }
    }
}

impl SolutionFacts {
    /// Returns the name of this set of edits, as in "as it is" or "2 edits".
    pub fn name(&self) -> String {
        match self.edits.len() {
            0 => "as it is".to_owned(),
            1 => "1 edit".to_owned(),
            many => format!("{many} edits"),
        }
    }

    /// Lower and upper bound of the largest distance of a win rate from its target, from the
    /// confidence intervals of the final test.
    pub fn ends(&self) -> [f64; 2] {
        let aimed = self.rates.iter().filter_map(|of| Some((of, of.target?)));
        aimed.fold([0.0, 0.0], |[least, most], (of, target)| {
            let ends = of.ends();
            let (below, above) = (target - ends.low, ends.high - target);
            [least.max(-below).max(-above), most.max(below).max(above)]
        })
    }

    /// Returns the win rate that is farthest from its target.
    pub fn farthest(&self) -> Option<&TunedRate> {
        let aimed = self.rates.iter().filter(|of| of.target.is_some());
        // Of equal distances, the first is used.
        aimed.rev().max_by(|a, b| a.distance.unwrap_or(0.0).total_cmp(&b.distance.unwrap_or(0.0)))
    }
}
