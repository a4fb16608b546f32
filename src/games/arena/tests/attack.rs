//! Tests of attacks.

use super::given::*;
use crate::games::arena::state::Phase;
use crate::games::arena::{Card, Choice, Effect, Event, Rules};

/// Creates a game in which fighter 0 plays the card `plays` in the zone of fighter 1, the target.
/// Fighter 2 stands in zone 3.
fn duel(plays: Card, target: Guest) -> Given {
    given([fighter(5).at(0).plays(plays), target.at(0), fighter(16).at(3)])
}

/// Returns one word for each event that the last choice caused, for comparison.
fn course(playing: &Playing) -> Vec<&'static str> {
    let word = |event: &Event| {
        Some(match event {
            Event::Attacks { .. } => "attack",
            Event::RollsDiceCount { .. } => "count",
            Event::RollsNet { .. } => "net",
            Event::RollsDefense { .. } => "defense",
            Event::Rolls { .. } => "dice",
            Event::Wounds { .. } => "wounds",
            Event::Eliminated { .. } => "falls",
            Event::Shocks { .. } => "shock",
            Event::Rocks { .. } => "rocks",
            Event::UsesCharm { .. } => "charm",
            Event::TurnEnds { .. } => "end",
            _ => return None,
        })
    };
    let end = |event: &&Event| !matches!(event, Event::TurnEnds { .. });
    playing.events.iter().take_while(end).filter_map(word).collect()
}

#[test]
fn a_6_0_net_then_attack_then_defense() {
    let net = Effect::EvilNet { dice: 3, penalty: 2 };
    let spear = card(2).melee(2).technique(Effect::WhirlingSpear);
    let mut playing = duel(card(4).melee(2).item(net), fighter(9).active(spear)).play();
    // The sum 3 + 3 + 3 of the net reaches size 9, so the rolled defense 5 counts as 3. The
    // attack's dice show 2 and 3: one wound.
    playing.play(melee(1), [3, 3, 3, 2, 3, 5]);
    assert_eq!(playing.lp(), [5, 8, 16]);
    assert_eq!(course(&playing), ["attack", "net", "defense", "dice", "wounds"]);
}

rules! {
    a_6_0_number_of_dice_then_dice_then_defense:
        given([
            fighter(5).at(0).plays(card(4).item(Effect::ElectricClaymore)),
            fighter(9).at(1).active(card(2).melee(2).technique(Effect::WhirlingSpear)),
        ]).play().play(shot(1), [2, 5, 6, 6]).rolled([(1, vec![5, 6], 6)])
            .then(|it| assert_eq!(course(it), ["attack", "count", "defense", "dice", "wounds"]));
}

#[test]
fn a_6_0_charm_before_wounds_elimination_before_shock_and_rocks_last() {
    let shock = card(4).melee(2).technique(Effect::Electroshock { shift: 2 });
    let mut playing = duel(shock, fighter(9).lp(1).charm()).round(3).play();
    playing.play(melee(1), [6, 6]);
    assert_eq!(course(&playing), ["attack", "dice"]);
    playing.play(Choice::Flip(6), [4]);
    assert_eq!(course(&playing), ["charm", "wounds", "falls", "shock", "rocks", "dice", "wounds"]);
}

rules! {
    a_6_0_rocks_come_after_the_whole_of_an_area:
        given([
            fighter(5).at(0).plays(card(4).shoots(1).technique(Effect::PowderBarrel)),
            fighter(6).at(1).lp(1), fighter(7).at(1), fighter(8).at(2),
        ]).round(3).play().play(area(1), [6, 1])
            .then(|it| assert_eq!(
                course(it),
                ["attack", "dice", "wounds", "falls", "dice", "wounds", "rocks", "dice"],
            ));
    // The dice are 6 and 1 against the smaller target, 6 and 5 against the larger one. The smaller
    // target may use its charm first.
    a_6_0_both_rolls_of_a_pair_come_first:
        given([
            fighter(5).at(0).plays(card(4).shoots(2).technique(Effect::DoubleBow)),
            fighter(6).at(1).charm(), fighter(7).at(2).lp(1), fighter(8).at(3),
        ]).round(3).play().play(pair(1, 2), [6, 1, 6, 5]).asks(1).play(Choice::Reroll(1), [2, 1])
            .then(|it| assert_eq!(
                course(it), ["charm", "dice", "wounds", "falls", "rocks", "dice"],
            )).lives([5, 6, 0, 8]);
    a_6_1_the_dice_are_those_of_the_slot:
        duel(card(4).melee(1), fighter(8)).play().play(melee(1), [6]),
        duel(card(4).melee(5), fighter(8)).play().play(melee(1), [6, 1, 2, 3, 3]);
    a_6_1_an_attack_without_dice_is_made_and_does_nothing:
        duel(card(4).melee(1), fighter(8).active(suit())).play().play(melee(1), [])
            .lives([5, 8, 16]).rolled([(1, vec![], 4)]);
    // A far shot with an energy armour: penalty -1, bonus +2.
    a_6_2_modifiers_add_up_and_the_faces_are_kept:
        given([
            fighter(5).at(0).plays(card(4).shoots(2).item(Effect::EnergyArmour { bonus: 2 })),
            fighter(6).at(3),
        ]).play().play(shot(1), [3, 2]).rolled([(1, vec![2, 3], 3)]).lives([5, 5]);
}

