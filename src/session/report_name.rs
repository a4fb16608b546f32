//! The default name of a report's folder: the scenario and the question, then the edits of the
//! command in words, such as `four--rounds-12`. Commands with the same name have the same report.

use clap::ArgMatches;
use sha2::{Digest, Sha256};

use crate::words::{hex, invisible};

/// Arguments that say what a command plays. Their values are part of the name; the other arguments
/// say how precisely, where and in which form.
const NAMED: [&str; 7] = ["seed", "sets", "strategies", "variants", "vary", "fighters", "target"];
/// Arguments whose names are part of the name as well, and their defaults, which are left out.
const EXPLAINED: [(&str, &str); 2] = [("seed", "1"), ("target", "fair")];
/// Tables of a scenario file, in TOML. The name leaves out the names of these tables.
const TABLES: [&str; 4] = ["fighters.", "rules.", "line-up.", "strategies."];
/// Maximum length of a name, in characters, without the hash at its end.
const LONGEST: usize = 80;
/// Number of hash digits that are appended to a name that is shortened or ambiguous.
const HASH: usize = 8;

/// Returns the default name of the report of a command. `base` names the scenario and the question.
pub fn report_name(base: &str, flags: &ArgMatches) -> String {
    let shown: String = base.chars().map(|c| if invisible(c) { '-' } else { c }).collect();
    let mut values: Vec<String> =
        Some(base.to_owned()).filter(|_| shown != base).into_iter().collect();
    let mut parts = vec![shown];
    for id in NAMED {
        // A question has only some of the arguments.
        let typed = flags.try_get_raw_occurrences(id).ok().flatten();
        for words in typed.into_iter().flatten() {
            let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
            let mut value = words.join(",");
            if id == "vary" {
                // A sweep over further values of the same field extends its report.
                value.truncate(value.find('=').unwrap_or(value.len()));
            }
            match EXPLAINED.iter().find(|(explained, _)| *explained == id) {
                Some((_, default)) if value == *default => continue,
                Some(_) => parts.push(format!("{id}-{}", slug(&value))),
                None => parts.push(slug(&value)),
            }
            values.push(value);
        }
    }
    let name = parts.join("--");
    if name.chars().count() <= LONGEST && values.iter().all(|value| is_plain(value)) {
        return name;
    }
    let short: String = name.chars().take(LONGEST).collect();
    let hash = hex(&Sha256::digest(values.join(" ")));
    format!("{}-{}", short.trim_end_matches('-'), &hash[..HASH])
}

/// Returns the start of a command line, up to its first flag: the question and the scenario files.
/// Commands have the same report if their subjects and the names of their reports are equal.
pub fn subject(command: &str) -> &str {
    command.split(" --").next().unwrap_or_default()
}

/// Returns whether different values of this form always have different slugs.
fn is_plain(value: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.=,".contains(c);
    value.chars().all(plain) && !value.contains("=-")
}

/// Converts a value to a part of a file name, without the names of the scenario's tables:
/// `baobab-size-14` for `fighters.baobab.size=14`. Keeps letters, digits, and full stops between
/// digits; replaces other characters by hyphens.
fn slug(value: &str) -> String {
    let field = |field: &str| -> String {
        let field = TABLES.iter().find_map(|table| field.strip_prefix(table)).unwrap_or(field);
        let letters: Vec<char> = field.chars().collect();
        let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
        let kept = |at: usize| {
            let point = letters[at] == '.' && at > 0 && digit(at - 1) && digit(at + 1);
            if letters[at].is_ascii_alphanumeric() || point { letters[at] } else { '-' }
        };
        (0..letters.len()).map(kept).collect()
    };
    let fields: Vec<String> = value.split(',').map(field).collect();
    let joined = fields.join("-");
    let words: Vec<&str> = joined.split('-').filter(|word| !word.is_empty()).collect();
    words.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the name of the report of a command, such as `compare b.toml --set rules.rounds=9`.
    fn name_of(command: &str) -> String {
        let (name, words) = command.split_once(' ').unwrap();
        let question = crate::questions::named(name).unwrap().command();
        let words = std::iter::once(name).chain(words.split(' '));
        report_name("b", &question.try_get_matches_from(words).unwrap())
    }

    #[test]
    fn what_is_changed_names_the_folder() {
        let many = "run b.toml --seed 2 --level 0.9 --set rules.rounds=12 --set line-up.draw=3 \
                    --strategy balanced";
        let variant = "compare b.toml --variant rules.rounds=9,fighters.agaric.size=6";
        for (command, name) in [
            ("run b.toml --games 100 --quick --seed 1", "b"),
            ("run b.toml --set fighters.baobab.size=14", "b--baobab-size-14"),
            (many, "b--seed-2--rounds-12--draw-3--balanced"),
            ("run b.toml --strategy fighters.agaric=cautious", "b--agaric-cautious"),
            ("tune b.toml --target fair --within 0.02", "b"),
            ("tune b.toml --target agaric=0.3 --rules", "b--target-agaric-0.3"),
            (variant, "b--rounds-9-agaric-size-6"),
            ("sweep b.toml --vary rules.rounds=5..12", "b--rounds"),
            ("pairings b.toml --team-size 2 --fighters agaric,cactus", "b--agaric-cactus"),
        ] {
            assert_eq!(name_of(command), name, "{command}");
        }
    }

    #[test]
    fn names_are_short_and_no_two_variants_share_one() {
        let many: String = (1..40).map(|i| format!(" --set rules.x{i}=1")).collect();
        let more = format!("{many} --set rules.y=1");
        let mut names = vec![];
        for edits in [
            " --set rules.x=1",
            " --set rules.x=-1",
            " --set title=a,b",
            " --set title=A,b",
            " --strategy x/é.toml",
            " --strategy x/è.toml",
            &many,
            &more,
        ] {
            let name = name_of(&format!("run b.toml{edits}"));
            assert!(name.len() <= LONGEST + 1 + HASH, "{name}");
            assert!(!names.contains(&name), "{name} is there twice");
            let portable = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
            assert!(name.chars().all(portable), "{name}");
            names.push(name);
        }
    }
}
