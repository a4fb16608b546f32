//! The numbers that trained bots (neural networks) read in addition to the features. They describe
//! the mission without identifying its heroes.

use super::clash::Enemy;
use super::eyes::Eyes;
use super::kinds::{Equipment, Face, Rebel, Tile, Weapon};
use super::roster::Ability;
use super::state::{Foe, members};
use super::{Choice, Jungle, View};
use crate::game::learnable::{DecisionInputs, InputWriter, Learnable};
use crate::game::{Game, Options};

/// Factor that scales life to network inputs near 1.
const LIFE: f32 = 0.1;
/// Factor that scales hours to network inputs near 1.
const HOURS: f32 = 1.0 / 12.0;
const HOSTAGES: f32 = 0.2;

#[rustfmt::skip]
const POSITION: &[&str] = &[
    "round", "life", "life_part", "to_flee", "to_still", "hours_left", "energy", "hostages", "held", "missing", "lying",
    "mates", "defense", "damage", "ability_number", "to_exit", "to_fight", "cleared", "lurks", "had", "hidden_near", "open_near",
    "hidden", "uncleared", "boss_odds", "throws", "steps", "tile_left", "foe_life", "fighters", "odds",
    "die_explore", "die_fight", "die_search", "die_rest", "die_alarm", "die_phew",
    "pairs_explore", "pairs_fight", "pairs_search", "pairs_rest",
    "stride", "marksman", "healer", "scavenger", "steady", "punctual", "tough", "deft", "fury",
    "on_infiltration", "on_exfiltration", "on_jungle", "on_nanopharmacy", "on_airfield", "on_cryo_sleep", "on_robot_surgeons", "on_armoury",
    "on_dwelling", "on_viewpoint", "on_cells", "on_temple", "on_guard_post", "on_swamp", "on_minefield", "on_snake_pit",
    "potion", "capsule", "medal", "first_aid", "scanner", "tonic", "pistol", "grenade", "sabre", "rifle", "missile", "suit", "vest", "drone", "plate",
    "scout", "guard", "cook", "sniper", "brute", "shaman", "looter", "warden", "veteran", "boss",
];

#[rustfmt::skip]
const OPTION: &[&str] = &[
    "second", "kept", "cleared", "face_down", "lurks", "had", "heroes", "hours_of_other", "life_of_other", "stress_of_other", "missile",
    "to_infiltration", "to_exfiltration", "to_jungle", "to_nanopharmacy", "to_airfield", "to_cryo_sleep", "to_robot_surgeons", "to_armoury",
    "to_dwelling", "to_viewpoint", "to_cells", "to_temple", "to_guard_post", "to_swamp", "to_minefield", "to_snake_pit",
    "of_potion", "of_capsule", "of_medal", "of_first_aid", "of_scanner", "of_tonic", "of_pistol", "of_grenade", "of_sabre", "of_rifle", "of_missile",
    "of_suit", "of_vest", "of_drone", "of_plate",
    "with_own", "with_pistol", "with_grenade", "with_sabre", "with_rifle",
    "is_begin", "is_keep", "is_annul", "is_accept", "is_explore", "is_explore_two", "is_move", "is_fight", "is_search", "is_rest", "is_step", "is_use",
    "is_scan", "is_convert", "is_tile", "is_collect", "is_give", "is_take", "is_hand", "is_stop", "is_onto", "is_join", "is_stay", "is_suit",
    "is_attack", "is_flee", "is_sacrifice", "is_suffer", "is_give_up", "is_medal", "is_revive", "is_neither", "is_pick",
];

impl Learnable for Jungle {
    const VERSION: u32 = 1;

