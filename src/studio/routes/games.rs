//! Games that the page shows on a board, and the search for striking games.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::frames::sandboxed;
use super::{Answered, JsonQuery, Shared, apart, permit};
use crate::questions::shape::StrikingGames;
use crate::studio::watching::{self, AskedGame};

/// Checks a game that the page wants to show. Returns the command that shows the same game.
pub(super) async fn command(
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
pub(super) struct AskedSearch {
    scenario: String,
    edits: Vec<String>,
    player: Option<String>,
    seed: u64,
}

/// Finds the closest game and the greatest comeback among the first games.
pub(super) async fn striking(
    State(shared): State<Arc<Shared>>,
    Json(asked): Json<AskedSearch>,
) -> Answered<Json<StrikingGames>> {
    let permit = permit(&shared.games).await?;
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
pub(super) async fn page(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<JsonQuery>,
) -> Response {
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
    let _permit = permit(&games).await?;
    watching::page(&words).await
}
