//! `gong completions`: what a shell needs to complete commands and flags.

use std::io::Write;

use clap::Args;
use clap_complete::{Shell, generate};

/// Print completions for a shell, as in: gong completions bash > ~/.local/share/bash-completion/completions/gong
#[derive(Debug, Clone, Args)]
pub struct Completions {
    shell: Shell,
}

impl Completions {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        // It panics where it cannot write, as into a closed pipe; into memory it can.
        let mut script = vec![];
        generate(self.shell, &mut super::command_line(), "gong", &mut script);
        Ok(out.write_all(&script)?)
    }
}
