//! The keyboard, and a second window with the same scenario.

use super::page::{copy_scenario, open};

const EDITS: &str = "document.querySelectorAll('#edits li').length";
const FOCUS: &str =
    "document.activeElement.getAttribute('aria-label') ?? document.activeElement.id";

#[test]
fn the_focus_stays_and_windows_share_their_edits() {
    let Some((_own, _studio, mut page)) = open(&["four.toml"], copy_scenario) else {
        return;
    };
    for name in ["Agaric", "Jojoba"] {
        page.click(&format!("[aria-label='{name} size: one more']"));
    }

    // A closed sheet cannot have the focus.
    page.eval("document.querySelectorAll('details').forEach((sheet) => { sheet.open = true; })");

    // Ctrl+Z in a field for text takes no edit back.
    let undo =
        "dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))";
    page.eval(&format!("document.querySelector('#seed').{undo}"));
    assert_eq!(page.eval(EDITS), 2);

    // A button that goes away leaves the focus near its place.
    let press = |button: &str| {
        format!(
            "(() => {{ const of = document.querySelector({button:?}); of.focus(); of.click(); }})()"
        )
    };
    page.eval(&press("#edits button"));
    assert_eq!(page.eval(FOCUS), "Reset Jojoba: size");
    page.eval(&press("[aria-label='Reset Jojoba size']"));
    assert_eq!(page.eval(FOCUS), "Jojoba size");
    // The page shows the meaning of the value that has the focus, and screen readers hear it.
    let meaning = "(() => { const of = document.querySelector('[aria-label=\"Jojoba size\"]');
         of.dispatchEvent(new Event('focusin', { bubbles: true }));
         return [document.querySelector('#meaning').textContent, of.getAttribute('aria-description')]; })()";
    for said in page.eval(meaning).as_array().unwrap() {
        assert!(said.as_str().unwrap().contains("1 to 40"), "{said}");
    }
    // Lists of names have no quotes.
    let shown = "import('/page/fields.js').then((of) => of.shown(['agaric', 'jojoba']))";
    assert_eq!(page.eval(shown), "agaric, jojoba");
    let more = "[aria-label='Bonzaï, card 2 technique, kamikaze, dice, entry 1: one more']";
    page.eval(&press(more));
    assert_eq!(page.eval(EDITS), 1);
    assert!(page.eval(FOCUS).to_string().contains("entry 1: one more"));
    // Each number has its place in the list beside it.
    let places = format!(
        "[...document.querySelector({more:?}).closest('.numbers').querySelectorAll('.entry small')]
             .map((of) => of.textContent).join(' ')"
    );
    assert_eq!(page.eval(&places), "1 2 3 4 5 6 7");

    // Another window undoes the edit.
    page.eval(
        "(() => { const frame = document.createElement('iframe');
         document.body.append(frame);
         const store = frame.contentWindow.localStorage;
         const key = Object.keys(store).find((key) => key.endsWith('four.toml'));
         store.setItem(key, JSON.stringify({ now: [] })); })()",
    );
    page.until(&format!("{EDITS} === 0"));
    page.was_silent();
}
