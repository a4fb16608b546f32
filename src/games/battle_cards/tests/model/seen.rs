//! Everything that can be seen of a game, as plain values: what the model and somebody else's game are compared by.

use super::words::{Card, Event, Id, Seat};
use super::{Model, Question, Turn};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenPlayer {
    pub energy: u32,
    /// In the order of B-C.
    pub hand: Vec<Card>,
    pub leader: Option<Id>,
    /// Its characters and their life, in order.
    pub team: Vec<(Id, u32)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// Who decides, and what; nobody when the game is over.
    pub asked: Option<(Seat, Question)>,
    pub round: u32,
    pub first: Seat,
    /// Nobody when the game is over.
    pub active: Option<Seat>,
    /// 0 while a leader is named, and when the game is over.
    pub attacks_left: u32,
    /// Who of the living has attacked in this turn, in order.
    pub attacked: Vec<Id>,
    pub players: Vec<SeenPlayer>,
    /// Shields and guards of the living with their numbers, in order.
    pub shields: Vec<(Id, u32)>,
    pub guards: Vec<(Id, u32)>,
    /// Both kinds together, in order.
    pub stocks: Vec<Id>,
    pub graveyards: Vec<Id>,
    /// In the order of B-C.
    pub pile: Vec<Card>,
    pub discards: Vec<Card>,
    /// In the order of use.
    pub under: Vec<Card>,
    /// In the order of B-V.
    pub event_pile: Vec<Event>,
    pub event_discards: Vec<Event>,
    /// B-8, by character.
    pub taken: Vec<u32>,
    /// B-8, when the game is over: by entrant, in order, who felled it last.
    pub felled_by: Option<Vec<(Id, Option<Id>)>>,
    /// B-8, when the game is over.
    pub lead_changes: Option<u32>,
    /// By seat, when the game is over; and whether the cap ended it.
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
