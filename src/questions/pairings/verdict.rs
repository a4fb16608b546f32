//! The findings of `gong pairings`: which line-ups are fair or successful, and what makes a team
//! strong.

use super::facts::{LineUp, PairingsFacts, sorted};
use crate::questions::between;
use crate::questions::facts::{Agreement, Fact};
use crate::questions::findings::Verdict;
use crate::questions::findings::pairings::{Effect, Finding, LineUpRates};
use crate::report::shared::descending;

/// Returns the sentences of the report.
pub fn verdict(facts: &PairingsFacts) -> Verdict {
    let line_ups = sorted(&facts.line_ups);
    let (several, team, ends) = match facts.margin {
        Some(_) => ("line-ups", "team", ["Fairest", "least fair"]),
        None => ("parties", "party", ["Most successful", "least successful"]),
    };
    let verdicts = ["fair", "unfair", "above average", "below average", "open"];
    let headline = match line_ups.as_slice() {
        [] => Finding::NoGames,
        [only] => Finding::Only(rates(facts, only)),
        all => Finding::Verdicts { several, verdicts: counts(verdicts, all, LineUp::verdict) },
    };
    let mut findings = vec![];
    if let [first, .., last] = line_ups.as_slice() {
        let line_ups = [rates(facts, first), rates(facts, last)];
        findings.push(Finding::Ends { words: ends, line_ups });
    }
    if let Some((reference, _)) = &facts.reference {
        let is_checked = |of: &&&LineUp| of.teams[0].reference.is_some();
        let checked: Vec<&LineUp> = line_ups.iter().filter(is_checked).copied().collect();
        let all = ["confirmed", "reference only", "opposite", "undecided", "open"];
        let check = |of: &LineUp| of.agreement().map_or("open", Agreement::name);
        let verdicts = counts(all, &checked, check);
        findings.push(Finding::Checked { reference: reference.clone(), verdicts });
    }
    let strengths = effects(facts, format!("Strength in a {team}"), &facts.strengths);
    let of_two = format!("Synergy of two {}", facts.people.several());
    let synergies = effects(facts, of_two, &facts.synergies);
    findings.extend(strengths.into_iter().chain(synergies));
    let own = facts.line_ups.iter().flat_map(|of| &of.teams).map(|team| &team.own);
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
        verdict: of.verdict(),
        rates: of.order().into_iter().map(|team| leading[team].value()).collect(),
        margin_of_error: leading.iter().map(|of| of.margin_of_error()).fold(0.0, f64::max),
        reference: reference.filter(|name| *name == player).cloned(),
    }
}

/// Counts the line-ups with each of these words; leaves out words of no line-up.
fn counts<const N: usize>(
    all: [&'static str; N],
    line_ups: &[&LineUp],
    word_of: impl Fn(&LineUp) -> &'static str,
) -> Vec<(&'static str, usize)> {
    let count = |word| (word, line_ups.iter().filter(|of| word_of(of) == word).count());
    all.map(count).into_iter().filter(|(_, count)| *count > 0).collect()
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
