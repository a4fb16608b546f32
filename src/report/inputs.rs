//! The inputs of a command: scenarios with all their values, and other facts from files that a
//! report shows. If the games are divided into shards, the inputs are stored in a file next to
//! them.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use super::atomic_file;
use crate::scenario::read_bytes;
use crate::words::hex;

/// Maximum size of a file of stored inputs, in bytes; a sweep stores a scenario for each setting.
const MOST_BYTES: u64 = 1 << 30;

/// The inputs of a command, such as its scenarios, as JSON in the order in which they were read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Inputs(pub Vec<Json>);

impl Inputs {
    /// Returns the SHA-256 hash of the command's inputs, in hexadecimal.
    pub fn hash(&self) -> String {
        hex(&Sha256::digest(self.text()))
    }

    fn text(&self) -> Vec<u8> {
        serde_json::to_vec(&self.0).expect("JSON can be written")
    }

    /// Returns the path of the file that stores the inputs with this hash. `folder` is the folder
    /// of the command's shards.
    pub fn file(folder: &Path, hash: &str) -> PathBuf {
        folder.join(format!("inputs-{}.json", hash.get(..16).unwrap_or(hash)))
    }

    /// Writes the inputs of a command to the folder of its shards, if they are not there yet.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let hash = self.hash();
        match Inputs::read(folder, &hash) {
            Ok(_) => Ok(()),
            Err(_) => atomic_file::write(&Inputs::file(folder, &hash), &self.text()),
        }
    }

    /// Reads the inputs of a command from the folder of its shards. `hash` is the SHA-256 hash of
    /// the inputs.
    ///
    /// # Errors
    /// Fails if the inputs are missing or do not match the hash.
    pub fn read(folder: &Path, hash: &str) -> Result<Inputs> {
        let path = Inputs::file(folder, hash);
        let text =
            read_bytes(&path, MOST_BYTES).map_err(|what| anyhow!("{} {what}", path.display()))?;
        if hex(&Sha256::digest(&text)) != hash {
            bail!("{} is damaged: its content does not match its hash", path.display());
        }
        let inputs = serde_json::from_slice(&text);
        inputs.map(Inputs).with_context(|| format!("{} is damaged", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn inputs_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let [one, other] = [12, 9].map(|rounds| {
            Inputs(vec![json!({"rules": {"rounds": rounds}, "roster": [{"size": 5}]})])
        });
        one.write(folder.path()).unwrap();
        assert_eq!(Inputs::read(folder.path(), &one.hash()).unwrap(), one);
        assert!(Inputs::read(folder.path(), &other.hash()).is_err());
    }
}
