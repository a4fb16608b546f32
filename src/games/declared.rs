//! [`Declared`]: a title that consists of its facts and of the types of its game and its files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::filed::{LineUpNames, check_form, json, read, sound};
use super::roster::{Fighter, Roster};
use super::title::{Complaint, Facts, Files, Profile, Schemas, Seating, Title};
use crate::game::Feature;
use crate::game::learnable::InputLayout;
use crate::simulate::{Company, Dealer, Name, Playable, Stage, Staged};
use crate::stats::Measures;
use crate::strategies::Failure;
use crate::strategies::script::{self, Source, types};

/// A line-up as a scenario writes it: the table `[line-up]`.
pub trait LineUpFile<F: Fighter>: Serialize + DeserializeOwned + JsonSchema {
    /// An example of the first field of each form of a line-up, such as `draw = 4`. The forms are
    /// the groups of fields in [`Layers::choices`](super::Layers::choices).
    const FORMS: &'static [&'static str];

    /// Fills in values that are left out, and reports all errors that a JSON Schema cannot express.
    fn complete(&mut self, names: &mut LineUpNames<'_, F>);

    /// Returns the dealer of a complete line-up: the object that determines the fighters of each
    /// game.
    fn dealer(&self, roster: &Roster<F>) -> Dealer;

    /// Returns the teams, seats and members of a complete line-up, in a form that is independent of
    /// the game.
    fn seating(&self, roster: &Roster<F>) -> Seating;

    /// Returns the faction of each side; see [`Title::factions`].
    fn factions(&self, _roster: &Roster<F>) -> Vec<&'static str> {
        vec![]
    }

    /// Returns the line-up in which these fighters play in teams; see [`Title::teams`].
    fn of_teams(_teams: &[Vec<String>], _per_team: bool) -> Option<Self> {
        None
    }
}

/// The function that checks rules; see [`Title::check_rules`].
pub type CheckRules<R, L, F> = fn(&R, &Roster<F>, &L, &dyn Fn(&[&str]) -> bool) -> Vec<Complaint>;

/// A title of the game `G`, with the types of its rules, its line-ups and its fighters.
pub struct Declared<G, R, L, F: Fighter> {
    pub facts: Facts,
    /// Returns the default rules.
    pub rules: fn() -> R,
    /// Creates the game from checked rules and a checked roster.
    pub game: fn(&R, &Roster<F>) -> G,
    /// Returns the measures of the game with the line-ups of a dealer.
    pub measures: fn(&G, &Dealer) -> Measures,
    /// Returns the names of the things of a fighter, given by its position in the roster, in the
    /// order in which records number the things.
    pub things: fn(&G, usize) -> Vec<String>,
    pub check_rules: CheckRules<R, L, F>,
    /// Returns sample line-ups; see [`Title::trials`].
    pub trials: fn(&Roster<F>) -> Vec<Json>,
}

impl<G, R, L, F> Title for Declared<G, R, L, F>
where
    G: Staged + 'static,
    R: Serialize + DeserializeOwned + JsonSchema,
    L: LineUpFile<F>,
    F: Fighter,
{
    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn schemas(&self) -> Schemas {
        Schemas {
            rules: |generator| generator.subschema_for::<R>(),
            line_up: |generator| generator.subschema_for::<L>(),
            fighter: |generator| generator.subschema_for::<F>(),
            roster: |generator| generator.root_schema_for::<Roster<F>>(),
        }
    }

    fn rules(&self) -> String {
        toml::to_string(&(self.rules)()).expect("rules are plain data")
    }

    fn features(&self) -> &'static [Feature] {
        G::FEATURES
    }

    fn layout(&self) -> InputLayout {
        InputLayout::of::<G>()
    }

    fn script_types(&self) -> String {
        types::text::<G>()
    }

    fn script_names(&self) -> BTreeSet<&'static str> {
        types::names::<G>()
    }

    fn check_script(&self, source: &Source) -> Result<(), Failure> {
        script::check::<G>(source)
    }

    fn complete_roster(&self, roster: &mut Json) -> Result<(), Vec<Complaint>> {
        let mut complete: Roster<F> = read(roster);
        complete.complete()?;
        *roster = json(&complete);
        Ok(())
    }

    fn complete_line_up(&self, line_up: &mut Json, roster: &Json) -> Result<(), Vec<Complaint>> {
        let (mut complete, roster): (L, Roster<F>) = (read(line_up), read(roster));
        let mut names = LineUpNames::new(self.facts.words.fighter[0], &roster);
        sound(check_form(line_up, self.facts.layers.choices, L::FORMS))?;
        complete.complete(&mut names);
        sound(names.complaints)?;
        *line_up = json(&complete);
        Ok(())
    }

    fn seating(&self, line_up: &Json, roster: &Json) -> Seating {
        read::<L>(line_up).seating(&read(roster))
    }

    fn factions(&self, line_up: &Json, roster: &Json) -> Vec<&'static str> {
        read::<L>(line_up).factions(&read(roster))
    }

    fn teams(&self, teams: &[Vec<String>], per_team: bool) -> Option<Json> {
        L::of_teams(teams, per_team).map(|line_up| json(&line_up))
    }

    fn check_rules(&self, files: &Files, written: &dyn Fn(&[&str]) -> bool) -> Vec<Complaint> {
        let line_up = read(&files.line_up);
        (self.check_rules)(&read(&files.rules), &read(&files.roster), &line_up, written)
    }

    fn fighters(&self, roster: &Json) -> Vec<Profile> {
        read::<Roster<F>>(roster).profiles(self.facts.words.thing[0])
    }

    fn things(&self, roster: &Json, fighter: &str) -> BTreeMap<String, String> {
        let roster: Roster<F> = read(roster);
        roster.fighters.get(fighter).map(F::things_in_words).unwrap_or_default()
    }

    fn trials(&self) -> Vec<Json> {
        (self.trials)(&toml::from_str(self.facts.roster).expect("the official roster is sound"))
    }

    fn open(&self, files: &Files, company: &Company<'_>) -> Arc<dyn Playable> {
        let roster: Roster<F> = read(&files.roster);
        let game = (self.game)(&read(&files.rules), &roster);
        let dealer = read::<L>(&files.line_up).dealer(&roster);
        let measures = (self.measures)(&game, &dealer);
        let name = |(index, (key, fighter)): (usize, (&String, &F))| Name {
            key: key.clone(),
            name: fighter.identity().0.to_owned(),
            things: (self.things)(&game, index),
        };
        let names: Vec<Name> = roster.fighters.iter().enumerate().map(name).collect();
        Arc::new(Stage::new(game, &names, dealer, measures, company))
    }
}
