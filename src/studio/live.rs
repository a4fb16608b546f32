//! Plays a comparison of a scenario before and after edits, for as long as the page listens. The
//! number of games grows in steps, and each step ends with an answer.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::response::sse::{Event, Sse};
use futures_util::stream::{Stream, unfold};
use serde::Serialize;
use serde_json::{Map, Value as Json};
use tokio::sync::{OwnedSemaphorePermit, mpsc};

use super::failure::RequestError;
use super::shown::{self, ShownAnswer};
use crate::questions::compare::LiveComparison;

/// Number of games of the first step.
const FIRST: u64 = 40;
/// Number of games from which a comparison may end because it is precise: intervals of fewer games
/// are too narrow if no game has another result.
const ENOUGH: u64 = 1_000;
/// Intended duration of the first steps; later steps last longer.
const SHORTEST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(2);
/// Time after which a comparison pauses, even if the page still listens.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// What the page asks for.
pub struct LiveRequest {
    /// The words of the command that follow `gong compare --quick`.
    pub words: Vec<String>,
    /// True if the scenario is edited. Without edits, the scenario is compared with itself.
    pub edited: bool,
    /// Half-width of the intervals of win rates at which the comparison ends, as a share.
    pub precision: Option<f64>,
    /// Time after which the comparison pauses.
    pub patience: Duration,
}

/// The answer of one step.
#[derive(Serialize)]
struct Step {
    games: u64,
    command: String,
    /// The rows of the table `differences`.
    differences: Vec<Map<String, Json>>,
    /// The rows of the table `winners`.
    winners: Vec<Map<String, Json>>,
    answer: ShownAnswer,
    /// Reason for which no more games are played; absent if more games follow.
    ended: Option<&'static str>,
}

/// The columns of the table `differences` that the page draws.
const DRAWN: [&str; 12] = [
    "entrant",
    "strategy",
    "strategy_variant",
    "measure",
    "games",
    "changed",
    "mean",
    "mean_variant",
    "difference",
    "ci_low",
    "ci_high",
    "significant_in_family",
];

/// The columns of the table `winners` that the page uses.
const WINNERS: [&str; 4] = ["winner", "winner_variant", "games", "first_game"];

/// Starts a comparison, and returns its answers as events: `step` with an answer, or `fault` with
/// messages. The comparison stops when the page no longer listens.
pub fn events(
    request: LiveRequest,
    permit: OwnedSemaphorePermit,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let (sender, receiver) = mpsc::channel(1);
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = StopOnDrop(Arc::clone(&stop));
    tokio::task::spawn_blocking(move || {
        let failed = play(&request, &stop, |step| {
            let event = Event::default().event("step").json_data(step);
            event.is_ok_and(|event| sender.blocking_send(Ok(event)).is_ok())
        });
        if let Err(failure) = failed
            && let Ok(event) = Event::default()
                .event("fault")
                .json_data(failure.messages())
        {
            // The page may no longer listen.
            let _ = sender.blocking_send(Ok(event));
        }
        drop(permit);
    });
    Sse::new(unfold(
        (receiver, stopped),
        |(mut receiver, stopped)| async {
            let event = receiver.recv().await?;
            Some((event, (receiver, stopped)))
        },
    ))
}

/// Ends a comparison when its page no longer listens.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Plays a comparison in growing steps. `tell` returns false if the page no longer listens.
fn play(
    request: &LiveRequest,
    stop: &AtomicBool,
    mut tell: impl FnMut(&Step) -> bool,
) -> Result<(), RequestError> {
    let mut comparison = LiveComparison::new(&request.words)?;
    let most = comparison.default_games();
    let begin = Instant::now();
    let mut pace = SHORTEST;
    let mut next = FIRST.min(most);
    loop {
        let (before, started) = (comparison.games(), Instant::now());
        comparison.play_up_to(next, stop)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        let step = step(
            &mut comparison,
            request.edited,
            |half_width| match request.precision {
                Some(precision) if half_width <= precision && next >= ENOUGH => Some("precise"),
                _ if next >= most => Some("complete"),
                _ if begin.elapsed() >= request.patience => Some("paused"),
                _ => None,
            },
        )?;
        let ended = step.ended.is_some();
        if !tell(&step) || ended {
            return Ok(());
        }
        let each = started.elapsed().as_secs_f64() / (next - before).max(1) as f64;
        let more = (pace.as_secs_f64() / each.max(1e-9)) as u64;
        next = round(next + more.clamp(1, 20 * next))
            .max(next + 1)
            .min(most);
        pace = pace.mul_f64(1.5).min(LONGEST);
    }
}

/// Rounds a number of games up to two significant digits.
fn round(games: u64) -> u64 {
    let unit = 10u64.pow(games.max(1).ilog10().saturating_sub(1));
    games.div_ceil(unit) * unit
}

/// Returns the answer of the games played so far. `ended` tells, from the widest half-width of the
/// differences of win rates, whether the comparison ends.
fn step(
    comparison: &mut LiveComparison,
    edited: bool,
    ended: impl FnOnce(f64) -> Option<&'static str>,
) -> Result<Step, RequestError> {
    let live = comparison.answer()?;
    let table = live.answer.tables.named("differences")?;
    let differences = shown::rows(table, &DRAWN);
    let winners = live.answer.tables.named("winners")?;
    Ok(Step {
        games: live.games,
        command: live.command,
        ended: ended(widest(&differences, edited)),
        differences,
        winners: shown::rows(winners, &WINNERS),
        answer: ShownAnswer::new(&live.answer),
    })
}

/// Returns the widest half-width of the intervals of win rates, as a share; 1 if one is unknown. If
/// the scenario is edited, the intervals are those of the differences.
fn widest(differences: &[Map<String, Json>], edited: bool) -> f64 {
    let half = |row: &Map<String, Json>| {
        let number = |column: &str| row[column].as_f64();
        if edited {
            let ends = number("ci_low").zip(number("ci_high"));
            return ends.map_or(1.0, |(low, high)| (high - low) / 2.0);
        }
        let rate = number("mean").zip(number("games"));
        rate.map_or(1.0, |(rate, games)| {
            1.96 * (rate * (1.0 - rate) / games).sqrt()
        })
    };
    let win_rates = differences
        .iter()
        .filter(|row| row["measure"] == "win_rate");
    win_rates.map(half).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_have_round_numbers_of_games() {
        for (games, expected) in [(7, 7), (41, 41), (101, 110), (5_612, 5_700)] {
            assert_eq!(round(games), expected);
        }
    }
}
