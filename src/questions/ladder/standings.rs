//! The results of a ladder: its bots, ordered from the strongest to the weakest.

use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::tables::{BotLuckAdjusted, FighterRow, LadderRows, Met, Rating, RatingVerdict};
use crate::report::people::People;
use crate::report::sentences::Sentences;
use crate::report::shared::{WithoutLuck, descending, known_margin_of_error};
use crate::report::words::either;
use crate::report::{BotNote, Manifest};

/// Maximum number of bots that the headline names in the order of their strength. With more bots,
/// the headline names the strongest and the weakest.
pub const MANY: usize = 6;
/// Maximum number of the strongest, and of the weakest bots that the headline names.
const NAMED: usize = 3;

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

    /// Returns the headline, the verdict and the method of the report as sentences.
    ///
    /// # Errors
    /// Fails if the template is faulty.
    pub fn sentences(&self) -> anyhow::Result<Sentences> {
        let step = |(place, bot): (usize, &Rating)| {
            let met = self.step(place);
            let points = met.and_then(|met| met.difference);
            Step {
                bot: bot.strategy.clone(),
                next: self.bots.get(place + 1).map(|bot| bot.strategy.clone()),
                certain: self.certain(place),
                points,
                margin_of_error: met
                    .and_then(|met| known_margin_of_error(points, met.ci_low, met.ci_high)),
                share: points.map(expected),
            }
        };
        let steps: Vec<Step> = self.bots.iter().enumerate().map(step).collect();
        let bots = || self.bots.iter().map(|bot| bot.strategy.as_str());
        let (first, last) = (bots().next(), bots().next_back());
        // Bots that are not significantly weaker than the first bot, and bots that are not
        // significantly stronger than the last bot.
        let strongest = bots().filter(|bot| first.is_some_and(|of| !self.beats(of, bot)));
        let weakest = bots().filter(|bot| last.is_some_and(|of| !self.beats(bot, of)));
        let tied = first.zip(last).is_some_and(|(first, last)| !self.beats(first, last));
        let stronger = |met: &&Met| met.verdict == Some(RatingVerdict::Stronger);
        Sentences::render(
            include_str!("sentences.j2"),
            context! {
                steps => Serde(steps),
                strongest => named(strongest),
                weakest => named(weakest),
                tied,
                differ => self.met.iter().filter(stronger).count(),
                // Every pair has two rows, one for each of its bots.
                pairs => self.met.len() / 2,
                MANY,
                rated => self.bots.iter().any(|bot| bot.rating.is_some()),
                level => self.level,
                several => self.people.several(),
            },
        )
    }
}

/// A bot and its comparison with the next weaker bot, for a template.
#[derive(Serialize)]
struct Step {
    bot: String,
    next: Option<String>,
    /// True if the next weaker bot has a significantly lower rating.
    certain: bool,
    /// Rating of the bot minus that of the next weaker bot, in points of Elo's scale.
    points: Option<f64>,
    /// Number after “±” of the rating difference, in points of Elo's scale.
    margin_of_error: Option<f64>,
    /// Expected share of games won by the stronger bot, among the games that one of the two bots
    /// wins; 0 to 1.
    share: Option<f64>,
}

/// Lists bots as alternatives, as in “a”, “b” or “c”. Names only the first of many bots.
fn named<'a>(bots: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<String> = bots.map(|bot| format!("“{bot}”")).collect();
    if names.len() > NAMED + 1 {
        let more = names.len() - NAMED;
        names.truncate(NAMED);
        names.push(format!("one of {more} others"));
    }
    either(names)
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
