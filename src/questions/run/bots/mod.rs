//! `gong run` with a list of bots, each of which plays all games: the combined tables, and whether
//! the bots agree. A bot is a style of play, not a level of skill.

mod facts;
mod page;
mod styles;
mod verdict;

use anyhow::{Result, ensure};

use self::facts::BotsFacts;
use self::styles::{Agreement, agreement, standings};
use super::RunFound;
use super::plan::RunPlan;
use super::play::Games;
use super::rows::RunRows;
use crate::questions::{LotPlayer, PlanOutcome};
use crate::report::sentences::Standing;
use crate::report::shared::Who;
use crate::report::table::{Row, Unit, row};
use crate::report::{Answer, Manifest, Table, Tables};
use crate::simulate::Played;

row! {
    /// One row per fighter and bot, with verdicts on the fighter’s win rate.
    pub struct Robustness in "robustness" {
        /// The fighter, and the bot that plays it.
        who: Who,
        /// Verdict on the fighter’s win rate with this bot, compared with the fair share (the win
        /// rate if all were equally strong): `above`, `below`, `near` or `open` (not significant).
        side: String [Unit::Word],
        /// Agreement of all bots on the fighter: `robust` (all have the same verdict),
        /// `depends-on-skill` (two have different significant verdicts) or `open` (some verdicts
        /// are not significant).
        agreement: Agreement [Unit::Word],
    }
}

/// Names of tables that are written only if a single bot plays, not if a list of bots plays in
/// turn.
const OF_ONE: [&str; 2] = ["matchups", "game_lengths"];

/// Plays the games once with each bot. A shard plays only its own share.
///
/// # Errors
/// Fails if a bot fails.
pub fn play(plan: &RunPlan, player: &mut LotPlayer<'_>) -> Result<PlanOutcome<RunFound>> {
    let bots = plan.scenarios.iter().enumerate();
    let runs = bots
        .map(|(lot, scenario)| player.tally(lot, &scenario.open(), &plan.games))
        .collect::<Result<Vec<Played>>>()?;
    let games = runs.iter().map(|run| run.games).sum();
    let partial = runs.iter().any(|run| run.partial);
    let reached = runs.iter().all(|run| run.reached);
    let seconds = runs.iter().map(|run| run.seconds).sum();
    let found = RunFound::Bots(runs.into_iter().map(Games::new).collect());
    Ok(PlanOutcome { reached, ..PlanOutcome::new(found, games, partial, seconds) })
}

/// Builds the report from the games of each bot.
///
/// # Errors
/// Fails if the games do not belong to this plan.
pub fn answer(plan: &RunPlan, games: &[Games], manifest: &Manifest) -> Result<Answer> {
    ensure!(games.len() == plan.scenarios.len(), "the stored games belong to other bots");
    let runs = games.iter().zip(&plan.scenarios);
    let runs = runs
        .map(|(games, scenario)| games.rows(scenario, manifest.level))
        .collect::<Result<Vec<RunRows>>>()?;
    let verdicts = verdicts(&runs, manifest.level);
    let mut tables = combined(&runs)?;
    tables.0.push(Robustness::table(robustness(&runs, &verdicts)));
    let facts = BotsFacts::new(&runs, verdicts, manifest);
    Ok(Answer::new(page::page(&facts, &plan.commands().watch, manifest)?, tables))
}

/// Returns, without rows, the tables that `gong run` writes only if several bots are compared.
pub fn tables() -> Vec<Table> {
    vec![Robustness::table(vec![])]
}

/// Combines the tables of the runs with each bot: the rows of each run follow the rows of the run
/// before.
fn combined(runs: &[RunRows]) -> Result<Tables> {
    let mut each = runs.iter().map(RunRows::tables);
    let mut all = each.next().unwrap_or(Tables(vec![]));
    for tables in each {
        for (table, more) in all.0.iter_mut().zip(tables.0) {
            table.append(&more)?;
        }
    }
    all.0.retain(|table| {
        let of_entrants = table.column("strategy").is_ok();
        of_entrants && !OF_ONE.contains(&table.name.as_str())
    });
    Ok(all)
}

/// The verdict of each bot on a fighter's strength, and whether the bots agree.
struct BotVerdicts {
    /// For each bot: whether the fighter's win rate is above, below or near the fair share.
    standings: Vec<Standing>,
    agreement: Agreement,
}

/// Returns the verdicts of the bots on each fighter, in the order of the list of entrants.
fn verdicts(runs: &[RunRows], level: f64) -> Vec<BotVerdicts> {
    let Some(first) = runs.first() else {
        return vec![];
    };
    let of = |i: usize| {
        let wins = runs.iter().map(|run| &run.entrants[i].all.wins);
        wins.map(|wins| (wins.games, wins.wins)).collect()
    };
    let results: Vec<Vec<(u64, u64)>> = (0..first.entrants.len()).map(of).collect();
    let standings = match first.fair {
        Some(fair) => standings(&results, fair, level),
        None => vec![vec![Standing::Open; runs.len()]; results.len()],
    };
    let verdicts =
        |standings: Vec<Standing>| BotVerdicts { agreement: agreement(&standings), standings };
    standings.into_iter().map(verdicts).collect()
}

fn robustness(runs: &[RunRows], verdicts: &[BotVerdicts]) -> Vec<Robustness> {
    let row = |i: usize, bot: usize| Robustness {
        who: runs[bot].entrants[i].all.who.clone(),
        side: match verdicts[i].standings[bot] {
            Standing::Above => "above",
            Standing::Below => "below",
            Standing::WithinNoise => "near",
            Standing::Open => "open",
        }
        .to_owned(),
        agreement: verdicts[i].agreement,
    };
    let fighters = 0..verdicts.len();
    let rows = fighters.flat_map(|i| (0..runs.len()).map(move |bot| row(i, bot)));
    rows.collect()
}
