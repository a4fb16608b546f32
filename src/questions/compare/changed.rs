//! Lists the changes between two variants of a scenario: the values in which they differ.

use anyhow::Result;
use serde_json::Value;

use super::plan::ComparePlan;
use crate::questions::experiment::Arm;
use crate::report::people::People;
use crate::report::table::Table;

/// Makes one table per variant of the scenario except the first: its differences from the first
/// variant.
///
/// # Errors
/// Fails if a scenario cannot be written as JSON.
pub fn tables(plan: &ComparePlan, people: &People) -> Result<Vec<Table>> {
    let scenarios = &plan.experiment.own().scenarios;
    let first = serde_json::to_value(&scenarios[0])?;
    let table = |(i, variant): (usize, &Arm)| {
        let meaning = format!(
            "Before: {}. All values that this table does not list are the same in both variants.",
            plan.experiment.arms[0].name
        );
        let table = Table::new(format!("changed-{i}"), variant.name.clone(), meaning);
        let scenario = serde_json::to_value(&scenarios[i])?;
        Ok(filled(table, &changes(&first, &scenario), people))
    };
    (1..).zip(plan.others()).map(table).collect()
}

/// Fills a table with one row per changed value of a scenario.
fn filled(table: Table, changes: &[ValueChange<'_>], people: &People) -> Table {
    table
        .of(changes)
        .word("What", |change| change.said(people))
        .word("Before", |change| shown(change.before))
        .word("After", |change| shown(change.after))
        .table
}

/// A value of the scenario that differs between two variants.
pub struct ValueChange<'a> {
    pub path: Vec<String>,
    pub before: Option<&'a Value>,
    pub after: Option<&'a Value>,
}

/// Parts of a scenario that have no effect on the games.
const IDLE: [&str; 4] = ["title", "description", "changes", "printed"];

/// Returns the values that differ between two scenarios and have an effect on the games.
pub fn changes<'a>(before: &'a Value, after: &'a Value) -> Vec<ValueChange<'a>> {
    let mut found = vec![];
    walk(&mut vec![], Some(before), Some(after), &mut found);
    found
}

/// Returns whether a value of the scenario has no effect on the games. A fighter's name and colour
/// have no effect.
fn is_idle(path: &[String]) -> bool {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    match path.as_slice() {
        [.., "fighters", _, "name" | "colour"] => true,
        [.., last] => IDLE.contains(last),
        [] => false,
    }
}

fn walk<'a>(
    path: &mut Vec<String>,
    before: Option<&'a Value>,
    after: Option<&'a Value>,
    found: &mut Vec<ValueChange<'a>>,
) {
    if before == after || is_idle(path) {
        return;
    }
    let object = |value: Option<&'a Value>| value.and_then(Value::as_object);
    if let (Some(a), Some(b)) = (object(before), object(after)) {
        let new = b.keys().filter(|key| !a.contains_key(*key));
        for key in a.keys().chain(new) {
            path.push(key.clone());
            walk(path, a.get(key), b.get(key), found);
            path.pop();
        }
        return;
    }
    found.push(ValueChange { path: path.clone(), before, after });
}

impl ValueChange<'_> {
    /// Describes where in the scenario a value is, as in "Agaric, card 3, defense" or "rules,
    /// rounds".
    fn said(&self, people: &People) -> String {
        let mut parts = vec![];
        let mut path = self.path.iter().map(String::as_str).peekable();
        while let Some(part) = path.next() {
            match (part, path.peek()) {
                ("roster", _) => {}
                ("fighters", Some(key)) => {
                    parts.push(people.get(key).name);
                    path.next();
                }
                ("cards", Some(card)) => {
                    parts.push(format!("card {card}"));
                    path.next();
                }
                ("line-up", _) => parts.push("line-up".to_owned()),
                _ => parts.push(part.replace(['_', '-'], " ")),
            }
        }
        parts.join(", ")
    }
}

/// Formats a value of the scenario; `None` is a value that the variant does not have.
fn shown(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "–".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(values)) => {
            let values = values.iter().map(|value| shown(Some(value)));
            values.collect::<Vec<_>>().join(", ")
        }
        Some(Value::Object(fields)) => {
            let played = |(key, _): &(&String, _)| !IDLE.contains(&key.as_str());
            let fields = fields.iter().filter(played);
            let fields = fields.map(|(key, value)| format!("{key} {}", shown(Some(value))));
            fields.collect::<Vec<_>>().join(", ")
        }
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_differs_is_named_as_people_name_it() {
        let scenario = |defense: u8, rounds: u8, more: Value| {
            json!({
                "title": format!("table {rounds}"),
                "rules": { "rounds": rounds, "rocks_from": 3 },
                "roster": { "fighters": { "agaric": {
                    "name": format!("Agaric {rounds}"),
                    "size": 5,
                    "cards": { "3": { "defense": defense, "printed": [defense] }, "9": more },
                } } },
            })
        };
        let before = scenario(4, 7, Value::Null);
        let after = scenario(9, 12, json!({ "melee": 2, "technique": "strike" }));
        let manifest = crate::report::sample::manifest(&crate::stats::sample::cast(4, 4), 10);
        let people = People::of(&manifest);
        let table = |after| filled(Table::new("", "", ""), &changes(&before, after), &people);
        let rows = |table: &Table| -> Vec<String> {
            let line = |row| {
                let cells = table.columns.iter().map(|column| column.shown(row));
                cells.collect::<Vec<_>>().join(" | ")
            };
            (0..table.height()).map(line).collect()
        };
        assert_eq!(
            rows(&table(&after)),
            [
                "Agaric, card 3, defense | 4 | 9",
                "Agaric, card 9 | – | melee 2, technique strike",
                "rules, rounds | 7 | 12",
            ]
        );
        assert_eq!(rows(&table(&before)), [""; 0]);
        let draw = ValueChange {
            path: ["line-up", "team_size"].map(str::to_owned).into(),
            before: None,
            after: None,
        };
        assert_eq!(draw.said(&people), "line-up, team size");
    }
}
