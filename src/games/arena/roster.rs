//! The roster as a designer writes it: fighters, their sheets and their action cards, and which of the values a rulebook prints.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::parts::{Landing, Parts};
use crate::games::Provenance;

/// A roster file: the fighters that a scenario can field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// The roster's name, as reports show it.
    #[schemars(length(min = 1, max = 120))]
    pub name: String,
    /// Where its printed values were read.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// what a value that no `printed` list names is.
    pub unlisted: Provenance,
    /// The fighters by their keys, which are what scenarios and tables call them: lower-case letters, digits and hyphens. 2 to 64.
    #[schemars(extend("minProperties" = 2, "maxProperties" = 64, "propertyNames" = { "pattern": "^[a-z0-9-]{1,32}$" }))]
    pub fighters: BTreeMap<String, Fighter>,
}

/// One fighter: its sheet and its action cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fighter {
    /// The name that charts and stories show.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// The fighter's colour in every chart, `#RRGGBB`.
    #[schemars(regex(pattern = "^#[0-9A-Fa-f]{6}$"))]
    pub colour: String,
    /// initial life points, 1 to 40; also breaks ties, smaller first.
    #[schemars(range(min = 1, max = 40))]
    pub size: u8,
    /// the sheet's defense, in force before the first card, 1 to 9.
    #[schemars(range(min = 1, max = 9))]
    pub defense: u8,
    /// a dragon stands in the centre, never leaves it and chooses no card in secret. Its cards are the faces of a single one:
    /// at its turn it shows one without a technique, which offers a melee attack or a shot that it may split among fighters of a
    /// zone, or, once a game, one with.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dragon: bool,
    /// The sheet's values that a rulebook prints, by field name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
    /// The action cards, 1 to 16, by their keys. A key that is a number is the card's initiative.
    #[schemars(extend("minProperties" = 1, "maxProperties" = 16, "propertyNames" = { "pattern": "^[a-z0-9-]{1,32}$" }))]
    pub cards: BTreeMap<String, Card>,
}

/// One action card. Dice and movement left out are 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// 1 to 20, higher acts earlier. Left out, it is the card's key. A dragon's has none: the rules say it for each round.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 20))]
    pub initiative: Option<u8>,
    /// moves that must be made, 0 to 6.
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
    /// the least face that wounds this fighter while the card is active, 1 to 9.
    #[schemars(range(min = 1, max = 9))]
    pub defense: u8,
    /// The effect, if the card is the fighter's secret technique.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub technique: Option<Effect>,
    /// The effect, if the card is the fighter's magic item.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<Effect>,
    /// The card's values that a rulebook prints, by field name (`effect` for technique or item).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub printed: Vec<String>,
}

impl Card {
    /// The card's effect, whether technique or item.
    pub fn effect(&self) -> Option<&Effect> {
        self.technique.as_ref().or(self.item.as_ref())
    }

    /// What the effect is composed of; of a card without one, nothing.
    pub fn parts(&self) -> Parts {
        self.effect()
            .map_or_else(Parts::default, |effect| effect.parts(self))
    }

    /// What stands on the card besides initiative and effect: `movement 1, melee 3, defense 4`; with `rolled` a die decides the defense. Dice that an effect
    /// decides about are left out.
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

    /// What tables call the card of this key: its key and its effect.
    pub fn thing(&self, key: &str) -> String {
        match self.effect() {
            Some(effect) => format!("{key} {}", effect.name()),
            None => key.to_owned(),
        }
    }

    /// The name of the field that the effect stands in, if there is one.
    pub fn effect_field(&self) -> &'static str {
        match self.technique {
            Some(_) => "technique",
            None => "item",
        }
    }
}

