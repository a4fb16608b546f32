//! The tables of a ladder: the ratings of bots, the results of each pair, and of each bot with each
//! fighter.

use super::play::LadderPlan;
use crate::analysis::ladder::LadderResults;
use crate::report::Tables;
use crate::report::shared::{Wins, WithoutLuck};
use crate::report::table::{Row, Unit, named, row};
use crate::stats::intervals::{self, Interval, holm};
use crate::stats::luck::Lucky;
use crate::stats::members::Between;
use crate::stats::ratings::{ELO, Encounter, Ratings, encounters, rate};

/// Points of Elo's scale: a difference of 400 points means odds of ten to one.
pub const POINTS: Unit = Unit::Signed(0, "points of Elo’s scale");

row! {
    /// One row per bot, with its rating and its win rate.
    pub struct Rating in "ratings" {
        /// The name of the bot that is rated.
        strategy: String [Unit::Word],
        /// The bot’s rating on Elo’s scale, where 0 is the mean of all bots; null with too few
        /// games.
        rating: Option<f64> [POINTS],
        /// The lower end of the rating’s confidence interval.
        rating_low: Option<f64> [POINTS],
        /// The upper end of the rating’s confidence interval.
        rating_high: Option<f64> [POINTS],
        /// How often the bot wins. A game counts once for every seat at the table that the bot has
        /// in it.
        wins: Wins,
        /// Win rate that every bot would have if all bots were equally strong.
        fair_share: f64 [Unit::Share(1)],
    }
}

named! {
    /// Verdict on the difference between two bots' ratings, with Holm's correction for the number
    /// of pairs.
    pub enum RatingVerdict {
        /// The first bot's rating is significantly higher than the second bot's.
        Stronger = "stronger",
        /// The first bot's rating is significantly lower than the second bot's.
        Weaker = "weaker",
        /// The ratings of the two bots do not differ significantly.
        Noise = "noise",
    }
}

row! {
    /// One row per two bots that played against each other, in both orders: each bot is once the
    /// first and once the second.
    pub struct Met in "encounters" {
        /// The name of the first of the two bots.
        strategy: String [Unit::Word],
        /// The name of the second of the two bots.
        opponent: String [Unit::Word],
        /// Number of games, counted once for every seat of the first bot and every seat of the
        /// second bot.
        games: u64 [Unit::Count],
        /// Number of games that the first bot won.
        wins: u64 [Unit::Count],
        /// Number of games that the second bot won; other bots won the rest.
        losses: u64 [Unit::Count],
        /// Number of games that the first bot finished in a better place than the second bot.
        finished_ahead: u64 [Unit::Count],
        /// The first bot’s rating minus the second bot’s; null if there are too few games for
        /// ratings.
        difference: Option<f64> [POINTS],
        /// The lower end of the rating difference’s confidence interval.
        ci_low: Option<f64> [POINTS],
        /// The upper end of the rating difference’s confidence interval.
        ci_high: Option<f64> [POINTS],
        /// Verdict on the first bot: `stronger`, `weaker` or `noise` (not significant), with Holm’s
        /// correction for the number of pairs; null without ratings.
        verdict: Option<RatingVerdict> [Unit::Word],
    }
}

row! {
    /// One row per bot and fighter that it has played.
    pub struct FighterRow in "bots_by_fighter" {
        /// The name of the bot that plays the fighter.
        strategy: String [Unit::Word],
        /// The key of the fighter that the bot plays.
        entrant: String [Unit::Word],
        /// How often the bot wins with the fighter.
        wins: Wins,
    }
}

row! {
    /// If bots search: one row per bot with its luck-adjusted win rate. All games with the same
    /// fighters, seats and dice are one observation.
    pub struct BotLuckAdjusted in "bots_luck_adjusted" {
        /// The name of the bot whose win rate is adjusted.
        strategy: String [Unit::Word],
        /// The bot’s luck-adjusted win rate (the luck of the dice removed).
        of: WithoutLuck,
    }
}

/// The rows of all tables of a ladder.
pub struct LadderRows {
    pub ratings: Vec<Rating>,
    pub met: Vec<Met>,
    pub with: Vec<FighterRow>,
    pub adjusted: Vec<BotLuckAdjusted>,
}

impl LadderRows {
    /// Makes the rows of all tables of a ladder; `level` is the confidence level of the intervals.
    pub fn new(plan: &LadderPlan, results: &LadderResults, level: f64) -> LadderRows {
        let profiles = plan.scenario.profiles().into_iter();
        let source = Source {
            bots: plan.bots().map(|bot| bot.name.clone()).collect(),
            fighters: profiles.map(|profile| profile.key).collect(),
            found: results,
            level,
        };
        let met = encounters(source.bots.len(), &results.games);
        let ratings = rate(source.bots.len(), &results.deals());
        LadderRows {
            ratings: source.ratings(ratings.as_ref()),
            met: source.encounters(&met, ratings.as_ref()),
            with: source.with_fighters(),
            adjusted: source.luck_adjusted(),
        }
    }

