//! What titles do with their files alike: take them from JSON, and check and show what every roster and line-up has.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::title::{Complaint, Provenance};
use crate::words::{stranger, suggest};

/// A part of a scenario that was held against the schema of its type.
pub fn read<T: DeserializeOwned>(json: &Json) -> T {
    T::deserialize(json).expect("checked against the schema of its type")
}

/// The same, completed where it stands.
pub fn complete<T: DeserializeOwned + Serialize>(
    json: &mut Json,
    complete: impl FnOnce(&mut T) -> Result<(), Vec<Complaint>>,
) -> Result<(), Vec<Complaint>> {
    let mut value: T = read(json);
    complete(&mut value)?;
    *json = serde_json::to_value(value).expect("plain data");
    Ok(())
}

/// Nothing to complain of, or everything.
pub fn sound(complaints: Vec<Complaint>) -> Result<(), Vec<Complaint>> {
    match complaints.is_empty() {
        true => Ok(()),
        false => Err(complaints),
    }
}

/// Who is known to a line-up: the fighters of its roster, which the game calls `word`; and who was named already.
pub struct Names<'a, F> {
    word: &'static str,
    fighters: &'a BTreeMap<String, F>,
    seen: BTreeSet<&'a str>,
}

impl<'a, F> Names<'a, F> {
    pub fn new(word: &'static str, fighters: &'a BTreeMap<String, F>) -> Self {
        Names {
            word,
            fighters,
            seen: BTreeSet::new(),
        }
    }

    /// Every name of a list is a fighter of the roster, and none was seen before; `path` is below the line-up.
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

/// Marks of what a rulebook prints are of values that there are; `path` is that of the table which holds them.
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

/// Does a rulebook print this field?
fn is_printed(printed: &[String], field: &str) -> bool {
    printed.iter().any(|name| name == field)
}

/// Where a field comes from; `unlisted` is where those do that no list marks as printed.
pub fn provenance(printed: &[String], field: &str, unlisted: Provenance) -> Provenance {
    match is_printed(printed, field) {
        true => Provenance::Printed,
        false => unlisted,
    }
}

/// The star of what is printed.
pub fn mark(printed: &[String], field: &str) -> &'static str {
    match is_printed(printed, field) {
        true => "*",
        false => "",
    }
}
