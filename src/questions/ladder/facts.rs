//! The facts of a ladder: the rating and the win rates of each bot, and the comparison of every two
//! bots.

use super::play::LadderPlan;
use crate::analysis::ladder::LadderResults;
use crate::questions::facts::{Fact, ResultRow, SubjectKind};
use crate::questions::findings::ladder::Finding;
use crate::questions::judge::judge;
use crate::report::shared::descending;
use crate::report::standing::Standing;
use crate::stats::intervals::{Interval, p_of_z, z};
use crate::stats::members::Won;
use crate::stats::ratings::{ELO, Encounter, encounters, rate};

/// Name of the measure of a bot's strength, in points of Elo's scale.
const RATING: &str = "rating";
/// Maximum number of bots that the headline names in the order of their strength. With more bots,
/// the headline names the strongest and the weakest.
const MANY: usize = 6;
/// Maximum number of findings about single bots.
const MOST: usize = 4;

/// The results of a ladder.
pub struct LadderFacts {
    /// The bots, the strongest first.
    pub bots: Vec<RatedBot>,
    /// The judged comparison of every two bots, the stronger bot first: of the strongest bot with
    /// each other bot, then of the next bot with each weaker bot, and so on.
    pub pairs: Vec<Fact>,
    /// The win rates of each bot with each fighter.
    pub fighters: Vec<Fact>,
}

/// A bot with its facts.
pub struct RatedBot {
    pub name: String,
    /// The rating, without a value if there are too few games.
    pub rating: Fact,
    pub wins: Fact,
}

impl LadderFacts {
    /// Computes the facts at a confidence level.
    pub fn new(plan: &LadderPlan, results: &LadderResults, level: f64) -> LadderFacts {
        let names: Vec<String> = plan.bots().map(|bot| bot.name.clone()).collect();
        let ratings = rate(names.len(), &results.deals());
        let ratings = ratings.as_ref();
        let bot = |(bot, name): (usize, &String)| {
            let sides = results.games.iter().flatten();
            let own = || sides.clone().filter(|side| usize::from(side.0) == bot);
            let wins = own().filter(|side| side.1 == 1).count() as u64;
            let won = Won::new(own().count() as u64, wins);
            let about = (name.as_str(), SubjectKind::Bot, name.as_str());
            let points = ratings.map(|of| points(of.of[bot], of.error(bot), level));
            let rating = points.map(|(value, interval)| (value, Some(interval)));
            let fair = 1.0 / results.sides.max(1) as f64;
            RatedBot {
                name: name.clone(),
                rating: Fact::measured(about, RATING, won.games(), rating),
                wins: Fact::wins(about, won, Some(fair), usize::MAX, level),
            }
        };
        let by_wins = descending(names.iter().enumerate().map(bot), |bot| bot.wins.value());
        let bots = descending(by_wins, |bot| bot.rating.value());
        let met = encounters(names.len(), &results.games);
        let index = |bot: &RatedBot| names.iter().position(|name| *name == bot.name).unwrap_or(0);
        let mut pairs = vec![];
        for (place, bot) in bots.iter().enumerate() {
            for weaker in &bots[place + 1..] {
                let [a, b] = [bot, weaker].map(index);
                let off = ratings.map(|of| (of.of[a] - of.of[b], of.error_of_difference(a, b)));
                pairs.push(compared([bot, weaker], &met[a][b], off, level));
            }
        }
        judge(&mut pairs, |_| (), 0.0, level);
        let profiles = plan.scenario.profiles();
        let with = names.iter().zip(&results.with).flat_map(|(name, with)| {
            profiles.iter().zip(with).map(move |(profile, &(games, wins))| {
                let about = (name.as_str(), SubjectKind::Fighter, profile.key.as_str());
                Fact::wins(about, Won::new(games, wins), None, usize::MAX, level)
            })
        });
        let fighters = with.filter(|fact| fact.row.games > 0).collect();
        LadderFacts { bots, pairs, fighters }
    }

