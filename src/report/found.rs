//! The file `found.json`: the inputs and the results of a command. From this file, gong can play
//! the games again, and the studio shows the answer.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use super::inputs::Inputs;
use super::{MANIFEST, Manifest, atomic_file};
use crate::scenario::read_bytes;
use crate::words::hex;

/// Name of the file, in a report's folder, that stores a command's inputs and results.
pub const FOUND: &str = "found.json";

/// Version of the file format that this version of gong writes and reads.
const VERSION: u32 = 1;

/// Maximum size of the file, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// The contents of a file `found.json`: the inputs and results of a command.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Found {
    version: u32,
    /// The command line, after `gong`, that plays the same games again.
    pub command: Vec<String>,
    /// The data that the command read from files, such as scenarios. The games can be played again
    /// even if the files are gone.
    pub inputs: Inputs,
    /// The results of the command, in a format that depends on the command.
    pub found: Json,
}

impl Found {
    /// Collects what `found.json` stores: the inputs and the results of a command. `command` is the
    /// command line that plays the same games again.
    ///
    /// # Errors
    /// Fails if a number in `found` cannot be written in JSON.
    pub fn new(command: Vec<String>, inputs: Inputs, found: &impl Serialize) -> Result<Found> {
        Ok(Found { version: VERSION, command, inputs, found: serde_json::to_value(found)? })
    }

    /// Reads the file `found.json` (inputs and results of a command) in a report's folder.
    ///
    /// # Errors
    /// Fails if the file is missing, larger than 1 GiB, damaged, or in another version of the
    /// format.
    pub fn read(folder: &Path, manifest: &Manifest) -> Result<Found> {
        let path = folder.join(FOUND);
        let shown = path.display();
        let bytes = read_bytes(&path, MOST_BYTES).map_err(|what| anyhow!("{shown} {what}"))?;
        ensure!(
            hex(&Sha256::digest(&bytes)) == manifest.found,
            "{shown} is damaged: {MANIFEST} has another checksum"
        );
        let found: Found =
            serde_json::from_slice(&bytes).with_context(|| format!("{shown} is damaged"))?;
        ensure!(
            found.version == VERSION,
            "{shown} has version {}, and this gong reads version {VERSION}",
            found.version
        );
        Ok(found)
    }

    /// Writes the file `found.json` to a folder. Returns the file's SHA-256 hash in hexadecimal.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<String> {
        let mut text = serde_json::to_vec(self)?;
        text.push(b'\n');
        atomic_file::put(&folder.join(FOUND), &text)?;
        Ok(hex(&Sha256::digest(&text)))
    }
}
