//! The engine of the arena games Ultimate Warriorz and Mad Arena, which differ only in their rules
//! and rosters.
//!
//! The files follow the sections of `RULES.md`: [`board`] section A-2, `setup` A-3, `round` A-4,
//! `steps` and `reach` A-5, `attack`, `charm` and `wounds` A-6, `end` A-8, [`cards`] A-9. `resolve`
//! carries out attacks, and the rocks of section A-7, in their order. `dragon`, `bowling`,
//! `strike`, `net`, `sandal` and `effect_dice` contain card effects that need decisions or state of
//! their own.
//!
//! Card effects are composed of [`parts`]; `printed` lists the parts of the printed effects.

mod attack;
pub mod board;
mod bowling;
pub mod cards;
mod charm;
mod choice;
mod dragon;
mod effect_dice;
mod end;
mod event;
mod features;
mod fields;
mod net;
mod odds;
pub mod parts;
mod printed;
mod reach;
mod recorder;
mod resolve;
mod roster;
mod round;
mod rules;
mod sandal;
mod search;
mod setup;
mod staged;
pub mod state;
mod steps;
pub mod story;
mod strike;
mod table;
#[cfg(test)]
mod tests;
mod threat;
mod title;
mod view;
mod wounds;

pub use choice::Choice;
pub use dragon::MOST_SPLIT;
pub use end::FinalStanding;
pub use event::Event;
pub use parts::{Landing, Parts};
pub use roster::{Card, Effect, Fighter, Roster};
pub use rules::{
    Compulsory, Placement, Recycle, Revisit, Rules, Scoring, Terminotaur, Zones, ZonesName,
};
pub use title::{LineUp, MAD_ARENA, Seats, ULTIMATE_WARRIORZ};
pub use view::View;

// The words in which all modules of the game speak; they import these names from here.
use self::attack::end_skulls;
use self::board::{Board, Fighters, MAX_RING, MIN_RING, Zone, ZoneSet, members};
use self::cards::{
    AttackSlot, CardIndex, Cards, DiceCount, Lasting, MAX_CARDS, Manner, PlayCard, Reach, SLOTS,
    Sheet,
};
use self::charm::is_effects;
use self::choice::list;
use self::dragon::{share_of, sharers};
use self::effect_dice::is_caught;
use self::features::Profiles;
use self::odds::Odds;
use self::parts::Regain;
use self::state::{
    AttackStage, Clash, FighterIndex, MAX_FIGHTERS, NO_CARD, Phase, State, TurnState,
};
use self::table::Table;
use self::threat::count;
use crate::game::chance::Throw;
use crate::game::{Chance, Feature, FeatureRow, Game, Observer, Options, Turn};

/// The rules and the roster of an arena game; can play a game with any fighters of the roster.
#[derive(Debug, Clone)]
pub struct Arena {
    rules: Rules,
    /// Precomputed boards, indexed by the number of ring zones modulo `BOARDS`.
    boards: [Board; BOARDS],
    /// Points for taking a first-wound token, and points for taking any other life point (rule
    ///
    worth: [u16; 2],
    /// The fighters of the roster in playable form, in the order of their keys.
    sheets: Vec<Sheet>,
    keys: Vec<String>,
    /// The roster file from which `sheets` was made; used for names.
    roster: Roster,
    odds: Odds,
    /// Precomputed values of each fighter's cards, from which features are computed; in the order
    /// of `sheets`.
    profiles: Vec<Profiles>,
}

/// Number of entries of `Arena::boards`. It equals the largest ring size, so the ring size modulo
/// this number gives each ring size an entry of its own.
const BOARDS: usize = MAX_RING as usize;

impl Arena {
    /// Creates an arena game from checked rules and a checked roster.
    pub fn new(rules: &Rules, roster: &Roster) -> Self {
        let sheets: Vec<Sheet> =
            roster.fighters.values().map(|fighter| Sheet::new(rules, fighter)).collect();
        let profiles = sheets.iter().map(|sheet| Profiles::new(rules, sheet));
        Arena {
            rules: rules.clone(),
            boards: std::array::from_fn(|place| match place as u8 {
                0 => Board::new(MAX_RING),
                ring => Board::new(ring.max(MIN_RING)),
            }),
            worth: match rules.scoring {
                Scoring::Popularity => [rules.first_wound.into(), 1],
                Scoring::Trophies => [0, 0],
            },
            profiles: profiles.collect(),
            sheets,
            keys: roster.fighters.keys().cloned().collect(),
            roster: roster.clone(),
            odds: Odds::new(),
        }
    }

