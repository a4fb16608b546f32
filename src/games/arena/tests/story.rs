//! Tests of the prose about rounds, turns and endings, line by line.

use super::given::{CENTRE, Guest, card, fighter, given, melee};
use super::storyteller::{assert_lines, duel, story_of, told};
use crate::game::Face;
use crate::games::arena::{Choice, Compulsory, Effect, Rules};

#[test]
fn a_round_begins_with_how_everybody_stands() {
    let guests = [
        fighter(5).lp(3).pp(4).charm(),
        fighter(7).plays(card(6).item(Effect::GhostRing)).trophies(0b1000),
        fighter(10).at(CENTRE),
        fighter(12).fell(1),
    ];
    assert_lines(
        &told(given(guests), &[]),
        "Round",
        &[
            "Round 4 of 7, cards chosen in secret",
            "  Ant   3 LP  4 PP  charm  zone 1      card p",
            "  Bee   7 LP  0 PP         zone 2      card p, ghost ring  (trophy: Dog)",
            "  Cat  10 LP  0 PP         the centre  card p",
            "   6  Bee plays card p, ghost ring (defense 4)",
            "      stays where it is",
            "   1  Ant plays card p (defense 4)",
        ],
    );
}

#[test]
fn placements_share_a_line() {
    let laid = given([fighter(5), fighter(7)]);
    let guests = laid.guests.clone();
    let places: [(Choice, &[Face]); 2] = [(Choice::Place(2), &[]), (Choice::Place(5), &[])];
    let story = story_of(guests, laid.unplaced(), &places);
    assert_lines(
        &story,
        "Placement",
        &[
            "Placement",
            "  Ant starts in zone 3, Bee in zone 6",
            "",
            "Round 1 of 7, cards chosen in secret",
        ],
    );
}

#[test]
fn moves_share_a_line_and_what_comes_to_nothing_is_told() {
    let laid = given([
        fighter(5).plays(card(6).moves(2).melee(2)),
        fighter(7).at(4).active(card(3).item(Effect::PeacePipe)),
    ]);
    assert_lines(
        &told(laid, &[(Choice::Move(1), &[]), (Choice::Move(2), &[])]),
        "6",
        &[
            "   6  Ant plays card p (movement 2, melee 2, defense 4)",
            "      moves to zone 2, then to zone 3",
            "      finds nobody to attack",
        ],
    );
}

#[test]
fn a_skull_is_given_held_and_taken_back() {
    let given = given([
        fighter(5).plays(card(6).item(Effect::MysticalSkull)),
        fighter(7).plays(card(4).melee(1)),
    ]);
    let story = told(given, &[(Choice::Attack { slot: 1, target: 1 }, &[])]);
    assert_lines(
        &story,
        "gives",
        &[
            "      gives the skull to Bee in zone 2, who cannot attack Ant in its next action",
            "   4  Bee plays card p (melee 1, defense 4)",
            "      holds the skull of Ant and cannot attack its giver",
            "      finds nobody to attack",
        ],
    );
    let taken = duel(fighter(5).plays(card(6).melee(1)), fighter(7)).skull(0, 1);
    assert_lines(
        &told(taken, &[(melee(1), &[1])]),
        "strikes",
        &["      strikes Bee, taking back the skull: rolls 1 against 4, no wound"],
    );
}

#[test]
fn hands_are_taken_back() {
    let laid = given([fighter(5).active(card(3)).spent(card(2)), fighter(7)]);
    assert_lines(
        &told(laid, &[]),
        "Round 5",
        &[
            "Round 5 of 7, cards chosen in secret",
            "  Ant has no card left and takes back cards a and s0",
            "  Bee has no card left and takes back card p",
            "  Ant  5 LP  0 PP  zone 1  card a",
        ],
    );
}

#[test]
fn the_end_says_what_decided_it() {
    let last = |[ant, bee]: [Guest; 2]| told(given([ant, bee, fighter(9).fell(1)]).round(7), &[]);
    let head =
        |story: Vec<String>| story.into_iter().find(|line| line.starts_with("After")).unwrap();
    let (ant, bee) = (|| fighter(5).pp(4), || fighter(7).pp(4));
    assert_eq!(
        head(last([ant(), bee().pp(6)])),
        "After round 7: Bee wins with 6 PP, the most of those left"
    );
    assert_eq!(
        head(last([ant(), bee().trophies(0b100)])),
        "After round 7: Bee wins: 4 PP like Ant, but more trophies (1)"
    );
    assert_eq!(
        head(last([ant(), bee()])),
        "After round 7: Ant wins: 4 PP and 0 trophies like Bee, but smaller"
    );
    let team = given([ant().team(1), bee().team(2), fighter(9).team(1)]).round(7);
    let story = told(team, &[]);
    assert_eq!(
        head(story.clone()),
        "After round 7: Ant and Cat win: 4 PP and 0 trophies like Bee, but smaller"
    );
    assert_lines(
        &story,
        "place",
        &[
            "  place  fighter          PP  LP  fell  trophies",
            "      1  Ant      team 1   4   5  -     -",
        ],
    );
}

#[test]
fn what_need_not_be_attacked_is_told_as_a_choice() {
    let free = |rules: &mut Rules| rules.compulsory = Compulsory::Never;
    let laid = duel(fighter(5).plays(card(6).melee(2)), fighter(7)).rules(free);
    assert_lines(&told(laid, &[(Choice::EndTurn, &[])]), "attacks", &["      attacks nobody"]);
}
