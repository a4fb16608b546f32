//! The format of roster files: fighters with their basic values and action cards. A roster also
//! marks the values that a rulebook prints.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::Parts;
use super::parts::{Landing, Power};
use crate::games::filed::json;

/// A roster file: the fighters that scenarios can use.
pub type Roster = crate::games::Roster<Fighter>;

record! {
    /// One fighter of a roster: its basic values and its action cards.
    Fighter {
        /// Name of the fighter in charts and stories.
        #[schemars(length(min = 1, max = 32))]
        name: String,
        /// Colour of the fighter in every chart, `#RRGGBB`.
        #[schemars(regex(pattern = "^#[0-9A-Fa-f]{6}$"))]
        colour: String,
        /// initial life points, 1 to 40. The size also breaks ties: the smaller fighter
        /// comes first.
        size: u8 [1 40],
        /// the fighter's defense before its first card is active, 1 to 9.
        defense: u8 [1 9],
        /// true for a dragon. A dragon stands in the centre, never leaves it and chooses no
        /// card in secret; its cards are the faces of a single card. In each turn the dragon shows
        /// its face without a technique, or a technique that it has not shown before in the game.
        /// The face without a technique offers a melee attack or a shot, whose dice may be split
        /// among fighters of one zone.
        dragon: bool = default,
        /// Names of those fields of the fighter (without its cards) whose values a rulebook prints.
        printed: Vec<String> = default,
        /// The fighter's 1 to 16 action cards by key. If a card has no `initiative`, its key must
        /// be a number, which is its initiative.
        #[schemars(extend("minProperties" = 1, "maxProperties" = 16, "propertyNames" = { "pattern": "^[a-z0-9-]{1,32}$" }))]
        cards: BTreeMap<String, Card>,
    }

    /// One action card of a fighter. Dice and movement are 0 if left out.
    Card {
        /// initiative, 1 to 20; the fighter with the highest acts first. If left out, the
        /// card's key is the initiative. A dragon's cards have none: the rules set the initiative
        /// for each round.
        initiative: Option<u8> [1 20] = default,
        /// number of moves in the fighter's turn, all of which it must make, 0 to 6.
        #[serde(default)]
        movement: u8 [0 6],
        /// dice of the melee attack, 0 to 12.
        #[serde(default)]
        melee: u8 [0 12],
        /// dice of the shot (the attack on another zone), 0 to 12.
        #[serde(default)]
        shooting: u8 [0 12],
        /// the fighter's defense while the card is active: the lowest face of an attacker's
        /// die that wounds the fighter, 1 to 9.
        defense: u8 [1 9],
        /// The effect of the card, if the card is the fighter's secret technique.
        technique: Option<Effect> = default,
        /// The effect of the card, if the card is the fighter's magic item.
        item: Option<Effect> = default,
        /// Names of the card's fields whose values a rulebook prints; the name `effect` stands for
        /// the technique or item.
        printed: Vec<String> = default,
    }
}

impl Card {
    facts! { self;
        /// Returns the effect of the card, which is a technique or an item, or `None`.
        pub fn effect() -> Option<&Effect> = self.technique.as_ref().or(self.item.as_ref());
        /// Returns the card's effect as a set of parts; an empty set if the card has no effect.
        pub fn parts() -> Parts =
            self.effect().map_or_else(Parts::default, |effect| effect.parts(self));
        /// Returns the name of the roster field that holds the card's effect: `technique` if the
        /// card is a technique, otherwise `item`.
        pub fn effect_field() -> &'static str =
            if self.technique.is_some() { "technique" } else { "item" };
    }

    /// Returns the values of the card as text, without initiative and effect, such as
    /// `movement 1, melee 3, defense 4`. Numbers of dice that an effect determines are left out.
    pub fn values(&self) -> String {
        let number = |name, value: u8| (value > 0).then(|| format!("{name} {value}, "));
        let numbers = [
            number("movement", self.movement),
            number("melee", self.melee),
            number("shooting", self.shooting),
        ];
        let rolled = self.parts().lasting.contains(&Power::RolledDefense);
        let defense = if rolled { "rolled".to_owned() } else { self.defense.to_string() };
        format!("{}defense {defense}", numbers.into_iter().flatten().collect::<String>())
    }

    /// Returns the name of the card in tables: the card's key and, if it has one, the name of its
    /// effect.
    pub fn thing(&self, key: &str) -> String {
        match self.effect() {
            Some(effect) => format!("{key} {}", effect.name()),
            None => key.to_owned(),
        }
    }
}