    /// Returns the tables of the report of `gong ladder`, in the order in which their results are
    /// hashed.
    pub fn tables(self) -> Tables {
        let mut tables =
            vec![Rating::table(self.ratings), Met::table(self.met), FighterRow::table(self.with)];
        if !self.adjusted.is_empty() {
            tables.push(BotLuckAdjusted::table(self.adjusted));
        }
        Tables(tables)
    }
}

/// The settings and results of a ladder from which its table rows are made.
struct Source<'a> {
    /// Names of the bots that the ladder rates, by index.
    bots: Vec<String>,
    /// Keys of the fighters in the roster, by index.
    fighters: Vec<String>,
    found: &'a LadderResults,
    /// Confidence level of intervals and verdicts, 0 to 1.
    level: f64,
}

impl Source<'_> {
    /// Converts a rating and its standard error from logits to points of Elo's scale. Returns the
    /// rating with its confidence interval.
    fn points(&self, value: f64, error: f64) -> (f64, Interval) {
        let (value, reach) = (value * ELO, intervals::z(self.level) * error * ELO);
        let (low, high) = (value - reach, value + reach);
        (value, Interval { low, high })
    }

    fn ratings(&self, ratings: Option<&Ratings>) -> Vec<Rating> {
        let row = |(bot, name): (usize, &String)| {
            let sides = self.found.games.iter().flatten();
            let mine = || sides.clone().filter(|side| usize::from(side.0) == bot);
            let games = mine().count() as u64;
            let wins = mine().filter(|side| side.1 == 1).count() as u64;
            let points = ratings.map(|of| self.points(of.of[bot], of.error(bot)));
            Rating {
                strategy: name.clone(),
                rating: points.map(|points| points.0),
                rating_low: points.map(|points| points.1.low),
                rating_high: points.map(|points| points.1.high),
                wins: Wins::new(games, wins, self.level),
                fair_share: 1.0 / self.found.sides.max(1) as f64,
            }
        };
        self.bots.iter().enumerate().map(row).collect()
    }

    fn encounters(&self, met: &[Vec<Encounter>], ratings: Option<&Ratings>) -> Vec<Met> {
        let bots = 0..self.bots.len();
        let pairs = bots.clone().flat_map(|a| (a + 1..bots.end).map(move |b| (a, b)));
        let pairs: Vec<(usize, usize)> = pairs.collect();
        let off = |a, b| ratings.map(|of| (of.of[a] - of.of[b], of.error_of_difference(a, b)));
        let z = pairs.iter().filter_map(|&(a, b)| off(a, b)).map(|(off, error)| off / error);
        let p: Vec<f64> = z.map(intervals::p_of_z).collect();
        let sure = holm(&p, 1.0 - self.level);
        let row = |a: usize, b: usize, of: &Encounter| {
            let points = off(a, b).map(|(off, error)| self.points(off, error));
            let pair = pairs.binary_search(&(a.min(b), a.max(b)));
            let sure = pair.is_ok_and(|pair| sure.get(pair).copied().unwrap_or(false));
            let verdict = points.map(|(off, _)| match (sure, off > 0.0) {
                (false, _) => RatingVerdict::Noise,
                (true, true) => RatingVerdict::Stronger,
                (true, false) => RatingVerdict::Weaker,
            });
            Met {
                strategy: self.bots[a].clone(),
                opponent: self.bots[b].clone(),
                games: of.games,
                wins: of.wins,
                losses: of.losses,
                finished_ahead: of.ahead,
                difference: points.map(|points| points.0),
                ci_low: points.map(|points| points.1.low),
                ci_high: points.map(|points| points.1.high),
                verdict,
            }
        };
        let rows = |(a, met): (usize, &Vec<Encounter>)| {
            let some = met.iter().enumerate().filter(|(_, of)| of.games > 0);
            some.map(|(b, of)| row(a, b, of)).collect::<Vec<_>>()
        };
        met.iter().enumerate().flat_map(rows).collect()
    }

    fn luck_adjusted(&self) -> Vec<BotLuckAdjusted> {
        let row = |(name, luck): (&String, &Lucky)| {
            Some(BotLuckAdjusted {
                strategy: name.clone(),
                of: WithoutLuck::new(
                    luck,
                    self.found.sides as u64,
                    Between::default(),
                    self.level,
                )?,
            })
        };
        let bots = self.bots.iter().zip(&self.found.luck);
        bots.filter_map(row).collect()
    }

    fn with_fighters(&self) -> Vec<FighterRow> {
        let mut rows = vec![];
        for (name, with) in self.bots.iter().zip(&self.found.with) {
            for (fighter, &(games, wins)) in self.fighters.iter().zip(with) {
                if games == 0 {
                    continue;
                }
                rows.push(FighterRow {
                    strategy: name.clone(),
                    entrant: fighter.clone(),
                    wins: Wins::new(games, wins, self.level),
                });
            }
        }
        rows
    }
}
