//! The results of a ladder: its bots, ordered from the strongest to the weakest.

use super::tables::{BotLuckAdjusted, FighterRow, LadderRows, Met, Rating, RatingVerdict};
use crate::questions::findings::ladder::Finding;
use crate::report::people::People;
use crate::report::shared::{WithoutLuck, descending, known_margin_of_error};
use crate::report::words::level;
use crate::report::{BotNote, Manifest};

/// Maximum number of bots that the headline names in the order of their strength. With more bots,
/// the headline names the strongest and the weakest.
pub const MANY: usize = 6;
/// Maximum number of findings about single bots.
const MOST: usize = 4;

/// The results of a ladder, in the form that the report's page and charts need.
pub struct Standings {
    pub level: f64,
    /// The ratings of the bots, the strongest first.
    pub bots: Vec<Rating>,
    /// The comparison of every two bots that played against each other.
    pub met: Vec<Met>,
    /// The results of each bot with each fighter that it played.
    pub with: Vec<FighterRow>,
    /// Luck-adjusted win rate of each bot, in the order of the ratings; `None` for a bot whose luck
    /// was not measured.
    pub adjusted: Vec<Option<WithoutLuck>>,
    pub people: People,
    /// Decisions per second of each bot, to two significant figures; `None` for a bot whose time
    /// was not measured.
    pub speeds: Vec<Option<f64>>,
}

impl Standings {
    pub fn new(rows: &LadderRows, manifest: &Manifest) -> Standings {
        let mut bots = rows.ratings.clone();
        bots = descending(bots, |bot| bot.wins.rate());
        bots = descending(bots, |bot| bot.rating.unwrap_or(0.0));
        let speed = |bot: &Rating| {
            let note = manifest.bots.iter().find(|note| note.strategy == bot.strategy)?;
            speed(note)
        };
        let adjusted = |bot: &Rating| {
            let of = |row: &&BotLuckAdjusted| row.strategy == bot.strategy;
            rows.adjusted.iter().find(of).map(|row| row.of.clone())
        };
        Standings {
            level: manifest.level,
            adjusted: bots.iter().map(adjusted).collect(),
            speeds: bots.iter().map(speed).collect(),
            bots,
            met: rows.met.clone(),
            with: rows.with.clone(),
            people: People::of(manifest),
        }
    }

    /// Returns the index of the bot with this name in `bots`, which begins with the strongest bot.
    pub fn place(&self, name: &str) -> usize {
        let found = self.bots.iter().position(|bot| bot.strategy == name);
        found.unwrap_or(0)
    }

    /// Returns the comparison of the bot with index `place` and the next weaker bot.
    fn step(&self, place: usize) -> Option<&Met> {
        let (bot, next) = (self.bots.get(place)?, self.bots.get(place + 1)?);
        let same = |met: &&Met| met.strategy == bot.strategy && met.opponent == next.strategy;
        self.met.iter().find(same)
    }

    /// Returns whether the bot with index `place` is significantly stronger than the next weaker
    /// bot.
    pub fn certain(&self, place: usize) -> bool {
        let verdict = self.step(place).and_then(|met| met.verdict);
        verdict == Some(RatingVerdict::Stronger)
    }

    /// Returns whether a bot is significantly stronger than another bot.
    fn beats(&self, bot: &str, other: &str) -> bool {
        let same = |met: &&Met| met.strategy == bot && met.opponent == other;
        let met = self.met.iter().find(same);
        met.is_some_and(|met| met.verdict == Some(RatingVerdict::Stronger))
    }

    /// Returns the explanation of luck-adjusted win rates for the page; `None` if luck was not
    /// measured.
    pub fn note(&self) -> Option<String> {
        WithoutLuck::note(self.adjusted.iter().flatten())
    }

    /// Returns the headline and the findings of the report.
    pub fn findings(&self) -> (Finding, Vec<Finding>) {
        if self.bots.iter().all(|bot| bot.rating.is_none()) {
            return (Finding::UnratedBots, vec![]);
        }
        let bots = || self.bots.iter().map(|bot| bot.strategy.clone());
        let all = self.bots.len();
        let headline = match (all > MANY, bots().next().zip(bots().next_back())) {
            (true, Some((first, last))) => {
                // Bots that are not significantly weaker than the first bot, and bots that are not
                // significantly stronger than the last bot.
                let best = bots().filter(|bot| !self.beats(&first, bot)).collect();
                let worst = bots().filter(|bot| !self.beats(bot, &last)).collect();
                let ends = self.beats(&first, &last).then_some([best, worst]);
                Finding::BestAndWorstBots { all, ends }
            }
            _ => {
                let certain = (0..all).map(|place| self.certain(place));
                Finding::BotsByStrength(bots().zip(certain).collect())
            }
        };
        let step = |place: usize| {
            let (bot, met) = (&self.bots[place], self.step(place)?);
            let points = met.difference?;
            self.certain(place).then(|| Finding::StrongerBot {
                bot: bot.strategy.clone(),
                next: met.opponent.clone(),
                points,
                margin_of_error: known_margin_of_error(met.difference, met.ci_low, met.ci_high)
                    .unwrap_or(0.0),
                share: expected(points),
            })
        };
        let mut findings: Vec<Finding> = (0..all).filter_map(step).collect();
        findings.truncate(MOST);
        let stronger = |met: &&Met| met.verdict == Some(RatingVerdict::Stronger);
        let differ = self.met.iter().filter(stronger).count();
        // Every pair has two rows, one for each of its bots.
        let pairs = self.met.len() / 2;
        if all > 2 && differ < pairs {
            findings.push(Finding::PairsDiffer { differ, pairs });
        }
        (headline, findings)
    }

    /// Describes the statistical methods.
    pub fn method(&self) -> String {
        let (level, several) = (level(self.level), self.people.several());
        format!(
            "Ratings are in Elo points, and the mean rating of all bots is 0. The statistical model \
             is Plackett-Luce (for two sides, Bradley-Terry). “±” is half of the width of the \
             {level} confidence interval. Games with the same {several}, seats and dice count as one \
             observation: each has as many games as there are bots, which change seats after each \
             game. “Stronger” means significantly stronger after correction for the number of pairs \
             of bots (Holm)."
        )
    }
}

/// Probability of beating a single opponent whose rating is `points` lower (Elo).
fn expected(points: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-points / 400.0))
}

/// Returns the number of decisions per second of a bot, to two significant figures (the precision
/// of the measurement).
fn speed(note: &BotNote) -> Option<f64> {
    let speed = note.decisions as f64 / note.seconds;
    let unit = libm::exp10((libm::log10(speed.max(1.0)).floor() - 1.0).max(0.0));
    (note.seconds > 0.0).then(|| (speed / unit).round() * unit)
}
