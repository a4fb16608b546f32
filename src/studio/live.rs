//! Plays a comparison of a scenario before and after edits, for as long as the page listens. The
//! number of games grows in steps, and each step ends with an answer. When the scenario's own bots
//! have played enough games, the reference player plays.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::response::sse::{Event, Sse};
use futures_util::stream::{Stream, unfold};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use tokio::sync::{Semaphore, mpsc};

use super::asking::scenario_words;
use super::failure::RequestError;
use super::shown::{self, ShownAnswer};
use super::workspace::{AskedVariant, Workspace, names_bots};
use crate::questions::compare::{LiveComparison, LiveReference};
use crate::session::playing::rounded;
use crate::stats::intervals::{LEVEL, wilson_of};
use crate::strategies::stop;

/// Number of games of the first step.
const FIRST: u64 = 40;
/// Number of games of the first step of the reference player.
const FIRST_SEARCHES: u64 = 10;
/// Number of games from which a comparison may end because it is precise: intervals of fewer games
/// are too narrow if no game has another result.
const ENOUGH: u64 = 1_000;
/// Intended duration of the first steps; later steps last longer.
const SHORTEST: Duration = Duration::from_millis(250);
const LONGEST: Duration = Duration::from_secs(2);
/// Time after which a comparison pauses, even if the page still listens.
const PATIENCE: Duration = Duration::from_secs(300);

/// The comparison that the page asks for.
#[derive(Deserialize)]
pub struct AskedComparison {
    #[serde(flatten)]
    of: AskedVariant,
    seed: Option<u64>,
    /// Half-width of the intervals of win rates at which the comparison ends, as a share.
    precision: Option<f64>,
    /// True if the reference player plays when the scenario's own bots have played.
    #[serde(default)]
    reference: bool,
}

/// A comparison that the studio has checked.
pub struct LiveRequest {
    /// The words of the command that follow `gong compare --quick`.
    words: Vec<String>,
    /// True if the scenario is edited. Without edits, the scenario is compared with itself.
    edited: bool,
    asked: AskedComparison,
}

impl AskedComparison {
    /// Checks the scenario and its edits.
    ///
    /// # Errors
    /// Fails as [`Workspace::open`] does.
    pub fn request(mut self, workspace: &Workspace) -> Result<LiveRequest, RequestError> {
        let (_, mut words) = scenario_words(workspace, &self.of)?;
        let edited = !self.of.edits.is_empty();
        if !edited {
            // Compares the scenario with itself, to show its win rates.
            words.insert(0, words[0].clone());
        }
        words.extend(["--seed".to_owned(), self.seed.unwrap_or(1).to_string()]);
        // If the page chooses the bots, no reference player plays, as in a command with the flag
        // `--strategy`.
        self.reference &= self.of.player.is_none();
        self.reference &= !self.of.edits.iter().any(|edit| names_bots(edit));
        Ok(LiveRequest { words, edited, asked: self })
    }
}

/// The answer of one step.
#[derive(Serialize)]
struct Step {
    games: u64,
    command: String,
    /// The rows of the table `results` of the command's own bots.
    results: Vec<Map<String, Json>>,
    /// The rows of the table `winners`.
    winners: Vec<Map<String, Json>>,
    answer: ShownAnswer,
    /// Win rate of equally strong sides after the edits, 0 to 1; absent in a cooperative game.
    fair_share: Option<f64>,
    /// The results of the reference player; absent until it has played enough games.
    reference: Option<ReferenceStep>,
    /// Reason why the scenario's own bots play no more games; absent if more games follow.
    settled: Option<&'static str>,
    /// Reason why no bot plays more games; absent if more games follow.
    ended: Option<&'static str>,
}

/// The results of the reference player in the answer of one step.
#[derive(Serialize)]
struct ReferenceStep {
    #[serde(flatten)]
    played: LiveReference,
    /// The rows of the table `results` of the reference player.
    results: Vec<Map<String, Json>>,
}

