//! One attack (rule B-3.3): its cost, the dice, the score and the dodge.

use super::decks::Action;
use super::event::Wound;
use super::roster::Power;
use super::rules::{CardsTiming, Dodge};
use super::state::{Attack, Character, MOST_ENERGY, Phase, State, bit};
use super::{BattleCards, Event};
use crate::game::chance::Owner;
use crate::game::{Chance, Observer};

/// The largest number of dice of one attack (rule B-3.3).
pub const MOST_DICE: u8 = 30;

impl BattleCards {
    /// Begins an attack with dice: pays its energy cost (rule B-3.3, step 1).
    pub(super) fn announce(
        &self,
        state: &mut State,
        attacker: Character,
        target: Character,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        self.commit(state, attacker, target, false, observer);
        let (player, sheet) = (usize::from(state.active), self.sheets.of(attacker));
        let energy = sheet.dice.into();
        state.energy[player] -= energy;
        observer.see(Event::Spends {
            player: state.active,
            energy,
        });
        match sheet.power {
            Power::Charge(n) => {
                if state.energy[player] < MOST_ENERGY {
                    self.works(attacker, observer);
                }
                self.gain_energy(state, player, n.into(), observer);
            }
            Power::Tactics(n) => {
                for nth in 0..n {
                    let drawn = self.draw_card(state, player, Owner::Player(player), chance);
                    let Some(card) = drawn else { break };
                    if nth == 0 {
                        self.works(attacker, observer);
                    }
                    let player = state.active;
                    observer.see(Event::Draws { player, card });
                }
            }
            Power::Shield(_) | Power::Guard(_) => {
                state.covered |= bit(attacker);
                observer.see(Event::Covers {
                    character: attacker,
                });
            }
            _ => {}
        }
        if self.rules.cards_timing == CardsTiming::After {
            self.throw(state, chance, observer);
        }
        self.ask_boost(state, chance, observer);
    }

    /// Begins an attack on a target with a Nemesis card (rule B-3.9).
    pub(super) fn play_nemesis(
        &self,
        state: &mut State,
        attacker: Character,
        target: Character,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        self.commit(state, attacker, target, true, observer);
        let player = usize::from(state.active);
        self.use_card(state, player, Action::Nemesis, attacker, observer);
        state.attack.wound = self.amount(Action::Nemesis);
        if self.rules.nemesis_stoppable {
            self.shield(state, chance, observer);
        } else {
            self.wound(state, chance, observer);
        }
    }

    /// Marks the attacker as used in this turn, and reduces the number of attacks left in the turn.
    fn commit(
        &self,
        state: &mut State,
        attacker: Character,
        target: Character,
        nemesis: bool,
        observer: &mut impl Observer<Event>,
    ) {
        state.attacked |= bit(attacker);
        state.attacks_left -= 1;
        state.attack = Attack {
            attacker,
            target,
            defender: state.player_of(target) as u8,
            nemesis,
            ..Attack::default()
        };
        observer.see(Event::Attacks {
            player: state.active,
            attacker,
            target,
            nemesis,
        });
    }

    /// Reports an event to `observer`: the power of `character` takes effect.
    pub(super) fn works(&self, character: Character, observer: &mut impl Observer<Event>) {
        let power = self.sheets.of(character).power;
        observer.see(Event::Power { character, power });
    }

    /// Returns the number of dice that an attack throws, including dice of cards (rule B-3.3, step
    /// 4).
    pub(super) fn dice(&self, state: &State, attack: &Attack) -> u8 {
        let of_power = self.dice_of_power(state, attack);
        (self.dice_without_power(state, attack) + of_power).min(MOST_DICE)
    }

    fn dice_without_power(&self, state: &State, attack: &Attack) -> u8 {
        self.sheets.of(attack.attacker).dice + state.frenzy + attack.dice
    }

