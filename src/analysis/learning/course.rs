//! State of a bot's training. An interrupted training resumes from this state with bit-identical
//! results.

use std::sync::Arc;

use super::checkpoints::Checkpoints;
use super::{LessonCount, Progress};
use crate::stats::counts::{CountedSums, Through};
use crate::strategies::BotDefinition;
use crate::strategies::trained::network::Net;

/// State of a bot's training, which can be saved and resumed.
pub struct TrainingCourse<L> {
    /// State of the learning algorithm.
    pub learner: L,
    /// Progress of the training after each generation (batch of training games).
    pub curve: Vec<Progress>,
    /// Snapshots of the bot at several times of the training.
    pub checkpoints: Checkpoints,
}

impl<L> TrainingCourse<L> {
    /// Creates the state of a training before its first game.
    pub fn new(learner: L, checkpoints: Checkpoints) -> TrainingCourse<L> {
        TrainingCourse { learner, curve: vec![], checkpoints }
    }

    /// Number of training games so far.
    pub fn games(&self) -> u64 {
        self.curve.last().map_or(0, |last| last.games)
    }

    /// Records the progress after a generation (batch of training games), and takes a snapshot of
    /// the bot if a snapshot is due.
    pub fn hear(&mut self, progress: Progress, bot: &BotDefinition) {
        self.curve.push(progress);
        self.checkpoints.hear(progress.games, bot);
    }
}

/// Maximum number of generations read from a file, so that a damaged file cannot exhaust the
/// memory.
const GENERATIONS: u64 = 1 << 24;

impl<L: CountedSums> CountedSums for TrainingCourse<L> {
    fn show(&mut self, through: &mut Through<'_>) {
        self.learner.show(through);
        let nothing = Progress { games: 0, lessons: None };
        through.entries(&mut self.curve, GENERATIONS, &nothing, |of, through| {
            through.sum(&mut of.games);
            let mut any = u8::from(of.lessons.is_some());
            through.sum(&mut any);
            if any > 0 {
                let nothing = LessonCount { count: 0, error: 0.0 };
                let lessons = of.lessons.get_or_insert(nothing);
                through.sum(&mut lessons.count);
                through.long_bits([&mut lessons.error]);
            }
        });
        self.checkpoints.show(through);
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

/// Reads or writes the learned parameters of a greedy or trained bot.
pub fn show_bot(bot: &mut BotDefinition, through: &mut Through<'_>) {
    match bot {
        BotDefinition::Greedy(weights) => through.bits(&mut weights.of_feature),
        BotDefinition::Trained(network) => Arc::make_mut(network).nets.show(through),
        _ => unreachable!("nothing else learns"),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::greedy::evolve;
    use super::super::{IMITATED, TrainingPlan, TrainingResult, train};
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

    fn question(before: Option<(Arc<crate::strategies::trained::Network>, u64)>) -> TrainingPlan {
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

    /// Trains a bot twice: without interruption, and resumed from the middle of the training.
    fn twice(learn: impl Fn(&mut Memory) -> TrainingResult) -> [TrainingResult; 2] {
        let mut memory = Memory { after: 120, text: String::new(), goes_on: false };
        let whole = learn(&mut memory);
        memory.goes_on = true;
        [whole, learn(&mut memory)]
    }

    fn same([whole, resumed]: [TrainingResult; 2]) {
        assert_eq!((whole.games, resumed.games), (240, 240));
        assert_eq!(whole.curve, resumed.curve);
        assert!(whole.bot == resumed.bot);
        let bots = |found: &TrainingResult| found.checkpoints.bots().cloned().collect::<Vec<_>>();
        assert!(bots(&whole) == bots(&resumed) && bots(&whole).len() > 1);
    }

    #[test]
    fn a_network_learns_on_as_if_it_had_never_been_stopped() {
        let scenarios = [scenario()];
        let stop = AtomicBool::new(false);
        let learn = |question: TrainingPlan| {
            twice(|memory| train(&scenarios, &question, memory, &stop, |_| ()).unwrap())
        };
        let first = learn(question(None));
        let BotDefinition::Trained(network) = &first[0].bot else {
            panic!("it is a network");
        };
        let from = Arc::clone(network);
        same(first);
        // Interrupts a training that starts from another bot's network, after the imitation phase.
        same(learn(question(Some((from, IMITATED)))));
    }

    #[test]
    fn weights_evolve_on_as_if_they_had_never_been_stopped() {
        let scenarios = [scenario()];
        let BotDefinition::Greedy(parent) = scenarios[0].bots["balanced"].definition else {
            panic!("it is greedy");
        };
        let (question, stop) = (question(None), AtomicBool::new(false));
        same(twice(|memory| {
            // Generations grow during the training: the second generation ends after this number of
            // games.
            memory.after = 40 + 45;
            let found = evolve(&scenarios, &question, parent, memory, &stop, |_| ());
            found.unwrap().0
        }));
    }
}
