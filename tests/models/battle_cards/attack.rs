//! The steps of an attack in the model, a second implementation of the rules (B-3).

use super::words::{Card, Id, Power, Seat};
use super::{Choice, Fact, Model, Question};
use crate::game::chance::Owner;
use crate::games::battle_cards::rules::{CardsTiming, DecidedBy, Dodge};
use crate::games::models::recorded::Replay;

/// An attack in progress in the model, a second implementation of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attack {
    pub by: Id,
    pub target: Id,
    pub attacker: Seat,
    pub defender: Seat,
    /// True for an attack with a Nemesis card.
    pub nemesis: bool,
    /// The dice of the attack that were thrown.
    pub dice: Vec<u32>,
    /// Number of extra dice by attack cards.
    pub card_dice: u32,
    /// Bonus on the score by attack cards.
    pub card_score: u32,
    /// Extra life of the wound by attack cards.
    pub card_wound: u32,
    /// True if the Precision card was played (rule B-C4).
    pub precision: bool,
    /// Bonus on the dodge by dodge cards.
    pub card_dodge: u32,
    /// Number of extra dice of the dodge by dodge cards.
    pub card_dodge_dice: u32,
    /// True if the Riposte card was played (rule B-C7).
    pub riposte: bool,
    /// The last card that the asked player has played.
    pub last_card: Option<Card>,
    /// The players that must still be asked to play a dodge card or a Save card, in order.
    pub asking: Vec<Seat>,
    pub wound: u32,
}

impl Model {
    fn new_attack(&mut self, by: Id, target: Id, nemesis: bool) {
        let attacker = self.player_of(by).expect("the attacker lives");
        let defender = self.player_of(target).expect("the target lives");
        self.this_turn.attacked.push(by);
        self.this_turn.attacks_used += 1;
        self.log.push(Fact::Attacks { by, target, nemesis });
        self.attack = Some(Attack {
            by,
            target,
            attacker,
            defender,
            nemesis,
            dice: Vec::new(),
            card_dice: 0,
            card_score: 0,
            card_wound: 0,
            precision: false,
            card_dodge: 0,
            card_dodge_dice: 0,
            riposte: false,
            last_card: None,
            asking: Vec::new(),
            wound: 0,
        });
    }

    fn now(&mut self) -> &mut Attack {
        self.attack.as_mut().expect("there is an attack")
    }

    /// Begins an attack with dice (rule B-3.3.1).
    pub fn attack_begins(&mut self, by: Id, target: Id, draws: &mut Replay) {
        self.pays(self.active, self.roster[by].dice);
        self.new_attack(by, target, false);
        self.powers_of_the_announcement(draws);
        if self.settings.cards_timing == CardsTiming::After {
            self.throws_dice(draws);
        }
        self.asks_attack_card(draws);
    }

    /// Begins an attack with a Nemesis card (rule B-3.9).
    pub fn nemesis_attacks(&mut self, by: Id, target: Id, draws: &mut Replay) {
        self.plays_card(self.active, Card::Nemesis);
        self.new_attack(by, target, true);
        let wound = self.settings.amount(Card::Nemesis);
        if self.settings.nemesis_stoppable {
            return self.wounds(wound, draws);
        }
        self.now().wound = wound;
        self.strikes(draws);
    }

    /// Asks the attacker for an attack card (rule B-3.4).
    fn asks_attack_card(&mut self, draws: &mut Replay) {
        match self.attack_cards(self.active).is_empty() {
            false => self.asked = Some((self.active, Question::AttackCard)),
            true => self.attack_cards_are_played(draws),
        }
    }

    pub fn answers_attack_card(&mut self, player: Seat, choice: Choice, draws: &mut Replay) {
        let Choice::Play(card) = choice else {
            return self.attack_cards_are_played(draws);
        };
        self.plays_card(player, card);
        let amount = self.settings.amount(card);
        let attack = self.now();
        attack.last_card = Some(card);
        match card {
            Card::Momentum => attack.card_dice += amount,
            Card::Strength => attack.card_score += amount,
            Card::Fury => attack.card_wound += amount,
            _ => attack.precision = true,
        }
        // Cards after the dice (rule B-3.7): the card's dice are thrown at once, at most 30 dice in
        // total.
        if card == Card::Momentum && self.settings.cards_timing == CardsTiming::After {
            let room = 30 - self.now().dice.len() as u32;
            let dice = self.throws(player, amount.min(room), draws);
            self.now().dice.extend(dice);
        }
        self.asks_attack_card(draws);
    }

