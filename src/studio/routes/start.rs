//! The data that the page needs when it opens: the files of the folder, the games, and the
//! questions that were asked.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};

use super::{Answered, Shared, apart};
use crate::games::titles;
use crate::studio::new_scenario::shipped;

pub(super) async fn start(State(shared): State<Arc<Shared>>) -> Answered<Json<Value>> {
    apart(move || {
        let workspace = &shared.workspace;
        let entries = workspace.entries();
        let games: Vec<Value> =
            titles().map(|title| json!({ "name": title.name(), "about": title.about() })).collect();
        let shipped = shipped(&entries.scenarios)?;
        let folder = workspace.folder().display().to_string();
        Ok(Json(json!({
            // Windows begins a path without links with this prefix.
            "folder": folder.trim_start_matches(r"\\?\"),
            "given": workspace.given(),
            "scenarios": entries.scenarios,
            "reports": entries.reports,
            "games": games,
            "shipped": shipped,
            "jobs": shared.jobs.list(),
        })))
    })
    .await
}
