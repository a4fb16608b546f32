//! The page of the studio in a real browser: it changes values, watches win rates, asks, and saves.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::program::GONG;
use super::running::Running;
use crate::common::browser::{self, Browser};

/// Copies the scenario of these tests, and its roster, into a folder.
pub fn copy_scenario(folder: &Path) {
    for name in ["four.toml", "roster.toml"] {
        fs::copy(Path::new("tests/data").join(name), folder.join(name)).unwrap();
    }
}

/// The folder of a studio, the studio, and its page in a browser.
type OpenedStudio = (TempDir, Running, Browser);

/// Starts a studio in a new folder, and opens its page in a browser. `prepare` writes the files of
/// the folder before the studio starts. Returns `None` if no browser is installed.
pub fn open(arguments: &[&str], prepare: impl FnOnce(&Path)) -> Option<OpenedStudio> {
    let program = browser::find()?;
    let own = tempfile::tempdir().unwrap();
    let folder = own.path();
    prepare(folder);
    let studio = Running::start(folder, arguments);
    let mut page = Browser::start(program, &folder.join("profile"));
    page.open(&studio.address);
    Some((own, studio, page))
}

/// Opens the page of a studio as [`open`] does, with a scenario of short games, which searches play
/// fast. Waits for the first win rates.
pub fn open_short() -> Option<OpenedStudio> {
    let (own, studio, mut page) = open(&["short.toml"], |folder| {
        copy_scenario(folder);
        let text = fs::read_to_string(folder.join("four.toml")).unwrap();
        let short = text.replace("draw = 4", "draw = 2") + "\n[rules]\nrounds = 2\n";
        fs::write(folder.join("short.toml"), short).unwrap();
    })?;
    page.until("document.querySelector('#bars .rate')");
    Some((own, studio, page))
}

/// Plays the command that the page shows. Returns the terminal's text, with one space between
/// words.
pub fn played(folder: &Path, command: &str) -> String {
    let words = command.split_whitespace().skip(1);
    let mut gong = Command::new(GONG);
    gong.args(words).args(["--out", "played", "--force"]);
    let output = gong.current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{command}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Checks that the page shows the numbers of the command that it shows, digit by digit.
fn same_numbers(page: &mut Browser, folder: &Path) {
    let told = played(folder, &page.text("#command code"));
    let rows = page.eval(
        "[...document.querySelectorAll('#bars .rate')].map((row) => [row.querySelector('.name').textContent,
         row.querySelector('.shift small').textContent.replace(' %', ''), row.querySelector('.shift span').textContent])",
    );
    let rows = rows.as_array().unwrap().clone();
    assert!(rows.len() > 1, "{rows:?}");
    for row in rows {
        let cells: Vec<&str> = (0..3).map(|cell| row[cell].as_str().unwrap()).collect();
        let line = cells.join(" ").replace(" → ", " ");
        assert!(told.contains(&line), "{line}: {told}");
    }
}

/// Whether the games of the panel are drawn.
pub const GAMES_SHOWN: &str = "document.querySelector('#shown iframe') &&
    [...document.querySelectorAll('#shown [role=status]')].every((of) => /^Game \\d+ of seed 1/.test(of.textContent))";

