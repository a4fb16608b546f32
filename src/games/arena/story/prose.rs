//! The story of a game as prose: one line per step, with its dice and their results.

use super::Scene;
use crate::game::Observer;
use crate::game::story::{Line, LineStyle, Playbill};
use crate::games::arena::Event;
use crate::games::arena::state::State;

/// Tells a game in prose while the game is played.
#[derive(Debug, Clone)]
pub struct Prose<'a> {
    pub(super) scene: Scene<'a>,
    lines: Vec<Line>,
    /// Index of the last line of the story, not counting explanations.
    last: usize,
    /// The kind of the last line, if the next event may continue it.
    pub(super) open: Open,
    /// True if the table of the round (tokens, zones, chosen cards) has been told.
    pub(super) standing_told: bool,
}

/// A line that the next event may continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Open {
    Nothing,
    Placements,
    Moves,
    /// An attack on a single target, whose dice follow on the same line.
    Attack,
}

impl<'a> Prose<'a> {
    /// Creates the story of the game in `scene`, with its opening.
    pub fn new(scene: Scene<'a>, bill: &Playbill) -> Self {
        let mut prose = Prose {
            scene,
            lines: Vec::new(),
            last: 0,
            open: Open::Nothing,
            standing_told: false,
        };
        prose.tell_opening(bill);
        prose
    }

    /// Returns the whole story, including the table of results; `end` is the final state of the
    /// game.
    pub fn finish(mut self, end: &State) -> Vec<Line> {
        self.tell_outcome(end);
        self.lines
    }

    /// Returns the lines told so far.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(super) fn line(&mut self, style: LineStyle, text: impl Into<String>) {
        self.open = Open::Nothing;
        self.last = self.lines.len();
        self.aside(style, text);
    }

    /// Adds a line that later events do not continue.
    pub(super) fn aside(&mut self, style: LineStyle, text: impl Into<String>) {
        let text = text.into();
        self.lines.push(Line { style, text });
    }

    pub(super) fn heading(&mut self, text: impl Into<String>) {
        if !self.lines.is_empty() {
            self.line(LineStyle::Blank, "");
        }
        self.line(LineStyle::Heading, text);
    }

    /// Appends text to the last line of the story.
    pub(super) fn go_on(&mut self, text: &str) {
        if let Some(line) = self.lines.get_mut(self.last) {
            line.text.push_str(text);
        }
    }

    pub(super) fn last_style(&self) -> Option<LineStyle> {
        self.lines.get(self.last).map(|line| line.style)
    }
}

impl Observer<Event> for Prose<'_> {
    fn see(&mut self, event: Event) {
        match event {
            Event::Placed { fighter, zone } => self.tell_placement(fighter, zone),
            Event::RoundBegins { round } => self.tell_round(round),
            Event::TakesBack { fighter, cards } => self.tell_hand_taken_back(fighter, cards),
            Event::Chooses { .. } => {}
            Event::Revealed { .. } => self.tell_choices(),
            Event::TurnBegins { fighter, card } => {
                self.tell_choices();
                self.tell_turn(fighter, card);
            }
            Event::Moves { to, .. } => self.tell_move(to),
            Event::Attacks {
                choice, targets, ..
            } => {
                self.scene.begin_clash(choice, targets);
                self.tell_attack(choice, targets);
            }
            Event::GivesSkull { fighter, holder } => self.tell_skull(fighter, holder),
            Event::RollsDiceCount { face, .. } => self.tell_dice_count(face),
            Event::RollsNet {
                target,
                throw,
                caught,
                ..
            } => self.tell_net(target, throw, caught),
            Event::RollsDefense { fighter, face } => self.tell_defense(fighter, face),
            Event::Rolls {
                target,
                throw,
                needed,
                ..
            } => self.tell_dice(target, throw, needed),
            Event::UsesCharm {
                fighter,
                choice,
                throw,
            } => self.tell_charm(fighter, choice, throw),
            Event::Wounds {
                by,
                target,
                wounds,
                pp,
                drained,
            } => self.tell_wounds(by, target, wounds, pp, drained),
            Event::Eliminated {
                fighter,
                by,
                points,
            } => self.tell_fall(fighter, by, points),
            Event::Netted { .. } => self.go_on(", netted"),
            Event::ShedsNet { fighter } => self.tell_shedding(fighter),
            Event::Spares { others, .. } => self.tell_spared(others),
            Event::Regains { fighter, lp } => self.tell_regained(fighter, lp),
            Event::Throws {
                target, to, dice, ..
            } => self.tell_flight(target, to, dice),
            Event::Shocks {
                fighter,
                target,
                shift,
            } => self.tell_shock(fighter, target, shift),
            Event::Rocks { target, dice } => self.tell_rocks(target, dice),
            Event::TurnEnds { fighter } => self.tell_end_of_turn(fighter),
            Event::Over { .. } => {}
        }
        self.scene.remember(event);
    }
}
