//! A TOML file as a tree of values, each with its location in the source.
//!
//! Other files and settings can be merged over a document. An error message still names the line
//! that caused the error.

mod node;
mod parse;

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::Value as Json;

pub use node::{DocumentNode, Value};

use self::parse::parse;
use super::bot::is_script;
use super::fault::{Fault, Faults, Location};
use super::layers::same_source;
use super::missing::meant;
use super::read::read_text;
use super::validation::TypeSchema;
use crate::games::{Complaint, Layers};

/// A parsed TOML file, including all files and settings that were merged over it.
#[derive(Debug, Clone)]
pub struct Document {
    pub root: DocumentNode,
    /// Rules for merging other files and settings over this document.
    pub(super) layers: Layers,
}

impl Document {
    /// Reads and parses a TOML file.
    pub fn read(path: &Path) -> Result<Document, Fault> {
        let told = |what| Fault::whole(path, format!("{what}{}", meant(path)));
        let text = read_text(path).map_err(told)?;
        if is_script(path) {
            let what = "is a script of a bot; use it with --strategy".to_owned();
            return Err(Fault::whole(path, what));
        }
        Document::parse(path, &text)
    }

    /// Parses a text as if it were the contents of the file `path`; error messages name this path.
    pub fn parse(path: &Path, text: &str) -> Result<Document, Fault> {
        Ok(Document::of_node(parse(path, text)?))
    }

    /// Creates a document from a JSON value that a program made.
    pub fn of_json(json: &Json) -> Document {
        Document::of_node(DocumentNode::from_json(json, &Location::Whole(PathBuf::new())))
    }

    /// Creates a document with this value as the root of its tree.
    pub(super) fn of_node(root: DocumentNode) -> Document {
        Document { root, layers: Layers::default() }
    }

    /// Sets the rules for merging other files and settings over this document.
    pub fn with_layers(self, layers: Layers) -> Document {
        Document { layers, ..self }
    }

    /// Returns the value at a path of keys. In a list, the key is a position from 0.
    pub fn get(&self, path: &[&str]) -> Option<&DocumentNode> {
        path.iter().try_fold(&self.root, |node, step| node.child(step))
    }

    /// Returns the text at a path of keys, and the location of the text. If the text is a relative
    /// file name, it refers to the directory of that location.
    pub fn text(&self, path: &[&str]) -> Option<(&str, &Location)> {
        match self.get(path)? {
            DocumentNode { location, value: Value::Text(text) } => Some((text, location)),
            _ => None,
        }
    }

    /// Replaces the value at a path of keys by a text. Does nothing if there is no value.
    pub fn put_text(&mut self, path: &[&str], text: &str) {
        let node = path.iter().try_fold(&mut self.root, |node, step| node.child_mut(step));
        if let Some(node) = node {
            node.value = Value::Text(text.to_owned());
        }
    }

    /// Removes the document's top-level entry `key`, and returns it.
    pub fn take(&mut self, key: &str) -> Option<DocumentNode> {
        match &mut self.root.value {
            Value::Table(table) => table.remove(key),
            _ => None,
        }
    }

    /// Creates a fault (an error with its location) for the field `path`. The location of a missing
    /// field is the location of its nearest existing parent.
    pub fn fault(&self, path: &[&str], what: impl Into<String>) -> Fault {
        let mut node = &self.root;
        let mut field = String::new();
        let mut found = true;
        for step in path {
            field = join(&field, step, found && matches!(node.value, Value::List(_)));
            match node.child(step) {
                Some(child) if found => node = child,
                _ => found = false,
            }
        }
        Fault { location: node.location.clone(), field, what: what.into() }
    }

    /// Converts a game's complaints about values into faults (errors with locations).
    ///
    /// If a later layer (file or setting) wrote only the field `beside` of a complaint, the fault
    /// has the location of `beside`. Otherwise the fault has the location that [`Document::fault`]
    /// gives.
    pub fn faults(&self, complaints: Vec<Complaint>) -> Faults {
        let at = |path: &[String], what: String| {
            self.fault(&path.iter().map(String::as_str).collect::<Vec<_>>(), what)
        };
        let fault = |complaint: Complaint| {
            let mut fault = at(&complaint.path, complaint.what);
            let beside = complaint.beside.map(|beside| at(&beside, String::new()).location);
            let is_later = |location: &Location| !same_source(location, &self.root.location);
            if !is_later(&fault.location) {
                fault.location = beside.filter(is_later).unwrap_or(fault.location);
            }
            fault
        };
        complaints.into_iter().map(fault).collect()
    }

    /// Validates the document against `type_schema`, and decodes it as the type `T`. The schema may
    /// be stricter than that of `T`.
    pub(super) fn decode_as<T: DeserializeOwned>(
        &self,
        type_schema: &TypeSchema,
    ) -> Result<T, Faults> {
        type_schema.check(&self.root)?;
        // serde checks conditions that a schema cannot express.
        serde_path_to_error::deserialize(self.root.to_json()).map_err(|error| {
            let steps: Vec<String> = error.path().iter().map(ToString::to_string).collect();
            let steps: Vec<&str> = steps.iter().map(|step| step.trim_matches(['[', ']'])).collect();
            self.fault(&steps, error.inner().to_string()).into()
        })
    }
}

/// Appends a key or a list position to the name of a field, as in `rules.rocks[2]`. `step` counts
/// list positions from 0, and the name counts them from 1.
pub fn join(field: &str, step: &str, in_list: bool) -> String {
    match step.parse::<usize>() {
        Ok(position) if in_list => format!("{field}[{}]", position + 1),
        _ if field.is_empty() => step.to_owned(),
        _ => format!("{field}.{step}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document::parse(Path::new("d.toml"), text).unwrap()
    }

    #[test]
    fn a_fault_stands_where_its_field_was_written() {
        let document = document("a = 1\n[b.c]\nd.e = { f = 2, g = [\n  3,\n  4] }\n");
        assert_eq!(
            document.fault(&["b", "c", "d", "e", "f"], "no").to_string(),
            "d.toml:3:9: b.c.d.e.f: no"
        );
        assert_eq!(
            document.fault(&["b", "c", "d", "e", "g", "1"], "no").to_string(),
            "d.toml:5:3: b.c.d.e.g[2]: no"
        );
        assert_eq!(
            document.fault(&["b", "c", "x", "y"], "no").to_string(),
            "d.toml:2:4: b.c.x.y: no"
        );
        assert_eq!(document.fault(&[], "no").to_string(), "d.toml:1:1: no");
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        let of = |path: &Path| Document::read(path).unwrap_err().to_string();
        assert!(of(Path::new("no-such.toml")).starts_with("no-such.toml: cannot be read: "));
        assert_eq!(of(Path::new("src")), "src: is a directory, not a file");
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), b"a = 1\nb = \"\xff\"\n").unwrap();
        assert!(of(file.path()).contains("is not UTF-8 text: line 2"));
        std::fs::write(file.path(), vec![b'#'; 5 << 20]).unwrap();
        assert!(of(file.path()).contains("is larger than 512 KiB"));
        let script = "strategies/arena/hunter.luau";
        assert_eq!(
            of(Path::new(script)),
            format!("{script}: is a script of a bot; use it with --strategy")
        );
    }
}
