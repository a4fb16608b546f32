//! The findings of `gong pairings`: which line-ups are fair or successful, and what makes a team
//! strong.

use super::facts::{LineUp, PairingsFacts, sorted, verdict_word};
use crate::questions::between;
use crate::questions::facts::{Agreement, Fact};
use crate::questions::findings::Verdict;
use crate::questions::findings::pairings::{Effect, Finding, LineUpRates};
use crate::report::shared::{descending, known_margin_of_error};

/// Returns the sentences of the report.
pub fn verdict(facts: &PairingsFacts) -> Verdict {
    let line_ups = sorted(&facts.line_ups);
    let headline = match line_ups.as_slice() {
        [] => Finding::NoGames,
        [only] => Finding::Only(rates(facts, only)),
        all if facts.margin.is_some() => fairness(all),
        [most, ..] => Finding::BestParty {
            party: rates(facts, most),
            best: facts.best,
            parties: facts.line_ups.len(),
            average: facts.average,
        },
    };
    let mut findings = vec![];
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
    let team = if facts.margin.is_some() { "team" } else { "party" };
    let strengths = effects(facts, format!("Strength in a {team}"), &facts.strengths);
    let of_two = format!("Synergy of two {}", facts.people.several());
    let synergies = effects(facts, of_two, &facts.synergies);
    findings.extend(strengths.into_iter().chain(synergies));
    let own = facts.line_ups.iter().flat_map(|of| &of.own);
    let caution = between::finding(own, &facts.bots, facts.reference.is_some());
    Verdict::new(&headline, findings, caution)
}

/// Returns the win rates of a line-up with the player whose verdict leads.
fn rates(facts: &PairingsFacts, of: &LineUp) -> LineUpRates {
    let leading = of.leading();
    let player = &leading[0].row.player;
    let reference = facts.reference.as_ref().map(|(name, _)| name);
    LineUpRates {
        names: facts.names(of, " against "),
        verdict: verdict_word(leading),
        rates: of.order().into_iter().map(|team| leading[team].value()).collect(),
        margin_of_error: leading.iter().map(Fact::margin_of_error).fold(0.0, f64::max),
        reference: reference.filter(|name| *name == player).cloned(),
    }
}

/// Counts how often each of these words stands; leaves out those that do not.
fn counts<const N: usize>(all: [&'static str; N], words: &[&str]) -> Vec<(&'static str, usize)> {
    let count = |word| (word, words.iter().filter(|of| **of == word).count());
    all.map(count).into_iter().filter(|of| of.1 > 0).collect()
}

/// Counts the verdicts, each with the player whose verdict leads.
fn fairness(line_ups: &[&LineUp]) -> Finding {
    let words: Vec<&str> = line_ups.iter().map(|of| verdict_word(of.leading())).collect();
    Finding::Verdicts(counts(["fair", "unfair", "open"], &words))
}

/// Counts how the verdicts of both players go together; `None` without a reference player.
fn checked(facts: &PairingsFacts, line_ups: &[&LineUp]) -> Option<Finding> {
    let played = line_ups.iter().filter(|of| !of.theirs.is_empty());
    let words = played.map(|of| of.agreement().map_or("open", Agreement::name));
    let words: Vec<&str> = words.collect();
    let all = ["confirmed", "reference only", "opposite", "undecided", "open"];
    let reference = facts.reference.as_ref()?.0.clone();
    Some(Finding::Checked { reference, verdicts: counts(all, &words) })
}

/// Returns the difference of two parties with the reference player; `None` without one.
fn difference(facts: &PairingsFacts, most: &LineUp, least: &LineUp) -> Option<Finding> {
    let row = &most.theirs.first()?.row;
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

/// Lists the significant effects, the largest first; `None` if no effect is known.
fn effects(facts: &PairingsFacts, what: String, all: &[Fact]) -> Option<Finding> {
    let known = all.iter().filter(|fact| fact.row.change.is_some());
    let by_size = descending(known, |fact| fact.off().map_or(0.0, f64::abs));
    let is_known = !by_size.is_empty();
    let significant = by_size.into_iter().filter(|fact| fact.standing().is_significant());
    let effect = |fact: &Fact| Effect {
        name: facts.label(fact),
        change: fact.off().unwrap_or(0.0),
        margin_of_error: fact.margin_of_error(),
    };
    is_known.then(|| Finding::Effects { what, effects: significant.map(effect).collect() })
}
