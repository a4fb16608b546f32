//! The parts of which card effects are composed (rule A-9). Designers compose custom effects from
//! these parts, and every printed effect is equivalent to a set of parts.
//!
//! The file `effects.toml` has the printed effects in this form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A card effect composed of parts: changes to the card's attacks, and powers of the fighter while
/// the card is active.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// Name of the card effect, at most 32 letters.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// Changes that the effect makes to the card's melee attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub melee: Option<AttackParts>,
    /// Changes that the effect makes to the card's shot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shooting: Option<AttackParts>,
    /// A second melee attack of the card, on a different opponent. It has as many dice as the first
    /// attack unless `dice` is given. Both attacks may be made at any time of the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<AttackParts>,
    /// Powers that the fighter has while the card is active.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 4))]
    pub lasting: Vec<Power>,
}

/// Changes that an effect makes to one attack of its card. A field that is left out changes
/// nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackParts {
    /// Which fighters the attack hits; one opponent if left out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub manner: Manner,
    /// Number of dice of the attack; if left out, the number on the card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Dice>,
    /// Bonus added to each die of the attack, 0 to 5.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(min = 0, max = 5))]
    pub bonus: u8,
    /// A bonus on each die against targets with few life points, and a penalty against all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weak: Option<Weak>,
    /// A throw of dice before the attack. If their sum is at least the target's size, the target's
    /// defense against this attack is lower.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snare: Option<Snare>,
    /// Compares the sum of the attack's dice with the target's size, instead of each die with the
    /// target's defense. If the sum is at least the size, the target has one wound.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_size: bool,
    /// Initiative that the target's next action loses and the attacker's next action gains if the
    /// attack wounds, 0 to 10.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(min = 0, max = 10))]
    pub shift: u8,
    /// Life points that the attack takes become life points of the attacker, instead of scoring
    /// popularity points.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drain: bool,
    /// Catches each wounded target in a net: the target has less initiative, dice and defense until
    /// it spends a move to get free.
    #[serde(default, skip_serializing_if = "is_default")]
    pub net: bool,
    /// Life points that the attacker regains if it eliminates the target, at most up to the
    /// attacker's size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regain: Option<Regain>,
    /// If the sum of the attack's dice is at least the target's size, throws a surviving target to
    /// another zone of the ring. Everyone in that zone takes a shot, whose dice depend on the size
    /// of the thrown fighter. The first entry with a `size` of at least that size applies, or else
    /// the last entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1, max = 10))]
    pub throw: Vec<Landing>,
}

/// Which fighters an attack hits, and how its dice are used against them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// The attack hits one opponent.
    #[default]
    Single,
    /// The attack hits two different opponents at once, each with its own dice. If there is only
    /// one opponent, it hits that one. For shots only.
    Pair,
    /// The attack hits everyone in a zone, with one roll for all.
    Area,
    /// The attack hits one opponent; then each die may also hit one other opponent in the same
    /// zone.
    Strike,
    /// The attack hits all opponents in a zone, in an order chosen before the roll. Dice that miss
    /// one opponent are used against the next.
    Bowling,
    /// The attack hits several opponents in a zone. The dice, at most 6, are divided among them
    /// before the roll; each opponent is then attacked separately.
    Split,
    /// Instead of rolling dice, the fighter gives a skull to one opponent. That opponent cannot
    /// attack this fighter in its next action.
    Skull,
}

/// The number of dice of an attack, or how that number is determined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Dice {
    /// The attack has a fixed number of dice, 1 to 12.
    Fixed(#[schemars(range(min = 1, max = 12))] u8),
    /// The number of dice by the attacker's life points left: the first entry for 1 life point, the
    /// second for 2, and so on. The last entry also applies to more life points.
    ByLife(#[schemars(length(min = 1, max = 40), inner(range(min = 0, max = 12)))] Vec<u8>),
    /// The number of dice is determined during play.
    Counted(Counted),
}

/// Ways in which the number of dice of an attack is determined during play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// One die is rolled first; its face is the number of dice of the attack.
    Rolled,
    /// The attack has one die for each action card that lies in front of the fighter, including
    /// this card.
    Cards,
}

record! {
    /// A bonus on each die against targets with few life points (weak targets), and a penalty of
    /// equal size against all others.
    #[derive(Copy)]
    Weak {
        /// Largest number of life points with which a target counts as weak, 1 to 40.
        life: u8 [1 40],
        /// Number added to each die against a weak target, and subtracted from each die against
        /// others, 0 to 5.
        bonus: u8 [0 5],
    }

    /// A throw of dice before an attack, whose sum is compared with the target's size.
    #[derive(Copy)]
    Snare {
        /// Number of dice whose sum is compared with the target's size, 1 to 12.
        dice: u8 [1 12],
        /// Number subtracted from the target's defense if the sum is at least the target's size, 1
        /// to 6.
        penalty: u8 [1 6],
    }

    /// Life points that the attacker regains if its attack eliminates the target.
    #[derive(Copy, Default)]
    Regain {
        /// Life points that the attacker regains for eliminating a small fighter, 0 to 40.
        small: u8 [0 40],
        /// Life points that the attacker regains for eliminating a large fighter, 0 to 40.
        large: u8 [0 40],
        /// The largest size of an eliminated fighter that counts as small, 1 to 40.
        size: u8 [1 40],
    }

    /// The number of dice that are rolled against the fighters in the zone where a thrown fighter
    /// lands, for a range of sizes of the thrown fighter.
    #[derive(Copy)]
    Landing {
        /// The largest size of a thrown fighter to which this entry applies, 1 to 40.
        size: u8 [1 40],
        /// Number of dice against each fighter in the zone where the thrown fighter lands, 0 to 12.
        dice: u8 [0 12],
    }
}

choices! {
    /// A power that a fighter has while a certain card is active.
    Power {
        /// The fighter cannot be attacked in melee.
        NoMelee,
        /// The fighter cannot be shot.
        NoShot,
        /// Every attack on the fighter rolls 1 die fewer.
        DieLess,
        /// The fighter's defense is 1 die, rolled for each attack.
        RolledDefense,
    }
}

impl Regain {
    /// Returns the life points that the attacker regains for eliminating a fighter of this size.
    pub fn of(&self, size: u8) -> u8 {
        if size > self.size { self.large } else { self.small }
    }
}

impl Parts {
    /// Iterates over the attacks that the effect changes, each with its field name in roster files.
    pub fn attacks(&self) -> impl Iterator<Item = (&'static str, &AttackParts)> {
        let all = [
            ("melee", self.melee.as_ref()),
            ("shooting", self.shooting.as_ref()),
            ("second", self.second.as_ref()),
        ];
        all.into_iter().filter_map(|(field, attack)| Some((field, attack?)))
    }

    /// Returns true if the condition `is` holds for at least one attack that the effect changes.
    pub fn any(&self, is: impl Fn(&AttackParts) -> bool) -> bool {
        self.attacks().any(|(_, attack)| is(attack))
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
