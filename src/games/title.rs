//! A title: the description of a game for files, commands and reports, whose code does not depend
//! on a particular game.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
pub use serde_json::Value as Json;

use super::roster::{Fighter, Roster};
use crate::game::Feature;
use crate::game::learnable::InputLayout;
use crate::simulate::{Company, Dealer, Playable};
use crate::strategies::Failure;
use crate::strategies::script::Source;

/// Defines the methods of [`Title`] that return its [`Facts`].
macro_rules! facts {
    ($($name:ident: $type:ty),* $(,)?) => {
        $(#[doc = concat!("Returns [`Facts::", stringify!($name), "`].")]
        fn $name(&self) -> $type {
            self.facts().$name
        })*
    };
}

/// A description of a game, which scenarios select by `game = "…"`. Titles of one family share an
/// engine, and with it the format of rosters, the bots, the features and the data that scripts see.
///
/// Files, commands and reports call these methods once per file or table. Games are played by a
/// [`Playable`].
pub trait Title: Sync {
    /// Returns the facts of the title that need no file.
    fn facts(&self) -> &Facts;

    facts! {
        name: &'static str,
        about: &'static str,
        edition: &'static str,
        family: &'static str,
        words: Words,
        layers: Layers,
        roster: &'static str,
        bots: &'static [Shipped],
        scenarios: &'static [Shipped],
        levels: &'static [&'static str],
        reference: Option<ReferencePlayer>,
        most_fighters: usize,
    }

    /// Returns the JSON Schemas of the game's rules, line-ups and rosters.
    fn schemas(&self) -> Schemas;

    /// Returns the default rules of the game as TOML, in the order in which lists show them.
    /// Scenarios override single rules.
    fn rules(&self) -> String;

    /// Returns name and meaning of each feature (a number that describes an option), to which
    /// strategy files assign weights; at most [`crate::game::MAX_FEATURES`].
    fn features(&self) -> &'static [Feature];

    /// Returns the names of the decisions and of the network inputs that trained bots of the game
    /// use.
    fn layout(&self) -> InputLayout;

    /// Returns the Luau type definitions of the game's data that scripts see.
    fn script_types(&self) -> String;

    /// Returns the names that scripts of the game may use: callback functions, helper functions,
    /// and fields of the script's data.
    fn script_names(&self) -> BTreeSet<&'static str>;

    /// Checks a script without playing a game.
    ///
    /// # Errors
    /// Returns the first problem that [`crate::strategies::script::check`] finds.
    fn check_script(&self, source: &Source) -> Result<(), Failure>;

    /// Completes a roster that matches its schema: fills in values that are left out, if other
    /// values determine them.
    ///
    /// # Errors
    /// Returns all problems of the roster that a JSON Schema cannot express.
    fn complete_roster(&self, roster: &mut Json) -> Result<(), Vec<Complaint>>;

    /// Completes a line-up that matches its schema: fills in values that are left out. `roster` is
    /// already complete.
    ///
    /// # Errors
    /// Returns all problems of the line-up that a JSON Schema cannot express.
    fn complete_line_up(&self, line_up: &mut Json, roster: &Json) -> Result<(), Vec<Complaint>>;

    /// Returns the teams, seats and members of a complete line-up, in a form that is independent of
    /// the game.
    fn seating(&self, line_up: &Json, roster: &Json) -> Seating;

    /// Returns the faction of each side of a complete line-up, such as "heroes" and "villains".
    /// Returns an empty list if the sides of this line-up have no factions.
    fn factions(&self, line_up: &Json, roster: &Json) -> Vec<&'static str>;

    /// Returns the line-up, as a scenario writes it, in which these fighters play in teams. With
    /// `per_team`, one player decides for each team, otherwise one for each fighter. Returns `None`
    /// if the game has no such line-ups.
    fn teams(&self, teams: &[Vec<String>], per_team: bool) -> Option<Json>;

    /// Returns an error for each rule that contradicts other rules, the roster or the line-up.
    /// `written` returns true if the scenario file itself has a value at a path.
    fn check_rules(&self, files: &Files, written: &dyn Fn(&[&str]) -> bool) -> Vec<Complaint>;

    /// Returns the fighters of a complete roster with all their values, in the order of the roster.
    fn fighters(&self, roster: &Json) -> Vec<Profile>;

    /// Returns a description of each object, such as a card, that a fighter uses, by the object's
    /// name in tables. Returns an empty map if the names need no description.
    fn things(&self, roster: &Json, fighter: &str) -> BTreeMap<String, String>;

    /// Returns a card effect, given by name, as TOML that composes the effect from basic parts, for
    /// use in a roster. Returns `None` if there is no such effect, or if effects of the game have
    /// no parts.
    fn in_parts(&self, effect: &str) -> Option<String> {
        let mut effects: toml::Table = toml::from_str(self.facts().effects).expect("effects");
        let mut parts = effects.get_mut(effect)?.as_table_mut().map(std::mem::take)?;
        let name = parts.remove("name")?;
        let parts = toml::Value::Table(parts).to_string();
        Some(format!("{{ name = {name}, {}", parts.trim_start_matches("{ ")))
    }

    /// Returns sample line-ups of the official roster, as scenarios write them: large and small,
    /// with and without teams. Tests of scripts play all of them. The first line-up, which draws
    /// from the whole roster, is the default of new scenarios.
    fn trials(&self) -> Vec<Json>;

    /// Creates a playable game from complete and checked files. `company` supplies the bots.
    fn open(&self, files: &Files, company: &Company<'_>) -> Arc<dyn Playable>;
}

