//! Plays the games of `gong shape`, and plays some of them again with other choices, a stronger bot
//! or a measurement of luck.

use anyhow::{Context, Result};

use super::counts::{Trainings, draw};
use super::course::Course;
use super::plan::ShapePlan;
use crate::simulate::{Contender, FailedGame, Heard, Simulation, Weighing, Worker, batches};
use crate::stats::MAX_ENTRANTS;

/// One in this many games is replayed with another choice in a decision.
const OTHERWISE: u64 = 4;
/// One in this many games is played again with a stronger bot in one seat.
const STRONGER: u64 = 25;
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
    simulation: &'a Simulation,
    worker: Box<dyn Worker + 'a>,
    /// The worker for the games in which luck is measured; `None` if luck is not measured.
    weighed: Option<Box<dyn Worker + 'a>>,
    /// For each slot (position in the line-up) and each fighter of the roster: the index of the bot
    /// that plays it.
    bots: Vec<Vec<usize>>,
    /// Index, among the bots of the simulation, of the stronger bot that takes one seat; `None`
    /// without such a bot.
    stronger: Option<usize>,
    /// Decisions of the current game, with the bots' estimates of winning.
    heard: Vec<Heard>,
    /// The counts of the games played so far.
    pub counts: Trainings,
    /// Member of a panel that plays the current game.
    member: usize,
}

impl<'a> ShapeWorker<'a> {
    /// Creates a worker that has counted no games.
    ///
    /// # Errors
    /// Fails if the scenario has no bot that the plan names.
    pub fn new(plan: &'a ShapePlan, simulation: &'a Simulation) -> Result<ShapeWorker<'a>> {
        let index = |name: &str| {
            let index = simulation.bot(name);
            index.with_context(|| format!("the scenario has no bot {name}"))
        };
        let strategies = &plan.scenario.strategies;
        let profiles = plan.scenario.profiles();
        let slots = simulation.cast().slots.iter();
        let bots = slots.map(|slot| {
            let of = |key: &str| index(strategies.of(key, slot.seat, slot.team));
            profiles.iter().map(|profile| of(&profile.key)).collect()
        });
        let weighed = plan.guide.map(|guide| {
            let mut worker = simulation.worker();
            worker.weigh_luck(&Weighing { guide, throws: THROWS, to_the_end: true });
            worker
        });
        Ok(ShapeWorker {
            plan,
            simulation,
            worker: simulation.worker(),
            weighed,
            bots: bots.collect::<Result<_>>()?,
            stronger: plan.stronger.as_deref().map(index).transpose()?,
            heard: vec![],
            counts: plan.none(),
            member: 0,
        })
    }

    /// Plays a game and returns its course (probabilities of winning by round), from the bots'
    /// estimates at their decisions.
    fn hear(&mut self, game: u64) -> Result<Course, Box<FailedGame>> {
        let heard = &mut self.heard;
        heard.clear();
        let record = self.worker.listen(self.plan.games.seed, game, &mut |of| {
            heard.push(of);
            None
        })?;
        Ok(Course::new(&self.plan.sides, heard, record))
    }

    /// Replays a game in which decision number `at` (from 0) has a randomly drawn other option.
    /// Returns the side that wins.
    fn otherwise(&mut self, game: u64, at: usize) -> Result<Option<usize>, Box<FailedGame>> {
        let mut number = 0;
        let record = self.worker.listen(self.plan.games.seed, game, &mut |of| {
            let other = 1 + draw(game, 4, of.options - 1);
            number += 1;
            (number == at + 1).then(|| (of.chosen + other) % of.options)
        })?;
        Ok(self.plan.sides.winner(record))
    }

    /// Replays a game up to twice, each time with another choice in one decision: once of a seat
    /// that cannot win, and once of any seat. Counts how often the winner changes.
    fn examine(&mut self, game: u64, winner: Option<usize>) -> Result<(), Box<FailedGame>> {
        let sides = &self.plan.sides;
        self.counts.0[self.member].examined += 1;
        let others = |of: &Heard| winner != Some(sides.of(of.seat));
        let hopeless = |of: &Heard| of.estimate.is_some_and(|it| it < NO_CHANCE) && others(of);
        let heard = self.heard.iter().enumerate();
        let hopeless: Vec<usize> = heard
            .filter_map(|(at, of)| (self.plan.has_kingmakers() && hopeless(of)).then_some(at))
            .collect();
        let all = self.heard.len();
        if let Some(&at) = hopeless.get(draw(game, 5, hopeless.len())) {
            let own = sides.of(self.heard[at].seat);
            let now = self.otherwise(game, at)?;
            let changed = now != winner && now != Some(own) && winner.is_some() && now.is_some();
            self.counts.0[self.member].kingmaking.add(changed);
        }
        if all > 0 {
            let now = self.otherwise(game, draw(game, 6, all))?;
            self.counts.0[self.member].any.add(now != winner);
        }
        Ok(())
    }

    /// Plays a game and measures the luck of one randomly drawn player.
    fn weigh(&mut self, game: u64) -> Result<(), Box<FailedGame>> {
        let Some(worker) = &mut self.weighed else {
            return Ok(());
        };
        let record = worker.play(self.plan.games.seed, game)?;
        let of = record.players[draw(game, 7, record.players.len())];
        let luck = worker.luck()[usize::from(of.slot)];
        self.counts.0[self.member].luck.add(game, of.won.into(), luck);
        Ok(())
    }

    /// Plays a game again with the stronger bot in one seat, and counts whether the seat's side
    /// wins.
    fn strengthen(&mut self, game: u64, course: &Course) -> Result<(), Box<FailedGame>> {
        let (seed, sides) = (self.plan.games.seed, &self.plan.sides);
        let Some(stronger) = self.stronger else {
            return Ok(());
        };
        let seat = 1 + draw(game, 8, sides.seats) as u8;
        let slots = self.simulation.cast().slots.iter().enumerate();
        let seated = self.simulation.seated(seed, game);
        let line_up = slots.zip(seated).map(|((slot, of), seated)| Contender {
            bot: match of.seat == seat {
                true => stronger,
                false => self.bots[slot][usize::from(seated.fighter)],
            },
            seated,
        });
        let line_up: arrayvec::ArrayVec<Contender, MAX_ENTRANTS> = line_up.collect();
        let places = self.worker.play_line_up(&line_up, seed, game)?;
        let side = sides.of(seat);
        let after = (0..line_up.len()).any(|slot| sides.of_slot[slot] == side && places[slot] == 1);
        self.counts.0[self.member].stronger.add(course.winner == Some(side), after);
        Ok(())
    }
}

impl batches::BatchWorker for ShapeWorker<'_> {
    fn play(&mut self, game: u64) -> Result<(), Box<FailedGame>> {
        self.member = self.worker.member(self.plan.games.seed, game).into();
        let course = self.hear(game)?;
        let decisions = self.heard.len();
        self.counts.0[self.member].add(game, &self.plan.sides, &course, decisions);
        if game.is_multiple_of(OTHERWISE) {
            self.examine(game, course.winner)?;
        }
        let luck = if game < FIRST { LUCK_AT_FIRST } else { LUCK };
        if game % luck == 1 {
            self.weigh(game)?;
        }
        if game % STRONGER == 2 {
            self.strengthen(game, &course)?;
        }
        Ok(())
    }
}
