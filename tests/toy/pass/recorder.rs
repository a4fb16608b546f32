//! The measures of a game, and the events that feed them.

use gong::game::measured::Memory;
use gong::stats::Record;

use super::state::{Ending, MOST_PORTERS, State, Weather};
use super::{Event, NightPass, Porter};

/// The possible causes of a porter's loss: none, or each kind of weather in its order.
const CAUSES: &[&str] = &["not lost", "calm", "wind", "snow", "wolves"];

/// The duties, in the order of their numbers in records.
pub const DUTIES: [&str; 2] = ["march", "guard"];

gong::measures! {
    impl NightPass, memory: Duties, record, state;
    fn measures(&self) {
        rounds: self.rules.rounds,
        thing: ["duty", "duties"],
        nobody: "the weather",
    }
    entrants {
        "warmth": amount("warmth at the end", "W", self.most(|porter| porter.warmth))
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
        // The last march may be longer than the remaining distance.
        "steps": amount(
            "steps gone", "", u32::from(self.rules.distance) + self.most(|porter| porter.die),
        )
            end game = state.steps;
    }
    things {
        "steps": amount("steps", "", u16::MAX.into())
            on Event::Marches { porter, steps } => (memory.of(porter)) += steps;
        "warmth_lost": amount("warmth lost", "W", u16::MAX.into())
            on Event::Chills { porter, warmth } => (memory.of(porter)) += warmth;
    }
}

impl NightPass {
    fn most(&self, value: impl Fn(&Porter) -> u8) -> u32 {
        self.porters.iter().map(value).max().unwrap_or(0).into()
    }
}

/// For each slot of the line-up: index, in the record's uses, of the porter's duty in this round.
#[derive(Debug, Default)]
pub struct Duties([Option<usize>; MOST_PORTERS]);

impl Duties {
    fn of(&self, porter: u8) -> Option<usize> {
        self.0[usize::from(porter)]
    }
}

impl Memory<NightPass> for Duties {
    fn new(_: &State) -> Duties {
        Duties::default()
    }

    fn see(&mut self, record: &mut Record, event: Event, _: &State) {
        let (porter, duty) = match event {
            Event::RoundBegins { round } => {
                record.rounds = round;
                return self.0 = Default::default();
            }
            Event::Marches { porter, .. } => (porter, 0),
            Event::Guards { porter } => (porter, 1),
            _ => return,
        };
        self.0[usize::from(porter)] = Some(record.begin_use(porter, duty));
    }
}

const _: () = assert!(CAUSES.len() == Weather::ALL.len() + 1);
