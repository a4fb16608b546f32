//! Tests of the stories of missions, and of errors about line-ups and rules.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde_json::{Value as Json, json};

use super::given::{HIT, MISS, OWN, Played, party, roster, seated, who};
use crate::game::chance::OneStream;
use crate::game::story::{Around, EndLine, EventObject, Playbill, Role, Teller, Telling};
use crate::game::{Game, Observer, Options, Turn};
use crate::games::jungle::roster::Ability;
use crate::games::jungle::rules::Cleared;
use crate::games::jungle::story::Story;
use crate::games::jungle::{
    Choice, Equipment, Event, Fate, JUNGLE_ALERT, Jungle, Rebel, Rules, State, Tile,
};
use crate::games::title::{Complaint, Files, Title};

/// Returns the lines of the story of a mission with this opening state and these events.
fn told(
    game: &Jungle,
    opening: &State,
    events: &[Event],
    end: Option<&State>,
    json: bool,
) -> String {
    let role = |seat| Role { seat, ..Role::default() };
    let bill =
        Playbill { roles: (1..=opening.players).map(role).collect(), json, ..Playbill::default() };
    let teller = Story::new(game, opening, &bill.roles);
    let mut story = Telling::<Jungle, _>::new(teller, opening, 0, &bill);
    events.iter().for_each(|&event| story.see_in(event, opening));
    let lines = story.finish(end.map(|end| (end, EndLine::default())));
    let lines: Vec<String> = lines.lines.iter().map(|line| line.text.clone()).collect();
    lines.join("\n")
}

/// Returns the prose of the mission that a test has played.
pub fn prose(played: &Played) -> String {
    told(&played.game, &played.state, &played.events, None, false)
}

#[test]
fn a_story_says_what_is_met_and_shows_the_base() {
    let start = || {
        let played = party(2).start().pairs([1, 1, 0, 0]).hidden(&[1]);
        let played = played.tile(1, Tile::Swamp).rebels(&[Rebel::Guard]);
        played.bag(0, &[Equipment::Potion])
    };
    let mut played = start();
    played.play(Choice::Step(4), &[]);
    played.play(Choice::Fight, &[]);
    played.play(OWN, &[MISS, HIT]);
    played.play(OWN, &[HIT, MISS]);
    played.play(OWN, &[HIT]);
    let text = told(&played.game, &start().state, &played.events, None, false);
    for part in [
        "seat 1 (): somebody: 10 life, defense 3, damage 2, punctual 1; 0 K-energy, potion",
        "somebody comes to jungle a2",
        "somebody meets a guard of 4 life",
        "somebody strikes with own weapon: 1 against 3, misses",
        "the guard strikes somebody: 6 against 3, hits for 2",
        "somebody loses 2 life (guard): 8 left",
        "the guard is beaten",
        "somebody frees a hostage: 1 of 5",
        "2  jungle  jungle 12",
    ] {
        assert!(text.contains(part), "{part}:\n{text}");
    }
    let map = told(&played.game, &played.state, &[], Some(&played.state), false);
    assert!(map.contains("2  jungle* 1  jungle 2"), "{map}");
    assert!(map.contains("1  jungle     ?"), "{map}");
}

#[test]
fn before_the_fate_die_the_end_is_that_of_the_free_actions() {
    let played = party(1).start();
    let mut story = Story::new(&played.game, &played.state, &[Role::default()]);
    let end = |story: &Story<'_>| story.option(0, &[Choice::End], Choice::End);
    let states = Around { before: &played.state, after: &played.state };
    let tell =
        |story: &mut Story<'_>, event| story.tell(event, states, &mut EventObject::of(event));
    tell(&mut story, Event::TurnBegins { hero: 0 });
    assert_eq!(end(&story), "throw the fate die");
    let fate = Fate::Nothing;
    tell(&mut story, Event::Fate { hero: 0, fate });
    assert_eq!(end(&story), "end the turn");
}

/// Returns the initial state, the events and the final state of a random mission.
fn random(game: &Jungle, heroes: u8, luck: &mut Pcg64Mcg) -> (State, Vec<Event>, State) {
    struct Kept(Vec<Event>);
    impl Observer<Event> for Kept {
        fn see(&mut self, event: Event) {
            self.0.push(event);
        }
    }
    let opening = game.deal(&seated(heroes), &mut OneStream(luck));
    let (mut state, mut kept, mut options) = (opening, Kept(vec![]), Options::new());
    while let Turn::Decision(_) = game.turn(&state) {
        game.options(&state, &mut options);
        let choice = options[luck.random_range(0..options.len())];
        game.play(&mut state, choice, &mut OneStream(luck), &mut kept);
    }
    (opening, kept.0, state)
}

/// Checks that every event has a JSON object, and that the final map of the story equals the state
/// of the base.
#[test]
fn every_event_has_its_object_and_the_map_keeps_up() {
    let mut luck = Pcg64Mcg::seed_from_u64(3);
    let abilities = [Ability::Stride(1), Ability::Healer(1), Ability::Tough(1), Ability::Deft(1)];
    let game = Jungle::new(&Rules::default(), &roster(&abilities.map(who)));
    for mission in 0..40 {
        let (opening, events, end) = random(&game, 1 + mission % 4, &mut luck);
        let text = told(&game, &opening, &events, Some(&end), true);
        for line in text.lines() {
            let object: Json = serde_json::from_str(line).expect("an object");
            assert!(object["line"].is_string(), "{line}");
        }
        assert_eq!(text.lines().count(), events.len() + 2);
        let map = |text: &str| {
            let lines = text.lines().filter(|line| {
                let mut begins = line.chars();
                begins.next().is_some_and(|first| first.is_ascii_digit())
                    && begins.next() == Some(' ')
            });
            let lines: Vec<String> = lines.map(str::to_owned).collect();
            let side = usize::from(end.side);
            lines[lines.len() - side..].to_vec()
        };
        let played = told(&game, &opening, &events, Some(&end), false);
        let as_is = told(&game, &end, &[], Some(&end), false);
        // A story knows two things only from events: the equipment of dead heroes, and the rebel of
        // a fight that ends the mission.
        let unseen: &[char] = if end.fight.is_some() { &['+', '!'] } else { &['+'] };
        let bare = |lines: Vec<String>| {
            lines
                .iter()
                .map(|line| {
                    line.replace(unseen, " ").split_whitespace().collect::<Vec<_>>().join(" ")
                })
                .collect::<Vec<_>>()
        };
        assert_eq!(bare(map(&played)), bare(map(&as_is)), "{played}");
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
        roster: json!({}),
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
