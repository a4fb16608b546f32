//! The kinds of folders: each has its tables, its charts and its page.

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::page::Page;
use super::{Manifest, Tables, compare, ladder, pairings, run};

/// What a folder holds: the answer to which command.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// `gong run`.
    #[default]
    Run,
    /// `gong compare`.
    Compare,
    /// `gong pairings`.
    Pairings,
    /// `gong ladder`.
    Ladder,
}

impl Kind {
    pub const ALL: [Kind; 4] = [Kind::Run, Kind::Compare, Kind::Pairings, Kind::Ladder];

    /// The names of its tables, in the order in which their results are hashed.
    pub fn tables(self) -> &'static [&'static str] {
        match self {
            Kind::Run => &run::NAMES,
            Kind::Pairings => &pairings::NAMES,
            Kind::Ladder => &ladder::NAMES,
            Kind::Compare => &compare::NAMES,
        }
    }

    /// The names of the charts that its page may show.
    pub fn charts(self) -> &'static [&'static str] {
        match self {
            Kind::Run => &run::CHARTS,
            Kind::Pairings => &pairings::CHARTS,
            Kind::Ladder => &ladder::CHARTS,
            Kind::Compare => &compare::CHARTS,
        }
    }

    /// Its page, from its tables and its manifest.
    pub fn page(self, tables: &Tables, manifest: &Manifest) -> Result<Page> {
        match self {
            Kind::Run => run::page(tables, manifest),
            Kind::Pairings => pairings::page(tables, manifest),
            Kind::Ladder => ladder::page(tables, manifest),
            Kind::Compare => compare::page(tables, manifest),
        }
    }
}
