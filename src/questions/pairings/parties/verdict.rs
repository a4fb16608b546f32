//! The report's sentences about a cooperative game: which party wins most, and what makes it
//! strong.

use anyhow::Result;
use minijinja::value::Serde;
use minijinja::{Value, context};

use super::facts::{Party, PartyFacts};
use super::tables::{LiftVerdict, PartyVerdict};
use crate::questions::pairings::pairs::{PairVerdict, from_each_end};
use crate::report::Manifest;
use crate::report::people::Person;
use crate::report::sentences::Sentences;
use crate::report::shared::descending;
use crate::report::words::{decimals, with_sign};

/// Maximum number of parties or fighters that a sentence names.
const NAMED: usize = 3;

/// Returns the headline, the verdict and the method of the report as sentences.
///
/// # Errors
/// Fails if the template is faulty.
pub fn sentences(facts: &PartyFacts, manifest: &Manifest) -> Result<Sentences> {
    let all = || facts.parties.iter();
    let open = facts.count(PartyVerdict::Open);
    let named = from_each_end(facts.parties.len(), NAMED);
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            count => facts.parties.len(),
            average => facts.average,
            as_played => manifest.as_played(),
            reference => facts.reference.as_ref().map(Serde),
            best => facts.count(PartyVerdict::Best) + open,
            open,
            most => all().take(named).map(party).collect::<Vec<_>>(),
            least => all().rev().take(named).map(party).collect::<Vec<_>>(),
            level => facts.level,
            who => facts.people.word(),
            several => facts.people.several(),
            lifts => facts.lifts.iter().any(|row| row.lift.is_some()),
            better => lifts(facts, LiftVerdict::Better),
            worse => lifts(facts, LiftVerdict::Worse),
            pairs => !facts.pairs.is_empty(),
            synergies => facts.pairs.has_synergies(),
            stronger => facts.pairs.with(PairVerdict::Stronger),
            weaker => facts.pairs.with(PairVerdict::Weaker),
        },
    )
}

/// Returns the names of a party's members and its win rate, as values for a text template.
fn party(party: &Party) -> Value {
    let wins = &party.row.wins;
    context! {
        names => party.names.clone(),
        rate => with_sign(wins.rate(), decimals(wins.margin_of_error())),
    }
}

/// Returns the fighters with this verdict, as values for a text template. The fighter with the
/// largest effect on win rates comes first.
fn lifts(facts: &PartyFacts, verdict: LiftVerdict) -> Vec<Value> {
    let found = facts.pairs.fighters.iter().zip(&facts.lifts);
    let found = found.filter(|(_, row)| row.verdict == Some(verdict));
    let found = found.filter_map(|(who, row)| Some((who, row.lift?)));
    let found = descending(found, |(_, lift)| lift.abs()).into_iter();
    let fighter = |(who, lift): (&Person, f64)| context! { name => who.name.clone(), lift };
    found.take(NAMED).map(fighter).collect()
}
