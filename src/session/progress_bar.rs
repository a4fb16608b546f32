//! The progress bar of a command, and the announcement of its games.

use std::fmt;
use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use super::playing::{Playing, rounded_up};
use super::progress_lines::{ProgressLines, tell_known};
use crate::analysis;
use crate::report::words::grouped;
use crate::simulate;
use crate::stats::Record;
use crate::words::cut;

/// Time for which games are played in advance, to measure the time per game.
pub const MOMENT: Duration = Duration::from_millis(300);

/// The expected number of games and duration of a command, which the command announces at its
/// start.
pub struct Ahead<'a> {
    pub title: &'a str,
    pub games: u64,
    /// True if the number of games is an estimate.
    pub about: bool,
    /// Expected duration of the command, divided by the measured duration of one game.
    pub timed: f64,
}

impl Ahead<'_> {
    /// Returns the text that announces the number of games and the expected duration. `game` is the
    /// time per game.
    pub fn words(&self, game: Duration) -> String {
        let (about, games) = match self.about {
            true => ("about ", rounded_up(self.games)),
            false => ("", self.games),
        };
        format!(
            "{}: {about}{} games to play in about {}; --games N plays fewer",
            self.title,
            grouped(games),
            HumanDuration(multiple(game, self.timed))
        )
    }
}

/// Returns a multiple of a duration, at most the longest duration that the type can hold.
fn multiple(one: Duration, number: f64) -> Duration {
    Duration::try_from_secs_f64(one.as_secs_f64() * number).unwrap_or(Duration::MAX)
}

/// A progress bar, removed from the terminal when dropped; or lines with the progress.
pub struct CommandBar(ProgressBar, Option<ProgressLines>);

impl CommandBar {
    /// Shows a progress bar for this number of games, if stderr is a terminal and `--quiet` is not
    /// given. With `--progress`, writes lines instead.
    pub fn new(title: &str, games: u64, playing: &Playing) -> CommandBar {
        let lines = playing.progress.then(|| ProgressLines::new(title));
        let hidden = playing.quiet || lines.is_some() || !std::io::stderr().is_terminal();
        let bar = match hidden {
            true => ProgressBar::hidden(),
            false => bar(title, games, playing.precision.is_some()),
        };
        bar.set_length(games);
        CommandBar(bar, lines)
    }

    /// Changes the style for work in any unit: the remaining time, without a rate.
    #[must_use]
    pub fn without_rate(self, title: &str) -> CommandBar {
        let style = style("{title}  {wide_bar} {percent:>3} %, {eta} left", title);
        self.0.set_style(style);
        self
    }

    /// Removes the progress bar from the terminal, before something else is shown there.
    pub fn clear(&self) {
        self.0.finish_and_clear();
    }

    /// Advances the progress bar by this number of games.
    pub fn add(&self, games: u64) {
        self.0.inc(games);
        if let Some(lines) = &self.1 {
            lines.tell(&self.0);
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
    fn planned(&self, games: u64) {
        self.0.inc_length(games);
    }

    fn played(&self, games: u64) {
        self.add(games);
    }

    fn left(&self, work: u64) {
        self.0.set_length(self.0.position().saturating_add(work));
    }

    fn known(&self, sentence: &str) {
        match &self.1 {
            Some(_) => tell_known(sentence),
            None => self.0.println(sentence),
        }
    }
}

/// Advances a progress bar by several steps for each game that [`simulate::run()`] has played.
pub struct Times<'a>(&'a CommandBar, u64);

impl simulate::Audience for Times<'_> {
    fn played(&self, games: u64) {
        self.0.add(self.1 * games);
    }

    fn records(&mut self, _: u64, _: &[Record]) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Advances the progress bar for each game that [`simulate::run()`] has played; ignores the games'
/// records.
impl simulate::Audience for &CommandBar {
    fn played(&self, games: u64) {
        self.add(games);
    }

    fn records(&mut self, _: u64, _: &[Record]) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Maximum width of a progress bar's title, in columns. A title of this length leaves room for
/// the bar in 80 columns.
const TITLE: usize = 30;

/// Creates a progress bar. `open` is true if the final number of games is not known in advance, as
/// with `--precision`.
fn bar(title: &str, games: u64, open: bool) -> ProgressBar {
    let template = match open {
        true => "{title}  {spinner} {human_pos} games, {rate} a second",
        false => "{title}  {wide_bar} {percent:>3} %, {rate} a second, {eta} left",
    };
    ProgressBar::new(games).with_style(style(template, title))
}

/// Creates the style of a progress bar; a title that is too long is cut.
fn style(template: &str, title: &str) -> ProgressStyle {
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        // If the rate cannot be formatted, the bar continues without a rate.
        let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
    };
    let short = cut(title, TITLE);
    ProgressStyle::with_template(template)
        .expect("the template is sound")
        .with_key("rate", rate)
        .with_key("title", move |_: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = out.write_str(&short);
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ahead_is_said_in_games_and_time() {
        let mut ahead =
            Ahead { title: "Four", games: 16_432_100, about: true, timed: 10_000_000.0 };
        let game = Duration::from_micros(24);
        assert_eq!(
            ahead.words(game),
            "Four: about 17,000,000 games to play in about 4 minutes; --games N plays fewer"
        );
        (ahead.games, ahead.about) = (540_000, false);
        assert!(ahead.words(game).starts_with("Four: 540,000 games to play"));
        ahead.timed = f64::MAX;
        assert!(ahead.words(game).contains("to play in about "));
    }

    #[test]
    fn bars_fit_eighty_columns() {
        let bar = bar(&"A very long title ".repeat(9), 1_000_000, false);
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        // The text beside the bar at its longest: title, percentage, a rate of ten million games
        // per second, and 24 hours left.
        let beside = TITLE + "   100 %, 10,000,000 a second, 24h left".len();
        assert!(beside <= 80, "{beside}");
    }
}
