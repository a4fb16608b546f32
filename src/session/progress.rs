//! The progress of a command on stderr: a bar on a terminal, or lines for the program that has
//! started the command.

use std::io::Write;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use serde::{Deserialize, Serialize};

use super::playing::Playing;
use crate::analysis;
use crate::simulate;
use crate::words::cut;

/// A line of the progress of a command.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProgressLine {
    /// The share of a stage that is done, 0 to 1.
    Stage { title: String, share: f64 },
    /// A sentence about the results so far.
    Known(String),
    /// A finished point of a sweep, as the page of the studio reads it.
    Point(serde_json::Value),
}

/// Start of a line, before its JSON.
const PREFIX: &str = "progress ";

impl ProgressLine {
    /// Writes the line.
    pub fn write(&self) {
        let json = serde_json::to_string(self).expect("a line is plain data");
        // A closed stderr does not stop the command.
        let _ = writeln!(std::io::stderr(), "{PREFIX}{json}");
    }

    /// Reads a line that [`ProgressLine::write`] has written; `None` for other lines.
    pub fn read(line: &str) -> Option<ProgressLine> {
        serde_json::from_str(line.strip_prefix(PREFIX)?).ok()
    }
}

/// A progress bar, removed from the terminal when dropped; or lines with the progress.
pub struct CommandBar {
    bar: ProgressBar,
    /// With `--progress`: the title of the stage, and the earliest time of the next line.
    lines: Option<(String, Mutex<Instant>)>,
}

/// Minimum time between two lines with the share that is done.
const EVERY: Duration = Duration::from_millis(200);
/// Maximum width of a progress bar's title, in columns. A title of this length leaves room for
/// the bar in 80 columns.
const TITLE: usize = 30;

impl CommandBar {
    /// Shows a progress bar for an amount of work, if stderr is a terminal and `--quiet` is not
    /// given. With `--progress`, writes lines instead. `open` is true if the final amount is not
    /// known in advance, as with `--precision`.
    pub fn new(title: &str, work: u64, open: bool, playing: &Playing) -> CommandBar {
        let template = match open {
            true => "{msg}  {spinner} {human_pos} games",
            false => "{msg}  {wide_bar} {percent:>3} %, {eta} left",
        };
        let bar = match playing.quiet || playing.progress {
            true => ProgressBar::hidden(),
            false => ProgressBar::new(0),
        };
        let style = ProgressStyle::with_template(template).expect("the template is sound");
        let bar = bar.with_style(style).with_message(cut(title, TITLE));
        bar.set_length(work);
        let lines = playing.progress.then(|| (title.to_owned(), Mutex::new(Instant::now())));
        CommandBar { bar, lines }
    }

    /// Removes the progress bar from the terminal, before something else is shown there.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }

    /// Advances the progress bar by this amount of work.
    pub fn add(&self, work: u64) {
        self.bar.inc(work);
        let Some((title, next)) = &self.lines else {
            return;
        };
        // Another thread that holds the lock writes the line.
        if let Ok(mut next) = next.try_lock()
            && Instant::now() >= *next
        {
            *next = Instant::now() + EVERY;
            let all = self.bar.length().unwrap_or(0).max(1);
            let share = (self.bar.position() as f64 / all as f64).min(1.0);
            ProgressLine::Stage { title: title.clone(), share }.write();
        }
    }

    /// Returns a view of the progress bar that advances by `each` steps for each game.
    pub fn times(&self, each: u64) -> Times<'_> {
        Times(self, each)
    }
}

impl Drop for CommandBar {
    fn drop(&mut self) {
        self.clear();
    }
}

impl analysis::WorkAudience for CommandBar {
    fn played(&self, games: u64) {
        self.add(games);
    }

    fn known(&self, sentence: &str) {
        match &self.lines {
            Some(_) => ProgressLine::Known(sentence.to_owned()).write(),
            None => self.bar.println(sentence),
        }
    }
}

/// Advances a progress bar by several steps for each game that [`simulate::run()`] has played;
/// ignores the games' records.
pub struct Times<'a>(&'a CommandBar, u64);

impl simulate::Audience for Times<'_> {
    fn played(&self, games: u64) {
        self.0.add(self.1 * games);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_progress_is_read_back() {
        let stage = ProgressLine::Stage { title: "a\nstage".into(), share: 0.25 };
        let line = format!("{PREFIX}{}", serde_json::to_string(&stage).unwrap());
        assert_eq!(ProgressLine::read(&line), Some(stage));
        assert!(!line.contains('\n'));
        for other in ["progress", "progress x y", "error: progress {}"] {
            assert_eq!(ProgressLine::read(other), None, "{other}");
        }
    }
}
