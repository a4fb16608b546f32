//! The features of options: numbers that describe an option, and to which bots give weights.
//! Probabilities are exact if no further cards are played in the attack.

use super::decks::Action;
use super::odds::{Faces, Prospect};
use super::roster::Power;
use super::state::{Attack, CharacterIndex, NONE, Phase, bit, members};
use super::{Choice, View};
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
    let mut thrown = None;
    for (&choice, row) in options.iter().zip(rows) {
        row[..FEATURES.len()].fill(0.0);
        let mut writer = Writer { view, row, thrown: &mut thrown };
        writer.cost(choice);
        writer.option(choice);
    }
}

struct Writer<'a, 'r> {
    view: View<'a>,
    row: &'r mut FeatureRow,
    /// The attacker of the previous option, and the probabilities of the attack's highest die.
    /// Options with the same attacker are adjacent, so these probabilities are computed once per
    /// attacker.
    thrown: &'r mut Option<(CharacterIndex, Faces)>,
}

impl Writer<'_, '_> {
    fn set(&mut self, feature: Index, value: f32) {
        self.row[feature as usize] = value;
    }

    /// Returns the life that a character has lost.
    fn missing(&self, character: CharacterIndex) -> u8 {
        self.view.sheet(character).life - self.view.life[usize::from(character)]
    }

    /// Sets the features that describe the cost of an option, and the energy that is left.
    fn cost(&mut self, choice: Choice) {
        let (view, card) = (self.view, choice.card());
        let cost = match choice {
            Choice::Lead(_) | Choice::Discard(_) | Choice::Keep => return,
            Choice::Attack { attacker, .. } => view.sheet(attacker).dice.into(),
            _ => card.map_or(0, |card| view.game.decks.cost[card as usize]),
        };
        self.set(Index::Cost, cost.into());
        self.set(Index::Spare, (view.energy[view.me] - cost).min(10).into());
        self.set(Index::Card, card.is_some().into());
    }

    fn option(&mut self, choice: Choice) {
        let view = self.view;
        let amount = choice.card().map_or(0, |card| view.game.amount(card));
        let attack_on = |attacker, target, nemesis| {
            let defender = view.player_of(target) as u8;
            Attack { attacker, target, defender, nemesis, ..Attack::default() }
        };
        match choice {
            Choice::Lead(character) => {
                self.set(Index::LeadLife, view.life[usize::from(character)].into());
                let dice = i32::from(view.sheet(character).dice);
                self.set(Index::LeadHit, 1.0 - (4.0f32 / 6.0).powi(dice));
            }
            Choice::Attack { attacker, target } => {
                let attack = attack_on(attacker, target, false);
                let faces = match *self.thrown {
                    Some((of, faces)) if of == attacker => faces,
                    _ => view.game.best_dice(&view, &attack, 0),
                };
                *self.thrown = Some((attacker, faces));
                self.by_dice(&attack, &faces);
            }
            Choice::Nemesis { attacker, target } => {
                let shield = match view.game.rules.nemesis_stoppable {
                    true => view.game.cover(&view, target, Power::Shield),
                    false => 0,
                };
                let life = view.life[usize::from(target)];
                let prospect = Prospect::certain(amount.saturating_sub(shield).min(life), life);
                self.losses(&attack_on(attacker, target, true), &prospect);
            }
            Choice::Heal(character) => {
                self.set(Index::Heal, self.missing(character).min(amount).into());
                self.set(Index::Saved, (view.life[usize::from(character)] == 1).into());
            }
            Choice::Energy => self.set(Index::Gain, amount.into()),
            Choice::Theft(from) => {
                let taken = view.energy[usize::from(from)].min(amount.into());
                self.set(Index::Gain, taken.into());
                self.set(Index::Steal, taken.into());
            }
            Choice::Sabotage(from) => {
                let lost = view.cards_of(from.into()).min(amount.into());
                self.set(Index::Disarm, lost as f32);
            }
            Choice::Stop => self.set(Index::Stop, 1.0),
            Choice::Play(card) => self.in_attack(Some(card), amount),
            Choice::Pass => self.in_attack(None, 0),
            Choice::Discard(card) => {
                self.set(Index::Discard, view.hand().count(card as usize).into());
            }
            Choice::Keep => {}
        }
    }

    /// Sets the features that describe the losses of an attack's target and of the target's player.
    fn losses(&mut self, attack: &Attack, prospect: &Prospect) {
        let (view, defender) = (self.view, usize::from(attack.defender));
        let alone = view.team[defender].count_ones() == 1;
        let mut out = if alone { prospect.kill } else { 0.0 };
        let mut leader = if view.leads(attack.target) { prospect.kill } else { 0.0 };
        if let (Power::Splash(life), false) = (view.sheet(attack.attacker).power, attack.nemesis) {
            let lives = prospect.hit - prospect.kill;
            for (chance, falls) in [(lives, false), (prospect.kill, true)] {
                let [leader_falls, player_is_out] = self.splash(attack, falls, life);
                out += chance * player_is_out;
                leader += chance * leader_falls;
            }
        }
        self.set(Index::Hit, prospect.hit);
        self.set(Index::Life, prospect.life);
        self.set(Index::Kill, prospect.kill);
        self.set(Index::Out, out);
        self.set(Index::Leader, leader);
        // An eliminated player loses all its energy. Energy that a power takes before is added
        // separately.
        self.set(Index::Steal, out * f32::from(view.energy[defender]));
        self.set(Index::Disarm, out * view.cards_of(defender) as f32);
        let sheet = view.sheet(attack.target);
        let worth = f32::from(sheet.dice) + f32::from(sheet.energy);
        self.set(Index::Victim, prospect.kill * worth);
    }

