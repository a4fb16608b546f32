//! A second implementation of the arena's rules for tests. It follows a game by its events and
//! predicts its state. `events` checks each event against `RULES.md`; `options`
//! computes the options of each decision. The model is slow and simple, because it must share no
//! code with the engine.

mod attacks;
mod cards;
mod engine;
mod events;
mod options;
pub mod random;
pub mod random_custom;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::game::chance::Throw;
use crate::games::arena::parts::{Manner, Power};
use crate::games::arena::state::State;
use crate::games::arena::{Arena, Card, Choice, Event, Rules, Scoring, Zones, ZonesName};
use cards::{Blow, Reading};
use random::Setup;

/// The state of a fighter in the model (the second implementation of the rules).
#[derive(Debug, Clone)]
pub struct Figure {
    pub size: u8,
    pub team: u8,
    pub dragon: bool,
    /// Start zone of the fighter, if `rules.placement` assigns zones in the order of seats.
    pub seated: u8,
    pub netted: bool,
    pub sheet_defense: u8,
    pub cards: Vec<Card>,
    pub readings: Vec<Reading>,
    pub hand: BTreeSet<u8>,
    /// Number of cards in hand when the fighter last took cards back.
    pub taken_up: usize,
    /// Zones from which the fighter was thrown in this round.
    pub thrown_off: BTreeSet<u8>,
    pub chosen: Option<u8>,
    pub active: Option<u8>,
    pub zone: Option<u8>,
    pub alive: bool,
    pub lp: u32,
    pub firsts: u32,
    pub pp: u32,
    /// Number of tokens (life points of others) that the fighter has taken for popularity points.
    pub tokens: u32,
    pub trophies: BTreeSet<u8>,
    pub charm: bool,
    pub more_charms: u8,
    pub initiative: i32,
    pub shift: i32,
    pub waiting: bool,
    /// The fighters whose mystical skulls this fighter holds: it may not attack them in its next
    /// action.
    pub skulls: BTreeSet<u8>,
    pub rolled_defense: Option<u8>,
}

/// The actor's turn in the model (the second implementation of the rules).
#[derive(Debug, Clone)]
pub struct TurnModel {
    pub actor: u8,
    pub barred: BTreeSet<u8>,
    pub moves: u8,
    /// Number of attacks that the actor has left, by attack of its card.
    pub left: [u8; 2],
    pub struck: BTreeSet<u8>,
}

/// The attack in progress in the model (the second implementation of the rules).
#[derive(Debug, Clone)]
pub struct AttackModel {
    pub slot: u8,
    pub targets: u8,
    pub dice: u8,
    pub netted: i8,
    pub faced: u8,
    /// The last dice against a target, after any charm: the target, the dice, and the lowest face
    /// that wounds.
    pub last: Option<(u8, Throw, i8)>,
    /// Bowling strike: the remaining targets, in order.
    pub order: Vec<u8>,
    /// Bowling strike: the die that the wearer of a blinding suit ignored.
    pub spared: Option<u8>,
    /// Strike: the dice that have not hit a target and may hit further targets.
    pub free: Vec<u8>,
    /// Strike: the lowest face that wounded the first target.
    pub least: i8,
    /// Strike: the targets that a die has hit besides the first one.
    pub struck_besides: BTreeSet<u8>,
    /// Strike: true if the attacker has decided to hit no one else.
    pub stopped: bool,
    /// Sandal: number of dice against each fighter in the zone of the landing; `None` before the
    /// throw.
    pub landing: Option<u8>,
    pub landed_on: u8,
}

/// The dice of one throw against a target.
#[derive(Debug, Clone)]
pub struct Dice {
    pub by: Option<u8>,
    pub target: u8,
    pub throw: Throw,
    pub needed: i8,
}

