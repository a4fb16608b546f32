//! The roster as a designer writes it: characters, their powers and nemeses (B-1.4, B-P).

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::games::Provenance;

/// A roster file: the characters that a scenario can field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// The roster's name, as reports show it.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// Where its printed values were read.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// B-7: what a value that no `printed` list names is.
    pub unlisted: Provenance,
    /// The characters by their keys, which are what scenarios and tables call them: lower-case
    /// letters, digits and hyphens. 2 to 64.
    #[schemars(extend("minProperties" = 2, "maxProperties" = 64, "propertyNames" = { "pattern": "^[a-z0-9-]{1,32}$" }))]
    pub fighters: BTreeMap<String, Character>,
}

/// B-1.4: one character's card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Character {
    /// The name that charts and stories show.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// The character's colour in every chart, `#RRGGBB`.
    #[schemars(regex(pattern = "^#[0-9A-Fa-f]{6}$"))]
    pub colour: String,
    /// Hero or villain.
    pub kind: Kind,
    /// B-2.3: energy that it brings each turn, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub energy: u8,
    /// B-3.1: dice of its attack, and what they cost, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub dice: u8,
    /// Life, 1 to 9.
    #[schemars(range(min = 1, max = 9))]
    pub life: u8,
    /// Its superpower.
    pub power: Power,
    /// B-3.9: the key of its sworn enemy, of the other kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nemesis: Option<String>,
    /// The values that a rulebook prints, by field name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
}

/// Hero or villain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Hero,
    Villain,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Hero => "hero",
            Kind::Villain => "villain",
        }
    }

    /// The word for one of them and the word for several.
    pub fn words(self) -> [&'static str; 2] {
        match self {
            Kind::Hero => ["hero", "heroes"],
            Kind::Villain => ["villain", "villains"],
        }
    }
}

macro_rules! powers {
    ($($(#[$about:meta])* $power:ident $name:literal $least:literal $most:literal),* $(,)?) => {
        /// B-P: a superpower and its number.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub enum Power {
            $($(#[$about])* $power(#[schemars(range(min = $least, max = $most))] u8)),*
        }

        impl Power {
            /// All names, in the order of B-P.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// As rosters write it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Power::$power(_) => $name),*
                }
            }

            /// Position of the power among all names.
            pub fn position(self) -> Option<usize> {
                Self::NAMES.iter().position(|name| *name == self.name())
            }

            /// The number of the power.
            pub fn number(self) -> u8 {
                match self {
                    $(Power::$power(n) => n),*
                }
            }
        }
    };
}

powers! {
    /// B-P1: so many dice more, 1 to 6.
    ExtraDice "extra-dice" 1 6,
    /// B-P2: throws again if the highest die is so low, 1 to 5.
    SecondThrow "second-throw" 1 5,
    /// B-P3: added to the score, 1 to 5.
    Force "force" 1 5,
    /// B-P4: added to the score against a leader, 1 to 5.
    Kingslayer "kingslayer" 1 5,
    /// B-P5: added to the score against a target with 1 life, 1 to 5.
    Finisher "finisher" 1 5,
    /// B-P6: so many dice more with 1 life left itself, 1 to 6.
    LastStand "last-stand" 1 6,
    /// B-P7: added to the score while it leads, 1 to 5.
    Leadership "leadership" 1 5,
    /// B-P8: from this score on a wound is 1 life larger, 2 to 6.
    Heavy "heavy" 2 6,
    /// B-P9: from this score on there is no dodge, 2 to 6.
    Unstoppable "unstoppable" 2 6,
    /// B-P10: taken off the dodge, 1 to 5.
    Menace "menace" 1 5,
    /// B-P11: a miss does not hurt and brings so much energy, 1 to 9.
    Steady "steady" 1 9,
    /// B-P12: energy that a wound takes from its player, 1 to 9.
    StealEnergy "steal-energy" 1 9,
    /// B-P13: energy that an attack brings, 1 to 9.
    Charge "charge" 1 9,
    /// B-P14: life that it regains with a wound, 1 to 9.
    LifeDrain "life-drain" 1 9,
    /// B-P15: life that its leader regains with a wound, 1 to 9.
    Rally "rally" 1 9,
    /// B-P16: cards that a wound costs the target's player, 1 to 9.
    Disarm "disarm" 1 9,
    /// B-P17: cards that its player draws with an attack, 1 to 9.
    Tactics "tactics" 1 9,
    /// B-P18: an attack shields it from so much life of the next wound, 1 to 9.
    Shield "shield" 1 9,
    /// B-P19: after an attack so much is added to its dodges, 1 to 5.
    Guard "guard" 1 5,
    /// B-P20: life that a wound costs another of the team, 1 to 9.
    Splash "splash" 1 9,
    /// B-P21: who falls brings one back from the graveyard with so much life, 1 to 9.
    Revive "revive" 1 9,
}

impl Power {
    /// Returns whether the power changes the dice, the score, the dodge or the wound of its owner's
    /// own attack (rules B-P1 to B-P10).
    pub fn is_of_dice(self) -> bool {
        matches!(
            self,
            Power::ExtraDice(_)
                | Power::SecondThrow(_)
                | Power::Force(_)
                | Power::Kingslayer(_)
                | Power::Finisher(_)
                | Power::LastStand(_)
                | Power::Leadership(_)
                | Power::Heavy(_)
                | Power::Unstoppable(_)
                | Power::Menace(_)
        )
    }
}
