//! The story of a game: prose for people, or one JSON object per event for programs.
//!
//! Both forms observe the same [`Event`]s. An event says only what happens; the [`Scene`] keeps
//! track of positions, life points and cards, so that each line can be complete.

mod clash;
mod events;
mod memory;
mod prose;
mod scene;
mod tables;
mod told;
mod turns;
mod why;
mod words;

pub use events::Events;
pub use prose::Prose;
pub use scene::{Figure, Scene};
pub use told::Told;

use super::state::State;
use super::{Arena, Choice, Event};
use crate::game::Observer;
use crate::game::story::{Line, LineStyle, Playbill, Teller, Why};

/// The story of a game in progress, in one of two forms.
#[derive(Debug, Clone)]
pub enum Story<'a> {
    Prose(Prose<'a>),
    Events(Events<'a>),
}

impl<'a> Story<'a> {
    /// Creates the story of a game from its opening state.
    pub fn new(arena: &'a Arena, opening: &State, bill: &Playbill) -> Self {
        let scene = Scene::new(arena, &arena.roster, opening, &bill.roles);
        match bill.json {
            true => Story::Events(Events::new(scene, bill)),
            false => Story::Prose(Prose::new(scene, bill)),
        }
    }
}

impl Observer<Event> for Story<'_> {
    fn see(&mut self, event: Event) {
        match self {
            Story::Prose(prose) => prose.see(event),
            Story::Events(events) => events.see(event),
        }
    }
}

impl Teller<Arena> for Story<'_> {
    fn explain(&mut self, why: &Why<'_, Choice>) {
        match self {
            Story::Prose(prose) => prose.explain(why),
            Story::Events(events) => events.explain(why),
        }
    }

    fn finish(self, end: Option<&State>) -> Vec<Line> {
        let json = |told: &Told| Line {
            style: LineStyle::Json,
            text: serde_json::to_string(told).expect("plain data"),
        };
        match (self, end) {
            (Story::Prose(prose), Some(end)) => prose.finish(end),
            (Story::Prose(prose), None) => prose.lines().to_vec(),
            (Story::Events(events), Some(end)) => events.finish(end).iter().map(json).collect(),
            (Story::Events(events), None) => events.lines().iter().map(json).collect(),
        }
    }
}
