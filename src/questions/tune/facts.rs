//! The facts of a tuning: the win rates with each set of edits, with the tuning's own bots and with
//! the reference player, judged once.

use super::found::TuneFound;
use super::tables::{EditRow, SolutionRow};
use super::target::Targets;
use super::tuning::{LOOKS, Solution, Task, TuningSettings, WinSums, one_sided};
use crate::analysis::points::Point;
use crate::questions::facts::{Fact, SubjectKind};
use crate::questions::judge::judge;
use crate::report::people::People;
use crate::report::{Manifest, StrategyNote};
use crate::scenario::Scenario;
use crate::stats::intervals::{hypot, wilson, z};
use crate::stats::members::Won;

/// Name of the measure that estimates the win rate of the reference player: the win rate of a bot
/// of the tuning with its correction.
const ESTIMATE: &str = "estimated_win_rate";

/// The results of a tuning.
pub struct TuneFacts {
    pub people: People,
    pub targets: Targets,
    pub settings: TuningSettings,
    /// Names of the bots; the win rates have to reach their targets with each of them.
    pub bots: Vec<String>,
    /// The best sets of edits; the first one is the unchanged scenario.
    pub sets: Vec<SetFacts>,
    /// Index of the proposed set of edits in `sets`.
    best: usize,
    /// The win rates without edits and with the proposed set, by bot and fighter.
    pub rates: Vec<RateRow>,
    pub reference: Option<ByReference>,
    /// The win rates with every set of edits.
    own: Vec<Fact>,
    /// The estimates of these win rates with the reference player; empty if nothing is corrected.
    estimates: Vec<Fact>,
}

/// A set of edits.
pub struct SetFacts {
    pub row: SolutionRow,
    pub edits: Vec<EditRow>,
    /// The edits in the syntax of the flag `--set`.
    pub settings: Vec<String>,
    /// Upper bound of the largest distance from a target, without the error of a correction.
    pub at_most: f64,
}

/// The win rates of a fighter without edits and with the proposed set.
pub struct RateRow {
    /// The name of the fighter, with the bot if another bot plays the fighter.
    pub label: String,
    pub colour: String,
    pub bot: String,
    /// In the games of the bot; the estimates for the reference player if there are any.
    pub shown: [Fact; 2],
    /// In the games of the reference player.
    pub reference: [Option<Fact>; 2],
}

/// The games of the reference player.
pub struct ByReference {
    pub name: String,
    /// Whether the test certifies the proposed set of edits, which may have no edits.
    pub certifies: bool,
    /// Win rates in the unchanged scenario, if the proposed set has edits; then those of the test,
    /// whose games no correction uses.
    pub rates: [Vec<Fact>; 2],
}

