//! What special cards do, in parts: the words in which an effect of one's own is written, and to which every printed one comes.
//!
//! `effects.toml` has the printed effects in these words.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An effect composed of parts: what becomes of the card's attacks, and what the card does while it is active.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// What the effect is called, at most 32 letters.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// What becomes of the card's melee attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub melee: Option<AttackParts>,
    /// What becomes of the card's shot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shooting: Option<AttackParts>,
    /// A second melee attack, on a different opponent, with as many dice as the first unless it says otherwise. Each is made at any time of
    /// the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<AttackParts>,
    /// What the card does while it is active.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 4))]
    pub lasting: Vec<Power>,
}

/// What becomes of one attack. What is left out is as on any card.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackParts {
    /// Whom it hits; left out, one opponent.
    #[serde(default, skip_serializing_if = "is_default")]
    pub manner: Manner,
    /// How many dice it rolls; left out, as many as the card says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Dice>,
    /// Added to each die, 0 to 5.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(min = 0, max = 5))]
    pub bonus: u8,
    /// A bonus against the weak, a penalty against the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weak: Option<Weak>,
    /// First a throw against the target's size; if it reaches it, the target's defense is lower against this attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snare: Option<Snare>,
    /// The dice stand together against the target's size, not each against its defense: if their sum reaches it, it is wounded once.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_size: bool,
    /// If it wounds: initiative that the target's next action loses, and the attacker's next one gains, 0 to 10.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(min = 0, max = 10))]
    pub shift: u8,
    /// Tokens taken become life points, not popularity points.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drain: bool,
    /// Whom it wounds is netted: initiative, dice and defense are lower until it has spent a move on shedding the net.
    #[serde(default, skip_serializing_if = "is_default")]
    pub net: bool,
    /// An elimination gives life points back, never above the attacker's size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regain: Option<Regain>,
    /// If the sum of the dice reaches the size of a target that lives, it is thrown to a zone of the ring, and everyone there takes a
    /// shot: its dice by the size of the one thrown. The first entry whose `size` is not below it counts, or else the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1, max = 10))]
    pub throw: Vec<Landing>,
}

/// Whom an attack hits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// One opponent.
    #[default]
    Single,
    /// Two different opponents at once, each with dice of its own; one, if there is only one. Of a shot alone.
    Pair,
    /// Everyone in a zone, with one roll.
    Area,
    /// One opponent, and then each die may also hit one other in the zone.
    Strike,
    /// All opponents in a zone, in an order named beforehand: the dice that miss one are tried on the next.
    Bowling,
    /// Several opponents in a zone, among whom the dice are split before they are rolled, each an attack of its own. At most 6 dice.
    Split,
    /// One opponent, who gets a skull and cannot attack this fighter in its next action. No dice.
    Skull,
}

/// How many dice an attack rolls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Dice {
    /// So many.
    Fixed(#[schemars(range(min = 1, max = 12))] u8),
    /// By life points left: with 1, with 2, …; with more than there are entries the last entry.
    ByLife(#[schemars(length(min = 1, max = 40), inner(range(min = 0, max = 12)))] Vec<u8>),
    /// Counted in play.
    Counted(Counted),
}

/// Dice that are counted in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// As many as a first die says.
    Rolled,
    /// As many as action cards lie before the fighter, this one included.
    Cards,
}

/// A bonus on each die against the weak, and as large a penalty against the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weak {
    /// The most life points of the weak, 1 to 40.
    #[schemars(range(min = 1, max = 40))]
    pub life: u8,
    /// Added to each die against the weak, taken from each against others, 0 to 5.
    #[schemars(range(min = 0, max = 5))]
    pub bonus: u8,
}

/// A throw against the target's size before the attack's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Snare {
    /// Dice summed against the target's size, 1 to 12.
    #[schemars(range(min = 1, max = 12))]
    pub dice: u8,
    /// Taken from the target's defense, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub penalty: u8,
}

/// Life points that an elimination gives back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Regain {
    /// For a small victim, 0 to 40.
    #[schemars(range(min = 0, max = 40))]
    pub small: u8,
    /// For a large one, 0 to 40.
    #[schemars(range(min = 0, max = 40))]
    pub large: u8,
    /// The largest size that counts as small, 1 to 40.
    #[schemars(range(min = 1, max = 40))]
    pub size: u8,
}

/// How hard somebody lands who is thrown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// The largest size that it goes for, 1 to 40.
    #[schemars(range(min = 1, max = 40))]
    pub size: u8,
    /// Dice at each fighter in the zone, 0 to 12.
    #[schemars(range(min = 0, max = 12))]
    pub dice: u8,
}

/// What a card does while it is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// Cannot be attacked in melee.
    NoMelee,
    /// Cannot be shot.
    NoShot,
    /// Every attack on the fighter rolls 1 die fewer.
    DieLess,
    /// The defense is 1 die, rolled for each attack.
    RolledDefense,
}

impl Regain {
    /// What a victim of this size gives back.
    pub fn of(&self, size: u8) -> u8 {
        if size > self.size {
            self.large
        } else {
            self.small
        }
    }
}

impl Parts {
    /// The attacks that it says something of, each with its field.
    pub fn attacks(&self) -> impl Iterator<Item = (&'static str, &AttackParts)> {
        let all = [
            ("melee", self.melee.as_ref()),
            ("shooting", self.shooting.as_ref()),
            ("second", self.second.as_ref()),
        ];
        all.into_iter()
            .filter_map(|(field, attack)| Some((field, attack?)))
    }

    /// Is one of its attacks so?
    pub fn any(&self, is: impl Fn(&AttackParts) -> bool) -> bool {
        self.attacks().any(|(_, attack)| is(attack))
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
