//! A second implementation of the rules page, for tests: a model that plays a mission independently
//! of the engine. This file has the state and the decisions. `setup` is J-2, `round` J-3.1 and the
//! dice, `acting` J-3.5, `tiles` J-T and movement, `hero` J-4, `cards` J-E and J-L, `fight` and
//! `strike` J-5 and J-6, `end` J-1. The model is simple, not fast, and shares no code with the
//! engine but the declared names and settings. One function call plays a whole mission; the
//! [`World`] provides the decisions and the random draws.

mod acting;
mod cards;
mod end;
mod engine;
mod fight;
mod hero;
mod random;
mod round;
mod seen;
mod settings;
mod setup;
mod strike;
mod tiles;
mod words;
mod world;

use std::collections::BTreeSet;

use settings::Settings;
use words::{Name, Seat, Tile};
use world::World;

/// The values on the card of a hero (rule J-2.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hero {
    pub life: u32,
    pub defense: u32,
    pub damage: u32,
    pub ability: Name,
    /// The number of the hero's ability.
    pub n: u32,
}

/// Everything that determines a mission except random draws and decisions.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The heroes, in seat order.
    pub party: Vec<Hero>,
    pub settings: Settings,
}

/// The kind of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Question {
    /// The hero begins the mission (rule J-3.1).
    Begin,
    /// The hero selects which action dice it keeps (rule J-3.2).
    Keep,
    /// The hero may spend K-energy to cancel alarms (rule J-3.3a).
    Alarm,
    /// The hero selects one of two explored tiles (rule J-3.3b).
    Onto,
    /// The hero may spend K-energy to cancel the fate die (rule J-3.4).
    Fate,
    /// The hero takes an action of its turn (rule J-3.5).
    Act,
    /// The hero selects the destination of a flight by air (rule J-T5).
    Fly,
    /// The hero may spend K-energy to cancel the Boss die (rule J-3.7).
    BossDie,
    /// The party selects the hero to whom the Boss die applies (rule J-3.7).
    Victim,
    /// A hero without life may return to life (rule J-4.1).
    Death,
    /// The hero may join a fight (rule J-5.2).
    Join,
    /// The hero selects its attack in a fight (rule J-5.4).
    Strike,
    /// A hero that is hit may avoid the loss of life (rule J-5.6).
    Hit,
    /// The hero selects the tile to which it flees (rule J-5.7).
    Flight,
    /// The hero may give up a first-aid kit against gas (rule J-L2).
    Gas,
}

/// An option of a decision in the model.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    Begin,
    /// Number of kept dice of each face.
    Keep([u32; 6]),
    /// Spend 1 K-energy to cancel a throw or a hit.
    Spend,
    Accept,
    Explore(Tile),
    ExploreTwo(Tile, Tile),
    /// Move to a revealed tile with an explore pair.
    Move(Tile),
    Fight,
    Search,
    Rest,
    Step(Tile),
    Use(Name),
    Scan(Tile),
    Convert,
    Effect,
    Collect,
    Give(Seat),
    Take(Seat),
    Hand(Name, Seat),
    End,
    /// Go to a tile: one of two explored tiles, by air, or when fleeing.
    To(Tile),
    Hero(Seat),
    Medal,
    Energy,
    Neither,
    Join,
    Stay,
    Suit,
    Attack {
        weapons: Vec<Name>,
        missile: bool,
    },
    Flee,
    Hostage,
    Suffer,
    GiveUp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    InPlay,
    Dead,
    Out,
}

/// The result of a mission: won, or the cause of the loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    Won,
    Boss,
    Death,
    Time,
    Hostages,
    Rounds,
}

/// Cards that a hero holds or that lie on a tile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Held {
    /// The cards, in the order of J-E.
    pub cards: Vec<Name>,
    /// Number of suits that were used once.
    pub used_suits: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seated {
    pub hero: Hero,
    pub fate: Fate,
    pub life: u32,
    pub stress: u32,
    pub hour: u32,
    pub energy: u32,
    pub held: Held,
    pub hostages: u32,
    pub tile: Tile,
    /// True if the hero has entered its tile and must still meet a lurking rebel (rules J-5.3 and
    /// J-5.7).
    pub waits: bool,
    /// True if the hero must still have the compulsory effect of its tile (rule J-3.6).
    pub enters: bool,
    /// Tiles whose effect the hero has already used.
    pub had: BTreeSet<Tile>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebel {
    pub kind: Name,
    pub life: u32,
    /// The hero that was the last to flee from the rebel.
    pub fled: Option<Seat>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub kind: Name,
    pub revealed: bool,
    pub cleared: bool,
    pub lurking: Option<Rebel>,
    pub held: Held,
    pub hostages: u32,
}

/// A pile of cards with its discard pile (rule J-2.4).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pile {
    /// The cards of the pile, the top one first.
    pub cards: Vec<Name>,
    pub discards: Vec<Name>,
}

