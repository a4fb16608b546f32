//! Results of a sensitivity analysis, prepared for the report's page, charts and sentences: the
//! effect of each step on win rates.

use super::checks::CheckedSteps;
use super::groups::THE_PARTY;
use super::survey::Results;
use super::tables::{ChangeKey, FAMILIES, Judged, WorthRow};
use crate::analysis::knobs::StepKind;
use crate::games::Provenance;
use crate::report::Manifest;
use crate::report::people::{People, Person};
use crate::report::shared::{Changeable, greatest, margin_of_error};
use crate::report::words::{decimals, points_plus_minus, signed};
use crate::stats::intervals::Interval;

/// Results of a sensitivity analysis: how changes of single game values affect the win rates.
pub struct SensitivityFacts {
    pub level: f64,
    pub people: People,
    /// The game's word for what fighters own, such as "card", in the singular and in the plural.
    pub thing: [String; 2],
    pub method: SurveyMethod,
    /// The fighters whose values were changed, in the order of the roster.
    pub fighters: Vec<Person>,
    /// The analysed values of fighters, such as a card's strength, in the order of the results
    /// table.
    pub values: Vec<ValueFacts>,
    /// The analysed values of rules, in the order of the results table.
    pub rules: Vec<ValueFacts>,
    /// Number of tests in each family, see [`WorthRow::family`].
    pub tests: [usize; FAMILIES],
    /// Names of the command's own bots.
    pub bots: Vec<String>,
    /// The steps that the reference player checked; `None` without a reference player.
    pub checked: Option<CheckedSteps>,
}

/// How the effects of changes in game values were measured.
pub struct SurveyMethod {
    /// Number of variants of the roster that were played to estimate the effects of many values at
    /// once; 0 if these effects were not estimated.
    pub rosters: u64,
    /// Number of games of each variant of the roster in which many values are changed at once.
    pub games_each: u64,
    /// Number of measured steps.
    pub steps: u64,
    /// Number of games of each measured step.
    pub games: u64,
    /// The first part of a command that measures one step in full; the step has to be appended.
    /// `None` if no command line can express the scenario.
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
    /// Number of the value in the results table, from 1.
    pub knob: u64,
    /// The fighter that owns the value; `None` for a rule.
    pub who: Option<Person>,
    pub of: Changeable,
    pub now: String,
    pub steps: Vec<StepFacts>,
}

/// One step of a game value, with its effects on win rates.
pub struct StepFacts {
    pub kind: StepKind,
    pub to: String,
    /// True if the step changes which fighters play, so that its games cannot be compared.
    pub incomparable: bool,
    /// Effects of the step (change of a fighter's value) on the fighter's win rate, by bot. For a
    /// rule, the effects on all fighters' win rates.
    effects: Vec<StepEffect>,
    /// Effect of a change of a rule on the party, or on the faction that gains most. `None` for a
    /// fighter's value, and if the game has neither.
    group: Option<StepEffect>,
}

/// The effect of a step on the win rate of one fighter.
#[derive(Debug, Clone)]
pub struct StepEffect {
    /// The key of the fighter whose win rate is affected, or the name of the faction or the party.
    pub entrant: String,
    /// Win rate with the step minus the win rate without it, as a share.
    pub value: f64,
    /// Lower and upper end of the effect's confidence interval; `None` with too few games.
    pub ends: Option<[f64; 2]>,
    /// True if the effect was measured by changing only this value. False if it was estimated from
    /// games in which many values changed at once.
    pub measured: bool,
    /// True if this effect was also estimated from games in which many values changed at once.
    pub screened: bool,
    /// True if the effect differs significantly from 0. Only effects that were measured by changing
    /// one value are corrected for multiple tests.
    pub sure: bool,
}

impl SensitivityFacts {
    pub fn new(
        rows: &[WorthRow],
        groups: &[(ChangeKey, StepEffect)],
        method: SurveyMethod,
        checked: Option<CheckedSteps>,
        manifest: &Manifest,
    ) -> SensitivityFacts {
        let people = People::of(manifest);
        let mut tests = [0; FAMILIES];
        for row in rows.iter().filter(|row| row.p_value.is_some()) {
            tests[row.family()] += 1;
        }
        let (values, mut rules): (Vec<ValueFacts>, Vec<ValueFacts>) =
            (values(rows, &people).into_iter()).partition(|value| value.who.is_some());
        for ((knob, kind, to), effect) in groups {
            let same = rules.iter_mut().filter(|rule| rule.knob == *knob);
            let steps = same.flat_map(|rule| &mut rule.steps);
            for step in steps.filter(|step| (step.kind, &step.to) == (*kind, to)) {
                step.group = Some(effect.clone());
            }
        }
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
            bots: (manifest.strategies.iter()).map(|bot| bot.name.clone()).collect(),
            checked,
        }
    }

    /// Returns the effects of changes of rules on the party or on factions.
    pub fn on_groups(&self) -> impl Iterator<Item = &StepEffect> {
        let steps = self.rules.iter().flat_map(|rule| &rule.steps);
        steps.filter_map(|step| step.group.as_ref())
    }

    /// Returns the words for the win rates that decide which rules matter: those of the party or of
    /// the sides. `None` if these are the win rates of all fighters.
    pub fn of_groups(&self) -> Option<&'static str> {
        let first = self.on_groups().next()?;
        Some(match first.entrant == THE_PARTY {
            true => "the party’s win rate",
            false => "the win rates of the sides",
        })
    }

    /// Returns the game values that this fighter owns.
    pub fn of(&self, who: &Person) -> impl Iterator<Item = &ValueFacts> {
        self.values.iter().filter(|value| value.key() == Some(&who.key))
    }

    /// Returns whether the game's fighters own things, such as cards, that have values.
    pub fn have_things(&self) -> bool {
        self.values.iter().any(|value| value.of.thing.is_some())
    }
}

