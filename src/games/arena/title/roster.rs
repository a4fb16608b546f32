//! Checks of a roster that a JSON Schema cannot express. They concern the marks of printed values,
//! dragons, and the dice that effects need.

use super::super::MOST_SPLIT;
use super::super::roster::{Card, Effect, Fighter, Roster};
use super::custom;
use crate::games::filed::{check_printed, sound};
use crate::games::title::Complaint;
use crate::words::quoted;

/// Names of those values of a fighter that a rulebook may print.
const SHEET_VALUES: [&str; 5] = ["name", "colour", "size", "defense", "dragon"];
/// Names of those values of a card that a rulebook may print.
const CARD_VALUES: [&str; 6] = ["initiative", "movement", "melee", "shooting", "defense", "effect"];

impl Roster {
    /// Fills in initiatives that the roster leaves out (a dragon's cards have none), and checks the
    /// roster.
    ///
    /// # Errors
    /// Returns all errors of the roster that a JSON Schema cannot express.
    pub fn complete(&mut self) -> Result<(), Vec<Complaint>> {
        let mut complaints = vec![];
        for (key, fighter) in &mut self.fighters {
            check_fighter(key, fighter, &mut complaints);
            for (card_key, card) in fighter.cards.iter_mut().filter(|_| !fighter.dragon) {
                card.initiative = card.initiative.or(initiative_of_key(card_key));
            }
        }
        sound(complaints)
    }
}

fn initiative_of_key(key: &str) -> Option<u8> {
    key.parse().ok().filter(|initiative| (1..=20).contains(initiative))
}

fn check_fighter(key: &str, fighter: &Fighter, complaints: &mut Vec<Complaint>) {
    check_printed(&["fighters", key], &fighter.printed, &SHEET_VALUES, complaints);
    if fighter.dragon {
        check_dragon(key, fighter, complaints);
    }
    for (card_key, card) in &fighter.cards {
        let path = ["fighters", key, "cards", card_key];
        if !fighter.dragon && card.initiative.or(initiative_of_key(card_key)).is_none() {
            let what = "the card's key is not a number from 1 to 20: add an `initiative`, a whole \
                number, 1 to 20";
            complaints.push(Complaint::new(&path, what));
        }
        check_printed(&path, &card.printed, &CARD_VALUES, complaints);
        if card.effect().is_none()
            && let Some(i) = card.printed.iter().position(|name| name == "effect")
        {
            let position = i.to_string();
            let what = "`effect` is marked printed, but the card has neither technique nor item";
            complaints.push(Complaint::new(&[&path[..], &["printed", &position]].concat(), what));
        }
        check_effect(&path, card, complaints);
    }
}

/// Checks a dragon (rule A-9), which never leaves the centre and whose cards are the faces of a
/// single card.
fn check_dragon(key: &str, fighter: &Fighter, complaints: &mut Vec<Complaint>) {
    let plain: Vec<&str> = (fighter.cards.iter())
        .filter(|(_, card)| card.technique.is_none())
        .map(|(key, _)| key.as_str())
        .collect();
    if plain.len() != 1 {
        let what = format!(
            "a dragon needs exactly one card without a technique; it has {}{}",
            plain.len(),
            if plain.is_empty() { String::new() } else { format!(": {}", plain.join(" and ")) }
        );
        complaints.push(Complaint::new(&["fighters", key, "cards"], what));
    }
    for (card_key, card) in &fighter.cards {
        let mut fault = |field: &str, what: String| {
            complaints.push(Complaint::new(&["fighters", key, "cards", card_key, field], what));
        };
        if card.initiative.is_some() {
            fault(
                "initiative",
                "a dragon's initiative is a rule: set rules.dragon_initiative".into(),
            );
        }
        if card.movement > 0 {
            fault("movement", "a dragon never leaves the centre: movement wants 0".into());
        }
        if card.item.is_some() {
            fault("item", "a dragon's card may be a technique, but not an item".into());
        }
        if card.technique.is_none() && card.shooting > MOST_SPLIT {
            let what = format!(
                "there are too many ways to split {} dice; wants at most {MOST_SPLIT}",
                card.shooting
            );
            fault("shooting", what);
        }
    }
}

/// Checks that a card has the dice that its effect needs, and no other attack (rules A-9, A-5.7b).
fn check_effect(path: &[&str], card: &Card, complaints: &mut Vec<Complaint>) {
    if card.technique.is_some() && card.item.is_some() {
        complaints.push(Complaint::new(
            &[path, &["item"]].concat(),
            "a card is a technique or an item, not both",
        ));
        return;
    }
    let Some(effect) = card.effect() else {
        return;
    };
    if let Effect::Custom(parts) = effect {
        return custom::check(path, card, parts, complaints);
    }
    let (name, attack) = (effect.name(), attack_of(effect));
    let beside = [path, &[card.effect_field()]].concat();
    let mut fault = |field: &str, what: String| {
        complaints.push(Complaint::new(&[path, &[field]].concat(), what).beside(&beside));
    };
    match attack {
        Attack::Melee | Attack::Shot => {
            let ((field, dice), (other, others)) = match attack {
                Attack::Melee => (("melee", card.melee), ("shooting", card.shooting)),
                _ => (("shooting", card.shooting), ("melee", card.melee)),
            };
            if dice == 0 {
                fault(field, format!("`{name}` needs dice of its own: {field} wants 1 to 12"));
            }
            if others > 0 {
                fault(
                    other,
                    format!("`{name}` is the card's only attack, by {field}: {other} wants 0"),
                );
            }
        }
        Attack::None => {
            for (field, dice) in [("melee", card.melee), ("shooting", card.shooting)] {
                if dice > 0 {
                    fault(field, format!("`{name}` brings its own dice or none: {field} wants 0"));
                }
            }
        }
        Attack::One if card.melee == 0 && card.shooting == 0 => {
            fault(
                "melee",
                format!(
                    "`{name}` needs an attack: {} wants 1 to 12",
                    quoted(&["melee", "shooting"], "or")
                ),
            );
        }
        Attack::One if card.melee > 0 && card.shooting > 0 => {
            fault("shooting", format!("`{name}` has only one attack: melee or shooting must be 0"));
        }
        Attack::One | Attack::Any => {}
    }
}

/// The dice that a card must have because of its printed effect.
enum Attack {
    Melee,
    Shot,
    /// The card must have dice neither for melee nor for shots (0 in `melee` and `shooting`).
    None,
    /// The card must have dice either for melee or for shots, because the effect changes a single
    /// attack.
    One,
    /// The effect makes no demand on the dice of the card.
    Any,
}

fn attack_of(effect: &Effect) -> Attack {
    match effect {
        Effect::PowderBarrel
        | Effect::DoubleBow
        | Effect::Strike
        | Effect::EnergyArmour { .. }
        | Effect::BowlingStrike => Attack::Shot,
        Effect::VampiricSticks
        | Effect::SpikedEpaulet { .. }
        | Effect::EvilNet { .. }
        | Effect::WhirlingSpear
        | Effect::BrambleNet
        | Effect::Finishing { .. }
        | Effect::Sandal { .. } => Attack::Melee,
        Effect::Kamikaze { .. }
        | Effect::ElectricClaymore
        | Effect::Terminotaur
        | Effect::MysticalSkull => Attack::None,
        Effect::Electroshock { .. } => Attack::One,
        Effect::GhostRing | Effect::PeacePipe | Effect::BlindingSuit | Effect::Custom(_) => {
            Attack::Any
        }
    }
}
