//! Inputs of trained bots that describe the position and the deciding fighter.

use super::super::board::members;
use super::super::state::Phase;
use super::super::threat;
use super::scene::InputScene;
use super::{LIFE, POINTS, count};
use crate::game::learnable::OneOf;
use crate::inputs;

inputs! {
    pub struct Position(scene: &InputScene<'_>) {
        let &InputScene { view, ref race, enemies, .. } = scene;
        let me = view.me();
        let rules = view.arena().rules();
        let mates = view.mates();
        let left = rules.rounds.saturating_sub(view.round());
        let lp = view.lp(me);
        let ahead = members(enemies).filter(|&enemy| race.sides[usize::from(enemy)] > race.mine);
        let here = view.zone(me);
        let (mut moves, mut attacks) = (0, [0; 2]);
        if view.phase() == Phase::Acting {
            (moves, attacks) = (view.moves_left(), view.attacks_left());
        }
        let (sheet, hand) = (view.sheet(me), view.hand(me));
        let threat = sheet.threats.of(hand);
        let special = threat::count(sheet.inputs.special(hand));
        let active = view.active(me).map_or(0, |card| sheet.cards[usize::from(card)].initiative);
        let (mut at, mut near) = (0, 0);
        if view.is_placed(me) {
            at = view.standing_on(here);
            near = view.standing_near(here);
        }
        let rocks = |round| f32::from(rules.rocks_in(round)) * 0.3;
        let hits = view.hits().unwrap_or(0);
        let attacker = view.hits().and_then(|_| view.attacker());
    } [
        "rounds played" => f32::from(view.round()) / f32::from(rules.rounds),
        ["rounds left 0", "rounds left 1", "rounds left 2", "rounds left 3"] =>
            OneOf(left.into(), 4),
        "enemies" => count(enemies) * 0.3,
        "mates" => count(mates) * 0.5,
        "enemies waiting" => count(enemies & view.waiting()) * 0.3,
        "mates waiting" => count(mates & view.waiting()) * 0.5,
        "life" => f32::from(lp) * LIFE,
        ["life 1", "life 2", "life 3", "life 4"] => OneOf(usize::from(lp).wrapping_sub(1), 4),
        "first wounds" => f32::from(view.first_wounds(me)),
        "points" => f32::from(view.points(me)) * POINTS,
        "behind" => race.lead_of(race.best),
        "ahead" => race.mine > race.best,
        "level" => race.mine == race.best,
        "enemies ahead" => ahead.count() as f32 * 0.3,
        "charm" => view.has_charm(me),
        "size" => f32::from(view.size(me)) * 0.1,
        "waiting" => view.waiting() >> me & 1 == 1,
        "centre" => here == view.board().centre(),
        "netted" => view.is_netted(me),
        "defense" => f32::from(view.defense(me).unwrap_or(0)) * 0.2,
        "rolled defense" => view.defense(me).is_none(),
        "no melee" => view.no_melee() >> me & 1 == 1,
        "no shot" => view.no_shot() >> me & 1 == 1,
        "suit" => view.wears_suit(me),
        "moves left" => f32::from(moves) * 0.5,
        ["attacks left 1", "attacks left 2"] => attacks.map(f32::from),
        "hand" => f32::from(threat::count(hand)) * 0.1,
        ["hand melee here", "hand melee near", "hand melee far"] =>
            [0, 1, 2].map(|distance| threat.melee(distance) * 0.05),
        ["hand shots here", "hand shots near", "hand shots far"] =>
            [0, 1, 2].map(|distance| threat.shots(distance) * 0.05),
        "hand defense" => threat.defenses() / threat.cards() * 0.2,
        "hand best initiative" => sheet.inputs.best_initiative(hand) * 0.05,
        "hand specials" => f32::from(special) * 0.3,
        "active initiative" => f32::from(active) * 0.05,
        "enemies here" => count(at & enemies) * 0.5,
        "enemies near" => count(near & enemies) * 0.4,
        "rocks now" => rocks(view.round()),
        "rocks next" => rocks(view.round() + 1),
        "centre bonus" => f32::from(view.centre_bonus()) * 0.3,
        "trophy points" => f32::from(view.trophy_points(me)) * POINTS,
        "hits" => f32::from(hits) * 0.3,
        "deadly hits" => hits >= lp,
        "attacker's lead" => attacker.map_or(0.0, |who| race.lead(who)),
        "attacker" => attacker.is_some(),
        "attacker's life 1" => attacker.is_some_and(|who| view.lp(who) == 1),
        "life after" => f32::from(lp.saturating_sub(hits)) * LIFE,
    ]
}
