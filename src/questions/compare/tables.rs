//! The tables of a comparison of scenario variants: the differences, and the winners in both
//! variants.

use std::collections::BTreeMap;

use super::counts::VariantCounts;
use crate::analysis::pairs::{GroupPairs, PairTally, Subject};
use crate::questions::facts::WIN_RATE;
use crate::report::sentences::Standing;
use crate::report::shared::margin_of_error;
use crate::report::table::{Row, Unit, row};
use crate::report::words::decimals;
use crate::report::{Table, Tables};
use crate::stats::intervals::{self, Interval};
use crate::stats::sequential::always_valid;
use crate::stats::{Apart, Measure, PairKind, Pairs};

row! {
    /// One row per variant of the scenario, fighter and measure. Entrant and strategies are null
    /// for `rounds` (the length of the games), and for the win rate of the party in a cooperative
    /// game.
    pub struct Difference in "differences" {
        /// The variant of the scenario that is compared with the first variant.
        variant: String [Unit::Word],
        /// The key (identifier) of the fighter; null if the row is not about a single fighter.
        entrant: Option<String> [Unit::Word],
        /// The bot that plays the fighter in the first variant.
        strategy: Option<String> [Unit::Word],
        /// The bot that plays the fighter in this variant.
        strategy_variant: Option<String> [Unit::Word],
        /// The measure that is compared: `win_rate`, `rounds`, or a measure of the game. If the
        /// measure is the round of an event, games without the event count as one round more than
        /// they lasted.
        measure: String [Unit::Word],
        /// Number of pairs of games; if games are not paired, the number of games of the first
        /// variant.
        games: u64 [Unit::Count],
        /// Number of games in which the measure differs between the two variants; null if games are
        /// not paired.
        changed: Option<u64> [Unit::Count],
        /// Mean of the compared measure in the first variant.
        mean: Option<f64> [Unit::Number(3, "")],
        /// Mean of the compared measure in this variant.
        mean_variant: Option<f64> [Unit::Number(3, "")],
        /// Mean of the measure in this variant minus its mean in the first variant.
        difference: Option<f64> [Unit::Signed(3, "")],
        /// The lower end of the difference’s confidence interval.
        ci_low: Option<f64> [Unit::Signed(3, "")],
        /// The upper end of the difference’s confidence interval.
        ci_high: Option<f64> [Unit::Signed(3, "")],
        /// The p-value: the probability of a difference at least as large if the true difference is
        /// 0.
        p_value: f64 [Unit::Share(1)],
        /// True if the difference is significant after correction for all rows of the table (Holm).
        significant: bool [Unit::Flag],
        /// The correlation of the measure’s values in the two variants over all games; null if
        /// games are not paired.
        correlation: Option<f64> [Unit::Signed(2, "")],
        /// Number of games that independent runs would need for the same precision, as a multiple
        /// of the games played; null if games are not paired.
        saving: Option<f64> [Unit::Number(1, "times")],
        /// Sum of the measure over all games of the first variant.
        sum: u64 [Unit::Count],
        /// Sum of the measure over all games of this variant.
        sum_variant: u64 [Unit::Count],
        /// Sum of the squares of the measure over all games of the first variant.
        squares: u64 [Unit::Count],
        /// Sum of the squares of the measure over all games of this variant.
        squares_variant: u64 [Unit::Count],
        /// Sum over all pairs of games of the product of the measure’s values in the two variants;
        /// null if games are not paired.
        products: Option<u64> [Unit::Count],
        /// True if the difference is significant after correction for all rows of its family
        /// (Holm): the win rates are one family, everything else is another.
        significant_in_family: bool [Unit::Flag],
        /// Number of games of this variant; equals the number of games of the first variant if
        /// games are paired.
        games_variant: u64 [Unit::Count],
    }
}

row! {
    /// One row per variant of the scenario and pair of winners: the winner in the first variant,
    /// and the winner of the same games in this variant.
    pub struct Winner in "winners" {
        /// The variant of the scenario that is compared with the first variant.
        variant: String [Unit::Word],
        /// The winner in the first variant: a fighter’s key, or `team 1`, `everybody`, `nobody`.
        winner: String [Unit::Word],
        /// The winner of the same games in this variant: a fighter’s key, or `team 1`, `everybody`,
        /// `nobody`.
        winner_variant: String [Unit::Word],
        /// Number of games with this winner in the first variant and this winner in the other
        /// variant.
        games: u64 [Unit::Count],
        /// Number of the first game with these two winners; games are numbered from 0.
        first_game: u64 [Unit::Ordinal],
    }
}

