//! The command `gong man`: prints manual pages, generated from the same texts as `--help`.

use std::io::Write;

use clap::Args;
use clap_mangen::Man as Page;

use crate::session::Usage;
use crate::words::suggest;

/// Print a page of the manual, as in: gong man run | man -l -
#[derive(Debug, Clone, Args)]
pub struct Man {
    /// The subcommand to describe, as in run, or new scenario [default: all of gong]
    commands: Vec<String>,
}

impl Man {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        // No page is written for the subcommand `help`.
        let mut gong = without_help(super::command_line());
        // The full names of subcommands, such as `gong run`, exist only after clap has built the
        // command.
        gong.build();
        let about = self.commands.iter().try_fold(&gong, |of, name| {
            let found = of.find_subcommand(name);
            found.ok_or_else(|| unknown(name, of))
        })?;
        let version = concat!("gong ", env!("CARGO_PKG_VERSION"));
        let page = Page::new(about.clone()).manual("gong").source(version);
        Ok(page.render(out)?)
    }
}

fn without_help(command: clap::Command) -> clap::Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

fn unknown(name: &str, of: &clap::Command) -> Usage {
    let known = of.get_subcommands().map(clap::Command::get_name);
    Usage(format!("there is no subcommand `{name}`{}", suggest(name, known)))
}
