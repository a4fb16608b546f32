//! Features of decisions that only some card effects need (rule A-9): which face a dragon shows,
//! which target a bowling strike or a Strike hits next, and to which zone a fighter is thrown.

use super::acting::Line;
use super::danger::{per_life, write_danger};
use super::ground::Ground;
use super::profile::FighterProfile;
use super::valuation::{Opportunity, Valuation};
use super::{F, NOTHING};
use crate::games::arena::{Choice, FeatureRow, Options, View, members};

pub(super) fn fill(view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
    let mut valuation = Valuation::unprepared(view);
    valuation.prepare();
    for (choice, row) in options.iter().zip(rows) {
        *row = NOTHING;
        match *choice {
            Choice::Card(face) => {
                let profile = &view.profiles(view.me()).cards[usize::from(face)];
                write_face(&valuation, profile, row);
            }
            // In a Strike's second phase, a single die hits the chosen target.
            Choice::Next(target) if view.strikes_on() => {
                valuation.add_splinter(row, view.clash_slot(), &Opportunity::sure(target, 0));
            }
            Choice::Next(target) => {
                // The targets after the next one follow by ascending defense.
                let mut line: Line = view.named().collect();
                line.push(target);
                valuation.add_bowl_at(row, &valuation.clash(), line);
            }
            Choice::ThrowTo(zone) => {
                valuation.add_landing(row, view.clash_slot(), zone, view.clash_target());
            }
            _ => {}
        }
    }
}

/// Writes the features of showing a face of the dragon's card: the better attack of the face from
/// the current zone, and the danger to the dragon until its next turn.
fn write_face(valuation: &Valuation<'_>, profile: &FighterProfile, row: &mut FeatureRow) {
    let view = valuation.view;
    let mut best = (*row, f32::NEG_INFINITY);
    for of_slot in &profile.slots {
        let mut promised = NOTHING;
        let attack = valuation.attack(of_slot, 0, view.is_netted(valuation.me));
        let opportunities = members(view.within_reach(&of_slot.slot))
            .map(|target| Opportunity::sure(target, valuation.needed_at(&attack, target)));
        valuation.add_best(&mut promised, &attack, of_slot.slot.uses, opportunities);
        let worth = promised[F::Points as usize] + promised[F::Kills as usize];
        if worth > best.1 {
            best = (promised, worth);
        }
    }
    *row = best.0;
    let ground = Ground::new(view, view.enemies(valuation.me), &profile.guard, 0.5);
    write_danger(row, ground.danger(1 << view.zone(valuation.me)), per_life(view));
    row[F::Defense as usize..=F::Strength as usize].copy_from_slice(&profile.traits);
}
