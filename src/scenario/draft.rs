//! Files for a designer to begin with: TOML in which each field has a comment that says what it is for, taken from the schema of its type.

use serde_json::Value as Json;

use super::document::{Document, Node, Value};
use super::fault::Location;
use super::shape::{Shape, names, type_of};
use super::strategy_file::is_file;
use crate::games::Title;
use crate::games::title::Seating;
use crate::words::is_key;

/// A scenario as a document has it, but for what it changes of fighters, which stands below without comments.
pub fn scenario(title: &dyn Title, document: &Document) -> String {
    let mut document = document.clone();
    let changed = document.take("fighters");
    let shape = Shape::scenario(title);
    let mut draft = Draft::new(&shape);
    draft.table(shape.root(), &document.root, "");
    if let Some(changed) = changed {
        draft.out += "\n# Changes to the roster.\n[fighters]\n";
        draft.entries(&changed);
    }
    draft.out
}

/// A strategy file as a document has it.
pub fn strategy(title: &dyn Title, document: &Document) -> String {
    let shape = Shape::strategy(title);
    let mut draft = Draft::new(&shape);
    draft.table(shape.root(), &document.root, "");
    draft.out
}

/// A fighter of this key, name and colour, in all else as the one that stands at `like` in a roster's document; no value is marked as printed.
/// None if there is no such fighter.
pub fn fighter(
    title: &dyn Title,
    roster: &Document,
    like: &str,
    [key, name, colour]: [&str; 3],
) -> Option<String> {
    let mut node = roster.get(&["fighters", like])?.clone();
    for (field, text) in [("name", name), ("colour", colour)] {
        if let Value::Table(table) = &mut node.value
            && let Some(field) = table.get_mut(field)
        {
            field.value = Value::Text(text.to_owned());
        }
    }
    let shape = Shape::fighter(title);
    let mut draft = Draft::new(&shape);
    let path = format!("fighters.{key}");
    draft.out += &format!("[{path}]\n");
    draft.table(shape.root(), &node, &path);
    Some(draft.out)
}

/// What a scenario of such a seating may say beside, as lines to take the `#` from: the rules as they are, exceptions to who plays, a change to
/// the roster.
pub fn more_of_a_scenario(title: &dyn Title, roster: &Json, seating: &Seating) -> String {
    let game = title.name();
    let mut out =
        format!("\n# Changes to the rules: `gong list rules {game}` says what each is.\n[rules]\n");
    for line in title.rules().lines().filter(|line| !line.is_empty()) {
        let line = match line.strip_prefix('[') {
            Some(heading) => format!("[rules.{heading}"),
            None => line.to_owned(),
        };
        out += &format!("# {line}\n");
    }
    let [one, _] = title.words().fighter;
    let first = title.fighters(roster).into_iter().next();
    let key = first.as_ref().map_or("KEY", |first| &first.key);
    out += &format!(
        "\n# Exceptions to who plays. The most particular holds: {one} before seat before team.\n[strategies]\n"
    );
    if !seating.one_bot_per_seat {
        out += &format!("# fighters.{key} = \"random\"\n");
    }
    out += "# seats.1 = \"random\"\n";
    out += &format!(
        "\n# Changes to the roster, see `gong list fighters {game}`. `gong new fighter NAME --like {key}` adds one.\n[fighters]\n"
    );
    let value = first
        .iter()
        .flat_map(|first| &first.values)
        .find_map(|value| {
            let pointer = format!("/fighters/{key}/{}", value.path.replace('.', "/"));
            let number = roster.pointer(&pointer).filter(|one| one.is_number())?;
            Some(format!("# {key}.{} = {number}\n", value.path))
        });
    out += &value.unwrap_or_default();
    out
}

/// The document of a scenario, or of a strategy, under another title and for another folder: `path` says from there what a file is called that it names.
pub fn moved(mut document: Document, title: &str, path: &dyn Fn(&str) -> String) -> Document {
    if let Value::Table(fields) = &mut document.root.value {
        let texts = fields.iter_mut().filter(|(key, _)| {
            ["title", "roster", "strategy", "strategies", "search"].contains(&key.as_str())
        });
        for (key, node) in texts {
            each_text(node, &|text| match key.as_str() {
                "title" => title.to_owned(),
                "roster" => path(text),
                _ if is_file(text) => path(text),
                _ => text.to_owned(),
            });
        }
    }
    document
}

