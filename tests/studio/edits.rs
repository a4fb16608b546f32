//! Edits that are refused without another edit, and numbers that belong to earlier edits.

use std::process::Command;

use serde_json::{Value as Json, json};

use super::page::{copy_scenario, open};
use super::program::GONG;
use super::server::Server;

/// The first choice of a technique that Zamioculcas cannot have with the dice of its card.
const REFUSED: &str = "fighters.zamioculcas.cards.5.technique=double-bow";

/// Returns the answer of the studio to a check of edits.
fn check(server: &Server, edits: &[String]) -> Json {
    let body = json!({ "scenario": "four.toml", "edits": edits });
    let answer = server.post("/api/check", &body.to_string());
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(body).unwrap()
}

#[test]
fn a_refused_technique_comes_with_the_edits_that_it_needs() {
    let server = Server::start();
    let sheet = server.post("/api/sheet", r#"{"scenario":"four.toml"}"#);
    let (_, sheet) = sheet.split_once("\r\n\r\n").unwrap();
    let sheet: Json = serde_json::from_str(sheet).unwrap();
    let path = "fighters.zamioculcas.cards.5.technique";
    let all = |of: &Json| of.as_array().unwrap().clone();
    let fighters = all(&sheet["fighters"]).into_iter();
    let groups = fighters.flat_map(|of| all(&of["groups"]));
    let mut fields = groups.flat_map(|of| all(&of["fields"]));
    let field = fields.find(|of| of["path"] == path).unwrap();
    let mut joint = 0;
    for name in all(&field["form"]["names"]) {
        let edit = format!("{path}={}", name.as_str().unwrap());
        let answer = check(&server, std::slice::from_ref(&edit));
        if answer.is_null() {
            continue;
        }
        assert_eq!(answer["refused"][0][0], edit, "{answer}");
        let more = all(&answer["joint"]).into_iter();
        let more = more.map(|of| of.as_str().unwrap().to_owned());
        let edits: Vec<String> = [edit].into_iter().chain(more).collect();
        assert!(check(&server, &edits).is_null(), "{edits:?}: {answer}");
        joint += 1;
    }
    assert!(joint > 3, "{joint}");
    // The dice of the card move to the attack that the technique needs.
    let answer = check(&server, &[REFUSED.to_owned()]);
    let dice = ["melee=0", "shooting=2"].map(|of| format!("fighters.zamioculcas.cards.5.{of}"));
    assert_eq!(answer["joint"], json!(dice), "{answer}");
    // A value that no other edit makes acceptable has none.
    let answer = check(&server, &["fighters.agaric.size=99".to_owned()]);
    assert_eq!(answer["joint"], json!([]), "{answer}");
}

#[test]
fn numbers_of_earlier_edits_are_marked_and_left_out() {
    let Some((own, _studio, mut page)) = open(&["four.toml"], copy_scenario) else {
        return;
    };
    page.until("document.querySelector('#bars .rate')");
    let current = "!document.querySelector('#results').inert";
    assert_eq!(page.eval(current), true);

    // No games begin, as if four other windows played.
    page.eval(
        "window.Real = EventSource; EventSource = class { addEventListener() {} close() {} }",
    );
    page.click("[aria-label='Agaric size: one more']");
    let state = "document.querySelector('#state').textContent";
    page.until(&format!("{state}.startsWith('Games begin…')"));
    page.click("#pause");
    let said = "Paused. The numbers below are those of earlier edits.";
    assert_eq!(page.eval(state), said);
    assert_eq!(page.eval(current), false);
    let shown = |page: &mut crate::common::browser::Browser| {
        let shown =
            "['#results', '#unplayed'].map((id) => document.querySelector(id).checkVisibility())";
        page.eval(shown)
    };
    assert_eq!(shown(&mut page), json!([true, false]));
    page.send("Emulation.setEmulatedMedia", json!({ "media": "print" }));
    assert_eq!(shown(&mut page), json!([false, true]));

    // The first games of the edits replace the numbers.
    page.eval("EventSource = Real");
    page.click("#pause");
    page.until(current);
    assert_eq!(shown(&mut page), json!([true, false]));
    assert!(page.text("#command code").contains("agaric.size=6"));
    page.send("Emulation.setEmulatedMedia", json!({ "media": "" }));

    // A refused edit is listed with its reason, and with the edits that it needs.
    page.eval(
        "(() => { const of = document.querySelector('[aria-label=\"Zamioculcas, card 5 technique\"]');
         of.value = 'double-bow'; of.dispatchEvent(new Event('change')); })()",
    );
    page.until("document.querySelector('#edits .refusal')");
    let also = "Also set Zamioculcas, card 5: melee to 0, and Zamioculcas, card 5: shooting to 2";
    assert_eq!(page.text("#joint button"), also);
    page.click("#joint button");
    page.until(
        "!document.querySelector('#joint button') && document.querySelector('#message').hidden",
    );
    page.until(current);
    assert_eq!(page.eval("document.querySelectorAll('#edits li').length"), 4);
    let words = page.text("#command code");
    let gong = Command::new(GONG)
        .args(["check", "four.toml"])
        .args(words.split(' ').skip_while(|word| *word != "--set").take(8))
        .current_dir(own.path())
        .output();
    assert!(gong.unwrap().status.success(), "{words}");
}