/// Name by which tables list the number of rounds of a game among the measures.
const ROUNDS: &str = "rounds";

/// The differences between one variant of the scenario and the first variant, as rows of tables.
pub struct VariantEffects {
    /// For each fighter: the row of the win rate, followed by the rows of the other compared
    /// measures.
    pub fighters: Vec<Vec<Difference>>,
    /// The row of the win rate of the party (all players together); `None` unless the game is
    /// cooperative.
    pub party: Option<Difference>,
    /// The row of the difference in the number of rounds per game.
    pub length: Difference,
    /// The rows of games by their winners in the two variants; empty if games are not paired.
    pub winners: Vec<Winner>,
}

/// Makes the table rows of all variants, with their names. `level` is the confidence level of the
/// intervals. The probability of any false significant result is at most 1 − `level`; if the games
/// are `growing`, over all numbers of games together.
pub fn effects<'a>(
    names: impl Iterator<Item = &'a str>,
    counts: &[VariantCounts],
    level: f64,
    growing: bool,
) -> Vec<VariantEffects> {
    let each = names.zip(counts);
    let mut effects: Vec<VariantEffects> =
        each.map(|(name, counts)| VariantEffects::new(name, counts, level)).collect();
    if growing {
        let rows = effects.iter_mut().flat_map(VariantEffects::rows_mut);
        rows.for_each(Difference::repeat_test);
    }
    for (row, sure) in holm(effects.iter_mut().flat_map(VariantEffects::rows_mut), level) {
        row.significant = sure;
    }
    for wins in [true, false] {
        let rows = effects.iter_mut().flat_map(VariantEffects::rows_mut);
        let family = rows.filter(|row| (row.measure == WIN_RATE) == wins);
        for (row, sure) in holm(family, level) {
            row.significant_in_family = sure;
        }
    }
    effects
}

/// The differences between the variants if the reference player plays.
pub struct ReferenceEffects {
    /// Number of games that the reference player played of each variant.
    pub games: u64,
    pub effects: Vec<VariantEffects>,
    /// The counts of the games, from which the effects are computed.
    pub counts: Vec<VariantCounts>,
}

/// Name of the table of the differences if the reference player plays. Its columns are those of
/// [`Difference`].
const REFERENCE: &str = "reference_differences";

/// Makes the tables of the report of `gong compare`.
pub fn tables(effects: &[VariantEffects], reference: Option<&ReferenceEffects>) -> Tables {
    let winners = effects.iter().flat_map(|of| &of.winners).cloned();
    let mut tables = vec![differences(effects), Winner::table(winners.collect())];
    tables.extend(reference.map(|of| of_reference(&of.effects)));
    Tables(tables)
}

/// Returns all tables that `gong compare` can write, without rows.
pub fn every() -> Vec<Table> {
    let mut tables = tables(&[], None).0;
    tables.push(of_reference(&[]));
    tables
}

fn differences(effects: &[VariantEffects]) -> Table {
    let rows = effects.iter().flat_map(VariantEffects::rows).cloned();
    Difference::table(rows.collect())
}

/// Makes the table of the differences if the reference player plays.
fn of_reference(effects: &[VariantEffects]) -> Table {
    Table {
        name: REFERENCE.to_owned(),
        meaning: "As the table `differences`, if the reference player (a search that plays the \
                  first games again) plays every seat."
            .to_owned(),
        ..differences(effects)
    }
}

/// Tests the differences in these rows as one family with Holm's correction. Returns each row with
/// whether its difference is significant.
fn holm<'a>(
    rows: impl Iterator<Item = &'a mut Difference>,
    level: f64,
) -> impl Iterator<Item = (&'a mut Difference, bool)> {
    let rows: Vec<&mut Difference> = rows.collect();
    let p: Vec<f64> = rows.iter().map(|row| row.p_value).collect();
    rows.into_iter().zip(intervals::holm(&p, 1.0 - level))
}

