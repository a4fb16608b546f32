//! The routes of the studio's server: the handler of each address.

mod folder;
mod frames;
mod jobs;
mod play;
mod scenarios;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{FromRequest, State};
use axum::middleware::from_fn_with_state;
use axum::response::IntoResponse;
use axum::routing::{MethodFilter, MethodRouter, get, on};
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

/// Returns the service that answers all requests.
pub fn router(shared: Arc<Shared>, access: Access) -> Router {
    const GET: MethodFilter = MethodFilter::GET;
    const POST: MethodFilter = MethodFilter::POST;
    Router::new()
        .route("/", get(assets::index))
        .route("/page/{name}", get(assets::file))
        .route("/api/start", short(GET, folder::start))
        .route("/api/report", long(POST, folder::open_report))
        .route("/api/report.html", short(GET, folder::page_of_report))
        .route("/api/new", short(POST, scenarios::create))
        .route("/api/sheet", short(POST, scenarios::sheet))
        .route("/api/check", short(POST, scenarios::check))
        .route("/api/live", get(play::live))
        .route("/api/ask", short(POST, jobs::ask))
        .route("/api/jobs/{id}", short(GET, jobs::progress))
        .route("/api/jobs/{id}/cancel", short(POST, jobs::cancel))
        .route("/api/jobs/{id}/answer", short(GET, jobs::answer))
        .route("/api/jobs/{id}/report.html", short(GET, jobs::report))
        .route("/api/game", short(POST, play::command))
        .route("/api/game.html", get(play::page))
        .route("/api/striking", long(POST, play::striking))
        .route("/api/save", short(POST, scenarios::save))
        .fallback(missing)
        .layer(from_fn_with_state(access, guard))
        .with_state(shared)
}

async fn missing() -> RequestError {
    RequestError::missing("the studio has no such address")
}

/// Answers requests with `work`, on a thread of its own.
fn short<E, M, T>(
    method: MethodFilter,
    work: fn(&Shared, E) -> Answered<T>,
) -> MethodRouter<Arc<Shared>>
where
    E: FromRequest<Arc<Shared>, M> + Send + 'static,
    M: 'static,
    T: IntoResponse + Send + 'static,
{
    on(method, move |State(shared): State<Arc<Shared>>, asked: E| {
        apart(move || work(&shared, asked))
    })
}

/// Answers requests with `work` as [`short`] does, but only a few at the same time.
fn long<E, M, T>(
    method: MethodFilter,
    work: fn(&Shared, E) -> Answered<T>,
) -> MethodRouter<Arc<Shared>>
where
    E: FromRequest<Arc<Shared>, M> + Send + 'static,
    M: 'static,
    T: IntoResponse + Send + 'static,
{
    on(method, move |State(shared): State<Arc<Shared>>, asked: E| async move {
        let permit = permit(&shared.games).await?;
        apart(move || {
            let _permit = permit;
            work(&shared, asked)
        })
        .await
    })
}

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
