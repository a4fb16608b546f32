//! The roster file as a designer writes it: heroes and their abilities (rules J-2.2 and J-A).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::games::Fighter;

/// A roster file: the heroes that scenarios can use.
pub type Roster = crate::games::Roster<Hero>;

record! {
    /// J-2.2: a hero, with the values on its card.
    Hero {
        /// Name of the hero in charts and stories.
        #[schemars(length(min = 1, max = 32))]
        name: String,
        /// Colour of the hero in every chart, `#RRGGBB`.
        #[schemars(regex(pattern = "^#[0-9A-Fa-f]{6}$"))]
        colour: String,
        /// Initial life of the hero, 1 to 20.
        life: u8 [1 20],
        /// Defense of the hero: the number that a foe's attack must beat, 1 to 6.
        defense: u8 [1 6],
        /// Damage of the weapon that the hero has without a card, 1 to 6.
        damage: u8 [1 6],
        /// J-A: the ability of the hero.
        ability: Ability,
        /// Names of the hero's fields whose values are printed in a rulebook.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        printed: Vec<String>,
    }
}

impl Fighter for Hero {
    const FEWEST: usize = 1;
    const VALUES: &'static [&'static str] = &["life", "defense", "damage", "ability"];

    fn identity(&self) -> (&str, &str, &[String]) {
        (&self.name, &self.colour, &self.printed)
    }
}

powers! {
    /// J-A: an ability of a hero, with a number that gives its strength.
    Ability:
    /// J-A1: number of extra free steps that the hero has in a turn, 1 to 3.
    Stride 1 3,
    /// J-A2: bonus on the hero's attack die, 1 to 3.
    Marksman 1 3,
    /// J-A3: life that the hero's rest restores to all heroes on its tile, 1 to 3.
    Healer 1 3,
    /// J-A4: number of equipment cards that the hero draws when it frees a hostage from a rebel, 1
    /// to 3.
    Scavenger 1 3,
    /// J-A5: increase of the hero's two limits of stress, 1 to 3.
    Steady 1 3,
    /// J-A6: increase of the hero's limit of hours, 1 to 6.
    Punctual 1 6,
    /// J-A7: reduction of the life that a hit takes from the hero, 1 to 3.
    Tough 1 3,
    /// J-A8: number of extra throws of the hero's action dice in a turn, 1 to 3.
    Deft 1 3,
    /// J-A9: extra damage while the hero has at most half of its initial life, 1 to 3.
    Fury 1 3,
}
