//! Reads typed values from the JSON of a game's files, and checks line-ups. All games share these
//! functions.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::roster::{Fighter, Roster};
use super::title::{Complaint, FieldGroups};
use crate::words::{quoted, stranger};

/// Reads a part of a scenario as a value of type `T`.
///
/// # Panics
/// Panics if the JSON does not match the schema of `T`, which the caller must have checked.
pub fn read<T: DeserializeOwned>(json: &Json) -> T {
    T::deserialize(json).expect("checked against the schema of its type")
}

/// Returns a part of a scenario as JSON.
pub fn json(part: &impl Serialize) -> Json {
    serde_json::to_value(part).expect("plain data")
}

/// Returns `Ok` if the list of problems is empty, otherwise the list as the error.
pub fn sound(complaints: Vec<Complaint>) -> Result<(), Vec<Complaint>> {
    match complaints.is_empty() {
        true => Ok(()),
        false => Err(complaints),
    }
}

/// Checks that a line-up has one of its forms: the first field of exactly one group in `choices`,
/// and fields of no other group. `examples` shows the first field of each group.
pub fn check_form(line_up: &Json, choices: &[FieldGroups], examples: &[&str]) -> Vec<Complaint> {
    let is_given = |field: &&str| line_up.get(*field).is_some_and(|value| !value.is_null());
    let (mut forms, mut complaints) = (vec![], vec![]);
    let choices = choices.iter().filter(|choice| choice.table == ["line-up"]);
    for group in choices.flat_map(|choice| choice.groups) {
        let (form, others) = group.split_first().expect("a group has fields");
        if is_given(form) {
            forms.push(*form);
            continue;
        }
        for &field in others.iter().filter(|field| is_given(field)) {
            let what = format!("is valid only with `{form}`");
            complaints.push(Complaint::new(&["line-up", field], what));
        }
    }
    let what = match forms.as_slice() {
        [_] => return complaints,
        [] => format!("wants one of {}", quoted(examples, "and")),
        several => format!("has {}; wants only one of them", quoted(several, "and")),
    };
    complaints.push(Complaint::new(&["line-up"], what));
    complaints
}

/// Checks the fighters of a line-up: each must be in the roster, and no fighter may occur twice.
pub struct LineUpNames<'a, F: Fighter> {
    word: &'static str,
    pub roster: &'a Roster<F>,
    seen: BTreeSet<String>,
    pub complaints: Vec<Complaint>,
}

impl<'a, F: Fighter> LineUpNames<'a, F> {
    /// Begins to check a line-up. `word` is the game's word for a fighter.
    pub fn new(word: &'static str, roster: &'a Roster<F>) -> Self {
        LineUpNames { word, roster, seen: BTreeSet::new(), complaints: vec![] }
    }

    /// Adds an error at the field with this path within the line-up.
    pub fn complain(&mut self, path: &[&str], what: impl Into<String>) {
        self.complaints.push(Complaint::new(&[&["line-up"], path].concat(), what));
    }

    /// Checks a list of fighters. `path` is the path of the list within the line-up.
    pub fn check(&mut self, path: &[&str], names: &[String]) {
        for (i, name) in names.iter().enumerate() {
            let position = i.to_string();
            let path = [path, &[&position]].concat();
            if !self.roster.fighters.contains_key(name) {
                let known = self.roster.fighters.keys().map(String::as_str);
                self.complain(&path, stranger(self.word, name, known));
            } else if !self.seen.insert(name.clone()) {
                self.complain(&path, format!("`{name}` is in the line-up already"));
            }
        }
    }

    /// Checks the fighters of all teams.
    pub fn check_teams(&mut self, teams: &[Vec<String>]) {
        for (team, members) in teams.iter().enumerate() {
            self.check(&["teams", &team.to_string()], members);
        }
    }

    /// Checks a line-up that draws fighters at random from a list, and fills in the whole roster if
    /// the list is left out. `number` is the number of drawn fighters. `field` and `from` are the
    /// names under which the line-up contains the number and the list.
    pub fn check_draw(
        &mut self,
        [field, from]: [&str; 2],
        number: u8,
        list: &mut Option<Vec<String>>,
    ) {
        let list = list.get_or_insert_with(|| self.roster.fighters.keys().cloned().collect());
        self.check(&[from], list);
        let count = list.len();
        if usize::from(number) > count {
            self.complain(
                &[field],
                format!("is {number}, but there are only {count} to draw from"),
            );
        }
    }
}
