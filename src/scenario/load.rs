//! Builds a [`Scenario`] from the roster, the scenario file, and the settings. Then checks what a
//! schema cannot express: the line-up, and which bot plays which fighter.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value as Json;

use super::Scenario;
use super::casting::castings;
use super::changes::{self, Changes};
use super::document::{Document, DocumentNode, Value, join};
use super::fault::{Fault, Faults, Location, directory};
use super::file::{GameName, ScenarioFile};
use super::file_kind::FileKind;
use super::layers::same_source;
use super::missing::neighbour;
use super::read::read_text;
use super::validation::TypeSchema;
use crate::games::{Files, Title, families, title, titles};
use crate::shell;
use crate::words::{either, visible};

impl Scenario {
    /// Reads a scenario file and its roster, and applies settings of `--set` (`PATH=VALUE`).
    ///
    /// # Errors
    /// Returns all faults found, each with its location. Never panics, whatever the files contain.
    pub fn load(path: &Path, sets: &[String]) -> Result<Scenario, Faults> {
        resolve(Document::read(path)?, sets)
    }

    /// Parses a scenario from a text, as if it were the contents of the file `path`. The path of
    /// the roster is relative to `path`.
    ///
    /// # Errors
    /// Fails as [`Scenario::load`] does.
    pub fn from_text(path: &Path, text: &str, sets: &[String]) -> Result<Scenario, Faults> {
        resolve(Document::parse(path, text)?, sets)
    }
}

/// Applies settings of `--set` to a document that describes a roster, and validates the document.
/// Fills in values that are left out, if other values determine them.
///
/// # Errors
/// Returns all faults found, each with its location.
pub fn roster(title: &dyn Title, document: Document, sets: &[String]) -> Result<Json, Faults> {
    let document = with_settings(document.with_layers(title.layers()), sets)?;
    named_roster(title, &document)
}

/// Guesses the game to which a roster belongs. Checks the roster by the rules of each family of
/// games, and returns the game with the fewest errors.
pub fn title_of_roster(document: &Document) -> &'static dyn Title {
    let wrong = |title: &&'static dyn Title| {
        let roster = roster(*title, document.clone(), &[]);
        roster.err().map_or(0, |faults| faults.count())
    };
    families().min_by_key(wrong).expect("there are games")
}

/// Returns the roster (the list of fighters) that is shipped with a game.
pub fn official_roster(title: &dyn Title) -> Result<Json, Faults> {
    let path = Path::new("scenarios").join(title.name()).join("roster.toml");
    roster(title, Document::parse(&path, title.roster())?, &[])
}

pub(super) fn complete_roster(title: &dyn Title, document: &Document) -> Result<Json, Faults> {
    let mut roster: Json = document.decode_as(&TypeSchema::roster(title))?;
    title.complete_roster(&mut roster).map_err(|complaints| document.faults(complaints))?;
    Ok(roster)
}

/// Completes a roster, and checks that all its fighters have different names.
fn named_roster(title: &dyn Title, document: &Document) -> Result<Json, Faults> {
    let roster = complete_roster(title, document)?;
    equal_names(title, document).done()?;
    Ok(roster)
}

/// Returns a fault for each fighter of a roster that has the name of another fighter. Reports show
/// names, so readers could not tell these fighters apart.
fn equal_names(title: &dyn Title, roster: &Document) -> Faults {
    let mut faults = Faults::default();
    let Some(Value::Table(fighters)) = roster.get(&["fighters"]).map(|node| &node.value) else {
        return faults;
    };
    let [word, _] = title.words().fighter;
    let mut known: BTreeMap<String, (&str, &Location)> = BTreeMap::new();
    for key in fighters.keys() {
        let Some((name, location)) = roster.text(&["fighters", key.as_str(), "name"]) else {
            continue;
        };
        let Some((other, of_other)) = known.insert(visible(name), (key.as_str(), location)) else {
            continue;
        };
        // The fault is that of the later layer: of the scenario or a setting, not of the roster.
        let is_later = |location: &Location| !same_source(location, &roster.root.location);
        let (at, first) = match is_later(of_other) && !is_later(location) {
            true => (other, key.as_str()),
            false => (key.as_str(), other),
        };
        let what = format!("is also the name of the {word} `{first}`; give `{at}` another name");
        faults.push(roster.fault(&["fighters", at, "name"], what));
    }
    faults
}

/// Applies settings of `--set` (`PATH=VALUE`) to a TOML document.
pub fn with_settings(mut document: Document, sets: &[String]) -> Result<Document, Faults> {
    let mut faults = Faults::default();
    for setting in sets {
        faults.keep(document.set(setting));
    }
    faults.done().map(|()| document)
}

