//! What bots know of an arena game: the fields that scripts read by name, and the inputs of trained
//! bots in addition to the features. One row declares one fact for both. The rows read the
//! [`View`], which hides secret choices (rule ).

mod fighter;
mod game;
mod option;
mod scene;
mod sheet;

pub(super) use sheet::SheetInputs;

use serde_json::Value;

use self::fighter::OfFighter;
use self::game::OfGame;
use self::option::OfOption;
use self::scene::InputScene;
use self::sheet::OfCard;
use super::board::{Fighters, Zone, members};
use super::cards::{CardIndex, MAX_CARDS, Sheet};
use super::state::{FighterIndex, Phase};
use super::{Arena, Choice, View};
use crate::decisions;
use crate::game::learnable::{DecisionInputs, Learnable};
use crate::game::scripted::{Decision, Entity, Fields, OptionField, Scripted, ViewField};
use crate::game::{Game, Options};

// Indices of the sorts of entities in [`Scripted::ENTITIES`].
const FIGHTER: usize = 0;
const CARD: usize = 1;

decisions! {
    "placement" "choose_zone",
    "card" "choose_card",
    "step" "choose_step",
    "charm" "use_charm",
}

/// Scale factor for inputs that are life points: 5 life points give an input of 1.
const LIFE: f32 = 0.2;
/// Scale factor for inputs that are score points: 10 points give an input of 1.
const POINTS: f32 = 0.1;

impl Scripted for Arena {
    const ENTITIES: &'static [Entity<Arena>] = &[
        Entity::<Self>::changing(
            ["fighter", "fighters"],
            OfFighter::FIELDS,
            "all fighters of the game by ascending size; the order stays the same for the whole \
             game",
        ),
        Entity { name: ["card", "cards"], fields: Fields::Fixed(OfCard::FIELDS) },
    ];
    const DECISIONS: &'static [Decision] = DECISIONS;
    const VIEW: &'static [ViewField<Arena>] = OfGame::FIELDS;
    const OPTIONS: &'static [OptionField<Arena>] = OfOption::FIELDS;
    const HELPERS: &'static str = include_str!("../script.luau");

    #[inline]
    fn decision(view: View<'_>) -> usize {
        match view.phase() {
            Phase::Placing => 0,
            Phase::Choosing | Phase::Facing => 1,
            Phase::Acting | Phase::Ordering | Phase::Throwing | Phase::Over => 2,
            Phase::Charm => 3,
        }
    }

    #[inline]
    fn seat(view: View<'_>) -> usize {
        usize::from(view.seat(view.me()))
    }

    #[inline]
    fn count(view: View<'_>, _: usize) -> usize {
        view.everybody().count_ones() as usize
    }

    fn names(&self) -> Vec<String> {
        self.keys.clone()
    }

    fn fixed(&self, _: usize) -> Vec<Value> {
        let card = |sheet: &Sheet, index| match sheet.cards.get(index) {
            Some(card) => OfCard::json(sheet, index, card),
            None => Value::Null,
        };
        let sheets = self.sheets.iter();
        sheets.flat_map(|sheet| (0..MAX_CARDS).map(move |index| card(sheet, index))).collect()
    }

    fn settings(&self) -> Value {
        serde_json::to_value(&self.rules).expect("rules are plain data")
    }
}

impl Learnable for Arena {
    const VERSION: u32 = 3;
    const TEMPERATURE: f32 = 0.004;

    const TEAMS_APART: bool = true;

    fn input_names() -> [Vec<String>; 3] {
        // The networks of shipped bots have names of several words.
        [OfGame::names(), OfFighter::names(), OfOption::names()]
            .map(|names| names.iter().map(|name| name.replace('_', " ")).collect())
    }

    #[inline]
    fn has_teammates(view: View<'_>) -> bool {
        view.team(view.me()).count_ones() > 1
    }

    fn inputs(view: View<'_>, options: &Options<Choice>, inputs: &mut DecisionInputs) {
        let scene = InputScene::of(view);
        OfGame::write(&mut inputs.position.begin(), view, &scene);
        for fighter in members(view.alive() & !(1 << view.me())) {
            OfFighter::write(&mut inputs.others.another(), view, fighter, &scene);
        }
        let decision = option::Decision::of(&scene);
        for (&choice, row) in options.iter().zip(&mut inputs.options) {
            OfOption::write(&mut row.behind(Self::FEATURES.len()), view, choice, &decision);
        }
    }
}

/// Returns the number of a zone as scripts and stories use it: 1, 2, … round the ring, and 0 for
/// the centre.
fn number(view: View<'_>, zone: Zone) -> u8 {
    if zone == view.board().centre() { 0 } else { zone + 1 }
}

/// Returns the index of a fighter's card among all cards of the game.
fn card_index(view: View<'_>, fighter: FighterIndex, card: CardIndex) -> usize {
    view.sheet_index(fighter) * MAX_CARDS + usize::from(card)
}

/// Returns the number of fighters in a set. Uses a table, which is faster than counting bits on
/// processors without an instruction for counting bits.
#[inline(always)]
fn count(set: Fighters) -> f32 {
    static COUNTS: [f32; 256] = {
        let mut counts = [0.0; 256];
        let mut set = 0;
        while set < 256 {
            counts[set] = set.count_ones() as f32;
            set += 1;
        }
        counts
    };
    COUNTS[usize::from(set)]
}
