//! The shipped scenarios of both arena games.

use crate::games::title::Shipped;
use crate::shipped;

pub const ULTIMATE_WARRIORZ: &[Shipped] = shipped![
    "scenarios/ultimate-warriorz":
    "tribal-rumble"."toml",
    "own-changes"."toml",
    "own-effects"."toml",
    "team-spirit-2-players-a"."toml",
    "team-spirit-2-players-b"."toml",
    "team-spirit-2-players-c"."toml",
    "team-spirit-2-players-d"."toml",
    "team-spirit-3-players"."toml",
    "team-spirit-4-players-a"."toml",
    "team-spirit-4-players-b"."toml",
    "team-spirit-5-players"."toml",
    "team-spirit-6-players"."toml",
    "team-spirit-6-players-pairs"."toml",
    "team-spirit-7-players"."toml",
    "team-spirit-8-players"."toml",
    "tribal-rumble-2"."toml",
    "tribal-rumble-3"."toml",
    "tribal-rumble-5"."toml",
    "tribal-rumble-6"."toml",
    "tribal-rumble-7"."toml",
    "tribal-rumble-8"."toml",
    "tribal-rumble-fixed-2"."toml",
    "tribal-rumble-fixed-3"."toml",
    "tribal-rumble-fixed-4"."toml",
    "tribal-rumble-fixed-5"."toml",
    "tribal-rumble-fixed-6"."toml",
    "tribal-rumble-fixed-7"."toml",
    "tribal-rumble-fixed-8"."toml",
    "untuned"."toml",
];

pub const MAD_ARENA: &[Shipped] = shipped![
    "scenarios/mad-arena":
    "ultimate-warrior"."toml",
    "brothers-in-arms-3-seats"."toml",
    "brothers-in-arms-4-seats-a"."toml",
    "brothers-in-arms-4-seats-b"."toml",
    "brothers-in-arms-4-seats-c"."toml",
    "brothers-in-arms-6-seats"."toml",
    "team-spirit-2-seats"."toml",
    "team-spirit-6-seats"."toml",
    "ultimate-warrior-5"."toml",
    "ultimate-warrior-6"."toml",
    "ultimate-warrior-7"."toml",
    "ultimate-warrior-fixed-4"."toml",
    "ultimate-warrior-fixed-5"."toml",
    "ultimate-warrior-fixed-6"."toml",
    "ultimate-warrior-fixed-7"."toml",
    "untuned"."toml",
];
