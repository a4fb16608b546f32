//! The story of one game for `gong watch`: prose, or JSON values of events.
//!
//! An event contains only what changes. The [`Scene`] keeps track of positions, life points and
//! cards, so that each line of prose can be complete.

mod clash;
mod events;
mod memory;
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
use crate::game::story::{
    Decider, EndLine, EventObject, LineStyle, OpeningLine, Pages, Role, Teller, values,
};

/// Writes the story of one game, event by event.
#[derive(Debug, Clone)]
pub struct Story<'a> {
    scene: Scene<'a>,
    pages: Pages,
    /// The kind of the last line, if the text of the next event may be appended to it.
    open: Open,
    /// True if the table at the start of the round (tokens, zones, chosen cards) has been written.
    standing_told: bool,
}

/// The kind of a line to which the text of the next event may be appended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Nothing,
    Placements,
    Moves,
    /// An attack on a single target, whose dice follow on the same line.
    Attack,
}

impl<'a> Story<'a> {
    /// Creates the story of a game that begins in the state `opening`. `roles` has the player of
    /// each fighter.
    pub fn new(arena: &'a Arena, opening: &State, roles: &[Role]) -> Self {
        Story::of(Scene::new(arena, &arena.roster, opening, roles))
    }

    /// Creates the story of a game that begins in the state of `scene`.
    pub fn of(scene: Scene<'a>) -> Self {
        Story {
            scene,
            pages: Pages::default(),
            open: Open::Nothing,
            standing_told: false,
        }
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

    fn tell(&mut self, event: Event, told: &mut EventObject) {
        if let Event::Attacks {
            choice, targets, ..
        } = event
        {
            self.scene.begin_clash(choice, targets);
        }
        self.prose(event);
        self.scene.complete(event, told);
        self.scene.remember(event);
    }

    fn key(&self, fighter: FighterIndex) -> &str {
        &self.scene.figure(fighter).key
    }

    /// Ends a line of moves, because the explanation of a decision follows. Without explanations,
    /// the moves of a turn are on one line.
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
        Decider {
            name: figure.name.clone(),
            entrant: Some(player as FighterIndex),
        }
    }

    fn option(&self, player: usize, all: &[Choice], choice: Choice) -> String {
        self.scene.option_among(all, player as FighterIndex, choice)
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
