//! What bots know of a mission: the fields that scripts read by name, and the inputs of trained
//! bots in addition to the features. One row declares one fact for both. The rows read the view of
//! the deciding hero, which hides secrets; the inputs do not identify the heroes.

use serde_json::Value;

use super::clash::Enemy;
use super::eyes::Eyes;
use super::kinds::{Alert, Equipment, Face, Rebel, Tile, Weapon};
use super::roster::Ability;
use super::state::{BossFace, Foe, Phase, heroes_of, members};
use super::tables::Numbers;
use super::{Choice, Jungle, View};
use crate::game::chance::Pile;
use crate::game::learnable::{DecisionInputs, Learnable, OneOf};
use crate::game::scripted::{
    Decision, Entity, EntityField, Fields, OptionField, Scripted, ViewField,
};
use crate::game::{Game, Options};
use crate::{decisions, fields, fixed_fields};

// Indices of the sorts of entities in [`Scripted::ENTITIES`].
const HERO: usize = 0;
const TILE: usize = 1;
const ITEM: usize = 2;
const REBEL: usize = 3;
const ALERT: usize = 4;

// In the order of [`Phase`].
decisions! {
    "begin" "begin_mission",
    "keep" "keep_dice",
    "alarm" "annul_alarm",
    "fate" "annul_fate",
    "gas" "choose_gas",
    "turn" "choose_act",
    "landing" "choose_landing",
    "flying" "choose_airfield",
    "join" "choose_join",
    "strike" "choose_strike",
    "hit" "choose_hit",
    "flight" "choose_flight",
    "death" "choose_revival",
    "boss-die" "annul_boss_die",
    "boss-pick" "choose_victim",
}

/// Factor that scales life to network inputs near 1.
const LIFE: f32 = 0.1;
/// Factor that scales hours to network inputs near 1.
const HOURS: f32 = 1.0 / 12.0;
const HOSTAGES: f32 = 0.2;
/// The names of the equipment that a hero can hold.
const HELD: &[&str] = Equipment::NAMES.split_at(Equipment::HELD).0;

