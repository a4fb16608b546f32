//! Faults: errors in a file or a setting, with the location, the field, and a suggestion where
//! possible.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::words::counted;

/// The location at which a value was written: in a file or on the command line.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Location {
    /// Position in a file; line and column count from 1, columns in characters.
    File { path: Arc<Path>, line: usize, column: usize },
    /// A command-line setting, quoted as typed: the value of `--set PATH=VALUE`, or of another flag
    /// that sets values.
    Setting(Arc<str>),
    /// A whole file or directory, for a fault such as a file that cannot be read.
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

/// Returns the directory to which relative file names at this location refer: the directory of the
/// file, or the current directory for a command-line setting.
pub(super) fn directory(location: &Location) -> PathBuf {
    let folder = match location {
        Location::File { path, .. } => path.parent(),
        Location::Whole(path) => path.parent(),
        Location::Setting(_) => None,
    };
    folder.map(Path::to_owned).unwrap_or_default()
}

/// A fault: one error with its location.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    pub location: Location,
    /// Name of the field, such as `fighters.agaric.cards.3.defense` or `rules.rocks[2]` (list
    /// entries count from 1). Empty for a fault of a whole file.
    pub field: String,
    /// Description of the error, without capital letter and full stop. Ends with a suggestion if
    /// the user's intention can be guessed.
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
    /// Creates a fault (error) of a whole file or directory.
    pub fn whole(path: &Path, what: String) -> Fault {
        Fault { location: Location::Whole(path.to_owned()), field: String::new(), what }
    }
}

/// Maximum number of faults that are printed one by one.
pub(super) const MOST_SHOWN: usize = 20;

/// All faults (errors) found in an input, printed as one fault per line; after the first
/// `MOST_SHOWN`, only as a number. They are sorted by location after a call of [`Faults::done`]
/// or [`Faults::sorted`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    pub fn push(&mut self, fault: Fault) {
        self.0.push(fault);
    }

    /// Adds the faults (errors) of another collection to this one.
    pub fn extend(&mut self, others: Faults) {
        self.0.extend(others.0);
    }

    /// Replaces each setting `PATH=VALUE` that a fault (error) quotes by the text that `typed` returns
    /// for it: the flag and the value that the user typed. By default, faults show settings as
    /// arguments of `--set`.
    pub fn typed(mut self, typed: impl Fn(&str) -> Option<String>) -> Faults {
        for fault in &mut self.0 {
            if let Location::Setting(text) = &mut fault.location
                && !text.starts_with("--")
                && let Some(typed) = typed(text)
            {
                *text = typed.into();
            }
        }
        self
    }

    /// Returns the value of a result. If the result is an error, adds its faults to this collection
    /// and returns `None`.
    pub fn keep<T>(&mut self, result: Result<T, impl Into<Faults>>) -> Option<T> {
        result.map_err(|faults| self.extend(faults.into())).ok()
    }

    /// Returns a suggestion for the next fault. Empty if the collection already has as many faults
    /// as are printed, because a suggestion takes longer than the check.
    pub(super) fn hint(&self, suggestion: impl FnOnce() -> String) -> String {
        match self.0.len() < MOST_SHOWN {
            true => suggestion(),
            false => String::new(),
        }
    }

    /// Returns the number of faults (errors) in the collection.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.0.iter()
    }

    /// Returns the faults sorted by location, without duplicates.
    pub fn sorted(mut self) -> Faults {
        self.0.sort();
        self.0.dedup();
        self
    }

    /// Returns `Ok` if the collection has no faults (errors). Otherwise returns all faults, sorted
    /// by location and without duplicates.
    pub fn done(self) -> Result<(), Faults> {
        match self.0.is_empty() {
            true => Ok(()),
            false => Err(self.sorted()),
        }
    }
}

impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Faults(vec![fault])
    }
}

impl FromIterator<Fault> for Faults {
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Self {
        Faults(faults.into_iter().collect())
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().take(MOST_SHOWN).enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        match self.0.len().saturating_sub(MOST_SHOWN) {
            0 => Ok(()),
            more => write!(f, "\nand {}", counted(more as u64, "more fault")),
        }
    }
}

impl std::error::Error for Faults {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_come_in_the_order_of_lines_and_each_once() {
        let fault = |line| Fault {
            location: Location::File { path: Path::new("a.toml").into(), line, column: 1 },
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
