//! The command `gong check`: checks files for errors.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::trial;
use crate::games::{self, Title, families, titles};
use crate::report::words::{counted, list};
use crate::scenario::{
    Document, Fault, Faults, FileKind, Scenario, bot, is_script, read_text, resolve_each, roster,
    with_settings,
};
use crate::session::{Sets, each_once};
use crate::strategies::script::UsedNames;

/// Check scenarios, rosters, strategies and scripts, and report their faults
#[derive(Debug, Clone, Args)]
pub struct Check {
    /// Files, or directories whose .toml and .luau files are checked
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    sets: Sets,
}

impl Check {
    pub fn run(self, out: &mut dyn Write) -> anyhow::Result<()> {
        each_once("--set", &self.sets.sets)?;
        let mut faults = Faults::default();
        for path in &self.paths {
            for path in files(path, &mut faults) {
                if let Some(Sound { summary, notes }) = faults.keep(check(&path, &self.sets.sets)) {
                    writeln!(out, "ok: {}: {summary}", path.display())?;
                    for note in notes.sorted().iter() {
                        writeln!(out, "note: {note}")?;
                    }
                }
            }
        }
        Ok(faults.done()?)
    }
}

/// The result of the check of a file without faults: a description of the file, and warnings about
/// settings that are probably unintended.
struct Sound {
    summary: String,
    notes: Faults,
}

impl From<String> for Sound {
    fn from(summary: String) -> Sound {
        Sound { summary, notes: Faults::default() }
    }
}

/// Checks a file. Determines the kind of the file from its fields: the kind to which most of the
/// fields belong. A script is checked by playing games with it.
fn check(path: &Path, sets: &[String]) -> Result<Sound, Faults> {
    let is_types = is_types(path) && path.is_file();
    if let (true, Some(set)) = (is_script(path), sets.first()) {
        let kind = if is_types { "a file of types for editors" } else { "a script" };
        let what = format!("is {kind} and has no settings that --set {set} could change");
        return Err(Fault::whole(path, what).into());
    }
    if is_types {
        let what = "types for editors, which gong schema script prints; not a bot";
        return Ok(what.to_owned().into());
    }
    if is_script(path) {
        return check_script(path);
    }
    let document = Document::read(path)?;
    match FileKind::of(&document) {
        Some(kind) => soundest(|family| check_as(kind, family, document.clone(), sets)),
        None => {
            let names = FileKind::ALL.map(FileKind::name).join(" nor ");
            let what = format!("is neither {names}: it has none of their fields");
            Err(document.fault(&[], what).into())
        }
    }
}

/// Checks a file of this kind by the rules of a game.
fn check_as(
    kind: FileKind,
    title: &'static dyn Title,
    document: Document,
    sets: &[String],
) -> Result<Sound, Faults> {
    match kind {
        FileKind::Roster => {
            let roster = roster(title, document, sets)?;
            Ok(roster_summary(title, &roster).into())
        }
        FileKind::Strategy => {
            let game =
                (document.text(&["network", "game"])).and_then(|(name, _)| games::title(name));
            let bot = bot(game.unwrap_or(title), &with_settings(document, sets)?, None, "")?;
            Ok(format!("strategy: {}", or_nothing(&bot.description)).into())
        }
        FileKind::Scenario => {
            let scenarios = resolve_each(document, sets)?;
            Ok(scenario_summary(&scenarios).into())
        }
    }
}

/// Beginnings or parts of messages about names. If a script has only such faults in a game, it may
/// be a script for another game.
const ABOUT_NAMES: [&str; 4] =
    ["has no field `", "there is no `", "has neither a function", "gong never calls `"];

/// Checks a script. A script does not name its game, so the script is tried in the games that
/// define most of its names; if it fails there because of unknown names, also in the others. The
/// script passes if it passes in a game. The notes have the names that are unknown in other games.
fn check_script(path: &Path) -> Result<Sound, Faults> {
    let text = read_text(path).unwrap_or_default();
    let used = UsedNames::of(&text);
    let rank = |family: &&'static dyn Title| {
        let known = family.script_names();
        let count = |names: &BTreeSet<&str>| names.intersection(&known).count();
        (count(&used.fields), count(&used.functions))
    };
    let mut likely: Vec<&'static dyn Title> = families().collect();
    likely.sort_by_key(|family| Reverse(rank(family)));
    let best = rank(&likely[0]);
    let (mut answers, mut passed, mut failed) = (vec![], vec![], vec![]);
    for family in likely {
        let own = rank(&family);
        if own != best && !passed.is_empty() {
            break;
        }
        let answer = trial::play(family, path);
        answers.push(answer.as_ref().err().cloned());
        match answer {
            // A game that calls fewer of the functions does not check them all.
            Ok(tried) if own.1 >= best.1 => passed.push((family, tried)),
            Err(faults) if own == best => failed.push((family, faults)),
            _ => {}
        }
    }
    let about_name =
        |fault: &Fault| (ABOUT_NAMES.iter()).any(|message| fault.what.contains(message));
    if !passed.is_empty() && (failed.iter()).all(|(_, faults)| faults.iter().all(about_name)) {
        let mut notes = Faults::default();
        for (family, faults) in &failed {
            notes.extend(of_game(*family, faults));
        }
        let games = list(passed.iter().flat_map(|(family, _)| games_of(*family)));
        let decisions: u64 = passed.iter().map(|(_, tried)| tried.decisions).sum();
        let summary = format!(
            "script for {games}: {}, {} tried",
            or_nothing(&passed[0].1.description),
            counted(decisions, "decision")
        );
        return Ok(Sound { summary, notes });
    }
    let has_no_hint = |faults: &Faults| !faults.to_string().contains("did you mean");
    let told = failed.iter().min_by_key(|(_, faults)| has_no_hint(faults));
    let (family, faults) = told.expect("a script that passes nowhere fails in the likeliest game");
    let differ = answers.iter().any(|answer| *answer != answers[0]);
    Err(if differ { of_game(*family, faults) } else { faults.clone() })
}