/// the effect of a special card. If an effect gives no number of dice, the card's number
/// applies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Effect {
    /// The shot hits everyone in a zone, with one roll. The card needs `shooting`.
    PowderBarrel,
    /// The fighter cannot be shot while the card is active.
    GhostRing,
    /// Two shots at once, at two different targets. The card needs `shooting`.
    DoubleBow,
    /// The fighter cannot be attacked in melee while the card is active.
    PeacePipe,
    /// A melee attack whose number of dice depends on the fighter's life points. The card has
    /// neither `melee` nor `shooting`.
    Kamikaze {
        /// Number of dice with 1 life point left, with 2, and so on; the last entry also applies to
        /// more life points. 1 to 40 entries, 0 to 12 dice each.
        #[schemars(length(min = 1, max = 40), inner(range(min = 0, max = 12)))]
        dice: Vec<u8>,
    },
    /// Life points that the attack takes become life points of the fighter, instead of popularity
    /// points. The card needs `melee`.
    VampiricSticks,
    /// Two melee attacks on two different opponents: the first with the number of dice in `melee`,
    /// the second with the number in `dice`. The card needs `melee`.
    SpikedEpaulet {
        /// Number of dice of the second attack, 1 to 12.
        #[schemars(range(min = 1, max = 12))]
        dice: u8,
    },
    /// A throw of dice before the attack. If their sum is at least the target's size, the target's
    /// defense against this attack is lower. Only cards with a `melee` attack may have this effect.
    EvilNet {
        /// Number of dice whose sum is compared with the target's size, 1 to 12.
        #[schemars(range(min = 1, max = 12))]
        dice: u8,
        /// Number subtracted from the target's defense if the sum is at least its size, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        penalty: u8,
    },
    /// If the attack wounds, the target's next action comes later and this fighter's next action
    /// earlier. The card needs `melee` or `shooting`.
    Electroshock {
        /// Points of initiative that the target loses and this fighter gains, 1 to 10.
        #[schemars(range(min = 1, max = 10))]
        shift: u8,
    },
    /// A shot whose number of dice is rolled with one die. The card has neither `melee` nor
    /// `shooting`.
    ElectricClaymore,
    /// A melee attack with one die for each action card that lies in front of the fighter,
    /// including this card. The card has neither `melee` nor `shooting`.
    Terminotaur,
    /// Every attack on the fighter rolls 1 die fewer while the card is active.
    BlindingSuit,
    /// A shot at one opponent; afterwards, each die may also hit one other opponent in the same
    /// zone. The card needs `shooting`.
    Strike,
    /// Chooses an opponent in shooting range, which cannot attack this fighter in its next action.
    /// The card has neither `melee` nor `shooting`.
    MysticalSkull,
    /// Two melee attacks on two different opponents. While the card is active, the fighter's
    /// defense is 1 die, rolled for each attack on it. The card needs `melee`.
    WhirlingSpear,
    /// A bonus that is added to each die of the shot. The card needs `shooting`.
    EnergyArmour {
        /// Bonus added to each die of the shot, 1 to 5.
        #[schemars(range(min = 1, max = 5))]
        bonus: u8,
    },
    /// If the sum of the dice is at least the target's size, the target loses a life point and is
    /// caught in a net. In the net, its initiative, dice and defense are 1 lower until it spends a
    /// move to get free. The card needs `melee`.
    BrambleNet,
    /// A bonus on each die against targets with few life points (weak targets), and a penalty
    /// against all others. If the fighter eliminates its target, it regains life points, up to its
    /// size. The card needs `melee`.
    Finishing {
        /// Largest number of life points with which a target counts as weak, 1 to 40.
        #[schemars(range(min = 1, max = 40))]
        life: u8,
        /// Number added to each die against a weak target, and subtracted from each die against
        /// others, 0 to 5.
        #[schemars(range(min = 0, max = 5))]
        bonus: u8,
        /// Life points that the fighter regains for eliminating a fighter whose size is at most
        /// `large`, 0 to 40.
        #[schemars(range(min = 0, max = 40))]
        regain: u8,
        /// Life points that the fighter regains for eliminating a fighter whose size is above
        /// `large`, 0 to 40.
        #[schemars(range(min = 0, max = 40))]
        regain_large: u8,
        /// The largest size of an eliminated fighter that counts as small, 1 to 40.
        #[schemars(range(min = 1, max = 40))]
        large: u8,
    },
    /// A shot at all opponents in a zone, in an order chosen before the roll. Dice that miss one
    /// opponent are used against the next. The card needs `shooting`.
    BowlingStrike,
    /// If the sum of the attack's dice is at least the size of a surviving target, the target is
    /// thrown to another zone of the ring. Everyone in that zone takes a shot. The card needs
    /// `melee`.
    Sandal {
        /// Number of dice against each fighter in the zone where the thrown fighter lands, by the
        /// size of the thrown fighter. The first entry with a `size` of at least that size applies,
        /// or else the last entry.
        #[schemars(length(min = 1, max = 10))]
        landing: Vec<Landing>,
    },
    /// A custom effect of the roster's designer, composed of parts.
    #[serde(untagged)]
    Custom(Box<Parts>),
}

impl Effect {
    /// Returns the name of the effect, as roster files write it.
    pub fn name(&self) -> String {
        match (self, json(self)) {
            (Effect::Custom(parts), _) => parts.name.clone(),
            (_, Json::Object(details)) => details.keys().next().cloned().unwrap_or_default(),
            (_, name) => name.as_str().unwrap_or_default().to_owned(),
        }
    }
}
