//! The report's tables for a cooperative game: every party, the value of every fighter, and every
//! pair of fighters.

use super::{PartiesPlan, PartiesResults};
use crate::questions::pairings::fielded::Fielded;
use crate::questions::pairings::pairs::{PairVerdict, pairs};
use crate::report::Tables;
use crate::report::shared::Wins;
use crate::report::table::{Row, Unit, named, row};
use crate::stats::intervals::holm;
use crate::stats::order::Order;
use crate::stats::together::Contrast;

named! {
    /// Verdict on a party: its comparison with the party with most wins and with the party with
    /// fewest wins.
    pub enum PartyVerdict {
        /// Not significantly worse than the best party, and significantly better than the worst.
        Best = "best",
        /// Significantly worse than the best party, and significantly better than the worst.
        Between = "between",
        /// Not significantly different from the best party, nor from the worst.
        Open = "open",
        /// Significantly worse than the best party, and not significantly better than the worst.
        Worst = "worst",
    }
}

impl PartyVerdict {
    /// All verdicts on parties, ordered from the best party to the worst.
    pub const ALL: [PartyVerdict; 4] =
        [PartyVerdict::Best, PartyVerdict::Between, PartyVerdict::Open, PartyVerdict::Worst];

    /// Returns the words that the report's page uses for this verdict on a party.
    pub fn label(self) -> &'static str {
        match self {
            PartyVerdict::Best => "among the best",
            PartyVerdict::Between => "between",
            PartyVerdict::Open => "cannot be ranked",
            PartyVerdict::Worst => "among the worst",
        }
    }
}

named! {
    /// Verdict on how a fighter changes the win rate of a party, with Holm's correction for the
    /// number of fighters.
    pub enum LiftVerdict {
        /// Parties win significantly more with this fighter than with other fighters in the same
        /// seat.
        Better = "better",
        /// Parties win significantly less with this fighter than with other fighters in the same
        /// seat.
        Worse = "worse",
        /// The fighter makes no significant difference to the win rate of a party.
        Noise = "noise",
    }
}

row! {
    /// One row per party. A party is the team of fighters in a cooperative game.
    pub struct PartyRow in "parties" {
        /// Number of the party, from 1.
        party: u64 [Unit::Ordinal],
        /// Keys of the party’s members, as `agaric+baobab`.
        fighters: String [Unit::Word],
        /// How often the party wins its games.
        wins: Wins,
        /// Comparison with the party that won most and the party that won least, mission by
        /// mission, with Holm’s correction. `best` or `worst`: not significantly different from
        /// that party. `open`: not significantly different from either. `between`: significantly
        /// different from both.
        verdict: PartyVerdict [Unit::Word],
        /// Scenario files that field the party; null if none does.
        scenario: Option<String> [Unit::Word],
    }
}

row! {
    /// One row per fighter. Its lift is the win rate that a party gains from the fighter, compared
    /// with other fighters in the same seat and the same games.
    pub struct Lift in "lifts" {
        /// Key (identifier) of the fighter.
        entrant: String [Unit::Word],
        /// Mean win rate of the parties with the fighter; null if there are none.
        win_rate_with: Option<f64> [Unit::Share(1)],
        /// Mean win rate of the parties without the fighter; null if the fighter is in all parties.
        win_rate_without: Option<f64> [Unit::Share(1)],
        /// Difference of the win rates with and without the fighter, on the same missions; null if
        /// the fighter is in all parties.
        lift: Option<f64> [Unit::Points(1)],
        /// Lower end of the confidence interval of the fighter’s lift (gain in win rate).
        ci_low: Option<f64> [Unit::Points(1)],
        /// Upper end of the confidence interval of the fighter’s lift (gain in win rate).
        ci_high: Option<f64> [Unit::Points(1)],
        /// `better` or `worse` for a party than other fighters, with Holm’s correction for the
        /// number of fighters, or `noise` (not significant); null if the difference is unknown.
        verdict: Option<LiftVerdict> [Unit::Word],
    }
}

row! {
    /// One row per pair of fighters; no rows if parties have one member.
    pub struct Bond in "bonds" {
        /// Key (identifier) of the first fighter of the pair.
        entrant: String [Unit::Word],
        /// Key (identifier) of the second fighter of the pair.
        partner: String [Unit::Word],
        /// Mean win rate of the parties with both fighters; null if there are none.
        win_rate: Option<f64> [Unit::Share(1)],
        /// The win rate that the first fighter adds to parties with the second fighter, minus the
        /// win rate that it adds to parties without the second. Null if one of the four groups of
        /// parties is empty.
        synergy: Option<f64> [Unit::Points(1)],
        /// Lower end of the confidence interval of the two fighters’ synergy.
        ci_low: Option<f64> [Unit::Points(1)],
        /// Upper end of the confidence interval of the two fighters’ synergy.
        ci_high: Option<f64> [Unit::Points(1)],
        /// `stronger` or `weaker` together than apart, with Holm’s correction for the number of
        /// pairs, or `noise` (not significant); null without a synergy.
        verdict: Option<PairVerdict> [Unit::Word],
    }
}

/// The rows of all tables about parties.
pub struct PartyRows {
    pub parties: Vec<PartyRow>,
    pub lifts: Vec<Lift>,
    pub bonds: Vec<Bond>,
}

impl PartyRows {
    /// Builds the rows of all tables, with confidence intervals at this level. Rows of parties name
    /// the scenarios that use the party.
    pub fn new(
        plan: &PartiesPlan,
        results: &PartiesResults,
        fielded: &Fielded,
        level: f64,
    ) -> PartyRows {
        PartyRows {
            parties: parties(plan, results, fielded, level),
            lifts: lifts(plan, results, level),
            bonds: bonds(plan, results, level),
        }
    }