#[test]
fn a_6_3_the_active_card_defends() {
    for (defense, lp) in [(1, 2), (4, 5), (6, 7), (7, 8), (9, 8)] {
        let mut playing =
            duel(card(4).melee(6), fighter(8).active(card(2).defends(defense))).play();
        playing.play(melee(1), [1, 2, 3, 4, 5, 6]);
        assert_eq!(playing.lp()[1], lp, "against a defense of {defense}");
    }
}

rules! {
    // Against defense 7, a 6 misses. In a far shot at defense 1, a 1 counts as 0 and misses.
    a_6_5_no_face_hits_or_misses_by_itself:
        duel(card(4).melee(1), fighter(8).defense(7)).play().play(melee(1), [6])
            .is(|it| it.lp()[1], 8),
        given([fighter(5).at(0).plays(card(4).shoots(2)), fighter(6).at(2).defense(1)]).play()
            .play(shot(1), [1, 2]).is(|it| it.lp()[1], 5);
    // An evil net reduces defense 1 to -1. Every face wounds, and a flip cannot turn a hit into a
    // miss.
    a_6_5_a_modified_defense_has_no_floor:
        duel(
            card(4).melee(2).item(Effect::EvilNet { dice: 1, penalty: 2 }),
            fighter(6).defense(1).charm(),
        ).play().play(melee(1), [6, 1, 2]).rolled([(1, vec![1, 2], -1)]).play(Choice::Flip(2), [])
            .is(|it| it.lp()[1], 4);
    a_6_5_wounds_beyond_the_last_life_point_are_void:
        duel(card(4).melee(4), fighter(8).lp(2)).play().play(melee(1), [6, 6, 6, 6])
            .lives([5, 0, 16]).scores([2, 0, 0]);
}

#[test]
fn a_6_6_a_wound_is_a_point_of_popularity_the_first_three() {
    assert_eq!(Rules::default().first_wound, 3);
    for (lp, dice, pp) in [(8, 1, 3), (8, 3, 5), (7, 1, 1), (7, 3, 3)] {
        let mut playing = duel(card(4).melee(3), fighter(8).lp(lp)).play();
        playing.play(melee(1), std::array::from_fn::<_, 3, _>(|i| if i < dice { 5 } else { 1 }));
        assert_eq!(playing.pp(), [pp, 0, 0]);
        assert_eq!(playing.lp()[1], lp - dice as u8);
    }
}

#[test]
fn a_6_6_the_first_wounds_worth_is_a_setting() {
    for (worth, pp) in [(0, 1), (1, 2), (20, 21)] {
        let mut playing =
            duel(card(4).melee(2), fighter(8)).rules(|rules| rules.first_wound = worth).play();
        playing.play(melee(1), [4, 4]);
        assert_eq!(playing.pp()[0], pp);
        assert_eq!(playing.state.first[1], 0, "it goes first, whatever its worth");
    }
}

rules! {
    a_6_7_the_figure_is_the_attackers_trophy:
        duel(card(4).melee(1), fighter(8).lp(1).trophies(0b1000)).play().play(melee(1), [4])
            .then(|it| assert_eq!(
                it.state.trophies[..3], [0b010, 0b1000, 0], "the victim keeps its own",
            ));
    a_6_8_the_fallen_leave_the_board_with_their_chosen_card:
        given([
            fighter(5).at(0).plays(card(4).melee(1).moves(1)),
            fighter(8).at(0).lp(1).plays(card(3).melee(6)), fighter(16).at(0).holds(card(2)),
        ]).play().play(melee(1), [4]).is(|it| it.state.at[0], 0b101).play(Choice::Move(1), [])
            .then(|it| assert_eq!(it.turns(), [2], "the fallen does not act"))
            .is(|it| (it.state.phase, it.who()), (Phase::Choosing, 0)).choose("p")
            .then(|it| assert_eq!(it.who(), 2, "nor does it choose"));
}
