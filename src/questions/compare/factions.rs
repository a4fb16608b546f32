//! Compares factions in two variants of a scenario. A faction is all sides of one kind, such as all
//! teams of heroes.

use crate::analysis::pairs::PairTally;
use crate::report::factions::meaning;
use crate::report::table::{Table, Unit};
use crate::report::words::{capital, decimals};
use crate::stats::{PairKind, Pairs};

/// The results of one faction (such as all heroes) in two variants of a scenario, paired game by
/// game.
#[derive(Debug, Clone)]
pub struct FactionChange {
    pub name: String,
    /// Sums, over pairs of games, of the faction's wins (0 or 1) in the two variants.
    pub pairs: Pairs,
}

/// Compares the factions (such as heroes and villains) in two variants whose games are paired.
/// `sides` names the faction of each side. Empty if sides have no factions, or if all sides have
/// the same faction.
pub fn factions(sides: &[String], tally: &PairTally) -> Vec<FactionChange> {
    let change = |(name, pairs)| FactionChange { name, pairs };
    tally.factions(sides).into_iter().map(change).collect()
}

/// Builds the table of the factions' win rates (such as heroes and villains) before and after a
/// change.
pub fn table(factions: &[FactionChange], level: f64) -> Table {
    let fine = factions.iter().map(|of| of.fine(level)).max().unwrap_or(1);
    let meaning = format!(
        "{} Differences are in percentage points; each game is compared with the same game of the \
         other variant.",
        meaning(factions.iter().map(|of| &of.name))
    );
    let names: Vec<&str> = factions.iter().map(|of| of.name.as_str()).collect();
    Table::new("factions", capital(&names.join(" against ")), meaning)
        .of(factions)
        .word("Side", |of| capital(&of.name))
        .with("Win rate before %", Unit::Share(1), |of| of.pairs.mean_a())
        .with("after %", Unit::Share(1), |of| of.pairs.mean_b())
        .with("Difference", Unit::Points(fine), FactionChange::by)
        .plus_minus(|of| of.half_width(level))
        .word("", |of| match of.is_sure(level) {
            true => "",
            false => "within noise",
        })
        .table
}

impl FactionChange {
    /// Difference between the faction's win rates in the two variants (the second minus the first),
    /// −1 to 1.
    pub fn by(&self) -> f64 {
        self.pairs.difference().unwrap_or(0.0)
    }

    /// Half-width of the confidence interval of the difference in win rate; `None` with too few
    /// games.
    pub fn half_width(&self, level: f64) -> Option<f64> {
        let interval = self.pairs.interval(PairKind::Shares, level)?;
        Some((interval.high - interval.low) / 2.0)
    }

    /// Number of decimals to show for the difference in percentage points, chosen by the half-width
    /// of its interval.
    pub fn fine(&self, level: f64) -> usize {
        decimals(self.half_width(level).unwrap_or(1.0))
    }

    /// Returns whether the difference between a faction's two win rates is significant. There is no
    /// correction for the number of tests, because one test covers both factions.
    pub fn is_sure(&self, level: f64) -> bool {
        self.pairs.p_value(PairKind::Shares) < 1.0 - level
    }
}
