//! The measures of a game, and the events that feed them.

use gong::game::measured::Memory;
use gong::stats::Record;

use super::state::{Ending, State};
use super::{Choice, Event, NightPass};

/// The possible causes of a porter's loss: none, or each kind of weather in its order.
const CAUSES: &[&str] = &["not lost", "calm", "wind", "wolves"];

/// The duties, in the order of their numbers in records: the decisions about one porter.
pub const DUTIES: &[&str] = Choice::KINDS.split_at(2).0;

gong::measures! {
    impl NightPass, memory: LastDuty, record, state;
    fn measures(&self) {
        rounds: self.rules.rounds,
        thing: ["duty", "duties"],
        nobody: "the weather",
    }
    entrants {
        "warmth": amount("warmth at the end", "W", 20)
            end porter = state.warmth[usize::from(porter)];
        "round_lost": time("losses", "round of loss", "comes through", self.rules.rounds)
            on Event::Lost { porter, .. } => porter = record.rounds;
        "chilled": flag("chilled once or more")
            on Event::Chills { porter, .. } => porter = 1;
        "lost_to": class("causes", "what it was lost to", CAUSES)
            on Event::Lost { porter, to } => porter = 1 + to as u32;
    }
    game {
        "ending": class("endings", "how the night ended", Ending::NAMES)
            on Event::Over { ending } => game = ending;
        // A last march beyond the distance counts only up to it.
        "steps": amount("steps gone", "", self.rules.distance.into())
            end game = state.steps;
    }
    things {
        "steps": amount("steps", "", u16::MAX.into())
            on Event::Marches { steps, .. } => (memory.0) += steps;
    }
}

/// Index, in the record's uses, of the last duty.
#[derive(Debug, Default)]
pub struct LastDuty(Option<usize>);

impl Memory<NightPass> for LastDuty {
    fn new(_: &State) -> LastDuty {
        LastDuty::default()
    }

    fn see(&mut self, record: &mut Record, event: Event, state: &State) {
        record.rounds = state.round;
        let (porter, duty) = match event {
            Event::Marches { porter, .. } => (porter, 0),
            Event::Guards { porter } => (porter, 1),
            _ => return,
        };
        self.0 = Some(record.begin_use(porter, duty));
    }
}
