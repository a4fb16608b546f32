//! A TOML file as a tree of values; each value knows its location in the source.
//!
//! Other files and settings can be merged over a document. An error message still names the line
//! that caused the error.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use toml::de::{DeTable, DeValue};

use super::fault::{Fault, Faults, Location};
use super::layers::same_source;
use super::missing::meant;
use super::read::read_text;
use super::shape::TypeShape;
use super::strategy_file::is_script;
use crate::games::{Complaint, Layers};

/// One value of a TOML document with its location in the source.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentNode {
    /// Location of the value's key in the source. For an entry of a list, the location of the
    /// value.
    pub location: Location,
    pub value: Value,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Text(String),
    Integer(i64),
    Float(f64),
    Boolean(bool),
    /// A date or time in TOML. No field accepts one; the variant exists so that an error message
    /// can describe the value.
    Date(toml::value::Datetime),
    List(Vec<DocumentNode>),
    Table(BTreeMap<String, DocumentNode>),
}

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
        let lines = Lines::of(path, text);
        if let Some(at) = too_deep(text) {
            return Err(Fault {
                location: lines.location(at),
                field: String::new(),
                what: format!("is not TOML: more than {DEEPEST} brackets are open here"),
            });
        }
        let table = DeTable::parse(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            Fault {
                location: lines.location(at),
                field: String::new(),
                what: not_toml(text, at, error.message()),
            }
        })?;
        let root = DocumentNode {
            location: lines.location(0),
            value: Value::Table(lines.table(table.get_ref(), &[])?),
        };
        Ok(Document {
            root,
            layers: Layers::default(),
        })
    }

    /// Creates a document from a JSON value that a program made.
    pub fn of_json(json: &Json) -> Document {
        Document::of_node(DocumentNode::from_json(
            json,
            &Location::Whole(PathBuf::new()),
        ))
    }

    /// Creates a document with this value as the root of its tree.
    pub(super) fn of_node(root: DocumentNode) -> Document {
        Document {
            root,
            layers: Layers::default(),
        }
    }

    /// Sets the rules for merging other files and settings over this document.
    pub fn with_layers(self, layers: Layers) -> Document {
        Document { layers, ..self }
    }

    /// Returns the value at a path of keys. In a list, the key is a position from 0.
    pub fn get(&self, path: &[&str]) -> Option<&DocumentNode> {
        path.iter()
            .try_fold(&self.root, |node, step| node.child(step))
    }

    /// Returns the text at a path of keys, and the location of the text. If the text is a relative
    /// file name, it refers to the directory of that location.
    pub fn text(&self, path: &[&str]) -> Option<(&str, &Location)> {
        match self.get(path)? {
            DocumentNode {
                location,
                value: Value::Text(text),
            } => Some((text, location)),
            _ => None,
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
        Fault {
            location: node.location.clone(),
            field,
            what: what.into(),
        }
    }

    /// Creates a fault (an error with its location) for the field `path`, which conflicts with the
    /// field `beside`.
    ///
    /// If a later layer (file or setting) wrote only the field `beside`, the fault has the location
    /// of `beside`. Otherwise the fault has the location that [`Document::fault`] gives.
    pub fn fault_beside(&self, path: &[&str], beside: &[&str], what: impl Into<String>) -> Fault {
        let fault = self.fault(path, what);
        let location = self.fault(beside, "").location;
        let is_later = |location: &Location| !same_source(location, &self.root.location);
        if is_later(&location) && !is_later(&fault.location) {
            return Fault { location, ..fault };
        }
        fault
    }

    /// Converts a game's complaints about values into faults (errors with locations).
    pub fn faults(&self, complaints: Vec<Complaint>) -> Faults {
        let mut faults = Faults::default();
        for complaint in complaints {
            let path: Vec<&str> = complaint.path.iter().map(String::as_str).collect();
            let fault = match &complaint.beside {
                Some(beside) => {
                    let beside: Vec<&str> = beside.iter().map(String::as_str).collect();
                    self.fault_beside(&path, &beside, complaint.what)
                }
                None => self.fault(&path, complaint.what),
            };
            faults.push(fault);
        }
        faults
    }

    /// Validates the document against the JSON schema of `T`, and decodes it.
    ///
    /// Ranges and names are declared only once, in the type `T`. Editors use the same schema.
    ///
    /// # Errors
    /// Returns all deviations from the schema, not only the first.
    pub fn decode<T: DeserializeOwned + JsonSchema>(&self) -> Result<T, Faults> {
        self.decode_as(&TypeShape::of::<T>())
    }

    /// Validates the document against the JSON schema `shape`, and decodes it as the type `T`. The
    /// schema may be stricter than that of `T`.
    pub(super) fn decode_as<T: DeserializeOwned>(&self, shape: &TypeShape) -> Result<T, Faults> {
        shape.check(&self.root)?;
        // serde checks conditions that a schema cannot express.
        serde_path_to_error::deserialize(self.root.to_json()).map_err(|error| {
            let steps: Vec<String> = error
                .path()
                .iter()
                .map(|step| step.to_string().trim_matches(['[', ']']).to_owned())
                .collect();
            let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
            self.fault(&steps, error.inner().to_string()).into()
        })
    }
}

