//! The page, opened in a real browser without a screen: the first screen has the answer, tables
//! sort, filter and copy, nothing is fetched, and the console stays silent.

mod hostile;
mod replay;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use gong::report::Manifest;

use crate::common::browser::{self, Browser};
use crate::common::program;

/// The start of every script: stores what the script observes, and every error, in the document's
/// title.
const SAY: &str = r#"
const seen = [];
const say = (what) => { seen.push(what); document.title = "SEEN " + seen.join(" | "); };
addEventListener("error", (event) => say("ERROR " + event.message));
addEventListener("securitypolicyviolation", (event) => say("BLOCKED " + event.blockedURI));
"#;

/// Opens a copy of a page with a script at its end; returns the document's title.
fn look(browser: &mut Browser, page: &Path, script: &str, width: u32) -> String {
    browser.look(page, &format!("<script>{SAY}{script}</script>"), width)
}

/// Uses the page of a run like a reader.
const READER: &str = r##"
const table = document.querySelector("#table-fighters");
const heading = (name) => [...table.tHead.rows[0].cells].find((cell) => cell.textContent.trim() === name);
const column = (name) => [...table.tBodies[0].rows].map((row) => row.cells[heading(name).cellIndex].textContent.trim());
const click = (name) => heading(name).querySelector("button").click();
click("Fighter");
say(heading("Fighter").getAttribute("aria-sort") + " " + column("Fighter").join(" "));
click("Fighter");
say(heading("Fighter").getAttribute("aria-sort") + " " + column("Fighter")[0]);
click("Games");
const games = column("Games").map((text) => Number(text.replace(/,/g, "")));
say(heading("Games").getAttribute("aria-sort") + " " + games.every((n, i) => i === 0 || n <= games[i - 1]));
say(String(heading("Fighter").getAttribute("aria-sort")));
heading("Games").querySelector("button").focus();
say(document.activeElement.tagName);
say("charts " + document.querySelectorAll(".chart svg[role=img] > title").length);
say("labels " + [...document.querySelectorAll("svg[aria-labelledby]")].every((svg) => svg.getAttribute("aria-labelledby").split(" ").every((id) => document.getElementById(id))));
say("scripts " + document.scripts.length);
say("wide " + (document.documentElement.scrollWidth > innerWidth));
dispatchEvent(new Event("beforeprint"));
const drawn = [...document.querySelectorAll("figure > .chart > svg:not(.in-parts)")];
const fits = drawn.every((svg) => svg.height.baseVal.value < 1100);
const printed = fits && [...document.querySelectorAll("figure")].every((of) => !of.closest("details:not([open])"));
dispatchEvent(new Event("afterprint"));
say("printed " + printed + ", folded " + !document.querySelector("details.prints[open], svg.part, svg.in-parts"));
say("fetched " + performance.getEntriesByType("resource").filter((entry) => !entry.name.startsWith("data:")).length);
"##;

/// Starts a browser, if one is installed.
fn started(folder: &Path) -> Option<Browser> {
    let program = browser::find()?;
    Some(Browser::start(program, &folder.join("profile")))
}

/// Plays games of eight fighters, and returns the path of the page.
fn run_page(folder: &Path, games: &str) -> PathBuf {
    let words = ["run", "tests/data/four.toml", "--quick", "--games", games];
    write_report(words, &folder.join(games))
}

#[test]
fn a_wide_page_and_a_message_in_the_console_are_noticed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some(mut browser) = started(folder.path()) else { return };
    let page = folder.path().join("page.html");
    let text = r#"<meta name="viewport" content="width=device-width"><body><p style="width: 500px">.</p></body>"#;
    fs::write(&page, text).expect("a page");
    let script = r#"<script>
console.log("noise");
document.title = "wide " + (document.documentElement.scrollWidth > innerWidth);
</script>"#;
    assert_eq!(browser.look(&page, script, 390), "wide true");
    assert_eq!(browser.look(&page, script, 1200), "wide false");
    assert_eq!(browser.messages.len(), 2, "{:?}", browser.messages);
}

