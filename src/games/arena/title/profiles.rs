//! The values of a roster's fighters, each as text and with its provenance (rule A-11): printed in
//! a rulebook or not.

use std::collections::BTreeMap;

use super::super::parts::Power;
use super::super::roster::{Card, Fighter, Roster};
use crate::games::filed::provenance;
use crate::games::title::{FighterValue, Profile, Provenance};

impl Roster {
    /// Returns the values of each fighter with their provenance (printed in a rulebook or not), in
    /// the order of the fighters' keys.
    pub fn profiles(&self) -> Vec<Profile> {
        let profile = |(key, fighter): (&String, &Fighter)| Profile {
            key: key.clone(),
            name: fighter.name.clone(),
            colour: fighter.colour.clone(),
            things: fighter.cards.len(),
            values: values(fighter, self.unlisted),
        };
        self.fighters.iter().map(profile).collect()
    }
}

/// Returns, for each card of a fighter, a text with the card's values. The keys are the names of
/// the cards in tables.
pub fn cards(roster: &Roster, fighter: &str) -> BTreeMap<String, String> {
    let cards = roster.fighters.get(fighter).map(|fighter| &fighter.cards);
    let words = |(key, card): (&String, &Card)| {
        let rolled = card.parts().lasting.contains(&Power::RolledDefense);
        (card.thing(key), card.values(rolled))
    };
    cards.into_iter().flatten().map(words).collect()
}

fn values(fighter: &Fighter, unlisted: Provenance) -> Vec<FighterValue> {
    let provenance = |printed: &[String], field: &str| provenance(printed, field, unlisted);
    let mut values: Vec<FighterValue> = [("size", fighter.size), ("defense", fighter.defense)]
        .map(|(field, value)| FighterValue {
            path: field.into(),
            words: format!("{field} {value}"),
            provenance: provenance(&fighter.printed, field),
        })
        .into();
    for (key, card) in &fighter.cards {
        let mut push = |field: &str, path: &str, words: String| {
            values.push(FighterValue {
                path: format!("cards.{key}.{path}"),
                words,
                provenance: provenance(&card.printed, field),
            });
        };
        let numbers = [
            ("initiative", card.initiative),
            ("movement", Some(card.movement)),
            ("melee", Some(card.melee)),
            ("shooting", Some(card.shooting)),
            ("defense", Some(card.defense)),
        ];
        for (field, value) in numbers {
            // A dragon's cards have no initiative.
            let Some(value) = value else { continue };
            push(field, field, format!("card {key}: {field} {value}"));
        }
        if card.effect().is_some() {
            let effect = card.effect_field();
            push("effect", effect, format!("card {key}: {effect}"));
        }
    }
    values
}
