//! Tells a game for `gong watch`: in prose, and as the values of events.

use gong::game::picture::{Backdrop, Picture};
use gong::game::story::{
    Around, Decider, EndLine, EventObject, LineStyle, OpeningLine, Pages, Role, Teller, values,
};
use serde_json::json;

use super::files::Porter;
use super::state::{Ending, GUIDES, State, Weather};
use super::{Choice, Event, NightPass};

/// Tells the events of one game.
pub struct Story<'a> {
    pub pass: &'a NightPass,
    /// The state before the first decision, with the porter in each place.
    pub opening: State,
    roles: Vec<Role>,
    pages: Pages,
}

impl<'a> Story<'a> {
    pub fn new(pass: &'a NightPass, opening: &State, roles: &[Role]) -> Self {
        Story { pass, opening: *opening, roles: roles.to_vec(), pages: Pages::default() }
    }

    pub fn porter(&self, porter: u8) -> &'a Porter {
        self.pass.porter(&self.opening, porter)
    }

    fn name(&self, porter: u8) -> &'a str {
        &self.porter(porter).name
    }

    /// Returns the sentence that tells an event, if it has one.
    fn words(&self, event: Event) -> Option<(LineStyle, String)> {
        use LineStyle::{Fall, Step, Turn};
        let name = |porter| self.name(porter);
        Some(match event {
            Event::Marches { porter, steps } => {
                (Turn, format!("{} marches: {steps} steps", name(porter)))
            }
            Event::Guards { porter } => (Turn, format!("{} guards", name(porter))),
            Event::Rests { guide } => (Turn, format!("guide {}’s group rests", guide + 1)),
            Event::Strikes { weather } => {
                (Turn, format!("the weather: {}", Weather::NAMES[weather as usize]))
            }
            Event::Wards { porter, face, holds } => {
                let end =
                    if holds { " and drives the wolves off" } else { ": the wolves come through" };
                (Step, format!("{} rolls {face}{end}", name(porter)))
            }
            Event::Chills { porter, warmth } => {
                (Step, format!("{} loses {warmth} warmth", name(porter)))
            }
            Event::Lost { porter, .. } => (Fall, format!("{} is lost", name(porter))),
            Event::RoundBegins { .. } | Event::Over { .. } => return None,
        })
    }
}

impl Teller<NightPass> for Story<'_> {
    fn pages(&mut self) -> &mut Pages {
        &mut self.pages
    }

    fn open(&mut self, _: &mut OpeningLine) {
        for guide in 0..GUIDES {
            let (role, places) = (&self.roles[guide], 0..self.opening.porters);
            let group = places.filter(|&place| self.opening.guide_of(place) == guide);
            let group: Vec<&str> = group.map(|place| self.key(place)).collect();
            let text = format!("guide {} ({}): {}", role.seat, role.strategy, group.join(", "));
            self.pages.line(LineStyle::Plain, text);
        }
        self.pages.heading(format!("Round {}", self.opening.round));
    }

    fn tell(&mut self, event: Event, _: Around<'_, State>, told: &mut EventObject) {
        if let Event::RoundBegins { round } = event {
            self.pages.heading(format!("Round {round}"));
        }
        if let Some((style, text)) = self.words(event) {
            self.pages.line(style, text);
        }
        told.player = told.take("guide");
        told.who = told.take("porter");
    }

    fn key(&self, porter: u8) -> &str {
        &self.pass.keys[self.opening.porter_index(porter)]
    }

    fn decider(&self, player: usize) -> Decider {
        Decider { name: format!("guide {}", self.roles[player].seat), entrant: None }
    }

    fn option(&self, _: usize, _: &[Choice], choice: Choice) -> String {
        let kind = Choice::KINDS[choice.kind()];
        choice.porter().map_or(kind.into(), |porter| format!("have {} {kind}", self.name(porter)))
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
        let State { steps, round, porters, .. } = state;
        end.values = values(json!({ "ending": name, "steps": steps, "walking": walking }));
        self.pages.heading(format!("The end: {name}"));
        let text = format!("{steps} steps in {round} rounds, {walking} of {porters} porters left");
        self.pages.line(LineStyle::Plain, text);
    }
}
