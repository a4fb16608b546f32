//! What `gong pairings` leaves behind of a cooperative game: every party, what each fighter is worth to one, and who work well together.

mod charts;
mod page;
mod verdict;

use anyhow::Result;

use super::page::Page;
use super::shared::Wins;
use super::table::{Row, Unit, row};
use super::{Manifest, Tables};
use crate::analysis::parties::{Found, Question};
use crate::stats::intervals::holm;
use crate::stats::order::Order;
use crate::stats::together::Contrast;

row! {
    /// One row per party.
    pub struct PartyRow in "parties" {
        /// Its number, from 1.
        party: u64 [Unit::Ordinal],
        /// The keys of its members, as `agaric+baobab`.
        fighters: String [Unit::Word],
        /// How often it wins.
        wins: Wins,
        /// `best` or `worst`: not told from the party that won most or least, every two compared mission by mission (Holm); `open`: told from neither; `between`: told from both.
        verdict: String [Unit::Word],
        /// The scenario files that field it; null if none does.
        scenario: Option<String> [Unit::Word],
    }
}

row! {
    /// One row per fighter: the same missions with it and with others in its seat.
    pub struct Lift in "lifts" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// The mean win rate of parties with it; null without any.
        win_rate_with: Option<f64> [Unit::Share(1)],
        /// The mean win rate of parties without it; null if it is in all.
        win_rate_without: Option<f64> [Unit::Share(1)],
        /// How much more parties win with it, on the same missions; null if it is in all.
        lift: Option<f64> [Unit::Points(1)],
        /// The lower end of the lift’s interval.
        ci_low: Option<f64> [Unit::Points(1)],
        /// The upper end of the lift’s interval.
        ci_high: Option<f64> [Unit::Points(1)],
        /// `better` or `worse` for a party than others, allowing for the number of fighters (Holm), or `noise`; null without a lift.
        verdict: Option<String> [Unit::Word],
    }
}

row! {
    /// One row per two fighters, if parties have two members or more.
    pub struct Bond in "bonds" {
        /// The first one’s key.
        entrant: String [Unit::Word],
        /// The other’s.
        partner: String [Unit::Word],
        /// The mean win rate of parties with both; null without any.
        win_rate: Option<f64> [Unit::Share(1)],
        /// How much more the first lifts parties with the other than parties without; null if there are not parties of each kind.
        synergy: Option<f64> [Unit::Points(1)],
        /// The lower end of the synergy’s interval.
        ci_low: Option<f64> [Unit::Points(1)],
        /// The upper end of the synergy’s interval.
        ci_high: Option<f64> [Unit::Points(1)],
        /// `stronger` or `weaker` together than apart, allowing for the number of pairs (Holm), or `noise`; null without a synergy.
        verdict: Option<String> [Unit::Word],
    }
}

/// The page.
///
/// # Errors
/// If the tables are not those of parties.
pub fn page(tables: &Tables, manifest: &Manifest) -> Result<Page> {
    Ok(page::Facts::new(tables, manifest)?.page(manifest))
}

/// Every table, with intervals of a level. `scenarios`: by party, the scenarios that field it.
pub fn tables(
    question: &Question,
    found: &Found,
    scenarios: &[Option<String>],
    level: f64,
) -> Tables {
    Tables(vec![
        PartyRow::table(parties(question, found, scenarios, level)),
        Lift::table(lifts(question, found, level)),
        Bond::table(bonds(question, found, level)),
    ])
}

fn parties(
    question: &Question,
    found: &Found,
    scenarios: &[Option<String>],
    level: f64,
) -> Vec<PartyRow> {
    let order = Order::of_together(&found.won, found.parties.len(), 1.0 - level);
    let (top, bottom) = (order.top(), order.bottom());
    let row = |((i, party), fields): ((usize, &Vec<usize>), &Option<String>)| {
        let verdict = match (top.contains(&i), bottom.contains(&i)) {
            (true, true) => "open",
            (true, false) => "best",
            (false, true) => "worst",
            (false, false) => "between",
        };
        PartyRow {
            party: i as u64 + 1,
            fighters: question.keys(party).join("+"),
            wins: Wins::new(found.won.games, found.won.wins(i), level),
            verdict: verdict.to_owned(),
            scenario: fields.clone(),
        }
    };
    let numbered = found.parties.iter().enumerate();
    numbered.zip(scenarios).map(row).collect()
}