    fn attack_cards_are_played(&mut self, draws: &mut Replay) {
        let asking = match self.there_may_be_a_dodge() {
            true => self.who_may_defend(),
            false => vec![],
        };
        let attack = self.now();
        attack.last_card = None;
        attack.asking = asking;
        self.asks_dodge_card(draws);
    }

    /// Returns the players that may play cards for the target: the target's player, followed by the
    /// other players of its side.
    fn who_may_defend(&self) -> Vec<Seat> {
        let attack = self.attack.as_ref().expect("there is an attack");
        let mut players = vec![attack.defender];
        if self.settings.team_help && self.settings.defend_mates {
            players.extend(self.mates(attack.defender));
        }
        players
    }

    /// Asks the next player in `asking` for a dodge card (rule B-3.5).
    fn asks_dodge_card(&mut self, draws: &mut Replay) {
        while let Some(&player) = self.now().asking.first() {
            if !self.dodge_cards(player).is_empty() {
                self.asked = Some((player, Question::DodgeCard));
                return;
            }
            self.asks_the_next();
        }
        if self.settings.cards_timing == CardsTiming::Before {
            self.throws_dice(draws);
        }
        self.dice_decide(draws);
    }

    fn asks_the_next(&mut self) {
        let attack = self.now();
        attack.asking.remove(0);
        attack.last_card = None;
    }

    pub fn answers_dodge_card(&mut self, player: Seat, choice: Choice, draws: &mut Replay) {
        if let Choice::Play(card) = choice {
            self.plays_card(player, card);
            let amount = self.settings.amount(card);
            let attack = self.now();
            attack.last_card = Some(card);
            match card {
                Card::Dodge => attack.card_dodge += amount,
                Card::Agility => attack.card_dodge_dice += amount,
                _ => attack.riposte = true,
            }
        } else {
            self.asks_the_next();
        }
        self.asks_dodge_card(draws);
    }

    /// Returns the faces of `count` dice that a player throws.
    fn throws(&mut self, player: Seat, count: u32, draws: &mut Replay) -> Vec<u32> {
        let mut die = |_| draws.draw(Owner::Player(player), 6) as u32 + 1;
        let dice: Vec<u32> = (0..count).map(&mut die).collect();
        self.log.push(Fact::Throws { player, dice: dice.clone() });
        dice
    }

    /// Returns the total number of dice that the attack throws (rule B-3.3.4).
    pub fn attack_dice(&self) -> u32 {
        let attack = self.attack.as_ref().expect("there is an attack");
        let by = attack.by;
        let mut count = self.roster[by].dice + self.this_turn.frenzy + attack.card_dice;
        count += self.power(by, Power::ExtraDice).unwrap_or(0);
        if self.life[by] == 1 {
            count += self.power(by, Power::LastStand).unwrap_or(0);
        }
        count.min(30)
    }

    /// Throws the dice of the attack, and throws them again if the Second Throw power requires it
    /// (rules B-3.3.4 and B-P2).
    fn throws_dice(&mut self, draws: &mut Replay) {
        let attack = self.attack.clone().expect("there is an attack");
        let (by, count) = (attack.by, self.attack_dice());
        let mut dice = self.throws(attack.attacker, count, draws);
        let again = self.power(by, Power::SecondThrow);
        if again.is_some_and(|n| dice.iter().all(|&face| face <= n)) {
            dice = self.throws(attack.attacker, count, draws);
        }
        self.now().dice = dice;
    }

    /// Returns the possible values of the highest die: the value thrown, or before the throw all
    /// faces.
    pub fn highest_dice(&self) -> Vec<u32> {
        let attack = self.attack.as_ref().expect("there is an attack");
        match attack.dice.iter().max() {
            Some(&highest) => vec![highest],
            None => (1..=6).collect(),
        }
    }

    /// Returns true if the attack misses with this highest die (rule B-3.3.5).
    pub fn misses_with(&self, die: u32) -> bool {
        match self.settings.miss_by {
            DecidedBy::Score => self.score_of(die) == 1,
            DecidedBy::Die => die == 1,
        }
    }

