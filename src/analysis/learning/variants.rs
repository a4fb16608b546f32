//! Rosters with slightly changed values, so that a bot does not overfit to the printed values.

use std::borrow::Cow;

use rand::Rng;

use crate::game::chance::{Purpose, pick, stream};
use crate::scenario::{Edit, Faults, Scenario};
use crate::simulate::Simulation;

/// In a varied roster, one in this many values differs from the scenario's roster, on average.
const VARIED: u32 = 12;

/// Greatest amount by which a changed value of a varied roster differs from the scenario's, up or
/// down.
pub const VARIED_BY: i64 = 3;

/// Amounts by which a changed value differs, each drawn equally often: small changes are the most
/// frequent.
const AMOUNTS: [i64; 6] = [1, 1, 1, 2, 2, VARIED_BY];

/// The scenarios in which a bot is trained, with variants in which some values differ.
pub struct Variants<'a> {
    bases: Vec<Base<'a>>,
    seed: u64,
}

/// A scenario, and the path and value of each of its integers that can be varied.
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

    /// Number of variants, starting with number 0, among which each scenario occurs both unchanged
    /// and with changed values.
    pub fn round(&self) -> u64 {
        match self.bases.len() as u64 {
            1 => 2,
            bases => 4 * (bases - 1),
        }
    }

    /// Opens variant number `number` of the scenarios for play; see [`Variants::scenario`].
    pub fn open(&self, number: u64) -> Simulation {
        self.scenario(number).open()
    }

    /// Returns variant number `number` of the scenarios.
    ///
    /// Even numbers are unchanged scenarios and odd numbers are varied ones. Each even number and
    /// the next odd number form a pair. Every other pair, starting with the first, is of the first
    /// scenario. The other scenarios take turns in the remaining pairs.
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

    /// Returns a copy of the scenario with random changes of roster values.
    fn vary(&self, seed: u64, number: u64) -> Scenario {
        let mut luck = stream(seed, number, Purpose::Variant);
        let mut edits: Vec<Edit> = vec![];
        for (field, value) in &self.values {
            if luck.next_u32().is_multiple_of(VARIED) {
                let amount = AMOUNTS[pick(&mut luck, AMOUNTS.len())];
                let sign = [1, -1][pick(&mut luck, 2)];
                edits.push(Edit::new(field, value + sign * amount));
            }
        }
        // Changes that the game does not allow, such as a fighter without life, are removed.
        loop {
            match self.scenario.with(&edits) {
                Ok(scenario) => return scenario,
                Err(faults) => {
                    let before = edits.len();
                    edits.retain(|edit| !names(&faults, &edit.field));
                    // Sometimes no single value is invalid, but their combination is.
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
    fn a_variant_has_a_few_values_that_differ_a_little() {
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
                // Fewer values differ than were drawn, because the game does not allow some of the
                // changes.
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
