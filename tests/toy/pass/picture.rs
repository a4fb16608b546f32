//! Describes the drawn board: the path over the pass with the porters, their warmth, and the dice.

use gong::game::picture::{
    Backdrop, BoardPlace, Gauge, Picture, PieceFate, PieceSheet, PieceState, PlaceState, Thrown,
    Tone,
};
use gong::game::story::Teller;

use super::state::{State, Weather};
use super::story::Story;
use super::{Choice, Event};

/// The stages of the path over the mountain, with their positions on the board.
const STAGES: [(&str, f64, f64); 5] = [
    ("camp", 0.165, 0.745),
    ("ascent", 0.165, 0.255),
    ("pass", 0.5, 0.255),
    ("descent", 0.835, 0.255),
    ("valley", 0.835, 0.745),
];

impl Story<'_> {
    /// Returns the parts of the drawn board that stay the same during the game.
    pub(super) fn drawn_backdrop(&self) -> Backdrop {
        let place = |&(name, x, y): &(&str, f64, f64)| BoardPlace {
            name: name.to_owned(),
            x,
            y,
            width: 0.32,
            height: 0.46,
            ..BoardPlace::default()
        };
        let sheet = |place: u8| {
            let porter = self.porter(place);
            PieceSheet {
                key: self.key(place).to_owned(),
                name: porter.name.clone(),
                seat: self.opening.guide_of(place) as u8 + 1,
                colour: porter.colour.clone(),
                text: format!("die with {} sides", porter.die),
                gauges: vec![Gauge::bar("warmth", porter.warmth)],
            }
        };
        let rules = &self.pass.rules;
        Backdrop {
            height: 0.7,
            places: STAGES.iter().map(place).collect(),
            links: (1..STAGES.len()).map(|stage| [stage - 1, stage]).collect(),
            pieces: (0..self.opening.porters).map(sheet).collect(),
            cards: vec![],
            gauges: vec![Gauge::bar("steps", rules.distance), Gauge::bar("round", rules.rounds)],
        }
    }

    /// Returns the parts of the drawn board that change, in the state right after `event`.
    pub(super) fn drawn_picture(&self, state: &State, event: Option<Event>) -> Picture {
        let last = STAGES.len() - 1;
        let stage = usize::from(state.steps) * last / usize::from(self.pass.rules.distance);
        let here = stage.min(last);
        let place = |index: usize| {
            let tone = if index == last { Tone::Special } else { Tone::Plain };
            let marks = match event {
                Some(Event::Strikes { weather }) if index == here => {
                    vec![Weather::NAMES[weather as usize].to_owned()]
                }
                _ => vec![],
            };
            PlaceState { tone, marks, ..PlaceState::default() }
        };
        let piece = |porter: u8| {
            let decided = state.decided.into_iter().flatten();
            let duties = decided.filter(|choice| choice.porter() == Some(porter));
            let warmth = state.warmth[usize::from(porter)];
            PieceState {
                place: (warmth > 0).then_some(here),
                fate: if warmth > 0 { PieceFate::InPlay } else { PieceFate::Out },
                values: vec![warmth.into()],
                cards: vec![],
                marks: duties.map(|choice| Choice::KINDS[choice.kind()].to_owned()).collect(),
            }
        };
        Picture {
            places: (0..STAGES.len()).map(place).collect(),
            pieces: (0..state.porters).map(piece).collect(),
            values: vec![state.steps.into(), state.round.into()],
            throws: event.and_then(|event| self.thrown(event)).into_iter().collect(),
        }
    }

    fn thrown(&self, event: Event) -> Option<Thrown> {
        let (porter, what, face, good) = match event {
            Event::Marches { porter, steps } => (porter, "marches", steps, true),
            Event::Wards { porter, face, holds } => (porter, "against the wolves", face, holds),
            _ => return None,
        };
        let label = format!("{} {what}", self.porter(porter).name);
        Some(Thrown::new(label, [face], |_| good))
    }
}
