//! Builds a [`Scenario`] from the roster, the scenario file, and the settings. Then checks what a
//! schema cannot express: the line-up, and which bot plays which fighter.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value as Json;

use super::Scenario;
use super::casting::castings;
use super::changes::{self, Changes};
use super::document::{Document, DocumentNode};
use super::fault::{Fault, Faults, directory};
use super::file::{GameName, ScenarioFile};
use super::file_kind::FileKind;
use super::layers::same_source;
use super::missing::meant;
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
    complete_roster(title, &document)
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

/// Completes a roster, and checks that all its fighters have different names.
pub(super) fn complete_roster(title: &dyn Title, document: &Document) -> Result<Json, Faults> {
    let mut roster: Json = document.decode_as(&TypeSchema::roster(title))?;
    title.complete_roster(&mut roster).map_err(|complaints| document.faults(complaints))?;
    equal_names(title, document).done().map(|()| roster)
}

/// Returns a fault for each fighter of a roster that has the name of another fighter. Reports show
/// names, so readers could not tell these fighters apart.
fn equal_names(title: &dyn Title, roster: &Document) -> Faults {
    let fighters = roster.get(&["fighters"]).map(DocumentNode::keys).unwrap_or_default();
    let named = |key| {
        let (name, location) = roster.text(&["fighters", key, "name"])?;
        Some((!same_source(location, &roster.root.location), key, name))
    };
    // The fault is that of the later layer: of the scenario or a setting, not of the roster.
    let mut names: Vec<(bool, &str, &str)> = fighters.into_iter().filter_map(named).collect();
    names.sort_unstable();
    let [word, _] = title.words().fighter;
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    let fault = |(_, key, name)| {
        let first = known.insert(visible(name), key)?;
        let what = format!("is also the name of the {word} `{first}`; give `{key}` another name");
        Some(roster.fault(&["fighters", key, "name"], what))
    };
    names.into_iter().filter_map(fault).collect()
}

/// Applies settings of `--set` (`PATH=VALUE`) to a TOML document.
pub fn with_settings(mut document: Document, sets: &[String]) -> Result<Document, Faults> {
    let faults: Faults = sets.iter().filter_map(|setting| document.set(setting).err()).collect();
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
    let mut faults = Faults::default();
    let Some(title) = game_of(&document, sets) else {
        if let Some(fault) = FileKind::Scenario.instead(&document) {
            return Err(fault.into());
        }
        // If the game is unknown, only the common fields and the roster file can be checked.
        let document = with_settings(document, sets)?;
        let schema = TypeSchema::made_by(|generator| generator.root_schema_for::<ScenarioFile>());
        faults.keep(document.decode_as::<ScenarioFile>(&schema));
        faults.keep(read_roster(&document));
        return Err(faults.done().expect_err("the game is missing or unknown"));
    };
    let mut document = with_settings(document.with_layers(title.layers()), sets)?;
    let changes = document.take("fighters");
    let written = document.clone();
    lay_rules_under(&mut document, title);
    let file: Option<ScenarioFile> = faults.keep(document.decode_as(&TypeSchema::scenario(title)));
    let laid = faults.keep(laid_roster(title, &document, changes));
    let (Some(file), Some(Laid { roster, changes, .. })) = (file, laid) else {
        return Err(faults.done().expect_err("a part is missing only with a fault"));
    };
    let (rules, line_up) = (file.rules.clone().into(), file.line_up.clone().into());
    let mut files = Files { rules, roster, line_up };
    let completed = title.complete_line_up(&mut files.line_up, &files.roster);
    let seating = faults.keep(completed.map_err(|complaints| document.faults(complaints)));
    let seating = seating.map(|()| {
        let is_written = |path: &[&str]| written.get(path).is_some();
        faults.extend(written.faults(title.check_rules(&files, &is_written)));
        title.seating(&files.line_up, &files.roster)
    });
    let castings = faults.keep(castings(title, &document, &file, seating.as_ref()));
    faults.done()?;
    let scenario = |(strategies, bots)| Scenario {
        title: file.title.clone(),
        description: file.description.clone(),
        game: GameName::of(title),
        rules: files.rules.clone(),
        roster: files.roster.clone(),
        changes: changes.fields.clone(),
        added: changes.added.clone(),
        line_up: files.line_up.clone(),
        seating: seating.clone().expect("there are no faults"),
        strategies,
        bots,
    };
    Ok(castings.into_iter().flatten().map(scenario).collect())
}

