//! The state of a game at one moment, as plain data.

use gong::game::chance::Pile;

use super::Choice;

/// Maximum number of porters of a game (rule N-1.1).
pub const MOST_PORTERS: usize = 12;
/// Number of guides, who make the decisions.
pub const GUIDES: usize = 2;

/// A set of slots in the line-up, one bit each.
pub type Places = u16;

/// The state of a game at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Number of the round, from 1.
    pub round: u16,
    /// Number of steps so far.
    pub steps: u16,
    /// Number of porters at the start.
    pub porters: u8,
    /// The porter in each place, as an index into the roster.
    pub porter: [u8; MOST_PORTERS],
    /// Warmth of the porter in each place; a porter without warmth is lost.
    pub warmth: [u8; MOST_PORTERS],
    /// Decision of each guide in this round.
    pub decided: [Option<Choice>; GUIDES],
    /// The weather cards left to draw.
    pub pile: Pile<{ Weather::COUNT }>,
    /// The weather card that lies face down.
    pub weather: Weather,
    /// The ending, once the game is over.
    pub ending: Option<Ending>,
}

const _: () = assert!(size_of::<State>() <= 64, "a state is copied a million times a second");

gong::kinds! {
    /// The kinds of weather cards (rule N-3).
    Weather: Calm, Wind, Wolves
}

gong::kinds! {
    /// The possible endings of a game (rule N-4).
    Ending: Arrived, TurnedBack, NightOver
}

impl State {
    /// Returns the guide that looks at the weather card (rule N-2.2).
    pub fn scout(&self) -> usize {
        usize::from(self.round.wrapping_sub(1)) % GUIDES
    }

    /// Returns the guide whose turn it is; the scout decides last.
    pub fn decider(&self) -> usize {
        let scout = self.scout();
        if self.decided[1 - scout].is_none() { 1 - scout } else { scout }
    }

    /// Returns all porters that are not lost.
    pub fn walking(&self) -> Places {
        let places = (0..MOST_PORTERS).filter(|&place| self.warmth[place] > 0);
        places.fold(0, |set, place| set | 1 << place)
    }

    /// Returns the porters of a guide's group that are not lost: every other porter (rule N-1.1).
    pub fn walking_of(&self, guide: usize) -> Places {
        self.walking() & [0x555, 0xAAA][guide]
    }

    /// Returns the porter in a slot of the line-up, as an index into the roster.
    pub fn porter_index(&self, place: u8) -> usize {
        self.porter[usize::from(place)].into()
    }
}
