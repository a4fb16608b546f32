//! The sentences of the report on a tuning, and the values that text templates insert into them.

use anyhow::Result;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::facts::{SolutionFacts, TuneFacts};
use super::reference::CheckedRate;
use super::tables::{EditRow, TunedRate};
use crate::games::Provenance;
use crate::questions::facts::Agreement;
use crate::report::sentences::{Sentences, Standing};
use crate::stats::intervals::{of_each, z};

/// Maximum number of fighters that a headline names.
const NAMED: usize = 3;

/// Returns the headline, the verdict and the method of the report as sentences.
///
/// # Errors
/// Fails if the template is faulty.
pub fn sentences(facts: &TuneFacts) -> Result<Sentences> {
    let (best, method) = (facts.best(), &facts.method);
    let aimed: Vec<String> = facts.aimed().into_iter().map(|of| of.name).collect();
    let changes_of = |of: &SolutionFacts| -> Vec<String> {
        of.edits.iter().map(|edit| facts.change(edit)).collect()
    };
    let changes = changes_of(best);
    let printed = |edit: &&EditRow| edit.of.provenance == Some(Provenance::Printed);
    let [_, at_most] = best.ends();
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            aimed, changes, at_most, NAMED,
            all_aimed => facts.all_aimed(),
            several => facts.people.several(),
            bots => &facts.bots,
            fair => method.fair,
            common => facts.common(),
            within => method.within,
            most => method.edits,
            certified => best.row.certified || facts.is_confirmed(),
            confirmed => facts.is_confirmed(),
            led => led(facts),
            distance => best.row.distance,
            before => facts.before().row.distance,
            unproposed => facts.unproposed().map(|of| context! {
                distance => of.row.distance,
                changes => changes_of(of),
            }),
            comparisons => method.comparisons,
            compared => method.compared,
            contradicted => facts.is_contradicted(),
            correction => method.correction.map(|error| error * z(facts.level)),
            reference => Serde(ReferenceResults::new(facts)),
            farthest => Serde(best.farthest().map(|of| EditedRate::new(of, facts))),
            side_effect => Serde(SideEffect::new(facts)),
            printed => best.edits.iter().filter(printed).count(),
            level => facts.level,
            certifying => method.certified,
            tests => method.tests,
            failed => method.failed,
            certify => facts.certifying(),
            more => facts.more().map(|of| context! { games => of.games, minutes => of.minutes }),
        },
    )
}

/// Returns whose answer on the best set of edits leads, as in " with “mcts-fast”"; empty without a
/// reference player or without an answer. A player has an answer if its games certify the set, or,
/// for the reference player, if a win rate is significantly farther from its target than accepted.
fn led(facts: &TuneFacts) -> String {
    let mut checked = facts.best().rates.iter().filter_map(|of| facts.checked(of));
    let contradicted = checked.any(|of| of.contradicted);
    let confirmed = facts.is_confirmed();
    let own = Standing::of(facts.best().row.certified, true);
    let theirs = Standing::of(confirmed || contradicted, confirmed);
    let check = Agreement::of_two(own, theirs).zip(facts.reference());
    check.map_or(String::new(), |(check, (strategy, _))| {
        format!(" {}", check.leading_player(&facts.bots, strategy))
    })
}

/// A win rate with the best set of edits, as values for a text template.
#[derive(Serialize)]
struct EditedRate {
    label: String,
    bot: String,
    rate: f64,
    margin_of_error: f64,
}

impl EditedRate {
    fn new(of: &TunedRate, facts: &TuneFacts) -> EditedRate {
        EditedRate {
            label: facts.label(of),
            bot: of.bot.clone(),
            rate: of.corrected(),
            margin_of_error: facts.margin_of_error(of),
        }
    }
}

/// The results of the reference player, as values for a text template.
#[derive(Serialize)]
struct ReferenceResults {
    strategy: String,
    /// Number of games that the reference player played with a fighter; the smallest such number.
    games: u64,
    /// True if the win rates are luck-adjusted.
    adjusted: bool,
    after: TargetDistances,
    before: Option<TargetDistances>,
    /// Names of the fighters that the edits move away from their targets.
    worse: Vec<String>,
}

/// The distances of the win rates from their targets with the reference player, as values for a
/// text template.
#[derive(Serialize)]
struct TargetDistances {
    /// Names of the fighters whose win rates are significantly farther from their targets than
    /// accepted.
    contradicted: Vec<String>,
    /// The fighter with the largest distance of its win rate from its target.
    farthest: String,
    rate: f64,
    margin_of_error: f64,
    distance: f64,
}

impl ReferenceResults {
    /// Returns the results; `None` without a reference player.
    fn new(facts: &TuneFacts) -> Option<ReferenceResults> {
        let best = facts.best().row.solution;
        let aimed = facts.checked.iter().filter(|of| of.target.is_some());
        let (after, before): (Vec<_>, Vec<_>) = aimed.partition(|of| of.solution == best);
        let level = of_each(facts.level, after.len());
        let worse = before.iter().flat_map(|before| {
            let mut same = after.iter().filter(|of| of.entrant == before.entrant);
            same.find(|of| of.is_worse(before, level))
        });
        let name = |of: &&CheckedRate| facts.people.get(&of.entrant).name;
        Some(ReferenceResults {
            strategy: after.first()?.strategy.clone(),
            games: after.iter().map(|of| of.games).min().unwrap_or(0),
            adjusted: after.iter().any(|of| of.effective_games != of.games),
            worse: worse.map(name).collect(),
            before: TargetDistances::new(&before, facts),
            after: TargetDistances::new(&after, facts)?,
        })
    }
}

impl TargetDistances {
    /// Returns the distances; `None` without games.
    fn new(rates: &[&CheckedRate], facts: &TuneFacts) -> Option<TargetDistances> {
        let all = || rates.iter().copied();
        let farthest = all().max_by(|a, b| a.distance().total_cmp(&b.distance()))?;
        let name = |of: &CheckedRate| facts.people.get(&of.entrant).name;
        Some(TargetDistances {
            contradicted: all().filter(|of| of.contradicted).map(name).collect(),
            farthest: name(farthest),
            rate: farthest.win_rate,
            margin_of_error: farthest.margin_of_error(),
            distance: farthest.distance(),
        })
    }
}

/// The largest change of a win rate that has no target, as a side effect of the edits.
#[derive(Serialize)]
struct SideEffect {
    /// The win rate without the edits.
    before: f64,
    /// The win rate with the best set of edits.
    after: EditedRate,
}

impl SideEffect {
    /// Finds the win rate without a target that changes most; `None` if there are no edits, or if
    /// every win rate has a target.
    fn new(facts: &TuneFacts) -> Option<SideEffect> {
        if facts.best().edits.is_empty() {
            return None;
        }
        let free = facts.pairs().filter(|(before, _)| before.target.is_none());
        let change = |(before, after): &(&TunedRate, &TunedRate)| {
            (after.corrected() - before.corrected()).abs()
        };
        let largest = free.max_by(|a, b| change(a).total_cmp(&change(b)));
        largest.map(|(before, after)| SideEffect {
            before: before.corrected(),
            after: EditedRate::new(after, facts),
        })
    }
}
