//! Checks a script for `gong check` by playing a few games of every kind with it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::games::{Title, titles};
use crate::scenario::{
    Bot, BotError, Fault, Faults, RANDOM, Scenario, StrategyPlan, load_bot, script_fault,
};

/// Number of games that are played in each scenario to check a script.
const GAMES: u64 = 4;

/// The result of the trial of a script without faults.
pub struct PlayedScript {
    /// Description of the script, from its first comment; may be empty.
    pub description: String,
    /// Number of decisions that the script has made.
    pub decisions: u64,
}

/// Checks a script by playing games with it, against itself and against a random bot.
///
/// # Errors
/// Fails with all faults of the script's text and of the games. Faults of one line that differ only
/// in numbers are reported once.
pub fn play(family: &'static dyn Title, path: &Path) -> Result<PlayedScript, Faults> {
    // A name that ends like a script is read as a path, even without a slash.
    let load = |name: &str| match load_bot(family, name) {
        Ok(bot) => Ok(bot),
        Err(BotError::File(faults)) => Err(faults),
        Err(BotError::Unknown(what)) => Err(Fault::whole(path, what).into()),
    };
    let name = path.to_string_lossy().into_owned();
    let (script, random) = (load(&name)?, load(RANDOM)?);
    let bots = BTreeMap::from([(name.clone(), script.clone()), (RANDOM.into(), random)]);
    let mut faults = Faults::default();
    let mut known = BTreeSet::new();
    let mut decisions = 0;
    for title in titles().filter(|title| title.family() == family.family()) {
        for scenario in scenarios(title, &name, &bots)? {
            let simulation = scenario.open();
            let own = simulation.bot(&name).expect("the scenario has it");
            let mut worker = simulation.timed_worker();
            for game in 0..GAMES {
                if let Err(failed) = worker.play(1, game) {
                    let fault = script_fault(&failed.failure);
                    let cause = fault.what.replace(|c: char| c.is_ascii_digit(), "");
                    if known.insert((fault.location.clone(), cause)) {
                        faults.push(fault);
                    }
                }
            }
            decisions += worker.clocks()[own].decisions;
        }
    }
    faults.done()?;
    Ok(PlayedScript { description: script.description, decisions })
}

/// Creates scenarios that cover all kinds of decisions: some with the script in every seat, some
/// with the script in one seat and random bots in the others.
fn scenarios(
    title: &'static dyn Title,
    name: &str,
    bots: &BTreeMap<String, Bot>,
) -> Result<Vec<Scenario>, Faults> {
    let everybody =
        |who: &str| StrategyPlan { everybody: who.to_owned(), ..StrategyPlan::default() };
    let among_others =
        StrategyPlan { seats: BTreeMap::from([(2, name.to_owned())]), ..everybody(RANDOM) };
    let mut scenarios = Vec::new();
    for line_up in title.trials() {
        for plan in [everybody(name), among_others.clone()] {
            scenarios.push(Scenario::of(title, line_up.clone(), plan, bots.clone())?);
        }
    }
    Ok(scenarios)
}