    /// Returns the number of extra dice by the attacker's power (rules B-P1 and B-P6).
    fn dice_of_power(&self, state: &State, attack: &Attack) -> u8 {
        match self.sheets.of(attack.attacker).power {
            Power::ExtraDice(n) => n,
            Power::LastStand(n) if state.life[usize::from(attack.attacker)] == 1 => n,
            _ => 0,
        }
    }

    /// Throws the dice of the attack (rule B-3.3, step 4).
    fn throw(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let (attacker, player) = (state.attack.attacker, usize::from(state.active));
        let dice = self.dice(state, &state.attack);
        if dice > self.dice_without_power(state, &state.attack) {
            self.works(attacker, observer);
        }
        let mut throw = chance.throw(player, dice);
        observer.see(Event::Throws { throw });
        let best = throw.highest().unwrap_or(1);
        if let Power::SecondThrow(n) = self.sheets.of(attacker).power
            && best <= n
        {
            self.works(attacker, observer);
            throw = chance.throw(player, dice);
            observer.see(Event::Throws { throw });
        }
        state.attack.best = throw.highest().unwrap_or(1);
    }

    /// Throws the extra dice of a card that was played after the first throw of the attack (rule
    /// B-3.7).
    pub(super) fn throw_more(
        &self,
        state: &mut State,
        dice: u8,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        let throw = chance.throw(usize::from(state.active), dice);
        observer.see(Event::Throws { throw });
        let best = throw.highest().unwrap_or(1);
        state.attack.best = state.attack.best.max(best);
    }

    /// Returns the number that the attacker's power and the played cards add to the highest die.
    pub(super) fn force(&self, state: &State, attack: &Attack) -> u8 {
        self.force_of_power(state, attack) + attack.strength
    }

    /// Returns the number that the attacker's power adds to the highest die (rules B-P3 to B-P5 and
    /// B-P7).
    fn force_of_power(&self, state: &State, attack: &Attack) -> u8 {
        let (attacker, target) = (attack.attacker, attack.target);
        match self.sheets.of(attacker).power {
            Power::Force(n) => n,
            Power::Kingslayer(n) if state.leads(target) => n,
            Power::Finisher(n) if state.life[usize::from(target)] == 1 => n,
            Power::Leadership(n) if state.leads(attacker) => n,
            _ => 0,
        }
    }

    /// Returns the highest die of the attack (rule B-3.3, step 4). Before the throw, returns the
    /// lowest value with which the attack does not miss (rule B-3.4).
    pub(super) fn die(&self, state: &State) -> u8 {
        match state.attack.best {
            0 => 1 + u8::from(self.misses(1, self.score_with(state, 1))),
            best => best,
        }
    }

    /// Returns the score of the attack, computed from its highest die (rule B-3.3, step 4).
    pub(super) fn score(&self, state: &State) -> u8 {
        self.score_with(state, self.die(state))
    }

