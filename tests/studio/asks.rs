//! Questions that the page asks, how they are cancelled, and the values as CSV.

use std::fs;

use serde_json::json;

use super::page::open_short;
use crate::common::browser::Browser;
use crate::common::patience;

#[test]
fn questions_are_asked_and_cancelled_and_values_are_exported() {
    let Some((own, _studio, mut page)) = open_short() else {
        return;
    };
    let folder = own.path();
    page.click("#pause");

    // A question without end is cancelled.
    ask(&mut page, "tune", "games", "1000m");
    page.until("document.querySelector('#job progress')");
    // While it plays, every other question is refused, and the page still offers to cancel it.
    ask(&mut page, "tune", "games", "many");
    page.until("document.querySelector('#message').textContent.includes('another question')");
    page.until("document.querySelector('#job progress')");
    choose(&mut page, "four.toml");
    ask(&mut page, "sweep", "games", "40");
    page.until("document.querySelector('#job h3').textContent === 'Answer about short.toml'");
    choose(&mut page, "short.toml");
    page.until("document.querySelector('#job progress')");
    let cancel =
        "[...document.querySelectorAll('#job button')].find((of) => of.textContent === 'Cancel')";
    page.eval(&format!("{cancel}.click()"));
    page.until("document.querySelector('#job').textContent.includes('Cancelled')");

    // A question that the command refuses shows the message of the command.
    ask(&mut page, "tune", "games", "many");
    page.until("document.querySelector('#message').textContent.includes('--games')");
    page.messages.retain(|error| !error.contains("status of 4"));

    // The values as CSV, with an edit.
    page.click("[aria-label='Agaric size: one more']");
    page.until("document.querySelectorAll('#edits li').length === 1");
    // The answer says that it is about other edits.
    page.until("document.querySelector('#job [role=status]:not([hidden])')");
    let behavior = json!({ "behavior": "allow", "downloadPath": folder });
    page.send("Browser.setDownloadBehavior", behavior);
    page.click("#csv");
    let file = folder.join("short.csv");
    // The browser creates the file before it writes the text.
    let text = patience::find(|| fs::read_to_string(&file).ok().filter(|text| !text.is_empty()));
    let text = text.expect("the values as CSV");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("\u{feff}path,of,value_name,value,edited,value_before,source"));
    let size = lines.find(|line| line.starts_with("fighters.agaric.size,"));
    assert_eq!(size, Some("fighters.agaric.size,Agaric,size,6,yes,5,printed"));
    page.was_silent();
}

/// Opens a scenario of the list.
fn choose(page: &mut Browser, scenario: &str) {
    page.eval(&format!(
        "(() => {{ const list = document.querySelector('#scenario');
         list.value = '{scenario}'; list.dispatchEvent(new Event('change')); }})()"
    ));
    page.until(&format!("location.hash === '#{scenario}'"));
}

/// Asks a question with one flag.
fn ask(page: &mut Browser, question: &str, flag: &str, value: &str) {
    page.eval(&format!(
        "(() => {{ const form = document.querySelector('form[data-question={question}]');
         form.elements.{flag}.value = '{value}';
         form.elements.{flag}.removeAttribute('pattern');
         document.querySelector('#job').replaceChildren(); form.requestSubmit(); }})()"
    ));
}
