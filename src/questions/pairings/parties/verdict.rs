//! Verdict of the pairings of a cooperative game: which party wins most, and what makes it strong.

use anyhow::Result;
use minijinja::{Value, context};

use super::facts::{Facts, Fighter, Pair, Party};
use super::tables::{LiftVerdict, PartyVerdict};
use crate::questions::pairings::PairVerdict;
use crate::report::sentences::Sentences;
use crate::report::shared::descending;
use crate::report::words::{decimals, with_sign};

/// Number of parties, fighters or pairs that a sentence names.
const NAMED: usize = 3;

/// Headline, verdict and method.
///
/// # Errors
/// If the template is faulty.
pub fn sentences(facts: &Facts) -> Result<Sentences> {
    let all = || facts.parties.iter();
    let open = facts.count(PartyVerdict::Open);
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            count => facts.parties.len(),
            average => facts.average,
            best => facts.count(PartyVerdict::Best) + open,
            open,
            most => all().take(NAMED).map(party).collect::<Vec<_>>(),
            least => all().rev().take(NAMED).map(party).collect::<Vec<_>>(),
            level => facts.level,
            who => facts.people.word(),
            several => facts.people.several(),
            lifts => facts.fighters.iter().any(|fighter| fighter.row.lift.is_some()),
            better => lifts(facts, LiftVerdict::Better),
            worse => lifts(facts, LiftVerdict::Worse),
            synergies => facts.bonds.iter().any(|pair| pair.row.synergy.is_some()),
            stronger => together(facts, PairVerdict::Stronger),
            weaker => together(facts, PairVerdict::Weaker),
        },
    )
}

/// A party with its win rate.
fn party(party: &Party) -> Value {
    let wins = &party.row.wins;
    context! {
        names => party.names.clone(),
        rate => with_sign(wins.rate(), decimals(wins.half())),
    }
}

/// Fighters with this verdict, with the largest difference first.
fn lifts(facts: &Facts, verdict: LiftVerdict) -> Vec<Value> {
    let found = facts.fighters.iter();
    let found = found.filter(|fighter| fighter.row.verdict == Some(verdict));
    let found = found.filter_map(|fighter| Some((fighter, fighter.row.lift?)));
    let found = descending(found, |(_, lift)| lift.abs()).into_iter();
    let fighter = |(fighter, lift): (&Fighter, f64)| {
        context! { name => fighter.who.name.clone(), lift }
    };
    found.take(NAMED).map(fighter).collect()
}

/// Pairs with this verdict: those that a sentence names, and the number of the others.
fn together(facts: &Facts, verdict: PairVerdict) -> Value {
    let found = facts.bonds.iter();
    let found = found.filter(|pair| pair.row.verdict == Some(verdict));
    let found = found.filter_map(|pair| Some((pair, pair.row.synergy?)));
    let found = descending(found, |(_, synergy)| synergy.abs());
    let pair = |(pair, synergy): &(&Pair, f64)| {
        context! { names => facts.two(pair.of), synergy => *synergy }
    };
    context! {
        named => found.iter().take(NAMED).map(pair).collect::<Vec<_>>(),
        more => found.len().saturating_sub(NAMED),
    }
}
