//! Determines which bot plays which fighter, and checks the result against the scenario's line-up.

use std::collections::BTreeMap;

use super::StrategyPlan;
use super::bot::{Bot, RANDOM, load_named, reference};
use super::document::Document;
use super::fault::Faults;
use super::file::{Everybody, ScenarioFile, StrategiesFile};
use crate::games::Title;
use crate::games::title::Seating;
use crate::words::suggest;

/// A casting, i.e. an assignment of bots to fighters: a plan and the bots in it. The plan refers to
/// each bot by its key in the map.
pub type Casting = (StrategyPlan, BTreeMap<String, Bot>);

/// Determines the castings (assignments of bots to fighters) of a scenario: one casting, or one for
/// each bot of a list. Without a valid line-up (`seating` is `None`), only the bots are checked.
///
/// # Errors
/// Returns all faults of the fields `strategy` and `strategies`.
pub fn castings(
    title: &dyn Title,
    document: &Document,
    file: &ScenarioFile,
    seating: Option<&Seating>,
) -> Result<Vec<Casting>, Faults> {
    let mut faults = Faults::default();
    let everybody = match &file.strategy {
        None => title.bots().first().map_or(RANDOM, |bot| bot.name),
        Some(Everybody::One(bot)) => bot,
        Some(Everybody::EachOf(bots)) => {
            let castings = each_of(title, document, bots, &mut faults);
            return faults.done().map(|()| castings);
        }
    };
    let casting = one(title, document, everybody, &file.strategies, &mut faults);
    if let Some(seating) = seating {
        play_somebody(document, &file.strategies, seating, &mut faults);
    }
    faults.done().map(|()| vec![casting])
}

/// Creates one casting (assignment of bots to fighters) for each bot in a list. In each casting,
/// one bot plays all fighters.
fn each_of(
    title: &dyn Title,
    document: &Document,
    bots: &[String],
    faults: &mut Faults,
) -> Vec<Casting> {
    if document.get(&["strategies"]).is_some() {
        let what = "cannot be combined with a list in `strategy`; name a single bot there, or \
            remove this table";
        faults.push(document.fault(&["strategies"], what));
    }
    let mut castings: Vec<Casting> = vec![];
    let mut names: BTreeMap<String, &String> = BTreeMap::new();
    for (i, written) in bots.iter().enumerate() {
        let path = ["strategy", &i.to_string()];
        let loaded = faults.keep(load_named(title, document, &path, written));
        let Some((reference, bot)) = loaded else {
            continue;
        };
        // Tables show bots by name, so two bots must not have the same name.
        let name = &bot.name;
        if let Some(other) = names.insert(name.clone(), written) {
            let what = format!(
                "`{other}` and `{written}` would both be called {name}; list each bot once"
            );
            faults.push(document.fault(&path, what));
        }
        let plan = StrategyPlan { everybody: reference.clone(), ..StrategyPlan::default() };
        castings.push((plan, [(reference, bot)].into()));
    }
    castings
}

/// Creates a casting (assignment of bots to fighters) in which one bot, `everybody`, plays all
/// fighters except those in `exceptions`.
fn one(
    title: &dyn Title,
    document: &Document,
    everybody: &str,
    exceptions: &StrategiesFile,
    faults: &mut Faults,
) -> Casting {
    let mut bots = BTreeMap::new();
    let mut resolve = |path: &[&str], written: &str| {
        // Loading a trained bot takes long, and many fighters may have the same bot.
        let known = reference(document, path, written);
        if !bots.contains_key(&known) {
            let loaded = faults.keep(load_named(title, document, path, written));
            bots.extend(loaded);
        }
        known
    };
    let StrategiesFile { fighters, seats, teams } = exceptions;
    let plan = StrategyPlan {
        everybody: resolve(&["strategy"], everybody),
        fighters: resolved("fighters", fighters, &mut resolve),
        seats: resolved("seats", seats, &mut resolve),
        teams: resolved("teams", teams, &mut resolve),
    };
    (plan, bots)
}

/// Returns the references of the bots in a group of exceptions, such as those of seats.
fn resolved<K: Clone + Ord + ToString>(
    group: &str,
    bots: &BTreeMap<K, String>,
    resolve: &mut impl FnMut(&[&str], &str) -> String,
) -> BTreeMap<K, String> {
    let mut of = |key: &K, written| resolve(&["strategies", group, &key.to_string()], written);
    bots.iter().map(|(key, written)| (key.clone(), of(key, written))).collect()
}

/// Checks that bots are assigned only to fighters, seats and teams that the line-up has.
fn play_somebody(
    document: &Document,
    exceptions: &StrategiesFile,
    seating: &Seating,
    faults: &mut Faults,
) {
    let playing: Vec<&str> = seating.fighters.iter().map(String::as_str).collect();
    for key in exceptions.fighters.keys() {
        let what = if !playing.contains(&key.as_str()) {
            let hint = faults.hint(|| suggest(key, playing.iter().copied()));
            format!("`{key}` is not in the line-up{hint}")
        } else if seating.one_bot_per_seat {
            let seats: Vec<String> = (1..=seating.seats).map(|n| format!("seats.{n}")).collect();
            format!(
                "`{key}` cannot have its own bot, because one bot per seat decides for all \
                 fighters of the seat; use {}",
                seats.join(" or ")
            )
        } else {
            continue;
        };
        faults.push(document.fault(&["strategies", "fighters", key], what));
    }
    for (group, one, most, numbers) in [
        ("seats", "seat", seating.seats, exceptions.seats.keys()),
        ("teams", "team", seating.teams, exceptions.teams.keys()),
    ] {
        for number in numbers.filter(|number| !(1..=most).contains(&usize::from(**number))) {
            let what = match most {
                0 => "everyone plays alone in this line-up, so there are no teams".to_owned(),
                _ => format!("there is no {one} {number}; the {one}s are numbered 1 to {most}"),
            };
            faults.push(document.fault(&["strategies", group, &number.to_string()], what));
        }
    }
}
