//! The command line: one file per subcommand, flags in, a typed request out.

mod beside;
mod check;
mod clean;
mod cluster;
mod completions;
mod list;
mod man;
mod merge;
mod new;
mod printable;
mod report;
mod rerun;
mod run;
mod schema;
mod several;
mod trial;
mod watch;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use self::printable::Printable;
use crate::games::{Title, title, titles};
use crate::questions::{self, AnyQuestion};
use crate::report::{Extras, Found};
use crate::scenario::{Fault, Faults};
use crate::session::playing::Playing;
use crate::session::stand_in::{Adjust, Again};
use crate::session::{Interrupted, Usage, signals};
use crate::simulate::FailedGame;
use crate::words::{shown_line, suggest, unprintable};

/// The balance lab for tabletop games: who wins, by how much, and how sure is that?
#[derive(Debug, Clone, Parser)]
#[command(name = "gong", version)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    Run(run::Run),
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
pub fn command_line() -> clap::Command {
    let games = [
        (
            "run",
            "1m; of slower bots than greedy ones fewer: a trained one or a script 100k, a search 100 to 2.5k",
        ),
    ];
    let asking = questions::ALL.iter().map(|question| question.command());
    Cli::command()
        .subcommands(asking)
        .mut_subcommands(|command| {
            // `--games -5` is a wrong number of games, and no flag `-5`.
            let command = command.mut_args(|arg| match arg.get_long() {
                Some(_) if arg.get_action().takes_values() => arg.allow_negative_numbers(true),
                _ => arg,
            });
            let name = command.get_name().to_owned();
            let Some((_, default)) = games.iter().find(|(known, _)| *known == name) else {
                return command;
            };
            let help =
                format!("Games to play, as in 1000000, 1_000_000 or 1m [default: {default}]");
            command.mut_arg("games", |games| games.help(help))
        })
}

/// The whole program: parses the command line, does what it asks, and says what went wrong.
pub fn main() -> ExitCode {
    let matches = command_line().try_get_matches();
    let asked = match matches.and_then(Asked::of) {
        Ok(asked) => asked,
        Err(error) => return refused(&error),
    };
    match asked.run(&|_| (), &mut Printable::new(io::stdout().lock())) {
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

/// A command line, parsed.
pub enum Asked {
    /// A question, with its flags.
    Question(&'static dyn AnyQuestion, ArgMatches),
    /// Another command.
    Other(Box<Command>),
}

impl Asked {
    /// The command of what clap has parsed.
    fn of(mut matches: ArgMatches) -> Result<Asked, clap::Error> {
        if let Some(question) = matches.subcommand_name().and_then(questions::named)
            && let Some((_, flags)) = matches.remove_subcommand()
        {
            return Ok(Asked::Question(question, flags));
        }
        Ok(Asked::Other(Box::new(
            Cli::from_arg_matches(&matches)?.command,
        )))
    }

    /// Parses the words of a command line, without the name of the program.
    ///
    /// # Errors
    /// If the words are no command of gong's.
    pub fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Result<Asked, clap::Error> {
        Asked::of(command_line().try_get_matches_from(std::iter::once("gong").chain(words))?)
    }

    /// The common flags, of a command whose games can be divided into shards.
    pub fn divided(&mut self) -> Option<Playing> {
        match self {
            Asked::Question(question, flags) if question.divided() => {
                Playing::from_arg_matches(flags).ok()
            }
            Asked::Question(..) => None,
            Asked::Other(command) => merge::divided(command).cloned(),
        }
    }

    /// Draws the report of the command again, from what its folder keeps.
    ///
    /// # Errors
    /// If the command is no question, or the folder keeps nothing of this gong's.
    pub fn redraw(self, found: Found, folder: &Path, extras: Extras) -> anyhow::Result<()> {
        match self {
            Asked::Question(question, flags) => question.redraw(&flags, found, folder, extras),
            Asked::Other(_) => {
                Err(Usage("the command of the report asks no question".into()).into())
            }
        }
    }

    /// Does what was asked, and writes its answer to `out`. `adjust` changes the common flags.
    ///
    /// # Errors
    /// [`Faults`] or [`Usage`] in the chain if the user's input is at fault; anything else is a
    /// failure of the program.
    pub fn run(self, adjust: Adjust<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
        match self {
            Asked::Question(question, flags) => question.run(&flags, adjust, out),
            Asked::Other(mut command) => {
                if let Some(playing) = merge::divided(&mut command) {
                    adjust(playing);
                }
                Cli { command: *command }.run(out)
            }
        }
    }
}

impl Cli {
    /// Does what was asked, and writes its answer to `out`.
    ///
    /// # Errors
    /// [`Faults`] or [`Usage`] in the chain if the user's input is at fault; anything else is a failure of ours.
    fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut command = self.command;
        let again = command.clone();
        if let Some(playing) = merge::divided(&mut command).filter(|of| of.stand_in.is_none()) {
            playing.again = Some(again.to_play_again());
        }
        match command {
            Command::Run(run) => run.run(out),
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

impl Command {
    /// Lets a stand-in play everybody, and nothing else beside it.
    fn play_with(&mut self, bot: &str) {
        match self {
            Command::Run(run) => run.play_with(bot),
            _ => {}
        }
    }

    /// Plays this command again, for a stand-in.
    pub fn to_play_again(self) -> Again {
        Again::new(move |bot, adjust| {
            let mut command = self.clone();
            command.play_with(bot);
            if let Some(playing) = merge::divided(&mut command) {
                adjust(playing);
            }
            Cli { command }.run(&mut io::sink())
        })
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
