//! The kinds of folders: each has its tables, its charts and its page.

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

use super::page::Page;
use super::{Manifest, Tables, bots, run};

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
    /// The kind of this name, as a manifest has it.
    pub fn named(name: &str) -> Option<Kind> {
        serde_json::from_value(name.into()).ok()
    }

    /// Its verdict is about bots, and no bot's play is taken for the game.
    pub fn judges_bots(self) -> bool {
        matches!(self, Kind::Ladder | Kind::Train)
    }

    /// Its page has a column or a mark for each bot, which plays everybody.
    pub fn names_bots(self) -> bool {
        matches!(self, Kind::Bots | Kind::Skill)
    }

    /// Its page, from its tables and its manifest.
    pub fn page(self, tables: &Tables, manifest: &Manifest) -> Result<Page> {
        match self {
            Kind::Run => run::page(tables, manifest),
            Kind::Bots => bots::page(tables, manifest),
            Kind::Compare
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