impl VariantEffects {
    fn new(variant: &str, counts: &VariantCounts, level: f64) -> VariantEffects {
        match counts {
            VariantCounts::Paired(of) => {
                let row = |about: About<'_>, pairs: &Pairs| {
                    Difference::new(variant, about, Apart::from(pairs), Some(pairs), level)
                };
                VariantEffects {
                    fighters: fighters(&of.subjects, &of.compared, &of.pooled(), row),
                    party: of.party.as_ref().map(|of| row(About::GROUP, of)),
                    length: row(About::LENGTH, &of.length),
                    winners: winners(variant, of),
                }
            }
            VariantCounts::Apart(of) => {
                let row = |about: About<'_>, sums: &Apart| {
                    Difference::new(variant, about, *sums, None, level)
                };
                VariantEffects {
                    fighters: fighters(&of.subjects, &of.compared, &of.pooled(), row),
                    party: of.party.as_ref().map(|of| row(About::GROUP, of)),
                    length: row(About::LENGTH, &of.length),
                    winners: vec![],
                }
            }
        }
    }

    fn rows(&self) -> impl Iterator<Item = &Difference> {
        let fighters = self.fighters.iter().flatten();
        fighters.chain(&self.party).chain([&self.length])
    }

    fn rows_mut(&mut self) -> impl Iterator<Item = &mut Difference> {
        let fighters = self.fighters.iter_mut().flatten();
        fighters.chain(&mut self.party).chain([&mut self.length])
    }
}

/// What a row of the table of differences is about: the fighter, the measure and the kind of
/// values.
struct About<'a> {
    subject: Option<&'a Subject>,
    measure: &'a str,
    values: PairKind,
}

impl About<'_> {
    /// The win rate of a group of fighters, such as the party or a faction.
    const GROUP: About<'static> =
        About { subject: None, measure: WIN_RATE, values: PairKind::Shares };
    const LENGTH: About<'static> =
        About { subject: None, measure: ROUNDS, values: PairKind::Amounts };
}

