//! The sentences of a training's report, and the values that text templates insert into them.

use anyhow::Result;
use minijinja::value::Serde;
use minijinja::{Value, context};

use super::facts::TrainFacts;
use super::tables::{Balance, TrialVerdict, Tried};
use crate::report::sentences::Sentences;
use crate::report::shared::descending;

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
            partial => facts.partial,
            together => facts.bot.together,
            trials => facts.trials.iter().map(trial).collect::<Vec<Value>>(),
            several => facts.several(),
            more => called(TrialVerdict::More),
            fewer => called(TrialVerdict::Fewer),
            noise => called(TrialVerdict::Noise),
            best => sorted.first().map(|of| trial(of)),
            worst => sorted.get(1..).and_then(<[_]>::last).map(|of| trial(of)),
            shifted => shifted.len(),
            shift => shifted.first().map(shift),
            all => facts.balance.len(),
            fighters => facts.people.several().to_owned(),
            level => facts.level,
        },
    )
}