    /// Returns the score of the attack with this highest die (rule B-3.3.4).
    pub fn score_of(&self, die: u32) -> u32 {
        let attack = self.attack.as_ref().expect("there is an attack");
        let (by, target) = (attack.by, attack.target);
        let mut score = die + attack.card_score;
        score += self.power(by, Power::Force).unwrap_or(0);
        if self.is_leader(target) {
            score += self.power(by, Power::Kingslayer).unwrap_or(0);
        }
        if self.life[target] == 1 {
            score += self.power(by, Power::Finisher).unwrap_or(0);
        }
        if self.is_leader(by) {
            score += self.power(by, Power::Leadership).unwrap_or(0);
        }
        score.min(6)
    }

    /// Determines miss, dodge and wound after the dice are thrown (rules B-3.3.5 to B-3.3.7).
    fn dice_decide(&mut self, draws: &mut Replay) {
        let die = self.highest_dice()[0];
        let score = self.score_of(die);
        self.log.push(Fact::Score(score));
        let (by, target) = (self.now().by, self.now().target);
        if self.misses_with(die) {
            match self.power(by, Power::Steady) {
                Some(n) => self.gains_energy(self.active, n),
                None if self.settings.one_hurts => self.is_hurt(by, 1, None),
                None => {}
            }
            return self.attack_is_over(draws);
        }
        if self.there_is_a_dodge_with(die) && self.escapes(score, draws) {
            if self.now().riposte {
                let life = self.settings.amount(Card::Riposte);
                self.is_hurt(by, life, Some(target));
            }
            return self.attack_is_over(draws);
        }
        let heavy = self.power(by, Power::Heavy).is_some_and(|n| score >= n);
        let wound = 1 + u32::from(heavy) + self.now().card_wound + self.this_turn.rage;
        self.wounds(wound, draws);
    }

    /// Throws the dice of the dodge. Returns true if the target escapes (rule B-3.3.6).
    fn escapes(&mut self, score: u32, draws: &mut Replay) -> bool {
        let attack = self.attack.clone().expect("there is an attack");
        let dice = self.throws(attack.defender, 1 + attack.card_dodge_dice, draws);
        let highest = dice.into_iter().max().expect("a die was thrown");
        let guard = self.guards.get(&attack.target).copied().unwrap_or(0);
        let added = attack.card_dodge + guard + self.this_turn.fog;
        let menace = self.power(attack.by, Power::Menace).unwrap_or(0);
        let dodge = (highest + added).saturating_sub(menace);
        self.log.push(Fact::Dodge(dodge));
        match self.settings.dodge {
            Dodge::Equal => dodge >= score,
            Dodge::Better => dodge > score,
        }
    }

    /// Reduces the wound by the target's shield, and asks for save cards (rule B-3.3.7).
    fn wounds(&mut self, wound: u32, draws: &mut Replay) {
        let target = self.now().target;
        let shield = self.shields.remove(&target).unwrap_or(0);
        let wound = wound.saturating_sub(shield);
        if wound == 0 {
            return self.attack_is_over(draws);
        }
        let asking = self.who_may_defend();
        let attack = self.now();
        attack.wound = wound;
        attack.asking = asking;
        self.asks_save_card(draws);
    }

    /// Asks the next player in `asking` for a Save card (rule B-3.6).
    fn asks_save_card(&mut self, draws: &mut Replay) {
        while let Some(&player) = self.now().asking.first() {
            if self.can_play(player, Card::Save) {
                self.asked = Some((player, Question::SaveCard));
                return;
            }
            self.asks_the_next();
        }
        self.strikes(draws);
    }

    pub fn answers_save_card(&mut self, player: Seat, choice: Choice, draws: &mut Replay) {
        if choice == Choice::Play(Card::Save) {
            self.plays_card(player, Card::Save);
            return self.attack_is_over(draws);
        }
        self.asks_the_next();
        self.asks_save_card(draws);
    }

    /// Ends an attack. The active player continues unless it is eliminated or the game is over
    /// (rules B-2.6 and B-3.8).
    pub fn attack_is_over(&mut self, draws: &mut Replay) {
        self.attack = None;
        if self.over {
            return;
        }
        match self.players[self.active].out {
            true => self.next_turn(draws),
            false => self.asked = Some((self.active, Question::Act)),
        }
    }
}
