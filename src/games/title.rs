//! A title: the description of a game for files, commands and reports, whose code does not depend
//! on a particular game.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use schemars::{Schema, SchemaGenerator};
pub use serde_json::Value as Json;

use crate::game::Feature;
use crate::game::learnable::InputLayout;
use crate::simulate::{Company, Playable};
use crate::strategies::Failure;
use crate::strategies::script::Source;

/// A description of a game, which scenarios select by `game = "…"`. Titles of one family share an
/// engine, and with it the format of rosters, the bots, the features and the data that scripts see.
///
/// Files, commands and reports call these methods once per file or table. Games are played by a
/// [`Playable`].
pub trait Title: Sync {
    /// Returns the name of the game, as scenarios write it. The folder `scenarios/NAME/` has the
    /// game's scenarios and its official roster.
    fn name(&self) -> &'static str;

    /// Returns a description of the game in one line.
    fn about(&self) -> &'static str;

    /// Returns a version of the game's code, such as a version number or a hash of its sources.
    /// Games of this package return an empty string: [`crate::engine::identity`] covers their
    /// sources.
    fn edition(&self) -> &'static str {
        ""
    }

    /// Returns the name of the game's family; games of a family share an engine. The folder
    /// `strategies/FAMILY/` has the bots of the family.
    fn family(&self) -> &'static str;

    /// Returns the game's words for its fighters and for the objects that they use, such as cards.
    fn words(&self) -> Words;

    /// Returns the JSON Schemas of the game's rules, line-ups and rosters.
    fn schemas(&self) -> Schemas;

    /// Returns how the layers of a scenario (roster, scenario file, `--set`) are merged. By
    /// default, keys of later layers replace equal keys of earlier layers.
    fn layers(&self) -> Layers {
        Layers::default()
    }

    /// Returns the default rules of the game as TOML, in the order in which lists show them.
    /// Scenarios override single rules.
    fn rules(&self) -> String;

    /// Returns the text of the game's official roster, `scenarios/NAME/roster.toml`.
    fn roster(&self) -> &'static str;

    /// Returns name and meaning of each feature (a number that describes an option), to which
    /// strategy files assign weights; at most [`crate::game::MAX_FEATURES`].
    fn features(&self) -> &'static [Feature];

    /// Returns the names of the decisions and of the network inputs that trained bots of the game
    /// use.
    fn layout(&self) -> InputLayout;

    /// Returns the game's bots that are part of the program; games of a family share their bots.
    /// The first bot is the default of scenarios that name no bot.
    fn bots(&self) -> &'static [Shipped];

    /// Returns the scenarios that are part of the program. Each refers to the official roster as
    /// `roster.toml`.
    fn scenarios(&self) -> &'static [Shipped] {
        &[]
    }

    /// Returns the names of the bots that stand for levels of skill, weakest first. Each name is
    /// one of [`Title::bots`] or `random`.
    fn levels(&self) -> &'static [&'static str];

    /// Returns the reference player of the game: a strong bot that replays games of a command. The
    /// headline says what the reference player and the command's own bot agree on. Returns `None`
    /// if the game has no reference player.
    fn reference(&self) -> Option<ReferencePlayer> {
        None
    }

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
    fn factions(&self, _line_up: &Json, _roster: &Json) -> Vec<&'static str> {
        vec![]
    }

    /// Returns the line-up, as a scenario writes it, in which these fighters play in teams. With
    /// `per_team`, one player decides for each team, otherwise one for each fighter. Returns `None`
    /// if the game has no such line-ups.
    fn teams(&self, teams: &[Vec<String>], per_team: bool) -> Option<Json>;

    /// Returns the maximum number of fighters in a line-up that consists of teams.
    fn most_fighters(&self) -> usize;

    /// Returns an error for each rule that contradicts other rules, the roster or the line-up.
    /// `written` returns true if the scenario file itself has a value at a path.
    fn check_rules(&self, files: &Files, written: &dyn Fn(&[&str]) -> bool) -> Vec<Complaint>;

    /// Returns the fighters of a complete roster with all their values, in the order of the roster.
    fn fighters(&self, roster: &Json) -> Vec<Profile>;

    /// Returns a description of each object, such as a card, that a fighter uses, by the object's
    /// name in tables. Returns an empty map if the names need no description.
    fn things(&self, _roster: &Json, _fighter: &str) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// Formats the fighters of a complete roster, with their values, as text for users.
    fn sheets(&self, roster: &Json) -> String;

    /// Returns a card effect, given by name, as TOML that composes the effect from basic parts, for
    /// use in a roster. Returns `None` if there is no such effect, or if effects of the game have
    /// no parts.
    fn in_parts(&self, _effect: &str) -> Option<String> {
        None
    }

    /// Returns sample line-ups of the official roster, as scenarios write them: large and small,
    /// with and without teams. Tests of scripts play all of them. The first line-up, which draws
    /// from the whole roster, is the default of new scenarios.
    fn trials(&self) -> Vec<Json>;

    /// Creates a playable game from complete and checked files. `company` supplies the bots.
    fn open(&self, files: &Files, company: &Company<'_>) -> Arc<dyn Playable>;
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

/// A fighter of a roster with its values, and the source of each value (its provenance).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub key: String,
    /// Display name of the fighter.
    pub name: String,
    /// Colour of the fighter in charts, `#RRGGBB`.
    pub colour: String,
    /// Number of objects, such as cards, that the fighter has; 0 if all fighters draw them from
    /// common piles.
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
    pub provenance: Provenance,
}

