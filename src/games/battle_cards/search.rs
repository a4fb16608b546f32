//! The interface between the game and tree search: random samples of hidden hands, and estimates of
//! the value of a position.

use rand::Rng;

use super::state::{Phase, State, members};
use super::{BattleCards, View};
use crate::game::MAX_PLAYERS;
use crate::game::chance::{Chance, OneStream, Owner};
use crate::game::searchable::{Outcome, Outcomes, Root, Searchable, mix};

impl Searchable for BattleCards {
    /// Returns a random state that agrees with the view (rule B-5). Hands keep their sizes and
    /// their known cards. The other cards are drawn from all cards that the player cannot see.
    fn determinize(&self, view: View<'_>, luck: &mut impl Rng) -> State {
        let mut state = view.without_secrets();
        for player in 0..view.players.into() {
            while state.hand[player].len() < view.cards_of(player) {
                let card = OneStream(luck).draw(Owner::Game, &mut state.pile);
                state.hand[player].add(card.expect("what was held is in the pile"));
            }
        }
        // Another player that decides about a card must hold a playable card. This does not
        // restrict the sample, because the viewing player decides and knows its own hand.
        state
    }

    fn root(&self, view: View<'_>) -> Root {
        self.root_of(&view.without_secrets(), view.me)
    }

    /// Returns a hash of what the player observes: the living characters, the leaders, the progress
    /// of the turn, and the player's own cards and energy. Life and the energy of others are not
    /// included, because they depend on dice.
    fn observation(&self, state: &State, player: usize) -> u64 {
        let place = u64::from(state.round)
            | (state.phase as u64) << 16
            | u64::from(state.active) << 24
            | u64::from(state.attacks_left) << 32
            | (player as u64) << 40
            | u64::from(state.energy[player]) << 48;
        let mut hash = mix(place, state.attacked);
        for (player, team) in state.team.iter().enumerate().take(state.players.into()) {
            hash = mix(hash, *team ^ u64::from(state.leader[player]) << 56);
        }
        let hand = state.hand[player].counts().iter();
        hash = mix(hash, hand.fold(0, |sum, &count| sum * 16 + u64::from(count.min(15))));
        if state.phase.is_of_attack() {
            let attack = &state.attack;
            let bytes = [
                attack.attacker,
                attack.target,
                attack.best,
                attack.dice,
                attack.strength,
                attack.fury,
                attack.dodge,
                attack.agility | u8::from(attack.precision) << 4 | u8::from(attack.riposte) << 5,
            ];
            hash = mix(hash, u64::from_le_bytes(bytes));
        }
        hash
    }

    fn outcomes(&self, state: &State) -> Outcomes {
        let players = usize::from(state.players);
        let places = self.standing(state);
        let last = places.iter().max().copied().unwrap_or(1).max(2) - 1;
        let mut strength = [0.0; MAX_PLAYERS];
        for (player, strength) in strength.iter_mut().enumerate().take(players) {
            *strength = self.strength(state, player);
        }
        let side = |player| -> f32 { state.side_of(player).map(|mate| strength[mate]).sum() };
        let all = strength.iter().sum::<f32>().max(f32::MIN_POSITIVE);
        // A side wins more often than its share of the total strength if it is the stronger one.
        let chance = |player| (side(player) / all).powi(3);
        let first_of_side = |player: &usize| state.side_of(*player).next() == Some(*player);
        let sum: f32 = (0..players).filter(first_of_side).map(chance).sum();
        let rival = |player| {
            let others = (0..players).filter(|&other| !state.are_mates(player, other));
            others.map(side).fold(0.0, f32::max)
        };
        let mut outcomes = [Outcome::default(); MAX_PLAYERS];
        for (player, outcome) in outcomes.iter_mut().enumerate().take(players) {
            *outcome = Outcome {
                win: match state.phase {
                    Phase::Over => f32::from(places[player] == 1),
                    _ => chance(player) / sum.max(f32::MIN_POSITIVE),
                },
                placement: 1.0 - f32::from(places[player] - 1) / f32::from(last),
                score: side(player) / (side(player) + rival(player)).max(f32::MIN_POSITIVE),
            };
        }
        outcomes
    }
}

impl BattleCards {
    /// Returns the strength of a team, for estimates of the result. Life counts most; living
    /// characters, their dice, their income of energy, and the player's energy and cards count
    /// less.
    fn strength(&self, state: &State, player: usize) -> f32 {
        let of = |character| {
            let sheet = self.sheets.of(character);
            let life = f32::from(state.life[usize::from(character)]);
            life + 0.5 + 0.15 * f32::from(sheet.energy) + 0.15 * f32::from(sheet.dice)
        };
        let team: f32 = members(state.team[player]).map(of).sum();
        if team == 0.0 {
            return 0.0;
        }
        let store = f32::from(state.energy[player].min(12)) * 0.05;
        team + store + 0.1 * state.hand[player].len() as f32
    }
}
