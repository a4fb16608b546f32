//! The text of a bot's script, and the file that it was read from.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::tokens::{TokenClass, tokens};

/// A bot's Luau script: its text and its path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Path of the script file, as error messages show it.
    pub path: Arc<Path>,
    pub text: Arc<str>,
}

impl Source {
    /// Returns the description of the script: the first sentence of its first comment, with a
    /// lower-case initial. Empty if the script does not begin with a comment.
    pub fn description(&self) -> String {
        let mut lines = self.text.lines().skip_while(|line| line.starts_with("--!"));
        let comment = lines.next().and_then(|line| line.strip_prefix("--"));
        let comment = comment.unwrap_or_default();
        let in_block = comment.strip_prefix('[');
        let in_block = in_block.and_then(|rest| rest.trim_start_matches('=').strip_prefix('['));
        let first = match in_block {
            Some(rest) if rest.trim().is_empty() => lines.next().unwrap_or_default(),
            Some(rest) => rest,
            None => comment,
        };
        let first = match in_block {
            Some(_) => first.split(']').next().unwrap_or_default(),
            None => first,
        };
        let sentence = first.trim().split(". ").next().unwrap_or_default();
        let sentence = sentence.trim_end_matches('.');
        let mut letters = sentence.chars();
        let begin = letters.next().map(|letter| letter.to_lowercase().to_string());
        begin.unwrap_or_default() + letters.as_str()
    }

    /// Returns the words of the script that follow the word `function`: the names of its functions.
    pub fn functions(&self) -> Vec<String> {
        let after = words(&self.text).zip(words(&self.text).skip(1));
        let names = after.filter(|(word, _)| *word == "function");
        names.map(|(_, name)| name.to_owned()).collect()
    }

    /// Returns true if the script defines a local function of this name.
    pub fn has_local_function(&self, name: &str) -> bool {
        let words: Vec<&str> = words(&self.text).collect();
        let is_local = |three: &[&str]| matches!(three, ["local", "function", own] if *own == name);
        words.windows(3).any(is_local)
    }

    /// Returns how often a name occurs in the script.
    pub fn count(&self, name: &str) -> usize {
        words(&self.text).filter(|word| *word == name).count()
    }

    /// Returns the number of the first line, from 1, on which a name occurs in the script; 1 if the
    /// name does not occur.
    pub fn line_of(&self, name: &str) -> usize {
        let stands = |line: &str| words(line).any(|word| word == name);
        self.text.lines().position(stands).map_or(1, |at| at + 1)
    }
}

/// The names in a script that a game may define. Names of local variables are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UsedNames<'a> {
    /// Names after a dot, keys in tables such as `{ danger = 1 }`, and texts.
    pub fields: BTreeSet<&'a str>,
    /// Names of functions that the script defines or calls.
    pub functions: BTreeSet<&'a str>,
}

impl<'a> UsedNames<'a> {
    /// Finds the names in a script's text.
    pub fn of(text: &'a str) -> UsedNames<'a> {
        let tokens = tokens(text);
        let mut used = UsedNames::default();
        let mut braces = 0_usize;
        for (at, token) in tokens.iter().enumerate() {
            let before = |symbols: &[&str]| {
                let token = at.checked_sub(1).map(|at| &tokens[at]);
                token.is_some_and(|token| symbols.iter().any(|symbol| token.is(symbol)))
            };
            let after = |symbol: &str| tokens.get(at + 1).is_some_and(|token| token.is(symbol));
            if token.is("{") {
                braces += 1;
            } else if token.is("}") {
                braces = braces.saturating_sub(1);
            }
            let is_key = || braces > 0 && before(&["{", ",", ";"]) && after("=");
            match token.class {
                TokenClass::Literal if token.text.starts_with(['"', '\'']) => {
                    used.fields.insert(token.text.trim_matches(['"', '\'']));
                }
                TokenClass::Name if before(&["."]) || is_key() => {
                    used.fields.insert(token.text);
                }
                TokenClass::Name if after("(") => {
                    used.functions.insert(token.text);
                }
                _ => {}
            }
        }
        used
    }
}

/// Returns the words of a script's text that may be names, in the order of the text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_the_first_sentence_of_the_first_comment() {
        let described = |text: &str| {
            let (path, text) = (Path::new("a.luau").into(), text.into());
            Source { path, text }.description()
        };
        for text in [
            "-- My brawler. It hits.",
            "--!strict\n-- My brawler.\n",
            "--[[ My brawler ]]\nlocal a",
            "--[==[\n  My brawler. It hits.\n]==]",
        ] {
            assert_eq!(described(text), "my brawler", "{text}");
        }
        assert_eq!(described("local a = 1"), "");
    }

    #[test]
    fn local_variables_are_no_names_of_a_game() {
        let text = "local danger, rival = 1, { kills = 2, x }\n\
            function score(view, option) return option.hit + play('turn') + danger end";
        let used = UsedNames::of(text);
        assert_eq!(used.fields, BTreeSet::from(["hit", "kills", "turn"]));
        assert_eq!(used.functions, BTreeSet::from(["play", "score"]));
    }
}
