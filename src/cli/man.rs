//! The command `gong man`: prints manual pages, generated from the same texts as `--help`.

use std::io::Write;

use clap::Args;
use clap_mangen::Man as Page;

use crate::session::Usage;

/// Print a page of the manual, as in: gong man run | man -l -
#[derive(Debug, Clone, Args)]
pub struct Man {
    /// The subcommand to describe [default: all of gong]
    command: Option<String>,
}

impl Man {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let mut gong = super::command_line();
        // The full names of subcommands, such as `gong run`, exist only after clap has built the
        // command.
        gong.build();
        let about = match &self.command {
            None => &gong,
            Some(name) => gong
                .find_subcommand(name)
                .ok_or_else(|| unknown(name, &gong))?,
        };
        let version = concat!("gong ", env!("CARGO_PKG_VERSION"));
        let page = Page::new(about.clone()).manual("gong").source(version);
        Ok(page.render(out)?)
    }
}

fn unknown(name: &str, gong: &clap::Command) -> Usage {
    let known: Vec<&str> = gong
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    Usage(format!(
        "there is no subcommand `{name}`; there are {}",
        known.join(", ")
    ))
}
