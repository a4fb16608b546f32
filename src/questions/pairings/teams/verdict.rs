//! The report's sentences about rival teams: the fairest line-ups, and what makes a team strong.

use anyhow::Result;
use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Serialize;

use super::facts::{LineUpFacts, Team, TeamFacts};
use super::reference::CheckedFairness;
use super::tables::{Fairness, StrengthRow};
use crate::questions::pairings::pairs::{PairVerdict, from_each_end};
use crate::report::Manifest;
use crate::report::people::Person;
use crate::report::sentences::Sentences;
use crate::report::shared::{Wins, descending};
use crate::report::words::{decimals, percent, with_sign};

/// Maximum number of line-ups or fighters that a sentence names.
const NAMED: usize = 3;

/// Returns the headline, the verdict and the method of the report as sentences.
///
/// # Errors
/// Fails if the template is faulty.
pub fn sentences(facts: &TeamFacts, manifest: &Manifest) -> Result<Sentences> {
    let all = || facts.line_ups.iter();
    let named = from_each_end(facts.line_ups.len(), NAMED);
    let bots: Vec<String> = (manifest.strategies.iter()).map(|bot| bot.name.clone()).collect();
    let line_up = |of: &LineUpFacts| line_up(facts, of, &bots);
    let sorted = || descending(all(), |of| -leading_off(facts, of)).into_iter();
    let count = |verdict| all().filter(|of| of.verdict() == verdict).count();
    let verdicts = Fairness::ALL.map(|verdict| (verdict.label(), count(verdict)));
    let counted = verdicts.into_iter().filter(|(_, count)| *count > 0);
    let ready = all().filter(|of| of.is_ready_made());
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            count => facts.line_ups.len(),
            as_played => manifest.as_played(),
            reference => facts.reference.as_ref().map(Serde),
            led => all().filter_map(LineUpFacts::leading_reference).count(),
            first => all().next().map(line_up),
            verdicts => counted.collect::<Vec<_>>(),
            ready => ready.map(line_up).collect::<Vec<_>>(),
            fairest => sorted().take(named).map(line_up).collect::<Vec<_>>(),
            farthest => sorted().rev().take(named).map(line_up).collect::<Vec<_>>(),
            margin => facts.margin(),
            fair => facts.fair,
            level => facts.level,
            looked => all().any(|of| of.row.looks > 0),
            who => facts.people.word(),
            several => facts.people.several(),
            strengths => Strengths::new(facts).map(Serde),
            pairs => !facts.pairs.is_empty(),
            winning => facts.pairs.winning(),
            unknown => unknown(facts).map(Serde),
            stronger => facts.pairs.with(PairVerdict::Stronger),
            weaker => facts.pairs.with(PairVerdict::Weaker),
            NAMED,
        },
    )
}

/// Returns the teams of a line-up with their win rates, as values for a text template. The verdict
/// and the win rates are those of the player whose answer leads.
fn line_up(facts: &TeamFacts, of: &LineUpFacts, bots: &[String]) -> Value {
    let rates = |wins: &[&Wins]| {
        let margin = wins.iter().map(|of| of.margin_of_error()).fold(0.0, f64::max);
        let fine = decimals(margin);
        let rates = wins.iter().map(|wins| with_sign(wins.rate(), fine));
        let rates = rates.collect::<Vec<_>>().join(" to ");
        format!("{rates}, ± {}", percent(margin, fine))
    };
    let own = rates(&of.teams.iter().map(|team| &team.wins).collect::<Vec<_>>());
    let players = of.reference.as_ref().zip(facts.reference.as_ref());
    let led = players.and_then(|(theirs, note)| {
        let check = theirs.confirmation?;
        let theirs = rates(&wins_of(of, theirs).collect::<Vec<_>>());
        Some(check.leading_answer([&own, &theirs], bots, &note.strategy))
    });
    context! {
        names => facts.names(of, " against "),
        rates => led.unwrap_or(own),
        verdict => Serde(of.verdict()),
        label => of.verdict().label(),
        scenario => of.row.scenario.clone(),
        off => leading_off(facts, of),
    }
}

/// Returns the results of a line-up's teams with the reference player, in the order of the own
/// bots' results.
fn wins_of<'a>(of: &'a LineUpFacts, theirs: &'a CheckedFairness) -> impl Iterator<Item = &'a Wins> {
    let team = |own: &Team| theirs.teams.iter().find(|team| team.team == own.number);
    of.teams.iter().filter_map(team).map(|team| &team.wins)
}