/// Replaces every text in a value.
fn each_text(node: &mut Node, by: &dyn Fn(&str) -> String) {
    match &mut node.value {
        Value::Text(text) => *text = by(text),
        Value::List(list) => list.iter_mut().for_each(|one| each_text(one, by)),
        Value::Table(table) => table.values_mut().for_each(|one| each_text(one, by)),
        _ => {}
    }
}

/// A file in the making.
struct Draft<'a> {
    shape: &'a Shape,
    out: String,
}

impl<'a> Draft<'a> {
    fn new(shape: &'a Shape) -> Self {
        let out = String::new();
        Draft { shape, out }
    }

    /// The fields of a table, whose heading is written: first single values, each below its comment, then the tables in it.
    fn table(&mut self, schema: &'a Json, node: &Node, path: &str) {
        let shape = self.shape;
        let properties = &form(shape, schema)["properties"];
        let (tables, single): (Vec<_>, Vec<_>) = in_order(node)
            .into_iter()
            .partition(|(key, _)| is_table(shape, &properties[*key]));
        for (key, node) in &single {
            self.comment("", text(&properties[*key]));
            self.entry(key, node);
        }
        let known = properties.as_object().into_iter().flatten();
        for (key, field) in known.filter(|(key, _)| *key != PRINTED && node.child(key).is_none()) {
            if !is_table(shape, field) {
                let allowed = shape.allowed(form(shape, field));
                self.comment(
                    "Not given: ",
                    &format!("`{key}`, {allowed}. {}", text(field)),
                );
            }
        }
        for (key, node) in tables {
            let field = &properties[key];
            let path = match path {
                "" => name(key),
                path => format!("{path}.{}", name(key)),
            };
            self.out.push('\n');
            self.comment("", text(field));
            let thing = form(shape, &form(shape, field)["additionalProperties"]);
            if thing.get("properties").is_some() {
                self.things(thing, node);
                self.out += &format!("[{path}]\n");
                self.entries(node);
            } else {
                self.out += &format!("[{path}]\n");
                self.table(field, node, &path);
            }
        }
    }

    /// What each field is for of the things that a table holds, in their order, then what they leave out.
    fn things(&mut self, thing: &Json, node: &Node) {
        let mut order: Vec<&str> = vec![];
        let used = in_order(node);
        let used = used.iter().flat_map(|(_, thing)| in_order(thing));
        let known = thing["properties"].as_object().into_iter().flatten();
        let known = known.map(|(key, _)| key.as_str());
        for key in used.map(|(key, _)| key).chain(known) {
            if key != PRINTED && !order.contains(&key) {
                order.push(key);
            }
        }
        for key in order {
            self.comment(&format!("- {key}: "), text(&thing["properties"][key]));
        }
    }

    /// Every value of a table on a line of its own.
    fn entries(&mut self, node: &Node) {
        for (key, node) in in_order(node) {
            self.entry(key, node);
        }
    }

    fn entry(&mut self, key: &str, node: &Node) {
        self.out += &format!("{} = {}\n", name(key), inline(node));
    }

    /// A comment, of no line if there is nothing to say.
    fn comment(&mut self, head: &str, text: &str) {
        if text.is_empty() {
            return;
        }
        let mut line = format!("# {head}").trim_end().to_owned();
        for word in text.split_whitespace() {
            if line.chars().count() + word.chars().count() >= WIDTH {
                self.out += &format!("{line}\n");
                line = "#  ".to_owned();
            }
            line += &format!(" {word}");
        }
        self.out += &format!("{line}\n");
    }
}

/// What a field may be, whatever it is called and whether or not it may be left out.
fn form<'a>(shape: &'a Shape, schema: &'a Json) -> &'a Json {
    let schema = shape.resolve(schema);
    match shape.alternatives(schema).as_slice() {
        [only] if names(only).is_empty() => form(shape, only),
        _ => schema,
    }
}

/// Is it a table, which has a heading of its own?
fn is_table(shape: &Shape, schema: &Json) -> bool {
    let form = form(shape, schema);
    type_of(form) == "object" && names(form).is_empty()
}

/// The widest line of a comment, in characters.
const WIDTH: usize = 120;

/// The marks of what a rulebook prints.
const PRINTED: &str = "printed";

/// What a field is for.
fn text(schema: &Json) -> &str {
    schema["description"].as_str().unwrap_or_default()
}

