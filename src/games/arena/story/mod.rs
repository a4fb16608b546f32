//! The story of one arena game for the command `gong watch`: prose, or JSON objects of the events.
//!
//! An event contains only what changes. The [`Scene`] keeps track of positions, life points and
//! cards, so that each line of prose can be complete.

mod clash;
mod events;
mod memory;
mod picture;
mod prose;
mod scene;
mod tables;
mod turns;
mod why;
mod words;

pub use scene::{Figure, Scene};

use serde_json::json;

use super::board::members;
use super::state::{FighterIndex, State};
use super::{Arena, Choice, Event};
use crate::game::picture::{Backdrop, Picture};
use crate::game::story::{
    Around, Decider, EndLine, EventObject, LineStyle, OpeningLine, Pages, Role, Teller, values,
};

/// Writes the story of one arena game, event by event.
#[derive(Debug, Clone)]
pub struct Story<'a> {
    scene: Scene<'a>,
    pages: Pages,
    /// The kind of the last line of prose, if the next event's text may be appended to that line.
    open: Open,
    /// True if the table of fighters (life points, zones, chosen cards) has been written for the
    /// current round.
    standing_told: bool,
}

/// The kind of a line of prose to which the next event's text may be appended.
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
        Story::of(Scene::new(arena, &arena.roster, opening, roles))
    }

    /// Creates the story of a game that continues from the state in `scene`.
    pub fn of(scene: Scene<'a>) -> Self {
        Story { scene, pages: Pages::default(), open: Open::Nothing, standing_told: false }
    }

    fn line(&mut self, style: LineStyle, text: impl Into<String>) {
        self.open = Open::Nothing;
        self.pages.line(style, text);
    }

    fn heading(&mut self, text: impl Into<String>) {
        self.open = Open::Nothing;
        self.pages.heading(text);
    }
}

impl Teller<Arena> for Story<'_> {
    fn pages(&mut self) -> &mut Pages {
        &mut self.pages
    }

    fn open(&mut self, opening: &mut OpeningLine) {
        let zones = self.scene.board.ring();
        opening.values = values(json!({ "zones": zones }));
        for entrant in &mut opening.entrants {
            let mut figures = self.scene.figures.iter();
            if let Some(figure) = figures.find(|figure| figure.key == entrant.entrant) {
                entrant.values = values(json!({ "size": figure.size }));
            }
        }
        self.tell_opening();
    }

    fn tell(&mut self, event: Event, _: Around<'_, State>, told: &mut EventObject) {
        if let Event::Attacks { choice, targets, .. } = event {
            self.scene.begin_clash(choice, targets);
        }
        self.prose(event);
        self.scene.complete(event, told);
        self.scene.remember(event);
    }

    fn key(&self, fighter: FighterIndex) -> &str {
        &self.scene.figure(fighter).key
    }

    /// Ends the current line of moves, because the explanation of a bot's decision follows. Without
    /// explanations, all moves of a turn are on one line.
    fn pause(&mut self) {
        if self.scene.round == 0 {
            self.tell_that_placement_begins();
        }
        if self.open != Open::Attack {
            self.open = Open::Nothing;
        }
    }

    fn decider(&self, player: usize) -> Decider {
        let figure = &self.scene.figures[player];
        Decider { name: figure.name.clone(), entrant: Some(player as FighterIndex) }
    }

    fn option(&self, player: usize, all: &[Choice], choice: Choice) -> String {
        self.scene.option_among(all, player as FighterIndex, choice)
    }

    fn backdrop(&self) -> Backdrop {
        self.drawn_backdrop()
    }

    fn picture(&self, state: &State, event: Option<Event>) -> Picture {
        self.drawn_picture(state, event)
    }

    fn close(&mut self, state: &State, end: &mut EndLine) {
        self.tell_outcome(state);
        let scene = &self.scene;
        for result in &mut end.entrants {
            let mut figures = scene.figures.iter();
            if let Some(figure) = figures.find(|figure| figure.key == result.entrant) {
                let trophies: Vec<&str> = members(figure.trophies)
                    .map(|fighter| scene.figure(fighter).key.as_str())
                    .collect();
                result.values = values(json!({ "lp": figure.lp, "trophies": trophies }));
            }
        }
    }
}
