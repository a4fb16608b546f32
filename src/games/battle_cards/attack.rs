//! An attack of one character on another (rule B-3.3): its cost, the dice, the score and the dodge.

use super::decks::Action;
use super::event::Wound;
use super::roster::Power;
use super::rules::{CardsTiming, Dodge};
use super::state::{Attack, CharacterIndex, MOST_ENERGY, OpenState, Phase, bit};
use super::{Battle, BattleCards, Event};
use crate::game::{Chance, Observer};

/// Maximum number of dice of one attack (rule B-3.3).
pub const MOST_DICE: u8 = 30;

impl<C: Chance, O: Observer<Event>> Battle<'_, C, O> {
    /// Begins an attack with dice: pays the energy that the attack costs (rule B-3.3, step 1).
    pub(super) fn announce(&mut self, attacker: CharacterIndex, target: CharacterIndex) {
        self.commit(attacker, target, false);
        let (player, sheet) = (usize::from(self.state.active), self.game.sheets.of(attacker));
        self.pay(player, sheet.dice.into());
        match sheet.power {
            Power::Charge(n) => {
                self.works(attacker, self.state.energy[player] < MOST_ENERGY);
                self.gain_energy(player, n.into());
            }
            Power::Tactics(n) => {
                self.works(attacker, self.game.can_draw(self.state));
                for _ in 0..n {
                    self.draw(player);
                }
            }
            Power::Shield(_) | Power::Guard(_) => {
                self.state.covered |= bit(attacker);
                self.see(Event::Covers { character: attacker });
            }
            _ => {}
        }
        if self.game.rules.cards_timing == CardsTiming::After {
            self.throw();
        }
        self.open_window(Phase::Boosting);
    }

    /// Begins an attack with a Nemesis card, which takes life from the attacker's sworn enemy
    /// without dice (rule B-3.9).
    pub(super) fn play_nemesis(&mut self, attacker: CharacterIndex, target: CharacterIndex) {
        self.commit(attacker, target, true);
        let player = usize::from(self.state.active);
        self.use_card(player, Action::Nemesis, attacker);
        self.state.attack.wound = self.game.amount(Action::Nemesis);
        if self.game.rules.nemesis_stoppable {
            self.shield();
        } else {
            self.wound();
        }
    }

    /// Records a new attack: the attacker cannot attack again in this turn, and the number of
    /// attacks left in the turn is reduced by 1.
    fn commit(&mut self, attacker: CharacterIndex, target: CharacterIndex, nemesis: bool) {
        self.state.attacked |= bit(attacker);
        self.state.attacks_left -= 1;
        self.state.attack = Attack {
            attacker,
            target,
            defender: self.state.player_of(target) as u8,
            nemesis,
            ..Attack::default()
        };
        self.see(Event::Attacks { player: self.state.active, by: attacker, target, nemesis });
    }

    /// Reports to the game's observer that the power of `character` takes effect, if `does` is
    /// true.
    #[inline]
    pub(super) fn works(&mut self, character: CharacterIndex, does: bool) {
        if does {
            let power = self.game.sheets.of(character).power;
            self.see(Event::Power { character, power });
        }
    }

    /// Throws the dice of the current attack (rule B-3.3, step 4).
    fn throw(&mut self) {
        let attack = self.state.attack;
        let dice = self.game.dice(self.state, &attack);
        self.works(attack.attacker, dice > self.game.dice_without_power(self.state, &attack));
        self.throw_dice(dice);
        if self.state.attack.best <= self.game.number_of(attack.attacker, Power::SecondThrow) {
            self.works(attack.attacker, true);
            self.state.attack.best = 0;
            self.throw_dice(dice);
        }
    }

    /// Throws dice of the current attack, all at first or those of a card that is played after the
    /// first throw (rule B-3.7).
    pub(super) fn throw_dice(&mut self, dice: u8) {
        let faces = self.chance.throw(usize::from(self.state.active), dice);
        let best = faces.highest().unwrap_or(1);
        self.state.attack.best = self.state.attack.best.max(best);
        self.see(Event::Throws { faces });
    }

    /// Resolves an attack after its cards have been played (rule B-3.3, from step 4 on). Throws the
    /// dice first, unless the rules say that cards are played after the dice.
    pub(super) fn strike(&mut self) {
        if self.game.rules.cards_timing == CardsTiming::Before {
            self.throw();
        }
        let (score, attack) = (self.game.score(self.state), self.state.attack);
        let power = self.game.force(self.state, &attack);
        self.works(attack.attacker, score > attack.best + attack.strength);
        self.see(Event::Scores { score, best: attack.best, power, cards: attack.strength });
        if self.game.misses(attack.best, score) {
            self.miss();
        } else if self.game.can_dodge(&attack, attack.best, score) {
            self.works(attack.target, self.game.cover(self.state, attack.target, Power::Guard) > 0);
            self.works(attack.attacker, self.game.number_of(attack.attacker, Power::Menace) > 0);
            let faces = self.chance.throw(usize::from(attack.defender), 1 + attack.agility);
            let best = faces.highest().unwrap_or(1) as i8;
            let dodge = best + self.game.dodge_bonus(self.state, &attack);
            let escapes = dodge >= self.game.least_dodge(score);
            let lost = self.game.life_lost(self.state, &attack, score);
            let kept = if escapes { lost } else { 0 };
            self.see(Event::Dodges { faces, dodge, escapes, kept });
            if !escapes {
                return self.hit(score);
            }
            if attack.riposte {
                self.hurt(attack.attacker, self.game.amount(Action::Riposte), Wound::Riposte);
            }
        } else {
            let stops = !attack.precision && !self.game.is_sure(attack.best, score);
            self.works(attack.attacker, stops);
            self.see(Event::Sure);
            return self.hit(score);
        }
        self.end_attack();
    }

    /// Applies the consequences of an attack that misses (rule B-3.3, step 5).
    fn miss(&mut self) {
        let (attacker, player) = (self.state.attack.attacker, usize::from(self.state.active));
        let hurts = self.game.rules.one_hurts;
        if let Power::Steady(n) = self.game.sheets.of(attacker).power {
            self.works(attacker, hurts || self.state.energy[player] < MOST_ENERGY);
            if hurts {
                self.see(Event::Spares { character: attacker, life: 1 });
            }
            self.gain_energy(player, n.into());
        } else if hurts {
            self.hurt(attacker, 1, Wound::One);
        }
    }

    /// Ends an attack. The attacking player continues its turn unless it is eliminated or the game
    /// is over.
    pub(super) fn end_attack(&mut self) {
        if self.state.phase == Phase::Over {
            return;
        }
        if self.state.fell[usize::from(self.state.active)] == 0 {
            (self.state.phase, self.state.asked) = (Phase::Acting, self.state.active);
        } else {
            self.end_turn();
        }
    }
}

