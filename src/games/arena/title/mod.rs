//! The arena games Ultimate Warriorz and Mad Arena as seen by the rest of the program: files,
//! commands and reports.

mod custom;
mod line_up;
mod profiles;
mod roster;
mod rules;
mod scenarios;
mod sheets;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value as Json, json};

pub use self::line_up::{LineUp, Seats};
use super::Arena;
use super::parts::Parts;
use super::roster::{Fighter, Roster};
use super::rules::Rules;
use crate::game::MAX_PLAYERS;
use crate::games::filed::read;
use crate::games::title::{
    Complaint, FieldGroups, Files, Layers, ReferencePlayer, Shipped, Title, Words,
};
use crate::shipped;
use crate::simulate::Company;
use crate::simulate::Playable;
use crate::simulate::Stage;

#[derive(Debug)]
pub struct ArenaTitle {
    name: &'static str,
    about: &'static str,
    rules: fn() -> Rules,
    roster: &'static str,
    bots: &'static [Shipped],
    scenarios: &'static [Shipped],
}

/// Returns the bots of a folder that were trained for one of the two games.
macro_rules! trained {
    ($folder:literal) => {
        shipped![
            $folder:
            "trained"."toml",
            "trained-1"."toml" with "trained-1.safetensors",
            "trained-2"."toml" with "trained-2.safetensors",
            "trained-3"."toml" with "trained-3.safetensors",
            "trained-4"."toml" with "trained-4.safetensors",
        ]
    };
}

const TRAINED_FOR_WARRIORZ: &[Shipped] = trained!("strategies/ultimate-warriorz");
const TRAINED_FOR_MAD_ARENA: &[Shipped] = trained!("strategies/mad-arena");

pub static ULTIMATE_WARRIORZ: ArenaTitle = ArenaTitle {
    name: "ultimate-warriorz",
    about: "Ultimate Warriorz: most popularity points after seven rounds, or the last one \
        standing.",
    rules: Rules::default,
    roster: include_str!("../../../../scenarios/ultimate-warriorz/roster.toml"),
    bots: &joined::<{ TRAINED_FOR_WARRIORZ.len() + BOTS.len() }>(TRAINED_FOR_WARRIORZ, BOTS),
    scenarios: scenarios::ULTIMATE_WARRIORZ,
};

pub static MAD_ARENA: ArenaTitle = ArenaTitle {
    name: "mad-arena",
    about: "Mad Arena: most trophy points after twelve rounds, or the last one standing.",
    rules: Rules::mad_arena,
    roster: include_str!("../../../../scenarios/mad-arena/roster.toml"),
    bots: &joined::<{ TRAINED_FOR_MAD_ARENA.len() + BOTS.len() }>(TRAINED_FOR_MAD_ARENA, BOTS),
    scenarios: scenarios::MAD_ARENA,
};

/// The content of `effects.toml`: the printed effects of both games, composed of parts, by name.
pub(super) const PRINTED_EFFECTS: &str = include_str!("../effects.toml");

/// The bots that can play both Ultimate Warriorz and Mad Arena.
const BOTS: &[Shipped] = shipped![
    "strategies/arena":
    "balanced"."toml",
    "aggressive"."toml",
    "cautious"."toml",
    "beginner"."toml",
    "mcts-quick"."toml",
    "mcts-fast"."toml",
    "mcts-normal"."toml",
    "mcts-strong"."toml",
    "opening"."luau",
    "hunter"."luau",
    "coward"."luau",
    "balanced-script"."luau",
];

/// Names of the bots that stand for levels of skill in both games, weakest first.
const LEVELS: &[&str] =
    &["random", "beginner", "balanced", "trained", "mcts-quick", "mcts-fast", "mcts-normal"];

/// The reference player of both games. The durations are those of line-ups of two to eight
/// fighters, measured on one core in 2026.
const REFERENCE: ReferencePlayer =
    ReferencePlayer { bot: "mcts-fast", search_time: 1_800, trained_time: 850 };

