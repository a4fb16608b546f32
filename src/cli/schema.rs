//! The command `gong schema`: prints the JSON Schemas of files and of `gong watch --json`, and the
//! Luau types of scripts.

use std::io::Write;

use clap::{Args, ValueEnum};

use super::game;
use crate::scenario::schema;
use crate::session::Usage;

/// Print the JSON Schema of a kind of file or of the lines of gong watch --json, or the Luau types
/// of scripts, for editors and programs
#[derive(Debug, Clone, Args)]
pub struct Schema {
    kind: Kind,
    /// The game whose files are described [default: the first of gong list games]
    #[arg(value_name = "GAME")]
    game: Option<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Kind {
    Scenario,
    Roster,
    Strategy,
    Script,
    /// The lines of gong watch --json, the same for all games
    Watch,
}

impl Schema {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let title = game(self.game.as_deref())?;
        let text = match self.kind {
            Kind::Scenario => schema::scenario(title),
            Kind::Roster => schema::roster(title),
            Kind::Strategy => schema::strategy(title),
            Kind::Script => title.script_types(),
            Kind::Watch if self.game.is_some() => {
                return Err(Usage(format!(
                    "schema watch: the frame is the same for all games; leave out {}",
                    title.name()
                ))
                .into());
            }
            Kind::Watch => schema::watch(),
        };
        Ok(out.write_all(text.as_bytes())?)
    }
}
