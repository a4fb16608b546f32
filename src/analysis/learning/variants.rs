//! Variants of the scenarios in which a bot is trained, with slightly changed values and rules, so
//! that a bot does not overfit to those of its scenarios.

use rand::Rng;
use rand_pcg::Pcg64Mcg;

use crate::analysis::knobs;
use crate::game::chance::{Purpose, pick, stream};
use crate::scenario::learnt::Learnt;
use crate::scenario::{Edit, Faults, Scenario};
use crate::simulate::Simulation;

/// In a variant, one in this many values differs from the scenario's roster, on average.
const VARIED: u32 = 12;

/// Greatest amount by which a changed value of a variant differs from the scenario's, up or down.
const VARIED_BY: i64 = 3;

/// Amounts by which a changed value differs, each drawn equally often: small changes are the most
/// frequent.
const AMOUNTS: [i64; 6] = [1, 1, 1, 2, 2, VARIED_BY];

/// In half of the variants, the games have another number of rounds; in half, another rule differs.
/// A rule that is a number may be twice as large as in the scenario, or a third.
const ROUNDS: &str = "rules.rounds";

/// The scenarios in which a bot is trained, with variants in which some values and rules differ.
pub struct Variants<'a> {
    bases: Vec<Base<'a>>,
    seed: u64,
}

/// A scenario, the path and value of each of its integers that can be varied, and the values that
/// each of its rules can have instead.
struct Base<'a> {
    scenario: &'a Scenario,
    /// True if other networks learn its games than those of scenarios without teams.
    teams: bool,
    values: Vec<(String, i64)>,
    rules: Vec<(String, Vec<Edit>)>,
}

impl<'a> Variants<'a> {
    pub fn new(scenarios: &'a [Scenario], seed: u64) -> Variants<'a> {
        Variants { bases: scenarios.iter().map(Base::of).collect(), seed }
    }

    /// Number of variants, starting with number 0, among which each scenario occurs both unchanged
    /// and with changed values.
    pub fn round(&self) -> u64 {
        2 * self.bases.len() as u64
    }

    /// Returns how many of the first `games` training games the same networks learn: those of
    /// scenarios with teams, or those of the others. The scenarios take turns.
    pub fn games_of(&self, teams: bool, games: u64) -> u64 {
        let alike = self.bases.iter().filter(|base| base.teams == teams).count();
        games * alike as u64 / self.bases.len() as u64
    }

    /// Returns how many of the first `games` training games are learnt by the same networks as
    /// those of variant number `number`.
    pub fn games_like(&self, number: u64, games: u64) -> u64 {
        self.games_of(self.base(number).teams, games)
    }

    fn base(&self, number: u64) -> &Base<'a> {
        &self.bases[(number / 2) as usize % self.bases.len()]
    }

    /// Opens variant number `number` of the scenarios for play. The scenarios take turns. Even
    /// numbers are unchanged scenarios, and each odd number is a variant of the same scenario as
    /// the number before it.
    pub fn open(&self, number: u64) -> Simulation {
        let base = self.base(number);
        if number.is_multiple_of(2) {
            base.scenario.open()
        } else {
            base.vary(self.seed, number).open()
        }
    }
}

/// Returns the training range of a bot that is trained in these scenarios and their variants.
pub fn range(scenarios: &[Scenario]) -> Learnt {
    let mut learnt = Learnt::of(scenarios, VARIED_BY);
    for (_, changes) in scenarios.iter().flat_map(rules) {
        learnt.add_rules(&changes);
    }
    learnt
}

/// Returns the scenario's rules that variants change, each with the changes to its other values.
fn rules(scenario: &Scenario) -> Vec<(String, Vec<Edit>)> {
    let rule = |knob: knobs::Knob| {
        let number = scenario.value(&knob.field).and_then(|at| at.as_i64());
        let edits: Vec<Edit> = match number {
            Some(now) => {
                let numbers = now - (2 * now / 3).max(1)..=now + now.max(1);
                let others = numbers.filter(|number| *number != now);
                others.map(|number| Edit::new(&knob.field, number)).collect()
            }
            None => knob.steps.into_iter().flat_map(|step| step.edits).collect(),
        };
        let allowed = |edit: &Edit| scenario.with(std::slice::from_ref(edit)).is_ok();
        (knob.field, edits.into_iter().filter(allowed).collect())
    };
    knobs::of_rules(scenario).into_iter().map(rule).collect()
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
        let simulation = scenario.open();
        let cast = simulation.cast();
        let teams = scenario.game().layout().teams_apart && cast.slots.len() > cast.sides;
        Base { scenario, teams, values, rules: rules(scenario) }
    }

    /// Returns a copy of the scenario with random changes of roster values and rules.
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
        let (rounds, others): (Vec<_>, Vec<_>) =
            self.rules.iter().partition(|(rule, _)| rule == ROUNDS);
        for rules in [rounds, others] {
            if !rules.is_empty() && pick(&mut luck, 2) == 0 {
                let (_, changes) = one_of(&rules, &mut luck);
                edits.push(one_of(changes, &mut luck).clone());
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

fn one_of<'a, T>(all: &'a [T], luck: &mut Pcg64Mcg) -> &'a T {
    &all[pick(luck, all.len())]
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
                        assert!((now - value).abs() <= VARIED_BY, "{field}: {value} is {now}");
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

    #[test]
    fn games_with_and_without_teams_are_counted_apart() {
        let folder = std::path::Path::new("scenarios/ultimate-warriorz");
        let load = |name: &str| Scenario::load(&folder.join(name), &[]).unwrap();
        let [rumble, spirit] = ["tribal-rumble.toml", "team-spirit-3-players.toml"].map(load);
        let scenarios = [rumble.clone(), spirit, rumble];
        let variants = Variants::new(&scenarios, 1);
        assert_eq!([false, true].map(|teams| variants.games_of(teams, 300)), [200, 100]);
        // Two variants of each scenario follow each other.
        let like = [0, 1, 2, 3, 4, 6].map(|number| variants.games_like(number, 300));
        assert_eq!(like, [200, 200, 100, 100, 200, 200]);
    }
}
