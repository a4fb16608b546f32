//! Edits of the page, in the form `PATH=VALUE`: those that a question proposes, and those that are
//! refused, with further edits that make them acceptable.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::workspace::path_of;
use crate::analysis::knobs::{self, StepKind};
use crate::scenario::{Edit, Fault, Faults, Location, Scenario};
use crate::words::shown_line;

/// Maximum number of further edits that a refusal proposes.
const MOST_JOINT: usize = 3;
/// Maximum distance of a proposed number from the scenario's own number.
const REACH: u64 = 12;

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

/// Why edits of a scenario are refused, and what makes them acceptable.
#[derive(Debug, Serialize)]
pub struct Refusal {
    /// The messages of the command line.
    faults: Vec<String>,
    /// The refused edits, each with its reason.
    refused: Vec<[String; 2]>,
    /// Further edits with which all edits are accepted; empty if none are found.
    joint: Vec<String>,
}

impl Refusal {
    /// Describes the faults of edits. `check` returns the faults of other edits, or `None` if they
    /// cannot be checked.
    pub fn new(
        scenario: &Scenario,
        edits: &[String],
        faults: &Faults,
        check: impl Fn(&[String]) -> Option<Faults>,
    ) -> Refusal {
        let refused = faults.iter().filter_map(|fault| {
            let Location::Setting(edit) = &fault.location else {
                return None;
            };
            let own = path_of(edit) == fault.field;
            let field = fault.field.rsplit('.').next().unwrap_or_default();
            let name = if own { "" } else { field };
            let parts = [name, &fault.what].into_iter().filter(|part| !part.is_empty());
            Some([edit.to_string(), parts.collect::<Vec<_>>().join(": ")])
        });
        Refusal {
            faults: faults.to_string().lines().map(shown_line).collect(),
            refused: refused.collect(),
            joint: joint(scenario, edits, faults, check).unwrap_or_default(),
        }
    }
}

/// Searches further edits with which all edits are accepted. Each of them changes a number at
/// fault, so that fewer faults are left. Tries first the numbers of the other fields at fault,
/// because a card may have to exchange its attacks; then the nearest numbers.
fn joint(
    scenario: &Scenario,
    edits: &[String],
    faults: &Faults,
    check: impl Fn(&[String]) -> Option<Faults>,
) -> Option<Vec<String>> {
    let own = |fault: &Fault| scenario.value(&fault.field).and_then(Json::as_u64);
    let numbers: Vec<u64> = faults.iter().filter_map(own).collect();
    let (mut all, mut left) = (edits.to_vec(), faults.clone());
    while !left.is_empty() {
        let free = |fault: &&Fault| all.iter().all(|edit| path_of(edit) != fault.field);
        let tried = left.iter().filter(free).find_map(|fault| {
            let now = own(fault)?;
            let near = (1..=REACH).flat_map(|by| [now.checked_sub(by), Some(now + by)]);
            numbers.iter().copied().chain(near.flatten()).find_map(|number| {
                let edit = format!("{}={number}", fault.field);
                let more = [&all[..], &[edit]].concat();
                let faults = check(&more)?;
                let mended = faults.iter().all(|other| other.field != fault.field);
                (mended && faults.count() < left.count()).then_some((more, faults))
            })
        });
        (all, left) = tried.filter(|(all, _)| all.len() <= edits.len() + MOST_JOINT)?;
    }
    Some(all.split_off(edits.len()))
}
