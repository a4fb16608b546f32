//! Writes a scenario, with the settings of `--set` applied, as a new scenario file.

use std::path::Path;

use serde_json::json;

use super::bot::is_file;
use super::document::{Document, Value};
use super::fault::{Faults, directory};
use super::load::{game_of, with_settings};

/// Returns the text of a new scenario file: the values of `document`, with the settings `sets`
/// (`PATH=VALUE`) applied. Relative paths of files are converted for the folder `folder`.
///
/// # Errors
/// Fails if a setting is invalid.
pub fn written(document: Document, sets: &[String], folder: &Path) -> Result<String, Faults> {
    let layers = game_of(&document, sets).map(|title| title.layers());
    let document = document.with_layers(layers.unwrap_or_default());
    let mut document = moved(with_settings(document, sets)?, folder);
    let title = document.take("title").map(|title| json!({ "title": title.to_json() }));
    let parts = title.into_iter().chain([document.root.to_json()]);
    Ok(parts.map(|part| toml::to_string(&part).expect("it was read as TOML")).collect())
}

/// Converts the names of files in a scenario or strategy file to paths relative to a folder.
/// Leaves out files that do not exist; the error is reported when the file is read.
pub fn moved(mut document: Document, folder: &Path) -> Document {
    let Value::Table(parts) = &mut document.root.value else {
        return document;
    };
    for (part, node) in parts {
        let names_file: fn(&str) -> bool = match part.as_str() {
            "roster" => |_| true,
            "strategy" | "strategies" | "search" => is_file,
            _ => continue,
        };
        node.each(&mut |node| {
            let from = directory(&node.location);
            if let Value::Text(name) = &mut node.value
                && names_file(name)
                && let Some(path) = path_from(folder, &from.join(&*name))
            {
                *name = path;
            }
        });
    }
    document
}

/// Returns the path of a file relative to a folder; `None` if one of them does not exist.
pub fn path_from(folder: &Path, file: &Path) -> Option<String> {
    let (there, here) = (file.canonicalize().ok()?, folder.canonicalize().ok()?);
    let pairs = there.components().zip(here.components());
    let same = pairs.take_while(|(a, b)| a == b).count();
    let up = here.components().skip(same).map(|_| "..".to_owned());
    let down = there.components().skip(same);
    let down = down.map(|part| part.as_os_str().to_string_lossy().into_owned());
    Some(up.chain(down).collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::scenario::{Bot, Scenario, resolve, resolve_each};

    const BASE: &str = "scenarios/ultimate-warriorz/own-changes.toml";

    fn sets(all: &[&str]) -> Vec<String> {
        all.iter().map(|set| (*set).to_owned()).collect()
    }

    #[test]
    fn what_is_written_is_the_scenario_with_its_settings_wherever_it_lands() {
        let own = tempfile::tempdir().unwrap();
        let deep = own.path().join("deep");
        fs::create_dir(&deep).unwrap();
        let settings = sets(&[
            "fighters.agaric.cards.3.defense=9",
            "fighters.bonzai.cards.2.technique.kamikaze.dice=[3, 2]",
            "rules.rounds=9",
            "title=\"A \\\"title\\\" of 'two'\"",
            "strategy=tests/data/greedy.toml",
        ]);
        let document = Document::read(Path::new(BASE)).unwrap();
        let meant = resolve(document.clone(), &settings).unwrap();
        for folder in [Path::new("."), own.path(), &deep] {
            let text = written(document.clone(), &settings, folder).unwrap();
            let parsed = Document::parse(&folder.join("new.toml"), &text).unwrap();
            let read = resolve(parsed, &[]).unwrap();
            assert_eq!((&read.title, &read.rules), (&meant.title, &meant.rules));
            assert_eq!((&read.roster, &read.line_up), (&meant.roster, &meant.line_up));
            assert_eq!(read.changes, meant.changes);
            let bots = |of: &Scenario| {
                let mut bots: Vec<Bot> = of.bots.values().cloned().collect();
                bots.sort_by(|a, b| a.name.cmp(&b.name));
                bots
            };
            assert_eq!(bots(&read), bots(&meant));
            assert!(text.starts_with("title = "), "{text}");
        }
    }

    #[test]
    fn a_list_of_bots_stays_one() {
        let document =
            Document::read(Path::new("scenarios/ultimate-warriorz/tribal-rumble.toml")).unwrap();
        let settings = sets(&["strategy=[\"balanced\", \"tests/data/greedy.toml\"]"]);
        let text = written(document, &settings, Path::new("docs")).unwrap();
        assert!(text.contains("\"../tests/data/greedy.toml\""), "{text}");
        let parsed = Document::parse(Path::new("docs/new.toml"), &text).unwrap();
        assert_eq!(resolve_each(parsed, &[]).unwrap().len(), 2);
    }
}
