//! The kinds of folders: each has its tables, its charts and its page.

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::page::Page;
use super::{Manifest, Tables, bots, compare, ladder, pairings, run, sweep};

/// What a folder holds: the answer to which command.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// `gong run`.
    #[default]
    Run,
    /// `gong run` with several bots.
    Bots,
    /// `gong compare`.
    Compare,
    /// `gong sweep`.
    Sweep,
    /// `gong pairings`.
    Pairings,
    /// `gong ladder`.
    Ladder,
}

impl Kind {
    pub const ALL: [Kind; 6] = [
        Kind::Run,
        Kind::Bots,
        Kind::Compare,
        Kind::Sweep,
        Kind::Pairings,
        Kind::Ladder,
    ];

    /// The names of its tables, in the order in which their results are hashed.
    pub fn tables(self) -> &'static [&'static str] {
        match self {
            Kind::Run => &run::NAMES,
            Kind::Bots => &bots::NAMES,
            Kind::Compare => &compare::NAMES,
            Kind::Sweep => &sweep::NAMES,
            Kind::Pairings => &pairings::NAMES,
            Kind::Ladder => &ladder::NAMES,
        }
    }

    /// The names of the charts that its page may show.
    pub fn charts(self) -> &'static [&'static str] {
        match self {
            Kind::Run => &run::CHARTS,
            Kind::Bots => &bots::CHARTS,
            Kind::Compare => &compare::CHARTS,
            Kind::Sweep => &sweep::CHARTS,
            Kind::Pairings => &pairings::CHARTS,
            Kind::Ladder => &ladder::CHARTS,
        }
    }

    /// Its page, from its tables and its manifest.
    pub fn page(self, tables: &Tables, manifest: &Manifest) -> Result<Page> {
        match self {
            Kind::Run => run::page(tables, manifest),
            Kind::Bots => bots::page(tables, manifest),
            Kind::Compare => compare::page(tables, manifest),
            Kind::Sweep => sweep::page(tables, manifest),
            Kind::Pairings => pairings::page(tables, manifest),
            Kind::Ladder => ladder::page(tables, manifest),
        }
    }
}
