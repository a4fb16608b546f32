//! Tests of the actions of a hero in its turn (rules J-3.3b, J-3.3c and J-3.5).

use super::given::{HERE, Played, party, rules};
use crate::games::jungle::rules::Cleared;
use crate::games::jungle::{Ability, Choice, Equipment, Phase, Tile};

rules! {
    j_3_3b_a_tile_is_revealed_and_the_hero_steps_onto_it:
        party(2).start().pairs([1, 0, 0, 0]).hidden(&[1, 9])
            .expect([
                Choice::Explore(1), Choice::Explore(9), Choice::Move(4), Choice::Move(6),
                Choice::Step(4), Choice::Step(6),
            ]).play(Choice::Explore(9), &[]).is(|it| it.place(0), 9)
            .then(|it| assert!(it.state.is_revealed(9))).is(|it| it.state.turn.pairs, [0; 4])
            .then(|it| assert!(it.offers(Choice::Stop)));
}

#[test]
fn j_3_3b_a_jet_reveals_two_tiles_or_goes_two_steps() {
    let mut played = party(1).start().pairs([2, 0, 0, 0]).hidden(&[1, 4, 9]);
    assert_eq!(
        played.options()[..4],
        [
            Choice::ExploreTwo(1, 4),
            Choice::ExploreTwo(1, 9),
            Choice::ExploreTwo(4, 9),
            Choice::Move(2),
        ]
    );
    played.play(Choice::ExploreTwo(1, 9), &[]);
    assert_eq!(played.options(), [Choice::Onto(1), Choice::Onto(9)]);
    played.play(Choice::Onto(1), &[]);
    assert_eq!(played.place(0), 1);
    assert!(played.state.is_revealed(9));
    let moves = [0, 2, 3, 5, 6].map(Choice::Move);
    assert_eq!(played.options()[..5], moves, "over 0 to none: 4 is hidden");
}

rules! {
    j_3_3b_a_single_neighbour_is_explored_by_jet_as_without:
        party(1).start().pairs([1, 0, 0, 0]).hidden(&[4])
            .then(|it| assert_eq!(it.options()[0], Choice::Explore(4))),
        party(1).rules(|rules| rules.jet = false).start().pairs([1, 0, 0, 0]).hidden(&[4, 9])
            .then(|it| assert_eq!(it.options()[..2], [Choice::Explore(4), Choice::Explore(9)]));
}

#[test]
fn j_3_3b_rooms_fill_up() {
    let played = party(3)
        .start()
        .pairs([1, 0, 0, 0])
        .tile(4, Tile::CryoSleep)
        .hero(1, |hero| hero.place = 4);
    assert!(!played.offers(Choice::Move(4)) && !played.offers(Choice::Step(4)));
    let open = played.hero(1, |hero| hero.place = 6);
    assert!(open.offers(Choice::Move(4)) && open.offers(Choice::Step(4)));
    // The jet of a lone hero reaches a tile two steps away, but no tile beyond.
    let jet = party(1).start().pairs([1, 0, 0, 0]);
    assert!(jet.offers(Choice::Move(13)) && !jet.offers(Choice::Move(15)));
}

#[test]
fn j_3_3b_j_4_3_who_stands_still_goes_nowhere() {
    let played = party(2).start().pairs([1, 0, 0, 0]).hidden(&[1]).hero(0, |hero| hero.stress = 6);
    assert_eq!(played.options(), [Choice::Stop], "the pair lapses");
    let near = played.hero(0, |hero| hero.stress = 5);
    assert!(near.offers(Choice::Explore(1)) && near.offers(Choice::Step(4)));
}

#[test]
fn j_3_3c_fights_searches_and_rests() {
    let mut played = party(1).start().pairs([0, 1, 1, 1]).hero(0, |hero| hero.stress = 3);
    let offered = [Choice::Fight, Choice::Search, Choice::Rest];
    assert_eq!(played.options()[..3], offered);
    assert!(!played.offers(Choice::Stop), "a pair must be applied");
    let before = played.state.equipment.left();
    played.plays(&[Choice::Search, Choice::Rest]);
    assert_eq!((played.state.equipment.left(), played.stress(0)), (before - 1, 1));
    played.play(Choice::Fight, &[]);
    assert_eq!(played.state.phase, Phase::Striking);
}

