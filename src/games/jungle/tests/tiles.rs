//! Tests of the effects of tiles (rules J-3.6 and J-T).

use super::given::{HERE, HIT, OWN, Played, party, rules};
use crate::games::jungle::{Choice, Equipment, Phase, Rebel, Rules, Tile};

/// Creates a mission in which hero 0 stands on a tile of this kind, and has lost life, has stress
/// and used hours.
fn on(tile: Tile) -> Played {
    let played = party(2).start().tile(HERE, tile).with(|state| {
        state.heroes[1].place = 12;
        state.turn.steps = 0;
    });
    played.hero(0, |hero| {
        (hero.life, hero.stress, hero.clock) = (3, 2, 10);
    })
}

/// Creates a mission in which hero 0 has used the effect of a tile of this kind.
fn had(tile: Tile) -> Played {
    let mut played = on(tile);
    played.play(Choice::Tile, &[]);
    played
}

/// Creates a mission in which hero 0 has stepped onto a tile of this kind.
fn stepped(tile: Tile) -> Played {
    let mut played = party(2).start().tile(4, tile);
    played.play(Choice::Step(4), &[]);
    played
}

#[test]
fn j_3_6_once_in_the_game_and_one_in_a_turn() {
    let played = had(Tile::Dwelling);
    assert!(!played.offers(Choice::Tile));
    let next_turn = played.with(|state| state.turn.tile = false);
    let next_turn = next_turn.hero(0, |hero| hero.stress = 2);
    assert!(!next_turn.offers(Choice::Tile), "it has had it");
    let mut other = on(Tile::Dwelling).tile(4, Tile::RobotSurgeons);
    other.state.turn.steps = 1;
    other.plays(&[Choice::Tile, Choice::Step(4)]);
    assert!(!other.offers(Choice::Tile), "one in a turn");
}

#[test]
fn j_3_6_cubes_may_limit_effects() {
    let start = |cubes| {
        let played = party(1).rules(|rules| rules.cubes = cubes).start();
        let played = played.tile(HERE, Tile::Dwelling).tile(4, Tile::SnakePit);
        played.hero(0, |hero| (hero.stress, hero.had) = (1, 1 << 9))
    };
    for (cubes, more) in [(1, false), (2, true)] {
        let mut played = start(cubes);
        assert_eq!(played.offers(Choice::Tile), more);
        played.play(Choice::Step(4), &[]);
        assert_eq!(played.stress(0), 1 + u8::from(more), "a compulsory one");
    }
    assert_eq!(Rules::default().cubes, 25);
}

#[test]
fn j_3_6_what_would_change_nothing_is_not_offered() {
    for (tile, change) in [(Tile::Dwelling, 0), (Tile::RobotSurgeons, 1), (Tile::CryoSleep, 2)] {
        let played = on(tile).hero(0, |hero| match change {
            0 => hero.stress = 0,
            1 => hero.life = 10,
            _ => hero.clock = 0,
        });
        assert!(!played.offers(Choice::Tile), "{tile:?}");
    }
    let kits = |held: usize| {
        let kits = vec![Equipment::FirstAid; held];
        on(Tile::Nanopharmacy).bag(0, &kits).offers(Choice::Tile)
    };
    assert!(kits(14) && !kits(15));
}

rules! {
    // The compulsory effect counts as the one tile effect of this turn.
    j_3_6_a_compulsory_effect_comes_whatever_else_was_had:
        on(Tile::Dwelling).tile(4, Tile::SnakePit).set(|state| state.turn.steps = 1)
            .plays(&[Choice::Tile, Choice::Step(4)]).is(|it| it.stress(0), 1),
        on(Tile::SnakePit).tile(4, Tile::SnakePit).tile(8, Tile::Dwelling)
            .set(|state| state.turn.steps = 2).plays(&[Choice::Step(4), Choice::Step(8)])
            .then(|it| assert!(!it.offers(Choice::Tile)));
    // A hero that flees but stays on its tile does not enter the tile again.
    j_3_6_a_fight_comes_before_a_compulsory_effect:
        party(1).start().tile(4, Tile::Minefield).lurks(4, Rebel::Scout).play(Choice::Step(4), &[])
            .is(|it| (it.state.phase, it.life(0)), (Phase::Striking, 10)).play(OWN, &[HIT])
            .is(|it| (it.hostages(0), it.life(0)), (1, 7)),
        party(1).start().tile(4, Tile::Minefield).lurks(4, Rebel::Scout)
            .plays(&[Choice::Step(4), Choice::Flee, Choice::Onto(8)])
            .then(|it| assert_eq!(it.life(0), 9, "the flight's"));
}

