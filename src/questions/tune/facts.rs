//! The facts of a tuning: the win rates with each set of edits, with the tuning's own bots and with
//! the reference player, judged once.

use super::reference::{ReferenceCheck, certifies};
use super::tables::{EditRow, SolutionRow};
use super::target::Targets;
use super::tuning::{LOOKS, Solution, SolutionRate, Tuned};
use crate::analysis::points::Point;
use crate::questions::facts::{Fact, SubjectKind};
use crate::questions::judge::{Judged, judge};
use crate::report::Manifest;
use crate::report::people::People;
use crate::stats::intervals::{Interval, hypot, z};
use crate::stats::members::Won;

/// Name of the measure that estimates the win rate of the reference player: the win rate of a bot
/// of the tuning with its correction.
const ESTIMATE: &str = "estimated_win_rate";

/// The results of a tuning.
pub struct TuneFacts {
    pub level: f64,
    pub people: People,
    pub asked: Asked,
    /// The best sets of edits; the first one is the unchanged scenario.
    pub sets: Vec<SetFacts>,
    /// Index of the proposed set of edits in `sets` ([`Tuned::best`]).
    best: usize,
    pub reference: Option<ByReference>,
}

/// What a tuning was asked to reach.
pub struct Asked {
    pub targets: Targets,
    /// Maximum accepted distance of a win rate from its target, as a share.
    pub within: f64,
    /// Maximum number of edits in a set.
    pub edits: usize,
    /// Names of the bots; the win rates have to reach their targets with each of them.
    pub bots: Vec<String>,
}

/// A set of edits and the win rates with it.
pub struct SetFacts {
    pub row: SolutionRow,
    pub edits: Vec<EditRow>,
    /// Win rates in the final test, by bot and fighter.
    pub rates: Vec<SetRate>,
    /// The edits in the syntax of the flag `--set`.
    pub settings: Vec<String>,
    /// Bounds of the largest distance from a target, without the error of a correction.
    pub bounds: Interval,
}

/// A win rate with a set of edits.
pub struct SetRate {
    pub bot: String,
    /// The target win rate of the fighter; `None` if it may have any.
    pub target: Option<f64>,
    pub judged: Judged,
    /// The estimate of the win rate with the reference player; `None` if nothing is corrected.
    pub estimate: Option<Fact>,
}

/// The games of the reference player.
pub struct ByReference {
    pub name: String,
    /// Maximum accepted distance of a win rate from its target, as a share.
    within: f64,
    /// Standard error of the corrections with the proposed set of edits, as a share; `None` if
    /// nothing is corrected.
    pub correction: Option<f64>,
    /// Whether the games certify the proposed set of edits, which may have no edits.
    pub certifies: bool,
    /// Win rates in the unchanged scenario, if the proposed set has edits.
    pub before: Vec<Fact>,
    /// Win rates with the proposed set of edits, in games that no correction uses.
    pub after: Vec<Fact>,
}

impl SetRate {
    /// Returns the win rate on which the report is based: the estimate for the reference player if
    /// there is one.
    pub fn shown(&self) -> &Fact {
        self.estimate.as_ref().unwrap_or(&self.judged.own)
    }

    /// Returns the distance of the win rate from its target; `None` without a target.
    pub fn distance(&self) -> Option<f64> {
        Some((self.shown().value() - self.target?).abs())
    }
}

