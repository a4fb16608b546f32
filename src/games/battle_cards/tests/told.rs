//! Tests of the stories of games, of the fields that scripts can read, and of errors about rules.

use serde_json::{Value as Json, json};

use super::given::{dice, duel, given, plain, who};
use crate::game::scripted::{FieldCell, Scripted};
use crate::game::story::{Playbill, Role, Telling};
use crate::game::{Game, Observer};
use crate::games::battle_cards::story::Story;
use crate::games::battle_cards::{Action, BATTLE_CARDS, BattleCards, Choice, Power, Rules};
use crate::games::title::{Files, Title};

#[test]
fn a_story_says_what_is_held_and_why_a_score_is_what_it_is() {
    let mut forceful = who(1, 3, Power::Force(2));
    forceful.nemesis = Some("c03".into());
    let teams = [vec![plain(), forceful], vec![plain(), plain()]];
    let mut played = given(teams).start().hand(0, &[Action::Nemesis, Action::Strength]);
    let opening = played.state;
    let (attacker, target) = (1, 3);
    played.play(super::given::attack(attacker, target), &[]);
    played.play(Choice::Play(Action::Strength), &dice(&[2, 1]));
    played.state.attacked = 0;
    played.play(Choice::Nemesis { attacker, target }, &[]);
    let bill = Playbill { roles: vec![Role::default(); 2], ..Playbill::default() };
    let teller = Story::new(&played.game, &opening, &bill.roles);
    let mut story = Telling::<BattleCards, _>::new(teller, &opening, 0, &bill);
    played.events.iter().for_each(|&event| story.see(event, &played.state));
    let lines = story.finish(None).lines;
    let told: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
    let told = told.join("\n");
    for part in [
        "somebody: 1 die, 3 life",
        "draws strength, nemesis",
        "score 5 (2 + 2 of its power + 1 of its cards)",
        "uses a nemesis card against",
    ] {
        assert!(told.contains(part), "{part}:\n{told}");
    }
}

#[test]
fn a_script_sees_the_score_and_the_cards_of_an_attack() {
    let mut played = duel(2, 2)
        .rules(|rules| rules.cards_timing = crate::games::battle_cards::rules::CardsTiming::After)
        .start()
        .hand(0, &[Action::Strength, Action::Precision]);
    let see = |played: &super::given::Played, name: &str| {
        let mut fields = crate::games::battle_cards::BattleCards::VIEW.iter();
        let field = fields.find(|field| field.name == name).expect("a field");
        match (field.read)(played.game.view(&played.state)) {
            FieldCell::Number(value) => value,
            cell => panic!("{cell:?} is no number"),
        }
    };
    assert!(see(&played, "score").is_nan());
    assert_eq!(see(&played, "attacks_left"), 2.0);
    played.play(super::given::attack(1, 3), &dice(&[3, 4]));
    assert_eq!(see(&played, "score"), 4.0);
    played.play(Choice::Play(Action::Strength), &[]);
    assert_eq!(see(&played, "score"), 5.0);
    assert_eq!(see(&played, "more_score"), 1.0);
    assert_eq!(see(&played, "wound"), 0.0);
}

#[test]
fn too_few_characters_are_counted_by_their_kind() {
    let roster: Json = toml::from_str(BATTLE_CARDS.roster()).unwrap();
    let mut line_up = json!({ "players": 8, "team-size": 7 });
    let complaints = BATTLE_CARDS.complete_line_up(&mut line_up, &roster);
    let told: Vec<String> =
        complaints.unwrap_err().into_iter().map(|complaint| complaint.what).collect();
    assert_eq!(
        told,
        [
            "wants 28 villains, but there are only 25 to draw from",
            "wants 28 heroes, but there are only 25 to draw from"
        ]
    );
}

#[test]
fn b_2_4_without_attacks_nobody_can_be_attacked() {
    let complaints = |attacks, first_turn_attacks| {
        let rules = Rules { attacks, first_turn_attacks, ..Rules::default() };
        let files = Files {
            rules: serde_json::to_value(rules).unwrap(),
            roster: toml::from_str(BATTLE_CARDS.roster()).unwrap(),
            line_up: json!({}),
        };
        BATTLE_CARDS.check_rules(&files, &|_| true).len()
    };
    assert_eq!([complaints(0, 0), complaints(0, 1), complaints(1, 0)], [1, 0, 0]);
}
