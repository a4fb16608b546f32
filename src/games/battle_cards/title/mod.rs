//! Describes the game for scenario files, commands and reports.

mod line_up;
mod roster;

use std::sync::Arc;

use serde_json::{Value as Json, json};

pub use self::line_up::LineUp;
use super::roster::{Character, Roster};
use super::{BattleCards, Rules};
use crate::games::filed::read;
use crate::games::title::{
    Complaint, FieldGroups, Files, Layers, ReferencePlayer, Shipped, Title, Words,
};
use crate::shipped;
use crate::simulate::Company;
use crate::simulate::Playable;
use crate::simulate::Stage;

/// The description of the game Ultimate Battle Cards for files, commands and reports.
#[derive(Debug)]
pub struct BattleCardsTitle;

pub static BATTLE_CARDS: BattleCardsTitle = BattleCardsTitle;

const BOTS: &[Shipped] = shipped![
    "strategies/battle-cards":
    "trained"."toml",
    "trained-1"."toml" with "trained-1.safetensors",
    "trained-2"."toml" with "trained-2.safetensors",
    "trained-3"."toml" with "trained-3.safetensors",
    "trained-4"."toml" with "trained-4.safetensors",
    "tactician"."toml",
    "brawler"."toml",
    "warden"."toml",
    "beginner"."toml",
    "mcts-quick"."toml",
    "mcts-fast"."toml",
    "mcts-normal"."toml",
    "mcts-strong"."toml",
    "headhunter"."luau",
];

const SCENARIOS: &[Shipped] = shipped![
    "scenarios/battle-cards":
    "duel"."toml",
    "2v2"."toml",
    "3v3"."toml",
    "4v4"."toml",
    "duel-quick"."toml",
    "four"."toml",
    "three"."toml",
];

const LEVELS: &[&str] = &["random", "beginner", "tactician", "trained", "mcts-fast"];

/// The reference player. The durations are those of line-ups of ten to forty
/// characters, measured on one core in 2026.
const REFERENCE: ReferencePlayer =
    ReferencePlayer { bot: "mcts-fast", search_time: 850, trained_time: 950 };

/// Maximum number of characters in a line-up; a game has the same number of line-up positions.
const MOST_CHARACTERS: usize = 64;

impl Title for BattleCardsTitle {
    fn name(&self) -> &'static str {
        "battle-cards"
    }

    fn about(&self) -> &'static str {
        "Ultimate Battle Cards: teams of heroes and villains; the last team in play wins."
    }

    fn family(&self) -> &'static str {
        "battle-cards"
    }

    fn words(&self) -> Words {
        Words { fighter: ["character", "characters"], thing: ["card", "cards"] }
    }

    crate::of_types! {
        game: BattleCards, rules: Rules, line_up: LineUp, fighter: Character, roster: Roster,
    }

    fn layers(&self) -> Layers {
        Layers {
            choices: &[FieldGroups {
                table: &["line-up"],
                groups: &[&["players", "team-size", "seating"], &["teams"]],
            }],
            tagged: &[&["fighters", "*", "power"]],
            ..Layers::default()
        }
    }

    fn rules(&self) -> String {
        toml::to_string(&Rules::default()).expect("rules are plain data")
    }

    fn roster(&self) -> &'static str {
        include_str!("../../../../scenarios/battle-cards/roster.toml")
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

    fn factions(&self, line_up: &Json, roster: &Json) -> Vec<&'static str> {
        read::<LineUp>(line_up).factions(&read(roster))
    }

    /// Returns a line-up in which these teams of characters play; one player decides for each whole
    /// team.
    fn teams(&self, teams: &[Vec<String>], _: bool) -> Option<Json> {
        Some(json!({ "teams": teams }))
    }

    fn most_fighters(&self) -> usize {
        MOST_CHARACTERS
    }

    fn check_rules(&self, files: &Files, _: &dyn Fn(&[&str]) -> bool) -> Vec<Complaint> {
        let rules: Rules = read(&files.rules);
        let mut complaints = vec![];
        // Attacks with Nemesis cards count as attacks too (rule B-2.4).
        if rules.attacks == 0 && rules.first_turn_attacks == 0 {
            let what = "is 0, and `rules.first_turn_attacks` is 0, too: no attack is ever possible";
            let complaint = Complaint::new(&["rules", "attacks"], what);
            complaints.push(complaint.beside(&["rules", "first_turn_attacks"]));
        }
        complaints
    }

    fn trials(&self) -> Vec<Json> {
        vec![
            json!({ "players": 2, "team-size": 2 }),
            json!({ "players": 4, "team-size": 2, "mode": "sides" }),
        ]
    }

    fn open(&self, files: &Files, company: &Company<'_>) -> Arc<dyn Playable> {
        let (rules, roster): (Rules, Roster) = (read(&files.rules), read(&files.roster));
        let game = BattleCards::new(&rules, &roster);
        let dealer = read::<LineUp>(&files.line_up).dealer(&roster);
        let (measures, names) = (game.measures(), game.entrant_names());
        Arc::new(Stage::new(game, &names, dealer, measures, company))
    }
}
