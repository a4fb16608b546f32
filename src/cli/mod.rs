//! The command line: one file per subcommand, flags in, a typed request out.

mod beside;
mod check;
mod clean;
mod cluster;
mod compare;
mod completions;
mod describe;
mod failed;
mod job;
mod keeper;
mod kept;
mod ladder;
mod levels;
mod list;
mod man;
mod memory;
mod merge;
mod new;
mod numbers;
mod pairings;
mod parties;
mod playing;
mod printable;
mod reading;
mod report;
mod rerun;
mod run;
mod schema;
mod sensitivity;
mod several;
mod signals;
mod skill;
mod sweep;
mod train;
mod trial;
mod tune;
mod variants;
mod watch;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use self::printable::Printable;
use crate::games::{FailedGame, Title, title, titles};
use crate::scenario::{Document, Fault, Faults, Scenario, resolve, resolve_each};
use crate::shell;
use crate::words::{shown_line, suggest, unprintable};

/// The balance lab for tabletop games: who wins, by how much, and how sure is that?
#[derive(Debug, Parser)]
#[command(name = "gong", version)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Run),
    Pairings(pairings::Pairings),
    Ladder(ladder::Ladder),
    Skill(skill::Skill),
    Train(train::Train),
    Compare(compare::Compare),
    Sweep(sweep::Sweep),
    Sensitivity(sensitivity::Sensitivity),
    Tune(tune::Tune),
    Check(check::Check),
    List(list::List),
    New(new::New),
    Watch(watch::Watch),
    Merge(merge::Merge),
    Cluster(cluster::Cluster),
    Report(report::Report),
    Rerun(rerun::Rerun),
    Clean(clean::Clean),
    Schema(schema::Schema),
    Completions(completions::Completions),
    Man(man::Man),
}

/// The command line: each command's flags say what holds for it.
pub(super) fn command_line() -> clap::Command {
    let games = [
        (
            "run",
            "1m; of slower bots than greedy ones fewer: a trained one or a script 100k, a search 100 to 2.5k",
        ),
        (
            "compare",
            "1m, of each variant; of slower bots than greedy ones fewer, as gong run",
        ),
        (
            "sweep",
            "100k, of each point; of slower bots than greedy ones fewer: a trained one or a script 10k, a search 100 to 250",
        ),
        (
            "sensitivity",
            "30k, of each step that is measured, and 40 times as many for the screen; of searches fewer",
        ),
        (
            "tune",
            "12k, of each edit that looks good alone; of every edit a fourth at first, of sets of edits 4 times as many, and 8 times or more to certify; of searches fewer",
        ),
        ("pairings", "of each line-up as many as it takes"),
        ("ladder", "20k"),
        ("train", "300k"),
    ];
    Cli::command().mut_subcommands(|command| {
        // `--games -5` is a wrong number of games, and no flag `-5`.
        let command = command.mut_args(|arg| match arg.get_long() {
            Some(_) if arg.get_action().takes_values() => arg.allow_negative_numbers(true),
            _ => arg,
        });
        let name = command.get_name().to_owned();
        if name == "skill" {
            // It has a budget; these are refused with the reason.
            return command
                .mut_arg("games", |games| games.hide(true))
                .mut_arg("precision", |precision| precision.hide(true));
        }
        let Some((_, default)) = games.iter().find(|(known, _)| *known == name) else {
            return command;
        };
        let learns = name == "train";
        let what = if learns { "learn from" } else { "play" };
        let help = format!("Games to {what}, as in 1000000, 1_000_000 or 1m [default: {default}]");
        // Where there is nothing to stop early, it is refused with the reason.
        let fixed = matches!(
            &*name,
            "pairings" | "ladder" | "train" | "sensitivity" | "tune"
        );
        let command = match learns {
            true => command.mut_arg("force", |force| {
                force.help(
                    "Replace the bot's file, and a report of another command that is in the folder",
                )
            }),
            false => command,
        };
        command
            .mut_arg("games", |games| games.help(help))
            .mut_arg("precision", |precision| precision.hide(fixed))
    })
}

/// The whole program: parses the command line, does what it asks, and says what went wrong.
pub fn main() -> ExitCode {
    let matches = command_line().try_get_matches();
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => return refused(&error),
    };
    match cli.run(&mut Printable::new(io::stdout().lock())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let (code, message) = exit_code(&error);
            if let Some(message) = message {
                // Nobody is left whom one could tell that nobody can be told.
                let _ = writeln!(io::stderr(), "{message}");
            }
            code
        }
    }
}

