//! Opens the page in a headless browser: tables sort, nothing is fetched, and the console has no
//! messages.

mod browser;
mod hostile;

use std::fs;
use std::process::Command;

use gong::questions::run::sample;
use gong::report::Extras;

/// A script at the end of a copy of the page that uses it like a reader, and stores its
/// observations in the document's title.
const READER: &str = r##"<script>
const seen = [];
const say = (what) => { seen.push(what); document.title = "SEEN " + seen.join(" | "); };
addEventListener("error", (event) => say("ERROR " + event.message));
addEventListener("securitypolicyviolation", (event) => say("BLOCKED " + event.blockedURI));
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
say("charts " + document.querySelectorAll(".chart svg.wide[role=img] > title").length);
say("labels " + [...document.querySelectorAll("svg[aria-labelledby]")].every((svg) => svg.getAttribute("aria-labelledby").split(" ").every((id) => document.getElementById(id))));
say("scripts " + document.scripts.length);
say("wide " + (document.documentElement.scrollWidth > innerWidth));
say("fetched " + performance.getEntriesByType("resource").filter((entry) => !entry.name.startsWith("data:")).length);
</script>"##;

#[test]
fn the_page_works_in_a_browser() {
    let Some(browser) = browser::find() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = folder.path().join("run");
    sample::write(
        &run,
        &gong::stats::sample::cast(8, 4),
        2_000,
        false,
        Extras::default(),
    )
    .expect("a run is written");
    let page = fs::read_to_string(run.join("report.html")).expect("a page");
    let copy = folder.path().join("copy.html");
    fs::write(&copy, page.replace("</body>", &format!("{READER}</body>"))).expect("a copy");
    for width in [1200, 500] {
        let (document, log) = browser::open(browser, &copy, &folder.path().join("profile"), width);
        let title = browser::title(&document);
        assert_eq!(
            title,
            "SEEN ascending Agaric Baobab Bonzaï Burdock Cactus Jojoba Sorgho Zamioculcas | descending Zamioculcas | descending true | null | \
             BUTTON | charts 5 | labels true | scripts 2 | wide false | fetched 0",
            "at width {width}; the browser logged:\n{log}"
        );
        assert!(!log.contains(":CONSOLE"), "{log}");
    }
}

/// A script at the end of any page that sorts every table by every column, and stores its
/// observations in the document's title.
const SORTER: &str = r##"<script>
const seen = [];
const say = (what) => { seen.push(what); document.title = "SEEN " + seen.join(" | "); };
addEventListener("error", (event) => say("ERROR " + event.message));
addEventListener("securitypolicyviolation", (event) => say("BLOCKED " + event.blockedURI));
let sorted = 0, headings = 0;
for (const table of document.querySelectorAll("table")) {
  for (const heading of table.tHead.rows[0].cells) {
    headings += 1;
    heading.querySelector("button").click();
    sorted += heading.getAttribute("aria-sort") === (heading.classList.contains("n") ? "descending" : "ascending") ? 1 : 0;
  }
}
say("sorted " + (sorted > 8 && sorted === headings));
say("marked " + (document.querySelectorAll("tr.out").length > 0));
say("charts " + [...document.querySelectorAll(".chart svg.wide[role=img]")].map((svg) => svg.getAttribute("aria-labelledby").split("-title")[0].slice(6)).join(" "));
say("labels " + [...document.querySelectorAll("svg[aria-labelledby]")].every((svg) => svg.getAttribute("aria-labelledby").split(" ").every((id) => document.getElementById(id))));
say("wide " + (document.documentElement.scrollWidth > innerWidth));
say("fetched " + performance.getEntriesByType("resource").filter((entry) => !entry.name.startsWith("data:")).length);
</script>"##;

