//! A second implementation of the rules page, for tests: a model that plays a game independently of
//! the engine. This file has the state, the decisions and the set-up (rule B-1). `turn` and
//! `events` are B-2 and B-V, `options` the options of every decision, `attack` and `powers` B-3 and
//! B-P, `end` B-3.8 and B-4, `holdings` energy and cards. The model is simple, not fast. It shares
//! no code with the engine, and makes its random draws in the order of B-6.

mod attack;
mod end;
mod engine;
mod events;
mod holdings;
mod options;
mod powers;
mod random;
pub mod seen;
pub mod settings;
mod statistics;
mod turn;
pub mod words;

use std::collections::BTreeMap;

use crate::game::chance::Owner;
use crate::games::models::recorded::Replay;
use attack::Attack;
use settings::Settings;
use statistics::{Entrant, Lead};
use turn::ThisTurn;
use words::{Card, Character, Event, Id, Kind, Mode, Power, Seat};

use crate::games::battle_cards::rules::{First, LeadersNamed};

/// Maximum number of characters in a team (rule B-1.9).
pub const MOST_CHARACTERS: usize = 8;
pub const MOST_ENERGY: u32 = 9_999;

/// Everything that determines a game except random draws and decisions.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The characters, in the order of their keys.
    pub roster: Vec<Character>,
    pub settings: Settings,
    pub mode: Mode,
    /// The teams by seat, each in the order of the line-up.
    pub teams: Vec<Vec<Id>>,
}

/// The kind of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// The player names its leader (rules B-1.8 and B-2.0).
    Leader,
    /// The player takes an action of its turn (rule B-2.4).
    Act,
    /// The player may heal a character of the active player, who is on its side (rule B-2.7).
    HealMate,
    /// The player may discard a card at the end of its turn (rule B-2.5).
    Discard,
    /// The attacker's player may play an attack card (rule B-3.4).
    AttackCard,
    /// The player may play a dodge card (rule B-3.5).
    DodgeCard,
    /// The player may play a Save card (rule B-3.6).
    SaveCard,
}

/// An option of a decision in the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    Leader(Id),
    Attack { by: Id, target: Id },
    Nemesis { by: Id, target: Id },
    Heal(Id),
    Energy,
    Theft(Seat),
    Sabotage(Seat),
    Stop,
    Discard(Card),
    Play(Card),
    None,
}

/// What the model waits for: a decision, or the end of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    Decides { player: Seat, question: Question },
    Over,
}

/// An event in the log of the model, for checks and to find differences between implementations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    TurnBegins {
        player: Seat,
        round: u32,
    },
    Happens(Option<Event>),
    Draws {
        player: Seat,
        card: Card,
    },
    Leaves {
        player: Seat,
        card: Card,
    },
    Attacks {
        by: Id,
        target: Id,
        nemesis: bool,
    },
    Throws {
        player: Seat,
        dice: Vec<u32>,
    },
    Score(u32),
    Dodge(u32),
    Regains {
        character: Id,
        life: u32,
    },
    Loses {
        character: Id,
        life: u32,
    },
    /// A character takes life from a character of an opponent (rule B-8).
    Takes {
        by: Id,
        life: u32,
    },
    Falls(Id),
    Out(Seat),
    Joins {
        player: Seat,
        character: Id,
    },
    Over {
        capped: bool,
    },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    pub kind: Kind,
    /// The characters of the player's team, in ascending order.
    pub team: Vec<Id>,
    pub leader: Option<Id>,
    pub energy: u32,
    /// The player's hand, in the order of table B-C.
    pub hand: Vec<Card>,
    pub out: bool,
}

