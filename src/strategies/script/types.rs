//! Generates the type file `strategies/gong.d.luau`, from which editors complete names in scripts.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::prelude::all_helpers;
use crate::game::Scripted;
use crate::game::scripted::{FieldForm, Fields, ScriptField};
use crate::words::capital;

/// Type declarations of the built-in functions that scripts of every game may call.
const COMMON: &str = "
-- The names of all features of options.
declare features: { string }

-- The option to which the function gives the highest score; of equals the first.
declare function best(view: View, score: (view: View, option: Option) -> number): Option

-- The sum of an option's features, each times its weight.
declare function weigh(option: Option, weights: { [string]: number }): number

-- Luck, the bot's own: a number from 0 up to 1; from 1 to `from`; or between the two, ends included. math.random is the same.
declare function random(from: number?, to: number?): number
";

/// Returns the names and the meanings of all fields and features that scripts of a game can read.
pub fn meanings<G: Scripted>() -> Vec<(&'static str, &'static str)> {
    fn each<Read>(fields: &[ScriptField<Read>]) -> Vec<(&'static str, &'static str)> {
        fields.iter().map(|field| (field.name, field.meaning)).collect()
    }
    let mut all = each(G::VIEW);
    for entity in G::ENTITIES {
        match entity.fields {
            Fields::Fixed(fields) => {
                all.extend(fields.iter().map(|field| (field.name, field.meaning)));
            }
            Fields::Changing { fields, .. } => all.extend(each(fields)),
        }
    }
    all.extend(each(G::OPTIONS));
    all.extend(G::FEATURES.iter().map(|feature| (feature.name, feature.meaning)));
    all
}

/// Returns all names in scripts of a game: names that a script can read or call, and names of the
/// functions that a script may define.
pub fn names<G: Scripted>() -> BTreeSet<&'static str> {
    let seen = meanings::<G>().into_iter().map(|(name, _)| name);
    let many = G::ENTITIES.iter().map(|entity| entity.name[1]);
    let asked = G::DECISIONS.iter().flat_map(|decision| [decision.name, decision.taken_by]);
    let helpers = all_helpers::<G>().map(|helper| helper.name);
    seen.chain(many).chain(asked).chain(helpers).chain(["score"]).collect()
}

/// Returns the text with the Luau types of everything that scripts of a game can read and call.
pub fn text<G: Scripted>() -> String {
    let mut text = String::from(
        "-- What scripts see: editors complete names from it. Made by `gong schema script`.\n",
    );
    let mut view = rows::<G, _>(G::VIEW);
    view.push(row("options", "{ Option }", "what there is to choose from"));
    let mut changing = String::new();
    for entity in G::ENTITIES {
        let [one, many] = entity.name;
        let name = capital(one);
        match entity.fields {
            Fields::Fixed(fields) => {
                let own =
                    fields.iter().map(|field| row(field.name, field.luau_type, field.meaning));
                text += &table(&name, own);
            }
            Fields::Changing { fields, meaning } => {
                let index = row("index", "number", &format!("its place in view.{many}"));
                changing += &table(&name, [index].into_iter().chain(rows::<G, _>(fields)));
                view.push(row(many, &format!("{{ {name} }}"), meaning));
            }
        }
    }
    let index = row("index", "number", "its place in view.options");
    let features = G::FEATURES.iter().map(|feature| row(feature.name, "number", feature.meaning));
    let options = [index].into_iter().chain(rows::<G, _>(G::OPTIONS)).chain(features);
    let rules = "the rules in force, by the names that `gong list rules` has";
    view.push(row("rules", "{ [string]: any }", rules));
    text += &changing;
    text += &table("Option", options);
    text += &table("View", view);
    text += &callbacks::<G>();
    text += COMMON;
    for helper in all_helpers::<G>() {
        let declared = helper
            .text
            .lines()
            .take_while(|line| !line.starts_with(['\t', ' ']))
            .map(|line| line.replace("local function", "declare function"));
        let _ = write!(text, "\n{}\n", declared.collect::<Vec<_>>().join("\n"));
    }
    text
}

/// Returns comments that list the functions which a script may define. They are not declared,
/// because editors warn about a script that defines a declared function.
fn callbacks<G: Scripted>() -> String {
    let mut text = String::from(
        "
-- Functions that a script may define. A script needs `score`, or the functions of all decisions.
-- score(view: View, option: Option): number, for the options of all other decisions
",
    );
    for decision in G::DECISIONS {
        let _ = writeln!(
            text,
            "-- {}(view: View): Option | number, if view.decision is \"{}\"",
            decision.taken_by, decision.name
        );
    }
    text
}

fn any_of(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    words.join(" | ")
}

/// Returns the declaration of a Luau table type with these fields.
fn table(name: &str, rows: impl IntoIterator<Item = String>) -> String {
    format!("\nexport type {name} = {{\n{}}}\n", String::from_iter(rows))
}

fn row(name: &str, luau_type: &str, meaning: &str) -> String {
    format!("\t-- {meaning}\n\t{name}: {luau_type},\n")
}

fn rows<G: Scripted, Read>(fields: &[ScriptField<Read>]) -> Vec<String> {
    let named = |entity: usize| capital(G::ENTITIES[entity].name[0]);
    let declared = |field: &ScriptField<Read>| {
        let luau_type = match field.form {
            FieldForm::Number => "number".into(),
            FieldForm::Maybe => "number?".into(),
            FieldForm::Flag => "boolean".into(),
            FieldForm::Word(words) => any_of(words),
            FieldForm::MaybeWord(words) => format!("({})?", any_of(words)),
            FieldForm::Name => "string".into(),
            FieldForm::Entity(entity) => named(entity),
            FieldForm::MaybeEntity(entity) => format!("{}?", named(entity)),
            FieldForm::Set(entity) | FieldForm::List(entity) => format!("{{ {} }}", named(entity)),
        };
        row(field.name, &luau_type, field.meaning)
    };
    fields.iter().map(declared).collect()
}