/// The columns of the table `results` that the page draws.
const DRAWN: [&str; 11] = [
    "player",
    "subject_kind",
    "subject",
    "measure",
    "games",
    "value",
    "base",
    "change",
    "change_low",
    "change_high",
    "changes",
];

/// The columns of the table `winners` that the page uses.
const WINNERS: [&str; 4] = ["winner", "winner_variant", "games", "first_game"];

/// Starts a comparison, and returns its answers as events: `step` with an answer, `searching`
/// before the first answer of the reference player, `waiting` if as many comparisons play as
/// `plays` allows, or `fault` with messages. The comparison stops when the page no longer listens.
pub fn events(
    request: LiveRequest,
    plays: Arc<Semaphore>,
) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let (sender, receiver) = mpsc::channel(1);
    let stop = Arc::new(AtomicBool::new(false));
    let stopped = StopOnDrop(Arc::clone(&stop));
    tokio::spawn(async move {
        if plays.available_permits() == 0 {
            let waiting = Event::default().event("waiting").data("null");
            let _ = sender.send(Ok(waiting)).await;
        }
        let permit = plays.acquire_owned().await;
        tokio::task::spawn_blocking(move || {
            let page = Page(sender);
            if let Err(failure) = play(&request, &stop, &page) {
                page.hears("fault", &failure.messages);
            }
            drop(permit);
        });
    });
    Sse::new(unfold((receiver, stopped), |(mut receiver, stopped)| async {
        let event = receiver.recv().await?;
        Some((event, (receiver, stopped)))
    }))
}

/// The page that listens to a comparison.
struct Page(mpsc::Sender<Result<Event, Infallible>>);

impl Page {
    /// Sends an event. Returns false if the page no longer listens.
    fn hears(&self, name: &str, data: &(impl Serialize + ?Sized)) -> bool {
        let event = Event::default().event(name).json_data(data);
        event.is_ok_and(|event| self.0.blocking_send(Ok(event)).is_ok())
    }
}

/// Ends a comparison when its page no longer listens.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Plays a comparison in growing steps: first the scenario's own bots, then the reference player.
fn play(request: &LiveRequest, stop: &AtomicBool, page: &Page) -> Result<(), RequestError> {
    let mut comparison = LiveComparison::new(&request.words)?;
    let begin = Instant::now();
    let mut most = comparison.default_games();
    let mut pace = Pace::new(FIRST, most, SHORTEST);
    comparison.set_growing([true, true]);
    // Name of the reference player, once it plays.
    let mut searches: Option<String> = None;
    let mut settled = None;
    loop {
        let started = Instant::now();
        comparison.play_up_to(pace.next, stop)?;
        if stop.load(Ordering::Relaxed) || stop::requested() {
            return Ok(());
        }
        let mut step = Step::new(&mut comparison)?;
        let rows = match &searches {
            None => Some(&step.results),
            Some(_) => step.reference.as_ref().map(|of| &of.results),
        };
        let widest = rows.map_or(1.0, |rows| widest(rows, request.edited));
        let ended = match request.asked.precision {
            Some(precision) if widest <= precision && pace.next >= ENOUGH => Some("precise"),
            _ if pace.next >= most && searches.is_some() => Some("caught_up"),
            _ if pace.next >= most => Some("complete"),
            _ if begin.elapsed() >= PATIENCE => Some("paused"),
            _ => None,
        };
        if ended.is_some_and(|ended| ended != "paused") {
            comparison.set_growing([false, searches.is_none()]);
            step = Step::new(&mut comparison)?;
        }
        let follows = searches.is_none() && request.asked.reference && ended != Some("paused");
        settled = settled.or(ended.filter(|_| searches.is_none()));
        (step.settled, step.ended) = (settled, ended.filter(|_| !follows));
        let hears = match &searches {
            Some(name) if step.reference.is_none() && ended.is_none() => {
                page.hears("searching", &json!({ "name": name, "games": pace.next }))
            }
            _ => page.hears("step", &step),
        };
        if !hears || step.ended.is_some() {
            return Ok(());
        }
        if ended.is_none() {
            pace.follow(started.elapsed());
            continue;
        }
        searches = comparison.add_reference()?.map(str::to_owned);
        if searches.is_none() {
            step.ended = settled;
            page.hears("step", &step);
            return Ok(());
        }
        // The reference player plays at most as many games as the scenario's own bots.
        most = comparison.games();
        pace = Pace::new(FIRST_SEARCHES, most, LONGEST);
    }
}

