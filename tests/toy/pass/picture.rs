//! Describes the drawn board: the path over the pass with the porters, their warmth, and the dice.

use gong::game::picture::{
    Backdrop, BoardPlace, Gauge, Picture, PieceFate, PieceSheet, PieceState, PlaceState, Thrown,
    Tone,
};

use super::state::{GUIDES, State};
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
                key: self.key_of(place).to_owned(),
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
            let weather = match event {
                Some(Event::Strikes { weather }) if index == here => Some(weather.name()),
                _ => None,
            };
            PlaceState {
                tone: match index {
                    0 => Tone::Plain,
                    _ if index == last => Tone::Special,
                    _ if index < here => Tone::Done,
                    _ => Tone::Plain,
                },
                marks: weather.map(str::to_owned).into_iter().collect(),
                ..PlaceState::default()
            }
        };
        let piece = |porter: u8| {
            let decided = (0..GUIDES).filter_map(|guide| state.decided[guide]);
            let duty = decided.filter_map(|choice| match choice {
                Choice::March(who) if who == porter => Some("marches".to_owned()),
                Choice::Guard(who) if who == porter => Some("guards".to_owned()),
                _ => None,
            });
            let warmth = state.warmth[usize::from(porter)];
            PieceState {
                place: (warmth > 0).then_some(here),
                fate: if warmth > 0 { PieceFate::InPlay } else { PieceFate::Out },
                values: vec![warmth.into()],
                cards: vec![],
                marks: duty.collect(),
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
        match event {
            Event::Marches { porter, steps } => {
                let label = format!("{} marches", self.porter(porter).name);
                Some(Thrown::new(label, [steps], |_| true))
            }
            Event::Wards { porter, face, holds } => {
                let label = format!("{} against the wolves", self.porter(porter).name);
                Some(Thrown::new(label, [face], |_| holds))
            }
            _ => None,
        }
    }
}