/// what a special card does. The dice that an effect does not name stand on the card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// The shot hits everyone in a zone, with one roll. Card: `shooting`.
    PowderBarrel,
    /// While active: cannot be shot.
    GhostRing,
    /// Two shots at once, at two different targets. Card: `shooting`.
    DoubleBow,
    /// While active: cannot be attacked in melee.
    PeacePipe,
    /// Melee dice by life points left. Card: neither `melee` nor `shooting`.
    Kamikaze {
        /// Dice with 1 LP left, with 2, …; with more LP than entries the last entry. 1 to 40 entries, 0 to 12 dice each.
        #[schemars(length(min = 1, max = 40), inner(range(min = 0, max = 12)))]
        dice: Vec<u8>,
    },
    /// Tokens taken become life points, not popularity points. Card: `melee`.
    VampiricSticks,
    /// Two melee attacks on two different opponents: the card's `melee` dice and these.
    SpikedEpaulet {
        /// Dice of the second attack, 1 to 12.
        #[schemars(range(min = 1, max = 12))]
        dice: u8,
    },
    /// First a roll against the target's size; if it reaches it, the target's defense is lower against this attack. Card: `melee`.
    EvilNet {
        /// Dice summed against the target's size, 1 to 12.
        #[schemars(range(min = 1, max = 12))]
        dice: u8,
        /// Taken from the target's defense, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        penalty: u8,
    },
    /// If it wounds: the target's next action comes later, this fighter's next one earlier. Card: `melee` or `shooting`.
    Electroshock {
        /// Initiative lost and gained, 1 to 10.
        #[schemars(range(min = 1, max = 10))]
        shift: u8,
    },
    /// A shot whose number of dice is rolled with one die. Card: neither `melee` nor `shooting`.
    ElectricClaymore,
    /// Melee dice as many as action cards lie before the fighter, this one included. Card: neither `melee` nor `shooting`.
    Terminotaur,
    /// While active: every attack on the fighter rolls 1 die fewer.
    BlindingSuit,
    /// A shot whose dice may each also hit another opponent in the zone. Card: `shooting`.
    Strike,
    /// An opponent in shooting range cannot attack this fighter in its next action. Card: neither `melee` nor `shooting`.
    MysticalSkull,
    /// Two melee attacks on two different opponents; while active, the defense is 1 die rolled for each attack. Card: `melee`.
    WhirlingSpear,
    /// A bonus on each die of the shot. Card: `shooting`.
    EnergyArmour {
        /// Added to each die, 1 to 5.
        #[schemars(range(min = 1, max = 5))]
        bonus: u8,
    },
    /// If the sum of the dice reaches the target's size, it loses a life point and is netted: initiative, dice and defense are 1
    /// lower until it spends a move on shedding the net. Card: `melee`.
    BrambleNet,
    /// A bonus on each die against the weak, a penalty against the others; an elimination gives life points back, never above
    /// the size. Card: `melee`.
    Finishing {
        /// The most life points of the weak, 1 to 40.
        #[schemars(range(min = 1, max = 40))]
        life: u8,
        /// Added to each die against the weak, taken from each against others, 0 to 5.
        #[schemars(range(min = 0, max = 5))]
        bonus: u8,
        /// Life points regained for a victim whose size is at most `large`, 0 to 40.
        #[schemars(range(min = 0, max = 40))]
        regain: u8,
        /// Life points regained for a larger victim, 0 to 40.
        #[schemars(range(min = 0, max = 40))]
        regain_large: u8,
        /// The largest size that counts as small, 1 to 40.
        #[schemars(range(min = 1, max = 40))]
        large: u8,
    },
    /// A shot at all opponents in a zone, in an order named beforehand: the dice that miss one are tried on the next. Card: `shooting`.
    BowlingStrike,
    /// If the sum of the dice reaches the size of a target that lives, it is thrown to a zone of the ring, and everyone there
    /// takes a shot. Card: `melee`.
    Sandal {
        /// Dice of those shots by the size of the one thrown: the first entry whose `size` is not below it counts, or else the last.
        #[schemars(length(min = 1, max = 10))]
        landing: Vec<Landing>,
    },
    /// One of one's own.
    #[serde(untagged)]
    Own(Box<Parts>),
}

impl Effect {
    /// The effect's name, as a roster file writes it.
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
