//! Writes the story of a game while the game is played, in the same way for all games of this
//! program.

use std::any::Any;

use serde_json::json;

use super::{
    EndLine, EventLine, EventObject, Frame, LineStyle, Moment, OpeningLine, Pages, Replay,
    StoryLine, Thought, TitleValues, Why, values,
};
use crate::game::picture::{Backdrop, Picture, PictureChanges};
use crate::game::{Game, Observer};

/// The facts about a game that its story needs before the first event, and the form of the story
/// (prose or JSON).
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
    /// numbers by the names that users know. `states` has the states before and after the event, so
    /// that a teller keeps no state of its own.
    fn tell(&mut self, event: G::Event, states: Around<'_, G::State>, told: &mut EventObject);

    /// Returns the roster key of the fighter with this number in the game's events.
    fn key(&self, entrant: u8) -> &str;

    /// Called before the explanation of a bot's decision is inserted into the prose, so that the
    /// next event begins a new line.
    fn pause(&mut self) {}

    /// Returns a player's name in prose, and the fighter for which the player decides.
    fn decider(&self, player: usize) -> Decider;

    /// Describes an option of a decision in words. `all` contains all options of the decision.
    fn option(&self, player: usize, all: &[G::Choice], choice: G::Choice) -> String;

    /// Returns the parts of the drawn board that stay the same during the game.
    fn backdrop(&self) -> Backdrop;

    /// Returns the parts of the drawn board that change. `state` is the state right after `event`;
    /// without an event, it is the state at the start or the end of the game.
    fn picture(&self, state: &G::State, event: Option<G::Event>) -> Picture;

    /// Describes the end of a game in prose. Adds values that are specific to the game to `end`,
    /// the last line of the JSON story. `state` is the final state.
    fn close(&mut self, state: &G::State, end: &mut EndLine);
}

/// The states of a game before and after an event.
#[derive(Debug, Clone, Copy)]
pub struct Around<'s, S> {
    /// The state after the event before, or at the start of the game.
    pub before: &'s S,
    pub after: &'s S,
}

/// The player who makes a decision, as the story of the game shows the player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decider {
    /// Name of the deciding player in prose.
    pub name: String,
    /// Number of the fighter for which the player decides; `None` if there are several fighters.
    pub entrant: Option<u8>,
}

/// The complete story of a game.
#[derive(Debug, Clone, Default)]
pub struct Finished {
    /// All lines of the story, in prose or as JSON.
    pub lines: Vec<StoryLine>,
    /// The replay of the game, if [`Telling::draw`] was called.
    pub replay: Option<Replay>,
}

/// Writes the story of a game, event by event. A [`Teller`] puts the events into words.
pub struct Telling<G: Game, T> {
    teller: T,
    /// The state after the last event.
    state: G::State,
    /// Number of each player's seat at the table, from 1.
    seats: Vec<u8>,
    /// The first line of the game's story in JSON.
    opening: OpeningLine,
    /// The lines of a game's story in JSON; `None` if the story is prose.
    frames: Option<Vec<Frame>>,
    /// The replay of the game so far, and the board now; `None` if no replay is wanted.
    drawn: Option<(Replay, Picture)>,
    round: u16,
    /// Number of the seat whose turn it is, from 1; `None` outside of turns.
    turn: Option<u8>,
}

impl<G: Game, T: Teller<G>> Telling<G, T> {
    /// Begins the story of a game that begins in the state `opening`, in this round.
    pub fn new(mut teller: T, state: &G::State, round: u16, bill: &Playbill) -> Self {
        let mut opening = bill.opening.clone();
        teller.pages().heading(opening.heading());
        teller.open(&mut opening);
        teller.pages().take_words();
        Telling {
            teller,
            state: *state,
            seats: bill.roles.iter().map(|role| role.seat).collect(),
            frames: bill.json.then(|| vec![Frame::Opening(opening.clone())]),
            opening,
            drawn: None,
            round,
            turn: None,
        }
    }

