//! What `gong compare` leaves behind: what was changed, the differences, and whose win became whose.

mod changed;
mod charts;
mod page;
mod verdict;

use std::collections::BTreeMap;

use anyhow::Result;

use super::page::Page;
use super::table::{Row, Unit, row};
use super::words::decimals;
use super::{Manifest, Tables};
use crate::analysis::compare::{Held, Subject};
use crate::stats::intervals::{self, Interval};
use crate::stats::{Apart, Measure, Pairs, Values};

row! {
    /// One row per variant, fighter and measure. Entrant and strategies are null of `rounds`, the length of the games, and of the win rate of a party, which a cooperative game has.
    pub struct Difference in "differences" {
        /// The variant.
        variant: String [Unit::Word],
        /// The fighter’s key.
        entrant: Option<String> [Unit::Word],
        /// Who plays it in the first variant.
        strategy: Option<String> [Unit::Word],
        /// Who plays it in the other.
        strategy_variant: Option<String> [Unit::Word],
        /// What is compared: `win_rate`, `rounds`, or a measure of the game. A time that never came counts as the round after the game’s last.
        measure: String [Unit::Word],
        /// Pairs of games; where games are not paired, the first variant’s.
        games: u64 [Unit::Count],
        /// Games in which the two differ; null where games are not paired.
        changed: Option<u64> [Unit::Count],
        /// The first variant’s mean.
        mean: Option<f64> [Unit::Number(3, "")],
        /// The other’s.
        mean_variant: Option<f64> [Unit::Number(3, "")],
        /// The other’s mean less the first’s.
        difference: Option<f64> [Unit::Signed(3, "")],
        /// The lower end of the difference’s interval.
        ci_low: Option<f64> [Unit::Signed(3, "")],
        /// The upper end of the difference’s interval.
        ci_high: Option<f64> [Unit::Signed(3, "")],
        /// The probability of such a difference if there is none.
        p_value: f64 [Unit::Share(1)],
        /// It differs from 0, allowing for every row of the table (Holm).
        significant: bool [Unit::Flag],
        /// Of the two over the games; null where these are not paired.
        correlation: Option<f64> [Unit::Signed(2, "")],
        /// How many times as many games independent runs would have needed; null where these are not paired.
        saving: Option<f64> [Unit::Number(1, "times")],
        /// The sum of the first’s values,
        sum: u64 [Unit::Count],
        /// of the other’s,
        sum_variant: u64 [Unit::Count],
        /// of the first’s squares,
        squares: u64 [Unit::Count],
        /// of the other’s squares,
        squares_variant: u64 [Unit::Count],
        /// and of the products; null where games are not paired.
        products: Option<u64> [Unit::Count],
        /// It differs from 0, allowing for every row of its family (Holm): the win rates are one, everything else another.
        significant_in_family: bool [Unit::Flag],
        /// The other’s games: where they are paired, as many.
        games_variant: u64 [Unit::Count],
    }
}

row! {
    /// One row per variant, winner in the first variant and winner in the other.
    pub struct Winner in "winners" {
        /// The variant.
        variant: String [Unit::Word],
        /// A fighter’s key, or `team 1`, `everybody`, `nobody`.
        winner: String [Unit::Word],
        /// The same in the other.
        winner_variant: String [Unit::Word],
        /// Games.
        games: u64 [Unit::Count],
        /// The first of them.
        first_game: u64 [Unit::Ordinal],
    }
}

/// The measures that every game has.
const WIN_RATE: &str = "win_rate";
const ROUNDS: &str = "rounds";

/// The tables of a comparison. `variants` are the names of all but the first variant, in the order of `held`; `level` is that of the intervals, and
/// 1 − level the chance that any difference at all is called significant though there is none.
pub fn tables(variants: &[String], held: &[Held], level: f64) -> Tables {
    let mut rows = vec![];
    for (variant, held) in variants.iter().zip(held) {
        match held {
            Held::Paired(of) => {
                let games = (of.party.as_ref(), &of.length);
                let measures = told(&of.subjects, &of.compared, &of.measures, games);
                rows.extend(measures.map(|(of, pairs)| paired(variant, of, pairs, level)));
            }
            Held::Apart(of) => {
                let games = (of.party.as_ref(), &of.length);
                let measures = told(&of.subjects, &of.compared, &of.measures, games);
                rows.extend(measures.map(|(of, sums)| apart(variant, of, sums, level)));
            }
        }
    }
    for (row, sure) in holm(rows.iter_mut().collect(), level) {
        row.significant = sure;
    }
    for wins in [true, false] {
        let family = rows
            .iter_mut()
            .filter(|row| (row.measure == WIN_RATE) == wins);
        for (row, sure) in holm(family.collect(), level) {
            row.significant_in_family = sure;
        }
    }
    Tables(vec![
        Difference::table(rows),
        Winner::table(winners(variants, held)),
    ])
}

/// What a row tells.
#[derive(Clone, Copy)]
struct Told<'a> {
    /// The fighter; none of the length of games.
    subject: Option<&'a Subject>,
    measure: &'a str,
    values: Values,
}

/// What was counted of each subject, then of the party, and last the length of the games.
fn told<'a, T>(
    subjects: &'a [Subject],
    compared: &'a [Measure],
    measures: &'a [Vec<T>],
    (party, length): (Option<&'a T>, &'a T),
) -> impl Iterator<Item = (Told<'a>, &'a T)> {
    let of = move |(subject, counted): (&'a Subject, &'a Vec<T>)| {
        let others = compared.iter();
        let others = others.map(|measure| (measure.name, Values::from(measure.form)));
        let all = std::iter::once((WIN_RATE, Values::Shares)).chain(others);
        let told = move |(measure, values)| Told {
            subject: Some(subject),
            measure,
            values,
        };
        all.map(told).zip(counted)
    };
    let each = subjects.iter().zip(measures).flat_map(of);
    let of_games = |measure, values| Told {
        subject: None,
        measure,
        values,
    };
    let party = party.map(|party| (of_games(WIN_RATE, Values::Shares), party));
    let length = (of_games(ROUNDS, Values::Amounts), length);
    each.chain(party).chain([length])
}

