//! The values of fighters and their cards, and the checks of a roster that a JSON Schema cannot
//! express: those of dragons, and of the initiatives of cards.

use std::collections::BTreeMap;

use super::effects;
use crate::games::arena::{Card, Fighter, MOST_SPLIT, Roster};
use crate::games::title::Complaint;

impl crate::games::Fighter for Fighter {
    const VALUES: &'static [&'static str] = &["size", "defense"];
    const MARKS: &'static [&'static str] = &["name", "colour", "dragon"];
    const THINGS: (&'static str, &'static [&'static str]) =
        ("cards", &["initiative", "movement", "melee", "shooting", "defense", "technique", "item"]);
    const PRINTED_AS: &'static [(&'static str, &'static str)] =
        &[("technique", "effect"), ("item", "effect")];

    fn identity(&self) -> (&str, &str, &[String]) {
        (&self.name, &self.colour, &self.printed)
    }

    /// Returns the values of each card, without initiative and effect.
    fn things_in_words(&self) -> BTreeMap<String, String> {
        let words = |(key, card): (&String, &Card)| (card.thing(key), card.values());
        self.cards.iter().map(words).collect()
    }

    fn check(&self, key: &str, _: &Roster, complaints: &mut Vec<Complaint>) {
        if self.dragon {
            check_dragon(key, self, complaints);
        }
        for (card_key, card) in &self.cards {
            let path = ["fighters", key, "cards", card_key];
            if !self.dragon && initiative(card_key, card).is_none() {
                let what = "the card's key is not a number from 1 to 20: add an `initiative`, a \
                            whole number, 1 to 20";
                complaints.push(Complaint::new(&path, what));
            }
            let marked = card.printed.iter().position(|name| name == "effect");
            if let Some(i) = marked.filter(|_| card.effect().is_none()) {
                let what =
                    "`effect` is marked printed, but the card has neither technique nor item";
                let position = i.to_string();
                let path = [&path[..], &["printed", &position]].concat();
                complaints.push(Complaint::new(&path, what));
            }
            effects::check(&path, card, complaints);
        }
    }

    /// Fills in initiatives that the roster leaves out; a dragon's cards have none.
    fn complete(&mut self) {
        for (key, card) in self.cards.iter_mut().filter(|_| !self.dragon) {
            card.initiative = initiative(key, card);
        }
    }
}

/// Returns the initiative of a card: its own, or else its key.
fn initiative(key: &str, card: &Card) -> Option<u8> {
    let of_key = || key.parse::<u8>().ok().filter(|initiative| (1..=20).contains(initiative));
    card.initiative.or_else(of_key)
}

/// Checks a dragon (rule A-9), which never leaves the centre and whose cards are the faces of a
/// single card.
fn check_dragon(key: &str, fighter: &Fighter, complaints: &mut Vec<Complaint>) {
    let plain = fighter.cards.iter().filter(|(_, card)| card.technique.is_none());
    let plain: Vec<&str> = plain.map(|(key, _)| key.as_str()).collect();
    if plain.len() != 1 {
        let what = format!(
            "a dragon needs exactly one card without a technique; it has {}{}",
            plain.len(),
            if plain.is_empty() { String::new() } else { format!(": {}", plain.join(" and ")) }
        );
        complaints.push(Complaint::new(&["fighters", key, "cards"], what));
    }
    for (card_key, card) in &fighter.cards {
        let too_many = format!(
            "there are too many ways to split {} dice; wants at most {MOST_SPLIT}",
            card.shooting
        );
        let faults = [
            (
                "initiative",
                card.initiative.is_some(),
                "a dragon's initiative is a rule: set rules.dragon_initiative",
            ),
            ("movement", card.movement > 0, "a dragon never leaves the centre: movement wants 0"),
            ("item", card.item.is_some(), "a dragon's card may be a technique, but not an item"),
            ("shooting", card.technique.is_none() && card.shooting > MOST_SPLIT, too_many.as_str()),
        ];
        for (field, _, what) in faults.into_iter().filter(|(_, is_fault, _)| *is_fault) {
            complaints.push(Complaint::new(&["fighters", key, "cards", card_key, field], what));
        }
    }
}