/// The facts of a title that need no file.
#[derive(Clone, Copy)]
pub struct Facts {
    /// Name of the game, as scenarios write it. The folder `scenarios/NAME/` has the game's
    /// scenarios and its official roster.
    pub name: &'static str,
    /// Description of the game in one line.
    pub about: &'static str,
    /// Version of the game's code, such as a version number or a hash of its sources. Empty for
    /// games of this package: [`crate::engine::identity`] covers their sources.
    pub edition: &'static str,
    /// Name of the game's family; games of a family share an engine. The folder
    /// `strategies/FAMILY/` has the bots of the family.
    pub family: &'static str,
    pub words: Words,
    pub layers: Layers,
    /// Text of the game's official roster, `scenarios/NAME/roster.toml`.
    pub roster: &'static str,
    /// The game's bots that are part of the program; games of a family share their bots. The first
    /// bot is the default of scenarios that name no bot.
    pub bots: &'static [Shipped],
    /// The scenarios that are part of the program. Each refers to the official roster as
    /// `roster.toml`.
    pub scenarios: &'static [Shipped],
    /// Names of the bots that stand for levels of skill, weakest first. Each name is one of
    /// [`Facts::bots`] or `random`.
    pub levels: &'static [&'static str],
    /// The reference player of the game: a strong bot that replays games of a command. The headline
    /// says what the reference player and the command's own bot agree on.
    pub reference: Option<ReferencePlayer>,
    /// Maximum number of fighters in a line-up that consists of teams.
    pub most_fighters: usize,
    /// Card effects, composed of basic parts, as a TOML table by name; empty if effects of the game
    /// have no parts.
    pub effects: &'static str,
}

/// The game's words for its fighters and for the objects that they use, such as cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Words {
    /// The word for a character of the roster, singular and plural: "fighter", "fighters".
    pub fighter: [&'static str; 2],
    /// The word for an object that fighters play with, singular and plural: "card", "cards".
    pub thing: [&'static str; 2],
}

/// The parts of a scenario whose form depends on the game: rules, roster and line-up. All parts are
/// complete, and all references are resolved.
#[derive(Debug, Clone, PartialEq)]
pub struct Files {
    pub rules: Json,
    pub roster: Json,
    pub line_up: Json,
}

/// The JSON Schemas of a game's files. Each is a function that adds a type to a schema generator.
#[derive(Clone, Copy)]
pub struct Schemas {
    /// JSON Schema of the table `[rules]` of a scenario.
    pub rules: fn(&mut SchemaGenerator) -> Schema,
    /// JSON Schema of the table `[line-up]` of a scenario.
    pub line_up: fn(&mut SchemaGenerator) -> Schema,
    /// JSON Schema of one fighter of a roster: the table `[fighters.KEY]`.
    pub fighter: fn(&mut SchemaGenerator) -> Schema,
    /// JSON Schema of a roster file.
    pub roster: fn(&mut SchemaGenerator) -> Schema,
}

/// How the layers of a scenario (roster, scenario file, `--set`) are merged. By default, a key of a
/// later layer replaces the same key of an earlier layer; the fields list the exceptions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Layers {
    /// Groups of fields in scenario files that exclude each other.
    pub choices: &'static [FieldGroups],
    /// Paths of tables with a single key that names a variant, such as an effect. If a later layer
    /// of the scenario names another variant, it replaces the whole table. `*` stands for any key.
    pub tagged: &'static [&'static [&'static str]],
    /// Names of a fighter's tables that hold the objects with which it plays, such as `cards`.
    pub things: &'static [&'static str],
    /// Groups of fields for a new object, such as a card, that a scenario adds to a fighter. The
    /// new object must have at least one field of each group.
    pub complete: &'static [&'static [&'static str]],
    /// Pairs of a field's name in files and its different name in `printed` lists, which name the
    /// values that a rulebook prints.
    pub printed: &'static [(&'static str, &'static str)],
    /// Fields whose values all differ among the objects of a fighter, such as the initiatives of
    /// its cards. Analyses swap two of these values and never change one alone.
    pub distinct: &'static [&'static str],
}

