//! The folder of the studio: its files, and the reports in it.

use axum::Json;
use axum::extract::Query;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Answered, JsonQuery, Shared, frames};
use crate::games::titles;
use crate::studio::new_scenario::shipped;
use crate::studio::reports::OpenedReport;

/// Returns the data that the page needs when it opens: the files of the folder, the games, and the
/// questions that were asked.
pub(super) fn start(shared: &Shared, (): ()) -> Answered<Json<Value>> {
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
}

#[derive(Deserialize)]
pub(super) struct NamedReport {
    folder: String,
}

/// Returns the scenario of a report.
pub(super) fn open_report(
    shared: &Shared,
    Json(asked): Json<NamedReport>,
) -> Answered<Json<OpenedReport>> {
    Ok(Json(OpenedReport::new(&shared.workspace, &asked.folder)?))
}

/// Returns the page of a report.
pub(super) fn page_of_report(
    shared: &Shared,
    Query(query): Query<JsonQuery>,
) -> Answered<Response> {
    let asked: NamedReport = query.read()?;
    let page = shared.workspace.inside(&format!("{}/report.html", asked.folder))?;
    frames::page_of_report(&shared.workspace.folder().join(page))
}
