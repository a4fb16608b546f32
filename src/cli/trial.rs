//! A script on trial: a few games of every kind, in which it decides hundreds of times.

use std::collections::BTreeMap;
use std::path::Path;

use super::list::OFFICIAL;
use crate::games::Unwatched;
use crate::scenario::{
    Bot, BotError, Fault, Faults, GameName, LineUp, RANDOM, Scenario, Seats, StrategyPlan,
    load_bot, roster_from_text, script_fault,
};
use crate::simulate::Simulation;

/// Games at each table.
const GAMES: u64 = 4;

const MAD_ARENA: &str = include_str!("../../scenarios/mad-arena/roster.toml");

/// Plays a script against itself and against chance; says what it is like.
///
/// # Errors
/// All that is wrong with it: at first sight, or in the games, each fault once.
pub fn play(path: &Path) -> Result<String, Faults> {
    // Anything without a slash but the end of a script is a path too.
    let load = |name: &str| match load_bot(name) {
        Ok(bot) => Ok(bot),
        Err(BotError::File(faults)) => Err(faults),
        Err(BotError::Unknown(what)) => Err(Fault::whole(path, what).into()),
    };
    let name = path.to_string_lossy().into_owned();
    let (mut script, random) = (load(&name)?, load(RANDOM)?);
    script.character = script.character.doubled();
    let bots = BTreeMap::from([(name.clone(), script.clone()), (RANDOM.into(), random)]);
    let mut faults = Faults::default();
    let mut decisions = 0;
    for scenario in tables(&name, &bots)? {
        let simulation = Simulation::new(&scenario);
        let mut player = simulation.player();
        for game in 0..GAMES {
            let mut own = 0;
            let counts = |_: &mut Unwatched, decided: crate::simulate::table::Decided<'_, _>| {
                let opening = simulation.opening(1, game);
                let strategy = &simulation.entrant(&opening, decided.player).strategy;
                own += u32::from(*strategy == script.name);
            };
            let end = player.show_loud(1, game, &mut Unwatched, counts);
            decisions += own;
            if let Err(failed) = end {
                faults.push(script_fault(&failed.failure));
            }
        }
    }
    faults.done()?;
    let about = match script.description.as_str() {
        "" => "says nothing of itself",
        description => description,
    };
    Ok(format!("script that {about}, {decisions} decisions tried"))
}

/// Tables where everything happens: many and few, alone and in teams, against itself and against chance, in either game.
fn tables(name: &str, bots: &BTreeMap<String, Bot>) -> Result<Vec<Scenario>, Faults> {
    let everybody = |who: &str| StrategyPlan {
        everybody: who.to_owned(),
        ..StrategyPlan::default()
    };
    let among_others = StrategyPlan {
        seats: BTreeMap::from([(2, name.to_owned())]),
        ..everybody(RANDOM)
    };
    let mut tables = Vec::new();
    for (game, roster) in [
        (GameName::UltimateWarriorz, OFFICIAL),
        (GameName::MadArena, MAD_ARENA),
    ] {
        let roster = roster_from_text(Path::new("official roster"), roster, &[])?;
        let pool: Vec<String> = roster.fighters.keys().cloned().collect();
        let (ours, theirs) = pool.split_at(pool.len() / 2);
        let teams = LineUp::Teams {
            teams: vec![ours.to_vec(), theirs.to_vec()],
            seats: Seats::PerTeam,
        };
        let drawn = LineUp::Drawn {
            draw: 4,
            pool: pool.clone(),
        };
        let scenario = |line_up, strategies| Scenario {
            title: "A trial".into(),
            description: String::new(),
            game,
            rules: game.rules(),
            roster: roster.clone(),
            changes: vec![],
            line_up,
            strategies,
            bots: bots.clone(),
        };
        tables.push(scenario(drawn.clone(), everybody(name)));
        tables.push(scenario(drawn, among_others.clone()));
        tables.push(scenario(teams, everybody(name)));
    }
    Ok(tables)
}
