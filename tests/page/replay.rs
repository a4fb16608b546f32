//! The page of a replay, opened in a real browser: it draws the game, and steps, keys, jumps and
//! printing work.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{look, started};
use crate::common::program;

/// Uses the page like a reader.
const READER: &str = r##"
const use = () => {
  const slider = document.querySelector(".controls input");
  const at = () => Number(slider.value);
  const end = Number(slider.max);
  const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const words = () => document.querySelector(".words").textContent;
  say("start " + at() + " " + words());
  press("ArrowRight");
  press("ArrowRight");
  const two = at();
  press("ArrowLeft");
  say("steps " + (two >= 2 && at() < two));
  press("PageDown");
  press("PageDown");
  say("round " + /^Round \d/.test(document.querySelector(".meta").textContent));
  say("stands " + (document.querySelectorAll(".piece.in_play:not(.away)").length > 0));
  const inside = [...document.querySelectorAll(".piece.in_play:not(.away)")].every((piece) => {
    const [board, box] = [document.querySelector(".board").getBoundingClientRect(), piece.querySelector(".disc").getBoundingClientRect()];
    return box.left >= board.left - 1 && box.right <= board.right + 1 && box.top >= board.top - 1 && box.bottom <= board.bottom + 1;
  });
  say("inside " + inside);
  press("End");
  say("end " + (at() === end) + " " + / after \d+ rounds?\.$/.test(words()));
  const gone = [...document.querySelectorAll(".sheets .out strong")].map((name) => name.textContent + " ");
  const chances = [...document.querySelectorAll(".legend li")].map((line) => line.textContent);
  say("gone " + chances.every((line) => line.endsWith(" 0 %") || !gone.some((name) => line.startsWith(name))));
  press("Home");
  say("home " + at());
  const item = [...document.querySelectorAll(".story [data-at]")].at(5);
  item.click();
  say("story " + (at() === Number(item.dataset.at) && item.getAttribute("aria-current") === "true"));
  const chart = document.querySelector(".chances");
  const box = chart.getBoundingClientRect();
  chart.setPointerCapture = () => {};
  chart.dispatchEvent(new PointerEvent("pointerdown", { clientX: box.left + box.width / 2, clientY: box.top + 20, pointerId: 1 }));
  say("chart " + (Math.abs(at() - end / 2) < end / 10));
  say("why " + (document.querySelectorAll(".why li.chosen").length === 1));
  const drawn = (selector, part) => [...document.querySelectorAll(selector)].every((of) => !["none", "rgba(0, 0, 0, 0)"].includes(getComputedStyle(of)[part]));
  say("coloured " + (drawn(".legend .dot", "backgroundColor") && drawn(".chances .estimate", "stroke")));
  const before = at();
  dispatchEvent(new Event("beforeprint"));
  const printed = at() === end;
  dispatchEvent(new Event("afterprint"));
  say("printed " + (printed && at() === before));
  const play = document.querySelector(".play");
  play.click();
  const pause = play.getAttribute("aria-label");
  play.click();
  say(pause + " " + play.getAttribute("aria-label"));
  say("names " + [...document.querySelectorAll("button, select, input")].every((of) => of.getAttribute("aria-label")));
  say("wide " + (document.documentElement.scrollWidth > innerWidth));
  say("fetched " + performance.getEntriesByType("resource").filter((entry) => !entry.name.startsWith("data:")).length);
};
const wait = setInterval(() => { if (document.querySelector(".controls")) { clearInterval(wait); use(); } }, 20);
"##;

/// Steps through the game, and says whether the controls cover the board, and whether a piece
/// covers the text of a place.
const LOOKER: &str = r##"
const look = () => {
  const box = (of) => of.getBoundingClientRect();
  const sees = box(document.querySelector(".board")).bottom <= box(document.querySelector(".controls")).top + 1;
  const slider = document.querySelector(".controls input");
  const meets = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  let covered = 0;
  for (let at = 0; at <= Number(slider.max); at += 7) {
    slider.value = at;
    slider.dispatchEvent(new Event("input"));
    const pieces = [...document.querySelectorAll(".piece:not(.away) .disc")].map(box);
    const texts = [...document.querySelectorAll(".place rect ~ g .place-mark")].map(box);
    if (texts.some((text) => pieces.some((piece) => meets(text, piece)))) covered += 1;
  }
  say("in sight " + sees);
  say("covered " + covered);
};
const wait = setInterval(() => { if (document.querySelector(".board .place")) { clearInterval(wait); look(); } }, 20);
"##;

/// Also checks that nothing covers the board of three heroes.
#[test]
fn the_replay_of_every_title_works_in_a_browser() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some(mut browser) = started(folder.path()) else { return };
    for title in gong::games::titles() {
        let scenario = scenario_of(title.name());
        let page = folder.path().join(format!("{}.html", title.name()));
        write(&scenario, &page);
        for width in [1200, 390] {
            look(&mut browser, &page, READER, width);
            // The page builds itself after it has loaded.
            browser.until("document.title.includes('fetched')");
            assert_eq!(
                browser.title(),
                "SEEN start 0 The game begins. | steps true | round true | stands true | \
                 inside true | end true true | gone true | home 0 | story true | chart true | why true | \
                 coloured true | printed true | Pause Play | names true | wide false | fetched 0",
                "{scenario:?} at width {width}"
            );
            browser.was_silent();
        }
    }
    let page = folder.path().join("three.html");
    write(Path::new("scenarios/jungle-alert/three.toml"), &page);
    for width in [1200, 390] {
        look(&mut browser, &page, LOOKER, width);
        browser.until("document.title.includes('covered')");
        assert_eq!(browser.title(), "SEEN in sight true | covered 0", "at width {width}");
    }
}

/// Returns the first shipped scenario of a title.
fn scenario_of(title: &str) -> PathBuf {
    let folder = Path::new("scenarios").join(title);
    let entries = std::fs::read_dir(folder).expect("a folder of scenarios");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_scenario = |path: &PathBuf| {
        path.extension().is_some_and(|kind| kind == "toml") && !path.ends_with("roster.toml")
    };
    paths.filter(is_scenario).min().expect("a scenario")
}

/// Writes the page of a replay of a game between trained bots, which estimate their chances.
fn write(scenario: &Path, page: &Path) {
    let mut gong = Command::new(program::GONG);
    gong.arg("watch").arg(scenario).args(["--strategy", "trained", "--html"]).arg(page);
    let output = gong.output().expect("gong runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