fields! {
    /// The mission, and the deciding hero.
    OfMission: ViewField<Jungle>;
    (view: View<'_>) {
        let (state, me, phase) = (view.open(), view.me(), view.phase());
        let (turn, fight) = (&state.turn, view.fight());
        let foe = fight.map(|fight| fight.foe);
    } => (eyes: &Eyes<'_>) {
        let (hero, sheet, place) = (eyes.hero, eyes.sheet, eyes.hero.place);
        let (near, all) = (state.neighbours(place), state.all_tiles());
    }

    decision: Word(WHAT) = Jungle::decision(view), "what is decided about";
    me: Entity(HERO) = me, "the hero that decides";
    active: Entity(HERO) = state.active, "the hero whose turn it is, or was last";
    round: Number = state.round, "the round, from 1; 0 before the first"
        => f32::from(round.min(60)) * 0.05;
    [life, life_part, to_flee, to_still, hours_left, energy, hostages] in OfHero(view, me);
    held: Number = view.held(), "hostages that heroes in play hold", * HOSTAGES;
    "missing" => f32::from(eyes.missing) * HOSTAGES;
    lying: Number = view.on_the_ground(), "hostages that the dead have left", * HOSTAGES;
    needed: Number = view.needed(), "hostages that are needed";
    "mates" => view.mates(me).count_ones() as f32 * 0.5;
    [defense, damage, ability_number, to_exit] in OfHero(view, me);
    "to_fight" => f32::from(eyes.to_fight(place)) * 0.5;
    side: Number = state.side, "tiles a side";
    exfiltration: Entity(TILE) = state.exfiltration, "where the Boss waits";
    [cleared] in OfTile(view, place);
    "lurks" => OfTile::lurker_life(view, place);
    "had" => hero.had >> place & 1 == 1;
    "hidden_near" => (near & !state.revealed).count_ones() as f32 * 0.3;
    "open_near" => (near & state.revealed).count_ones() as f32 * 0.3;
    "hidden" => (all & !state.revealed).count_ones() as f32 * 0.1;
    "uncleared" => (all & !state.cleared).count_ones() as f32 * 0.1;
    "boss_odds" => eyes.game.boss_odds(state);
    throws_left: Number =
        if phase == Phase::Keeping { view.sheet(me).rolls - turn.throws } else { 0 },
        "while dice are kept: how often they can be thrown again; else 0";
    "throws" => f32::from(sheet.rolls.saturating_sub(turn.throws)) * 0.3;
    steps_left: Number = turn.steps, "free steps that are left to the active hero",
        * 0.5, as "steps";
    exchanges_left: Number = turn.exchanges, "exchanges that are left to the active hero";
    "tile_left" => !turn.tile;
    fate_alert: Flag = phase == Phase::Fate && turn.alert,
        "at the fate die: does it bring an alert, and not stress?";
    boss_face: Word(BossFace::NAMES) = state.boss_die, "what the Boss die shows, or showed last";
    foe_life: Number = fight.map_or(0, |fight| fight.life),
        "life that the rebel or the Boss has left; 0 without a fight", * 0.2;
    fighters: Set(HERO) = fight.map_or(0, |fight| fight.fighters), "who fights"
        => fighters.count_ones() as f32 * 0.3;
    "odds" => fight.map_or(0.0, |fight| {
        let enemy = Enemy::of(eyes.game, state, fight.foe, fight.life);
        eyes.fighter().against(enemy, fight.fighters.count_ones() as u8).strikes().win
    });
    dice_explore: Number = turn.dice.count(Face::Explore), "action dice that show explore";
    dice_fight: Number = turn.dice.count(Face::Fight), "action dice that show fight";
    dice_search: Number = turn.dice.count(Face::Search), "action dice that show search";
    dice_rest: Number = turn.dice.count(Face::Rest), "action dice that show rest";
    dice_alarm: Number = turn.dice.count(Face::Alarm), "action dice that show alarm";
    dice_phew: Number = turn.dice.count(Face::Phew), "action dice that show phew";
    ("die_", Face::NAMES) => turn.dice.counts().map(|dice| f32::from(dice) * 0.5);
    explore_pairs: Number = turn.pairs[0], "explore pairs that are left to the active hero"
        => f32::from(explore_pairs), as "pairs_explore";
    fight_pairs: Number = turn.pairs[1], "likewise fight pairs"
        => f32::from(fight_pairs), as "pairs_fight";
    search_pairs: Number = turn.pairs[2], "likewise search pairs"
        => f32::from(search_pairs), as "pairs_search";
    rest_pairs: Number = turn.pairs[3], "likewise rest pairs"
        => f32::from(rest_pairs), as "pairs_rest";
    ("", Ability::NAMES) => OneOf(sheet.ability.position(), Ability::NAMES.len());
    ("on_", Tile::NAMES) => tile_kind(view.tile(place));
    ("", HELD) => hero.bag.pile().counts().map(|cards| f32::from(cards) * 0.5);
    rebel: MaybeEntity(REBEL) = foe.and_then(Foe::rebel),
        "the rebel that is fought; nil if none is"
        => OneOf(rebel.map_or(usize::MAX, |rebel| rebel as usize), Rebel::COUNT),
        as ("", Rebel::NAMES);
    boss_fight: Flag = foe == Some(Foe::Boss), "is the Boss fought?" => boss_fight, as "boss";
    items_left: List(ITEM) = Pile::new(state.equipment.in_pile()).kinds(),
        "what is in the equipment pile";
    alerts_left: List(ALERT) = Pile::new(state.alerts.in_pile()).kinds(),
        "what is in the alert pile";
    rebels_left: List(REBEL) = Pile::new(state.encounters.in_pile()).kinds(),
        "what is in the encounter pile";
}

fields! {
    /// A hero; networks read these inputs of the other heroes.
    OfHero: EntityField<Jungle>;
    (view: View<'_>, index: u8) {
        let (hero, sheet) = (view.hero(index), view.sheet(index));
    } => () {
        let place = view.hero(view.me()).place;
    }

    name: Name = hero.fighter, "its key in the roster";
    playing: Flag = view.open().is_in_play(index), "is it in play?";
    "here" => hero.place == place;
    "active" => view.open().active == index;
    life: Number = hero.life, "life that it has", * LIFE;
    most: Number = sheet.life, "life that it began with";
    life_part => f32::from(hero.life) / f32::from(sheet.life);
    stress: Number = hero.stress, "its stress";
    flees_at: Number = sheet.flee, "stress from which on it flees";
    still_at: Number = sheet.still, "stress from which on it stands still";
    to_flee => (f32::from(sheet.flee) - f32::from(hero.stress)) * 0.3;
    to_still, own (f32::from(sheet.still) - f32::from(hero.stress)) * 0.2;
    clock: Number = hero.clock, "hours on its clock";
    limit: Number = sheet.hours, "the hour at which it is out";
    hours_left => f32::from(sheet.hours.saturating_sub(hero.clock)) * HOURS;
    energy: Number = hero.energy, "K-energy that it has" => f32::from(energy.min(10)) * 0.3;
    hostages: Number = hero.hostages,
        "hostages that it holds; of a dead hero: that lie on its tile", * HOSTAGES;
    defense: Number = sheet.defense, "its defense, armour aside", * 0.3;
    damage: Number = sheet.damage, "damage of its own weapon", * 0.3;
    ability: Word(Ability::NAMES) = sheet.ability.position(), "its ability";
    ability_number: Number = sheet.ability.number(), "its ability’s number",
        own f32::from(ability_number) * 0.3;
    place: Entity(TILE) = hero.place, "its tile";
    to_exit => OfTile::to_exit(view, hero.place);
    "away" => f32::from(view.open().distance(place, hero.place)) * 0.2;
    "fights" => view.fight().is_some_and(|fight| fight.fighters >> index & 1 == 1);
    items: List(ITEM) = hero.bag.pile().kinds(),
        "equipment that it holds, 64 cards at most; of a dead hero: that lies on its tile";
    "kinds_of_equipment" => hero.bag.kinds().count() as f32 * 0.2;
}

