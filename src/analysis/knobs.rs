//! Knobs: all values of a scenario's fighters and rules that a designer can change. Each knob has a
//! list of steps.
//!
//! This module does not depend on a game. Each game lists the values of its fighters, and the
//! game's checks decide which changes are allowed.

use rayon::prelude::*;
use serde_json::Value as Json;

use crate::games::Provenance;
use crate::games::title::{FighterValue, Profile};
use crate::scenario::{Edit, Scenario, TypeSchema, leaves};

/// A knob: a value of a scenario that can be changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Knob {
    /// Key of the fighter that has the value; `None` if the value is a rule.
    pub fighter: Option<String>,
    /// Key of the card (or similar object of the fighter) to which the value belongs, if any.
    pub thing: Option<String>,
    /// Path of the value, such as `fighters.agaric.cards.3.defense` or `rules.rounds`. If the
    /// change withholds a whole card from the fighter, the path of the card.
    pub field: String,
    /// Description of the value, such as "card 3: defense".
    pub words: String,
    /// Provenance (source) of the value; `None` for a rule or for a whole card.
    pub provenance: Option<Provenance>,
    /// Current value, as text.
    pub now: String,
    /// Possible steps of the value, at least one.
    pub steps: Vec<Step>,
}

/// One possible change of a value.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub kind: StepKind,
    /// Value after the change, as text.
    pub to: String,
    pub edits: Vec<Edit>,
}

/// The kind of a change of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StepKind {
    /// The number increases by one.
    Up,
    /// The number decreases by one.
    Down,
    /// The value is swapped with the next higher value among the same fighter's cards (or similar
    /// objects).
    Swap,
    /// A value that is a choice from a fixed list, such as a kind of attack, becomes another
    /// choice.
    Other,
    /// The value is removed from its card or its fighter.
    Off,
    /// A whole card (or similar object) is withheld from the fighter.
    Withheld,
}

impl StepKind {
    /// Returns the name of this kind of change, as shown in tables.
    pub fn name(self) -> &'static str {
        match self {
            StepKind::Up => "up",
            StepKind::Down => "down",
            StepKind::Swap => "swap",
            StepKind::Other => "other",
            StepKind::Off => "off",
            StepKind::Withheld => "withheld",
        }
    }
}

impl Knob {
    /// Returns the possible change of this kind, or `None` if the game does not allow it.
    pub fn step(&self, kind: StepKind) -> Option<&Step> {
        self.steps.iter().find(|step| step.kind == kind)
    }

    /// Returns the path of the value within its fighter or card, for example `defense`. For a rule,
    /// returns the path of the rule.
    pub fn name(&self) -> &str {
        let below = |at: &str| self.field.splitn(at.split('.').count() + 1, '.').last();
        let place = match (&self.fighter, &self.thing) {
            (Some(_), Some(_)) => below("fighters.fighter.things.thing"),
            (Some(_), None) => below("fighters.fighter"),
            (None, _) => below("rules"),
        };
        place.unwrap_or(&self.field)
    }
}

/// Returns all knobs of these fighters. If `rules` is true, also returns the knobs of the rules.
pub fn of(scenario: &Scenario, fighters: &[String], rules: bool) -> Vec<Knob> {
    let mut knobs = of_fighters(scenario, fighters);
    if rules {
        knobs.extend(of_rules(scenario));
    }
    knobs
}

/// Returns all knobs of these fighters, in the order of the roster.
pub fn of_fighters(scenario: &Scenario, fighters: &[String]) -> Vec<Knob> {
    let profiles = scenario.profiles().into_iter();
    let asked = profiles.filter(|profile| fighters.contains(&profile.key));
    let candidates: Vec<Knob> = asked.flat_map(|profile| candidates(scenario, &profile)).collect();
    allowed(scenario, candidates)
}

