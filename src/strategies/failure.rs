//! How a bot fails: only one that a designer has programmed can.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::script::Source;

/// What is wrong with a script, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure(Box<Inner>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Inner {
    path: Arc<Path>,
    line: usize,
    what: String,
}

impl Failure {
    /// On this line of a script, from 1; `what` is a sentence without capital or full stop.
    pub fn at(source: &Source, line: usize, what: String) -> Self {
        let path = Arc::clone(&source.path);
        Failure(Box::new(Inner { path, line, what }))
    }

    pub fn path(&self) -> &Arc<Path> {
        &self.0.path
    }

    /// From 1.
    pub fn line(&self) -> usize {
        self.0.line
    }

    pub fn what(&self) -> &str {
        &self.0.what
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { path, line, what } = &*self.0;
        write!(f, "{}:{line}: {what}", path.display())
    }
}

impl std::error::Error for Failure {}