impl TuneFacts {
    /// Prepares the results of a tuning. `settings` has the edits of each solution as values of the
    /// flag `--set`.
    pub fn new(
        tuned: &Tuned,
        settings: Vec<Vec<String>>,
        asked: Asked,
        check: Option<&ReferenceCheck>,
        manifest: &Manifest,
    ) -> TuneFacts {
        let (level, best) = (manifest.level, tuned.best());
        let mut reference = check.and_then(|check| ByReference::new(check, tuned, &asked, level));
        let rates = tuned.solutions.iter().flat_map(|of| {
            let bots = asked.bots.iter().zip(&of.rates);
            bots.flat_map(move |(bot, rates)| rates.iter().map(move |rate| (of, bot, rate)))
        });
        let own = rates.clone().map(|(of, bot, rate)| own_fact(of, bot, rate, &asked, level));
        let mut own: Vec<Fact> = own.collect();
        // Every look of the final tests may err.
        judge(&mut own, |_| (), asked.within, 1.0 - (1.0 - level) / f64::from(LOOKS));
        let theirs = reference.iter().flat_map(|of| of.before.iter().chain(&of.after));
        let judged = Judged::pairs(own, &theirs.cloned().collect::<Vec<_>>());
        for fact in reference.iter_mut().flat_map(|of| of.before.iter_mut().chain(&mut of.after)) {
            let own = judged.iter().find(|of| of.own.same_subject(fact));
            fact.row.players = own.and_then(Judged::check);
        }
        let mut rates = rates.zip(judged).map(|((of, bot, rate), judged)| {
            let target = asked.targets.by_key.get(&rate.won.fighter).copied();
            let estimate = rate.correction.map(|by| {
                let own = &judged.own;
                estimate(own, target, (by, of.error), level)
            });
            SetRate { bot: bot.clone(), target, judged, estimate }
        });
        let set = |((number, of), settings): ((u64, &Solution), Vec<String>)| SetFacts {
            row: SolutionRow::new(number, of),
            edits: of.moves.iter().map(|edit| EditRow::new(number, edit)).collect(),
            rates: rates.by_ref().take(of.rates.iter().flatten().count()).collect(),
            settings,
            bounds: of.bounds(),
        };
        let sets = (0..).zip(&tuned.solutions).zip(settings).map(set).collect();
        TuneFacts { level, people: People::of(manifest), asked, sets, best, reference }
    }

    /// Returns the unchanged scenario with its win rates.
    pub fn before(&self) -> &SetFacts {
        &self.sets[0]
    }

    /// Returns the proposed set of edits.
    pub fn best(&self) -> &SetFacts {
        &self.sets[self.best]
    }

    /// Returns the win rates in the unchanged scenario, each with that of the proposed set.
    pub fn pairs(&self) -> impl Iterator<Item = (&SetRate, &SetRate)> {
        self.before().rates.iter().zip(&self.best().rates)
    }

    /// Returns whether the games of any player certify the proposed set of edits.
    pub fn is_certified(&self) -> bool {
        self.best().row.certified || self.is_confirmed()
    }

    /// Returns whether the reference player certifies the proposed set of edits.
    pub fn is_confirmed(&self) -> bool {
        self.reference.as_ref().is_some_and(|of| of.certifies)
    }

    /// Returns the reference player if the win rates are estimates for it, and the standard error
    /// of the corrections.
    pub fn estimated(&self) -> Option<(&str, f64)> {
        let reference = self.reference.as_ref()?;
        Some((&reference.name, reference.correction?))
    }

    /// Returns the nearest set of edits if no edits are proposed although a win rate of the
    /// unchanged scenario is too far from its target; `None` if no set of edits is nearer.
    pub fn unproposed(&self) -> Option<&SetFacts> {
        let best = self.best();
        let distance = |of: &SetFacts| of.row.distance;
        let wanted = best.edits.is_empty() && !self.is_certified();
        let wanted = wanted && distance(best) > self.asked.within;
        let nearest = self.sets.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.filter(|of| wanted && distance(of) < distance(best))
    }

    /// Returns the name of the subject of a win rate, with the bot if another bot plays the
    /// fighter.
    pub fn label(&self, rate: &SetRate) -> String {
        let row = &rate.judged.own.row;
        self.people.get(&row.subject).label(&row.player, row.player != rate.bot)
    }