    /// Returns the report's tables, in the order in which the hash of the results includes them.
    pub fn tables(self) -> Tables {
        Tables(vec![
            PartyRow::table(self.parties),
            Lift::table(self.lifts),
            Bond::table(self.bonds),
        ])
    }
}

fn parties(
    plan: &PartiesPlan,
    results: &PartiesResults,
    fielded: &Fielded,
    level: f64,
) -> Vec<PartyRow> {
    let order = Order::of_together(&results.won, results.parties.len(), 1.0 - level);
    let (top, bottom) = (order.top(), order.bottom());
    let row = |(i, party): (usize, &Vec<usize>)| {
        let verdict = match (top.contains(&i), bottom.contains(&i)) {
            (true, true) => PartyVerdict::Open,
            (true, false) => PartyVerdict::Best,
            (false, true) => PartyVerdict::Worst,
            (false, false) => PartyVerdict::Between,
        };
        PartyRow {
            party: i as u64 + 1,
            fighters: plan.keys(party).join("+"),
            wins: Wins::of(results.won.won(i), level),
            verdict,
            scenario: fielded.by(std::slice::from_ref(party)),
        }
    };
    results.parties.iter().enumerate().map(row).collect()
}

/// Lower and upper end of the confidence interval of a difference; `None` without a difference.
fn ends(contrast: Option<Contrast>, level: f64) -> [Option<f64>; 2] {
    let interval = contrast.and_then(|contrast| contrast.interval(level));
    [interval.map(|of| of.low), interval.map(|of| of.high)]
}

/// For each difference, whether it is significant, with Holm's correction for their number; `None`
/// where there is no difference.
fn significant(contrasts: &[Option<Contrast>], level: f64) -> Vec<Option<bool>> {
    let known = contrasts.iter().flatten();
    let p: Vec<f64> = known.map(|contrast| contrast.p_value()).collect();
    let mut significant = holm(&p, 1.0 - level).into_iter();
    let each = contrasts.iter();
    each.map(|contrast| contrast.as_ref().and_then(|_| significant.next())).collect()
}

fn lifts(plan: &PartiesPlan, results: &PartiesResults, level: f64) -> Vec<Lift> {
    let fighters = 0..plan.fighters.len();
    let lifts: Vec<Option<Contrast>> = fighters.map(|fighter| results.lift(fighter)).collect();
    let significant = significant(&lifts, level);
    let row = |(fighter, key): (usize, &String)| {
        let lift = lifts[fighter];
        let [ci_low, ci_high] = ends(lift, level);
        let verdict = |(lift, significant): (Contrast, bool)| match (significant, lift.value > 0.0)
        {
            (false, _) => LiftVerdict::Noise,
            (true, true) => LiftVerdict::Better,
            (true, false) => LiftVerdict::Worse,
        };
        Lift {
            entrant: key.clone(),
            win_rate_with: results.rate(|party| party.contains(&fighter)),
            win_rate_without: results.rate(|party| !party.contains(&fighter)),
            lift: lift.map(|lift| lift.value),
            ci_low,
            ci_high,
            verdict: lift.zip(significant[fighter]).map(verdict),
        }
    };
    plan.fighters.iter().enumerate().map(row).collect()
}

fn bonds(plan: &PartiesPlan, results: &PartiesResults, level: f64) -> Vec<Bond> {
    let members = if plan.size > 1 { plan.fighters.len() } else { 0 };
    let synergies: Vec<Option<Contrast>> =
        pairs(members).map(|(a, b)| results.synergy(a, b)).collect();
    let significant = significant(&synergies, level);
    let row = |(pair, (a, b)): (usize, (usize, usize))| {
        let synergy = synergies[pair];
        let [ci_low, ci_high] = ends(synergy, level);
        let verdict = |(synergy, significant): (Contrast, bool)| {
            PairVerdict::of(significant, synergy.value > 0.0)
        };
        Bond {
            entrant: plan.fighters[a].clone(),
            partner: plan.fighters[b].clone(),
            win_rate: results.rate(|party| party.contains(&a) && party.contains(&b)),
            synergy: synergy.map(|synergy| synergy.value),
            ci_low,
            ci_high,
            verdict: synergy.zip(significant[pair]).map(verdict),
        }
    };
    pairs(members).enumerate().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::together::Together;

    /// Returns the verdicts on three parties of one member, which win `wins` of 60 missions.
    fn verdicts(wins: [usize; 3]) -> Vec<PartyVerdict> {
        let plan = PartiesPlan {
            size: 1,
            fighters: ["ash", "bay", "elm"].map(str::to_owned).into(),
            seed: 1,
            missions: 60,
            threads: 1,
            is_reduced: false,
        };
        let mut won = Together::new(3);
        for mission in 0..60 {
            won.add(0, &wins.map(|wins| mission < wins));
        }
        let results = PartiesResults { parties: plan.parties(), won };
        let rows = parties(&plan, &results, &Fielded::default(), 0.95);
        rows.into_iter().map(|row| row.verdict).collect()
    }

    #[test]
    fn a_party_that_differs_from_neither_end_is_open() {
        use PartyVerdict::{Best, Between, Open, Worst};
        assert_eq!(verdicts([20, 21, 20]), [Open; 3]);
        assert_eq!(verdicts([50, 30, 5]), [Best, Between, Worst]);
        assert_eq!(verdicts([24, 20, 16]), [Best, Open, Worst]);
    }
}
