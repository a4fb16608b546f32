//! Features of a choice of card.

use arrayvec::ArrayVec;

use super::super::cards::{DiceCount, PlayCard, Reach, Slot};
use super::super::state::MAX_FIGHTERS;
use super::super::{Choice, View};
use super::F;
use super::danger::{Foe, Guard, actions_next_round, foes, write_danger};
use super::prospect::{Defense, Promise, Promises, Prospect, Prospects};
use crate::games::{FeatureRow, Options};

/// What does not depend on the card, of each opponent.
struct Opponent {
    distance: u8,
    /// What it does to me before my card is in play, on average.
    danger_before: f32,
    defense_now: Defense,
    middling_defense: Defense,
    /// Is it immune to melee, to shots, until its own turn?
    immune: [bool; 2],
}

pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let prospects = Prospects::new(view);
    let me = view.me();
    let (sheet, zone) = (view.sheet(me), view.zone(me));
    let now = Guard::now(view);
    let (no_melee, no_shot, _) = view.protected();
    let foes = foes(view, !0);
    let mut opponents = ArrayVec::<Opponent, MAX_FIGHTERS>::new();
    for foe in &foes {
        let distance = view.arena().board.distance(foe.zone, zone);
        opponents.push(Opponent {
            distance,
            danger_before: foe.danger(distance, &now),
            defense_now: view.defense(foe.fighter),
            middling_defense: Some(foe.defense()),
            immune: [
                no_melee >> foe.fighter & 1 == 1,
                no_shot >> foe.fighter & 1 == 1,
            ],
        });
    }
    let more = actions_next_round(view);
    for (choice, row) in options.iter().zip(rows) {
        let Choice::Card(index) = *choice else {
            continue;
        };
        let card = &sheet.cards[usize::from(index)];
        let guard = Guard::of_card(view, card);
        let mut later = [0.0; MAX_FIGHTERS];
        let mut danger = 0.0;
        for (index, (foe, opponent)) in foes.iter().zip(&opponents).enumerate() {
            // Who acts before me meets the card that I wear now; who comes after me the new one, and so do the fast of the
            // next round.
            later[index] = foe.later(card);
            danger += (1.0 - later[index]) * opponent.danger_before;
            danger += (later[index] + more) * foe.danger(opponent.distance, &guard);
        }
        best_of_card(&prospects, card, &foes, &opponents, &later)
            .write(row, guard.wounds_by_rocks(view));
        write_danger(view, row, danger);
        row[F::Defense as usize] = if card.lasting.spear {
            3.5
        } else {
            f32::from(card.defense)
        };
        row[F::Initiative as usize] = f32::from(card.initiative);
        row[F::Special as usize] = f32::from(card.special);
        row[F::Strength as usize] = f32::from(strength(&card.slots[0]) + strength(&card.slots[1]));
    }
}

/// The best attacks that a card of the hand promises, if opponents stay where they are; who acts first may not.
fn best_of_card(
    prospects: &Prospects<'_>,
    card: &PlayCard,
    foes: &[Foe<'_>],
    opponents: &[Opponent],
    later: &[f32; MAX_FIGHTERS],
) -> Prospect {
    let mut best = Prospect::default();
    for slot in card.slots.iter().filter(|slot| slot.uses > 0) {
        // In its turn this card lies before the fighter too.
        let dice = prospects.view.certain_dice(prospects.me, slot, 1);
        let mut promises = Promises::new();
        for ((foe, opponent), &later) in foes.iter().zip(opponents).zip(later) {
            let (in_reach, distance) = match slot.reach {
                Reach::Melee => (card.movement >= opponent.distance, 0),
                // A shooter that moves can mostly choose its distance.
                Reach::Shot if card.movement > 0 => (true, 1),
                Reach::Shot => (opponent.distance > 0, opponent.distance),
            };
            let stays = if opponent.immune[slot.reach as usize] {
                0.0
            } else {
                later
            };
            let chance = if in_reach {
                stays + 0.7 * (1.0 - later)
            } else {
                0.25 * (1.0 - later)
            };
            let defense = if later >= 0.5 {
                opponent.defense_now
            } else {
                opponent.middling_defense
            };
            let expected = prospects.expected(slot, dice, foe.fighter, distance, defense);
            promises.push(Promise {
                target: foe.fighter,
                chance,
                expected,
            });
        }
        best.add(prospects.best(slot, slot.uses, &promises), 1.0);
    }
    if card.distinct && opponents.len() == 1 && card.slots[1].uses > 0 {
        // Two attacks on two different opponents, and only one is left.
        best.add(best, -0.5);
    }
    best
}

/// The dice of a slot, middling ones for those that depend on the moment.
fn strength(slot: &Slot) -> u8 {
    match slot.dice {
        DiceCount::Fixed(dice) => slot.uses * dice,
        DiceCount::Rolled | DiceCount::ByLife(_) | DiceCount::CardsLying => slot.uses * 3,
    }
}
