//! The command `gong schema`: prints JSON Schemas, and Luau types for scripts, for completion and
//! checks in editors.

use std::io::Write;

use clap::{Args, ValueEnum};

use super::game;
use crate::scenario::schema;

/// Print the JSON Schema of a kind of file, or the Luau types of scripts, for completion and checks
/// in editors
#[derive(Debug, Clone, Args)]
pub struct Schema {
    kind: FileKind,
    /// The game of the files [default: the first of gong list games]
    #[arg(value_name = "GAME")]
    game: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FileKind {
    Scenario,
    Roster,
    Strategy,
    Script,
}

impl Schema {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let title = game(self.game.as_deref())?;
        let text = match self.kind {
            FileKind::Scenario => schema::scenario(title),
            FileKind::Roster => schema::roster(title),
            FileKind::Strategy => schema::strategy(title),
            FileKind::Script => schema::script(title),
        };
        Ok(out.write_all(text.as_bytes())?)
    }
}
