//! Plays the games of a scenario and records their results. Games are played in parallel, with the
//! same result on any number of threads, machines and shards (parts of a command's games).
//!
//! [`game_loop`] plays one game. A [`Stage`] holds what all games of a scenario share. [`batches`]
//! plays many games in parallel, and [`run()`] counts their results. A [`Shard`] plays a
//! [`Stretch`] (contiguous range) of the games.

pub mod batches;
mod company;
pub mod dealer;
mod examined;
pub mod game_loop;
mod listening;
mod luck;
pub mod playable;
mod run;
mod shard;
mod stage;
mod stretch;
mod thread_time;
mod watched;

use std::ops::Deref;
use std::sync::Arc;

use crate::stats::Tally;

pub use company::{Company, Member};
pub use dealer::Dealer;
pub use listening::{Ear, Heard};
pub use luck::Weighing;
pub use playable::{
    Clock, Contender, FailedGame, PUPIL, Playable, Seated, StoryForm, Study, Told, Watching, Worker,
};
pub use run::{Audience, Counting, Plan, Played, Precision, run, run_stretch};
pub use shard::{Lot, MOST_SHARDS, Shard, total_games};
pub use stage::{FinishedGame, Name, Stage, StageWorker, Staged};
pub use stretch::{All, Keep, Lots, Stretch};

/// A scenario that is ready to be played, with everything that its games share.
#[derive(Clone)]
pub struct Simulation(Arc<dyn Playable>);

impl Simulation {
    pub fn new(playable: Arc<dyn Playable>) -> Self {
        Simulation(playable)
    }

    /// Creates the statistics of a run without games.
    pub fn empty_tally(&self) -> Tally {
        Tally::new(self.cast(), self.measures())
    }

    /// Creates a worker that also measures the thinking time of each bot.
    pub fn timed_worker(&self) -> Box<dyn Worker + '_> {
        let mut worker = self.worker();
        worker.take_time();
        worker
    }

    /// Returns the prepared scenario as the concrete type for the game `G`; `None` if the
    /// simulation plays another game.
    pub fn stage<G: Staged + 'static>(&self) -> Option<&Stage<G>> {
        self.0.as_any().downcast_ref()
    }

    /// Returns the pairs of statistics rows (entrants: a fighter and its bot) that two simulations
    /// keep for the same fighter in the same slot of the line-up.
    ///
    /// Each pair has the index of the row in this simulation, then the index in `other`. Requires
    /// [`Simulation::same_fighters`].
    pub fn meetings<'a>(&'a self, other: &'a Simulation) -> impl Iterator<Item = (u16, u16)> + 'a {
        (0..self.cast().slots.len()).flat_map(move |slot| {
            let fighters = self.may_play(slot).iter().zip(other.may_play(slot));
            fighters.map(move |(&mine, &theirs)| {
                (self.entrant(slot, mine), other.entrant(slot, theirs))
            })
        })
    }

    /// Returns true if every game of two simulations has the same fighters at the same places and
    /// in the same teams. The bots may differ.
    pub fn same_fighters(&self, other: &Simulation) -> bool {
        fn fighters(of: &Simulation, slot: usize) -> impl Iterator<Item = &String> {
            let entrants = of.may_play(slot).iter().map(move |&fighter| of.entrant(slot, fighter));
            entrants.map(|entrant| &of.cast().entrants[usize::from(entrant)].fighter)
        }
        let (mine, theirs) = (&self.cast().slots, &other.cast().slots);
        mine.len() == theirs.len()
            && (mine.iter().zip(theirs)).all(|(one, other)| one.team == other.team)
            && (0..mine.len()).all(|slot| fighters(self, slot).eq(fighters(other, slot)))
    }
}

impl Deref for Simulation {
    type Target = dyn Playable;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}