/// Returns all knobs of the scenario's rules, in the order of the rules.
pub fn of_rules(scenario: &Scenario) -> Vec<Knob> {
    let type_schema = TypeSchema::rules(scenario.game());
    let mut candidates = vec![];
    for (path, value) in leaves(&scenario.rules, true) {
        let field = format!("rules.{path}");
        let mut steps = by_one(&field, value);
        if let Some(yes) = value.as_bool() {
            steps.push(Step::to(StepKind::Other, &field, (!yes).into()));
        }
        let path: Vec<&str> = path.split('.').collect();
        let others = type_schema.names(&path).into_iter().map(Json::from);
        let others = others.filter(|other| other != value);
        steps.extend(others.map(|other| Step::to(StepKind::Other, &field, other)));
        candidates.push(Knob {
            fighter: None,
            thing: None,
            words: counted(&path.join(".")),
            field,
            provenance: None,
            now: said(value),
            steps,
        });
    }
    allowed(scenario, candidates)
}

/// Removes changes that the game does not allow, and then removes knobs without any possible
/// change.
fn allowed(scenario: &Scenario, candidates: Vec<Knob>) -> Vec<Knob> {
    let checked = candidates.into_par_iter().map(|mut knob| {
        knob.steps.retain(|step| scenario.with(&step.edits).is_ok());
        knob
    });
    let mut knobs: Vec<Knob> = checked.collect();
    knobs.retain(|knob| !knob.steps.is_empty());
    knobs
}

/// Returns all possible knobs of a fighter, before the game's checks.
fn candidates(scenario: &Scenario, profile: &Profile) -> Vec<Knob> {
    let layers = scenario.game().layers();
    let owner = format!("fighters.{}", profile.key);
    let mut knobs = vec![];
    for value in &profile.values {
        let field = format!("{owner}.{}", value.path);
        let Some(now) = scenario.value(&field) else {
            continue;
        };
        let thing = (value.path.split_once('.'))
            .filter(|(table, _)| layers.things.contains(table))
            .and_then(|(_, rest)| rest.split('.').next());
        let knob = |field: &str, words: String, now: String, steps| Knob {
            fighter: Some(profile.key.clone()),
            thing: thing.map(str::to_owned),
            field: field.to_owned(),
            words,
            provenance: Some(value.provenance),
            now,
            steps,
        };
        let name = value.path.rsplit('.').next().unwrap_or_default();
        if layers.distinct.contains(&name) {
            if let Some((with, step)) = swap(scenario, profile, value, &field, name) {
                let words = format!("{} swapped with {with}", bare(value, now));
                knobs.push(knob(&field, words, said(now), vec![step]));
            }
            continue;
        }
        if now.is_number() {
            knobs.push(knob(&field, bare(value, now), said(now), by_one(&field, now)));
            continue;
        }
        // The value itself is no part of itself.
        let parts = leaves(now, true).into_iter().filter(|(path, _)| !path.is_empty());
        for (path, leaf) in parts {
            let field = format!("{field}.{path}");
            let words = match thing.and(value.words.split_once(':')) {
                Some((thing, _)) => format!("{thing}: {}", counted(&path)),
                None => counted(&format!("{}.{path}", value.path)),
            };
            knobs.push(knob(&field, words, said(leaf), by_one(&field, leaf)));
        }
        let off = Step { kind: StepKind::Off, to: "none".into(), edits: vec![Edit::away(&field)] };
        knobs.push(knob(&field, bare(value, now), said(now), vec![off]));
    }
    for table in layers.things {
        let things = scenario.value(&format!("{owner}.{table}"));
        let singular = scenario.game().words().thing[0];
        for key in things.and_then(Json::as_object).into_iter().flat_map(|things| things.keys()) {
            let field = format!("{owner}.{table}.{key}");
            knobs.push(Knob {
                fighter: Some(profile.key.clone()),
                thing: Some(key.clone()),
                words: format!("{singular} {key}"),
                provenance: None,
                now: "held".into(),
                steps: vec![Step {
                    kind: StepKind::Withheld,
                    to: "withheld".into(),
                    edits: vec![Edit::away(&field)],
                }],
                field,
            });
        }
    }
    knobs
}

