//! Inputs of trained bots that describe the position and the deciding fighter.

use super::super::board::{ZoneSet, members};
use super::super::state::Phase;
use super::super::threat;
use super::scene::InputScene;
use super::{LIFE, POINTS, count};
use crate::game::learnable::InputWriter;

pub const NAMES: &[&str] = &[
    "rounds played",
    "rounds left 0",
    "rounds left 1",
    "rounds left 2",
    "rounds left 3",
    "enemies",
    "mates",
    "enemies waiting",
    "mates waiting",
    "life",
    "life 1",
    "life 2",
    "life 3",
    "life 4",
    "first wounds",
    "points",
    "behind",
    "ahead",
    "level",
    "enemies ahead",
    "charm",
    "size",
    "waiting",
    "centre",
    "netted",
    "defense",
    "rolled defense",
    "no melee",
    "no shot",
    "suit",
    "moves left",
    "attacks left 1",
    "attacks left 2",
    "hand",
    "hand melee here",
    "hand melee near",
    "hand melee far",
    "hand shots here",
    "hand shots near",
    "hand shots far",
    "hand defense",
    "hand best initiative",
    "hand specials",
    "active initiative",
    "enemies here",
    "enemies near",
    "rocks now",
    "rocks next",
    "centre bonus",
    "trophy points",
    "hits",
    "deadly hits",
    "attacker's lead",
    "attacker",
    "attacker's life 1",
    "life after",
];

#[inline(always)]
pub fn write(scene: &InputScene<'_>, mut inputs: InputWriter<'_>) {
    let &InputScene { view, ref race, enemies, .. } = scene;
    let me = view.me();
    let rules = view.arena().rules();
    let (alive, mates) = (view.alive(), view.team(me) & !(1 << me));
    let left = rules.rounds.saturating_sub(view.round());
    inputs.number(f32::from(view.round()) / f32::from(rules.rounds));
    inputs.one_of(usize::from(left), 4);
    inputs.number(count(enemies) * 0.3);
    inputs.number(count(alive & mates) * 0.5);
    inputs.number(count(enemies & view.waiting()) * 0.3);
    inputs.number(count(alive & mates & view.waiting()) * 0.5);

    let lp = view.lp(me);
    inputs.number(f32::from(lp) * LIFE);
    inputs.one_of(usize::from(lp).wrapping_sub(1), 4);
    inputs.number(f32::from(view.first_wounds(me)));
    inputs.number(f32::from(view.points(me)) * POINTS);
    inputs.number(race.lead_of(race.best));
    inputs.flag(race.mine > race.best);
    inputs.flag(race.mine == race.best);
    let ahead = members(enemies).filter(|&enemy| race.sides[usize::from(enemy)] > race.mine);
    inputs.number(ahead.count() as f32 * 0.3);
    inputs.flag(view.has_charm(me));
    inputs.number(f32::from(view.size(me)) * 0.1);
    inputs.flag(view.waiting() >> me & 1 == 1);

    let here = view.zone(me);
    inputs.flag(here == view.board().centre());
    inputs.flag(view.is_netted(me));
    inputs.number(f32::from(view.defense(me).unwrap_or(0)) * 0.2);
    inputs.flag(view.defense(me).is_none());
    let (no_melee, no_shot, suit) = view.protected();
    inputs.flag(no_melee >> me & 1 == 1);
    inputs.flag(no_shot >> me & 1 == 1);
    inputs.flag(suit >> me & 1 == 1);
    let acting = view.phase() == Phase::Acting;
    let attacks = if acting { view.attacks_left() } else { [0; 2] };
    inputs.number(if acting { f32::from(view.moves_left()) * 0.5 } else { 0.0 });
    inputs.number(f32::from(attacks[0]));
    inputs.number(f32::from(attacks[1]));

    let sheet = view.sheet(me);
    let hand = view.hand(me);
    let threat = sheet.threats.of(hand);
    inputs.number(f32::from(threat::count(hand)) * 0.1);
    for distance in 0..3 {
        inputs.number(threat.melee(distance) * 0.05);
    }
    for distance in 0..3 {
        inputs.number(threat.shots(distance) * 0.05);
    }
    inputs.number(threat.defenses() / threat.cards() * 0.2);
    inputs.number(sheet.inputs.best_initiative(hand) * 0.05);
    let special = threat::count(sheet.inputs.special(hand));
    inputs.number(f32::from(special) * 0.3);
    let active = view.active(me).map(|card| &sheet.cards[usize::from(card)]);
    inputs.number(active.map_or(0.0, |card| f32::from(card.initiative) * 0.05));

    let placed = view.standing_on(here) >> me & 1 == 1;
    let (mut at, mut near) = (0, 0);
    if placed {
        at = view.standing_on(here) & enemies;
        let next: ZoneSet = view.adjacent(here);
        near = members(next).fold(0, |all, zone| all | view.standing_on(zone)) & enemies;
    }
    inputs.number(count(at) * 0.5);
    inputs.number(count(near) * 0.4);
    let rocks = |round: u8| {
        let index = usize::from(round).wrapping_sub(1);
        f32::from(rules.rocks.get(index).copied().unwrap_or(0)) * 0.3
    };
    inputs.number(rocks(view.round()));
    inputs.number(rocks(view.round() + 1));
    inputs.number(f32::from(view.centre_bonus()) * 0.3);
    inputs.number(f32::from(view.trophy_points(me)) * POINTS);

    let (mut hits, mut attacker) = (0, None);
    if view.phase() == Phase::Charm {
        // Dice of an effect do not wound.
        if !view.pending_of_effect() {
            let (throw, needed) = view.pending();
            hits = throw.at_least(needed);
        }
        attacker = view.attacker();
    }
    inputs.number(f32::from(hits) * 0.3);
    inputs.flag(hits >= lp);
    inputs.number(attacker.map_or(0.0, |who| race.lead(who)));
    inputs.flag(attacker.is_some());
    inputs.flag(attacker.is_some_and(|who| view.lp(who) == 1));
    inputs.number(f32::from(lp.saturating_sub(hits)) * LIFE);
    debug_assert_eq!(inputs.count(), NAMES.len());
}
