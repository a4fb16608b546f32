//! Scenarios: the page creates one, shows its values, checks edits of them, and saves them.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answered, Shared, apart};
use crate::session::new_file::NewFile;
use crate::studio::accept::Refusal;
use crate::studio::new_scenario::AskedScenario;
use crate::studio::sheets::ScenarioSheet;
use crate::studio::workspace::{Workspace, no_changes};

/// A scenario that the page names, with edits in the form `PATH=VALUE`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EditedScenario {
    scenario: String,
    #[serde(default)]
    edits: Vec<String>,
}

pub(super) async fn create(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<AskedScenario>,
) -> Answered<Json<Value>> {
    apart(move || Ok(Json(json!({ "path": asked.write(&shared.workspace)? })))).await
}

pub(super) async fn sheet(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<EditedScenario>,
) -> Answered<Json<ScenarioSheet>> {
    apart(move || {
        let scenario = shared.workspace.edited(&asked.scenario, &asked.edits)?;
        Ok(Json(ScenarioSheet::new(&scenario)))
    })
    .await
}

/// A scenario with edits, and the version of the values that the page shows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckedEdits {
    scenario: String,
    edits: Vec<String>,
    version: Option<String>,
}

pub(super) async fn check(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<CheckedEdits>,
) -> Answered<(StatusCode, Json<Option<Refusal>>)> {
    apart(move || {
        let (workspace, version) = (&shared.workspace, asked.version.as_deref());
        let refusal = workspace.check(&asked.scenario, &asked.edits, version)?;
        let status = match refusal {
            Some(_) => StatusCode::UNPROCESSABLE_ENTITY,
            None => StatusCode::OK,
        };
        Ok((status, Json(refusal)))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Saved {
    scenario: String,
    edits: Vec<String>,
    /// Name of the new file, without folder.
    name: String,
}

/// Writes the scenario with its edits as a new file in the folder of the studio.
pub(super) async fn save(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<Saved>,
) -> Answered<Json<Value>> {
    apart(move || {
        let workspace = &shared.workspace;
        let name = Workspace::new_file(&asked.name)?;
        workspace.edited(&asked.scenario, &asked.edits)?;
        let path = workspace.scenario(&asked.scenario)?;
        let target = NewFile::new(&workspace.folder().join(&name), "toml", "");
        let target = target.map_err(anyhow::Error::from)?;
        let head = [format!("Made by gong studio from {}", path.display())];
        let text = target.scenario_text(&path, &no_changes(), &asked.edits, &head)?;
        target.write(&text)?;
        Ok(Json(json!({ "path": name })))
    })
    .await
}
