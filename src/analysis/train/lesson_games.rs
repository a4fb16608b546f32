//! The games in which a bot learns: who plays them, with which values.

use std::sync::Arc;

use arrayvec::ArrayVec;
use rand::Rng;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::line_up::{line_up, sides};
use super::variants::Variants;
use crate::games::chance::{Purpose, pick, stream};
use crate::games::{Contender, FailedGame, MAX_PLAYERS, PUPIL, Study};
use crate::simulate::Simulation;
use crate::stats::MAX_ENTRANTS;
use crate::strategies::Weights;
use crate::strategies::trained::{Lessons, Network};

/// Parts of a generation, each of one variant of the roster; always so many, so that lessons are the same on any number of threads.
pub const PARTS: u64 = 8;

/// Of 100 sides, once a bot plays itself: so many are given to the pool.
pub const GUESTS: u32 = 33;

/// What the games of a generation share.
pub struct Generation<'a> {
    pub seed: u64,
    /// How many there are of each.
    pub generation: u64,
    pub variants: &'a Variants<'a>,
    /// From the first game to the last, not included.
    pub first: u64,
    pub end: u64,
    /// What has been learnt; nothing as long as the teacher is imitated.
    pub network: Option<&'a Arc<Network>>,
    pub teacher: Option<Weights>,
    /// Bots of the pool, by the scenario's references.
    pub pool: &'a [String],
    pub tries: f32,
    pub trace: f32,
}

impl Generation<'_> {
    /// Plays them, and gives what was decided in them by the bot that learns, game by game.
    ///
    /// # Errors
    /// If a bot of the pool fails.
    pub fn play(&self, decisions: usize, threads: &ThreadPool) -> anyhow::Result<Lessons> {
        let share = (self.end - self.first).div_ceil(PARTS);
        let part = |part: u64| {
            let first = self.first + part * share;
            self.play_part(part, first, (first + share).min(self.end))
        };
        let parts: Vec<_> = threads.install(|| (0..PARTS).into_par_iter().map(part).collect());
        let mut lessons = Lessons::new(decisions);
        for part in parts {
            if let Some(mut more) = part? {
                lessons.append(&mut more);
            }
        }
        Ok(lessons)
    }

    fn play_part(
        &self,
        part: u64,
        first: u64,
        end: u64,
    ) -> Result<Option<Lessons>, Box<FailedGame>> {
        let number = self.first / self.generation * PARTS + part;
        let simulation = self.variants.open(number);
        let mut player = simulation.player();
        for game in first..end {
            let line_up = self.line_up(&simulation, game);
            let study = Study {
                line_up: &line_up,
                network: self.network,
                teacher: self.teacher,
                tries: self.tries,
                trace: self.trace,
                seed: self.seed,
            };
            player.study(&study, game)?;
        }
        Ok(player.lessons().map(std::mem::take))
    }

    /// Who sits where: the pupil, and guests of the pool.
    fn line_up(&self, simulation: &Simulation, game: u64) -> ArrayVec<Contender, MAX_ENTRANTS> {
        let seated = simulation.seated(self.seed, game);
        let mut luck = stream(self.seed, game, Purpose::Study);
        // Who all win together play as one: there is no room for guests.
        let together = simulation.cast().cooperative;
        let mut bot = || {
            if together || self.network.is_none() || luck.next_u32() % 100 >= GUESTS {
                return PUPIL;
            }
            let guest = &self.pool[pick(&mut luck, self.pool.len())];
            simulation.bot(guest).expect("the pool is in the scenario")
        };
        let bots: ArrayVec<usize, MAX_PLAYERS> = (0..sides(&seated)).map(|_| bot()).collect();
        line_up(&seated, |side| bots[usize::from(side)])
    }
}
