//! The facts of a tuning: the win rates with each set of edits, with the tuning's own bots and with
//! the reference player, judged once.

use super::found::TuneFound;
use super::tables::{EditRow, SolutionRow};
use super::tuning::{LOOKS, Solution, Task, TuningSettings, WinSums};
use crate::analysis::points::Point;
use crate::questions::facts::{Fact, SubjectKind};
use crate::questions::judge::judge;
use crate::report::Manifest;
use crate::report::people::People;
use crate::report::standing::Standing;
use crate::report::words::counted;
use crate::stats::intervals::{hypot, wilson, z};
use crate::stats::members::Won;

/// Name of the measure that estimates the win rate of the reference player: the win rate of a bot
/// of the tuning with its correction.
const ESTIMATE: &str = "estimated_win_rate";

/// The results of a tuning.
pub struct TuneFacts {
    pub people: People,
    pub settings: TuningSettings,
    /// The target, if it is the same for all fighters with a target.
    pub target: Option<f64>,
    /// True if `target` is the fair share.
    pub is_fair: bool,
    /// Names of the tuning's own bots, which are several if the scenario names them.
    pub bots: Vec<String>,
    /// The best sets of edits; the first one is the unchanged scenario.
    pub sets: Vec<SetFacts>,
    /// Index of the proposed set of edits in `sets`.
    best: usize,
    /// The win rates without edits and with the proposed set.
    pub rates: Vec<RateRow>,
    /// Name of the reference player.
    pub reference: Option<String>,
    /// All facts: the win rates with every set of edits, their estimates for the reference player,
    /// and the win rates of the reference player.
    pub facts: Vec<Fact>,
}

/// A set of edits.
pub struct SetFacts {
    pub row: SolutionRow,
    pub edits: Vec<EditRow>,
    /// The edits in the syntax of the flag `--set`.
    pub settings: Vec<String>,
}

/// The win rates of a fighter without edits and with the proposed set.
pub struct RateRow {
    /// The name of the fighter, with the bot if another bot plays the fighter.
    pub label: String,
    pub colour: String,
    /// In the games of the tuning’s own bot, or the estimates for the reference player.
    pub shown: [Fact; 2],
    /// In the games of the reference player with the proposed set.
    pub reference: Option<Fact>,
}

impl TuneFacts {
    /// Prepares the results of a tuning. `task` has the corrections of the win rates; `reference`
    /// is the name of the reference player.
    pub fn new(
        task: Task<'_>,
        reference: Option<&str>,
        found: &TuneFound,
        manifest: &Manifest,
    ) -> TuneFacts {
        let Task { scenario, settings, moves } = task;
        let people = People::of(manifest);
        let bots: Vec<String> = manifest.strategies.iter().map(|bot| bot.name.clone()).collect();
        let (solutions, best) = (&found.tuned.solutions, found.tuned.best(settings));
        let own_facts = |set: &Solution| -> Vec<Fact> {
            set.sums.iter().map(|of| own_fact(settings, set, of)).collect()
        };
        let mut own: Vec<Fact> = solutions.iter().flat_map(own_facts).collect();
        // Every look of the final tests may err.
        let level = 1.0 - (1.0 - settings.level) / f64::from(LOOKS);
        judge(&mut own, |_| (), settings.goal.within, level);
        let estimates: Vec<Fact> = own.iter().filter_map(|own| estimate(own, settings)).collect();
        let tested = reference.zip(found.test.as_ref()).map(|(name, test)| {
            let before = found.compared.as_ref().map(|[_, reference]| reference);
            by_reference(name, before, (test, solutions[best].set.len()), settings)
        });
        let tested = tested.unwrap_or_default();
        let shown = if estimates.is_empty() { &own } else { &estimates };
        let fighters = solutions[0].sums.len();
        let rate = |fighter: usize| {
            let shown = [0, best].map(|set| shown[set * fighters + fighter].clone());
            let row = &own[fighter].row;
            let person = people.get(&row.subject);
            // With edits, the facts about the proposed set are the last ones.
            let reference = tested.iter().rfind(|fact| fact.row.subject == row.subject).cloned();
            let label = person.label(&row.player, bots.len() > 1);
            RateRow { label, colour: person.colour, shown, reference }
        };
        let rates: Vec<RateRow> = (0..fighters).map(rate).collect();
        let mut facts = [own, estimates, tested].concat();
        // The players are judged apart, so the facts say nothing about their agreement.
        facts.iter_mut().for_each(|fact| fact.row.players = None);
        let set = |(number, of): (u64, &Solution)| SetFacts {
            row: SolutionRow::new(number, of, task),
            edits: of.set.iter().map(|&edit| EditRow::new(number, &moves[edit])).collect(),
            settings: scenario.settings(&task.changes(&of.set)).unwrap_or_default(),
        };
        let mut targets = settings.goal.targets.values().copied();
        let target = targets.next().filter(|first| targets.all(|other| other == *first));
        TuneFacts {
            settings: settings.clone(),
            target,
            is_fair: target.is_some() && target == scenario.open().cast().fair_share(),
            sets: (0..).zip(solutions).map(set).collect(),
            best,
            rates,
            reference: reference.map(str::to_owned),
            facts,
            bots,
            people,
        }
    }