/// Builds a scenario from a parsed scenario file and settings of `--set`.
///
/// # Errors
/// Returns all faults found. Also fails if `strategy` is a list of bots, because the function
/// returns a single scenario.
pub fn resolve(document: Document, sets: &[String]) -> Result<Scenario, Faults> {
    let mut scenarios = resolve_each(document.clone(), sets)?;
    if let [first, _, ..] = scenarios.as_slice() {
        let what = format!(
            "lists {} bots, but this command accepts one bot; name it, as in --strategy {}",
            scenarios.len(),
            shell::word(&first.strategies.everybody)
        );
        let document = with_settings(document, sets)?;
        return Err(document.fault(&["strategy"], what).into());
    }
    Ok(scenarios.remove(0))
}

/// Builds scenarios from a parsed scenario file and settings of `--set`. If `strategy` is a list of
/// bots, builds one scenario per bot, in which the bot plays all fighters; otherwise one scenario.
///
/// # Errors
/// Returns all faults found.
pub fn resolve_each(document: Document, sets: &[String]) -> Result<Vec<Scenario>, Faults> {
    let Some(title) = game_of(&document, sets) else {
        if let Some(fault) = FileKind::Scenario.instead(&document) {
            return Err(fault.into());
        }
        // If the game is unknown, only the common fields and the roster file can be checked.
        let document = with_settings(document, sets)?;
        let mut faults = Faults::default();
        faults.keep(document.decode::<ScenarioFile>());
        faults.keep(read_roster(&document));
        return Err(faults.done().expect_err("the game is missing or unknown"));
    };
    let mut document = with_settings(document.with_layers(title.layers()), sets)?;
    let mut faults = Faults::default();
    let changes = document.take("fighters");
    let schema = TypeSchema::scenario(title);
    faults.extend(take_misplaced(&mut document, &schema));
    let written = document.clone();
    lay_rules_under(&mut document, title);
    let file: Option<ScenarioFile> = faults.keep(document.decode_as(&schema));
    let laid = laid_roster(title, &document, changes, &mut faults);
    let roster = laid
        .and_then(|(roster, changes)| Some((faults.keep(named_roster(title, &roster))?, changes?)));
    let (Some(file), Some((roster, changes))) = (file, roster) else {
        let faults = faults.done().expect_err("a part is missing only with a fault");
        return Err(explained(title, &document, faults));
    };
    let mut files =
        Files { rules: file.rules.clone().into(), roster, line_up: file.line_up.clone().into() };
    let completed = title.complete_line_up(&mut files.line_up, &files.roster);
    let seating = match completed {
        Ok(()) => {
            let is_written = |path: &[&str]| written.get(path).is_some();
            faults.extend(written.faults(title.check_rules(&files, &is_written)));
            Some(title.seating(&files.line_up, &files.roster))
        }
        Err(complaints) => {
            faults.extend(document.faults(complaints));
            None
        }
    };
    let castings = faults.keep(castings(title, &document, &file, seating.as_ref()));
    faults.done()?;
    let (Some(seating), Some(castings)) = (seating, castings) else {
        unreachable!("a part is missing only with a fault")
    };
    let scenario = |(strategies, bots)| Scenario {
        title: file.title.clone(),
        description: file.description.clone(),
        game: GameName::of(title),
        rules: files.rules.clone(),
        roster: files.roster.clone(),
        changes: changes.fields.clone(),
        added: changes.added.clone(),
        line_up: files.line_up.clone(),
        seating: seating.clone(),
        strategies,
        bots,
    };
    Ok(castings.into_iter().map(scenario).collect())
}

/// Reads the roster of a scenario and applies the scenario's changes.
///
/// Returns the roster and the changes. The changes are `None` if they have faults. Returns `None`
/// if the scenario names no roster; the caller then reports that fault.
fn laid_roster(
    title: &dyn Title,
    scenario: &Document,
    changes: Option<DocumentNode>,
    faults: &mut Faults,
) -> Option<(Document, Option<Changes>)> {
    let roster = faults.keep(read_roster(scenario)).flatten()?;
    let mut roster = roster.with_layers(title.layers());
    let changes = match changes {
        Some(changes) => faults.keep(changes::lay(title, &mut roster, changes)),
        None => Some(Changes::default()),
    };
    Some((roster, changes))
}

