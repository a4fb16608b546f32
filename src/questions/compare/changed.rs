//! Lists the changes between two variants of a scenario: the values in which they differ.

use anyhow::Result;
use serde_json::Value;

use super::plan::ComparePlan;
use crate::questions::experiment::Arm;
use crate::report::table::Table;
use crate::scenario::{Edit, differences};

/// Names of the values of a scenario that have no effect on the games.
const IDLE: [&str; 3] = ["title", "description", "changes"];

/// Makes one table per variant of the scenario except the first: its differences from the first
/// variant.
///
/// # Errors
/// Fails if a scenario cannot be written as JSON.
pub fn tables(plan: &ComparePlan) -> Result<Vec<Table>> {
    let scenarios = plan.experiment.own().scenarios.iter().map(serde_json::to_value);
    let scenarios = scenarios.collect::<Result<Vec<Value>, _>>()?;
    let meaning = format!(
        "Before: {}. All values that this table does not list are the same in both variants.",
        plan.experiment.arms[0].name
    );
    let table = |(i, arm): (usize, &Arm)| {
        let table = Table::new(format!("changed-{i}"), &arm.name, &meaning);
        let before =
            |edit: &Edit| scenarios[0].pointer(&format!("/{}", edit.field.replace('.', "/")));
        table
            .of(&changes(&scenarios[0], &scenarios[i]))
            .word("What", |edit| edit.field.trim_start_matches("roster."))
            .word("Before", |edit| shown(before(edit)))
            .word("After", |edit| shown(edit.value.as_ref()))
            .table
    };
    Ok((1..).zip(plan.others()).map(table).collect())
}

/// Returns the values that differ between two scenarios and have an effect on the games.
pub fn changes(before: &Value, after: &Value) -> Vec<Edit> {
    let is_idle = |edit: &Edit| match *edit.field.split('.').collect::<Vec<_>>() {
        [.., "fighters", _, "name" | "colour"] => true,
        [.., last] => IDLE.contains(&last),
        [] => false,
    };
    let mut changes = differences(before, after);
    changes.retain(|edit| !is_idle(edit));
    changes
}

/// Formats a value of the scenario; `None` is a value that the variant does not have.
fn shown(value: Option<&Value>) -> String {
    match value {
        None | Some(Value::Null) => "–".to_owned(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_values_with_an_effect_count_as_changes() {
        let scenario = |defense: u8, rounds: u8, more: Value| {
            let cards = json!({ "3": { "defense": defense, "printed": [defense] }, "9": more });
            let agaric = json!({ "name": format!("Agaric {rounds}"), "size": 5, "cards": cards });
            json!({
                "title": format!("table {rounds}"),
                "rules": { "rounds": rounds, "rocks_from": 3 },
                "roster": { "fighters": { "agaric": agaric } },
            })
        };
        let before = scenario(4, 7, Value::Null);
        let after = scenario(9, 12, json!({ "melee": 2 }));
        let changed = changes(&before, &after).into_iter();
        let changed: Vec<String> =
            changed.map(|edit| format!("{}={}", edit.field, shown(edit.value.as_ref()))).collect();
        let cards = "roster.fighters.agaric.cards";
        let [defense, more] = [".3.defense=9", ".9={\"melee\":2}"].map(|of| format!("{cards}{of}"));
        assert_eq!(changed, [defense, more, "rules.rounds=12".to_owned()]);
        assert_eq!(changes(&before, &before), []);
    }
}
