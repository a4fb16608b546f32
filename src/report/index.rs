//! The index of a folder of reports: one page that lists all reports with their commands and
//! verdicts.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value as Json;

use super::page::index;
use super::words::{grouped, list};
use super::{MANIFEST, Manifest, atomic_file};
use crate::scenario::{no_link, read_bytes};
use crate::shell;
use crate::words::shown_line;

const NAME: &str = "index.html";
/// Maximum size of an index page in bytes; a report takes up about 1 KiB of it.
const MOST_BYTES: u64 = 64 << 20;

/// One report in the index (the page that lists all reports in a folder).
#[derive(Debug, Serialize)]
pub struct Entry {
    /// Name of the report's folder.
    name: String,
    /// Relative link from the index to the report's folder.
    link: String,
    /// Time at which the manifest was written, as in "2026-11-23 07:30".
    date: String,
    command: String,
    title: String,
    changed: String,
    bots: String,
    /// Number of games, formatted for readers, as in "2,000 of each variant".
    games: String,
    /// Number of games, as a number by which the page can sort the reports.
    played: u64,
    headline: String,
    partial: bool,
}

/// Writes the index of the reports in a folder.
///
/// # Errors
/// Fails if the folder cannot be read or written.
fn write(folder: &Path) -> Result<()> {
    let entries = entries(folder)?;
    let pair = ["A", "B"].map(|report| shell::path(&folder.join(report)));
    let compare = format!("gong compare {}", pair.join(" "));
    let page = index(&shown_line(&folder.display().to_string()), &compare, &entries)?;
    atomic_file::write(&folder.join(NAME), page.as_bytes())
}

/// Name of the default folder in which reports are stored.
pub const REPORTS: &str = "reports";

/// Updates the index of the folder that holds a new report, if gong has written an index there.
/// Creates a missing index only in the default folder of reports, [`REPORTS`].
///
/// # Errors
/// Fails if the folder cannot be read or written.
pub fn keep(report: &Path) -> Result<()> {
    let folder = match report.parent() {
        None => return Ok(()),
        Some(here) if here.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
    };
    if is_kept(folder) || (is_reports(folder) && fs::symlink_metadata(folder.join(NAME)).is_err()) {
        write(folder)?;
    }
    Ok(())
}

/// Returns whether a path leads to [`REPORTS`], the default folder of reports in the current
/// folder.
fn is_reports(folder: &Path) -> bool {
    let found = [folder, Path::new(REPORTS)].map(|path| path.canonicalize().ok());
    found[0].is_some() && found[0] == found[1]
}

/// Returns whether a folder has an index that gong has written and therefore updates.
fn is_kept(folder: &Path) -> bool {
    let mark = b"content=\"gong, index of reports\"";
    let path = folder.join(NAME);
    let page = no_link(&path).and_then(|()| read_bytes(&path, MOST_BYTES));
    page.is_ok_and(|page| page.windows(mark.len()).any(|part| part == mark))
}

/// Returns the reports in a folder, the latest first.
fn entries(folder: &Path) -> Result<Vec<Entry>> {
    let cannot = || format!("cannot read {}", folder.display());
    let mut found = vec![];
    for inside in fs::read_dir(folder).with_context(cannot)? {
        let inside = inside.with_context(cannot)?;
        // Skips hidden folders, which are reports still being written, names that are not Unicode,
        // which cannot be linked, and symbolic links.
        let Some(name) = inside.file_name().to_str().map(str::to_owned) else {
            continue;
        };
        if name.starts_with('.') || no_link(&inside.path()).is_err() {
            continue;
        }
        let written = fs::metadata(inside.path().join(MANIFEST));
        let written = written.and_then(|file| file.modified());
        if let (Ok(manifest), Ok(written)) = (Manifest::read(&inside.path()), written) {
            found.push((written, Entry::new(name, written, &manifest)));
        }
    }
    found.sort_by(|(a, one), (b, other)| b.cmp(a).then_with(|| one.name.cmp(&other.name)));
    Ok(found.into_iter().map(|(_, entry)| entry).collect())
}

impl Entry {
    fn new(name: String, written: SystemTime, manifest: &Manifest) -> Entry {
        let date = DateTime::<Utc>::from(written);
        let command = manifest.command.split_whitespace().nth(1);
        Entry {
            link: escaped(&name),
            name: shown_line(&name),
            date: date.format("%Y-%m-%d %H:%M").to_string(),
            command: command.unwrap_or_default().to_owned(),
            title: manifest.title.clone(),
            changed: changed(manifest),
            bots: few(manifest.strategies.iter().map(|bot| &bot.name)),
            games: grouped(manifest.games) + &manifest.each(),
            played: manifest.games,
            headline: manifest.headline.clone(),
            partial: manifest.partial,
        }
    }
}

