//! Facts of a sensitivity report for page, charts and sentences: the effect of each step (change of
//! one value).

use super::survey::Results;
use super::tables::{Judged, WorthRow};
use crate::analysis::knobs::StepKind;
use crate::games::Provenance;
use crate::report::Manifest;
use crate::report::people::{People, Person};
use crate::report::shared::{Changeable, greatest};
use crate::report::words::{decimals, percent, signed};

/// The results of a sensitivity report.
pub struct SensitivityFacts {
    pub level: f64,
    pub people: People,
    /// The game's word for a thing of a fighter, such as a card, in the singular and in the plural.
    pub thing: [String; 2],
    pub method: SurveyMethod,
    /// The fighters whose values were changed, in the order of the roster.
    pub fighters: Vec<Person>,
    /// The values of the fighters, in the order of the table.
    pub values: Vec<ValueFacts>,
    /// The values of the rules, in the order of the table.
    pub rules: Vec<ValueFacts>,
    /// Number of tests that concern the changed fighters' own win rates, and number of all other
    /// tests.
    pub tests: [usize; 2],
}

/// How the values were measured.
pub struct SurveyMethod {
    /// Number of rosters of the screen (many values changed at once); 0 without a screen.
    pub rosters: u64,
    /// Number of games of each roster of the screen.
    pub games_each: u64,
    /// Number of measured steps (changes of one value).
    pub steps: u64,
    /// Number of games of each measured step.
    pub games: u64,
    /// The start of a command that measures one step in full; the step has to be appended. `None`
    /// if no command line can express the scenario.
    pub compare: Option<String>,
}

impl SurveyMethod {
    pub fn new(results: &Results, games: u64, compare: Option<String>) -> SurveyMethod {
        let screen = results.screen.as_ref();
        SurveyMethod {
            rosters: screen.map_or(0, |screen| screen.rosters as u64),
            games_each: screen.map_or(0, |screen| screen.games_each),
            steps: results.steps.len() as u64,
            games,
            compare,
        }
    }
}

/// A value of a fighter or a rule, with the results of each of its steps (changes of the value).
pub struct ValueFacts {
    /// The fighter that owns the value; `None` for a rule.
    pub who: Option<Person>,
    pub of: Changeable,
    pub now: String,
    pub steps: Vec<StepFacts>,
}

/// One step (change) of a value, with its effects.
pub struct StepFacts {
    pub turn: StepKind,
    pub to: String,
    /// True if the step changes which fighters play, so that its games cannot be compared.
    pub incomparable: bool,
    /// Effects of the step on win rates; the effect on the changed fighter comes first. For a rule,
    /// the effects on all fighters.
    effects: Vec<StepEffect>,
}

/// The effect of a step (change of one value) on the win rate of one fighter.
#[derive(Debug, Clone)]
pub struct StepEffect {
    /// The key of the fighter whose win rate is affected.
    pub entrant: String,
    /// Win rate with the step minus the win rate without it, as a share.
    pub value: f64,
    /// Lower and upper end of the confidence interval of `value`; `None` with too few games.
    pub ends: Option<[f64; 2]>,
    /// True if the effect was measured in this roster; false if the screen (many values changed at
    /// once) estimated it.
    pub measured: bool,
    /// True if the screen (many values changed at once) estimated this effect as well.
    pub screened: bool,
    /// True if the measured effect differs significantly from 0. Significance is corrected for all
    /// tests of the same family (own win rates, or the others).
    pub sure: bool,
}