impl DocumentNode {
    /// Returns the entry with this key in a table, or the entry at this position (from 0) in a
    /// list.
    pub fn child(&self, step: &str) -> Option<&DocumentNode> {
        match &self.value {
            Value::Table(table) => table.get(step),
            Value::List(list) => list.get(step.parse::<usize>().ok()?),
            _ => None,
        }
    }

    /// Creates a TOML value from JSON, as if it were written at `location`. Null becomes an empty
    /// table, because TOML has no null.
    pub fn from_json(json: &Json, location: &Location) -> DocumentNode {
        let value = match json {
            Json::Null => Value::Table(BTreeMap::new()),
            Json::Bool(truth) => Value::Boolean(*truth),
            Json::Number(number) => match number.as_i64() {
                Some(number) => Value::Integer(number),
                None => Value::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            Json::String(text) => Value::Text(text.clone()),
            Json::Array(list) => Value::List(
                list.iter()
                    .map(|one| DocumentNode::from_json(one, location))
                    .collect(),
            ),
            Json::Object(table) => Value::Table(
                (table.iter())
                    .map(|(key, one)| (key.clone(), DocumentNode::from_json(one, location)))
                    .collect(),
            ),
        };
        DocumentNode {
            location: location.clone(),
            value,
        }
    }

    /// Converts the value to JSON, without the locations in the source.
    pub fn to_json(&self) -> Json {
        match &self.value {
            Value::Text(text) => Json::from(text.as_str()),
            Value::Integer(number) => Json::from(*number),
            Value::Float(number) => Json::from(*number),
            Value::Boolean(truth) => Json::from(*truth),
            Value::Date(date) => Json::from(date.to_string()),
            Value::List(list) => list.iter().map(DocumentNode::to_json).collect(),
            Value::Table(table) => Json::Object(
                table
                    .iter()
                    .map(|(key, node)| (key.clone(), node.to_json()))
                    .collect(),
            ),
        }
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

/// Returns the directory to which relative file names at this location refer: the directory of the
/// file, or the current directory for a command-line setting.
pub fn directory(location: &Location) -> PathBuf {
    match location {
        Location::File { path, .. } => path.parent().map(Path::to_owned).unwrap_or_default(),
        Location::Whole(path) => path.parent().map(Path::to_owned).unwrap_or_default(),
        Location::Setting(_) => PathBuf::new(),
    }
}

/// Maximum number of open brackets of one kind in a text. The parser recurses for each open
/// bracket, so deeper texts could overflow the stack.
const DEEPEST: usize = 128;

/// Returns the byte offset of the first bracket that is nested too deeply; `None` if there is none.
/// Brackets inside strings count too, but no real string has that many.
fn too_deep(text: &str) -> Option<usize> {
    let mut open = [0usize; 2];
    let deeper = |(at, byte): (usize, u8)| {
        let of = usize::from(matches!(byte, b'{' | b'}'));
        match byte {
            b'[' | b'{' => open[of] += 1,
            b']' | b'}' => open[of] = open[of].saturating_sub(1),
            _ => {}
        }
        (open[of] > DEEPEST).then_some(at)
    };
    text.bytes().enumerate().find_map(deeper)
}

/// Returns the error text for an error of the TOML parser at the byte offset `at`. Explains two
/// common slips: a missing value and a decimal comma.
fn not_toml(text: &str, at: usize, message: &str) -> String {
    let (before, rest) = text.split_at_checked(at).unwrap_or((text, ""));
    let line = rest.lines().next().unwrap_or_default().trim();
    let is_empty = line.is_empty() || line.starts_with('#');
    if is_empty && message.trim().starts_with("string values must be quoted") {
        return "is not TOML: the value is missing".into();
    }
    let hint = with_point(before, rest).map(|number| format!(" (a decimal comma? write {number})"));
    let message = message.trim().replace('\n', ", ");
    format!("is not TOML: {message}{}", hint.unwrap_or_default())
}

/// Returns a number with a decimal point if the end of `before` and the beginning of `rest` are a
/// number with a decimal comma, and `rest` begins with the comma.
fn with_point(before: &str, rest: &str) -> Option<String> {
    let is_other = |c: char| !c.is_ascii_digit();
    let decimals = rest.strip_prefix(',')?.split(is_other).next()?;
    let whole = before.rsplit(|c: char| is_other(c) && c != '-').next()?;
    (whole.ends_with(|c: char| !is_other(c)) && !decimals.is_empty())
        .then(|| format!("{whole}.{decimals}"))
}

/// The source text of a file, with the offsets of its lines.
struct Lines<'a> {
    path: Arc<Path>,
    text: &'a str,
    /// Byte offset in the text at which each line starts.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(path: &Path, text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines {
            path: path.into(),
            text,
            starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    fn location(&self, offset: usize) -> Location {
        let line = self.starts.partition_point(|&start| start <= offset);
        let before = self
            .text
            .get(self.starts[line - 1]..offset)
            .unwrap_or_default();
        Location::File {
            path: self.path.clone(),
            line,
            column: before.chars().count() + 1,
        }
    }

    fn table(
        &self,
        table: &DeTable<'_>,
        above: &[&str],
    ) -> Result<BTreeMap<String, DocumentNode>, Fault> {
        let entry = |(key, value): (&toml::Spanned<_>, &toml::Spanned<DeValue<'_>>)| {
            let key_text: &std::borrow::Cow<'_, str> = key.get_ref();
            let node = self.node(value, key.span().start, &[above, &[key_text]].concat())?;
            Ok((key_text.to_string(), node))
        };
        table.iter().map(entry).collect()
    }

    fn node(
        &self,
        value: &toml::Spanned<DeValue<'_>>,
        offset: usize,
        path: &[&str],
    ) -> Result<DocumentNode, Fault> {
        let location = self.location(offset);
        let too_large = |text: &dyn std::fmt::Display| Fault {
            location: location.clone(),
            field: path.join("."),
            what: format!("the number {text} is too large"),
        };
        let value = match value.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(number) => Value::Integer(
                i64::from_str_radix(number.as_str(), number.radix())
                    .map_err(|_| too_large(number))?,
            ),
            DeValue::Float(number) => {
                Value::Float(number.as_str().parse().map_err(|_| too_large(number))?)
            }
            DeValue::Boolean(truth) => Value::Boolean(*truth),
            DeValue::Datetime(date) => Value::Date(*date),
            DeValue::Array(list) => Value::List(
                list.iter()
                    .map(|entry| self.node(entry, entry.span().start, path))
                    .collect::<Result<_, _>>()?,
            ),
            DeValue::Table(table) => Value::Table(self.table(table, path)?),
        };
        Ok(DocumentNode { location, value })
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
            document
                .fault(&["b", "c", "d", "e", "g", "1"], "no")
                .to_string(),
            "d.toml:5:3: b.c.d.e.g[2]: no"
        );
        assert_eq!(
            document.fault(&["b", "c", "x", "y"], "no").to_string(),
            "d.toml:2:4: b.c.x.y: no"
        );
        assert_eq!(document.fault(&[], "no").to_string(), "d.toml:1:1: no");
    }

