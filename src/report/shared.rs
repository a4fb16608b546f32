//! Columns that the tables of several commands share: the entrant, games and wins.

use super::table::{Unit, by_name, row};
use super::words::list;
use crate::analysis::knobs::{Knob, StepKind};
use crate::games::Provenance;
use crate::stats::intervals;
use crate::stats::luck::Lucky;
use crate::stats::members::{Between, Won};

row! {
    /// The columns with the number of games, the number of wins, and the win rate with its
    /// confidence interval.
    pub struct Wins in "" {
        /// Number of games played.
        games: u64 [Unit::Count],
        /// Number of games won.
        wins: u64 [Unit::Count],
        /// Share of games won; null without games.
        win_rate: Option<f64> [Unit::Share(1)],
        /// The lower end of the win rate’s confidence interval.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the win rate’s confidence interval.
        ci_high: f64 [Unit::Share(1)],
    }
}

row! {
    /// If bots search: one row per entrant (a fighter with its bot) that has enough games, with its
    /// luck-adjusted win rate (the luck of the dice removed).
    pub struct WithoutLuck in "luck_adjusted" {
        /// Number of games played.
        games: u64 [Unit::Count],
        /// Number of games won.
        wins: u64 [Unit::Count],
        /// The share of games won, adjusted for luck: an estimate of the win rate with less random
        /// error.
        adjusted: f64 [Unit::Share(1)],
        /// The lower end of the adjusted share’s confidence interval.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the adjusted share’s confidence interval.
        ci_high: f64 [Unit::Share(1)],
        /// Precision gained by the adjustment, as a factor: without it, this many times as many
        /// games would be needed.
        saving: f64 [Unit::Number(2, "")],
    }
}

row! {
    /// The columns that identify a changeable value of a scenario, such as a card’s defense.
    pub struct Changeable in "" {
        /// The fighter’s key; null for a rule.
        fighter: Option<String> [Unit::Word],
        /// The key of the fighter’s thing (such as a card) that has the value; null without a
        /// thing.
        thing: Option<String> [Unit::Word],
        /// The value’s name within the thing, the fighter or the rules to which it belongs.
        value: String [Unit::Word],
        /// The value’s path in the scenario, as in `rules.rounds`; positions in lists count from 0.
        field: String [Unit::Word],
        /// The value described in words, such as “card 3: defense”.
        words: String [Unit::Word],
        /// Source of the current value: `printed`, `reconstructed` or `own`; null for a rule and
        /// for a thing as a whole.
        provenance: Option<Provenance> [Unit::Word],
    }
}

by_name!(Provenance);
by_name!(StepKind);

impl From<&Knob> for Changeable {
    fn from(knob: &Knob) -> Changeable {
        Changeable {
            fighter: knob.fighter.clone(),
            thing: knob.thing.clone(),
            value: knob.name().to_owned(),
            field: knob.field.clone(),
            words: knob.words.clone(),
            provenance: knob.provenance,
        }
    }
}

/// The word that stands between the names of two values that are swapped.
const SWAPPED: &str = " swapped";

impl Changeable {
    /// Returns the description of the changeable value, without colons, so that a colon can follow:
    /// "card 3, melee".
    pub fn said(&self) -> String {
        self.words.replace(": ", ", ")
    }

    /// Returns a short description of the changeable value: "card 3, initiative". For values that
    /// are swapped, leaves out the second value.
    pub fn short(&self) -> String {
        let said = self.said();
        said.split(SWAPPED).next().unwrap_or_default().to_owned()
    }

    /// Returns the description of a changed value: "card 3, defense: 3 instead of 4", or "card 1,
    /// initiative: swapped with card 2".
    pub fn change(&self, kind: StepKind, from: &str, to: &str) -> String {
        match kind {
            StepKind::Swap => self.said().replace(SWAPPED, &format!(":{SWAPPED}")),
            _ => format!("{}: {to} instead of {from}", self.said()),
        }
    }
}

impl WithoutLuck {
    /// Computes the luck-adjusted win rate from the observations in `of`. Each observation combines
    /// `each` games; `between` is what differs between trainings, and `level` the confidence level.
    /// Returns `None` if there are too few observations to estimate the effect of luck.
    pub fn new(of: &Lucky, each: u64, between: Between, level: f64) -> Option<WithoutLuck> {
        let adjusted = of.adjusted()?;
        let rate = adjusted.rate(each as f64);
        let interval = between.widen(rate, adjusted.interval(each as f64, level), level);
        Some(WithoutLuck {
            games: of.observations() * each,
            wins: of.wins(),
            adjusted: rate,
            ci_low: interval.low,
            ci_high: interval.high,
            saving: adjusted.saving,
        })
    }

    /// Returns the number after "±", see [`margin_of_error`].
    pub fn margin_of_error(&self) -> f64 {
        margin_of_error(self.adjusted, self.ci_low, self.ci_high)
    }

