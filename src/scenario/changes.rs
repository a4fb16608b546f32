//! A scenario's changes to the roster it names.

use super::document::{Document, Node, Value, join};
use super::fault::{Fault, Faults};
use crate::games::Layers;
use crate::words::suggest;

/// What a scenario changes of its roster.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    /// The fields that now differ, as `fighters.agaric.cards.3.defense`.
    pub fields: Vec<String>,
    /// Things that the roster does not have, as `fighters.agaric.cards.9`.
    pub added: Vec<String>,
}

/// Lays changes over a roster's document; the changed values lose their `printed` mark, since no rulebook prints them.
///
/// # Errors
/// Fighters that the roster does not have; things that it does not have and that are not complete.
pub fn lay(document: &mut Document, mut changes: Node) -> Result<Changes, Faults> {
    let mut faults = Faults::default();
    if let Value::Table(fighters) = &mut changes.value {
        let known = document
            .get(&["fighters"])
            .map(Node::keys)
            .unwrap_or_default();
        fighters.retain(|key, change| {
            let is_known = known.contains(&key.as_str());
            if !is_known {
                let hint = suggest(key, known.iter().copied());
                faults.push(Fault {
                    location: change.location.clone(),
                    field: join("fighters", key, false),
                    what: format!("the roster has no fighter `{key}`{hint}"),
                });
            }
            is_known
        });
    }
    let layers = document.layers;
    let mut paths = Vec::new();
    changed_fields(&layers, &changes, &mut vec!["fighters".into()], &mut paths);
    let before = document.clone();
    document.lay("fighters", changes);
    let mut found = Changes::default();
    for path in paths {
        let steps: Vec<&str> = path.iter().map(String::as_str).collect();
        let value = |document: &Document| document.get(&steps).map(Node::to_json);
        if value(&before) == value(document) {
            continue;
        }
        unmark(document, &steps);
        // A thing (fighters.KEY.cards.KEY) that is new is the designer's own as a whole, whatever of it is left out.
        let thing = &steps[..steps.len().min(4)];
        let own = match before.get(thing) {
            Some(_) => &steps[..],
            None => {
                found.added.push(thing.join("."));
                thing
            }
        };
        found.fields.push(own.join("."));
    }
    found.fields.dedup();
    found.added.dedup();
    for added in &found.added {
        faults.keep(complete(&before, document, added));
    }
    faults.done().map(|()| found)
}

/// A new thing says all that makes one.
fn complete(before: &Document, document: &Document, added: &str) -> Result<(), Fault> {
    let path: Vec<&str> = added.split('.').collect();
    let [_, fighter, things, key] = path.as_slice() else {
        return Ok(());
    };
    let given = document.get(&path).map(Node::keys).unwrap_or_default();
    let missing = document
        .layers
        .complete
        .iter()
        .find(|group| !group.iter().any(|field| given.contains(field)));
    let Some(group) = missing else {
        return Ok(());
    };
    let known = before.get(&path[..3]).map(Node::keys).unwrap_or_default();
    let what = format!(
        "{fighter} has no `{key}` among its {things}{}; a new one must be complete, and this has no {}",
        suggest(key, known),
        group.join(" or ")
    );
    Err(document.fault(&path, what))
}

/// The paths of the fields of fighters and of their things in a branch of changes.
fn changed_fields(
    layers: &Layers,
    node: &Node,
    path: &mut Vec<String>,
    found: &mut Vec<Vec<String>>,
) {
    let holds_things =
        |path: &[String]| path.len() != 3 || layers.things.contains(&path[2].as_str());
    match &node.value {
        Value::Table(table) if path.len() < 5 && holds_things(path) => {
            for (key, child) in table {
                path.push(key.clone());
                changed_fields(layers, child, path, found);
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
    let names = document.layers.printed;
    let name = names
        .iter()
        .find(|(own, _)| own == field)
        .map_or(*field, |(_, listed)| listed);
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
