//! What the page opens: scenarios of the folder, and scenarios of reports.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::page::{copy_scenario, open};
use super::program::GONG;
use super::server::{Server, status};
use crate::common::browser::Browser;

/// Writes reports of runs and of a comparison of the scenario.
fn write_reports(folder: &Path) {
    copy_scenario(folder);
    let play = |words: &str| {
        let gong = Command::new(GONG)
            .args(words.split(' '))
            .args(["--games", "40", "--quick"])
            .current_dir(folder)
            .output()
            .unwrap();
        assert!(gong.status.success(), "{words}: {gong:?}");
    };
    play("run ./four.toml --set rules.rounds=9 --seed 7 --out reports/nine");
    // The file changes after the run: the report keeps the value that was played.
    let text = fs::read_to_string(folder.join("four.toml")).unwrap();
    fs::write(folder.join("four.toml"), format!("{text}\n[fighters.agaric]\nsize = 9\n")).unwrap();

    // A comparison has its changes as edits; its scenario is that before the changes.
    play("compare ./four.toml --set rules.rounds=8 --out reports/eight");
    // The file has no such card, so no edit can change it.
    play(
        "run ./four.toml --set fighters.agaric.cards.9={movement=1,melee=1,defense=5} --out \
         reports/card",
    );
    // One seat has another bot than all others.
    play("run ./four.toml --strategy aggressive --strategy seats.2=cautious --out reports/seats");
}

/// Opens the report of this folder from the list of the page.
fn open_report(page: &mut Browser, folder: &str) {
    let button = format!(
        "[...document.querySelectorAll('#offered button')]
             .find((of) => of.textContent.includes('{folder}'))"
    );
    page.until(&button);
    page.eval(&format!("{button}.click()"));
}

#[test]
fn a_report_is_opened_as_it_was_played() {
    let Some((own, studio, mut page)) = open(&[], write_reports) else {
        return;
    };
    page.until("document.querySelectorAll('#offered button').length === 5");
    let list = page.text("#offered");
    assert!(list.contains("four.toml") && list.contains("reports/nine"), "{list}");
    open_report(&mut page, "reports/nine");
    page.until("document.querySelector('#opened').textContent.includes('reports/nine')");
    page.until("document.querySelectorAll('#edits li').length === 2");
    let report = page
        .eval("fetch(document.querySelector('#opened a').href).then((answer) => answer.text())");
    assert!(report.as_str().unwrap().starts_with("<!doctype html>"));
    let edits = page.text("#edits");
    assert!(edits.contains("Rules: rounds: 7 → 9") && edits.contains("size: 9 → 5"), "{edits}");
    page.until("document.querySelector('#command code').textContent.includes('--seed 7 ')");
    page.click("#undo");
    page.until("document.querySelectorAll('#edits li').length === 0");
    assert_eq!(page.text("#opened"), "");
    // The page shows the seed that it plays.
    page.eval(
        "(() => { const seed = document.querySelector('#seed');
         seed.value = '-5'; seed.dispatchEvent(new Event('change')); })()",
    );
    page.until("document.querySelector('#command code').textContent.includes('--seed 0 ')");
    assert_eq!(page.eval("document.querySelector('#seed').value"), "0");
    page.click("#all");
    open_report(&mut page, "compare, reports/eight");
    page.until("document.querySelector('#opened').textContent.includes('reports/eight')");
    page.until("document.querySelectorAll('#edits li').length === 1");
    let edits = page.text("#edits");
    assert!(edits.contains("Rules: rounds: 7 → 8"), "{edits}");

    page.click("#all");
    open_report(&mut page, "reports/seats");
    page.until("document.querySelector('#opened').textContent.includes('reports/seats')");
    page.until("document.querySelectorAll('#edits li').length === 2");
    let edits = page.text("#edits");
    assert!(
        edits.contains("→ aggressive") && edits.contains("strategies.seats.2: – → cautious"),
        "{edits}"
    );

    // A report of a scenario that edits cannot make is refused: another one would be opened.
    page.click("#all");
    open_report(&mut page, "reports/card");
    page.until("document.querySelector('#message').textContent.includes('cannot make')");

    // A report whose scenario file is missing is refused with the reason.
    fs::remove_file(own.path().join("four.toml")).unwrap();
    page.open("about:blank");
    page.open(&studio.address);
    page.until("document.querySelector('#offered button')");
    page.click("#offered button");
    page.until("document.querySelector('#message').textContent.includes('four.toml')");
}

