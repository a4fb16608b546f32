//! What is wrong with a file or a setting: where it stands, which field it is, and what was probably meant.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a value was written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// In a file; line and column count from 1, columns in characters.
    File {
        path: Arc<Path>,
        line: usize,
        column: usize,
    },
    /// In a `--set PATH=VALUE` of the command line, or another flag that sets values, quoted as it was given.
    Setting(Arc<str>),
    /// A file as a whole: one that cannot be read has no lines.
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

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    pub location: Location,
    /// The field, as `fighters.agaric.cards.3.defense` or `rules.rocks[2]` (entries count from 1); empty for the file as a whole.
    pub field: String,
    /// What is wrong, in a sentence without capital or full stop; with what was probably meant, if that can be guessed.
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
    /// Of a file or a directory as a whole.
    pub fn whole(path: &Path, what: String) -> Fault {
        Fault {
            location: Location::Whole(path.to_owned()),
            field: String::new(),
            what,
        }
    }
}

/// All that is wrong with what was asked for: every fault that could be found, in the order of the lines.
///
/// Displayed it is one fault a line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    pub fn push(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// Takes up another's faults.
    pub fn extend(&mut self, others: Faults) {
        self.0.extend(others.0);
    }

    /// The same of settings that came by another flag than `--set`.
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

    /// The same of a setting that stands for a flag: `typed`, as the user wrote it.
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

    /// The value of a result; of a failed one the faults are kept here.
    pub fn keep<T>(&mut self, result: Result<T, impl Into<Faults>>) -> Option<T> {
        result.map_err(|faults| self.extend(faults.into())).ok()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }

    /// `Ok` if nothing is wrong; else these faults, sorted by location, each once.
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
