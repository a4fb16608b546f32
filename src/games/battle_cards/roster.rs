//! The format of roster files: characters with their powers and sworn enemies (rules B-1.4 and
//! B-P).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::games::{Complaint, Fighter};
use crate::words::stranger;

/// A roster file: the characters that scenarios can use.
pub type Roster = crate::games::Roster<Character>;

record! {
    /// B-1.4: the values of one character, as its card shows them.
    Character {
        /// Name of the character in charts and stories.
        #[schemars(length(min = 1, max = 32))]
        name: String,
        /// Colour of the character in every chart, `#RRGGBB`.
        #[schemars(regex(pattern = "^#[0-9A-Fa-f]{6}$"))]
        colour: String,
        /// Kind of the character: hero or villain.
        kind: Kind,
        /// B-2.3: energy that the character brings to its player each turn, 0 to 9.
        energy: u8 [0 9],
        /// B-3.1: number of dice of the character's attack, and energy that the attack costs, 1 to
        /// 6.
        dice: u8 [1 6],
        /// Initial life of the character, 1 to 9.
        life: u8 [1 9],
        /// B-1.4: the superpower of the character, with its number.
        power: Power,
        /// B-3.9: key of the character's sworn enemy (nemesis), a villain for a hero and a hero for
        /// a villain.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nemesis: Option<String>,
        /// Names of the character's fields whose values a rulebook prints.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        printed: Vec<String>,
    }
}

choices! {
    /// The kind of a character: hero or villain.
    Kind { Hero, Villain }
}

impl Kind {
    /// Returns the plural of the word for characters of this kind.
    pub fn plural(self) -> &'static str {
        ["heroes", "villains"][self as usize]
    }
}

impl Fighter for Character {
    const VALUES: &'static [&'static str] = &["energy", "dice", "life", "power", "nemesis"];
    const MARKS: &'static [&'static str] = &["name", "colour", "kind"];

    fn identity(&self) -> (&str, &str, &[String]) {
        (&self.name, &self.colour, &self.printed)
    }

    fn group(&self) -> Option<&'static str> {
        Some(self.kind.plural())
    }

    /// Checks that the nemesis (sworn enemy) is in the roster and of the other kind.
    fn check(&self, key: &str, roster: &Roster, complaints: &mut Vec<Complaint>) {
        let Some(nemesis) = &self.nemesis else { return };
        let what = match roster.fighters.get(nemesis) {
            None => stranger("character", nemesis, roster.fighters.keys().map(String::as_str)),
            Some(other) if other.kind == self.kind => format!(
                "`{nemesis}` is a {}, too: a nemesis must be of the other kind",
                other.kind.name()
            ),
            Some(_) => return,
        };
        complaints.push(Complaint::new(&["fighters", key, "nemesis"], what));
    }
}

powers! {
    /// B-P: a character's superpower, with a number that sets how strong the power is.
    Power:
    /// B-P1: number of extra dice of the character's attacks, 1 to 6.
    ExtraDice 1 6,
    /// B-P2: the character's attack dice are thrown again if the highest is at most this number, 1
    /// to 5.
    SecondThrow 1 5,
    /// B-P3: bonus on the score of the character's attacks, 1 to 5.
    Force 1 5,
    /// B-P4: bonus on the score of the character's attacks on a leader, 1 to 5.
    Kingslayer 1 5,
    /// B-P5: bonus on the score of the character's attacks on a target with 1 life, 1 to 5.
    Finisher 1 5,
    /// B-P6: number of extra dice of the character's attacks while the character has 1 life, 1 to
    /// 6.
    LastStand 1 6,
    /// B-P7: bonus on the score of attacks while the character is the leader of its player, 1 to 5.
    Leadership 1 5,
    /// B-P8: lowest score at which the character's attack takes 1 more life, 2 to 6.
    Heavy 2 6,
    /// B-P9: score from which the target cannot dodge the character's attacks, 2 to 6.
    Unstoppable 2 6,
    /// B-P10: number subtracted from the target's dodge when the character attacks, 1 to 5.
    Menace 1 5,
    /// B-P11: energy that the player gains when the character's attack misses, 1 to 9. The miss
    /// does not cost the character life.
    Steady 1 9,
    /// B-P12: energy that the player takes from the target's player when the character's attack
    /// wounds, 1 to 9.
    StealEnergy 1 9,
    /// B-P13: energy that the player gains when the character attacks, 1 to 9.
    Charge 1 9,
    /// B-P14: life that the character regains when its attack wounds the target, 1 to 9.
    LifeDrain 1 9,
    /// B-P15: life that the leader of the character's team regains when the character's attack
    /// wounds the target, 1 to 9.
    Rally 1 9,
    /// B-P16: number of cards that the target's player loses when the character's attack wounds, 1
    /// to 9.
    Disarm 1 9,
    /// B-P17: number of cards that the player draws when the character attacks, 1 to 9.
    Tactics 1 9,
    /// B-P18: life by which the next wound of the character is reduced after the character has
    /// attacked, 1 to 9.
    Shield 1 9,
    /// B-P19: bonus on the character's dodges after the character has attacked, 1 to 5.
    Guard 1 5,
    /// B-P20: life that the character's attack also takes from a second character of the target's
    /// team, 1 to 9.
    Splash 1 9,
    /// B-P21: life of a dead character that returns to the team when the character's attack kills
    /// its target, 1 to 9.
    Revive 1 9,
}

impl Power {
    /// Returns true if the power changes the attacks of its owner: the dice, the score, the dodge
    /// or the wound (rules B-P1 to B-P10).
    pub fn is_of_dice(self) -> bool {
        self.position() <= Power::Menace(0).position()
    }
}
