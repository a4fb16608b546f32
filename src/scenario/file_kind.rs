//! Recognises the kind of a TOML file by its fields: a roster, a strategy file or a scenario.

use std::sync::Arc;

use super::document::Document;
use super::fault::{Fault, Location};
use super::validation::TypeSchema;
use crate::games::{Title, families};

/// A kind of the TOML files that users write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    Roster,
    Strategy,
    Scenario,
}

impl FileKind {
    pub const ALL: [FileKind; 3] = [FileKind::Roster, FileKind::Strategy, FileKind::Scenario];

    /// Returns the name of the kind with its article, for messages.
    pub fn name(self) -> &'static str {
        match self {
            FileKind::Roster => "a roster",
            FileKind::Strategy => "a strategy file",
            FileKind::Scenario => "a scenario",
        }
    }

    /// Determines the kind of a file from its fields: the kind to which most of the fields belong.
    /// The allowed fields differ between games; the largest number of all games counts. Returns
    /// `None` if the file has no field of any kind.
    pub fn of(document: &Document) -> Option<FileKind> {
        let is_given = |field: &&str| document.get(&[field]).is_some();
        let likeness = |kind: &FileKind| {
            let known =
                families().map(|title| kind.schema(title).fields().filter(is_given).count());
            known.max().unwrap_or(0)
        };
        let likeliest = FileKind::ALL.into_iter().rev().max_by_key(likeness);
        likeliest.filter(|kind| likeness(kind) > 0)
    }

    /// Returns the error for a file of another kind that is used as a file of this kind. Returns
    /// `None` for a file of this kind or of an unknown kind.
    pub fn instead(self, document: &Document) -> Option<Fault> {
        let kind = FileKind::of(document).filter(|kind| *kind != self)?;
        let hint = match kind {
            _ if self != FileKind::Scenario => "",
            FileKind::Roster => "; name a scenario whose `roster` is this file",
            _ => "; use it with --strategy",
        };
        let what = format!("is {}, not {}{hint}", kind.name(), self.name());
        Some(match &document.root.location {
            Location::File { path, .. } => Fault::whole(path, what),
            _ => document.fault(&[], what),
        })
    }

    fn schema(self, title: &dyn Title) -> Arc<TypeSchema> {
        match self {
            FileKind::Roster => TypeSchema::roster(title),
            FileKind::Strategy => TypeSchema::strategy(title),
            FileKind::Scenario => TypeSchema::scenario(title),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::games::titles;
    use crate::scenario::is_script;

    #[test]
    fn a_file_is_recognised_and_refused_as_another_kind() {
        let read = |path: &Path, text: &str| Document::parse(path, text).unwrap();
        for title in titles() {
            let roster = read(Path::new("r.toml"), title.roster());
            assert_eq!(FileKind::of(&roster), Some(FileKind::Roster));
            assert_eq!(FileKind::Roster.instead(&roster), None);
            let told = FileKind::Scenario.instead(&roster).unwrap().to_string();
            assert_eq!(
                told,
                "r.toml: is a roster, not a scenario; name a scenario whose `roster` is this file"
            );
            for shipped in title.scenarios() {
                let scenario = read(shipped.path(), shipped.text);
                assert_eq!(FileKind::of(&scenario), Some(FileKind::Scenario));
                let told = FileKind::Strategy.instead(&scenario).unwrap().to_string();
                let wanted =
                    format!("{}: is a scenario, not a strategy file", shipped.path().display());
                assert_eq!(told, wanted);
            }
            let bots = title.bots().iter();
            for shipped in bots.filter(|bot| !is_script(bot.path())) {
                let bot = read(shipped.path(), shipped.text);
                let told = FileKind::Scenario.instead(&bot).unwrap().to_string();
                assert!(
                    told.ends_with("is a strategy file, not a scenario; use it with --strategy"),
                    "{told}"
                );
            }
        }
        assert_eq!(FileKind::of(&read(Path::new("x.toml"), "x = 1")), None);
    }
}
