//! The command `gong cluster`: writes a job that plays a command in shards on many machines and
//! merges them.

mod dask;
mod slurm;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, FromArgMatches, ValueEnum};

use super::ParsedCommand;
use crate::questions::{self, Rehearsal};
use crate::report::atomic_file;
use crate::report::words::list;
use crate::session::Usage;
use crate::session::job::with_shards;
use crate::session::keeper::typed;
use crate::session::playing::Playing;
use crate::shell;
use crate::simulate::{MOST_SHARDS, Shard};

/// Write a job that plays a command on a cluster, in shards, and merges them into its report
///
/// All machines must see the job's folder under the same path. Existing shards are not played
/// again, so running the same job once more fills gaps.
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
Examples:
  gong cluster slurm tribal-rumble.toml --games 1000m --shards 64
  gong cluster dask compare old.toml new.toml --games 100m --threads 4 --out reports/change")]
pub struct Cluster {
    /// The system that runs the job
    system: System,
    /// Number of shards that the games are divided into [default: 64]
    #[arg(long, value_name = "N")]
    shards: Option<String>,
    /// The file to write [default: in this folder, named after the scenario]
    #[arg(long, value_name = "FILE")]
    job: Option<PathBuf>,
    /// Replace an existing job file
    #[arg(long)]
    force: bool,
    /// The command to play: a scenario with the flags of gong run, or another command with its
    /// arguments, as in compare old.toml new.toml; --threads applies to each shard
    #[arg(
        required = true,
        value_name = "[COMMAND] SCENARIO",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    words: Vec<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum System {
    /// A shell script that submits an array of Slurm jobs, and the merge that waits for them
    Slurm,
    /// A Python script for workers of Dask, here or on a cluster
    Dask,
}

/// The values from which a job's script is written.
struct Plan {
    /// Path of the program gong.
    gong: PathBuf,
    /// The folder in which the command was typed.
    here: PathBuf,
    /// The words of the command line, without flags for output, threads and shards.
    words: Vec<String>,
    shards: u32,
    /// Number of threads of each shard.
    threads: usize,
    /// The folder for the shards and the report.
    folder: PathBuf,
    report: PathBuf,
    /// True if a report of another command may be replaced.
    force: bool,
    /// The name of the cluster job.
    name: String,
}

const SHARDS: u32 = 64;

impl Cluster {
    pub fn run(mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        // The user may also write the flag `--shards` after the scenario.
        let shards = take(&mut self.words, "--shards")?.or(self.shards.take());
        let job = take(&mut self.words, "--job")?.map(PathBuf::from);
        let job = job.or(self.job.take());
        let force = self.force || self.words.iter().any(|word| word == "--force");
        let plan = plan(&self.words, number(shards)?)?;
        let (ending, text) = match self.system {
            System::Slurm => ("slurm.sh", slurm::job(&plan)),
            System::Dask => ("dask.py", dask::job(&plan)),
        };
        let file = job.unwrap_or_else(|| format!("{}.{ending}", plan.name).into());
        if file.exists() && !force {
            return Err(Usage(format!(
                "{} exists already: name another file with --job, or replace it with --force",
                file.display()
            ))
            .into());
        }
        atomic_file::writable_file(&file).map_err(|error| Usage(format!("{error:#}")))?;
        atomic_file::write(&file, text.as_bytes())?;
        let shown = shell::path(&file);
        writeln!(out, "Wrote {shown}")?;
        match self.system {
            System::Slurm => writeln!(out, "Next: sh {shown}")?,
            System::Dask => {
                writeln!(out, "Next: python3 {shown}, or python3 {shown} tcp://SCHEDULER:8786")?
            }
        }
        Ok(())
    }
}

/// Returns the number of shards that the user requested, or the default number.
fn number(shards: Option<String>) -> Result<u32, Usage> {
    let wants = || Usage(format!("--shards wants a whole number from 1 to {MOST_SHARDS}"));
    match shards {
        None => Ok(SHARDS),
        Some(text) => {
            let number = text.parse().map_err(|_| wants())?;
            match (1..=MOST_SHARDS).contains(&number) {
                true => Ok(number),
                false => Err(wants()),
            }
        }
    }
}

/// Removes a flag and its value from a command; returns the value.
fn take(words: &mut Vec<String>, flag: &str) -> Result<Option<String>, Usage> {
    let is = |word: &String| {
        let rest = word.strip_prefix(flag);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
    };
    let Some(at) = words.iter().position(is) else {
        return Ok(None);
    };
    let word = words.remove(at);
    match word.split_once('=') {
        Some((_, value)) => Ok(Some(value.to_owned())),
        None if at < words.len() => Ok(Some(words.remove(at))),
        None => Err(Usage(format!("{flag} wants a value"))),
    }
}

/// Parses and prepares a command without playing it, so that errors are reported before the job
/// starts on any machine.
fn plan(words: &[String], shards: u32) -> anyhow::Result<Plan> {
    let gong = super::command_line();
    let named = gong.get_subcommands().any(|command| command.get_name() == words[0]);
    let run = (!named).then(|| "run".to_owned());
    let words: Vec<String> = run.into_iter().chain(words.iter().cloned()).collect();
    let asked = ParsedCommand::parse(words.iter().map(String::as_str))
        .map_err(|error| Usage(said(&error)))?;
    let (question, flags) = match asked {
        ParsedCommand::Question(question, flags) if question.divided() => (question, flags),
        _ => {
            let divided = questions::ALL.iter().filter(|question| question.divided());
            return Err(Usage(format!(
                "gong {} cannot be divided into shards; these commands can: {}",
                words[0],
                list(divided.map(|question| question.name()))
            ))
            .into());
        }
    };
    let playing = Playing::from_arg_matches(&flags)?;
    if playing.shard.is_some() {
        return Err(
            Usage("leave out --shard, because the job adds it on each machine".into()).into()
        );
    }
    let adjust = |playing: &mut Playing| {
        playing.shard = Some(Shard { number: 1, of: shards });
    };
    let Rehearsal { name, folder, .. } = question.rehearse(&flags, &adjust)?;
    // Removes a trailing slash.
    let report = shell::argument(folder.components().as_path());
    Ok(Plan {
        gong: std::env::current_exe().context("the path of gong cannot be determined")?,
        here: std::env::current_dir().context("the current folder cannot be determined")?,
        words: typed(words.into_iter()),
        shards,
        threads: playing.threads.map_or(1, usize::from),
        folder: with_shards(&report),
        report,
        force: playing.force,
        name,
    })
}

/// Replaces each `@NAME@` in a template by the value of that name. Values are inserted as they are,
/// without further replacement.
fn filled(template: &str, values: &[(&str, String)]) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('@') {
        text += before;
        let named = after.split_once('@').and_then(|(name, after)| {
            let value = values.iter().find(|(known, _)| *known == name)?;
            Some((value, after))
        });
        (text, rest) = match named {
            Some(((_, value), after)) => (text + value, after),
            None => (text + "@", after),
        };
    }
    text + rest
}

