//! A second reading of the rules: it follows a game by its events alone and knows where everything must be by then.
//! `model_events` holds each event against the rules page, `model_options` works out what may be decided. Slow and plain
//! on purpose: it shares no code with the engine.

use std::collections::BTreeSet;

use crate::games::arena::state::State;
use crate::games::arena::{Arena, Card, Choice, Effect, Event, Roster, Rules};
use crate::games::dice::Throw;

/// What a fighter has and is.
#[derive(Debug, Clone)]
pub struct Figure {
    pub size: u8,
    pub team: u8,
    pub sheet_defense: u8,
    pub cards: Vec<Card>,
    pub hand: BTreeSet<u8>,
    pub chosen: Option<u8>,
    pub active: Option<u8>,
    pub zone: Option<u8>,
    pub alive: bool,
    pub lp: u32,
    pub firsts: u32,
    pub pp: u32,
    /// Tokens taken for popularity points.
    pub tokens: u32,
    pub trophies: BTreeSet<u8>,
    pub charm: bool,
    pub initiative: i32,
    pub shift: i32,
    pub waiting: bool,
    /// Whose skulls it holds.
    pub skulls: BTreeSet<u8>,
    pub rolled_defense: Option<u8>,
}

/// The turn of the actor.
#[derive(Debug, Clone)]
pub struct TurnModel {
    pub actor: u8,
    pub barred: BTreeSet<u8>,
    pub moves: u8,
    /// Attacks left, by slot.
    pub left: [u8; 2],
    pub struck: BTreeSet<u8>,
}

/// The attack being resolved.
#[derive(Debug, Clone)]
pub struct AttackModel {
    pub slot: u8,
    pub targets: u8,
    pub dice: u8,
    pub netted: i8,
    pub faced: u8,
}

/// Dice lying before a target.
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
    /// Eliminations that have not been answered with rocks.
    pub victims: u8,
    pub rocks: u8,
    pub discarded: u32,
    /// The fallen in order.
    pub fallen: Vec<u8>,
    pub over: Option<u8>,
    /// The choice being played.
    pub choice: Option<Choice>,
    pub events: Vec<Event>,
}

impl Card {
    pub fn is(&self, effect: &Effect) -> bool {
        self.effect() == Some(effect)
    }

    /// How often its two slots are used: melee, and shot or the epaulet's second blow.
    pub fn uses(&self) -> [u8; 2] {
        use Effect::*;
        let printed = [u8::from(self.melee > 0), u8::from(self.shooting > 0)];
        match self.effect() {
            Some(Kamikaze { .. } | Terminotaur) => [1, printed[1]],
            Some(ElectricClaymore | MysticalSkull) => [printed[0], 1],
            // Two blows of as many dice are one option: there would be twins.
            Some(SpikedEpaulet { dice }) if *dice == self.melee => [2, 0],
            Some(SpikedEpaulet { .. }) => [printed[0], 1],
            Some(WhirlingSpear) => [2, printed[1]],
            _ => printed,
        }
    }

    /// Must its attacks have different targets?
    pub fn different_targets(&self) -> bool {
        matches!(
            self.effect(),
            Some(Effect::SpikedEpaulet { .. } | Effect::WhirlingSpear)
        )
    }
}

impl Model {
    pub fn new(arena: &Arena, roster: &Roster, state: &State) -> Model {
        let figures = (0..state.fighters()).map(|f| {
            let kind = usize::from(state.kind[f]);
            let fighter = roster.fighters.values().nth(kind).unwrap();
            let keys = &arena.sheets()[kind].keys;
            Figure {
                size: fighter.size,
                team: state.team[f],
                sheet_defense: fighter.defense,
                cards: keys.iter().map(|key| fighter.cards[key].clone()).collect(),
                hand: (0..keys.len() as u8).collect(),
                chosen: None,
                active: None,
                zone: None,
                alive: true,
                lp: fighter.size.into(),
                firsts: 1,
                pp: 0,
                tokens: 0,
                trophies: BTreeSet::new(),
                charm: arena.rules().lucky_charm,
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
            victims: 0,
            rocks: 0,
            discarded: 0,
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

    pub fn has(&self, fighter: u8, effect: &Effect) -> bool {
        self.active_card(fighter)
            .is_some_and(|card| card.is(effect))
    }

    pub fn distance(&self, from: u8, to: u8) -> u8 {
        let ring = self.rules.zones;
        let next = |zone: u8| (zone + 1) % ring;
        if from == to {
            0
        } else if from == ring || to == ring || next(from) == to || next(to) == from {
            1
        } else {
            2
        }
    }

    pub fn sides_left(&self) -> usize {
        let alive = self.figures.iter().filter(|figure| figure.alive);
        alive
            .map(|figure| figure.team)
            .collect::<BTreeSet<_>>()
            .len()
    }

    pub fn actor(&self) -> u8 {
        self.turn.as_ref().expect("it is somebody's turn").actor
    }
}
