//! The reference player checks the win rates when they have settled.

use super::page::{open_short, played};

#[test]
fn the_reference_player_has_the_numbers_of_its_command() {
    let Some((own, _studio, mut page)) = open_short() else {
        return;
    };
    page.eval("(() => { const of = document.querySelector('#precision'); of.value = '0.02'; of.dispatchEvent(new Event('change')); })()");
    page.click("[aria-label='Agaric size: one more']");
    page.until("Number(document.body.dataset.searched) >= 200");
    page.click("#pause");
    // The numbers of games stay, and no line says that games are being played.
    let state = page.text("#state");
    assert!(state.ends_with(" games before and after. Paused."), "{state}");
    let state = page.text("#reference-state");
    assert!(state.ends_with(" games before and after."), "{state}");
    let command = page.text("#reference-command code");
    assert!(command.contains("--strategy mcts-fast"), "{command}");
    let rows = page.eval(
        "[...document.querySelectorAll('#bars .rate')].map((row) => [row.querySelector('.name').textContent,
         row.querySelector('.their').title.replaceAll(' %', ''),
         row.querySelector('.their').textContent.replace('◆ ', '')].join(' '))",
    );
    let told = played(own.path(), &command);
    for row in rows.as_array().unwrap() {
        let row = &row.as_str().unwrap().replace(" → ", " ");
        assert!(told.contains(row), "{row}: {told}");
    }
    assert_eq!(rows.as_array().unwrap().len(), 8);
    // Numbers halfway between two others are rounded as on the command line.
    for share in [0.0025, 0.0075, 0.1875, 0.3125, 0.334, 0.3375, 0.56875] {
        let shown =
            page.eval(&format!("import('/page/numbers.js').then((of) => of.percent({share}))"));
        assert_eq!(shown, format!("{:.1}", 100.0 * share));
    }
    // The verdict says how the differences with the two players go together.
    let verdicts = page.text("#bars");
    let words = ["confirmed", "opposite", "undecided", "reference only", "within noise"];
    assert!(words.iter().any(|word| verdicts.contains(word)), "{verdicts}");
    // The verdicts are provisional, because the reference player can play more games.
    assert!(verdicts.contains(" so far"), "{verdicts}");
    let headline = page.text("#headline");
    assert!(headline.starts_with("So far: "), "{headline}");

    // A new edit begins with the scenario's own bots again.
    page.click("#pause");
    page.eval("delete document.body.dataset.games");
    page.click("[aria-label='Agaric size: one more']");
    page.until("document.body.dataset.games && document.body.dataset.searched === '0'");

    // The switch turns the reference player off, also after a reload.
    page.click("#reference");
    page.until("document.querySelector('#headline').textContent.startsWith('So far: ')");
    page.until("/precision is reached/.test(document.querySelector('#state').textContent)");
    assert_eq!(page.text("#reference-state"), "");
    // No more games can change the verdicts.
    let verdicts = [page.text("#headline"), page.text("#bars")].concat();
    assert!(!verdicts.to_lowercase().contains("so far"), "{verdicts}");
    page.send("Page.reload", serde_json::json!({}));
    page.until(
        "document.querySelector('#bars .rate') && !document.querySelector('#reference').checked",
    );
    page.was_silent();
}
