//! Tells a game for `gong watch`: in prose, as the values of events, and on a drawn board with the
//! path over the pass, the porters, their warmth, and the dice.

use gong::game::picture::{
    Backdrop, BoardPlace, Gauge, Picture, PieceFate, PieceSheet, PieceState, PlaceState, Thrown,
};
use gong::game::story::{
    Around, Decider, EndLine, EventObject, LineStyle, OpeningLine, Pages, Teller,
};

use super::state::{GUIDES, State};
use super::{Choice, Event, NightPass, Porter};

/// The stages of the path over the mountain, from left to right.
const STAGES: [&str; 4] = ["ascent", "pass", "descent", "valley"];

/// Tells the events of one game.
pub struct Story<'a> {
    pub pass: &'a NightPass,
    /// The state before the first decision, with the porter in each place.
    pub opening: State,
    pub pages: Pages,
}

impl<'a> Story<'a> {
    pub fn porter(&self, porter: u8) -> &'a Porter {
        self.pass.porter(&self.opening, porter)
    }
}

impl Teller<NightPass> for Story<'_> {
    fn pages(&mut self) -> &mut Pages {
        &mut self.pages
    }

    fn open(&mut self, _: &mut OpeningLine) {
        self.pages.heading("Round 1");
    }

    fn tell(&mut self, event: Event, _: Around<'_, State>, told: &mut EventObject) {
        use LineStyle::{Fall, Step, Turn};
        (told.player, told.who) = (told.take("guide"), told.take("porter"));
        let name = told.who.map_or("", |porter| &self.porter(porter).name);
        let (style, text) = match event {
            Event::RoundBegins { round } => return self.pages.heading(format!("Round {round}")),
            Event::Marches { steps, .. } => (Turn, format!("{name} marches: {steps} steps")),
            Event::Guards { .. } => (Turn, format!("{name} guards")),
            Event::Rests { guide } => (Turn, format!("guide {}’s group rests", guide + 1)),
            Event::Strikes { weather } => (Turn, format!("the weather: {}", weather.name())),
            Event::Chills { warmth, .. } => (Step, format!("{name} loses {warmth} warmth")),
            Event::Lost { .. } => (Fall, format!("{name} is lost")),
            Event::Over { ending } => {
                return self.pages.heading(format!("The end: {}", ending.name()));
            }
        };
        self.pages.line(style, text);
    }

    fn key(&self, porter: u8) -> &str {
        &self.pass.keys[self.opening.porter_index(porter)]
    }

    fn decider(&self, player: usize) -> Decider {
        Decider { name: format!("guide {}", player + 1), entrant: None }
    }

    fn option(&self, _: usize, _: &[Choice], choice: Choice) -> String {
        let kind = Choice::KINDS[choice.kind()];
        let name = |porter| &self.porter(porter).name;
        choice.porter().map_or(kind.into(), |porter| format!("have {} {kind}", name(porter)))
    }

    fn backdrop(&self) -> Backdrop {
        let place = |(stage, name): (usize, &&str)| BoardPlace {
            name: (*name).to_owned(),
            x: 0.125 + 0.25 * stage as f64,
            y: 0.25,
            width: 0.24,
            height: 0.48,
            ..BoardPlace::default()
        };
        let sheet = |place: u8| {
            let porter = self.porter(place);
            PieceSheet {
                key: self.key(place).to_owned(),
                name: porter.name.clone(),
                seat: place % GUIDES as u8 + 1,
                colour: porter.colour.clone(),
                text: format!("die with {} sides", porter.die),
                gauges: vec![Gauge::bar("warmth", porter.warmth)],
            }
        };
        Backdrop {
            height: 0.5,
            places: STAGES.iter().enumerate().map(place).collect(),
            links: (1..STAGES.len()).map(|stage| [stage - 1, stage]).collect(),
            pieces: (0..self.opening.porters).map(sheet).collect(),
            gauges: vec![Gauge::bar("steps", self.pass.rules.distance)],
            ..Backdrop::default()
        }
    }

    fn picture(&self, state: &State, event: Option<Event>) -> Picture {
        let last = STAGES.len() - 1;
        let stage = usize::from(state.steps) * last / usize::from(self.pass.rules.distance);
        let thrown = match event {
            Some(Event::Marches { steps, .. }) => Some(Thrown::new("the march", [steps], |_| true)),
            _ => None,
        };
        let piece = |porter: u8| {
            let warmth = state.warmth[usize::from(porter)];
            let (place, fate) = match warmth {
                0 => (None, PieceFate::Out),
                _ => (Some(stage.min(last)), PieceFate::InPlay),
            };
            PieceState { place, fate, values: vec![warmth.into()], ..PieceState::default() }
        };
        Picture {
            places: vec![PlaceState::default(); STAGES.len()],
            pieces: (0..state.porters).map(piece).collect(),
            values: vec![state.steps.into()],
            throws: thrown.into_iter().collect(),
        }
    }

    fn close(&mut self, state: &State, _: &mut EndLine) {
        let (steps, left) = (state.steps, state.walking().count_ones());
        let text = format!("{steps} steps in {} rounds, {left} porters left", state.round);
        self.pages.line(LineStyle::Plain, text);
    }
}
