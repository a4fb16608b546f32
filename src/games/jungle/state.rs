//! What is the case at one moment of a mission: plain data.

use super::deck::{Bag, Deck};
pub use super::dice::Dice;
use super::event::Cause;
use super::kinds::{Alert, Equipment, Rebel, Tile};

/// J-2.1.
pub const MOST_HEROES: usize = 4;
/// J-2.1.
pub const MOST_TILES: usize = 25;
/// J-4.3, J-4.4, J-E1: the most stress, K-energy and life.
pub const MOST: u8 = 99;
/// Nobody.
pub const NONE: u8 = u8::MAX;

/// Heroes, a bit each: seat 1 is bit 0.
pub type Heroes = u8;
/// Tiles, a bit each: the tile at the top left is bit 0.
pub type Tiles = u32;

/// A mission at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub heroes: [Hero; MOST_HEROES],
    /// By number; hidden unless it is among `revealed`.
    pub tiles: [Tile; MOST_TILES],
    pub revealed: Tiles,
    pub cleared: Tiles,
    /// J-5.3, by tile.
    pub lurkers: [Option<Lurker>; MOST_TILES],
    pub equipment: Deck<{ Equipment::COUNT }>,
    pub alerts: Deck<{ Alert::COUNT }>,
    pub encounters: Deck<{ Rebel::COUNT }>,
    /// With how many heroes the mission began.
    pub players: u8,
    /// Tiles a side.
    pub side: u8,
    pub infiltration: u8,
    pub exfiltration: u8,
    pub in_play: Heroes,
    /// J-4.1; what a dead hero held lies on its tile.
    pub dead: Heroes,
    /// J-4.2.
    pub out: Heroes,
    /// From 1; 0 before the first.
    pub round: u16,
    pub phase: Phase,
    /// Who decides.
    pub asked: u8,
    /// What comes when nothing else is under way.
    pub next: Next,
    /// Whose turn it is, or was last.
    pub active: u8,
    pub turn: TurnSoFar,
    pub fight: Option<Fight>,
    /// Who has paid for a flight and is to step, or `NONE`.
    pub fleeing: u8,
    /// Who has come to a tile where a rebel may lurk.
    pub arriving: Heroes,
    /// Who has come to a tile that may be compulsory.
    pub entering: Heroes,
    /// Who is still to be asked the question under way, the one who is asked aside.
    pub to_ask: Heroes,
    /// J-3.7: what the Boss die shows.
    pub boss_die: BossFace,
    /// What took life last.
    pub blow: Cause,
    /// J-1.2: may the mission be lost by what happened since this was last looked at?
    pub look: bool,
    /// J-1.2: was the hero that left play last out, and not dead?
    pub last_was_out: bool,
    /// J-5.8: hostages that were freed so far.
    pub freed: u8,
    pub end: Option<End>,
}

const _: () = assert!(
    size_of::<State>() <= 512,
    "a state is copied a million times a second"
);

/// A hero's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hero {
    pub bag: Bag,
    /// J-3.6: tiles whose effect it has had.
    pub had: Tiles,
    /// Index into the roster, in the order of keys.
    pub fighter: u8,
    pub life: u8,
    pub stress: u8,
    /// Hours on its clock.
    pub clock: u8,
    pub energy: u8,
    pub hostages: u8,
    /// The number of its tile.
    pub place: u8,
    /// J-E12: how many of its suits have been used once.
    pub used_suits: u8,
}

/// J-5.3: a rebel that waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lurker {
    pub rebel: Rebel,
    pub life: u8,
    /// The hero that fled from it last, or `NONE`.
    pub fled: u8,
}

/// How far a turn has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TurnSoFar {
    /// The action dice that lie.
    pub dice: Dice,
    /// How often they were thrown.
    pub throws: u8,
    /// Pairs that are left, of explore, fight, search and rest.
    pub pairs: [u8; 4],
    /// Free steps that are left.
    pub steps: u8,
    /// Exchanges that are left.
    pub exchanges: u8,
    /// J-3.6: has it had the effect of a tile?
    pub tile: bool,
    /// J-5.7: flights in this turn, of anybody.
    pub flights: u8,
    /// J-3.4: does the fate die bring an alert, and not stress?
    pub alert: bool,
    /// J-3.3b: the two tiles that a jet has revealed.
    pub jet: [u8; 2],
}

