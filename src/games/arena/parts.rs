//! The parts of which card effects are composed (rule A-9). Designers compose custom effects from
//! these parts, and every printed effect is equivalent to a set of parts.
//!
//! The file `effects.toml` has the printed effects in this form.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

record! {
    /// A card effect composed of parts: changes to the card's attacks, and powers of the fighter
    /// while the card is active.
    #[derive(Default)]
    Parts {
        /// Name of the card effect, at most 32 letters.
        #[schemars(length(min = 1, max = 32))]
        name: String,
        /// Changes that the effect makes to the card's melee attack.
        melee: Option<AttackParts> = default,
        /// Changes that the effect makes to the card's shot.
        shooting: Option<AttackParts> = default,
        /// A second melee attack of the card, on a different opponent. It has as many dice as the
        /// first attack unless `dice` is given. Both attacks may be made at any time of the turn.
        second: Option<AttackParts> = default,
        /// Powers that the fighter has while the card is active.
        #[schemars(length(max = 4))]
        lasting: Vec<Power> = default,
    }

    /// Changes that an effect makes to one attack of its card. A field that is left out changes
    /// nothing.
    #[derive(Default)]
    AttackParts {
        /// Which fighters the attack hits; one opponent if left out.
        manner: Manner = default,
        /// Number of dice of the attack; if left out, the number on the card.
        dice: Option<Dice> = default,
        /// Bonus added to each die of the attack, 0 to 5.
        bonus: u8 [0 5] = default,
        /// A bonus on each die against targets with few life points, and a penalty against all
        /// others.
        weak: Option<Weak> = default,
        /// A throw of dice before the attack. If their sum is at least the target's size, the
        /// target's defense against this attack is lower.
        snare: Option<Snare> = default,
        /// Compares the sum of the attack's dice with the target's size, instead of each die with
        /// the target's defense. If the sum is at least the size, the target has one wound.
        by_size: bool = default,
        /// Initiative that the target's next action loses and the attacker's next action gains if
        /// the attack wounds, 0 to 10.
        shift: u8 [0 10] = default,
        /// Life points that the attack takes become life points of the attacker, instead of scoring
        /// popularity points.
        drain: bool = default,
        /// Catches each wounded target in a net: the target has less initiative, dice and defense
        /// until it spends a move to get free.
        net: bool = default,
        /// Life points that the attacker regains if it eliminates the target, at most up to the
        /// attacker's size.
        regain: Option<Regain> = default,
        /// If the sum of the attack's dice is at least the target's size, throws a surviving target
        /// to another zone of the ring. Everyone in that zone takes a shot, whose dice depend on
        /// the size of the thrown fighter. The first entry with a `size` of at least that size
        /// applies, or else the last entry.
        #[schemars(length(min = 1, max = 10))]
        throw: Vec<Landing> = default,
    }

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

choices! {
    /// Which fighters an attack hits, and how its dice are used against them.
    #[derive(Default)]
    Manner {
        /// The attack hits one opponent.
        #[default]
        Single,
        /// The attack hits two different opponents at once, each with its own dice. If there is
        /// only one opponent, it hits that one. For shots only.
        Pair,
        /// The attack hits everyone in a zone, with one roll for all.
        Area,
        /// The attack hits one opponent; then each die may also hit one other opponent in the same
        /// zone.
        Strike,
        /// The attack hits all opponents in a zone, in an order chosen before the roll. Dice that
        /// miss one opponent are used against the next.
        Bowling,
        /// The attack hits several opponents in a zone. The dice, at most 6, are divided among them
        /// before the roll; each opponent is then attacked separately.
        Split,
        /// Instead of rolling dice, the fighter gives a skull to one opponent. That opponent cannot
        /// attack this fighter in its next action.
        Skull,
    }

    /// Ways in which the number of dice of an attack is determined during play.
    Counted {
        /// One die is rolled first; its face is the number of dice of the attack.
        Rolled,
        /// The attack has one die for each action card that lies in front of the fighter, including
        /// this card.
        Cards,
    }

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
        let all = [("melee", &self.melee), ("shooting", &self.shooting), ("second", &self.second)];
        all.into_iter().filter_map(|(field, attack)| Some((field, attack.as_ref()?)))
    }

    /// Returns true if the condition `is` holds for at least one attack that the effect changes.
    pub fn any(&self, is: impl Fn(&AttackParts) -> bool) -> bool {
        self.attacks().any(|(_, attack)| is(attack))
    }
}
