//! The options of every decision in the model (a second implementation of the rules), in exactly
//! the order of the rules page.

use super::words::{Card, Id, Power, Seat};
use super::{Choice, Model, Question};
use crate::games::battle_cards::rules::DecidedBy;

impl Model {
    /// Returns the options of the deciding player.
    pub fn options(&self) -> Vec<Choice> {
        let (player, question) = self.asked.expect("the game is over");
        let none = [Choice::None];
        match question {
            Question::Leader => {
                let team = self.players[player].team.iter();
                team.map(|&character| Choice::Leader(character)).collect()
            }
            Question::Act => self.acts_open(player),
            Question::HealMate => {
                let wounded = self.wounded_of_active().into_iter();
                wounded.map(Choice::Heal).chain([Choice::Stop]).collect()
            }
            Question::Discard => {
                let hand = &self.players[player].hand;
                let held = Card::ALL.iter().copied().filter(|card| hand.contains(card));
                held.map(Choice::Discard).chain(none).collect()
            }
            Question::AttackCard => {
                let cards = self.attack_cards(player).into_iter();
                cards.map(Choice::Play).chain(none).collect()
            }
            Question::DodgeCard => {
                let cards = self.dodge_cards(player).into_iter();
                cards.map(Choice::Play).chain(none).collect()
            }
            Question::SaveCard => vec![Choice::Play(Card::Save), Choice::None],
        }
    }

    /// Lists the possible actions of a player in its turn (rule B-2.4).
    fn acts_open(&self, player: Seat) -> Vec<Choice> {
        let mut acts = Vec::new();
        let me = &self.players[player];
        if self.attacks_left() > 0 {
            for by in self.fresh(player) {
                if self.roster[by].dice <= me.energy {
                    for target in self.open_targets(by) {
                        acts.push(Choice::Attack { by, target });
                    }
                }
            }
            if self.can_play(player, Card::Nemesis) {
                for by in self.fresh(player) {
                    if let Some(target) = self.roster[by].nemesis
                        && self.is_open(by, target, true)
                    {
                        acts.push(Choice::Nemesis { by, target });
                    }
                }
            }
        }
        if self.can_play(player, Card::Heal) {
            acts.extend(self.healable(player).into_iter().map(Choice::Heal));
        }
        if self.can_play(player, Card::Energy) {
            acts.push(Choice::Energy);
        }
        let opponents =
            || (0..self.players.len()).filter(|&other| self.are_opponents(player, other));
        if self.can_play(player, Card::Theft) {
            let rich = opponents().filter(|&other| self.players[other].energy > 0);
            acts.extend(rich.map(Choice::Theft));
        }
        if self.can_play(player, Card::Sabotage) {
            let holding = opponents().filter(|&other| !self.players[other].hand.is_empty());
            acts.extend(holding.map(Choice::Sabotage));
        }
        acts.push(Choice::Stop);
        acts
    }

    /// Returns the characters of a player's team that have not attacked in this turn, in ascending
    /// order.
    fn fresh(&self, player: Seat) -> Vec<Id> {
        let team = self.players[player].team.iter().copied();
        let attacked = &self.this_turn.attacked;
        team.filter(|character| !attacked.contains(character)).collect()
    }

    /// Returns the characters of the active player that have lost life, in ascending order (rule
    /// B-2.7).
    pub fn wounded_of_active(&self) -> Vec<Id> {
        let mut team = self.players[self.active].team.clone();
        team.retain(|&character| self.life[character] < self.roster[character].life);
        team
    }

    /// Returns the characters that a player may heal, in ascending order (rule B-2.4.3).
    fn healable(&self, player: Seat) -> Vec<Id> {
        let mut characters = self.players[player].team.clone();
        if self.settings.team_help && self.settings.heal_mates_in_own_turn {
            for mate in self.mates(player) {
                characters.extend(&self.players[mate].team);
            }
        }
        characters.sort();
        characters.retain(|&character| self.life[character] < self.roster[character].life);
        characters
    }

