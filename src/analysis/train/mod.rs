//! `gong train`: a bot learns a scenario, or several, by playing.
//!
//! Deep Monte-Carlo (Zha et al. 2021): a net for each kind of decision learns how often the options that were taken have won. First the bot
//! imitates a teacher who now and then tries something else; from then on it plays itself, with guests of a pool, and takes the option that
//! its nets think best. What a decision learns is blended from the end of the game and from what the bot thought of its own later decisions
//! (Q(λ): Peng and Williams 1996). Every other part of the games has values around the roster's own, so that the bot learns what values
//! are worth.
//!
//! Everything hangs on scenarios, pool and seed, and on how many games were played, not on how many were planned: a bot that was stopped after
//! N games is the bot that N games would have made.
//!
//! [`greedy`] learns the weights of a greedy bot instead.

pub mod balance;
pub mod checkpoints;
mod course;
mod gradient;
pub mod greedy;
mod learner;
mod lesson_games;
mod line_up;
pub mod trial;
mod variants;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;

use self::checkpoints::{Checkpoints, TRIALS};
use self::course::Course;
pub use self::learner::Learner;
use self::lesson_games::Generation;
pub use self::variants::VARIED_BY;
use self::variants::Variants;
use crate::scenario::Scenario;
use crate::simulate::{Lots, Played, Stretch};
use crate::strategies::Character;
use crate::strategies::trained::{Network, Shape};

/// What is asked.
#[derive(Debug, Clone)]
pub struct Question {
    pub seed: u64,
    /// Games to learn from.
    pub games: u64,
    /// What it knows already, and from how many games.
    pub before: Option<(Arc<Network>, u64)>,
    /// Games between two changes of mind.
    pub generation: u64,
    /// The bots it plays with, by the scenario's references; the first of kind greedy is the teacher.
    pub pool: Vec<String>,
    /// It stops then, at the latest.
    pub time: Option<Duration>,
    pub threads: usize,
}

/// Games of a generation, unless one asks for others.
pub const GENERATION: u64 = 1000;

/// Games in which the teacher is imitated.
pub const IMITATED: u64 = 60_000;
/// How often the teacher, and the bot itself, tries any other option.
const TEACHER_TRIES: f32 = 0.15;
const TRIES: f32 = 0.06;
/// What a decision learns from right after it, see [`crate::strategies::trained::Lessons::close`].
const TRACE: f32 = 0.8;

/// What is added to the seed: a bot is not to know the deals and dice of the runs that judge it.
const LESSONS: u64 = 0x01E5_50A5;

/// How learning goes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Progress {
    /// Games so far.
    pub games: u64,
    /// What single decisions have taught, if that is what it learns from.
    pub lessons: Option<Lessons>,
}

/// What decisions have taught.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lessons {
    /// How many so far.
    pub count: u64,
    /// The mean square by which those of the last generation were off.
    pub error: f64,
}

/// What was learnt.
pub struct Found {
    pub bot: Character,
    pub games: u64,
    /// After each generation.
    pub curve: Vec<Progress>,
    /// What it was on its way.
    pub checkpoints: Checkpoints,
    /// It was interrupted.
    pub partial: bool,
    /// The time was up.
    pub in_time: bool,
    pub seconds: f64,
}

impl Found {
    /// Decisions that it has learnt from; 0 if it learns from whole games.
    pub fn lessons(&self) -> u64 {
        let last = self.curve.last().and_then(|last| last.lessons);
        last.map_or(0, |lessons| lessons.count)
    }
}

/// When learning is to end.
struct Until<'a> {
    question: &'a Question,
    stop: &'a AtomicBool,
    begin: Instant,
    in_time: bool,
}

