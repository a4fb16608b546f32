//! From layers to a [`Scenario`]: the roster, the scenario file over it, the settings over both; then all that no schema
//! can say: who is in the line-up, and who plays whom.

use std::collections::BTreeSet;
use std::path::Path;

use super::document::{Document, directory, read_text};
use super::fault::{Fault, Faults, Place, meant};
use super::file::{LineUpFile, ScenarioFile};
use super::{LineUp, Scenario, Seats, StrategyPlan, roster_file};
use crate::games::arena::Roster;

/// the most fighters of a game.
const MAX_FIGHTERS: usize = 8;

impl Scenario {
    /// Reads a scenario file and its roster, with `--set` assignments (`PATH=VALUE`) over them.
    ///
    /// # Errors
    /// Everything that is wrong, each with its place. Never panics, whatever the files hold.
    pub fn load(path: &Path, sets: &[String]) -> Result<Scenario, Faults> {
        resolve(Document::read(path)?, sets)
    }

    /// As [`Scenario::load`], of a text as if it stood in the file `path`; its roster is read from there.
    pub fn from_text(path: &Path, text: &str, sets: &[String]) -> Result<Scenario, Faults> {
        resolve(Document::parse(path, text)?, sets)
    }
}

/// Reads a roster file, with `--set` assignments over it.
///
/// # Errors
/// Everything that is wrong, each with its place.
pub fn load_roster(path: &Path, sets: &[String]) -> Result<Roster, Faults> {
    let document = with_settings(Document::read(path)?, sets)?;
    roster_file::decode(&document)
}

/// As [`load_roster`], of a text as if it stood in the file `path`.
pub fn roster_from_text(path: &Path, text: &str, sets: &[String]) -> Result<Roster, Faults> {
    let document = with_settings(Document::parse(path, text)?, sets)?;
    roster_file::decode(&document)
}

/// Lays settings over a document.
pub fn with_settings(mut document: Document, sets: &[String]) -> Result<Document, Faults> {
    let mut faults = Faults::default();
    for setting in sets {
        faults.keep(document.set(setting));
    }
    faults.done().map(|()| document)
}

/// The scenario that a document holds.
pub fn resolve(document: Document, sets: &[String]) -> Result<Scenario, Faults> {
    let mut document = with_settings(document, sets)?;
    let mut faults = Faults::default();
    let changes = document.take("fighters");
    let file: Option<ScenarioFile> = faults.keep(document.decode());
    let roster = faults.keep(read_roster(&document)).flatten().and_then(|mut roster| {
        let changed = match changes {
            Some(changes) => faults.keep(roster_file::lay_changes(&mut roster, changes)),
            None => Some(vec![]),
        };
        Some((faults.keep(roster_file::decode(&roster))?, changed?))
    });
    let (Some(file), Some((roster, changes))) = (file, roster) else {
        return Err(faults.done().expect_err("a part is missing only with a fault"));
    };
    let line_up = faults.keep(line_up(&document, &file.line_up, &roster));
    let strategies = faults.keep(strategies(&document, &file, line_up.as_ref()));
    faults.done()?;
    let (Some(line_up), Some(strategies)) = (line_up, strategies) else {
        unreachable!("a part is missing only with a fault")
    };
    Ok(Scenario { title: file.title, description: file.description, rules: file.rules, roster, changes, line_up, strategies })
}

/// The document of the roster that the scenario names; none if it names none, which is a fault of the scenario already.
fn read_roster(scenario: &Document) -> Result<Option<Document>, Fault> {
    let Some((name, place)) = scenario.text(&["roster"]).filter(|(name, _)| !name.is_empty()) else {
        return Ok(None);
    };
    let path = directory(place).join(name);
    let text = read_text(&path).map_err(|what| scenario.fault(&["roster"], format!("{} {what}", path.display())))?;
    Document::parse(&path, &text).map(Some)
}

