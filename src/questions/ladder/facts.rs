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
/// Maximum number of bots that the headline names in the order of their strength.
const NAMED: usize = 6;
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
    /// True if the bot is significantly stronger than the next one.
    pub is_stronger: bool,
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
                is_stronger: false,
            }
        };
        let by_wins = descending(names.iter().enumerate().map(bot), |bot| bot.wins.value());
        let mut bots = descending(by_wins, |bot| bot.rating.value());
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
        for (bot, pair) in bots.iter_mut().zip(with_next(&pairs)) {
            bot.is_stronger = pair.standing() == Standing::Above;
        }
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

    /// Returns the headline and the findings of the report.
    pub fn findings(&self) -> (Finding, Vec<Finding>) {
        if self.bots.iter().all(|bot| bot.rating.row.value.is_none()) {
            return (Finding::UnratedBots, vec![]);
        }
        let named = self.bots.iter().take(NAMED).map(|bot| (bot.name.clone(), bot.is_stronger));
        let headline = Finding::BotsByStrength { bots: named.collect(), all: self.bots.len() };
        let steps = self.bots.iter().zip(&self.bots[1..]).zip(with_next(&self.pairs));
        let steps = steps.filter(|((bot, _), _)| bot.is_stronger).map(|((bot, next), pair)| {
            let points = pair.row.change.unwrap_or(0.0);
            Finding::StrongerBot {
                bot: bot.name.clone(),
                next: next.name.clone(),
                points,
                margin_of_error: pair.margin_of_error(),
                share: expected(points),
            }
        });
        (headline, steps.take(MOST).collect())
    }
}

/// Returns the comparison of each bot with the next one.
fn with_next(pairs: &[Fact]) -> impl Iterator<Item = &Fact> {
    pairs.chunk_by(|a, b| a.row.player == b.row.player).map(|of| &of[0])
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
