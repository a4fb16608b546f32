//! Tests of the stories of missions, and of errors about line-ups and rules.

use serde_json::{Value as Json, json};

use super::given::{HIT, MISS, OWN, Played, party, with};
use crate::game::Game;
use crate::game::chance::{PrescribedFall, ScriptedChance};
use crate::game::story::{EndLine, OpeningEntrant, Playbill, Role, Teller, Telling};
use crate::games::jungle::rules::Cleared;
use crate::games::jungle::story::Story;
use crate::games::jungle::{
    Choice, Equipment, JUNGLE_ALERT, Jungle, Next, Rebel, Rules, Tile, Weapon,
};
use crate::games::title::{Complaint, Files, Title};

/// Plays these options in sequence, each with its random draws, and returns the story of the
/// mission in prose.
fn told(played: Played, choices: &[(Choice, &[PrescribedFall])]) -> String {
    let Played { game, mut state, .. } = played;
    let role = |seat| Role { seat, ..Role::default() };
    let mut bill =
        Playbill { roles: (1..=state.players).map(role).collect(), ..Playbill::default() };
    bill.opening.entrants = vec![OpeningEntrant::default(); state.players.into()];
    let teller = Story::new(&game, &state, &bill.roles);
    let mut story = Telling::<Jungle, _>::new(teller, &state, 0, &bill);
    for &(choice, falls) in choices {
        let mut chance = ScriptedChance::new(falls.iter().copied());
        game.play(&mut state, choice, &mut chance, &mut story);
    }
    let lines = story.finish(Some((&state, EndLine::default()))).lines;
    lines.iter().map(|line| line.text.clone() + "\n").collect()
}

#[track_caller]
fn assert_says(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}:\n{text}");
    }
}

#[test]
fn a_story_says_what_is_met_and_shows_the_base() {
    let played = party(2).start().pairs([1, 1, 0, 0]).hidden(&[1]);
    let played = played.tile(1, Tile::Swamp).rebels(&[Rebel::Guard]);
    let played = played.bag(0, &[Equipment::Potion]);
    let text = told(
        played,
        &[
            (Choice::Step(4), &[]),
            (Choice::Fight, &[]),
            (OWN, &[MISS, HIT]),
            (OWN, &[HIT, MISS]),
            (OWN, &[HIT]),
        ],
    );
    assert_says(
        &text,
        &[
            "seat 1 (): somebody: 10 life, defense 3, damage 2, punctual 1; 0 K-energy, potion\n",
            "2  jungle  jungle 12  jungle",
            "somebody comes to jungle a2\n",
            "somebody meets a guard of 4 life\n",
            "order: somebody, the foe\n",
            "somebody strikes with own weapon: 1 against 3, misses\n",
            "the guard strikes somebody: 6 against 3, hits for 2\n",
            "somebody loses 2 life (guard): 8 left\n",
            "the guard is beaten\n",
            "somebody frees a hostage: 1 of 5\n",
            "1  jungle     ?         jungle",
            "2  jungle* 1  jungle 2  jungle",
        ],
    );
}

#[test]
fn a_malus_is_shown_with_the_die() {
    let played = party(1).rules(|rules| rules.equipment.rifle.attack = -2).start();
    let played = played.bag(0, &[Equipment::Rifle]).pairs([0, 1, 0, 0]).rebels(&[Rebel::Guard]);
    let text = told(played, &[(Choice::Fight, &[]), (with(Weapon::Rifle), &[MISS, MISS])]);
    assert_says(&text, &["strikes with rifle: 1 − 2 = −1 against 3, misses\n"]);
}

#[test]
fn before_the_fate_die_the_end_is_that_of_the_free_actions() {
    for (next, words) in [(Next::FreeActions, "throw the fate die"), (Next::Act, "end the turn")] {
        let played = party(1).start().with(|state| state.next = next);
        let story = Story::new(&played.game, &played.state, &[]);
        assert_eq!(story.option(0, &[Choice::Stop], Choice::Stop), words);
    }
}

