//! The comparison of a scenario before and after its edits, which plays while the page listens.

use std::sync::Arc;

use axum::extract::{Query, State};
use axum::response::sse::KeepAlive;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::{Answered, JsonQuery, Shared, apart};
use crate::studio::asking::scenario_words;
use crate::studio::live::{self, LiveRequest, PATIENCE};
use crate::studio::workspace::names_bots;

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

pub(super) async fn live(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<JsonQuery>,
) -> Answered<Response> {
    let asked: AskedComparison = query.read()?;
    let plays = Arc::clone(&shared.plays);
    let request = apart(move || {
        let workspace = &shared.workspace;
        let player = asked.player.as_ref();
        let (_, mut words) = scenario_words(workspace, &asked.scenario, &asked.edits, player)?;
        let edited = !asked.edits.is_empty();
        if !edited {
            // Compares the scenario with itself, to show its win rates.
            words.insert(0, words[0].clone());
        }
        words.extend(["--seed".to_owned(), asked.seed.to_string()]);
        Ok(LiveRequest {
            words,
            edited,
            // If the page chooses the bots, no reference player plays, as in a command with the
            // flag `--strategy`.
            reference: asked.reference
                && player.is_none()
                && !asked.edits.iter().any(|edit| names_bots(edit)),
            precision: asked.precision,
            patience: PATIENCE,
        })
    })
    .await?;
    let events = live::events(request, plays);
    Ok(events.keep_alive(KeepAlive::default()).into_response())
}