/// Rows that are tested together, each with whether it differs from 0.
fn holm(rows: Vec<&mut Difference>, level: f64) -> impl Iterator<Item = (&mut Difference, bool)> {
    let p: Vec<f64> = rows.iter().map(|row| row.p_value).collect();
    rows.into_iter().zip(intervals::holm(&p, 1.0 - level))
}

/// A row of games that are paired.
fn paired(variant: &str, of: Told<'_>, pairs: &Pairs, level: f64) -> Difference {
    let tested = (pairs.interval(of.values, level), pairs.p_value(of.values));
    Difference {
        difference: pairs.difference(),
        changed: Some(pairs.changed),
        correlation: pairs.correlation(),
        saving: pairs.saving(),
        products: Some(pairs.ab),
        ..difference(variant, of, &Apart::from(pairs), tested)
    }
}

/// A row of games that are not.
fn apart(variant: &str, of: Told<'_>, sums: &Apart, level: f64) -> Difference {
    let tested = (sums.interval(of.values, level), sums.p_value(of.values));
    difference(variant, of, sums, tested)
}

fn difference(
    variant: &str,
    Told {
        subject, measure, ..
    }: Told<'_>,
    sums: &Apart,
    (interval, p_value): (Option<Interval>, f64),
) -> Difference {
    let strategy = |i: usize| subject.map(|subject| subject.strategies[i].clone());
    Difference {
        variant: variant.to_owned(),
        entrant: subject.map(|subject| subject.fighter.clone()),
        strategy: strategy(0),
        strategy_variant: strategy(1),
        measure: measure.to_owned(),
        games: sums.a.games,
        changed: None,
        mean: sums.a.mean(),
        mean_variant: sums.b.mean(),
        difference: sums.difference(),
        ci_low: interval.map(|interval| interval.low),
        ci_high: interval.map(|interval| interval.high),
        p_value,
        significant: false,
        correlation: None,
        saving: None,
        sum: sums.a.values,
        sum_variant: sums.b.values,
        squares: sums.a.squares,
        squares_variant: sums.b.squares,
        products: None,
        significant_in_family: false,
        games_variant: sums.b.games,
    }
}

impl Difference {
    /// The exact sums over its pairs; none if its games are not paired.
    pub fn pairs(&self) -> Option<Pairs> {
        Some(Pairs {
            games: self.games,
            changed: self.changed?,
            a: self.sum,
            b: self.sum_variant,
            aa: self.squares,
            bb: self.squares_variant,
            ab: self.products?,
        })
    }

    pub fn before(&self) -> f64 {
        self.mean.unwrap_or(0.0)
    }

    pub fn after(&self) -> f64 {
        self.mean_variant.unwrap_or(0.0)
    }

    /// How far it moved.
    pub fn by(&self) -> f64 {
        self.difference.unwrap_or(0.0)
    }

    /// The "±" of a report; `None` for too few games.
    pub fn half_width(&self) -> Option<f64> {
        let (low, high) = self.ends()?;
        Some((high - low) / 2.0)
    }

    /// The number of decimals that a difference of shares deserves, in percentage points.
    pub fn decimals(&self) -> usize {
        self.half_width().map_or(1, decimals)
    }

    /// The ends of the interval; `None` for too few games.
    fn ends(&self) -> Option<(f64, f64)> {
        self.ci_low.zip(self.ci_high)
    }

    /// The largest difference, up or down, that the interval holds; `None` for too few games.
    pub fn at_most(&self) -> Option<f64> {
        let (low, high) = self.ends()?;
        Some(low.abs().max(high.abs()))
    }

    /// It differs from 0, allowing for all tests of its family.
    pub fn sure(&self) -> bool {
        self.significant_in_family
    }

    /// Why a difference whose interval leaves 0 out is not called one.
    pub fn alone(&self) -> bool {
        let ends = self.ends();
        ends.is_some_and(|(low, high)| low > 0.0 || high < 0.0) && !self.sure()
    }
}

/// Of games that are paired, whose win became whose.
fn winners(variants: &[String], held: &[Held]) -> Vec<Winner> {
    let mut rows = vec![];
    for (variant, held) in variants.iter().zip(held) {
        let Held::Paired(of) = held else {
            continue;
        };
        let sides = of.sides.len();
        // A fighter whom several strategies play is one winner.
        let mut found: BTreeMap<[&String; 2], (u64, u64)> = BTreeMap::new();
        let changes = of.winners.iter().enumerate();
        for (i, change) in changes.filter(|(_, change)| change.games > 0) {
            let key = [i / sides, i % sides].map(|side| &of.sides[side]);
            let entry = found.entry(key).or_insert((0, u64::MAX));
            *entry = (entry.0 + change.games, entry.1.min(change.first_game));
        }
        for ([winner, winner_variant], (games, first_game)) in found {
            rows.push(Winner {
                variant: variant.clone(),
                winner: winner.clone(),
                winner_variant: winner_variant.clone(),
                games,
                first_game,
            });
        }
    }
    rows
}

/// The page of a comparison, from its tables and its manifest.
///
/// # Errors
/// If the tables are not those of a comparison.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::page(&page::Facts::new(tables, manifest)?, manifest))
}
