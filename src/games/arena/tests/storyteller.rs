//! Helpers that tell small games in prose, for the tests of stories.

use super::given::{Given, Guest, Playing, fighter, given, roster};
use crate::game::chance::ScriptedChance;
use crate::game::story::{EndLine, Playbill, Role, Telling};
use crate::game::{Face, Game, Observer, Options, Turn};
use crate::games::arena::story::{Scene, Story};
use crate::games::arena::{Arena, Choice, Fighter};

const NAMES: [&str; 4] = ["Ant", "Bee", "Cat", "Dog"];

/// Returns the prose of a game in which each fighter plays the first card in its hand. `steps` are
/// the choices that follow, each with exactly its dice. The result has all lines after the line-up,
/// and the outcome if the game ends.
pub fn story_of(guests: Vec<Guest>, playing: Playing, steps: &[(Choice, &[Face])]) -> Vec<String> {
    let named = guests
        .iter()
        .zip(NAMES)
        .map(|(guest, name)| Fighter { name: name.into(), ..guest.entry() });
    let roles: Vec<Role> = (1..)
        .zip(&guests)
        .map(|(seat, guest)| Role { seat, team: guest.team, strategy: "hand".into() })
        .collect();
    let bill = Playbill { roles, ..Playbill::default() };
    let Playing { arena, mut state, events, .. } = playing;
    let scene = Scene::new(&arena, &roster(named), &state, &bill.roles);
    let mut story = Telling::<Arena, _>::new(Story::of(scene), &state, 0, &bill);
    let opening = story.prose().len();
    for event in events {
        story.see_in(event, &state);
    }
    let mut steps = steps.iter();
    let mut options = Options::new();
    while let Turn::Decision(_) = arena.turn(&state) {
        arena.options(&state, &mut options);
        let (choice, faces): (Choice, &[Face]) = match options[0] {
            card @ Choice::Card(_) => (card, &[]),
            _ => match steps.next() {
                Some((choice, faces)) => (*choice, faces),
                None => break,
            },
        };
        assert!(options.contains(&choice), "{choice:?} of {options:?}");
        let mut dice = ScriptedChance::faces(faces.iter().copied());
        arena.play(&mut state, choice, &mut dice, &mut story);
        dice.assert_all_used();
    }
    assert_eq!(steps.next(), None, "the game is over before");
    let over = arena.turn(&state) == Turn::Over;
    let lines = story.finish(over.then(|| (&state, EndLine::default()))).lines;
    lines[opening..].iter().map(ToString::to_string).collect()
}

pub fn told(given: Given, steps: &[(Choice, &[Face])]) -> Vec<String> {
    let guests = given.guests.clone();
    story_of(guests, given.choosing(), steps)
}

/// Asserts that the story contains the lines `expected`, from the first line that begins with
/// `from`.
#[track_caller]
pub fn assert_lines(story: &[String], from: &str, expected: &[&str]) {
    let start = story.iter().position(|line| line.trim_start().starts_with(from));
    let start = start.unwrap_or_else(|| panic!("no line begins with {from:?}: {story:#?}"));
    let told: Vec<&str> = story[start..].iter().map(String::as_str).take(expected.len()).collect();
    assert_eq!(told, expected, "{story:#?}");
}

/// Creates a game with fighters Ant and Bee in zone 1 and Cat in zone 3. Zones are numbered as in
/// stories.
pub fn duel(ant: Guest, bee: Guest) -> Given {
    given([ant.at(0), bee.at(0), fighter(9).at(2)])
}