impl SensitivityFacts {
    pub fn new(rows: &[WorthRow], method: SurveyMethod, manifest: &Manifest) -> SensitivityFacts {
        let people = People::of(manifest);
        let tested = |own: bool| {
            let tested = rows.iter().filter(|row| row.p_value.is_some());
            tested.filter(|row| row.own() == own).count()
        };
        let tests = [tested(true), tested(false)];
        let (mut values, mut last): (Vec<ValueFacts>, _) = (vec![], 0);
        for row in rows.iter().filter(|row| row.wins()) {
            if row.knob != last {
                last = row.knob;
                values.push(ValueFacts::new(row, &people));
            }
            if let Some(value) = values.last_mut() {
                value.add(row);
            }
        }
        let (values, rules): (Vec<ValueFacts>, Vec<ValueFacts>) =
            (values.into_iter()).partition(|value| value.who.is_some());
        let turned = |who: &&Person| values.iter().any(|value| value.key() == Some(&who.key));
        SensitivityFacts {
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

    /// Returns the values that this fighter owns.
    pub fn of(&self, who: &Person) -> impl Iterator<Item = &ValueFacts> {
        self.values
            .iter()
            .filter(|value| value.key() == Some(&who.key))
    }

    /// Returns whether the fighters of the game have things, such as cards.
    pub fn have_things(&self) -> bool {
        self.values.iter().any(|value| value.of.thing.is_some())
    }
}

impl ValueFacts {
    fn new(row: &WorthRow, people: &People) -> ValueFacts {
        ValueFacts {
            who: row.of.fighter.as_ref().map(|key| people.get(key)),
            of: row.of.clone(),
            now: row.now.clone(),
            steps: vec![],
        }
    }

    /// Adds a table row about one of the value's steps.
    fn add(&mut self, row: &WorthRow) {
        if self
            .steps
            .last()
            .is_none_or(|step| step.turn != row.step || step.to != row.to)
        {
            self.steps.push(StepFacts {
                turn: row.step,
                to: row.to.clone(),
                incomparable: row.verdict == Some(Judged::Incomparable),
                effects: vec![],
            });
        }
        let step = self.steps.last_mut().filter(|_| row.own());
        if let Some((step, effect)) = step.zip(StepEffect::new(row)) {
            step.effects.push(effect);
        }
    }

    fn key(&self) -> Option<&String> {
        self.of.fighter.as_ref()
    }

    /// Returns whether the project chose the value itself, because no source prints it.
    pub fn is_reconstructed(&self) -> bool {
        self.of.provenance == Some(Provenance::Reconstructed)
    }

    /// Returns the name of the fighter that owns the value.
    pub fn owner(&self) -> &str {
        self.who.as_ref().map_or("", |who| who.name.as_str())
    }

    /// Returns whether a step removes the value as a whole: a thing is withheld, or an effect is
    /// removed.
    pub fn goes(&self) -> bool {
        self.steps.iter().all(StepFacts::takes)
    }

    /// Returns whether no step of the value was measured, so that only the screen (many values
    /// changed at once) estimated effects.
    pub fn only_screened(&self) -> bool {
        let mut known = self.steps.iter().filter_map(StepFacts::effect);
        known.all(|effect| !effect.measured)
    }

    pub fn step(&self, turn: StepKind) -> Option<&StepFacts> {
        self.steps.iter().find(|step| step.turn == turn)
    }

    /// Returns the step (change) with the largest effect on the changed fighter. A measured step is
    /// preferred to a step that only the screen estimated.
    pub fn largest(&self) -> Option<(&StepFacts, &StepEffect)> {
        let known = || {
            self.steps
                .iter()
                .filter_map(|step| Some((step, step.effect()?)))
        };
        let any = known().any(|(_, effect)| effect.measured);
        let candidates = known().filter(|(_, effect)| effect.measured == any);
        candidates.max_by(|(_, a), (_, b)| a.value.abs().total_cmp(&b.value.abs()))
    }

    /// Absolute effect of the value's largest step on the win rate.
    pub fn stake(&self) -> f64 {
        greatest(self.largest().map(|(_, effect)| effect.value.abs()))
    }

    /// Formats a step as text, as in "card 3, melee: 3 instead of 2".
    pub fn change(&self, step: &StepFacts) -> String {
        self.of.change(step.turn, &self.now, &step.to)
    }
}

impl StepFacts {
    /// Returns the step's effect on the changed fighter; for a rule, the largest effect on any
    /// fighter.
    pub fn effect(&self) -> Option<&StepEffect> {
        let size = |effect: &&StepEffect| effect.value.abs();
        let first = self.effects.first()?;
        if self
            .effects
            .iter()
            .all(|other| other.entrant == first.entrant)
        {
            // If several bots play the fighter, the result with the first bot is used.
            return Some(first);
        }
        // Of equal effects, the first is used.
        let effects = self.effects.iter().rev();
        effects.max_by(|a, b| size(a).total_cmp(&size(b)))
    }

    /// Returns the step's effect on the fighter with this key.
    pub fn on(&self, key: &str) -> Option<&StepEffect> {
        self.effects.iter().find(|effect| effect.entrant == key)
    }

    /// Returns whether the step takes something away from the fighter.
    pub fn takes(&self) -> bool {
        matches!(self.turn, StepKind::Off | StepKind::Withheld)
    }
}

impl StepEffect {
    fn new(row: &WorthRow) -> Option<StepEffect> {
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
        Some(StepEffect {
            entrant: row.entrant.clone()?,
            value: value?,
            ends,
            measured,
            screened: row.screened.is_some(),
            sure,
        })
    }

    /// Half-width of the effect's interval; 0 with too few games for an interval.
    pub fn half(&self) -> f64 {
        self.ends.map_or(0.0, |[low, high]| (high - low) / 2.0)
    }

    /// Formats the effect in percentage points, as in "+3.1".
    pub fn points(&self) -> String {
        signed(self.value * 100.0, self.fine())
    }

    /// Number of decimals with which the effect is written; the half-width of its interval decides.
    pub fn fine(&self) -> usize {
        match self.half() {
            0.0 => 1,
            half => decimals(half),
        }
    }

    /// Formats the effect with the half-width of its interval, as in "+3.1 ± 0.6".
    pub fn known(&self) -> String {
        format!("{} ± {}", self.points(), percent(self.half(), self.fine()))
    }
}
