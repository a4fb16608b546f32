//! The story of one arena game for the command `gong watch`: prose, or JSON objects of the events.
//!
//! Each sentence follows from an event and the engine's states before and after it.

mod attacks;
mod events;
mod options;
mod picture;
mod prose;
mod tables;

use serde_json::json;

use super::{
    Arena, AttackSlot, Card, CardIndex, Cards, Choice, Event, Fighter, FighterIndex, Fighters,
    Scoring, Sheet, State, Zone, members,
};
use crate::game::picture::{Backdrop, Picture};
use crate::game::story::{
    Around, Decider, EndLine, EventObject, LineStyle, OpeningLine, Pages, Role, Teller, values,
};
use crate::words::list;

/// Writes the story of one arena game, event by event.
#[derive(Debug, Clone)]
pub struct Story<'a> {
    arena: &'a Arena,
    /// The players of the fighters.
    roles: Vec<Role>,
    /// The engine's state before the event that is told.
    before: State,
    /// The engine's state after the event that was told last.
    now: State,
    pages: Pages,
    open: Open,
}

/// The kind of the last line of prose, if the next event's text may be appended to that line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Placements,
    Moves,
    /// A line about an attack on a single target. The dice of the attack are written on the same
    /// line.
    Attack,
}

impl<'a> Story<'a> {
    /// Creates the story of a game that begins in the state `opening`. `roles` lists the players of
    /// the fighters.
    pub fn new(arena: &'a Arena, opening: &State, roles: &[Role]) -> Self {
        Story {
            arena,
            roles: roles.to_vec(),
            before: *opening,
            now: *opening,
            pages: Pages::default(),
            open: Open::Nothing,
        }
    }

    fn line(&mut self, style: LineStyle, text: impl Into<String>) {
        self.open = Open::Nothing;
        self.pages.line(style, text);
    }

    facts! { self;
        /// Returns true if popularity points are scored in this game, false if trophies are scored.
        fn by_popularity() -> bool = self.arena.rules.scoring == Scoring::Popularity;
        /// Returns the abbreviated unit of the score in this game, such as `PP`.
        fn unit() -> &'static str = self.arena.rules.scoring.words().1;
        fn fighters() -> std::ops::Range<FighterIndex> = 0..self.now.count;
        fn sheet(fighter: FighterIndex) -> &'a Sheet = self.arena.sheet(&self.now, fighter);
        fn key_of(fighter: FighterIndex) -> &'a str =
            &self.arena.keys[self.now.sheet_of(fighter.into())];
        fn keys(fighters: Fighters) -> Vec<&'a str> =
            members(fighters).map(|fighter| self.key_of(fighter)).collect();
        /// Returns the roster entry of a fighter.
        fn entry(fighter: FighterIndex) -> &'a Fighter =
            &self.arena.roster.fighters[self.key_of(fighter)];
        fn name(fighter: FighterIndex) -> &'a str = &self.entry(fighter).name;
        /// Returns the names of fighters as a list, such as `Agaric, Cactus and Baobab`.
        fn names(fighters: Fighters) -> String =
            list(members(fighters).map(|fighter| self.name(fighter)));
        fn card_key(fighter: FighterIndex, card: CardIndex) -> &'a str =
            &self.sheet(fighter).keys[usize::from(card)];
        fn card_keys(fighter: FighterIndex, cards: Cards) -> Vec<&'a str> =
            members(cards).map(|card| self.card_key(fighter, card)).collect();
        /// Returns the roster entry of a card.
        fn card(fighter: FighterIndex, card: CardIndex) -> &'a Card =
            &self.entry(fighter).cards[self.card_key(fighter, card)];
        /// Returns the name of the effect of a fighter's active card; empty if the card has no
        /// effect.
        fn effect_of(fighter: FighterIndex) -> String =
            self.card(fighter, self.now.active[usize::from(fighter)]).parts().name;
        /// Returns the attack of the active card that is being made.
        fn slot() -> &'a AttackSlot = self.arena.clash_slot(&self.now);
        /// Returns the name of a zone: `zone 1`, `zone 2`, … round the ring, or `the centre`.
        fn zone(zone: Zone) -> String =
            if zone == self.now.ring { "the centre".into() } else { format!("zone {}", zone + 1) };
    }

    /// Returns the name of a card with its key and effect, such as `card 3, powder barrel`.
    fn card_name(&self, fighter: FighterIndex, card: CardIndex) -> String {
        let (key, card) = (self.card_key(fighter, card), self.card(fighter, card));
        match card.effect() {
            Some(_) => format!("card {key}, {}", card.parts().name),
            None => format!("card {key}"),
        }
    }
}

/// Returns a number of dice as text: `1 die`, `2 dice`.
fn dice_count(number: u8) -> String {
    if number == 1 { "1 die".into() } else { format!("{number} dice") }
}

/// Returns a number with its sign as text: `+1`, `−2`.
fn signed(number: i8) -> String {
    format!("{}{}", if number < 0 { '−' } else { '+' }, number.unsigned_abs())
}

impl Teller<Arena> for Story<'_> {
    fn pages(&mut self) -> &mut Pages {
        &mut self.pages
    }

    fn open(&mut self, opening: &mut OpeningLine) {
        opening.values = values(json!({ "zones": self.now.ring }));
        for entrant in &mut opening.entrants {
            let size = self.arena.roster.fighters[&entrant.entrant].size;
            entrant.values = values(json!({ "size": size }));
        }
        self.tell_opening();
    }

    fn tell(&mut self, event: Event, states: Around<'_, State>, told: &mut EventObject) {
        (self.before, self.now) = (*states.before, *states.after);
        self.prose(event);
        self.complete(event, told);
    }

    fn key(&self, fighter: FighterIndex) -> &str {
        self.key_of(fighter)
    }

    /// Ends the current line of moves, because the explanation of a bot's decision follows. Without
    /// explanations, all moves of a turn are on one line.
    fn pause(&mut self) {
        if self.open != Open::Attack {
            self.open = Open::Nothing;
        }
    }

    fn decider(&self, player: usize) -> Decider {
        let fighter = player as FighterIndex;
        Decider { name: self.name(fighter).to_owned(), entrant: Some(fighter) }
    }

    fn option(&self, player: usize, all: &[Choice], choice: Choice) -> String {
        self.wording(player as FighterIndex, all, choice)
    }

    fn backdrop(&self) -> Backdrop {
        self.drawn_backdrop()
    }

    fn picture(&self, state: &State, event: Option<Event>) -> Picture {
        self.drawn_picture(state, event)
    }

    fn close(&mut self, state: &State, end: &mut EndLine) {
        self.now = *state;
        self.tell_outcome(end);
        for fighter in self.fighters() {
            let f = usize::from(fighter);
            let (lp, trophies) = (state.lp[f], self.keys(state.trophies[f]));
            if let Some(result) = end.entrants.get_mut(usize::from(state.slot[f])) {
                result.values = values(json!({ "lp": lp, "trophies": trophies }));
            }
        }
    }
}