fields! {
    /// A tile.
    OfTile: EntityField<Jungle>;
    (view: View<'_>, tile: u8) {
        let state = view.open();
        let all_heroes = (1 << state.players) - 1;
    } => () {}

    kind: MaybeWord(Tile::NAMES) = view.tile(tile), "what it is; nil while it is face down";
    row: Number = tile / state.side + 1, "its row, from the top, from 1";
    column: Number = tile % state.side + 1, "its column, from the left, from 1";
    cleared: Flag = state.is_cleared(tile), "is it cleared?", own cleared;
    room: Maybe = view.tile(tile).map(|kind| view.tables().tiles[kind as usize].room),
        "heroes in play that it holds at most; nil while it is face down";
    heroes: Set(HERO) = state.on(tile), "heroes in play on it";
    used_by: Set(HERO) = heroes_of(all_heroes, |hero| view.hero(hero).had >> tile & 1 == 1),
        "heroes that have had its effect";
    lurks: MaybeEntity(REBEL) = view.lurker(tile).map(|lurker| lurker.rebel),
        "the rebel that lurks on it";
    lurker_life: Number = view.lurker(tile).map_or(0, |lurker| lurker.life),
        "life that it has left; 0 if none lurks",
        own f32::from(lurker_life) * 0.2;
    to_exit: Number = state.distance(tile, state.exfiltration), "steps from it to exfiltration",
        own f32::from(to_exit) * 0.2;
}

