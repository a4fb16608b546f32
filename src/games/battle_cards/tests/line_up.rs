//! Tests of seating and of drawn teams (rules B-1.3 and B-6).

use std::collections::BTreeMap;

use super::properties::roster;
use crate::game::chance::{PrescribedFall, ScriptedChance};
use crate::game::{Game, Options, Unwatched};
use crate::games::battle_cards::title::LineUp;
use crate::games::battle_cards::{BattleCards, Choice, Occurrence, Roster, Rules};
use crate::games::declared::LineUpFile;
use crate::games::filed::LineUpNames;
use crate::simulate::Staged;

/// Returns a complete line-up.
fn line_up(
    players: Option<u8>,
    team_size: Option<u8>,
    teams: Option<&[&[&str]]>,
    roster: &Roster,
) -> LineUp {
    let team = |team: &&[&str]| team.iter().map(|&key| key.to_owned()).collect();
    let teams = teams.map(|teams| teams.iter().map(team).collect());
    let mut line_up = LineUp { players, team_size, teams, ..LineUp::default() };
    let mut names = LineUpNames::new("character", roster);
    line_up.complete(&mut names);
    assert!(names.complaints.is_empty());
    line_up
}

#[test]
fn b_1_3_fixed_teams_sit_as_listed_and_their_characters_in_the_order_of_their_keys() {
    let roster = roster();
    let teams: &[&[&str]] = &[&["titane", "passe-muraille"], &["passe-passe", "joker", "batman"]];
    let line_up = line_up(None, None, Some(teams), &roster);
    let rules = Rules { hand: 0, ..Rules::default() };
    let game = BattleCards::new(&rules, &roster);
    let dealt = line_up.dealer(&roster).deal(1, 0);
    let mut state = game.deal(&dealt, &mut ScriptedChance::new([]));
    // The first character of the second team is a villain. Therefore the player of this team has
    // the villains' first turn.
    for (player, team) in
        [(1, vec!["batman", "joker", "passe-passe"]), (0, vec!["passe-muraille", "titane"])]
    {
        assert_eq!(usize::from(state.active), player);
        let mut options = Options::new();
        game.options(&state, &mut options);
        let keys = options.iter().map(|&choice| match choice {
            Choice::Lead(character) => roster.fighters.keys().nth(character.into()).unwrap(),
            other => panic!("{other:?} names no leader"),
        });
        assert!(keys.eq(team));
        let mut chance = ScriptedChance::new([PrescribedFall::Card(Occurrence::Calm as usize)]);
        game.play(&mut state, options[0], &mut chance, &mut Unwatched);
    }
}

/// Returns, for each character key, the number of games in which the character takes part, of the
/// first `games` games.
fn drawn(roster: &Roster, games: u64) -> BTreeMap<String, usize> {
    let dealer = line_up(Some(4), Some(4), None, roster).dealer(roster);
    let keys: Vec<&String> = roster.fighters.keys().collect();
    let mut drawn = BTreeMap::new();
    for game in 0..games {
        for seated in dealer.deal(6, game) {
            let key = keys[usize::from(seated.fighter)].clone();
            *drawn.entry(key).or_default() += 1;
        }
    }
    drawn
}

#[test]
fn b_6_characters_are_drawn_equally_often_and_each_kind_by_itself() {
    let mut roster = roster();
    let heroes = |drawn: BTreeMap<String, usize>, roster: &Roster| {
        let hero = |key: &String| roster.fighters[key].kind.name() == "hero";
        let all = drawn.into_iter();
        all.filter(|(key, _)| hero(key)).collect::<Vec<_>>()
    };
    // 8 of 25 characters play in each game. Therefore all 25 have played equally often after 25
    // games, and not earlier.
    let all = drawn(&roster, 25);
    assert!(all.len() == 50 && all.values().all(|&games| games == 8));
    let some = heroes(drawn(&roster, 7), &roster);
    assert!(some.iter().any(|(_, games)| *games == 2) && some.iter().any(|(_, games)| *games == 3));
    roster.fighters.remove("joker");
    assert_eq!(heroes(drawn(&roster, 7), &roster), some);
}
