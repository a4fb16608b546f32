//! Tells a game to people as prose, and to programs as one JSON object per event.

use gong::game::Observer;
use gong::game::story::{Line, LineStyle, Playbill, Role, Teller, Why};
use serde_json::{Value as Json, json};

use super::state::{Ending, GUIDES, State};
use super::{Choice, Event, NightPass};

/// A game that is being told.
pub struct Story<'a> {
    pass: &'a NightPass,
    /// The state before the first decision, with the place of each porter.
    opening: State,
    roles: Vec<Role>,
    json: bool,
    lines: Vec<Line>,
}

impl<'a> Story<'a> {
    pub fn new(pass: &'a NightPass, opening: &State, bill: &Playbill) -> Self {
        let mut story = Story {
            pass,
            opening: *opening,
            roles: bill.roles.clone(),
            json: bill.json,
            lines: vec![],
        };
        let guides: Vec<Json> = (0..GUIDES)
            .map(|guide| json!({ "seat": guide + 1, "strategy": story.roles[guide].strategy, "porters": story.group(guide) }))
            .collect();
        story.object(json!({ "event": "opening", "title": bill.title, "seed": bill.seed, "game": bill.game, "guides": guides }));
        story.prose(
            LineStyle::Heading,
            format!("{}: game {} of seed {}", bill.title, bill.game, bill.seed),
        );
        for guide in 0..GUIDES {
            let role = &story.roles[guide];
            let text = format!(
                "guide {} ({}): {}",
                role.seat,
                role.strategy,
                story.group(guide).join(", ")
            );
            story.prose(LineStyle::Plain, text);
        }
        story.round(opening.round);
        story
    }

    /// The keys of a guide's porters.
    fn group(&self, guide: usize) -> Vec<&'a str> {
        let places =
            (0..self.opening.porters).filter(|&place| self.opening.guide_of(place) == guide);
        places.map(|place| self.key(place)).collect()
    }

    fn porter_index(&self, porter: u8) -> usize {
        self.opening.porter[usize::from(porter)].into()
    }

    fn key(&self, porter: u8) -> &'a str {
        &self.pass.keys[self.porter_index(porter)]
    }

    fn name(&self, porter: u8) -> &'a str {
        &self.pass.porters[self.porter_index(porter)].name
    }

    fn option(&self, choice: Choice) -> String {
        match choice {
            Choice::March(porter) => format!("have {} march", self.name(porter)),
            Choice::Guard(porter) => format!("have {} guard", self.name(porter)),
            Choice::Rest => "rest".into(),
        }
    }

    fn round(&mut self, round: u16) {
        self.prose(LineStyle::Blank, String::new());
        self.prose(LineStyle::Heading, format!("Round {round}"));
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
}

impl Observer<Event> for Story<'_> {
    fn see(&mut self, event: Event) {
        let key = |porter| self.key(porter);
        self.object(match event {
            Event::RoundBegins { round } => json!({ "event": "round", "round": round }),
            Event::Marches { porter, steps } => {
                json!({ "event": "marches", "porter": key(porter), "steps": steps })
            }
            Event::Guards { porter } => json!({ "event": "guards", "porter": key(porter) }),
            Event::Rests { guide } => json!({ "event": "rests", "seat": guide + 1 }),
            Event::Strikes { weather } => json!({ "event": "weather", "weather": weather.name() }),
            Event::Wards {
                porter,
                face,
                holds,
            } => json!({ "event": "wards", "porter": key(porter), "face": face, "holds": holds }),
            Event::Chills { porter, warmth } => {
                json!({ "event": "chills", "porter": key(porter), "warmth": warmth })
            }
            Event::Lost { porter, to } => {
                json!({ "event": "lost", "porter": key(porter), "to": to.name() })
            }
            Event::Over { ending } => {
                json!({ "event": "over", "ending": Ending::NAMES[ending as usize] })
            }
        });
        let name = |porter| self.name(porter);
        let (style, text) = match event {
            Event::RoundBegins { round } => return self.round(round),
            Event::Marches { porter, steps } => (
                LineStyle::Turn,
                format!("{} marches: {steps} steps", name(porter)),
            ),
            Event::Guards { porter } => (LineStyle::Turn, format!("{} guards", name(porter))),
            Event::Rests { guide } => (
                LineStyle::Turn,
                format!("guide {}’s group rests", guide + 1),
            ),
            Event::Strikes { weather } => {
                (LineStyle::Turn, format!("the weather: {}", weather.name()))
            }
            Event::Wards {
                porter,
                face,
                holds: true,
            } => (
                LineStyle::Step,
                format!("{} rolls {face} and drives the wolves off", name(porter)),
            ),
            Event::Wards {
                porter,
                face,
                holds: false,
            } => (
                LineStyle::Step,
                format!("{} rolls {face}: the wolves come through", name(porter)),
            ),
            Event::Chills { porter, warmth } => (
                LineStyle::Step,
                format!("{} loses {warmth} warmth", name(porter)),
            ),
            Event::Lost { porter, .. } => (LineStyle::Fall, format!("{} is lost", name(porter))),
            Event::Over { .. } => return,
        };
        self.prose(style, text);
    }
}

impl Teller<NightPass> for Story<'_> {
    fn explain(&mut self, why: &Why<'_, Choice>) {
        let words = |&choice: &Choice| self.option(choice);
        let (lines, options) = (why.lines(words), why.weighings(words));
        let seat = self.roles[why.player].seat;
        self.object(json!({ "event": "decides", "seat": seat, "by": why.how, "chosen": why.chosen, "options": options }));
        self.prose(
            LineStyle::Why,
            format!("guide {seat} decides by {}", why.how),
        );
        for line in lines {
            self.prose(line.style, line.text);
        }
    }

    fn finish(mut self, end: Option<&State>) -> Vec<Line> {
        if let Some((end, ending)) = end.and_then(|end| Some((end, end.ending?))) {
            let (name, walking) = (Ending::NAMES[ending as usize], end.walking().count_ones());
            self.object(json!({ "event": "end", "ending": name, "rounds": end.round, "steps": end.steps, "walking": walking }));
            self.prose(LineStyle::Blank, String::new());
            self.prose(LineStyle::Heading, format!("The end: {name}"));
            let text = format!(
                "{} steps in {} rounds, {walking} of {} porters left",
                end.steps, end.round, end.porters
            );
            self.prose(LineStyle::Plain, text);
        }
        self.lines
    }
}