    facts! { self;
        pub fn rules() -> &Rules = &self.rules;
        pub fn board(state: &State) -> &Board = &self.boards[usize::from(state.ring) % BOARDS];
        /// Returns the fighters of the roster in playable form, in the order of their keys.
        pub fn sheets() -> &[Sheet] = &self.sheets;
        fn sheet(state: &State, fighter: FighterIndex) -> &Sheet =
            &self.sheets[state.sheet_of(fighter.into())];
        fn card(state: &State, fighter: FighterIndex, card: CardIndex) -> &PlayCard =
            &self.sheet(state, fighter).cards[usize::from(card)];
        /// Returns the card that the actor (the fighter whose turn it is) is playing.
        fn active_card(state: &State) -> &PlayCard =
            self.card(state, state.actor, state.active[usize::from(state.actor)]);
        /// Returns an attack of the card that the actor is playing, 0 or 1.
        fn slot(state: &State, slot: u8) -> &AttackSlot =
            &self.active_card(state).slots[usize::from(slot) % SLOTS];
        /// Returns the attack that is being resolved.
        fn clash_slot(state: &State) -> &AttackSlot = self.slot(state, state.clash.slot);
    }
}

/// Decisions that only some card effects need. These methods are separate from the main functions
/// because they are called about a thousand times less often.
impl Arena {
    #[inline(never)]
    fn options_of_effects(&self, state: &State, options: &mut Options<Choice>) {
        match state.phase {
            Phase::Facing => self.faces(state, options),
            Phase::Ordering if state.clash.stage == AttackStage::Splinters => {
                self.next_to_strike(state, options);
            }
            Phase::Ordering => self.next_in_order(state, options),
            Phase::Throwing => self.landings(state, options),
            _ => {}
        }
    }

    #[inline(never)]
    fn play_for_effect(&self, state: &mut State, choice: Choice, table: &mut impl Table) {
        match (state.phase, choice) {
            (Phase::Facing, Choice::Card(face)) => self.show_face(state, face, table),
            (Phase::Ordering, _) if state.clash.stage == AttackStage::Splinters => {
                self.strike_on(state, choice, table);
            }
            (Phase::Ordering, Choice::Next(target)) => self.name_next(state, target, table),
            (Phase::Throwing, Choice::ThrowTo(zone)) => self.throw_to(state, zone, table),
            (phase, _) => unreachable!("{choice:?} is no option of {phase:?}"),
        }
    }
}

impl Game for Arena {
    type State = State;
    type Choice = Choice;
    type View<'a> = View<'a>;
    type Event = Event;

    const FEATURES: &'static [Feature] = features::FEATURES;

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Over => Turn::Over,
            Phase::Charm => Turn::Decision(usize::from(state.clash.target)),
            _ => Turn::Decision(usize::from(state.actor)),
        }
    }

    #[inline]
    fn round(&self, state: &State) -> u16 {
        state.round.into()
    }

    #[inline]
    fn options(&self, state: &State, options: &mut Options<Choice>) {
        options.clear();
        match state.phase {
            Phase::Placing => self.placements(state, options),
            Phase::Choosing => list(options, state.hand[usize::from(state.actor)], Choice::Card),
            Phase::Acting => self.steps(state, options),
            Phase::Charm => self.charms(state, options),
            _ => self.options_of_effects(state, options),
        }
    }

    #[inline]
    fn play<D: Chance, O: Observer<Event>>(
        &self,
        state: &mut State,
        choice: Choice,
        dice: &mut D,
        observer: &mut O,
    ) {
        let table = &mut (dice, observer);
        match (state.phase, choice) {
            (Phase::Placing, Choice::Place(zone)) => self.place(state, zone, table),
            (Phase::Choosing, Choice::Card(card)) => self.choose_card(state, card, table),
            (Phase::Acting, _) => self.step(state, choice, table),
            (Phase::Charm, _) => self.use_charm(state, choice, table),
            _ => self.play_for_effect(state, choice, table),
        }
    }

    #[inline]
    fn view<'a>(&'a self, state: &'a State) -> View<'a> {
        View::new(self, state)
    }

    #[inline]
    fn features(&self, view: View<'_>, options: &Options<Choice>, rows: &mut [FeatureRow]) {
        features::fill(view, options, rows);
    }
}