/// The growing numbers of games at which the steps of a comparison end.
struct Pace {
    before: u64,
    /// Number of games at the end of the next step.
    next: u64,
    most: u64,
    /// Intended duration of the next step.
    duration: Duration,
}

impl Pace {
    fn new(first: u64, most: u64, duration: Duration) -> Pace {
        Pace { before: 0, next: first.min(most), most, duration }
    }

    /// Chooses the number of games of the next step by the duration of the last one.
    fn follow(&mut self, elapsed: Duration) {
        let each = elapsed.as_secs_f64() / (self.next - self.before).max(1) as f64;
        let more = (self.duration.as_secs_f64() / each.max(1e-9)) as u64;
        self.before = self.next;
        self.next =
            rounded(self.next + more.clamp(1, 20 * self.next)).max(self.next + 1).min(self.most);
        self.duration = self.duration.mul_f64(1.5).min(LONGEST);
    }
}

impl Step {
    /// Returns the answer of the games played so far, after which more games follow.
    fn new(comparison: &mut LiveComparison) -> Result<Step, RequestError> {
        let live = comparison.answer()?;
        let rows = |table: &str, columns: &[&str]| {
            let table = live.answer.tables.named(table)?;
            anyhow::Ok(shown::rows(table, columns))
        };
        let all = rows("results", &DRAWN)?;
        let name = live.reference.as_ref().map(|of| of.name.as_str());
        let (theirs, results) = all.into_iter().partition(|row| row["player"].as_str() == name);
        let reference = live.reference.map(|played| ReferenceStep { played, results: theirs });
        Ok(Step {
            games: live.games,
            results,
            winners: rows("winners", &WINNERS)?,
            answer: ShownAnswer::new(&live.answer, &live.warnings),
            fair_share: live.fair_share,
            reference,
            command: live.command,
            settled: None,
            ended: None,
        })
    }
}

/// Returns the widest half-width of the intervals of win rates, as a share; 1 if a half-width is
/// unknown. If the scenario is edited, the intervals are those of the differences.
fn widest(results: &[Map<String, Json>], edited: bool) -> f64 {
    let half = |row: &Map<String, Json>| {
        let number = |column: &str| row[column].as_f64();
        if edited {
            let ends = number("change_low").zip(number("change_high"));
            return ends.map_or(1.0, |(low, high)| (high - low) / 2.0);
        }
        let rate = number("base").zip(number("games"));
        rate.map_or(1.0, |(rate, games)| wilson_of(rate, games, LEVEL).half_width())
    };
    let win_rates = results.iter().filter(|row| row["measure"] == "win_rate");
    win_rates.map(half).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_grow_up_to_the_last_game() {
        let mut pace = Pace::new(40, 300, SHORTEST);
        let mut steps = vec![];
        while steps.last() != Some(&300) {
            steps.push(pace.next);
            pace.follow(Duration::from_millis(200));
        }
        assert!(steps.is_sorted() && steps.len() > 2, "{steps:?}");
        assert_eq!(Pace::new(40, 20, SHORTEST).next, 20);
    }

    #[test]
    fn a_few_lost_games_are_not_precise() {
        let row = serde_json::json!({ "measure": "win_rate", "base": 0.0, "games": 30 });
        let row = row.as_object().expect("it is a table").clone();
        // Wilson's interval of 0 wins in 30 games ends at 11.4 %.
        assert!((widest(&[row], false) - 0.0568).abs() < 0.0001);
    }
}