/// Filters a long table of a run, copies the remaining rows, and saves them.
const COPIER: &str = r##"
let copied = "", saved = "";
Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { copied = text; } } });
URL.createObjectURL = () => "#saved";
window.Blob = class { constructor(parts) { saved = parts.join(""); } };
HTMLAnchorElement.prototype.click = function () { say(this.download); };
const table = document.querySelector("#table-cards");
const tools = table.parentElement.previousElementSibling;
const [filter] = tools.querySelectorAll("input");
const [copy, save] = tools.querySelectorAll("button");
const total = table.tBodies[0].rows.length;
filter.value = "baobab SKULL";
filter.dispatchEvent(new Event("input"));
say(tools.querySelector("output").value === `1 of ${total} rows`);
// One cell has a text that a spreadsheet would take for a formula; another cell has a number.
const row = [...table.tBodies[0].rows].find((row) => !row.hidden);
row.cells[0].textContent = '=1+1, "two"';
row.cells[3].textContent = "−1,234.5";
copy.click();
save.click();
say(copied.split("\n")[0].split("\t").slice(0, 3).join("; "));
const cells = copied.split("\n")[1].split("\t");
say([cells[0], cells[1], cells[3]].join("; "));
const opening = `"'=1+1, ""two""",6 mystical-skull,`;
say("saved " + saved.split("\r\n")[1].startsWith(opening));
say("filter of a short table " + document.querySelector("#table-fighters").parentElement.previousElementSibling.querySelector("input"));
"##;

#[test]
fn the_page_of_a_run_works_in_a_browser() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some(mut browser) = started(folder.path()) else { return };
    let page = run_page(folder.path(), "2000");
    for width in [1200, 390] {
        let title = look(&mut browser, &page, READER, width);
        assert_eq!(
            title,
            "SEEN ascending Agaric Baobab Bonzaï Burdock Cactus Jojoba Sorgho Zamioculcas | descending Zamioculcas | descending true | null | \
             BUTTON | charts 3 | labels true | scripts 2 | wide false | printed true, folded true | fetched 0",
            "at width {width}"
        );
        browser.was_silent();
    }
    let page = run_page(folder.path(), "500");
    assert_eq!(
        look(&mut browser, &page, COPIER, 1000),
        "SEEN true | cards.csv | Fighter; Card; What it is | '=1+1, \"two\"; 6 mystical-skull; \
         -1234.5 | saved true | filter of a short table null"
    );
    browser.was_silent();
}

/// Measures the layout of the answer before a reader unfolds anything.
const FIRST_LOOK: &str = r##"
const headline = document.querySelector("h1").innerText;
say("headline " + (document.body.innerText.split(headline).length - 1));
const [said, chart, method] = [".said", ".main-chart svg", "#method"].map((what) => document.querySelector(what)?.getBoundingClientRect());
say("beside " + (chart.left >= said.right && Math.abs(chart.top - said.top) < 150));
say("on the first screen " + (innerWidth < 960 || chart.top < 450));
say("sentences " + (document.querySelectorAll(".said > ul > li").length <= 5));
say("method last " + (!method || [...document.querySelectorAll("section, figure")].every((of) => of.querySelector("#method") || of.getBoundingClientRect().top < method.top)));
const height = document.documentElement.scrollHeight;
say(height <= 12000 ? "short" : "height " + height);
say("wide " + (document.documentElement.scrollWidth > innerWidth));
"##;

/// Checks the first view of a command's page on a desktop screen and on a phone. `name` is the
/// command in error messages.
fn first_look(browser: &mut Browser, page: &Path, name: &str) {
    for (width, beside) in [(1200, true), (390, false)] {
        assert_eq!(
            look(browser, page, FIRST_LOOK, width),
            format!(
                "SEEN headline 1 | beside {beside} | on the first screen true | sentences true | \
                 method last true | short | wide false"
            ),
            "{name} at {width}"
        );
        browser.was_silent();
    }
}

/// Runs a command, given by its words, which writes a report to the folder `out`.
fn write_report<'a>(words: impl IntoIterator<Item = &'a str>, out: &Path) -> PathBuf {
    let mut gong = Command::new(program::GONG);
    let output = gong.args(words).arg("--out").arg(out).output().expect("gong runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    out.join("report.html")
}

/// Checks the pages of the titles with the longest pages: a title with fifty characters, and a
/// cooperative game with many measures.
#[test]
fn the_pages_of_large_games_open_with_the_answer() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let Some(mut browser) = started(folder.path()) else { return };
    for name in [
        "run scenarios/battle-cards/2v2.toml --games 60",
        "run scenarios/jungle-alert/three.toml --games 30",
        "run scenarios/mad-arena/ultimate-warrior-7.toml --games 60",
        "pairings scenarios/jungle-alert/three.toml --games 1",
    ] {
        let out = folder.path().join("out");
        let words = name.split(' ').chain(["--strategy", "random"]);
        first_look(&mut browser, &write_report(words, &out), name);
        fs::remove_dir_all(&out).expect("the report is removed");
    }
}

