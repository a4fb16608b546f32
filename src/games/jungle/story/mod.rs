//! Writes the story of a mission: as prose for users, and as JSON events for programs.

mod map;
mod picture;
mod prose;

use serde_json::{Value as Json, json};

use super::event::Event;
use super::roster::Hero;
use super::state::{FOE, HeroState, State};
use super::{Bag, Choice, Equipment, Face, Jungle};
use crate::game::picture::{Backdrop, Picture};
use crate::game::story::{
    Around, Decider, EndLine, EventObject, LineStyle, OpeningLine, Pages, Role, Teller,
    TitleValues, values,
};
use crate::words::counted;

/// The story of one mission, written event by event.
pub struct Story<'a> {
    game: &'a Jungle,
    /// The engine's state after the last event.
    state: State,
    roles: Vec<Role>,
    pages: Pages,
}

impl<'a> Story<'a> {
    pub fn new(game: &'a Jungle, opening: &State, roles: &[Role]) -> Self {
        Story { game, state: *opening, roles: roles.to_vec(), pages: Pages::default() }
    }

    fn key_of(&self, hero: u8) -> &'a str {
        &self.game.keys[usize::from(self.state.hero(hero).fighter)]
    }

    fn fighter(&self, hero: u8) -> &'a Hero {
        &self.game.roster.fighters[self.key_of(hero)]
    }

    fn name(&self, hero: u8) -> &'a str {
        &self.fighter(hero).name
    }

    /// Returns the values on a hero's card, without its life, as text.
    fn printed(&self, hero: u8) -> String {
        let sheet = self.game.sheet(&self.state, hero);
        let (ability, number) = (sheet.ability.name(), sheet.ability.number());
        format!("defense {}, damage {}, {ability} {number}", sheet.defense, sheet.damage)
    }

    fn draw_map(&mut self) {
        for text in map::lines(&self.state) {
            self.pages.aside(LineStyle::Plain, text);
        }
    }
}

impl Teller<Jungle> for Story<'_> {
    fn pages(&mut self) -> &mut Pages {
        &mut self.pages
    }

    fn open(&mut self, opening: &mut OpeningLine) {
        let (state, needed) = (self.state, self.game.needed(&self.state));
        opening.values = values(json!({ "needed": needed, "side": state.side,
            "infiltration": state.infiltration + 1, "exfiltration": state.exfiltration + 1 }));
        self.pages.line(LineStyle::Legend, map::LEGEND);
        let are = if needed == 1 { "is" } else { "are" };
        let hostages = format!("{} {are} needed", counted(needed.into(), "hostage"));
        self.pages.line(LineStyle::Plain, hostages);
        for ((hero, role), entrant) in (0..).zip(&self.roles).zip(&mut opening.entrants) {
            let HeroState { life, energy, bag, .. } = *state.hero(hero);
            let count = |kind: Equipment| (kind.name().to_owned(), bag.count(kind).into());
            let equipment: TitleValues = bag.kinds().map(count).collect();
            entrant.values =
                values(json!({ "life": life, "energy": energy, "equipment": equipment }));
            let (strategy, name, held) = (&role.strategy, self.name(hero), held(bag));
            let card = format!("{name}: {life} life, {}; {energy} K-energy", self.printed(hero));
            let text = format!("seat {} ({strategy}): {card}, {held}", hero + 1);
            self.pages.line(LineStyle::Turn, text);
        }
        self.draw_map();
    }

    fn tell(&mut self, event: Event, states: Around<'_, State>, told: &mut EventObject) {
        let state = states.after;
        self.state = *state;
        complete(event, state, told);
        let [who, whom] = [told.who, told.whom.first().copied()]
            .map(|hero| hero.map_or("", |hero| self.name(hero)));
        if let Event::RoundBegins { round } = event {
            if round > 1 {
                self.draw_map();
            }
            self.pages.heading(format!("Round {round}"));
        } else if let Some((style, text)) = self.sentence(event, who, whom) {
            self.pages.line(style, text);
        }
    }

    fn key(&self, hero: u8) -> &str {
        self.key_of(hero)
    }

    fn decider(&self, player: usize) -> Decider {
        Decider { name: format!("seat {}", player + 1), entrant: Some(player as u8) }
    }

    fn option(&self, _: usize, _: &[Choice], choice: Choice) -> String {
        self.option_words(choice)
    }

    fn backdrop(&self) -> Backdrop {
        self.drawn_backdrop()
    }

    fn picture(&self, state: &State, event: Option<Event>) -> Picture {
        self.drawn_picture(state, event)
    }

    fn close(&mut self, state: &State, end: &mut EndLine) {
        self.state = *state;
        for (hero, result) in state.heroes.iter().zip(&mut end.entrants) {
            result.values = values(json!({ "energy": hero.energy }));
        }
        self.draw_map();
        let ending = state.end.map_or("the mission breaks off".to_owned(), prose::ending);
        self.pages.heading(format!("Round {}: {ending}", state.round));
        for hero in 0..state.players {
            let fate = match state.dead >> hero & 1 {
                _ if state.is_in_play(hero) => "in play",
                1 => "dead",
                _ => "out of time",
            };
            let (seat, name, board) = (hero + 1, self.name(hero), prose::board(state.hero(hero)));
            self.pages.line(LineStyle::Plain, format!("seat {seat}: {name}, {fate}, {board}"));
        }
    }
}

/// Adds the heroes of an event, and what its JSON takes from the state after it, to the event's
/// JSON object `told`. JSON counts tiles and seats from 1.
fn complete(event: Event, state: &State, told: &mut EventObject) {
    told.who = told.take("hero");
    told.player = told.who;
    told.whom = told.take("whom").into_iter().collect();
    for name in ["tile", "from", "beaten_by"] {
        if let Some(number) = told.values.get(name).and_then(Json::as_u64) {
            told.set(name, number + 1);
        }
    }
    match event {
        Event::Pairs { .. } => {
            for (face, pairs) in Face::NAMES.iter().zip(state.turn.dice.pairs()) {
                told.set(face, pairs);
            }
        }
        Event::Order => {
            let seat = |&striker: &u8| match striker {
                FOE => json!("foe"),
                hero => json!(hero + 1),
            };
            told.set("order", strikers(state).iter().map(seat).collect::<Vec<_>>());
        }
        _ => {}
    }
}

/// Returns the heroes and the foe of the current fight, in the order of their strikes.
fn strikers(state: &State) -> &[u8] {
    state.fight.as_ref().map_or(&[], |fight| &fight.order[..usize::from(fight.strikers)])
}

/// Returns the equipment that a hero holds as text.
fn held(bag: Bag) -> String {
    let cards = bag.kinds().map(|kind| match bag.count(kind) {
        1 => kind.name().to_owned(),
        count => format!("{} × {count}", kind.name()),
    });
    match cards.collect::<Vec<_>>().join(", ") {
        none if none.is_empty() => "no equipment".to_owned(),
        cards => cards,
    }
}
