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
    let first = || title.bots().first().map_or(RANDOM, |bot| bot.name);
    let one = |bot: &str| {
        let casting = one(title, document, bot, &file.strategies, seating);
        casting.map(|casting| vec![casting])
    };
    match &file.strategy {
        None => one(first()),
        Some(Everybody::One(bot)) => one(bot),
        Some(Everybody::EachOf(bots)) => each_of(title, document, bots),
    }
}

/// Creates one casting (assignment of bots to fighters) for each bot in a list. In each casting,
/// one bot plays all fighters.
fn each_of(
    title: &dyn Title,
    document: &Document,
    bots: &[String],
) -> Result<Vec<Casting>, Faults> {
    let mut faults = Faults::default();
    if document.get(&["strategies"]).is_some() {
        let what = "cannot be combined with a list in `strategy`; name a single bot there, or \
            remove this table";
        faults.push(document.fault(&["strategies"], what));
    }
    let mut castings: Vec<Casting> = vec![];
    let mut names: Vec<(String, &String)> = vec![];
    for (i, written) in bots.iter().enumerate() {
        let path = ["strategy", &i.to_string()];
        let Some((reference, bot)) = faults.keep(load_named(title, document, &path, written))
        else {
            continue;
        };
        // Tables show bots by name, so two bots must not have the same name.
        match names.iter().find(|(name, _)| *name == bot.name) {
            Some((name, other)) => {
                let what = format!(
                    "`{other}` and `{written}` would both be called {name}; list each bot once"
                );
                faults.push(document.fault(&path, what));
            }
            None => names.push((bot.name.clone(), written)),
        }
        let plan = StrategyPlan { everybody: reference.clone(), ..StrategyPlan::default() };
        castings.push((plan, [(reference, bot)].into()));
    }
    faults.done().map(|()| castings)
}

/// Creates a casting (assignment of bots to fighters) in which one bot, `everybody`, plays all
/// fighters except those in `exceptions`.
fn one(
    title: &dyn Title,
    document: &Document,
    everybody: &str,
    exceptions: &StrategiesFile,
    seating: Option<&Seating>,
) -> Result<Casting, Faults> {
    let mut faults = Faults::default();
    let mut bots = BTreeMap::new();
    let mut resolve = |path: &[&str], written: &str| {
        // Loading a trained bot takes long, and many fighters may have the same bot.
        let known = reference(document, path, written);
        if bots.contains_key(&known) {
            return known;
        }
        let loaded = faults.keep(load_named(title, document, path, written));
        loaded.map_or_else(String::new, |(reference, bot)| {
            bots.insert(reference.clone(), bot);
            reference
        })
    };
    let StrategiesFile { fighters, seats, teams } = exceptions;
    let plan = StrategyPlan {
        everybody: resolve(&["strategy"], everybody),
        fighters: resolved("fighters", fighters, &mut resolve),
        seats: resolved("seats", seats, &mut resolve),
        teams: resolved("teams", teams, &mut resolve),
    };
    if let Some(seating) = seating {
        faults.keep(play_somebody(document, exceptions, seating));
    }
    faults.done().map(|()| (plan, bots))
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
) -> Result<(), Faults> {
    let mut faults = Faults::default();
    let playing: Vec<&str> = seating.fighters.iter().map(String::as_str).collect();
    for key in exceptions.fighters.keys().filter(|key| !playing.contains(&key.as_str())) {
        let hint = faults.hint(|| suggest(key, playing.iter().copied()));
        let what = format!("`{key}` is not in the line-up{hint}");
        faults.push(document.fault(&["strategies", "fighters", key], what));
    }
    for key in exceptions.fighters.keys().filter(|_| seating.one_bot_per_seat) {
        let seats: Vec<String> = (1..=seating.seats).map(|n| format!("seats.{n}")).collect();
        let what = format!(
            "`{key}` cannot have its own bot, because one bot per seat decides for all fighters \
             of the seat; use {}",
            seats.join(" or ")
        );
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
    faults.done()
}
