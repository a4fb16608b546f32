//! Random set-ups, rosters, settings and decisions for the tests of the model.

use std::collections::BTreeMap;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::settings::Settings;
use super::words::*;
use super::{Choice, Setup};
use crate::games::battle_cards::Rules;
use crate::games::battle_cards::rules::*;
use crate::games::models::random::Random;

/// Returns the index of a random option. If `eager` is true, the option to stop is rare while other
/// options exist, so that games progress.
pub fn decides(options: &[Choice], eager: bool, random: &mut Random) -> usize {
    let last = options.len() - 1;
    match eager && last > 0 && !random.once_in(4) {
        true => random.below(last),
        false => random.below(options.len()),
    }
}

/// Returns a random character with values that the page allows (rule B-1.4). Its nemesis is one of
/// `rivals`.
fn character(kind: Kind, rivals: &[Id], random: &mut Random) -> Character {
    let power = random.one_of(&Power::ALL);
    let (least, most) = numbers(power);
    Character {
        kind,
        energy: random.mostly(12, 0, 4, 9),
        dice: random.mostly(4, 1, 3, 6),
        life: random.mostly(12, 1, 5, 9),
        power,
        n: random.within(least, most),
        nemesis: (!rivals.is_empty() && !random.once_in(4)).then(|| random.one_of(rivals)),
    }
}

/// Returns the lowest and the highest number of a power (rule B-P).
fn numbers(power: Power) -> (u32, u32) {
    match power {
        Power::ExtraDice | Power::LastStand => (1, 6),
        Power::Heavy | Power::Unstoppable => (2, 6),
        Power::SecondThrow
        | Power::Force
        | Power::Kingslayer
        | Power::Finisher
        | Power::Leadership
        | Power::Menace
        | Power::Guard => (1, 5),
        _ => (1, 9),
    }
}

/// Returns a table of the rules in which `change` has changed the values of each row.
fn changed<T: Serialize + DeserializeOwned>(
    table: &T,
    mut change: impl FnMut(&str, &mut Value),
) -> T {
    let mut rows = serde_json::to_value(table).expect("plain data");
    rows.as_object_mut().expect("a table").iter_mut().for_each(|(name, row)| change(name, row));
    serde_json::from_value(rows).expect("a table of the page")
}

fn settings(random: &mut Random) -> Settings {
    let rules = Rules::default();
    if random.once_in(4) {
        return Settings(rules);
    }
    let few = random.once_in(4);
    let actions = changed(&rules.actions, |name, row| {
        row["cost"] = random.within(0, 3).into();
        if row.get("amount").is_some() {
            row["amount"] = random.mostly(8, 1, 3, 9).into();
        }
        row["count"] = random.within(0, if few { 2 } else { 12 }).into();
        if name == "momentum" && random.once_in(6) {
            row["count"] = 20.into();
        }
    });
    let no_events = random.once_in(8);
    let events = changed(&rules.events, |_, row| {
        if row.get("amount").is_some() {
            row["amount"] = random.mostly(8, 1, 3, 9).into();
        }
        let count = random.within(0, if few { 1 } else { 6 });
        row["count"] = if no_events { 0 } else { count }.into();
    });
    Settings(Rules {
        hand: random.within(0, 8) as u8,
        first: random.one_of(&[First::Villains, First::Heroes, First::Random]),
        used_cards: random.one_of(&[UsedCards::Discard, UsedCards::Under]),
        leaders_named: random.one_of(&[LeadersNamed::TurnOrder, LeadersNamed::VillainsFirst]),
        attacks: random.within(0, 5) as u8,
        first_turn_attacks: random.within(0, 3) as u8,
        event_energy: random.within(0, 5) as u8,
        energy_kept: !random.once_in(4),
        succession: random.one_of(&[Succession::Turn, Succession::Free]),
        discards: random.within(0, 3) as u8,
        leader_protected: !random.once_in(4),
        leader_open_when_alone: !random.once_in(4),
        nemesis_reaches_leaders: random.once_in(3),
        nemesis_stoppable: !random.once_in(3),
        cards_timing: random.one_of(&[CardsTiming::Before, CardsTiming::After]),
        miss_by: random.one_of(&[DecidedBy::Score, DecidedBy::Die]),
        one_hurts: !random.once_in(4),
        sure_hit: random.within(1, 7) as u8,
        sure_hit_by: random.one_of(&[DecidedBy::Score, DecidedBy::Die]),
        dodge: random.one_of(&[Dodge::Equal, Dodge::Better]),
        team_help: !random.once_in(3),
        heal_mates_in_own_turn: !random.once_in(3),
        defend_mates: !random.once_in(3),
        max_turns: random.within(1, 60) as u16,
        actions,
        events,
    })
}

/// Removes `count` random members from a list and returns them.
fn takes(from: &mut Vec<Id>, count: usize, random: &mut Random) -> Vec<Id> {
    let count = count.min(from.len());
    (0..count).map(|_| from.remove(random.below(from.len()))).collect()
}

/// Returns a random set-up of a game that the rules page allows.
pub fn setup(random: &mut Random) -> Setup {
    let mode = random.one_of(&[Mode::Alone, Mode::Sides]);
    let players = match mode {
        Mode::Alone => random.within(2, 8) as usize,
        Mode::Sides => 2 * random.within(1, 4) as usize,
    };
    let size = random.within(1, (64 / players).min(8) as u32) as usize;
    // Each team gets at least one character of the kind that its seat has.
    let kinds = random.one_of(&[Seating::Alternate, Seating::Blocks]).kinds(players);
    let mut kind_of: Vec<Kind> = kinds.iter().flat_map(|&kind| vec![kind; size]).collect();
    for _ in 0..random.below(65 - kind_of.len()) {
        kind_of.push(random.one_of(&[Kind::Heroes, Kind::Villains]));
    }
    let mut shuffled = Vec::new();
    while !kind_of.is_empty() {
        shuffled.push(kind_of.remove(random.below(kind_of.len())));
    }
    let of_other_kind = |kind: Kind| -> Vec<Id> {
        let all = 0..shuffled.len();
        all.filter(|&id| shuffled[id] != kind).collect()
    };
    let roster: Vec<Character> =
        (shuffled.iter()).map(|&kind| character(kind, &of_other_kind(kind), random)).collect();
    let mut left: BTreeMap<Kind, Vec<Id>> = BTreeMap::new();
    for (id, character) in roster.iter().enumerate() {
        left.entry(character.kind).or_default().push(id);
    }
    let mixed = random.once_in(3);
    let mut teams: Vec<Vec<Id>> = Vec::new();
    for kind in &kinds {
        let count = if mixed { 1 } else { size };
        teams.push(takes(left.get_mut(kind).unwrap(), count, random));
    }
    if mixed {
        let mut all: Vec<Id> = left.into_values().flatten().collect();
        for team in &mut teams {
            let more = random.below(size);
            team.extend(takes(&mut all, more, random));
        }
    }
    Setup { roster, settings: settings(random), mode, teams }
}