/// Makes the table rows of each fighter. `counted` holds each fighter's counters, by measure.
fn fighters<T>(
    subjects: &[Subject],
    compared: &[Measure],
    counted: &[Vec<T>],
    row: impl Fn(About<'_>, &T) -> Difference,
) -> Vec<Vec<Difference>> {
    let others = || compared.iter().map(|of| (of.name, PairKind::from(of.form)));
    let measures = || std::iter::once((WIN_RATE, PairKind::Shares)).chain(others());
    let fighter = |(subject, counted): (&Subject, &Vec<T>)| {
        let rows = measures().zip(counted).map(|((measure, values), counted)| {
            let about = About { subject: Some(subject), measure, values };
            row(about, counted)
        });
        rows.collect()
    };
    subjects.iter().zip(counted).map(fighter).collect()
}

impl Difference {
    /// Makes a row of the table of differences, before its significance is known. `pairs` holds the
    /// sums over pairs of games, if games are paired.
    fn new(
        variant: &str,
        about: About<'_>,
        sums: Apart,
        pairs: Option<&Pairs>,
        level: f64,
    ) -> Difference {
        let values = about.values;
        let (difference, interval, p_value) = match pairs {
            Some(of) => (of.difference(), of.interval(values, level), of.p_value(values)),
            None => (sums.difference(), sums.interval(values, level), sums.p_value(values)),
        };
        let strategy = |i: usize| about.subject.map(|of| of.strategies[i].clone());
        Difference {
            variant: variant.to_owned(),
            entrant: about.subject.map(|subject| subject.fighter.clone()),
            strategy: strategy(0),
            strategy_variant: strategy(1),
            measure: about.measure.to_owned(),
            games: sums.a.games,
            changed: pairs.map(|of| of.changed),
            mean: sums.a.mean(),
            mean_variant: sums.b.mean(),
            difference,
            ci_low: interval.map(|interval| interval.low),
            ci_high: interval.map(|interval| interval.high),
            p_value,
            significant: false,
            correlation: pairs.and_then(Pairs::correlation),
            saving: pairs.and_then(Pairs::saving),
            sum: sums.a.values,
            sum_variant: sums.b.values,
            squares: sums.a.squares,
            squares_variant: sums.b.squares,
            products: pairs.map(|of| of.ab),
            significant_in_family: false,
            games_variant: sums.b.games,
        }
    }

    /// Makes the row of a group of fighters that win or lose together, such as a faction, before
    /// its significance is known.
    pub fn of_group(variant: &str, group: &GroupPairs, level: f64) -> Difference {
        let pairs = &group.pairs;
        Difference::new(variant, About::GROUP, Apart::from(pairs), Some(pairs), level)
    }

    /// Replaces the p-value by one that stays valid if the test is repeated while the games grow.
    pub fn repeat_test(&mut self) {
        self.p_value = always_valid(self.p_value, self.games);
    }

    /// Sets whether the difference of a group is significant.
    pub fn decide(&mut self, sure: bool) {
        self.significant = sure;
        self.significant_in_family = sure;
    }

    /// Mean of the compared measure in the first variant; 0 without games.
    pub fn before(&self) -> f64 {
        self.mean.unwrap_or(0.0)
    }

    /// Mean of the compared measure in this variant; 0 without games.
    pub fn after(&self) -> f64 {
        self.mean_variant.unwrap_or(0.0)
    }

    /// Difference between the measure's means in the two variants (this one minus the first); 0
    /// without games.
    pub fn by(&self) -> f64 {
        self.difference.unwrap_or(0.0)
    }

    /// Half-width of the confidence interval of the difference; `None` with too few games.
    pub fn half_width(&self) -> Option<f64> {
        let (low, high) = self.ends()?;
        Some((high - low) / 2.0)
    }

    /// Returns the number after "±", see [`margin_of_error`]; `None` with too few games.
    pub fn margin_of_error(&self) -> Option<f64> {
        let (low, high) = self.ends()?;
        Some(margin_of_error(self.by(), low, high))
    }

    /// Number of decimals to show for a difference of shares in percentage points, chosen by the
    /// half-width of its interval.
    pub fn decimals(&self) -> usize {
        self.half_width().map_or(1, decimals)
    }

    /// Returns the lower and the upper end of the difference's confidence interval; `None` with too
    /// few games.
    pub fn ends(&self) -> Option<(f64, f64)> {
        self.ci_low.zip(self.ci_high)
    }

    /// Largest absolute value in the confidence interval of the difference; `None` with too few
    /// games.
    pub fn at_most(&self) -> Option<f64> {
        let (low, high) = self.ends()?;
        Some(low.abs().max(high.abs()))
    }

    /// Returns whether the difference is significant after correction for all rows of its family
    /// (all win rates, or everything else).
    pub fn sure(&self) -> bool {
        self.significant_in_family
    }

    /// Returns the verdict on the difference between two variants. The verdict is open with too few
    /// games. It is also open if the interval excludes 0 but the difference is not significant
    /// after correction for its family of tests.
    pub fn standing(&self) -> Standing {
        match (self.sure(), self.ends()) {
            (true, _) if self.by() > 0.0 => Standing::Above,
            (true, _) => Standing::Below,
            (false, Some((low, high))) if Interval { low, high }.excludes_zero() => Standing::Open,
            (false, Some(_)) => Standing::WithinNoise,
            (false, None) => Standing::Open,
        }
    }
}

/// Makes the rows that count games by their winners in the two variants.
fn winners(variant: &str, of: &PairTally) -> Vec<Winner> {
    let sides = of.sides.len();
    // A fighter with several strategies counts as one winner.
    let mut found: BTreeMap<[&String; 2], (u64, u64)> = BTreeMap::new();
    let changes = of.winners.iter().enumerate();
    for (i, change) in changes.filter(|(_, change)| change.games > 0) {
        let key = [i / sides, i % sides].map(|side| &of.sides[side]);
        let entry = found.entry(key).or_insert((0, u64::MAX));
        *entry = (entry.0 + change.games, entry.1.min(change.first_game));
    }
    let row = |([winner, winner_variant], (games, first_game)): ([&String; 2], _)| Winner {
        variant: variant.to_owned(),
        winner: winner.clone(),
        winner_variant: winner_variant.clone(),
        games,
        first_game,
    };
    found.into_iter().map(row).collect()
}
