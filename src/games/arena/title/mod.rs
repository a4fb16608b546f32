//! The arena games Ultimate Warriorz and Mad Arena as seen by the rest of the program: files,
//! commands and reports.

mod effects;
mod line_up;
mod roster;
mod rules;

use serde_json::{Value as Json, json};

pub use self::line_up::{LineUp, Seats};
use super::{Arena, Fighter, Roster, Rules};
use crate::game::MAX_PLAYERS;
use crate::games::declared::LineUpFile;
use crate::games::title::FieldGroups;
use crate::games::{Declared, Facts, Fighter as _, Layers, ReferencePlayer, Words};
use crate::shipped;

/// The bots of a folder, which were trained for one of the two games, and the bots that play both.
macro_rules! bots {
    ($folder:literal) => {
        shipped![
            in "GONG_ROOT";
            $folder:
                toml "trained";
                network "trained-1" "trained-2" "trained-3" "trained-4",
            "strategies/arena":
                toml "balanced" "aggressive" "cautious" "beginner"
                    "mcts-quick" "mcts-fast" "mcts-normal" "mcts-strong";
                luau "opening" "hunter" "coward" "balanced-script"
        ]
    };
}

type ArenaTitle = Declared<Arena, Rules, LineUp, Fighter>;

/// The game Ultimate Warriorz, for files, commands and reports.
pub static ULTIMATE_WARRIORZ: ArenaTitle = WARRIORZ;

const WARRIORZ: ArenaTitle = Declared {
    facts: Facts {
        name: "ultimate-warriorz",
        about: "Ultimate Warriorz: most popularity points after seven rounds, or the last one \
                standing.",
        edition: "",
        family: "arena",
        words: Words { fighter: ["fighter", "fighters"], thing: ["card", "cards"] },
        layers: LAYERS,
        roster: include_str!("../../../../scenarios/ultimate-warriorz/roster.toml"),
        bots: bots!("strategies/ultimate-warriorz"),
        scenarios: shipped![
            in "GONG_ROOT";
            "scenarios/ultimate-warriorz":
                toml "tribal-rumble" "own-changes" "own-effects" "team-spirit-2-players-a"
                    "team-spirit-2-players-b" "team-spirit-2-players-c" "team-spirit-2-players-d"
                    "team-spirit-3-players" "team-spirit-4-players-a" "team-spirit-4-players-b"
                    "team-spirit-5-players" "team-spirit-6-players" "team-spirit-6-players-pairs"
                    "team-spirit-7-players" "team-spirit-8-players"
                    "tribal-rumble-2" "tribal-rumble-3" "tribal-rumble-5" "tribal-rumble-6"
                    "tribal-rumble-7" "tribal-rumble-8" "tribal-rumble-fixed-2"
                    "tribal-rumble-fixed-3" "tribal-rumble-fixed-4" "tribal-rumble-fixed-5"
                    "tribal-rumble-fixed-6" "tribal-rumble-fixed-7" "tribal-rumble-fixed-8"
                    "untuned"
        ],
        levels: &[
            "random",
            "beginner",
            "balanced",
            "trained",
            "mcts-quick",
            "mcts-fast",
            "mcts-normal",
        ],
        // The durations are those of line-ups of two to eight fighters, measured on one core in
        // 2026.
        reference: Some(ReferencePlayer {
            bot: "mcts-fast",
            search_time: 1_800,
            trained_time: 850,
        }),
        most_fighters: MAX_PLAYERS,
        effects: PRINTED_EFFECTS,
    },
    rules: Rules::default,
    game: Arena::new,
    measures: |arena, dealer| arena.measures(arena.max_score(dealer).into()),
    things: Arena::things,
    check_rules: rules::check,
    trials,
};

/// The game Mad Arena, for files, commands and reports.
pub static MAD_ARENA: ArenaTitle = Declared {
    facts: Facts {
        name: "mad-arena",
        about: "Mad Arena: most trophy points after twelve rounds, or the last one standing.",
        roster: include_str!("../../../../scenarios/mad-arena/roster.toml"),
        bots: bots!("strategies/mad-arena"),
        scenarios: shipped![
            in "GONG_ROOT";
            "scenarios/mad-arena":
                toml "ultimate-warrior" "brothers-in-arms-3-seats" "brothers-in-arms-4-seats-a"
                    "brothers-in-arms-4-seats-b" "brothers-in-arms-4-seats-c"
                    "brothers-in-arms-6-seats" "team-spirit-2-seats" "team-spirit-6-seats"
                    "ultimate-warrior-5" "ultimate-warrior-6" "ultimate-warrior-7"
                    "ultimate-warrior-fixed-4" "ultimate-warrior-fixed-5"
                    "ultimate-warrior-fixed-6" "ultimate-warrior-fixed-7" "untuned"
        ],
        ..WARRIORZ.facts
    },
    rules: Rules::mad_arena,
    ..WARRIORZ
};

/// The content of `effects.toml`: the printed effects of both games, composed of parts, by name.
pub(super) const PRINTED_EFFECTS: &str = include_str!("../effects.toml");

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
    printed: Fighter::PRINTED_AS,
    distinct: &["initiative"],
};

/// Returns four fighters drawn from the whole roster, and two halves of the roster in teams.
fn trials(roster: &Roster) -> Vec<Json> {
    let all: Vec<String> = roster.fighters.keys().cloned().collect();
    let (ours, theirs) = all.split_at(all.len() / 2);
    let teams = LineUp::of_teams(&[ours.to_vec(), theirs.to_vec()], true);
    vec![json!({ "draw": 4 }), json!(teams)]
}
