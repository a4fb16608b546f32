//! Tests of the effects of tiles (rules J-3.6 and J-T).

use super::given::{HERE, HIT, OWN, Played, party};
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

#[test]
fn j_3_6_a_compulsory_effect_comes_whatever_else_was_had() {
    let mut played = on(Tile::Dwelling).tile(4, Tile::SnakePit);
    played.state.turn.steps = 1;
    played.plays(&[Choice::Tile, Choice::Step(4)]);
    assert_eq!(played.stress(0), 1);
    // The compulsory effect counts as the one tile effect of this turn.
    let mut played = on(Tile::SnakePit).tile(4, Tile::SnakePit).tile(8, Tile::Dwelling);
    played.state.turn.steps = 2;
    played.plays(&[Choice::Step(4), Choice::Step(8)]);
    assert!(!played.offers(Choice::Tile));
}

#[test]
fn j_3_6_a_fight_comes_before_a_compulsory_effect() {
    let mut played = party(1).start().tile(4, Tile::Minefield).lurks(4, Rebel::Scout);
    played.play(Choice::Step(4), &[]);
    assert_eq!((played.state.phase, played.life(0)), (Phase::Striking, 10));
    played.play(OWN, &[HIT]);
    assert_eq!((played.hostages(0), played.life(0)), (1, 7));
    // A hero that flees but stays on its tile does not enter the tile again.
    let mut played = party(1).start().tile(4, Tile::Minefield).lurks(4, Rebel::Scout);
    played.plays(&[Choice::Step(4), Choice::Flee, Choice::Onto(8)]);
    assert_eq!(played.life(0), 9, "the flight's");
}

#[test]
fn j_t1_j_t2_j_t3_nothing() {
    for tile in [Tile::Infiltration, Tile::Exfiltration, Tile::Jungle] {
        assert_eq!(on(tile).options(), [Choice::Stop]);
    }
    assert_eq!(stepped(Tile::Jungle).options(), [Choice::Stop]);
}

#[test]
fn j_t2_exfiltration_is_where_the_boss_waits() {
    let mut played = party(1).start().hero(0, |hero| {
        (hero.place, hero.hostages) = (2, 3);
    });
    played.play(Choice::Step(3), &[super::given::MISS]);
    assert_eq!(played.state.phase, Phase::Striking);
}

#[test]
fn j_t3_jungle_does_nothing() {
    assert!(!on(Tile::Jungle).offers(Choice::Tile));
}

#[test]
fn j_t4_nanopharmacy() {
    assert_eq!(had(Tile::Nanopharmacy).holds(0, Equipment::FirstAid), 1);
}

#[test]
fn j_t5_airfield() {
    let mut played = on(Tile::Airfield).hidden(&[0, 1, 2, 4, 6, 7, 8, 9]);
    played.play(Choice::Tile, &[]);
    let targets = [3, 10, 11, 12, 13, 14, 15].map(Choice::Onto);
    assert_eq!(played.options(), targets);
    played.play(Choice::Onto(15), &[]);
    assert_eq!(played.place(0), 15);
    let still = on(Tile::Airfield).hero(0, |hero| hero.stress = 6);
    assert!(!still.offers(Choice::Tile), "J-4.3");
}

#[test]
fn j_t6_cryo_sleep() {
    assert_eq!(had(Tile::CryoSleep).clock(0), 7);
}

#[test]
fn j_t7_robot_surgeons() {
    assert_eq!(had(Tile::RobotSurgeons).life(0), 7);
    let mut well = on(Tile::RobotSurgeons).hero(0, |hero| hero.life = 9);
    well.play(Choice::Tile, &[]);
    assert_eq!(well.life(0), 10);
}

#[test]
fn j_t8_armoury() {
    let played = had(Tile::Armoury);
    assert_eq!(played.holds(0, Equipment::Potion), 1);
}

#[test]
fn j_t9_dwelling() {
    assert_eq!(had(Tile::Dwelling).stress(0), 0);
}

#[test]
fn j_t10_viewpoint() {
    let mut played = on(Tile::Viewpoint).hidden(&[0, 1, 9]);
    played.play(Choice::Tile, &[]);
    assert!(played.state.is_revealed(1) && played.state.is_revealed(9));
    assert!(!played.state.is_revealed(0));
}

#[test]
fn j_t11_cells() {
    let played = had(Tile::Cells);
    assert_eq!(played.state.phase, Phase::Striking);
    let cleared = on(Tile::Cells).with(|state| state.cleared = 1 << HERE);
    assert!(!cleared.offers(Choice::Tile));
}

#[test]
fn j_t12_temple() {
    let played = had(Tile::Temple);
    assert_eq!((played.energy(0), played.stress(0)), (1, 3));
}

#[test]
fn j_t13_guard_post() {
    let mut played = party(1).start().tile(4, Tile::GuardPost);
    played.play(Choice::Step(4), &[]);
    assert_eq!(played.state.phase, Phase::Striking);
    // If no fight can break out, the effect of the tile does not count as used.
    let mut played = party(1).start().tile(4, Tile::GuardPost);
    played.state.cleared = 1 << 4;
    played.play(Choice::Step(4), &[]);
    assert_eq!(played.options(), [Choice::Stop]);
    assert_eq!(played.state.heroes[0].had, 0);
}

#[test]
fn j_t14_swamp() {
    assert_eq!(stepped(Tile::Swamp).clock(0), 1);
}

#[test]
fn j_t15_minefield() {
    assert_eq!(stepped(Tile::Minefield).life(0), 7);
}

#[test]
fn j_t16_snake_pit() {
    assert_eq!(stepped(Tile::SnakePit).stress(0), 1);
}
