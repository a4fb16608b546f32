//! Describes the drawn board of an arena game: the zones with the fighters, their life points and
//! tokens, and the dice.

use std::f64::consts::TAU;

use super::words;
use super::{Figure, Story};
use crate::game::chance::Throw;
use crate::game::picture::{
    Backdrop, BoardPlace, CardFace, Gauge, Held, HeldCard, Picture, PieceFate, PieceSheet,
    PieceState, PlaceShape, PlaceState, Thrown, Tone,
};
use crate::games::arena::Event;
use crate::games::arena::board::members;
use crate::games::arena::state::{FighterIndex, NO_CARD, Phase, State};

impl Story<'_> {
    /// Returns the parts of the drawn board that stay the same during the game.
    pub(super) fn drawn_backdrop(&self) -> Backdrop {
        let board = self.scene.board;
        let zones = 0..=board.ring();
        let next = |zone| members(board.adjacent(zone)).filter(move |&other| other > zone);
        let links = zones.flat_map(|zone| next(zone).map(move |other| [zone.into(), other.into()]));
        let cards = |figure: &Figure| -> Vec<CardFace> {
            let face = |card: &super::scene::CardWords| CardFace {
                name: card.name.clone(),
                text: card.values.clone(),
            };
            figure.cards.iter().map(face).collect()
        };
        Backdrop {
            height: 1.0,
            places: places(board.ring()),
            links: links.collect(),
            pieces: self.scene.figures.iter().map(|of| self.sheet(of)).collect(),
            cards: self.scene.figures.iter().flat_map(cards).collect(),
            gauges: vec![],
        }
    }

    fn sheet(&self, figure: &Figure) -> PieceSheet {
        let sheet = &self.scene.arena.sheets[figure.sheet];
        let fighter = self.scene.arena.roster.fighters.get(&figure.key);
        PieceSheet {
            key: figure.key.clone(),
            name: figure.name.clone(),
            seat: figure.role.seat,
            colour: fighter.map_or_else(String::new, |of| of.colour.clone()),
            text: match sheet.dragon {
                true => format!("dragon, size {}", figure.size),
                false => format!("size {}", figure.size),
            },
            gauges: vec![Gauge::bar("LP", figure.size), Gauge::number("score")],
        }
    }

    /// Returns the parts of the drawn board that change, in the state right after `event`.
    pub(super) fn drawn_picture(&self, state: &State, event: Option<Event>) -> Picture {
        let zone = |zone| PlaceState {
            tone: match zone == self.scene.board.centre() {
                true => Tone::Special,
                false => Tone::Plain,
            },
            ..PlaceState::default()
        };
        let fighters = 0..state.fighters() as FighterIndex;
        Picture {
            places: (0..=self.scene.board.ring()).map(zone).collect(),
            pieces: fighters.map(|of| self.piece(state, of)).collect(),
            values: vec![],
            throws: event.and_then(|event| self.thrown(event)).into_iter().collect(),
        }
    }

    fn piece(&self, state: &State, fighter: FighterIndex) -> PieceState {
        let f = usize::from(fighter);
        let zone = state.zone[f];
        let stands = state.at[usize::from(zone)] >> fighter & 1 == 1;
        // The score at the end includes the bonus for the centre.
        let score = match state.phase == Phase::Over {
            true => self.scene.arena.score(state, f),
            false => state.points[f],
        };
        PieceState {
            place: stands.then_some(zone.into()),
            fate: match state.alive >> fighter & 1 {
                1 => PieceFate::InPlay,
                _ => PieceFate::Out,
            },
            values: vec![state.lp[f].into(), score.into()],
            cards: self.cards(state, fighter),
            marks: self.marks(state, fighter),
        }
    }

    fn cards(&self, state: &State, fighter: FighterIndex) -> Vec<HeldCard> {
        let f = usize::from(fighter);
        let figures = self.scene.figures.iter().take(f);
        let first: usize = figures.map(|figure| figure.cards.len()).sum();
        if state.alive >> fighter & 1 == 0 {
            return vec![];
        }
        let held = |card: u8, held| HeldCard { card: first + usize::from(card), count: 1, held };
        let known = |card: u8| (card != NO_CARD).then_some(card);
        let active = known(state.active[f]).map(|card| held(card, Held::Active));
        let waits = state.waiting >> fighter & 1 == 1;
        let chosen = known(state.chosen[f]).filter(|_| waits);
        let chosen = chosen.map(|card| held(card, Held::Chosen));
        let hand = members(state.hand[f]).map(|card| held(card, Held::Hand));
        active.into_iter().chain(chosen).chain(hand).collect()
    }

    /// Returns notes about a fighter's tokens, trophies and conditions.
    fn marks(&self, state: &State, fighter: FighterIndex) -> Vec<String> {
        let f = usize::from(fighter);
        let mut marks = Vec::new();
        if state.charm >> fighter & 1 == 1 {
            marks.push(match state.more_charms[f] {
                0 => "lucky charm".to_owned(),
                more => format!("{} lucky charms", more + 1),
            });
        }
        if state.alive >> fighter & 1 == 1 {
            if state.netted >> fighter & 1 == 1 {
                marks.push("in a net".to_owned());
            }
            if state.skull[f] != 0 {
                marks.push(format!("skull of {}", self.scene.names(state.skull[f])));
            }
            if state.shift[f] != 0 {
                marks.push(format!("initiative {}", words::signed(state.shift[f])));
            }
        }
        if state.trophies[f] != 0 {
            marks.push(format!("trophy: {}", self.scene.names(state.trophies[f])));
        }
        marks
    }

    /// Returns the dice of an event, if the event throws dice.
    fn thrown(&self, event: Event) -> Option<Thrown> {
        let name = |fighter| self.scene.name(fighter);
        let against = |throw: Throw, needed: i8, label: String| {
            Thrown::new(label, throw.faces(), |face| face as i8 >= needed)
        };
        Some(match event {
            Event::Rolls { by, target, throw, needed } => {
                let by = by.map_or("the crowd", name);
                let label = format!("{by} against {}: {} or more", name(target), needed.max(1));
                against(throw, needed, label)
            }
            Event::UsesCharm { fighter, throw, .. } => {
                let clash = &self.scene.clash;
                let needed = if clash.of_effect { i8::MAX } else { clash.needed };
                against(throw, needed, format!("after the charm of {}", name(fighter)))
            }
            Event::RollsNet { target, throw, caught, .. } => {
                let (sum, size) = (throw.sum(), self.scene.figure(target).size);
                let label = format!("sum {sum} against size {size} of {}", name(target));
                Thrown::new(label, throw.faces(), |_| caught)
            }
            Event::RollsDiceCount { fighter, face } => {
                Thrown::new(format!("number of dice of {}", name(fighter)), [face], |_| true)
            }
            Event::RollsDefense { fighter, face } => {
                Thrown::new(format!("defense of {}", name(fighter)), [face], |_| false)
            }
            _ => return None,
        })
    }
}