#[derive(Debug, Clone)]
pub struct Model {
    pub roster: Vec<Character>,
    pub settings: Settings,
    pub mode: Mode,
    pub players: Vec<Player>,
    /// Life of every character; 0 for a fallen character.
    pub life: Vec<u32>,
    pub stocks: BTreeMap<Kind, Vec<Id>>,
    pub graveyards: BTreeMap<Kind, Vec<Id>>,
    pub shields: BTreeMap<Id, u32>,
    pub guards: BTreeMap<Id, u32>,
    /// The action pile, in the order of table B-C.
    pub pile: Vec<Card>,
    pub discards: Vec<Card>,
    /// The used cards under the pile, the next one to be drawn first (rule B-1.7).
    pub under: Vec<Card>,
    /// The event pile, in the order of table B-V.
    pub event_pile: Vec<Event>,
    pub event_discards: Vec<Event>,
    pub first: Seat,
    /// The player whose turn it is. During the set-up: the player that names its leader.
    pub active: Seat,
    pub round: u32,
    pub this_turn: ThisTurn,
    pub attack: Option<Attack>,
    pub asked: Option<(Seat, Question)>,
    /// The players that must still name a leader during the set-up.
    naming: Vec<Seat>,
    /// The eliminated sides, in the order of elimination.
    pub fallen_sides: Vec<Seat>,
    pub over: bool,
    /// True if the game ended at the turn limit (rule B-4.2).
    pub capped: bool,
    /// Life that each character has taken from characters of opponents (rule B-8).
    pub taken: Vec<u32>,
    pub entrants: BTreeMap<Id, Entrant>,
    pub lead: Lead,
    pub log: Vec<Fact>,
}

impl Model {
    /// Creates a game at the first decision (rule B-1.8).
    pub fn new(setup: &Setup, draws: &mut Replay) -> Model {
        let (roster, settings) = (&setup.roster, &setup.settings);
        let player = |team: &Vec<Id>| {
            let mut in_order = team.clone();
            in_order.sort();
            Player {
                kind: roster[team[0]].kind,
                team: in_order,
                leader: None,
                energy: 0,
                hand: Vec::new(),
                out: false,
            }
        };
        let free = |kind| {
            let in_a_team = |id: &Id| setup.teams.iter().any(|team| team.contains(id));
            let of_kind = (0..roster.len()).filter(|&id| roster[id].kind == kind);
            (kind, of_kind.filter(|id| !in_a_team(id)).collect())
        };
        let mut model = Model {
            roster: roster.clone(),
            settings: settings.clone(),
            mode: setup.mode,
            players: setup.teams.iter().map(player).collect(),
            life: roster.iter().map(|character| character.life).collect(),
            stocks: [Kind::Heroes, Kind::Villains].map(free).into(),
            graveyards: [Kind::Heroes, Kind::Villains].map(|kind| (kind, vec![])).into(),
            shields: BTreeMap::new(),
            guards: BTreeMap::new(),
            pile: settings.action_pile(),
            discards: Vec::new(),
            under: Vec::new(),
            event_pile: settings.event_pile(),
            event_discards: Vec::new(),
            first: 0,
            active: 0,
            round: 1,
            this_turn: ThisTurn::default(),
            attack: None,
            asked: None,
            naming: Vec::new(),
            fallen_sides: Vec::new(),
            over: false,
            capped: false,
            taken: vec![0; roster.len()],
            entrants: statistics::entrants(&setup.teams),
            lead: Lead::default(),
            log: Vec::new(),
        };
        model.first = model.first_player(draws);
        let turn_order = model.turn_order_from(model.first);
        model.naming = model.naming_order(&turn_order);
        for player in turn_order {
            for _ in 0..settings.hand {
                model.draws_card(player, Owner::Game, draws);
            }
        }
        model.next_leader(draws);
        model
    }

    /// Returns the first player (rule B-1.6).
    fn first_player(&self, draws: &mut Replay) -> Seat {
        let lowest = |kind| self.players.iter().position(|player| player.kind == kind);
        match self.settings.first {
            First::Villains => lowest(Kind::Villains).unwrap_or(0),
            First::Heroes => lowest(Kind::Heroes).unwrap_or(0),
            First::Random => draws.draw(Owner::Game, self.players.len()),
        }
    }