    /// Returns a sentence about the precision that luck-adjusted win rates gain over plain win
    /// rates; `None` if `all` is empty.
    pub fn note(all: &[WithoutLuck]) -> Option<String> {
        let mean = all.iter().map(|of| of.saving).sum::<f64>() / all.len() as f64;
        (!all.is_empty()).then(|| {
            format!(
                "The win rates are luck-adjusted: the luck of the dice is removed. They are as \
                 precise as plain win rates from {mean:.1} times as many games."
            )
        })
    }
}

impl Wins {
    /// Returns the win rate of somebody, with the interval that holds for another training.
    pub fn of(won: &Won, level: f64) -> Wins {
        let interval = won.interval(level);
        Wins {
            games: won.games(),
            wins: won.wins(),
            win_rate: share(won.wins(), won.games()),
            ci_low: interval.low,
            ci_high: interval.high,
        }
    }

    /// Returns the win rate, 0 to 1; 0 if no games were played.
    pub fn rate(&self) -> f64 {
        self.win_rate.unwrap_or(0.0)
    }

    /// Returns the number of games of a single bot with which the interval at this level would be
    /// as wide, see [`Won::effective`].
    pub fn effective_games(&self, level: f64) -> f64 {
        let (rate, reach) = (self.rate(), (self.ci_high - self.ci_low) / 2.0);
        let games = intervals::z(level).powi(2) * rate * (1.0 - rate) / (reach * reach);
        match rate {
            0.0 | 1.0 => self.games as f64,
            _ => games.min(self.games as f64).max(1.0),
        }
    }

    /// Returns the number after "±", see [`margin_of_error`]. Without games, returns half of the
    /// whole range.
    pub fn margin_of_error(&self) -> f64 {
        let rate = self.win_rate.unwrap_or(0.5);
        margin_of_error(rate, self.ci_low, self.ci_high)
    }
}

/// Returns the number that stands after "±" behind a value, such as a rate or a difference: the
/// half-width of its confidence interval from `low` to `high`. If the interval is very asymmetric,
/// as near 0 and 1, returns the distance to its farther end, so that the stated range contains the
/// whole interval.
pub fn margin_of_error(rate: f64, low: f64, high: f64) -> f64 {
    /// Largest ratio of the two distances at which the half-width is returned.
    const SYMMETRIC: f64 = 1.5;
    let (below, above) = (rate - low, high - rate);
    match below.max(above) > SYMMETRIC * below.min(above) {
        true => below.max(above),
        false => (high - low) / 2.0,
    }
}

/// Returns the number after "±" behind a value, see [`margin_of_error`]; `None` if the value or an
/// end of its interval is missing.
pub fn known_margin_of_error(
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
) -> Option<f64> {
    Some(margin_of_error(value?, low?, high?))
}

/// Maximum number of names that a sentence lists; a sentence with more names gives their number.
const MOST_NAMED: usize = 12;

/// Lists names in a sentence. With more than `most` names (by default twelve), gives numbers
/// instead, see [`part_of`].
pub fn named<S: AsRef<str>>(names: &[S], all: usize, several: &str, most: Option<usize>) -> String {
    match names.len() {
        some if some > most.unwrap_or(MOST_NAMED) => part_of(some, all, several),
        _ => list(names),
    }
}

/// Formats a part of `all` things: "45 of 50 fighters", "all 50 fighters", or "both sides".
pub fn part_of(part: usize, all: usize, several: &str) -> String {
    match part == all {
        true if all == 2 => format!("both {several}"),
        true => format!("all {all} {several}"),
        false => format!("{part} of {all} {several}"),
    }
}

/// Returns `part` divided by `whole`; `None` if `whole` is 0.
pub fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// Returns the items sorted in descending order by the result of `number`.
pub fn descending<T>(things: impl IntoIterator<Item = T>, number: impl Fn(&T) -> f64) -> Vec<T> {
    let mut sorted: Vec<T> = things.into_iter().collect();
    sorted.sort_by(|a, b| number(b).total_cmp(&number(a)));
    sorted
}

/// Returns the greatest of some numbers, but at least 10⁻⁹, because callers divide by the result.
pub fn greatest(numbers: impl IntoIterator<Item = f64>) -> f64 {
    numbers.into_iter().fold(1e-9, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_around_a_rate_is_not_narrower_than_its_interval() {
        // Wilson's interval of 0 of 30 games is 0 to 11.4 %, that of 15 is 33.2 to 66.8 %.
        let margin = |games, wins| Wins::of(&Won::new(games, wins), 0.95).margin_of_error();
        let thousandths = |wins| (margin(30, wins) * 1e3).round();
        assert_eq!([0, 15, 30].map(thousandths), [114.0, 168.0, 114.0]);
        assert_eq!(margin(0, 0), 0.5);
    }

    #[test]
    fn many_names_are_counted() {
        let names: Vec<String> = (0..13).map(|name| name.to_string()).collect();
        let said = |names: &[String], most| named(names, 13, "fighters", most);
        assert_eq!(said(&names[..2], None), "0 and 1");
        assert_eq!(said(&names[..4], Some(3)), "4 of 13 fighters");
        assert_eq!(said(&names, None), "all 13 fighters");
    }
}
