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

    /// Returns the first difference from other inputs: path, value in `self` and value in `other`,
    /// as in ("rules.rounds", "12", "9").
    pub fn difference(&self, other: &Inputs) -> Option<(String, String, String)> {
        let whole = |of: &Inputs| Json::Array(of.0.clone());
        difference(&whole(self), &whole(other), &mut vec![])
    }
}

fn difference(
    ours: &Json,
    theirs: &Json,
    path: &mut Vec<String>,
) -> Option<(String, String, String)> {
    let mut inside = |key: String, ours: &Json, theirs: &Json| {
        path.push(key);
        let found = difference(ours, theirs, path);
        path.pop();
        found
    };
    match (ours, theirs) {
        _ if ours == theirs => None,
        (Json::Array(ours), Json::Array(theirs)) if ours.len() == theirs.len() => {
            let mut pairs = (1..).zip(ours.iter().zip(theirs));
            pairs.find_map(|(i, (a, b))| inside(i.to_string(), a, b))
        }
        (Json::Object(ours), Json::Object(theirs)) => {
            let keys = ours.keys().chain(theirs.keys());
            let at = |of: &serde_json::Map<String, Json>, key| of.get(key).cloned();
            let mut pairs = keys.map(|key| (key, at(ours, key), at(theirs, key)));
            pairs.find_map(|(key, a, b)| {
                inside(key.clone(), &a.unwrap_or_default(), &b.unwrap_or_default())
            })
        }
        _ => {
            let short = |value: &Json| match value {
                Json::Null => "nothing".to_owned(),
                value => {
                    let text = value.to_string();
                    let cut: String = text.chars().take(60).collect();
                    if cut.len() < text.len() { cut + "…" } else { cut }
                }
            };
            Some((path.join("."), short(ours), short(theirs)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn inputs_come_back_and_their_first_difference_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let inputs = |rounds: u64, size: u64| {
            Inputs(vec![json!({"rules": {"rounds": rounds}, "roster": [{"size": size}]})])
        };
        let one = inputs(12, 5);
        one.write(folder.path()).unwrap();
        assert_eq!(Inputs::read(folder.path(), &one.hash()).unwrap(), one);
        assert!(Inputs::read(folder.path(), &inputs(9, 5).hash()).is_err());
        assert_eq!(one.difference(&one), None);
        let told = one.difference(&inputs(12, 6)).unwrap();
        assert_eq!(told, ("1.roster.1.size".into(), "5".into(), "6".into()));
        let less = Inputs(vec![json!({"roster": [{"size": 5}]})]);
        let told = one.difference(&less).unwrap();
        assert_eq!((told.0.as_str(), told.2.as_str()), ("1.rules", "nothing"));
    }
}
