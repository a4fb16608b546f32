//! Games that play while the page waits: the comparison of a scenario before and after its edits,
//! games on a board, and the search for striking games.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::sse::KeepAlive;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::frames::sandboxed;
use super::{Answered, JsonQuery, Shared, apart, permit};
use crate::questions::shape::StrikingGames;
use crate::studio::live::{self, AskedComparison};
use crate::studio::watching::{self, AskedGame};
use crate::studio::workspace::AskedVariant;

/// Plays a comparison, and returns its events.
pub(super) async fn live(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<JsonQuery>,
) -> Answered<Response> {
    let asked: AskedComparison = query.read()?;
    let plays = Arc::clone(&shared.plays);
    let request = apart(move || asked.request(&shared.workspace)).await?;
    Ok(live::events(request, plays).keep_alive(KeepAlive::default()).into_response())
}

/// Checks a game that the page wants to show. Returns the command that shows the same game.
pub(super) fn command(shared: &Shared, Json(asked): Json<AskedGame>) -> Answered<Json<Value>> {
    Ok(Json(json!({ "command": asked.command(&shared.workspace)? })))
}

#[derive(Deserialize)]
pub(super) struct AskedSearch {
    #[serde(flatten)]
    of: AskedVariant,
    seed: u64,
}

/// Finds the closest game and the greatest comeback among the first games.
pub(super) fn striking(
    shared: &Shared,
    Json(asked): Json<AskedSearch>,
) -> Answered<Json<StrikingGames>> {
    let scenario = shared.workspace.open(&asked.of)?;
    Ok(Json(StrikingGames::find(&scenario, asked.seed)?))
}

/// Plays a game, and returns the page of its replay. The messages of a failure are plain text,
/// because the inner frame of the page shows them.
pub(super) async fn page(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<JsonQuery>,
) -> Response {
    match replay(shared, &query).await {
        Ok(page) => sandboxed("text/html; charset=utf-8", page),
        Err(failed) => {
            let told = failed.messages.join("\n").into_bytes();
            let response = sandboxed("text/plain; charset=utf-8", told);
            (failed.status, response).into_response()
        }
    }
}

async fn replay(shared: Arc<Shared>, query: &JsonQuery) -> Answered<Vec<u8>> {
    let asked: AskedGame = query.read()?;
    let games = Arc::clone(&shared.games);
    let words = apart(move || asked.words(&shared.workspace)).await?;
    let _permit = permit(&games).await?;
    watching::page(&words).await
}