/// Returns the largest distance of a team's win rate from its fair share with the player whose
/// answer leads.
fn leading_off(facts: &TeamFacts, of: &LineUpFacts) -> f64 {
    let off = |wins: &Wins| (wins.rate() - facts.fair).abs();
    of.leading_reference()
        .map_or(of.off(), |theirs| wins_of(of, theirs).map(off).fold(0.0, f64::max))
}

/// Template values for the sentences on the strongest and the weakest fighters, and on how well the
/// fighters' strengths predict win rates.
#[derive(Debug, Serialize)]
struct Strengths {
    /// True if no two fighters differ significantly in strength.
    level: bool,
    /// The strongest fighter, followed by all fighters whose strength does not differ significantly
    /// from it.
    most: Vec<Gain>,
    /// The weakest fighter, followed by all fighters whose strength does not differ significantly
    /// from it.
    least: Vec<Gain>,
    /// Root mean square of the differences between predicted and actual win rates of teams; `None`
    /// without degrees of freedom, because the prediction then fits any win rates.
    error: Option<f64>,
}

/// A fighter, and the win rate that it adds to a team that would otherwise win its fair share.
#[derive(Debug, Clone, Serialize)]
struct Gain {
    name: String,
    gain: f64,
}

impl Strengths {
    fn new(facts: &TeamFacts) -> Option<Strengths> {
        let order = facts.order.as_ref()?;
        let gain = |(who, row): (&Person, &StrengthRow)| {
            Some(Gain { name: who.name.clone(), gain: row.gain? })
        };
        let fighters = facts.pairs.fighters.iter().zip(&facts.strengths);
        let gains: Vec<Gain> = fighters.map(gain).collect::<Option<_>>()?;
        if gains.len() < 2 {
            return None;
        }
        let named = |group: Vec<usize>| {
            let gain = |i: usize| gains[i].clone();
            group.into_iter().map(gain).collect()
        };
        let teams = facts.line_ups.iter().flat_map(|line_up| &line_up.teams);
        let squares = teams.map(|team| Some((team.wins.rate() - team.expected?).powi(2)));
        let squares: Option<Vec<f64>> = squares.collect();
        let squares = squares.filter(|of| is_testable(of.len(), facts.line_ups.len(), gains.len()));
        let mean = |squares: Vec<f64>| squares.iter().sum::<f64>() / squares.len().max(1) as f64;
        Some(Strengths {
            level: order.level(),
            most: named(order.top()),
            least: named(order.bottom()),
            error: squares.map(|squares| mean(squares).sqrt()),
        })
    }
}

/// Returns whether win rates can differ from those that strengths predict, because there are more
/// independent win rates than free strengths. The win rates of a line-up's teams and the strengths
/// of all fighters each have a fixed sum.
fn is_testable(teams: usize, line_ups: usize, fighters: usize) -> bool {
    teams - line_ups > fighters - 1
}

/// The reason why the games do not determine synergies (gains of pairs of fighters).
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Unknown {
    /// The teams differ in their number of members.
    Sizes,
    /// There are only two teams, and together they contain all fighters.
    Halves,
    /// There are too few different line-ups.
    Few,
}

/// Returns the reason why no pair of fighters has a known synergy; `None` if the synergy of at
/// least one pair is known.
fn unknown(facts: &TeamFacts) -> Option<Unknown> {
    if facts.pairs.has_synergies() {
        return None;
    }
    let sizes = &facts.sizes;
    let in_play: usize = sizes.iter().sum();
    Some(if sizes.iter().any(|size| *size != sizes[0]) {
        Unknown::Sizes
    } else if sizes.len() == 2 && in_play == facts.strengths.len() {
        Unknown::Halves
    } else {
        Unknown::Few
    })
}

#[cfg(test)]
mod tests {
    use super::is_testable;

    #[test]
    fn strengths_are_testable_only_with_degrees_of_freedom() {
        // Pairs of four fighters: three line-ups, as many as free strengths.
        assert!(!is_testable(6, 3, 4));
        // Pairs of five fighters: 15 line-ups.
        assert!(is_testable(30, 15, 5));
        // Three teams of two, of six fighters: 15 line-ups.
        assert!(is_testable(45, 15, 6));
    }
}
