//! The turn of a player in the model (a second implementation of the rules), and the cards that a
//! player plays in its own turn (rule B-2).

use super::words::{Card, Id, Seat};
use super::{Choice, Fact, Model, Question};
use crate::game::chance::Owner;
use crate::games::battle_cards::rules::Succession;
use crate::games::models::recorded::Replay;

/// Values that the model keeps until the end of the turn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ThisTurn {
    /// False during the set-up.
    pub begun: bool,
    pub first_of_game: bool,
    /// The characters that have attacked in this turn.
    pub attacked: Vec<Id>,
    pub attacks_used: u32,
    pub discarded: u32,
    /// The other players of the active player's side that must still be asked to play a Heal card,
    /// in order (rule B-2.7).
    pub healing_mates: Vec<Seat>,
    /// Supplies: number of extra cards for the active player (rule B-V9).
    pub supplies: u32,
    /// Fog: number added to every dodge (rule B-V10).
    pub fog: u32,
    /// Storm: maximum number of attacks (rule B-V11); `None` without this event.
    pub storm: Option<u32>,
    /// Truce: true if leaders cannot be attacked (rule B-V12).
    pub truce: bool,
    /// Frenzy: number of extra dice of every attack (rule B-V13).
    pub frenzy: u32,
    /// Rage: extra life that every wound by dice takes (rule B-V14).
    pub rage: u32,
}

impl Model {
    /// Begins the turn of a player (rule B-2.0).
    pub fn turn_begins(&mut self, player: Seat, draws: &mut Replay) {
        let first_of_game = !self.this_turn.begun;
        self.this_turn = ThisTurn { begun: true, first_of_game, ..ThisTurn::default() };
        self.active = player;
        let round = self.round;
        self.log.push(Fact::TurnBegins { player, round });
        self.looks_at_the_lead();
        for character in &self.players[player].team {
            self.shields.remove(character);
            self.guards.remove(character);
        }
        if !self.settings.energy_kept {
            let all = self.players[player].energy;
            self.loses_energy(player, all);
        }
        match self.players[player].leader {
            None => self.asked = Some((player, Question::Leader)),
            Some(_) => self.turn_goes_on(draws),
        }
    }

    pub fn successor_named(&mut self, draws: &mut Replay) {
        match self.settings.succession {
            Succession::Turn => self.next_turn(draws),
            Succession::Free => self.turn_goes_on(draws),
        }
    }

    /// Continues a turn with the event, the cards and the income of energy (rules B-2.1 to B-2.3).
    fn turn_goes_on(&mut self, draws: &mut Replay) {
        let player = self.active;
        self.event(draws);
        self.gains_energy(player, self.settings.event_energy.into());
        let wanted = u32::from(self.settings.hand) + self.this_turn.supplies;
        while self.players[player].hand.len() < wanted as usize
            && self.draws_card(player, Owner::Player(player), draws)
        {}
        let team = self.players[player].team.iter();
        let energy = team.map(|&character| self.roster[character].energy).sum();
        self.gains_energy(player, energy);
        self.asked = Some((player, Question::Act));
    }

    /// Returns the number of attacks left in the turn (rules B-2.4 and B-V11).
    pub fn attacks_left(&self) -> u32 {
        let attacks = u32::from(match self.this_turn.first_of_game {
            true => self.settings.first_turn_attacks,
            false => self.settings.attacks,
        });
        let attacks = match self.this_turn.storm {
            Some(most) => attacks.min(most),
            None => attacks,
        };
        attacks.saturating_sub(self.this_turn.attacks_used)
    }

    pub fn acts(&mut self, player: Seat, choice: Choice, draws: &mut Replay) {
        let amount = |card| self.settings.amount(card);
        match choice {
            Choice::Attack { by, target } => return self.attack_begins(by, target, draws),
            Choice::Nemesis { by, target } => return self.nemesis_attacks(by, target, draws),
            Choice::Heal(character) => {
                let life = amount(Card::Heal);
                self.plays_card(player, Card::Heal);
                self.regains(character, life);
            }
            Choice::Energy => {
                let energy = amount(Card::Energy);
                self.plays_card(player, Card::Energy);
                self.gains_energy(player, energy);
            }
            Choice::Theft(from) => {
                let energy = amount(Card::Theft);
                self.plays_card(player, Card::Theft);
                let taken = self.loses_energy(from, energy);
                self.gains_energy(player, taken);
            }
            Choice::Sabotage(from) => {
                let cards = amount(Card::Sabotage);
                self.plays_card(player, Card::Sabotage);
                self.loses_cards(from, cards, draws);
            }
            Choice::Stop => {
                let mates = match self.settings.team_help {
                    true => self.mates(player),
                    false => vec![],
                };
                return self.asks_heal_mate(mates, draws);
            }
            _ => panic!("{choice:?} is nothing to do in a turn"),
        }
        self.asked = Some((player, Question::Act));
    }

    /// Asks the given players of the active player's side, in order, to play a Heal card (rule
    /// B-2.7).
    fn asks_heal_mate(&mut self, mut mates: Vec<Seat>, draws: &mut Replay) {
        while !mates.is_empty() {
            let mate = mates[0];
            if self.can_play(mate, Card::Heal) && !self.wounded_of_active().is_empty() {
                self.asked = Some((mate, Question::HealMate));
                self.this_turn.healing_mates = mates;
                return;
            }
            mates.remove(0);
        }
        self.asks_discard(self.active, draws);
    }

    pub fn answers_heal_mate(&mut self, player: Seat, choice: Choice, draws: &mut Replay) {
        let mut mates = std::mem::take(&mut self.this_turn.healing_mates);
        match choice {
            Choice::Heal(character) => {
                self.plays_card(player, Card::Heal);
                self.regains(character, self.settings.amount(Card::Heal));
            }
            _ => drop(mates.remove(0)),
        }
        self.asks_heal_mate(mates, draws);
    }

    /// Asks a player which card it discards at the end of its turn (rule B-2.5).
    fn asks_discard(&mut self, player: Seat, draws: &mut Replay) {
        let may = self.this_turn.discarded < u32::from(self.settings.discards);
        match may && !self.players[player].hand.is_empty() {
            true => self.asked = Some((player, Question::Discard)),
            false => self.next_turn(draws),
        }
    }

    pub fn discards(&mut self, player: Seat, choice: Choice, draws: &mut Replay) {
        match choice {
            Choice::Discard(card) => {
                self.leaves_hand(player, card);
                self.this_turn.discarded += 1;
                self.asks_discard(player, draws);
            }
            _ => self.next_turn(draws),
        }
    }

    /// Passes the turn to the next seat whose player is still in the game (rules B-1.5, B-2 and
    /// B-4.2).
    pub fn next_turn(&mut self, draws: &mut Replay) {
        let mut seat = self.active;
        loop {
            seat = (seat + 1) % self.players.len();
            if seat == self.first {
                if self.round == u32::from(self.settings.max_turns) {
                    self.capped = true;
                    return self.game_over();
                }
                self.round += 1;
            }
            if !self.players[seat].out {
                return self.turn_begins(seat, draws);
            }
        }
    }
}
