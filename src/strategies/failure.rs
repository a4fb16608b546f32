//! Failures of bots during a game. Only bots that are scripts can fail.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::script::Source;

/// An error in a bot's script, with its location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure(Box<Inner>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Inner {
    path: Arc<Path>,
    line: usize,
    column: usize,
    what: String,
}

impl Failure {
    /// Creates an error on a line of a script, counted from 1. `what` describes the error, without
    /// capital letter and full stop. The error's column is that of the first name that `what`
    /// quotes, or of the line's first letter.
    pub fn at(source: &Source, line: usize, what: String) -> Self {
        let path = Arc::clone(&source.path);
        let text = source.text.lines().nth(line - 1).unwrap_or_default();
        let quoted =
            (what.split('`').nth(1)).or_else(|| what.split("got '").nth(1)?.split('\'').next());
        let at = quoted
            .and_then(|name| text.find(name))
            .or_else(|| text.find(|letter: char| !letter.is_whitespace()));
        let column = 1 + text[..at.unwrap_or(0)].chars().count();
        Failure(Box::new(Inner { path, line, column, what }))
    }

    pub fn path(&self) -> &Arc<Path> {
        &self.0.path
    }

    /// Returns the number of the script's line that caused the error, counted from 1.
    pub fn line(&self) -> usize {
        self.0.line
    }

    /// Returns the column on the script's line, in letters, counted from 1.
    pub fn column(&self) -> usize {
        self.0.column
    }

    pub fn what(&self) -> &str {
        &self.0.what
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { path, line, what, .. } = &*self.0;
        write!(f, "{}:{line}: {what}", path.display())
    }
}

impl std::error::Error for Failure {}
