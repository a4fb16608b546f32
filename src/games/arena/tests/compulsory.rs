//! Tests of compulsory attacks, with all three settings of `rules.compulsory`.

use super::given::*;
use crate::games::arena::Choice::{EndTurn, Move};
use crate::games::arena::state::Phase;
use crate::games::arena::{Card, Choice, Compulsory, Effect, Rules, Zones};

/// Creates a game in which fighter 0 in zone 0 plays the card `plays`. The other fighters, of size
/// 6 and more, stand in the zones `zones`.
fn among<const N: usize>(plays: Card, zones: [u8; N]) -> Given {
    let mut guests = vec![fighter(5).at(0).plays(plays)];
    guests.extend((6..).zip(zones).map(|(size, zone)| fighter(size).at(zone)));
    given(guests)
}

fn with<const N: usize>(options: [Choice; N], to: &[u8]) -> Vec<Choice> {
    let moves = to.iter().map(|&zone| Move(zone));
    options.into_iter().chain(moves).collect()
}

fn spear() -> Card {
    card(4).melee(2).technique(Effect::WhirlingSpear)
}

fn bow() -> Card {
    card(4).shoots(2).technique(Effect::DoubleBow)
}

rules! {
    // If the only target is in the same zone, the actor attacks first. A target two zones away can
    // be reached through the centre or along the ring.
    a_5_5_strict_is_the_default_and_bars_moves_that_lose_the_attack:
        assert_eq!(Rules::default().compulsory, Compulsory::Strict),
        among(card(4).moves(1).melee(1), [0]).play().expect([melee(1)]),
        among(card(4).moves(2).melee(1), [2]).play().expect(moves([1, CENTRE])),
        among(card(4).moves(2).melee(1), [3]).play().expect(moves([CENTRE]));
    a_5_5_strict_leaves_the_choice_among_targets_and_paths_to_them:
        among(card(4).moves(1).melee(1), [0, 1, CENTRE, 3]).play()
            .expect(with([melee(1)], &[1, CENTRE]));
    // Fighter 1 stands in zone 3. With three moves, every first move can lead there.
    // After moves from zone 0 to 1 and 2, one move is left. Zone 1 is barred, and the centre is too
    // far.
    a_5_5_strict_looks_beyond_barred_zones_only_where_a_path_leads:
        among(card(4).moves(3).melee(1), [3]).play().expect(moves([1, 5, CENTRE])).play(Move(1), [])
            .expect(moves([2, CENTRE])).play(Move(2), []).expect(moves([3]));
    a_5_5_strict_frees_the_path_once_nothing_can_be_reached:
        among(card(4).moves(1).melee(1), [3]).play().expect(moves([1, 5, CENTRE]));
    a_5_5_strict_frees_the_path_once_all_attacks_are_made:
        among(card(4).moves(1).melee(1), [0]).play().play(melee(1), [1])
            .expect(moves([1, 5, CENTRE]));
}

#[test]
fn a_5_5_strict_counts_both_attacks_of_a_card() {
    // From zone 0, the melee attack only reaches fighter 1 in zone 1. The shot can hit fighter 2 in
    // zone 3, or fighter 1 from zone 0.
    let both = card(4).moves(1).melee(1).shoots(1);
    among(both.clone(), [1]).play().expect([shot(1)]);
    among(both.clone(), [1, 3]).play().expect(with([shot(1), shot(2)], &[1]));
    let mut playing = among(both, [1]).play();
    playing.play(shot(1), [1]).expect(moves([1]));
}

rules! {
    // One opponent is in the actor's zone and one in the next zone. The actor can attack both if it
    // attacks the first one before its move.
    // Two opponents in the next zone allow two attacks as well.
    a_5_5_strict_two_blows_need_two_opponents_on_one_path:
        among(spear().moves(1), [0, 1]).play().expect([melee(1)]).play(melee(1), [1, 1])
            .expect(moves([1])).play(Move(1), []).expect([melee(2)]),
        among(spear().moves(1), [0, 1, CENTRE, CENTRE]).play().expect(with([melee(1)], &[CENTRE]));
    a_5_5_strict_does_not_count_a_blow_at_one_already_struck:
        among(spear().moves(1), [0, 3]).play().play(melee(1), [1, 1]).expect(moves([1, 5, CENTRE]));
}

