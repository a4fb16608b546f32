//! Generates the type file `strategies/gong.d.luau`, from which editors complete names in scripts.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::prelude::all_helpers;
use crate::game::Scripted;
use crate::game::scripted::{Entity, FieldForm, Fields, ScriptField};
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

/// Returns all names in scripts of a game: names that a script can read or call, and names of the
/// functions that a script may define.
pub fn names<G: Scripted>() -> BTreeSet<&'static str> {
    let of_entity = |entity: &Entity<G>| match entity.fields {
        Fields::Fixed(fields) => fields.iter().map(|field| field.name).collect(),
        Fields::Changing { fields, .. } => fields.iter().map(|field| field.name).collect(),
    };
    let of_entities = G::ENTITIES.iter().flat_map(of_entity as fn(&_) -> Vec<_>);
    let of_view = G::VIEW.iter().map(|field| field.name);
    let of_options = G::OPTIONS.iter().map(|field| field.name);
    let features = G::FEATURES.iter().map(|feature| feature.name);
    let decisions = G::DECISIONS.iter();
    let asked = decisions.flat_map(|decision| [decision.name, decision.taken_by]);
    let helpers = all_helpers::<G>().map(|helper| helper.name);
    let many = G::ENTITIES.iter().map(|entity| entity.name[1]);
    let seen = of_view.chain(of_options).chain(of_entities).chain(features);
    let names = seen.chain(many).chain(asked).chain(helpers);
    names.chain(["score"]).collect()
}

/// Returns the text with the Luau types of everything that scripts of a game can read and call.
pub fn text<G: Scripted>() -> String {
    let mut text = String::from(
        "-- What scripts see: editors complete names from it. Made by `gong schema script`.\n",
    );
    let (mut fixed, mut changing) = (Vec::new(), Vec::new());
    let mut view = Table::new("View");
    view.fields::<G, _>(G::VIEW);
    view.line("options", "{ Option }", "what there is to choose from");
    for entity in G::ENTITIES {
        let [one, many] = entity.name;
        let mut table = Table::new(&capital(one));
        match entity.fields {
            Fields::Fixed(fields) => {
                for field in fields {
                    table.line(field.name, field.luau_type, field.meaning);
                }
                fixed.push(table);
            }
            Fields::Changing { fields, meaning } => {
                table.line("index", "number", &format!("its place in view.{many}"));
                table.fields::<G, _>(fields);
                changing.push(table);
                view.line(many, &format!("{{ {} }}", capital(one)), meaning);
            }
        }
    }
    let mut options = Table::new("Option");
    options.line("index", "number", "its place in view.options");
    options.fields::<G, _>(G::OPTIONS);
    for feature in G::FEATURES {
        options.line(feature.name, "number", feature.meaning);
    }
    view.line(
        "rules",
        "{ [string]: any }",
        "the rules in force, by the names that `gong list rules` has",
    );
    for table in fixed.into_iter().chain(changing).chain([options, view]) {
        let _ = write!(text, "\n{}", table.text());
    }
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

/// Text of a Luau table type while it is being generated.
struct Table {
    text: String,
}

impl Table {
    fn new(name: &str) -> Self {
        Table { text: format!("export type {name} = {{\n") }
    }

    fn fields<G: Scripted, Read>(&mut self, fields: &[ScriptField<Read>]) {
        let named = |entity: usize| capital(G::ENTITIES[entity].name[0]);
        for field in fields {
            let luau_type = match field.form {
                FieldForm::Number => "number".into(),
                FieldForm::Maybe => "number?".into(),
                FieldForm::Flag => "boolean".into(),
                FieldForm::Word(words) => any_of(words),
                FieldForm::MaybeWord(words) => format!("({})?", any_of(words)),
                FieldForm::Name => "string".into(),
                FieldForm::Entity(entity) => named(entity),
                FieldForm::MaybeEntity(entity) => format!("{}?", named(entity)),
                FieldForm::Set(entity) | FieldForm::List(entity) => {
                    format!("{{ {} }}", named(entity))
                }
            };
            self.line(field.name, &luau_type, field.meaning);
        }
    }

    fn line(&mut self, name: &str, luau_type: &str, meaning: &str) {
        let _ = writeln!(self.text, "\t-- {meaning}\n\t{name}: {luau_type},");
    }

    fn text(self) -> String {
        self.text + "}\n"
    }
}
