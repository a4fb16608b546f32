//! Computes the values that templates insert into the verdict of `gong run` with several bots.

use anyhow::Result;
use minijinja::{Value, context};

use super::facts::{BotsFacts, FighterVerdicts};
use super::styles::{Agreement, MARGIN};
use crate::report::sentences::{Sentences, Standing};
use crate::report::shared::{descending, greatest};

/// Returns the headline, the verdict and the method of the report as sentences.
///
/// # Errors
/// Fails if the template is faulty.
pub fn sentences(facts: &BotsFacts) -> Result<Sentences> {
    let shifts = facts.fighters.iter().map(|fighter| fighter.shift().0);
    let on = |standing: Standing| -> Vec<String> {
        let robust = facts.of(Agreement::Robust);
        names(robust.filter(|of| of.with[0].standing == standing))
    };
    let sides = [
        ("above", on(Standing::Above)),
        ("below", on(Standing::Below)),
        ("near", on(Standing::WithinNoise)),
    ];
    let most = descending(&facts.fighters, |of| of.shift().0);
    let most = most.first().map(|of| {
        let (by, half) = of.shift();
        context! { name => of.who.name.clone(), by, half, ranks => of.ranks() }
    });
    let depending = facts.of(Agreement::DependsOnStyle);
    Sentences::render(
        include_str!("sentences.j2"),
        context! {
            bots => facts.bots.len(),
            fair => facts.fair,
            level => facts.level,
            margin => MARGIN,
            who => facts.people.word(),
            several => facts.people.several(),
            all => facts.fighters.len(),
            same => facts.of(Agreement::Robust).count(),
            shift => greatest(shifts),
            names => names(facts.of(Agreement::DependsOnStyle)),
            depending => depending.map(|of| rates(facts, of)).collect::<Vec<_>>(),
            sides => sides.to_vec(),
            open => names(facts.of(Agreement::Open)),
            most,
        },
    )
}

fn names<'a>(fighters: impl Iterator<Item = &'a FighterVerdicts>) -> Vec<String> {
    fighters.map(|fighter| fighter.who.name.clone()).collect()
}

/// Returns the name of a fighter, and its win rate with each bot, for a template.
fn rates(facts: &BotsFacts, fighter: &FighterVerdicts) -> Value {
    let with = fighter.with.iter().zip(&facts.bots);
    let rate = |(of, bot): (&super::facts::WithBot, &String)| {
        context! { rate => of.wins.rate(), bot => bot.clone() }
    };
    let rates: Vec<Value> = with.map(rate).collect();
    context! { name => fighter.who.name.clone(), rates }
}
