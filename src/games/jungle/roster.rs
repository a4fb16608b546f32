//! The roster as a designer writes it: heroes and their abilities (J-2.2, J-A).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::games::Provenance;

/// A roster file: the heroes that a scenario can send.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// The roster's name, as reports show it.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// Where its printed values were read.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// J-9: what a value that no `printed` list names is.
    pub unlisted: Provenance,
    /// The heroes by their keys, which are what scenarios and tables call them: lower-case letters,
    /// digits and hyphens. 1 to 64.
    #[schemars(extend("minProperties" = 1, "maxProperties" = 64, "propertyNames" = { "pattern": "^[a-z0-9-]{1,32}$" }))]
    pub fighters: BTreeMap<String, Hero>,
}

/// J-2.2: one hero's card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hero {
    /// The name that charts and stories show.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// The hero's colour in every chart, `#RRGGBB`.
    #[schemars(regex(pattern = "^#[0-9A-Fa-f]{6}$"))]
    pub colour: String,
    /// Life at the start, 1 to 20.
    #[schemars(range(min = 1, max = 20))]
    pub life: u8,
    /// What a rebel's attack must beat, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub defense: u8,
    /// Damage of its own weapon, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub damage: u8,
    /// Its ability.
    pub ability: Ability,
    /// The values that a rulebook prints, by field name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
}

macro_rules! abilities {
    ($($(#[$about:meta])* $ability:ident $name:literal $most:literal),* $(,)?) => {
        /// J-A: an ability and its number.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub enum Ability {
            $($(#[$about])* $ability(#[schemars(range(min = 1, max = $most))] u8)),*
        }

        impl Ability {
            /// All names, in the order of J-A.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// As rosters write it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Ability::$ability(_) => $name),*
                }
            }

            /// The number of the ability.
            pub fn number(self) -> u8 {
                match self {
                    $(Ability::$ability(n) => n),*
                }
            }
        }
    };
}

abilities! {
    /// J-A1: free steps more in a turn, 1 to 3.
    Stride "stride" 3,
    /// J-A2: added to its attack die, 1 to 3.
    Marksman "marksman" 3,
    /// J-A3: life that a rest pair gives to all on the tile, 1 to 3.
    Healer "healer" 3,
    /// J-A4: equipment cards for each rebel that it takes a hostage from, 1 to 3.
    Scavenger "scavenger" 3,
    /// J-A5: added to its limits of stress, 1 to 3.
    Steady "steady" 3,
    /// J-A6: added to its limit of hours, 1 to 6.
    Punctual "punctual" 6,
    /// J-A7: life less that a hit takes, 1 to 3.
    Tough "tough" 3,
    /// J-A8: throws of the action dice more, 1 to 3.
    Deft "deft" 3,
    /// J-A9: damage more with half its life or less, 1 to 3.
    Fury "fury" 3,
}
