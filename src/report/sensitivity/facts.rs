//! What the page of a sensitivity speaks of: the table's rows put together by value and step.

use anyhow::Result;

use super::{INCOMPARABLE, NOISE, RECONSTRUCTED, WIN_RATE, Worth};
use crate::report::people::{People, Person};
use crate::report::shared::greatest;
use crate::report::table::Row;
use crate::report::words::{decimals, percent, signed};
use crate::report::{Manifest, SensitivityNote, Tables};

/// All that there is to say.
pub struct Facts {
    pub level: f64,
    pub people: People,
    /// What the game calls a thing of a fighter's, one and many.
    pub thing: [String; 2],
    pub note: SensitivityNote,
    /// Of the fighters whose values were turned, in the order of the roster.
    pub fighters: Vec<Person>,
    /// Of fighters, in the order of the table.
    pub values: Vec<Value>,
    pub rules: Vec<Value>,
    /// Tests of the win rate of whoever is changed, and of all else.
    pub tests: [usize; 2],
}

/// A value, with all its steps that something is known of.
pub struct Value {
    /// Whose it is; of a rule nobody in particular.
    pub who: Option<Person>,
    pub thing: Option<String>,
    /// Its name below fighter and thing.
    pub name: String,
    pub field: String,
    pub words: String,
    pub reconstructed: bool,
    pub now: String,
    pub steps: Vec<Step>,
}

/// Before what a value changes places with, in its words.
const SWAPPED: &str = " swapped with ";

/// A step of a value.
pub struct Step {
    /// As the table says it.
    pub turn: String,
    pub to: String,
    /// Other fighters meet with it.
    pub incomparable: bool,
    /// What it does to win rates: of whoever is changed first, of a rule everybody's.
    effects: Vec<Effect>,
}

/// What a step does to somebody's win rate.
#[derive(Debug, Clone)]
pub struct Effect {
    /// The key of the fighter.
    pub entrant: String,
    /// A difference of shares, with the ends of its interval.
    pub value: f64,
    pub ends: Option<[f64; 2]>,
    /// It was measured, in this very roster; else it is the screen's.
    pub measured: bool,
    /// The screen knew it too.
    pub screened: bool,
    /// It is told from nothing: of what was measured, allowing for all else of its family.
    pub sure: bool,
}

impl Facts {
    /// # Errors
    /// If the table lacks a column or holds another type in it: it is not one of gong's.
    pub fn new(tables: &Tables, manifest: &Manifest) -> Result<Facts> {
        let people = People::of(manifest);
        let rows = Worth::rows(tables.named(Worth::NAME)?)?;
        let tested = |own: bool| {
            let tested = rows.iter().filter(|row| row.p_value.is_some());
            tested.filter(|row| row.own() == own).count()
        };
        let tests = [tested(true), tested(false)];
        let (mut values, mut last): (Vec<Value>, _) = (vec![], 0);
        for row in rows.iter().filter(|row| row.measure == WIN_RATE) {
            if row.knob != last {
                last = row.knob;
                values.push(Value::new(row, &people));
            }
            if let Some(value) = values.last_mut() {
                value.add(row);
            }
        }
        let (values, rules): (Vec<Value>, Vec<Value>) =
            (values.into_iter()).partition(|value| value.who.is_some());
        let turned = |who: &&Person| values.iter().any(|value| value.key() == Some(&who.key));
        Ok(Facts {
            level: manifest.level,
            thing: manifest.measured.thing.clone(),
            note: manifest.sensitivity.clone().unwrap_or_default(),
            fighters: people.all().iter().filter(turned).cloned().collect(),
            people,
            values,
            rules,
            tests,
        })
    }

    /// The values of a fighter.
    pub fn of(&self, who: &Person) -> impl Iterator<Item = &Value> {
        self.values
            .iter()
            .filter(|value| value.key() == Some(&who.key))
    }

    /// Fighters that have things.
    pub fn have_things(&self) -> bool {
        self.values.iter().any(|value| value.thing.is_some())
    }
}

impl Value {
    fn new(row: &Worth, people: &People) -> Value {
        Value {
            who: row.fighter.as_ref().map(|key| people.get(key)),
            thing: row.thing.clone(),
            name: row.value.clone(),
            field: row.field.clone(),
            words: row.words.clone(),
            reconstructed: row.provenance.as_deref() == Some(RECONSTRUCTED),
            now: row.now.clone(),
            steps: vec![],
        }
    }

