//! Tells a mission to people as prose, and to programs as one JSON object per event.

mod fights;
mod json;
mod map;
mod options;
mod prose;

use serde_json::{Value as Json, json};

use self::map::{LEGEND, Map};
use super::event::{Event, What};
use super::state::{End, Failure, Foe, Hero, MOST_HEROES, State};
use super::{Choice, Jungle};
use crate::game::Observer;
use crate::game::story::{Line, LineStyle, Playbill, Role, Teller, Why};
use crate::words::counted;

/// A mission that is being told.
pub struct Story<'a> {
    game: &'a Jungle,
    roles: Vec<Role>,
    json: bool,
    lines: Vec<Line>,
    /// Roster index of each hero.
    fighters: [u8; MOST_HEROES],
    needed: u8,
    /// True if the fate die of this turn was thrown.
    fate_thrown: bool,
    // The current state of the mission, updated by the events themselves.
    map: Map,
    boards: [Board; MOST_HEROES],
}

/// The values on a hero's board.
#[derive(Debug, Clone, Copy, Default)]
struct Board {
    life: u8,
    hours: u8,
    stress: u8,
    energy: u8,
    hostages: u8,
}

impl Board {
    fn of(hero: &Hero) -> Board {
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
    pub fn new(game: &'a Jungle, opening: &State, bill: &Playbill) -> Self {
        let mut story = Story {
            game,
            roles: bill.roles.clone(),
            json: bill.json,
            lines: vec![],
            fighters: opening.heroes.map(|hero| hero.fighter),
            needed: game.needed(opening),
            fate_thrown: false,
            map: Map::new(opening),
            boards: opening.heroes.each_ref().map(Board::of),
        };
        let heroes = 0..opening.players;
        let of = |hero: u8| {
            let (role, at) = (&story.roles[usize::from(hero)], opening.hero(hero));
            let held = at.bag.kinds().map(|kind| {
                let count = at.bag.count(kind);
                (kind.name().to_owned(), Json::from(count))
            });
            json!({ "seat": role.seat, "hero": story.key(hero), "strategy": role.strategy, "life": at.life,
                "energy": at.energy, "equipment": held.collect::<serde_json::Map<_, _>>() })
        };
        let all: Vec<Json> = heroes.clone().map(of).collect();
        story.object(
            json!({ "event": "opening", "title": bill.title, "seed": bill.seed, "game": bill.game,
            "needed": story.needed, "side": opening.side, "infiltration": opening.infiltration + 1,
            "exfiltration": opening.exfiltration + 1, "heroes": all }),
        );
        let heading = format!("{}: game {} of seed {}", bill.title, bill.game, bill.seed);
        story.prose(LineStyle::Heading, heading);
        story.prose(LineStyle::Legend, LEGEND.into());
        let needed = counted(story.needed.into(), ["hostage is", "hostages are"]);
        let goal = format!("{needed} needed");
        story.prose(LineStyle::Plain, goal);
        for hero in heroes {
            let role = &story.roles[usize::from(hero)];
            let text = format!(
                "seat {} ({}): {}",
                role.seat,
                role.strategy,
                story.card(opening, hero)
            );
            story.prose(LineStyle::Turn, text);
        }
        story.draw_map();
        story
    }

    fn key(&self, hero: u8) -> &'a str {
        let fighter = self.fighters.get(usize::from(hero)).copied().unwrap_or(0);
        let key = self.game.keys.get(usize::from(fighter));
        key.map_or("", String::as_str)
    }

    fn name(&self, hero: u8) -> &'a str {
        let fighter = self.game.roster.fighters.get(self.key(hero));
        fighter.map_or("nobody", |fighter| &fighter.name)
    }

    fn seat(&self, hero: u8) -> u8 {
        self.roles[usize::from(hero)].seat
    }

    /// The printed values of a hero's card and its starting values, in one line.
    fn card(&self, opening: &State, hero: u8) -> String {
        let (sheet, at) = (self.game.sheet(opening, hero), opening.hero(hero));
        let held = at.bag.kinds().map(|kind| match at.bag.count(kind) {
            1 => kind.name().to_owned(),
            count => format!("{count} {}", kind.name()),
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

    fn draw_map(&mut self) {
        for text in self.map.lines() {
            self.prose(LineStyle::Plain, text);
        }
    }

    /// Updates the state after an event.
    fn keep_up(&mut self, event: Event) {
        match event {
            Event::TurnBegins { .. } => self.fate_thrown = false,
            Event::Fate { .. } => self.fate_thrown = true,
            Event::Changes {
                hero, what, now, ..
            } => self.boards[usize::from(hero)].set(what, now),
            Event::Revives { hero, life, .. } => {
                self.boards[usize::from(hero)].set(What::Life, life);
            }
            Event::Reveals { tile, kind, .. } => self.map.reveal(tile, kind),
            Event::Enters { hero, tile, .. } => self.map.enter(hero, tile),
            Event::Meets { tile, .. } => self.map.meet(tile),
            // A victory over the Boss clears no tile (rule J-5.8).
            Event::FightEnds {
                foe: Foe::Rebel(_),
                tile,
                beaten_by: Some(_),
                ..
            } => self.map.beat(tile),
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

impl Observer<Event> for Story<'_> {
    fn see(&mut self, event: Event) {
        if self.json {
            self.keep_up(event);
            return self.object(self.as_object(event));
        }
        // A move is described with the state before it, every other event with the state after it.
        if let Event::RoundBegins { round } = event
            && round > 1
        {
            self.draw_map();
        }
        self.keep_up(event);
        self.tell(event);
    }
}

/// Describes the end of a mission in a few words.
fn ending(end: Option<End>) -> &'static str {
    match end {
        Some(End::Won) => "the mission is won",
        Some(End::Lost(cause)) => match cause {
            Failure::Boss => "the mission is lost: the Big Boss has beaten all",
            Failure::Death => "the mission is lost: nobody is left, the last one died",
            Failure::Time => "the mission is lost: nobody is left, the last one ran out of time",
            Failure::Hostages => "the mission is lost: too few hostages can still be had",
            Failure::Rounds => "the mission is lost: rounds have run out",
        },
        None => "the mission breaks off",
    }
}

impl Teller<Jungle> for Story<'_> {
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
        self.draw_map();
        let heroes = 0..end.players;
        let fate = |hero: u8| match hero {
            _ if end.is_in_play(hero) => "in play",
            _ if end.dead >> hero & 1 == 1 => "dead",
            _ => "out of time",
        };
        let of = |hero: u8| {
            let at = end.hero(hero);
            json!({ "seat": self.seat(hero), "hero": self.key(hero), "fate": fate(hero), "life": at.life,
                "hours": at.clock, "stress": at.stress, "energy": at.energy, "hostages": at.hostages })
        };
        let all: Vec<Json> = heroes.clone().map(of).collect();
        let outcome = match end.end {
            Some(End::Lost(cause)) => Failure::NAMES[cause as usize],
            _ => "won",
        };
        self.object(
            json!({ "event": "end", "rounds": end.round, "outcome": outcome, "heroes": all }),
        );
        self.prose(LineStyle::Blank, String::new());
        let heading = format!("Round {}: {}", end.round, ending(end.end));
        self.prose(LineStyle::Heading, heading);
        for hero in heroes {
            let text = format!(
                "seat {}: {}, {}, {}",
                self.seat(hero),
                self.name(hero),
                fate(hero),
                self.board(hero)
            );
            self.prose(LineStyle::Plain, text);
        }
        self.lines
    }
}