/// Removes the changes of fighters that are not in the table `fighters`, such as those of the
/// setting `agaric.size=9`. Returns a fault for each, with the probable path.
fn take_misplaced(scenario: &mut Document, schema: &TypeSchema) -> Faults {
    let mut faults = Faults::default();
    let Value::Table(fields) = &scenario.root.value else {
        return faults;
    };
    let is_unknown = |key: &&String| !schema.fields().any(|field| field == key.as_str());
    let unknown: Vec<String> = fields.keys().filter(is_unknown).cloned().collect();
    if unknown.is_empty() {
        return faults;
    }
    let Ok(Some(roster)) = read_roster(scenario) else {
        return faults;
    };
    for key in unknown {
        if roster.get(&["fighters", &key]).is_none() {
            continue;
        }
        let Some(node) = scenario.take(&key) else {
            continue;
        };
        let mut path = join("fighters", &key, false);
        let mut below = &node;
        while let Value::Table(fields) = &below.value
            && let Some((field, value)) = fields.iter().next()
        {
            path = join(&path, field, false);
            below = value;
        }
        faults.push(Fault {
            what: format!("there is no such field; did you mean `{path}`?"),
            location: node.location,
            field: key,
        });
    }
    faults
}

/// Returns the faults of a scenario. If the scenario names the roster of another game, returns only
/// this fault, because every fighter of such a roster has faults.
fn explained(title: &dyn Title, scenario: &Document, faults: Faults) -> Faults {
    foreign_roster(title, scenario).map_or(faults, Faults::from)
}

/// Returns the fault of a scenario whose field `roster` names a roster of another game, or a file
/// of another kind. Returns `None` if the game of the roster cannot be recognised.
fn foreign_roster(title: &dyn Title, scenario: &Document) -> Option<Fault> {
    let document = read_roster(scenario).ok().flatten()?;
    let is_of = |title: &dyn Title| roster(title, document.clone(), &[]).is_ok();
    if is_of(title) {
        return None;
    }
    let what = match FileKind::of(&document)? {
        FileKind::Roster => {
            let games: Vec<&str> =
                titles().filter(|other| is_of(*other)).map(Title::name).collect();
            if games.is_empty() {
                return None;
            }
            let (theirs, own) = (either(games), title.name());
            format!("is a roster of {theirs}, but the scenario is of {own}")
        }
        other => format!("is {}, not {}", other.name(), FileKind::Roster.name()),
    };
    let (file, _) = scenario.text(&["roster"])?;
    Some(scenario.fault(&["roster"], format!("{file} {what}")))
}

/// Returns the game of a parsed scenario file, and the roster with the scenario's changes. Does not
/// check the bots.
///
/// # Errors
/// Returns all faults of the roster and of the changes. If the game or the roster is missing,
/// returns all faults of the scenario.
pub fn roster_of(document: &Document) -> Result<(&'static dyn Title, Document), Faults> {
    if let Some(title) = game_of(document, &[]) {
        let mut scenario = document.clone();
        let changes = scenario.take("fighters");
        let mut faults = Faults::default();
        if let Some((roster, _)) = laid_roster(title, &scenario, changes, &mut faults) {
            faults.keep(named_roster(title, &roster));
            return match faults.done() {
                Ok(()) => Ok((title, roster)),
                Err(faults) => Err(explained(title, document, faults)),
            };
        }
        faults.done()?;
    }
    let faults = resolve_each(document.clone(), &[]);
    Err(faults.expect_err("the game or the roster is missing or unknown"))
}

/// Returns the game of a scenario: the game that the last setting `game=…` names, or else the game
/// in the scenario file.
pub(super) fn game_of(document: &Document, sets: &[String]) -> Option<&'static dyn Title> {
    let set = sets.iter().rev().find_map(|set| {
        let (path, value) = set.split_once('=')?;
        (path.trim() == "game").then(|| value.trim().trim_matches(['"', '\'']))
    });
    title(set.or_else(|| document.text(&["game"]).map(|(name, _)| name))?)
}

/// Adds the default values of rules that the scenario does not set.
fn lay_rules_under(document: &mut Document, title: &dyn Title) {
    let Some((_, location)) = document.text(&["game"]) else {
        return;
    };
    let location = location.clone();
    let rules: Json = toml::from_str(&title.rules()).expect("a title's rules are TOML");
    let own = document.take("rules");
    document.lay("rules", DocumentNode::from_json(&rules, &location));
    if let Some(own) = own {
        document.lay("rules", own);
    }
}

/// Reads the roster file that a scenario names. Returns `None` if the scenario names no roster; the
/// caller then reports that error.
fn read_roster(scenario: &Document) -> Result<Option<Document>, Fault> {
    let Some((name, location)) = scenario.text(&["roster"]).filter(|(name, _)| !name.is_empty())
    else {
        return Ok(None);
    };
    let path = directory(location).join(name);
    let text = read_text(&path).map_err(|what| {
        let what = format!("{} {what}{}", path.display(), neighbour(&path));
        scenario.fault(&["roster"], what)
    })?;
    Document::parse(&path, &text).map(Some)
}
