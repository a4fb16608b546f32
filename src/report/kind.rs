//! The kinds of report folders. Each kind has its own tables, charts and page.

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

use super::page::Page;
use super::{Manifest, Tables};

/// The command whose results a folder holds.
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
    /// `gong pairings` of a cooperative game.
    Parties,
    /// `gong ladder`.
    Ladder,
    /// `gong sensitivity`.
    Sensitivity,
    /// `gong skill`.
    Skill,
    /// `gong train`.
    Train,
    /// `gong tune`.
    Tune,
}

impl Kind {
    /// The kind with this name in a manifest.
    pub fn named(name: &str) -> Option<Kind> {
        serde_json::from_value(name.into()).ok()
    }

    /// Returns whether the verdict is about the bots themselves rather than about the game as
    /// played by bots.
    pub fn judges_bots(self) -> bool {
        matches!(self, Kind::Ladder | Kind::Train)
    }

    /// Returns whether the page has a column or a mark for each bot, each of which plays all seats.
    pub fn names_bots(self) -> bool {
        matches!(self, Kind::Bots | Kind::Skill)
    }

    /// The page of a folder of this kind, made from its tables and its manifest.
    pub fn page(self, tables: &Tables, manifest: &Manifest) -> Result<Page> {
        match self {
            Kind::Run
            | Kind::Bots
            | Kind::Compare
            | Kind::Sweep
            | Kind::Pairings
            | Kind::Parties
            | Kind::Ladder
            | Kind::Sensitivity
            | Kind::Skill
            | Kind::Train
            | Kind::Tune => bail!("this report is drawn from found.json"),
        }
    }
}