fields! {
    /// An option, with the tile and the hero that it is about.
    OfOption: OptionField<Jungle>;
    (view: View<'_>, choice: Choice) {
        let ([tile, second_tile], hero) = (choice.tiles(), choice.hero());
        let (kept, [weapon, second_weapon]) = (choice.kept(), choice.weapons());
    } => () {
        let state = view.open();
        let on = |is: &dyn Fn(u8) -> bool| tile.is_some_and(is);
        let of_hero = |input: fn(View<'_>, u8) -> f32| hero.map_or(0.0, |hero| input(view, hero));
    }

    tile: MaybeEntity(TILE) = tile, "the tile that is revealed or come to";
    second_tile: MaybeEntity(TILE) = second_tile, "the second tile that a jet reveals"
        => second_tile.is_some(), as "second";
    hero: MaybeEntity(HERO) = hero,
        "with whom something is exchanged; whom the Boss die is for";
    kept: Number = kept.len(), "dice that are kept", * 0.3;
    kept_explore: Number = kept.count(Face::Explore), "of these explore";
    kept_fight: Number = kept.count(Face::Fight), "of these fight";
    kept_search: Number = kept.count(Face::Search), "of these search";
    kept_rest: Number = kept.count(Face::Rest), "of these rest";
    kept_alarm: Number = kept.count(Face::Alarm), "of these alarm";
    "cleared" => on(&|tile| state.is_cleared(tile));
    "face_down" => on(&|tile| !state.is_revealed(tile));
    "lurks" => on(&|tile| view.lurker(tile).is_some());
    "had" => on(&|tile| view.hero(view.me()).had >> tile & 1 == 1);
    "heroes" => tile.map_or(0, |tile| state.on(tile).count_ones()) as f32 * 0.5;
    "hours_of_other" => of_hero(OfHero::hours_left);
    "life_of_other" => of_hero(OfHero::life);
    "stress_of_other" => of_hero(|view, hero| f32::from(view.hero(hero).stress) * 0.3);
    weapon: MaybeWord(Weapon::NAMES) = weapon, "what it strikes with";
    second_weapon: MaybeWord(Weapon::NAMES) = second_weapon, "and with what besides";
    missile: Flag = matches!(choice, Choice::Attack { missile: true, .. }), "and with a missile?"
        => missile;
    ("to_", Tile::NAMES) => tile_kind(tile.and_then(|tile| view.tile(tile)));
    item: MaybeEntity(ITEM) = choice.item(), "equipment that is used or handed on"
        => OneOf(item.map_or(usize::MAX, |item| item as usize), Equipment::HELD), as ("of_", HELD);
    ("with_", Weapon::NAMES) => uses([weapon, second_weapon]);
    kind: Word(Choice::KINDS) = choice.kind(), "what it is"
        => OneOf(kind, Choice::KINDS.len()), as ("is_", Choice::KINDS);
}

fixed_fields! {
    OfItem(name: &str, numbers: &Numbers);
    name: "string" = name, "what it is";
    amount: "number" = numbers.amount, "what it is worth; 0 if it has no number";
    attack: "number" = numbers.attack, "added to the attack die";
}

fixed_fields! {
    OfRebel(name: &str, numbers: &Numbers);
    name: "string" = name, "what it is";
    life: "number" = numbers.life, "life that it begins with";
    defense: "number" = numbers.defense, "what an attack must beat";
    damage: "number" = numbers.damage, "life that a hit takes";
    attack: "number" = numbers.attack, "added to its attack die";
}

fixed_fields! {
    OfAlert(name: &str, numbers: &Numbers);
    name: "string" = name, "what it is";
    amount: "number" = numbers.amount, "what it is worth; 0 if it has no number";
    hours: "number" = numbers.hours, "hours that gas takes";
}

/// Returns the kind of a tile; of no kind if the tile is face down.
#[inline(always)]
fn tile_kind(kind: Option<Tile>) -> OneOf {
    OneOf(kind.map_or(usize::MAX, |kind| kind as usize), Tile::COUNT)
}

/// Returns how often an attack uses each weapon.
#[inline(always)]
fn uses(weapons: [Option<Weapon>; 2]) -> [f32; Weapon::COUNT] {
    std::array::from_fn(|weapon| {
        let [first, second] = weapons
            .map(|used| f32::from(u8::from(used.is_some_and(|used| used as usize == weapon))));
        first + second
    })
}

impl Scripted for Jungle {
    const ENTITIES: &'static [Entity<Jungle>] = &[
        Entity::<Self>::changing(
            ["hero", "heroes"],
            OfHero::FIELDS,
            "all heroes of the party, by their seats",
        ),
        Entity::<Self>::changing(
            ["tile", "tiles"],
            OfTile::FIELDS,
            "all tiles of the base, row by row from the top left",
        ),
        Entity { name: ["item", "items"], fields: Fields::Fixed(OfItem::FIELDS) },
        Entity { name: ["rebel", "rebels"], fields: Fields::Fixed(OfRebel::FIELDS) },
        Entity { name: ["alert", "alerts"], fields: Fields::Fixed(OfAlert::FIELDS) },
    ];
    const DECISIONS: &'static [Decision] = DECISIONS;
    const VIEW: &'static [ViewField<Jungle>] = OfMission::FIELDS;
    const OPTIONS: &'static [OptionField<Jungle>] = OfOption::FIELDS;
    const HELPERS: &'static str = include_str!("script.luau");

    fn decision(view: View<'_>) -> usize {
        match view.phase() {
            Phase::Over => 0,
            phase => phase as usize,
        }
    }

    fn seat(view: View<'_>) -> usize {
        view.me().into()
    }

    fn count(view: View<'_>, entity: usize) -> usize {
        match entity {
            HERO => view.open().players.into(),
            _ => usize::from(view.open().side).pow(2),
        }
    }

    fn names(&self) -> Vec<String> {
        self.keys.clone()
    }

    fn fixed(&self, entity: usize) -> Vec<Value> {
        let all = |names: &[&str], numbers: &[Numbers], json: fn(&str, &Numbers) -> Value| {
            names.iter().zip(numbers).map(|(name, numbers)| json(name, numbers)).collect()
        };
        match entity {
            ITEM => all(Equipment::NAMES, &self.tables.equipment, OfItem::json),
            REBEL => all(Rebel::NAMES, &self.tables.rebels, OfRebel::json),
            _ => all(Alert::NAMES, &self.tables.alerts, OfAlert::json),
        }
    }

    fn settings(&self) -> Value {
        serde_json::to_value(&self.rules).expect("plain data")
    }
}

impl Learnable for Jungle {
    const VERSION: u32 = 1;

    fn input_names() -> [Vec<String>; 3] {
        [OfMission::names(), OfHero::names(), OfOption::names()]
    }

    fn inputs(view: View<'_>, options: &Options<Choice>, all: &mut DecisionInputs) {
        let eyes = Eyes::new(view);
        OfMission::write(&mut all.position.begin(), view, &eyes);
        for other in members(eyes.state.in_play & !(1 << eyes.me)) {
            OfHero::write(&mut all.others.another(), view, other);
        }
        for (&choice, row) in options.iter().zip(&mut all.options) {
            OfOption::write(&mut row.behind(Self::FEATURES.len()), view, choice);
        }
    }
}
