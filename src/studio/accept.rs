//! Turns the edits that a question proposes into edits of the page, in the form `PATH=VALUE`.

use serde_json::{Map, Value as Json};

use crate::analysis::knobs::{self, StepKind};
use crate::scenario::{Edit, Scenario};

/// Adds the entry `settings` to a row of the table of edits: the settings that make the edit. The
/// list is empty if settings cannot make the edit.
pub fn with_settings(scenario: &Scenario, mut row: Map<String, Json>) -> Json {
    let edits = edits(scenario, &row).unwrap_or_default();
    let settings = scenario.settings(&edits).unwrap_or_default();
    row.insert("settings".into(), settings.into());
    row.into()
}

fn edits(scenario: &Scenario, row: &Map<String, Json>) -> Option<Vec<Edit>> {
    let text = |column: &str| row.get(column).and_then(Json::as_str);
    let (field, to) = (text("field")?, text("to")?);
    if text("step") != Some(StepKind::Swap.name()) {
        let value = serde_json::from_str(to).unwrap_or_else(|_| Json::from(to));
        return Some(vec![Edit::new(field, value)]);
    }
    let fighter = text("fighter")?.to_owned();
    let knobs = knobs::of_fighters(scenario, &[fighter]);
    let knob = knobs.iter().find(|knob| knob.field == field)?;
    Some(knob.step(StepKind::Swap)?.edits.clone())
}