impl Layers {
    /// Layers without exceptions.
    pub const PLAIN: Layers = Layers {
        choices: &[],
        tagged: &[],
        things: &[],
        complete: &[],
        printed: &[],
        distinct: &[],
    };
}

/// Groups of fields of one table that exclude each other: only one group may be given. If a later
/// layer of a scenario gives one group, the other groups of earlier layers are dropped.
#[derive(Debug, Clone, Copy)]
pub struct FieldGroups {
    /// Path of the table that contains the fields; `*` stands for any key.
    pub table: &'static [&'static str],
    /// The groups of fields that exclude each other; each group lists fields that go together.
    pub groups: &'static [&'static [&'static str]],
}

/// An error at a field of a scenario or a roster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Complaint {
    /// Path of the field that has the error: keys, and indices into lists from 0.
    pub path: Vec<String>,
    /// Path of a second field that conflicts with the field at `path`. If only the second field
    /// comes from a later layer of the scenario, the error is reported at the second field.
    pub beside: Option<Vec<String>>,
    /// Description of the error, as a sentence without initial capital and final full stop.
    pub what: String,
}

impl Complaint {
    /// Creates an error report for the field with this path in a scenario or a roster.
    pub fn new(path: &[&str], what: impl Into<String>) -> Complaint {
        Complaint {
            path: path.iter().map(|step| (*step).to_owned()).collect(),
            beside: None,
            what: what.into(),
        }
    }

    /// Adds the path of a second field, which conflicts with the field of this error report.
    pub fn beside(self, beside: &[&str]) -> Complaint {
        let beside = beside.iter().map(|step| (*step).to_owned()).collect();
        Complaint { beside: Some(beside), ..self }
    }
}

/// Seats, teams and fighters of a line-up, in a form that is the same for all games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seating {
    /// Keys of all fighters that may play with this line-up, without duplicates.
    pub fighters: Vec<String>,
    /// Number of seats (players) in a game.
    pub seats: usize,
    /// Number of teams; 0 if each fighter plays alone.
    pub teams: usize,
    /// Keys of the fighters of each team, if teams are the same in every game; otherwise empty.
    pub members: Vec<Vec<String>>,
    /// True if each player controls a whole team.
    pub per_team: bool,
    /// True if each player has one bot that decides for all of the player's fighters.
    pub one_bot_per_seat: bool,
    /// Description of the line-up in a few words, such as "4 of 8 fighters at random".
    pub about: String,
}

impl Seating {
    /// Returns the seats, the teams and the fighters to which a dealer deals.
    pub fn of<F: Fighter>(dealer: &Dealer, roster: &Roster<F>) -> Seating {
        let keys: Vec<&String> = roster.fighters.keys().collect();
        let mut seating = Seating::default();
        let mut is_fixed = true;
        for (place, slot) in dealer.slots().into_iter().enumerate() {
            seating.seats = seating.seats.max(slot.seat.into());
            let playing =
                dealer.may_play(place).iter().map(|&index| keys[usize::from(index)].clone());
            is_fixed &= playing.len() == 1;
            if let Some(team) = slot.team {
                seating.teams = dealer.sides();
                seating.members.resize(seating.teams, vec![]);
                seating.members[usize::from(team) - 1].extend(playing.clone());
            }
            for key in playing {
                if !seating.fighters.contains(&key) {
                    seating.fighters.push(key);
                }
            }
        }
        if !is_fixed {
            seating.members.clear();
        }
        seating
    }
}

