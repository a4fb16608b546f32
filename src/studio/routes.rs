//! The routes of the studio's server: the handler of each address.

use std::convert::Infallible;
use std::sync::Arc;

use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::middleware::from_fn_with_state;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream::{Stream, unfold};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use super::access::{Access, guard};
use super::asking::{self, AskedQuestion, settings, strategy};
use super::failure::RequestError;
use super::jobs::{AskedJobs, JobProgress, JobState};
use super::live::{self, LiveRequest, PATIENCE};
use super::new_scenario::{AskedScenario, shipped};
use super::reports::OpenedReport;
use super::sheets::ScenarioSheet;
use super::watching::{self, AskedGame};
use super::workspace::{Workspace, names_bots, no_changes};
use super::{accept, assets, shown};
use crate::games::titles;
use crate::questions::shape::StrikingGames;
use crate::questions::{self, AnyQuestion};
use crate::report::{Found, Manifest};
use crate::scenario::read_bytes;
use crate::session::new_scenario::ScenarioTarget;
use crate::shell;

/// Maximum size of a request's body, in bytes.
pub const MOST_BODY: usize = 64 << 10;
/// Maximum number of comparisons that play at the same time; more of them wait.
const MOST_PLAYS: usize = 4;
/// Maximum number of shown games that are played, and of reports that are read, at the same time;
/// more of them wait.
const MOST_GAMES: usize = 2;

/// What all requests share.
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
    Router::new()
        .route("/", get(assets::index))
        .route("/page/{name}", get(assets::file))
        .route("/api/start", get(start))
        .route("/api/report", post(open_report))
        .route("/api/report.html", get(kept_report))
        .route("/api/new", post(new_scenario))
        .route("/api/sheet", post(sheet))
        .route("/api/check", post(check))
        .route("/api/live", get(live))
        .route("/api/ask", post(ask))
        .route("/api/jobs/{id}/events", get(follow))
        .route("/api/jobs/{id}/cancel", post(cancel))
        .route("/api/jobs/{id}/answer", get(answer))
        .route("/api/jobs/{id}/report.html", get(report))
        .route("/api/game", post(game_command))
        .route("/api/game.html", get(game))
        .route("/api/striking", post(striking))
        .route("/api/save", post(save))
        .fallback(missing)
        .layer(DefaultBodyLimit::max(MOST_BODY))
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

/// A scenario that the page names, with edits in the form `PATH=VALUE`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Edited {
    scenario: String,
    #[serde(default)]
    edits: Vec<String>,
}