    /// Returns the players in the order in which they name their leaders in the set-up (rule
    /// B-1.8).
    fn naming_order(&self, turn_order: &[Seat]) -> Vec<Seat> {
        let of_kind = |kind| {
            let all = turn_order.iter().copied();
            all.filter(move |&player| self.players[player].kind == kind)
        };
        match self.settings.leaders_named {
            LeadersNamed::TurnOrder => turn_order.to_vec(),
            LeadersNamed::VillainsFirst => {
                of_kind(Kind::Villains).chain(of_kind(Kind::Heroes)).collect()
            }
        }
    }

    /// Asks the next player of the set-up for a leader, or begins the first turn (rule B-1.8).
    fn next_leader(&mut self, draws: &mut Replay) {
        if self.naming.is_empty() {
            self.turn_begins(self.first, draws);
        } else {
            self.active = self.naming.remove(0);
            self.asked = Some((self.active, Question::Leader));
        }
    }

    /// Returns the decision that the model waits for, with its player, or the end of the game.
    pub fn turn(&self) -> Turn {
        match self.asked {
            Some((player, question)) => Turn::Decides { player, question },
            None => Turn::Over,
        }
    }

    /// Plays the option of [`Model::options`] with this index.
    pub fn play(&mut self, index: usize, draws: &mut Replay) {
        let choice = self.options()[index];
        let (player, question) = self.asked.take().expect("the game is over");
        match question {
            Question::Leader => self.named(player, choice, draws),
            Question::Act => self.acts(player, choice, draws),
            Question::HealMate => self.answers_heal_mate(player, choice, draws),
            Question::Discard => self.discards(player, choice, draws),
            Question::AttackCard => self.answers_attack_card(player, choice, draws),
            Question::DodgeCard => self.answers_dodge_card(player, choice, draws),
            Question::SaveCard => self.answers_save_card(player, choice, draws),
        }
        assert!(self.asked.is_some() || self.over, "nobody is asked");
    }

    /// Applies a player's choice of a leader, in the set-up or at the start of a turn (rule B-2.0).
    fn named(&mut self, player: Seat, choice: Choice, draws: &mut Replay) {
        let Choice::Leader(leader) = choice else { panic!("{choice:?} is no leader") };
        self.players[player].leader = Some(leader);
        match self.this_turn.begun {
            true => self.successor_named(draws),
            false => self.next_leader(draws),
        }
    }

    /// Returns all players still in the game, in turn order, beginning with `seat` (rule B-1.5).
    pub fn turn_order_from(&self, seat: Seat) -> Vec<Seat> {
        let players = self.players.len();
        let seats = (seat..seat + players).map(|seat| seat % players);
        seats.filter(|&seat| !self.players[seat].out).collect()
    }

    /// Returns the number that stands for a player's side: the lowest seat of the side.
    pub fn side(&self, player: Seat) -> Seat {
        let kind = self.players[player].kind;
        match self.mode {
            Mode::Alone => player,
            Mode::Sides => {
                (0..player).find(|&other| self.players[other].kind == kind).unwrap_or(player)
            }
        }
    }

    pub fn are_opponents(&self, one: Seat, other: Seat) -> bool {
        self.side(one) != self.side(other)
    }

    /// Returns the other players of a player's side, in turn order after the player.
    pub fn mates(&self, player: Seat) -> Vec<Seat> {
        let mut mates = self.turn_order_from(player);
        mates.retain(|&other| other != player && !self.are_opponents(player, other));
        mates
    }

    /// Returns the player of a living character, or `None`.
    pub fn player_of(&self, character: Id) -> Option<Seat> {
        (self.players.iter()).position(|player| player.team.contains(&character))
    }

    pub fn is_leader(&self, character: Id) -> bool {
        (self.players.iter()).any(|player| player.leader == Some(character))
    }

    /// Returns the number that belongs to a character's power; `None` if its power is not `power`.
    pub fn power(&self, character: Id, power: Power) -> Option<u32> {
        let character = &self.roster[character];
        (character.power == power).then_some(character.n)
    }
}
