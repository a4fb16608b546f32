//! Describes the drawn board of a mission: the map of the base with its tiles, rebels and heroes,
//! and the dice.

use super::Story;
use super::map::position;
use super::prose::{foe_name, named};
use crate::game::picture::{
    Backdrop, BoardPlace, CardFace, Gauge, HeldCard, Picture, PieceFate, PieceSheet, PieceState,
    PlaceState, Thrown, Tone,
};
use crate::games::jungle::event::{AttackThrow, Event, Fate};
use crate::games::jungle::kinds::{Equipment, Face, Tile};
use crate::games::jungle::state::{BossFace, State, members};
use crate::words::counted;

impl Story<'_> {
    /// Returns the parts of the drawn board that stay the same during the mission.
    pub(super) fn drawn_backdrop(&self) -> Backdrop {
        let State { side, players, .. } = self.state;
        let place = |tile: u8| {
            let centre = |index: u8| (f64::from(index) + 0.5) / f64::from(side);
            let size = 1.0 / f64::from(side) - 0.008;
            BoardPlace {
                name: position(side, tile),
                x: centre(tile % side),
                y: centre(tile / side),
                width: size,
                height: size,
                ..BoardPlace::default()
            }
        };
        let card = |name: &&str| CardFace { name: name.replace('-', " "), ..CardFace::default() };
        let held = Gauge::bar("hostages held", self.game.needed(&self.state));
        Backdrop {
            height: 1.0,
            places: (0..side * side).map(place).collect(),
            pieces: (0..players).map(|hero| self.sheet(hero)).collect(),
            cards: Equipment::NAMES.iter().map(card).collect(),
            gauges: vec![held, Gauge::number("tiles cleared")],
            ..Backdrop::default()
        }
    }

    fn sheet(&self, hero: u8) -> PieceSheet {
        let (sheet, fighter) = (self.game.sheet(&self.state, hero), self.fighter(hero));
        PieceSheet {
            key: self.key_of(hero).to_owned(),
            name: fighter.name.clone(),
            seat: hero + 1,
            colour: fighter.colour.clone(),
            text: self.printed(hero),
            gauges: vec![
                Gauge::bar("life", sheet.life),
                Gauge::bar("hours", sheet.hours),
                Gauge::bar("stress", sheet.still),
                Gauge::number("energy"),
                Gauge::number("hostages"),
            ],
        }
    }

    /// Returns the parts of the drawn board that change, in the state right after `event`.
    pub(super) fn drawn_picture(&self, state: &State, event: Option<Event>) -> Picture {
        let tiles = 0..state.side * state.side;
        Picture {
            places: tiles.map(|tile| self.tile(state, tile)).collect(),
            pieces: (0..state.players).map(|hero| piece(state, hero)).collect(),
            values: vec![state.held().into(), state.cleared.count_ones() as i32],
            throws: event.and_then(|event| self.thrown(event)).into_iter().collect(),
        }
    }

    fn tile(&self, state: &State, tile: u8) -> PlaceState {
        let kind = state.kind_of(tile);
        let foe = state.foe_on(tile);
        let foe = foe.map(|(foe, life)| format!("{}, {life} life", foe_name(foe)));
        let dead = members(state.dead).filter(|&hero| state.hero(hero).place == tile);
        let left = dead.map(|hero| match state.hero(hero).hostages {
            0 => format!("{} died here", self.name(hero)),
            left => format!("{} left here", counted(left.into(), "hostage")),
        });
        PlaceState {
            label: kind.map_or_else(String::new, |kind| kind.name().replace('-', " ")),
            tone: match kind {
                None => Tone::Hidden,
                Some(Tile::Infiltration | Tile::Exfiltration) => Tone::Special,
                Some(_) if state.is_cleared(tile) => Tone::Done,
                Some(kind) if kind.is_compulsory() => Tone::Dangerous,
                Some(Tile::Jungle) => Tone::Plain,
                Some(_) => Tone::Kind,
            },
            marks: foe.into_iter().chain(left).collect(),
            ..PlaceState::default()
        }
    }

    /// Returns the dice of an event, if the event throws dice.
    fn thrown(&self, event: Event) -> Option<Thrown> {
        let name = |hero| self.name(hero);
        let attack = |who: String, AttackThrow { die, score, defense, hits, .. }| {
            Thrown::new(format!("{who}: {score} against defense {defense}"), [die], |_| hits)
        };
        Some(match event {
            Event::Throws { hero, dice, throw } => {
                let label = format!("{}, throw {throw}", name(hero));
                Thrown::new(label, named(dice.counts()), |_| false)
            }
            Event::Keeps { hero, dice } => {
                Thrown::new(format!("{} keeps", name(hero)), named(dice.counts()), |_| true)
            }
            Event::Lies { hero, dice } => {
                let paired = |face: &str| {
                    let mut pairs = Face::NAMES.iter().zip(dice.pairs());
                    pairs.any(|(&name, pairs)| name == face && pairs > 0)
                };
                Thrown::new(format!("{}, final dice", name(hero)), named(dice.counts()), paired)
            }
            Event::Fate { face, .. } => {
                Thrown::new("fate die", [face.name()], |_| face != Fate::Nothing)
            }
            Event::BossDie { face } => {
                Thrown::new("Boss die", [face.name()], |_| face != BossFace::Nothing)
            }
            Event::Strikes { hero, throw, .. } => attack(name(hero).to_owned(), throw),
            Event::FoeStrikes { foe, whom, throw } => {
                attack(format!("{} at {}", foe.name(), name(whom)), throw)
            }
            _ => return None,
        })
    }
}

fn piece(state: &State, hero: u8) -> PieceState {
    let (board, in_play) = (state.hero(hero), state.is_in_play(hero));
    // The hostages of a dead hero lie on its tile (rule J-4.1).
    let hostages = if in_play { board.hostages } else { 0 };
    let values = [board.life, board.clock, board.stress, board.energy, hostages];
    let cards = board.bag.kinds();
    let (fighters, bound) = state.fight.map_or((0, 0), |fight| (fight.fighters, fight.bound));
    let marks =
        [(fighters, "fights"), (bound, "bound"), (state.dead, "dead"), (state.out, "out of time")];
    let marks = marks.iter().filter(|(heroes, _)| heroes >> hero & 1 == 1);
    PieceState {
        place: in_play.then_some(board.place.into()),
        fate: if in_play { PieceFate::InPlay } else { PieceFate::Out },
        values: values.map(i32::from).to_vec(),
        cards: cards.map(|kind| HeldCard::in_hand(kind as usize, board.bag.count(kind))).collect(),
        marks: marks.map(|(_, mark)| (*mark).to_owned()).collect(),
    }
}
