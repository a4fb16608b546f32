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
    /// B-7: provenance of every value that no `printed` list names.
    pub unlisted: Provenance,
    /// The characters by key, the name used in scenarios and tables: lower-case letters, digits and
    /// hyphens. 2 to 64 characters.
    #[schemars(extend("minProperties" = 2, "maxProperties" = 64, "propertyNames" = { "pattern": "^[a-z0-9-]{1,32}$" }))]
    pub fighters: BTreeMap<String, Character>,
}

/// B-1.4: the card of a character.
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
    /// B-2.3: energy that the character brings each turn, 0 to 9.
    #[schemars(range(min = 0, max = 9))]
    pub energy: u8,
    /// B-3.1: number of attack dice, and energy cost of an attack, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub dice: u8,
    /// Life, 1 to 9.
    #[schemars(range(min = 1, max = 9))]
    pub life: u8,
    /// B-1.4: superpower.
    pub power: Power,
    /// B-3.9: key of the sworn enemy, a character of the other kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nemesis: Option<String>,
    /// Names of the fields whose values a rulebook prints.
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
        /// B-P: superpower with its number.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "kebab-case", deny_unknown_fields)]
        pub enum Power {
            $($(#[$about])* $power(#[schemars(range(min = $least, max = $most))] u8)),*
        }

        impl Power {
            /// The names of all powers, in the order of B-P.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// The name of the power in rosters.
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
    /// B-P1: number of extra dice, 1 to 6.
    ExtraDice "extra-dice" 1 6,
    /// B-P2: throws again if the highest die is at most this, 1 to 5.
    SecondThrow "second-throw" 1 5,
    /// B-P3: bonus on the score, 1 to 5.
    Force "force" 1 5,
    /// B-P4: bonus on the score against a leader, 1 to 5.
    Kingslayer "kingslayer" 1 5,
    /// B-P5: bonus on the score against a target with 1 life, 1 to 5.
    Finisher "finisher" 1 5,
    /// B-P6: number of extra dice while the attacker has 1 life, 1 to 6.
    LastStand "last-stand" 1 6,
    /// B-P7: bonus on the score while the attacker leads, 1 to 5.
    Leadership "leadership" 1 5,
    /// B-P8: lowest score at which a wound is 1 life larger, 2 to 6.
    Heavy "heavy" 2 6,
    /// B-P9: lowest score that cannot be dodged, 2 to 6.
    Unstoppable "unstoppable" 2 6,
    /// B-P10: penalty on the target's dodge, 1 to 5.
    Menace "menace" 1 5,
    /// B-P11: energy that a miss brings; a miss does not hurt the attacker, 1 to 9.
    Steady "steady" 1 9,
    /// B-P12: energy that a wound takes from the target's player, 1 to 9.
    StealEnergy "steal-energy" 1 9,
    /// B-P13: energy that an attack brings, 1 to 9.
    Charge "charge" 1 9,
    /// B-P14: life that the attacker regains with a wound, 1 to 9.
    LifeDrain "life-drain" 1 9,
    /// B-P15: life that the attacker's leader regains with a wound, 1 to 9.
    Rally "rally" 1 9,
    /// B-P16: cards that a wound costs the target's player, 1 to 9.
    Disarm "disarm" 1 9,
    /// B-P17: number of cards that the attacker's player draws with an attack, 1 to 9.
    Tactics "tactics" 1 9,
    /// B-P18: life that the next wound loses to the shield that an attack brings, 1 to 9.
    Shield "shield" 1 9,
    /// B-P19: bonus on the character's dodges after its attack, 1 to 5.
    Guard "guard" 1 5,
    /// B-P20: life that a wound takes from a second character of the target's team, 1 to 9.
    Splash "splash" 1 9,
    /// B-P21: life of the character that joins from the graveyard when the target falls, 1 to 9.
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
