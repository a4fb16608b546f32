//! What bots know of the position and of the deciding fighter.

use super::super::board::members;
use super::super::state::{FighterIndex, Phase};
use super::super::{Arena, View, threat};
use super::fighter::OfFighter;
use super::scene::InputScene;
use super::{FIGHTER, LIFE, WHAT, count};
use crate::fields;
use crate::game::learnable::OneOf;
use crate::game::scripted::{Scripted, ViewField};

fields! {
    /// The position, and the deciding fighter.
    OfGame: ViewField<Arena>;
    (view: View<'_>) {
        let (me, rules) = (view.me(), view.arena().rules());
        let attacker = view.hits().and_then(|_| view.attacker());
    } => (scene: &InputScene<'_>) {
        let &InputScene { ref race, enemies, .. } = scene;
        let (lp, here) = (view.lp(me), view.zone(me));
        let ahead = members(enemies).filter(|&enemy| race.sides[usize::from(enemy)] > race.mine);
        let acts = view.phase() == Phase::Acting;
        let attacks = if acts { view.attacks_left() } else { [0; 2] };
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
    }

    decision: Word(WHAT) = Arena::decision(view), "the kind of decision";
    me: Entity(FIGHTER) = me, "the fighter who decides";
    "rounds played" => f32::from(view.round()) / f32::from(rules.rounds);
    ["rounds left 0", "rounds left 1", "rounds left 2", "rounds left 3"]
        => OneOf(rules.rounds.saturating_sub(view.round()).into(), 4);
    opponents: Set(FIGHTER) = view.enemies(me), "all living opponents, by ascending size"
        => count(opponents) * 0.3, as "enemies";
    teammates: Set(FIGHTER) = view.mates(), "all other living fighters of my team"
        => count(teammates) * 0.5, as "mates";
    "enemies waiting" => count(enemies & view.waiting()) * 0.3;
    "mates waiting" => count(view.mates() & view.waiting()) * 0.5;
    "life" => OfFighter::lp(view, me, scene);
    ["life 1", "life 2", "life 3", "life 4"] => OneOf(usize::from(lp).wrapping_sub(1), 4);
    [first_wounds, points] in OfFighter(view, me, scene);
    "behind" => race.lead_of(race.best);
    "ahead" => race.mine > race.best;
    "level" => race.mine == race.best;
    "enemies ahead" => ahead.count() as f32 * 0.3;
    leader: Entity(FIGHTER) = leader(view).map_or(-1, isize::from),
        "the living opponent with the most points; ties go to the most trophies, then to the \
         smallest size";
    [charm, size, waiting] in OfFighter(view, me, scene);
    "centre" => here == view.board().centre();
    [netted, defense, rolled_defense, no_melee, no_shot, suit] in OfFighter(view, me, scene);
    round: Number = view.round(), "the round, from 1; 0 while fighters are placed";
    rounds: Number = rules.rounds, "maximum number of rounds of the game";
    zones: Number = view.board().ring(),
        "number of zones on the ring: zones 1, 2, … go round the ring, and zone 0 is the centre";
    moves_left: Number = if view.phase() == Phase::Acting { view.moves_left() } else { 0 },
        "in a step: number of moves left", * 0.5;
    ["attacks left 1", "attacks left 2"] => attacks.map(f32::from);
    [hand] in OfFighter(view, me, scene);
    ["hand melee here", "hand melee near", "hand melee far"]
        => [0, 1, 2].map(|distance| threat.melee(distance) * 0.05);
    ["hand shots here", "hand shots near", "hand shots far"]
        => [0, 1, 2].map(|distance| threat.shots(distance) * 0.05);
    "hand defense" => threat.defenses() / threat.cards() * 0.2;
    "hand best initiative" => sheet.inputs.best_initiative(hand) * 0.05;
    "hand specials" => f32::from(special) * 0.3;
    "active initiative" => f32::from(active) * 0.05;
    "enemies here" => count(at & enemies) * 0.5;
    "enemies near" => count(near & enemies) * 0.4;
    "rocks now" => rocks(view.round());
    "rocks next" => rocks(view.round() + 1);
    "centre bonus" => f32::from(view.centre_bonus()) * 0.3;
    [trophy_points] in OfFighter(view, me, scene);
    hits: Number = view.hits().unwrap_or(0),
        "in a charm's decision: number of dice that hit me now", * 0.3;
    "deadly hits" => hits >= lp;
    "attacker's lead" => attacker.map_or(0.0, |who| race.lead(who));
    attacker: MaybeEntity(FIGHTER) = attacker,
        "in a charm's decision: the attacker; nil for the crowd's rocks" => attacker.is_some();
    "attacker's life 1" => attacker.is_some_and(|who| view.lp(who) == 1);
    effect_dice: Flag = view.hits().is_some() && view.pending_of_effect(),
        "in a charm's decision: true for the dice of a net or a claymore, which do not wound by \
         themselves";
    "life after" => f32::from(lp.saturating_sub(hits)) * LIFE;
}

fn leader(view: View<'_>) -> Option<FighterIndex> {
    // Fighters are numbered by ascending size.
    let rank = |f: &FighterIndex| (view.points(*f), view.trophies(*f).count_ones(), u8::MAX - f);
    members(view.enemies(view.me())).max_by_key(rank)
}