/// Returns the bots of a game: first those trained for this game, then those that play both arena
/// games. The first bot is the default.
const fn joined<const N: usize>(one: &[Shipped], both: &[Shipped]) -> [Shipped; N] {
    assert!(both.len() + one.len() == N);
    let mut all = [one[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < one.len() { one[at] } else { both[at - one.len()] };
        at += 1;
    }
    all
}

const LAYERS: Layers = Layers {
    choices: &[
        FieldGroups {
            table: &["line-up"],
            groups: &[&["draw", "pool"], &["fighters"], &["teams", "seats"]],
        },
        FieldGroups {
            table: &["fighters", "*", "cards", "*"],
            groups: &[&["technique"], &["item"]],
        },
    ],
    tagged: &[
        &["fighters", "*", "cards", "*", "technique"],
        &["fighters", "*", "cards", "*", "item"],
    ],
    things: &["cards"],
    complete: &[&["movement"], &["defense"], &["melee", "shooting", "technique", "item"]],
    printed: &[("technique", "effect"), ("item", "effect")],
    distinct: &["initiative"],
};

impl Title for ArenaTitle {
    fn name(&self) -> &'static str {
        self.name
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn family(&self) -> &'static str {
        "arena"
    }

    fn words(&self) -> Words {
        Words { fighter: ["fighter", "fighters"], thing: ["card", "cards"] }
    }

    crate::of_types! {
        game: Arena, rules: Rules, line_up: LineUp, fighter: Fighter, roster: Roster,
    }

    fn layers(&self) -> Layers {
        LAYERS
    }

    fn rules(&self) -> String {
        toml::to_string(&(self.rules)()).expect("rules are plain data")
    }

    fn roster(&self) -> &'static str {
        self.roster
    }

    fn bots(&self) -> &'static [Shipped] {
        self.bots
    }

    fn scenarios(&self) -> &'static [Shipped] {
        self.scenarios
    }

    fn levels(&self) -> &'static [&'static str] {
        LEVELS
    }

    fn reference(&self) -> Option<ReferencePlayer> {
        Some(REFERENCE)
    }

    fn teams(&self, teams: &[Vec<String>], per_team: bool) -> Option<Json> {
        let seats = if per_team { Seats::PerTeam } else { Seats::PerFighter };
        Some(json!({ "teams": teams, "seats": seats }))
    }

    fn most_fighters(&self) -> usize {
        MAX_PLAYERS
    }

    fn check_rules(&self, files: &Files, written: &dyn Fn(&[&str]) -> bool) -> Vec<Complaint> {
        let line_up = read(&files.line_up);
        rules::check(&read(&files.rules), &read(&files.roster), &line_up, written)
    }

    fn things(&self, roster: &Json, fighter: &str) -> BTreeMap<String, String> {
        profiles::cards(&read(roster), fighter)
    }

    fn in_parts(&self, effect: &str) -> Option<String> {
        let printed: BTreeMap<String, Parts> =
            toml::from_str(PRINTED_EFFECTS).expect("parts of printed effects");
        let mut parts = toml::Table::try_from(printed.get(effect)?).expect("plain data");
        let name = parts.remove("name")?;
        let parts = toml::Value::Table(parts).to_string();
        Some(format!("{{ name = {name}, {}", parts.trim_start_matches("{ ")))
    }

    fn trials(&self) -> Vec<Json> {
        let roster: Roster = toml::from_str(self.roster).expect("the official roster is sound");
        let all: Vec<String> = roster.fighters.into_keys().collect();
        let (ours, theirs) = all.split_at(all.len() / 2);
        let teams = [ours.to_vec(), theirs.to_vec()];
        let drawn = json!({ "draw": 4 });
        [drawn].into_iter().chain(self.teams(&teams, true)).collect()
    }

    fn open(&self, files: &Files, company: &Company<'_>) -> Arc<dyn Playable> {
        let rules: Rules = read(&files.rules);
        let roster: Roster = read(&files.roster);
        let line_up: LineUp = read(&files.line_up);
        let arena = Arena::new(&rules, &roster);
        let dealer = line_up.dealer(&roster);
        let measures = arena.measures(arena.max_score(&dealer).into());
        let names = arena.entrant_names();
        Arc::new(Stage::new(arena, &names, dealer, measures, company))
    }
}
