//! Roster files: read, with a scenario's changes laid over, and checked for what no schema can say.

use super::document::{Document, Node, Value, join};
use super::fault::{Fault, Faults, list, meant};
use crate::games::arena::{Card, Effect, Fighter, MOST_SPLIT, Roster};

/// The sheet's values that a rulebook may print.
const SHEET_VALUES: [&str; 5] = ["name", "colour", "size", "defense", "dragon"];
/// A card's values that a rulebook may print.
const CARD_VALUES: [&str; 6] = [
    "initiative",
    "movement",
    "melee",
    "shooting",
    "defense",
    "effect",
];

/// The roster that a document holds, complete: every card has its initiative, but for dragons', which have none.
pub fn decode(document: &Document) -> Result<Roster, Faults> {
    let mut roster: Roster = document.decode()?;
    let mut faults = Faults::default();
    for (key, fighter) in &mut roster.fighters {
        check_fighter(document, key, fighter, &mut faults);
        for (card_key, card) in fighter.cards.iter_mut().filter(|_| !fighter.dragon) {
            card.initiative = card.initiative.or(initiative_of_key(card_key));
        }
    }
    faults.done().map(|()| roster)
}

/// Lays a scenario's changes over a roster's document; the changed values lose their `printed` mark, since no rulebook
/// prints them. Returns the fields that now differ.
pub fn lay_changes(document: &mut Document, mut changes: Node) -> Result<Vec<String>, Faults> {
    let mut faults = Faults::default();
    if let Value::Table(fighters) = &mut changes.value {
        let known = document
            .get(&["fighters"])
            .map(Node::keys)
            .unwrap_or_default();
        fighters.retain(|key, change| {
            let is_known = known.contains(&key.as_str());
            if !is_known {
                let what = format!(
                    "the roster has no fighter `{key}`{}",
                    meant(key, known.iter().copied())
                );
                faults.push(Fault {
                    place: change.place.clone(),
                    field: join("fighters", key, false),
                    what,
                });
            }
            is_known
        });
    }
    let mut paths = Vec::new();
    changed_fields(&changes, &mut vec!["fighters".into()], &mut paths);
    let before = document.clone();
    document.lay("fighters", changes);
    let mut changed = Vec::new();
    for path in paths {
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        let value = |document: &Document| document.get(&steps).map(Node::to_json);
        if value(&before) != value(document) {
            unmark(document, &steps);
            // A card (fighters.KEY.cards.KEY) that is new is the designer's own as a whole, whatever of it is left out.
            let card = &steps[..steps.len().min(4)];
            let own = match before.get(card) {
                Some(_) => &steps[..],
                None => card,
            };
            changed.push(own.join("."));
        }
    }
    changed.dedup();
    faults.done().map(|()| changed)
}

/// The paths of the sheet's and the cards' fields in a branch of changes.
fn changed_fields(node: &Node, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    match &node.value {
        Value::Table(table) if path.len() < 5 && !(path.len() == 3 && path[2] != "cards") => {
            for (key, child) in table {
                path.push(key.clone());
                changed_fields(child, path, found);
                path.pop();
            }
        }
        _ => found.push(path.clone()),
    }
}

/// Takes a field out of the `printed` list beside it.
fn unmark(document: &mut Document, path: &[&str]) {
    let Some((field, owner)) = path.split_last() else {
        return;
    };
    let name = if matches!(*field, "technique" | "item") {
        "effect"
    } else {
        field
    };
    let table = owner
        .iter()
        .try_fold(&mut document.root, |node, step| match &mut node.value {
            Value::Table(table) => table.get_mut(*step),
            _ => None,
        });
    if let Some(Node {
        value: Value::Table(table),
        ..
    }) = table
        && let Some(Node {
            value: Value::List(printed),
            ..
        }) = table.get_mut("printed")
    {
        printed.retain(|entry| entry.value != Value::Text(name.to_owned()));
    }
}

impl Node {
    /// A table's keys.
    fn keys(&self) -> Vec<&str> {
        match &self.value {
            Value::Table(table) => table.keys().map(String::as_str).collect(),
            _ => vec![],
        }
    }
}

fn initiative_of_key(key: &str) -> Option<u8> {
    key.parse()
        .ok()
        .filter(|initiative| (1..=20).contains(initiative))
}

