//! The rulebook's examples: two fights (5.1.1 and 5.1.2) and two moves (5.2).

use super::given::{HERE, HIT, MISS, OWN, dice, faces, party, rules};
use crate::game::chance::PrescribedFall;
use crate::games::jungle::{Choice, Equipment, Phase, Rebel, Tile};

rules! {
    /// Checks the rulebook's first fight: Yohan Duo, with 10 life, defense 3 and the invisibility
    /// suit, fights the cook.
    // Yohan takes 3 life with the suit, without a die. The cook throws 5 and hits for 2 life; Yohan
    // loses his next strike. The cook throws 3 and misses.
    j_5_5_the_first_fight:
        party(1).start().bag(0, &[Equipment::Suit]).pairs([0, 1, 0, 0]).rebels(&[Rebel::Cook])
            .play(Choice::Fight, &[])
            .play(Choice::Suit, &[PrescribedFall::Die(5), PrescribedFall::Die(3)])
            .is(|it| it.state.fight.unwrap().life, 1).is(|it| it.life(0), 8).play(Choice::Suit, &[])
            .is(|it| it.hostages(0), 1).then(|it| assert!(it.state.is_cleared(HERE)))
            .is(|it| it.holds(0, Equipment::Suit), 0);
}

/// Checks the rulebook's second fight: two heroes fight a rebel; the initiatives are 4, 2 and 5.
#[test]
fn j_5_2_the_second_fight() {
    let mut played = party(2).start().pairs([0, 1, 0, 0]).rebels(&[Rebel::Guard]);
    played.play(Choice::Fight, &[]);
    // The order is the rebel, hero 1, hero 2; the rebel strikes hero 1.
    let falls = [
        PrescribedFall::Pick(4),
        PrescribedFall::Pick(0),
        PrescribedFall::Pick(0),
        PrescribedFall::Die(4),
    ];
    played.play(Choice::Join, &falls);
    assert_eq!((played.life(0), played.decider()), (8, Some(0)));
    played.play(OWN, &[HIT]);
    assert_eq!(played.decider(), Some(1));
    played.play(OWN, &[MISS, PrescribedFall::Pick(1), MISS]);
    assert_eq!(played.decider(), Some(0), "the same order again");
}

rules! {
    /// Checks the rulebook's first move: the yellow hero takes a free step to another hero and
    /// fights beside it. After the fight it uses the effect of the tile.
    j_3_5_the_first_move:
        party(2).start().tile(4, Tile::Dwelling).pairs([0, 1, 0, 0]).rebels(&[Rebel::Scout])
            .with(|state| (state.heroes[1].place, state.heroes[0].stress) = (4, 2))
            .plays(&[Choice::Step(4), Choice::Fight])
            .play(Choice::Join, &[PrescribedFall::Pick(0), PrescribedFall::Pick(1)])
            .play(OWN, &[HIT]).is(|it| it.hostages(0), 1).then(|it| assert!(it.state.is_cleared(4)))
            .play(Choice::Tile, &[]).is(|it| it.stress(0), 0);
}

/// Checks the rulebook's second move: the blue hero has a search pair and an explore pair, and gets
/// stress from the fate die. It draws a card, moves two tiles, and uses the effect of the second
/// tile.
#[test]
fn j_3_3b_the_second_move() {
    let kept = [2, 0, 2, 0, 0, 0];
    let mut played = party(2).start().tile(8, Tile::RobotSurgeons).with(|state| {
        state.phase = Phase::Keeping;
        (state.turn.dice, state.turn.throws) = (faces(kept), 1);
        state.heroes[0].life = 6;
    });
    played.play(Choice::Keep(faces(kept)), &dice(&[1]));
    assert_eq!(played.stress(0), 1);
    played.plays(&[Choice::Search, Choice::Step(4), Choice::Move(8), Choice::Tile]);
    assert_eq!(played.holds(0, Equipment::Potion), 1);
    assert_eq!((played.place(0), played.life(0)), (8, 10));
}
