//! Parses the text of a TOML file as a tree of values with their locations. Explains common errors
//! of syntax.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::{DocumentNode, Value};
use crate::scenario::fault::{Fault, Location};

/// Parses a text as if it were the contents of the file `path`. Returns the root of its tree.
pub(super) fn parse(path: &Path, text: &str) -> Result<DocumentNode, Fault> {
    let lines = Lines::of(path, text);
    if let Some(at) = too_deep(text) {
        return Err(Fault {
            location: lines.location(at),
            field: String::new(),
            what: format!("is not TOML: more than {DEEPEST} brackets are open here"),
        });
    }
    let table = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or_default();
        Fault {
            location: lines.location(span.start),
            field: String::new(),
            what: not_toml(text, span, error.message()),
        }
    })?;
    Ok(DocumentNode {
        location: lines.location(0),
        value: Value::Table(lines.table(table.get_ref(), &[])?),
    })
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
/// slips: a missing value, typographic quotes and a decimal comma. Names a key that occurs twice.
fn not_toml(text: &str, span: Range<usize>, message: &str) -> String {
    let (before, rest) = text.split_at_checked(span.start).unwrap_or((text, ""));
    let line = rest.lines().next().unwrap_or_default().trim();
    let is_empty = line.is_empty() || line.starts_with('#');
    if is_empty && message.trim().starts_with("string values must be quoted") {
        return "is not TOML: the value is missing".into();
    }
    if rest.starts_with(['“', '”', '„', '‘', '’', '«', '»']) {
        return "is not TOML: typographic quotes; write \"…\"".into();
    }
    let hint = with_point(before, rest).map(|number| format!(" (a decimal comma? write {number})"));
    let message = match text.get(span) {
        Some(key) if message.trim() == "duplicate key" => format!("duplicate key `{key}`"),
        _ => message.trim().replace('\n', ", "),
    };
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
    /// Number of characters before each block of [`BLOCK`] bytes, for columns in long lines.
    before: Vec<usize>,
}

const BLOCK: usize = 1024;

/// Returns the number of characters that begin in these bytes of a UTF-8 text.
fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count()
}

impl<'a> Lines<'a> {
    fn of(path: &Path, text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let blocks = text.as_bytes().chunks(BLOCK).map(characters);
        let mut sum = 0;
        let sums = blocks.map(|count| {
            sum += count;
            sum
        });
        Lines {
            before: std::iter::once(0).chain(sums).collect(),
            path: path.into(),
            text,
            starts: std::iter::once(0).chain(ends).collect(),
        }
    }

    fn location(&self, offset: usize) -> Location {
        let line = self.starts.partition_point(|&start| start <= offset);
        let start = self.starts[line - 1];
        Location::File {
            path: self.path.clone(),
            line,
            column: self.characters_before(offset) - self.characters_before(start) + 1,
        }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        let block = offset / BLOCK;
        self.before[block] + characters(&self.text.as_bytes()[block * BLOCK..offset])
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
        let deep = format!("[fighters.agaric]\nname = \"Agarico\"\n{}", line.repeat(6_000));
        let told = refused(&deep);
        assert!(told.contains("more than 128 brackets are open here"), "{told}");
    }
}
