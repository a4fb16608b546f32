//! Files changed at random.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gong::games::{Title, families};
use gong::scenario::{Document, Scenario, bot, is_script, roster};
use gong::strategies::script::Source;
use rand::{Rng, RngExt};
use rand_pcg::Pcg64Mcg;

use crate::{Came, Seeds};

/// Pieces of text that files contain, and pieces that are difficult for a parser.
const PIECES: [&str; 40] = [
    "=",
    "[",
    "]",
    "[[",
    "]]",
    "{",
    "}",
    "\"",
    "\"\"\"",
    "'",
    "\n",
    "\r",
    "\t",
    ",",
    ".",
    "-",
    "0",
    "-1",
    "1e308",
    "nan",
    "9223372036854775807",
    "99999999999999999999",
    "\\u0000",
    "\\u001b",
    "\u{202e}",
    "\u{feff}",
    "ï",
    "𝔘",
    "#",
    "--[[",
    "--",
    "true",
    "strategy = \"x.toml\"\n",
    "[rules]\n",
    "[fighters.agaric]\n",
    "while true do end ",
    "end ",
    "function score(view, option) return option end ",
    "error(view) ",
    "`{",
];

/// Returns a random element of a list.
pub fn one<'a, T>(of: &'a [T], luck: &mut Pcg64Mcg) -> &'a T {
    &of[luck.random_range(0..of.len())]
}

/// Returns the nearest character boundary at or before a position.
fn letter(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Returns a text with a part removed, doubled, replaced or inserted.
pub fn changed(text: &str, other: &str, luck: &mut Pcg64Mcg) -> String {
    let part = |text: &str, luck: &mut Pcg64Mcg| {
        let from = letter(text, luck.random_range(0..=text.len()));
        let long = 1 << luck.random_range(0..9);
        (from, letter(text, (from + long).min(text.len())).max(from))
    };
    let (from, to) = part(text, luck);
    let put = match luck.random_range(0..6) {
        0 => String::new(),
        1 => text[from..to].repeat(2),
        2 => text[from..to].repeat(1 << luck.random_range(0..12)),
        3 => {
            let (from, to) = part(other, luck);
            other[from..to].to_owned()
        }
        _ => (*one(&PIECES, luck)).to_owned(),
    };
    let keeps = luck.random_range(0..3) == 0;
    let mut changed = text.to_owned();
    changed.replace_range(if keeps { from..from } else { from..to }, &put);
    // Larger files are not read.
    changed.truncate(letter(&changed, changed.len().min(512 << 10)));
    changed
}

/// Creates a fuzzing case that reads a file with a few random changes.
pub fn text(seeds: &Seeds, luck: &mut Pcg64Mcg) -> (String, Box<dyn FnOnce() -> Came>) {
    let (path, text) = one(&seeds.files, luck);
    let (_, other) = one(&seeds.files, luck);
    let times = 1 << luck.random_range(0..4);
    let text = (0..times).fold(text.clone(), |text, _| changed(&text, other, luck));
    let game = luck.next_u32() as usize;
    let (path, own) = (path.clone(), text.clone());
    let program = seeds.program.clone();
    let program = program.filter(|_| luck.random_range(0..SELDOM) == 0);
    (
        format!("# {}\n{text}", path.display()),
        Box::new(move || {
            let of_program = program.and_then(|of| checked(&of.0, of.1.path(), &path, &own));
            of_program.map_or_else(|| check(&path, &own, game), Came::Wrong)
        }),
    )
}

/// On average, one text in this number of texts is also checked by the program `gong`.
const SELDOM: u32 = 500;

/// Writes a text to a file in this folder, and runs the program's check on the file. Returns a
/// description of wrong behaviour; `None` if the program behaves correctly.
fn checked(program: &Path, folder: &Path, path: &Path, text: &str) -> Option<String> {
    let file = folder.join(path);
    let own = fs::read(&file).expect("it was copied");
    fs::write(&file, text).expect("it can be written");
    let mut command = Command::new(program);
    let output =
        command.arg("check").arg(path).current_dir(folder).output().expect("it can be started");
    fs::write(&file, own).expect("it can be written");
    let told = String::from_utf8_lossy(&output.stderr);
    let first = told.lines().next().unwrap_or_default();
    match output.status.code() {
        Some(0) if told.is_empty() => None,
        Some(2) if first.starts_with("error: ") => None,
        _ => Some(format!("gong check ends with {}: {first}", output.status)),
    }
}

/// Reads a text as `gong check` does, as the kind of file that its path suggests.
fn check(path: &Path, text: &str, game: usize) -> Came {
    let families: Vec<&'static dyn Title> = families().collect();
    let title = families[game % families.len()];
    let sound = if is_script(path) {
        let source = Source { path: path.into(), text: text.into() };
        title.check_script(&source).is_ok()
    } else if path.starts_with("strategies") || path.ends_with("greedy.toml") {
        Document::parse(path, text).is_ok_and(|document| bot(title, &document, None, "x").is_ok())
    } else if path.file_name().is_some_and(|name| name.to_string_lossy().contains("roster")) {
        Document::parse(path, text).is_ok_and(|document| roster(title, document, &[]).is_ok())
    } else {
        let path: PathBuf = path.into();
        Scenario::from_text(&path, text, &[]).is_ok()
    };
    match sound {
        true => Came::Accepted(0),
        false => Came::Refused,
    }
}
