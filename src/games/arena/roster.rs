//! The roster as a designer writes it: fighters with their sheets and action cards, and marks for
//! values that a rulebook prints.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parts::{Landing, Parts};
use crate::games::Provenance;

/// A roster file: the fighters that scenarios can use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// Name of the roster in reports.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// Source of the printed values, such as the title of a rulebook.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// provenance of the values that no `printed` list names.
    pub unlisted: Provenance,
    /// The fighters by key, 2 to 64. A key consists of lower-case letters, digits and hyphens;
    /// scenarios and tables use it as the fighter's name.
    #[schemars(extend("minProperties" = 2, "maxProperties" = 64, "propertyNames" = { "pattern": "^[a-z0-9-]{1,32}$" }))]
    pub fighters: BTreeMap<String, Fighter>,
}

/// One fighter: its sheet and its action cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fighter {
    /// Name of the fighter in charts and stories.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// Colour of the fighter in every chart, `#RRGGBB`.
    #[schemars(regex(pattern = "^#[0-9A-Fa-f]{6}$"))]
    pub colour: String,
    /// initial life points, 1 to 40. The size also breaks ties: the smaller fighter comes
    /// first.
    #[schemars(range(min = 1, max = 40))]
    pub size: u8,
    /// defense before the fighter's first card is active, 1 to 9.
    #[schemars(range(min = 1, max = 9))]
    pub defense: u8,
    /// true for a dragon. A dragon stands in the centre, never leaves it and chooses no card
    /// in secret; its cards are the faces of a single card. In each turn the dragon shows its face
    /// without a technique, or a technique that it has not shown before in the game. The face
    /// without a technique offers a melee attack or a shot, whose dice may be split among fighters
    /// of one zone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dragon: bool,
    /// Names of the sheet's fields whose values a rulebook prints.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
    /// The action cards by key, 1 to 16. If a card has no `initiative`, its key must be a number,
    /// which is its initiative.
    #[schemars(extend("minProperties" = 1, "maxProperties" = 16, "propertyNames" = { "pattern": "^[a-z0-9-]{1,32}$" }))]
    pub cards: BTreeMap<String, Card>,
}

/// One action card. Dice and movement are 0 if left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// initiative, 1 to 20; the highest acts first. If left out, the card's key is the
    /// initiative. A dragon's cards have none: the rules set the initiative for each round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 20))]
    pub initiative: Option<u8>,
    /// number of moves, all of which the fighter must make, 0 to 6.
    #[serde(default)]
    #[schemars(range(min = 0, max = 6))]
    pub movement: u8,
    /// dice of the melee attack, 0 to 12.
    #[serde(default)]
    #[schemars(range(min = 0, max = 12))]
    pub melee: u8,
    /// dice of the shot, 0 to 12.
    #[serde(default)]
    #[schemars(range(min = 0, max = 12))]
    pub shooting: u8,
    /// defense while the card is active: the lowest face that wounds this fighter, 1 to 9.
    #[schemars(range(min = 1, max = 9))]
    pub defense: u8,
    /// The effect, if the card is the fighter's secret technique.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<Effect>,
    /// The effect, if the card is the fighter's magic item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<Effect>,
    /// Names of the card's fields whose values a rulebook prints; `effect` stands for the technique
    /// or item.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
}

impl Card {
    /// Returns the effect of the card, which is a technique or an item, or `None`.
    pub fn effect(&self) -> Option<&Effect> {
        self.technique.as_ref().or(self.item.as_ref())
    }

    /// Returns the parts of the card's effect; empty parts if the card has no effect.
    pub fn parts(&self) -> Parts {
        self.effect()
            .map_or_else(Parts::default, |effect| effect.parts(self))
    }

    /// Returns the values of the card except initiative and effect, such as `movement 1, melee 3,
    /// defense 4`. `rolled` is true if a die decides the defense. Numbers of dice that an effect
    /// determines are left out.
    pub fn values(&self, rolled: bool) -> String {
        let numbers = [
            ("movement", self.movement),
            ("melee", self.melee),
            ("shooting", self.shooting),
        ];
        let numbers = numbers.into_iter().filter(|(_, value)| *value > 0);
        let mut values: Vec<String> = numbers
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        values.push(match rolled {
            true => "defense rolled".into(),
            false => format!("defense {}", self.defense),
        });
        values.join(", ")
    }

    /// Returns the name of this card in tables: the card's key and the name of its effect.
    pub fn thing(&self, key: &str) -> String {
        match self.effect() {
            Some(effect) => format!("{key} {}", effect.name()),
            None => key.to_owned(),
        }
    }

    /// Returns the name of the field that holds the effect: `technique` if the card is a technique,
    /// otherwise `item`.
    pub fn effect_field(&self) -> &'static str {
        match self.technique {
            Some(_) => "technique",
            None => "item",
        }
    }
}

