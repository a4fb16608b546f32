//! Describes the game for scenario files, commands and reports.

mod line_up;
mod roster;
mod rules;

use std::sync::Arc;

use serde_json::{Value as Json, json};

pub use self::line_up::LineUp;
use super::roster::{Hero, Roster};
use super::{Jungle, Rules};
use crate::games::filed::read;
use crate::games::title::{
    Complaint, FieldGroups, Files, Layers, ReferencePlayer, Shipped, Title, Words,
};
use crate::shipped;
use crate::simulate::Company;
use crate::simulate::Playable;
use crate::simulate::Stage;

/// The game "La Guilde des Héros: Alerte dans la jungle", for files, commands and reports.
#[derive(Debug)]
pub struct JungleTitle;

pub static JUNGLE_ALERT: JungleTitle = JungleTitle;

const BOTS: &[Shipped] = shipped![
    "strategies/jungle-alert":
    "trained"."toml",
    "trained-1"."toml" with "trained-1.safetensors",
    "trained-2"."toml" with "trained-2.safetensors",
    "trained-3"."toml" with "trained-3.safetensors",
    "trained-4"."toml" with "trained-4.safetensors",
    "careful"."toml",
    "bold"."toml",
    "hasty"."toml",
    "beginner"."toml",
    "mcts-quick"."toml",
    "mcts-fast"."toml",
    "mcts-normal"."toml",
    "mcts-strong"."toml",
    "liberator"."luau",
];

const SCENARIOS: &[Shipped] = shipped![
    "scenarios/jungle-alert":
    "two"."toml",
    "first-game"."toml",
    "four"."toml",
    "one"."toml",
    "three"."toml",
];

const LEVELS: &[&str] = &["random", "beginner", "careful", "trained", "mcts-fast"];

/// The reference player. The durations are those of line-ups of one to four
/// heroes, measured on one core in 2026.
const REFERENCE: ReferencePlayer =
    ReferencePlayer { bot: "mcts-fast", search_time: 1_900, trained_time: 1_000 };

/// Maximum number of heroes of a mission (rule J-2.1).
const MOST_HEROES: usize = 4;

impl Title for JungleTitle {
    fn name(&self) -> &'static str {
        "jungle-alert"
    }

    fn about(&self) -> &'static str {
        "La Guilde des Héros, Alerte dans la jungle: one to four heroes free hostages, and win or \
         lose together."
    }

    fn family(&self) -> &'static str {
        "jungle-alert"
    }

    fn words(&self) -> Words {
        Words { fighter: ["hero", "heroes"], thing: ["ability", "abilities"] }
    }

    crate::of_types! {
        game: Jungle, rules: Rules, line_up: LineUp, fighter: Hero, roster: Roster,
    }

    fn layers(&self) -> Layers {
        Layers {
            choices: &[FieldGroups {
                table: &["line-up"],
                groups: &[&["players", "among"], &["heroes"]],
            }],
            tagged: &[&["fighters", "*", "ability"]],
            ..Layers::default()
        }
    }

    fn rules(&self) -> String {
        toml::to_string(&Rules::default()).expect("rules are plain data")
    }

    fn roster(&self) -> &'static str {
        include_str!("../../../../scenarios/jungle-alert/roster.toml")
    }

    fn bots(&self) -> &'static [Shipped] {
        BOTS
    }

    fn scenarios(&self) -> &'static [Shipped] {
        SCENARIOS
    }

    fn levels(&self) -> &'static [&'static str] {
        LEVELS
    }

    fn reference(&self) -> Option<ReferencePlayer> {
        Some(REFERENCE)
    }

    /// Returns the line-up of a single team of heroes. Returns `None` for several teams, because
    /// all heroes belong to one party.
    fn teams(&self, teams: &[Vec<String>], _: bool) -> Option<Json> {
        match teams {
            [party] => Some(json!({ "heroes": party })),
            _ => None,
        }
    }

    fn most_fighters(&self) -> usize {
        MOST_HEROES
    }

    fn check_rules(&self, files: &Files, written: &dyn Fn(&[&str]) -> bool) -> Vec<Complaint> {
        let heroes = read::<LineUp>(&files.line_up).count();
        rules::check(&files.rules, heroes, written)
    }

    fn trials(&self) -> Vec<Json> {
        // A party of three, whose heroes join fights and exchange things, and a lone hero with the
        // jet (J-2.3).
        [3, 1].map(|heroes| json!({ "players": heroes })).into()
    }

    fn open(&self, files: &Files, company: &Company<'_>) -> Arc<dyn Playable> {
        let (rules, roster): (Rules, Roster) = (read(&files.rules), read(&files.roster));
        let game = Jungle::new(&rules, &roster);
        let dealer = read::<LineUp>(&files.line_up).dealer(&roster);
        let (measures, names) = (game.measures(), game.entrant_names());
        Arc::new(Stage::new(game, &names, dealer, measures, company))
    }
}
