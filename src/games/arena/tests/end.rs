//! Tests of the end of a game.

use super::given::*;
use crate::games::arena::{Effect, Event};

/// Returns a game with these fighters after its last round, in which no fighter did anything.
fn after_the_last_round<const N: usize>(guests: [Guest; N]) -> Playing {
    let playing = given(guests).round(7).play();
    assert!(playing.over());
    playing
}

rules! {
    a_8_1_the_last_one_standing_wins_whatever_the_points:
        given([
            fighter(5).at(0).plays(card(4).melee(1)), fighter(6).at(0).lp(1).pp(20),
            fighter(7).fell(1).pp(30),
        ]).play().play(melee(1), [6]).ends().ranks([1, 2, 3])
            .then(|it| assert_eq!(it.events.last(), Some(&Event::Over { winners: 0b001 })));
    // Each shot of a pair eliminates an opponent. The second shot is resolved before the game ends.
    a_8_1_the_end_is_looked_for_after_the_whole_attack:
        given([
            fighter(5).at(0).plays(card(4).shoots(1).technique(Effect::DoubleBow)),
            fighter(6).at(1).lp(1), fighter(7).at(1).lp(1),
        ]).round(1).play().play(pair(1, 2), [6, 6]).ends().ranks([1, 3, 2]);
    a_8_1_rocks_can_make_the_last_but_one_win:
        given([
            fighter(5).at(0).lp(1).plays(card(4).melee(1)), fighter(6).at(0).lp(1),
            fighter(7).at(2),
        ]).round(3).play().play(melee(1), [6, 6]).ends().ranks([2, 3, 1]);
    a_8_1_a_team_wins_when_it_alone_is_left:
        given([
            fighter(5).at(0).team(1).plays(card(4).melee(1)), fighter(6).at(0).team(2).lp(1),
            fighter(7).at(2).team(1), fighter(8).team(2).fell(1),
        ]).round(1).play().play(melee(1), [6]).ends().ranks([1, 2, 1, 2])
            .then(|it| assert_eq!(it.events.last(), Some(&Event::Over { winners: 0b0101 })));
    a_8_1_a_barrel_on_mate_and_last_opponent_ends_the_game_before_rocks:
        given([
            fighter(5).at(0).team(1).lp(1).plays(card(4).shoots(1).technique(Effect::PowderBarrel)),
            fighter(6).at(1).team(1).lp(1), fighter(7).at(1).team(2).lp(1),
        ]).round(1).play().play(area(1), [6]).ends().ranks([1, 1, 2]);
    // The attack eliminates two fighters. The first throw of rocks decides the game, so the throw
    // for the second fighter is not made.
    a_8_1_rocks_that_fell_the_last_of_a_team_end_the_game:
        given([
            fighter(5).at(0).team(1).lp(1).plays(card(4).shoots(1).technique(Effect::PowderBarrel)),
            fighter(6).at(1).team(1).lp(1), fighter(7).at(1).team(2).lp(1),
            fighter(8).at(3).team(2),
        ]).round(1).play().play(area(1), [6, 6, 1, 1]).ends().ranks([2, 2, 1, 1]);
    a_8_1_a_game_ends_in_the_middle_of_a_turn:
        given([fighter(5).at(0).plays(card(4).melee(1).moves(2).shoots(3)), fighter(6).at(0).lp(1)])
            .play().play(melee(1), [6]).ends().then(|it| assert!(it.options().is_empty()));
    a_8_2_most_popularity_points_win:
        after_the_last_round([fighter(5).pp(3), fighter(6).pp(5), fighter(7).pp(4)])
            .ranks([3, 1, 2])
            .then(|it| assert_eq!(it.events.last(), Some(&Event::Over { winners: 0b010 })));
    a_8_2_then_most_trophies:
        after_the_last_round([
            fighter(5).pp(5), fighter(6).pp(5).trophies(0b1000),
            fighter(7).pp(5).trophies(0b110000), fighter(8).pp(4).trophies(0b11100000),
        ]).ranks([3, 2, 1, 4]);
    a_8_2_then_the_smallest:
        after_the_last_round([
            fighter(5).pp(4), fighter(6).pp(5).trophies(0b1), fighter(7).pp(5).trophies(0b1),
        ]).ranks([3, 1, 2]);
    a_8_2_the_fallen_do_not_win_with_points:
        after_the_last_round([fighter(5), fighter(6).fell(1).pp(30), fighter(7).pp(1)])
            .ranks([2, 3, 1]);
    a_8_2_teams_add_up_points_of_all_members_the_fallen_too:
        after_the_last_round([
            fighter(5).team(1).pp(5), fighter(6).team(2).pp(3), fighter(7).team(2).fell(1).pp(3),
            fighter(8).team(1),
        ]).ranks([2, 1, 1, 2])
            .then(|it| assert_eq!(it.events.last(), Some(&Event::Over { winners: 0b0110 })));
    a_8_2_teams_then_add_up_trophies_of_all_members:
        after_the_last_round([
            fighter(5).team(1).trophies(0b100), fighter(6).team(2).trophies(0b1),
            fighter(7).team(2).fell(1).trophies(0b1000), fighter(8).team(1).fell(2),
        ]).ranks([2, 1, 1, 2]);
    a_8_2_teams_last_tie_goes_to_the_smallest_survivor:
        after_the_last_round([
            fighter(5).team(1).fell(1), fighter(6).team(2), fighter(7).team(1), fighter(8).team(2),
        ]).then(|it| assert_eq!(it.places(), [2, 1, 2, 1], "the fallen 5 does not count"));
    a_8_2_a_team_without_a_survivor_does_not_win_with_points:
        after_the_last_round([
            fighter(5).team(1).fell(2).pp(20), fighter(6).team(1).fell(1).pp(20),
            fighter(7).team(2), fighter(8).team(3).pp(1),
        ]).ranks([3, 3, 2, 1]);
    a_8_4_the_fallen_are_placed_the_last_to_fall_first:
        after_the_last_round([
            fighter(5).fell(2).pp(9), fighter(6).fell(3), fighter(7).pp(1),
            fighter(8).fell(1).pp(30), fighter(9),
        ]).ranks([4, 3, 1, 5, 2]);
    a_8_4_in_one_attack_the_last_resolved_falls_last:
        given([
            fighter(5).at(0).plays(card(4).shoots(1).technique(Effect::PowderBarrel)),
            fighter(6).at(1).lp(1), fighter(7).at(1).lp(1), fighter(8).at(2),
        ]).round(7).play().play(area(1), [6]).ends().ranks([1, 4, 3, 2]);
    a_8_4_teams_are_placed_by_the_fall_of_their_last_member:
        after_the_last_round([
            fighter(5).team(1).fell(1), fighter(6).team(2).fell(2), fighter(7).team(2).fell(3),
            fighter(8).team(1).fell(4), fighter(9).team(3), fighter(10).team(4).pp(2),
        ]).ranks([3, 4, 4, 3, 2, 1]);
}