impl<'a> Until<'a> {
    fn new(question: &'a Question, stop: &'a AtomicBool) -> Until<'a> {
        Until {
            question,
            stop,
            begin: Instant::now(),
            in_time: true,
        }
    }

    fn interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Is there another generation, after so many games?
    fn goes_on(&mut self, games: u64) -> bool {
        if games >= self.question.games || self.interrupted() {
            return false;
        }
        let time = self.question.time;
        let time_is_up = time.is_some_and(|time| self.begin.elapsed() >= time);
        self.in_time = !time_is_up || games == 0;
        self.in_time
    }

    /// It has ended, for now.
    fn played<L>(&self, course: Course<L>) -> Played<Course<L>> {
        let games = course.games();
        Played {
            tally: course,
            games,
            partial: games < self.question.games && self.in_time,
            reached: false,
            seconds: self.begin.elapsed().as_secs_f64(),
        }
    }

    /// What came of it.
    fn found<L>(&self, bot: Character, done: Played<Course<L>>) -> Found {
        Found {
            bot,
            games: done.games,
            curve: done.tally.curve,
            checkpoints: done.tally.checkpoints,
            partial: done.partial,
            in_time: self.in_time,
            seconds: done.seconds,
        }
    }
}

/// Learns scenarios of one game, all with the bots of the pool. `lots` knows what was learnt before, of its only lot; `stop` may be set at any time, and ends
/// it with the last whole generation; `tell` hears of each.
///
/// # Errors
/// If threads cannot be had, or a bot of the pool fails; if something else was learnt before.
pub fn train(
    scenarios: &[Scenario],
    question: &Question,
    lots: &mut impl Lots,
    stop: &AtomicBool,
    mut tell: impl FnMut(&Progress),
) -> anyhow::Result<Found> {
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(question.threads)
        .build()?;
    let scenario = scenarios.first().context("a scenario to learn")?;
    let shape = Shape::of(&scenario.game().layout());
    let seed = question.seed.wrapping_add(LESSONS);
    let variants = Variants::new(scenarios, seed);
    let (known, before) = match &question.before {
        Some((network, games)) => (Some(&**network), *games),
        None => (None, 0),
    };
    let teacher = question
        .pool
        .iter()
        .find_map(|name| match scenario.bots[name].character {
            Character::Greedy(weights) => Some(weights),
            _ => None,
        });
    let nobody = Character::Trained(Arc::new(Network::zero(&shape)));
    let course = Course::new(
        Learner::new(shape, seed, known),
        Checkpoints::new(question.generation, TRIALS, nobody),
    );
    let mut until = Until::new(question, stop);
    let end = before.saturating_add(question.games);
    let done = lots.play(0, course, |stretch| {
        let Stretch {
            tally: mut course,
            mut keep,
            ..
        } = stretch;
        let mut network = Arc::new(course.learner.network());
        while until.goes_on(course.games()) {
            let played = before + course.games();
            let imitates = known.is_none() && played < IMITATED;
            let generation = Generation {
                seed,
                generation: question.generation,
                variants: &variants,
                first: played,
                end: (played + question.generation).min(end),
                network: (!imitates).then_some(&network),
                teacher: teacher.filter(|_| imitates),
                pool: &question.pool,
                tries: match (imitates, teacher) {
                    (true, Some(_)) => TEACHER_TRIES,
                    // Nobody to imitate: every option has the same chance.
                    (true, None) => 1.0,
                    (false, _) => TRIES,
                },
                trace: if imitates { 1.0 } else { TRACE },
            };
            let decided = match generation.play(shape.decisions, &threads) {
                // A script of the pool fails where it is interrupted: the generations before it count.
                Err(_) if until.interrupted() => break,
                decided => decided?,
            };
            let games = generation.end - before;
            let errors = course.learner.learn(&decided, generation.end, &threads);
            network = Arc::new(course.learner.network());
            let last = course.curve.last().and_then(|last| last.lessons);
            let progress = Progress {
                games,
                lessons: Some(Lessons {
                    count: errors.lessons + last.map_or(0, |last| last.count),
                    error: errors.squared / errors.lessons.max(1) as f64,
                }),
            };
            course.hear(progress, &Character::Trained(Arc::clone(&network)));
            tell(&progress);
            keep(progress.games, &mut course);
        }
        Ok(until.played(course))
    })?;
    let bot = Character::Trained(Arc::new(done.tally.learner.network()));
    Ok(until.found(bot, done))
}
