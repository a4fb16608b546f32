//! Tests of the set-up and of the piles (rule J-2).

use super::given::{IDLE, given, party, roster, seated, who};
use crate::game::chance::{PrescribedFall, ScriptedChance};
use crate::games::jungle::rules::{Corners, Rules};
use crate::games::jungle::{Choice, Equipment, Jungle, Phase, Tile};
use crate::simulate::Staged;

/// Returns rules with few kinds of tiles and cards.
fn small() -> Rules {
    let mut rules = Rules::default();
    rules.side.one = 2;
    for count in [
        &mut rules.tiles.jungle.count,
        &mut rules.tiles.cells.count,
        &mut rules.tiles.guard_post.count,
        &mut rules.equipment.junk.count,
    ] {
        *count = 0;
    }
    rules
}

fn deal(rules: &Rules, heroes: u8, falls: Vec<PrescribedFall>) -> crate::games::jungle::State {
    let game = Jungle::new(rules, &roster(&vec![who(IDLE); heroes.into()]));
    let mut chance = ScriptedChance::new(falls);
    let state = game.deal(&seated(heroes), &mut chance);
    chance.assert_all_used();
    state
}

/// Returns the random draws that deal the three piles in the order of their kinds.
fn piles(rules: &Rules) -> Vec<PrescribedFall> {
    let game = Jungle::new(rules, &roster(&[who(IDLE)]));
    let kinds = |counts: Vec<u8>| -> Vec<PrescribedFall> {
        let counts = counts.into_iter().enumerate();
        counts.flat_map(|(kind, count)| vec![PrescribedFall::Card(kind); count.into()]).collect()
    };
    let mut falls = kinds(game.tables.equipment.map(|card| card.count).to_vec());
    falls.extend(kinds(game.tables.alerts.map(|card| card.count).to_vec()));
    falls.extend(kinds(game.tables.rebels.map(|card| card.count).to_vec()));
    falls
}

#[test]
fn j_2_1_tiles_are_drawn_in_order_and_lie_face_down() {
    let rules = small();
    let mut falls = vec![
        PrescribedFall::Card(Tile::Temple as usize),
        PrescribedFall::Card(Tile::Swamp as usize),
    ];
    falls.extend(piles(&rules));
    let state = deal(&rules, 1, falls);
    let tiles = [Tile::Temple, Tile::Exfiltration, Tile::Infiltration, Tile::Swamp];
    assert_eq!(state.tiles[..4], tiles);
    assert_eq!(state.revealed, 0b0110);
}

#[test]
fn j_2_1_corners() {
    for (corners, picked, at) in [
        (Corners::Opposite, None, 1),
        (Corners::Adjacent, None, 3),
        (Corners::Random, Some(0), 0),
        (Corners::Random, Some(1), 1),
        (Corners::Random, Some(2), 3),
    ] {
        let rules = Rules { corners, ..small() };
        let mut falls: Vec<PrescribedFall> = picked.map(PrescribedFall::Pick).into_iter().collect();
        falls.extend([PrescribedFall::Card(Tile::Temple as usize); 1]);
        falls.extend([PrescribedFall::Card(Tile::Swamp as usize); 1]);
        falls.extend(piles(&rules));
        let state = deal(&rules, 1, falls);
        assert_eq!((state.infiltration, state.exfiltration), (2, at));
    }
}

#[test]
fn j_2_1_a_small_pile_is_filled_up_with_jungle() {
    let given = party(1).rules(|rules| rules.tiles.jungle.count = 0);
    let game = given.game();
    let others = game.tile_pile(0).len();
    let pile = game.tile_pile(others + 1);
    let jungle = pile.count(Tile::Jungle as usize);
    assert_eq!((pile.len(), jungle), (others + 1, 1));
}

