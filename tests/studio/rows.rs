//! The rows of the win rates have the numbers of their fighters and bots.

use std::fs;
use std::path::Path;

use super::page::{copy_scenario, open};

/// Rows as in the table of the report, which the page shows below the win rates.
const ROWS: &str = "[...document.querySelectorAll('#bars .rate')].map((row) => {
    const bot = row.querySelector('.who small:not(.judged)');
    const name = row.querySelector('.name').textContent + (bot ? ` (bot ${bot.textContent})` : '');
    const rates = row.querySelector('.shift small').textContent.replace(' %', '').split(' → ');
    const change = row.querySelector('.shift span').textContent.split(' ± ');
    return [name, ...rates, ...change, row.querySelector('.judged').textContent.replace(' so far', '')].join(' '); }).sort()";
const TABLE: &str = "[...document.querySelector('#tables tbody').rows].map((row) =>
    [...row.cells].map((cell) => cell.textContent).join(' ')).sort()";

/// Writes a scenario in which the names of two fighters, and those of two bots, begin alike.
fn write_similar_names(folder: &Path) {
    copy_scenario(folder);
    let roster = fs::read_to_string(folder.join("roster.toml")).unwrap();
    let roster = roster.replace("name = \"Cactus\"", "name = \"Ba\"");
    fs::write(folder.join("roster.toml"), roster).unwrap();
    let scenario = fs::read_to_string(folder.join("four.toml")).unwrap();
    let bots = "\n[strategies.seats]\n1 = \"balanced\"\n2 = \"balanced-script\"\n";
    fs::write(folder.join("four.toml"), scenario + bots).unwrap();
}

#[test]
fn a_row_has_the_numbers_of_its_fighter_and_bot() {
    let Some((_own, _studio, mut page)) = open(&["four.toml"], write_similar_names) else {
        return;
    };
    page.until("document.querySelector('[aria-label=\"Bots seat 2\"]')");
    page.eval("document.querySelector('#numbers').open = true");
    page.eval(
        "(() => { const bot = document.querySelector('[aria-label=\"Bots seat 2\"]');
         bot.value = 'beginner'; bot.dispatchEvent(new Event('change')); })()",
    );
    page.until(
        "document.querySelector('#bars').textContent.includes('balanced-script → beginner')",
    );
    page.click("#pause");
    let rows = page.eval(ROWS);
    assert!(rows.to_string().contains("Ba (bot balanced) "), "{rows}");
    assert_eq!(rows, page.eval(TABLE));
    page.was_silent();
}