/// The progress of the current turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub seat: Seat,
    /// Number of dice that show each face.
    pub dice: [u32; 6],
    /// Number of throws of the action dice in this turn.
    pub throws: u32,
    /// Numbers of explore, fight, search and rest pairs that are not used yet.
    pub pairs: [u32; 4],
    pub steps: u32,
    pub exchanges: u32,
    /// Number of times that heroes have fled from fights in this turn (rule J-5.7).
    pub flights: u32,
    /// True if the hero has used its one tile effect of the turn (rule J-3.6).
    pub effect: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fighter {
    Hero(Seat),
    Rebel,
}

/// A fight in progress, with a rebel or with the Boss. At most one fight is in progress at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fight {
    pub tile: Tile,
    /// The rebel in the fight, or the name `boss` (rule J-6).
    pub rebel: Rebel,
    /// The heroes that take part in the fight, in seat order.
    pub heroes: Vec<Seat>,
    pub order: Vec<Fighter>,
    /// The hero that was the last to strike.
    pub struck: Option<Seat>,
    /// The heroes that are bound by bolas and lose their next strike (rule J-R3).
    pub bolas: BTreeSet<Seat>,
}

#[derive(Debug, Clone)]
pub struct Model {
    pub settings: Settings,
    pub heroes: Vec<Seated>,
    pub jet: bool,
    pub needed: u32,
    pub side: usize,
    pub places: Vec<Place>,
    pub exfiltration: Tile,
    pub equipment: Pile,
    pub alerts: Pile,
    pub encounters: Pile,
    /// Number of the round; 0 during the set-up.
    pub round: u32,
    pub turn: Option<Turn>,
    pub fight: Option<Fight>,
    /// True while heroes that have entered tiles meet rebels and effects there (rule J-5.7).
    pub meeting: bool,
    pub boss_appeared: bool,
    /// Number of hostages freed in the whole mission (rule J-5.8).
    pub freed: u32,
    /// The cause for which the last hero left play.
    pub last_left: Option<Fate>,
    pub end: Option<End>,
    /// The events of the mission as texts, to find differences between two implementations.
    pub log: Vec<String>,
}

impl Model {
    /// Plays a mission from start to end and returns the model after it.
    pub fn plays(setup: &Setup, world: &mut World) -> Model {
        let mut model = Model::set_up(setup, world);
        model.asks(0, Question::Begin, vec![Choice::Begin], world);
        while model.a_round(world).is_ok() {}
        model
    }

    fn note(&mut self, what: impl Into<String>) {
        self.log.push(what.into());
    }

    pub fn in_play(&self, seat: Seat) -> bool {
        self.heroes[seat].fate == Fate::InPlay
    }

    /// Returns the heroes in play, in seat order.
    pub fn party(&self) -> Vec<Seat> {
        (0..self.heroes.len()).filter(|&seat| self.in_play(seat)).collect()
    }

    /// Returns the other heroes on a hero's tile, in seat order.
    pub fn mates(&self, seat: Seat) -> Vec<Seat> {
        let mut mates = self.party();
        mates.retain(|&other| other != seat && self.heroes[other].tile == self.heroes[seat].tile);
        mates
    }

    /// Returns the number that belongs to a hero's ability, or 0 if the hero has another ability
    /// than `ability`.
    pub fn ability(&self, seat: Seat, ability: Name) -> u32 {
        let hero = &self.heroes[seat].hero;
        assert!(words::ABILITIES.contains(&ability));
        if hero.ability == ability { hero.n } else { 0 }
    }

    /// Asks a hero for a decision and returns its choice.
    fn asks(
        &self,
        seat: Seat,
        question: Question,
        options: Vec<Choice>,
        world: &mut World,
    ) -> Choice {
        let index = world.decide(self, seat, question, &options);
        options[index].clone()
    }

    /// Asks a hero with K-energy whether it spends 1 to cancel a throw (rules J-3.3a, J-3.4 and
    /// J-3.7).
    fn annuls(&mut self, seat: Seat, question: Question, world: &mut World) -> bool {
        if self.heroes[seat].energy == 0 {
            return false;
        }
        let options = vec![Choice::Spend, Choice::Accept];
        let spends = self.asks(seat, question, options, world) == Choice::Spend;
        if spends {
            self.heroes[seat].energy -= 1;
        }
        spends
    }
}
