//! Tells a game for `gong watch`: in prose, and as the values of events.

use gong::game::picture::{Backdrop, Picture};
use gong::game::story::{
    Around, Decider, EndLine, EventObject, LineStyle, OpeningLine, Pages, Role, Teller, values,
};
use serde_json::json;

use super::state::{Ending, GUIDES, State};
use super::{Choice, Event, NightPass, Porter};

/// Tells the events of one game.
pub struct Story<'a> {
    pub(super) pass: &'a NightPass,
    /// The state before the first decision, with the porter in each place.
    pub(super) opening: State,
    roles: Vec<Role>,
    pages: Pages,
}

impl<'a> Story<'a> {
    pub fn new(pass: &'a NightPass, opening: &State, roles: &[Role]) -> Self {
        Story { pass, opening: *opening, roles: roles.to_vec(), pages: Pages::default() }
    }

    /// Returns the keys of the porters of a guide's group.
    fn group(&self, guide: usize) -> Vec<&str> {
        let places =
            (0..self.opening.porters).filter(|&place| self.opening.guide_of(place) == guide);
        places.map(|place| self.key(place)).collect()
    }

    fn porter_index(&self, porter: u8) -> usize {
        self.opening.porter[usize::from(porter)].into()
    }

    pub(super) fn key_of(&self, porter: u8) -> &'a str {
        &self.pass.keys[self.porter_index(porter)]
    }

    pub(super) fn porter(&self, porter: u8) -> &'a Porter {
        &self.pass.porters[self.porter_index(porter)]
    }

    fn name(&self, porter: u8) -> &'a str {
        &self.porter(porter).name
    }

    fn round(&mut self, round: u16) {
        self.pages.heading(format!("Round {round}"));
    }

    /// Tells an event in prose.
    fn words(&mut self, event: Event) {
        let name = |porter| self.name(porter);
        let (style, text) = match event {
            Event::RoundBegins { round } => return self.round(round),
            Event::Marches { porter, steps } => {
                (LineStyle::Turn, format!("{} marches: {steps} steps", name(porter)))
            }
            Event::Guards { porter } => (LineStyle::Turn, format!("{} guards", name(porter))),
            Event::Rests { guide } => {
                (LineStyle::Turn, format!("guide {}’s group rests", guide + 1))
            }
            Event::Strikes { weather } => {
                (LineStyle::Turn, format!("the weather: {}", weather.name()))
            }
            Event::Wards { porter, face, holds: true } => (
                LineStyle::Step,
                format!("{} rolls {face} and drives the wolves off", name(porter)),
            ),
            Event::Wards { porter, face, holds: false } => {
                (LineStyle::Step, format!("{} rolls {face}: the wolves come through", name(porter)))
            }
            Event::Chills { porter, warmth } => {
                (LineStyle::Step, format!("{} loses {warmth} warmth", name(porter)))
            }
            Event::Lost { porter, .. } => (LineStyle::Fall, format!("{} is lost", name(porter))),
            Event::Over { .. } => return,
        };
        self.pages.line(style, text);
    }
}

impl Teller<NightPass> for Story<'_> {
    fn pages(&mut self) -> &mut Pages {
        &mut self.pages
    }

    fn open(&mut self, _: &mut OpeningLine) {
        for guide in 0..GUIDES {
            let role = &self.roles[guide];
            let group = self.group(guide).join(", ");
            let text = format!("guide {} ({}): {group}", role.seat, role.strategy);
            self.pages.line(LineStyle::Plain, text);
        }
        self.round(self.opening.round);
    }

    fn tell(&mut self, event: Event, _: Around<'_, State>, told: &mut EventObject) {
        self.words(event);
        told.player = told.take("guide");
        told.who = told.take("porter");
    }

    fn key(&self, porter: u8) -> &str {
        self.key_of(porter)
    }

    fn decider(&self, player: usize) -> Decider {
        Decider { name: format!("guide {}", self.roles[player].seat), entrant: None }
    }

    fn option(&self, _: usize, _: &[Choice], choice: Choice) -> String {
        match choice {
            Choice::March(porter) => format!("have {} march", self.name(porter)),
            Choice::Guard(porter) => format!("have {} guard", self.name(porter)),
            Choice::Rest => "rest".into(),
        }
    }

    fn backdrop(&self) -> Backdrop {
        self.drawn_backdrop()
    }

    fn picture(&self, state: &State, event: Option<Event>) -> Picture {
        self.drawn_picture(state, event)
    }

    fn close(&mut self, state: &State, end: &mut EndLine) {
        let Some(ending) = state.ending else { return };
        let (name, walking) = (Ending::NAMES[ending as usize], state.walking().count_ones());
        end.values = values(json!({ "ending": name, "steps": state.steps, "walking": walking }));
        self.pages.heading(format!("The end: {name}"));
        let text = format!(
            "{} steps in {} rounds, {walking} of {} porters left",
            state.steps, state.round, state.porters
        );
        self.pages.line(LineStyle::Plain, text);
    }
}