    const POSITION: &'static [&'static str] = POSITION;
    const OTHER: &'static [&'static str] = &[
        "here",
        "active",
        "life",
        "life_part",
        "to_flee",
        "hours_left",
        "energy",
        "hostages",
        "defense",
        "damage",
        "to_exit",
        "away",
        "fights",
        "kinds_of_equipment",
    ];
    const OPTION: &'static [&'static str] = OPTION;

    fn inputs(view: View<'_>, options: &Options<Choice>, all: &mut DecisionInputs) {
        let inputs = &mut all.position.begin();
        let eyes = Eyes::new(view);
        let (state, hero, sheet) = (eyes.state, eyes.hero, eyes.sheet);
        let place = hero.place;
        inputs.number(f32::from(view.round().min(60)) * 0.05);
        inputs.number(f32::from(hero.life) * LIFE);
        inputs.number(eyes.part(hero.life));
        inputs.number((f32::from(sheet.flee) - f32::from(hero.stress)) * 0.3);
        inputs.number((f32::from(sheet.still) - f32::from(hero.stress)) * 0.2);
        inputs.number(f32::from(sheet.hours.saturating_sub(hero.clock)) * HOURS);
        inputs.number(f32::from(hero.energy.min(10)) * 0.3);
        inputs.number(f32::from(hero.hostages) * HOSTAGES);
        inputs.number(f32::from(view.held()) * HOSTAGES);
        inputs.number(f32::from(eyes.missing) * HOSTAGES);
        inputs.number(f32::from(view.on_the_ground()) * HOSTAGES);
        inputs.number(view.mates(eyes.me).count_ones() as f32 * 0.5);
        inputs.number(f32::from(sheet.defense) * 0.3);
        inputs.number(f32::from(sheet.damage) * 0.3);
        inputs.number(f32::from(sheet.ability.number()) * 0.3);
        inputs.number(f32::from(eyes.to_exit(place)) * 0.2);
        inputs.number(f32::from(eyes.to_fight(place)) * 0.5);
        inputs.flag(state.is_cleared(place));
        let lurker = view.lurker(place).map_or(0, |lurker| lurker.life);
        inputs.number(f32::from(lurker) * 0.2);
        inputs.flag(hero.had >> place & 1 == 1);
        let near = state.neighbours(place);
        inputs.number((near & !state.revealed).count_ones() as f32 * 0.3);
        inputs.number((near & state.revealed).count_ones() as f32 * 0.3);
        inputs.number((state.all_tiles() & !state.revealed).count_ones() as f32 * 0.1);
        inputs.number((state.all_tiles() & !state.cleared).count_ones() as f32 * 0.1);
        inputs.number(eyes.game.boss_odds(state));
        let throws = sheet.rolls.saturating_sub(state.turn.throws);
        inputs.number(f32::from(throws) * 0.3);
        inputs.number(f32::from(state.turn.steps) * 0.5);
        inputs.flag(!state.turn.tile);
        fight(&eyes, inputs);
        for &face in Face::ALL {
            inputs.number(f32::from(state.turn.dice.count(face)) * 0.5);
        }
        for pairs in state.turn.pairs {
            inputs.number(pairs.into());
        }
        let ability = sheet.ability.position().unwrap_or(usize::MAX);
        inputs.one_of(ability, Ability::NAMES.len());
        let kind = view.tile(place).map_or(usize::MAX, |kind| kind as usize);
        inputs.one_of(kind, Tile::COUNT);
        for &kind in &Equipment::ALL[..Equipment::HELD] {
            inputs.number(f32::from(hero.bag.count(kind)) * 0.5);
        }
        let foe = state.fight.as_ref().map(|fight| match fight.foe {
            Foe::Rebel(rebel) => rebel as usize,
            Foe::Boss => Rebel::COUNT,
        });
        inputs.one_of(foe.unwrap_or(usize::MAX), Rebel::COUNT + 1);
        debug_assert_eq!(inputs.count(), Self::POSITION.len());
        for other in members(view.in_play() & !(1 << eyes.me)) {
            let (hero, sheet) = (view.hero(other), view.sheet(other));
            let inputs = &mut all.others.another();
            inputs.flag(hero.place == place);
            inputs.flag(view.active() == other);
            inputs.number(f32::from(hero.life) * LIFE);
            inputs.number(f32::from(hero.life) / f32::from(sheet.life));
            inputs.number((f32::from(sheet.flee) - f32::from(hero.stress)) * 0.3);
            inputs.number(f32::from(sheet.hours.saturating_sub(hero.clock)) * HOURS);
            inputs.number(f32::from(hero.energy.min(10)) * 0.3);
            inputs.number(f32::from(hero.hostages) * HOSTAGES);
            inputs.number(f32::from(sheet.defense) * 0.3);
            inputs.number(f32::from(sheet.damage) * 0.3);
            inputs.number(f32::from(eyes.to_exit(hero.place)) * 0.2);
            inputs.number(f32::from(eyes.away(place, hero.place)) * 0.2);
            inputs.flag(view.fight().is_some_and(|fight| fight.fighters >> other & 1 == 1));
            inputs.number(hero.bag.kinds().count() as f32 * 0.2);
            debug_assert_eq!(inputs.count(), Self::OTHER.len());
        }
        let features = Self::FEATURES.len();
        for (&choice, row) in options.iter().zip(&mut all.options) {
            let mut inputs = row.behind(features);
            option(view, choice, &mut inputs);
            debug_assert_eq!(inputs.count(), features + Self::OPTION.len());
        }
    }
}

