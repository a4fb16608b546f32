//! Files that change while the page is open, and edits that no longer fit them.

use std::fs;

use super::page::{copy_scenario, open};

const EDITS: &str = "document.querySelectorAll('#edits li').length";
const MESSAGE: &str = "document.querySelector('#message').textContent";
const PLAYED: &str = "/before and after/.test(document.querySelector('#state').textContent)";

#[test]
fn edits_survive_faulty_and_changed_files() {
    let Some((own, _studio, mut page)) = open(&["four.toml"], copy_scenario) else {
        return;
    };
    let folder = own.path();
    for name in ["Agaric", "Jojoba"] {
        page.click(&format!("[aria-label='{name} size: one more']"));
    }
    page.until(PLAYED);

    // A faulty file takes no edit back, and the old numbers are marked.
    let file = folder.join("four.toml");
    let sound = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{sound}\nfaulty = [")).unwrap();
    page.click("[aria-label='Cactus size: one more']");
    page.until(&format!("{MESSAGE}.includes('is not TOML')"));
    assert_eq!(page.eval(EDITS), 3);
    assert_eq!(page.eval("document.querySelector('#results').inert"), true);

    // The page notices another value in the roster.
    fs::write(&file, sound).unwrap();
    let roster = fs::read_to_string(folder.join("roster.toml")).unwrap();
    let larger = roster.replacen("size = 5", "size = 9", 1);
    fs::write(folder.join("roster.toml"), larger).unwrap();
    page.eval("dispatchEvent(new Event('focus'))");
    page.until(&format!("{MESSAGE}.includes('has changed since the page has read it')"));
    page.send("Page.reload", serde_json::json!({}));
    page.until(PLAYED);
    assert_eq!(page.eval(EDITS), 3);
    assert!(page.text("#edits").contains("Agaric: size: 9 → 6"));

    // Edits that do not fit the file stay.
    let fewer = roster.replace("[fighters.cactus", "[fighters.agave");
    fs::write(folder.join("roster.toml"), fewer).unwrap();
    page.send("Page.reload", serde_json::json!({}));
    page.until(&format!("{MESSAGE}.includes('cactus')"));
    assert_eq!(page.eval(EDITS), 3);
    page.eval("document.querySelector('#edits li:nth-child(3) button').click()");
    page.until(PLAYED);
    assert_eq!(page.eval(EDITS), 2);
}
