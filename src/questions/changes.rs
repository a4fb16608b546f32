//! Changes as pages show them: between two variants of a scenario, or between two values of a
//! setting.

use super::facts::{Fact, ResultRow};
use super::findings::{self, Labelled, Off};
use super::judge::Judged;
use crate::report::people::People;
use crate::report::shared::{descending, greatest};
use crate::report::table::{RowLines, Table, Unit};
use crate::report::words::capital;

/// The change of a measure of one subject.
#[derive(Debug, Clone)]
pub struct Change {
    /// The name of the fighter or the group for the middle of a sentence, such as "heroes".
    pub label: String,
    /// The subject's colour; empty without one.
    pub colour: String,
    pub judged: Judged,
}

impl Change {
    /// Returns the result of the command's own bots.
    pub fn row(&self) -> &ResultRow {
        &self.judged.own.row
    }

    pub fn labelled(&self) -> Labelled<'_> {
        Labelled { label: self.label.clone(), judged: &self.judged }
    }
}

/// Groups the significant changes by variant (or by two values of a setting) and player: those of
/// the leading player first, and the largest change first.
pub fn significant<'a>(
    changes: impl IntoIterator<Item = &'a Change>,
    people: &People,
    bots: &[String],
) -> Vec<(&'a str, Vec<Off>)> {
    let mut arms: Vec<(&str, Vec<Labelled>)> = vec![];
    for change in changes {
        let arm = change.row().arm.as_deref().unwrap_or_default();
        match arms.iter_mut().find(|(known, _)| *known == arm) {
            Some((_, all)) => all.push(change.labelled()),
            None => arms.push((arm, vec![change.labelled()])),
        }
    }
    let mut groups = vec![];
    for (arm, labelled) in arms {
        let mut all = findings::off(&labelled, people.words(), bots);
        while !all.is_empty() {
            groups.push((arm, findings::leading(&mut all)));
        }
    }
    let size = |of: &[Off]| greatest(of.iter().map(|off| off.off.abs()));
    let mut groups = descending(groups, |(_, of)| size(of));
    groups.sort_by_key(|(_, of)| !of[0].is_reference);
    groups
}

/// Returns the number after "±" of a change; `None` with too few games.
pub fn margin(fact: &Fact) -> Option<f64> {
    fact.row.change_low.map(|_| fact.margin_of_error())
}

/// Begins a table with one row per change, and with a column of the variants (or of the values of a
/// setting) if there are several.
pub fn lines<'a>(
    (id, title, meaning): (&str, &str, &str),
    heading: &str,
    changes: &'a [&'a Change],
) -> RowLines<'a, &'a Change> {
    let table = Table::new(id, title, meaning)
        .of(changes)
        .with(heading, Unit::Word, |of| capital(&of.label))
        .coloured(|of| &of.colour)
        .in_terminal();
    match changes.iter().all(|of| of.row().arm == changes[0].row().arm) {
        true => table,
        false => table.with("Variant", Unit::Word, |of| of.row().arm.clone()),
    }
}

/// Creates a table of the changes of win rates. `reference` names the reference player, `bots` are
/// the command's own.
pub fn win_rates(
    names: (&str, &str, &str),
    heading: &str,
    changes: &[&Change],
    reference: Option<&str>,
    bots: &[String],
) -> Table {
    let mut table = lines(names, heading, changes);
    if let Some(name) = reference {
        let theirs = |of: &&Change| of.judged.reference.clone();
        table = table
            .with(format!("With {name}"), Unit::Points(1), move |of| theirs(of)?.row.change)
            .in_terminal()
            .plus_minus(move |of| margin(&theirs(of)?));
    }
    table
        .with("Before %", Unit::Share(1), |of| of.row().base)
        .in_terminal()
        .with("After %", Unit::Share(1), |of| of.row().value)
        .in_terminal()
        .with("Difference", Unit::Points(1), |of| of.row().change)
        .in_terminal()
        .plus_minus(|of| margin(&of.judged.own))
        .word("Verdict", |of| of.judged.words())
        .in_terminal()
        .marked(|of| !of.judged.off(bots).is_empty())
}
