//! Writes the story of a mission: as prose for users, and as JSON events for programs.

mod fights;
mod json;
mod map;
mod options;
mod picture;
mod prose;

use serde_json::{Value as Json, json};

use self::map::{LEGEND, Map};
use super::event::{Event, What};
use super::state::{End, Foe, HeroState, MOST_HEROES, MissionFailure, State};
use super::{Choice, Jungle};
use crate::game::picture::{Backdrop, Picture};
use crate::game::story::{
    Around, Decider, EndLine, EventObject, LineStyle, OpeningLine, Pages, Role, Teller,
    TitleValues, values,
};
use crate::words::counted;

/// The story of one mission, written event by event.
pub struct Story<'a> {
    game: &'a Jungle,
    opening: State,
    roles: Vec<Role>,
    pages: Pages,
    /// For each hero of the mission: its index in the roster.
    fighters: [u8; MOST_HEROES],
    needed: u8,
    /// True if the fate die was thrown in the current turn.
    fate_thrown: bool,
    // The current values of the mission, updated by each event.
    map: Map,
    boards: [Board; MOST_HEROES],
}

/// The current values on a hero's board, as the story computes them from the events.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Board {
    life: u8,
    hours: u8,
    stress: u8,
    energy: u8,
    hostages: u8,
}

impl Board {
    fn of(hero: &HeroState) -> Board {
        Board {
            life: hero.life,
            hours: hero.clock,
            stress: hero.stress,
            energy: hero.energy,
            hostages: hero.hostages,
        }
    }

    fn set(&mut self, what: What, now: u8) {
        let number = match what {
            What::Life => &mut self.life,
            What::Hours => &mut self.hours,
            What::Stress => &mut self.stress,
            What::Energy => &mut self.energy,
            What::Hostages => &mut self.hostages,
        };
        *number = now;
    }
}

impl<'a> Story<'a> {
    pub fn new(game: &'a Jungle, opening: &State, roles: &[Role]) -> Self {
        Story {
            game,
            opening: *opening,
            roles: roles.to_vec(),
            pages: Pages::default(),
            fighters: opening.heroes.map(|hero| hero.fighter),
            needed: game.needed(opening),
            fate_thrown: false,
            map: Map::new(opening),
            boards: opening.heroes.each_ref().map(Board::of),
        }
    }

    fn key_of(&self, hero: u8) -> &'a str {
        let fighter = self.fighters.get(usize::from(hero)).copied().unwrap_or(0);
        let key = self.game.keys.get(usize::from(fighter));
        key.map_or("", String::as_str)
    }

    fn name(&self, hero: u8) -> &'a str {
        let fighter = self.game.roster.fighters.get(self.key_of(hero));
        fighter.map_or("nobody", |fighter| &fighter.name)
    }

    fn seat(&self, hero: u8) -> u8 {
        self.roles[usize::from(hero)].seat
    }

    /// Returns one line of text with a hero's values, and with its equipment at the start of a
    /// mission.
    fn card(&self, opening: &State, hero: u8) -> String {
        let (sheet, at) = (self.game.sheet(opening, hero), opening.hero(hero));
        let held = at.bag.kinds().map(|kind| match at.bag.count(kind) {
            1 => kind.name().to_owned(),
            count => format!("{} × {count}", kind.name()),
        });
        format!(
            "{}: {} life, defense {}, damage {}, {} {}; {} K-energy, {}",
            self.name(hero),
            sheet.life,
            sheet.defense,
            sheet.damage,
            sheet.ability.name(),
            sheet.ability.number(),
            at.energy,
            match held.collect::<Vec<_>>().join(", ") {
                held if held.is_empty() => "no equipment".to_owned(),
                held => held,
            }
        )
    }

    fn draw_map(&mut self) {
        for text in self.map.lines() {
            self.pages.aside(LineStyle::Plain, text);
        }
    }

    /// Updates the map and the values of heroes after an event.
    fn keep_up(&mut self, event: Event) {
        match event {
            Event::TurnBegins { .. } => self.fate_thrown = false,
            Event::Fate { .. } => self.fate_thrown = true,
            Event::Changes { hero, what, now, .. } => self.boards[usize::from(hero)].set(what, now),
            Event::Revives { hero, life, .. } => {
                self.boards[usize::from(hero)].set(What::Life, life);
            }
            Event::Reveals { tile, kind, .. } => self.map.reveal(tile, kind),
            Event::Enters { hero, tile, .. } => self.map.enter(hero, tile),
            Event::Meets { tile, .. } => self.map.meet(tile),
            // A victory over the Boss clears no tile (rule J-5.8).
            Event::FightEnds { foe: Foe::Rebel(_), tile, beaten_by: Some(_), .. } => {
                self.map.beat(tile)
            }
            Event::Dies { hero, .. } => self.map.leave(hero, true),
            Event::Out { hero } => self.map.leave(hero, false),
            Event::Collects { from, .. } => {
                self.boards[usize::from(from)].hostages = 0;
                self.map.collect(from);
            }
            _ => {}
        }
    }
}