    /// Returns all facts, for the table of results.
    pub fn all(&self) -> impl Iterator<Item = &Fact> {
        let bots = self.bots.iter().flat_map(|bot| [&bot.rating, &bot.wins]);
        bots.chain(&self.pairs).chain(&self.fighters)
    }

    /// Returns the comparison of the bot at index `place` with the bot at the greater index
    /// `other`.
    fn pair(&self, place: usize, other: usize) -> &Fact {
        let before: usize = (0..place).map(|stronger| self.bots.len() - 1 - stronger).sum();
        &self.pairs[before + other - place - 1]
    }

    /// Returns whether the bot at index `place` is significantly stronger than the bot at index
    /// `other`.
    pub fn beats(&self, place: usize, other: usize) -> bool {
        place < other
            && other < self.bots.len()
            && self.pair(place, other).standing() == Standing::Above
    }

    /// Returns the headline and the findings of the report.
    pub fn findings(&self) -> (Finding, Vec<Finding>) {
        if self.bots.iter().all(|bot| bot.rating.row.value.is_none()) {
            return (Finding::UnratedBots, vec![]);
        }
        let all = self.bots.len();
        let last = all - 1;
        let name = |place: usize| self.bots[place].name.clone();
        let headline = match all > MANY {
            true => {
                // Bots that are not significantly weaker than the first bot, and bots that are not
                // significantly stronger than the last bot.
                let best = (0..all).filter(|&place| !self.beats(0, place)).map(name).collect();
                let worst = (0..all).filter(|&place| !self.beats(place, last)).map(name).collect();
                let ends = self.beats(0, last).then_some([best, worst]);
                Finding::BestAndWorstBots { all, ends }
            }
            false => Finding::BotsByStrength(
                (0..all).map(|place| (name(place), self.beats(place, place + 1))).collect(),
            ),
        };
        let steps = (0..last).filter(|&place| self.beats(place, place + 1)).map(|place| {
            let pair = self.pair(place, place + 1);
            let points = pair.row.change.unwrap_or(0.0);
            Finding::StrongerBot {
                bot: name(place),
                next: name(place + 1),
                points,
                margin_of_error: pair.margin_of_error(),
                share: expected(points),
            }
        });
        let mut findings: Vec<Finding> = steps.take(MOST).collect();
        let pairs = self.pairs.len();
        let differ = self.pairs.iter().filter(|pair| pair.standing().is_significant()).count();
        if all > 2 && differ < pairs {
            findings.push(Finding::PairsDiffer { differ, pairs });
        }
        (headline, findings)
    }
}

/// Converts a rating or a difference of ratings with its standard error from logits to points of
/// Elo's scale. Returns the value with its confidence interval.
fn points(value: f64, error: f64, level: f64) -> (f64, Interval) {
    let (value, reach) = (value * ELO, z(level) * error * ELO);
    (value, Interval { low: value - reach, high: value + reach })
}

/// Compares two bots, of which the first is the stronger. `off` is the difference of their ratings
/// in logits with its standard error. The games of the fact are those that one of the two won.
fn compared(
    [stronger, weaker]: [&RatedBot; 2],
    met: &Encounter,
    off: Option<(f64, f64)>,
    level: f64,
) -> Fact {
    let names = format!("{}+{}", stronger.name, weaker.name);
    let about = (stronger.name.as_str(), SubjectKind::Pair, names.as_str());
    let rating = stronger.rating.row.value.map(|rating| (rating, None));
    let mut fact = Fact::measured(about, RATING, met.wins + met.losses, rating);
    fact.row.wins = Some(met.wins);
    if let Some((off, error)) = off {
        let (change, interval) = points(off, error, level);
        fact.row = ResultRow {
            base: weaker.rating.row.value,
            change: Some(change),
            change_low: Some(interval.low),
            change_high: Some(interval.high),
            p: Some(p_of_z(off / error)),
            ..fact.row
        };
    }
    fact
}

/// Returns the probability that a bot beats another bot whose rating is lower by `points` (Elo).
fn expected(points: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-points / 400.0))
}
