//! Writes the story of a game: as prose for users, and as JSON events for programs.

mod prose;

use serde_json::{Value as Json, json};

use super::decks::{Action, Cards};
use super::event::{Drop, Event, Wound};
use super::state::{Character, NONE, State, members};
use super::{BattleCards, Choice};
use crate::game::MAX_PLAYERS;
use crate::game::story::{
    Decider, EndLine, EventObject, LineStyle, OpeningLine, Pages, Role, Teller, values,
};

/// The story of one game, written event by event.
pub struct Story<'a> {
    game: &'a BattleCards,
    opening: State,
    roles: Vec<Role>,
    pages: Pages,
    /// Life of each character. This and the next fields are updated by each event.
    life: [u8; 64],
    energy: [u16; MAX_PLAYERS],
    team: [u64; MAX_PLAYERS],
    leader: [Character; MAX_PLAYERS],
}

/// Returns the names of the cards in a hand, one entry per card.
fn held(hand: &Cards) -> Vec<&'static str> {
    let counts = Action::ALL.into_iter().zip(hand.counts());
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

    fn key(&self, character: Character) -> &'a str {
        self.game
            .keys
            .get(usize::from(character))
            .map_or("", |key| key)
    }

    fn name(&self, character: Character) -> &'a str {
        let fighter = self.game.roster.fighters.get(self.key(character));
        fighter.map_or("nobody", |fighter| &fighter.name)
    }

    /// Returns one line with the printed values of a character's card.
    fn card(&self, character: Character) -> String {
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

    /// Updates life, energy, teams and leaders after an event.
    fn keep_up(&mut self, event: Event) {
        match event {
            Event::Gains { player, energy } => self.energy[usize::from(player)] += energy,
            Event::Loses { player, energy } | Event::Spends { player, energy } => {
                self.energy[usize::from(player)] -= energy;
            }
            Event::Takes {
                player,
                from,
                energy,
            } => {
                self.energy[usize::from(player)] += energy;
                self.energy[usize::from(from)] -= energy;
            }
            Event::Wounds { target, life, .. } => self.life[usize::from(target)] -= life,
            Event::Regains { character, life } => self.life[usize::from(character)] += life,
            Event::Joins {
                player,
                character,
                life,
                ..
            } => {
                self.life[usize::from(character)] = life;
                self.team[usize::from(player)] |= 1 << character;
            }
            Event::Falls {
                player, character, ..
            } => {
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

    /// Returns an event as a JSON object.
    fn told(&self, event: Event) -> Json {
        let key = |character| self.key(character);
        let seat = |player| self.seat(player);
        match event {
            Event::RoundBegins { round } => json!({ "round": round }),
            Event::TurnBegins { player } => json!({ "seat": seat(player) }),
            Event::Leads { player, character } => {
                json!({ "seat": seat(player), "who": key(character) })
            }
            Event::Occurs { player, event } => {
                json!({ "seat": seat(player), "card": event.name() })
            }
            Event::Joins {
                player,
                character,
                life,
                back,
            } => {
                json!({ "seat": seat(player), "who": key(character), "life": life, "back": back })
            }
            Event::Draws { player, card } => {
                json!({ "seat": seat(player), "card": card.name() })
            }
            Event::Gains { player, energy } => {
                json!({ "seat": seat(player), "energy": energy })
            }
            Event::Loses { player, energy } => {
                json!({ "seat": seat(player), "energy": energy })
            }
            Event::Takes {
                player,
                from,
                energy,
            } => {
                json!({ "seat": seat(player), "from_seat": seat(from), "energy": energy })
            }
            Event::Spends { player, energy } => {
                json!({ "seat": seat(player), "energy": energy })
            }
            Event::Drops { player, card, how } => {
                let how = match how {
                    Drop::Discarded => "discarded",
                    Drop::Lost => "lost",
                };
                json!({ "seat": seat(player), "card": card.name(), "how": how })
            }
            Event::Plays { player, card, by } => {
                json!({ "seat": seat(player), "card": card.name(), "who": (by != NONE).then(|| key(by)) })
            }
            Event::Attacks {
                player,
                attacker,
                target,
                nemesis,
            } => {
                json!({ "seat": seat(player), "who": key(attacker), "whom": [key(target)], "nemesis": nemesis })
            }
            Event::Covers { character } => {
                json!({ "who": key(character) })
            }
            Event::Power { character, power } => {
                json!({ "who": key(character), "power": power.name() })
            }
            Event::Spares { character, life } => {
                json!({ "who": key(character), "life": life })
            }
            Event::Throws { throw } => {
                json!({ "faces": throw.faces().collect::<Vec<_>>() })
            }
            Event::Scores {
                score,
                best,
                power,
                cards,
            } => {
                json!({ "score": score, "best": best, "power": power, "cards": cards })
            }
            Event::Dodges {
                throw,
                dodge,
                escapes,
                ..
            } => {
                json!({ "faces": throw.faces().collect::<Vec<_>>(), "dodge": dodge, "escapes": escapes })
            }
            Event::Sure => json!({}),
            Event::Shields { target, life, .. } => {
                json!({ "who": key(target), "life": life })
            }
            Event::Saves { target, life } => {
                json!({ "who": key(target), "life": life })
            }
            Event::Wounds {
                by,
                target,
                life,
                how,
            } => {
                json!({ "who": by.map(key), "whom": [key(target)], "life": life, "how": Wound::NAMES[how as usize] })
            }
            Event::Regains { character, life } => {
                json!({ "who": key(character), "life": life })
            }
            Event::Falls {
                player,
                character,
                by,
            } => {
                json!({ "who": by.map(key), "whom": [key(character)], "of_seat": seat(player) })
            }
            Event::Out { player } => json!({ "seat": seat(player) }),
            Event::Over { capped } => json!({ "capped": capped }),
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

    fn tell(&mut self, event: Event) -> EventObject {
        self.keep_up(event);
        self.prose(event);
        EventObject::new(event.kind(), self.told(event))
    }

    fn decider(&self, player: usize) -> Decider {
        Decider {
            name: format!("seat {}", self.roles[player].seat),
            entrant: None,
        }
    }

    fn option(&self, _: usize, _: &[Choice], choice: Choice) -> String {
        self.option_words(choice)
    }

    fn close(&mut self, state: &State, end: &mut EndLine) {
        let places = self.game.standing(state);
        let players = 0..usize::from(state.players);
        let of = |player: usize| {
            let team: Vec<&str> = members(state.team[player])
                .map(|own| self.key(own))
                .collect();
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
