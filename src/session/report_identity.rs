//! Identity of reports: which commands have the same report, and the default name of the report's
//! folder, which applies without `--out`. A name consists of the scenario's name and the changes of
//! the command, such as `four--rounds-12`.

use sha2::{Digest, Sha256};

use crate::report::Manifest;
use crate::words::hex;

/// Identity of a command's report: the start of the report's default name, and the flags that tell
/// the report from other reports. Without settings of the question, every value of every flag
/// identifies the report, except the flags in `UNCOUNTED`.
#[derive(Debug, Clone)]
pub struct ReportIdentity {
    /// First part of the report's default name; the changes of the command are appended to it.
    name: String,
    /// Flags that are left out of the default name.
    unnamed: Vec<&'static str>,
    /// Flags whose values are part of the default name without the name of the flag. [`NAMELESS`]
    /// has further ones.
    nameless: Vec<&'static str>,
    /// Flags whose values identify the report only in part.
    partly: Vec<(&'static str, IdentifyingWords)>,
    /// Flags whose values do not identify an interrupted report.
    growing: Vec<&'static str>,
}

/// A function that returns the words of a flag's value that identify the report.
pub type IdentifyingWords = fn(&str) -> Vec<&str>;

/// Flags of several questions that do not identify the report of a command: they decide how
/// precise the results are, and which players check them.
const UNCOUNTED: [&str; 7] =
    ["--adapt", "--adapt-seed", "--games", "--precision", "--level", "--reference", "--quick"];

/// Flags of several questions whose values are part of a report's name without the name of the
/// flag.
const NAMELESS: [&str; 2] = ["--set", "--strategy"];

impl From<String> for ReportIdentity {
    fn from(name: String) -> ReportIdentity {
        ReportIdentity { name, unnamed: vec![], nameless: vec![], partly: vec![], growing: vec![] }
    }
}

impl ReportIdentity {
    /// Leaves a flag out of the report's name, because the first part of the name contains the
    /// value of the flag, or because the value is the default.
    pub fn without(mut self, flag: &'static str) -> ReportIdentity {
        self.unnamed.push(flag);
        self
    }

    /// Leaves the name of a flag, but not its value, out of the report's name.
    pub fn nameless(mut self, flag: &'static str) -> ReportIdentity {
        self.nameless.push(flag);
        self
    }

    /// Gives commands the same report if their values of this flag have the same `words`.
    pub fn partly(mut self, flag: &'static str, words: IdentifyingWords) -> ReportIdentity {
        self.partly.push((flag, words));
        self
    }

    /// Continues an interrupted report with any value of this flag, because the command of an
    /// interrupted report has only the values that were played.
    pub fn growing(mut self, flag: &'static str) -> ReportIdentity {
        self.growing.push(flag);
        self
    }

    /// Returns the default name of the report of a command line. Commands with the same report have
    /// the same name. All other commands have different names.
    pub fn name_of(&self, command: &str) -> String {
        let words = self.words(command, false);
        let flags = flags(&words).into_iter();
        let flags: Vec<Flag> =
            flags.filter(|of| !self.unnamed.contains(&of.name) && !of.is_default_seed()).collect();
        let nameless = |of: &Flag| NAMELESS.contains(&of.name) || self.nameless.contains(&of.name);
        let parts = flags.iter().map(|of| of.part(nameless(of)));
        let parts: Vec<String> = std::iter::once(self.name.clone()).chain(parts).collect();
        let name = parts.join("--");
        match name.chars().count() <= LONGEST && flags.iter().all(Flag::is_plain) {
            true => name,
            false => {
                let short: String = name.chars().take(LONGEST).collect();
                let hash = hex(&Sha256::digest(words.join(" ")));
                format!("{}-{}", short.trim_end_matches('-'), &hash[..HASH])
            }
        }
    }

    /// Returns whether two command lines have the same report.
    pub fn same(&self, one: &str, other: &str) -> bool {
        self.words(one, false) == self.words(other, false)
    }

    /// Returns whether a command has the report with this manifest, which may be interrupted.
    pub fn has(&self, manifest: &Manifest, command: &str) -> bool {
        let interrupted = manifest.partial;
        self.words(&manifest.command, interrupted) == self.words(command, interrupted)
    }

    /// Returns the words of a command line that identify its report. `interrupted` is true for a
    /// comparison with an interrupted report.
    fn words<'a>(&self, command: &'a str, interrupted: bool) -> Vec<&'a str> {
        let (mut kept, mut flag) = (vec![], "");
        for word in command.split_whitespace() {
            if word.starts_with("--") {
                flag = word;
            }
            let uncounted =
                UNCOUNTED.contains(&flag) || (interrupted && self.growing.contains(&flag));
            if uncounted {
                continue;
            }
            let mut partly = self.partly.iter();
            match partly.find(|(name, _)| *name == flag && word != flag) {
                Some((_, words)) => kept.extend(words(word)),
                None => kept.push(word),
            }
        }
        kept
    }
}

