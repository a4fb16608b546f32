//! The state of a mission in progress: plain data that is cheap to copy.

use serde::{Serialize, Serializer};

use super::deck::{Bag, Deck};
pub use super::dice::Dice;
use super::event::Cause;
use super::kinds::{Alert, Equipment, Rebel, Tile};
pub use crate::game::members;

/// Maximum number of heroes (rule J-2.1).
pub const MOST_HEROES: usize = 4;
/// Maximum number of tiles (rule J-2.1).
pub const MOST_TILES: usize = 25;
/// Upper limit of stress, K-energy and life (rules J-4.3, J-4.4 and J-E1).
pub const MOST: u8 = 99;
/// Number that stands for "no hero" or "no tile".
pub const NONE: u8 = u8::MAX;

/// A set of heroes: bit `i` stands for hero `i`, in seat order.
pub type Heroes = u8;
/// A set of tiles: bit `i` stands for tile `i`, row by row from the top left.
pub type Tiles = u32;

/// Returns the heroes of a set for which `is_meant` is true.
#[inline]
pub fn heroes_of(set: Heroes, is_meant: impl Fn(u8) -> bool) -> Heroes {
    members(set).filter(|&hero| is_meant(hero)).fold(0, |heroes, hero| heroes | 1 << hero)
}

state! {
    /// The complete state of a mission in progress.
    State {
        heroes: [HeroState; MOST_HEROES] = [HeroState::default(); MOST_HEROES],
        /// Kind of each tile, in the order of tile numbers. Players know the kind only if the tile
        /// is in `revealed`.
        tiles: [Tile; MOST_TILES] = [Tile::Jungle; MOST_TILES],
        revealed: Tiles = 0,
        cleared: Tiles = 0,
        /// The rebel that lurks on each tile (rule J-5.3), or `None`.
        lurkers: [Option<Lurker>; MOST_TILES] = [None; MOST_TILES],
        equipment: Deck<{ Equipment::COUNT }> = Deck::EMPTY,
        alerts: Deck<{ Alert::COUNT }> = Deck::EMPTY,
        encounters: Deck<{ Rebel::COUNT }> = Deck::EMPTY,
        /// Number of heroes at the start of the mission.
        players: u8 = 0,
        /// Number of tiles per side.
        side: u8 = 0,
        infiltration: u8 = 0,
        exfiltration: u8 = 0,
        in_play: Heroes = 0,
        /// Dead heroes (rule J-4.1). The equipment and hostages of a dead hero lie on its tile.
        dead: Heroes = 0,
        /// Heroes that ran out of time (rule J-4.2).
        out: Heroes = 0,
        /// Number of the round, from 1; 0 before the first round.
        round: u16 = 0,
        phase: Phase = Phase::Ready,
        /// Number of the hero that must decide, from 0.
        asked: u8 = 0,
        /// The next step of the mission when no other action is pending.
        next: Next = Next::Turn,
        /// The hero whose turn it is. Between turns: the hero whose turn was the last.
        active: u8 = 0,
        turn: TurnSoFar = TurnSoFar::default(),
        fight: Option<Fight> = None,
        /// The hero that has fled from a fight and must still step to another tile, or `NONE`.
        fleeing: u8 = NONE,
        /// Heroes that entered a tile and still have to meet the rebel that lurks there, if any.
        arriving: Heroes = 0,
        /// Heroes that entered a tile and still have to receive its compulsory effect, if any.
        entering: Heroes = 0,
        /// Heroes that will be asked for the current decision after the hero that is asked now.
        to_ask: Heroes = 0,
        /// The face that the Boss die shows (rule J-3.7).
        boss_die: BossFace = BossFace::Nothing,
        /// The cause of the most recent loss of life of a hero.
        blow: Cause = Cause::Clock,
        /// True if an event since the last check may have lost the mission (rule J-1.2).
        look: bool = false,
        /// True if the hero that left play last ran out of time, false if it died (rule J-1.2).
        last_was_out: bool = false,
        /// Number of hostages freed so far (rule J-5.8).
        freed: u8 = 0,
        end: Option<End> = None,
    }
}

const _: () = assert!(size_of::<State>() <= 512, "a state is copied a million times a second");