fn line_up(document: &Document, file: &LineUpFile, roster: &Roster) -> Result<LineUp, Faults> {
    let mut faults = Faults::default();
    let fault = |field: &str, what: &str| document.fault(&["line-up", field], what);
    if file.pool.is_some() && file.draw.is_none() {
        faults.push(fault("pool", "goes with `draw` only"));
    }
    if file.seats.is_some() && file.teams.is_none() {
        faults.push(fault("seats", "goes with `teams` only"));
    }
    let resolved = match (file.draw, &file.fighters, &file.teams) {
        (Some(draw), None, None) => {
            let pool = file.pool.clone().unwrap_or_else(|| roster.fighters.keys().cloned().collect());
            if let Some(named) = &file.pool {
                check_names(document, &["pool"], named, roster, &mut BTreeSet::new(), &mut faults);
            }
            if usize::from(draw) > pool.len() {
                faults.push(fault("draw", &format!("is {draw}, but there are only {} to draw from", pool.len())));
            }
            Some(LineUp::Drawn { draw: draw.into(), pool })
        }
        (None, Some(fighters), None) => {
            check_names(document, &["fighters"], fighters, roster, &mut BTreeSet::new(), &mut faults);
            Some(LineUp::Fixed(fighters.clone()))
        }
        (None, None, Some(teams)) => {
            let mut seen = BTreeSet::new();
            for (i, team) in teams.iter().enumerate() {
                check_names(document, &["teams", &i.to_string()], team, roster, &mut seen, &mut faults);
            }
            let count: usize = teams.iter().map(Vec::len).sum();
            if count > MAX_FIGHTERS {
                faults.push(fault("teams", &format!("hold {count} fighters; wants at most {MAX_FIGHTERS}")));
            }
            Some(LineUp::Teams { teams: teams.clone(), seats: file.seats.unwrap_or(Seats::PerFighter) })
        }
        (None, None, None) => {
            let what = "wants one of `draw = 4`, `fighters = […]` and `teams = [[…], […]]`";
            faults.push(document.fault(&["line-up"], what));
            None
        }
        _ => {
            let given = ["draw", "fighters", "teams"].into_iter().filter(|field| document.get(&["line-up", field]).is_some());
            let what = format!("has {}; wants only one of them", super::fault::list(&given.collect::<Vec<_>>(), "and"));
            faults.push(document.fault(&["line-up"], what));
            None
        }
    };
    faults.done().map(|()| resolved.expect("without a fault there is a line-up"))
}

/// Every name is a fighter of the roster, and none was seen before.
fn check_names<'a>(
    document: &Document,
    path: &[&str],
    names: &'a [String],
    roster: &Roster,
    seen: &mut BTreeSet<&'a str>,
    faults: &mut Faults,
) {
    for (i, name) in names.iter().enumerate() {
        let position = i.to_string();
        let path = [&["line-up"], path, &[&position]].concat();
        if !roster.fighters.contains_key(name) {
            let known = roster.fighters.keys().map(String::as_str);
            faults.push(document.fault(&path, format!("the roster has no fighter `{name}`{}", meant(name, known))));
        } else if !seen.insert(name) {
            faults.push(document.fault(&path, format!("`{name}` is in the line-up already")));
        }
    }
}

/// Who plays whom; without a sound line-up only what does not depend on it is checked.
fn strategies(document: &Document, file: &ScenarioFile, line_up: Option<&LineUp>) -> Result<StrategyPlan, Faults> {
    let mut faults = Faults::default();
    let mut resolve = |path: &[&str], strategy: &str| {
        if strategy.is_empty() {
            faults.push(document.fault(path, "is an empty name; wants a strategy's name, or a strategy file"));
        }
        let place = document.get(path).map(|node| &node.place);
        strategy_path(strategy, place)
    };
    let entry = |group, key: &str| vec!["strategies".to_owned(), group, key.to_owned()];
    let mut of = |group: &str, key: &str, strategy: &str| {
        let path = entry(group.to_owned(), key);
        resolve(&path.iter().map(String::as_str).collect::<Vec<_>>(), strategy)
    };
    let exceptions = &file.strategies;
    let plan = StrategyPlan {
        fighters: exceptions.fighters.iter().map(|(key, name)| (key.clone(), of("fighters", key, name))).collect(),
        seats: exceptions.seats.iter().map(|(seat, name)| (*seat, of("seats", &seat.to_string(), name))).collect(),
        teams: exceptions.teams.iter().map(|(team, name)| (*team, of("teams", &team.to_string(), name))).collect(),
        everybody: resolve(&["strategy"], &file.strategy),
    };
    let Some(line_up) = line_up else {
        return faults.done().map(|()| plan);
    };
    let playing = line_up.fighters();
    for key in exceptions.fighters.keys().filter(|key| !playing.contains(&key.as_str())) {
        let what = format!("`{key}` is not in the line-up{}", meant(key, playing.iter().copied()));
        faults.push(document.fault(&["strategies", "fighters", key], what));
    }
    for (group, one, most, numbers) in [
        ("seats", "seat", line_up.seats(), exceptions.seats.keys()),
        ("teams", "team", line_up.teams(), exceptions.teams.keys()),
    ] {
        for number in numbers.filter(|number| !(1..=most).contains(&usize::from(**number))) {
            let what = match most {
                0 => "everyone is alone in this line-up: there are no teams".to_owned(),
                _ => format!("there is no {one} {number}: they count from 1 to {most}"),
            };
            faults.push(document.fault(&["strategies", group, &number.to_string()], what));
        }
    }
    faults.done().map(|()| plan)
}

/// A strategy's name as it is; a file's as a path from the current directory.
fn strategy_path(strategy: &str, place: Option<&Place>) -> String {
    let is_file = strategy.ends_with(".toml") || strategy.ends_with(".luau") || strategy.contains('/');
    match place {
        Some(place) if is_file => directory(place).join(strategy).to_string_lossy().into_owned(),
        _ => strategy.to_owned(),
    }
}