#[test]
fn j_2_1_a_first_game_has_its_seven_tiles() {
    let mut rules = small();
    (rules.side.one, rules.first_game) = (3, true);
    let mut falls: Vec<PrescribedFall> = [8, 7, 5, 4, 3, 1, 0].map(PrescribedFall::Pick).to_vec();
    falls.extend(piles(&rules));
    let state = deal(&rules, 1, falls);
    assert_eq!(state.tiles[8], Tile::Nanopharmacy);
    assert_eq!(state.tiles[0], Tile::Viewpoint);
    // A base with fewer places gets only the first of the tiles of a first game.
    rules.side.one = 2;
    let mut falls: Vec<PrescribedFall> = [3, 0].map(PrescribedFall::Pick).to_vec();
    falls.extend(piles(&rules));
    let state = deal(&rules, 1, falls);
    assert_eq!(state.tiles[3], Tile::Nanopharmacy);
    assert_eq!(state.tiles[0], Tile::Airfield);
    // The pile has two airfields: one is placed as a tile of a first game, the other remains in the
    // pile.
    (rules.side.one, rules.tiles.airfield.count) = (4, 2);
    let mut falls: Vec<PrescribedFall> = [0, 1, 2, 4, 5, 6, 7].map(PrescribedFall::Pick).to_vec();
    falls.push(PrescribedFall::Card(Tile::Airfield as usize));
    falls.extend([PrescribedFall::Card(Tile::Swamp as usize); 5]);
    falls.push(PrescribedFall::Card(Tile::Temple as usize));
    falls.extend(piles(&rules));
    let state = deal(&rules, 1, falls);
    assert_eq!((state.tiles[1], state.tiles[8]), (Tile::Airfield, Tile::Airfield));
}

#[test]
fn j_2_2_what_a_hero_begins_with() {
    let given = party(2);
    let falls = given.falls();
    let played = given.dealt(falls);
    for hero in 0..2 {
        assert_eq!((played.life(hero), played.energy(hero)), (10, 2));
        assert_eq!((played.stress(hero), played.clock(hero)), (0, 0));
        assert_eq!(played.place(hero), 12);
        assert_eq!(played.holds(hero, Equipment::Potion), 1);
        assert_eq!(played.holds(hero, Equipment::Capsule), 1);
    }
}

#[test]
fn j_2_3_a_lone_hero_has_more() {
    let given = given(vec![who(IDLE)]);
    let falls = given.falls();
    let played = given.dealt(falls);
    assert_eq!(played.energy(0), 4);
    assert_eq!(played.holds(0, Equipment::Capsule), 2);
    assert!(played.game.has_jet(&played.state));
}

#[test]
fn j_2_4_a_pile_is_drawn_through_before_its_discards_are_shuffled() {
    let given = party(1).rules(|rules| {
        let pile = &mut rules.equipment;
        *pile = Default::default();
        for count in [
            &mut pile.potion.count,
            &mut pile.capsule.count,
            &mut pile.medal.count,
            &mut pile.first_aid.count,
            &mut pile.scanner.count,
            &mut pile.tonic.count,
            &mut pile.pistol.count,
            &mut pile.grenade.count,
            &mut pile.sabre.count,
            &mut pile.rifle.count,
            &mut pile.missile.count,
            &mut pile.suit.count,
            &mut pile.vest.count,
            &mut pile.drone.count,
            &mut pile.plate.count,
            &mut pile.crystal.count,
            &mut pile.junk.count,
        ] {
            *count = 0;
        }
        (pile.tonic.count, pile.junk.count) = (1, 2);
    });
    let mut played = given.start().pairs([0, 0, 5, 0]);
    played.plays(&[Choice::Search; 3]);
    assert_eq!(played.holds(0, Equipment::Tonic), 1);
    assert_eq!(played.state.equipment.left(), 0);
    // The discarded junk is shuffled into the pile again; the tonic is not, because a hero holds
    // it.
    let junk = PrescribedFall::Card(Equipment::Junk as usize);
    played.play(Choice::Search, &[junk, junk]);
    played.play(Choice::Search, &[]);
    assert_eq!(played.state.equipment.left(), 0);
}

#[test]
fn j_2_4_discards_are_sixty_at_most() {
    let mut played = party(1).start();
    for _ in 0..70 {
        played.state.equipment.discard(Equipment::Tonic as usize);
    }
    let discards = played.state.equipment.discards();
    assert_eq!(discards.iter().sum::<u8>(), 60);
}

#[test]
fn j_3_1_the_mission_begins_with_seat_1() {
    let given = party(2);
    let falls = given.falls();
    let mut played = given.dealt(falls);
    assert_eq!(played.state.round, 0);
    played.play(Choice::Begin, &super::given::dice(&[6, 6, 6, 1]));
    assert_eq!((played.state.round, played.state.active), (1, 0));
    assert_eq!(played.state.phase, Phase::Keeping);
}