    /// Returns the probabilities that a splash, which takes `life` from a second character (rule
    /// B-P20), kills the leader of the target's team, and that it eliminates the target's player.
    /// `falls` is true if the target is dead.
    fn splash(&self, attack: &Attack, falls: bool, life: u8) -> [f32; 2] {
        let (mut after, defender) = (*self.view, usize::from(attack.defender));
        if falls {
            after.team[defender] &= !bit(attack.target);
            if after.leader[defender] == attack.target {
                after.leader[defender] = NONE;
            }
        }
        let targets = self.view.game.open_targets(&after, attack.attacker);
        let open = after.team[defender] & !bit(attack.target) & targets;
        let chance = 1.0 / open.count_ones() as f32;
        let mut sums = [0.0; 2];
        for other in members(open).filter(|&other| after.life[usize::from(other)] <= life) {
            let ends = [after.leader[defender] == other, after.team[defender] == bit(other)];
            for (sum, ends) in sums.iter_mut().zip(ends) {
                *sum += if ends { chance } else { 0.0 };
            }
        }
        sums
    }

    /// Sets the features of an attack with dice: its probable effects for the attacker's player and
    /// for the target. `faces` contains the probabilities of the highest die.
    fn by_dice(&mut self, attack: &Attack, faces: &Faces) {
        let (view, attacker) = (self.view, attack.attacker);
        let prospect = view.game.prospect(&view, attack, faces);
        self.losses(attack, &prospect);
        let (power, defender) = (view.sheet(attacker).power, usize::from(attack.defender));
        // Energy that a power takes first cannot be lost again when the player is eliminated.
        let not_out = prospect.hit - self.row[Index::Out as usize];
        let steady = matches!(power, Power::Steady(_));
        let ones = if view.game.rules.one_hurts && !steady { prospect.one } else { 0.0 };
        let (life, riposte) = self.riposte(attack, &prospect);
        self.set(Index::Hurt, ones + riposte * f32::from(life));
        let own = view.life[usize::from(attacker)];
        let falls = if own == 1 { ones } else { 0.0 };
        let by_riposte = if life >= own { riposte } else { 0.0 };
        self.set(Index::Fall, falls + by_riposte);
        match power {
            Power::Steady(n) => self.set(Index::Gain, prospect.one * f32::from(n)),
            Power::Charge(n) if view.phase == Phase::Acting => self.set(Index::Gain, n.into()),
            Power::StealEnergy(n) => {
                let taken = f32::from(view.energy[defender].min(n.into()));
                self.set(Index::Gain, prospect.hit * taken);
                self.row[Index::Steal as usize] += not_out * taken;
            }
            Power::Disarm(n) => {
                let held = view.cards_of(defender).min(n.into());
                self.row[Index::Disarm as usize] += not_out * held as f32;
            }
            Power::LifeDrain(n) | Power::Rally(n) => {
                let healed = match power {
                    Power::Rally(_) => view.leader_of(view.active.into()),
                    _ => Some(attacker),
                };
                let life = healed.map_or(0, |own| self.missing(own).min(n));
                self.set(Index::Heal, prospect.hit * f32::from(life));
            }
            _ => {}
        }
    }

    /// Returns the life that the target's Riposte card would take from the attacker, and the
    /// probability of this loss.
    fn riposte(&self, attack: &Attack, prospect: &Prospect) -> (u8, f32) {
        let own = self.view.life[usize::from(attack.attacker)];
        let life = self.view.game.amount(Action::Riposte).min(own);
        (life, if attack.riposte { prospect.escape } else { 0.0 })
    }

    /// Sets the features of playing a card with this amount during an attack, or no card.
    fn in_attack(&mut self, card: Option<Action>, amount: u8) {
        let (view, mut attack) = (self.view, self.view.attack);
        if let Some(card) = card {
            attack.add(card, amount);
        }
        let life = view.life[usize::from(attack.target)];
        let prospect = match (view.phase, card) {
            (Phase::Saving, None) => Prospect::certain(attack.wound.min(life), life),
            (Phase::Saving, Some(_)) => Prospect::default(),
            (phase, _) => {
                let faces = view.game.best_dice(&view, &attack, attack.dice - view.attack.dice);
                if phase == Phase::Boosting {
                    return self.by_dice(&attack, &faces);
                }
                view.game.prospect(&view, &attack, &faces)
            }
        };
        self.set(Index::Lost, prospect.life);
        self.set(Index::LostFall, prospect.kill);
        let (life, riposte) = self.riposte(&attack, &prospect);
        self.set(Index::Strikes, riposte * f32::from(life));
    }
}
