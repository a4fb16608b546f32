//! Describes the drawn board of an arena game: the zones with the fighters, their life points and
//! tokens, and the dice.

use std::f64::consts::TAU;

use super::Story;
use crate::game::picture::{
    Backdrop, BoardPlace, CardFace, Gauge, Held, HeldCard, Picture, PieceFate, PieceSheet,
    PieceState, PlaceShape, PlaceState, Thrown, Tone,
};
use crate::games::arena::{Event, FighterIndex, NO_CARD, Phase, State, Throw, is_effects, members};

impl Story<'_> {
    /// Returns the parts of the drawn board that stay the same during the game.
    pub(super) fn drawn_backdrop(&self) -> Backdrop {
        let ring = self.now.ring;
        let next = |zone| members(self.now.adjacent(zone)).filter(move |&other| other > zone);
        let links = |zone: u8| next(zone).map(move |other| [zone.into(), other.into()]);
        let cards = |fighter| {
            let sheet = self.sheet(fighter);
            (0..sheet.cards.len() as u8).map(move |card| CardFace {
                name: self.card_name(fighter, card),
                text: self.card(fighter, card).values(),
            })
        };
        Backdrop {
            height: 1.0,
            places: self.places(),
            links: (0..=ring).flat_map(links).collect(),
            pieces: self.fighters().map(|fighter| self.piece_sheet(fighter)).collect(),
            cards: self.fighters().flat_map(cards).collect(),
            gauges: vec![],
        }
    }

    /// Returns the zones of the board: those of the ring, the first at the top, and the centre.
    fn places(&self) -> Vec<BoardPlace> {
        let ring = self.now.ring;
        let zones = f64::from(ring);
        // Neighbours on a ring of radius r have the distance 2 r sin(π / zones). The radius depends
        // on the diameter: r = (1 - diameter) / 2.
        let chord = libm::sin(TAU / 2.0 / zones);
        let diameter = ((chord - GAP) / (1.0 + chord)).min(WIDEST);
        let radius = (1.0 - diameter) / 2.0;
        let widest = (2.0 * radius - diameter - 2.0 * GAP).min(1.4 * WIDEST);
        let place = |zone: u8| {
            let (sin, cos) = libm::sincos(f64::from(zone) / zones * TAU);
            let (radius, size) = if zone == ring { (0.0, widest) } else { (radius, diameter) };
            BoardPlace {
                name: self.zone(zone),
                x: rounded(0.5 + radius * sin),
                y: rounded(0.5 - radius * cos),
                width: rounded(size),
                height: rounded(size),
                shape: PlaceShape::Ellipse,
                ..BoardPlace::default()
            }
        };
        (0..=ring).map(place).collect()
    }

    fn piece_sheet(&self, fighter: FighterIndex) -> PieceSheet {
        let entry = self.entry(fighter);
        PieceSheet {
            key: self.key_of(fighter).to_owned(),
            name: entry.name.clone(),
            seat: self.roles[usize::from(fighter)].seat,
            colour: entry.colour.clone(),
            text: format!("{}size {}", if entry.dragon { "dragon, " } else { "" }, entry.size),
            gauges: vec![Gauge::bar("LP", entry.size), Gauge::number("score")],
        }
    }

    /// Returns the parts of the drawn board that change, in the state right after `event`.
    pub(super) fn drawn_picture(&self, state: &State, event: Option<Event>) -> Picture {
        let zone = |zone| {
            let tone = if zone == state.ring { Tone::Special } else { Tone::Plain };
            PlaceState { tone, ..PlaceState::default() }
        };
        Picture {
            places: (0..=state.ring).map(zone).collect(),
            pieces: self.fighters().map(|fighter| self.piece(state, fighter)).collect(),
            values: vec![],
            throws: event.and_then(|event| self.thrown(event)).into_iter().collect(),
        }
    }

    fn piece(&self, state: &State, fighter: FighterIndex) -> PieceState {
        let f = usize::from(fighter);
        let (alive, zone) = (state.alive >> fighter & 1 == 1, state.zone[f]);
        let stands = state.at[usize::from(zone)] >> fighter & 1 == 1;
        // The score at the end includes the bonus for the centre.
        let over = state.phase == Phase::Over;
        let score = if over { self.arena.score(state, f) } else { state.points[f] };
        PieceState {
            place: stands.then_some(zone.into()),
            fate: if alive { PieceFate::InPlay } else { PieceFate::Out },
            values: vec![state.lp[f].into(), score.into()],
            cards: if alive { self.held(state, fighter) } else { vec![] },
            marks: self.marks(state, fighter),
        }
    }

    /// Returns the active card, the chosen card and the hand of a living fighter.
    fn held(&self, state: &State, fighter: FighterIndex) -> Vec<HeldCard> {
        let f = usize::from(fighter);
        let first: usize = (0..fighter).map(|other| self.sheet(other).cards.len()).sum();
        let card = |card: u8, held| HeldCard { card: first + usize::from(card), count: 1, held };
        let waits = state.waiting >> fighter & 1 == 1;
        let known = |index: u8| (index != NO_CARD).then_some(index);
        let active = known(state.active[f]).map(|index| card(index, Held::Active));
        let chosen = known(state.chosen[f]).filter(|_| waits);
        let chosen = chosen.map(|index| card(index, Held::Chosen));
        let hand = members(state.hand[f]).map(|index| card(index, Held::Hand));
        active.into_iter().chain(chosen).chain(hand).collect()
    }

    /// Returns notes about a fighter's tokens, trophies and conditions.
    fn marks(&self, state: &State, fighter: FighterIndex) -> Vec<String> {
        let f = usize::from(fighter);
        let charm = match (state.charm >> fighter & 1, state.more_charms[f]) {
            (0, _) => None,
            (_, 0) => Some("lucky charm".to_owned()),
            (_, more) => Some(format!("{} lucky charms", more + 1)),
        };
        let held = state.alive >> fighter & 1 == 1 && state.skull[f] != 0;
        let skull = held.then(|| format!("skull of {}", self.names(state.skull[f])));
        charm.into_iter().chain(skull).chain(self.notes(state, fighter)).collect()
    }

    /// Returns the dice of an event, if the event throws dice.
    fn thrown(&self, event: Event) -> Option<Thrown> {
        let name = |fighter| self.name(fighter);
        // The dice, the lowest face that has an effect, and what the dice decide.
        let (throw, needed, label) = match event {
            Event::Rolls { by, target, throw, needed } => {
                let by = by.map_or("the crowd", name);
                let label = format!("{by} against {}: {} or more", name(target), needed.max(1));
                (throw, needed, label)
            }
            Event::UsesCharm { fighter, throw, .. } => {
                let clash = self.before.clash;
                let needed = if is_effects(clash.stage) { i8::MAX } else { clash.needed };
                (throw, needed, format!("after the charm of {}", name(fighter)))
            }
            Event::RollsNet { target, throw, caught, .. } => {
                let (sum, size) = (throw.sum(), self.entry(target).size);
                let label = format!("sum {sum} against size {size} of {}", name(target));
                (throw, if caught { 1 } else { i8::MAX }, label)
            }
            Event::RollsDiceCount { fighter, face } => {
                (Throw::of(face), 1, format!("number of dice of {}", name(fighter)))
            }
            Event::RollsDefense { fighter, face } => {
                (Throw::of(face), i8::MAX, format!("defense of {}", name(fighter)))
            }
            _ => return None,
        };
        Some(Thrown::new(label, throw.faces(), |face| face as i8 >= needed))
    }
}

/// Gap between zones of the board, as a part of its width.
const GAP: f64 = 0.02;
/// Maximum diameter of a zone on the ring, as a part of the board's width.
const WIDEST: f64 = 0.28;

/// Rounds a coordinate to a thousandth of the board.
fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}
