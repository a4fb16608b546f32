//! Merges layers of settings: a TOML table over another table, and `--set PATH=VALUE` over both.

use std::path::Path;
use std::sync::Arc;

use super::document::{Document, DocumentNode, Value};
use super::fault::{Fault, Location};
use crate::games::Layers;
use crate::games::title::FieldGroups;

impl Document {
    /// Merges the value `over` into the document's top-level entry `key`. Tables are merged key by
    /// key; other values are replaced.
    pub fn lay(&mut self, key: &str, over: DocumentNode) {
        lay_key(&self.layers, &mut self.root, &mut vec![], key, over);
    }

    /// Applies a setting `PATH=VALUE` to the document. The value is TOML; a bare word is a text.
    ///
    /// # Errors
    /// Fails if the setting has no valid path and value, if the path leads into a single value or a
    /// list, or if an earlier setting gives a field that the setting's field excludes.
    pub fn set(&mut self, setting: &str) -> Result<(), Fault> {
        let location = Location::Setting(setting.into());
        let fault = |what: &str| Fault {
            location: location.clone(),
            field: String::new(),
            what: what.into(),
        };
        let (path, value) = setting.split_once('=').ok_or_else(|| fault("wants PATH=VALUE"))?;
        let steps: Vec<&str> = path.split('.').map(str::trim).collect();
        if steps.iter().any(|step| step.is_empty()) || steps.len() > 16 {
            return Err(fault("wants names joined by single dots before the `=`"));
        }
        let too_large = |of_value: Fault| Fault { field: steps.join("."), ..fault(&of_value.what) };
        let node = setting_value(value.trim()).map_err(too_large)?;
        let mut node = node.ok_or_else(|| {
            fault(
                "what follows the `=` is not a value: write a number, true, false, a word, \"a \
                text\", or a list as in [3, 2, 1]",
            )
        })?;
        node.each(&mut |node| node.location = location.clone());
        let mut at = Vec::new();
        for step in &steps {
            match self.get(&at) {
                Some(DocumentNode { value: Value::Table(_), .. }) | None => at.push(step),
                Some(_) => {
                    let what = format!(
                        "is a single value or a list and has no `{step}`; set it as a whole"
                    );
                    return Err(Fault { location, ..self.fault(&at, what) });
                }
            }
        }
        for step in steps[1..].iter().rev() {
            let table = [(step.to_string(), node)].into();
            node = DocumentNode { location: location.clone(), value: Value::Table(table) };
        }
        let mut path = vec![steps[0].to_owned()];
        if let Some((field, earlier)) = self.excluded(&mut path, &node) {
            return Err(Fault {
                location,
                field,
                what: format!("cannot be combined with {earlier}; remove one of them"),
            });
        }
        self.lay(steps[0], node);
        Ok(())
    }

    /// Finds a field in `over`, the value of a setting at `path`, that excludes a field of an
    /// earlier setting. Returns the name of the field, and the earlier setting.
    fn excluded(&self, path: &mut Vec<String>, over: &DocumentNode) -> Option<(String, Arc<str>)> {
        let (key, table) = path.split_last()?;
        let choices = self.layers.choices.iter();
        for other in choices.flat_map(|choice| others(choice, table, key)) {
            let at = table.iter().map(String::as_str).chain([other]);
            let location = self.get(&at.collect::<Vec<_>>()).map(|node| &node.location);
            if let Some(Location::Setting(earlier)) = location
                && location != Some(&over.location)
            {
                return Some((path.join("."), earlier.clone()));
            }
        }
        let Value::Table(entries) = &over.value else {
            return None;
        };
        entries.iter().find_map(|(key, entry)| {
            path.push(key.clone());
            let found = self.excluded(path, entry);
            path.pop();
            found
        })
    }
}

/// Returns the fields that the field `key` of the table at `path` excludes; no fields if the choice
/// is not about this field.
fn others(choice: &FieldGroups, path: &[String], key: &str) -> Vec<&'static str> {
    let groups = choice.groups.iter().copied();
    let (own, others): (Vec<&[&str]>, Vec<_>) = groups.partition(|group| group.contains(&key));
    match matches(choice.table, path) && !own.is_empty() {
        true => others.into_iter().flatten().copied().collect(),
        false => vec![],
    }
}

