//! The parts of card effects. Rosters compose custom effects from parts, and every printed
//! effect is equivalent to a set of parts.
//!
//! The file `effects.toml` has the printed effects in this form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An effect composed of parts: changes to the card's attacks, and powers while the card is active.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parts {
    /// Name of the effect, at most 32 letters.
    #[schemars(length(min = 1, max = 32))]
    pub name: String,
    /// Changes to the card's melee attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub melee: Option<AttackParts>,
    /// Changes to the card's shot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shooting: Option<AttackParts>,
    /// A second melee attack, on a different opponent. It has as many dice as the first attack
    /// unless `dice` is given. Both attacks may be made at any time of the turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<AttackParts>,
    /// Powers of the card while it is active.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(max = 4))]
    pub lasting: Vec<Power>,
}

/// Changes to one attack. A part that is left out changes nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackParts {
    /// The targets of the attack; one opponent if left out.
    #[serde(default, skip_serializing_if = "is_default")]
    pub manner: Manner,
    /// Number of dice of the attack; the card's number if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Dice>,
    /// Bonus added to each die of the attack, 0 to 5.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(min = 0, max = 5))]
    pub bonus: u8,
    /// A bonus against targets with few life points, and a penalty against all others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weak: Option<Weak>,
    /// A throw before the attack. If its sum reaches the target's size, the target's defense is
    /// lower against this attack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub snare: Option<Snare>,
    /// Compares the sum of the dice with the target's size, instead of each die with its defense.
    /// If the sum reaches the size, the target has one wound.
    #[serde(default, skip_serializing_if = "is_default")]
    pub by_size: bool,
    /// If the attack wounds: initiative that the target's next action loses and the attacker's next
    /// action gains, 0 to 10.
    #[serde(default, skip_serializing_if = "is_default")]
    #[schemars(range(min = 0, max = 10))]
    pub shift: u8,
    /// Tokens taken become life points of the attacker, not popularity points.
    #[serde(default, skip_serializing_if = "is_default")]
    pub drain: bool,
    /// Each wounded target is caught in a net: it has less initiative, dice and defense until it
    /// spends a move to shed the net.
    #[serde(default, skip_serializing_if = "is_default")]
    pub net: bool,
    /// Life points that the attacker regains for an elimination, up to its size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regain: Option<Regain>,
    /// Throws a surviving target to a zone of the ring if the sum of the dice reaches its size.
    /// Everyone in that zone takes a shot, whose dice depend on the size of the thrown fighter. The
    /// first entry with a `size` of at least that size applies, or else the last entry.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(length(min = 1, max = 10))]
    pub throw: Vec<Landing>,
}

/// The targets of an attack, and the use of its dice against them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Manner {
    /// Hits one opponent.
    #[default]
    Single,
    /// Hits two different opponents at once, each with its own dice; one if there is only one. For
    /// shots only.
    Pair,
    /// Hits everyone in a zone, with one roll.
    Area,
    /// Hits one opponent; then each die may also hit one other opponent in the zone.
    Strike,
    /// Hits all opponents in a zone, in an order chosen before the roll. Dice that miss one
    /// opponent are used against the next.
    Bowling,
    /// Hits several opponents in a zone. The dice are divided among them before the roll; each
    /// share is an attack of its own. At most 6 dice.
    Split,
    /// Rolls no dice: gives a skull to one opponent, who cannot attack this fighter in its next
    /// action.
    Skull,
}

/// Number of dice of an attack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Dice {
    /// A fixed number of dice, 1 to 12.
    Fixed(#[schemars(range(min = 1, max = 12))] u8),
    /// By life points left: the first entry for 1 life point, the second for 2, and so on. The last
    /// entry also applies to more life points.
    ByLife(#[schemars(length(min = 1, max = 40), inner(range(min = 0, max = 12)))] Vec<u8>),
    /// A number of dice that is determined during play.
    Counted(Counted),
}

/// A number of dice that is determined during play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Counted {
    /// As many dice as the face of one die that is rolled first.
    Rolled,
    /// As many dice as there are action cards in front of the fighter, including this card.
    Cards,
}

/// A bonus on each die against weak targets, and an equal penalty against all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Weak {
    /// Maximum life points of a weak target, 1 to 40.
    #[schemars(range(min = 1, max = 40))]
    pub life: u8,
    /// Added to each die against a weak target, subtracted against others, 0 to 5.
    #[schemars(range(min = 0, max = 5))]
    pub bonus: u8,
}

/// A throw before the attack, whose sum is compared with the target's size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Snare {
    /// Number of dice whose sum is compared with the target's size, 1 to 12.
    #[schemars(range(min = 1, max = 12))]
    pub dice: u8,
    /// Subtracted from the target's defense if the sum reaches the target's size, 1 to 6.
    #[schemars(range(min = 1, max = 6))]
    pub penalty: u8,
}

/// Life points that the attacker regains for an elimination.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Regain {
    /// Life points regained for a small victim, 0 to 40.
    #[schemars(range(min = 0, max = 40))]
    pub small: u8,
    /// Life points regained for a large victim, 0 to 40.
    #[schemars(range(min = 0, max = 40))]
    pub large: u8,
    /// The largest size of a victim that counts as small, 1 to 40.
    #[schemars(range(min = 1, max = 40))]
    pub size: u8,
}

/// The dice of the shot at fighters on whom a thrown fighter lands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// The largest size of a thrown fighter to which this entry applies, 1 to 40.
    #[schemars(range(min = 1, max = 40))]
    pub size: u8,
    /// Number of dice against each fighter in the zone, 0 to 12.
    #[schemars(range(min = 0, max = 12))]
    pub dice: u8,
}

/// A power of a card while the card is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Power {
    /// The fighter cannot be attacked in melee.
    NoMelee,
    /// The fighter cannot be shot.
    NoShot,
    /// Every attack on the fighter rolls 1 die fewer.
    DieLess,
    /// The fighter's defense is 1 die, rolled for each attack.
    RolledDefense,
}

impl Regain {
    /// Returns the life points regained for a victim of this size.
    pub fn of(&self, size: u8) -> u8 {
        if size > self.size {
            self.large
        } else {
            self.small
        }
    }
}

impl Parts {
    /// Iterates over the attacks that the effect changes, each with the name of its field.
    pub fn attacks(&self) -> impl Iterator<Item = (&'static str, &AttackParts)> {
        let all = [
            ("melee", self.melee.as_ref()),
            ("shooting", self.shooting.as_ref()),
            ("second", self.second.as_ref()),
        ];
        all.into_iter()
            .filter_map(|(field, attack)| Some((field, attack?)))
    }

    /// Returns true if `is` holds for any attack that the effect changes.
    pub fn any(&self, is: impl Fn(&AttackParts) -> bool) -> bool {
        self.attacks().any(|(_, attack)| is(attack))
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
