//! `found.json`: what a command found, in whole numbers, of which a report is drawn again.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use super::Manifest;
use crate::scenario::read_bytes;
use crate::words::hex;

/// The name of the file in a report's folder.
pub const FOUND: &str = "found.json";

/// The version of the form in which this gong writes and reads the file.
const VERSION: u32 = 1;

/// Largest size of the file, in bytes.
const MOST_BYTES: u64 = 1 << 30;

/// The text of a `found.json`.
#[derive(Debug, Clone)]
pub struct Found {
    text: String,
    question: String,
}

#[derive(Serialize, Deserialize)]
struct Kept<T> {
    version: u32,
    question: String,
    found: T,
}

impl Found {
    /// What a question found, as text.
    ///
    /// # Errors
    /// If a number has no form in JSON.
    pub fn of(question: &str, found: &impl Serialize) -> Result<Found> {
        let question = question.to_owned();
        let mut text = serde_json::to_string(&Kept {
            version: VERSION,
            question: question.clone(),
            found,
        })?;
        text.push('\n');
        Ok(Found { text, question })
    }

    /// Reads the file of a report's folder.
    ///
    /// # Errors
    /// If it is missing, larger than 1 GiB, damaged, or written in another form than this gong's.
    pub fn read(folder: &Path, manifest: &Manifest) -> Result<Found> {
        let path = folder.join(FOUND);
        let shown = path.display();
        if !path.exists() {
            bail!("{shown} is missing: the report was written by an older gong");
        }
        let bytes = read_bytes(&path, MOST_BYTES).map_err(|what| anyhow!("{shown} {what}"))?;
        ensure!(
            hex(&Sha256::digest(&bytes)) == manifest.found,
            "{shown} is damaged: manifest.json has another checksum"
        );
        let text = String::from_utf8(bytes).with_context(|| format!("{shown} is damaged"))?;
        let kept: Kept<Json> =
            serde_json::from_str(&text).with_context(|| format!("{shown} is damaged"))?;
        ensure!(
            kept.version == VERSION,
            "{shown} has version {}, and this gong reads version {VERSION}",
            kept.version
        );
        Ok(Found {
            text,
            question: kept.question,
        })
    }

    /// The name of the question.
    pub fn question(&self) -> &str {
        &self.question
    }

    /// What was found.
    ///
    /// # Errors
    /// If the text is not JSON of this form.
    pub fn value(&self) -> Result<Json> {
        Ok(serde_json::from_str::<Kept<Json>>(&self.text)?.found)
    }

    /// Writes the file into a folder; gives its checksum, SHA-256 in hexadecimal.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<String> {
        let path = folder.join(FOUND);
        fs::write(&path, &self.text).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(hex(&Sha256::digest(&self.text)))
    }
}