async fn start(State(shared): State<Arc<Shared>>) -> Answered<Json<Value>> {
    apart(move || {
        let workspace = &shared.workspace;
        let entries = workspace.entries();
        let games: Vec<Value> = titles()
            .map(|title| json!({ "name": title.name(), "about": title.about() }))
            .collect();
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NamedReport {
    folder: String,
}

async fn open_report(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<NamedReport>,
) -> Answered<Json<OpenedReport>> {
    // Reports can be large: few are read at the same time.
    let games = Arc::clone(&shared.games);
    let permit = games.acquire_owned().await;
    let permit = permit.map_err(|_| RequestError::busy("the studio is ending"))?;
    apart(move || {
        let _permit = permit;
        Ok(Json(OpenedReport::new(&shared.workspace, &asked.folder)?))
    })
    .await
}

/// Returns the page of a report in the folder of the studio.
async fn kept_report(
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

async fn new_scenario(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<AskedScenario>,
) -> Answered<Json<Value>> {
    apart(move || Ok(Json(json!({ "path": asked.write(&shared.workspace)? })))).await
}

async fn sheet(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<Edited>,
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
struct CheckedEdits {
    scenario: String,
    edits: Vec<String>,
    version: Option<String>,
}

async fn check(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<CheckedEdits>,
) -> Answered<Json<Value>> {
    apart(move || {
        let (workspace, version) = (&shared.workspace, asked.version.as_deref());
        workspace.check(&asked.scenario, &asked.edits, version)?;
        Ok(Json(json!({})))
    })
    .await
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedComparison {
    scenario: String,
    edits: Vec<String>,
    /// The bot that plays every seat; absent if the scenario's own bots play.
    player: Option<String>,
    #[serde(default = "first_seed")]
    seed: u64,
    /// Half-width of the intervals at which the comparison ends, as a share.
    precision: Option<f64>,
    /// True if the reference player plays as well.
    #[serde(default)]
    reference: bool,
}

fn first_seed() -> u64 {
    1
}

async fn live(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<JsonQuery>,
) -> Answered<Response> {
    let asked: AskedComparison = query.read()?;
    let plays = Arc::clone(&shared.plays);
    let request = apart(move || {
        let workspace = &shared.workspace;
        let player = asked.player.as_ref();
        workspace.played(&asked.scenario, &asked.edits, player)?;
        let path = workspace.scenario(&asked.scenario)?;
        let path = shell::argument(&path).display().to_string();
        let edited = !asked.edits.is_empty();
        let mut words = match edited {
            true => vec![path],
            // Shows the win rates as they are.
            false => vec![path.clone(), path],
        };
        words.extend(settings(&asked.edits));
        words.extend(strategy(player));
        words.extend(["--seed".to_owned(), asked.seed.to_string()]);
        Ok(LiveRequest {
            words,
            edited,
            // As in a command whose flag `--strategy` names bots, bots that the page chooses have
            // no reference player.
            reference: asked.reference
                && player.is_none()
                && !asked.edits.iter().any(|edit| names_bots(edit)),
            precision: asked.precision,
            patience: PATIENCE,
        })
    })
    .await?;
    let permit = plays.acquire_owned().await;
    let permit = permit.map_err(|_| RequestError::busy("the studio is ending"))?;
    let events = live::events(request, permit);
    Ok(events.keep_alive(KeepAlive::default()).into_response())
}

async fn ask(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<AskedQuestion>,
) -> Answered<Json<JobProgress>> {
    apart(move || {
        // The rehearsal of a question that plays already would fail for another reason.
        shared.jobs.idle()?;
        let words = asking::words(&asked, &shared.workspace)?;
        let (question, typed) = parsed(&words)?;
        let rehearsal = question.rehearse(&typed)?;
        let job = shared.jobs.ask(asked, &words, rehearsal)?;
        Ok(Json(job.progress()))
    })
    .await
}

/// Parses the words of a command line, without `gong`.
pub fn parsed(words: &[String]) -> anyhow::Result<(&'static dyn AnyQuestion, clap::ArgMatches)> {
    let name = words.first().map_or("", String::as_str);
    let question = questions::named(name);
    let question = question.ok_or_else(|| anyhow::anyhow!("there is no question `{name}`"))?;
    Ok((question, question.command().try_get_matches_from(words)?))
}

async fn follow(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<usize>,
) -> Answered<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let mut states = shared.jobs.get(id)?.follow();
    states.mark_changed();
    // The last state is told once, and then the stream ends.
    let stream = unfold((states, false), |(mut states, ended)| async move {
        if ended || states.changed().await.is_err() {
            return None;
        }
        let state = states.borrow_and_update().clone();
        let ended = state.state != JobState::Playing;
        let event = Event::default().event("progress").json_data(state).ok()?;
        Some((Ok(event), (states, ended)))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

async fn cancel(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<usize>,
) -> Answered<Json<JobProgress>> {
    let job = shared.jobs.get(id)?;
    job.cancel();
    Ok(Json(job.progress()))
}

/// The columns of the tables of results that the page uses: the values that a question changes, and
/// what the changes do.
const USED: [&str; 16] = [
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
    "entrant",
    "measure",
    "difference",
    "screened",
    "verdict",
];

async fn answer(State(shared): State<Arc<Shared>>, Path(id): Path<usize>) -> Answered<Json<Value>> {
    apart(move || {
        let job = shared.jobs.get(id)?;
        let folder = &job.folder;
        let manifest = Manifest::read(folder)?;
        let found = Found::read(folder, &manifest)?;
        let (question, typed) = parsed(&found.command)?;
        let answer = question.answer(&typed, &found, folder)?;
        let asked = &job.asked;
        let scenario = shared.workspace.edited(&asked.scenario, &asked.edits)?;
        let table = |name: &str| {
            let table = answer.tables.named(name).ok()?;
            Some(shown::rows(table, &USED))
        };
        let edits = table("edits").unwrap_or_default().into_iter();
        let warnings = answer.page.warnings(&manifest);
        let edits: Vec<Value> = edits
            .map(|row| accept::with_settings(&scenario, row))
            .collect();
        Ok(Json(json!({
            "command": manifest.command,
            "partial": manifest.partial,
            "answer": shown::ShownAnswer {
                // The report also has the sentences of a bot that played in place of untrained
                // ones.
                verdict: manifest.verdict,
                ..shown::ShownAnswer::new(&answer, &warnings)
            },
            "sensitivity": table("sensitivity"),
            "solutions": table("solutions"),
            "edits": edits,
        })))
    })
    .await
}

/// The policy of a report and of a replay: their scripts and styles are inside their page, which is
/// shut off from the studio.
const REPORT_POLICY: &str = "sandbox allow-scripts allow-popups; default-src 'none'; img-src data:; \
    style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

async fn report(State(shared): State<Arc<Shared>>, Path(id): Path<usize>) -> Answered<Response> {
    apart(move || page_of_report(&shared.jobs.get(id)?.folder.join("report.html"))).await
}

/// Returns the response with the page of a report.
fn page_of_report(page: &std::path::Path) -> Answered<Response> {
    let text = read_bytes(page, MOST_REPORT).map_err(RequestError::missing)?;
    Ok(sandboxed("text/html; charset=utf-8", text))
}

/// Returns the response for an inner frame of the page.
fn sandboxed(kind: &'static str, text: Vec<u8>) -> Response {
    let headers = [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, REPORT_POLICY),
    ];
    (headers, text).into_response()
}

/// Checks a game that the page wants to show. Returns the command that shows the same game.
async fn game_command(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<AskedGame>,
) -> Answered<Json<Value>> {
    apart(move || {
        let command = asked.command(&shared.workspace)?;
        Ok(Json(json!({ "command": command })))
    })
    .await
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AskedSearch {
    scenario: String,
    edits: Vec<String>,
    player: Option<String>,
    seed: u64,
}

/// Finds the closest game and the greatest comeback among the first games.
async fn striking(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<AskedSearch>,
) -> Answered<Json<StrikingGames>> {
    let games = Arc::clone(&shared.games);
    let permit = games.acquire_owned().await;
    let permit = permit.map_err(|_| RequestError::busy("the studio is ending"))?;
    apart(move || {
        let _permit = permit;
        let workspace = &shared.workspace;
        let scenario = workspace.played(&asked.scenario, &asked.edits, asked.player.as_ref())?;
        Ok(Json(StrikingGames::find(&scenario, asked.seed)?))
    })
    .await
}

/// Plays a game, and returns the page of its replay. The messages of a failure are plain text,
/// because the inner frame of the page shows them.
async fn game(State(shared): State<Arc<Shared>>, Query(query): Query<JsonQuery>) -> Response {
    match replay(shared, &query).await {
        Ok(page) => sandboxed("text/html; charset=utf-8", page),
        Err(failed) => {
            let told = failed.messages().join("\n").into_bytes();
            let response = sandboxed("text/plain; charset=utf-8", told);
            (failed.status(), response).into_response()
        }
    }
}

async fn replay(shared: Arc<Shared>, query: &JsonQuery) -> Answered<Vec<u8>> {
    let asked: AskedGame = query.read()?;
    let games = Arc::clone(&shared.games);
    let words = apart(move || asked.words(&shared.workspace)).await?;
    let permit = games.acquire().await;
    let _permit = permit.map_err(|_| RequestError::busy("the studio is ending"))?;
    watching::page(&words).await
}

/// Maximum size of a report's page, in bytes.
const MOST_REPORT: u64 = 64 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Saved {
    scenario: String,
    edits: Vec<String>,
    /// Name of the new file, without folder.
    name: String,
}

/// Writes the scenario with its edits as a new file in the folder of the studio.
async fn save(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<Saved>,
) -> Answered<Json<Value>> {
    apart(move || {
        let workspace = &shared.workspace;
        let name = Workspace::new_file(&asked.name)?;
        workspace.edited(&asked.scenario, &asked.edits)?;
        let path = workspace.scenario(&asked.scenario)?;
        let target = ScenarioTarget::new(&workspace.folder().join(&name), "");
        let target = target.map_err(anyhow::Error::from)?;
        let head = [format!("Made by gong studio from {}", path.display())];
        let text = target.text(&path, &no_changes(), &asked.edits, &head)?;
        target.write(&text)?;
        Ok(Json(json!({ "path": name })))
    })
    .await
}
