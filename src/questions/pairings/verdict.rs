//! The findings of `gong pairings`: which line-ups are fair or successful, and what makes a team
//! strong.

use super::facts::{LineUp, PairingsFacts, sorted};
use crate::questions::between;
use crate::questions::facts::{Agreement, Fact};
use crate::questions::findings::Verdict;
use crate::questions::findings::pairings::{Effect, Finding, LineUpRates};
use crate::report::shared::{descending, known_margin_of_error};
use crate::report::standing::Standing;
use crate::report::words::the_bots;

/// Maximum number of ready-made line-ups that the findings name.
const READY_MADE: usize = 3;

/// Returns the sentences of the report.
pub fn verdict(facts: &PairingsFacts) -> Verdict {
    let line_ups = sorted(&facts.line_ups);
    let headline = match line_ups.as_slice() {
        [] => Finding::NoGames,
        [only] => Finding::Only(rates(facts, only)),
        all if facts.margin.is_some() => fairness(facts, all),
        [most, .., least] => best_party(facts, most, least),
    };
    let mut findings = vec![];
    let ready = line_ups.iter().filter(|of| of.scenario.is_some() && facts.margin.is_some());
    let ready: Vec<LineUpRates> = ready.take(READY_MADE).map(|of| rates(facts, of)).collect();
    findings.extend((!ready.is_empty()).then_some(Finding::ReadyMade(ready)));
    if let [first, .., last] = line_ups.as_slice() {
        let words = match facts.margin {
            Some(_) => ["Fairest", "least fair"],
            None => ["Most successful", "least successful"],
        };
        findings.push(Finding::Ends { words, line_ups: [rates(facts, first), rates(facts, last)] });
        findings.extend(match facts.margin {
            Some(_) => checked(facts, &line_ups),
            None => difference(facts, first, last),
        });
    }
    findings.extend(effects(facts).filter(|_| !line_ups.is_empty()));
    let own = facts.line_ups.iter().flat_map(|of| &of.own.facts).map(Into::into);
    let caution = between::finding(own, &facts.bots, facts.reference.is_some());
    Verdict::new(&headline, findings, caution)
}

/// Returns the win rates of a line-up with the player whose verdict leads.
fn rates(facts: &PairingsFacts, of: &LineUp) -> LineUpRates {
    let leading = of.leading();
    let played = || of.order().into_iter().map(|team| &leading.facts[team]);
    let player = &leading.facts[0].row.player;
    let reference = facts.reference.as_ref().map(|(name, _)| name);
    LineUpRates {
        names: facts.names(of, " against "),
        verdict: leading.word(),
        scenario: of.scenario.clone(),
        rates: played().map(Fact::value).collect(),
        margin_of_error: played().map(Fact::margin_of_error).fold(0.0, f64::max),
        reference: reference.filter(|name| *name == player).cloned(),
    }
}

/// Counts the verdicts, each with the player whose verdict leads.
fn fairness(facts: &PairingsFacts, line_ups: &[&LineUp]) -> Finding {
    let count = |word| (word, line_ups.iter().filter(|of| of.leading().word() == word).count());
    let counts = ["fair", "unfair", "open"].map(count).into_iter().filter(|of| of.1 > 0);
    let leads = |of: &&&LineUp| of.agreement().is_some_and(Agreement::reference_leads);
    let led = line_ups.iter().filter(leads).count();
    let reference = facts.reference.as_ref().filter(|_| led > 0);
    Finding::Verdicts {
        counts: counts.collect(),
        led: reference.map(|(name, _)| (led, name.clone())),
    }
}

fn best_party(facts: &PairingsFacts, most: &LineUp, least: &LineUp) -> Finding {
    match (&facts.reference, most.agreement()) {
        (Some((reference, _)), Some(Agreement::Opposite)) => Finding::BestDepends {
            most: facts.names(most, ""),
            least: facts.names(least, ""),
            bots: the_bots(&facts.bots),
            reference: reference.clone(),
        },
        _ => Finding::BestParty {
            party: rates(facts, most),
            best: facts.best,
            parties: facts.line_ups.len(),
            average: facts.average,
        },
    }
}

/// Counts how the verdicts of both players go together; `None` without a reference player.
fn checked(facts: &PairingsFacts, line_ups: &[&LineUp]) -> Option<Finding> {
    let played = line_ups.iter().filter(|of| of.theirs.is_some());
    let words = played.map(|of| of.agreement().map_or("open", Agreement::name));
    let words: Vec<&str> = words.collect();
    let all = ["confirmed", "reference only", "opposite", "undecided", "open"];
    let count = |word| (word, words.iter().filter(|of| **of == word).count());
    Some(Finding::Checked {
        reference: facts.reference.as_ref()?.0.clone(),
        verdicts: all.map(count).into_iter().filter(|of| of.1 > 0).collect(),
    })
}

/// Returns the difference of two parties with the reference player; `None` without one.
fn difference(facts: &PairingsFacts, most: &LineUp, least: &LineUp) -> Option<Finding> {
    let row = &most.theirs.as_ref()?.facts[0].row;
    let margin = known_margin_of_error(row.change, row.change_low, row.change_high);
    Some(Finding::Difference {
        reference: row.player.clone(),
        most: facts.names(most, ""),
        least: facts.names(least, ""),
        change: row.change?,
        margin_of_error: margin?,
        check: row.players.map_or("not significant", Agreement::name),
    })
}

/// Says who makes a team strong: single fighters, and pairs.
fn effects(facts: &PairingsFacts) -> impl Iterator<Item = Finding> {
    let significant = |all: &[Fact]| {
        let by_size = descending(all, |fact| fact.row.change.map_or(0.0, f64::abs));
        [Standing::Above, Standing::Below].map(|standing| {
            let those = by_size.iter().filter(|fact| fact.standing() == standing);
            let effect = |fact: &&Fact| Effect {
                name: facts.label(fact),
                change: fact.row.change.unwrap_or(0.0),
                margin_of_error: fact.margin_of_error(),
            };
            those.map(effect).collect()
        })
    };
    let known = |all: &[Fact]| all.iter().any(|fact| fact.row.change.is_some());
    let words = [facts.people.word(), if facts.margin.is_some() { "team" } else { "party" }];
    let strengths = Finding::Strengths {
        words: words.map(str::to_owned),
        effects: significant(&facts.strengths),
    };
    let several = facts.people.several().to_owned();
    let synergies = match known(&facts.synergies) {
        true => Finding::Synergies { several, effects: significant(&facts.synergies) },
        false => Finding::NoSynergies { several },
    };
    let strengths = known(&facts.strengths).then_some(strengths);
    strengths.into_iter().chain((!facts.synergies.is_empty()).then_some(synergies))
}