/// Prints what clap says of a command line, such as its help, and gives the exit code. Has no
/// colours if the command line holds control characters, which clap may repeat.
fn refused(error: &clap::Error) -> ExitCode {
    let odd = |word: OsString| word.to_string_lossy().contains(unprintable);
    // If printing fails, the exit code still says what happened.
    let _ = match std::env::args_os().any(odd) {
        true => write!(Printable::new(io::stderr()), "{error}"),
        false => error.print(),
    };
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

impl Cli {
    /// Does what was asked, and writes its answer to `out`.
    ///
    /// # Errors
    /// [`Faults`] or [`Usage`] in the chain if the user's input is at fault; anything else is a failure of ours.
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.command {
            Command::Run(run) => run.run(out),
            Command::Pairings(pairings) => pairings.run(out),
            Command::Ladder(ladder) => ladder.run(out),
            Command::Skill(skill) => skill.run(out),
            Command::Train(train) => train.run(out),
            Command::Compare(compare) => compare.run(out),
            Command::Sweep(sweep) => sweep.run(out),
            Command::Sensitivity(sensitivity) => sensitivity.run(out),
            Command::Tune(tune) => tune.run(out),
            Command::Check(check) => check.run(out),
            Command::List(list) => list.run(out),
            Command::New(new) => new.run(out),
            Command::Watch(watch) => watch.run(out),
            Command::Merge(merge) => merge.run(out),
            Command::Cluster(cluster) => cluster.run(out),
            Command::Report(report) => report.run(out),
            Command::Rerun(rerun) => rerun.run(out),
            Command::Clean(clean) => clean.run(out),
            Command::Schema(schema) => schema.run(out),
            Command::Completions(completions) => completions.run(out),
            Command::Man(man) => man.run(out),
        }
    }
}

/// The settings that every subcommand with scenarios takes.
#[derive(Debug, Clone, Args)]
pub struct Sets {
    /// Change a value of the scenario or its roster, as in rules.rounds=12 or fighters.agaric.size=6
    #[arg(long = "set", value_name = "PATH=VALUE")]
    pub sets: Vec<String>,
}

/// What may be changed of a scenario on the command line.
#[derive(Debug, Clone, Args)]
pub struct ScenarioArgs {
    #[command(flatten)]
    sets: Sets,
    /// Who plays: a strategy's name or file for everybody, or for some, as in fighters.agaric=aggressive, seats.1=random or teams.2=mine.toml; of a run also
    /// several, as in balanced,aggressive,cautious, to see whether they agree
    #[arg(long = "strategy", value_name = "[WHO=]NAME|FILE")]
    strategies: Vec<String>,
}

impl ScenarioArgs {
    /// The scenario of a file, as changed.
    fn scenario(&self, path: &Path) -> anyhow::Result<Scenario> {
        scenario(path, &self.sets.sets, &self.strategies)
    }

    /// The same; of a list of bots one for each.
    fn scenarios(&self, path: &Path) -> anyhow::Result<Vec<Scenario>> {
        scenarios(path, &self.sets.sets, &self.strategies)
    }

    /// The document of a file, and all settings that lie over it.
    fn document(&self, path: &Path) -> anyhow::Result<(Document, Vec<String>)> {
        let mut document = Document::read(path)?;
        let played = played(&mut document, &self.strategies)?;
        Ok((document, [&self.sets.sets[..], &played].concat()))
    }

    /// The flags and their values, as one would type them again.
    fn words(&self) -> Vec<String> {
        let sets = self.sets.sets.iter().map(|set| ("--set", set));
        sets.chain(
            self.strategies
                .iter()
                .map(|strategy| ("--strategy", strategy)),
        )
        .map(|(flag, value)| format!("{flag} {}", shell::word(value)))
        .collect()
    }
}

/// The scenario of a file, with these `--set` and `--strategy` over it; or that of a report's folder, as it was played.
fn scenario(path: &Path, sets: &[String], strategies: &[String]) -> anyhow::Result<Scenario> {
    match path.is_dir() {
        true => kept::unchanged(path, sets, strategies),
        false => resolved(path, sets, strategies, resolve),
    }
}

/// The same; of a list of bots one for each.
fn scenarios(path: &Path, sets: &[String], strategies: &[String]) -> anyhow::Result<Vec<Scenario>> {
    match path.is_dir() {
        true => Ok(vec![kept::unchanged(path, sets, strategies)?]),
        false => resolved(path, sets, strategies, resolve_each),
    }
}

