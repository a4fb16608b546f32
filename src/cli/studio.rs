//! The command `gong studio`: opens a live page in the browser.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::session::signals::interrupted;
use crate::studio::{StudioOptions, StudioServer};

/// Open a live page in the browser: change values, and watch the win rates move
///
/// The page shows the fighters of a scenario with all their values. After each change, the same
/// games are played before and after it, and the page shows what the change does. Questions such
/// as `gong tune` can be asked there as well. Each answer shows the command that gives the same
/// answer.
///
/// The page reads the scenarios of the current folder and writes new files there. It is reachable
/// from this machine only. The printed address opens it once; when that address was used, the
/// studio prints another one. Ctrl-C ends the studio.
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
Examples:
  gong studio
  gong studio tribal-rumble.toml
  gong studio tribal-rumble.toml --no-open --port 8080
On a remote machine, use --no-open and --port, and forward the port:
  ssh -L 8080:127.0.0.1:8080 HOST")]
pub struct Studio {
    /// The scenario file to open first [default: the page lists the scenarios of the folder]
    #[arg(value_name = "SCENARIO")]
    scenario: Option<PathBuf>,
    /// The port on 127.0.0.1 [default: always the same one for a folder, or a free one if that port
    /// is in use]
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,
    /// Do not open the browser; only print the address
    #[arg(long)]
    no_open: bool,
}

impl Studio {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let options = StudioOptions { scenario: self.scenario, port: self.port };
        let mut studio = StudioServer::listen(&options)?;
        let stop = interrupted();
        let address = studio.address();
        writeln!(out, "The studio is open at {address}\nCtrl-C ends the studio.")?;
        out.flush()?;
        if !self.no_open && studio.open_browser().is_err() {
            writeln!(out, "There is no browser to open: open the address in one.")?;
            out.flush()?;
        }
        studio.serve(&stop, |message| {
            // A closed stdout does not end the studio.
            let _ = writeln!(out, "{message}").and_then(|()| out.flush());
        })
    }
}
