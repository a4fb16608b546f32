//! The page in every game, on a phone: a new scenario is edited, watched, saved and replayed.

use std::fs;

use serde_json::json;

use super::page::{GAMES_SHOWN, open};
use crate::common::browser::Browser;

/// Switches the reference player off, which would play for longer than this test.
const NO_REFERENCE: &str = "localStorage.setItem('gong studio: no reference player', 'off')";
/// The first button of the sheets that adds one to a number.
const MORE: &str = "[...document.querySelectorAll('#sheets [aria-label$=\": one more\"]')].find((of) => !of.disabled)";
/// The path of the first number of a fighter.
const FIELD_OF_FIGHTER: &str =
    "document.querySelector('form[data-question=sweep] option[value^=\"fighters.\"]').value";
const UNDO: &str = "document.querySelector('#undo')";
const EDITS: &str = "document.querySelectorAll('#edits li').length";

#[test]
fn every_game_is_created_edited_saved_and_replayed_on_a_phone() {
    let Some((own, studio, mut page)) = open(&[], |_| {}) else {
        return;
    };
    let folder = own.path();
    page.resize(390, 844);
    page.until("document.querySelector('#new-game option')");
    page.eval(NO_REFERENCE);
    for title in gong::games::titles() {
        let name = title.name();
        page.open("about:blank");
        page.open(&studio.address);
        page.until("!document.querySelector('#choose').hidden");
        assert_width(&mut page, name);
        page.eval(&format!(
            "(() => {{ document.querySelector('#new-game').value = '{name}';
             document.querySelector('#new-name').value = '{name}';
             document.querySelector('#new').requestSubmit(); }})()"
        ));
        page.until("document.querySelector('#bars .rate')");
        let fields = page.eval("document.querySelectorAll('#sheets .field').length");
        assert!(fields.as_u64().unwrap() > 8, "{name}: {fields}");
        page.eval("document.querySelectorAll('details').forEach((of) => (of.open = true))");
        assert_width(&mut page, name);
        let unnamed = page.eval(
            "[...document.querySelectorAll('main button, main input, main select')].filter((of) =>
             !of.textContent.trim() && !of.ariaLabel && !of.labels?.length).length",
        );
        assert_eq!(unnamed, 0, "{name}");

        // A value is turned, and the win rates before and after it appear.
        assert_eq!(page.eval("document.querySelectorAll('#bars .ring').length"), 0);
        page.eval(&format!("{MORE}.click()"));
        page.until("document.querySelectorAll('#bars .ring').length > 0");
        page.until("/ before and after/.test(document.querySelector('#state').textContent)");
        assert_eq!(page.eval(EDITS), 1, "{name}");
        let summed = page.eval("document.querySelectorAll('#bars .rate:not(.left-out)').length");
        assert!((1..=12).contains(&summed.as_u64().unwrap()), "{name}: {summed}");
        page.click("#undo");
        page.until(&format!("{EDITS} === 0"));
        page.click("#redo");
        page.until(&format!("{EDITS} === 1"));
        let saved = format!("{name}-mine.toml");
        page.eval(&format!(
            "(() => {{ document.querySelector('#name').value = '{name}-mine';
             document.querySelector('#save').requestSubmit(); }})()"
        ));
        page.until(&format!("document.querySelector('#saved').textContent.includes('{saved}')"));
        let text = fs::read_to_string(folder.join(saved)).unwrap();
        assert!(text.contains("[fighters."), "{name}: {text}");

        // Edits and the player survive a reload.
        page.eval(
            "(() => { const of = document.querySelector('#player'); of.value = 'beginner';
             of.dispatchEvent(new Event('change')); })()",
        );
        page.send("Page.reload", json!({}));
        page.until(&format!("{EDITS} === 1"));
        page.until("document.querySelector('#bars .rate')");
        assert_eq!(page.eval("document.querySelector('#player').value"), "beginner", "{name}");

        // A fast bot answers two questions: the chart of a sweep grows, and edits of a tuning are
        // accepted and undone.
        ask(&mut page, "sweep", "games = 40");
        page.until("document.querySelectorAll('#job .lines [role=img] .mark').length > 1");
        page.until("document.querySelector('#job .finding')");
        let points = page.eval("document.querySelectorAll('#job .lines text').length");
        assert!(points.as_u64().unwrap() > 6, "{name}: {points}");
        // A cooperative game has a party, and the others have a fair share.
        let party = page.text("#job figcaption").contains("The party");
        assert_eq!(page.eval("document.querySelector('#fair').hidden"), party);
        assert_width(&mut page, name);
        let fighter = page.eval(&format!("{FIELD_OF_FIGHTER}.split('.')[1]"));
        let fighter = fighter.as_str().unwrap();
        let flags = format!("edits = 1, {}", far_target(name, fighter));
        ask(&mut page, "tune", &flags);
        page.until("document.querySelector('#job .finding')");
        assert_width(&mut page, name);
        page.click("#job .accept");
        page.until(&format!("{EDITS} > 0 && !{UNDO}.disabled"));
        page.click("#undo");
        page.until(&format!("{EDITS} === 1"));

        // The closest game and the greatest comeback are found, if the bots give estimates.
        page.click("#find");
        page.until(
            "document.querySelectorAll('#found button').length === 2 ||
             document.querySelector('#message').textContent.includes('gives no estimates')",
        );
        page.messages.retain(|error| !error.contains("status of 422"));

        // A game is shown, and is stepped to its end in a tab of its own.
        page.eval("document.querySelector('#game-number').value = 3");
        page.eval("document.querySelector('#which').value = 'after'");
        page.eval("document.querySelector('#show').requestSubmit()");
        page.until(GAMES_SHOWN);
        assert_width(&mut page, name);
        let address = page.eval("document.querySelector('#shown iframe').src");
        page.open(address.as_str().unwrap());
        page.until("document.querySelector('.controls input')");
        let press = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: KEY, bubbles: true }))";
        page.eval(&press.replace("KEY", "'ArrowRight'"));
        page.until("document.querySelector('.controls input').value > 0");
        page.eval(&press.replace("KEY", "'End'"));
        page.until("/ after \\d+ rounds?\\.$/.test(document.querySelector('.words').textContent)");
        assert!(page.messages.is_empty(), "{name}: {:?}", page.messages);
    }

    // Every file and every report that was written can be opened: in each game two scenarios, a
    // sweep and a tuning.
    page.open("about:blank");
    page.open(&studio.address);
    page.until("document.querySelector('#offered button')");
    let offered = page.eval("document.querySelectorAll('#offered button').length");
    assert_eq!(offered, json!(4 * gong::games::titles().count()));
}