#[test]
fn j_t1_j_t2_j_t3_nothing() {
    for tile in [Tile::Infiltration, Tile::Exfiltration, Tile::Jungle] {
        assert_eq!(on(tile).options(), [Choice::Stop]);
    }
    assert_eq!(stepped(Tile::Jungle).options(), [Choice::Stop]);
}

rules! {
    j_t2_exfiltration_is_where_the_boss_waits:
        party(1).start().hero(0, |hero| (hero.place, hero.hostages) = (2, 3))
            .play(Choice::Step(3), &[super::given::MISS]).is(|it| it.state.phase, Phase::Striking);
    j_t3_jungle_does_nothing:
        assert!(!on(Tile::Jungle).offers(Choice::Tile));
    j_t4_nanopharmacy:
        assert_eq!(had(Tile::Nanopharmacy).holds(0, Equipment::FirstAid), 1);
    j_t5_airfield:
        on(Tile::Airfield).hidden(&[0, 1, 2, 4, 6, 7, 8, 9]).play(Choice::Tile, &[])
            .expect([3, 10, 11, 12, 13, 14, 15].map(Choice::Onto)).play(Choice::Onto(15), &[])
            .is(|it| it.place(0), 15),
        on(Tile::Airfield).hero(0, |hero| hero.stress = 6)
            .then(|it| assert!(!it.offers(Choice::Tile), "J-4.3"));
    j_t6_cryo_sleep:
        assert_eq!(had(Tile::CryoSleep).clock(0), 7);
    j_t7_robot_surgeons:
        assert_eq!(had(Tile::RobotSurgeons).life(0), 7),
        on(Tile::RobotSurgeons).hero(0, |hero| hero.life = 9).play(Choice::Tile, &[])
            .is(|it| it.life(0), 10);
    j_t8_armoury:
        had(Tile::Armoury).is(|it| it.holds(0, Equipment::Potion), 1);
    j_t9_dwelling:
        assert_eq!(had(Tile::Dwelling).stress(0), 0);
    j_t10_viewpoint:
        on(Tile::Viewpoint).hidden(&[0, 1, 9]).play(Choice::Tile, &[])
            .then(|it| assert!(it.state.is_revealed(1) && it.state.is_revealed(9)))
            .then(|it| assert!(!it.state.is_revealed(0)));
    j_t11_cells:
        had(Tile::Cells).is(|it| it.state.phase, Phase::Striking),
        on(Tile::Cells).with(|state| state.cleared = 1 << HERE)
            .then(|it| assert!(!it.offers(Choice::Tile)));
    j_t12_temple:
        had(Tile::Temple).is(|it| (it.energy(0), it.stress(0)), (1, 3));
    // If no fight can break out, the effect of the tile does not count as used.
    j_t13_guard_post:
        party(1).start().tile(4, Tile::GuardPost).play(Choice::Step(4), &[])
            .is(|it| it.state.phase, Phase::Striking),
        party(1).start().tile(4, Tile::GuardPost).set(|state| state.cleared = 1 << 4)
            .play(Choice::Step(4), &[]).expect([Choice::Stop]).is(|it| it.state.heroes[0].had, 0);
    j_t14_swamp:
        assert_eq!(stepped(Tile::Swamp).clock(0), 1);
    j_t15_minefield:
        assert_eq!(stepped(Tile::Minefield).life(0), 7);
    j_t16_snake_pit:
        assert_eq!(stepped(Tile::SnakePit).stress(0), 1);
}
