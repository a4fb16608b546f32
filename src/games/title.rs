//! A game as those see it who know no game: what files, commands and reports ask of it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use schemars::{Schema, SchemaGenerator};
use serde_json::Value as Json;

use super::learnable::Layout;
use super::{Feature, Playable};
use crate::strategies::script::Source;
use crate::strategies::{Character, Failure};

/// A game that a scenario's `game = "…"` names. Games of one family share an engine, and with it rosters' form, bots, features and
/// what scripts see.
///
/// Everything here is asked once for each file that is read or table that is written; the game itself is played by a
/// [`Playable`].
pub trait Title: Sync {
    /// As scenarios write it; its scenarios and its official roster stand in `scenarios/NAME/`.
    fn name(&self) -> &'static str;

    /// What it is, in a line.
    fn about(&self) -> &'static str;

    /// What tells one edition of its code from another, as a version or a hash of its sources; a game of this house needs none (see
    /// [`crate::engine::identity`]).
    fn edition(&self) -> &'static str {
        ""
    }

    /// The name of its family; the bots of a family stand in `strategies/FAMILY/`.
    fn family(&self) -> &'static str;

    /// What it calls things.
    fn words(&self) -> Words;

    /// What its files may hold.
    fn schemas(&self) -> Schemas;

    /// How a scenario's layers lie over each other, beyond key over key.
    fn layers(&self) -> Layers {
        Layers::default()
    }

    /// Its rules where a scenario does not change them: TOML, in the order in which they are to be listed.
    fn rules(&self) -> String;

    /// The text of its official roster, `scenarios/NAME/roster.toml`.
    fn roster(&self) -> &'static str;

    /// The features of an option, which strategy files weigh.
    fn features(&self) -> &'static [Feature];

    /// What learners see of it besides, and of what decisions.
    fn layout(&self) -> Layout;

    /// The bots that need no file of the user's, all of the family; the first is who plays where a scenario says nothing.
    fn bots(&self) -> &'static [Shipped];

    /// Of these (and `random`, which every game has) those that stand for levels of skill, the weakest first.
    fn levels(&self) -> &'static [&'static str];

    /// The Luau types of what scripts see.
    fn script_types(&self) -> String;

    /// The names that a script of it may use: functions that are asked, helpers, and the fields of what it sees.
    fn script_names(&self) -> BTreeSet<&'static str>;

    /// A first look at a script.
    ///
    /// # Errors
    /// What is wrong with it, see [`crate::strategies::script::check`].
    fn check_script(&self, source: &Source) -> Result<(), Failure>;

    /// Completes a roster of the right form: what is left out and follows from the rest is filled in.
    ///
    /// # Errors
    /// What no schema can say is wrong with it.
    fn complete_roster(&self, roster: &mut Json) -> Result<(), Vec<Complaint>>;

    /// Completes a line-up of the right form, for a complete roster.
    ///
    /// # Errors
    /// What no schema can say is wrong with it.
    fn complete_line_up(&self, line_up: &mut Json, roster: &Json) -> Result<(), Vec<Complaint>>;

    /// Who sits where, of a complete line-up.
    fn seating(&self, line_up: &Json, roster: &Json) -> Seating;

    /// The faction of each side of a complete line-up, such as "heroes" and "villains". Empty if the sides of this line-up have none.
    fn factions(&self, _line_up: &Json, _roster: &Json) -> Vec<&'static str> {
        vec![]
    }

    /// The line-up, as a scenario writes it, in which these fighters play in teams, for `per-team` a seat for each team, else one for
    /// each fighter. None if the game has no such line-ups.
    fn teams(&self, teams: &[Vec<String>], per_team: bool) -> Option<Json>;

    /// The most fighters of a line-up of teams.
    fn most_fighters(&self) -> usize;

    /// Rules that contradict each other, the roster or the line-up. `written` says whether the scenario itself says anything at a
    /// path.
    fn check_rules(&self, files: &Files, written: &dyn Fn(&[&str]) -> bool) -> Vec<Complaint>;

    /// Settings that the scenario itself writes and that change nothing for these fighters: no fault, but worth a note. `written` is as
    /// for [`Title::check_rules`].
    fn notes(&self, _files: &Files, _written: &dyn Fn(&[&str]) -> bool) -> Vec<Complaint> {
        vec![]
    }

    /// The fighters of a complete roster, in its order, with all their values.
    fn fighters(&self, roster: &Json) -> Vec<Profile>;

    /// What the things of a fighter are, such as the values of a card, by the names that tables have for them. Empty if the names say it.
    fn things(&self, _roster: &Json, _fighter: &str) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// A complete roster as people read it.
    fn sheets(&self, roster: &Json) -> String;

    /// An effect of this name as a roster would write it if it were composed of parts: TOML. None if there is no such effect, or if the game
    /// has no parts to compose effects of.
    fn in_parts(&self, _effect: &str) -> Option<String> {
        None
    }

    /// Line-ups of the official roster, as scenarios write them, at which everything happens: many and few, alone and in teams. A script
    /// is tried at them; the first, which draws from the whole roster, is that of a new scenario.
    fn trials(&self) -> Vec<Json>;

    /// The game that complete and checked files describe, ready to be played by this company.
    fn open(&self, files: &Files, company: &Company<'_>) -> Arc<dyn Playable>;
}