    /// Returns all facts, those of the reference player last.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        let rates = self.sets.iter().flat_map(|set| &set.rates);
        let own = rates.flat_map(|rate| [&rate.judged.own].into_iter().chain(&rate.estimate));
        own.chain(self.reference.iter().flat_map(|of| of.before.iter().chain(&of.after)))
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

/// Returns a win rate in the final test of a set of edits, before it is judged. A win rate that is
/// corrected has no test: the test of the reference player counts.
fn own_fact(of: &Solution, bot: &str, rate: &SolutionRate, asked: &Asked, level: f64) -> Fact {
    let player = match rate.won.strategy == bot {
        true => bot.to_owned(),
        false => format!("{} beside {bot}", rate.won.strategy),
    };
    let about = (player.as_str(), SubjectKind::Fighter, rate.won.fighter.as_str());
    let target = asked.targets.by_key.get(&rate.won.fighter).copied();
    let fair = target.filter(|_| rate.correction.is_none());
    let mut fact =
        Fact::wins(about, Won::new(rate.won.games, rate.won.wins), fair, usize::MAX, level);
    fact.row.arm = Some(SetFacts::name(of.moves.len()));
    fact.row.ci_low = Some(rate.interval.low);
    fact.row.ci_high = Some(rate.interval.high);
    fact
}

/// Returns the estimate of a win rate with the reference player. `by` is the correction, `error`
/// its standard error.
fn estimate(own: &Fact, target: Option<f64>, (by, error): (f64, f64), level: f64) -> Fact {
    let mut fact = own.clone();
    let value = own.value() + by;
    let reach = hypot(own.margin_of_error(), error * z(level));
    fact.row.measure = ESTIMATE.to_owned();
    fact.row.value = Some(value);
    fact.row.ci_low = Some(value - reach);
    fact.row.ci_high = Some(value + reach);
    fact.row.fair = target;
    fact
}

impl SetFacts {
    /// Returns the name of a set with this number of edits, as in "as it is" or "2 edits".
    pub fn name(edits: usize) -> String {
        match edits {
            0 => "as it is".to_owned(),
            1 => "1 edit".to_owned(),
            many => format!("{many} edits"),
        }
    }

    /// Returns the win rate that is farthest from its target.
    pub fn farthest(&self) -> Option<&SetRate> {
        let aimed = self.rates.iter().filter(|of| of.target.is_some());
        // Of equal distances, the first is used.
        aimed.rev().max_by(|a, b| a.distance().partial_cmp(&b.distance()).expect("no NaN"))
    }
}

impl ByReference {
    /// Judges the games of the reference player; `None` if it has not tested a set of edits.
    fn new(
        check: &ReferenceCheck,
        tuned: &Tuned,
        asked: &Asked,
        level: f64,
    ) -> Option<ByReference> {
        let tested = check.edited.as_ref()?;
        let best = &tuned.solutions[tuned.best()];
        let facts = |edits: usize, point: &Point| {
            let of = point.entrants.iter().enumerate().map(|(side, of)| {
                let (value, interval) = of.rate(level);
                let (_, games) = of.wins_and_games();
                let won = Won::new(games, (value * games as f64).round() as u64);
                let about = (check.strategy.as_str(), SubjectKind::Fighter, of.fighter.as_str());
                let target = asked.targets.by_key.get(&of.fighter).copied();
                let mut fact = Fact::wins(about, won, target, side, level);
                fact.row.arm = Some(SetFacts::name(edits));
                fact.row.games = of.won.games();
                fact.row.value = Some(value);
                fact.row.ci_low = Some(interval.low);
                fact.row.ci_high = Some(interval.high);
                fact
            });
            of.collect::<Vec<Fact>>()
        };
        // If the proposed set has no edits, only the games that no correction uses are a test.
        let unchanged = check.compared.first().filter(|_| !best.moves.is_empty());
        let mut before = unchanged.map_or(vec![], |of| facts(0, &of.reference));
        let mut after = facts(best.moves.len(), tested);
        for fact in &mut after {
            if let Some(before) = before.iter().find(|of| of.row.subject == fact.row.subject) {
                fact.compare(before, level);
            }
        }
        for facts in [&mut before, &mut after] {
            judge(facts, |_| (), asked.within, level);
        }
        let corrected = best.rates.iter().flatten().any(|of| of.correction.is_some());
        Some(ByReference {
            name: check.strategy.clone(),
            within: asked.within,
            correction: corrected.then_some(best.error),
            certifies: certifies(tested, &asked.targets.by_key, asked.within, 1.0 - level),
            before,
            after,
        })
    }

    /// Returns the win rates that are significantly farther from their targets than accepted.
    pub fn beyond(&self) -> Vec<&Fact> {
        let beyond = |of: &&Fact| {
            of.standing().is_significant() && of.off().is_some_and(|off| off.abs() > self.within)
        };
        self.after.iter().filter(beyond).collect()
    }

    /// Returns the same fighter's win rate in the unchanged scenario, and with the proposed set.
    pub fn pair(&self, rate: &SetRate) -> [Option<&Fact>; 2] {
        let subject = &rate.judged.own.row.subject;
        [&self.before, &self.after].map(|of| of.iter().find(|of| of.row.subject == *subject))
    }
}
