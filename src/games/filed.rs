//! Reads typed values from the JSON of a game's files, and checks rosters and line-ups. All games
//! of the program share these functions.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::title::{Complaint, Provenance};
use crate::words::{stranger, suggest};

/// Reads a part of a scenario as a value of type `T`.
///
/// # Panics
/// Panics if the JSON does not match the schema of `T`, which the caller must have checked.
pub fn read<T: DeserializeOwned>(json: &Json) -> T {
    T::deserialize(json).expect("checked against the schema of its type")
}

/// Reads a part of a scenario as a value of type `T`, completes the value with the function
/// `complete`, and writes the value back.
///
/// # Errors
/// Returns the errors that `complete` returns.
///
/// # Panics
/// Panics if the JSON does not match the schema of `T`, which the caller must have checked.
pub fn complete<T: DeserializeOwned + Serialize>(
    json: &mut Json,
    complete: impl FnOnce(&mut T) -> Result<(), Vec<Complaint>>,
) -> Result<(), Vec<Complaint>> {
    let mut value: T = read(json);
    complete(&mut value)?;
    *json = serde_json::to_value(value).expect("plain data");
    Ok(())
}

/// Returns `Ok` if the list of problems is empty, otherwise the list as the error.
pub fn sound(complaints: Vec<Complaint>) -> Result<(), Vec<Complaint>> {
    match complaints.is_empty() {
        true => Ok(()),
        false => Err(complaints),
    }
}

/// The fighter names that a line-up may use (those of the roster), and the names that the line-up
/// has used already. `word` is the game's word for a fighter.
pub struct LineUpNames<'a, F> {
    word: &'static str,
    fighters: &'a BTreeMap<String, F>,
    seen: BTreeSet<&'a str>,
}

impl<'a, F> LineUpNames<'a, F> {
    pub fn new(word: &'static str, fighters: &'a BTreeMap<String, F>) -> Self {
        LineUpNames { word, fighters, seen: BTreeSet::new() }
    }

    /// Checks that every name is a fighter of the roster and occurs once in the line-up. `path` is
    /// the path of the checked list within the line-up; the method appends each error to
    /// `complaints`.
    pub fn check(&mut self, path: &[&str], names: &'a [String], complaints: &mut Vec<Complaint>) {
        for (i, name) in names.iter().enumerate() {
            let position = i.to_string();
            let path = [&["line-up"], path, &[&position]].concat();
            if !self.fighters.contains_key(name) {
                let known = self.fighters.keys().map(String::as_str);
                let what = stranger(self.word, name, known);
                complaints.push(Complaint::new(&path, what));
            } else if !self.seen.insert(name) {
                let what = format!("`{name}` is in the line-up already");
                complaints.push(Complaint::new(&path, what));
            }
        }
    }
}

impl<'a, F> LineUpNames<'a, F> {
    /// Checks the fighter names in all teams of a line-up, as [`LineUpNames::check`] does.
    pub fn check_teams(&mut self, teams: &'a [Vec<String>], complaints: &mut Vec<Complaint>) {
        for (team, members) in teams.iter().enumerate() {
            self.check(&["teams", &team.to_string()], members, complaints);
        }
    }

    /// Checks a line-up that draws fighters at random from a list, and fills in the whole roster if
    /// the list is left out. `number` is the number of drawn fighters. `field` and `from` are the
    /// names under which the line-up contains the number and the list.
    pub fn check_draw(
        &mut self,
        [field, from]: [&str; 2],
        number: u8,
        list: &'a mut Option<Vec<String>>,
        complaints: &mut Vec<Complaint>,
    ) {
        let all = || self.fighters.keys().cloned().collect();
        let list: &'a [String] = list.get_or_insert_with(all);
        self.check(&[from], list, complaints);
        let count = list.len();
        if usize::from(number) > count {
            let what = format!("is {number}, but there are only {count} to draw from");
            complaints.push(Complaint::new(&["line-up", field], what));
        }
    }
}

/// Checks a `printed` list, which names the values of a table that a rulebook prints. Every name
/// must be a value of the table at `path`; the function appends each error to `complaints`.
pub fn check_printed(
    path: &[&str],
    printed: &[String],
    values: &[&str],
    complaints: &mut Vec<Complaint>,
) {
    for (i, name) in printed.iter().enumerate() {
        if !values.contains(&name.as_str()) {
            let position = i.to_string();
            let known = suggest(name, values.iter().copied());
            let path = [path, &["printed", &position]].concat();
            let what = format!("there is no value `{name}`{known}");
            complaints.push(Complaint::new(&path, what));
        }
    }
}

/// Returns true if the list `printed` says that a rulebook prints the field's value.
fn is_printed(printed: &[String], field: &str) -> bool {
    printed.iter().any(|name| name == field)
}

/// Returns the source of a field's value: a rulebook if the list `printed` names the field,
/// otherwise `unlisted`.
pub fn provenance(printed: &[String], field: &str, unlisted: Provenance) -> Provenance {
    match is_printed(printed, field) {
        true => Provenance::Printed,
        false => unlisted,
    }
}

/// Returns a star as a mark for a field whose value a rulebook prints, otherwise an empty string.
pub fn mark(printed: &[String], field: &str) -> &'static str {
    match is_printed(printed, field) {
        true => "*",
        false => "",
    }
}
