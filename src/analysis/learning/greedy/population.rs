//! Plays the games of a generation (batch of training games): several candidates play in the same
//! game, together with other bots.
//!
//! Games are played in rounds. In a round each candidate plays one game, and all games have the
//! same setup and the same dice. A side's share of the win is compared with the mean of the same
//! side over all games of the round. So better fighters or luckier dice give no advantage.

use arrayvec::ArrayVec;
use rand::Rng;
use rand_pcg::Pcg64Mcg;
use rayon::ThreadPool;
use rayon::prelude::*;

use crate::analysis::learning::lesson_games::{GUESTS, PARTS};
use crate::analysis::learning::line_up::{has_won, line_up, sides};
use crate::analysis::learning::trial::pupil;
use crate::analysis::learning::variants::Variants;
use crate::game::MAX_PLAYERS;
use crate::game::chance::{Purpose, pick, stream};
use crate::simulate::Simulation;
use crate::simulate::{FailedGame, Worker};
use crate::strategies::{BotDefinition, Weights};

/// Settings of the games of one generation (batch of training games).
pub struct Population<'a> {
    pub seed: u64,
    /// Number of the generation (batch of training games), from 0.
    pub number: u64,
    pub variants: &'a Variants<'a>,
    /// Number of the first game of the generation (batch of training games).
    pub first: u64,
    /// Number after that of the last game of the generation (batch of training games).
    pub end: u64,
    pub candidates: &'a [Weights],
    /// Names of the bots that serve as about half of the opponents of the candidates.
    pub pool: &'a [String],
    /// The initial bot and its later versions, which serve as the other half of the opponents of
    /// the candidates; all opponents if `pool` is empty.
    pub champions: &'a [BotDefinition],
}

/// Result of all games of a candidate, i.e. of a bot that the training tries.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Score {
    pub games: u64,
    /// Sum of the candidate's advantages in all games, in units of the fair share. An advantage is
    /// the candidate's share of the win minus the mean share of the same side in games with the
    /// same setup.
    ahead: f64,
}

impl Score {
    /// Mean advantage of the candidate per game, in units of the fair share of the win.
    pub fn mean(&self) -> f64 {
        self.ahead / self.games.max(1) as f64
    }

    fn add(&mut self, other: &Score) {
        self.games += other.games;
        self.ahead += other.ahead;
    }
}

/// Player of a side: a candidate by its number, or another bot by its index in the simulation.
#[derive(Debug, Clone, Copy)]
enum Who {
    Candidate(usize),
    Guest(usize),
}

/// One of several games with the same setup: the player of each side, and each side's share of the
/// win.
struct Table {
    who: ArrayVec<Who, MAX_PLAYERS>,
    shares: ArrayVec<f64, MAX_PLAYERS>,
}

/// Part of a generation (batch of training games) that one thread plays.
struct Part<'a> {
    population: &'a Population<'a>,
    simulation: &'a Simulation,
    /// Indices of the candidates' bots in the simulation.
    candidates: Vec<usize>,
    /// Indices, in the simulation, of the bots that the user chose as opponents.
    pool: Vec<usize>,
    /// Indices, in the simulation, of the initial bot and its later versions.
    champions: Vec<usize>,
    luck: Pcg64Mcg,
}

