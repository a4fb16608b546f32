//! The routes of the studio's server: the handler of each address.

mod comparison;
mod frames;
mod games;
mod jobs;
mod reports;
mod scenarios;
mod start;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::access::{Access, guard};
use super::assets;
use super::failure::RequestError;
use super::jobs::AskedJobs;
use super::workspace::Workspace;

/// Maximum number of comparisons that play at the same time; further comparisons wait.
const MOST_PLAYS: usize = 4;
/// Maximum number of shown games that are played, and of reports that are read, at the same time;
/// further requests wait, and are refused after [`LONGEST_WAIT`]: a browser has six connections to
/// the studio, and its windows share them.
const MOST_GAMES: usize = 2;
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// The state that all requests share.
pub struct Shared {
    pub workspace: Workspace,
    pub jobs: AskedJobs,
    plays: Arc<Semaphore>,
    games: Arc<Semaphore>,
}

impl Shared {
    pub fn new(workspace: Workspace) -> Shared {
        Shared {
            workspace,
            jobs: AskedJobs::default(),
            plays: Arc::new(Semaphore::new(MOST_PLAYS)),
            games: Arc::new(Semaphore::new(MOST_GAMES)),
        }
    }
}

type Answered<T> = Result<T, RequestError>;

/// Waits until fewer requests than the maximum hold a permit, and returns a permit. The request
/// counts until the permit is dropped.
///
/// # Errors
/// Fails if the other requests take long.
async fn permit(requests: &Arc<Semaphore>) -> Answered<OwnedSemaphorePermit> {
    let permit = timeout(LONGEST_WAIT, Arc::clone(requests).acquire_owned()).await;
    permit.ok().and_then(Result::ok).ok_or_else(|| {
        RequestError::busy(
            "the studio plays other games that are shown, or reads other reports: try again when \
             they have ended",
        )
    })
}

/// Returns the service that answers all requests.
pub fn router(shared: Arc<Shared>, access: Access) -> Router {
    Router::new()
        .route("/", get(assets::index))
        .route("/page/{name}", get(assets::file))
        .route("/api/start", get(start::start))
        .route("/api/report", post(reports::open))
        .route("/api/report.html", get(reports::page))
        .route("/api/new", post(scenarios::create))
        .route("/api/sheet", post(scenarios::sheet))
        .route("/api/check", post(scenarios::check))
        .route("/api/live", get(comparison::live))
        .route("/api/ask", post(jobs::ask))
        .route("/api/jobs/{id}", get(jobs::progress))
        .route("/api/jobs/{id}/cancel", post(jobs::cancel))
        .route("/api/jobs/{id}/answer", get(jobs::answer))
        .route("/api/jobs/{id}/report.html", get(jobs::report))
        .route("/api/game", post(games::command))
        .route("/api/game.html", get(games::page))
        .route("/api/striking", post(games::striking))
        .route("/api/save", post(scenarios::save))
        .fallback(missing)
        .layer(from_fn_with_state(access, guard))
        .with_state(shared)
}

async fn missing() -> RequestError {
    RequestError::missing("the studio has no such address")
}

/// Runs work that reads files or takes long on a thread of its own.
async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Answered<T> + Send + 'static,
) -> Answered<T> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => Err(anyhow::anyhow!("the studio failed: {error}").into()),
    }
}

/// A query whose settings are JSON, because a query has no lists.
#[derive(Deserialize)]
struct JsonQuery {
    asked: String,
}

impl JsonQuery {
    fn read<T: DeserializeOwned>(&self) -> Answered<T> {
        serde_json::from_str(&self.asked)
            .map_err(|error| RequestError::refused(format!("the query is unreadable: {error}")))
    }
}
