//! Tells a game to people as prose, and to programs as one JSON object per event.

mod prose;

use serde_json::{Value as Json, json};

use super::decks::{Action, Cards};
use super::event::{Drop, Event, Wound};
use super::state::{Character, NONE, State, members};
use super::{BattleCards, Choice};
use crate::game::story::{Line, LineStyle, Playbill, Role, Teller, Why};
use crate::game::{MAX_PLAYERS, Observer};

/// A game that is being told.
pub struct Story<'a> {
    game: &'a BattleCards,
    roles: Vec<Role>,
    json: bool,
    lines: Vec<Line>,
    /// Current values of the position, updated by the events themselves.
    life: [u8; 64],
    energy: [u16; MAX_PLAYERS],
    team: [u64; MAX_PLAYERS],
    leader: [Character; MAX_PLAYERS],
}

/// Names of the cards in a hand, one entry per card.
fn held(hand: &Cards) -> Vec<&'static str> {
    let counts = Action::ALL.into_iter().zip(hand.counts());
    let names = counts.flat_map(|(card, &count)| std::iter::repeat_n(card.name(), count.into()));
    names.collect()
}

impl<'a> Story<'a> {
    pub fn new(game: &'a BattleCards, opening: &State, bill: &Playbill) -> Self {
        let mut story = Story {
            game,
            roles: bill.roles.clone(),
            json: bill.json,
            lines: vec![],
            life: opening.life,
            energy: opening.energy,
            team: opening.team,
            leader: opening.leader,
        };
        let players = 0..usize::from(opening.players);
        let seats: Vec<Json> = players
            .clone()
            .map(|player| {
                let role = &story.roles[player];
                let heroes = opening.heroes >> player & 1 == 1;
                let team = members(opening.team[player]).map(|own| story.key(own));
                json!({ "seat": role.seat, "side": role.team, "kind": if heroes { "heroes" } else { "villains" },
                    "strategy": role.strategy, "team": team.collect::<Vec<_>>(), "hand": held(&opening.hand[player]) })
            })
            .collect();
        story.object(json!({ "event": "opening", "title": bill.title, "seed": bill.seed, "game": bill.game, "seats": seats }));
        let heading = format!("{}: game {} of seed {}", bill.title, bill.game, bill.seed);
        story.prose(LineStyle::Heading, heading);
        for player in players {
            let sheets = members(opening.team[player]).map(|own| story.card(own));
            let sheets: Vec<String> = sheets.collect();
            let role = &story.roles[player];
            let kind = match opening.heroes >> player & 1 {
                1 => "heroes",
                _ => "villains",
            };
            let text = format!("seat {}, {kind} ({})", role.seat, role.strategy);
            story.prose(LineStyle::Turn, text);
            for sheet in sheets {
                story.prose(LineStyle::Step, sheet);
            }
            let hand = held(&opening.hand[player]);
            if !hand.is_empty() {
                let text = format!("draws {}", hand.join(", "));
                story.prose(LineStyle::Detail, text);
            }
        }
        story
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

    /// The printed values of a character's card, in one line.
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

    fn prose(&mut self, style: LineStyle, text: String) {
        if !self.json {
            self.lines.push(Line { style, text });
        }
    }

    fn object(&mut self, object: Json) {
        if self.json {
            let text = object.to_string();
            self.lines.push(Line {
                style: LineStyle::Json,
                text,
            });
        }
    }

    /// Updates the position after an event.
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

    fn as_object(&self, event: Event) -> Json {
        let key = |character| self.key(character);
        let seat = |player| self.seat(player);
        match event {
            Event::RoundBegins { round } => json!({ "event": "round", "round": round }),
            Event::TurnBegins { player } => json!({ "event": "turn", "seat": seat(player) }),
            Event::Leads { player, character } => {
                json!({ "event": "leads", "seat": seat(player), "character": key(character) })
            }
            Event::Occurs { player, event } => {
                json!({ "event": "event", "seat": seat(player), "card": event.name() })
            }
            Event::Joins {
                player,
                character,
                life,
                back,
            } => {
                json!({ "event": "joins", "seat": seat(player), "character": key(character), "life": life, "back": back })
            }
            Event::Draws { player, card } => {
                json!({ "event": "draws", "seat": seat(player), "card": card.name() })
            }
            Event::Gains { player, energy } => {
                json!({ "event": "gains", "seat": seat(player), "energy": energy })
            }
            Event::Loses { player, energy } => {
                json!({ "event": "loses", "seat": seat(player), "energy": energy })
            }
            Event::Takes {
                player,
                from,
                energy,
            } => {
                json!({ "event": "takes", "seat": seat(player), "from": seat(from), "energy": energy })
            }
            Event::Spends { player, energy } => {
                json!({ "event": "spends", "seat": seat(player), "energy": energy })
            }
            Event::Drops { player, card, how } => {
                let how = match how {
                    Drop::Discarded => "discarded",
                    Drop::Lost => "lost",
                };
                json!({ "event": "drops", "seat": seat(player), "card": card.name(), "how": how })
            }
            Event::Plays { player, card, by } => {
                json!({ "event": "plays", "seat": seat(player), "card": card.name(), "character": key(by) })
            }
            Event::Attacks {
                player,
                attacker,
                target,
                nemesis,
            } => {
                json!({ "event": "attacks", "seat": seat(player), "attacker": key(attacker), "target": key(target), "nemesis": nemesis })
            }
            Event::Covers { character } => {
                json!({ "event": "covers", "character": key(character) })
            }
            Event::Power { character, power } => {
                json!({ "event": "power", "character": key(character), "power": power.name() })
            }
            Event::Spares { character, life } => {
                json!({ "event": "spares", "character": key(character), "life": life })
            }
            Event::Throws { throw } => {
                json!({ "event": "throws", "faces": throw.faces().collect::<Vec<_>>() })
            }
            Event::Scores {
                score,
                best,
                power,
                cards,
            } => {
                json!({ "event": "scores", "score": score, "best": best, "power": power, "cards": cards })
            }
            Event::Dodges {
                throw,
                dodge,
                escapes,
                ..
            } => {
                json!({ "event": "dodges", "faces": throw.faces().collect::<Vec<_>>(), "dodge": dodge, "escapes": escapes })
            }
            Event::Sure => json!({ "event": "sure" }),
            Event::Shields { target, life, .. } => {
                json!({ "event": "shields", "character": key(target), "life": life })
            }
            Event::Saves { target, life } => {
                json!({ "event": "saves", "character": key(target), "life": life })
            }
            Event::Wounds {
                by,
                target,
                life,
                how,
            } => {
                json!({ "event": "wounds", "by": by.map(key), "target": key(target), "life": life, "how": Wound::NAMES[how as usize] })
            }
            Event::Regains { character, life } => {
                json!({ "event": "regains", "character": key(character), "life": life })
            }
            Event::Falls {
                player,
                character,
                by,
            } => {
                json!({ "event": "falls", "seat": seat(player), "character": key(character), "by": by.map(key) })
            }
            Event::Out { player } => json!({ "event": "out", "seat": seat(player) }),
            Event::Over { capped } => json!({ "event": "over", "capped": capped }),
        }
    }
}

impl Observer<Event> for Story<'_> {
    fn see(&mut self, event: Event) {
        self.keep_up(event);
        if self.json {
            return self.object(self.as_object(event));
        }
        self.tell(event);
    }
}

