//! The features of options: numbers that describe an option, and to which bots give weights.
//! Probabilities are exact if no further cards are played in the attack.

use super::decks::Action;
use super::odds::{Faces, Prospect};
use super::roster::Power;
use super::state::{Attack, CharacterIndex, NONE, Phase, State, bit, members};
use super::{BattleCards, Choice, View};
use crate::game::{Feature, FeatureRow, Options};

features! {
    Hit "hit" "probability that the attack takes life from its target",
    Life "life" "expected life that the attack takes from its target",
    Kill "kill" "probability that the target falls",
    Out "out" "probability that the attack, with its splash, eliminates the target’s player",
    Hurt "hurt" "expected life that the attacker loses to a miss or a riposte",
    Fall "fall" "probability that the attacker falls by a miss or a riposte",
    Leader "leader" "probability that the leader of the target’s player falls, splash included",
    Victim "victim" "probability that the target falls, times the sum of its dice and energy",
    Cost "cost" "energy that the option costs",
    Gain "gain" "expected energy that the option brings",
    Steal "steal" "expected energy that opponents lose; an eliminated player loses all",
    Disarm "disarm" "expected cards that opponents lose; an eliminated player loses all",
    Card "card" "1 if the option uses a card",
    Heal "heal" "expected life that the player’s own characters regain",
    Saved "saved" "1 if the healed character has 1 life",
    Lost "lost" "expected life that the defending target loses",
    LostFall "lost_fall" "probability that the defending target falls",
    Strikes "strikes" "expected life that the attacker loses to the defender’s riposte",
    Stop "stop" "1 for ending the turn",
    LeadLife "lead_life" "life of the character that is named leader",
    LeadHit "lead_hit" "probability that the named leader rolls a 5 or a 6 with its printed dice",
    Discard "discard" "number of equal cards in the hand, if such a card is discarded",
    Spare "spare" "energy left after the option, at most 10",
}

/// Writes the features (numbers that describe an option) of each option to its row, in the order of
/// [`FEATURES`].
pub fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let game = view.game();
    let mut thrown = None;
    for (&choice, row) in options.iter().zip(rows) {
        row[..FEATURES.len()].fill(0.0);
        let thrown = &mut thrown;
        let mut writer = Writer { game, view, row, thrown };
        writer.option(choice);
    }
}

/// Probabilities of the consequences of a splash: the attacker's Splash power takes life from a
/// second character (rule B-P20).
#[derive(Default)]
struct Besides {
    /// Probability that the splash kills the leader of the target's team.
    leader: f32,
    /// Probability that the splash eliminates the target's player.
    out: f32,
}

struct Writer<'a, 'r> {
    game: &'a BattleCards,
    view: View<'a>,
    row: &'r mut FeatureRow,
    /// The attacker of the previous option, and the probabilities of the attack's highest die.
    /// Options with the same attacker are adjacent, so these probabilities are computed once per
    /// attacker.
    thrown: &'r mut Option<(CharacterIndex, Faces)>,
}

