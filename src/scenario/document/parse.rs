//! Parses the text of a TOML file as a tree of values with their locations. Explains common errors
//! of syntax.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{DocumentNode, Value};
use crate::scenario::fault::{Fault, Location};

/// Parses a text as if it were the contents of the file `path`. Returns the root of its tree.
pub(super) fn parse(path: &Path, text: &str) -> Result<DocumentNode, Fault> {
    let source = Source::of(path, text);
    let fault = |at: usize, what: String| Fault {
        location: source.location(at),
        field: String::new(),
        what: format!("is not TOML: {what}"),
    };
    if let Some(at) = too_deep(text) {
        return Err(fault(at, format!("more than {DEEPEST} brackets are open here")));
    }
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or_default();
        fault(span.start, not_toml(text, span, error.message()))
    })?;
    Ok(DocumentNode { location: source.location(0), value: source.table(table.get_ref()) })
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

/// Returns the error text for an error of the TOML parser at a range of bytes. Explains common
/// slips: a missing value and typographic quotes. Names a key that occurs twice.
fn not_toml(text: &str, span: Range<usize>, message: &str) -> String {
    let rest = text.get(span.start..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default().trim();
    let is_empty = line.is_empty() || line.starts_with('#');
    if is_empty && message.trim().starts_with("string values must be quoted") {
        return "the value is missing".into();
    }
    if rest.starts_with(['“', '”', '„', '‘', '’', '«', '»']) {
        return "typographic quotes; write \"…\"".into();
    }
    match text.get(span) {
        Some(key) if message.trim() == "duplicate key" => format!("duplicate key `{key}`"),
        _ => message.trim().replace('\n', ", "),
    }
}

/// The source text of a file: its path, and the line and column of each byte.
struct Source {
    path: Arc<Path>,
    places: Vec<(usize, usize)>,
}

impl Source {
    fn of(path: &Path, text: &str) -> Self {
        let (mut line, mut column) = (1, 1);
        let mut places = Vec::with_capacity(text.len() + 1);
        for byte in text.bytes() {
            places.push((line, column));
            match byte {
                b'\n' => (line, column) = (line + 1, 1),
                // The first byte of a character; columns count characters.
                byte if byte & 0xc0 != 0x80 => column += 1,
                _ => {}
            }
        }
        places.push((line, column));
        Source { path: path.into(), places }
    }

    fn location(&self, offset: usize) -> Location {
        let (line, column) = self.places[offset.min(self.places.len() - 1)];
        Location::File { path: self.path.clone(), line, column }
    }

    fn table(&self, table: &DeTable<'_>) -> Value {
        let entry = |(key, value): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
            (key.get_ref().to_string(), self.node(value, key.span().start))
        };
        Value::Table(table.iter().map(entry).collect())
    }

    fn node(&self, value: &Spanned<DeValue<'_>>, offset: usize) -> DocumentNode {
        let number = |text: &str| Value::Float(text.parse().unwrap_or(f64::INFINITY));
        let value = match value.get_ref() {
            DeValue::String(text) => Value::Text(text.to_string()),
            // No field accepts an integer of more than 64 bits.
            DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix())
                .map_or_else(|_| number(integer.as_str()), Value::Integer),
            DeValue::Float(float) => number(float.as_str()),
            DeValue::Boolean(truth) => Value::Boolean(*truth),
            DeValue::Datetime(date) => Value::Date(*date),
            DeValue::Array(list) => {
                let entry = |entry: &Spanned<_>| self.node(entry, entry.span().start);
                Value::List(list.iter().map(entry).collect())
            }
            DeValue::Table(table) => self.table(table),
        };
        DocumentNode { location: self.location(offset), value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_toml_is_refused_with_its_line() {
        let refused = |text: &str| parse(Path::new("d.toml"), text).unwrap_err().to_string();
        assert!(refused("a = 1\nb = \n").starts_with("d.toml:2:"), "{}", refused("a = 1\nb = \n"));
        for twice in ["a.b = 1\na.b = 2\n", "[b]\n[b]\n", "a = { b = 1,\n b = 2 }\n"] {
            let told = refused(twice);
            assert!(told.starts_with("d.toml:2:"), "{told}");
            assert!(told.ends_with(": is not TOML: duplicate key `b`"), "{told}");
        }
        for missing in ["life =", "life = \nname = 'x'\n", "life = # points"] {
            let told = refused(missing);
            assert!(told.ends_with(": is not TOML: the value is missing"), "{told}");
        }
        for quoted in ["title = “x”\n", "title = ‘x’"] {
            let told = refused(quoted);
            let said = ": is not TOML: typographic quotes; write \"…\"";
            assert!(told.ends_with(said), "{told}");
        }
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
        let deep = format!("[fighters.agaric]\nname = \"Agarico\"\n{}", line.repeat(6_000));
        let told = refused(&deep);
        assert!(told.contains("more than 128 brackets are open here"), "{told}");
    }
}
