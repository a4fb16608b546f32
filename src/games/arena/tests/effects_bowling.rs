//! Tests of the bowling strike, an effect that Mad Arena calls Strike.

use super::given::*;
use crate::games::arena::Choice::{Flip, Next};
use crate::games::arena::{Effect, Event};

/// Creates a game in which fighter 0 in zone 0 plays a bowling strike. The fighters `targets` stand
/// in zone 1, and another fighter stands in the centre.
fn bowl_at<const N: usize>(targets: [Guest; N]) -> Given {
    let strike = card(4).shoots(4).technique(Effect::BowlingStrike);
    let on_1 = targets.map(|target| target.at(1));
    let start = [fighter(5).at(0).plays(strike)];
    let centre = [fighter(20).at(CENTRE)];
    given(start.into_iter().chain(on_1).chain(centre)).mad()
}

#[test]
fn a_9_bowling_asks_for_the_order_one_at_a_time() {
    let mut playing = bowl_at([fighter(6), fighter(7), fighter(8)]).play();
    let end = crate::games::arena::Choice::EndTurn;
    playing.expect([shot(1), shot(2), shot(3), shot(4), end]);
    playing.play(shot(2), []).expect([Next(1), Next(3)]);
    // The last target is added without a decision, because it is the only one left.
    playing.play(Next(3), [1, 1, 1, 1]);
    let order: Vec<u8> = playing.rolls().iter().map(|roll| roll.0).collect();
    assert_eq!(order, [2, 3, 1]);
}

rules! {
    a_9_bowling_with_one_opponent_or_two_asks_nothing:
        bowl_at([fighter(6)]).play().play(shot(1), [1, 1, 4, 6]).lives([5, 4, 20]),
        bowl_at([fighter(6), fighter(7)]).play().play(shot(2), [1, 1, 4, 6])
            .then(|it| assert_eq!(it.rolls()[1], (1, vec![1, 1], 4)));
    a_9_bowling_tries_the_dice_that_miss_on_the_next:
        bowl_at([fighter(6).defense(5), fighter(7).defense(3), fighter(8).defense(2)]).play()
            .play(shot(1), []).play(Next(2), [5, 4, 2, 1])
            .rolled([(1, vec![1, 2, 4, 5], 5), (2, vec![1, 2, 4], 3), (3, vec![1, 2], 2)])
            .lives([5, 5, 6, 7, 20]);
    a_9_bowling_hits_beyond_the_life_points_do_not_roll_on:
        bowl_at([fighter(6).lp(1), fighter(7).defense(2)]).play().play(shot(1), [6, 6, 6, 6])
            .lives([5, 0, 7, 20]).then(|it| assert_eq!(it.rolls().len(), 1, "no dice are left"));
    a_9_bowling_rolls_on_over_the_fallen:
        bowl_at([fighter(6).lp(1), fighter(7).lp(1)]).play().play(shot(1), [6, 3, 3, 3])
            .lives([5, 0, 1, 20]),
        bowl_at([fighter(6).lp(1), fighter(7).lp(1).defense(3)]).play().play(shot(1), [6, 3, 1, 1])
            .then(|it| assert_eq!(it.state.trophies[0], 0b110, "both in one attack"));
    a_9_bowling_passes_by_teammates:
        bowl_at([fighter(6).team(1), fighter(7), fighter(8)]).team(0, 1).play()
            .play(shot(2), [1, 1, 1, 1]).then(|it| assert_eq!(it.rolls().len(), 2))
            .then(|it| assert!(!it.rolls().iter().any(|roll| roll.0 == 1)));
    // A charm flipped the 5 to a 2, which misses the first target and hits the next.
    a_9_bowling_uses_the_dice_as_a_charm_left_them:
        bowl_at([fighter(6).charm(), fighter(7).defense(2)]).rules(|rules| rules.lucky_charm = true)
            .play().play(shot(1), [5, 1, 1, 1]).play(Flip(5), []).rolled([(2, vec![1, 1, 1, 2], 2)])
            .lives([5, 6, 6, 20]);
}

#[test]
fn a_9_bowling_a_suit_spares_its_wearer_a_die() {
    let suit = || card(2).item(Effect::BlindingSuit);
    let mut first = bowl_at([fighter(6).active(suit()), fighter(7)]).play();
    first.play(shot(1), [1, 1, 1]);
    let mut second = bowl_at([fighter(6), fighter(7).active(suit()), fighter(8)]).play();
    second.play(shot(1), []).play(Next(2), [1, 2, 3, 3]);
    assert_eq!(second.rolls()[1..], [(2, vec![2, 3, 3], 4), (3, vec![1, 2, 3, 3], 4)]);
}

rules! {
    a_9_bowling_does_not_reach_beyond_its_range:
        bowl_at([fighter(6)]).guest(1, fighter(6).at(3)).play()
            .expect([shot(2), crate::games::arena::Choice::EndTurn]);
}

#[test]
fn a_9_bowling_is_one_attack() {
    let mut playing = bowl_at([fighter(6).lp(1), fighter(7).lp(1).defense(3)])
        .rules(|rules| rules.rocks = vec![0, 0, 0, 1])
        .play();
    // Both targets are eliminated first; then the crowd throws rocks, once for each.
    playing.play(shot(1), [6, 3, 1, 1, /* rocks */ 1, 1]);
    let falls = |e: &&Event| matches!(e, Event::Eliminated { .. } | Event::Rocks { .. });
    let falls: Vec<bool> =
        (playing.events.iter().filter(falls)).map(|e| matches!(e, Event::Rocks { .. })).collect();
    assert_eq!(falls, [false, false, true, true]);
}

#[test]
fn a_9_bowling_comes_to_mates_by_setting() {
    let bowl = |mates| {
        bowl_at([fighter(6).team(1), fighter(7).team(2), fighter(8).team(2)])
            .rules(|rules| rules.bowling_hits_mates = mates)
            .team(0, 1)
            .play()
    };
    let mut playing = bowl(false);
    playing.play(shot(2), [1, 1, 4, 6]);
    assert_eq!(playing.rolls().len(), 2, "the other opponent is next");
    let mut playing = bowl(true);
    playing.play(shot(2), []).expect([Next(1), Next(3)]);
    playing.play(Next(1), [1, 3, 4, 6]);
    let order: Vec<u8> = playing.rolls().iter().map(|roll| roll.0).collect();
    assert_eq!(order, [2, 1, 3]);
}