#[derive(Debug, Clone)]
pub struct Model {
    pub rules: Rules,
    pub figures: Vec<Figure>,
    pub round: u8,
    pub turn: Option<TurnModel>,
    pub attack: Option<AttackModel>,
    pub dice: Option<Dice>,
    /// Dice of an effect to which a charm may react: the target, the dice, and whether they
    /// determine the number of dice.
    pub early: Option<(u8, Throw, bool)>,
    /// Eliminated fighters for whom the crowd has not thrown rocks yet.
    pub victims: u8,
    pub rocks: u8,
    pub discarded: u32,
    /// Total number of life points that fighters have regained by finishings.
    pub regained: u32,
    /// The fighter for whom the next event must be a wound, because the dice reached its size.
    pub caught: Option<u8>,
    /// The fighter for whom the next event must be the catch in a bramble net.
    pub to_be_netted: Option<u8>,
    /// Number of life points that the actor must regain in the next event.
    pub owed: u8,
    /// The change of initiative that must be the next event: the target and the amount.
    pub to_be_shifted: Option<(u8, i8)>,
    /// Split shot: the dice for the remaining targets, by target.
    pub shares: BTreeMap<u8, u8>,
    /// Targets of a bowling strike that the attacker has chosen so far.
    pub named: Vec<u8>,
    /// The attack whose bowling targets are being chosen; `None` if no targets are being chosen.
    pub line: Option<u8>,
    pub ring: u8,
    /// The eliminated fighters, in order of elimination.
    pub fallen: Vec<u8>,
    pub over: Option<u8>,
    /// The option that the game is carrying out.
    pub choice: Option<Choice>,
    pub events: Vec<Event>,
}

impl Model {
    pub fn new(arena: &Arena, setup: &Setup, state: &State) -> Model {
        let (roster, line_up) = (&setup.roster, &setup.line_up);
        let is_dragon = |slot: usize| {
            let fighter = usize::from(line_up[slot].fighter);
            roster.fighters.values().nth(fighter).unwrap().dragon
        };
        // the teams take turns to seat their next member, until all fighters except dragons
        // are seated.
        let mut teams: BTreeMap<u8, VecDeque<usize>> = BTreeMap::new();
        for (slot, seated) in line_up.iter().enumerate() {
            teams.entry(seated.team).or_default().push_back(slot);
        }
        let mut seated = Vec::new();
        while teams.values().any(|team| !team.is_empty()) {
            seated.extend(teams.values_mut().filter_map(VecDeque::pop_front));
        }
        seated.retain(|&slot| !is_dragon(slot));
        let ring = match arena.rules().zones {
            Zones::Number(zones) => zones,
            Zones::Named(ZonesName::Fighters) => seated.len().max(3) as u8,
        };
        let figures = (0..state.fighters()).map(|f| {
            let index = usize::from(state.sheet[f]);
            let fighter = roster.fighters.values().nth(index).unwrap();
            let keys = &arena.sheets()[index].keys;
            Figure {
                size: fighter.size,
                team: state.team[f],
                dragon: fighter.dragon,
                seated: (seated.iter())
                    .position(|&slot| slot == usize::from(state.slot[f]))
                    .map_or(ring, |place| place as u8),
                netted: false,
                sheet_defense: fighter.defense,
                cards: keys.iter().map(|key| fighter.cards[key].clone()).collect(),
                readings: (keys.iter())
                    .map(|key| Reading::of(&fighter.cards[key], fighter.dragon))
                    .collect(),
                hand: (0..keys.len() as u8).collect(),
                taken_up: keys.len(),
                thrown_off: BTreeSet::new(),
                chosen: None,
                active: fighter.dragon.then(|| {
                    let plain = |key| fighter.cards[key].technique.is_none();
                    keys.iter().position(plain).unwrap() as u8
                }),
                zone: None,
                alive: true,
                lp: fighter.size.into(),
                firsts: 1,
                pp: 0,
                tokens: 0,
                trophies: BTreeSet::new(),
                charm: arena.rules().lucky_charm,
                more_charms: arena.rules().charms - 1,
                initiative: 0,
                shift: 0,
                waiting: false,
                skulls: BTreeSet::new(),
                rolled_defense: None,
            }
        });
        Model {
            rules: arena.rules().clone(),
            figures: figures.collect(),
            round: 0,
            turn: None,
            attack: None,
            dice: None,
            early: None,
            victims: 0,
            rocks: 0,
            discarded: 0,
            regained: 0,
            caught: None,
            to_be_netted: None,
            owed: 0,
            to_be_shifted: None,
            shares: BTreeMap::new(),
            named: Vec::new(),
            line: None,
            ring,
            fallen: Vec::new(),
            over: None,
            choice: None,
            events: Vec::new(),
        }
    }

    pub fn figure(&self, fighter: u8) -> &Figure {
        &self.figures[usize::from(fighter)]
    }

    pub fn figure_mut(&mut self, fighter: u8) -> &mut Figure {
        &mut self.figures[usize::from(fighter)]
    }

