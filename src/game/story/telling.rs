//! Writes the story of a game while the game is played, in the same way for all games of this
//! program.

use std::marker::PhantomData;

use serde_json::json;

use super::{
    EndLine, EventLine, EventObject, Frame, LineStyle, OpeningLine, Pages, StoryLine, Why, values,
};
use crate::game::{Game, Observer};

/// What a story needs to know of a game before its start, and the form of the story (prose or
/// JSON).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Playbill {
    /// The first line of the JSON story, without the values that are specific to one game of the
    /// program.
    pub opening: OpeningLine,
    /// If true, the game's story is written as JSON Lines; otherwise as prose.
    pub json: bool,
    /// Seat, team and bot of each player, in the order of the players.
    pub roles: Vec<Role>,
}

/// Seat, team and bot of a player.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Role {
    /// Number of the player's seat at the table, from 1.
    pub seat: u8,
    /// Number of the player's team, from 1; `None` if each fighter plays alone.
    pub team: Option<u8>,
    /// Name of the bot that decides for the player.
    pub strategy: String,
}

/// Puts the events of a game into words, and supplies the values of the JSON lines that are
/// specific to the game.
pub trait Teller<G: Game> {
    /// Returns the lines of the prose story, so that lines can be added or read.
    fn pages(&mut self) -> &mut Pages;

    /// Writes the prose between the story's heading and the first event. Adds values that are
    /// specific to the game to `opening`, the first line of the JSON story.
    fn open(&mut self, opening: &mut OpeningLine);

    /// Describes an event in prose, and completes the event's JSON object `told`. Moves players and
    /// fighters from the values of `told` to the fields `player`, `who` and `whom`, and replaces
    /// numbers by the names that users know.
    fn tell(&mut self, event: G::Event, told: &mut EventObject);

    /// Returns the roster key of the fighter with this number in the game's events.
    fn key(&self, entrant: u8) -> &str;

    /// Called before the explanation of a bot's decision is inserted into the prose, so that the
    /// next event begins a new line.
    fn pause(&mut self) {}

    /// Returns a player's name in prose, and the fighter for which the player decides.
    fn decider(&self, player: usize) -> Decider;

    /// Describes an option of a decision in words. `all` contains all options of the decision.
    fn option(&self, player: usize, all: &[G::Choice], choice: G::Choice) -> String;

    /// Describes the end of a game in prose. Adds values that are specific to the game to `end`,
    /// the last line of the JSON story. `state` is the final state.
    fn close(&mut self, state: &G::State, end: &mut EndLine);
}

/// The player who makes a decision, as the story of the game shows the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decider {
    /// Name of the deciding player in prose.
    pub name: String,
    /// Number of the fighter for which the player decides; `None` if there are several fighters.
    pub entrant: Option<u8>,
}

/// Writes the story of a game, event by event. A [`Teller`] puts the events into words.
#[derive(Debug, Clone)]
pub struct Telling<G, T> {
    teller: T,
    /// Number of each player's seat at the table, from 1.
    seats: Vec<u8>,
    /// The lines of a game's story in JSON; `None` if the story is prose.
    frames: Option<Vec<Frame>>,
    round: u16,
    /// Number of the seat whose turn it is, from 1; `None` outside of turns.
    turn: Option<u8>,
    game: PhantomData<fn() -> G>,
}

impl<G: Game, T: Teller<G>> Telling<G, T> {
    /// Begins the story of a game. `round` is the round in which the story begins.
    pub fn new(mut teller: T, round: u16, bill: &Playbill) -> Self {
        let mut opening = bill.opening.clone();
        teller.pages().heading(opening.heading());
        teller.open(&mut opening);
        teller.pages().take_words();
        Telling {
            teller,
            seats: bill.roles.iter().map(|role| role.seat).collect(),
            frames: bill.json.then(|| vec![Frame::Opening(opening)]),
            round,
            turn: None,
            game: PhantomData,
        }
    }

    pub fn teller(&self) -> &T {
        &self.teller
    }

    /// Returns the lines of the prose story that have been written so far.
    pub fn prose(&mut self) -> &[StoryLine] {
        self.teller.pages().lines()
    }

    /// Adds the explanation of a bot's decision to the story. Must be called before the decision is
    /// played.
    pub fn explain(&mut self, why: &Why<'_, G::Choice>) {
        self.teller.pause();
        let decider = self.teller.decider(why.player);
        let words = |&choice: &G::Choice| self.teller.option(why.player, why.options, choice);
        let lines = why.lines(words);
        let decision = json!({
            "by": why.how,
            "chosen": why.chosen,
            "options": why.weighings(words),
        });
        let told = EventObject {
            kind: "decides".into(),
            player: Some(why.player as u8),
            who: decider.entrant,
            whom: vec![],
            values: values(decision),
        };
        self.frame(told, None);
        let pages = self.teller.pages();
        let text = format!("{} decides by {}", decider.name, why.how);
        pages.aside(LineStyle::Why, text);
        for line in lines {
            pages.aside(line.style, line.text);
        }
    }

    fn frame(&mut self, mut told: EventObject, words: Option<String>) {
        let seat = told.player.map(|player| self.seats[usize::from(player)]);
        match told.kind.as_str() {
            "round_begins" => {
                self.round = told.take("round").unwrap_or(self.round);
                self.turn = None;
            }
            "turn_begins" => self.turn = seat,
            _ => {}
        }
        let ends = told.kind == "turn_ends";
        if let Some(frames) = &mut self.frames {
            let key = |entrant| self.teller.key(entrant).to_owned();
            frames.push(Frame::Event(EventLine {
                round: self.round,
                turn: self.turn,
                kind: told.kind,
                seat,
                who: told.who.map(key),
                whom: told.whom.into_iter().map(key).collect(),
                words,
                values: told.values,
            }));
        }
        if ends {
            self.turn = None;
        }
    }

    /// Ends the story and returns all its lines. `end` contains the final state and the result, or
    /// is `None` if the game was not finished.
    pub fn finish(mut self, end: Option<(&G::State, EndLine)>) -> Vec<StoryLine> {
        if let Some((state, mut end)) = end {
            self.teller.close(state, &mut end);
            if let Some(frames) = &mut self.frames {
                frames.push(Frame::End(end));
            }
        }
        let json = |frame: &Frame| StoryLine {
            style: LineStyle::Json,
            text: serde_json::to_string(frame).expect("plain data"),
        };
        match &self.frames {
            Some(frames) => frames.iter().map(json).collect(),
            None => std::mem::take(self.teller.pages()).into_lines(),
        }
    }
}

impl<G: Game, T: Teller<G>> Observer<G::Event> for Telling<G, T> {
    fn see(&mut self, event: G::Event) {
        let mut told = EventObject::of(event);
        self.teller.tell(event, &mut told);
        let words = self.teller.pages().take_words();
        self.frame(told, words);
    }
}