/// Asks a question, with values of its fields in the form `NAME = VALUE`.
fn ask(page: &mut Browser, question: &str, fields: &str) {
    let fields = fields.split(", ").map(|field| {
        let (name, value) = field.split_once(" = ").unwrap();
        format!("form.elements['{name}'].value = '{value}';")
    });
    page.eval(&format!(
        "(() => {{ const form = document.querySelector('form[data-question={question}]');
         {} document.querySelector('#job').replaceChildren(); form.requestSubmit(); }})()",
        fields.collect::<String>()
    ));
}

/// Returns fields of a tuning: a target that the scenario does not meet, a fighter whose values
/// lead there, and a number of games that shows this.
fn far_target(game: &str, fighter: &str) -> String {
    match game {
        "jungle-alert" => "games = 200, target = 90%, only = fighters.yohan-duo".to_owned(),
        "battle-cards" => {
            format!("games = 600, target = {fighter}=20%, only = fighters.{fighter}")
        }
        _ => format!("games = 60, target = {fighter}=45%, only = fighters.{fighter}"),
    }
}

/// Checks that the page is as wide as the screen of the phone.
fn assert_width(page: &mut Browser, name: &str) {
    let wide = page.eval("document.documentElement.scrollWidth");
    assert!(wide.as_u64().unwrap() <= 390, "{name}: {wide}");
}
