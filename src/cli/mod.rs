//! The command line. Each subcommand has a file, in which its flags are turned into a request.

mod check;
mod cluster;
mod completions;
mod list;
mod man;
mod merge;
mod new;
mod printable;
mod rerun;
mod schema;
mod studio;
mod trial;
mod watch;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{ArgMatches, Args, FromArgMatches, Parser, Subcommand};

use self::printable::Printable;
use crate::games::{Title, title, titles};
use crate::questions::{self, AnyQuestion};
use crate::scenario::{Fault, Faults};
use crate::session::playing::Adjust;
use crate::session::{Interrupted, Usage, signals};
use crate::simulate::FailedGame;
use crate::words::{shown_line, suggest, unprintable};

/// The balance lab for tabletop games: who wins, by how much, and how precise is that?
#[derive(Debug, Clone, Parser)]
#[command(name = "gong", version)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    Check(check::Check),
    List(list::List),
    New(new::New),
    Studio(studio::Studio),
    Watch(watch::Watch),
    Merge(merge::Merge),
    Cluster(cluster::Cluster),
    Rerun(rerun::Rerun),
    Schema(schema::Schema),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Returns the definition of the command line, with the flags of each command.
pub fn command_line() -> clap::Command {
    let asking = questions::ALL.iter().map(|question| question.command());
    let questions_first = clap::Command::new(env!("CARGO_PKG_NAME")).subcommands(asking);
    Cli::augment_args(questions_first).mut_subcommands(|command| {
        // `-5` in `--games -5` is an invalid number of games, not an unknown flag.
        command.mut_args(|arg| match arg.get_long() {
            Some(_) if arg.get_action().takes_values() => arg.allow_negative_numbers(true),
            _ => arg,
        })
    })
}

/// Runs the whole program: parses the command line, runs the command, and reports errors.
pub fn main() -> ExitCode {
    signals::report_file_limits();
    let matches = command_line().try_get_matches();
    let asked = match matches.and_then(ParsedCommand::of) {
        Ok(asked) => asked,
        Err(error) => return refused(&error),
    };
    let mut out = Printable::new(io::stdout().lock());
    let heard = signals::handle().and_then(|()| signals::end_with_stdin());
    match heard.and_then(|()| asked.run(&|_| (), &mut out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let (code, message) = exit_code(&error);
            if let Some(message) = message {
                // stderr is closed as well, so no error can be reported.
                let _ = writeln!(io::stderr(), "{message}");
            }
            code
        }
    }
}

/// Prints clap's message about a command line, such as the help, and returns the exit code. If the
/// command line contains control characters, prints without colours, because clap may repeat the
/// characters.
fn refused(error: &clap::Error) -> ExitCode {
    let odd = |word: OsString| word.to_string_lossy().contains(unprintable);
    // If printing fails, the exit code still reports the result.
    let _ = match std::env::args_os().any(odd) {
        true => write!(Printable::new(io::stderr()), "{error}"),
        false => error.print(),
    };
    u8::try_from(error.exit_code()).map_or(ExitCode::FAILURE, ExitCode::from)
}

/// A parsed command line.
pub enum ParsedCommand {
    /// A question (a command such as `run` or `tune`) with its flags.
    Question(&'static dyn AnyQuestion, ArgMatches),
    /// A command that is not a question, such as `check` or `list`.
    Other(Box<Command>),
}

impl ParsedCommand {
    /// Converts the arguments that clap has parsed to a command.
    fn of(mut matches: ArgMatches) -> Result<ParsedCommand, clap::Error> {
        if let Some(question) = matches.subcommand_name().and_then(questions::named)
            && let Some((_, flags)) = matches.remove_subcommand()
        {
            return Ok(ParsedCommand::Question(question, flags));
        }
        Ok(ParsedCommand::Other(Box::new(Cli::from_arg_matches(&matches)?.command)))
    }

    /// Parses the words of a command line, without the name of the program.
    ///
    /// # Errors
    /// Fails if the words are not a command of gong.
    pub fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Result<ParsedCommand, clap::Error> {
        ParsedCommand::of(
            command_line().try_get_matches_from(std::iter::once("gong").chain(words))?,
        )
    }

    /// Runs the command and writes its answer to `out`. `adjust` changes the flags that several
    /// commands share.
    ///
    /// # Errors
    /// An error with [`Faults`] or [`Usage`] in its chain reports faulty input; any other error is
    /// a failure of the program.
    pub fn run(self, adjust: Adjust<'_>, out: &mut dyn Write) -> anyhow::Result<()> {
        match self {
            ParsedCommand::Question(question, flags) => question.run(&flags, adjust, out),
            ParsedCommand::Other(command) => command.run(out),
        }
    }
}

impl Command {
    /// Runs the command and writes its answer to `out`.
    ///
    /// # Errors
    /// An error with [`Faults`] or [`Usage`] in its chain reports faulty input; any other error is
    /// a failure of the program.
    fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        match self {
            Command::Check(check) => check.run(out),
            Command::List(list) => list.run(out),
            Command::New(new) => new.run(out),
            Command::Studio(studio) => studio.run(out),
            Command::Watch(watch) => watch.run(out),
            Command::Merge(merge) => merge.run(out),
            Command::Cluster(cluster) => cluster.run(out),
            Command::Rerun(rerun) => rerun.run(out),
            Command::Schema(schema) => schema.run(out),
            Command::Completions(completions) => completions.run(out),
            Command::Man(man) => man.run(out),
        }
    }
}

/// Returns the game with this name; without a name, returns the first game.
fn game(name: Option<&str>) -> Result<&'static dyn Title, Usage> {
    let names = || titles().map(Title::name);
    let Some(name) = name.or_else(|| names().next()) else {
        return Err(Usage("there are no games".into()));
    };
    title(name).ok_or_else(|| Usage(format!("there is no game `{name}`{}", suggest(name, names()))))
}

/// Returns the exit code for an error, and the message to print. The codes are 1 for a failure, 2
/// for wrong usage or input, and 128 plus the signal's number for an interruption.
///
/// A closed pipe is not an error and has no message, because its reader has stopped reading on
/// purpose.
pub fn exit_code(error: &anyhow::Error) -> (ExitCode, Option<String>) {
    let broken_pipe = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    if error.chain().any(|cause| cause.downcast_ref().is_some_and(broken_pipe)) {
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
    // Faults are separated by newlines. Each fault is printed as an error message of its own.
    let told = format!("{error:#}");
    let lines = told.lines();
    let lines: Vec<String> = lines.map(|line| shown_line(&format!("error: {line}"))).collect();
    (ExitCode::from(if input { 2 } else { 1 }), Some(lines.join("\n")))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_first_faults_are_printed_and_the_others_are_counted() {
        let told = |count: usize| {
            let mut faults = Faults::default();
            for number in 0..count {
                faults.push(Fault::whole(Path::new("a.toml"), format!("fault {number}")));
            }
            exit_code(&faults.into()).1.unwrap()
        };
        assert_eq!(told(20).lines().last(), Some("error: a.toml: fault 19"));
        let many = told(57);
        assert_eq!(many.lines().count(), 21);
        assert_eq!(many.lines().last(), Some("error: and 37 more faults"));
    }

    /// Help is wrapped at 100 columns, and a wrapped example does not work when it is pasted.
    #[test]
    fn examples_in_the_help_are_not_wrapped() {
        for command in command_line().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            let examples = help.lines().filter(|line| line.starts_with("  gong "));
            let long: Vec<&str> = examples.filter(|line| line.len() > 98).collect();
            assert!(long.is_empty(), "{}: {long:?}", command.get_name());
        }
    }
}
