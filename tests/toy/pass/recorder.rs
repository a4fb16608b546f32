//! The measures of a game, and how events become the record for the statistics.

use gong::game::Observer;
use gong::stats::{Form, Measure, Measures, NEVER, Record, Use};

use super::state::{Ending, MOST_PORTERS, State, Weather};
use super::{Event, NightPass};

// Indices of the measures in `measures`. Measures of a porter:
const WARMTH: usize = 0;
const ROUND_LOST: usize = 1;
const CHILLED: usize = 2;
const LOST_TO: usize = 3;
// Measures of the game:
const ENDING: usize = 0;
const STEPS: usize = 1;
// Measures of a duty:
const STEPS_BROUGHT: usize = 0;
const WARMTH_LOST: usize = 1;

/// The possible causes of a porter's loss: none, or each kind of weather in its order.
const CAUSES: &[&str] = &["not lost", "calm", "wind", "snow", "wolves"];

/// The duties, in the order of their numbers in records.
pub const DUTIES: [&str; 2] = ["march", "guard"];
const MARCH: u16 = 0;
const GUARD: u16 = 1;

impl NightPass {
    pub(super) fn measures(&self) -> Measures {
        let measure = |name, table, form, words, unit, most: u16, classes| Measure {
            name,
            table,
            form,
            words,
            unit,
            never: if form == Form::Time { "comes through" } else { "" },
            most: most.into(),
            classes,
        };
        let rounds = self.rules.rounds;
        let warmest = self.porters.iter().map(|porter| porter.warmth).max();
        let warmest = u16::from(warmest.unwrap_or(0));
        let longest = self.porters.iter().map(|porter| porter.die).max();
        // The last march may be longer than the remaining distance.
        let farthest = self.rules.distance + u16::from(longest.unwrap_or(0));
        let causes = (CAUSES.len() - 1) as u16;
        let endings = (Ending::NAMES.len() - 1) as u16;
        Measures {
            entrants: vec![
                measure("warmth", "warmth", Form::Amount, "warmth at the end", "W", warmest, &[]),
                measure("round_lost", "losses", Form::Time, "round of loss", "", rounds, &[]),
                measure("chilled", "chilled", Form::Flag, "chilled once or more", "", 1, &[]),
                measure(
                    "lost_to",
                    "causes",
                    Form::Class,
                    "what it was lost to",
                    "",
                    causes,
                    CAUSES,
                ),
            ],
            game: vec![
                measure(
                    "ending",
                    "endings",
                    Form::Class,
                    "how the night ended",
                    "",
                    endings,
                    Ending::NAMES,
                ),
                measure("steps", "steps", Form::Amount, "steps gone", "", farthest, &[]),
            ],
            pairs: vec![],
            things: vec![
                measure("steps", "", Form::Amount, "steps", "", u16::MAX, &[]),
                measure("warmth_lost", "", Form::Amount, "warmth lost", "W", u16::MAX, &[]),
            ],
            rounds,
            thing: ["duty", "duties"],
            nobody: "the weather",
        }
    }
}

/// Records the measures of one game at a time.
#[derive(Debug, Default)]
pub struct Recorder {
    pub record: Record,
    /// For each slot of the line-up: index, in the record's uses, of the porter's duty in this
    /// round.
    duty: [Option<usize>; MOST_PORTERS],
}

impl Recorder {
    /// Begins the record of a new game; `entrant` returns the entrant of the porter in a place.
    pub fn begin(&mut self, measures: &Measures, state: &State, entrant: impl Fn(u8, u8) -> u16) {
        self.duty = [None; MOST_PORTERS];
        self.record.begin(measures, state.porters.into());
        self.record.rounds = state.round;
        for ((player, slot), porter) in self.record.players.iter_mut().zip(0..).zip(state.porter) {
            player.entrant = entrant(slot, porter);
            player.slot = slot;
            player.values[ROUND_LOST] = NEVER;
        }
    }

    /// Completes the record. Players have no places (ranks), because all win or all lose.
    pub fn finish(&mut self, state: &State) -> &mut Record {
        for (player, warmth) in self.record.players.iter_mut().zip(state.warmth) {
            player.won = state.ending == Some(Ending::Arrived);
            player.values[WARMTH] = warmth.into();
        }
        self.record.game[STEPS] = state.steps.into();
        &mut self.record
    }

    fn uses(&mut self, porter: u8, thing: u16, steps: u8) {
        self.duty[usize::from(porter)] = Some(self.record.uses.len());
        let mut used = Use { player: porter, thing, round: self.record.rounds, ..Use::default() };
        used.values[STEPS_BROUGHT] = steps.into();
        self.record.uses.push(used);
    }
}

impl Observer<Event> for Recorder {
    fn see(&mut self, event: Event) {
        match event {
            Event::RoundBegins { round } => {
                self.record.rounds = round;
                self.duty = [None; MOST_PORTERS];
            }
            Event::Marches { porter, steps } => self.uses(porter, MARCH, steps),
            Event::Guards { porter } => self.uses(porter, GUARD, 0),
            Event::Chills { porter, warmth } => {
                let porter = usize::from(porter);
                self.record.players[porter].values[CHILLED] = 1;
                if let Some(duty) = self.duty[porter] {
                    self.record.uses[duty].values[WARMTH_LOST] += u16::from(warmth);
                }
            }
            Event::Lost { porter, to } => {
                let values = &mut self.record.players[usize::from(porter)].values;
                values[ROUND_LOST] = self.record.rounds.into();
                values[LOST_TO] = 1 + to as u32;
            }
            Event::Over { ending } => self.record.game[ENDING] = ending as u32,
            Event::Rests { .. } | Event::Strikes { .. } | Event::Wards { .. } => {}
        }
    }
}

const _: () = assert!(CAUSES.len() == Weather::ALL.len() + 1);
