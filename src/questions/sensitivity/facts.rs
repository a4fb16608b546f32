//! What there is to say of a sensitivity: the effects of every value, by step.

use super::survey::Results;
use super::tables::{Judged, Worth};
use crate::analysis::knobs::Turn;
use crate::games::Provenance;
use crate::report::Manifest;
use crate::report::people::{People, Person};
use crate::report::shared::{Changeable, greatest};
use crate::report::words::{decimals, percent, signed};

/// All that there is to say.
pub struct Facts {
    pub level: f64,
    pub people: People,
    /// What the game calls a thing of a fighter's, one and many.
    pub thing: [String; 2],
    pub method: Method,
    /// Of the fighters whose values were turned, in the order of the roster.
    pub fighters: Vec<Person>,
    /// Of fighters, in the order of the table.
    pub values: Vec<Value>,
    pub rules: Vec<Value>,
    /// Tests of the win rate of whoever is changed, and of all else.
    pub tests: [usize; 2],
}

/// How values were measured.
pub struct Method {
    /// Rosters of the screen, and games of each; 0 without a screen.
    pub rosters: u64,
    pub games_each: u64,
    /// Steps that were measured, and games of each.
    pub steps: u64,
    pub games: u64,
    /// The command that shows a step in full, without the step; none if a command line cannot say it.
    pub compare: Option<String>,
}

impl Method {
    pub fn new(results: &Results, games: u64, compare: Option<String>) -> Method {
        let screen = results.screen.as_ref();
        Method {
            rosters: screen.map_or(0, |screen| screen.rosters as u64),
            games_each: screen.map_or(0, |screen| screen.games_each),
            steps: results.steps.len() as u64,
            games,
            compare,
        }
    }
}

/// A value, with all its steps that something is known of.
pub struct Value {
    /// Whose it is; of a rule nobody in particular.
    pub who: Option<Person>,
    pub of: Changeable,
    pub now: String,
    pub steps: Vec<Step>,
}

/// A step of a value.
pub struct Step {
    pub turn: Turn,
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
    pub fn new(rows: &[Worth], method: Method, manifest: &Manifest) -> Facts {
        let people = People::of(manifest);
        let tested = |own: bool| {
            let tested = rows.iter().filter(|row| row.p_value.is_some());
            tested.filter(|row| row.own() == own).count()
        };
        let tests = [tested(true), tested(false)];
        let (mut values, mut last): (Vec<Value>, _) = (vec![], 0);
        for row in rows.iter().filter(|row| row.wins()) {
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
        Facts {
            level: manifest.level,
            thing: manifest.measured.thing.clone(),
            method,
            fighters: people.all().iter().filter(turned).cloned().collect(),
            people,
            values,
            rules,
            tests,
        }
    }

    /// The values of a fighter.
    pub fn of(&self, who: &Person) -> impl Iterator<Item = &Value> {
        self.values
            .iter()
            .filter(|value| value.key() == Some(&who.key))
    }

    /// Fighters that have things.
    pub fn have_things(&self) -> bool {
        self.values.iter().any(|value| value.of.thing.is_some())
    }
}

impl Value {
    fn new(row: &Worth, people: &People) -> Value {
        Value {
            who: row.of.fighter.as_ref().map(|key| people.get(key)),
            of: row.of.clone(),
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
                turn: row.step,
                to: row.to.clone(),
                incomparable: row.verdict == Some(Judged::Incomparable),
                effects: vec![],
            });
        }
        let step = self.steps.last_mut().filter(|_| row.own());
        if let Some((step, effect)) = step.zip(Effect::new(row)) {
            step.effects.push(effect);
        }
    }

    fn key(&self) -> Option<&String> {
        self.of.fighter.as_ref()
    }

    /// This project chose it.
    pub fn is_reconstructed(&self) -> bool {
        self.of.provenance == Some(Provenance::Reconstructed)
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

    pub fn step(&self, turn: Turn) -> Option<&Step> {
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

    /// "card 3, melee: 3 instead of 2".
    pub fn change(&self, step: &Step) -> String {
        self.of.change(step.turn, &self.now, &step.to)
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
        matches!(self.turn, Turn::Off | Turn::Withheld)
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
            true => matches!(row.verdict, Some(Judged::More | Judged::Less)),
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
    pub fn fine(&self) -> usize {
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