fn resolved<T>(
    path: &Path,
    sets: &[String],
    strategies: &[String],
    resolve: fn(Document, &[String]) -> Result<T, Faults>,
) -> anyhow::Result<T> {
    let mut document = Document::read(path)?;
    let played = played(&mut document, strategies)?;
    let typed = |faults: Faults| {
        let settings = played.iter().zip(strategies);
        settings.fold(faults, |faults, (setting, strategy)| {
            faults.typed(setting, &format!("--strategy {strategy}"))
        })
    };
    Ok(resolve(document, &[sets, &played].concat()).map_err(typed)?)
}

/// Makes room for these `--strategy` in a scenario's document, and gives the settings that they are.
fn played(document: &mut Document, strategies: &[String]) -> Result<Vec<String>, Usage> {
    no_list_among_others(strategies)?;
    let mut played = vec![];
    for strategy in strategies {
        // A file may be called whatever its owner likes.
        let who = strategy
            .split_once('=')
            .filter(|_| !Path::new(strategy).is_file());
        match who {
            Some((who, bot)) => played.push(format!("strategies.{who}={}", toml_string(bot))),
            None => {
                // A strategy for everybody leaves no exceptions but those named with it.
                document.take("strategies");
                played.push(format!("strategy={}", bots(strategy)));
            }
        }
    }
    Ok(played)
}

/// Refuses a list of bots, as in `--strategy a,b,c`, for some only, or beside others.
fn no_list_among_others(strategies: &[String]) -> Result<(), Usage> {
    let is_list = |strategy: &&String| strategy.contains(',') && !Path::new(strategy).is_file();
    let Some(list) = strategies.iter().find(is_list) else {
        return Ok(());
    };
    let what = if list.contains('=') {
        "leave out who"
    } else if strategies.len() > 1 {
        "it goes with no other --strategy"
    } else {
        return Ok(());
    };
    Err(Usage(format!(
        "--strategy {list}: a list of bots plays everybody, one after the other; {what}"
    )))
}

/// A bot, or several in a list, as TOML.
fn bots(strategy: &str) -> String {
    if Path::new(strategy).is_file() {
        return toml_string(strategy);
    }
    let bots: Vec<String> = strategy.split(',').map(toml_string).collect();
    match bots.as_slice() {
        [one] => one.clone(),
        several => format!("[{}]", several.join(", ")),
    }
}

/// The game of this name; the first if none is named.
fn game(name: Option<&str>) -> Result<&'static dyn Title, Usage> {
    let names = || titles().map(Title::name);
    let Some(name) = name.or_else(|| names().next()) else {
        return Err(Usage("there are no games".into()));
    };
    title(name).ok_or_else(|| {
        Usage(format!(
            "there is no game `{name}`{}",
            suggest(name, names())
        ))
    })
}

/// A text as a TOML string.
fn toml_string(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A command line that parses but asks for something that cannot be.
#[derive(Debug)]
pub struct Usage(pub String);

impl std::fmt::Display for Usage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Ctrl-C ended it before all was played: what was played is written, or there is something to say of it.
#[derive(Debug)]
pub struct Interrupted(pub Option<&'static str>);

impl Interrupted {
    /// There is nothing to write.
    fn before_anything() -> Interrupted {
        Interrupted(Some(
            "interrupted before anything was played: nothing is written",
        ))
    }
}

impl std::fmt::Display for Interrupted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.unwrap_or("interrupted"))
    }
}

impl std::error::Error for Interrupted {}

/// The exit code of an error, 1 failed, 2 wrong usage or input, 128 and the number of the signal interrupted, and what to say of it.
///
/// A reader who has seen enough and closed the pipe is no error, and there is nothing to say to him.
pub fn exit_code(error: &anyhow::Error) -> (ExitCode, Option<String>) {
    let broken_pipe = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    if error
        .chain()
        .any(|cause| cause.downcast_ref().is_some_and(broken_pipe))
    {
        return (ExitCode::SUCCESS, None);
    }
    if let Some(Interrupted(what)) = error.downcast_ref() {
        let message = what.map(|what| format!("error: {what}"));
        return (ExitCode::from(signals::exit_code()), message);
    }
    let input = error.chain().any(|cause| {
        let faulty = cause.is::<Faults>() || cause.is::<Fault>() || cause.is::<FailedGame>();
        faulty || cause.is::<Usage>()
    });
    // Faults come one a line; each is an error of its own.
    let lines: Vec<String> = format!("{error:#}")
        .lines()
        .map(|line| shown_line(&format!("error: {line}")))
        .collect();
    (
        ExitCode::from(if input { 2 } else { 1 }),
        Some(lines.join("\n")),
    )
}