/// Gap between zones of the board, as a part of its width.
const GAP: f64 = 0.02;
/// Maximum diameter of a zone on the ring, as a part of the board's width.
const WIDEST: f64 = 0.28;

/// Returns the zones of a board with `ring` zones on the ring, the first at the top, and the centre
/// as the last.
fn places(ring: u8) -> Vec<BoardPlace> {
    let zones = f64::from(ring);
    // Neighbours on a ring of radius r have the distance 2 r sin(π / zones). The radius depends on
    // the diameter: r = (1 - diameter) / 2.
    let chord = libm::sin(TAU / 2.0 / zones);
    let size = ((chord - GAP) / (1.0 + chord)).min(WIDEST);
    let radius = (1.0 - size) / 2.0;
    let place = |name: String, x: f64, y: f64, size: f64| BoardPlace {
        name,
        x: rounded(x),
        y: rounded(y),
        width: rounded(size),
        height: rounded(size),
        shape: PlaceShape::Ellipse,
        ..BoardPlace::default()
    };
    let on_ring = |zone: u8| {
        let (sin, cos) = libm::sincos(f64::from(zone) / zones * TAU);
        let (x, y) = (0.5 + radius * sin, 0.5 - radius * cos);
        place(format!("zone {}", zone + 1), x, y, size)
    };
    let centre = (2.0 * radius - size - 2.0 * GAP).min(1.4 * WIDEST);
    let centre = place("the centre".to_owned(), 0.5, 0.5, centre);
    (0..ring).map(on_ring).chain([centre]).collect()
}

/// Rounds a coordinate to a thousandth of the board.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use crate::games::arena::Arena;
    use crate::games::tests::follow;

    #[test]
    fn the_engine_reports_events_after_the_state_has_changed() {
        for scenario in ["ultimate-warriorz/tribal-rumble-8", "mad-arena/ultimate-warrior-7"] {
            follow::<Arena>(&format!("{scenario}.toml"), 40, |story, event, state| {
                for (f, figure) in story.scene.figures.iter().enumerate() {
                    let alive = state.alive >> f & 1 == 1;
                    let about = format!("{} after {event:?}", figure.name);
                    assert_eq!(figure.lp, state.lp[f], "{about}");
                    assert_eq!(figure.points, state.points[f], "{about}");
                    assert_eq!(figure.alive, alive, "{about}");
                    assert_eq!(figure.zone, state.zone[f], "{about}");
                    assert_eq!(figure.trophies, state.trophies[f], "{about}");
                    assert_eq!(figure.charm, state.charm >> f & 1 == 1, "{about}");
                    assert_eq!(figure.active, state.active[f], "{about}");
                    assert_eq!(figure.shift, state.shift[f], "{about}");
                }
            });
        }
    }
}