    pub fn active_card(&self, fighter: u8) -> Option<&Card> {
        let figure = self.figure(fighter);
        figure.active.map(|card| &figure.cards[usize::from(card)])
    }

    /// Returns the attacks and powers of a fighter's active card, computed by the model.
    pub fn reading(&self, fighter: u8) -> Option<&Reading> {
        let figure = self.figure(fighter);
        figure.active.map(|card| &figure.readings[usize::from(card)])
    }

    /// Returns an attack of a fighter's active card; `slot` is its number, 0 or 1.
    pub fn blow(&self, fighter: u8, slot: u8) -> &Blow {
        let reading = self.reading(fighter).expect("it has a card");
        &reading.blows[usize::from(slot)]
    }

    /// Returns the attack that is being resolved.
    pub fn blow_now(&self) -> &Blow {
        let attack = self.attack.as_ref().expect("an attack is resolved");
        self.blow(self.actor(), attack.slot)
    }

    pub fn has(&self, fighter: u8, power: Power) -> bool {
        let reading = self.reading(fighter);
        reading.is_some_and(|reading| reading.powers.contains(&power))
    }

    /// Returns true if the fighter cannot be the target of this attack because of a lasting power.
    pub fn is_immune(&self, fighter: u8, blow: &Blow) -> bool {
        match blow.melee {
            true => self.has(fighter, Power::NoMelee),
            false => self.has(fighter, Power::NoShot),
        }
    }

    pub fn distance(&self, from: u8, to: u8) -> u8 {
        let ring = self.ring;
        let next = |zone: u8| (zone + 1) % ring;
        if from == to {
            0
        } else if from == ring || to == ring || next(from) == to || next(to) == from {
            1
        } else {
            2
        }
    }

    /// returns the points that a fighter has scored so far.
    pub fn points(&self, fighter: u8) -> u32 {
        let figure = self.figure(fighter);
        match self.rules.scoring {
            Scoring::Popularity => figure.pp,
            Scoring::Trophies => {
                let sizes = figure.trophies.iter().map(|&f| self.figure(f).size);
                sizes.map(u32::from).sum()
            }
        }
    }

    /// Stores the option that the game carries out next.
    pub fn chooses(&mut self, choice: Choice) {
        self.choice = Some(choice);
        match choice {
            Choice::Attack { slot, target } => {
                self.named = vec![target];
                let is_line = self.blow(self.actor(), slot).manner == Manner::Bowling;
                self.line = is_line.then_some(slot);
            }
            Choice::Next(target) => self.named.push(target),
            Choice::Split { dice, .. } => {
                let share = |f: u8| (f, (dice >> (4 * u32::from(f)) & 15) as u8);
                self.shares = (0..8).map(share).filter(|(_, dice)| *dice > 0).collect();
            }
            _ => {}
        }
    }

    /// returns the number of dice that a fighter's net costs.
    pub fn net_dice(&self, fighter: u8) -> u8 {
        match self.figure(fighter).netted {
            true => self.rules.bramble_dice,
            false => 0,
        }
    }

    /// returns the defense that a fighter's net costs.
    pub fn net_defense(&self, fighter: u8) -> i8 {
        match self.figure(fighter).netted {
            true => self.rules.bramble_defense as i8,
            false => 0,
        }
    }

    /// returns an initiative reduced by a net; the net never reduces it below 0.
    pub fn in_net(&self, initiative: i32) -> i32 {
        let less = initiative - i32::from(self.rules.bramble_initiative);
        less.max(initiative.min(0))
    }

    /// returns true if a fighter's net ends with its turn.
    pub fn net_ends(&self, fighter: u8) -> bool {
        self.figure(fighter).dragon || self.rules.bramble_moves == 0
    }

    /// returns the effective initiative for a printed initiative.
    pub fn effective(&self, fighter: u8, printed: u8) -> i32 {
        let figure = self.figure(fighter);
        let moved = i32::from(printed) + figure.shift;
        match figure.netted {
            true => self.in_net(moved),
            false => moved,
        }
    }

    pub fn sides_left(&self) -> usize {
        let alive = self.figures.iter().filter(|figure| figure.alive);
        alive.map(|figure| figure.team).collect::<BTreeSet<_>>().len()
    }

    pub fn actor(&self) -> u8 {
        self.turn.as_ref().expect("it is somebody's turn").actor
    }
}