/// The values of a table in the order in which they were written, those of its own file first; marks of what is printed are left out.
fn in_order(node: &Node) -> Vec<(&str, &Node)> {
    let Value::Table(table) = &node.value else {
        return vec![];
    };
    let place = |location: &Location| match location {
        Location::File { path, line, column } => {
            let own = matches!(&node.location, Location::File { path: own, .. } if own == path);
            (!own, *line, *column)
        }
        _ => (true, usize::MAX, 0),
    };
    let mut all: Vec<(&str, &Node)> = table
        .iter()
        .filter(|(key, _)| *key != PRINTED)
        .map(|(key, node)| (key.as_str(), node))
        .collect();
    all.sort_by_key(|(_, node)| place(&node.location));
    all
}

/// A value on one line.
fn inline(node: &Node) -> String {
    let quoted = |text: &str| toml::Value::String(text.to_owned()).to_string();
    match &node.value {
        Value::Text(text) => quoted(text),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(truth) => truth.to_string(),
        Value::Date(date) => date.to_string(),
        Value::List(list) => {
            let entries: Vec<String> = list.iter().map(inline).collect();
            format!("[{}]", entries.join(", "))
        }
        Value::Table(_) => {
            let entries = in_order(node).into_iter();
            let entries = entries.map(|(key, node)| format!("{} = {}", name(key), inline(node)));
            let entries: Vec<String> = entries.collect();
            format!("{{ {} }}", entries.join(", "))
        }
    }
}

/// A key as TOML writes it.
fn name(key: &str) -> String {
    match is_key(&key.replace('_', "-")) {
        true => key.to_owned(),
        false => toml::Value::String(key.to_owned()).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::games::{title, titles};
    use crate::scenario::roster;

    fn official(title: &dyn Title) -> Document {
        Document::parse(Path::new("roster.toml"), title.roster()).unwrap()
    }

    #[test]
    fn a_fighter_is_drafted_in_the_order_of_the_roster_with_every_field_explained() {
        let title = title("ultimate-warriorz").unwrap();
        let own = ["poppy", "Poppy", "#0072B2"];
        let text = fighter(title, &official(title), "cactus", own).unwrap();
        let values: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        assert_eq!(
            values[..7],
            [
                "[fighters.poppy]",
                "name = \"Poppy\"",
                "colour = \"#0072B2\"",
                "size = 8",
                "defense = 4",
                "",
                "[fighters.poppy.cards]"
            ]
        );
        assert_eq!(
            values[9],
            "6 = { movement = 1, melee = 2, defense = 5, item = { evil-net = { dice = 3, penalty = 2 } } }"
        );
        for explained in ["# A-3.1: initial life points", "# - melee: A-5.2: dice"] {
            assert!(text.contains(explained), "{text}");
        }
        assert!(
            text.contains("# Not given: `dragon`, true or false."),
            "{text}"
        );
        assert!(!text.contains("printed ="), "{text}");
        assert_eq!(fighter(title, &official(title), "gimli", own), None);
    }

    /// What is drafted is read back as it was.
    #[test]
    fn every_official_fighter_can_be_copied() {
        for title in titles() {
            let original = official(title);
            let json = original.root.to_json();
            for (key, _) in json["fighters"].as_object().unwrap() {
                let text = fighter(title, &original, key, [key, "X", "#000000"]).unwrap();
                let mut whole = original.clone();
                let copy = Document::parse(Path::new("own.toml"), &text).unwrap();
                let mut fighters = whole.take("fighters").unwrap();
                if let Value::Table(all) = &mut fighters.value {
                    let copied = copy.get(&["fighters", key]).unwrap().clone();
                    all.insert(key.clone(), copied);
                }
                whole.lay("fighters", fighters);
                let [was, is] = [original.clone(), whole].map(|document| {
                    let mut roster = roster(title, document, &[]).unwrap();
                    let mut fighter = roster["fighters"][key].take();
                    forget(&mut fighter);
                    fighter
                });
                assert_eq!(was, is, "{key}");
            }
        }
    }

    /// Forgets all that a copy does not have.
    fn forget(json: &mut Json) {
        if let Json::Object(fields) = json {
            fields.retain(|key, _| !["name", "colour", PRINTED].contains(&key.as_str()));
            fields.values_mut().for_each(forget);
        }
    }

    #[test]
    fn a_scenario_moves_with_the_files_that_it_names() {
        let text = "title = 'A'\nroster = 'r.toml'\nstrategy = 'balanced'\n[strategies]\nseats.1 = 'mine.toml'\n";
        let document = Document::parse(Path::new("a.toml"), text).unwrap();
        let moved = moved(document, "B", &|path| format!("../{path}"));
        assert_eq!(
            moved.root.to_json(),
            serde_json::json!({ "title": "B", "roster": "../r.toml", "strategy": "balanced",
                "strategies": { "seats": { "1": "../mine.toml" } } })
        );
    }
}
