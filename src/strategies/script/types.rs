//! The type file of scripts, from which editors complete names: `strategies/gong.d.luau`.

use std::fmt::Write;

use super::prelude::all_helpers;
use crate::games::Scripted;
use crate::games::scripted::{Field, Form};

/// The prelude's functions that every game's scripts may call.
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

/// What scripts of a game see and may call, in Luau's words.
pub fn text<G: Scripted>() -> String {
    let [player, players] = G::PLAYER;
    let names = Names {
        player: capital(player),
        thing: capital(G::THING[0]),
    };
    let mut text = String::from(
        "-- What scripts see: editors complete names from it. Made by `gong schema script`.\n",
    );
    let mut things = Table::new(&names.thing);
    for field in G::THINGS {
        things.line(field.name, field.luau_type, field.meaning);
    }
    let mut of_players = Table::new(&names.player);
    of_players.line("index", "number", &format!("its place in view.{players}"));
    names.add(&mut of_players, G::PLAYERS);
    let mut options = Table::new("Option");
    options.line("index", "number", "its place in view.options");
    names.add(&mut options, G::OPTIONS);
    for feature in G::FEATURES {
        options.line(feature.name, "number", feature.meaning);
    }
    let mut view = Table::new("View");
    names.add(&mut view, G::VIEW);
    view.line("options", "{ Option }", "what there is to choose from");
    let all = format!("everybody of the game, by ascending size: a {player} keeps its place");
    view.line(players, &format!("{{ {} }}", names.player), &all);
    view.line(
        "rules",
        "{ [string]: any }",
        "the rules in force, by the names that `gong list rules` has",
    );
    for table in [things, of_players, options, view] {
        let _ = write!(text, "\n{}", table.text());
    }
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

/// What the game calls its players and things, as types.
struct Names {
    player: String,
    thing: String,
}

impl Names {
    fn add<Read>(&self, table: &mut Table, fields: &[Field<Read>]) {
        for field in fields {
            let luau_type = match field.form {
                Form::Number => "number".into(),
                Form::Maybe => "number?".into(),
                Form::Flag => "boolean".into(),
                Form::Word(words) => any_of(words),
                Form::MaybeWord(words) => format!("({})?", any_of(words)),
                Form::Name => "string".into(),
                Form::Player => self.player.clone(),
                Form::MaybePlayer => format!("{}?", self.player),
                Form::Players => format!("{{ {} }}", self.player),
                Form::MaybeThing => format!("{}?", self.thing),
                Form::Things => format!("{{ {} }}", self.thing),
            };
            table.line(field.name, &luau_type, field.meaning);
        }
    }
}

fn any_of(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    words.join(" | ")
}

/// A table type on its way.
struct Table {
    text: String,
}

impl Table {
    fn new(name: &str) -> Self {
        Table {
            text: format!("export type {name} = {{\n"),
        }
    }

    fn line(&mut self, name: &str, luau_type: &str, meaning: &str) {
        let _ = writeln!(self.text, "\t-- {meaning}\n\t{name}: {luau_type},");
    }

    fn text(self) -> String {
        self.text + "}\n"
    }
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
