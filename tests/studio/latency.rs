//! Measures how fast the page is. This is no test: `docs/studio.md` shows the command and its
//! numbers.

use std::process::Command;

use super::program::GONG;
use super::running::Running;
use crate::common::browser::{self, Browser};

/// Number of edits from which the median is taken.
const EDITS: usize = 50;

/// Turns numbers of the sheets, and returns for each edit the time to the first numbers in
/// milliseconds, and last the longest time between two frames. One edit always remains.
const MEASURE: &str = "(async () => {
  const buttons = (word) => [...document.querySelectorAll(`#sheets [aria-label$=': one ${word}']`)].filter((of) => !of.disabled);
  buttons('more')[0].click();
  const more = buttons('more')[1];
  const less = more.parentElement.firstChild;
  let [longest, last, going] = [0, performance.now(), true];
  const frame = (now) => { longest = Math.max(longest, now - last); last = now; if (going) requestAnimationFrame(frame); };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame); });
  const times = [];
  for (let i = 0; i < EDITS; i++) {
    times.push(await new Promise((done) => {
      delete document.body.dataset.games;
      const begin = performance.now();
      new MutationObserver((_, of) => {
        if (!document.body.dataset.games) return;
        of.disconnect();
        done(performance.now() - begin);
      }).observe(document.body, { attributes: true });
      (i % 2 ? less : more).click();
    }));
    await new Promise((done) => setTimeout(done, 300));
  }
  going = false;
  return [...times, longest];
})()";

#[test]
#[ignore = "a measurement of some minutes: see docs/studio.md"]
fn latency() {
    let program = browser::find().expect("install chromium");
    let own = tempfile::tempdir().unwrap();
    let folder = own.path();
    let mut page = Browser::start(program, &folder.join("profile"));
    println!("| game | edit to first numbers | to ± 1 point | longest frame |");
    println!("|---|---|---|---|");
    for title in gong::games::titles() {
        let name = title.name();
        let words = ["new", "scenario", name, "--game", name];
        let new = Command::new(GONG).args(words).current_dir(folder).output();
        assert!(new.unwrap().status.success());
        let studio = Running::start(folder, &[&format!("{name}.toml")]);
        page.open(&studio.address);
        page.until("document.querySelector('#bars .rate')");
        let measured = page.eval(&MEASURE.replace("EDITS", &EDITS.to_string()));
        let mut times: Vec<f64> =
            measured.as_array().unwrap().iter().map(|of| of.as_f64().unwrap()).collect();
        let frame = times.pop().unwrap();
        times.sort_by(f64::total_cmp);
        page.click("#undo");
        let precise = page.until("/The precision is reached|default number/.test(document.querySelector('#state').textContent)");
        println!(
            "| {name} | {:.2} s | {:.1} s | {frame:.0} ms |",
            times[EDITS / 2] / 1000.0,
            precise.as_secs_f64()
        );
        page.open("about:blank");
    }
}