    /// Makes the story collect a replay of the game as well. Must be called before the first event.
    pub fn draw(&mut self) {
        let picture = self.teller.picture(&self.state, None);
        let replay = Replay {
            opening: self.opening.clone(),
            backdrop: self.teller.backdrop(),
            picture: picture.clone(),
            moments: vec![],
            last: None,
            end: None,
        };
        self.drawn = Some((replay, picture));
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
        let weighings = why.weighings(words);
        let thought = Thought::new(why.how, why.estimate, &weighings, why.chosen);
        let decision = json!({
            "by": why.how,
            "chosen": why.chosen,
            "options": weighings,
        });
        let told = EventObject {
            kind: "decides".into(),
            player: Some(why.player as u8),
            who: decider.entrant,
            whom: vec![],
            values: values(decision),
        };
        let text = format!("{} decides by {}", decider.name, why.how);
        let line = self.frame(told, None);
        let decided = format!("{} decides: {}", decider.name, thought.chosen);
        self.moment(line, Some(decided), PictureChanges::default(), Some(thought));
        let pages = self.teller.pages();
        pages.aside(LineStyle::Why, text);
        for line in lines {
            pages.aside(line.style, line.text);
        }
    }

    /// Adds a moment to the replay, if there is one.
    fn moment(
        &mut self,
        line: EventLine,
        words: Option<String>,
        changes: PictureChanges,
        thought: Option<Thought>,
    ) {
        if let Some((replay, _)) = &mut self.drawn {
            let event = EventLine { words, values: TitleValues::default(), ..line };
            replay.moments.push(Moment { event, changes, thought });
        }
    }

    /// Completes the line of an event, and adds it to the story in JSON if there is one.
    fn frame(&mut self, mut told: EventObject, words: Option<String>) -> EventLine {
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
        let key = |entrant| self.teller.key(entrant).to_owned();
        let line = EventLine {
            round: self.round,
            turn: self.turn,
            kind: told.kind,
            seat,
            who: told.who.map(key),
            whom: told.whom.into_iter().map(key).collect(),
            words,
            values: told.values,
        };
        if let Some(frames) = &mut self.frames {
            frames.push(Frame::Event(line.clone()));
        }
        if ends {
            self.turn = None;
        }
        line
    }

    /// Ends the story and returns it. `end` contains the final state and the result, or
    /// is `None` if the game was not finished.
    pub fn finish(mut self, end: Option<(&G::State, EndLine)>) -> Finished {
        if let (Some((replay, _)), Some((state, _))) = (&mut self.drawn, &end) {
            replay.last = Some(self.teller.picture(state, None));
        }
        let end = end.map(|(state, mut end)| {
            self.teller.close(state, &mut end);
            end
        });
        let json = |frame: &Frame| StoryLine {
            style: LineStyle::Json,
            text: serde_json::to_string(frame).expect("plain data"),
        };
        let lines = match self.frames {
            Some(mut frames) => {
                frames.extend(end.clone().map(Frame::End));
                frames.iter().map(json).collect()
            }
            None => std::mem::take(self.teller.pages()).into_lines(),
        };
        Finished { lines, replay: self.drawn.map(|(replay, _)| Replay { end, ..replay }) }
    }
}

impl<G: Game, T: Teller<G>> Observer<G::Event> for Telling<G, T> {
    fn see<S: Any>(&mut self, event: G::Event, state: &S) {
        let after: &G::State = (state as &dyn Any).downcast_ref().expect("a state of the game");
        let before = std::mem::replace(&mut self.state, *after);
        let mut told = EventObject::of(event);
        self.teller.tell(event, Around { before: &before, after }, &mut told);
        let words = self.teller.pages().take_words();
        let line = self.frame(told, words);
        if let Some((_, now)) = &mut self.drawn {
            let next = self.teller.picture(after, Some(event));
            let changes = now.changes(&next);
            *now = next;
            let words = line.words.clone();
            self.moment(line, words, changes, None);
        }
    }
}
