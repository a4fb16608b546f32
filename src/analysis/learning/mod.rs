//! How a bot learns one or several scenarios by playing.
//!
//! The method is Deep Monte-Carlo (Zha et al. 2021). A network for each kind of decision learns the
//! win rate of the chosen options. At first the bot imitates a teacher with some random choices.
//! Then it plays against itself and against other bots (the pool), and draws its options by its
//! policy ([`crate::strategies::trained::policy`]), at a temperature that falls. The target of a
//! decision mixes the game's result with the estimates of the bot's later decisions (Q(λ): Peng and
//! Williams 1996). Half of the games use variants with changed values and rules, so that the bot
//! learns their effects.
//!
//! The result depends only on the scenarios, the pool, the seed and the number of games played. A
//! training that is stopped after N games yields the same bot as a training of N games.

pub mod checkpoints;
mod course;
mod exact;
mod gradient;
mod learner;
mod lesson_games;
mod phase;
pub mod trial;
mod variants;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use self::checkpoints::Checkpoints;
use self::course::TrainingCourse;
pub use self::learner::Learner;
use self::lesson_games::Generation;
pub use self::phase::IMITATED;
use self::variants::Variants;
pub use self::variants::range;
use crate::games::Title;
use crate::scenario::{Scenario, load_bot};
use crate::simulate::{Lots, Played, Stretch};
use crate::strategies::BotDefinition;
use crate::strategies::trained::{Network, NetworkShape};

/// Settings of the training of a bot.
#[derive(Debug, Clone)]
pub struct TrainingPlan {
    pub seed: u64,
    /// Maximum number of training games.
    pub games: u64,
    /// The network from which the training continues, and the number of games that trained it.
    pub before: Option<(Arc<Network>, u64)>,
    /// Number of games between two updates of the network.
    pub generation: u64,
    /// Names or files of the bots to play with. The first greedy bot is the teacher, which the
    /// learning bot imitates at first.
    pub pool: Vec<String>,
    /// Maximum duration of the training.
    pub time: Option<Duration>,
    pub threads: usize,
}

/// Default number of games of a generation, i.e. between two updates of the network.
pub const GENERATION: u64 = 1000;

/// Offset of the seed for training games, so that later test games have other setups and dice.
const LESSONS: u64 = 0x01E5_50A5;

/// Progress of a training after a generation (games between two updates).
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// Number of training games so far.
    pub games: u64,
    /// Number of training decisions so far.
    pub decisions: u64,
    /// Mean squared error of the network's estimates over the decisions of the generation.
    #[serde(with = "exact")]
    pub error: f64,
}

/// Result of the training of a bot.
pub struct TrainingResult {
    pub network: Arc<Network>,
    pub games: u64,
    /// Progress of the training after each generation (batch of training games).
    pub curve: Vec<Progress>,
    /// Snapshots of the network during the training.
    pub checkpoints: Checkpoints,
    /// True if the training was interrupted.
    pub partial: bool,
    /// True if the training ended because its maximum duration was reached.
    pub time_was_up: bool,
    pub seconds: f64,
}

/// Trains a bot in scenarios of one game, all of which contain the bots to play with.
///
/// `lots` supplies the state of an interrupted training, stored as its only lot. `tell` receives
/// the progress after each generation. Setting `stop` ends the training with the last complete
/// generation.
///
/// # Errors
/// Fails if threads cannot be started or another bot fails. Fails if the earlier state belongs to
/// another training.
pub fn train(
    scenarios: &[Scenario],
    question: &TrainingPlan,
    lots: &mut impl Lots,
    stop: &AtomicBool,
    mut tell: impl FnMut(&Progress),
) -> anyhow::Result<TrainingResult> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(question.threads).build()?;
    let scenario = scenarios.first().context("at least one scenario is needed")?;
    let shape = NetworkShape::of(&scenario.game().layout());
    let seed = question.seed.wrapping_add(LESSONS);
    let variants = Variants::new(scenarios, seed);
    let (known, before) = match &question.before {
        Some((network, games)) => (Some(&**network), *games),
        None => (None, 0),
    };
    let teacher = question.pool.iter().find_map(|name| match scenario.bots[name].definition {
        BotDefinition::Greedy(weights) => Some(weights),
        _ => None,
    });
    let course = TrainingCourse {
        learner: Learner::new(shape, seed, known),
        curve: vec![],
        checkpoints: Checkpoints::new(question.generation),
    };
    let begin = Instant::now();
    let mut time_was_up = false;
    let interrupted = || stop.load(Ordering::Relaxed);
    let end = before.saturating_add(question.games);
    let done = lots.play(0, course, |stretch| {
        let Stretch { tally: mut course, mut keep, .. } = stretch;
        let mut network = Arc::new(course.learner.network());
        while course.games() < question.games && !interrupted() {
            let is_time_up = question.time.is_some_and(|time| begin.elapsed() >= time);
            time_was_up = is_time_up && course.games() > 0;
            if time_was_up {
                break;
            }
            let played = before + course.games();
            let generation = Generation {
                seed,
                generation: question.generation,
                variants: &variants,
                first: played,
                end: (played + question.generation).min(end),
                network: &network,
                continues: known.is_some(),
                teacher,
                pool: &question.pool,
            };
            let decided = match generation.play(shape.nets, &threads) {
                // Slow bots of the pool play on badly or fail when play is stopped; the complete
                // generations count.
                _ if interrupted() => break,
                decided => decided?,
            };
            let games = generation.end - before;
            let errors = course.learner.learn(&decided, &variants, generation.end, &threads);
            network = Arc::new(course.learner.network());
            let progress = Progress {
                games,
                decisions: errors.lessons + course.curve.last().map_or(0, |last| last.decisions),
                error: errors.squared / errors.lessons.max(1) as f64,
            };
            course.hear(progress, &network);
            tell(&progress);
            keep(progress.games, &mut course);
        }
        let games = course.games();
        Ok(Played {
            tally: course,
            games,
            partial: games < question.games && !time_was_up,
            reached: false,
            seconds: begin.elapsed().as_secs_f64(),
        })
    })?;
    Ok(TrainingResult {
        network: Arc::new(done.tally.learner.network()),
        games: done.games,
        curve: done.tally.curve,
        checkpoints: done.tally.checkpoints,
        partial: done.partial,
        time_was_up,
        seconds: done.seconds,
    })
}

/// Returns the names of the bots with which a bot of this game learns by default: the shipped
/// greedy bots, except those that are weaker than the first by design. Nothing can be learnt from
/// weaker bots.
pub fn pool(title: &dyn Title) -> Vec<String> {
    let greedy = |name: &&str| {
        let bot = load_bot(title, name);
        bot.is_ok_and(|bot| matches!(bot.definition, BotDefinition::Greedy(_)))
    };
    let names = title.bots().iter().map(|shipped| shipped.name);
    let all: Vec<&str> = names.filter(greedy).collect();
    let levels = title.levels().iter();
    let below: Vec<&&str> = levels.take_while(|level| Some(*level) != all.first()).collect();
    let pool = all.iter().filter(|name| !below.contains(name));
    pool.map(|name| (*name).to_owned()).collect()
}
