//! Writes the story of a game: in prose for users, and as JSON events for programs.

mod picture;
mod prose;

use serde_json::json;

use super::decks::Action;
use super::event::Event;
use super::roster::Character;
use super::sheet::Sheet;
use super::state::{CharacterIndex, NONE, State, members};
use super::{BattleCards, Choice};
use crate::game::picture::{Backdrop, Picture};
use crate::game::story::{
    Around, Decider, EndLine, EventObject, LineStyle, OpeningLine, Pages, Role, Teller, values,
};

/// The story of one game, written event by event.
pub struct Story<'a> {
    game: &'a BattleCards,
    opening: State,
    roles: Vec<Role>,
    pages: Pages,
}

impl<'a> Story<'a> {
    pub fn new(game: &'a BattleCards, opening: &State, roles: &[Role]) -> Self {
        Story { game, opening: *opening, roles: roles.to_vec(), pages: Pages::default() }
    }

    /// Returns the key and the card of a character.
    fn fighter(&self, character: CharacterIndex) -> (&'a String, &'a Character) {
        let fighter = self.game.roster.fighters.iter().nth(character.into());
        fighter.expect("a character of the roster")
    }

    fn name(&self, character: CharacterIndex) -> &'a str {
        &self.fighter(character).1.name
    }

    /// Returns one line with the printed values of a character's card.
    fn card(&self, character: CharacterIndex) -> String {
        let Sheet { dice, life, energy, power, nemesis } = *self.game.sheets.of(character);
        let noun = if dice == 1 { "die" } else { "dice" };
        let (power, number) = (power.name(), power.number());
        let sworn =
            nemesis.map_or_else(String::new, |enemy| format!(", nemesis {}", self.name(enemy)));
        format!("{dice} {noun}, {life} life, {energy} energy, {power} {number}{sworn}")
    }

    /// Returns a player's name in prose.
    fn seat(&self, player: impl Into<usize>) -> String {
        format!("seat {}", self.roles[player.into()].seat)
    }

    /// Lists the characters of a player's team, each with its life. `star` marks the leader.
    fn team(&self, state: &State, player: usize, star: &str) -> String {
        let own = members(state.team[player]).map(|character| {
            let star = if state.leader[player] == character { star } else { "" };
            format!("{}{star} {}", self.name(character), state.life[usize::from(character)])
        });
        own.collect::<Vec<_>>().join(", ")
    }
}

impl Teller<BattleCards> for Story<'_> {
    fn pages(&mut self) -> &mut Pages {
        &mut self.pages
    }

    fn open(&mut self, opening: &mut OpeningLine) {
        let (state, mut seats) = (self.opening, vec![]);
        for (player, role) in self.roles.iter().enumerate() {
            let kind = state.kind(player).plural();
            let hand: Vec<&str> =
                state.hand[player].kinds().map(|card| Action::NAMES[card]).collect();
            let text = format!("seat {}, {kind} ({})", role.seat, role.strategy);
            self.pages.line(LineStyle::Turn, text);
            for own in members(state.team[player]) {
                let text = format!("{}: {}", self.name(own), self.card(own));
                self.pages.line(LineStyle::Step, text);
            }
            if !hand.is_empty() {
                self.pages.line(LineStyle::Detail, format!("draws {}", hand.join(", ")));
            }
            seats.push(json!({ "seat": role.seat, "kind": kind, "hand": hand }));
        }
        opening.values = values(json!({ "seats": seats }));
    }

    fn tell(&mut self, event: Event, states: Around<'_, State>, told: &mut EventObject) {
        self.prose(event, states.after);
        let who: Option<CharacterIndex> = told.take("by").or_else(|| told.take("character"));
        told.who = who.filter(|&who| who != NONE);
        told.whom = told.take("target").into_iter().collect();
        told.player = told.take("player");
        for (player, seat) in [("from", "from_seat"), ("of", "of_seat")] {
            if let Some(player) = told.take::<usize>(player) {
                told.set(seat, self.roles[player].seat);
            }
        }
        if let Event::Power { power, .. } = event {
            told.set("power", power.name());
        }
        told.values.remove("kept");
    }

    fn key(&self, character: CharacterIndex) -> &str {
        self.fighter(character).0
    }

    fn decider(&self, player: usize) -> Decider {
        Decider { name: self.seat(player), entrant: None }
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
        let places = self.game.standing(state);
        let (mut seats, mut winners, mut lines) = (vec![], vec![], vec![]);
        for (player, role) in self.roles.iter().enumerate() {
            let (place, name) = (places[player], self.seat(player));
            let left = match self.team(state, player, "") {
                left if left.is_empty() => "nobody left".to_owned(),
                left => left,
            };
            lines.push(format!("{place}. {name}: {left}"));
            if place == 1 {
                winners.push(name);
            }
            let team: Vec<&str> = members(state.team[player]).map(|own| self.key(own)).collect();
            let life = self.game.life_of(state, player);
            seats.push(json!({ "seat": role.seat, "place": place, "life": life, "team": team }));
        }
        end.values = values(json!({ "seats": seats }));
        let heading = format!("{} wins in round {}", winners.join(" and "), state.round);
        self.pages.heading(heading);
        lines.into_iter().for_each(|line| self.pages.line(LineStyle::Plain, line));
    }
}
