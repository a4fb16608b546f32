//! State of a bot's training. An interrupted training resumes from this state with bit-identical
//! results.

use std::sync::Arc;

use super::checkpoints::Checkpoints;
use super::{Learner, Progress};
use crate::stats::counts::{CountedSums, Through};
use crate::strategies::trained::Network;
use crate::strategies::trained::network::Net;

/// State of a bot's training, which can be saved and resumed.
pub struct TrainingCourse {
    pub learner: Learner,
    /// Progress of the training after each generation (batch of training games).
    pub curve: Vec<Progress>,
    /// Snapshots of the network at several times of the training.
    pub checkpoints: Checkpoints,
}

impl TrainingCourse {
    /// Number of training games so far.
    pub fn games(&self) -> u64 {
        self.curve.last().map_or(0, |last| last.games)
    }

    /// Records the progress after a generation (batch of training games), and takes a snapshot of
    /// the network if a snapshot is due.
    pub fn hear(&mut self, progress: Progress, network: &Arc<Network>) {
        self.curve.push(progress);
        self.checkpoints.hear(progress.games, network);
    }
}

/// Maximum number of generations read from a file, so that a damaged file cannot exhaust the
/// memory.
const GENERATIONS: u64 = 1 << 24;

impl CountedSums for TrainingCourse {
    fn show(&mut self, through: &mut Through<'_>) {
        self.learner.show(through);
        let nothing = Progress::default();
        through.entries(&mut self.curve, GENERATIONS, &nothing, |of, through| {
            through.sums([&mut of.games, &mut of.decisions]);
            through.long_bits([&mut of.error]);
        });
        self.checkpoints.show(&self.learner.shape, through);
        through.of_games(self.games());
    }
}

impl CountedSums for Net {
    fn show(&mut self, through: &mut Through<'_>) {
        for part in self.parts_mut() {
            through.bits(part);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::{IMITATED, TrainingPlan, train};
    use super::*;
    use crate::scenario::{Scenario, StrategyPlan, load_bot};
    use crate::simulate::{Lots, Played, Stretch};
    use crate::stats::counts::Counts;

    /// Test double that saves the state of a training after `after` games, or resumes from the
    /// saved state.
    struct Memory {
        after: u64,
        text: String,
        goes_on: bool,
    }

    impl Lots for Memory {
        fn play<T: CountedSums>(
            &mut self,
            _: usize,
            mut empty: T,
            play: impl FnOnce(Stretch<'_, T>) -> anyhow::Result<Played<T>>,
        ) -> anyhow::Result<Played<T>> {
            if self.goes_on {
                let counts: Counts = serde_json::from_str(&self.text)?;
                assert!(counts.fill(&mut empty, self.after));
            }
            let mut stretch = Stretch::of(u64::MAX, empty);
            stretch.keep = Box::new(|games, course| {
                if games == self.after && !self.goes_on {
                    self.text = serde_json::to_string(&Counts::of(course)).unwrap();
                }
            });
            play(stretch)
        }
    }

    fn scenario() -> Scenario {
        let title = crate::games::title("ultimate-warriorz").unwrap();
        let line_up = title.trials().swap_remove(0);
        let plan = StrategyPlan { everybody: "balanced".into(), ..Default::default() };
        let bots = [("balanced".to_owned(), load_bot(title, "balanced").unwrap())].into();
        Scenario::of(title, line_up, plan, bots).unwrap()
    }

    fn question(before: Option<(Arc<Network>, u64)>) -> TrainingPlan {
        TrainingPlan {
            seed: 5,
            games: 240,
            before,
            generation: 40,
            pool: vec!["balanced".to_owned()],
            time: None,
            threads: 1,
        }
    }

    #[test]
    fn a_network_learns_on_as_if_it_had_never_been_stopped() {
        let scenarios = [scenario()];
        let stop = AtomicBool::new(false);
        // Trains a network twice, without interruption and resumed from the middle of the training,
        // and returns it.
        let learn = |question: TrainingPlan| -> Arc<Network> {
            let mut memory = Memory { after: 120, text: String::new(), goes_on: false };
            let [whole, resumed] = [false, true].map(|goes_on| {
                memory.goes_on = goes_on;
                train(&scenarios, &question, &mut memory, &stop, |_| ()).unwrap()
            });
            assert_eq!((whole.games, resumed.games), (240, 240));
            assert_eq!(whole.curve, resumed.curve);
            assert!(whole.network == resumed.network);
            let [first, second] = [&whole, &resumed].map(|found| &found.checkpoints);
            assert!(first == second && first.count(0) > 2);
            whole.network
        };
        let from = learn(question(None));
        // Interrupts a training that starts from another bot's network, after the imitation phase.
        learn(question(Some((from, IMITATED))));
    }
}
