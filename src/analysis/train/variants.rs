//! Rosters around a scenario's own: a bot that has met them does not know the printed values by heart.

use std::borrow::Cow;

use rand::Rng;

use crate::games::chance::{Purpose, stream};
use crate::scenario::{Edit, Faults, Scenario};
use crate::simulate::Simulation;

/// One in so many values of a varied roster is another than the scenario's.
const VARIED: u32 = 12;

/// It is so much more, or less.
pub const VARIED_BY: i64 = 1;

/// Scenarios, and their like.
pub struct Variants<'a> {
    bases: Vec<Base<'a>>,
    seed: u64,
}

/// A scenario, and what of it can be varied: the roster's field, and the whole number it has.
struct Base<'a> {
    scenario: &'a Scenario,
    values: Vec<(String, i64)>,
}

impl<'a> Variants<'a> {
    pub fn new(scenarios: &'a [Scenario], seed: u64) -> Variants<'a> {
        Variants {
            bases: scenarios.iter().map(Base::of).collect(),
            seed,
        }
    }

    /// So many numbers, from 0, until each scenario was there, itself and varied.
    pub fn round(&self) -> u64 {
        match self.bases.len() as u64 {
            1 => 2,
            bases => 4 * (bases - 1),
        }
    }

    /// The first scenario every other time, in between each of the others in turn; twice each: itself, and one like it.
    pub fn open(&self, number: u64) -> Simulation {
        self.scenario(number).open()
    }

    /// The same, not yet open.
    pub fn scenario(&self, number: u64) -> Cow<'_, Scenario> {
        let pair = number / 2;
        let base = match &self.bases[..] {
            [_, others @ ..] if pair % 2 == 1 && !others.is_empty() => {
                &others[(pair / 2) as usize % others.len()]
            }
            bases => &bases[0],
        };
        if number.is_multiple_of(2) {
            Cow::Borrowed(base.scenario)
        } else {
            Cow::Owned(base.vary(self.seed, number))
        }
    }
}

impl Base<'_> {
    fn of(scenario: &Scenario) -> Base<'_> {
        let mut values = vec![];
        for profile in scenario.profiles() {
            for value in &profile.values {
                let field = format!("fighters.{}.{}", profile.key, value.path);
                if let Some(number) = scenario.value(&field).and_then(|at| at.as_i64()) {
                    values.push((field, number));
                }
            }
        }
        Base { scenario, values }
    }

    /// The scenario with some of its roster's values a little more or less.
    fn vary(&self, seed: u64, number: u64) -> Scenario {
        let mut luck = stream(seed, number, Purpose::Variant);
        let mut edits: Vec<Edit> = vec![];
        for (field, value) in &self.values {
            if luck.next_u32().is_multiple_of(VARIED) {
                let more = if luck.next_u32() & 1 == 0 {
                    VARIED_BY
                } else {
                    -VARIED_BY
                };
                edits.push(Edit::new(field, value + more));
            }
        }
        // What the game's rules do not allow, as no life at all, is left out.
        loop {
            match self.scenario.with(&edits) {
                Ok(scenario) => return scenario,
                Err(faults) => {
                    let before = edits.len();
                    edits.retain(|edit| !names(&faults, &edit.field));
                    // Not any value alone may be at fault, but some together.
                    if edits.len() == before && edits.pop().is_none() {
                        return self.scenario.clone();
                    }
                }
            }
        }
    }
}

fn names(faults: &Faults, field: &str) -> bool {
    faults.iter().any(|fault| fault.field == field)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_has_a_few_values_by_one_more_or_less() {
        for title in crate::games::titles() {
            for line_up in title.trials() {
                let random = crate::scenario::load_bot(title, "random").unwrap();
                let bots = [("random".to_owned(), random)].into();
                let plan = crate::scenario::StrategyPlan {
                    everybody: "random".into(),
                    ..Default::default()
                };
                let scenario = Scenario::of(title, line_up, plan, bots).unwrap();
                let base = Base::of(&scenario);
                let mut changed = 0;
                for number in 0..20 {
                    let varied = base.vary(1, number);
                    for (field, value) in &base.values {
                        let now = varied.value(field).unwrap().as_i64().unwrap();
                        assert!(
                            (now - value).abs() <= VARIED_BY,
                            "{field}: {value} is {now}"
                        );
                        changed += usize::from(now != *value);
                    }
                }
                // Some of what is drawn the game does not allow.
                let drawn = 20 * base.values.len() / VARIED as usize;
                assert!(
                    changed > drawn / 3 && changed < 2 * drawn,
                    "{}: {changed} of {drawn}",
                    title.name()
                );
            }
        }
    }
}