impl Step {
    fn to(kind: StepKind, field: &str, value: Json) -> Step {
        Step { kind, to: said(&value), edits: vec![Edit::new(field, value)] }
    }
}

/// Returns the possible changes of a number: one less and one more. Returns no change if the value
/// is not a number.
fn by_one(field: &str, value: &Json) -> Vec<Step> {
    let Some(number) = value.as_i64() else {
        return vec![];
    };
    let steps = [(StepKind::Down, -1), (StepKind::Up, 1)];
    let step = |(kind, by)| Step::to(kind, field, Json::from(number + by));
    steps.into_iter().map(step).collect()
}

/// Returns the change that swaps a value with the next higher value among the same fighter's cards,
/// and the description of the card that has the higher value.
fn swap(
    scenario: &Scenario,
    profile: &Profile,
    value: &FighterValue,
    field: &str,
    name: &str,
) -> Option<(String, Step)> {
    let number = |of: &FighterValue| {
        let field = format!("fighters.{}.{}", profile.key, of.path);
        Some((scenario.value(&field)?.as_i64()?, field))
    };
    let (now, _) = number(value)?;
    let same = profile.values.iter();
    let same = same.filter(|other| other.path.rsplit('.').next() == Some(name));
    let numbers =
        same.filter_map(|other| number(other).map(|(number, field)| (number, field, other)));
    let higher = numbers.filter(|(number, ..)| *number > now);
    let (number, other, owner) = higher.min_by_key(|(number, ..)| *number)?;
    let with = owner.words.split(':').next().unwrap_or_default().to_owned();
    let step = Step {
        kind: StepKind::Swap,
        to: number.to_string(),
        edits: vec![Edit::new(field, number), Edit::new(other, now)],
    };
    Some((with, step))
}

/// Returns the description of a value without the number at its end, which is the current value.
fn bare(value: &FighterValue, now: &Json) -> String {
    let number = now.as_i64().map(|number| format!(" {number}"));
    let words = number.and_then(|number| value.words.strip_suffix(&number));
    words.unwrap_or(&value.words).to_owned()
}

/// Formats the path of a value for readers. Positions in lists count from 1.
fn counted(path: &str) -> String {
    let step = |step: &str| match step.parse::<u64>() {
        Ok(at) => (at + 1).to_string(),
        Err(_) => step.replace(['_', '-'], " "),
    };
    path.split('.').map(step).collect::<Vec<_>>().join(" ")
}

