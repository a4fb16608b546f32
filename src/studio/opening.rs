//! Opens the page in the browser. The address with its token is in a private file, because all
//! users of the machine can read the command line of the browser.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use tempfile::{Builder, NamedTempFile, TempDir};

/// Time in which the browser must open the page.
pub const OPENING_TIME: Duration = Duration::from_secs(30);

/// A private file that leads the browser to an address. Dropping it removes the file.
pub struct OpeningFile {
    file: NamedTempFile,
    /// Removed after the file.
    _folder: TempDir,
    pub token: String,
    pub until: Instant,
}

impl OpeningFile {
    /// Writes a file that only this user can read, in a folder that only this user can read.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn new(address: &str, token: String) -> anyhow::Result<OpeningFile> {
        let mut private = Builder::new();
        #[cfg(unix)]
        private.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let folder = private.prefix("gong-studio-").tempdir();
        let folder = folder.context("cannot make a folder for the browser")?;
        let file = Builder::new().suffix(".html").tempfile_in(&folder);
        let mut file = file.context("cannot make a file for the browser")?;
        file.write_all(leading_to(address).as_bytes())?;
        Ok(OpeningFile { file, _folder: folder, token, until: Instant::now() + OPENING_TIME })
    }

    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

/// Returns a page that leads the browser to an address, which needs no escapes.
pub fn leading_to(address: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>gong studio</title>\
         <meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"data:,\">\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\
         <p><a href=\"{address}\">Open the studio</a></p></html>\n"
    )
}
