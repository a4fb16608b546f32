//! Tests of the effect Strike.

use proptest::collection::vec;
use proptest::prelude::*;

use super::given::*;
use crate::games::arena::Choice::{EndTurn, Flip, Keep, Next, Reroll};
use crate::games::arena::state::Phase;
use crate::games::arena::{Effect, Event};

/// Creates a game in which fighter 0 in zone 0 plays a Strike with four dice. The fighters
/// `targets` stand in zone 1, and another fighter stands in the centre.
fn strike_at<const N: usize>(targets: [Guest; N]) -> Given {
    let strike = card(4).shoots(4).technique(Effect::Strike);
    let on_1 = targets.map(|target| target.at(1));
    let start = [fighter(5).at(0).plays(strike)];
    given(start.into_iter().chain(on_1).chain([fighter(20).at(CENTRE)]))
}

rules! {
    a_9_strike_names_a_primary_target:
        strike_at([fighter(6), fighter(7)]).play().expect([shot(1), shot(2), shot(3)]);
    // 4 and 5 wound the first target and then one other fighter each; 1 and 2 hit no one.
    a_9_strike_each_die_may_strike_again_one_for_each_other:
        strike_at([fighter(6), fighter(7), fighter(8)]).play().play(shot(2), [1, 2, 4, 5])
            .lives([5, 5, 5, 7, 20]).is(|it| it.pp()[0], 3 + 4 + 3);
    a_9_strike_a_die_that_missed_the_primary_may_hit_another:
        strike_at([fighter(6).defense(6), fighter(7).defense(2)]).play().play(shot(1), [1, 2, 1, 1])
            .lives([5, 6, 6, 20]);
    // Fighter 1 is the first target. Then fighters 2 and 4 (defense 3) are hit by the dice 3 and 4,
    // and fighter 3 (defense 6) by the 6.
    a_9_strike_the_lowest_defense_takes_the_smallest_die_that_hits:
        strike_at([
            fighter(6).defense(5), fighter(7).defense(3), fighter(8).defense(6),
            fighter(9).defense(3),
        ]).play().play(shot(1), [6, 4, 3, 1])
            .then(|it| assert_eq!(
                it.rolls()[1..], [(2, vec![3], 3), (3, vec![6], 6), (4, vec![4], 3)],
            )).lives([5, 5, 6, 7, 8, 20]);
    a_9_strike_of_equal_defenses_the_smaller_comes_first:
        strike_at([fighter(6), fighter(7), fighter(8)]).play().play(shot(3), [4, 1, 1, 1])
            .lives([5, 5, 7, 7, 20]);
    a_9_strike_reaches_nobody_outside_the_zone:
        strike_at([fighter(6)]).play().play(shot(1), [6, 6, 6, 6]).lives([5, 2, 20]);
    // The attack eliminates two fighters, and the crowd throws one rock for each.
    a_9_strike_goes_on_if_the_primary_has_fallen:
        strike_at([fighter(6).lp(1), fighter(7).lp(1)]).round(3).play()
            .play(shot(1), [6, 6, 1, 1, /* rocks */ 4, 1]).lives([4, 0, 0, 20])
            .is(|it| it.state.trophies[0], 0b0110);
    a_9_strike_uses_the_dice_as_the_primarys_charm_left_them:
        strike_at([fighter(6).charm(), fighter(7), fighter(8)]).play().play(shot(1), [6, 5, 1, 1])
            .play(Flip(6), [])
            .then(|it| assert_eq!(it.lp(), [5, 5, 6, 8, 20], "only the 5 is left to hit"));
    a_9_strike_each_one_struck_may_use_its_charm_on_its_die:
        strike_at([fighter(6), fighter(7).charm(), fighter(8).charm()]).play()
            .play(shot(1), [6, 5, 1, 1]).asks(2).expect([Keep, Flip(5), Reroll(1)])
            .play(Reroll(1), [3]).is(|it| (it.who(), it.lp()[2]), (3, 7))
            .expect([Keep, Flip(6), Reroll(1)]).play(Flip(6), []).lives([5, 4, 7, 8, 20]);
    a_9_strike_spares_rings_and_suits_in_its_second_phase:
        strike_at([fighter(6).active(ring()), fighter(7).active(suit()), fighter(8)]).play()
            .play(shot(3), [6, 6, 6, 6]).lives([5, 6, 7, 4, 20]);
    a_9_strike_at_a_suit_has_three_dice_for_both_phases:
        strike_at([fighter(6).active(suit()), fighter(7)]).play().play(shot(1), [1, 1, 4])
            .lives([5, 5, 6, 20]);
}