/// Returns the error message of clap without its colours and its prefix "error: ".
fn said(error: &clap::Error) -> String {
    let text = error.to_string();
    text.trim().trim_start_matches("error: ").to_owned()
}

impl Plan {
    /// Returns the command line as a user would type it.
    fn command(&self) -> String {
        let words: Vec<String> = self.words.iter().map(|word| shell::word(word)).collect();
        format!("gong {}", words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_filled_once() {
        let values = [("A", "@B@".to_owned()), ("B", "b".to_owned())];
        assert_eq!(filled("x@A@y@B@z@C@@", &values), "x@B@ybz@C@@");
    }

    #[test]
    fn flags_of_the_job_are_taken_out_wherever_they_stand() {
        let mut words: Vec<String> =
            "a.toml --shards 8 --games 5 --job=x.sh".split(' ').map(str::to_owned).collect();
        assert_eq!(take(&mut words, "--shards").unwrap().as_deref(), Some("8"));
        assert_eq!(take(&mut words, "--job").unwrap().as_deref(), Some("x.sh"));
        assert_eq!(take(&mut words, "--shards").unwrap(), None);
        assert_eq!(words, ["a.toml", "--games", "5"]);
        let mut words = vec!["--shards".to_owned()];
        assert!(take(&mut words, "--shards").is_err());
        assert!(number(Some("0".into())).is_err() && number(Some("x".into())).is_err());
    }
}
