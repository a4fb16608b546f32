//! A game told to people, as prose, and to programs, as one JSON object per event.
//!
//! Both tellers watch the same [`Event`]s. An event says only what happens; the [`Scene`] remembers what it
//! happens to (who stands where, with how many life points, which card lies face up), so that a line can be complete.

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
use crate::games::Observer;
use crate::games::story::{Line, LineStyle, Playbill, Teller, Why};

/// A game on its way to be told, one way or the other.
#[derive(Debug, Clone)]
pub enum Story<'a> {
    Prose(Prose<'a>),
    Events(Events<'a>),
}

impl<'a> Story<'a> {
    /// The story of the game that begins so.
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