impl TuneFacts {
    /// Prepares the results of a tuning. `task` has the corrections of the win rates; `reference`
    /// is the name of the reference player.
    pub fn new(
        task: Task<'_>,
        targets: &Targets,
        reference: Option<&str>,
        found: &TuneFound,
        manifest: &Manifest,
    ) -> TuneFacts {
        let Task { settings, moves, .. } = task;
        let (people, bots) = (People::of(manifest), bots(task.scenarios));
        let (solutions, best) = (&found.tuned.solutions, found.tuned.best(settings));
        let sums = solutions.iter().flat_map(|set| set.sums.iter().map(move |of| (set, of)));
        let own = sums.clone().map(|(set, of)| own_fact(settings, set, of, &bots[of.bot]));
        let mut own: Vec<Fact> = own.collect();
        // Every look of the final tests may err.
        let level = 1.0 - (1.0 - settings.level) / f64::from(LOOKS);
        judge(&mut own, |_| (), settings.goal.within, level);
        let estimates =
            own.iter().zip(sums).filter_map(|(own, (_, of))| estimate(own, settings, of));
        let estimates: Vec<Fact> = estimates.collect();
        let edits = solutions[best].set.len();
        let reference = reference.zip(found.test.as_ref()).map(|(name, test)| {
            ByReference::new(name, (found.compared.first(), test), edits, settings)
        });
        let shown = if estimates.is_empty() { &own } else { &estimates };
        let rates = solutions[0].sums.iter().enumerate().map(|(i, of)| {
            let (person, bot) = (people.get(&of.fighter), &bots[of.bot]);
            let by_reference = |games: usize| {
                let mut facts = reference.iter().flat_map(|of| &of.rates[games]);
                facts.find(|fact| fact.row.subject == of.fighter).cloned()
            };
            RateRow {
                label: person.label(&of.strategy, of.strategy != *bot),
                colour: person.colour,
                bot: bot.clone(),
                shown: [0, best].map(|set| shown[set * solutions[0].sums.len() + i].clone()),
                reference: [0, 1].map(by_reference),
            }
        });
        let set = |(number, of): (u64, &Solution)| SetFacts {
            row: SolutionRow::new(number, of, task),
            edits: of.set.iter().map(|&edit| EditRow::new(number, &moves[edit])).collect(),
            settings: task.scenarios[0].settings(&task.changes(&of.set)).unwrap_or_default(),
            at_most: settings.distance(of).high,
        };
        TuneFacts {
            targets: targets.clone(),
            settings: settings.clone(),
            sets: (0..).zip(solutions).map(set).collect(),
            best,
            rates: rates.collect(),
            reference,
            own,
            estimates,
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

    /// Returns whether the reference player certifies the proposed set of edits.
    pub fn is_confirmed(&self) -> bool {
        self.reference.as_ref().is_some_and(|of| of.certifies)
    }

    /// Returns whether the win rates with the proposed set are near enough to their targets.
    pub fn is_near(&self) -> bool {
        let SolutionRow { certified, distance, .. } = self.best().row;
        certified || self.is_confirmed() || distance <= self.settings.goal.within
    }

    /// Returns the reference player if the win rates are estimates for it.
    pub fn estimated(&self) -> Option<&str> {
        let reference = self.reference.as_ref().filter(|_| !self.estimates.is_empty());
        reference.map(|of| of.name.as_str())
    }

    /// Returns the nearest set of edits if no edits are proposed although a win rate of the
    /// unchanged scenario is too far from its target; `None` if no set of edits is nearer.
    pub fn unproposed(&self) -> Option<&SetFacts> {
        // Each further set is nearer to the targets.
        let nearest = self.sets[1..].last();
        nearest.filter(|_| !self.is_edited() && !self.is_near())
    }

    /// Returns the win rates with which the reference player finds the proposed set significantly
    /// farther from their targets than accepted.
    pub fn beyond(&self) -> Vec<&Fact> {
        let within = self.settings.goal.within;
        let is_beyond = |of: &&Fact| {
            of.standing().is_significant() && distance(of).is_some_and(|off| off > within)
        };
        let tested = self.reference.iter().flat_map(|of| &of.rates[1]);
        tested.filter(is_beyond).collect()
    }

    /// Returns all facts, those of the reference player last.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        let theirs = self.reference.iter().flat_map(|of| &of.rates).flatten();
        self.own.iter().chain(&self.estimates).chain(theirs)
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

/// Returns the distance of a win rate from its target; `None` without a target.
pub fn distance(fact: &Fact) -> Option<f64> {
    fact.off().map(f64::abs)
}

/// Returns the names of the bots that play all fighters to which a scenario assigns no other bot.
fn bots(scenarios: &[Scenario]) -> Vec<String> {
    let bots = scenarios.iter().map(|of| &of.bots[&of.strategies.everybody]);
    bots.map(|bot| StrategyNote::of(bot).name).collect()
}

/// Returns the name of a set with this number of edits, as in "as it is" or "2 edits".
pub fn set_name(edits: usize) -> String {
    match edits {
        0 => "as it is".to_owned(),
        1 => "1 edit".to_owned(),
        many => format!("{many} edits"),
    }
}

/// Returns a win rate in the final test of a set of edits, before it is judged. A win rate that is
/// corrected has no test: the test of the reference player counts.
fn own_fact(settings: &TuningSettings, set: &Solution, of: &WinSums, bot: &str) -> Fact {
    let goal = &settings.goal;
    let player = match of.strategy == bot {
        true => bot.to_owned(),
        false => format!("{} beside {bot}", of.strategy),
    };
    let about = (player.as_str(), SubjectKind::Fighter, of.fighter.as_str());
    let target = goal.targets.get(&of.fighter).copied().filter(|_| goal.corrections.is_empty());
    let won = Won::new(of.games, of.wins);
    let mut fact = Fact::wins(about, won, target, usize::MAX, settings.level);
    let interval = wilson(of.wins, of.games, settings.test_level());
    fact.row.ci_low = Some(interval.low);
    fact.row.ci_high = Some(interval.high);
    fact.of_arm(&set_name(set.set.len()))
}

/// Returns the estimate of a win rate with the reference player; `None` if nothing is corrected.
fn estimate(
    own: &Fact,
    TuningSettings { goal, level, .. }: &TuningSettings,
    of: &WinSums,
) -> Option<Fact> {
    let value = own.value() + goal.correction(of)?;
    let reach = hypot(own.margin_of_error(), goal.error() * z(*level));
    let mut fact = own.clone();
    fact.row.measure = ESTIMATE.to_owned();
    fact.row.value = Some(value);
    fact.row.ci_low = Some(value - reach);
    fact.row.ci_high = Some(value + reach);
    fact.row.fair = goal.targets.get(&of.fighter).copied();
    Some(fact)
}

impl ByReference {
    /// Judges the games of the reference player: perhaps with the unchanged scenario, and with the
    /// proposed set, which has this number of edits.
    fn new(
        name: &str,
        (compared, test): (Option<&Point>, &Point),
        edits: usize,
        TuningSettings { goal, level, .. }: &TuningSettings,
    ) -> ByReference {
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
        let unchanged = compared.filter(|_| edits > 0);
        let mut before = unchanged.map_or(vec![], |of| facts(0, of));
        let mut after = facts(edits, test);
        for (before, after) in before.iter().zip(&mut after) {
            after.compare(before, *level);
        }
        for facts in [&mut before, &mut after] {
            judge(facts, |_| (), goal.within, *level);
        }
        let certifies = certifies(&after, goal.within, *level);
        ByReference { name: name.to_owned(), certifies, rates: [before, after] }
    }
}

/// Returns whether the games of the reference player certify that the win rates reach their
/// targets: each confidence interval lies within the accepted distance (intersection-union test, as
/// in the final test of the search).
pub fn certifies(tested: &[Fact], within: f64, level: f64) -> bool {
    tested.iter().all(|fact| {
        let (Some(won), Some(target)) = (fact.won, fact.row.fair) else {
            return true;
        };
        let interval = wilson(won.wins(), won.games(), one_sided(level));
        interval.low >= target - within && interval.high <= target + within
    })
}