impl Teller<BattleCards> for Story<'_> {
    fn explain(&mut self, why: &Why<'_, Choice>) {
        let words = |&choice: &Choice| self.option(choice);
        let (lines, options) = (why.lines(words), why.weighings(words));
        let seat = self.roles[why.player].seat;
        self.object(json!({ "event": "decides", "seat": seat, "by": why.how, "chosen": why.chosen, "options": options }));
        let text = format!("seat {seat} decides by {}", why.how);
        self.prose(LineStyle::Why, text);
        for line in lines {
            self.prose(line.style, line.text);
        }
    }

    fn finish(mut self, end: Option<&State>) -> Vec<Line> {
        let Some(end) = end else { return self.lines };
        let places = self.game.standing(end);
        let seats = 0..usize::from(end.players);
        let of = |player: usize| {
            json!({ "seat": self.roles[player].seat, "place": places[player], "life": self.game.life_of(end, player),
                "team": members(end.team[player]).map(|own| self.key(own)).collect::<Vec<_>>() })
        };
        let all: Vec<Json> = seats.clone().map(of).collect();
        self.object(json!({ "event": "end", "rounds": end.round, "seats": all }));
        self.prose(LineStyle::Blank, String::new());
        let winners: Vec<String> = seats
            .clone()
            .filter(|&player| places[player] == 1)
            .map(|player| format!("seat {}", self.roles[player].seat))
            .collect();
        let heading = format!("{} wins in round {}", winners.join(" and "), end.round);
        self.prose(LineStyle::Heading, heading);
        for player in seats {
            let left: Vec<String> = members(end.team[player])
                .map(|own| format!("{} {}", self.name(own), end.life[usize::from(own)]))
                .collect();
            let left = match left.is_empty() {
                true => "nobody left".to_owned(),
                false => left.join(", "),
            };
            let seat = self.roles[player].seat;
            let text = format!("{}. seat {seat}: {left}", places[player]);
            self.prose(LineStyle::Plain, text);
        }
        self.lines
    }
}