    #[test]
    fn what_is_not_toml_is_refused_with_its_line() {
        let refused = |text: &str| {
            Document::parse(Path::new("d.toml"), text)
                .unwrap_err()
                .to_string()
        };
        assert!(
            refused("a = 1\nb = \n").starts_with("d.toml:2:"),
            "{}",
            refused("a = 1\nb = \n")
        );
        assert!(refused("a = 1\na = 2\n").starts_with("d.toml:2:1: is not TOML: duplicate key"));
        for missing in ["life =", "life = \nname = 'x'\n", "life = # points"] {
            let told = refused(missing);
            assert!(
                told.ends_with(": is not TOML: the value is missing"),
                "{told}"
            );
        }
        for (comma, number) in [("life = 12,5\n", "12.5"), ("a = -1,25 # x", "-1.25")] {
            let told = refused(comma);
            let hint = format!(" (a decimal comma? write {number})");
            assert!(told.ends_with(&hint), "{told}");
        }
        for other in ["a = 1, b = 2", "a = 1,\n", "a = 'x',5"] {
            assert!(!refused(other).contains("decimal"), "{other}");
        }
        assert_eq!(
            refused("a.b = 99999999999999999999"),
            "d.toml:1:3: a.b: the number 99999999999999999999 is too large"
        );
        for deep in [
            format!("a={}", "[".repeat(100_000)),
            format!("a={}", "{a=".repeat(100_000)),
            vec!["a"; 100_000].join("."),
        ] {
            assert!(refused(&deep).contains("is not TOML"));
        }
        // After an error, the parser continues and recurses deeper. A fuzzing campaign found this
        // text.
        let line = "cards.6 = { item = { evil-net = { dice = bab\"], [\"bonzai\", \"sorgho\"]]\n";
        let deep = format!(
            "[fighters.agaric]\nname = \"Agarico\"\n{}",
            line.repeat(6_000)
        );
        let told = refused(&deep);
        assert!(
            told.contains("more than 128 brackets are open here"),
            "{told}"
        );
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
