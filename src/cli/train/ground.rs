//! Where a bot learns, and is measured in games that it has not learnt from.

use std::sync::atomic::AtomicBool;

use rayon::ThreadPool;

use super::pool::Parent;
use crate::analysis::compare::PairTally;
use crate::analysis::train::balance::balance;
use crate::analysis::train::greedy::gate::Gate;
use crate::analysis::train::greedy::{Evolved, evolve};
use crate::analysis::train::trial::{Trial, pupil, trial};
use crate::analysis::train::{Found, Progress, Question, train};
use crate::scenario::{Bot, Scenario};
use crate::session::Interrupted;
use crate::session::job::Job;
use crate::session::keeper::Keeper;
use crate::strategies::Character;

/// Games against each bot of the pool in the end, on a seed of their own; of a short training no more than it had games.
const TRIAL_GAMES: u64 = 20_000;
/// The same against a bot that searches: it takes a thousand times as long.
const SEARCHED_GAMES: u64 = 500;
/// Games of each trial on the way.
const CHECKPOINT_GAMES: u64 = 2_000;
/// Games of the table between equals, with either bot.
const BALANCE_GAMES: u64 = 50_000;
/// What is added to the seed for all of these.
const FRESH: u64 = 0x0F4E_5B1E_55ED;
/// And for the gate: what is kept because it did well there is measured elsewhere.
const GATE: u64 = 0x6A7E_5EED;

/// What the bot is worth.
pub struct Measured {
    pub trials: Vec<Trial>,
    /// On the way: after how many games, and how it went.
    pub checkpoints: Vec<(u64, Trial)>,
    /// Between equals, with the bot that was there before and with this one.
    pub balance: Option<PairTally>,
}

/// Where a bot learns and is measured.
pub struct Ground<'a> {
    pub scenarios: &'a [Scenario],
    pub question: &'a Question,
    pub threads: ThreadPool,
    pub stop: &'a AtomicBool,
    pub job: &'a Job<'a>,
}

impl Ground<'_> {
    /// Learns, from its parent's weights if it has one, and shows how far it is.
    pub fn learn(
        &self,
        parent: Option<&Parent>,
        keeper: &mut Keeper,
    ) -> anyhow::Result<(Found, Option<Evolved>)> {
        let Ground {
            scenarios,
            question,
            stop,
            job,
            ..
        } = self;
        let bar = job.bar(&scenarios[0].title, question.games);
        let mut played = 0;
        let hear = |progress: &Progress| {
            bar.add(progress.games - played);
            played = progress.games;
        };
        let (found, evolved) = match parent {
            None => (train(scenarios, question, keeper, stop, hear)?, None),
            Some(parent) => {
                let weights = parent.weights;
                let (found, evolved) = evolve(scenarios, question, weights, keeper, stop, hear)?;
                (found, Some(evolved))
            }
        };
        if found.games == 0 {
            let what = "interrupted before anything was learnt: nothing is written";
            return Err(Interrupted(Some(what)).into());
        }
        Ok((found, evolved))
    }

    /// Holds what was learnt against the bot that it began as.
    pub fn gate(&self, found: &Found, parent: &Parent) -> anyhow::Result<Option<Gate>> {
        let Ground {
            scenarios,
            question,
            threads,
            stop,
            job,
        } = self;
        let seed = question.seed.wrapping_add(GATE);
        let games = |name: &String| (seed, games_against(&scenarios[0], name, found.games));
        let of_pool: u64 = question.pool.iter().map(|name| games(name).1).sum();
        let title = format!("{}, at the gate", scenarios[0].title);
        let bar = job.bar(&title, 2 * of_pool * scenarios.len() as u64);
        let bots = [&Character::Greedy(parent.weights), &found.bot];
        let told = |games| bar.add(games);
        Gate::hold(scenarios, bots, &question.pool, games, threads, stop, told)
    }

    /// What it is worth, measured in games that it has not learnt from: trials in every scenario, all else in the first, where `own` plays
    /// everybody by itself. Once it is interrupted, no more.
    pub fn measure(&self, found: &Found, own: &Bot) -> anyhow::Result<Measured> {
        let Ground {
            scenarios,
            question,
            threads,
            stop,
            job,
        } = self;
        let scenario = &scenarios[0];
        let seed = question.seed.wrapping_add(FRESH);
        let games = |most: u64| (seed, found.games.min(most));
        let [of_checkpoint, of_table] = [CHECKPOINT_GAMES, BALANCE_GAMES].map(games);
        let games_against = |name: &String| (seed, games_against(scenario, name, found.games));
        let of_pool: u64 = question.pool.iter().map(|name| games_against(name).1).sum();
        let all = of_pool * scenarios.len() as u64
            + of_checkpoint.1 * found.checkpoints.count(found.games)
            + of_table.1;
        let bar = job.bar(&format!("{}, tried", scenario.title), all);
        let mut trials = vec![];
        for scenario in *scenarios {
            for opponent in &question.pool {
                let games = games_against(opponent);
                let trial = trial(scenario, &found.bot, opponent, games, threads, stop)?;
                bar.add(trial.games);
                trials.extend((trial.games == games.1).then_some(trial));
            }
        }
        let last = (found.games, &found.bot);
        let checkpoints = found.checkpoints.trials(last, |bot| {
            let against = &question.pool[0];
            let trial = trial(scenario, bot, against, of_checkpoint, threads, stop)?;
            bar.add(trial.games);
            Ok((trial.games == of_checkpoint.1).then_some(trial))
        })?;
        // A search would take hours for so many games.
        let of_pool = question.pool.iter().map(|name| &scenario.bots[name]);
        let mut quick = std::iter::once(own)
            .chain(of_pool)
            .filter(|bot| !matches!(bot.character, Character::Mcts(_)));
        let balance = match quick.next() {
            Some(before) => {
                let bots = [before, &pupil(&found.bot)];
                let told = |games| bar.add(games);
                let played = balance(scenario, bots, of_table, question.threads, stop, told)?;
                (!played.partial)
                    .then(|| played.tally.into_iter().next())
                    .flatten()
            }
            None => None,
        };
        Ok(Measured {
            trials,
            checkpoints,
            balance,
        })
    }
}

/// Games of a trial against this bot of the pool; of a short training no more than it had.
fn games_against(scenario: &Scenario, name: &str, learnt: u64) -> u64 {
    learnt.min(match scenario.bots[name].character {
        Character::Mcts(_) => SEARCHED_GAMES,
        _ => TRIAL_GAMES,
    })
}