    fn score_with(&self, state: &State, die: u8) -> u8 {
        (die + self.force(state, &state.attack)).min(6)
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

    /// Returns true if the highest die `die` and the score `score` are enough for a hit that cannot
    /// be dodged (rule B-3.3, step 6).
    fn is_sure(&self, die: u8, score: u8) -> bool {
        self.rules.sure_hit_by.of(die, score) >= self.rules.sure_hit
    }

    /// Returns the number that is added to each die of the target's dodge, including numbers of
    /// cards.
    pub(super) fn dodge_bonus(&self, state: &State, attack: &Attack) -> i8 {
        let (guard, menace) = (self.guard_of(state, attack), self.menace_of(attack));
        (attack.dodge + state.fog + guard) as i8 - menace as i8
    }

    /// Returns the number that the target's Guard power adds to its dodge (rule B-P19).
    fn guard_of(&self, state: &State, attack: &Attack) -> u8 {
        match self.sheets.of(attack.target).power {
            Power::Guard(n) if state.covered & bit(attack.target) != 0 => n,
            _ => 0,
        }
    }

    /// Returns the number that the attacker's Menace power subtracts from the dodge (rule B-P10).
    fn menace_of(&self, attack: &Attack) -> u8 {
        match self.sheets.of(attack.attacker).power {
            Power::Menace(n) => n,
            _ => 0,
        }
    }

    /// Returns the lowest dodge with which the target escapes an attack with the score `score`
    /// (rule B-3.3, step 6).
    pub(super) fn least_dodge(&self, score: u8) -> i8 {
        match self.rules.dodge {
            Dodge::Equal => score as i8,
            Dodge::Better => score as i8 + 1,
        }
    }

    /// Continues an attack from step 4 of rule B-3.3 on, in which the dice are thrown. If cards are
    /// played after the dice, continues from step 5 on.
    pub(super) fn strike(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        if self.rules.cards_timing == CardsTiming::Before {
            self.throw(state, chance, observer);
        }
        let (score, attack) = (self.score(state), state.attack);
        let power = self.force_of_power(state, &attack);
        if score > attack.best + attack.strength {
            self.works(attack.attacker, observer);
        }
        observer.see(Event::Scores {
            score,
            best: attack.best,
            power,
            cards: attack.strength,
        });
        if self.misses(attack.best, score) {
            self.miss(state, observer);
        } else if self.can_dodge(&attack, attack.best, score) {
            if self.guard_of(state, &attack) > 0 {
                self.works(attack.target, observer);
            }
            if self.menace_of(&attack) > 0 {
                self.works(attack.attacker, observer);
            }
            let defender = usize::from(attack.defender);
            let throw = chance.throw(defender, 1 + attack.agility);
            let best = throw.highest().unwrap_or(1) as i8;
            let dodge = best + self.dodge_bonus(state, &attack);
            let escapes = dodge >= self.least_dodge(score);
            let kept = match escapes {
                true => self.would_lose(state, score),
                false => 0,
            };
            observer.see(Event::Dodges {
                throw,
                dodge,
                escapes,
                kept,
            });
            if !escapes {
                return self.hit(state, score, chance, observer);
            }
            if attack.riposte {
                self.hurt(
                    state,
                    self.amount(Action::Riposte),
                    Wound::Riposte,
                    observer,
                );
            }
        } else {
            if !attack.precision && !self.is_sure(attack.best, score) {
                self.works(attack.attacker, observer);
            }
            observer.see(Event::Sure);
            return self.hit(state, score, chance, observer);
        }
        self.end_attack(state, chance, observer);
    }

    /// Applies a miss of the attack (rule B-3.3, step 5).
    fn miss(&self, state: &mut State, observer: &mut impl Observer<Event>) {
        let attacker = state.attack.attacker;
        if let Power::Steady(n) = self.sheets.of(attacker).power {
            if self.rules.one_hurts || state.energy[usize::from(state.active)] < MOST_ENERGY {
                self.works(attacker, observer);
            }
            if self.rules.one_hurts {
                observer.see(Event::Spares {
                    character: attacker,
                    life: 1,
                });
            }
            self.gain_energy(state, state.active.into(), n.into(), observer);
        } else if self.rules.one_hurts {
            self.hurt(state, 1, Wound::One, observer);
        }
    }

    /// Reduces the life of the attacker by `life`; `how` is the cause.
    fn hurt(&self, state: &mut State, life: u8, how: Wound, observer: &mut impl Observer<Event>) {
        let attack = state.attack;
        let by = (how == Wound::Riposte).then_some(attack.target);
        self.lose_life(state, attack.attacker, life, how, by, observer);
        self.fall_if_dead(state, attack.attacker, by, observer);
    }

    /// Ends the attack. The attacker's player continues its turn unless it is eliminated or the
    /// game is over.
    pub(super) fn end_attack(
        &self,
        state: &mut State,
        chance: &mut impl Chance,
        observer: &mut impl Observer<Event>,
    ) {
        if state.phase == Phase::Over {
            return;
        }
        if state.fell[usize::from(state.active)] == 0 {
            (state.phase, state.asked) = (Phase::Acting, state.active);
        } else {
            self.end_turn(state, chance, observer);
        }
    }
}
