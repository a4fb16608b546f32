//! Files with a checksum, such as checkpoints and the stored settings of a sweep, written
//! atomically. When a file is read, its form, its checksum and its numbers are checked before they
//! are used.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use super::atomic_file;
use crate::scenario::read_bytes;
use crate::words::hex;

/// The contents of a file that includes a checksum of its other fields.
pub trait Checksummed: Serialize + DeserializeOwned {
    /// Maximum size of the file, in bytes.
    const MOST_BYTES: u64;

    /// Returns the field that stores the file's checksum.
    fn checksum(&mut self) -> &mut String;
}

/// Returns the SHA-256 hash of a file's contents, computed as if the checksum field were empty.
fn checksum(contents: &mut impl Checksummed) -> Result<String> {
    let written = std::mem::take(contents.checksum());
    let text = serde_json::to_vec(contents)?;
    *contents.checksum() = written;
    Ok(hex(&Sha256::digest(text)))
}

/// Writes the file atomically. Computes the checksum first and stores it in `contents`.
///
/// # Errors
/// Fails if the file cannot be written.
pub fn write(path: &Path, contents: &mut impl Checksummed) -> Result<()> {
    *contents.checksum() = checksum(contents)?;
    let mut text = serde_json::to_vec(contents)?;
    text.push(b'\n');
    atomic_file::write(path, &text)
}

/// Reads a file and verifies its checksum; `validate` then checks the numbers in it.
///
/// # Errors
/// Fails if the file cannot be read or is damaged, or if `validate` refuses its numbers.
pub fn read<T: Checksummed>(
    path: &Path,
    validate: impl FnOnce(&T) -> Result<(), String>,
) -> Result<T> {
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

/// Returns whether a file can be parsed as the type `T`, even if its checksum is wrong.
pub fn is_at<T: Checksummed>(path: &Path) -> bool {
    let text = read_bytes(path, T::MOST_BYTES);
    text.is_ok_and(|text| serde_json::from_slice::<T>(&text).is_ok())
}
