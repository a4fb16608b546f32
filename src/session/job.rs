//! The frame of the commands that play: where the report goes, how far it is, and how it ends.

use std::fmt;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};

use super::keeper::{Asked, Keeper, Rehearsed};
use super::numbers::with_count;
use super::playing::Playing;
use super::{Interrupted, Usage};
use crate::analysis;
use crate::report::run::RowsWriter;
use crate::report::words::grouped;
use crate::report::{Answer, Extras, Folder, Found, Manifest, Tables, index, summary};
use crate::simulate::{self, Simulation};
use crate::stats::Record;

/// A command on its way from its question to its report.
pub struct Job<'a> {
    playing: &'a Playing,
    /// None of a shard, which has no report.
    folder: Option<Folder>,
    /// Where the report will be, or the shards.
    pub target: PathBuf,
}

impl<'a> Job<'a> {
    /// Prepares the folder of a report: the user's, or else `name` under `reports/`. `command` plays the same again.
    ///
    /// # Errors
    /// If the folder cannot be the report's; if it holds the report of a command that asks something else, and nobody forces it away.
    pub fn begin(playing: &'a Playing, name: &str, command: &str) -> Result<Job<'a>, Usage> {
        if playing.shard.is_some() {
            return Err(not_divided(command));
        }
        let target = playing.folder(name);
        if !playing.force {
            no_other_report(&target, command)?;
        }
        let folder = Folder::stage(&target).map_err(|error| Usage(format!("{error:#}")))?;
        Ok(Job {
            playing,
            folder: Some(folder),
            target,
        })
    }

    /// The same of a command whose games can be kept, and divided into shards: these are for a folder of their own.
    ///
    /// # Errors
    /// As [`Job::begin`]; if the folder keeps games of another command.
    pub fn keeping(
        playing: &'a Playing,
        name: &str,
        asked: Asked<'_>,
    ) -> anyhow::Result<(Job<'a>, Keeper)> {
        if playing.shard.is_none() {
            let command = asked.command;
            let keeper = Keeper::begin(playing, &playing.folder(name), asked)?;
            return Ok((Job::begin(playing, name, command)?, keeper));
        }
        if playing.precision.is_some() {
            let what = "--precision looks at all games together to know when to stop, and a shard has only its own: give each shard the same --games, or play on one machine without --shard";
            return Err(Usage(what.into()).into());
        }
        if playing.rehearsal {
            let command = asked.command.to_owned();
            let name = name.to_owned();
            return Err(Rehearsed { name, command }.into());
        }
        let target = playing.folder(&format!("{name}-shards"));
        if target.is_file() || target.join("manifest.json").exists() {
            return Err(Usage(format!(
                "{} is {}: give a folder for the shards, and for their report another",
                target.display(),
                if target.is_file() {
                    "a file"
                } else {
                    "the folder of a report"
                }
            ))
            .into());
        }
        let keeper = Keeper::begin(playing, &target, asked)?;
        let job = Job {
            playing,
            folder: None,
            target,
        };
        Ok((job, keeper))
    }

    fn folder(&self) -> &Folder {
        self.folder.as_ref().expect("it is no shard")
    }

    /// A bar on stderr for so many games, if that is a terminal.
    pub fn bar(&self, title: &str, games: u64) -> Bar {
        progress(
            title,
            games,
            self.playing.precision.is_some(),
            self.playing.quiet,
        )
    }

    /// The same for work that is not games alike, in any unit: it says how long it will take, and no rate.
    pub fn work_bar(&self, title: &str, work: u64) -> Bar {
        let bar = self.bar(title, work);
        bar.0.set_style(style(
            "{title}  {wide_bar} {percent:>3} %, {eta} left",
            title,
        ));
        bar
    }

    /// Begins the table `games`.
    ///
    /// # Errors
    /// If its file cannot be made.
    pub fn rows(&self, simulation: &Simulation) -> anyhow::Result<RowsWriter> {
        self.folder().rows(simulation.cast(), simulation.measures())
    }

    /// Takes the points of a sweep in.
    ///
    /// # Errors
    /// If they cannot be copied.
    pub fn keep_points(&self, files: &[PathBuf]) -> anyhow::Result<()> {
        self.folder().keep_points(files)
    }

    /// The same of games that were kept: says how many of them, and, if it was interrupted, leaves them there to go on from.
    ///
    /// # Errors
    /// As [`Job::publish`].
    pub fn publish_kept(
        self,
        mut keeper: Keeper,
        tables: &Tables,
        manifest: &Manifest,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if keeper.found() > 0 && !self.playing.quiet {
            let games = grouped(keeper.found());
            writeln!(out, "Games that were there already: {games}")?;
        }
        if manifest.partial {
            keeper.save_for_later();
            return self.publish(tables, manifest, out);
        }
        self.publish(tables, manifest, out)?;
        keeper.forget()
    }

    /// Writes the report, and says in short what it says.
    ///
    /// # Errors
    /// If it cannot be written; [`Interrupted`], if not all was played.
    pub fn publish(
        self,
        tables: &Tables,
        manifest: &Manifest,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let told = summary(tables, manifest, &self.target)?;
        self.place(&told, manifest, out, |folder, extras| {
            folder.publish(tables, manifest, extras)
        })
    }

    /// Writes the report of an answer, and prints its summary. Of an interrupted command the
    /// checkpoint stays.
    ///
    /// # Errors
    /// If a file cannot be written; [`Interrupted`], if not all was played.
    pub fn publish_answer(
        self,
        mut keeper: Keeper,
        answer: &Answer,
        found: &Found,
        manifest: &Manifest,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if keeper.found() > 0 && !self.playing.quiet {
            let games = grouped(keeper.found());
            writeln!(out, "Games that were there already: {games}")?;
        }
        if manifest.partial {
            keeper.save_for_later();
        }
        let told = answer.page.summary(manifest, &self.target)?;
        self.place(&told, manifest, out, |folder, extras| {
            folder.publish_answer(answer, found, manifest, extras)
        })?;
        keeper.forget()
    }

    /// Has the folder published, keeps the index up, and prints the summary.
    fn place(
        self,
        told: &str,
        manifest: &Manifest,
        out: &mut dyn Write,
        publish: impl FnOnce(Folder, Extras) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let folder = self.folder.expect("it is no shard");
        publish(folder, self.playing.extras())?;
        // Nobody else writes into reports/, which is where it is unless the user says otherwise.
        index::keep(&self.target, self.playing.out.is_none())?;
        if !self.playing.quiet {
            writeln!(out, "{told}")?;
        }
        match manifest.partial {
            true => Err(Interrupted(None).into()),
            false => Ok(()),
        }
    }
}

/// Refuses a folder that holds the report of a command that asks something else.
///
/// # Errors
/// If it does.
pub fn no_other_report(folder: &Path, command: &str) -> Result<(), Usage> {
    match Manifest::read(folder) {
        Ok(manifest) if question(&manifest.command) != question(command) => Err(Usage(format!(
            "{} holds the report of another command ({}): name another folder by --out, or replace it by --force",
            folder.display(),
            manifest.command
        ))),
        _ => Ok(()),
    }
}

/// Why a command is not divided, and what to do instead.
pub fn not_divided(command: &str) -> Usage {
    let name = command.split_whitespace().nth(1).unwrap_or_default();
    let instead = match name {
        "train" => {
            "; several machines can train with another --seed each, and gong ladder in shards tells which bot is best"
        }
        _ => "",
    };
    Usage(format!(
        "gong {name} decides by what has come out what it plays next, so that its games cannot be divided into shards: play it without --shard, on all threads of one machine{instead}"
    ))
}

/// What a command asks, whatever the number of its games: as it was written, without the flags that say how sure the answer is to be. Of what a sweep
/// varies only which values, not which ones; of levels only which ones, not how many games each has.
pub fn question(command: &str) -> Vec<&str> {
    const HOW_SURE: [&str; 5] = ["--games", "--precision", "--level", "--at-most", "--mixed"];
    let mut words = command.split_whitespace();
    let mut asked = vec![];
    while let Some(word) = words.next() {
        match word {
            flag if HOW_SURE.contains(&flag) => {
                words.next();
            }
            "--levels" => {
                asked.push(word);
                asked.extend(
                    words
                        .next()
                        .unwrap_or_default()
                        .split(',')
                        .map(|level| with_count(level).0),
                );
            }
            "--vary" => {
                let axis = words.next().unwrap_or_default();
                asked.extend([word, axis.split('=').next().unwrap_or_default()]);
            }
            _ => asked.push(word),
        }
    }
    asked
}

/// A bar on stderr for so many games, if that is a terminal and is not to be quiet. `open`: how many they are is not known.
pub fn progress(title: &str, games: u64, open: bool, quiet: bool) -> Bar {
    Bar(match quiet || !std::io::stderr().is_terminal() {
        true => ProgressBar::hidden(),
        false => bar(title, games, open),
    })
}

/// How far a job is; it shows itself on a terminal and leaves nothing behind.
pub struct Bar(ProgressBar);

impl Bar {
    /// So many more games are done.
    pub fn add(&self, games: u64) {
        self.0.inc(games);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

impl analysis::Audience for Bar {
    fn planned(&self, games: u64) {
        self.0.inc_length(games);
    }

    fn played(&self, games: u64) {
        self.add(games);
    }
}

/// A run's audience that wants no records.
impl simulate::Audience for &Bar {
    fn played(&self, games: u64) {
        self.add(games);
    }

    fn records(&mut self, _: u64, _: &[Record]) -> anyhow::Result<()> {
        Ok(())
    }
}

/// The longest title that leaves room for a bar in 80 columns.
const TITLE: usize = 30;

/// The bar; how many games there are is not known if one plays until a precision is reached.
fn bar(title: &str, games: u64, open: bool) -> ProgressBar {
    let template = match open {
        true => "{title}  {spinner} {human_pos} games, {rate} a second",
        false => "{title}  {wide_bar} {percent:>3} %, {rate} a second, {eta} left",
    };
    ProgressBar::new(games).with_style(style(template, title))
}

/// How a bar looks, with the title that has room.
fn style(template: &str, title: &str) -> ProgressStyle {
    let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
        // A rate that cannot be shown is no reason to stop.
        let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
    };
    let short: String = match title.chars().count() > TITLE {
        true => title.chars().take(TITLE - 1).chain(['…']).collect(),
        false => title.to_owned(),
    };
    ProgressStyle::with_template(template)
        .expect("the template is sound")
        .with_key("rate", rate)
        .with_key(
            "title",
            move |_: &ProgressState, out: &mut dyn fmt::Write| {
                let _ = out.write_str(&short);
            },
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_the_command_without_how_sure_the_answer_is() {
        let asked = |command| question(command).join(" ");
        assert_eq!(
            asked("gong run a.toml --games 100 --seed 1 --set rules.rounds=9"),
            "gong run a.toml --seed 1 --set rules.rounds=9"
        );
        assert_eq!(
            asked("gong sweep a.toml --vary rules.rounds=5..12 --precision 0.1 --level 0.9"),
            "gong sweep a.toml --vary rules.rounds"
        );
        assert_eq!(
            asked("gong skill a.toml --levels random:5,mine.toml --mixed 9 --seed 1"),
            "gong skill a.toml --levels random mine.toml --seed 1"
        );
    }

    #[test]
    fn bars_fit_eighty_columns() {
        let bar = bar(&"A very long title ".repeat(9), 1_000_000, false);
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        // The parts beside the bar itself: title, percentage, a rate of ten million, and a day to go.
        let beside = TITLE + "   100 %, 10,000,000 a second, 24h left".len();
        assert!(beside <= 80, "{beside}");
    }
}