fn line_up(line_up: Json) -> Result<Json, Vec<Complaint>> {
    let roster: Json = toml::from_str(JUNGLE_ALERT.roster()).unwrap();
    let mut complete = line_up;
    JUNGLE_ALERT.complete_line_up(&mut complete, &roster)?;
    Ok(complete)
}

#[test]
fn j_2_2_heroes_are_named_or_drawn() {
    let named = line_up(json!({ "heroes": ["tempo", "gros-roc"] })).unwrap();
    assert_eq!(JUNGLE_ALERT.teams(&[vec!["tempo".into(), "gros-roc".into()]], true), Some(named));
    let drawn = line_up(json!({ "players": 2 })).unwrap();
    assert_eq!(drawn["among"].as_array().unwrap().len(), 8);
    for (refused, path) in [
        (json!({}), "line-up"),
        (json!({ "players": 2, "heroes": ["tempo"] }), "line-up"),
        (json!({ "heroes": ["tempo", "tempo"] }), "line-up.heroes.1"),
        (json!({ "heroes": ["temp"] }), "line-up.heroes.0"),
        (json!({ "heroes": ["tempo"], "among": ["tempo"] }), "line-up.among"),
        (json!({ "players": 3, "among": ["tempo", "gros-roc"] }), "line-up.players"),
    ] {
        let complaints = line_up(refused).unwrap_err();
        assert_eq!(complaints[0].path.join("."), path);
    }
}

/// Returns the errors that changed rules cause in a scenario with `heroes` heroes.
/// `written` has the settings that the scenario file contains.
fn said(heroes: u8, change: impl FnOnce(&mut Rules), written: &[&str]) -> Vec<String> {
    let mut rules = Rules::default();
    change(&mut rules);
    let files = Files {
        rules: serde_json::to_value(rules).unwrap(),
        roster: toml::from_str(JUNGLE_ALERT.roster()).unwrap(),
        line_up: json!({ "players": heroes }),
    };
    let written = |path: &[&str]| written.contains(&path.join(".").as_str());
    let complaints = JUNGLE_ALERT.check_rules(&files, &written);
    complaints.iter().map(|one| one.path.join(".")).collect()
}

#[test]
fn rules_that_cannot_be_kept_are_refused() {
    let complaints = |change: fn(&mut Rules)| said(2, change, &[]);
    assert!(complaints(|_| {}).is_empty());
    assert_eq!(complaints(|rules| rules.fate_stress = 6), ["rules.fate_stress"]);
    assert_eq!(complaints(|rules| rules.boss_die.hour = 4), ["rules.boss_die"]);
    assert_eq!(complaints(|rules| rules.alerts.gas.count = 20), Vec::<String>::new());
    assert_eq!(
        complaints(|rules| rules.rebels = serde_json::from_value(json!({
            "scout": { "count": 20, "life": 2, "defense": 3, "damage": 1, "attack": 0 },
            "guard": { "count": 20, "life": 2, "defense": 3, "damage": 1, "attack": 0 },
            "brute": { "count": 20, "life": 2, "defense": 3, "damage": 1, "attack": 0 },
        }))
        .unwrap()),
        ["rules.rebels"]
    );
    assert_eq!(complaints(|rules| rules.side.two = 2), ["rules.hostages.two"]);
    let no_rebels = |rules: &mut Rules| {
        let mut rebels = serde_json::to_value(&rules.rebels).unwrap();
        for rebel in rebels.as_object_mut().unwrap().values_mut() {
            rebel["count"] = json!(0);
        }
        rules.rebels = serde_json::from_value(rebels).unwrap();
    };
    assert_eq!(complaints(no_rebels), ["rules.rebels"]);
    assert!(
        complaints(|rules| {
            rules.side.two = 2;
            rules.cleared = Cleared::Fights;
        })
        .is_empty()
    );
}
