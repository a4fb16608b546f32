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
    /// J-9: provenance of every value that no `printed` list names.
    pub unlisted: Provenance,
    /// The heroes by key, the name used in scenarios and tables: lower-case letters, digits and
    /// hyphens. 1 to 64 heroes.
    #[schemars(extend("minProperties" = 1, "maxProperties" = 64, "propertyNames" = { "pattern": "^[a-z0-9-]{1,32}$" }))]
    pub fighters: BTreeMap<String, Hero>,
}

/// J-2.2: the card of a hero.
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
    /// The number that a rebel's attack must beat, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub defense: u8,
    /// Damage of the hero's own weapon, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub damage: u8,
    /// J-A: ability.
    pub ability: Ability,
    /// Names of the fields whose values a rulebook prints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
}

macro_rules! abilities {
    ($($(#[$about:meta])* $ability:ident $name:literal $most:literal),* $(,)?) => {
        /// J-A: ability with its number.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub enum Ability {
            $($(#[$about])* $ability(#[schemars(range(min = 1, max = $most))] u8)),*
        }

        impl Ability {
            /// The names of all abilities, in the order of J-A.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// The name of the ability in rosters.
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
    /// J-A1: number of extra free steps in a turn, 1 to 3.
    Stride "stride" 3,
    /// J-A2: bonus on the attack die, 1 to 3.
    Marksman "marksman" 3,
    /// J-A3: life that a rest pair gives to all heroes on the tile, 1 to 3.
    Healer "healer" 3,
    /// J-A4: number of equipment cards for each rebel from which the hero takes a hostage, 1 to 3.
    Scavenger "scavenger" 3,
    /// J-A5: increase of both limits of stress, 1 to 3.
    Steady "steady" 3,
    /// J-A6: increase of the limit of hours, 1 to 6.
    Punctual "punctual" 6,
    /// J-A7: reduction of the life that a hit takes, 1 to 3.
    Tough "tough" 3,
    /// J-A8: number of extra throws of the action dice, 1 to 3.
    Deft "deft" 3,
    /// J-A9: extra damage with at most half of the initial life, 1 to 3.
    Fury "fury" 3,
}