impl Population<'_> {
    /// Plays the games of the generation and returns the score of each candidate.
    ///
    /// # Errors
    /// Fails if another bot fails.
    pub fn play(&self, threads: &ThreadPool) -> anyhow::Result<Vec<Score>> {
        let share = (self.end - self.first).div_ceil(PARTS);
        let part = |part: u64| {
            let first = self.first + part * share;
            self.play_part(part, first, (first + share).min(self.end))
        };
        let parts: Vec<_> = threads.install(|| (0..PARTS).into_par_iter().map(part).collect());
        let mut scores = vec![Score::default(); self.candidates.len()];
        for part in parts {
            for (score, more) in scores.iter_mut().zip(part.map_err(|failed| *failed)?) {
                score.add(&more);
            }
        }
        Ok(scores)
    }

    fn play_part(&self, part: u64, first: u64, end: u64) -> Result<Vec<Score>, Box<FailedGame>> {
        let mut scores = vec![Score::default(); self.candidates.len()];
        let mut scenario = (self.variants.scenario(self.number * PARTS + part)).into_owned();
        let mut seat = |kind: &str, bots: &mut dyn Iterator<Item = BotDefinition>| -> Vec<String> {
            let mut references = vec![];
            for (index, bot) in bots.enumerate() {
                // A name that no shipped bot and no file can have.
                let reference = format!("({kind} {index})");
                scenario.bots.insert(reference.clone(), pupil(&bot));
                references.push(reference);
            }
            references
        };
        let candidates = self.candidates.iter().copied();
        let candidates = seat("candidate", &mut candidates.map(BotDefinition::Greedy));
        let champions = seat("champion", &mut self.champions.iter().cloned());
        let simulation = scenario.open();
        let indices = |references: &[String]| -> Vec<usize> {
            let index = |name: &String| simulation.bot(name).expect("it is in the scenario");
            references.iter().map(index).collect()
        };
        let mut part = Part {
            population: self,
            simulation: &simulation,
            candidates: indices(&candidates),
            pool: indices(self.pool),
            champions: indices(&champions),
            luck: stream(self.seed, first, Purpose::Study),
        };
        let mut worker = simulation.worker();
        let (mut game, mut deal) = (first, first);
        while game < end {
            game += part.round(&mut *worker, deal, end - game, &mut scores)?;
            deal += 1;
        }
        Ok(scores)
    }
}

impl Part<'_> {
    /// Plays up to `most` games with the same setup and dice, until each candidate has played once.
    /// Returns the number of games.
    fn round(
        &mut self,
        worker: &mut dyn Worker,
        deal: u64,
        most: u64,
        scores: &mut [Score],
    ) -> Result<u64, Box<FailedGame>> {
        let seed = self.population.seed;
        let seated = self.simulation.seated(seed, deal);
        let sides = sides(&seated);
        let mut waiting: Vec<usize> = (0..self.candidates.len()).collect();
        for place in (1..waiting.len()).rev() {
            waiting.swap(place, pick(&mut self.luck, place + 1));
        }
        let mut tables: Vec<Table> = vec![];
        while !waiting.is_empty() && (tables.len() as u64) < most {
            let who = self.table(sides, &mut waiting);
            let line_up = line_up(&seated, |side| match who[usize::from(side)] {
                Who::Candidate(index) => self.candidates[index],
                Who::Guest(bot) => bot,
            });
            let places = worker.play_line_up(&line_up, seed, deal)?;
            let won = |side| has_won(&line_up, &places, side);
            let winners = (0..sides).filter(|side| won(*side)).count().max(1) as f64;
            let share = |side| if won(side) { 1.0 / winners } else { 0.0 };
            let shares = (0..sides).map(share).collect();
            tables.push(Table { who, shares });
        }
        for side in 0..usize::from(sides) {
            let of_side = tables.iter().map(|table| table.shares[side]);
            let usual = of_side.sum::<f64>() / tables.len().max(1) as f64;
            for table in &tables {
                if let Who::Candidate(index) = table.who[side] {
                    scores[index].add(&Score {
                        games: 1,
                        ahead: (table.shares[side] - usual) * f64::from(sides),
                    });
                }
            }
        }
        Ok(tables.len() as u64)
    }

    /// Chooses the players of the sides in a game: at least one candidate that has not played in
    /// this round, and other bots.
    fn table(&mut self, sides: u8, waiting: &mut Vec<usize>) -> ArrayVec<Who, MAX_PLAYERS> {
        let sure = pick(&mut self.luck, usize::from(sides.max(1)));
        (0..usize::from(sides))
            .map(|side| {
                let guest = side != sure && self.luck.next_u32() % 100 < GUESTS;
                match waiting.is_empty() || guest {
                    false => Who::Candidate(waiting.pop().expect("somebody waits")),
                    true => Who::Guest(self.guest()),
                }
            })
            .collect()
    }

    fn guest(&mut self) -> usize {
        let champion = self.luck.next_u32() & 1 == 0 || self.pool.is_empty();
        let guests = match champion {
            true => &self.champions,
            false => &self.pool,
        };
        guests[pick(&mut self.luck, guests.len())]
    }
}
