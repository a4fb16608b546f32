//! Checks of the documentation: links resolve, the named tests exist, gong knows the shown
//! commands, and lines are not too long.

#[path = "bless/claims.rs"]
mod claims;

use std::fs;
use std::path::{Path, PathBuf};

use gong::cli::command_line;

use crate::common::program::{printed, refused};

/// Collects every file below a folder whose name ends with `ending`, without build output.
fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            files(&path, ending, found);
        } else if name.ends_with(ending) {
            found.push(path);
        }
    }
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![];
    files(Path::new("."), ".md", &mut pages);
    assert!(pages.len() > 3, "{pages:?}");
    pages
}

#[test]
fn links_lead_to_files_that_are_there() {
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1) {
            let link = link.split(')').next().unwrap();
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            if link.contains("://") {
                continue;
            }
            let target = match path {
                "" => page.clone(),
                _ => page.parent().unwrap().join(path),
            };
            assert!(target.exists(), "{}: {link}", page.display());
            if !heading.is_empty() {
                let text = fs::read_to_string(&target).unwrap();
                let anchors = text.lines().filter(|line| line.starts_with('#')).map(anchor);
                let there = anchors.collect::<Vec<_>>().contains(&heading.to_string());
                assert!(there, "{}: {link}", page.display());
            }
        }
    }
}

#[test]
fn sentences_hold_for_the_tables_above_them() {
    let mut claims = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        claims += text.matches("<!-- holds:").count();
        let broken = claims::broken(&text);
        assert!(broken.is_empty(), "{}: {}", page.display(), broken.join("\n"));
    }
    assert!(claims > 3, "{claims}");
}

/// Maximum number of columns of a line of text.
const COLUMNS: usize = 100;

/// Returns whether a line of text is too long and can be broken, that is, has a space outside of
/// code. Comments do not count.
fn is_too_long(line: &str) -> bool {
    let (text, _) = line.split_once("<!--").unwrap_or((line, ""));
    let words = text.split('`').step_by(2).collect::<Vec<_>>().join("code");
    let marker = |c: char| c.is_ascii_digit() || "-. ".contains(c);
    let words = words.trim_end().trim_start_matches(marker);
    text.trim_end().chars().count() > COLUMNS && words.contains(' ')
}

#[test]
fn lines_of_text_have_at_most_100_columns() {
    let mut pages = vec![PathBuf::from("README.md")];
    files(Path::new("docs"), ".md", &mut pages);
    let mut long = vec![];
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let mut listing = false;
        for (number, line) in (1..).zip(text.lines()) {
            let start = line.trim_start();
            listing ^= start.starts_with("```");
            // Code, rows of tables and pictures have one line each.
            let whole = listing
                || line.starts_with("    ")
                || start.starts_with('|')
                || start.starts_with("![");
            if !whole && is_too_long(line) {
                long.push(format!("{}:{number}: {line}", page.display()));
            }
        }
    }
    assert!(long.is_empty(), "{}", long.join("\n"));
    assert!(is_too_long(&"word ".repeat(COLUMNS)));
    assert!(!is_too_long(&format!("- `{}`.", "word ".repeat(COLUMNS))));
}

/// Returns the anchor that GitHub gives to a heading.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().replace(' ', "-")
}

#[test]
fn the_tests_that_hold_a_method_exist() {
    let mut sources = vec![];
    files(Path::new("src"), ".rs", &mut sources);
    files(Path::new("tests"), ".rs", &mut sources);
    let code: String = sources.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let page = fs::read_to_string("docs/statistics.md").unwrap();
    let quoted = page.split('`').skip(1).step_by(2);
    let is_name = |word: &&str| {
        word.contains('_') && word.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    };
    let named: Vec<&str> = quoted.filter(is_name).collect();
    assert!(named.len() > 20, "{named:?}");
    for test in named {
        assert!(code.contains(&format!("fn {test}(")), "{test}");
    }
}

/// Checks that gong accepts the commands in the documentation: in listings, those after a prompt or
/// beginning with `gong`; in tables and text, those between backticks.
#[test]
fn commands_are_such_as_gong_knows() {
    let (mut known, mut wrong) = (0, vec![]);
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        let prompted = text.lines().filter_map(|line| line.strip_prefix("$ "));
        let quoted = text.split('`').skip(1).step_by(2);
        for command in prompted.chain(quoted).filter(|words| words.starts_with("gong ")) {
            // The command is abridged, or stands for several commands.
            if command.contains(['…', '\n'])
                || command.contains("COMMAND")
                || command.contains("SHELL")
            {
                continue;
            }
            let words: Vec<&str> = command.split_whitespace().collect();
            let gong = command_line();
            let there = gong.find_subcommand(words[1]).is_some();
            assert!(there, "{}: {command}", page.display());
            if words.len() == 2 {
                continue; // Only the subcommand is mentioned.
            }
            if let Err(error) = gong.try_get_matches_from(words) {
                wrong.push(format!("{}: {command}: {error}", page.display()));
            }
            let files = command.split([' ', '=', ',']).filter(|word| word.contains("scenarios/"));
            for file in files {
                assert!(Path::new(file).exists(), "{}: {command}", page.display());
            }
            known += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(known > 15, "{known}");
}

#[test]
fn the_manual_has_a_page_for_every_subcommand() {
    let whole = printed(&["man"]);
    assert!(whole.starts_with(".ie") || whole.contains(".TH gong 1"), "{whole}");
    let commands = command_line();
    let commands = commands.get_subcommands().filter(|of| !of.is_hide_set());
    for command in commands.map(clap::Command::get_name) {
        let named = format!("gong\\-{command}");
        assert!(whole.contains(&named), "{command}: {whole}");
        let page = printed(&["man", command]);
        assert!(page.contains("SYNOPSIS") && page.contains(&named), "{page}");
    }
    assert!(printed(&["man", "run"]).contains("\\-\\-rows"));
    let told = refused(&["man", "rum"]);
    assert!(told.contains("there is no subcommand `rum`; did you mean `run`?"), "{told}");
    // Subcommands of subcommands have pages; the subcommand `help` has none.
    assert!(printed(&["man", "new", "scenario"]).contains("\\-\\-like"));
    for page in [whole, printed(&["man", "new"])] {
        assert!(!page.contains("\\-help(1)"), "{page}");
    }
}

#[test]
fn shells_can_complete() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        assert!(script.contains("pairings") && script.contains("precision"), "{shell}");
    }
    refused(&["completions", "tcsh"]);
}

/// Checks that the page on designers' own effects shows the contents of the scenario that the page
/// names, and the current output of gong.
#[test]
fn the_page_on_own_effects_shows_what_there_is() {
    let page = fs::read_to_string("docs/own-effects.md").unwrap();
    let listings: Vec<&str> = page.split("```").skip(1).step_by(2).collect();
    let shown = |form: &str| {
        let found = listings.iter().find_map(|text| text.strip_prefix(form));
        found.unwrap_or_else(|| panic!("a listing: {form}"))
    };
    let example = shown("toml\n");
    let scenario = fs::read_to_string("scenarios/ultimate-warriorz/own-effects.toml").unwrap();
    assert!(scenario.contains(example), "{example}");
    let listed = shown("\n$ gong list effects powder-barrel\n");
    assert_eq!(printed(&["list", "effects", "powder-barrel"]), listed);
}