rules! {
    j_3_3c_what_would_change_nothing_is_void:
        party(1).start().pairs([0, 1, 0, 1]).with(|state| state.cleared = 1 << HERE)
            .then(|it| assert!(!it.offers(Choice::Fight) && !it.offers(Choice::Rest)))
            .then(|it| assert!(it.offers(Choice::Stop))),
        party(1).rules(|rules| rules.cleared = Cleared::Fights).start().pairs([0, 1, 0, 0])
            .with(|state| state.cleared = 1 << HERE)
            .then(|it| assert!(it.offers(Choice::Fight) && !it.offers(Choice::Stop)));
    j_3_5_one_free_step:
        party(1).start().then(|it| assert_eq!(it.options()[..4], [1, 4, 6, 9].map(Choice::Step)))
            .play(Choice::Step(9), &[]).expect([Choice::Stop]).is(|it| it.place(0), 9);
}

#[test]
fn j_3_5_what_is_used_stands_in_order() {
    use Equipment::{Capsule, FirstAid, Medal, Potion, Scanner, Tonic, Vest};
    let all = [Potion, Capsule, Medal, FirstAid, Scanner, Tonic, Vest];
    let played = party(1).start().hidden(&[1, 4, 6, 9]).bag(0, &all).hero(0, |hero| {
        (hero.life, hero.stress, hero.clock, hero.energy) = (5, 1, 1, 1);
    });
    assert_eq!(
        played.options(),
        [
            Choice::Use(Potion),
            Choice::Use(Capsule),
            Choice::Use(FirstAid),
            Choice::Scan(1),
            Choice::Scan(4),
            Choice::Scan(6),
            Choice::Scan(9),
            Choice::Use(Tonic),
            Choice::Convert,
            Choice::Stop,
        ]
    );
    let well = party(1).start().bag(0, &all).hero(0, |hero| hero.energy = 1);
    assert_eq!(well.options()[4..], [Choice::Stop], "nothing would change");
}

#[test]
fn j_3_5_energy_is_made_life() {
    let start = |cap, life| {
        let played = party(1).rules(|rules| rules.life_cap = cap).start();
        played.hero(0, |hero| (hero.life, hero.energy) = (life, 2))
    };
    let mut played = start(true, 9);
    played.play(Choice::Convert, &[]);
    assert_eq!((played.life(0), played.energy(0)), (10, 1));
    assert!(!played.offers(Choice::Convert));
    let mut played = start(false, 10);
    played.play(Choice::Convert, &[]);
    assert_eq!((played.life(0), played.energy(0)), (11, 1));
}

fn with_hostages(exchanges: u8) -> Played {
    let played = party(3)
        .rules(|rules| rules.exchanges = exchanges)
        .start()
        .bag(0, &[Equipment::Vest, Equipment::Tonic]);
    let played = played.hero(0, |hero| hero.hostages = 1);
    played.hero(2, |hero| hero.hostages = 2)
}

#[test]
fn j_3_5_exchanges_with_mates() {
    let mut played = with_hostages(2);
    assert_eq!(
        played.options()[4..],
        [
            Choice::Give(1),
            Choice::Give(2),
            Choice::Take(2),
            Choice::Hand(Equipment::Tonic, 1),
            Choice::Hand(Equipment::Tonic, 2),
            Choice::Hand(Equipment::Vest, 1),
            Choice::Hand(Equipment::Vest, 2),
            Choice::Stop,
        ]
    );
    played.plays(&[Choice::Take(2), Choice::Hand(Equipment::Vest, 1)]);
    assert_eq!((played.hostages(0), played.hostages(2)), (2, 1));
    assert_eq!(played.holds(1, Equipment::Vest), 1);
    assert_eq!(played.options()[4..], [Choice::Stop], "two of them in a turn");
    assert_eq!(with_hostages(0).options()[4..], [Choice::Stop]);
    let mut played = with_hostages(1);
    played.play(Choice::Give(1), &[]);
    assert_eq!((played.hostages(0), played.hostages(1)), (0, 1));
    // A hero on another tile cannot exchange things with the active hero.
    let played = with_hostages(2).hero(2, |hero| hero.place = 4);
    assert!(!played.offers(Choice::Take(2)) && played.offers(Choice::Give(1)));
}

rules! {
    j_3_5_a_turn_goes_on_after_a_flight:
        party(1).start().pairs([0, 1, 1, 0]).plays(&[Choice::Fight, Choice::Flee, Choice::Onto(4)])
            .is(|it| (it.state.phase, it.place(0)), (Phase::Acting, 4))
            .then(|it| assert!(it.offers(Choice::Search)));
}

#[test]
fn j_a1_steps() {
    use super::given::{given, who};
    let mut played = given(vec![who(Ability::Stride(2))]).start();
    played.plays(&[Choice::Step(4), Choice::Step(5), Choice::Step(6)]);
    assert_eq!(played.options(), [Choice::Stop]);
}
