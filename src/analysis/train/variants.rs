//! Rosters around a scenario's own: a bot that has met them does not know the printed values by heart.

use rand::Rng;

use crate::games::chance::{Purpose, pick, stream};
use crate::scenario::{Faults, Scenario};
use crate::simulate::Simulation;

/// One in so many values of a varied roster is another than the scenario's.
const VARIED: u32 = 12;

/// A scenario, and its like.
pub struct Variants<'a> {
    scenario: &'a Scenario,
    /// The scenario with further settings, as `--set` has them.
    with: &'a (dyn Fn(&[String]) -> Result<Scenario, Faults> + Sync),
    seed: u64,
    /// What can be varied: the setting's name, and the whole number it has.
    values: Vec<(String, i64)>,
}

impl<'a> Variants<'a> {
    pub fn new(
        scenario: &'a Scenario,
        with: &'a (dyn Fn(&[String]) -> Result<Scenario, Faults> + Sync),
        seed: u64,
    ) -> Variants<'a> {
        let mut values = vec![];
        for profile in scenario.profiles() {
            for value in &profile.values {
                let path = format!("/fighters/{}/{}", profile.key, value.path.replace('.', "/"));
                if let Some(number) = scenario.roster.pointer(&path).and_then(|at| at.as_i64()) {
                    values.push((format!("fighters.{}.{}", profile.key, value.path), number));
                }
            }
        }
        Variants {
            scenario,
            with,
            seed,
            values,
        }
    }

    /// Every other one is the scenario itself.
    pub fn open(&self, number: u64) -> Simulation {
        if number.is_multiple_of(2) || self.values.is_empty() {
            return self.scenario.open();
        }
        self.vary(number).open()
    }

    /// The scenario with some of its roster's values one more or one less.
    fn vary(&self, number: u64) -> Scenario {
        let mut luck = stream(self.seed, number, Purpose::Variant);
        let mut sets: Vec<String> = vec![];
        for (name, value) in &self.values {
            if luck.next_u32().is_multiple_of(VARIED) {
                let more = if luck.next_u32() & 1 == 0 { 1 } else { -1 };
                sets.push(format!("{name}={}", value + more));
            }
        }
        // What the game's rules do not allow, as no life at all, is left out.
        while !sets.is_empty() {
            match (self.with)(&sets) {
                Ok(mut scenario) => {
                    scenario.bots = self.scenario.bots.clone();
                    scenario.strategies = self.scenario.strategies.clone();
                    return scenario;
                }
                Err(faults) => {
                    let before = sets.len();
                    let faulty = |set: &String| {
                        let name = set.split('=').next();
                        faults.iter().any(|fault| Some(&*fault.field) == name)
                    };
                    sets.retain(|set| !faulty(set));
                    if sets.len() == before {
                        sets.swap_remove(pick(&mut luck, before));
                    }
                }
            }
        }
        self.scenario.clone()
    }
}
