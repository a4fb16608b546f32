//! The visible state of a mission as plain values, used to compare the model with another
//! implementation.

use super::words::{EQUIPMENT, Name, Seat, Tile, place};
use super::{End, Fate, Fighter, Held, Model, Pile, Question};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenHero {
    pub life: u32,
    pub stress: u32,
    pub hour: u32,
    pub energy: u32,
    pub held: Held,
    pub hostages: u32,
    pub tile: Tile,
    /// Numbers of the tiles whose effect the hero has already used.
    pub had: Vec<Tile>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenTile {
    pub kind: Name,
    pub revealed: bool,
    pub cleared: bool,
    /// Kind and life of the rebel on the tile, which lurks there or is in a fight.
    pub rebel: Option<(Name, u32)>,
    /// The hero that was the last to flee from the lurking rebel.
    pub fled: Option<Seat>,
    pub held: Held,
    pub hostages: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenTurn {
    pub seat: Seat,
    pub dice: [u32; 6],
    pub pairs: [u32; 4],
    pub steps: u32,
    pub exchanges: u32,
    pub effect: bool,
    pub flights: u32,
}

/// The current fight, after its order is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenFight {
    pub tile: Tile,
    pub heroes: Vec<Seat>,
    pub bolas: Vec<Seat>,
    /// The order of strikes: the rebel, and the heroes that are still in the fight.
    pub order: Vec<Fighter>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The deciding hero and the kind of its decision; `None` if the mission is over.
    pub asked: Option<(Seat, Question)>,
    pub round: u32,
    pub turn: Option<SeenTurn>,
    /// The values of each hero; for dead heroes and heroes out of time, only the reason.
    pub heroes: Vec<Result<SeenHero, Fate>>,
    pub tiles: Vec<SeenTile>,
    /// The equipment, alert and encounter piles. Discarded cards are in the order of their tables.
    pub piles: [Pile; 3],
    pub fight: Option<SeenFight>,
    pub boss: Option<u32>,
    pub end: Option<End>,
}

impl Seen {
    /// Returns the parts of the state as separate texts, so that a reported difference is short.
    pub fn parts(&self) -> Vec<String> {
        let mut parts = vec![format!("{:?} {:?}", self.asked, self.end)];
        parts.push(format!("round {} {:#?}", self.round, self.turn));
        parts.extend(self.heroes.iter().map(|hero| format!("{hero:#?}")));
        let tiles = self.tiles.iter().enumerate();
        parts.extend(tiles.map(|(number, tile)| format!("{number}: {tile:#?}")));
        parts.extend(self.piles.iter().map(|pile| format!("{pile:?}")));
        parts.push(format!("{:#?} {:?}", self.fight, self.boss));
        parts
    }
}

impl Model {
    pub fn seen(&self, asked: Option<(Seat, Question)>) -> Seen {
        let heroes = self.heroes.iter().map(|hero| match hero.fate {
            Fate::InPlay => Ok(SeenHero {
                life: hero.life,
                stress: hero.stress,
                hour: hero.hour,
                energy: hero.energy,
                held: hero.held.clone(),
                hostages: hero.hostages,
                tile: hero.tile,
                had: hero.had.iter().copied().collect(),
            }),
            gone => Err(gone),
        });
        let tiles = self.places.iter().enumerate().map(|(tile, place)| {
            let fight = self.fight.as_ref().filter(|fight| fight.tile == tile);
            let fought = fight.map(|fight| &fight.rebel);
            let fought = fought.filter(|rebel| rebel.kind != "boss");
            let lurking = place.lurking.as_ref();
            SeenTile {
                kind: place.kind,
                revealed: place.revealed,
                cleared: place.cleared,
                rebel: (fought.or(lurking)).map(|rebel| (rebel.kind, rebel.life)),
                fled: lurking.and_then(|rebel| rebel.fled),
                held: place.held.clone(),
                hostages: place.hostages,
            }
        });
        let in_order = |pile: &Pile, names: &[Name]| {
            let mut pile = pile.clone();
            pile.discards.sort_by_key(|card| place(names, card));
            pile
        };
        let fight = self.fight.as_ref().filter(|fight| !fight.order.is_empty());
        let asks_turn =
            |question: &Question| !matches!(question, Question::BossDie | Question::Victim);
        Seen {
            asked,
            round: self.round,
            turn: (self.turn.as_ref())
                .filter(|_| asked.is_some_and(|(_, question)| asks_turn(&question)))
                .map(|turn| SeenTurn {
                    seat: turn.seat,
                    dice: turn.dice,
                    pairs: turn.pairs,
                    steps: turn.steps,
                    exchanges: turn.exchanges,
                    effect: turn.effect,
                    flights: turn.flights,
                }),
            heroes: heroes.collect(),
            tiles: tiles.collect(),
            piles: [
                in_order(&self.equipment, &EQUIPMENT),
                in_order(&self.alerts, &super::words::ALERTS),
                in_order(&self.encounters, &super::words::REBELS),
            ],
            fight: fight.filter(|_| asked.is_some()).map(|fight| SeenFight {
                tile: fight.tile,
                heroes: fight.heroes.clone(),
                bolas: fight.bolas.iter().copied().collect(),
                order: (fight.order.iter().copied())
                    .filter(|who| match who {
                        Fighter::Hero(seat) => fight.heroes.contains(seat),
                        Fighter::Rebel => true,
                    })
                    .collect(),
            }),
            boss: (self.fight.as_ref())
                .filter(|fight| fight.rebel.kind == "boss" && self.end.is_none())
                .map(|fight| fight.rebel.life),
            end: self.end,
        }
    }
}
