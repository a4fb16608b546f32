//! Merges layers of settings: a TOML table over another table, and `--set PATH=VALUE` over both.

use std::collections::BTreeMap;
use std::path::Path;

use super::document::{Document, DocumentNode, Value};
use super::fault::{Fault, Location};
use crate::games::Layers;
use crate::games::title::FieldGroups;

impl Document {
    /// Merges the value `over` into the document's top-level entry `key`. Tables are merged key by
    /// key; other values are replaced.
    ///
    /// # Errors
    /// Fails if an earlier setting gives a field that a setting in `over` excludes.
    pub fn lay(&mut self, key: &str, over: DocumentNode) -> Result<(), Fault> {
        lay_key(&self.layers, &mut self.root, &mut vec![], key, over)
    }

    /// Applies a setting `PATH=VALUE` to the document. The value is TOML; a bare word is a text.
    ///
    /// # Errors
    /// Fails if the setting has no valid path and value, if the path leads into a single value or a
    /// list, or if an earlier setting gives a field that the setting's field excludes.
    pub fn set(&mut self, setting: &str) -> Result<(), Fault> {
        let location = Location::Setting(setting.into());
        let fault = |what: &str| {
            let (location, field) = (location.clone(), String::new());
            Fault { location, field, what: what.into() }
        };
        let (path, value) = setting.split_once('=').ok_or_else(|| fault("wants PATH=VALUE"))?;
        let steps: Vec<&str> = path.split('.').map(str::trim).collect();
        if steps.iter().any(|step| step.is_empty()) || steps.len() > 16 {
            return Err(fault("wants names joined by single dots before the `=`"));
        }
        let mut node = setting_value(value.trim()).map_err(fault)?;
        node.each(&mut |node| node.location = location.clone());
        for end in 1..steps.len() {
            let owner = self.get(&steps[..end]);
            if owner.is_some_and(|owner| !matches!(owner.value, Value::Table(_))) {
                let step = steps[end];
                let what =
                    format!("is a single value or a list and has no `{step}`; set it as a whole");
                return Err(Fault { location, ..self.fault(&steps[..end], what) });
            }
        }
        for step in steps[1..].iter().rev() {
            let table = [(step.to_string(), node)].into();
            node = DocumentNode { location: location.clone(), value: Value::Table(table) };
        }
        self.lay(steps[0], node)
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
/// is parsed as text.
///
/// # Errors
/// Fails with the reason why the text is no value.
fn setting_value(text: &str) -> Result<DocumentNode, &'static str> {
    if let Ok(mut document) = Document::parse(Path::new(""), &format!("value = {text}"))
        && document.root.keys().len() == 1
    {
        return Ok(document.take("value").expect("the only key"));
    }
    let plain = |letter: char| letter.is_alphanumeric() || "-_./ ~:#".contains(letter);
    if text.is_empty() || !text.chars().all(plain) || text.starts_with('#') {
        return Err("what follows the `=` is not a value: write a number, true, false, a word, \
                    \"a text\", or a list as in [3, 2, 1]");
    }
    Ok(Document::of_json(&text.into()).root)
}

fn lay_key(
    layers: &Layers,
    under: &mut DocumentNode,
    path: &mut Vec<String>,
    key: &str,
    over: DocumentNode,
) -> Result<(), Fault> {
    let Value::Table(table) = &mut under.value else {
        return Ok(());
    };
    let excluded: Vec<&str> =
        layers.choices.iter().flat_map(|choice| others(choice, path, key)).collect();
    path.push(key.to_owned());
    for other in excluded {
        // Only values of earlier layers (files or settings) are removed. A contradiction within one
        // layer stays, so that it is reported.
        match table.get(other).map(|node| &node.location) {
            Some(location) if same_source(location, &over.location) => {}
            Some(Location::Setting(earlier)) => {
                let what = format!("cannot be combined with {earlier}; remove one of them");
                return Err(Fault { location: over.location, field: path.join("."), what });
            }
            _ => drop(table.remove(other)),
        }
    }
    match (table.get_mut(key), over.value) {
        (Some(node), Value::Table(entries)) if merges(layers, node, &entries, path) => {
            for (key, entry) in entries {
                lay_key(layers, node, path, &key, entry)?;
            }
        }
        (_, value) => {
            table.insert(key.to_owned(), DocumentNode { location: over.location, value });
        }
    }
    path.pop();
    Ok(())
}

/// Returns whether a table with the entries `over` is merged into the value `under`, rather than
/// replacing it.
fn merges(
    layers: &Layers,
    under: &DocumentNode,
    over: &BTreeMap<String, DocumentNode>,
    path: &[String],
) -> bool {
    let Value::Table(under) = &under.value else {
        return false;
    };
    let is_tagged = layers.tagged.iter().any(|pattern| matches(pattern, path));
    !is_tagged || (over.len() == 1 && over.keys().any(|key| under.contains_key(key)))
}

/// Returns whether a path has the steps of a pattern; `*` stands for any step.
fn matches(pattern: &[&str], path: &[String]) -> bool {
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
