//! `gong schema`: the JSON Schemas, and for scripts the types, that editors complete and check files by.

use std::io::Write;

use clap::{Args, ValueEnum};

use crate::scenario::schema;

/// Print the JSON Schema of a kind of file, or the Luau types of scripts, for editors that complete and check while typing
#[derive(Debug, Args)]
pub struct Schema {
    kind: Kind,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Kind {
    Scenario,
    Roster,
    Strategy,
    Script,
}

impl Schema {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let text = match self.kind {
            Kind::Scenario => schema::scenario(),
            Kind::Roster => schema::roster(),
            Kind::Strategy => schema::strategy(),
            Kind::Script => schema::script(),
        };
        Ok(out.write_all(text.as_bytes())?)
    }
}