    /// Takes a row of one of its steps in.
    fn add(&mut self, row: &Worth) {
        if self
            .steps
            .last()
            .is_none_or(|step| step.turn != row.step || step.to != row.to)
        {
            self.steps.push(Step {
                turn: row.step.clone(),
                to: row.to.clone(),
                incomparable: row.verdict.as_deref() == Some(INCOMPARABLE),
                effects: vec![],
            });
        }
        let step = self.steps.last_mut().filter(|_| row.own());
        if let Some((step, effect)) = step.zip(Effect::new(row)) {
            step.effects.push(effect);
        }
    }

    fn key(&self) -> Option<&String> {
        self.who.as_ref().map(|who| &who.key)
    }

    /// The name of whose it is.
    pub fn owner(&self) -> &str {
        self.who.as_ref().map_or("", |who| who.name.as_str())
    }

    /// It goes as a whole in a step: a thing that is withheld, an effect that is taken off.
    pub fn goes(&self) -> bool {
        self.steps.iter().all(Step::takes)
    }

    /// None of its steps was measured.
    pub fn only_screened(&self) -> bool {
        let mut known = self.steps.iter().filter_map(Step::effect);
        known.all(|effect| !effect.measured)
    }

    pub fn step(&self, turn: &str) -> Option<&Step> {
        self.steps.iter().find(|step| step.turn == turn)
    }

    /// The step that does most to whoever is changed: of those that were measured, or else of the screen's.
    pub fn largest(&self) -> Option<(&Step, &Effect)> {
        let known = || {
            self.steps
                .iter()
                .filter_map(|step| Some((step, step.effect()?)))
        };
        let any = known().any(|(_, effect)| effect.measured);
        let candidates = known().filter(|(_, effect)| effect.measured == any);
        candidates.max_by(|(_, a), (_, b)| a.value.abs().total_cmp(&b.value.abs()))
    }

    /// How much its largest step does, without a sign.
    pub fn stake(&self) -> f64 {
        greatest(self.largest().map(|(_, effect)| effect.value.abs()))
    }

    /// The same without what it changes places with: "card 3, initiative".
    pub fn short(&self) -> String {
        let said = self.said();
        said.split(SWAPPED).next().unwrap_or_default().to_owned()
    }

    /// What it changes places with: "card 4".
    pub fn partner(&self) -> &str {
        self.words.split_once(SWAPPED).map_or("", |(_, with)| with)
    }

    /// "card 3, melee": a reader's words, which may stand before a colon.
    pub fn said(&self) -> String {
        self.words.replace(": ", ", ")
    }
}

impl Step {
    /// What it does to whoever is changed; of a rule, to whom it does most.
    pub fn effect(&self) -> Option<&Effect> {
        let size = |effect: &&Effect| effect.value.abs();
        let first = self.effects.first()?;
        if self
            .effects
            .iter()
            .all(|other| other.entrant == first.entrant)
        {
            // Several bots play it: as the first of them does.
            return Some(first);
        }
        // The first of equals.
        let effects = self.effects.iter().rev();
        effects.max_by(|a, b| size(a).total_cmp(&size(b)))
    }

    /// What it does to a fighter.
    pub fn on(&self, key: &str) -> Option<&Effect> {
        self.effects.iter().find(|effect| effect.entrant == key)
    }

    /// It takes something away.
    pub fn takes(&self) -> bool {
        matches!(self.turn.as_str(), "off" | "withheld")
    }
}

impl Effect {
    fn new(row: &Worth) -> Option<Effect> {
        let measured = row.difference.is_some();
        let (value, low, high) = match measured {
            true => (row.difference, row.ci_low, row.ci_high),
            false => (row.screened, row.screened_low, row.screened_high),
        };
        let ends = low.zip(high).map(|(low, high)| [low, high]);
        let sure = match measured {
            true => row
                .verdict
                .as_deref()
                .is_some_and(|verdict| verdict != NOISE),
            false => ends.is_some_and(|[low, high]| low > 0.0 || high < 0.0),
        };
        Some(Effect {
            entrant: row.entrant.clone()?,
            value: value?,
            ends,
            measured,
            screened: row.screened.is_some(),
            sure,
        })
    }

    /// The "±" of it; 0 of too few games to have one.
    pub fn half(&self) -> f64 {
        self.ends.map_or(0.0, |[low, high]| (high - low) / 2.0)
    }

    /// In points: "+3.1".
    pub fn points(&self) -> String {
        signed(self.value * 100.0, self.fine())
    }

    /// Its decimals.
    fn fine(&self) -> usize {
        match self.half() {
            0.0 => 1,
            half => decimals(half),
        }
    }

    /// "+3.1 ± 0.6".
    pub fn known(&self) -> String {
        format!("{} ± {}", self.points(), percent(self.half(), self.fine()))
    }
}
