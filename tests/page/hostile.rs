//! Checks that every kind of page escapes texts: markup in any text of a file has no effect in the
//! browser.

use std::fs;
use std::path::Path;
use std::process::Command;

use gong::games::arena::ULTIMATE_WARRIORZ;
use gong::scenario::{Scenario, load_bot};
use toml::Value;

use super::started;
use crate::common::program;

/// A text that would run a script if it were not escaped, and a shorter one for fields with a
/// maximum length.
const HOSTILE: [&str; 2] = [
    r#"<img src=x onerror="hit()">"><script>hit()</script></script></style></title></svg><img src=x onerror=hit()>javascript:hit()' onclick='hit()"#,
    r#""><img src=x onerror=hit()>"#,
];

/// A script at the end of a page that looks for elements made from unescaped texts.
const LOOKER: &str = r##"<script>
const seen = [];
const say = (what) => { seen.push(what); document.title = "SEEN " + seen.join(" | "); };
window.hit = () => say("HIT");
addEventListener("error", (event) => say("ERROR " + event.message));
addEventListener("securitypolicyviolation", (event) => say("BLOCKED " + event.blockedURI));
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
</script>"##;

/// Returns whether a scenario or a strategy file is sound, with all files that it names.
fn is_sound(path: &Path) -> bool {
    match path.ends_with("greedy.toml") {
        true => load_bot(&ULTIMATE_WARRIORZ, &path.to_string_lossy()).is_ok(),
        false => Scenario::load(path, &[]).is_ok(),
    }
}

/// Collects the paths of all texts in a file, and of all places where a text could be.
fn texts(value: &Value, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    match value {
        Value::Table(table) => {
            for (key, below) in table {
                path.push(key.clone());
                texts(below, path, found);
                path.pop();
            }
        }
        Value::String(_) => found.push(path.clone()),
        _ => {}
    }
}

/// Puts a text at a path in a value, if the path exists.
fn put(value: &mut Value, path: &[String], text: &str) {
    let (last, before) = path.split_last().expect("a place");
    let mut at = value;
    for step in before {
        at = at.get_mut(step).expect("it was found there");
    }
    let table = at.as_table_mut().expect("it was found in a table");
    table.insert(last.clone(), Value::String(text.to_owned()));
}

/// Replaces every text of a file by a hostile one where the check allows it; returns the number of
/// replaced texts.
fn spoil(folder: &Path, file: &str, check: &str) -> usize {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).expect("a file");
    let mut value: Value = toml::from_str(&text).expect("it is sound");
    let mut places = vec![];
    texts(&value, &mut vec![], &mut places);
    // Also tries optional fields that this file does not have.
    for name in ["title", "description", "name", "source"] {
        let place = vec![name.to_owned()];
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let mut spoilt = 0;
    for place in places {
        for hostile in HOSTILE {
            let mut changed = value.clone();
            // The number makes names of fighters different, as the check requires.
            put(&mut changed, &place, &format!("{hostile}{spoilt}"));
            let text = toml::to_string(&changed).expect("it can be written");
            fs::write(&path, text).expect("it can be written");
            if is_sound(&folder.join(check)) {
                value = changed;
                spoilt += 1;
                break;
            }
        }
    }
    let text = toml::to_string(&value).expect("it can be written");
    fs::write(&path, text).expect("it can be written");
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
    let Some(mut browser) = started(folder.path()) else {
        return;
    };
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
    let mut pages = vec![];
    for (number, (command, arguments)) in commands.iter().enumerate() {
        let (command, file) = command.split_once(' ').unwrap_or((command, SCENARIO));
        // The first report is written to the folder in which gong keeps an index.
        let out = format!("reports/<img src=x onerror=hit()>{number}");
        let mut words = vec![command, file];
        words.extend(arguments);
        if number > 0 {
            words.extend(["--out", &out]);
        }
        let output = Command::new(program::GONG)
            .args(&words)
            .current_dir(folder.path())
            .output()
            .expect("gong runs");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {told}");
        if number > 0 {
            pages.push((words.join(" "), folder.path().join(&out).join("report.html")));
        }
    }
    for (name, page) in pages {
        let text = fs::read_to_string(&page).expect("a page");
        let own = text.matches("<script").count();
        assert_eq!(
            browser.look(&page, LOOKER, 1000),
            format!("SEEN wrong | images 0 | scripts {} | nested 0 | shown true", own + 1),
            "{name}"
        );
        browser.was_silent();
        for chart in fs::read_dir(page.with_file_name("charts")).into_iter().flatten() {
            let path = chart.expect("a chart").path();
            let svg = fs::read_to_string(&path).expect("a chart");
            let tags = svg.split('<').skip(1);
            let tags: Vec<&str> = tags.filter_map(|tag| tag.split('>').next()).collect();
            let is_markup = |tag: &&&str| {
                let element = ["img", "script"].iter().any(|of| tag.starts_with(of));
                element || ["href", " onerror", " onclick"].iter().any(|of| tag.contains(of))
            };
            let markup = tags.iter().find(is_markup);
            assert_eq!(markup, None, "{name}: {}", path.display());
        }
    }
}