#[test]
fn a_9_strike_rolled_defenses_come_before_the_second_phase() {
    let spear = || card(2).melee(2).technique(Effect::WhirlingSpear);
    let mut playing = strike_at([
        fighter(6).active(spear()),
        fighter(7).active(spear()),
        fighter(8),
        fighter(9).active(spear()),
    ])
    .play();
    // Fighter 1 rolls defense 3 as the first target. Then fighter 2 rolls 6 and fighter 4 rolls 2.
    // The 2 hits fighter 4, the 4 hits fighter 3, the 5 hits no one.
    playing.play(shot(1), [2, 4, 5, 1, 3, 6, 2]);
    assert_eq!(playing.rolls(), [(1, vec![1, 2, 4, 5], 3), (3, vec![4], 4), (4, vec![2], 2)]);
    assert_eq!(playing.lp(), [5, 4, 7, 7, 8, 20]);
}

rules! {
    a_9_strike_from_afar_loses_one_in_both_phases:
        strike_at([fighter(6), fighter(7)]).guest(1, fighter(6).at(3)).guest(2, fighter(7).at(3))
            .play().play(shot(1), [4, 4, 4, 5]).lives([5, 5, 6, 20]);
    a_9_strike_spares_teammates:
        strike_at([fighter(6).team(1), fighter(7).team(2), fighter(8).team(2)]).team(0, 1)
            .team(4, 2).play().expect([shot(2), shot(3), shot(4)]).play(shot(2), [6, 6, 6, 1])
            .lives([5, 6, 4, 7, 20]);
    // Fighter 2 acts next, then fighter 1, which the second phase has hit.
    a_9_strike_ends_the_skulls_of_all_it_strikes:
        strike_at([fighter(6).plays(card(2).shoots(1)), fighter(7).plays(card(3).shoots(1))])
            .skull(0, 1).play().play(shot(2), [6, 1, 1, 1]).expect([shot(0), shot(3)])
            .play(shot(3), [1]).expect([shot(0), shot(3)]);
    a_9_strike_leaves_the_skull_of_one_it_does_not_strike:
        strike_at([
            fighter(6).plays(card(2).shoots(1)), fighter(7).plays(card(3).shoots(1)), fighter(8),
        ]).skull(0, 1).play().play(shot(2), [1, 1, 1, 1]).play(shot(4), [1]).expect([shot(4)]);
}

#[test]
fn a_9_strike_may_have_its_dice_hit_only_once() {
    let once = |primary| {
        let targets = [primary, fighter(7).defense(3), fighter(8).defense(2)];
        let mut playing = strike_at(targets).rules(|rules| rules.strike_again = false).play();
        playing.play(shot(1), [5, 5, 3, 1]);
        playing
    };
    // Of the two dice that miss the first target, the 3 hits the fighter with the lower defense,
    // and the 1 hits no one.
    assert_eq!(once(fighter(6)).lp(), [5, 4, 7, 7, 20]);
    let mut charmed = once(fighter(6).charm());
    charmed.play(Flip(5), []);
    // The dice 2 and 3 each hit one fighter.
    assert_eq!(charmed.lp(), [5, 5, 6, 7, 20]);
}

/// Creates a game as [`strike_at`] does, with `rules.strike_optional`.
fn optional_strike_at<const N: usize>(targets: [Guest; N]) -> Given {
    strike_at(targets).rules(|rules| rules.strike_optional = true)
}