impl<'a> Writer<'a, '_> {
    fn set(&mut self, feature: Index, value: f32) {
        self.row[feature as usize] = value;
    }

    fn state(&self) -> &'a State {
        self.view.open()
    }

    fn option(&mut self, choice: Choice) {
        match choice {
            Choice::Lead(character) => {
                self.set(Index::LeadLife, self.view.life(character).into());
                let dice = i32::from(self.view.sheet(character).dice);
                self.set(Index::LeadHit, 1.0 - (4.0f32 / 6.0).powi(dice));
            }
            Choice::Attack { attacker, target } => {
                let attack = Attack {
                    attacker,
                    target,
                    defender: self.view.player_of(target) as u8,
                    ..Attack::default()
                };
                self.pay(self.view.sheet(attacker).dice.into());
                let faces = match *self.thrown {
                    Some((of, faces)) if of == attacker => faces,
                    _ => self.game.best_dice(self.state(), &attack, 0),
                };
                *self.thrown = Some((attacker, faces));
                self.by_dice(&attack, &faces);
            }
            Choice::Nemesis { target, .. } => self.nemesis(target),
            Choice::Heal(character) => {
                let missing = self.view.sheet(character).life - self.view.life(character);
                let life = missing.min(self.view.amount(Action::Heal));
                self.card(Action::Heal);
                self.set(Index::Heal, life.into());
                self.set(Index::Saved, f32::from(u8::from(self.view.life(character) == 1)));
            }
            Choice::Energy => {
                self.card(Action::Energy);
                self.set(Index::Gain, self.view.amount(Action::Energy).into());
            }
            Choice::Theft(from) => {
                let energy = self.view.energy(from.into());
                let taken = energy.min(self.view.amount(Action::Theft).into()).into();
                self.card(Action::Theft);
                self.set(Index::Gain, taken);
                self.set(Index::Steal, taken);
            }
            Choice::Sabotage(from) => {
                let held = self.view.cards_of(from.into());
                let lost = held.min(self.view.amount(Action::Sabotage).into());
                self.card(Action::Sabotage);
                self.set(Index::Disarm, lost as f32);
            }
            Choice::Stop => {
                self.pay(0);
                self.set(Index::Stop, 1.0);
            }
            Choice::Play(card) => {
                self.card(card);
                self.in_attack(Some(card));
            }
            Choice::Pass => {
                self.pay(0);
                self.in_attack(None);
            }
            Choice::Discard(card) => {
                let held = self.view.hand().count(card as usize);
                self.set(Index::Discard, held.into());
            }
            Choice::Keep => {}
        }
    }

    /// Sets the features that describe the cost of an option and the energy that is left, if the
    /// option costs `cost` energy.
    fn pay(&mut self, cost: u16) {
        let left = self.view.energy(self.view.me()) - cost;
        self.set(Index::Cost, cost.into());
        self.set(Index::Spare, left.min(10).into());
    }

    fn card(&mut self, card: Action) {
        self.pay(self.view.cost(card));
        self.set(Index::Card, 1.0);
    }

    fn nemesis(&mut self, target: CharacterIndex) {
        let state = self.state();
        let shield = match self.view.rules().nemesis_stoppable {
            true => self.game.shield_of(state, target),
            false => 0,
        };
        let amount = self.view.amount(Action::Nemesis).saturating_sub(shield);
        let life = state.life[usize::from(target)];
        self.card(Action::Nemesis);
        let hit = f32::from(u8::from(amount > 0));
        let prospect = Prospect {
            hit,
            life: amount.min(life).into(),
            kill: if amount >= life { hit } else { 0.0 },
            ..Prospect::default()
        };
        self.prospect(target, &prospect, None);
    }

    /// Sets the features that describe the losses of an attack's target and of the target's player.
    /// `splash` is given if the attacker has the Splash power (rule B-P20): the attacker, and the
    /// life that the power takes.
    fn prospect(
        &mut self,
        target: CharacterIndex,
        prospect: &Prospect,
        splash: Option<(CharacterIndex, u8)>,
    ) {
        let view = self.view;
        let defender = view.player_of(target);
        let alone = view.team(defender).count_ones() == 1;
        let sheet = view.sheet(target);
        self.set(Index::Hit, prospect.hit);
        self.set(Index::Life, prospect.life);
        self.set(Index::Kill, prospect.kill);
        let mut out = if alone { prospect.kill } else { 0.0 };
        let leads = view.leads(target);
        let mut leader = if leads { prospect.kill } else { 0.0 };
        if let Some((attacker, life)) = splash {
            let lives = prospect.hit - prospect.kill;
            for (chance, falls) in [(lives, false), (prospect.kill, true)] {
                let besides = self.besides(attacker, target, falls, life);
                out += chance * besides.out;
                leader += chance * besides.leader;
            }
        }
        self.set(Index::Out, out);
        self.set(Index::Leader, leader);
        // An eliminated player loses all its energy. Energy that a power takes before is added
        // separately.
        self.set(Index::Steal, out * f32::from(view.energy(defender)));
        self.set(Index::Disarm, out * view.cards_of(defender) as f32);
        let worth = f32::from(sheet.dice) + f32::from(sheet.energy);
        self.set(Index::Victim, prospect.kill * worth);
    }

    /// Returns the probabilities of the consequences of a splash, which wounds a second character
    /// after the target (rule B-P20). `falls` is true if the target is dead; `life` is the life
    /// that the splash takes.
    fn besides(
        &self,
        attacker: CharacterIndex,
        target: CharacterIndex,
        falls: bool,
        life: u8,
    ) -> Besides {
        let mut after = *self.state();
        let defender = self.view.player_of(target);
        if falls {
            after.team[defender] &= !bit(target);
            if after.leader[defender] == target {
                after.leader[defender] = NONE;
            }
        }
        let player = usize::from(after.active);
        let others = after.team[defender] & !bit(target);
        let open = others & self.game.open_targets(&after, player, attacker);
        let fall = |&other: &CharacterIndex| after.life[usize::from(other)] <= life;
        let mut besides = Besides::default();
        for other in members(open).filter(fall) {
            let chance = 1.0 / open.count_ones() as f32;
            if after.leader[defender] == other {
                besides.leader += chance;
            }
            if after.team[defender] == bit(other) {
                besides.out += chance;
            }
        }
        besides
    }

    /// Sets the features of an attack with dice: its probable effects for the attacker's player and
    /// for the target. `faces` contains the probabilities of the highest die.
    fn by_dice(&mut self, attack: &Attack, faces: &Faces) {
        let (state, view) = (self.state(), self.view);
        let prospect = self.game.prospect(state, attack, faces);
        let power = view.sheet(attack.attacker).power;
        let splash = match power {
            Power::Splash(n) => Some((attack.attacker, n)),
            _ => None,
        };
        self.prospect(attack.target, &prospect, splash);
        let player = usize::from(state.active);
        // Energy that a power takes first cannot be lost again when the player is eliminated.
        let not_out = prospect.hit - self.row[Index::Out as usize];
        let steady = matches!(power, Power::Steady(_));
        let ones = if view.rules().one_hurts && !steady { prospect.one } else { 0.0 };
        let (life, riposte) = self.riposte(attack, &prospect);
        self.set(Index::Hurt, ones + riposte * f32::from(life));
        let own = view.life(attack.attacker);
        let falls = if own == 1 { ones } else { 0.0 };
        let by_riposte = if life >= own { riposte } else { 0.0 };
        self.set(Index::Fall, falls + by_riposte);
        let announced = matches!(view.phase(), Phase::Acting);
        match power {
            Power::Steady(n) => self.set(Index::Gain, prospect.one * f32::from(n)),
            Power::Charge(n) if announced => self.set(Index::Gain, n.into()),
            Power::StealEnergy(n) => {
                let taken = view.energy(attack.defender.into()).min(n.into());
                self.set(Index::Gain, prospect.hit * f32::from(taken));
                self.row[Index::Steal as usize] += not_out * f32::from(taken);
            }
            Power::Disarm(n) => {
                let held = view.cards_of(attack.defender.into()).min(n.into());
                self.row[Index::Disarm as usize] += not_out * held as f32;
            }
            Power::LifeDrain(n) => {
                let missing = view.sheet(attack.attacker).life - own;
                self.set(Index::Heal, prospect.hit * f32::from(missing.min(n)));
            }
            Power::Rally(n) => {
                let missing = view
                    .leader(player)
                    .map_or(0, |leader| view.sheet(leader).life - view.life(leader));
                self.set(Index::Heal, prospect.hit * f32::from(missing.min(n)));
            }
            _ => {}
        }
    }

    /// Returns the life that the target's Riposte card would take from the attacker, and the
    /// probability of this loss.
    fn riposte(&self, attack: &Attack, prospect: &Prospect) -> (u8, f32) {
        let own = self.view.life(attack.attacker);
        let life = self.view.amount(Action::Riposte).min(own);
        (life, if attack.riposte { prospect.escape } else { 0.0 })
    }

    /// Sets the features of playing `card` during an attack; `None` means to play no card.
    fn in_attack(&mut self, card: Option<Action>) {
        let mut attack = *self.view.attack();
        let mut more = 0;
        let amount = card.map_or(0, |card| self.view.amount(card));
        match card {
            Some(Action::Momentum) => {
                attack.dice += amount;
                more = amount;
            }
            Some(Action::Strength) => attack.strength += amount,
            Some(Action::Fury) => attack.fury += amount,
            Some(Action::Precision) => attack.precision = true,
            Some(Action::Dodge) => attack.dodge += amount,
            Some(Action::Agility) => attack.agility += amount,
            Some(Action::Riposte) => attack.riposte = true,
            _ => {}
        }
        if self.view.phase() == Phase::Boosting {
            let faces = self.game.best_dice(self.state(), &attack, more);
            return self.by_dice(&attack, &faces);
        }
        let life = self.view.life(attack.target);
        if self.view.phase() == Phase::Saving {
            if card.is_none() {
                self.set(Index::Lost, attack.wound.min(life).into());
                self.set(Index::LostFall, f32::from(u8::from(attack.wound >= life)));
            }
            return;
        }
        let faces = self.game.best_dice(self.state(), &attack, 0);
        let prospect = self.game.prospect(self.state(), &attack, &faces);
        self.set(Index::Lost, prospect.life);
        self.set(Index::LostFall, prospect.kill);
        let (life, riposte) = self.riposte(&attack, &prospect);
        self.set(Index::Strikes, riposte * f32::from(life));
    }
}