/// The values and the equipment of a hero in a mission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeroState {
    pub bag: Bag,
    /// Tiles whose effect the hero has already used (rule J-3.6).
    pub had: Tiles,
    /// Index of the hero in the roster, in the order of the keys.
    pub fighter: u8,
    pub life: u8,
    pub stress: u8,
    /// Hours on the hero's clock.
    pub clock: u8,
    pub energy: u8,
    pub hostages: u8,
    /// Number of the tile on which the hero stands.
    pub place: u8,
    /// Number of the hero's invisibility suits that were used once (rule J-E12).
    pub used_suits: u8,
}

/// A rebel that lurks on a tile (rule J-5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lurker {
    pub rebel: Rebel,
    pub life: u8,
    /// The hero that was the last to flee from the rebel, or `NONE` if no hero has fled from it.
    pub fled: u8,
}

/// The progress of the current turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TurnSoFar {
    /// The action dice after the last throw.
    pub dice: Dice,
    /// Number of throws of the action dice so far.
    pub throws: u8,
    /// Numbers of explore, fight, search and rest pairs of dice that the hero has not used.
    pub pairs: [u8; 4],
    /// Number of free steps that the hero has left.
    pub steps: u8,
    /// Number of exchanges with other heroes that are left.
    pub exchanges: u8,
    /// True if the hero has used the effect of a tile in this turn (rule J-3.6).
    pub tile: bool,
    /// Number of times that heroes have fled from fights in this turn (rule J-5.7).
    pub flights: u8,
    /// True if the fate die shows an alert, false if it shows stress (rule J-3.4).
    pub alert: bool,
    /// The two tiles that the hero has revealed with a jet (rule J-3.3b).
    pub jet: [u8; 2],
}

state! {
    /// A fight in progress (rule J-5).
    Fight {
        foe: Foe = Foe::Boss,
        /// Life that the foe has left.
        life: u8 = 0,
        tile: u8 = 0,
        /// The hero for whom the fight broke out; unused in a fight with the Boss.
        hero: u8 = NONE,
        /// The heroes that take part in the fight.
        fighters: Heroes = 0,
        /// The heroes, and [`FOE`] for the foe, in the order of their strikes (rule J-5.2).
        order: [u8; MOST_HEROES + 1] = [FOE; MOST_HEROES + 1],
        /// Number of fighters in the order of strikes; 0 while heroes are still being asked to join
        /// the fight.
        strikers: u8 = 0,
        /// Index of the fighter that strikes next, in the order of strikes.
        at: u8 = 0,
        /// Number of times that all fighters of the fight have struck.
        times_round: u8 = 0,
        /// Heroes that are bound by bolas and lose their next strike (rule J-R3).
        bound: Heroes = 0,
        /// The hero that the foe strikes (rule J-5.6).
        target: u8 = NONE,
        /// True if the foe has hit and its special power must still be applied to the target (rule
        /// J-5.6).
        power: bool = false,
        /// The hero that struck last, or `NONE` if no hero has struck yet.
        struck_last: u8 = NONE,
        /// The hero that was the last to flee from the rebel, or `NONE` if no hero has fled from
        /// it.
        fled: u8 = NONE,
    }
}

/// Number that stands for the rebel or the Boss in [`Fight::order`].
pub const FOE: u8 = MOST_HEROES as u8;

/// The opponent of the heroes in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foe {
    Rebel(Rebel),
    Boss,
}

impl Foe {
    /// Returns the name of the foe in tables and JSON events.
    pub fn name(self) -> &'static str {
        match self {
            Foe::Rebel(rebel) => rebel.name(),
            Foe::Boss => "boss",
        }
    }

    /// Returns true if the foe strikes before all heroes (rules J-5.2 and J-6.1).
    #[inline]
    pub fn strikes_first(self) -> bool {
        matches!(self, Foe::Boss | Foe::Rebel(Rebel::Sniper))
    }

    /// Returns the kind of the rebel; `None` for the Boss.
    #[inline]
    pub fn rebel(self) -> Option<Rebel> {
        match self {
            Foe::Rebel(rebel) => Some(rebel),
            Foe::Boss => None,
        }
    }
}

