//! The numbers that trained bots (neural networks) read in addition to the features. They describe
//! the mission without identifying its heroes.

use super::clash::Enemy;
use super::eyes::Eyes;
use super::kinds::{Equipment, Face, Rebel, Tile, Weapon};
use super::roster::Ability;
use super::state::{Foe, HeroState, members};
use super::{Choice, Jungle, View, script};
use crate::game::learnable::{DecisionInputs, InputNames, Learnable, OneOf};
use crate::game::{Game, Options};
use crate::games::jungle::sheet::Sheet;
use crate::inputs;

/// Factor that scales life to network inputs near 1.
const LIFE: f32 = 0.1;
/// Factor that scales hours to network inputs near 1.
const HOURS: f32 = 1.0 / 12.0;
const HOSTAGES: f32 = 0.2;

inputs! {
    struct Position(eyes: &Eyes<'_>) {
        let (view, state, hero, sheet) = (eyes.view, eyes.state, eyes.hero, eyes.sheet);
        let place = hero.place;
        let near = state.neighbours(place);
        let all = state.all_tiles();
        let ability = sheet.ability.position().unwrap_or(usize::MAX);
        let foe = state.fight.as_ref().map_or(usize::MAX, |fight| match fight.foe {
            Foe::Rebel(rebel) => rebel as usize,
            Foe::Boss => Rebel::COUNT,
        });
    } [
        "round" => f32::from(view.round().min(60)) * 0.05,
        "life" => f32::from(hero.life) * LIFE,
        "life_part" => eyes.part(hero.life),
        "to_flee" => to_flee(sheet, hero),
        "to_still" => (f32::from(sheet.still) - f32::from(hero.stress)) * 0.2,
        "hours_left" => hours_left(sheet, hero),
        "energy" => f32::from(hero.energy.min(10)) * 0.3,
        "hostages" => f32::from(hero.hostages) * HOSTAGES,
        "held" => f32::from(view.held()) * HOSTAGES,
        "missing" => f32::from(eyes.missing) * HOSTAGES,
        "lying" => f32::from(view.on_the_ground()) * HOSTAGES,
        "mates" => view.mates(eyes.me).count_ones() as f32 * 0.5,
        "defense" => f32::from(sheet.defense) * 0.3,
        "damage" => f32::from(sheet.damage) * 0.3,
        "ability_number" => f32::from(sheet.ability.number()) * 0.3,
        "to_exit" => f32::from(eyes.to_exit(place)) * 0.2,
        "to_fight" => f32::from(eyes.to_fight(place)) * 0.5,
        "cleared" => state.is_cleared(place),
        "lurks" => f32::from(view.lurker(place).map_or(0, |lurker| lurker.life)) * 0.2,
        "had" => hero.had >> place & 1 == 1,
        "hidden_near" => (near & !state.revealed).count_ones() as f32 * 0.3,
        "open_near" => (near & state.revealed).count_ones() as f32 * 0.3,
        "hidden" => (all & !state.revealed).count_ones() as f32 * 0.1,
        "uncleared" => (all & !state.cleared).count_ones() as f32 * 0.1,
        "boss_odds" => eyes.game.boss_odds(state),
        "throws" => f32::from(sheet.rolls.saturating_sub(state.turn.throws)) * 0.3,
        "steps" => f32::from(state.turn.steps) * 0.5,
        "tile_left" => !state.turn.tile,
        ["foe_life", "fighters", "odds"] => fight(eyes),
        ("die_", Face::NAMES) =>
            count::<{ Face::COUNT }>(|face| state.turn.dice.count(Face::of(face))),
        ["pairs_explore", "pairs_fight", "pairs_search", "pairs_rest"] =>
            state.turn.pairs.map(f32::from),
        ("", Ability::NAMES) => OneOf(ability, Ability::NAMES.len()),
        ("on_", Tile::NAMES) => tile_kind(view, Some(place)),
        ("", &Equipment::NAMES[..Equipment::HELD]) =>
            count::<{ Equipment::HELD }>(|kind| hero.bag.count(Equipment::of(kind))),
        ("", Rebel::NAMES) => OneOf(foe, Rebel::COUNT),
        "boss" => foe == Rebel::COUNT,
    ]
}

inputs! {
    struct OtherHero(eyes: &Eyes<'_>, other: u8) {
        let (view, place) = (eyes.view, eyes.hero.place);
        let (hero, sheet) = (view.hero(other), view.sheet(other));
    } [
        "here" => hero.place == place,
        "active" => view.active() == other,
        "life" => f32::from(hero.life) * LIFE,
        "life_part" => f32::from(hero.life) / f32::from(sheet.life),
        "to_flee" => to_flee(sheet, hero),
        "hours_left" => hours_left(sheet, hero),
        "energy" => f32::from(hero.energy.min(10)) * 0.3,
        "hostages" => f32::from(hero.hostages) * HOSTAGES,
        "defense" => f32::from(sheet.defense) * 0.3,
        "damage" => f32::from(sheet.damage) * 0.3,
        "to_exit" => f32::from(eyes.to_exit(hero.place)) * 0.2,
        "away" => f32::from(eyes.away(place, hero.place)) * 0.2,
        "fights" => view.fight().is_some_and(|fight| fight.fighters >> other & 1 == 1),
        "kinds_of_equipment" => hero.bag.kinds().count() as f32 * 0.2,
    ]
}

