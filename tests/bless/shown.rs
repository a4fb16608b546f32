//! The terminal listings in README and `docs/`: every listing that begins with `$ gong …` shows the
//! output of the release build, without the times.
//!
//! A line `…` in a listing stands for omitted lines. The text after it is located by its first
//! line, ignoring digits. A text before `…` keeps its number of lines; the last text goes to the
//! end of the output.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

use crate::claims;

/// Pages whose listings are output. Listings of other pages need files that their readers have.
const PAGES: [&str; 13] = [
    "README.md",
    "docs/bots.md",
    "docs/compare.md",
    "docs/files.md",
    "docs/games.md",
    "docs/ladder.md",
    "docs/pairings.md",
    "docs/run.md",
    "docs/shape.md",
    "docs/skill.md",
    "docs/sweep.md",
    "docs/tutorial.md",
    "docs/watch.md",
];
const LEFT_OUT: &str = "…";
const FENCE: &str = "```";
const PROMPT: &str = "$ gong ";

/// Rewrites every terminal listing.
pub fn write() {
    let mut outputs = Outputs::default();
    for page in PAGES {
        let text = read(page);
        let now = anew(&text, &mut outputs, |_, _| true);
        for broken in claims::broken(&now) {
            eprintln!("{page} says what its table does not: {broken}");
        }
        if now != text {
            fs::write(root().join(page), now).expect(page);
        }
    }
}

/// The output of each command that has run, by its arguments.
type Outputs = BTreeMap<String, Vec<String>>;

/// Words in listings of commands that take a minute or more: those in which a search plays, and
/// those of the tutorial.
const SLOW: [&str; 2] = ["mcts", "untuned"];

/// Returns whether the listings match the output; prints the lines that differ. Leaves out
/// listings of slow commands, except the default run in the README.
pub fn is_current() -> bool {
    let mut current = true;
    let mut outputs = Outputs::default();
    for page in PAGES {
        let text = read(page);
        let now = anew(&text, &mut outputs, |command, listing| {
            let slow = |text: &str| SLOW.iter().any(|word| text.contains(word));
            let listing = if page == "README.md" { &[] } else { listing };
            !slow(command) && !listing.iter().any(|line| slow(line))
        });
        current &= text.lines().count() == now.lines().count();
        for (shown, printed) in text.lines().zip(now.lines()) {
            if shown != printed {
                eprintln!("{page} shows: {shown}\n   printed is: {printed}");
                current = false;
            }
        }
    }
    current
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(page: &str) -> String {
    fs::read_to_string(root().join(page)).expect(page)
}

/// Returns the text of a page in which the listings selected by `runs` are regenerated, line by
/// line. `runs` takes a command without `gong`, and the lines below it.
fn anew(text: &str, outputs: &mut Outputs, runs: impl Fn(&str, &[&str]) -> bool) -> String {
    let mut lines = text.lines().peekable();
    let mut page = vec![];
    while let Some(line) = lines.next() {
        page.push(line.to_owned());
        let Some(command) = line.strip_prefix(PROMPT) else {
            continue;
        };
        let mut shown = vec![];
        while let Some(line) = lines.next_if(|line| *line != FENCE) {
            shown.push(line);
        }
        if !runs(command, &shown) {
            page.extend(shown.iter().map(|line| (*line).to_owned()));
            continue;
        }
        let printed = outputs.entry(command.to_owned());
        let printed = printed.or_insert_with(|| self::printed(command));
        page.extend(again(command, &shown, printed));
    }
    page.join("\n") + "\n"
}

/// Returns the output of a command on stdout and stderr without times, in a folder without reports.
fn printed(arguments: &str) -> Vec<String> {
    let folder = tempfile::tempdir().expect("there is room for reports");
    for shipped in ["scenarios", "strategies"] {
        symlink(root().join(shipped), folder.path().join(shipped)).expect(shipped);
    }
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--release", "--bin", "gong"])
        .args(["--manifest-path", concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "--"])
        .args(arguments.split_whitespace())
        .current_dir(folder.path())
        .output()
        .expect("cargo starts");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("gong prints UTF-8");
    text.trim_end().lines().map(timeless).collect()
}

/// Returns those lines of a new output that correspond to the parts of the listing.
fn again(command: &str, shown: &[&str], printed: &[String]) -> Vec<String> {
    let mut rest = printed;
    let mut made = vec![];
    let parts: Vec<&[&str]> = shown.split(|line| *line == LEFT_OUT).collect();
    for (number, part) in parts.iter().enumerate() {
        if number > 0 {
            made.push(LEFT_OUT.to_owned());
        }
        let Some(first) = part.first() else {
            continue;
        };
        let begin = match number {
            0 => Some(0),
            _ => rest.iter().position(|line| alike(line) == alike(first)),
        };
        let begin = begin.unwrap_or_else(|| panic!("{command} does not print {first:?} any more"));
        rest = &rest[begin..];
        let last = number + 1 == parts.len();
        let lines = if last { rest.len() } else { part.len() };
        let (same, left) = rest.split_at(lines.min(rest.len()));
        made.extend_from_slice(same);
        rest = left;
    }
    made
}

/// Returns a line without digits and without the widths of columns.
fn alike(line: &str) -> String {
    let kept = line.chars().filter(|c| c.is_alphabetic());
    kept.collect()
}

/// Returns a line without the time that it contains: ` in 3.7 s (27,041 a second)`.
fn timeless(line: &str) -> String {
    let timed = line.split_once(" a second)");
    let parts = timed.and_then(|(timed, after)| Some((timed.rsplit_once(" in ")?.0, after)));
    parts.map_or(line.to_owned(), |(before, after)| [before, after].concat())
}
