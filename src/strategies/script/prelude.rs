//! The prelude of a script: `prelude.luau` with the game's fields filled in, as far as the script names them.

use std::collections::HashSet;
use std::fmt::Write;

use serde_json::Value;

use super::page::{HEADER, Mentioned};
use super::source::words;
use crate::games::scripted::{Field, Form};
use crate::games::{MAX_PLAYERS, Scripted};

const PRELUDE: &str = include_str!("prelude.luau");

/// Words of luck that the host draws at a time.
pub const POOL: usize = 64;

/// A function of the game's that scripts may call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Helper {
    pub name: &'static str,
    pub text: &'static str,
}

/// All helpers of a game: paragraphs with a function each.
pub fn all_helpers<G: Scripted>() -> impl Iterator<Item = Helper> {
    G::HELPERS.split("\n\n").filter_map(|text| {
        let (_, rest) = text.split_once("local function ")?;
        let (name, _) = rest.split_once('(')?;
        Some(Helper { name, text })
    })
}

/// The helpers that are named, and those that they call, which stand before them; what they name in turn is named too.
pub fn helpers<G: Scripted>(named: &mut HashSet<&str>) -> Vec<Helper> {
    let mut called = Vec::new();
    let all: Vec<Helper> = all_helpers::<G>().collect();
    for &helper in all.iter().rev() {
        if named.contains(helper.name) {
            named.extend(words(helper.text));
            called.push(helper);
        }
    }
    called.reverse();
    called
}

/// The prelude for a script that names these fields; without a game there is nobody to play with.
pub fn text<G: Scripted>(mentioned: &Mentioned<G>, game: Option<&G>) -> String {
    let names = game.map_or_else(Vec::new, G::names);
    let things = game.map_or_else(Vec::new, G::things);
    let settings = game.map_or_else(|| Value::Object(Default::default()), G::settings);
    let features: Vec<&str> = G::FEATURES.iter().map(|feature| feature.name).collect();
    let named: Vec<&str> = mentioned.features.iter().map(|&at| features[at]).collect();

    let [player, players] = G::PLAYER;

    let mut parts = Parts::default();
    let view = parts.fill("view", "\t", &mentioned.view);
    let of_player = parts.fill("to", "\t\t", &mentioned.players);
    let mut of_option = parts.fill("to", "\t\t", &mentioned.options);
    for (k, name) in named.iter().enumerate() {
        let at = 4 * (mentioned.options.len() + k);
        let _ = writeln!(of_option, "\t\tto.{name} = f32(page, at + {at})");
    }
    let per_option = 4 * (mentioned.options.len() + named.len());
    let _ = write!(of_option, "\t\tat += {per_option}");

    let mut helpers = String::new();
    for helper in &mentioned.helpers {
        let _ = writeln!(helpers, "{}\nbase.{1} = {1}\n", helper.text, helper.name);
    }
    let takers: Vec<&str> = G::DECISIONS.iter().map(|one| one.taken_by).collect();
    let mut knows_view = knows(G::VIEW, &mentioned.view);
    let _ = write!(
        knows_view,
        "options = true, {players} = true, rules = true, "
    );
    let knows_player = knows(G::PLAYERS, &mentioned.players) + "index = true, ";
    let mut knows_option = knows(G::OPTIONS, &mentioned.options) + "index = true, ";
    for name in &features {
        let _ = write!(knows_option, "{name} = {}, ", named.contains(name));
    }
    let filled = [
        ("MAX_PLAYERS", MAX_PLAYERS.to_string()),
        ("POOL", POOL.to_string()),
        ("HEADER", HEADER.to_string()),
        ("TAKERS", literal(&takers.into())),
        ("NAMES", literal(&names.into())),
        ("THINGS", literal(&Value::Array(things))),
        ("SETTINGS", literal(&settings)),
        ("FEATURES", literal(&features.into())),
        ("A_PLAYER", format!("a {player}")),
        ("PLAYER", empty(&mentioned.players, &["index"])),
        (
            "OPTION",
            empty(&mentioned.options, &[&["index"], &named[..]].concat()),
        ),
        (
            "VIEW",
            format!(
                "{{ options = shown, {players} = playing, rules = settings, {} }}",
                empty(&mentioned.view, &[]).trim_matches(['{', '}'])
            ),
        ),
        ("VIEW_KNOWS", format!("{{ {knows_view}}}")),
        ("PLAYER_KNOWS", format!("{{ {knows_player}}}")),
        ("OPTION_KNOWS", format!("{{ {knows_option}}}")),
        ("WORDS", parts.words),
        (
            "FILL_VIEW",
            format!(
                "{view}\tview.options, view.{players}, view.rules = shown, playing, settings\n\tat += {}",
                4 * mentioned.view.len()
            ),
        ),
        (
            "FILL_PLAYER",
            format!("{of_player}\t\tat += {}", 4 * mentioned.players.len()),
        ),
        ("FILL_OPTION", of_option),
        ("HELPERS", helpers),
    ];
    let mut text = PRELUDE.to_owned();
    for (mark, part) in filled {
        text = text.replace(&format!("{{{{{mark}}}}}"), &part);
    }
    text
}