    /// Returns the proposed set of edits.
    pub fn best(&self) -> &SetFacts {
        &self.sets[self.best]
    }

    /// Returns whether the proposed set has edits.
    pub fn is_edited(&self) -> bool {
        self.best > 0
    }

    /// Returns the win rates of the reference player with the proposed set.
    fn tested(&self) -> impl Iterator<Item = &Fact> {
        self.rates.iter().filter_map(|of| of.reference.as_ref())
    }

    /// Returns the reference player if it certifies the proposed set of edits: with it, each win
    /// rate is significantly nearer to its target than accepted.
    pub fn confirmed(&self) -> Option<&str> {
        let is_near = |of: &Fact| of.row.fair.is_none() || of.standing() == Standing::WithinNoise;
        self.reference.as_deref().filter(|_| self.tested().all(is_near))
    }

    /// Returns whether the win rates with the proposed set are near enough to their targets.
    pub fn is_near(&self) -> bool {
        self.confirmed().is_some() || self.best().row.distance <= self.settings.goal.within
    }

    /// Returns the reference player if the win rates are estimates for it.
    pub fn estimated(&self) -> Option<&str> {
        self.reference.as_deref().filter(|_| self.settings.goal.correction.is_some())
    }

    /// Returns the names of the fighters with which the reference player finds the proposed set
    /// significantly farther from their targets than accepted.
    pub fn beyond(&self) -> Vec<String> {
        let within = self.settings.goal.within;
        let off = self.tested().filter(|of| of.standing().is_significant());
        let off = off.filter(|of| distance(of) > Some(within));
        off.map(|of| self.people.get(&of.row.subject).name).collect()
    }

    /// Returns the title of the win rates, in chart and table.
    pub fn title(&self) -> String {
        match self.estimated() {
            Some(reference) => format!("Win rates, estimated for “{reference}”"),
            None => "Win rates".to_owned(),
        }
    }
}

/// Returns the distance of a win rate from its target; `None` without a target.
pub fn distance(fact: &Fact) -> Option<f64> {
    fact.off().map(f64::abs)
}

/// Returns the name of a set with this number of edits, as in "as it is" or "2 edits".
pub fn set_name(edits: usize) -> String {
    if edits == 0 { "as it is".to_owned() } else { counted(edits as u64, "edit") }
}

/// Returns a win rate in the final test of a set of edits, before it is judged. A win rate that is
/// corrected has no test: the test of the reference player counts.
fn own_fact(settings: &TuningSettings, set: &Solution, of: &WinSums) -> Fact {
    let goal = &settings.goal;
    let about = (of.strategy.as_str(), SubjectKind::Fighter, of.fighter.as_str());
    let target = goal.targets.get(&of.fighter).copied().filter(|_| goal.correction.is_none());
    let won = Won::new(of.games, of.wins);
    let mut fact = Fact::wins(about, won, target, usize::MAX, settings.level);
    let interval = wilson(of.wins, of.games, settings.test_level());
    fact.row.ci_low = Some(interval.low);
    fact.row.ci_high = Some(interval.high);
    fact.of_arm(&set_name(set.set.len()))
}

/// Returns the estimate of a win rate with the reference player; `None` if nothing is corrected.
fn estimate(own: &Fact, TuningSettings { goal, level, .. }: &TuningSettings) -> Option<Fact> {
    let mut fact = own.clone();
    let value = own.value() + goal.correction.as_ref()?.of(&fact.row.subject);
    let reach = hypot(own.margin_of_error(), goal.error() * z(*level));
    fact.row.measure = ESTIMATE.to_owned();
    fact.row.value = Some(value);
    fact.row.ci_low = Some(value - reach);
    fact.row.ci_high = Some(value + reach);
    fact.row.fair = goal.targets.get(&fact.row.subject).copied();
    Some(fact)
}

/// Judges the games of the reference player: with the unchanged scenario, unless the proposed set
/// has no edits, and the test of the proposed set, which has this number of edits.
fn by_reference(
    name: &str,
    before: Option<&Point>,
    (test, edits): (&Point, usize),
    TuningSettings { goal, level, .. }: &TuningSettings,
) -> Vec<Fact> {
    let facts = |edits: usize, point: &Point| -> Vec<Fact> {
        let of = point.entrants.iter().enumerate().map(|(side, of)| {
            let (wins, games) = of.wins_and_games();
            let about = (name, SubjectKind::Fighter, of.fighter.as_str());
            let target = goal.targets.get(&of.fighter).copied();
            let mut fact = Fact::wins(about, Won::new(games, wins), target, side, *level);
            fact.row.games = of.won.games();
            fact.of_arm(&set_name(edits))
        });
        of.collect()
    };
    let before = before.filter(|_| edits > 0).map_or(vec![], |of| facts(0, of));
    let mut after = facts(edits, test);
    for (before, after) in before.iter().zip(&mut after) {
        after.compare(before, *level);
    }
    let mut all = [before, after].concat();
    judge(&mut all, |of| of.row.arm.clone(), goal.within, *level);
    all
}
