//! Tests of lucky charms against the dice of nets and claymores (A-6.4 with
//! `rules.charm_effect_dice`).

use super::given::*;
use crate::games::arena::Choice::{Flip, Keep, Reroll};
use crate::games::arena::{Card, Effect, Event, Rules};

fn early(rules: &mut Rules) {
    rules.charm_effect_dice = true;
}

/// Creates a game in which fighter 0 in zone 0 plays the card `plays`. Fighter 1 (defense 4, size
/// 8, with a lucky charm) stands in the same zone or, if the card shoots, in the next one.
fn answered(plays: Card, change: fn(&mut Rules)) -> Playing {
    let shoots = matches!(plays.effect(), Some(Effect::ElectricClaymore));
    given([
        fighter(5).at(0).plays(plays),
        fighter(8).at(u8::from(shoots)).charm(),
        fighter(9).at(3),
    ])
    .rules(change)
    .play()
}

fn evil_net() -> Card {
    let net = Effect::EvilNet { dice: 3, penalty: 2 };
    card(4).melee(2).item(net)
}

fn claymore() -> Card {
    card(4).item(Effect::ElectricClaymore)
}

fn bramble_net() -> Card {
    card(4).melee(3).technique(Effect::BrambleNet)
}

rules! {
    a_6_4_an_effects_dice_ask_nobody_unless_the_rules_say_so:
        answered(evil_net(), |_| ()).play(melee(1), [4, 5, 6, 1, 2])
            .expect([Keep, Flip(2), Reroll(1)]);
    // A flip of 1 or 2 would only increase the sum. The highest dice are rerolled first, and a 1
    // never is.
    // The sum 1 + 2 + 2 does not catch the target, so a 3 misses.
    // One die shows 1, and the sum with the two new dice still catches the target.
    a_6_4_an_evil_nets_dice_may_be_answered:
        answered(evil_net(), early).play(melee(1), [1, 2, 5]).asks(1)
            .expect([Keep, Flip(5), Reroll(1), Reroll(2)]).play(Flip(5), [3, 3])
            .is(|it| (it.lp()[1], it.state.charm), (8, 0)),
        answered(evil_net(), early).play(melee(1), [1, 3, 5]).play(Reroll(2), [6, 1, 3, 1])
            .is(|it| (it.lp()[1], it.state.charm), (7, 0));
    a_6_4_a_charm_kept_from_the_net_may_answer_the_attack:
        answered(evil_net(), early).play(melee(1), [6, 6, 6]).play(Keep, [2, 1])
            .expect([Keep, Flip(2), Reroll(1)]).play(Flip(2), [])
            .is(|it| (it.lp()[1], it.state.charm), (7, 0))
            .then(|it| assert_eq!(it.rolls(), [], "the same dice, turned"));
    a_6_4_each_of_several_charms_answers_a_throw_of_its_own:
        answered(evil_net(), |rules| { early(rules); rules.charms = 2; })
            .with(|it| it.state.more_charms[1] = 1).play(melee(1), [6, 6, 6])
            .play(Reroll(3), [5, 5, 5, 2, 2]).expect([Keep, Flip(2), Reroll(1), Reroll(2)])
            .play(Reroll(2), [1, 1]).is(|it| (it.lp()[1], it.state.charm), (8, 0));
    a_6_4_a_net_that_catches_nobody_asks_nobody:
        answered(evil_net(), early).play(melee(1), [1, 1, 5, 3, 3])
            .is(|it| (it.lp()[1], it.state.charm), (8, 0b010));
    // A flip would turn the 3 to its opposite face, 4, which means more dice; so no flip is
    // offered.
    // The target may use its charm only against the attack's own die, because no face of the first
    // die is below 1.
    a_6_4_a_claymores_number_of_dice_may_be_answered:
        answered(claymore(), early).play(shot(1), [6]).expect([Keep, Flip(6), Reroll(1)])
            .play(Flip(6), [4]).is(|it| (it.lp()[1], it.state.charm), (7, 0)),
        answered(claymore(), early).play(shot(1), [3]).expect([Keep, Reroll(1)])
            .play(Reroll(1), [2, 4, 1]).rolled([(1, vec![1, 4], 4)]),
        answered(claymore(), early).play(shot(1), [1, 4]).expect([Keep, Flip(4), Reroll(1)]);
    a_6_4_a_claymore_in_a_net_and_at_a_suit_has_its_dice_less:
        given([
            fighter(5).at(0).netted().plays(claymore()), fighter(8).at(1).active(suit()).charm(),
        ]).rules(early).play().play(shot(1), [6]).play(Keep, [1, 1, 1, 1]);
    a_6_4_a_bramble_nets_dice_may_be_answered:
        answered(bramble_net(), early).play(melee(1), [6, 1, 1]).expect([Keep, Flip(6), Reroll(1)])
            .play(Flip(6), []).is(|it| (it.lp()[1], it.state.netted), (8, 0)),
        answered(bramble_net(), early).play(melee(1), [6, 1, 1]).play(Reroll(1), [6])
            .is(|it| (it.lp()[1], it.state.netted), (7, 0b010)),
        answered(bramble_net(), early).play(melee(1), [6, 6, 6]).play(Keep, [])
            .is(|it| (it.lp()[1], it.state.netted), (7, 0b010))
            .then(|it| assert!(it.events.contains(&Event::Netted { fighter: 1 })))
            .is(|it| it.state.charm, 0b010);
}

#[test]
fn a_6_4_a_charm_rerolls_no_more_of_an_effects_dice_than_of_others() {
    let few = |rules: &mut Rules| {
        early(rules);
        rules.charm_rerolls = 1;
    };
    let mut playing = answered(evil_net(), few);
    playing.play(melee(1), [4, 5, 6]);
    playing.expect([Keep, Flip(4), Flip(5), Flip(6), Reroll(1)]);
}
