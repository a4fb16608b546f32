//! The command `gong completions`: prints completion scripts for shells.

use std::io::Write;

use clap::Args;
use clap_complete::{Shell, generate};

/// Print completions for a shell, as in: gong completions bash >
/// ~/.local/share/bash-completion/completions/gong
#[derive(Debug, Clone, Args)]
pub struct Completions {
    shell: Shell,
}

impl Completions {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        // clap_complete panics if it cannot write, for example to a closed pipe. So it writes the
        // script to memory first.
        let mut script = vec![];
        generate(self.shell, &mut super::command_line(), "gong", &mut script);
        Ok(out.write_all(&script)?)
    }
}
