//! The sentences of a training's report, and the values that text templates insert into them.

use anyhow::Result;
use minijinja::value::Serde;
use minijinja::{Value, context};

use super::evolution::{Evolved, WeightRow};
use super::facts::TrainFacts;
use super::tables::{Balance, TrialVerdict, Tried};
use crate::report::sentences::Sentences;
use crate::report::shared::descending;
use crate::report::words::decimals;

/// Maximum number of changed weights that a sentence names.
const NAMED: usize = 3;

/// Returns the headline, the verdict and the method of the report as sentences.
///
/// # Errors
/// Fails if the template is faulty.
pub fn sentences(facts: &TrainFacts) -> Result<Sentences> {
    let trial = |tried: &Tried| {
        context! {
            scenario => tried.scenario.clone(),
            opponent => tried.opponent.clone(),
            against => facts.against(tried),
            verdict => Serde(tried.verdict),
            games => tried.wins.games,
            rate => tried.wins.rate(),
            low => tried.wins.ci_low,
            high => tried.wins.ci_high,
            equal => tried.fair_share,
        }
    };
    let called = |verdict| facts.called(verdict).map(trial).collect::<Vec<Value>>();
    let home: Vec<&Tried> = facts.at_home().collect();
    let sorted = descending(&home, |tried| tried.wins.rate());
    let shifted = facts.shifted();
    let shift = |of: &&Balance| {
        let margin_of_error = of.margin_of_error().unwrap_or(0.0);
        context! {
            strategy => of.strategy.clone(),
            name => facts.people.get(&of.entrant).name,
            by => of.shift(),
            margin_of_error,
        }
    };
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            bot => facts.bot.name.clone(),
            kept => facts.kept(),
            partial => facts.partial,
            together => facts.bot.together,
            trials => facts.trials.iter().map(trial).collect::<Vec<Value>>(),
            several => facts.several(),
            more => called(TrialVerdict::More),
            fewer => called(TrialVerdict::Fewer),
            noise => called(TrialVerdict::Noise),
            best => sorted.first().map(|of| trial(of)),
            worst => sorted.get(1..).and_then(<[_]>::last).map(|of| trial(of)),
            evolved => facts.evolved.as_ref().map(evolution),
            shifted => shifted.len(),
            shift => shifted.first().map(shift),
            all => facts.balance.len(),
            fighters => facts.people.several().to_owned(),
            level => facts.level,
        },
    )
}

/// Returns template values for the sentences about the final test and the largest changes of
/// weights.
fn evolution(of: &Evolved) -> Value {
    let gate = of.gate.last().map(|all| {
        let places = all.margin_of_error().map_or(1, decimals);
        context! {
            games => all.games,
            before => all.win_rate_before.unwrap_or(0.0),
            after => all.win_rate_after.unwrap_or(0.0),
            difference => all.difference,
            margin_of_error => all.margin_of_error(),
            places,
            better => all.ci_low.is_some_and(|low| low > 0.0),
            worse => all.ci_high.is_some_and(|high| high < 0.0),
        }
    });
    let weight = |of: &WeightRow| {
        context! { feature => of.feature.clone(), before => of.counts_before, after => of.counts_after }
    };
    let moved = of.weights.iter().filter(|of| of.moved()).take(NAMED);
    let still = of.weights.iter().filter(|of| of.spread.is_none());
    context! {
        parent => of.parent.clone(),
        gate,
        moved => moved.map(weight).collect::<Vec<Value>>(),
        still => still.map(|of| of.feature.clone()).collect::<Vec<String>>(),
    }
}
