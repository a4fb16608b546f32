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

use super::board::{Fighters, Zone, members};
use super::cards::{AttackSlot, CardIndex, Sheet};
use super::state::{FighterIndex, State};
use super::{Arena, Card, Choice, Event, Fighter, Scoring};
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

    /// Returns true if popularity points are scored in this game, false if trophies are scored.
    fn by_popularity(&self) -> bool {
        self.arena.rules.scoring == Scoring::Popularity
    }

    /// Returns the abbreviated unit of the score in this game, such as `PP`.
    fn unit(&self) -> &'static str {
        self.arena.rules.scoring.words().1
    }

    fn fighters(&self) -> std::ops::Range<FighterIndex> {
        0..self.now.count
    }

    fn sheet(&self, fighter: FighterIndex) -> &'a Sheet {
        self.arena.sheet(&self.now, fighter)
    }

    fn key_of(&self, fighter: FighterIndex) -> &'a str {
        &self.arena.keys[self.now.sheet_of(fighter.into())]
    }

    fn keys(&self, fighters: Fighters) -> Vec<&'a str> {
        members(fighters).map(|fighter| self.key_of(fighter)).collect()
    }

    /// Returns the roster entry of a fighter.
    fn entry(&self, fighter: FighterIndex) -> &'a Fighter {
        &self.arena.roster.fighters[self.key_of(fighter)]
    }

    fn name(&self, fighter: FighterIndex) -> &'a str {
        &self.entry(fighter).name
    }

    /// Returns the names of fighters as a list, such as `Agaric, Cactus and Baobab`.
    fn names(&self, fighters: Fighters) -> String {
        list(members(fighters).map(|fighter| self.name(fighter)))
    }

    fn card_key(&self, fighter: FighterIndex, card: CardIndex) -> &'a str {
        &self.sheet(fighter).keys[usize::from(card)]
    }

    /// Returns the roster entry of a card.
    fn card(&self, fighter: FighterIndex, card: CardIndex) -> &'a Card {
        &self.entry(fighter).cards[self.card_key(fighter, card)]
    }

    /// Returns the name of a card with its key and effect, such as `card 3, powder barrel`.
    fn card_name(&self, fighter: FighterIndex, card: CardIndex) -> String {
        let key = self.card_key(fighter, card);
        let card = self.card(fighter, card);
        match card.effect() {
            Some(_) => format!("card {key}, {}", card.parts().name),
            None => format!("card {key}"),
        }
    }

    /// Returns the name of the effect of a fighter's active card; empty if the card has no effect.
    fn effect_of(&self, fighter: FighterIndex) -> String {
        let card = self.card(fighter, self.now.active[usize::from(fighter)]);
        card.effect().map_or_else(String::new, |_| card.parts().name)
    }

    /// Returns the attack of the active card that is being made.
    fn slot(&self) -> &'a AttackSlot {
        &self.arena.active_card(&self.now).slots[usize::from(self.now.clash.slot)]
    }

    /// Returns the name of a zone: `zone 1`, `zone 2`, … round the ring, or `the centre`.
    fn zone(&self, zone: Zone) -> String {
        if zone == self.now.ring { "the centre".into() } else { format!("zone {}", zone + 1) }
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
