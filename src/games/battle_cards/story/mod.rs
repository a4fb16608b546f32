//! Writes the story of a game: in prose for users, and as JSON events for programs.

mod picture;
mod prose;

use serde_json::{Value as Json, json};

use super::decks::{Action, Cards};
use super::event::Event;
use super::state::{CharacterIndex, NONE, State, members};
use super::{BattleCards, Choice};
use crate::game::MAX_PLAYERS;
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
    /// Current life of each character. Each event of the game updates this field and the fields
    /// below.
    life: [u8; 64],
    energy: [u16; MAX_PLAYERS],
    team: [u64; MAX_PLAYERS],
    leader: [CharacterIndex; MAX_PLAYERS],
}

/// Returns the names of the action cards in a player's hand, one entry per card.
fn held(hand: &Cards) -> Vec<&'static str> {
    let counts = Action::ALL.iter().copied().zip(hand.counts());
    let names = counts.flat_map(|(card, &count)| std::iter::repeat_n(card.name(), count.into()));
    names.collect()
}

impl<'a> Story<'a> {
    pub fn new(game: &'a BattleCards, opening: &State, roles: &[Role]) -> Self {
        Story {
            game,
            opening: *opening,
            roles: roles.to_vec(),
            pages: Pages::default(),
            life: opening.life,
            energy: opening.energy,
            team: opening.team,
            leader: opening.leader,
        }
    }

    fn name(&self, character: CharacterIndex) -> &'a str {
        let fighter = self.game.roster.fighters.get(self.key(character));
        fighter.map_or("nobody", |fighter| &fighter.name)
    }

    /// Returns one line with the printed values of a character's card.
    fn card(&self, character: CharacterIndex) -> String {
        let sheet = self.game.sheets.of(character);
        let power = sheet.power;
        let nemesis = match sheet.nemesis {
            Some(nemesis) => format!(", nemesis {}", self.name(nemesis)),
            None => String::new(),
        };
        format!(
            "{}: {} {}, {} life, {} energy, {} {}{nemesis}",
            self.name(character),
            sheet.dice,
            if sheet.dice == 1 { "die" } else { "dice" },
            sheet.life,
            sheet.energy,
            power.name(),
            power.number()
        )
    }

    fn seat(&self, player: u8) -> u8 {
        self.roles[usize::from(player)].seat
    }

    /// Updates the current life, energy, teams and leaders after an event of the game.
    fn keep_up(&mut self, event: Event) {
        match event {
            Event::Gains { player, energy } => self.energy[usize::from(player)] += energy,
            Event::Loses { player, energy } | Event::Spends { player, energy } => {
                self.energy[usize::from(player)] -= energy;
            }
            Event::Takes { player, from, energy } => {
                self.energy[usize::from(player)] += energy;
                self.energy[usize::from(from)] -= energy;
            }
            Event::Wounds { target, life, .. } => self.life[usize::from(target)] -= life,
            Event::Regains { character, life } => self.life[usize::from(character)] += life,
            Event::Joins { player, character, life, .. } => {
                self.life[usize::from(character)] = life;
                self.team[usize::from(player)] |= 1 << character;
            }
            Event::Falls { player, character, .. } => {
                let player = usize::from(player);
                self.team[player] &= !(1 << character);
                if self.leader[player] == character {
                    self.leader[player] = NONE;
                }
            }
            Event::Leads { player, character } => self.leader[usize::from(player)] = character,
            _ => {}
        }
    }

    /// Adds fighters, seats and names to `told`, the JSON object of an event.
    fn complete(&self, event: Event, told: &mut EventObject) {
        told.player = told.take("player");
        told.who = told.take("character");
        match event {
            Event::Takes { from, .. } => told.set("from_seat", self.seat(from)),
            Event::Plays { by, .. } => told.who = (by != NONE).then_some(by),
            Event::Power { power, .. } => told.set("power", power.name()),
            Event::Attacks { attacker, target, .. } => {
                told.who = Some(attacker);
                told.whom = vec![target];
            }
            Event::Shields { target, .. } | Event::Saves { target, .. } => told.who = Some(target),
            Event::Wounds { by, target, .. } => {
                told.who = by;
                told.whom = vec![target];
            }
            Event::Falls { player, character, by } => {
                told.who = by;
                told.whom = vec![character];
                told.set("of_seat", self.seat(player));
            }
            _ => {}
        }
    }
}

impl Teller<BattleCards> for Story<'_> {
    fn pages(&mut self) -> &mut Pages {
        &mut self.pages
    }

    fn open(&mut self, opening: &mut OpeningLine) {
        let state = self.opening;
        let mut seats = vec![];
        for player in 0..usize::from(state.players) {
            let role = &self.roles[player];
            let kind = match state.heroes >> player & 1 {
                1 => "heroes",
                _ => "villains",
            };
            let hand = held(&state.hand[player]);
            seats.push(json!({ "seat": role.seat, "kind": kind, "hand": hand }));
            let text = format!("seat {}, {kind} ({})", role.seat, role.strategy);
            self.pages.line(LineStyle::Turn, text);
            for own in members(state.team[player]) {
                self.pages.line(LineStyle::Step, self.card(own));
            }
            if !hand.is_empty() {
                let text = format!("draws {}", hand.join(", "));
                self.pages.line(LineStyle::Detail, text);
            }
        }
        opening.values = values(json!({ "seats": seats }));
    }

    fn tell(&mut self, event: Event, _: Around<'_, State>, told: &mut EventObject) {
        self.keep_up(event);
        self.prose(event);
        self.complete(event, told);
    }

    fn key(&self, character: CharacterIndex) -> &str {
        let key = self.game.keys.get(usize::from(character));
        key.map_or("", String::as_str)
    }

    fn decider(&self, player: usize) -> Decider {
        Decider { name: format!("seat {}", self.roles[player].seat), entrant: None }
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
        let players = 0..usize::from(state.players);
        let of = |player: usize| {
            let team: Vec<&str> = members(state.team[player]).map(|own| self.key(own)).collect();
            json!({ "seat": self.roles[player].seat, "place": places[player],
                "life": self.game.life_of(state, player), "team": team })
        };
        let seats: Vec<Json> = players.clone().map(of).collect();
        end.values = values(json!({ "seats": seats }));
        let winners: Vec<String> = players
            .clone()
            .filter(|&player| places[player] == 1)
            .map(|player| format!("seat {}", self.roles[player].seat))
            .collect();
        let heading = format!("{} wins in round {}", winners.join(" and "), state.round);
        self.pages.heading(heading);
        for player in players {
            let left: Vec<String> = members(state.team[player])
                .map(|own| format!("{} {}", self.name(own), state.life[usize::from(own)]))
                .collect();
            let left = match left.is_empty() {
                true => "nobody left".to_owned(),
                false => left.join(", "),
            };
            let seat = self.roles[player].seat;
            let text = format!("{}. seat {seat}: {left}", places[player]);
            self.pages.line(LineStyle::Plain, text);
        }
    }
}