/// Returns whether a setting of the field `set` removes the field `removed`: the two fields exclude
/// each other, or they are variants of a tagged table.
pub(super) fn replaces(layers: &Layers, set: &str, removed: &str) -> bool {
    let Some((table, key)) = set.rsplit_once('.') else {
        return false;
    };
    let other = removed.strip_prefix(table).and_then(|of| of.strip_prefix('.'));
    let table: Vec<String> = table.split('.').map(str::to_owned).collect();
    let is_tagged = layers.tagged.iter().any(|pattern| matches(pattern, &table));
    let mut excluded = (layers.choices.iter()).flat_map(|choice| others(choice, &table, key));
    other.is_some_and(|other| {
        let is_variant = is_tagged && other != key && !other.contains('.');
        is_variant || excluded.any(|of| of == other)
    })
}

/// Parses the value of a setting `PATH=VALUE` as TOML if possible. Otherwise a bare word or a path
/// is parsed as text. Returns `None` if the text is no value.
///
/// # Errors
/// Fails if the value is TOML with a number that is too large.
fn setting_value(text: &str) -> Result<Option<DocumentNode>, Fault> {
    let parsed = match Document::parse(Path::new(""), &format!("value = {text}")) {
        Ok(document) => Some(document),
        // Only a fault of TOML's syntax has no field.
        Err(fault) if fault.field.is_empty() => None,
        Err(fault) => return Err(fault),
    };
    let alone = |document: Document| match document.root.value {
        Value::Table(mut table) if table.len() == 1 => table.remove("value"),
        _ => None,
    };
    Ok(parsed.and_then(alone).or_else(|| {
        let plain = |letter: char| letter.is_alphanumeric() || "-_./ ~:#".contains(letter);
        let word = !text.is_empty() && text.chars().all(plain) && !text.starts_with('#');
        word.then(|| DocumentNode {
            location: Location::Setting("".into()),
            value: Value::Text(text.to_owned()),
        })
    }))
}

fn lay_key(
    layers: &Layers,
    under: &mut DocumentNode,
    path: &mut Vec<String>,
    key: &str,
    over: DocumentNode,
) {
    let Value::Table(table) = &mut under.value else {
        return;
    };
    for other in layers.choices.iter().flat_map(|choice| others(choice, path, key)) {
        // Only values of earlier layers (files or settings) are removed. A contradiction within one
        // layer stays, so that it is reported.
        if table.get(other).is_some_and(|node| !same_source(&node.location, &over.location)) {
            table.remove(other);
        }
    }
    path.push(key.to_owned());
    match table.get_mut(key) {
        Some(node) if merges(layers, node, &over, path) => {
            if let Value::Table(entries) = over.value {
                for (key, entry) in entries {
                    lay_key(layers, node, path, &key, entry);
                }
            }
        }
        _ => {
            table.insert(key.to_owned(), over);
        }
    }
    path.pop();
}

/// Returns whether the value `over` is merged into the value `under`, rather than replacing it.
fn merges(layers: &Layers, under: &DocumentNode, over: &DocumentNode, path: &[String]) -> bool {
    match (&under.value, &over.value) {
        (Value::Table(under), Value::Table(over)) => {
            let tagged = layers.tagged.iter().any(|pattern| matches(pattern, path));
            !tagged || (over.len() == 1 && over.keys().any(|key| under.contains_key(key)))
        }
        _ => false,
    }
}

/// Returns whether a path has the steps of a pattern; `*` stands for any step.
pub fn matches(pattern: &[&str], path: &[String]) -> bool {
    pattern.len() == path.len()
        && pattern.iter().zip(path).all(|(want, step)| *want == "*" || want == step)
}

