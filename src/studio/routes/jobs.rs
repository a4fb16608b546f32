//! Questions that the page asks: their progress, their answers and their reports.

use axum::Json;
use axum::extract::Path;
use axum::response::Response;
use serde_json::{Value, json};

use super::frames::page_of_report;
use super::{Answered, Shared};
use crate::report::{Found, Manifest};
use crate::studio::asking::{self, AskedQuestion, parsed};
use crate::studio::jobs::{AskedJob, JobProgress};
use crate::studio::workspace::Workspace;
use crate::studio::{accept, shown};

pub(super) fn ask(
    shared: &Shared,
    Json(asked): Json<AskedQuestion>,
) -> Answered<Json<JobProgress>> {
    // Checked first: while a question plays, a rehearsal of it would fail with another error.
    drop(shared.jobs.idle()?);
    let words = asking::words(&asked, &shared.workspace)?;
    let (question, typed) = parsed(&words)?;
    let rehearsal = question.rehearse(&typed, &|_| ())?;
    let job = shared.jobs.ask(asked, &words, rehearsal)?;
    Ok(Json(job.progress()))
}

pub(super) fn progress(shared: &Shared, Path(id): Path<usize>) -> Answered<Json<JobProgress>> {
    Ok(Json(shared.jobs.get(id)?.progress()))
}

pub(super) fn cancel(shared: &Shared, Path(id): Path<usize>) -> Answered<Json<JobProgress>> {
    let job = shared.jobs.get(id)?;
    job.cancel();
    Ok(Json(job.progress()))
}

/// The columns of the tables of results that the page uses: the values that a question changes, and
/// the effects of the changes.
const USED: [&str; 14] = [
    "solution",
    "edits",
    "distance",
    "certified",
    "field",
    "fighter",
    "words",
    "now",
    "from",
    "to",
    "step",
    "change",
    "changes",
    "screened",
];

/// Maximum number of rows of a table that the page shows below an answer.
const MOST_ROWS: usize = 60;
/// Maximum number of tables that the page shows below an answer.
const MOST_TABLES: usize = 4;

pub(super) fn answer(shared: &Shared, Path(id): Path<usize>) -> Answered<Json<Value>> {
    let job = shared.jobs.get(id)?;
    Ok(Json(job.answer(|| build(&shared.workspace, &job))?))
}

/// Builds the answer of a question from its report, with only the rows that the page draws.
fn build(workspace: &Workspace, job: &AskedJob) -> Answered<Value> {
    let folder = &job.folder;
    let manifest = Manifest::read(folder)?;
    let found = Found::read(folder, &manifest)?;
    let (question, typed) = parsed(&found.command)?;
    let answer = question.answer(&typed, &found, folder, &manifest)?;
    let scenario = workspace.open(&job.progress().asked.of)?;
    let table = |name: &str| answer.tables.named(name).ok();
    let edits = table("edits").map(|table| shown::rows(table, &USED));
    let edits = edits.unwrap_or_default().into_iter();
    let edits: Vec<Value> = edits.map(|row| accept::with_settings(&scenario, row)).collect();
    let warnings = answer.page.warnings(&manifest);
    let mut shown = shown::ShownAnswer::new(&answer, &warnings);
    shown.tables.retain(|table| table.rows.len() <= MOST_ROWS);
    shown.tables.truncate(MOST_TABLES);
    Ok(json!({
        "command": manifest.command,
        "partial": manifest.partial,
        "answer": shown,
        "steps": table("steps").map(|table| shown::rows(table, &USED)),
        "solutions": table("solutions").map(|table| shown::rows(table, &USED)),
        "edits": edits,
    }))
}

pub(super) fn report(shared: &Shared, Path(id): Path<usize>) -> Answered<Response> {
    page_of_report(&shared.jobs.get(id)?.folder.join("report.html"))
}
