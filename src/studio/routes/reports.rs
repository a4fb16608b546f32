//! Reports in the folder of the studio: the page opens their scenarios, and shows their pages.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::Response;
use serde::Deserialize;

use super::frames::page_of_report;
use super::{Answered, JsonQuery, Shared, apart, permit};
use crate::studio::reports::OpenedReport;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedReport {
    folder: String,
}

pub(super) async fn open(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<NamedReport>,
) -> Answered<Json<OpenedReport>> {
    // Reports can be large: few are read at the same time.
    let permit = permit(&shared.games).await?;
    apart(move || {
        let _permit = permit;
        Ok(Json(OpenedReport::new(&shared.workspace, &asked.folder)?))
    })
    .await
}

/// Returns the page of a report in the folder of the studio.
pub(super) async fn page(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<JsonQuery>,
) -> Answered<Response> {
    let asked: NamedReport = query.read()?;
    apart(move || {
        let workspace = &shared.workspace;
        let page = workspace.inside(&format!("{}/report.html", asked.folder))?;
        page_of_report(&workspace.folder().join(page))
    })
    .await
}
