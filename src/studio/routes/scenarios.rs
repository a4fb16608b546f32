//! Scenarios: the page creates one, shows its values, checks edits of them, and saves them.

use axum::Json;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answered, Shared};
use crate::session::new_file::NewFile;
use crate::session::{ScenarioArgs, Sets};
use crate::studio::accept::Refusal;
use crate::studio::new_scenario::AskedScenario;
use crate::studio::sheets::ScenarioSheet;
use crate::studio::workspace::{AskedVariant, Workspace};

pub(super) fn create(shared: &Shared, Json(asked): Json<AskedScenario>) -> Answered<Json<Value>> {
    Ok(Json(json!({ "path": asked.write(&shared.workspace)? })))
}

pub(super) fn sheet(
    shared: &Shared,
    Json(asked): Json<AskedVariant>,
) -> Answered<Json<ScenarioSheet>> {
    Ok(Json(ScenarioSheet::new(&shared.workspace.open(&asked)?)))
}

/// A scenario with edits, and the version of the values that the page shows.
#[derive(Deserialize)]
pub(super) struct CheckedEdits {
    #[serde(flatten)]
    of: AskedVariant,
    version: Option<String>,
}

pub(super) fn check(
    shared: &Shared,
    Json(asked): Json<CheckedEdits>,
) -> Answered<(StatusCode, Json<Option<Refusal>>)> {
    let refusal = shared.workspace.check(&asked.of, asked.version.as_deref())?;
    let status = match refusal {
        Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
        None => StatusCode::OK,
    };
    Ok((status, Json(refusal)))
}

#[derive(Deserialize)]
pub(super) struct Saved {
    #[serde(flatten)]
    of: AskedVariant,
    /// Name of the new file, without folder.
    name: String,
}

/// Writes the scenario with its edits as a new file in the folder of the studio.
pub(super) fn save(
    Shared { workspace, .. }: &Shared,
    Json(Saved { of, name }): Json<Saved>,
) -> Answered<Json<Value>> {
    let name = Workspace::new_file(&name)?;
    workspace.open(&of)?;
    let path = workspace.scenario(&of.scenario)?;
    let target = NewFile::new(&workspace.folder().join(&name), "toml", "");
    let target = target.map_err(anyhow::Error::from)?;
    let head = [format!("Made by gong studio from {}", path.display())];
    let changes = ScenarioArgs { sets: Sets { sets: of.edits }, strategies: vec![] };
    let text = target.scenario_text(&path, &changes, &[], &head)?;
    target.write(&text)?;
    Ok(Json(json!({ "path": name })))
}
