//! Default names of report folders, which apply without `--out`. A name consists of the scenario's
//! name and the changes of the command, such as `four--rounds-12`.

use sha2::{Digest, Sha256};

use super::job::question;
use super::numbers::share;
use crate::words::hex;

/// First part of a report's name; the changes of the command are appended to it.
#[derive(Debug, Clone)]
pub struct Base {
    name: String,
    /// A flag whose value is left out of the report's name, because the first part of the name
    /// contains the value or the value is the default.
    known: Option<&'static str>,
}

impl Base {
    /// Leaves the value of this flag out of the report's name.
    pub fn without(self, flag: &'static str) -> Base {
        Base {
            known: Some(flag),
            ..self
        }
    }

    /// Returns the name of the report for a command line. Commands that differ only in the number
    /// of games or in the precision have the same name. All other commands have different names.
    pub fn of(&self, command: &str) -> String {
        let asked = question(command);
        let flags = flags(&asked).into_iter();
        let flags: Vec<Flag> = flags
            .filter(|of| self.known != Some(of.name) && !of.is_default())
            .collect();
        let parts: Vec<String> = std::iter::once(self.name.clone())
            .chain(flags.iter().map(Flag::part))
            .collect();
        let name = parts.join("--");
        match name.chars().count() <= LONGEST && flags.iter().all(Flag::is_plain) {
            true => name,
            false => {
                let short: String = name.chars().take(LONGEST).collect();
                let hash = hex(&Sha256::digest(asked.join(" ")));
                format!("{}-{}", short.trim_end_matches('-'), &hash[..HASH])
            }
        }
    }
}

impl From<String> for Base {
    fn from(name: String) -> Base {
        Base { name, known: None }
    }
}

/// Maximum length of a report's name, in characters, without the hash at its end.
const LONGEST: usize = 80;
/// Number of hash digits that are appended to a report's name if it is shortened or ambiguous.
const HASH: usize = 8;

/// A flag of a command line with its value; the value is empty for a flag without one.
struct Flag<'a> {
    name: &'a str,
    value: String,
}

/// Splits a command line into flags with their values, which may contain spaces.
fn flags<'a>(words: &[&'a str]) -> Vec<Flag<'a>> {
    let mut flags: Vec<Flag> = vec![];
    for word in words {
        match flags.last_mut() {
            _ if word.starts_with("--") => flags.push(Flag {
                name: word,
                value: String::new(),
            }),
            Some(flag) if flag.value.is_empty() => flag.value = (*word).to_owned(),
            Some(flag) => flag.value += &format!(" {word}"),
            // Words before the first flag are scenarios, which are in the base already.
            None => {}
        }
    }
    flags
}

/// Flags with default values that command lines may contain; they are left out of report names.
const DEFAULTS: [(&str, &str); 3] = [("--seed", "1"), ("--margin", "0.02"), ("--kind", "trained")];

/// Flags whose values are part of a report's name without the name of the flag.
const PLAIN: [&str; 7] = [
    "--set",
    "--variant",
    "--vary",
    "--strategy",
    "--fighter",
    "--fighters",
    "--levels",
];
/// Tables of a scenario file, in TOML. A report's default name says which fields were changed, but
/// leaves out the names of these tables.
const TABLES: [&str; 4] = ["fighters.", "rules.", "line-up.", "strategies."];

