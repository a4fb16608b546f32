//! Inputs of trained bots that describe another fighter, as the deciding fighter sees it.

use super::super::state::{FighterIndex, Phase};
use super::super::threat;
use super::scene::InputScene;
use super::{LIFE, POINTS, count};
use crate::game::learnable::InputWriter;

pub const NAMES: &[&str] = &[
    "enemy",
    "mate",
    "life",
    "life 1",
    "life 2",
    "life 3",
    "first wounds",
    "points",
    "lead",
    "ahead",
    "leads",
    "charm",
    "size",
    "waiting",
    "here",
    "near",
    "far",
    "centre",
    "defense",
    "rolled defense",
    "no melee",
    "no shot",
    "suit",
    "netted",
    "bound to spare me",
    "hand",
    "melee at me",
    "shots at me",
    "melee",
    "shots",
    "next defense",
    "next best initiative",
    "next initiative",
    "acts after me",
    "alone with me",
    "trophy points",
];

#[inline(always)]
pub fn write(scene: &InputScene<'_>, fighter: FighterIndex, mut inputs: InputWriter<'_>) {
    let (view, race) = (scene.view, &scene.race);
    let me = view.me();
    let has = |set: u8| set >> fighter & 1 == 1;
    let enemy = has(scene.enemies);
    inputs.flag(enemy);
    inputs.flag(!enemy);
    let lp = view.lp(fighter);
    inputs.number(f32::from(lp) * LIFE);
    inputs.one_of(usize::from(lp).wrapping_sub(1), 3);
    inputs.number(f32::from(view.first_wounds(fighter)));
    let points = f32::from(view.points(fighter));
    inputs.number(points * POINTS);
    inputs.number(race.lead(fighter));
    inputs.flag(race.sides[usize::from(fighter)] > race.mine);
    inputs.flag(has(race.leaders));
    inputs.flag(view.has_charm(fighter));
    inputs.number(f32::from(view.size(fighter)) * 0.1);
    inputs.flag(has(view.waiting()));

    let (its, mine) = (view.zone(fighter), view.zone(me));
    let on_board = |who: u8, zone| view.standing_on(zone) >> who & 1 == 1;
    let both = on_board(fighter, its) && on_board(me, mine);
    let distance = view.board().distance(mine, its);
    inputs.one_of(if both { distance.into() } else { 3 }, 3);
    inputs.flag(on_board(fighter, its) && its == view.board().centre());
    inputs.number(f32::from(view.defense(fighter).unwrap_or(0)) * 0.2);
    inputs.flag(view.defense(fighter).is_none());
    let (no_melee, no_shot, suit) = view.protected();
    inputs.flag(has(no_melee));
    inputs.flag(has(no_shot));
    inputs.flag(has(suit));
    inputs.flag(view.is_netted(fighter));
    inputs.flag(view.skulls(fighter) >> me & 1 == 1);
    inputs.number(f32::from(threat::count(view.hand(fighter))) * 0.1);

    let sheet = view.sheet(fighter);
    let hand = &scene.hands[usize::from(fighter)];
    let threat = &hand.threat;
    let per_card = 0.3 / hand.count;
    let reached = if both { distance.min(2) } else { 2 };
    inputs.number(threat.melee(reached) * per_card);
    inputs.number(threat.shots(reached) * per_card);
    inputs.number(threat.melee(0) * per_card);
    inputs.number(threat.shots(1) * per_card);
    inputs.number(threat.defenses() / hand.count * 0.2);
    inputs.number(sheet.inputs.best_initiative(hand.cards) * 0.05);
    inputs.number(sheet.inputs.initiatives(hand.cards) / hand.count * 0.05);
    // Only a fighter that has not acted in this round can act after the deciding fighter.
    let my_card = view.chosen(me).or(view.active(me));
    let counts = has(view.waiting()) && view.phase() != Phase::Choosing;
    let after = my_card.filter(|_| counts).map_or(0.0, |card| {
        let mine = view.sheet(me).cards[usize::from(card)].initiative;
        f32::from(sheet.threats.count_slower(hand.cards, mine)) / hand.count
    });
    inputs.number(after);
    let company = view.standing_on(its) & scene.enemies;
    inputs.flag(enemy && both && distance == 0 && count(company) == 1.0);
    inputs.number(f32::from(view.trophy_points(fighter)) * POINTS);
    debug_assert_eq!(inputs.count(), NAMES.len());
}