#[test]
fn the_pages_of_analyses_work_in_a_browser() {
    let Some(browser) = browser::find() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (command, arguments, charts) in [
        (
            "compare",
            "--set rules.rounds=12 --games 400",
            "differences win_rates",
        ),
        (
            "sweep",
            "--vary rules.rounds=3,5,12 --games 60",
            "win_rates imbalance scores survival",
        ),
        (
            "sweep",
            "--vary rules.rounds=3,12 --vary fighters.agaric.size=4..6 --games 60",
            "imbalance win_rates",
        ),
        (
            "sweep",
            "--vary rules.rounds=3,12 --vary fighters.agaric.size=4..5 --vary line-up.draw=2,3 --games 20",
            "imbalance",
        ),
        (
            "sensitivity",
            "--fighter baobab --rules --games 600",
            "sheet_baobab worth_baobab",
        ),
        (
            "pairings",
            "--team-size 2 --games 20",
            "fairness partners teams",
        ),
        (
            "ladder",
            "--games 80 --strategy random,balanced,aggressive",
            "ratings encounters",
        ),
        (
            "skill",
            "--levels random:5000,balanced:5000,aggressive:500 --mixed 60",
            "skill agreement",
        ),
        ("train", "--games 200", "learning trials balance"),
        (
            "run",
            "--strategy random,balanced --games 5000",
            "robustness",
        ),
    ] {
        let name = format!("{command} {arguments}");
        let out = folder.path().join(name.replace(' ', "_"));
        let mut gong = Command::new(env!("CARGO_BIN_EXE_gong"));
        gong.args([command, "tests/data/four.toml"])
            .args(arguments.split(' '))
            .arg("--out")
            .arg(&out);
        if command == "train" {
            gong.arg("-o").arg(folder.path().join("bot.toml"));
        }
        let output = gong.output().expect("gong runs");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let page = fs::read_to_string(out.join("report.html")).expect("a page");
        for attribute in ["src=", "href=", "url(", "@import"] {
            for found in page.split(attribute).skip(1) {
                assert!(
                    found.starts_with("\"#") || found.starts_with("\"data:"),
                    "{name}: {attribute}"
                );
            }
        }
        let copy = folder.path().join("copy.html");
        fs::write(&copy, page.replace("</body>", &format!("{SORTER}</body>"))).expect("a copy");
        let (document, log) = browser::open(browser, &copy, &folder.path().join("profile"), 1000);
        let title = browser::title(&document);
        assert_eq!(
            title,
            format!(
                "SEEN sorted true | marked true | charts {charts} | labels true | wide false | fetched 0"
            ),
            "{name}; the browser logged:\n{log}"
        );
        assert!(!log.contains(":CONSOLE"), "{log}");
    }
}

/// A test without a browser: nothing in the page refers to external resources, and texts of the
/// scenario cannot become markup.
#[test]
fn the_page_is_whole_and_safe() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let run = folder.path().join("run");
    sample::write(
        &run,
        &gong::stats::sample::cast(8, 4),
        500,
        false,
        Extras::default(),
    )
    .expect("a run is written");
    let page = fs::read_to_string(run.join("report.html")).expect("a page");
    for attribute in ["src=", "href=", "url(", "@import", "data-src"] {
        for found in page.split(attribute).skip(1) {
            let value: String = found.chars().take(40).collect();
            assert!(
                value.starts_with("\"#") || value.starts_with("\"data:"),
                "{attribute}{value}"
            );
        }
    }
    assert!(page.contains("default-src 'none'"));
    assert!(
        !page.contains("<script>alert") && !page.contains("<rumble>") && !page.contains("<four"),
        "texts must be escaped"
    );
    assert!(page.contains("&lt;four &amp; "));
    for chart in ["win_rates", "scores", "survival", "eliminations", "cards"] {
        let svg = fs::read_to_string(run.join(format!("charts/{chart}.svg"))).expect("a chart");
        assert!(
            svg.starts_with("<svg ") && svg.contains("<title id=") && svg.contains("<text "),
            "{chart}"
        );
        assert!(!svg.contains("href"), "{chart}");
    }
}
