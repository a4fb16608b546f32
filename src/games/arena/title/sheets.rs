//! Formats a roster as text for users: the values of fighters and their action cards.

use std::fmt::Write;

use super::super::roster::{Card, Effect, Fighter, Roster};
use crate::games::filed::mark;

impl Roster {
    /// Returns the values of all fighters as text, by ascending size; a star marks values that a
    /// rulebook prints.
    pub fn sheets(&self) -> String {
        let mut out = format!("{}\n* printed in a rulebook\n", self.name);
        let mut by_size: Vec<(&String, &Fighter)> = self.fighters.iter().collect();
        by_size.sort_by_key(|(_, fighter)| fighter.size);
        for (key, fighter) in by_size {
            sheet(key, fighter, &mut out);
        }
        out
    }
}

fn sheet(key: &str, fighter: &Fighter, out: &mut String) {
    let value = |field: &str, value: u8| format!("{value}{}", mark(&fighter.printed, field));
    let (size, defense) = (value("size", fighter.size), value("defense", fighter.defense));
    let _ = writeln!(out, "\n{} ({key}), size {size}, defense {defense}", fighter.name);
    out.push_str("  card          initiative  movement  melee  shooting  defense  effect\n");
    let mut cards: Vec<(&String, &Card)> = fighter.cards.iter().collect();
    cards.sort_by_key(|(_, card)| std::cmp::Reverse(card.initiative));
    for (key, card) in cards {
        let value = |field: &str, value: u8| match value {
            0 => "-".to_owned(),
            _ => format!("{value}{}", mark(&card.printed, field)),
        };
        let line = format!(
            "  {key:<12}  {:>10}  {:>8}  {:>5}  {:>8}  {:>7}  {}",
            value("initiative", card.initiative.unwrap_or_default()),
            value("movement", card.movement),
            value("melee", card.melee),
            value("shooting", card.shooting),
            value("defense", card.defense),
            effect(card),
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
}

/// Returns the effect of a card as roster files write it; empty if the card has no effect.
fn effect(card: &Card) -> String {
    let text = |form: &str, effect: &Effect| {
        let text = toml::Value::try_from(effect).expect("plain data").to_string();
        let mark = mark(&card.printed, "effect");
        format!("{form}: {}{mark}", text.trim_matches('"'))
    };
    match (&card.technique, &card.item) {
        (Some(effect), _) => text("technique", effect),
        (None, Some(effect)) => text("item", effect),
        (None, None) => String::new(),
    }
}