fn check_fighter(document: &Document, key: &str, fighter: &Fighter, faults: &mut Faults) {
    check_printed(
        document,
        &["fighters", key],
        &fighter.printed,
        &SHEET_VALUES,
        faults,
    );
    if fighter.dragon {
        check_dragon(document, key, fighter, faults);
    }
    for (card_key, card) in &fighter.cards {
        let path = ["fighters", key, "cards", card_key];
        if !fighter.dragon && card.initiative.or(initiative_of_key(card_key)).is_none() {
            let what = "the card's key is no number from 1 to 20: give it an `initiative`, a whole number, 1 to 20";
            faults.push(document.fault(&path, what));
        }
        check_printed(document, &path, &card.printed, &CARD_VALUES, faults);
        if card.effect().is_none()
            && let Some(i) = card.printed.iter().position(|name| name == "effect")
        {
            let position = i.to_string();
            let what = "`effect` is marked printed, but the card has neither technique nor item";
            faults.push(document.fault(&[&path[..], &["printed", &position]].concat(), what));
        }
        check_effect(document, &path, card, faults);
    }
}

/// a dragon's cards are the faces of one; it never leaves the centre.
fn check_dragon(document: &Document, key: &str, fighter: &Fighter, faults: &mut Faults) {
    let plain: Vec<&str> = (fighter.cards.iter())
        .filter(|(_, card)| card.technique.is_none())
        .map(|(key, _)| key.as_str())
        .collect();
    if plain.len() != 1 {
        let what = format!(
            "a dragon shows one face without a technique; {} have none{}",
            plain.len(),
            if plain.is_empty() {
                String::new()
            } else {
                format!(": {}", plain.join(" and "))
            }
        );
        faults.push(document.fault(&["fighters", key, "cards"], what));
    }
    for (card_key, card) in &fighter.cards {
        let mut fault = |field: &str, what: String| {
            faults.push(document.fault(&["fighters", key, "cards", card_key, field], what));
        };
        if card.initiative.is_some() {
            fault(
                "initiative",
                "a dragon's initiative is a rule: set rules.dragon_initiative".into(),
            );
        }
        if card.movement > 0 {
            fault(
                "movement",
                "a dragon never leaves the centre: movement wants 0".into(),
            );
        }
        if card.item.is_some() {
            fault("item", "a dragon's faces have techniques, no items".into());
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

fn check_printed(
    document: &Document,
    path: &[&str],
    printed: &[String],
    values: &[&str],
    faults: &mut Faults,
) {
    for (i, name) in printed.iter().enumerate() {
        if !values.contains(&name.as_str()) {
            let position = i.to_string();
            let what = format!(
                "there is no value `{name}`{}",
                meant(name, values.iter().copied())
            );
            faults.push(document.fault(&[path, &["printed", &position]].concat(), what));
        }
    }
}

/// A-9, A-5.7b: a card with an effect that names its attack has only that attack.
fn check_effect(document: &Document, path: &[&str], card: &Card, faults: &mut Faults) {
    if card.technique.is_some() && card.item.is_some() {
        faults.push(document.fault(
            &[path, &["item"]].concat(),
            "a card is a technique or an item, not both",
        ));
        return;
    }
    let Some(effect) = card.effect() else {
        return;
    };
    let (name, attack) = (effect.name(), attack_of(effect));
    let beside = [path, &[card.effect_field()]].concat();
    let mut fault = |field: &str, what: String| {
        faults.push(document.fault_beside(&[path, &[field]].concat(), &beside, what));
    };
    match attack {
        Attack::Melee | Attack::Shot => {
            let ((field, dice), (other, others)) = match attack {
                Attack::Melee => (("melee", card.melee), ("shooting", card.shooting)),
                _ => (("shooting", card.shooting), ("melee", card.melee)),
            };
            if dice == 0 {
                fault(
                    field,
                    format!("`{name}` needs dice of its own: {field} wants 1 to 12"),
                );
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
                    fault(
                        field,
                        format!("`{name}` brings its own dice or none: {field} wants 0"),
                    );
                }
            }
        }
        Attack::One if card.melee == 0 && card.shooting == 0 => {
            fault(
                "melee",
                format!(
                    "`{name}` needs an attack: {} wants 1 to 12",
                    list(&["melee", "shooting"], "or")
                ),
            );
        }
        Attack::One if card.melee > 0 && card.shooting > 0 => {
            fault(
                "shooting",
                format!("`{name}` is one attack: of melee and shooting one wants 0"),
            );
        }
        Attack::One | Attack::Any => {}
    }
}

/// Which dice a card with an effect has.
enum Attack {
    Melee,
    Shot,
    /// No dice on the card.
    None,
    /// Either of both: its tokens are there once.
    One,
    /// As one likes.
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
        Effect::GhostRing | Effect::PeacePipe | Effect::BlindingSuit => Attack::Any,
    }
}
