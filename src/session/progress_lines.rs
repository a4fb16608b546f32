//! Progress as lines of text on stderr, for a program that runs a command and shows its progress.

use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};

use crate::words::shown_line;

/// Minimum time between two lines.
const EVERY: Duration = Duration::from_millis(200);
/// First word of a line with the share that is done.
const PROGRESS: &str = "progress";
/// First word of a line with a finished point.
const POINT: &str = "point";

/// First word of a line with a sentence about the results so far.
const KNOWN: &str = "known";

/// Writes a sentence about the results so far as a line.
pub fn tell_known(sentence: &str) {
    // A closed stderr does not stop the command.
    let _ = writeln!(std::io::stderr(), "{KNOWN} {}", shown_line(sentence));
}

/// Reads a line that [`tell_known`] has written: the sentence. `None` for other lines.
pub fn read_known(line: &str) -> Option<&str> {
    line.strip_prefix(KNOWN)?.strip_prefix(' ')
}

/// A finished point of a sweep: a combination of values, and the win rates with these values.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FinishedPoint {
    /// The values, as on the command line.
    pub at: String,
    /// Number of points of the sweep.
    pub of: usize,
    /// True if the reference player played in every seat.
    pub reference: bool,
    /// Win rate of equally strong sides, 0 to 1; absent if all players are on one side.
    pub fair_share: Option<f64>,
    pub win_rates: Vec<FinishedRate>,
}

/// The win rate of a fighter or of the party at a finished point, with its confidence interval; all
/// are 0 to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FinishedRate {
    /// The fighter's key; absent for the party of a cooperative game.
    pub fighter: Option<String>,
    pub win_rate: f64,
    pub ci_low: f64,
    pub ci_high: f64,
}

impl FinishedPoint {
    /// Writes the finished point as a line.
    pub fn tell(&self) {
        let json = serde_json::to_string(self).expect("a point is plain data");
        // A closed stderr does not stop the command.
        let _ = writeln!(std::io::stderr(), "{POINT} {json}");
    }

    /// Reads a line that [`FinishedPoint::tell`] has written; `None` for other lines.
    pub fn read(line: &str) -> Option<FinishedPoint> {
        serde_json::from_str(line.strip_prefix(POINT)?).ok()
    }
}

/// Writes the progress of one stage of a command.
pub struct ProgressLines {
    stage: String,
    begin: Instant,
    /// Earliest time of the next line, in milliseconds after `begin`.
    next: AtomicU64,
}

impl ProgressLines {
    pub fn new(stage: &str) -> ProgressLines {
        ProgressLines { stage: shown_line(stage), begin: Instant::now(), next: AtomicU64::new(0) }
    }

    /// Writes a line with the share that is done, unless a line was written shortly before.
    pub fn tell(&self, bar: &ProgressBar) {
        let now = self.begin.elapsed().as_millis() as u64;
        let next = self.next.load(Ordering::Relaxed);
        let due = now >= next;
        let new = now + EVERY.as_millis() as u64;
        let order = Ordering::Relaxed;
        if due && self.next.compare_exchange(next, new, order, order).is_ok() {
            let all = bar.length().unwrap_or(0).max(1);
            let share = (bar.position() as f64 / all as f64).min(1.0);
            // A closed stderr does not stop the command.
            let _ = writeln!(std::io::stderr(), "{PROGRESS} {share:.3} {}", self.stage);
        }
    }
}

/// Reads a line that [`ProgressLines`] has written: the share that is done, and the stage. `None`
/// for other lines.
pub fn read_progress(line: &str) -> Option<(f64, &str)> {
    let (share, stage) = line.strip_prefix(PROGRESS)?.strip_prefix(' ')?.split_once(' ')?;
    Some((share.parse().ok()?, stage))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_with_a_point_is_read_back() {
        let point = FinishedPoint {
            at: "7".into(),
            of: 3,
            reference: false,
            fair_share: Some(0.25),
            win_rates: vec![FinishedRate {
                fighter: Some("agaric".into()),
                win_rate: 0.25,
                ci_low: 0.2,
                ci_high: 0.3,
            }],
        };
        let line = format!("{POINT} {}", serde_json::to_string(&point).unwrap());
        assert_eq!(FinishedPoint::read(&line), Some(point));
        assert_eq!(FinishedPoint::read("point of view"), None);
    }

    #[test]
    fn a_line_with_a_sentence_is_read_back() {
        assert_eq!(read_known("known As it is: fair."), Some("As it is: fair."));
        assert_eq!(read_known("knowns"), None);
    }

    #[test]
    fn a_line_of_progress_is_read_back() {
        assert_eq!(read_progress("progress 0.250 a stage"), Some((0.25, "a stage")));
        for other in ["progress", "progress x y", "error: progress 0.5 x"] {
            assert_eq!(read_progress(other), None, "{other}");
        }
    }
}