rules! {
    // No die hits defense 6. A chosen target is hit by the lowest die that wounds it.
    a_9_strike_optional_asks_whom_the_dice_hit_besides:
        optional_strike_at([
            fighter(6), fighter(7).defense(3), fighter(8).defense(6), fighter(9).defense(5),
        ]).play().play(shot(1), [1, 1, 3, 5])
            .then(|it| assert_eq!((it.who(), it.lp()[1]), (0, 5), "one hit the primary"))
            .expect([Next(2), Next(4), EndTurn]).play(Next(2), []).rolled([(2, vec![3], 3)])
            .expect([Next(4), EndTurn]).play(Next(4), []).rolled([(4, vec![5], 5)])
            .lives([5, 5, 6, 8, 8, 20])
            .then(|it| assert_eq!(it.state.phase, Phase::Choosing, "nobody is left to hit"));
    a_9_strike_optional_gives_a_scarce_die_to_whom_the_attacker_names:
        optional_strike_at([fighter(6), fighter(7).defense(2), fighter(8)]).play()
            .play(shot(1), [1, 1, 1, 5]).expect([Next(2), Next(3), EndTurn]).play(Next(3), [])
            .lives([5, 5, 7, 7, 20]).is(|it| it.state.phase, Phase::Choosing);
    // A second victim would cause a second throw of rocks.
    a_9_strike_optional_may_stop_before_any_die_of_the_second_phase:
        optional_strike_at([fighter(6).lp(1), fighter(7).lp(1)]).round(3).play()
            .play(shot(1), [6, 6, 1, 1]).expect([Next(2), EndTurn]).play(EndTurn, [/* rock */ 4])
            .then(|it| assert_eq!(it.events[0], Event::Spares { fighter: 0, targets: 0b100 }))
            .lives([4, 0, 1, 20]);
    a_9_strike_optional_asks_nothing_where_no_die_hits:
        optional_strike_at([
            fighter(6), fighter(7).active(ring()), fighter(8).active(suit()), fighter(9).defense(6),
        ]).play().play(shot(1), [5, 5, 5, 1]).is(|it| it.state.phase, Phase::Choosing)
            .lives([5, 3, 7, 8, 9, 20]);
    // The charm of the first target turns the 6 to a 1; then the whirling spear rolls defense 3.
    a_9_strike_optional_goes_on_after_a_charm_and_a_spear:
        optional_strike_at([
            fighter(6).charm(),
            fighter(7).active(card(2).melee(2).technique(Effect::WhirlingSpear)),
            fighter(8).charm(),
        ]).play().play(shot(1), [6, 5, 1, 1]).play(Flip(6), [3]).expect([Next(2), Next(3), EndTurn])
            .play(Next(3), []).asks(3).play(Reroll(1), [6])
            .then(|it| assert_eq!(it.lp(), [5, 5, 7, 7, 20], "the 5 is used up"))
            .is(|it| it.state.phase, Phase::Choosing);
}

#[test]
fn a_9_strike_optional_leaves_the_skull_of_one_that_is_spared() {
    let struck = |choice| {
        let mut playing = optional_strike_at([
            fighter(6).plays(card(2).shoots(1)),
            fighter(7).plays(card(3).shoots(1)),
        ])
        .skull(0, 1)
        .play();
        playing.play(shot(2), [6, 1, 1, 1]).play(choice, []);
        playing.play(shot(3), [1]);
        playing
    };
    struck(Next(1)).expect([shot(0), shot(3)]);
    struck(EndTurn).expect([shot(3)]);
}

/// Returns the largest number of dice that can each hit a different entry of `needed`, by trying
/// every assignment.
fn most_hits(dice: &[u8], needed: &[u8]) -> usize {
    let Some((first, others)) = needed.split_first() else {
        return 0;
    };
    let without = most_hits(dice, others);
    let with = (0..dice.len()).filter(|&die| dice[die] >= *first).map(|die| {
        let mut left = dice.to_vec();
        left.remove(die);
        1 + most_hits(&left, others)
    });
    with.max().unwrap_or(0).max(without)
}

proptest! {
    #[test]
    fn a_9_strike_shares_out_its_dice_so_that_they_wound_most(
        dice in [1..=6u8, 1..=6u8, 1..=6u8, 1..=6u8],
        defenses in vec(1..=7u8, 1..=6),
    ) {
        let strike = card(4).shoots(4).technique(Effect::Strike);
        let others = defenses.iter().map(|&defense| fighter(7).at(1).defense(defense));
        let primary = fighter(6).at(1).defense(9);
        let guests = [fighter(5).at(0).plays(strike), primary];
        let mut playing = given(guests.into_iter().chain(others)).play();
        playing.play(shot(1), dice);
        let wounded = playing.lp()[2..].iter().filter(|&&lp| lp == 6).count();
        prop_assert_eq!(wounded, most_hits(&dice, &defenses));
    }
}