/// Sorts every table by every column.
const SORTER: &str = r##"
let sorted = 0, headings = 0;
for (const table of document.querySelectorAll("table")) {
  for (const heading of table.tHead.rows[0].cells) {
    headings += 1;
    heading.querySelector("button").click();
    sorted += heading.getAttribute("aria-sort") === (heading.classList.contains("n") ? "descending" : "ascending") ? 1 : 0;
  }
}
say("sorted " + (sorted > 2 && sorted === headings));
say("marked " + (document.querySelectorAll("tr.out").length > 0));
say("charts " + [...document.querySelectorAll("figure > .chart svg[role=img]")].map((svg) => svg.getAttribute("aria-labelledby").split("-title")[0].slice(6)).join(" "));
say("labels " + [...document.querySelectorAll("svg[aria-labelledby]")].every((svg) => svg.getAttribute("aria-labelledby").split(" ").every((id) => document.getElementById(id))));
say("wide " + (document.documentElement.scrollWidth > innerWidth));
say("fetched " + performance.getEntriesByType("resource").filter((entry) => !entry.name.startsWith("data:")).length);
"##;

#[test]
fn the_pages_of_analyses_are_whole_and_work_in_a_browser() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut browser = started(folder.path());
    let bot = folder.path().join("bot.toml");
    let grid = "--vary rules.rounds=3,12 --vary fighters.agaric.size=4..6 --games 60";
    let train = format!("--games 200 -o {}", bot.display());
    for (command, arguments, chart) in [
        ("compare", "--set rules.rounds=12 --games 400", "differences"),
        ("sweep", "--vary rules.rounds=3,5,12 --games 60", "win_rates"),
        ("sweep", grid, "imbalance"),
        ("sensitivity", "--fighter baobab --rules --games 600", "worth"),
        ("pairings", "--team-size 2 --games 20", "line_ups"),
        ("ladder", "--games 80 --strategy random,balanced,aggressive", "ratings"),
        ("skill", "--levels random:5000,balanced:5000,aggressive:500", "win_rates"),
        ("train", &train, "learning"),
        ("run", "--strategy random,balanced --games 5000", "win_rates"),
    ] {
        let name = format!("{command} {arguments}");
        let out = folder.path().join(name.replace([' ', '/'], "_"));
        let words = [command, "tests/data/four.toml"].into_iter().chain(arguments.split(' '));
        let report = write_report(words, &out);
        let page = fs::read_to_string(&report).expect("a page");
        assert!(page.contains("default-src 'none'"), "{name}");
        for attribute in ["src=", "href=", "url(", "@import"] {
            for found in page.split(attribute).skip(1) {
                let is_inside = ["\"#", "\"data:"].iter().any(|start| found.starts_with(start));
                assert!(is_inside, "{name}: {attribute}");
            }
        }
        // More charts are possible, from a measure of the game or a later version.
        let drawn = Manifest::read(&out).expect("a manifest").charts;
        assert!(drawn.iter().any(|of| of == chart), "{name}: {drawn:?}");
        for chart in &drawn {
            let svg = fs::read_to_string(out.join(format!("charts/{chart}.svg"))).expect("a chart");
            let has_texts = ["<title id=", "<text "].iter().all(|part| svg.contains(part));
            assert!(svg.starts_with("<svg ") && has_texts && !svg.contains("href"), "{chart}");
        }
        let Some(browser) = &mut browser else { continue };
        first_look(browser, &report, &name);
        let drawn = drawn.join(" ");
        // No row of the trials of a training is marked.
        let marked = command != "train";
        assert_eq!(
            look(browser, &report, SORTER, 1000),
            format!(
                "SEEN sorted true | marked {marked} | charts {drawn} | labels true | wide false | fetched 0"
            ),
            "{name}"
        );
        browser.was_silent();
    }
}
