//! The visible state of a game as plain values, used to compare the model with another
//! implementation.

use super::words::{Card, Event, Id, Seat};
use super::{Model, Question, Turn};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenPlayer {
    pub energy: u32,
    /// The player's hand, in the order of table B-C.
    pub hand: Vec<Card>,
    pub leader: Option<Id>,
    /// The characters of the player's team, each with its life, in ascending order.
    pub team: Vec<(Id, u32)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// The deciding player and the kind of its decision; `None` if the game is over.
    pub asked: Option<(Seat, Question)>,
    pub round: u32,
    pub first: Seat,
    /// The player whose turn it is; `None` if the game is over.
    pub active: Option<Seat>,
    /// Number of attacks left in the turn; 0 while a leader is named, and 0 if the game is over.
    pub attacks_left: u32,
    /// Living characters that have attacked in this turn, in ascending order.
    pub attacked: Vec<Id>,
    pub players: Vec<SeenPlayer>,
    /// The living characters with a shield or a guard, each with the number of its power, in
    /// ascending order.
    pub shields: Vec<(Id, u32)>,
    pub guards: Vec<(Id, u32)>,
    /// The characters of both stocks, in ascending order.
    pub stocks: Vec<Id>,
    pub graveyards: Vec<Id>,
    /// The action pile, in the order of table B-C.
    pub pile: Vec<Card>,
    pub discards: Vec<Card>,
    /// The used cards under the pile, in the order in which they were used.
    pub under: Vec<Card>,
    /// The event pile, in the order of table B-V.
    pub event_pile: Vec<Event>,
    pub event_discards: Vec<Event>,
    /// Life that each character has taken from characters of opponents (rule B-8).
    pub taken: Vec<u32>,
    /// After the game: for each entrant in ascending order, the entrant that was the last to fell
    /// it (rule B-8). `None` during the game.
    pub felled_by: Option<Vec<(Id, Option<Id>)>>,
    /// After the game: number of lead changes (rule B-8). `None` during the game.
    pub lead_changes: Option<u32>,
    /// After the game: the place of each player, by seat. `None` during the game.
    pub places: Option<Vec<usize>>,
    pub capped: bool,
}

impl Model {
    pub fn seen(&self) -> Seen {
        let player = |player: &super::Player| SeenPlayer {
            energy: player.energy,
            hand: player.hand.clone(),
            leader: player.leader,
            team: (player.team.iter())
                .map(|&character| (character, self.life[character]))
                .collect(),
        };
        let together = |kinds: &std::collections::BTreeMap<_, Vec<Id>>| {
            let mut all: Vec<Id> = kinds.values().flatten().copied().collect();
            all.sort();
            all
        };
        let living = |&character: &Id| self.player_of(character).is_some();
        let mut attacked = self.this_turn.attacked.clone();
        attacked.retain(living);
        attacked.sort();
        Seen {
            asked: match self.turn() {
                Turn::Decides { player, question } => Some((player, question)),
                Turn::Over => None,
            },
            round: self.round,
            first: self.first,
            active: (!self.over).then_some(self.active),
            attacks_left: match self.asked {
                None | Some((_, Question::Leader)) => 0,
                _ => self.attacks_left(),
            },
            attacked,
            players: self.players.iter().map(player).collect(),
            shields: self.shields.iter().map(|(&id, &n)| (id, n)).collect(),
            guards: self.guards.iter().map(|(&id, &n)| (id, n)).collect(),
            stocks: together(&self.stocks),
            graveyards: together(&self.graveyards),
            pile: self.pile.clone(),
            discards: self.discards.clone(),
            under: self.under.clone(),
            event_pile: self.event_pile.clone(),
            event_discards: self.event_discards.clone(),
            taken: self.taken.clone(),
            felled_by: self.over.then(|| {
                let entrants = self.entrants.iter();
                entrants.map(|(&id, of)| (id, of.felled_by)).collect()
            }),
            lead_changes: self.over.then_some(self.lead.changes),
            places: self.over.then(|| self.places()),
            capped: self.capped,
        }
    }
}