/// What a game calls things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// Whom a roster holds, one and many: "fighter", "fighters".
    pub fighter: [&'static str; 2],
    /// What fighters play with, one and many: "card", "cards".
    pub thing: [&'static str; 2],
}

/// The parts of a scenario that belong to its game, resolved: complete, nothing left to look up.
#[derive(Debug, Clone, PartialEq)]
pub struct Files {
    pub rules: Json,
    pub roster: Json,
    pub line_up: Json,
}

/// What a game's files may hold, each as the JSON Schema of a type.
#[derive(Clone, Copy)]
pub struct Schemas {
    /// A scenario's `[rules]`.
    pub rules: fn(&mut SchemaGenerator) -> Schema,
    /// A scenario's `[line-up]`.
    pub line_up: fn(&mut SchemaGenerator) -> Schema,
    /// A fighter of the roster: `[fighters.KEY]`.
    pub fighter: fn(&mut SchemaGenerator) -> Schema,
    /// A roster file.
    pub roster: fn(&mut SchemaGenerator) -> Schema,
}

/// How layers lie over each other: what one says of a table that another has written.
#[derive(Debug, Clone, Copy, Default)]
pub struct Layers {
    pub choices: &'static [Choice],
    /// Tables that hold a single key, the name of what they describe: another name replaces it whole. `*` is any key.
    pub tagged: &'static [&'static [&'static str]],
    /// Tables below a fighter whose entries are things of their own, as `cards`.
    pub things: &'static [&'static str],
    /// What such a thing must say that a scenario adds to a fighter: one field of each group.
    pub complete: &'static [&'static [&'static str]],
    /// By the name of a field what a list `printed` calls it, where that is another.
    pub printed: &'static [(&'static str, &'static str)],
    /// Fields in which a fighter's things all differ, as the initiative of its cards: two of them are swapped, and none is changed alone.
    pub distinct: &'static [&'static str],
}

/// Fields of one table of which only one group may be given. A later layer's choice puts the earlier one's aside:
/// whoever sets a draw over fixed fighters wants the draw.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    /// The table; `*` is any key.
    pub table: &'static [&'static str],
    pub groups: &'static [&'static [&'static str]],
}

/// What is wrong at a field of a scenario or a roster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// The field: keys, and positions in lists from 0.
    pub path: Vec<String>,
    /// A field that this one does not go together with: if a later layer wrote that alone, it is to blame.
    pub beside: Option<Vec<String>>,
    /// A sentence without capital or full stop.
    pub what: String,
}

impl Complaint {
    pub fn new(path: &[&str], what: impl Into<String>) -> Complaint {
        Complaint {
            path: path.iter().map(|step| (*step).to_owned()).collect(),
            beside: None,
            what: what.into(),
        }
    }

    /// The same, of a field that does not go together with another.
    pub fn beside(self, beside: &[&str]) -> Complaint {
        let beside = beside.iter().map(|step| (*step).to_owned()).collect();
        Complaint {
            beside: Some(beside),
            ..self
        }
    }
}

/// Who sits where, in the words of those who know no game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seating {
    /// The keys of all fighters that may play, each once.
    pub fighters: Vec<String>,
    pub seats: usize,
    /// How many teams there are; 0 if everyone is alone.
    pub teams: usize,
    /// The members of each team where they are the same in every game.
    pub members: Vec<Vec<String>>,
    /// Does a seat control a whole team?
    pub per_team: bool,
    /// Does a seat decide for all its fighters as one, so that none has a bot of its own?
    pub one_bot_per_seat: bool,
    /// In a few words, as in "4 of 8 fighters at random".
    pub about: String,
}

/// A fighter of a roster, and where its values come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub key: String,
    /// The name that people read.
    pub name: String,
    /// `#RRGGBB`.
    pub colour: String,
    /// How many things it plays with.
    pub things: usize,
    pub values: Vec<Value>,
}

/// One value of a fighter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// Below the fighter, as `cards.3.defense`.
    pub path: String,
    /// As in "card 3: defense 5".
    pub words: String,
    pub provenance: Provenance,
}

/// Where a value of a roster comes from.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Provenance {
    /// A rulebook prints it.
    Printed,
    /// This project chose it: plausible, not official.
    Reconstructed,
    /// The designer's own.
    Own,
}

/// The bots of a scenario, and whom they play.
pub struct Company<'a> {
    pub bots: Vec<Member<'a>>,
    /// Who plays a fighter of this key, in this seat and, if there are teams, of this team, both from 1: an index of `bots`.
    pub plays: &'a dyn Fn(&str, u8, Option<u8>) -> usize,
}

/// One bot of a company.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    /// How the scenario refers to it.
    pub reference: &'a str,
    /// What tables call it.
    pub name: &'a str,
    pub character: &'a Character,
}

/// A bot of a family's folder, part of the program, so that its name works anywhere.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    pub name: &'static str,
    /// Its path in the repository of the program.
    pub file: &'static str,
    pub text: &'static str,
    /// Of one that is trained, the file of its weights.
    pub weights: Option<&'static [u8]>,
}

impl Shipped {
    /// Where it stands in the repository.
    pub fn path(&self) -> &'static Path {
        Path::new(self.file)
    }
}

/// The shipped files of these names in a folder of the package that calls this.
#[macro_export]
macro_rules! shipped {
    ($folder:literal: $($name:literal . $kind:literal $(with $weights:literal)?),* $(,)?) => {
        &[$($crate::games::Shipped {
            name: $name,
            file: concat!($folder, "/", $name, ".", $kind),
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $name, ".", $kind)),
            weights: $crate::shipped!(@weights $folder, $($weights)?),
        }),*]
    };
    (@weights $folder:literal,) => { None };
    (@weights $folder:literal, $weights:literal) => {
        Some(include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $folder, "/", $weights)))
    };
}