#[test]
fn a_report_may_have_fields_that_its_scenario_file_lacks() {
    let server = Server::start();
    let inside = server.folder.path().join("in");
    let open = |set: &str| {
        let gong = Command::new(GONG)
            .args(["run", "four.toml", "--games", "20", "--quick", "--set", set])
            .args(["--out", "own", "--force"])
            .current_dir(&inside)
            .output()
            .unwrap();
        assert!(gong.status.success(), "{set}: {gong:?}");
        server.post("/api/report", r#"{"folder":"own"}"#)
    };
    for set in [
        "fighters.agaric.cards.5.item=ghost-ring",
        "fighters.agaric.cards.4.technique={ spiked-epaulet = { dice = 2 } }",
        // The setting removes the technique of the card.
        "fighters.agaric.cards.3.item=ghost-ring",
    ] {
        let answer = open(set);
        assert_eq!(status(&answer), "200", "{set}: {answer}");
        let edits = format!(r#""edits":["{set}"]"#);
        assert!(answer.contains(&edits), "{set}: {answer}");
    }
    let answer = open("fighters.agaric.cards.9={ movement = 1, melee = 1, defense = 5 }");
    assert_eq!(status(&answer), "400", "{answer}");
    assert!(answer.contains("cannot make the scenario"), "{answer}");
}

#[test]
fn a_report_of_several_bots_or_line_ups_changes_neither() {
    let server = Server::start();
    let inside = server.folder.path().join("in");
    for words in [
        "run four.toml --strategy beginner,balanced --games 20",
        "skill four.toml --levels beginner:20,balanced:20",
        "pairings four.toml --team-size 2 --strategy beginner --games 20 --quick",
    ] {
        let gong = Command::new(GONG)
            .args(words.split(' '))
            .args(["--out", "own", "--force"])
            .current_dir(&inside)
            .output()
            .unwrap();
        assert!(gong.status.success(), "{words}: {gong:?}");
        let answer = server.post("/api/report", r#"{"folder":"own"}"#);
        assert_eq!(status(&answer), "200", "{words}: {answer}");
        assert!(answer.contains(r#""edits":[]"#), "{words}: {answer}");
        let player = answer.contains(r#""player":"beginner""#);
        assert_eq!(player, words.starts_with("pairings"), "{answer}");
    }
}

#[test]
fn a_shipped_scenario_is_copied_and_opened() {
    let Some((own, _studio, mut page)) = open(&[], |_| {}) else {
        return;
    };
    page.until("document.querySelector('#ready button')");
    let all: usize = gong::games::titles().map(|title| title.scenarios().len()).sum();
    let ready = "document.querySelectorAll('#ready button').length";
    assert_eq!(page.eval(ready), all);
    page.eval("[...document.querySelectorAll('#ready button')].find((of) => of.textContent.startsWith('Two heroes')).click()");
    page.until("document.querySelector('#bars .rate') && document.title.startsWith('Two heroes')");
    for file in ["two.toml", "jungle-alert-roster.toml"] {
        assert!(own.path().join(file).exists(), "{file}");
    }
    page.click("#all");
    page.until(&format!("{ready} === {}", all - 1));
    assert!(page.text("#offered").contains("two.toml"));
    page.click("#all");
    page.until("document.querySelector('#choose').hidden");
    page.was_silent();
}
