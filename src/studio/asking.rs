//! Turns a question of the page into the words of a command line. The page can set only flags that
//! name no file and no folder.

use serde::{Deserialize, Serialize};

use super::failure::RequestError;
use super::workspace::{AskedVariant, Workspace, allowed, path_of};
use crate::questions::{self, AnyQuestion};
use crate::scenario::Scenario;
use crate::shell;
use crate::words::unprintable;

/// A question of the page about a scenario with edits.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AskedQuestion {
    /// Name of the command, such as `tune`.
    pub question: String,
    #[serde(flatten)]
    pub of: AskedVariant,
    /// Further flags with their values, such as `["games", "1000"]`.
    #[serde(default, skip_serializing)]
    pub flags: Vec<[String; 2]>,
}

/// The questions that the page asks, with the flags that it may set. An empty value stands for a
/// flag without a value.
const ASKABLE: [(&str, &[&str]); 5] = [
    ("sensitivity", &["games", "seed", "rules"]),
    ("tune", &["games", "seed", "rules", "target", "within", "edits", "only", "not"]),
    ("sweep", &["games", "seed", "vary"]),
    ("pairings", &["games", "seed", "team-size", "fighters"]),
    ("skill", &["seed"]),
];

/// Maximum number of flags.
const MOST_FLAGS: usize = 40;

/// Returns the words of the command, without `gong`.
///
/// # Errors
/// Fails if the page may not ask this question, or may not set one of the flags.
pub fn words(asked: &AskedQuestion, workspace: &Workspace) -> Result<Vec<String>, RequestError> {
    let askable = ASKABLE.iter().find(|(name, _)| *name == asked.question);
    let Some((name, flags)) = askable else {
        let what = format!("the studio does not ask `{}`", asked.question);
        return Err(RequestError::refused(what));
    };
    let mut of = asked.of.clone();
    if *name == "skill" {
        // The levels of play are bots of their own.
        of.player = None;
    }
    // The command refuses an edit of a varied value, because it would have no effect.
    let varied: Vec<&str> = (asked.flags.iter())
        .filter(|[flag, _]| flag == "vary")
        .map(|[_, values]| path_of(values))
        .collect();
    of.edits.retain(|edit| !varied.contains(&path_of(edit)));
    let (scenario, mut words) = scenario_words(workspace, &of)?;
    words.insert(0, (*name).to_owned());
    if asked.flags.len() > MOST_FLAGS {
        return Err(RequestError::refused("too many flags"));
    }
    for [flag, value] in &asked.flags {
        if !flags.contains(&flag.as_str()) || value.len() > 500 || value.contains(unprintable) {
            return Err(RequestError::refused(format!("the studio does not set --{flag}")));
        }
        if flag == "vary" {
            // The values of a variation may not name files.
            allowed(&[format!("{}=1", path_of(value))], &scenario)?;
        }
        match value.as_str() {
            "" => words.push(format!("--{flag}")),
            value => words.push(format!("--{flag}={value}")),
        }
    }
    Ok(words)
}

/// Reads a scenario with edits and a bot. Also returns the words that name all three on a command
/// line: the path of the scenario file, and then flags.
///
/// # Errors
/// Fails as [`Workspace::open`] does.
pub fn scenario_words(
    workspace: &Workspace,
    asked: &AskedVariant,
) -> Result<(Scenario, Vec<String>), RequestError> {
    let scenario = workspace.open(asked)?;
    let path = workspace.scenario(&asked.scenario)?;
    let mut words = vec![shell::argument(&path).display().to_string()];
    let sets = asked.edits.iter().map(|edit| ("--set", edit));
    for (flag, value) in sets.chain(asked.player.iter().map(|player| ("--strategy", player))) {
        words.extend([flag.to_owned(), value.clone()]);
    }
    Ok((scenario, words))
}

/// Parses the words of a command line, without `gong`.
pub fn parsed(words: &[String]) -> anyhow::Result<(&'static dyn AnyQuestion, clap::ArgMatches)> {
    let name = words.first().map_or("", String::as_str);
    let question = questions::named(name);
    let question = question.ok_or_else(|| anyhow::anyhow!("there is no question `{name}`"))?;
    Ok((question, question.command().try_get_matches_from(words)?))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn the_page_has_a_form_for_each_question_that_it_may_ask() {
        let script = include_str!("page/ask.js");
        let forms = script.split("form(\"").skip(1);
        let forms: Vec<&str> = forms.filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(forms, ASKABLE.map(|(question, _)| question));
    }

    #[test]
    fn a_page_sets_only_flags_that_name_no_file() {
        let workspace = Workspace::new(Path::new("."), None).unwrap();
        let ask = |question: &str, flag: [&str; 2]| {
            let asked = AskedQuestion {
                question: question.to_owned(),
                of: AskedVariant {
                    scenario: "scenarios/ultimate-warriorz/tribal-rumble.toml".to_owned(),
                    edits: ["rules.rounds=9", "fighters.baobab.size=12"].map(str::to_owned).into(),
                    player: Some("beginner".to_owned()),
                },
                flags: vec![flag.map(str::to_owned)],
            };
            words(&asked, &workspace).map(|words| words.join(" "))
        };
        let words = ask("sweep", ["vary", "rules.rounds=5..9"]).unwrap();
        assert_eq!(
            words,
            "sweep scenarios/ultimate-warriorz/tribal-rumble.toml --set fighters.baobab.size=12 \
             --strategy beginner --vary=rules.rounds=5..9",
            "an edit of the varied value has no effect"
        );
        // Each flag exists, so that clap accepts the command.
        for (question, flags) in ASKABLE {
            let command = crate::questions::named(question).unwrap().command();
            let known =
                |flag: &&str| command.get_arguments().any(|arg| arg.get_long() == Some(flag));
            assert!(flags.iter().all(known), "{question}");
        }
        for (question, flag) in [
            ("run", ["games", "9"]),
            ("train", ["games", "9"]),
            ("tune", ["write", "x.toml"]),
            ("tune", ["out", "/tmp"]),
            ("skill", ["levels", "x.toml"]),
            ("sweep", ["vary", "strategy=a.toml,b.toml"]),
            ("sweep", ["vary", "roster=a.toml"]),
        ] {
            assert!(ask(question, flag).is_err(), "{question} {flag:?}");
        }
    }
}
