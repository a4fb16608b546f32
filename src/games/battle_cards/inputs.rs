//! Network inputs of trained bots, in addition to the features of options. The inputs describe the
//! position by numbers that do not depend on the identity of a character.

use super::decks::Action;
use super::state::{CharacterIndex, Phase, members};
use super::{BattleCards, Choice, View};
use crate::game::learnable::{DecisionInputs, InputNames, Learnable, OneOf};
use crate::game::{Game, Options};
use crate::inputs;

/// Factor that scales the life of a team to network inputs near 1.
const TEAM_LIFE: f32 = 0.1;
/// Factor that scales the life of a character to network inputs near 1.
const LIFE: f32 = 0.3;
/// Factor that scales energy to network inputs near 1.
const ENERGY: f32 = 0.1;
const CARDS: f32 = 0.2;

inputs! {
    struct Position(view: View<'_>) {
        let me = view.me;
        let rivals = view.after(me).filter(|&other| !view.are_mates(me, other));
        let attacks_left = match view.phase {
            Phase::Leading => 0,
            _ => view.attacks_left,
        };
    } [
        "round" => f32::from(view.round.min(40)) * 0.05,
        "rivals" => rivals.count() as f32 * 0.3,
        "my_turn" => usize::from(view.active) == me,
        "attacks_left" => f32::from(attacks_left) * 0.5,
        ["my_characters", "my_life", "my_weakest", "my_dice", "my_income"] => team(view, me),
        "my_energy" => f32::from(view.energy[me].min(40)) * ENERGY,
        "my_cards" => view.cards_of(me) as f32 * CARDS,
        ["leader_life", "leader_dice"] => character(view, view.leader_of(me)),
        ("", Action::NAMES) => hand(view),
    ]
}

inputs! {
    struct OtherPlayer(view: View<'_>, other: usize, is_next: bool) {} [
        "mate" => view.are_mates(view.me, other),
        "next" => is_next,
        ["characters", "life", "weakest", "dice", "income"] => team(view, other),
        "energy" => f32::from(view.energy[other].min(40)) * ENERGY,
        "cards" => view.cards_of(other) as f32 * CARDS,
        ["leader_life", "leader_dice"] => character(view, view.leader_of(other)),
        "leaderless" => view.leader_of(other).is_none(),
    ]
}

inputs! {
    struct OfOption(view: View<'_>, choice: Choice) {
        let (own, target) = match (choice.character(), choice.target()) {
            (None, None) if view.phase.is_of_attack() => {
                (Some(view.attack.attacker), Some(view.attack.target))
            }
            parts => parts,
        };
        let leads = |who: Option<CharacterIndex>| who.is_some_and(|who| view.leads(who));
        let [own_life, _] = character(view, own);
        let [target_life, target_dice] = character(view, target);
        let income = target.map_or(0, |target| view.sheet(target).energy);
        let card = choice.card().map_or(usize::MAX, |card| card as usize);
    } [
        "attack" => matches!(choice, Choice::Attack { .. }),
        "own_life" => own_life,
        "own_leads" => leads(own),
        "target_life" => target_life,
        "target_leads" => leads(target),
        "target_dice" => target_dice,
        "target_income" => f32::from(income) * 0.3,
        ("is_", Action::NAMES) => OneOf(card, Action::COUNT),
        "is_lead" => matches!(choice, Choice::Lead(_)),
        "is_pass" => matches!(choice, Choice::Pass),
        "is_discard" => matches!(choice, Choice::Discard(_)),
    ]
}

impl Learnable for BattleCards {
    const VERSION: u32 = 1;

    fn input_names() -> InputNames {
        InputNames {
            position: Position::names(),
            other: OtherPlayer::names(),
            option: OfOption::names(),
        }
    }

    fn inputs(view: View<'_>, options: &Options<Choice>, all: &mut DecisionInputs) {
        Position::write(&mut all.position.begin(), view);
        for (place, other) in view.after(view.me).enumerate() {
            OtherPlayer::write(&mut all.others.another(), view, other, place == 0);
        }
        for (&choice, row) in options.iter().zip(&mut all.options) {
            OfOption::write(&mut row.behind(Self::FEATURES.len()), view, choice);
        }
    }
}

/// Returns the size of a team, its total life, lowest life, dice and income of energy.
#[inline(always)]
fn team(view: View<'_>, player: usize) -> [f32; 5] {
    let team = view.team[player];
    let least = members(team).map(|own| view.life[usize::from(own)]).min().unwrap_or(0);
    let dice: u8 = members(team).map(|own| view.sheet(own).dice).sum();
    [
        team.count_ones() as f32 * 0.2,
        view.game.life_of(&view, player) as f32 * TEAM_LIFE,
        f32::from(least) * LIFE,
        f32::from(dice) * 0.1,
        f32::from(view.game.income(&view, player)) * ENERGY,
    ]
}

/// Returns life and dice of a character; 0 if there is none.
#[inline(always)]
fn character(view: View<'_>, who: Option<CharacterIndex>) -> [f32; 2] {
    let of = |who| {
        [view.life[usize::from(who)], view.sheet(who).dice].map(|value| f32::from(value) * LIFE)
    };
    who.map_or([0.0; 2], of)
}

/// Returns how often the deciding player holds each action card.
#[inline(always)]
fn hand(view: View<'_>) -> [f32; Action::COUNT] {
    let counts = view.hand().counts();
    std::array::from_fn(|card| f32::from(counts[card]) * 0.5)
}
