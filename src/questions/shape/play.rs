//! Plays the games of `gong shape`, and plays some of them again with other choices or a
//! measurement of luck.

use super::counts::{ShapeCounts, Trainings, draw};
use super::course::Course;
use super::plan::ShapePlan;
use crate::simulate::{FailedGame, Heard, Simulation, Weighing, Worker, batches};

/// One in this many games is replayed with another choice in a decision.
const OTHERWISE: u64 = 4;
/// Luck is measured in one in this many games, because the measurement takes as long as 25 to 70
/// games.
const LUCK: u64 = 100;
/// Luck is measured in one in this many of the first [`FIRST`] games, so that short commands
/// measure it, too.
const LUCK_AT_FIRST: u64 = 25;
/// Number of games at the start in which luck is measured more often.
const FIRST: u64 = 2_500;
/// Number of times that each random event is repeated to measure luck.
const THROWS: u32 = 24;
/// A seat whose estimate of winning is below this probability counts as having no chance to win.
const NO_CHANCE: f32 = 0.05;

/// Plays games one after the other on one thread, and counts them for `gong shape`.
pub struct ShapeWorker<'a> {
    plan: &'a ShapePlan,
    seed: u64,
    worker: Box<dyn Worker + 'a>,
    /// The worker for the games in which luck is measured; `None` if luck is not measured.
    weighed: Option<Box<dyn Worker + 'a>>,
    /// Decisions of the current game, with the bots' estimates of winning.
    heard: Vec<Heard>,
    /// The counts of the games played so far.
    pub counts: Trainings,
}

impl<'a> ShapeWorker<'a> {
    /// Creates a worker that has counted no games.
    pub fn new(plan: &'a ShapePlan, seed: u64, simulation: &'a Simulation) -> ShapeWorker<'a> {
        let weighed = plan.guide.map(|guide| {
            let mut worker = simulation.worker();
            worker.weigh_luck(&Weighing { guide, throws: THROWS, to_the_end: true });
            worker
        });
        let (worker, counts) = (simulation.worker(), plan.none.clone());
        ShapeWorker { plan, seed, worker, weighed, heard: vec![], counts }
    }

    /// Returns the counts of the member of a panel that plays a game.
    fn counts_of(&mut self, game: u64) -> &mut ShapeCounts {
        &mut self.counts.0[usize::from(self.worker.member(self.seed, game))]
    }

    /// Replays a game in which decision number `at` (from 0) has a randomly drawn other option.
    /// Returns the side that wins.
    fn otherwise(&mut self, game: u64, at: usize) -> Result<Option<usize>, Box<FailedGame>> {
        let mut number = 0;
        let record = self.worker.listen(self.seed, game, &mut |decision| {
            let other = 1 + draw(game, 4, decision.options - 1);
            number += 1;
            (number == at + 1).then(|| (decision.chosen + other) % decision.options)
        })?;
        Ok(self.plan.sides.winner(record))
    }

    /// Replays a game with another choice in one decision of a seat that cannot win, if there is
    /// such a decision. Counts whether another of the other sides wins.
    fn examine(&mut self, game: u64, winner: Option<usize>) -> Result<(), Box<FailedGame>> {
        let sides = &self.plan.sides;
        self.counts_of(game).examined += 1;
        let is_hopeless = |of: &Heard| {
            of.estimate.is_some_and(|it| it < NO_CHANCE) && winner != Some(sides.of(of.seat))
        };
        let heard = self.heard.iter().enumerate();
        let hopeless = heard.filter_map(|(at, of)| is_hopeless(of).then_some(at));
        let hopeless: Vec<usize> = hopeless.collect();
        if let Some(&at) = hopeless.get(draw(game, 5, hopeless.len())) {
            let own = sides.of(self.heard[at].seat);
            let now = self.otherwise(game, at)?;
            let changed = now != winner && now != Some(own) && winner.is_some() && now.is_some();
            self.counts_of(game).kingmaking += u64::from(changed);
        }
        Ok(())
    }

    /// Plays a game and measures the luck of one randomly drawn player.
    fn weigh(&mut self, game: u64) -> Result<(), Box<FailedGame>> {
        let Some(worker) = &mut self.weighed else {
            return Ok(());
        };
        let record = worker.play(self.seed, game)?;
        let player = record.players[draw(game, 7, record.players.len())];
        let luck = worker.luck()[usize::from(player.slot)];
        self.counts_of(game).luck.add(game, player.won.into(), luck);
        Ok(())
    }
}

impl batches::BatchWorker for ShapeWorker<'_> {
    fn play(&mut self, game: u64) -> Result<(), Box<FailedGame>> {
        let sides = &self.plan.sides;
        let course = Course::hear(&mut *self.worker, (self.seed, game), sides, &mut self.heard)?;
        self.counts_of(game).add(game, sides, &course);
        if sides.have_kingmakers() && game.is_multiple_of(OTHERWISE) {
            self.examine(game, course.winner)?;
        }
        let luck = if game < FIRST { LUCK_AT_FIRST } else { LUCK };
        if game % luck == 1 {
            self.weigh(game)?;
        }
        Ok(())
    }
}
