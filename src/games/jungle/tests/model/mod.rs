//! A second reading of the rules page, which plays a mission by itself: what everybody has, and what may be asked. `setup` is J-2, `round`
//! J-3.1 and the dice, `acting` J-3.5, `tiles` J-T and who comes where, `hero` J-4, `cards` J-E and J-L, `fight` and `strike` J-5 and J-6,
//! `end` J-1. Slow and plain on purpose: it shares no code with the engine, and a mission is one call from which everything else is called. Who decides and draws is a [`world::World`].

mod acting;
pub mod bridge;
mod cards;
mod checks;
mod end;
mod engine;
mod fight;
mod hero;
pub mod page;
mod random;
pub mod recorded;
mod round;
pub mod seen;
mod setup;
mod strike;
mod tiles;
pub mod words;
pub mod world;

use std::collections::BTreeSet;

use page::Settings;
use words::{Name, Seat, Tile};

/// J-2.2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hero {
    pub life: u32,
    pub defense: u32,
    pub damage: u32,
    pub ability: Name,
    /// The number of its ability.
    pub n: u32,
}

/// Everything that makes a mission, chance and decisions aside.
#[derive(Debug, Clone)]
pub struct Setup {
    /// In seat order.
    pub party: Vec<Hero>,
    pub settings: Settings,
}

/// What a decision is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Question {
    /// J-3.1.
    Begin,
    /// J-3.2.
    Keep,
    /// J-3.3a.
    Alarm,
    /// J-3.3b: onto which of two.
    Onto,
    /// J-3.4.
    Fate,
    /// J-3.5.
    Act,
    /// J-T5.
    Fly,
    /// J-3.7.
    BossDie,
    /// J-3.7.
    Victim,
    /// J-4.1.
    Death,
    /// J-5.2.
    Join,
    /// J-5.4.
    Strike,
    /// J-5.6.
    Hit,
    /// J-5.7.
    Flight,
    /// J-L2.
    Gas,
}

/// What may be decided.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    Begin,
    /// How many of each face.
    Keep([u32; 6]),
    /// Of K-energy, to annul.
    Spend,
    Accept,
    Explore(Tile),
    ExploreTwo(Tile, Tile),
    /// With an explore pair.
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
    /// Where to: one of the explored two, by air, in flight.
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

/// Why the mission was over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    Won,
    Boss,
    Death,
    Time,
    Hostages,
    Rounds,
}

/// Cards that somebody holds, or that lie about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Held {
    /// In the order of J-E.
    pub cards: Vec<Name>,
    /// How many of the suits were used once.
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
    /// J-5.3, J-5.7: it has come to its tile, and is still to meet who lurks there.
    pub waits: bool,
    /// J-3.6: and what the tile does.
    pub enters: bool,
    /// Of which tiles it had the effect.
    pub had: BTreeSet<Tile>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rebel {
    pub kind: Name,
    pub life: u32,
    /// Who fled from it last.
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

/// J-2.4.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pile {
    /// The top first.
    pub cards: Vec<Name>,
    pub discards: Vec<Name>,
}

/// The hero whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Turn {
    pub seat: Seat,
    /// How many dice show each face.
    pub dice: [u32; 6],
    /// How often they were thrown.
    pub throws: u32,
    /// Of explore, fight, search and rest, as long as they were not used.
    pub pairs: [u32; 4],
    pub steps: u32,
    pub exchanges: u32,
    /// J-5.7: of anybody.
    pub flights: u32,
    /// J-3.6: one in a turn.
    pub effect: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fighter {
    Hero(Seat),
    Rebel,
}

/// A fight under way; also with the Boss. There is one at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fight {
    pub tile: Tile,
    /// Or `boss` (J-6).
    pub rebel: Rebel,
    /// Who fights, in order of seats.
    pub heroes: Vec<Seat>,
    pub order: Vec<Fighter>,
    /// Which hero struck last.
    pub struck: Option<Seat>,
    /// J-R3: who loses its next strike.
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
    /// 0 in the set-up.
    pub round: u32,
    pub turn: Option<Turn>,
    pub fight: Option<Fight>,
    /// J-5.7: heroes that have come somewhere meet what there is.
    pub meeting: bool,
    pub boss_appeared: bool,
    /// J-5.8: hostages, in all of the mission.
    pub freed: u32,
    /// How the last hero that left play did.
    pub last_left: Option<Fate>,
    pub end: Option<End>,
    /// What happened, in words, for who looks for a difference.
    pub log: Vec<String>,
}

impl Model {
    /// Plays a mission.
    pub fn plays(setup: &Setup, world: &mut dyn world::World) -> Model {
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

    /// All of them, in order.
    pub fn party(&self) -> Vec<Seat> {
        (0..self.heroes.len())
            .filter(|&seat| self.in_play(seat))
            .collect()
    }

    /// In order.
    pub fn mates(&self, seat: Seat) -> Vec<Seat> {
        let mut mates = self.party();
        mates.retain(|&other| other != seat && self.heroes[other].tile == self.heroes[seat].tile);
        mates
    }

    /// The number of its ability, 0 if it has another one.
    pub fn ability(&self, seat: Seat, ability: Name) -> u32 {
        let hero = &self.heroes[seat].hero;
        assert!(words::ABILITIES.contains(&ability));
        if hero.ability == ability { hero.n } else { 0 }
    }

    /// Asks somebody, and gives back what it chose.
    fn asks(
        &self,
        seat: Seat,
        question: Question,
        options: Vec<Choice>,
        world: &mut dyn world::World,
    ) -> Choice {
        let index = world.decide(self, seat, question, &options);
        options[index].clone()
    }

    /// J-3.3a, J-3.4, J-3.7: a hero with K-energy is asked whether it spends 1.
    fn annuls(&mut self, seat: Seat, question: Question, world: &mut dyn world::World) -> bool {
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
