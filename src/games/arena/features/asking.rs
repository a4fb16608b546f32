//! Features of what an effect asks for: the face that a dragon shows, the next target of a bowling strike, where a sandal
//! sends somebody.

use super::super::board::members;
use super::super::state::FighterIndex;
use super::super::{Choice, View};
use super::acting::{add_landing, miss};
use super::danger::{per_life, write_danger};
use super::ground::Ground;
use super::profile::Profile;
use super::prospect::{Promise, Prospects};
use super::{F, NOTHING};
use crate::games::{FeatureRow, MAX_FEATURES, Options};

pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let prospects = Prospects::new(view);
    for (choice, row) in options.iter().zip(rows) {
        *row = NOTHING;
        match *choice {
            Choice::Card(face) => {
                let profile = &view.profiles(view.me()).cards[usize::from(face)];
                write_face(&prospects, profile, row);
            }
            Choice::Next(target) => write_next(&prospects, target, row),
            Choice::ThrowTo(zone) => {
                let slot = view.clash_slot();
                add_landing(&prospects, row, &slot, zone, view.thrown().0, 1.0);
            }
            _ => {}
        }
    }
}

/// What a face promises: its better attack from here, and how it guards until the next turn.
fn write_face(prospects: &Prospects<'_>, profile: &Profile, row: &mut FeatureRow) {
    let view = prospects.view;
    let here = view.zone(prospects.me);
    let mut best = (*row, f32::NEG_INFINITY);
    for arm in &profile.arms {
        let mut promised = [0.0; MAX_FEATURES];
        let attack = prospects.attack(arm, 0);
        let promises = members(view.within_reach(&arm.slot)).map(|target| {
            let far = view.board().distance(here, view.zone(target)) == 2;
            Promise {
                target,
                chance: 1.0,
                needed: prospects.needed(&attack, prospects.defense(target), far),
            }
        });
        prospects.add_best(&mut promised, &attack, arm.slot.uses, promises);
        let worth = promised[F::Points as usize] + promised[F::Kills as usize];
        if worth > best.1 {
            best = (promised, worth);
        }
    }
    *row = best.0;
    let ground = Ground::new(view, view.enemies(prospects.me), &profile.guard, 0.5);
    write_danger(row, ground.danger(1 << here), per_life(view));
    row[F::Defense as usize..=F::Strength as usize].copy_from_slice(&profile.traits);
}

/// What the dice that are expected to be left do to a target that is named next.
fn write_next(prospects: &Prospects<'_>, target: FighterIndex, row: &mut FeatureRow) {
    let view = prospects.view;
    let slot = view.clash_slot();
    let far = view
        .board()
        .distance(view.zone(prospects.me), view.zone(target))
        == 2;
    let penalty = if far {
        view.arena().rules().far_shot_penalty as i8
    } else {
        0
    };
    let needed = |fighter| prospects.defense(fighter) - slot.bonus + penalty;
    let dice = f32::from(view.certain_dice(prospects.me, &slot, 0));
    let left = members(view.named()).fold(dice, |left, named| left * miss(needed(named)));
    prospects.add_dice(row, &slot, (left + 0.5) as u8, 1.0, target, needed(target));
}