/// Tables of words that fields need.
#[derive(Default)]
struct Parts {
    words: String,
    count: usize,
}

impl Parts {
    /// The lines that fill the fields of one table from the page.
    fn fill<Read>(&mut self, to: &str, indent: &str, fields: &[Field<Read>]) -> String {
        let mut lines = String::new();
        for (k, field) in fields.iter().enumerate() {
            let (name, at) = (field.name, format!("at + {}", 4 * k));
            let number = format!("f32(page, {at})");
            // A field that may be nil is set past the guard, which takes it for a new one.
            let line = match field.form {
                Form::Number => format!("{to}.{name} = {number}"),
                Form::Flag => format!("{to}.{name} = {number} ~= 0"),
                Form::Maybe => format!(
                    "do local it = {number} rawset({to}, \"{name}\", if it == it then it else nil) end"
                ),
                Form::Word(words) | Form::MaybeWord(words) => {
                    let table = self.table(&literal(&words.to_vec().into()));
                    format!("rawset({to}, \"{name}\", {table}[{number} + 1])")
                }
                Form::Name => format!("{to}.{name} = names[{number} + 1]"),
                Form::Player | Form::MaybePlayer => {
                    format!("rawset({to}, \"{name}\", players[{number} + 1])")
                }
                Form::MaybeThing => format!("rawset({to}, \"{name}\", things[{number} + 1])"),
                Form::Players | Form::Things => {
                    let kind = if field.form == Form::Players {
                        "list_players"
                    } else {
                        "list_things"
                    };
                    // The list is the field's own, filled again and again.
                    format!("{to}.{name} = {kind}(u32(page, {at}), {to}.{name} or {{}})")
                }
            };
            let _ = writeln!(lines, "{indent}{line}");
        }
        lines
    }

    /// Another table that the prelude keeps; gives its name.
    fn table(&mut self, value: &str) -> String {
        self.count += 1;
        let name = format!("table_{}", self.count);
        let _ = writeln!(self.words, "local {name} = {value}");
        name
    }
}

/// A table in which these fields and others have a place, so that to fill them is no change of its shape.
fn empty<Read>(fields: &[Field<Read>], others: &[&str]) -> String {
    let names = fields.iter().map(|field| field.name);
    let places = names.chain(others.iter().copied());
    let places: String = places.map(|name| format!("{name} = false, ")).collect();
    format!("{{ {places}}}")
}

/// The names that a table knows: `true` for those that the script names.
fn knows<Read>(all: &[Field<Read>], named: &[Field<Read>]) -> String {
    let named: HashSet<&str> = named.iter().map(|field| field.name).collect();
    let entry = |field: &Field<Read>| format!("{} = {}, ", field.name, named.contains(field.name));
    all.iter().map(entry).collect()
}

/// A value as Luau writes it; in a list null stands for nothing, as `false`.
fn literal(value: &Value) -> String {
    match value {
        Value::Null => "false".into(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        // As Rust writes texts, Luau reads them.
        Value::String(text) => format!("{text:?}"),
        Value::Array(list) => {
            let items: Vec<String> = list.iter().map(literal).collect();
            format!("{{ {} }}", items.join(", "))
        }
        Value::Object(fields) => {
            let known = fields.iter().filter(|(_, value)| !value.is_null());
            let items: Vec<String> = known
                .map(|(name, value)| format!("[{name:?}] = {}", literal(value)))
                .collect();
            format!("{{ {} }}", items.join(", "))
        }
    }
}