impl BattleCards {
    /// Returns the number of a character's power if the power is of this kind, otherwise 0.
    #[inline]
    pub(super) fn number_of(&self, character: CharacterIndex, kind: impl Fn(u8) -> Power) -> u8 {
        let power = self.sheets.of(character).power;
        if power == kind(power.number()) { power.number() } else { 0 }
    }

    /// Returns the number of a character's power if the power is of this kind and protects the
    /// character now, otherwise 0 (rules B-P18 and B-P19).
    #[inline]
    pub(super) fn cover(
        &self,
        state: &OpenState,
        character: CharacterIndex,
        kind: impl Fn(u8) -> Power,
    ) -> u8 {
        let covered = state.covered & bit(character) != 0;
        if covered { self.number_of(character, kind) } else { 0 }
    }

    /// Returns the number of dice that an attack throws, including extra dice from cards and from
    /// the attacker's own power (rules B-3.3, step 4, B-P1 and B-P6).
    pub(super) fn dice(&self, state: &OpenState, attack: &Attack) -> u8 {
        let of_power = match self.sheets.of(attack.attacker).power {
            Power::ExtraDice(n) => n,
            Power::LastStand(n) if state.life[usize::from(attack.attacker)] == 1 => n,
            _ => 0,
        };
        (self.dice_without_power(state, attack) + of_power).min(MOST_DICE)
    }

    fn dice_without_power(&self, state: &OpenState, attack: &Attack) -> u8 {
        self.sheets.of(attack.attacker).dice + state.frenzy + attack.dice
    }

    /// Returns the bonus from the attacker's power on the attack's highest die (rules B-P3 to B-P5
    /// and B-P7).
    pub(super) fn force(&self, state: &OpenState, attack: &Attack) -> u8 {
        let (attacker, target) = (attack.attacker, attack.target);
        match self.sheets.of(attacker).power {
            Power::Force(n) => n,
            Power::Kingslayer(n) if state.leads(target) => n,
            Power::Finisher(n) if state.life[usize::from(target)] == 1 => n,
            Power::Leadership(n) if state.leads(attacker) => n,
            _ => 0,
        }
    }

    /// Returns the value of the highest die of the attack (rule B-3.3, step 4). Before the throw,
    /// returns the lowest value with which the attack does not miss (rule B-3.4).
    pub(super) fn die(&self, state: &OpenState) -> u8 {
        match state.attack.best {
            0 => 1 + u8::from(self.misses(1, self.score_with(state, 1))),
            best => best,
        }
    }

    /// Returns the score of the attack: its highest die plus bonuses, at most 6 (rule B-3.3, step
    /// 4).
    pub(super) fn score(&self, state: &OpenState) -> u8 {
        self.score_with(state, self.die(state))
    }

    fn score_with(&self, state: &OpenState, die: u8) -> u8 {
        (die + self.force(state, &state.attack) + state.attack.strength).min(6)
    }

    /// Returns true if an attack with the highest die `die` and the score `score` misses (rule
    /// B-3.3, step 5).
    pub(super) fn misses(&self, die: u8, score: u8) -> bool {
        self.rules.miss_by.of(die, score) == 1
    }

    /// Returns true if the target may dodge an attack with the highest die `die` and the score
    /// `score` (rule B-3.3, step 6).
    pub(super) fn can_dodge(&self, attack: &Attack, die: u8, score: u8) -> bool {
        let power = self.sheets.of(attack.attacker).power;
        let unstoppable = matches!(power, Power::Unstoppable(n) if score >= n);
        !attack.precision && !unstoppable && !self.is_sure(die, score)
    }

    /// Returns true if the highest die `die` or the score `score` of an attack is so high that the
    /// target cannot dodge (rule B-3.3, step 6).
    fn is_sure(&self, die: u8, score: u8) -> bool {
        self.rules.sure_hit_by.of(die, score) >= self.rules.sure_hit
    }

    /// Returns the number that is added to the highest die of the target's dodge, including bonuses
    /// from cards; may be negative.
    pub(super) fn dodge_bonus(&self, state: &OpenState, attack: &Attack) -> i8 {
        let guard = self.cover(state, attack.target, Power::Guard);
        let menace = self.number_of(attack.attacker, Power::Menace);
        (attack.dodge + state.fog + guard) as i8 - menace as i8
    }

    /// Returns the lowest dodge (die plus bonuses) with which the target escapes an attack with the
    /// score `score` (rule B-3.3, step 6).
    pub(super) fn least_dodge(&self, score: u8) -> i8 {
        score as i8 + i8::from(self.rules.dodge == Dodge::Better)
    }
}
