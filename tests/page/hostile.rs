//! Checks that every kind of page escapes texts: markup in any text of a file has no effect in the
//! browser.

use std::fs;
use std::path::Path;
use std::process::Command;

use gong::games::arena::ULTIMATE_WARRIORZ;
use gong::scenario::{Scenario, load_bot};
use toml::Value;

use super::{look, started};
use crate::common::program;

/// A text that would run a script if it were not escaped, and a shorter one for fields with a
/// maximum length.
const HOSTILE: [&str; 2] = [
    r#"<img src=x onerror="hit()">"><script>hit()</script></script></style></title></svg><img src=x onerror=hit()>javascript:hit()' onclick='hit()"#,
    r#""><img src=x onerror=hit()>"#,
];

/// Looks for elements made from unescaped texts.
const LOOKER: &str = r##"
window.hit = () => say("HIT");
const all = [...document.querySelectorAll("*")];
const named = (attribute) => ["href", "src", "xlink:href", "action", "formaction"].includes(attribute.name);
const wrong = (attribute) => attribute.name.startsWith("on") || named(attribute) && !/^(#|data:|[\w./%-]+$)/.test(attribute.value);
say("wrong " + all.filter((element) => [...element.attributes].some(wrong)).map((element) => element.outerHTML).join(" "));
say("images " + document.images.length);
say("scripts " + document.scripts.length);
say("nested " + document.querySelectorAll("title *, svg img, svg script, body title:not(svg title), iframe, object, embed, form").length);
document.querySelectorAll("button").forEach((button) => button.click());
document.querySelectorAll("details").forEach((details) => details.open = true);
say("shown " + document.body.textContent.includes("hit()"));
"##;

/// Returns whether a scenario or a strategy file is sound, with all files that it names.
fn is_sound(path: &Path) -> bool {
    match path.ends_with("greedy.toml") {
        true => load_bot(&ULTIMATE_WARRIORZ, &path.to_string_lossy()).is_ok(),
        false => Scenario::load(path, &[]).is_ok(),
    }
}

/// Returns the paths of all texts in a value.
fn texts(value: &Value) -> Vec<Vec<String>> {
    match value {
        Value::Table(table) => {
            let below = |(key, value): (&String, &Value)| {
                let paths = texts(value).into_iter();
                paths.map(|path| [vec![key.clone()], path].concat()).collect::<Vec<_>>()
            };
            table.iter().flat_map(below).collect()
        }
        Value::String(_) => vec![vec![]],
        _ => vec![],
    }
}

/// Puts a text at a path in a value.
fn put(value: &mut Value, path: &[String], text: &str) {
    let (last, before) = path.split_last().expect("a place");
    let mut at = value;
    for step in before {
        at = at.get_mut(step).expect("it was found there");
    }
    let table = at.as_table_mut().expect("it was found in a table");
    table.insert(last.clone(), text.into());
}

/// Replaces every text of a file by a hostile one where the check allows it; returns the number of
/// replaced texts.
fn spoil(folder: &Path, file: &str, check: &str) -> usize {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect("a file");
    let mut value: Value = toml::from_str(&text).expect("it is sound");
    let write = |value: &Value| {
        fs::write(&path, toml::to_string(value).expect("it is TOML")).expect("it can be written");
    };
    // Also tries optional fields that this file does not have.
    let optional = ["title", "description", "name", "source"].map(|name| vec![name.to_owned()]);
    let mut places = texts(&value);
    places.extend(optional.into_iter().filter(|place| !texts(&value).contains(place)));
    let mut spoilt = 0;
    for place in places {
        for hostile in HOSTILE {
            let mut changed = value.clone();
            // The number makes names of fighters different, as the check requires.
            put(&mut changed, &place, &format!("{hostile}{spoilt}"));
            write(&changed);
            if is_sound(&folder.join(check)) {
                value = changed;
                spoilt += 1;
                break;
            }
        }
    }
    write(&value);
    spoilt
}

/// Creates a folder with copies of the tests' files that have hostile texts and hostile file names.
fn world() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| folder.path().join(name);
    for entry in fs::read_dir("tests/data").expect("the tests' files") {
        let path = entry.expect("a file").path();
        fs::copy(&path, at(path.file_name().unwrap().to_str().unwrap())).expect("a copy");
    }
    // A designer's own effect also has a name.
    let roster = fs::read_to_string(at("roster.toml")).expect("a roster");
    let own = r#"technique = { name = "fire breath", shooting = { manner = "area", bonus = 1 } }"#;
    let with_own = roster.replacen(r#"technique = "powder-barrel""#, own, 1);
    assert!(with_own != roster);
    fs::write(at("roster.toml"), with_own).expect("a roster");
    // Names, colours and sources of fighters; titles and descriptions of scenarios and bots.
    for (file, check, at_least) in [
        ("roster.toml", "four.toml", 10),
        ("jungle-alert.toml", "jungle.toml", 8),
        ("battle-cards.toml", "cards.toml", 10),
        ("four.toml", "four.toml", 2),
        ("jungle.toml", "jungle.toml", 2),
        ("cards.toml", "cards.toml", 2),
        ("greedy.toml", "greedy.toml", 1),
    ] {
        let spoilt = spoil(folder.path(), file, check);
        assert!(spoilt >= at_least, "{file}: {spoilt} texts");
    }
    let script = format!("-- {}.\nfunction score() return 0 end\n", HOSTILE[0]);
    fs::write(at(BOT), script).expect("a script");
    fs::copy(at("greedy.toml"), at(GREEDY)).expect("a copy");
    fs::copy(at("four.toml"), at(SCENARIO)).expect("a copy");
    folder
}

// The name of a file cannot contain a slash. In a list of bots, the text before `=` is the fighter.
const BOT: &str = r#""><script>hit().luau"#;
const GREEDY: &str = r#"<svg onload>'hit().toml"#;
const SCENARIO: &str = r#"<img src=x onerror=hit()>"'.toml"#;

#[test]
fn no_text_of_a_file_is_markup() {
    let folder = world();
    let Some(mut browser) = started(folder.path()) else { return };
    let both = format!("{BOT},{GREEDY}");
    let levels = format!("{BOT}:60,{GREEDY}:60");
    let commands: [(&str, Vec<&str>); 12] = [
        ("run", vec!["--games", "60", "--strategy", BOT]),
        ("run", vec!["--games", "60", "--strategy", &both]),
        ("run jungle.toml", vec!["--games", "60"]),
        ("run cards.toml", vec!["--games", "60"]),
        ("compare", vec!["--games", "60", "--set", "rules.rounds=9", "--strategy", GREEDY]),
        ("sweep", vec!["--games", "40", "--vary", "rules.rounds=5,9", "--strategy", BOT]),
        ("pairings", vec!["--games", "10", "--team-size", "2"]),
        ("ladder", vec!["--games", "60", "--strategy", &both]),
        ("skill", vec!["--levels", &levels]),
        ("sensitivity", vec!["--games", "40", "--fighter", "agaric", "--strategy", GREEDY]),
        ("tune", vec!["--games", "20", "--edits", "1", "--strategy", GREEDY]),
        ("train", vec!["--games", "60", "--against", GREEDY, "-o", "bot.toml"]),
    ];
    for (number, (command, arguments)) in commands.iter().enumerate() {
        let (command, file) = command.split_once(' ').unwrap_or((command, SCENARIO));
        // The first report is written to the folder in which gong keeps an index.
        let out = format!("reports/<img src=x onerror=hit()>{number}");
        let mut words = vec![command, file];
        words.extend(arguments);
        if number > 0 {
            words.extend(["--out", &out]);
        }
        let mut gong = Command::new(program::GONG);
        let output = gong.args(&words).current_dir(folder.path()).output().expect("gong runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {told}");
        if number == 0 {
            continue;
        }
        let page = folder.path().join(&out).join("report.html");
        let own = fs::read_to_string(&page).expect("a page").matches("<script").count();
        assert_eq!(
            look(&mut browser, &page, LOOKER, 1000),
            format!("SEEN wrong | images 0 | scripts {} | nested 0 | shown true", own + 1),
            "{words:?}"
        );
        browser.was_silent();
        for chart in fs::read_dir(page.with_file_name("charts")).into_iter().flatten() {
            let path = chart.expect("a chart").path();
            let svg = fs::read_to_string(&path).expect("a chart");
            let mut tags = svg.split('<').skip(1).filter_map(|tag| tag.split('>').next());
            let markup = tags.find(|tag| {
                let element = ["img", "script"].iter().any(|of| tag.starts_with(of));
                element || ["href", " onerror", " onclick"].iter().any(|of| tag.contains(of))
            });
            assert_eq!(markup, None, "{words:?}: {}", path.display());
        }
    }
}