/// Writes the network inputs that describe the current fight: the foe's life, the heroes in the
/// fight, and the expected result for the deciding hero.
#[inline(always)]
fn fight(eyes: &Eyes<'_>, inputs: &mut InputWriter<'_>) {
    let Some(fight) = &eyes.state.fight else {
        return inputs.skip(3);
    };
    let enemy = Enemy::of(eyes.game, eyes.state, fight.foe, fight.life);
    let fighters = fight.fighters.count_ones();
    let clash = eyes.fighter().against(enemy, fighters as u8);
    inputs.number(f32::from(fight.life) * 0.2);
    inputs.number(fighters as f32 * 0.3);
    inputs.number(clash.strikes().win);
}

#[inline(always)]
fn option(view: View<'_>, choice: Choice, inputs: &mut InputWriter<'_>) {
    let state = view.open();
    let [tile, second] = super::script::tiles(choice);
    inputs.flag(second.is_some());
    match choice {
        Choice::Keep(dice) => inputs.number(f32::from(dice.len()) * 0.3),
        _ => inputs.number(0.0),
    }
    let mut kind = usize::MAX;
    match tile.map(|tile| tile as u8) {
        None => inputs.skip(5),
        Some(tile) => {
            kind = view.tile(tile).map_or(kind, |kind| kind as usize);
            inputs.flag(state.is_cleared(tile));
            inputs.flag(!state.is_revealed(tile));
            inputs.flag(view.lurker(tile).is_some());
            inputs.flag(view.hero(view.me()).had >> tile & 1 == 1);
            inputs.number(state.on(tile).count_ones() as f32 * 0.5);
        }
    }
    match super::script::hero(choice) {
        None => inputs.skip(3),
        Some(other) => {
            let (hero, sheet) = (view.hero(other as u8), view.sheet(other as u8));
            inputs.number(f32::from(sheet.hours.saturating_sub(hero.clock)) * HOURS);
            inputs.number(f32::from(hero.life) * LIFE);
            inputs.number(f32::from(hero.stress) * 0.3);
        }
    }
    inputs.flag(matches!(choice, Choice::Attack { missile: true, .. }));
    inputs.one_of(kind, Tile::COUNT);
    let item = super::script::item(choice).unwrap_or(usize::MAX);
    inputs.one_of(item, Equipment::HELD);
    match choice {
        Choice::Attack { first, second, .. } => {
            for &weapon in Weapon::ALL {
                let count = u8::from(first == weapon) + u8::from(second == Some(weapon));
                inputs.number(count.into());
            }
        }
        _ => inputs.skip(Weapon::COUNT),
    }
    inputs.one_of(choice.kind(), Choice::KINDS.len());
}

#[test]
fn the_names_of_what_an_option_is_are_those_that_scripts_see() {
    let names = OPTION.iter().filter_map(|name| name.strip_prefix("is_"));
    let kinds = Choice::KINDS.iter().map(|kind| kind.replace('-', "_"));
    assert!(names.eq(kinds));
}
