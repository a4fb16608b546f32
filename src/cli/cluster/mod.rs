//! The command `gong cluster`: writes a job that plays a command in shards on many machines and
//! merges them.

mod dask;
mod slurm;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, FromArgMatches, ValueEnum, value_parser};

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
    #[command(flatten)]
    job: JobArgs,
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

/// The flags of a job, which may also stand among the flags of its command.
#[derive(Debug, Clone, Args)]
struct JobArgs {
    /// Number of shards that the games are divided into [default: 64]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = value_parser!(u32).range(1..=i64::from(MOST_SHARDS)))]
    shards: Option<u32>,
    /// The file to write [default: in this folder, named after the scenario]
    #[arg(long, value_name = "FILE")]
    job: Option<PathBuf>,
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
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let (plan, job) = plan(&self.words, self.job)?;
        let force = self.force || plan.force;
        let (ending, text) = match self.system {
            System::Slurm => ("slurm.sh", slurm::job(&plan)?),
            System::Dask => ("dask.py", dask::job(&plan)?),
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

/// Parses and prepares a command without playing it, so that errors are reported before the job
/// starts on any machine. Also returns the path of the job's file, if the user named one.
fn plan(words: &[String], before: JobArgs) -> anyhow::Result<(Plan, Option<PathBuf>)> {
    let gong = super::command_line().mut_subcommands(|command| {
        match questions::named(command.get_name()) {
            Some(_) => JobArgs::augment_args(command),
            None => command,
        }
    });
    let named = gong.get_subcommands().any(|command| command.get_name() == words[0]);
    let run = (!named).then(|| "run".to_owned());
    let words: Vec<String> = run.into_iter().chain(words.iter().cloned()).collect();
    let parsed =
        gong.try_get_matches_from(std::iter::once("gong").chain(words.iter().map(|w| &**w)));
    let asked = parsed.and_then(ParsedCommand::of).map_err(|error| Usage(said(&error)))?;
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
    let after = JobArgs::from_arg_matches(&flags)?;
    let shards = after.shards.or(before.shards).unwrap_or(SHARDS);
    let adjust = |playing: &mut Playing| {
        playing.shard = Some(Shard { number: 1, of: shards });
    };
    let Rehearsal { name, folder, .. } = question.rehearse(&flags, &adjust)?;
    // Removes a trailing slash.
    let report = shell::argument(folder.components().as_path());
    let plan = Plan {
        gong: std::env::current_exe().context("the path of gong cannot be determined")?,
        here: std::env::current_dir().context("the current folder cannot be determined")?,
        words: typed(words.into_iter()),
        shards,
        threads: playing.threads.map_or(1, usize::from),
        folder: with_shards(&report),
        report,
        force: playing.force,
        name,
    };
    Ok((plan, after.job.or(before.job)))
}

/// Fills the template of a job with values.
fn filled(template: &str, values: minijinja::Value) -> anyhow::Result<String> {
    // The end of the last line is not part of a rendered template.
    Ok(minijinja::Environment::new().render_str(template, values)? + "\n")
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
