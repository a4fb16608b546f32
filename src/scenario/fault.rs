//! Faults: errors in a file or a setting, with location, field, and a suggestion where possible.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Location at which a value was written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// Position in a file; line and column count from 1, columns in characters.
    File {
        path: Arc<Path>,
        line: usize,
        column: usize,
    },
    /// A command-line setting, quoted as given: the value of `--set PATH=VALUE`, or another flag
    /// that sets values.
    Setting(Arc<str>),
    /// A whole file, for example one that cannot be read.
    Whole(PathBuf),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::File { path, line, column } => {
                write!(f, "{}:{line}:{column}", path.display())
            }
            Location::Setting(text) if text.starts_with("--") => f.write_str(text),
            Location::Setting(text) => write!(f, "--set {text}"),
            Location::Whole(path) => write!(f, "{}", path.display()),
        }
    }
}

/// One error with its location.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    pub location: Location,
    /// Name of the field, such as `fighters.agaric.cards.3.defense` or `rules.rocks[2]` (list
    /// entries count from 1). Empty for a whole file.
    pub field: String,
    /// Description of the error: a sentence without capital letter or full stop, with a suggestion
    /// if one can be guessed.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.location)?;
        if !self.field.is_empty() {
            write!(f, "{}: ", self.field)?;
        }
        f.write_str(&self.what)
    }
}

impl std::error::Error for Fault {}

impl Fault {
    /// Creates an error (fault) that concerns a whole file or directory.
    pub fn whole(path: &Path, what: String) -> Fault {
        Fault {
            location: Location::Whole(path.to_owned()),
            field: String::new(),
            what,
        }
    }
}

/// All faults of an input that could be found, sorted by location when complete.
///
/// Displayed as one fault per line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    pub fn push(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// Adds all errors (faults) of another collection.
    pub fn extend(&mut self, others: Faults) {
        self.0.extend(others.0);
    }

    /// Prefixes the faults of settings with the flag that set them, for flags other than `--set`.
    pub fn by_flag(mut self, flag: &str) -> Faults {
        for fault in &mut self.0 {
            if let Location::Setting(text) = &mut fault.location
                && !text.starts_with("--")
            {
                *text = format!("{flag} {text}").into();
            }
        }
        self
    }

    /// Replaces the quoted setting with `typed`, the flag as the user wrote it, in all faults of
    /// this setting.
    pub fn typed(mut self, setting: &str, typed: &str) -> Faults {
        for fault in &mut self.0 {
            if let Location::Setting(text) = &mut fault.location
                && **text == *setting
            {
                *text = typed.into();
            }
        }
        self
    }

    /// Returns the value of a result; if the result failed, keeps its faults and returns `None`.
    pub fn keep<T>(&mut self, result: Result<T, impl Into<Faults>>) -> Option<T> {
        result.map_err(|faults| self.extend(faults.into())).ok()
    }

    /// Number of errors (faults).
    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }

    /// Returns `Ok` if there is no fault; otherwise all faults, sorted by location and without
    /// duplicates.
    pub fn done(mut self) -> Result<(), Faults> {
        if self.0.is_empty() {
            return Ok(());
        }
        self.0.sort();
        self.0.dedup();
        Err(self)
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Faults(vec![fault])
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_come_in_the_order_of_lines_and_each_once() {
        let fault = |line| Fault {
            location: Location::File {
                path: Path::new("a.toml").into(),
                line,
                column: 1,
            },
            field: "x".into(),
            what: "is wrong".into(),
        };
        let mut faults = Faults::default();
        faults.push(fault(12));
        faults.push(fault(2));
        faults.push(fault(12));
        assert_eq!(
            faults.done().unwrap_err().to_string(),
            "a.toml:2:1: x: is wrong\na.toml:12:1: x: is wrong"
        );
    }
}