/// Formats a value as readable text.
fn said(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        // A TOML table is represented by its name, or by its keys if it has no name.
        Json::Object(fields) => match fields.get("name").and_then(Json::as_str) {
            Some(name) => name.to_owned(),
            None => fields.keys().cloned().collect::<Vec<_>>().join(", "),
        },
        value => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn scenario(file: &str) -> Scenario {
        Scenario::load(Path::new(&format!("scenarios/{file}.toml")), &[]).unwrap()
    }

    fn steps(knob: &Knob) -> Vec<(&str, &str)> {
        let steps = knob.steps.iter();
        steps.map(|step| (step.kind.name(), step.to.as_str())).collect()
    }

    fn knob<'a>(knobs: &'a [Knob], field: &str) -> &'a Knob {
        let found = knobs.iter().find(|knob| knob.field == field);
        found.unwrap_or_else(|| panic!("no {field}"))
    }

    #[test]
    fn a_card_has_its_numbers_its_effect_and_itself() {
        let scenario = scenario("ultimate-warriorz/tribal-rumble");
        let knobs = of_fighters(&scenario, &["bonzai".to_owned(), "agaric".to_owned()]);
        let agaric = |path: &str| knob(&knobs, &format!("fighters.agaric.{path}"));
        assert_eq!(steps(agaric("size")), [("down", "4"), ("up", "6")]);
        assert_eq!(agaric("cards.3.shooting").words, "card 3: shooting");
        assert_eq!(agaric("cards.3.shooting").name(), "shooting");
        assert_eq!(agaric("cards.3.shooting").thing.as_deref(), Some("3"));
        assert_eq!(steps(agaric("cards.3.technique")), [("off", "none")]);
        assert_eq!(steps(agaric("cards.3")), [("withheld", "withheld")]);
        assert_eq!(steps(agaric("cards.3.initiative")), [("swap", "4")]);
        // The number 0 of dice has only a step up. The other attack of a card with a barrel has no
        // step at all.
        assert_eq!(steps(agaric("cards.7.melee")), [("up", "1")]);
        assert!(!knobs.iter().any(|knob| knob.field == "fighters.agaric.cards.3.melee"));
        assert!(!knobs.iter().any(|knob| knob.field == "fighters.agaric.cards.8.initiative"));
        let dice = knob(&knobs, "fighters.bonzai.cards.2.technique.kamikaze.dice.0");
        assert_eq!((dice.words.as_str(), dice.now.as_str()), ("card 2: kamikaze dice 1", "6"));
        assert!(knobs.iter().all(|knob| !knob.field.contains("baobab")));
    }

    #[test]
    fn the_numbers_of_an_effect_of_ones_own_are_turned() {
        let scenario = scenario("ultimate-warriorz/own-effects");
        let knobs = of_fighters(&scenario, &["cactus".to_owned(), "zamioculcas".to_owned()]);
        let breath = "fighters.zamioculcas.cards.5.technique";
        let effect = knob(&knobs, breath);
        assert_eq!((&*effect.now, steps(effect)), ("fire breath", vec![("off", "none")]));
        let shift = knob(&knobs, &format!("{breath}.shooting.shift"));
        assert_eq!(shift.words, "card 5: shooting shift");
        assert_eq!(steps(shift), [("down", "1"), ("up", "3")]);
        // The penalty of a snare has no step below 1.
        let net = "fighters.cactus.cards.6.item.melee.snare";
        assert_eq!(steps(knob(&knobs, &format!("{net}.penalty"))), [("up", "2")]);
        let words = [".name", ".at", ".net"];
        let turned = knobs
            .iter()
            .filter(|knob| knob.field.contains("technique.") || knob.field.contains("item."));
        for knob in turned {
            assert!(!words.iter().any(|word| knob.field.ends_with(word)), "{}", knob.field);
        }
    }

    #[test]
    fn rules_have_numbers_and_choices() {
        let knobs = of_rules(&scenario("ultimate-warriorz/tribal-rumble"));
        let zones = knob(&knobs, "rules.zones");
        assert_eq!(steps(zones), [("down", "5"), ("up", "7"), ("other", "fighters")]);
        assert_eq!(steps(knob(&knobs, "rules.lucky_charm")), [("other", "false")]);
        assert_eq!(steps(knob(&knobs, "rules.recycle")), [("other", "all")]);
        assert_eq!(knob(&knobs, "rules.rocks.0").words, "rocks 1");
    }

    #[test]
    fn every_game_has_knobs_and_each_of_their_steps_can_be_played() {
        for title in crate::games::titles() {
            let random = crate::scenario::load_bot(title, "random").unwrap();
            let line_up = title.trials().swap_remove(0);
            let plan =
                crate::scenario::StrategyPlan { everybody: "random".into(), ..Default::default() };
            let bots = [("random".to_owned(), random)].into();
            let scenario = Scenario::of(title, line_up, plan, bots).unwrap();
            let mut knobs = of_fighters(&scenario, &scenario.seating.fighters[..2]);
            knobs.extend(of_rules(&scenario));
            assert!(knobs.iter().any(|knob| knob.fighter.is_some()), "{}", title.name());
            for step in knobs.iter().flat_map(|knob| &knob.steps).step_by(7) {
                let edited = scenario.with(&step.edits).unwrap();
                for edit in &step.edits {
                    assert_eq!(edited.value(&edit.field), edit.value.as_ref(), "{step:?}");
                }
                edited.open().worker().play(1, 0).unwrap();
            }
        }
    }
}