/// Groups the rows of win rates by the changed value of a fighter or a rule, in the order of the
/// rows.
pub fn values(rows: &[WorthRow], people: &People) -> Vec<ValueFacts> {
    let mut values: Vec<ValueFacts> = vec![];
    for row in rows.iter().filter(|row| row.wins()) {
        if values.last().is_none_or(|last| last.knob != row.knob) {
            values.push(ValueFacts::new(row, people));
        }
        if let Some(value) = values.last_mut() {
            value.add(row);
        }
    }
    values
}

impl ValueFacts {
    fn new(row: &WorthRow, people: &People) -> ValueFacts {
        ValueFacts {
            knob: row.knob,
            who: row.of.fighter.as_ref().map(|key| people.get(key)),
            of: row.of.clone(),
            now: row.now.clone(),
            steps: vec![],
        }
    }

    /// Adds the result of one step of the value, given as a table row.
    fn add(&mut self, row: &WorthRow) {
        if self.steps.last().is_none_or(|step| step.kind != row.step || step.to != row.to) {
            self.steps.push(StepFacts {
                kind: row.step,
                to: row.to.clone(),
                incomparable: row.verdict == Some(Judged::Incomparable),
                effects: vec![],
                group: None,
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

    /// Returns whether the authors of the game data chose the value, because no source prints it.
    pub fn is_reconstructed(&self) -> bool {
        self.of.provenance == Some(Provenance::Reconstructed)
    }

    /// Returns the name of the fighter that owns the value.
    pub fn owner(&self) -> &str {
        self.who.as_ref().map_or("", |who| who.name.as_str())
    }

    /// Returns whether each step of the value removes it, as when a card is withheld or an effect
    /// is removed.
    pub fn goes(&self) -> bool {
        self.steps.iter().all(StepFacts::takes)
    }

    /// Returns whether the effects of the value are known only from games in which many values
    /// changed at once.
    pub fn only_screened(&self) -> bool {
        let mut known = self.steps.iter().filter_map(StepFacts::effect);
        known.all(|effect| !effect.measured)
    }

    pub fn step(&self, kind: StepKind) -> Option<&StepFacts> {
        self.steps.iter().find(|step| step.kind == kind)
    }

    /// Returns the step of the value with the largest effect on the changed fighter. Steps that
    /// were measured alone are preferred to steps that were changed together with others.
    pub fn largest(&self) -> Option<(&StepFacts, &StepEffect)> {
        let known = || {
            let steps = self.steps.iter();
            steps.filter_map(|step| Some((step, step.effect()?)))
        };
        let any = known().any(|(_, effect)| effect.measured);
        let candidates = known().filter(|(_, effect)| effect.measured == any);
        candidates.max_by(|(_, a), (_, b)| a.value.abs().total_cmp(&b.value.abs()))
    }

    /// Absolute effect of the value's largest step on the win rate, as a share.
    pub fn stake(&self) -> f64 {
        greatest(self.largest().map(|(_, effect)| effect.value.abs()))
    }

    /// Formats a step (change of this value) as text, as in "card 3, melee: 3 instead of 2".
    pub fn change(&self, step: &StepFacts) -> String {
        self.of.change(step.kind, &self.now, &step.to)
    }
}

impl StepFacts {
    /// Returns the effect of a step on the changed fighter. For a rule, returns the largest effect
    /// on any fighter.
    pub fn effect(&self) -> Option<&StepEffect> {
        let size = |effect: &&StepEffect| effect.value.abs();
        let first = self.effects.first()?;
        if self.effects.iter().all(|other| other.entrant == first.entrant) {
            // If several bots play the fighter, the result with the first bot is used.
            return Some(first);
        }
        // If several effects are equally large, the first is used.
        let effects = self.effects.iter().rev();
        effects.max_by(|a, b| size(a).total_cmp(&size(b)))
    }

    /// Returns the effect that decides how much a change of a rule matters: the effect on the party
    /// or on a faction, or the largest effect on any fighter if the game has neither.
    pub fn of_rule(&self) -> Option<&StepEffect> {
        self.group.as_ref().or_else(|| self.effect())
    }

    /// Returns the effect of the step on the fighter with this key.
    pub fn on(&self, key: &str) -> Option<&StepEffect> {
        self.effects.iter().find(|effect| effect.entrant == key)
    }

    /// Returns whether the step takes something away from the fighter, such as a card.
    pub fn takes(&self) -> bool {
        matches!(self.kind, StepKind::Off | StepKind::Withheld)
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
            false => ends.is_some_and(|[low, high]| Interval { low, high }.excludes_zero()),
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

    /// Returns the number after "±", see [`margin_of_error`]; 0 with too few games for an interval.
    pub fn margin_of_error(&self) -> f64 {
        let of = |[low, high]: [f64; 2]| margin_of_error(self.value, low, high);
        self.ends.map_or(0.0, of)
    }

    /// Formats the effect on the win rate in percentage points, as in "+3.1".
    pub fn points(&self) -> String {
        signed(self.value * 100.0, self.fine())
    }

    /// Number of decimals with which the effect is written; depends on the number after "±".
    pub fn fine(&self) -> usize {
        decimals(self.margin_of_error())
    }

    /// Formats the effect with its margin of error, in percentage points, as in "+3.1 ± 0.6".
    pub fn known(&self) -> String {
        points_plus_minus(self.value, self.margin_of_error())
    }
}
