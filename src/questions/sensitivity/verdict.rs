//! The sentences of a sensitivity report, and the values that text templates insert into them.

use anyhow::Result;
use minijinja::context;
use minijinja::value::Serde;
use serde::Serialize;

use super::facts::{SensitivityFacts, StepEffect, StepFacts, ValueFacts};
use super::lists::{Need, WithheldThing, weights};
use crate::report::sentences::Sentences;
use crate::report::shared::{descending, greatest};
use crate::report::words::points_plus_minus;

/// Maximum number of game values that a sentence names.
const NAMED: usize = 3;

/// Returns the fighters' values for which the largest effect of a change is significant, the
/// largest first. Things taken away, such as cards, are not included.
pub fn sure(values: &[ValueFacts]) -> Vec<(&ValueFacts, &StepFacts, &StepEffect)> {
    let kept = (values.iter()).filter(|value| value.who.is_some() && !value.goes());
    let largest = kept.filter_map(|value| {
        let (step, effect) = value.largest()?;
        (effect.measured && effect.sure).then_some((value, step, effect))
    });
    descending(largest, |(.., effect)| effect.value.abs())
}

/// Returns the headline, the verdict and the method of the report as sentences.
///
/// # Errors
/// Fails if the template is faulty.
pub fn sentences(facts: &SensitivityFacts) -> Result<Sentences> {
    let sure = sure(&facts.values).into_iter().take(1 + NAMED);
    let largest: Vec<LargeEffect> = sure
        .map(|(value, step, effect)| LargeEffect {
            owner: value.owner(),
            change: value.change(step),
            effect: leading(facts, value, effect),
        })
        .collect();
    let measured = || {
        let steps = facts.values.iter().flat_map(|value| &value.steps);
        let effects = steps.filter_map(StepFacts::effect);
        effects.filter(|effect| effect.measured)
    };
    let ends = measured().filter_map(|effect| effect.ends);
    let [own, by_rules, others] = facts.tests.map(|tests| tests as u64);
    let only_screened = facts.values.iter().filter(|value| value.only_screened());
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            values => facts.values.len(),
            largest => Serde(largest),
            at_most => measured().next().map(|_| {
                greatest(ends.map(|[low, high]| low.abs().max(high.abs())))
            }),
            removals => Serde(Removals::new(facts)),
            rules => facts.rules.len(),
            rule => Serde(rule(facts)),
            of_groups => facts.of_groups(),
            group_tests => facts.on_groups().count(),
            only_screened => only_screened.count(),
            who => facts.people.word(),
            games => facts.method.games,
            rosters => facts.method.rosters,
            level => facts.level,
            widest => measured().map(StepEffect::margin_of_error).fold(0.0, f64::max),
            bots => &facts.bots,
            reference => facts.checked.as_ref().map(|of| of.strategy.clone()),
            own, by_rules, others, NAMED,
        },
    )
}

/// A change of a game value and its effect on a win rate, as values for a text template.
#[derive(Serialize)]
struct ChangeEffect {
    owner: String,
    /// Text that describes the change of a value, or the thing taken away.
    change: String,
    /// Effect of the change on the win rate, as a share.
    value: f64,
    /// Number after “±” of the effect, as a share.
    margin_of_error: f64,
    /// Number of decimals of the effect and its margin of error, in percentage points.
    fine: usize,
}

impl ChangeEffect {
    fn new(owner: &str, change: String, effect: &StepEffect) -> ChangeEffect {
        ChangeEffect {
            owner: owner.to_owned(),
            change,
            value: effect.value,
            margin_of_error: effect.margin_of_error(),
            fine: effect.fine(),
        }
    }
}

/// One of the largest effects, as values for a text template.
#[derive(Serialize)]
struct LargeEffect<'a> {
    owner: &'a str,
    change: String,
    /// The effect in points, with who plays.
    effect: String,
}

/// Returns the leading effect of a change, as in "+3.1 ± 0.6 points with “mcts-fast”". If both
/// effects are significant and have opposite signs, the effect with the own bots follows.
fn leading(facts: &SensitivityFacts, value: &ValueFacts, effect: &StepEffect) -> String {
    let own = format!("{} points", effect.known());
    let Some(checked) = &facts.checked else {
        return own;
    };
    let row = checked.rows.iter().find(|row| row.knob == value.knob);
    let Some((row, by)) = row.and_then(|row| Some((row, row.difference?))) else {
        return own;
    };
    let theirs = points_plus_minus(by, row.margin_of_error().unwrap_or(1.0));
    let answers = [own.as_str(), &format!("{theirs} points")];
    (row.confirmation()).leading_answer(answers, &facts.bots, &checked.strategy)
}

/// The things, such as cards, that are taken away from fighters in tests, grouped by how much their
/// owners need them.
#[derive(Serialize)]
struct Removals {
    /// The removal of a thing after which the owner's win rate drops most. `None` if `musts` has an
    /// element, or if no drop is significant.
    dearest: Option<ChangeEffect>,
    /// Removals of things after which a fighter's win rate drops significantly more than after any
    /// other removal from the same fighter.
    musts: Vec<ChangeEffect>,
    /// Removals of things after which the owner's win rate rises significantly.
    better_without: Vec<ChangeEffect>,
    /// Removals of things, such as cards, without a significant effect on the owner's win rate.
    dead_weight: Vec<ChangeEffect>,
}

impl Removals {
    fn new(facts: &SensitivityFacts) -> Removals {
        let all = weights(facts);
        let removal =
            |of: &WithheldThing| ChangeEffect::new(of.value.owner(), of.what(), of.effect);
        let named = |need: Need, sign: f64| -> Vec<ChangeEffect> {
            let same = all.iter().filter(|of| of.need() == need);
            let sorted = descending(same, |of| sign * of.effect.value);
            sorted.into_iter().map(removal).collect()
        };
        let musts = named(Need::Must, -1.0);
        let dear = all.iter().filter(|of| of.need() == Need::WorthHaving);
        let dear = descending(dear, |of| -of.effect.value);
        Removals {
            dearest: dear.first().filter(|_| musts.is_empty()).map(|of| removal(of)),
            musts,
            better_without: named(Need::BetterWithout, 1.0),
            dead_weight: named(Need::DeadWeight, 1.0),
        }
    }
}

/// A change of a rule, and the fighter, faction or party that it affects most, as values for a text
/// template.
#[derive(Serialize)]
struct Rule {
    rule: String,
    now: String,
    then: String,
    who: ChangeEffect,
}

/// Returns the change of a rule that has the largest significant effect: on the win rate of the
/// party or of a faction, or on a fighter's win rate if the game has neither.
fn rule(facts: &SensitivityFacts) -> Option<Rule> {
    let rules = facts.rules.iter();
    let steps = rules.flat_map(|rule| rule.steps.iter().map(move |step| (rule, step)));
    let known = steps.filter_map(|(rule, step)| Some((rule, step, step.of_rule()?)));
    let sure = known.filter(|(.., effect)| effect.sure);
    let sorted = descending(sure, |(.., effect)| effect.value.abs());
    let &(rule, step, effect) = sorted.first()?;
    let name = facts.people.get(&effect.entrant).name;
    Some(Rule {
        rule: rule.of.words.clone(),
        now: rule.now.clone(),
        then: step.to.clone(),
        who: ChangeEffect::new(&name, String::new(), effect),
    })
}