impl Flag<'_> {
    /// Returns the part of the report's name that stands for this flag: `baobab-size-14` for `--set
    /// fighters.baobab.size=14`.
    fn part(&self) -> String {
        let said = |field: &str| {
            let field = TABLES
                .iter()
                .find_map(|table| field.strip_prefix(table))
                .unwrap_or(field);
            slug(field)
        };
        let fields: Vec<String> = self.value.trim_matches('\'').split(',').map(said).collect();
        let value = fields.join("-");
        let name = slug(self.name);
        match (PLAIN.contains(&self.name), value.as_str()) {
            (_, "") => name,
            (true, value) => value.to_owned(),
            (false, value) => format!("{name}-{value}"),
        }
    }

    /// Returns whether the flag of the command line has its default value.
    fn is_default(&self) -> bool {
        let share = share(&self.value).map(|share| share.to_string());
        let value = share.as_deref().unwrap_or(&self.value);
        DEFAULTS.contains(&(self.name, value)) || DEFAULTS.contains(&(self.name, &self.value))
    }

    /// Returns whether different values of the flag always give different parts of the report's
    /// name.
    fn is_plain(&self) -> bool {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_.=,".contains(c);
        self.value.chars().all(plain) && !self.value.contains("=-")
    }
}

/// Converts a text to a part of a file name. Keeps letters, digits, and full stops between digits;
/// replaces other characters by hyphens.
fn slug(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
    let mut slug = String::new();
    for (at, &c) in letters.iter().enumerate() {
        let point = c == '.' && at > 0 && digit(at - 1) && digit(at + 1);
        if c.is_ascii_alphanumeric() || point {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(base: &str, command: &str) -> String {
        Base::from(base.to_owned()).of(command)
    }

    #[test]
    fn what_is_changed_names_the_folder() {
        for (command, name) in [
            ("gong run a/b.toml --games 100 --seed 1", "b"),
            (
                "gong run b.toml --games 100 --seed 1 --set fighters.baobab.size=14",
                "b--baobab-size-14",
            ),
            (
                "gong run b.toml --games 9 --seed 2 --level 0.9 --set rules.rounds=12 --set \
                 line-up.draw=3 --strategy balanced",
                "b--seed-2--rounds-12--draw-3--balanced",
            ),
            (
                "gong run b.toml --games 9 --seed 1 --strategy fighters.agaric=cautious",
                "b--agaric-cautious",
            ),
            ("gong tune b.toml --games 9 --seed 1", "b"),
            (
                "gong tune b.toml --target agaric=0.3 --within 0.02 --edits 2 --rules --games 9 \
                 --seed 1",
                "b--target-agaric-0.3--within-0.02--edits-2--rules",
            ),
            (
                "gong compare b.toml --variant rules.rounds=9,fighters.agaric.size=6 --games 5 \
                 --seed 1",
                "b--rounds-9-agaric-size-6",
            ),
            // A sweep over more values has the same report name, and its report has more points.
            (
                "gong sweep b.toml --vary rules.rounds=5..12 --games 5 --seed 1",
                "b--rounds",
            ),
        ] {
            assert_eq!(of("b", command), name, "{command}");
        }
        let base = Base::from("b-pairings-2".to_owned()).without("--team-size");
        let command = "gong pairings b.toml --team-size 2 --margin 0.02 --games 9 --seed 1";
        assert_eq!(base.of(command), "b-pairings-2");
    }

    #[test]
    fn names_are_short_and_no_two_questions_share_one() {
        let sets = [
            "--set rules.x=1",
            "--set rules.x=-1",
            "--set 'title=\"a b\"'",
            "--set 'title=\"a, b\"'",
            "--set title=A",
            "--strategy x/é.toml",
            "--strategy x/è.toml",
        ];
        let mut names: Vec<String> = sets
            .iter()
            .map(|set| of("b", &format!("gong run b.toml {set}")))
            .collect();
        let many: String = (1..40).map(|i| format!(" --set rules.x{i}=1")).collect();
        names.push(of("b", &format!("gong run b.toml{many}")));
        names.push(of("b", &format!("gong run b.toml{many} --set rules.y=1")));
        for (i, name) in names.iter().enumerate() {
            assert!(name.len() <= LONGEST + 1 + HASH, "{name}");
            assert!(!names[..i].contains(name), "{name} is there twice");
            let portable = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
            assert!(name.chars().all(portable), "{name}");
        }
    }
}