/// Returns whether two values come from the same source: the same file, or the same `--set`.
pub(super) fn same_source(a: &Location, b: &Location) -> bool {
    match (a, b) {
        (Location::File { path: a, .. }, Location::File { path: b, .. }) => a == b,
        (Location::Setting(a), Location::Setting(b)) => a == b,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        let layers = crate::games::title("ultimate-warriorz").unwrap().layers();
        Document::parse(Path::new("d.toml"), text).unwrap().with_layers(layers)
    }

    fn set(text: &str, settings: &[&str]) -> serde_json::Value {
        let mut document = document(text);
        settings.iter().for_each(|setting| document.set(setting).unwrap());
        document.root.to_json()
    }

    #[test]
    fn a_setting_changes_its_field_and_leaves_the_neighbours() {
        let changed = set(
            "[a]\nb = 1\nc = 2\n",
            &["a.b=3", "a.d.e = [1, 2]", "f=word", "g=\"x y\"", "h=bots/mine.toml"],
        );
        let wanted = document(
            "f = 'word'\ng = 'x y'\nh = 'bots/mine.toml'\n[a]\nb = 3\nc = 2\nd.e = [1, 2]",
        );
        assert_eq!(changed, wanted.root.to_json());
    }

    #[test]
    fn a_setting_that_cannot_be_read_is_refused_as_it_was_given() {
        let refused = |setting: &str| document("a = [1]").set(setting).unwrap_err().to_string();
        assert!(refused("rounds").starts_with("--set rounds: wants PATH=VALUE"));
        // Not every game has rounds.
        for setting in ["rounds", "=1"] {
            assert!(!refused(setting).contains("rules.rounds"), "{setting}");
        }
        for setting in ["=1", "a..b=1", ".a=1", "a.=1"] {
            assert!(refused(setting).contains("wants names joined by single dots"), "{setting}");
        }
        for setting in ["x=", "x=[1", "x=\"", "x=1\ny=2", "x={"] {
            assert!(refused(setting).contains("is not a value"), "{setting}");
        }
        for large in ["99999999999999999999", "[1, 99999999999999999999]"] {
            let set = format!("b.c={large}");
            let told = format!("--set {set}: b.c: the number 99999999999999999999 is too large");
            assert_eq!(refused(&set), told);
        }
        assert!(
            refused("a.0=2").starts_with("--set a.0=2: a: is a single value or a list"),
            "{}",
            refused("a.0=2")
        );
    }

    #[test]
    fn a_later_layers_choice_puts_the_earlier_aside() {
        let fixed = "[line-up]\nfighters = ['a', 'b']";
        assert_eq!(set(fixed, &["line-up.draw=4"]), document("line-up.draw = 4").root.to_json());
        let card = "fighters.a.cards.1 = { technique = { kamikaze = { dice = [1] } } }";
        let shock = "fighters.a.cards.1.technique={ electroshock = { shift = 2 } }";
        assert_eq!(set(card, &[shock]), document(shock).root.to_json());
        assert_eq!(
            set(card, &["fighters.a.cards.1.item=ghost-ring"]),
            document("fighters.a.cards.1.item='ghost-ring'").root.to_json()
        );
        let dice = "fighters.a.cards.1.technique.kamikaze.dice=[2]";
        assert_eq!(set(card, &[dice]), document(dice).root.to_json());
    }

    #[test]
    fn settings_that_exclude_each_other_are_refused() {
        let settings = [
            "line-up.draw=4",
            "line-up.fighters=[\"a\"]",
            "line-up={ teams = [[\"a\"], [\"b\"]] }",
        ];
        let fields = ["line-up.draw", "line-up.fighters", "line-up.teams"];
        for (first, second) in [(0, 1), (1, 0), (0, 2), (2, 1)] {
            let mut document = document("line-up.teams = [['c'], ['d']]");
            document.set(settings[first]).unwrap();
            let told = document.set(settings[second]).unwrap_err().to_string();
            let wanted = format!(
                "--set {}: {}: cannot be combined with {}; remove one of them",
                settings[second], fields[second], settings[first]
            );
            assert_eq!(told, wanted);
        }
        let together = ["line-up.draw=4", "line-up.pool=[\"a\"]"];
        assert_eq!(
            set("", &together),
            document("line-up = { draw = 4, pool = ['a'] }").root.to_json()
        );
    }
}
