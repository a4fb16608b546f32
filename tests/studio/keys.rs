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
    // The page begins at its top, with the focus there; its headings are in order.
    page.until("document.querySelector('#bars .rate')");
    assert_eq!(page.eval(FOCUS), "title");
    let levels = "[...document.querySelectorAll('h1, h2, h3, h4')].filter((of) => of.checkVisibility()).map((of) => Number(of.tagName[1]))";
    let skips = format!("{levels}.filter((level, i, all) => level > (all[i - 1] ?? 0) + 1).length");
    assert_eq!(page.eval(&skips), 0);
    // Screen readers hear the intervals of win rates without edits, too.
    let spoken = page.eval(
        "document.querySelector('#bars').ariaLabel.split('; ').every((of) => of.includes('±'))",
    );
    assert_eq!(spoken, true);
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

    // A part of the sheets is one tab stop, and the arrow keys move inside it.
    let stops =
        "[...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]
         .filter((of) => of.tabIndex >= 0 && !of.disabled && of.checkVisibility()).length";
    let stops = page.eval(stops).as_u64().unwrap();
    assert!(stops < 110, "{stops}");
    page.eval("document.querySelector('[aria-label=\"Agaric size\"]').focus()");
    for (key, focus) in [("ArrowRight", "Agaric defense"), ("ArrowLeft", "Agaric size")] {
        let press = "document.activeElement.select(); document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: KEY, bubbles: true }))";
        page.eval(&press.replace("KEY", &format!("'{key}'")));
        assert_eq!(page.eval(FOCUS), focus);
    }

    // A text that is no number stays in its field, with the reason.
    for typed in ["abc", "7,5", ""] {
        page.eval(&format!(
            "(() => {{ const of = document.activeElement; of.value = '{typed}';
             of.dispatchEvent(new Event('change')); }})()"
        ));
        page.until("document.activeElement.ariaInvalid === 'true'");
        assert_eq!(page.eval("document.activeElement.value"), typed);
        let reason = page.text("#edits .refusal");
        assert!(reason.contains("wants a whole number"), "{reason}");
        assert!(page.text("#meaning").contains(&reason[1..]), "{reason}");
        page.click("#undo");
        page.until("document.activeElement.ariaInvalid === 'false'");
    }
    page.messages.retain(|error| !error.contains("status of 422"));

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