/// Lists the names of bots; of many bots, names the first two.
fn few<'a>(bots: impl Iterator<Item = &'a String>) -> String {
    let bots: Vec<&String> = bots.collect();
    match bots.as_slice() {
        [one, other, rest @ ..] if rest.len() > 1 => {
            format!("{one}, {other} and {} others", rest.len())
        }
        all => list(all),
    }
}

/// Returns all changes of a report's scenario as one line of text: changed rules and fighters, and
/// the changes that a comparison or a sweep makes.
fn changed(manifest: &Manifest) -> String {
    let rules = manifest.rule_changes.iter();
    let mut all: Vec<String> =
        rules.map(|of| format!("rules.{} = {}", of.rule, of.value)).collect();
    let fields = |key: &str| -> Vec<&str> {
        let fields = manifest.scenario[key].as_array();
        fields.into_iter().flatten().filter_map(Json::as_str).collect()
    };
    for field in fields("changes") {
        let at = format!("/{}", field.replace('.', "/"));
        all.push(match manifest.scenario["roster"].pointer(&at) {
            Some(Json::Object(_) | Json::Array(_)) | None => field.to_owned(),
            Some(Json::String(text)) => format!("{field} = {text}"),
            Some(value) => format!("{field} = {value}"),
        });
    }
    all.extend(fields("added").iter().map(|field| format!("{field} added")));
    all.extend(manifest.changed.iter().cloned());
    all.join("; ")
}

/// Returns the name of a folder, escaped for a link.
fn escaped(name: &str) -> String {
    let byte = |byte: &u8| match byte {
        b'-' | b'_' | b'.' | b'~' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => {
            char::from(*byte).to_string()
        }
        other => format!("%{other:02X}"),
    };
    name.as_bytes().iter().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Extras;
    use crate::report::sample::write as sample;
    use crate::stats::sample::cast;

    #[test]
    fn every_report_is_named_with_what_it_says_and_other_things_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["first", "50 % & <more>"] {
            let at = folder.path().join(name);
            sample(&at, &cast(8, 4), 60, false, Extras::default()).unwrap();
        }
        fs::create_dir(folder.path().join("drafts")).unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink("first", folder.path().join("linked")).unwrap();
        fs::write(folder.path().join("diary.txt"), "mine").unwrap();
        let path = folder.path().join(NAME);
        write(folder.path()).unwrap();
        let page = fs::read_to_string(&path).unwrap();
        assert!(page.contains("2 reports, the latest first"), "{page}");
        assert!(page.contains("50%20%25%20%26%20%3Cmore%3E/report.html"), "{page}");
        assert!(page.contains("50 % &amp; &lt;more&gt;"), "{page}");
        let headline = Manifest::read(&folder.path().join("first")).unwrap().headline;
        assert!(!headline.is_empty() && page.contains(&headline), "{headline}");
        assert!(["drafts", "diary", "linked"].iter().all(|other| !page.contains(other)), "{page}");
        sample(&folder.path().join("later"), &cast(8, 4), 60, false, Extras::default()).unwrap();
        keep(&folder.path().join("later")).unwrap();
        let page = fs::read_to_string(&path).unwrap();
        assert!(page.contains("3 reports, the latest first"), "{page}");
        fs::write(&path, "my own page").unwrap();
        keep(&folder.path().join("later")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "my own page");
    }

    #[test]
    fn the_number_of_games_may_be_that_of_each_variant() {
        let games = |games_of: &str| {
            let manifest = Manifest {
                games_of: games_of.to_owned(),
                ..crate::report::sample::manifest(&cast(4, 4), 2_000)
            };
            Entry::new("a".to_owned(), SystemTime::UNIX_EPOCH, &manifest).games
        };
        assert_eq!(games("each variant"), "2,000 of each variant");
        assert_eq!(games(""), "2,000");
    }

    #[test]
    fn of_many_bots_two_are_named() {
        let bots: Vec<String> = (1..=4).map(|bot| format!("bot {bot}")).collect();
        let said = |count: usize| few(bots[..count].iter());
        assert_eq!(said(3), "bot 1, bot 2 and bot 3");
        assert_eq!(said(4), "bot 1, bot 2 and 2 others");
    }

    #[test]
    fn what_was_changed_is_said_in_a_line() {
        let mut manifest = crate::report::sample::manifest(&cast(4, 4), 10);
        manifest.rule_changes = vec![crate::report::RuleChange {
            rule: "rounds".into(),
            value: "12".into(),
            default: "7".into(),
        }];
        manifest.scenario = serde_json::json!({
            "changes": ["fighters.agaric.size", "fighters.agaric.cards.3"], "added": ["fighters.poppy"],
            "roster": { "fighters": { "agaric": { "size": 6, "cards": { "3": {} } } } },
        });
        assert_eq!(
            changed(&manifest),
            "rules.rounds = 12; fighters.agaric.size = 6; fighters.agaric.cards.3; fighters.poppy \
             added"
        );
    }
}