/// The roster of a scenario with the scenario's changes.
struct Laid {
    document: Document,
    /// The complete roster.
    roster: Json,
    changes: Changes,
}

/// Reads the roster of a scenario and applies the scenario's changes.
///
/// # Errors
/// Returns all faults of the roster and of the changes; none if the scenario names no roster, which
/// is a fault of the scenario's fields. If the scenario names the roster of another game, returns
/// only this fault, because every fighter of such a roster has faults.
fn laid_roster(
    title: &dyn Title,
    scenario: &Document,
    changes: Option<DocumentNode>,
) -> Result<Laid, Faults> {
    let mut document = read_roster(scenario)?.ok_or_else(Faults::default)?;
    let own = document.clone();
    document.layers = title.layers();
    let mut faults = Faults::default();
    let changes = match changes {
        Some(changes) => faults.keep(changes::lay(title, &mut document, changes)),
        None => Some(Changes::default()),
    };
    let roster = faults.keep(complete_roster(title, &document));
    match (roster, changes) {
        (Some(roster), Some(changes)) => Ok(Laid { document, roster, changes }),
        _ => Err(foreign_roster(title, scenario, own).map_or(faults, Faults::from)),
    }
}

/// Returns the fault of a scenario whose field `roster` names a roster of another game, or a file
/// of another kind. Returns `None` if the game of the roster cannot be recognised.
fn foreign_roster(title: &dyn Title, scenario: &Document, document: Document) -> Option<Fault> {
    let is_of = |title: &dyn Title| roster(title, document.clone(), &[]).is_ok();
    let (file, _) = scenario.text(&["roster"])?;
    let what = match FileKind::of(&document)? {
        FileKind::Roster => {
            let games = titles().filter(|other| is_of(*other)).map(Title::name);
            let games: Vec<&str> = games.collect();
            if games.is_empty() || is_of(title) {
                return None;
            }
            format!("a roster of {}, but the scenario is of {}", either(games), title.name())
        }
        other => format!("{}, not {}", other.name(), FileKind::Roster.name()),
    };
    Some(scenario.fault(&["roster"], format!("{file} is {what}")))
}

/// Returns the game of a parsed scenario file, and the roster with the scenario's changes. Does not
/// check the bots.
///
/// # Errors
/// Returns all faults of the roster and of the changes. If the game or the roster is missing,
/// returns all faults of the scenario.
pub fn roster_of(document: &Document) -> Result<(&'static dyn Title, Document), Faults> {
    let mut scenario = document.clone();
    let changes = scenario.take("fighters");
    let title = game_of(document, &[]);
    match title.map(|title| (title, laid_roster(title, &scenario, changes))) {
        Some((title, Ok(laid))) => Ok((title, laid.document)),
        Some((_, Err(faults))) if !faults.is_empty() => Err(faults),
        _ => Err(resolve_each(document.clone(), &[]).expect_err("a part is missing or unknown")),
    }
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
    let location = document.fault(&["game"], "").location;
    let rules = toml::from_str(&title.rules()).expect("a title's rules are TOML");
    let own = document.take("rules");
    for rules in [Some(DocumentNode::from_json(&rules, &location)), own].into_iter().flatten() {
        document.lay("rules", rules).expect("the defaults are no settings");
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
        let what = format!("{} {what}{}", path.display(), meant(&path));
        scenario.fault(&["roster"], what)
    })?;
    Document::parse(&path, &text).map(Some)
}
