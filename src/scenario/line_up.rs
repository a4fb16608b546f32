//! Who meets whom and who plays whom: what a scenario says of them, checked against its roster.

use std::collections::{BTreeMap, BTreeSet};

use super::document::{Document, directory};
use super::fault::{Faults, Place, list, meant};
use super::file::{LineUpFile, ScenarioFile};
use super::strategy_file::{Bot, BotError, is_file, load_bot};
use super::{LineUp, Seats, StrategyPlan};
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

/// Who plays whom; without a sound line-up only what does not depend on it is checked.
pub fn strategies(
    document: &Document,
    file: &ScenarioFile,
    line_up: Option<&LineUp>,
) -> Result<(StrategyPlan, BTreeMap<String, Bot>), Faults> {
    let mut faults = Faults::default();
    let mut bots = BTreeMap::new();
    let mut resolve = |path: &[&str], strategy: &str| {
        let place = document.get(path).map(|node| &node.place);
        let reference = strategy_path(strategy, place);
        match load_bot(&reference) {
            Ok(bot) => drop(bots.insert(reference.clone(), bot)),
            Err(BotError::Unknown(what)) => faults.push(document.fault(path, what)),
            Err(BotError::File(its)) => faults.extend(its),
        }
        reference
    };
    let entry = |group, key: &str| vec!["strategies".to_owned(), group, key.to_owned()];
    let mut of = |group: &str, key: &str, strategy: &str| {
        let path = entry(group.to_owned(), key);
        resolve(
            &path.iter().map(String::as_str).collect::<Vec<_>>(),
            strategy,
        )
    };
    let exceptions = &file.strategies;
    let plan = StrategyPlan {
        fighters: exceptions
            .fighters
            .iter()
            .map(|(key, name)| (key.clone(), of("fighters", key, name)))
            .collect(),
        seats: exceptions
            .seats
            .iter()
            .map(|(seat, name)| (*seat, of("seats", &seat.to_string(), name)))
            .collect(),
        teams: exceptions
            .teams
            .iter()
            .map(|(team, name)| (*team, of("teams", &team.to_string(), name)))
            .collect(),
        everybody: resolve(&["strategy"], &file.strategy),
    };
    let Some(line_up) = line_up else {
        return faults.done().map(|()| (plan, bots));
    };
    let playing = line_up.fighters();
    for key in exceptions
        .fighters
        .keys()
        .filter(|key| !playing.contains(&key.as_str()))
    {
        let what = format!(
            "`{key}` is not in the line-up{}",
            meant(key, playing.iter().copied())
        );
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
    faults.done().map(|()| (plan, bots))
}

/// A strategy's name as it is; a file's as a path from the current directory.
fn strategy_path(strategy: &str, place: Option<&Place>) -> String {
    match place {
        Some(place) if is_file(strategy) => directory(place)
            .join(strategy)
            .to_string_lossy()
            .into_owned(),
        _ => strategy.to_owned(),
    }
}