inputs! {
    struct OfOption(view: View<'_>, choice: Choice) {
        let state = view.open();
        let [tile, second] = script::tiles(choice).map(|tile| tile.map(|tile| tile as u8));
        let kept = if let Choice::Keep(dice) = choice { dice.len() } else { 0 };
        let on = |is: &dyn Fn(u8) -> bool| tile.is_some_and(is);
        let heroes = tile.map_or(0, |tile| state.on(tile).count_ones());
        let other = script::hero(choice).map(|other| (view.sheet(other as u8), view.hero(other as u8)));
        let of_other = |value: fn(&Sheet, &HeroState) -> f32| {
            other.map_or(0.0, |(sheet, hero)| value(sheet, hero))
        };
        let item = script::item(choice).unwrap_or(usize::MAX);
    } [
        "second" => second.is_some(),
        "kept" => f32::from(kept) * 0.3,
        "cleared" => on(&|tile| state.is_cleared(tile)),
        "face_down" => on(&|tile| !state.is_revealed(tile)),
        "lurks" => on(&|tile| view.lurker(tile).is_some()),
        "had" => on(&|tile| view.hero(view.me()).had >> tile & 1 == 1),
        "heroes" => heroes as f32 * 0.5,
        "hours_of_other" => of_other(hours_left),
        "life_of_other" => of_other(|_, hero| f32::from(hero.life) * LIFE),
        "stress_of_other" => of_other(|_, hero| f32::from(hero.stress) * 0.3),
        "missile" => matches!(choice, Choice::Attack { missile: true, .. }),
        ("to_", Tile::NAMES) => tile_kind(view, tile),
        ("of_", &Equipment::NAMES[..Equipment::HELD]) => OneOf(item, Equipment::HELD),
        ("with_", Weapon::NAMES) => weapons(choice),
        ("is_", Choice::KINDS) => OneOf(choice.kind(), Choice::KINDS.len()),
    ]
}

impl Learnable for Jungle {
    const VERSION: u32 = 1;

    fn input_names() -> InputNames {
        InputNames {
            position: Position::names(),
            other: OtherHero::names(),
            option: OfOption::names(),
        }
    }

    fn inputs(view: View<'_>, options: &Options<Choice>, all: &mut DecisionInputs) {
        let eyes = Eyes::new(view);
        Position::write(&mut all.position.begin(), &eyes);
        for other in members(view.in_play() & !(1 << eyes.me)) {
            OtherHero::write(&mut all.others.another(), &eyes, other);
        }
        for (&choice, row) in options.iter().zip(&mut all.options) {
            OfOption::write(&mut row.behind(Self::FEATURES.len()), view, choice);
        }
    }
}

/// Returns how much stress a hero can still bear in fights.
#[inline(always)]
fn to_flee(sheet: &Sheet, hero: &HeroState) -> f32 {
    (f32::from(sheet.flee) - f32::from(hero.stress)) * 0.3
}

#[inline(always)]
fn hours_left(sheet: &Sheet, hero: &HeroState) -> f32 {
    f32::from(sheet.hours.saturating_sub(hero.clock)) * HOURS
}

/// Returns the number of things of each kind.
#[inline(always)]
fn count<const KINDS: usize>(of: impl Fn(usize) -> u8) -> [f32; KINDS] {
    std::array::from_fn(|kind| f32::from(of(kind)) * 0.5)
}

/// Returns the kind of a tile; of no kind if the tile is face down.
#[inline(always)]
fn tile_kind(view: View<'_>, tile: Option<u8>) -> OneOf {
    let kind = tile.and_then(|tile| view.tile(tile));
    OneOf(kind.map_or(usize::MAX, |kind| kind as usize), Tile::COUNT)
}

/// Describes the current fight: the foe's life, the heroes in the fight, and the expected result
/// for the deciding hero.
#[inline(always)]
fn fight(eyes: &Eyes<'_>) -> [f32; 3] {
    let Some(fight) = &eyes.state.fight else {
        return [0.0; 3];
    };
    let enemy = Enemy::of(eyes.game, eyes.state, fight.foe, fight.life);
    let fighters = fight.fighters.count_ones();
    let clash = eyes.fighter().against(enemy, fighters as u8);
    [f32::from(fight.life) * 0.2, fighters as f32 * 0.3, clash.strikes().win]
}

/// Returns how often an attack uses each weapon.
#[inline(always)]
fn weapons(choice: Choice) -> [f32; Weapon::COUNT] {
    std::array::from_fn(|weapon| match choice {
        Choice::Attack { first, second, .. } => {
            let is = |used: Weapon| f32::from(u8::from(used as usize == weapon));
            is(first) + second.map_or(0.0, is)
        }
        _ => 0.0,
    })
}
