//! Files with a checksum, such as checkpoints and the stored settings of a sweep, written
//! atomically. When a file is read, its form, its checksum and its numbers are checked before they
//! are used.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::whole;
use crate::scenario::read_bytes;
use crate::words::hex;

/// The contents of a file with a checksum.
pub trait Checked: Serialize + DeserializeOwned {
    /// Maximum size of a file of this kind, in bytes.
    const MOST_BYTES: u64;

    /// Returns the checksum, which is written together with the other contents.
    fn checksum(&mut self) -> &mut String;
}

/// Returns SHA-256 of the contents, serialised with an empty checksum.
fn checksum(contents: &mut impl Checked) -> Result<String> {
    let written = std::mem::take(contents.checksum());
    let text = serde_json::to_vec(contents)?;
    *contents.checksum() = written;
    Ok(hex(&Sha256::digest(text)))
}

/// Writes the file atomically, and stores its checksum in `contents`.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn write(path: &Path, contents: &mut impl Checked) -> Result<()> {
    *contents.checksum() = checksum(contents)?;
    let mut text = serde_json::to_vec(contents)?;
    text.push(b'\n');
    whole::write(path, &text)
}

/// Reads the file; `validate` checks its numbers.
///
/// # Errors
/// Fails if the file cannot be read or is damaged, or if `validate` refuses its numbers.
pub fn read<T: Checked>(path: &Path, validate: impl FnOnce(&T) -> Result<(), String>) -> Result<T> {
    let shown = path.display();
    let text = read_bytes(path, T::MOST_BYTES).map_err(|what| anyhow!("{shown} {what}"))?;
    let parsed = serde_json::from_slice(&text);
    let mut contents: T = parsed.map_err(|error| {
        anyhow!(
            "{shown} is damaged, or was written by another version of \
                                        gong: {error}"
        )
    })?;
    if checksum(&mut contents)? != *contents.checksum() {
        bail!("{shown} is damaged: the checksum does not match");
    }
    validate(&contents).map_err(|what| anyhow!("{shown} is invalid: {what}"))?;
    Ok(contents)
}

/// Returns whether a file has the form of the type, even if it is damaged.
pub fn is_at<T: Checked>(path: &Path) -> bool {
    let text = read_bytes(path, T::MOST_BYTES);
    text.is_ok_and(|text| serde_json::from_slice::<T>(&text).is_ok())
}