/// A fighter of a roster with its values, and the source of each value (its provenance).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub key: String,
    /// Display name of the fighter.
    pub name: String,
    /// Colour of the fighter in charts, `#RRGGBB`.
    pub colour: String,
    /// Word for the fighters among which lists show this one; `None` if all fighters are alike.
    pub group: Option<&'static str>,
    /// Number of objects, such as cards, that the roster gives to the fighter.
    pub things: usize,
    pub values: Vec<FighterValue>,
}

/// One value of a fighter, such as the defense of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FighterValue {
    /// Path of the value below the fighter in the roster, such as `cards.3.defense`.
    pub path: String,
    /// Text with the value and its name for users, such as "card 3: defense 5".
    pub words: String,
    /// The value alone as text, such as "5".
    pub text: String,
    pub provenance: Provenance,
}

impl FighterValue {
    /// Returns the path of the thing to which the value belongs, such as `cards.3`; empty for a
    /// value of the fighter itself.
    pub fn owner(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(owner, _)| owner)
    }

    /// Returns the name of the value's field, such as `defense`.
    pub fn field(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or_default()
    }

    /// Returns the value alone as text, with a star if a rulebook prints the value.
    pub fn marked(&self) -> String {
        let mark = if self.provenance == Provenance::Printed { "*" } else { "" };
        format!("{}{mark}", self.text)
    }
}

choices! {
    /// The source of a value in a roster.
    Provenance {
        /// The value is printed in a rulebook.
        Printed,
        /// This project has chosen the value, which is plausible but not official.
        Reconstructed,
        /// The author of the scenario has chosen the value.
        Own,
    }
}

/// The reference player of a game: a search that plays stronger than the fast bots, and judges
/// fighters more reliably. The durations of games determine how many games a command plays by
/// default. The durations are constants, so that a command plays the same games on every machine.
#[derive(Debug, Clone, Copy)]
pub struct ReferencePlayer {
    /// Name of the bot, one of [`Facts::bots`].
    pub bot: &'static str,
    /// Approximate processor time of a game with this bot in every seat, in nanoseconds, divided by
    /// the square of the number of decisions in a game. At each decision, a search simulates the
    /// later decisions of all players.
    pub search_time: u64,
    /// Approximate processor time of one decision of a trained bot, in nanoseconds.
    pub trained_time: u64,
}

/// A bot or a scenario that is part of the program, so that its name works without files.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    pub name: &'static str,
    /// Path of the file in the repository, from the repository's root.
    pub file: &'static str,
    /// Content of the file.
    pub text: &'static str,
    /// Content of the file with the network weights, for a trained bot; otherwise `None`.
    pub weights: Option<&'static [u8]>,
}

impl Shipped {
    /// Returns the path of the file in the repository, from the repository's root.
    pub fn path(&self) -> &'static Path {
        Path::new(self.file)
    }
}

/// Embeds files from folders of the calling package (or of another one, after `in` the variable of
/// the environment that has its path) as an array of [`Shipped`](crate::games::Shipped) files:
/// scenarios (`toml`) or strategies (`toml`, `luau`, or `network` for a TOML file with network
/// weights beside it).
#[macro_export]
macro_rules! shipped {
    (in $root:literal; $($folder:literal: $($kind:ident $($name:literal)+);+),+ $(,)?) => {
        &[$($($($crate::shipped!(@file $root $folder $kind $name),)+)+)+]
    };
    (@file $root:literal $folder:literal network $name:literal) => {
        $crate::shipped!(@named $root $folder $name ".toml", Some(include_bytes!(
            concat!(env!($root), "/", $folder, "/", $name, ".safetensors")
        )))
    };
    (@file $root:literal $folder:literal toml $name:literal) => {
        $crate::shipped!(@named $root $folder $name ".toml", None)
    };
    (@file $root:literal $folder:literal luau $name:literal) => {
        $crate::shipped!(@named $root $folder $name ".luau", None)
    };
    (@named $root:literal $folder:literal $name:literal $ending:literal, $weights:expr) => {
        $crate::games::Shipped {
            name: $name,
            file: concat!($folder, "/", $name, $ending),
            text: include_str!(concat!(env!($root), "/", $folder, "/", $name, $ending)),
            weights: $weights,
        }
    };
    ($folder:literal: $($files:tt)+) => {
        $crate::shipped![in "CARGO_MANIFEST_DIR"; $folder: $($files)+]
    };
}
