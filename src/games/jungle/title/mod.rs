//! Describes the game for scenario files, commands and reports.

mod line_up;
mod rules;

use serde_json::json;

pub use self::line_up::LineUp;
use super::roster::Hero;
use super::state::MOST_HEROES;
use super::{Jungle, Rules};
use crate::games::title::FieldGroups;
use crate::games::{Declared, Facts, Layers, ReferencePlayer, Words};
use crate::shipped;

/// The game "La Guilde des Héros: Alerte dans la jungle", for files, commands and reports.
pub static JUNGLE_ALERT: Declared<Jungle, Rules, LineUp, Hero> = Declared {
    facts: Facts {
        name: "jungle-alert",
        about: "La Guilde des Héros, Alerte dans la jungle: one to four heroes free hostages, and \
                win or lose together.",
        edition: "",
        family: "jungle-alert",
        words: Words { fighter: ["hero", "heroes"], thing: ["ability", "abilities"] },
        layers: Layers {
            choices: &[FieldGroups {
                table: &["line-up"],
                groups: &[&["players", "among"], &["heroes"]],
            }],
            tagged: &[&["fighters", "*", "ability"]],
            ..Layers::PLAIN
        },
        roster: include_str!("../../../../scenarios/jungle-alert/roster.toml"),
        bots: shipped![
            in "GONG_ROOT";
            "strategies/jungle-alert":
                toml "trained";
                network "trained-1" "trained-2" "trained-3" "trained-4";
                toml "careful" "bold" "hasty" "beginner"
                    "mcts-quick" "mcts-fast" "mcts-normal" "mcts-strong";
                luau "liberator"
        ],
        scenarios: shipped![
            in "GONG_ROOT";
            "scenarios/jungle-alert": toml "two" "first-game" "four" "one" "three"
        ],
        levels: &["random", "beginner", "careful", "trained", "mcts-fast"],
        // The durations are those of line-ups of one to four heroes, measured on one core in 2026.
        reference: Some(ReferencePlayer {
            bot: "mcts-fast",
            search_time: 1_900,
            trained_time: 1_000,
        }),
        most_fighters: MOST_HEROES,
        effects: "",
    },
    rules: Rules::default,
    game: Jungle::new,
    measures: |game, _| game.measures(),
    things: |_, _| Jungle::things(),
    check_rules: rules::check,
    // A party of three, whose heroes join fights and exchange things, and a lone hero with the jet
    // (J-2.3).
    trials: |_| [3, 1].map(|heroes| json!({ "players": heroes })).into(),
};