/// The ends of a contrast's interval.
fn ends(contrast: Option<Contrast>, level: f64) -> [Option<f64>; 2] {
    let interval = contrast.and_then(|contrast| contrast.interval(level));
    [interval.map(|of| of.low), interval.map(|of| of.high)]
}

/// What is to be said of each contrast, allowing for all of them: `more` or `less` than nothing, or noise.
fn verdicts(
    contrasts: &[Option<Contrast>],
    [more, less]: [&'static str; 2],
    level: f64,
) -> Vec<Option<String>> {
    let known = || contrasts.iter().flatten();
    let p: Vec<f64> = known().map(|contrast| contrast.p_value()).collect();
    let mut sure = holm(&p, 1.0 - level).into_iter();
    let verdict = |contrast: &Contrast| match (sure.next(), contrast.value > 0.0) {
        (Some(true), true) => more,
        (Some(true), false) => less,
        _ => "noise",
    };
    let mut told = known().map(verdict).collect::<Vec<_>>().into_iter();
    let each = contrasts.iter();
    each.map(|contrast| contrast.and_then(|_| told.next()).map(str::to_owned))
        .collect()
}

fn lifts(question: &Question, found: &Found, level: f64) -> Vec<Lift> {
    let everybody = 0..question.fighters.len();
    let lifts: Vec<Option<Contrast>> = everybody.map(|fighter| found.lift(fighter)).collect();
    let verdicts = verdicts(&lifts, ["better", "worse"], level);
    let row = |((fighter, lift), verdict): ((usize, &Option<Contrast>), Option<String>)| {
        let [ci_low, ci_high] = ends(*lift, level);
        Lift {
            entrant: question.fighters[fighter].clone(),
            win_rate_with: found.rate(|party| party.contains(&fighter)),
            win_rate_without: found.rate(|party| !party.contains(&fighter)),
            lift: lift.map(|lift| lift.value),
            ci_low,
            ci_high,
            verdict,
        }
    };
    lifts.iter().enumerate().zip(verdicts).map(row).collect()
}

fn bonds(question: &Question, found: &Found, level: f64) -> Vec<Bond> {
    let members = if question.size > 1 {
        question.fighters.len()
    } else {
        0
    };
    let pairs: Vec<(usize, usize)> = (0..members)
        .flat_map(|a| (a + 1..members).map(move |b| (a, b)))
        .collect();
    let synergy = |&(a, b): &(usize, usize)| found.synergy(a, b);
    let synergies: Vec<Option<Contrast>> = pairs.iter().map(synergy).collect();
    let verdicts = verdicts(&synergies, ["stronger", "weaker"], level);
    let row = |((&(a, b), synergy), verdict): ((&(usize, usize), &Option<Contrast>), _)| {
        let [ci_low, ci_high] = ends(*synergy, level);
        Bond {
            entrant: question.fighters[a].clone(),
            partner: question.fighters[b].clone(),
            win_rate: found.rate(|party| party.contains(&a) && party.contains(&b)),
            synergy: synergy.map(|synergy| synergy.value),
            ci_low,
            ci_high,
            verdict,
        }
    };
    pairs
        .iter()
        .zip(&synergies)
        .zip(verdicts)
        .map(row)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::together::Together;

    /// The verdicts on three parties of one, of which each wins so many of 60 missions.
    fn verdicts(wins: [usize; 3]) -> Vec<String> {
        let question = Question {
            size: 1,
            fighters: ["ash", "bay", "elm"].map(str::to_owned).into(),
            seed: 1,
            missions: 60,
            threads: 1,
        };
        let mut won = Together::new(3);
        for mission in 0..60 {
            won.add(&wins.map(|wins| mission < wins));
        }
        let found = Found {
            parties: question.parties(),
            won,
            partial: false,
            seconds: 1.0,
        };
        let rows = parties(&question, &found, &[None, None, None], 0.95);
        rows.into_iter().map(|row| row.verdict).collect()
    }

    #[test]
    fn a_party_that_is_told_from_neither_end_is_open() {
        assert_eq!(verdicts([20, 21, 20]), ["open"; 3]);
        assert_eq!(verdicts([50, 30, 5]), ["best", "between", "worst"]);
        assert_eq!(verdicts([24, 20, 16]), ["best", "open", "worst"]);
    }
}
