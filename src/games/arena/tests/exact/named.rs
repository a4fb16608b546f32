//! Tests with hand-made positions, each of which shows an error that a feature had in an earlier
//! version.

use super::measured::{at, features};
use crate::games::arena::tests::given::*;
use crate::games::arena::{Choice, Effect, Landing};

/// Returns the value of a feature for the option `choice`.
#[track_caller]
fn says(playing: &Playing, choice: Choice, feature: &str) -> f32 {
    let (options, rows) = features(&playing.arena, &playing.state);
    let found = options.iter().position(|&option| option == choice);
    let option = found.unwrap_or_else(|| panic!("{choice:?} is none of {options:?}"));
    rows[option][at(feature)]
}

#[track_caller]
fn near(said: f32, expected: f32) {
    assert!((said - expected).abs() < 1e-5, "{said}, not {expected}");
}

/// Returns the option to choose a card, in a position with a single card.
fn only_card(playing: &Playing) -> Choice {
    playing.options()[0]
}

#[test]
fn a_bowling_strike_goes_on_with_dice_that_missed() {
    let strike = card(8).shoots(4).technique(Effect::BowlingStrike);
    let table = |first, second| {
        let targets = [fighter(5).defense(first).at(1), fighter(6).defense(second).at(1)];
        let attacker = fighter(13).at(0).plays(strike.clone());
        given([targets[0].clone(), targets[1].clone(), attacker]).mad().play()
    };
    // Dice that miss defense 3 also miss defense 5. Dice that miss defense 5 hit defense 3 if they
    // show 3 or 4.
    near(says(&table(3, 5), shot(0), "wounds"), 4.0 * 4.0 / 6.0);
    near(says(&table(5, 3), shot(0), "wounds"), 4.0 * (2.0 + 2.0) / 6.0);
    near(says(&table(4, 4), shot(0), "wounds"), 2.0);
}

#[test]
fn a_shooter_steps_into_range() {
    let threat = |moves| {
        let foe = fighter(9).at(3).plays(card(1).moves(moves).shoots(3));
        let me = fighter(5).at(0).plays(card(8));
        let playing = given([me, foe]).mad().choosing();
        says(&playing, only_card(&playing), "danger")
    };
    assert_eq!(threat(0), 0.0, "two zones away nobody shoots as it stands");
    assert!(threat(1) > 0.5, "{}", threat(1));
}

#[test]
fn a_card_finds_nobody_out_of_range() {
    let promise = |mad, moves| {
        let me = fighter(5).at(0).plays(card(8).moves(moves).shoots(3));
        let laid = given([me, fighter(9).at(3).plays(card(1))]);
        let laid = if mad { laid.mad() } else { laid };
        let playing = laid.choosing();
        says(&playing, only_card(&playing), "wounds")
    };
    assert_eq!(promise(true, 0), 0.0);
    near(promise(true, 1), 1.5);
    near(promise(false, 0), 1.0);
}

#[test]
fn shedding_a_net_gives_a_die_back() {
    let me = fighter(5).at(0).netted().plays(card(8).moves(1).melee(3).defends(5));
    let playing = given([me, fighter(9).at(0)]).mad().play();
    near(says(&playing, melee(1), "wounds"), 1.0);
    near(says(&playing, Choice::Shed, "wounds"), 1.5);
}

#[test]
fn no_rocks_fly_after_the_end() {
    let rocks = |others: usize| {
        let me = fighter(5).at(0).plays(card(8).melee(2).defends(5));
        let others = (0..others).map(|i| fighter(6).at(i as u8).lp(1));
        let playing = given([me].into_iter().chain(others)).round(1).play();
        says(&playing, melee(1), "rocks")
    };
    assert_eq!(rocks(1), 0.0);
    near(rocks(2), 0.75 * 3.0 * 2.0 / 6.0);
}

#[test]
fn rocks_cost_no_more_life_than_there_is() {
    let me = fighter(5).at(0).lp(1).plays(card(8).melee(1).defends(1));
    let others = [fighter(6).at(0).defense(1).lp(1), fighter(7).at(2)];
    let playing = given([me].into_iter().chain(others)).round(1).play();
    near(says(&playing, melee(1), "rocks"), 1.0);
}

#[test]
fn a_strike_hits_the_softest_besides_with_the_dice_that_a_suit_left() {
    let strike = card(8).shoots(2).technique(Effect::Strike);
    let suit = card(2).item(Effect::BlindingSuit).defends(7);
    let playing = given([
        fighter(5).at(1).active(suit),
        fighter(6).at(1).defense(6),
        fighter(7).at(1).defense(2),
        fighter(13).at(0).plays(strike),
    ])
    .play();
    // The single die hits the fighter with the lower defense if it shows 2 or more; no die is left
    // for the other.
    near(says(&playing, shot(0), "wounds"), 5.0 / 6.0);
    near(says(&playing, shot(0), "kills"), 0.0);
}

#[test]
fn a_strikes_dice_may_hit_only_once() {
    let strike = card(8).shoots(1).technique(Effect::Strike);
    let wounds = |again| {
        let targets = [fighter(6).at(1).defense(5), fighter(7).at(1).defense(2)];
        let me = fighter(13).at(0).plays(strike.clone());
        let playing =
            given(targets.into_iter().chain([me])).rules(|rules| rules.strike_again = again).play();
        says(&playing, shot(0), "wounds")
    };
    near(wounds(true), 2.0 / 6.0 + 5.0 / 6.0);
    near(wounds(false), 2.0 / 6.0 + 3.0 / 6.0);
}

