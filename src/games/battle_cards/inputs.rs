//! Network inputs of trained bots, in addition to the features of options. The inputs describe the
//! position by numbers that do not depend on the identity of a character.

use super::decks::Action;
use super::state::{Phase, members};
use super::{BattleCards, Choice, View};
use crate::game::learnable::{DecisionInputs, InputWriter, Learnable};
use crate::game::{Game, Options};

/// Factor that scales life to network inputs near 1.
const LIFE: f32 = 0.1;
/// Factor that scales energy to network inputs near 1.
const ENERGY: f32 = 0.1;
const CARDS: f32 = 0.2;

impl Learnable for BattleCards {
    const VERSION: u32 = 1;

    const POSITION: &'static [&'static str] = &[
        "round",
        "rivals",
        "my_turn",
        "attacks_left",
        "my_characters",
        "my_life",
        "my_weakest",
        "my_dice",
        "my_income",
        "my_energy",
        "my_cards",
        "leader_life",
        "leader_dice",
        "momentum",
        "strength",
        "fury",
        "precision",
        "dodge",
        "agility",
        "riposte",
        "save",
        "heal",
        "nemesis",
        "energy",
        "theft",
        "sabotage",
    ];
    const OTHER: &'static [&'static str] = &[
        "mate",
        "next",
        "characters",
        "life",
        "weakest",
        "dice",
        "income",
        "energy",
        "cards",
        "leader_life",
        "leader_dice",
        "leaderless",
    ];
    const OPTION: &'static [&'static str] = &[
        "attack",
        "own_life",
        "own_leads",
        "target_life",
        "target_leads",
        "target_dice",
        "target_income",
        "is_momentum",
        "is_strength",
        "is_fury",
        "is_precision",
        "is_dodge",
        "is_agility",
        "is_riposte",
        "is_save",
        "is_heal",
        "is_nemesis",
        "is_energy",
        "is_theft",
        "is_sabotage",
        "is_lead",
        "is_pass",
        "is_discard",
    ];

    fn inputs(view: View<'_>, options: &Options<Choice>, all: &mut DecisionInputs) {
        let me = view.me();
        let inputs = &mut all.position.begin();
        inputs.number(f32::from(view.round().min(40)) * 0.05);
        let rivals = view.others().filter(|&other| !view.are_mates(me, other));
        inputs.number(rivals.count() as f32 * 0.3);
        inputs.flag(view.active() == me);
        let left = match view.phase() {
            Phase::Leading => 0,
            _ => view.attacks_left(),
        };
        inputs.number(f32::from(left) * 0.5);
        team(view, me, inputs);
        inputs.number(f32::from(view.energy(me).min(40)) * ENERGY);
        inputs.number(view.cards_of(me) as f32 * CARDS);
        leader(view, me, inputs);
        for &card in Action::ALL {
            inputs.number(f32::from(view.hand().count(card as usize)) * 0.5);
        }
        debug_assert_eq!(inputs.count(), Self::POSITION.len());
        for (place, other) in view.others().enumerate() {
            let inputs = &mut all.others.another();
            inputs.flag(view.are_mates(me, other));
            inputs.flag(place == 0);
            team(view, other, inputs);
            inputs.number(f32::from(view.energy(other).min(40)) * ENERGY);
            inputs.number(view.cards_of(other) as f32 * CARDS);
            leader(view, other, inputs);
            inputs.flag(view.leader(other).is_none());
            debug_assert_eq!(inputs.count(), Self::OTHER.len());
        }
        let features = Self::FEATURES.len();
        for (&choice, row) in options.iter().zip(&mut all.options) {
            let mut inputs = row.behind(features);
            option(view, choice, &mut inputs);
            debug_assert_eq!(inputs.count(), features + Self::OPTION.len());
        }
    }
}

/// Writes the network inputs that describe a team: its size, total life, lowest life, dice and
/// income of energy.
#[inline(always)]
fn team(view: View<'_>, player: usize, inputs: &mut InputWriter<'_>) {
    let team = view.team(player);
    inputs.number(team.count_ones() as f32 * 0.2);
    inputs.number(view.life_of(player) as f32 * LIFE);
    let least = members(team).map(|own| view.life(own)).min().unwrap_or(0);
    inputs.number(f32::from(least) * 0.3);
    let dice: u8 = members(team).map(|own| view.sheet(own).dice).sum();
    inputs.number(f32::from(dice) * 0.1);
    inputs.number(f32::from(view.income(player)) * ENERGY);
}

#[inline(always)]
fn leader(view: View<'_>, player: usize, inputs: &mut InputWriter<'_>) {
    match view.leader(player) {
        None => inputs.skip(2),
        Some(leader) => {
            inputs.number(f32::from(view.life(leader)) * 0.3);
            inputs.number(f32::from(view.sheet(leader).dice) * 0.3);
        }
    }
}

#[inline(always)]
fn option(view: View<'_>, choice: Choice, inputs: &mut InputWriter<'_>) {
    let attack = *view.attack();
    let asked = matches!(view.phase(), Phase::Boosting | Phase::Dodging | Phase::Saving);
    let (own, target) = match choice {
        Choice::Attack { attacker, target } | Choice::Nemesis { attacker, target } => {
            (Some(attacker), Some(target))
        }
        Choice::Lead(own) | Choice::Heal(own) => (Some(own), None),
        _ if asked => (Some(attack.attacker), Some(attack.target)),
        _ => (None, None),
    };
    inputs.flag(matches!(choice, Choice::Attack { .. }));
    match own {
        None => inputs.skip(2),
        Some(own) => {
            inputs.number(f32::from(view.life(own)) * 0.3);
            inputs.flag(view.leads(own));
        }
    }
    match target {
        None => inputs.skip(4),
        Some(target) => {
            inputs.number(f32::from(view.life(target)) * 0.3);
            inputs.flag(view.leads(target));
            inputs.number(f32::from(view.sheet(target).dice) * 0.3);
            inputs.number(f32::from(view.sheet(target).energy) * 0.3);
        }
    }
    let card = match choice {
        Choice::Play(card) | Choice::Discard(card) => Some(card),
        Choice::Heal(_) => Some(Action::Heal),
        Choice::Nemesis { .. } => Some(Action::Nemesis),
        Choice::Energy => Some(Action::Energy),
        Choice::Theft(_) => Some(Action::Theft),
        Choice::Sabotage(_) => Some(Action::Sabotage),
        _ => None,
    };
    let card = card.map_or(usize::MAX, |card| card as usize);
    inputs.one_of(card, Action::ALL.len());
    inputs.flag(matches!(choice, Choice::Lead(_)));
    inputs.flag(matches!(choice, Choice::Pass));
    inputs.flag(matches!(choice, Choice::Discard(_)));
}