impl Serialize for Foe {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The kind of decision that the state waits for. The hero [`State::asked`] decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The mission begins; there is one option (rule J-3.1).
    Ready,
    /// The hero selects which action dice it keeps before it throws the others again (rule J-3.2).
    Keeping,
    /// The hero may spend K-energy to cancel alarms among the action dice (rule J-3.3a).
    Alarm,
    /// The hero may spend K-energy to cancel the fate die (rule J-3.4).
    Fate,
    /// The hero may give up a first-aid kit against the gas alert (rule J-L2).
    Gas,
    /// The hero takes an action of its turn (rule J-3.5).
    Acting,
    /// The hero selects one of two tiles that it has revealed with a jet (rule J-3.3b).
    Landing,
    /// The hero selects the destination of a flight by air (rule J-T5).
    Flying,
    /// A hero may join a fight (rule J-5.2).
    Joining,
    /// A hero selects its attack in a fight (rule J-5.4).
    Striking,
    /// A hero that is hit may avoid the loss of life (rule J-5.6).
    Struck,
    /// A hero selects the tile to which it flees (rule J-5.7).
    Fleeing,
    /// A hero without life may return to life (rule J-4.1).
    Dying,
    /// A hero may spend K-energy to cancel the Boss die (rule J-3.7).
    BossDie,
    /// The party selects the hero to whom the Boss die applies (rule J-3.7).
    BossPick,
    Over,
    /// An option is being played, and no hero decides.
    Playing,
}

/// The next step of the mission when no other action is pending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// The turn of the active hero begins (rule J-3.2).
    Turn,
    /// The active hero throws its action dice (rule J-3.2).
    Throw,
    /// The active hero may take free actions before the fate die (rule J-3.4).
    FreeActions,
    /// The active hero throws the fate die (rule J-3.4).
    Fate,
    /// The active hero takes actions (rule J-3.5).
    Act,
    /// The Boss die is thrown (rule J-3.7).
    BossDie,
    /// The clocks advance (rule J-3.1).
    Clocks,
    /// The round ends (rule J-1.2).
    Round,
}

kinds! {
    /// A face of the Boss die (rule J-3.7).
    BossFace:
    Nothing,
    Stress,
    Hour,
    Wound,
    Theft,
}

/// The result of a mission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Won,
    Lost(MissionFailure),
}

kinds! {
    /// The cause of a lost mission (rule J-1.2).
    MissionFailure:
    Boss,
    Death,
    Time,
    Hostages,
    Rounds,
}

impl Serialize for End {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match *self {
            End::Won => "won",
            End::Lost(cause) => cause.name(),
        })
    }
}

impl State {
    facts! { self;
        pub fn hero(hero: u8) -> &HeroState = &self.heroes[usize::from(hero)];
        pub fn is_in_play(hero: u8) -> bool = self.in_play >> hero & 1 == 1;
        pub fn is_revealed(tile: u8) -> bool = self.revealed >> tile & 1 == 1;
        pub fn is_cleared(tile: u8) -> bool = self.cleared >> tile & 1 == 1;
        /// Returns the kind of a tile; `None` while the tile is face down.
        pub fn kind_of(tile: u8) -> Option<Tile> =
            self.is_revealed(tile).then(|| self.tiles[usize::from(tile)]);
        /// Returns all tiles of the base.
        pub fn all_tiles() -> Tiles = (1 << (self.side * self.side)) - 1;
        /// Returns the heroes in play on a tile.
        pub fn on(tile: u8) -> Heroes =
            heroes_of(self.in_play, |hero| self.hero(hero).place == tile);
        /// Returns the other heroes in play on a hero's tile.
        pub fn mates(hero: u8) -> Heroes = self.on(self.hero(hero).place) & !(1 << hero);
        /// Returns the number of hostages with these heroes.
        fn hostages_of(heroes: Heroes) -> u16 =
            members(heroes).map(|hero| u16::from(self.hero(hero).hostages)).sum();
        /// Returns the number of hostages that heroes in play hold.
        pub fn held() -> u16 = self.hostages_of(self.in_play);
        /// Returns the number of hostages that lie on tiles (rule J-4.1).
        pub fn on_the_ground() -> u16 = self.hostages_of(self.dead);
    }

    /// Returns the foe on a tile and its life: the foe of the current fight, or a lurking rebel.
    pub fn foe_on(&self, tile: u8) -> Option<(Foe, u8)> {
        match self.fight {
            Some(fight) if fight.tile == tile => Some((fight.foe, fight.life)),
            _ => self.lurkers[usize::from(tile)]
                .map(|lurker| (Foe::Rebel(lurker.rebel), lurker.life)),
        }
    }
}
