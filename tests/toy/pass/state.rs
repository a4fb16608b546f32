//! What is the case at one moment of a game: plain data.

use gong::game::chance::Pile;

use super::Choice;

/// The most porters of a game, N-1.1.
pub const MOST_PORTERS: usize = 12;
/// Who decides.
pub const GUIDES: usize = 2;

/// Places in the line-up, a bit each.
pub type Places = u16;

/// A game at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// From 1.
    pub round: u16,
    /// Gone so far.
    pub steps: u16,
    /// How many set out.
    pub porters: u8,
    /// By place: the porter, an index into the roster.
    pub porter: [u8; MOST_PORTERS],
    /// By place; who has none is lost.
    pub warmth: [u8; MOST_PORTERS],
    /// By guide: what it has decided in this round.
    pub decided: [Option<Choice>; GUIDES],
    /// What is left to draw.
    pub pile: Pile<{ Weather::ALL.len() }>,
    /// The card that lies face down.
    pub weather: Weather,
    /// How the game came out, once it is over.
    pub ending: Option<Ending>,
}

const _: () = assert!(
    size_of::<State>() <= 64,
    "a state is copied a million times a second"
);

/// The kinds of weather cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weather {
    Calm,
    Wind,
    Snow,
    Wolves,
}

impl Weather {
    pub const ALL: [Weather; 4] = [Weather::Calm, Weather::Wind, Weather::Snow, Weather::Wolves];

    pub fn name(self) -> &'static str {
        ["calm", "wind", "snow", "wolves"][self as usize]
    }
}

/// How a game came out, N-4.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Arrived,
    TurnedBack,
    NightOver,
}

impl Ending {
    /// Their names, in their order.
    pub const NAMES: &'static [&'static str] = &["arrived", "turned back", "night over"];
}

impl State {
    /// The guide who looks at the weather card, N-2.2.
    pub fn scout(&self) -> usize {
        usize::from(self.round.wrapping_sub(1)) % GUIDES
    }

    /// The guide whose turn it is: the scout comes last.
    pub fn decider(&self) -> usize {
        match self.decided[1 - self.scout()] {
            None => 1 - self.scout(),
            Some(_) => self.scout(),
        }
    }

    /// The first place of a guide's group, N-1.1.
    pub fn first_of(&self, guide: usize) -> u8 {
        if guide == 0 {
            0
        } else {
            self.porters.div_ceil(2)
        }
    }

    /// The guide whom a porter follows.
    pub fn guide_of(&self, place: u8) -> usize {
        usize::from(place >= self.first_of(1))
    }

    /// All porters that are not lost.
    pub fn walking(&self) -> Places {
        let walks = |place: &usize| self.warmth[*place] > 0;
        let places = (0..usize::from(self.porters)).filter(walks);
        places.fold(0, |set, place| set | 1 << place)
    }

    /// Those of a guide's group.
    pub fn walking_of(&self, guide: usize) -> Places {
        let second: Places = Places::MAX << self.first_of(1);
        self.walking() & if guide == 0 { !second } else { second }
    }

    /// Who guards a guide's group in this round.
    pub fn guard_of(&self, guide: usize) -> Option<u8> {
        match self.decided[guide] {
            Some(Choice::Guard(place)) => Some(place),
            _ => None,
        }
    }
}

/// The places of a set, in ascending order.
pub fn members(set: Places) -> impl Iterator<Item = u8> {
    (0..Places::BITS as u8).filter(move |place| set >> place & 1 == 1)
}