/// A fight under way, J-5.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fight {
    pub foe: Foe,
    /// What the foe has left.
    pub life: u8,
    pub tile: u8,
    /// For whom it broke out; of no meaning with the Boss.
    pub hero: u8,
    /// Who fights.
    pub fighters: Heroes,
    /// J-5.2: heroes, and [`FOE`], in the order in which they strike.
    pub order: [u8; MOST_HEROES + 1],
    /// How many are in that order; 0 while heroes are asked to join.
    pub strikers: u8,
    /// Who strikes next: a place in the order.
    pub at: u8,
    /// How often all of the order have struck.
    pub times_round: u8,
    /// J-R3: who loses its next strike.
    pub bound: Heroes,
    /// J-5.6: who is struck.
    pub target: u8,
    /// J-5.6: is the foe's power still to work on its target?
    pub power: bool,
    /// Who struck last, or `NONE`.
    pub struck_last: u8,
    /// Who fled from the rebel last, or `NONE`.
    pub fled: u8,
}

/// The rebel's or the Boss's place in [`Fight::order`].
pub const FOE: u8 = MOST_HEROES as u8;

/// Who is fought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foe {
    Rebel(Rebel),
    Boss,
}

/// What the state waits for; [`State::asked`] decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// J-3.1: the mission begins; the only option.
    Ready,
    /// J-3.2: which dice are kept.
    Keeping,
    /// J-3.3a: alarms among the dice.
    Alarm,
    /// J-3.4: the fate die.
    Fate,
    /// J-L2: gas.
    Gas,
    /// J-3.5.
    Acting,
    /// J-3.3b: onto which of two tiles a jet goes.
    Landing,
    /// J-T5: where to fly.
    Flying,
    /// J-5.2: who joins a fight.
    Joining,
    /// J-5.4.
    Striking,
    /// J-5.6.
    Struck,
    /// J-5.7: where to flee.
    Fleeing,
    /// J-4.1.
    Dying,
    /// J-3.7: who spends K-energy against the Boss die.
    BossDie,
    /// J-3.7: whom it is for.
    BossPick,
    Over,
}

/// What comes when nothing else is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// J-3.2: the turn of the active hero.
    Turn,
    /// J-3.2: its action dice.
    Throw,
    /// J-3.4: its free actions before the fate die.
    FreeActions,
    /// J-3.4: its fate die.
    Fate,
    /// J-3.5: it acts.
    Act,
    /// J-3.7.
    BossDie,
    /// J-3.1: the clocks.
    Clocks,
    /// J-1.2: the round is over.
    Round,
}

/// J-3.7.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BossFace {
    Nothing,
    Stress,
    Hour,
    Wound,
    Theft,
}

impl BossFace {
    pub const NAMES: [&str; 5] = ["nothing", "stress", "hour", "wound", "theft"];
}

/// How a mission has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Won,
    Lost(Failure),
}

/// J-1.2: why it was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    Boss,
    Death,
    Time,
    Hostages,
    Rounds,
}

impl Failure {
    pub const NAMES: [&str; 5] = ["boss", "death", "time", "hostages", "rounds"];
}

/// The members of a set of heroes or tiles, in order.
#[inline]
pub fn members(set: impl Into<u32>) -> Members {
    Members(set.into())
}

#[derive(Debug, Clone, Copy)]
pub struct Members(u32);

impl Iterator for Members {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let next = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(next)
    }
}

impl State {
    #[inline]
    pub fn hero(&self, hero: u8) -> &Hero {
        &self.heroes[usize::from(hero)]
    }

    #[inline]
    pub fn is_in_play(&self, hero: u8) -> bool {
        self.in_play >> hero & 1 == 1
    }

    #[inline]
    pub fn is_revealed(&self, tile: u8) -> bool {
        self.revealed >> tile & 1 == 1
    }

    #[inline]
    pub fn is_cleared(&self, tile: u8) -> bool {
        self.cleared >> tile & 1 == 1
    }

    /// All tiles of the base.
    #[inline]
    pub fn all_tiles(&self) -> Tiles {
        (1 << (self.side * self.side)) - 1
    }

    /// The heroes in play on a tile.
    #[inline]
    pub fn on(&self, tile: u8) -> Heroes {
        let on = |hero: &u8| self.hero(*hero).place == tile;
        members(self.in_play)
            .filter(on)
            .fold(0, |set, hero| set | 1 << hero)
    }

    /// The other heroes in play on a hero's tile.
    #[inline]
    pub fn mates(&self, hero: u8) -> Heroes {
        self.on(self.hero(hero).place) & !(1 << hero)
    }

    /// Hostages that heroes in play hold.
    pub fn held(&self) -> u16 {
        let of = |hero| u16::from(self.hero(hero).hostages);
        members(self.in_play).map(of).sum()
    }

    /// J-4.1: hostages that lie about.
    pub fn on_the_ground(&self) -> u16 {
        let of = |hero| u16::from(self.hero(hero).hostages);
        members(self.dead).map(of).sum()
    }
}
