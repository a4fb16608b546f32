//! Inputs of trained bots that describe another fighter, as the deciding fighter sees it.

use super::super::state::{FighterIndex, Phase};
use super::super::threat;
use super::scene::InputScene;
use super::{LIFE, POINTS, count};
use crate::game::learnable::OneOf;
use crate::inputs;

inputs! {
    pub struct OtherFighter(scene: &InputScene<'_>, fighter: FighterIndex) {
        let (view, race) = (scene.view, &scene.race);
        let me = view.me();
        let has = |set: u8| set >> fighter & 1 == 1;
        let enemy = has(scene.enemies);
        let lp = view.lp(fighter);
        let (its, mine) = (view.zone(fighter), view.zone(me));
        let both = view.is_placed(fighter) && view.is_placed(me);
        let distance = view.board().distance(mine, its);
        let sheet = view.sheet(fighter);
        let hand = &scene.hands[usize::from(fighter)];
        let threat = &hand.threat;
        let per_card = 0.3 / hand.count;
        let reached = if both { distance.min(2) } else { 2 };
        // Only a fighter that has not acted in this round can act after the deciding fighter.
        let my_card = view.chosen(me).or(view.active(me));
        let counts = has(view.waiting()) && view.phase() != Phase::Choosing;
        let after = my_card.filter(|_| counts).map_or(0.0, |card| {
            let mine = view.sheet(me).cards[usize::from(card)].initiative;
            f32::from(sheet.threats.count_slower(hand.cards, mine)) / hand.count
        });
        let company = view.standing_on(its) & scene.enemies;
    } [
        "enemy" => enemy,
        "mate" => !enemy,
        "life" => f32::from(lp) * LIFE,
        ["life 1", "life 2", "life 3"] => OneOf(usize::from(lp).wrapping_sub(1), 3),
        "first wounds" => f32::from(view.first_wounds(fighter)),
        "points" => f32::from(view.points(fighter)) * POINTS,
        "lead" => race.lead(fighter),
        "ahead" => race.sides[usize::from(fighter)] > race.mine,
        "leads" => has(race.leaders),
        "charm" => view.has_charm(fighter),
        "size" => f32::from(view.size(fighter)) * 0.1,
        "waiting" => has(view.waiting()),
        ["here", "near", "far"] => OneOf(if both { distance.into() } else { 3 }, 3),
        "centre" => view.is_placed(fighter) && its == view.board().centre(),
        "defense" => f32::from(view.defense(fighter).unwrap_or(0)) * 0.2,
        "rolled defense" => view.defense(fighter).is_none(),
        "no melee" => has(view.no_melee()),
        "no shot" => has(view.no_shot()),
        "suit" => view.wears_suit(fighter),
        "netted" => view.is_netted(fighter),
        "bound to spare me" => view.skulls(fighter) >> me & 1 == 1,
        "hand" => f32::from(threat::count(view.hand(fighter))) * 0.1,
        "melee at me" => threat.melee(reached) * per_card,
        "shots at me" => threat.shots(reached) * per_card,
        "melee" => threat.melee(0) * per_card,
        "shots" => threat.shots(1) * per_card,
        "next defense" => threat.defenses() / hand.count * 0.2,
        "next best initiative" => sheet.inputs.best_initiative(hand.cards) * 0.05,
        "next initiative" => sheet.inputs.initiatives(hand.cards) / hand.count * 0.05,
        "acts after me" => after,
        "alone with me" => enemy && both && distance == 0 && count(company) == 1.0,
        "trophy points" => f32::from(view.trophy_points(fighter)) * POINTS,
    ]
}
