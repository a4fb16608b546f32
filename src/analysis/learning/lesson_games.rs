//! Plays training games: chooses their line-ups, rosters and bots.

use std::sync::Arc;

use arrayvec::ArrayVec;
use rand::Rng;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::phase::Phase;
use super::variants::Variants;
use crate::analysis::line_up::{line_up, sides};
use crate::game::MAX_PLAYERS;
use crate::game::chance::{Purpose, pick, stream};
use crate::simulate::Simulation;
use crate::simulate::{Contender, FailedGame, PUPIL, Study};
use crate::stats::MAX_ENTRANTS;
use crate::strategies::Weights;
use crate::strategies::trained::{Lessons, Network};

/// Minimum number of parts of a generation (batch of training games), each with its own variant of
/// a scenario. The number does not depend on the number of threads. All scenarios occur in each
/// generation: a network that learns one after the other forgets the first.
const PARTS: u64 = 8;

/// Percentage of sides that other bots play in training games after the phase in which the bot
/// imitates a teacher.
const GUESTS: u32 = 33;

/// Settings of the games of one generation (batch of training games).
pub struct Generation<'a> {
    pub seed: u64,
    /// Number of games of a generation (games between two updates).
    pub generation: u64,
    pub variants: &'a Variants<'a>,
    /// Number of the first game of the generation (batch of training games).
    pub first: u64,
    /// Number after that of the last game of the generation (batch of training games).
    pub end: u64,
    /// Current network of the learning bot.
    pub network: &'a Arc<Network>,
    /// True if the training continues an earlier one.
    pub continues: bool,
    /// Weights of the bot that is imitated (the teacher), if there is one.
    pub teacher: Option<Weights>,
    /// Names of the bots that play with the learning bot.
    pub pool: &'a [String],
}

impl Generation<'_> {
    /// Plays the games and returns the decisions of the learning bot, ordered by game.
    ///
    /// # Errors
    /// Fails if another bot fails.
    pub fn play(&self, nets: usize, threads: &ThreadPool) -> anyhow::Result<Lessons> {
        let parts = self.variants.round().max(PARTS);
        let share = (self.end - self.first).div_ceil(parts);
        let part = |part: u64| {
            let first = (self.first + part * share).min(self.end);
            let number = self.first / self.generation * parts + part;
            self.play_part(number, first, (first + share).min(self.end))
        };
        let parts: Vec<_> = threads.install(|| (0..parts).into_par_iter().map(part).collect());
        let mut lessons = Lessons::new(nets);
        for part in parts {
            if let Some(mut more) = part.map_err(|failed| *failed)? {
                lessons.append(&mut more);
            }
        }
        Ok(lessons)
    }

    fn play_part(
        &self,
        variant: u64,
        first: u64,
        end: u64,
    ) -> Result<Option<Lessons>, Box<FailedGame>> {
        let simulation = self.variants.open(variant);
        let mut worker = simulation.worker();
        let played = self.variants.games_like(variant, self.first);
        let phase = Phase::after(played, self.continues, self.teacher.is_some());
        for game in first..end {
            let line_up = self.line_up(&simulation, &phase, game);
            let study = Study {
                line_up: &line_up,
                network: (!phase.imitates).then_some(self.network),
                teacher: self.teacher.filter(|_| phase.imitates),
                tries: phase.tries,
                heat: phase.heat,
                trace: phase.trace,
                seed: self.seed,
            };
            worker.study(&study, game)?;
        }
        Ok(worker.lessons().map(std::mem::take))
    }

    /// Creates the line-up of a training game from the learning bot and other bots.
    fn line_up(
        &self,
        simulation: &Simulation,
        phase: &Phase,
        game: u64,
    ) -> ArrayVec<Contender, MAX_ENTRANTS> {
        let seated = simulation.seated(self.seed, game);
        let mut luck = stream(self.seed, game, Purpose::Study);
        // In a cooperative game all seats are one side, so that no other bot can play a side.
        let together = simulation.cast().cooperative;
        let mut bot = || {
            if together || phase.imitates || luck.next_u32() % 100 >= GUESTS {
                return PUPIL;
            }
            let guest = &self.pool[pick(&mut luck, self.pool.len())];
            simulation.bot(guest).expect("the pool is in the scenario")
        };
        let bots: ArrayVec<usize, MAX_PLAYERS> = (0..sides(&seated)).map(|_| bot()).collect();
        line_up(&seated, |side| bots[usize::from(side)])
    }
}