/// Adds to the faults of a script the games in which it was tried.
fn of_game(family: &'static dyn Title, faults: &Faults) -> Faults {
    let games = list(games_of(family));
    let mut told = Faults::default();
    for fault in faults.iter() {
        let what = format!("{} (as a script for {games})", fault.what);
        told.push(Fault { what, ..fault.clone() });
    }
    told
}

/// Returns the names of the games of a family.
fn games_of(family: &'static dyn Title) -> impl Iterator<Item = &'static str> {
    let kin = titles().filter(move |title| title.family() == family.family());
    kin.map(Title::name)
}

/// Checks a file that does not name its game, once for each family of games. The file passes if the
/// check succeeds for at least one family. Otherwise returns the faults for the family with the
/// fewest faults without a suggestion, and among such families with the fewest faults.
fn soundest(check: impl Fn(&'static dyn Title) -> Result<Sound, Faults>) -> Result<Sound, Faults> {
    let answers = families().map(check);
    let has_no_hint = |fault: &&Fault| !fault.what.contains("did you mean");
    let likeness = |faults: &Faults| (faults.iter().filter(has_no_hint).count(), faults.count());
    let least = answers.min_by_key(|answer| answer.as_ref().err().map_or((0, 0), likeness));
    least.expect("there are games")
}

fn or_nothing(description: &str) -> &str {
    if description.is_empty() { "no description" } else { description }
}

fn roster_summary(title: &dyn Title, roster: &serde_json::Value) -> String {
    let fighters = title.fighters(roster);
    let name = roster["name"].as_str().unwrap_or_default();
    let [_, many] = title.words().fighter;
    let [_, kinds] = title.words().thing;
    let things = match fighters.iter().map(|fighter| fighter.things).sum::<usize>() {
        0 => String::new(),
        things => format!(" with {things} {kinds}"),
    };
    format!("roster \"{name}\", {} {many}{things}", fighters.len())
}

fn scenario_summary(scenarios: &[Scenario]) -> String {
    let scenario = &scenarios[0];
    let mut parts =
        vec![format!("scenario \"{}\"", scenario.title), scenario.seating.about.clone()];
    if !scenario.changes.is_empty() {
        parts.push(format!("{} to the roster", counted(scenario.changes.len() as u64, "change")));
    }
    if !scenario.added.is_empty() {
        parts.push(format!("adds {}", scenario.added.join(", ")));
    }
    if scenarios.len() > 1 {
        parts.push(format!("with each of {} bots", scenarios.len()));
    }
    parts.join(", ")
}

/// Returns the file itself, or all .toml and .luau files below a directory, sorted. Reports a fault
/// if the directory cannot be read or has no such files.
fn files(path: &Path, faults: &mut Faults) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.to_owned()];
    }
    let mut found = vec![];
    match collect_files(path, &mut found) {
        Err(fault) => faults.push(fault),
        Ok(()) if found.is_empty() => {
            let what = "holds no .toml or .luau file to check".to_owned();
            faults.push(Fault::whole(path, what));
        }
        Ok(()) => {}
    }
    found.sort();
    found
}

fn collect_files(directory: &Path, found: &mut Vec<PathBuf>) -> Result<(), Fault> {
    let entries = fs::read_dir(directory)
        .map_err(|error| Fault::whole(directory, format!("cannot be read: {error}")))?;
    for entry in entries.flatten() {
        // Symbolic links to directories are not followed, because they may form cycles.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect_files(&entry.path(), found)?;
        } else if is_meant(&entry.path()) {
            found.push(entry.path());
        }
    }
    Ok(())
}

/// Returns whether a file has types of scripts, which are only for editors.
fn is_types(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".d.luau")
}

/// Returns whether `gong check` checks a file of a directory. Skips type files.
fn is_meant(path: &Path) -> bool {
    let is_toml = path.extension().is_some_and(|extension| extension == "toml");
    is_toml || (is_script(path) && !is_types(path))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::official_roster;

    #[test]
    fn a_roster_is_described_with_the_things_that_its_fighters_have() {
        let told = titles().map(|title| {
            let roster = official_roster(title).unwrap();
            let told = roster_summary(title, &roster);
            told.rsplit("\", ").next().unwrap().to_owned()
        });
        let told: Vec<String> = told.collect();
        let [_, mad_arena, battle_cards, jungle] = &told[..] else {
            panic!("there are four games")
        };
        assert_eq!(mad_arena, "7 fighters with 37 cards");
        assert_eq!([battle_cards, jungle], ["50 characters", "8 heroes"]);
    }
}