/// the effect of a special card. Dice that the effect does not name are those of the card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// The shot hits everyone in a zone, with one roll. The card needs `shooting`.
    PowderBarrel,
    /// While active: the fighter cannot be shot.
    GhostRing,
    /// Two shots at once, at two different targets. The card needs `shooting`.
    DoubleBow,
    /// While active: the fighter cannot be attacked in melee.
    PeacePipe,
    /// A melee attack whose number of dice depends on the life points left. The card has neither
    /// `melee` nor `shooting`.
    Kamikaze {
        /// Dice with 1 life point left, with 2, and so on; the last entry also applies to more life
        /// points. 1 to 40 entries, 0 to 12 dice each.
        #[schemars(length(min = 1, max = 40), inner(range(min = 0, max = 12)))]
        dice: Vec<u8>,
    },
    /// Tokens taken become life points of the fighter, not popularity points. The card needs
    /// `melee`.
    VampiricSticks,
    /// Two melee attacks on two different opponents: one with the card's dice, one with these. The
    /// card needs `melee`.
    SpikedEpaulet {
        /// Number of dice of the second attack, 1 to 12.
        #[schemars(range(min = 1, max = 12))]
        dice: u8,
    },
    /// A throw before the attack. If its sum reaches the target's size, the target's defense is
    /// lower against this attack. The card needs `melee`.
    EvilNet {
        /// Number of dice whose sum is compared with the target's size, 1 to 12.
        #[schemars(range(min = 1, max = 12))]
        dice: u8,
        /// Subtracted from the target's defense if the sum reaches its size, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        penalty: u8,
    },
    /// If the attack wounds, the target's next action comes later and this fighter's next action
    /// earlier. The card needs `melee` or `shooting`.
    Electroshock {
        /// Initiative that the target loses and this fighter gains, 1 to 10.
        #[schemars(range(min = 1, max = 10))]
        shift: u8,
    },
    /// A shot whose number of dice is rolled with one die. The card has neither `melee` nor
    /// `shooting`.
    ElectricClaymore,
    /// A melee attack with one die for each action card in front of the fighter, including this
    /// card. The card has neither `melee` nor `shooting`.
    Terminotaur,
    /// While active: every attack on the fighter rolls 1 die fewer.
    BlindingSuit,
    /// A shot whose dice may each also hit one other opponent in the zone. The card needs
    /// `shooting`.
    Strike,
    /// An opponent in shooting range cannot attack this fighter in its next action. The card has
    /// neither `melee` nor `shooting`.
    MysticalSkull,
    /// Two melee attacks on two different opponents. While active, the defense is 1 die, rolled for
    /// each attack. The card needs `melee`.
    WhirlingSpear,
    /// A bonus on each die of the shot. The card needs `shooting`.
    EnergyArmour {
        /// Bonus added to each die of the shot, 1 to 5.
        #[schemars(range(min = 1, max = 5))]
        bonus: u8,
    },
    /// If the sum of the dice reaches the target's size, the target loses a life point and is
    /// caught in a net. Initiative, dice and defense are 1 lower in the net, until the target
    /// spends a move to shed the net. The card needs `melee`.
    BrambleNet,
    /// A bonus on each die against weak targets, and a penalty against all others. For an
    /// elimination the fighter regains life points, up to its size. The card needs `melee`.
    Finishing {
        /// Maximum life points of a weak target, 1 to 40.
        #[schemars(range(min = 1, max = 40))]
        life: u8,
        /// Added to each die against a weak target, subtracted against others, 0 to 5.
        #[schemars(range(min = 0, max = 5))]
        bonus: u8,
        /// Life points regained for a victim whose size is at most `large`, 0 to 40.
        #[schemars(range(min = 0, max = 40))]
        regain: u8,
        /// Life points regained for a larger victim, 0 to 40.
        #[schemars(range(min = 0, max = 40))]
        regain_large: u8,
        /// The largest size of a victim that counts as small, 1 to 40.
        #[schemars(range(min = 1, max = 40))]
        large: u8,
    },
    /// A shot at all opponents in a zone, in an order chosen before the roll. Dice that miss one
    /// opponent are used against the next. The card needs `shooting`.
    BowlingStrike,
    /// If the sum of the dice reaches the size of a surviving target, the target is thrown to a
    /// zone of the ring. Everyone in that zone takes a shot. The card needs `melee`.
    Sandal {
        /// Dice of these shots, by the size of the thrown fighter. The first entry with a `size` of
        /// at least that size applies, or else the last entry.
        #[schemars(length(min = 1, max = 10))]
        landing: Vec<Landing>,
    },
    /// A custom effect, composed of parts.
    #[serde(untagged)]
    Own(Box<Parts>),
}

impl Effect {
    /// Returns the name of the effect, as roster files write it.
    pub fn name(&self) -> &str {
        match self {
            Effect::PowderBarrel => "powder-barrel",
            Effect::GhostRing => "ghost-ring",
            Effect::DoubleBow => "double-bow",
            Effect::PeacePipe => "peace-pipe",
            Effect::Kamikaze { .. } => "kamikaze",
            Effect::VampiricSticks => "vampiric-sticks",
            Effect::SpikedEpaulet { .. } => "spiked-epaulet",
            Effect::EvilNet { .. } => "evil-net",
            Effect::Electroshock { .. } => "electroshock",
            Effect::ElectricClaymore => "electric-claymore",
            Effect::Terminotaur => "terminotaur",
            Effect::BlindingSuit => "blinding-suit",
            Effect::Strike => "strike",
            Effect::MysticalSkull => "mystical-skull",
            Effect::WhirlingSpear => "whirling-spear",
            Effect::EnergyArmour { .. } => "energy-armour",
            Effect::BrambleNet => "bramble-net",
            Effect::Finishing { .. } => "finishing",
            Effect::BowlingStrike => "bowling-strike",
            Effect::Sandal { .. } => "sandal",
            Effect::Own(parts) => &parts.name,
        }
    }
}