#[test]
fn a_die_that_lies_there_hits_whom_it_is_named_for() {
    let strike = card(8).shoots(3).technique(Effect::Strike);
    let targets = [5, 6, 7].map(|size| fighter(size).at(1).lp(1));
    let me = fighter(13).at(0).plays(strike);
    let mut playing = given(targets.into_iter().chain([me]))
        .rules(|rules| rules.strike_optional = true)
        .round(2)
        .play();
    playing.play(shot(0), [4, 5, 1]);
    for feature in ["wounds", "kills"] {
        near(says(&playing, Choice::Next(1), feature), 1.0);
        near(says(&playing, Choice::EndTurn, feature), 0.0);
    }
    // The crowd throws two rocks for the second eliminated fighter.
    near(says(&playing, Choice::Next(1), "rocks"), 1.0);
}

#[test]
fn only_who_lives_flies() {
    let landing = vec![Landing { size: 40, dice: 2 }];
    let sandal = card(8).melee(4).technique(Effect::Sandal { landing });
    let wounds = |lp, defense| {
        let playing = given([
            fighter(4).at(0).defense(defense).lp(lp),
            fighter(5).at(2).defense(1),
            fighter(16).at(0).plays(sandal.clone()),
        ])
        .mad()
        .play();
        says(&playing, melee(0), "wounds")
    };
    // Four dice always have a sum of at least 4. All of them wound against defense 1, none against
    // defense 7.
    near(wounds(1, 1), 1.0);
    near(wounds(1, 7), 2.0);
    // The sandal throws the target unless a 6 eliminates it.
    let misses = (5.0f32 / 6.0).powi(4);
    near(wounds(1, 6), 1.0 - misses + 2.0 * misses);
}

#[test]
fn finishing_gives_back_what_is_missing_at_most() {
    let life = |missing: u8, victim: u8| {
        let finishing = card(8).melee(5).defends(4).technique(Effect::Finishing {
            life: 5,
            bonus: 5,
            regain: 1,
            regain_large: 2,
            large: 10,
        });
        let me = fighter(9).at(0).lp(9 - missing).plays(finishing);
        let victim = fighter(victim).at(0).lp(1);
        let playing = given([me, victim, fighter(20)]).mad().play();
        says(&playing, melee(1), "life")
    };
    // With a bonus of 5 on each die, defense 4 is always met.
    near(life(3, 10), 1.0);
    near(life(3, 13), 2.0);
    near(life(1, 13), 1.0);
    near(life(0, 13), 0.0);
}

#[test]
fn a_vampire_gains_life_not_points() {
    let sticks = card(8).melee(2).item(Effect::VampiricSticks);
    let me = fighter(7).at(0).plays(sticks);
    let playing = given([me, fighter(9).at(0)]).play();
    near(says(&playing, melee(1), "life"), 1.0);
    near(says(&playing, melee(1), "points"), 0.0);
}

#[test]
fn who_stays_in_its_net_is_easier_to_hit() {
    let danger = |netted: bool, moves| {
        let me = fighter(5).at(0).active(card(2).defends(4));
        let me = if netted { me.netted() } else { me };
        let me = me.plays(card(8).moves(moves).melee(1).defends(4));
        let foe = fighter(9).at(0).plays(card(1).melee(3));
        let playing = given([me, foe]).mad().play();
        says(&playing, melee(1), "danger")
    };
    near(danger(true, 0) / danger(false, 0), 4.0 / 3.0);
    // The fighter moves and is therefore free of its net before an opponent attacks.
    near(danger(true, 1), danger(false, 0));
}

#[test]
fn an_attack_knows_who_may_answer_it() {
    let answers = |charm: bool| {
        let target = fighter(9).at(0);
        let target = if charm { target.charm() } else { target };
        let me = fighter(7).at(0).plays(card(8).melee(2));
        let playing = given([me, target]).play();
        says(&playing, melee(1), "answers")
    };
    near(answers(false), 0.0);
    near(answers(true), 0.75);
}

#[test]
fn a_charm_knows_what_the_dice_after_a_net_or_a_claymore_do() {
    let table = |plays: crate::games::arena::Card, zone| {
        let me = fighter(7).at(0).plays(plays);
        given([me, fighter(9).at(zone).charm()])
            .rules(|rules| rules.charm_effect_dice = true)
            .play()
    };
    let net = Effect::EvilNet { dice: 3, penalty: 2 };
    let mut caught = table(card(8).melee(2).item(net), 0);
    // If the dice of the net catch the target, the target may use its charm against them.
    // Otherwise, it may use its charm against two dice that wound with 4 or more.
    let sums = 1.0 - 56.0 / 216.0;
    near(says(&caught, melee(1), "answers"), sums + (1.0 - sums) * 0.75);
    caught.play(melee(1), [6, 2, 1]);
    near(says(&caught, Choice::Flip(6), "saved"), 2.0 * 2.0 / 6.0);
    // After a reroll, a single 6 would catch the target again.
    near(says(&caught, Choice::Reroll(1), "saved"), 2.0 * 2.0 / 6.0 * 5.0 / 6.0);
    let mut claymore = table(card(8).item(Effect::ElectricClaymore), 1);
    near(says(&claymore, shot(1), "answers"), 5.5 / 6.0);
    claymore.play(shot(1), [5]);
    near(says(&claymore, Choice::Flip(5), "saved"), 1.5);
    near(says(&claymore, Choice::Reroll(1), "saved"), 2.5 - 1.75);
}

#[test]
fn a_vampire_is_denied_no_points() {
    let denied = |card: crate::games::arena::Card| {
        let me = fighter(7).at(0).plays(card.melee(1));
        let mut playing = given([me, fighter(9).at(0).charm()]).play();
        playing.play(melee(1), [6]);
        says(&playing, Choice::Flip(6), "denied")
    };
    near(denied(card(8)), 3.0);
    near(denied(card(8).item(Effect::VampiricSticks)), 0.0);
}
