//! Who meets whom: what a scenario says of it, checked against its roster.

use std::collections::BTreeSet;

use super::document::Document;
use super::fault::{Faults, list, meant};
use super::file::LineUpFile;
use super::{LineUp, Seats};
use crate::games::MAX_PLAYERS;
use crate::games::arena::Roster;

/// The line-up, if every fighter in it is one of the roster and plays once.
pub fn line_up(document: &Document, file: &LineUpFile, roster: &Roster) -> Result<LineUp, Faults> {
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
            let pool = file
                .pool
                .clone()
                .unwrap_or_else(|| roster.fighters.keys().cloned().collect());
            if let Some(named) = &file.pool {
                check_names(
                    document,
                    &["pool"],
                    named,
                    roster,
                    &mut BTreeSet::new(),
                    &mut faults,
                );
            }
            if usize::from(draw) > pool.len() {
                faults.push(fault(
                    "draw",
                    &format!("is {draw}, but there are only {} to draw from", pool.len()),
                ));
            }
            Some(LineUp::Drawn {
                draw: draw.into(),
                pool,
            })
        }
        (None, Some(fighters), None) => {
            check_names(
                document,
                &["fighters"],
                fighters,
                roster,
                &mut BTreeSet::new(),
                &mut faults,
            );
            Some(LineUp::Fixed(fighters.clone()))
        }
        (None, None, Some(teams)) => {
            let mut seen = BTreeSet::new();
            for (i, team) in teams.iter().enumerate() {
                check_names(
                    document,
                    &["teams", &i.to_string()],
                    team,
                    roster,
                    &mut seen,
                    &mut faults,
                );
            }
            let count: usize = teams.iter().map(Vec::len).sum();
            if count > MAX_PLAYERS {
                faults.push(fault(
                    "teams",
                    &format!("hold {count} fighters; wants at most {MAX_PLAYERS}"),
                ));
            }
            Some(LineUp::Teams {
                teams: teams.clone(),
                seats: file.seats.unwrap_or(Seats::PerFighter),
            })
        }
        (None, None, None) => {
            let what = "wants one of `draw = 4`, `fighters = […]` and `teams = [[…], […]]`";
            faults.push(document.fault(&["line-up"], what));
            None
        }
        _ => {
            let given = ["draw", "fighters", "teams"]
                .into_iter()
                .filter(|field| document.get(&["line-up", field]).is_some());
            let what = format!(
                "has {}; wants only one of them",
                list(&given.collect::<Vec<_>>(), "and")
            );
            faults.push(document.fault(&["line-up"], what));
            None
        }
    };
    faults
        .done()
        .map(|()| resolved.expect("without a fault there is a line-up"))
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
            faults.push(document.fault(
                &path,
                format!("the roster has no fighter `{name}`{}", meant(name, known)),
            ));
        } else if !seen.insert(name) {
            faults.push(document.fault(&path, format!("`{name}` is in the line-up already")));
        }
    }
}
