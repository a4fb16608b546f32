//! Describes the game for scenario files, commands and reports.

mod line_up;

use serde_json::json;

pub use self::line_up::LineUp;
use super::roster::{Character, Roster};
use super::state::MOST_CHARACTERS;
use super::{BattleCards, Rules};
use crate::games::title::FieldGroups;
use crate::games::{Complaint, Declared, Facts, Layers, ReferencePlayer, Words};
use crate::shipped;

/// The game Ultimate Battle Cards, for files, commands and reports.
pub static BATTLE_CARDS: Declared<BattleCards, Rules, LineUp, Character> = Declared {
    facts: Facts {
        name: "battle-cards",
        about: "Ultimate Battle Cards: teams of heroes and villains; the last team in play wins.",
        edition: "",
        family: "battle-cards",
        words: Words { fighter: ["character", "characters"], thing: ["card", "cards"] },
        layers: Layers {
            choices: &[FieldGroups {
                table: &["line-up"],
                groups: &[&["players", "team-size", "seating"], &["teams"]],
            }],
            tagged: &[&["fighters", "*", "power"]],
            ..Layers::PLAIN
        },
        roster: include_str!("../../../../scenarios/battle-cards/roster.toml"),
        bots: shipped![
            in "GONG_ROOT";
            "strategies/battle-cards":
                toml "trained";
                network "trained-1" "trained-2" "trained-3" "trained-4";
                toml "tactician" "brawler" "warden" "beginner"
                    "mcts-quick" "mcts-fast" "mcts-normal" "mcts-strong";
                luau "headhunter"
        ],
        scenarios: shipped![
            in "GONG_ROOT";
            "scenarios/battle-cards":
                toml "duel" "2v2" "3v3" "4v4" "duel-quick" "four" "three"
        ],
        levels: &["random", "beginner", "tactician", "trained", "mcts-fast"],
        // The durations are those of line-ups of ten to forty characters, measured on one core in
        // 2026.
        reference: Some(ReferencePlayer { bot: "mcts-fast", search_time: 850, trained_time: 950 }),
        most_fighters: MOST_CHARACTERS,
        effects: "",
    },
    rules: Rules::default,
    game: BattleCards::new,
    measures: |game, _| game.measures(),
    things: |game, index| BattleCards::things(game.sheets.of(index as u8).power),
    check_rules,
    trials: |_| {
        vec![
            json!({ "players": 2, "team-size": 2 }),
            json!({ "players": 4, "team-size": 2, "mode": "sides" }),
        ]
    },
};

/// Checks that attacks are possible. Attacks with Nemesis cards count as attacks too (rule B-2.4).
fn check_rules(
    rules: &Rules,
    _: &Roster,
    _: &LineUp,
    _: &dyn Fn(&[&str]) -> bool,
) -> Vec<Complaint> {
    if rules.attacks > 0 || rules.first_turn_attacks > 0 {
        return vec![];
    }
    let what = "is 0, and `rules.first_turn_attacks` is 0, too: no attack is ever possible";
    let complaint = Complaint::new(&path!(rules.attacks), what);
    vec![complaint.beside(&path!(rules.first_turn_attacks))]
}