/// Maximum length of a report's name, in characters, without the hash at its end.
const LONGEST: usize = 80;
/// Number of hash digits that are appended to a report's name if it is shortened or ambiguous.
const HASH: usize = 8;

/// A flag of a command line with its value; the value is empty for a flag that takes no value.
struct Flag<'a> {
    name: &'a str,
    value: String,
}

/// Splits a command line into flags with their values, which may contain spaces.
fn flags<'a>(words: &[&'a str]) -> Vec<Flag<'a>> {
    let mut flags: Vec<Flag> = vec![];
    for word in words {
        match flags.last_mut() {
            _ if word.starts_with("--") => flags.push(Flag { name: word, value: String::new() }),
            Some(flag) if flag.value.is_empty() => flag.value = (*word).to_owned(),
            Some(flag) => flag.value += &format!(" {word}"),
            // Words before the first flag are scenarios, which are in the name already.
            None => {}
        }
    }
    flags
}

/// Tables of a scenario file, in TOML. A report's default name says which fields were changed, but
/// leaves out the names of these tables.
const TABLES: [&str; 4] = ["fighters.", "rules.", "line-up.", "strategies."];

impl Flag<'_> {
    /// Returns the part of the report's name that stands for this flag: `baobab-size-14` for `--set
    /// fighters.baobab.size=14`. Leaves out the name of the flag if `nameless` is true.
    fn part(&self, nameless: bool) -> String {
        let said = |field: &str| {
            let field = TABLES.iter().find_map(|table| field.strip_prefix(table)).unwrap_or(field);
            slug(field)
        };
        let fields: Vec<String> = self.value.trim_matches('\'').split(',').map(said).collect();
        let value = fields.join("-");
        let name = slug(self.name);
        match (nameless, value.as_str()) {
            (_, "") => name,
            (true, value) => value.to_owned(),
            (false, value) => format!("{name}-{value}"),
        }
    }

    /// Returns whether the flag is the seed, which every command line has, at its default value.
    fn is_default_seed(&self) -> bool {
        self.name == "--seed" && self.value == "1"
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

    fn path(axis: &str) -> Vec<&str> {
        axis.split('=').take(1).collect()
    }

    /// Returns the identity of reports whose default names begin with "b".
    fn identity() -> ReportIdentity {
        ReportIdentity::from("b".to_owned())
            .nameless("--variant")
            .nameless("--vary")
            .partly("--vary", path)
            .growing("--levels")
    }

    #[test]
    fn a_report_has_the_commands_that_differ_only_in_uncounted_flags() {
        let asked = |command| identity().words(command, false).join(" ");
        assert_eq!(
            asked("gong run a.toml --games 100 --seed 1 --quick --set rules.rounds=9"),
            "gong run a.toml --seed 1 --set rules.rounds=9"
        );
        assert_eq!(
            asked("gong sweep a.toml --vary rules.rounds=5..12 --precision 0.1 --level 0.9"),
            "gong sweep a.toml --vary rules.rounds"
        );
    }

    #[test]
    fn the_values_of_an_interrupted_report_may_be_fewer() {
        let report = |partial| Manifest {
            command: "gong skill a.toml --levels random:5 --seed 1".into(),
            partial,
            ..Manifest::default()
        };
        let all = "gong skill a.toml --levels random:5,trained:9 --seed 1";
        assert!(identity().has(&report(true), all));
        assert!(!identity().has(&report(false), all));
        let other = "gong skill a.toml --levels random --seed 2";
        assert!(!identity().has(&report(true), other));
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
            ("gong sweep b.toml --vary rules.rounds=5..12 --games 5 --seed 1", "b--rounds"),
        ] {
            assert_eq!(identity().name_of(command), name, "{command}");
        }
        let identity = ReportIdentity::from("b-pairings-2".to_owned());
        let identity = identity.without("--team-size").without("--margin");
        let command = "gong pairings b.toml --team-size 2 --margin 0.02 --games 9 --seed 1";
        assert_eq!(identity.name_of(command), "b-pairings-2");
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
        let mut names: Vec<String> =
            sets.iter().map(|set| identity().name_of(&format!("gong run b.toml {set}"))).collect();
        let many: String = (1..40).map(|i| format!(" --set rules.x{i}=1")).collect();
        names.push(identity().name_of(&format!("gong run b.toml{many}")));
        names.push(identity().name_of(&format!("gong run b.toml{many} --set rules.y=1")));
        for (i, name) in names.iter().enumerate() {
            assert!(name.len() <= LONGEST + 1 + HASH, "{name}");
            assert!(!names[..i].contains(name), "{name} is there twice");
            let portable = |c: char| c.is_ascii_alphanumeric() || "-.".contains(c);
            assert!(name.chars().all(portable), "{name}");
        }
    }
}