/// The source of a value in a roster.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Provenance {
    /// The value is printed in a rulebook.
    Printed,
    /// This project has chosen the value, which is plausible but not official.
    Reconstructed,
    /// The author of the scenario has chosen the value.
    Own,
}

impl Provenance {
    pub const ALL: [Provenance; 3] =
        [Provenance::Printed, Provenance::Reconstructed, Provenance::Own];

    /// Returns the name of a value's source, as tables and patterns write it.
    pub fn name(self) -> &'static str {
        match self {
            Provenance::Printed => "printed",
            Provenance::Reconstructed => "reconstructed",
            Provenance::Own => "own",
        }
    }
}

/// The reference player of a game: a search that plays stronger than the fast bots, and judges
/// fighters more reliably. The durations of games determine how many games a command plays by
/// default. The durations are constants, so that a command plays the same games on every machine.
#[derive(Debug, Clone, Copy)]
pub struct ReferencePlayer {
    /// Name of the bot, one of [`Title::bots`].
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

/// Embeds strategy files with their network weights, or scenario files, from a folder of the
/// calling package, as an array of [`Shipped`](crate::games::Shipped) files.
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

/// Implements the methods of [`Title`](crate::games::Title) that follow from the types of the game
/// and of its files. The types have methods with the checked values of the files:
///
/// - the roster: `complete(&mut self)`, `profiles(&self)` and `sheets(&self)`;
/// - the line-up: `complete(&mut self, &roster)` and `seating(&self, &roster)`.
///
/// See the methods of the trait for their results.
#[macro_export]
macro_rules! of_types {
    (game: $game:ty, rules: $rules:ty, line_up: $line_up:ty, fighter: $fighter:ty, roster: $roster:ty $(,)?) => {
        fn schemas(&self) -> $crate::games::title::Schemas {
            $crate::games::title::Schemas {
                rules: |generator| generator.subschema_for::<$rules>(),
                line_up: |generator| generator.subschema_for::<$line_up>(),
                fighter: |generator| generator.subschema_for::<$fighter>(),
                roster: |generator| generator.root_schema_for::<$roster>(),
            }
        }

        fn features(&self) -> &'static [$crate::game::Feature] {
            <$game as $crate::game::Game>::FEATURES
        }

        fn layout(&self) -> $crate::game::learnable::InputLayout {
            $crate::game::learnable::InputLayout::of::<$game>()
        }

        fn script_types(&self) -> String {
            $crate::strategies::script::types::text::<$game>()
        }

        fn script_names(&self) -> std::collections::BTreeSet<&'static str> {
            $crate::strategies::script::types::names::<$game>()
        }

        fn check_script(
            &self,
            source: &$crate::strategies::script::Source,
        ) -> Result<(), $crate::strategies::Failure> {
            $crate::strategies::script::check::<$game>(source)
        }

        fn complete_roster(
            &self,
            roster: &mut $crate::games::title::Json,
        ) -> Result<(), Vec<$crate::games::Complaint>> {
            $crate::games::filed::complete(roster, <$roster>::complete)
        }

        fn complete_line_up(
            &self,
            line_up: &mut $crate::games::title::Json,
            roster: &$crate::games::title::Json,
        ) -> Result<(), Vec<$crate::games::Complaint>> {
            let roster: $roster = $crate::games::filed::read(roster);
            let complete = |line_up: &mut $line_up| line_up.complete(&roster);
            $crate::games::filed::complete(line_up, complete)
        }

        fn seating(
            &self,
            line_up: &$crate::games::title::Json,
            roster: &$crate::games::title::Json,
        ) -> $crate::games::title::Seating {
            let line_up: $line_up = $crate::games::filed::read(line_up);
            line_up.seating(&$crate::games::filed::read(roster))
        }

        fn fighters(
            &self,
            roster: &$crate::games::title::Json,
        ) -> Vec<$crate::games::title::Profile> {
            $crate::games::filed::read::<$roster>(roster).profiles()
        }

        fn sheets(&self, roster: &$crate::games::title::Json) -> String {
            $crate::games::filed::read::<$roster>(roster).sheets()
        }
    };
}
