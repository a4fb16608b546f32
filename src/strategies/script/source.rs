//! The text of a bot's script, and the file that it was read from.

use std::path::Path;
use std::sync::Arc;

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
        let comment = |line: &str| line.strip_prefix("--").map(|rest| rest.trim().to_owned());
        let mut lines = self.text.lines().skip_while(|line| line.starts_with("--!"));
        let first = lines.next().and_then(comment).unwrap_or_default();
        let sentence = first.split(". ").next().unwrap_or_default();
        let sentence = sentence.trim_end_matches('.');
        let mut letters = sentence.chars();
        let begin = letters
            .next()
            .map(|letter| letter.to_lowercase().to_string());
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

/// Returns the words of a script's text that may be names, in the order of the text.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|word| !word.is_empty())
}
