//! Inputs that describe a fighter other than the deciding one, from the view of the deciding
//! fighter.

use super::super::View;
use super::super::board::members;
use super::super::state::{FighterIndex, Phase};
use super::{LIFE, POINTS, Race};
use crate::game::learnable::KindInputs;

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

pub fn write(view: View<'_>, race: &Race, fighter: FighterIndex, inputs: &mut KindInputs) {
    let me = view.me();
    let has = |set: u8| set >> fighter & 1 == 1;
    let enemy = has(view.enemies(me));
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
    inputs.number(view.hand(fighter).count_ones() as f32 * 0.1);

    let sheet = view.sheet(fighter);
    let cards = view.next_cards(fighter);
    let threat = sheet.threats.of(cards);
    let per_card = 0.3 / threat.cards();
    let reached = if both { distance.min(2) } else { 2 };
    inputs.number(threat.melee(reached) * per_card);
    inputs.number(threat.shots(reached) * per_card);
    inputs.number(threat.melee(0) * per_card);
    inputs.number(threat.shots(1) * per_card);
    inputs.number(threat.defenses() / threat.cards() * 0.2);
    let initiative = |card: u8| f32::from(sheet.cards[usize::from(card)].initiative);
    // Cards are sorted by descending initiative, so the first card of the hand acts earliest.
    let best = members(cards).next().map_or(0.0, initiative);
    let sum: f32 = members(cards).map(initiative).sum();
    inputs.number(best * 0.05);
    inputs.number(sum / threat.cards() * 0.05);
    // Only a fighter that has not acted in this round can act after the deciding fighter.
    let my_card = view.chosen(me).or(view.active(me));
    let counts = has(view.waiting()) && view.phase() != Phase::Choosing;
    let after = my_card.filter(|_| counts).map_or(0.0, |card| {
        let mine = view.sheet(me).cards[usize::from(card)].initiative;
        f32::from(sheet.threats.count_slower(cards, mine)) / threat.cards()
    });
    inputs.number(after);
    let company = view.standing_on(its) & view.enemies(me);
    inputs.flag(enemy && both && distance == 0 && company.count_ones() == 1);
    inputs.number(f32::from(view.trophy_points(fighter)) * POINTS);
}