#[test]
fn a_5_5_strict_epaulet_counts_both_its_attacks() {
    let epaulet = card(4).melee(3).moves(1).technique(Effect::SpikedEpaulet { dice: 2 });
    among(epaulet.clone(), [0, 1]).play().expect([melee(1), shot(1)]);
    let mut playing = among(epaulet, [0, 0]).play();
    playing.expect([melee(1), shot(1), melee(2), shot(2)]);
    playing.play(shot(1), [1, 1]).expect([melee(2)]);
}

rules! {
    // From the actor's zone, only fighter 1 can be shot, because fighter 2 stands in that zone.
    // From the next zone, both can be shot.
    // From zone 1 itself, only fighter 2 could be shot.
    // Without a second target anywhere, a single shot is the maximum.
    a_5_5_strict_a_pair_counts_two_its_single_shot_one:
        among(bow().moves(1), [1, 0]).play().expect(moves([5, CENTRE])),
        among(bow().moves(1), [1, 0]).play().play(Move(5), []).expect([pair(1, 2)]),
        among(bow().moves(1), [1]).play().expect(with([shot(1)], &[5, CENTRE]));
}

#[test]
fn a_5_5_strict_a_pair_looks_for_both_in_one_place() {
    // With range 1, fighter 1 is near zone 0 and the centre, fighter 2 near zone 5 and the centre.
    // Only from the centre can both be shot.
    let start = |zones| among(bow().moves(1), zones).rules(|rules| rules.range = 1).play();
    start([1, 4]).expect(moves([CENTRE]));
    // Fighter 1 is in zone 1 and fighter 2 in the centre. Both are near zone 0; after any move, at
    // most one is near.
    start([1, CENTRE]).expect([pair(1, 2)]);
}

#[test]
fn a_5_5_strict_an_area_a_strike_and_a_skull_count_one() {
    let barrel = card(4).moves(1).shoots(3).technique(Effect::PowderBarrel);
    let strike = card(4).moves(1).shoots(4).technique(Effect::Strike);
    let skull = card(4).moves(1).item(Effect::MysticalSkull);
    // Two opponents are in the next zone and one is two zones away: any zone from which one of them
    // can be shot is allowed.
    among(barrel, [1, 1, 2]).play().expect(with([area(1), area(2)], &[1, 5, CENTRE]));
    among(strike, [1, 1, 2]).play().expect(with([shot(1), shot(2), shot(3)], &[1, 5, CENTRE]));
    among(skull.clone(), [1, 1]).play().expect(with([shot(1), shot(2)], &[5, CENTRE]));
    among(skull, [0]).play().expect(moves([1, 5, CENTRE]));
}

#[test]
fn a_5_5_strict_regards_immunities() {
    let pipe = card(2).item(Effect::PeacePipe);
    let ring = card(2).item(Effect::GhostRing);
    let guarded = |plays: Card, guard: &Card| {
        given([
            fighter(5).at(0).plays(plays),
            fighter(6).at(1).active(guard.clone()),
            fighter(7).at(3),
        ])
        .play()
    };
    let blow = card(4).moves(1).melee(1);
    guarded(blow.clone(), &pipe).expect(moves([1, 5, CENTRE]));
    guarded(blow, &ring).expect(moves([1]));
    let pace = card(4).moves(1).shoots(1);
    guarded(pace.clone(), &ring).expect(with([shot(2)], &[1, 5, CENTRE]));
    guarded(pace, &pipe).expect(with([shot(1), shot(2)], &[1, 5, CENTRE]));
}

rules! {
    a_5_5_strict_regards_skulls:
        among(card(4).moves(1).melee(1), [0, 1]).skull(1, 0).play().expect(moves([1]));
}