#[test]
fn a_designer_edits_watches_asks_and_saves() {
    let Some((own, studio, mut page)) = open(&["four.toml"], copy_scenario) else {
        return;
    };
    let folder = own.path();
    page.until("document.querySelectorAll('#bars .rate').length === 8");
    assert!(!page.eval("location.href").to_string().contains("token"));

    // A value is turned, and the win rates move.
    page.eval("delete document.body.dataset.games");
    page.click("[aria-label='Agaric size: one more']");
    let first = page.until("document.body.dataset.games");
    assert!(first < Duration::from_secs(10), "{first:?}");
    let edits = "document.querySelectorAll('#edits li').length";
    assert_eq!(page.eval(edits), 1);
    page.until("/The precision is reached|default number/.test(document.querySelector('#state').textContent)");
    same_numbers(&mut page, folder);

    // A game whose winner the edit changed is shown before and after the edit.
    page.eval(
        "addEventListener('message', ({ data }) => {
             if (data?.moments) (window.seen ??= []).push(...data.moments);
         })",
    );
    page.click("#changed-games button");
    page.until(&format!(
        "{GAMES_SHOWN} && document.querySelectorAll('#shown iframe').length === 2"
    ));
    // One control moves both games, for instance to the first difference between them.
    page.until(
        "document.querySelector('#together [role=status]').textContent.includes('begin to differ')",
    );
    // Values, such as life, count for no difference.
    let values = "window.seen.filter(([, text]) => /\\d (→|LP)/.test(text)).length";
    assert_eq!(page.eval(values), 0);
    let words = "window.seen.some(([, text]) => text.includes('# → # LP'))";
    assert_eq!(page.eval(words), true);
    page.click("#together button");
    let at =
        "[...document.querySelectorAll('#shown iframe')].map((of) => Number(of.dataset.at || 0))";
    page.until(&format!("{at}.every((moment) => moment > 0)"));
    // A frame shows the moment before if nothing is told at the first difference of its game.
    page.until(&format!("{at}.every((moment, _, all) => Math.abs(moment - all[0]) < 5)"));
    for (part, file) in [(1, ""), (2, "-edited")] {
        let part = format!("#shown .game:nth-child({part})");
        let shown = page.eval(&format!(
            "fetch(document.querySelector('{part} iframe').src).then((answer) => answer.text())"
        ));
        let command = page.text(&format!("{part} code"));
        let words = command.split_whitespace().skip(1);
        let gong = Command::new(GONG).args(words).current_dir(folder).output();
        assert!(gong.unwrap().status.success(), "{command}");
        let number = page.eval("document.querySelector('#game-number').value");
        let number = number.as_str().unwrap();
        let written = fs::read_to_string(folder.join(format!("game-{number}{file}.html")));
        assert!(shown == written.unwrap(), "{command}");
    }

    // A refused edit stays, with the message of the command line, and without numbers.
    page.eval("(() => { const size = document.querySelector('[aria-label=\"Agaric size\"]'); size.value = 99; size.dispatchEvent(new Event('change')); })()");
    page.until("!document.querySelector('#message').hidden");
    for part in ["#message", "#edits .refusal"] {
        let said = page.text(part);
        assert!(said.contains("is 99; wants a whole number, 1 to 40"), "{said}");
    }
    assert_eq!(page.eval("document.querySelector('#results').inert"), true);
    page.click("#undo");
    page.until("document.querySelector('#message').hidden");
    assert_eq!(page.eval("document.querySelector('[aria-label=\"Agaric size\"]').value"), "6");

    // Undo and redo.
    page.click("#undo");
    page.until(&format!("{edits} === 0"));
    page.click("#redo");
    page.until(&format!("{edits} === 1"));

    // Games begin only after the browser has stored the edit.
    page.until("/before and after/.test(document.querySelector('#state').textContent)");

    // Edits survive a reload, and a crash of the studio.
    page.send("Page.reload", serde_json::json!({}));
    page.until(&format!("{edits} === 1 && document.querySelectorAll('#bars .rate').length === 8"));
    let refused = |error: &&String| !error.contains("status of 4");
    let errors: Vec<&String> = page.messages.iter().filter(refused).collect();
    assert!(errors.is_empty(), "{errors:?}");
    drop(studio);
    let studio = Running::start(folder, &["four.toml"]);
    page.open(&studio.address);
    page.until(&format!("{edits} === 1 && document.querySelectorAll('#bars .rate').length === 8"));
    page.click("#undo");
    page.until(&format!("{edits} === 0"));
    page.click("#redo");
    page.until(&format!("{edits} === 1"));

    // The browser has told that the first studio has ended.
    page.messages.clear();

    // Values of a rule, in a process of their own.
    page.eval("document.querySelector('form[data-question=sweep] [name=games]').value = 40");
    page.eval("document.querySelector('form[data-question=sweep]').requestSubmit()");
    page.until("document.querySelector('#job .finding')");
    let command = page.text("#job code");
    assert!(
        command.starts_with("gong sweep four.toml --vary rules.rounds=5..9 --set"),
        "{command}"
    );
    page.until("document.querySelector('#job a[href$=\"report.html\"]')");
    let report =
        page.eval("fetch(document.querySelector('#job a').href).then((answer) => answer.text())");
    assert!(report.as_str().unwrap().starts_with("<!doctype html>"));

    // A tuning proposes edits, which are accepted and undone.
    page.eval("(() => { const form = document.querySelector('form[data-question=tune]');
        for (const [name, value] of [['games', 60], ['edits', 1], ['only', 'fighters.jojoba'], ['target', 'jojoba=25%']])
            form.elements[name].value = value;
        document.querySelector('#job').replaceChildren(); form.requestSubmit(); })()");
    page.until("document.querySelector('#job .finding')");
    if page.eval("document.querySelector('#job .accept') !== null") == true {
        page.click("#job .accept");
        page.until(&format!("{edits} === 2"));
        assert_eq!(page.text("#job .accept"), "Accepted");
        page.click("#undo");
        page.until(&format!("{edits} === 1"));
        assert_eq!(page.text("#job .accept"), "Accept");
    }

    // The scenario is saved, and is sound.
    page.eval("document.querySelector('#name').value = 'mine'");
    page.eval("document.querySelector('#save').requestSubmit()");
    page.until("document.querySelector('#saved').textContent.includes('mine.toml')");
    let text = fs::read_to_string(folder.join("mine.toml")).unwrap();
    assert!(text.contains("[fighters.agaric]\nsize = 6"), "{text}");
    let check = Command::new(GONG).args(["check", "mine.toml"]).current_dir(folder).output();
    assert!(check.unwrap().status.success());
    page.was_silent();
}

#[test]
fn every_window_plays_or_says_what_it_waits_for() {
    // These games last longer than the test.
    let Some((_own, _studio, mut page)) = open(&["four.toml"], copy_scenario) else {
        return;
    };
    page.until("document.querySelector('#bars .rate')");
    let state = "document.querySelector('#state').textContent";
    page.eval("globalThis.windows = [window]; 0");
    for _ in 0..7 {
        let open = "windows.push(open(location.href))";
        let gesture = serde_json::json!({ "expression": open, "userGesture": true });
        page.send("Runtime.evaluate", gesture);
    }
    let all = |holds: &str| format!("windows.length === 8 && windows.every((of) => {holds})");
    let said = format!("/games( before|\\.)|other windows/.test(of.{state})");
    page.until(&all(&said));
    // The windows leave connections for everything else.
    let begin = Instant::now();
    page.eval("Promise.all(windows.map((of) => of.fetch('/api/start'))).then(() => 0)");
    assert!(begin.elapsed() < Duration::from_secs(5), "{:?}", begin.elapsed());
    // A window that the user uses plays, and so do the last windows.
    let waits = format!("windows.findLast((of) => /Three other windows/.test(of.{state}))");
    page.until(&waits);
    page.eval(&format!("(globalThis.used = {waits}).dispatchEvent(new Event('focus'))"));
    page.until(&format!("!/other windows/.test(used.{state})"));
    page.eval("windows.splice(3).forEach((of) => of.close())");
    page.until(&format!("windows.every((of) => !/other windows/.test(of.{state}))"));
}