    /// Returns the characters that `by` may attack, in ascending order (rule B-3.2).
    pub fn open_targets(&self, by: Id) -> Vec<Id> {
        let all = 0..self.roster.len();
        all.filter(|&target| self.is_open(by, target, false)).collect()
    }

    /// Returns true if `by` may attack `target`, with dice or with a Nemesis card (rule B-3.2).
    pub fn is_open(&self, by: Id, target: Id, nemesis_card: bool) -> bool {
        let (Some(attacker), Some(defender)) = (self.player_of(by), self.player_of(target)) else {
            return false;
        };
        if !self.are_opponents(attacker, defender) {
            return false;
        }
        if !self.is_leader(target) {
            return true;
        }
        if self.this_turn.truce {
            return false;
        }
        let alone = self.players[defender].team.len() == 1;
        self.is_leader(by)
            || (alone && self.settings.leader_open_when_alone)
            || !self.settings.leader_protected
            || (nemesis_card && self.settings.nemesis_reaches_leaders)
    }

    /// Returns the attack cards that a player can play (rules B-3.4 and B-3.7).
    pub fn attack_cards(&self, player: Seat) -> Vec<Card> {
        let attack = self.attack.as_ref().expect("there is an attack");
        let life = self.life[attack.target];
        let dice = self.highest_dice();
        let mut hits = dice.iter().copied().filter(|&die| !self.misses_with(die));
        let least = hits.next();
        let missed = least.is_none();
        // The score and the highest die: of the dice thrown, or before the throw of the lowest die
        // that does not miss.
        let die = least.unwrap_or(dice[0]);
        let score = self.score_of(die);
        let by_die = |by| by == DecidedBy::Die;
        let by_die = by_die(self.settings.miss_by) || by_die(self.settings.sure_hit_by);
        let final_miss = missed && self.settings.miss_by == DecidedBy::Die;
        let mut cards = Card::OF_ATTACKS.to_vec();
        cards.retain(|&card| {
            let of_use = match card {
                Card::Momentum => {
                    let room = attack.card_dice < 20 && self.attack_dice() < 30;
                    room && (score < 6 || (by_die && die < 6))
                }
                Card::Strength => attack.card_score < 5 && score < 6 && !final_miss,
                Card::Fury => 1 + attack.card_wound < life && !missed,
                Card::Precision => self.there_may_be_a_dodge(),
                _ => panic!("{card:?} is no attack card"),
            };
            self.can_play(player, card)
                && attack.last_card.is_none_or(|last| last <= card)
                && of_use
        });
        cards
    }

    /// Returns true if a dodge is possible for the highest die thrown or, before the throw, for
    /// some value that it may have (rules B-3.4 and B-3.7).
    pub fn there_may_be_a_dodge(&self) -> bool {
        let mut dice = self.highest_dice().into_iter();
        dice.any(|die| !self.misses_with(die) && self.there_is_a_dodge_with(die))
    }

    /// Returns the dodge cards that a player can play (rule B-3.5).
    pub fn dodge_cards(&self, player: Seat) -> Vec<Card> {
        let attack = self.attack.as_ref().expect("there is an attack");
        let mut cards = Card::OF_DODGES.to_vec();
        cards.retain(|&card| {
            let of_use = match card {
                Card::Dodge => attack.card_dodge < 6,
                Card::Agility => attack.card_dodge_dice < 8,
                Card::Riposte => !attack.riposte,
                _ => panic!("{card:?} is no dodge card"),
            };
            self.can_play(player, card)
                && attack.last_card.is_none_or(|last| last <= card)
                && of_use
        });
        cards
    }

    /// Returns true if the target may dodge an attack with this highest die (rule B-3.3.6).
    pub fn there_is_a_dodge_with(&self, die: u32) -> bool {
        let attack = self.attack.as_ref().expect("there is an attack");
        let score = self.score_of(die);
        let unstoppable = self.power(attack.by, Power::Unstoppable);
        let counted = match self.settings.sure_hit_by {
            DecidedBy::Score => score,
            DecidedBy::Die => die,
        };
        let sure = counted >= u32::from(self.settings.sure_hit);
        !sure && !attack.precision && unstoppable.is_none_or(|n| score < n)
    }
}