#[test]
fn a_5_5_at_end_frees_the_path_but_not_the_end() {
    let at_end = |plays: Card, zones: [u8; 2]| {
        among(plays, zones).rules(|rules| rules.compulsory = Compulsory::AtEnd)
    };
    let blow = card(4).moves(1).melee(1);
    let mut playing = at_end(blow.clone(), [0, 1]).play();
    playing.expect(with([melee(1)], &[1, 5, CENTRE]));
    playing.play(Move(1), []).expect([melee(2)]);
    let mut playing = at_end(blow, [0, 1]).play();
    playing.play(Move(5), []);
    assert_eq!(playing.state.phase, Phase::Choosing);
    at_end(bow().moves(1), [1, 0]).play().expect(with([shot(1)], &[1, 5, CENTRE]));
}

#[test]
fn a_5_5_never_lets_the_turn_end_with_attacks_unmade() {
    let never = |plays: Card, zones: [u8; 2]| {
        among(plays, zones).rules(|rules| rules.compulsory = Compulsory::Never)
    };
    let blow = card(4).moves(1).melee(1);
    // The turn cannot end before the moves are done.
    let mut playing = never(blow.clone(), [0, 1]).play();
    playing.expect(with([melee(1)], &[1, 5, CENTRE]));
    playing.play(Move(1), []).expect([melee(2), EndTurn]);
    playing.play(EndTurn, []);
    assert_eq!(playing.state.phase, Phase::Choosing);
    // The option to end the turn is not offered if there is nothing to attack.
    let mut playing = never(blow, [0, 1]).play();
    playing.play(Move(5), []);
    assert_eq!(playing.state.phase, Phase::Choosing);
    // The actor may also keep a mystical skull.
    let skull = card(4).item(Effect::MysticalSkull);
    never(skull, [0, 1]).play().expect([shot(2), EndTurn]);
}

#[test]
fn a_5_5_never_offers_the_end_when_no_move_can_be_made() {
    // A ring of three has four zones in total: the actor is stuck in the last one with a move left.
    let mut playing = among(card(4).moves(6).melee(1), [2])
        .rules(|rules| {
            rules.zones = Zones::Number(3);
            rules.compulsory = Compulsory::Never;
        })
        .play();
    playing.play(Move(1), []).play(Move(3), []).play(Move(2), []);
    playing.expect([melee(1), EndTurn]);
}

/// Checks that the first attack of an epaulet or a spear is compulsory. The second attack is
/// optional by a setting: a move may lose it, or the turn may end without it.
#[test]
fn a_5_5_the_second_of_two_attacks_may_be_left_out_by_the_rules() {
    let epaulet = || card(4).melee(3).technique(Effect::SpikedEpaulet { dice: 2 });
    for compulsory in [Compulsory::Strict, Compulsory::AtEnd] {
        let playing = |plays: Card, optional| {
            let rules = |rules: &mut Rules| {
                rules.compulsory = compulsory;
                rules.second_attack_optional = optional;
            };
            among(plays, [0, 0]).rules(rules).play()
        };
        let mut bound = playing(spear(), false);
        bound.expect([melee(1), melee(2)]);
        bound.play(melee(1), [1, 1]).expect([melee(2)]);
        let mut free = playing(spear(), true);
        free.expect([melee(1), melee(2)]);
        free.play(melee(1), [1, 1]).expect([melee(2), EndTurn]);
        free.play(EndTurn, []);
        assert_eq!(free.state.phase, Phase::Choosing);
        let mut free = playing(epaulet(), true);
        free.expect([melee(1), melee(2), shot(1), shot(2)]);
        free.play(shot(2), [1, 1]).expect([melee(1), EndTurn]);
        free.play(melee(1), [1, 1, 1]);
        assert_eq!(free.state.phase, Phase::Choosing);
    }
    // With a move left, the actor may walk away from the second attack, but not from the first.
    let walking = |optional| {
        let rules = move |rules: &mut Rules| rules.second_attack_optional = optional;
        among(spear().moves(1), [0, 0]).rules(rules).play()
    };
    let mut bound = walking(false);
    bound.expect([melee(1), melee(2)]);
    bound.play(melee(1), [1, 1]).expect([melee(2)]);
    let mut free = walking(true);
    free.expect([melee(1), melee(2)]);
    let around = with([melee(2)], &[1, 5, CENTRE]);
    free.play(melee(1), [1, 1]).expect(around);
    free.play(Move(1), []);
    assert_eq!(free.state.phase, Phase::Choosing);
}