/// Returns a short text that describes the end of a mission.
fn ending(end: Option<End>) -> &'static str {
    match end {
        Some(End::Won) => "the mission is won",
        Some(End::Lost(cause)) => match cause {
            MissionFailure::Boss => "the mission is lost: the Big Boss has beaten all",
            MissionFailure::Death => "the mission is lost: nobody is left, the last one died",
            MissionFailure::Time => {
                "the mission is lost: nobody is left, the last one ran out of time"
            }
            MissionFailure::Hostages => "the mission is lost: too few hostages can still be had",
            MissionFailure::Rounds => "the mission is lost: rounds have run out",
        },
        None => "the mission breaks off",
    }
}

impl Teller<Jungle> for Story<'_> {
    fn pages(&mut self) -> &mut Pages {
        &mut self.pages
    }

    fn open(&mut self, opening: &mut OpeningLine) {
        let state = self.opening;
        opening.values = values(json!({ "needed": self.needed, "side": state.side,
            "infiltration": state.infiltration + 1, "exfiltration": state.exfiltration + 1 }));
        for (hero, entrant) in (0..state.players).zip(&mut opening.entrants) {
            let at = state.hero(hero);
            let held = at.bag.kinds().map(|kind| {
                let count = at.bag.count(kind);
                (kind.name().to_owned(), Json::from(count))
            });
            entrant.values = values(json!({ "life": at.life, "energy": at.energy,
                "equipment": held.collect::<TitleValues>() }));
        }
        self.pages.line(LineStyle::Legend, LEGEND);
        let hostages = counted(self.needed.into(), "hostage");
        let are = if self.needed == 1 { "is" } else { "are" };
        self.pages.line(LineStyle::Plain, format!("{hostages} {are} needed"));
        for hero in 0..state.players {
            let (role, card) = (&self.roles[usize::from(hero)], self.card(&state, hero));
            let text = format!("seat {} ({}): {card}", role.seat, role.strategy);
            self.pages.line(LineStyle::Turn, text);
        }
        self.draw_map();
    }

    fn tell(&mut self, event: Event, _: Around<'_, State>, told: &mut EventObject) {
        // The map shows the state before the event; the words describe the state after the event.
        if let Event::RoundBegins { round } = event
            && round > 1
        {
            self.draw_map();
        }
        self.keep_up(event);
        self.prose(event);
        self.complete(event, told);
    }

    fn key(&self, hero: u8) -> &str {
        self.key_of(hero)
    }

    fn decider(&self, player: usize) -> Decider {
        Decider { name: format!("seat {}", self.roles[player].seat), entrant: Some(player as u8) }
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
        self.draw_map();
        let heroes = 0..state.players;
        let fate = |hero: u8| match hero {
            _ if state.is_in_play(hero) => "in play",
            _ if state.dead >> hero & 1 == 1 => "dead",
            _ => "out of time",
        };
        for (hero, result) in heroes.clone().zip(&mut end.entrants) {
            result.values = values(json!({ "energy": state.hero(hero).energy }));
        }
        let heading = format!("Round {}: {}", state.round, ending(state.end));
        self.pages.heading(heading);
        for hero in heroes {
            let (seat, name, board) = (self.seat(hero), self.name(hero), self.board(hero));
            let text = format!("seat {seat}: {name}, {}, {board}", fate(hero));
            self.pages.line(LineStyle::Plain, text);
        }
    }
}
