//! Writes the command line that repeats the games of a report: the flags that the user typed, in
//! one canonical order.

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::shell;

/// Common command-line flags that do not affect the results. They set where and how fast a command
/// plays, and which extra files it writes. A question leaves out such flags of its own by
/// [`super::QuestionPlan::resolved`].
const DECIDE_NOTHING: [&str; 8] =
    ["out", "shard", "threads", "png", "csv", "force", "quiet", "progress"];

/// Joins the words of a command to one line for a shell, with quotes where needed, as in "gong run
/// a.toml --seed 1".
pub fn line(words: &[String]) -> String {
    let words = words.iter().map(|word| shell::word(word));
    let all: Vec<String> = std::iter::once("gong".to_owned()).chain(words).collect();
    all.join(" ")
}

/// Returns the words, without `gong`, of the command that repeats the games of a report. Positional
/// arguments come first, then the flags in the order of `--help`. `resolved` maps names of flags to
/// values that replace the typed values; an empty value removes the flag. For a flag without a
/// value, any text that is not empty adds the flag.
pub fn canonical(
    command: &clap::Command,
    typed: &ArgMatches,
    resolved: &[(&'static str, String)],
) -> Vec<String> {
    let mut words = vec![command.get_name().to_owned()];
    let (positional, flags): (Vec<_>, Vec<_>) =
        command.get_arguments().partition(|arg| arg.is_positional());
    for arg in positional {
        let values = typed.get_raw(arg.get_id().as_str()).into_iter().flatten();
        let paths = values.map(|value| shell::with_slashes(value.as_ref()));
        words.extend(paths.map(|path| path.to_string_lossy().into_owned()));
    }
    for arg in flags {
        let Some(name) = arg.get_long().filter(|name| !DECIDE_NOTHING.contains(name)) else {
            continue;
        };
        if let Some((_, value)) = resolved.iter().find(|(flag, _)| *flag == name) {
            if !value.is_empty() {
                words.push(format!("--{name}"));
                words.extend(Some(value.clone()).filter(|_| arg.get_action().takes_values()));
            }
            continue;
        }
        let id = arg.get_id().as_str();
        let by_user = typed.value_source(id) == Some(ValueSource::CommandLine);
        // The command always names the seed, so that later versions with another default play the
        // same games.
        if !by_user && name != "seed" {
            continue;
        }
        if !arg.get_action().takes_values() {
            words.push(format!("--{name}"));
            continue;
        }
        for values in typed.get_raw_occurrences(id).into_iter().flatten() {
            let values: Vec<String> = values.map(|of| of.to_string_lossy().into_owned()).collect();
            words.extend([format!("--{name}"), values.join(",")]);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use clap::{Args, Command, Parser};

    use super::*;
    use crate::session::playing::Playing;

    #[derive(Debug, Parser)]
    struct Asked {
        scenario: String,
        #[arg(long = "vary")]
        vary: Vec<String>,
        #[arg(long, value_delimiter = ',')]
        sizes: Vec<u8>,
        #[arg(long)]
        rules: bool,
        #[command(flatten)]
        playing: Playing,
    }

    fn written(typed: &str, resolved: &[(&'static str, String)]) -> String {
        let command = Asked::augment_args(Command::new("ask"));
        let typed = command.clone().get_matches_from(typed.split(' '));
        line(&canonical(&command, &typed, resolved))
    }

    #[test]
    fn flags_stand_in_the_order_of_help_whatever_the_order_typed() {
        let line = "ask --rules --games 2k --sizes 1,2 --vary b=1 --out x a's.toml --vary a=2 -q";
        let expected = "gong ask 'a'\\''s.toml' --vary b=1 --vary a=2 --sizes 1,2 --rules \
                        --games 2000 --seed 1";
        assert_eq!(written(line, &[("games", "2000".into())]), expected);
        let resolved = [("games", String::new()), ("vary", "c=3".into())];
        let line = "ask x.toml --games 2k --vary b=1";
        assert_eq!(written(line, &resolved), "gong ask x.toml --vary c=3 --seed 1");
        let line = "ask x.toml --seed 9 --level 99%";
        assert_eq!(written(line, &[]), "gong ask x.toml --seed 9 --level 99%");
    }
}
