//! Describes the drawn board of a mission: the map of the base with its tiles, rebels and heroes,
//! and the dice.

use super::Story;
use crate::game::picture::{
    Backdrop, BoardPlace, CardFace, Gauge, HeldCard, Picture, PieceFate, PieceSheet, PieceState,
    PlaceState, Thrown, Tone,
};
use crate::games::jungle::event::Event;
use crate::games::jungle::kinds::{Equipment, Face, Tile};
use crate::games::jungle::state::{BossFace, Dice, Foe, State, members};
use crate::words::counted;

impl Story<'_> {
    /// Returns the parts of the drawn board that stay the same during the mission.
    pub(super) fn drawn_backdrop(&self) -> Backdrop {
        let side = self.opening.side;
        let place = |tile: u8| {
            let centre = |index: u8| (f64::from(index) + 0.5) / f64::from(side);
            let size = 1.0 / f64::from(side) - 0.008;
            BoardPlace {
                name: super::map::position(side, tile),
                x: centre(tile % side),
                y: centre(tile / side),
                width: size,
                height: size,
                ..BoardPlace::default()
            }
        };
        let card = |kind: &Equipment| CardFace {
            name: kind.name().replace('-', " "),
            text: String::new(),
        };
        Backdrop {
            height: 1.0,
            places: (0..side * side).map(place).collect(),
            links: vec![],
            pieces: (0..self.opening.players).map(|hero| self.sheet(hero)).collect(),
            cards: Equipment::ALL.iter().map(card).collect(),
            gauges: vec![Gauge::bar("hostages held", self.needed), Gauge::number("tiles cleared")],
        }
    }

    fn sheet(&self, hero: u8) -> PieceSheet {
        let sheet = self.game.sheet(&self.opening, hero);
        let fighter = self.game.roster.fighters.get(self.key_of(hero));
        PieceSheet {
            key: self.key_of(hero).to_owned(),
            name: self.name(hero).to_owned(),
            seat: self.seat(hero),
            colour: fighter.map_or_else(String::new, |of| of.colour.clone()),
            text: format!(
                "defense {}, damage {}, {} {}",
                sheet.defense,
                sheet.damage,
                sheet.ability.name(),
                sheet.ability.number()
            ),
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
            places: tiles.map(|of| self.tile(state, of, event)).collect(),
            pieces: (0..state.players).map(|hero| piece(state, hero)).collect(),
            values: vec![state.held().into(), state.cleared.count_ones() as i32],
            throws: event.and_then(|event| self.thrown(event)).into_iter().collect(),
        }
    }

    fn tile(&self, state: &State, tile: u8, event: Option<Event>) -> PlaceState {
        let kind = state.is_revealed(tile).then(|| state.tiles[usize::from(tile)]);
        let mut marks = Vec::new();
        if let Some(lurker) = state.lurkers[usize::from(tile)] {
            marks.push(format!("{}, {} life", lurker.rebel.name(), lurker.life));
        }
        match (state.fight, event) {
            (Some(fight), _) if fight.tile == tile => {
                let foe = match fight.foe {
                    Foe::Boss => "Big Boss",
                    foe => foe.name(),
                };
                marks.push(format!("{foe}, {} life", fight.life));
            }
            // The fight begins with the next event.
            (None, Some(Event::Meets { tile: at, rebel, life, .. })) if at == tile => {
                marks.push(format!("{}, {life} life", rebel.name()))
            }
            _ => {}
        }
        for hero in members(state.dead) {
            let board = state.hero(hero);
            if board.place == tile {
                marks.push(match board.hostages {
                    0 => format!("{} died here", self.name(hero)),
                    left => format!("{} left here", counted(left.into(), "hostage")),
                });
            }
        }
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
            marks,
            ..PlaceState::default()
        }
    }

    /// Returns the dice of an event, if the event throws dice.
    fn thrown(&self, event: Event) -> Option<Thrown> {
        let named = |hero| self.name(hero);
        let result = |score: i8, defense: u8| format!("{score} against defense {defense}");
        Some(match event {
            Event::Throws { hero, dice, throw } => {
                let label = format!("{}, throw {throw}", named(hero));
                Thrown::new(label, faces(dice), |_| false)
            }
            Event::Keeps { hero, kept } => {
                Thrown::new(format!("{} keeps", named(hero)), faces(kept), |_| true)
            }
            Event::Lies { hero, dice } => {
                let paired = |face: &str| {
                    let face = Face::ALL.iter().find(|of| of.name() == face);
                    let pays = |face: Face| !matches!(face, Face::Alarm | Face::Phew);
                    face.is_some_and(|&face| pays(face) && dice.count(face) > 1)
                };
                Thrown::new(format!("{}, final dice", named(hero)), faces(dice), paired)
            }
            Event::Fate { fate, .. } => {
                let face = format!("{fate:?}").to_lowercase();
                Thrown::new("fate die", [face.as_str()], |face| face != "nothing")
            }
            Event::BossDie { face } => {
                let face = BossFace::NAMES[face as usize];
                Thrown::new("Boss die", [face], |face| face != "nothing")
            }
            Event::Strikes { hero, die, score, defense, hits, .. } => {
                let label = format!("{}: {}", named(hero), result(score, defense));
                Thrown::new(label, [die], |_| hits)
            }
            Event::FoeStrikes { foe, target, die, score, defense, hits, .. } => {
                let result = result(score, defense);
                let label = format!("{} at {}: {result}", foe.name(), named(target));
                Thrown::new(label, [die], |_| hits)
            }
            _ => return None,
        })
    }
}

fn piece(state: &State, hero: u8) -> PieceState {
    let board = state.hero(hero);
    let in_play = state.is_in_play(hero);
    // The hostages of a dead hero lie on its tile (rule J-4.1).
    let hostages = if in_play { board.hostages } else { 0 };
    let cards = board.bag.kinds().map(|kind| {
        let count = board.bag.count(kind);
        HeldCard::in_hand(kind as usize, count)
    });
    let mut marks = Vec::new();
    if let Some(fight) = state.fight {
        if fight.fighters >> hero & 1 == 1 {
            marks.push("fights".to_owned());
        }
        if fight.bound >> hero & 1 == 1 {
            marks.push("bound".to_owned());
        }
    }
    if state.dead >> hero & 1 == 1 {
        marks.push("dead".to_owned());
    }
    if state.out >> hero & 1 == 1 {
        marks.push("out of time".to_owned());
    }
    PieceState {
        place: in_play.then_some(board.place.into()),
        fate: if in_play { PieceFate::InPlay } else { PieceFate::Out },
        values: [board.life, board.clock, board.stress, board.energy, hostages]
            .map(i32::from)
            .to_vec(),
        cards: cards.collect(),
        marks,
    }
}

/// Returns the names of the faces of action dice, one entry for each die.
fn faces(dice: Dice) -> impl Iterator<Item = &'static str> {
    let of = move |face: &'static Face| std::iter::repeat_n(face.name(), dice.count(*face).into());
    Face::ALL.iter().flat_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::jungle::Jungle;
    use crate::games::jungle::story::Board;
    use crate::games::tests::follow;

    #[test]
    fn the_engine_reports_events_after_the_state_has_changed() {
        follow::<Jungle>("jungle-alert/four.toml", 20, |story, event, state| {
            // The next event restores the life.
            if matches!(event, Event::Revives { .. }) {
                return;
            }
            for hero in 0..state.players {
                let about = format!("{} after {event:?}", story.name(hero));
                let place = state.is_in_play(hero).then_some(state.hero(hero).place);
                assert_eq!(story.map.place_of(hero), place, "{about}");
                let board = story.boards[usize::from(hero)];
                assert_eq!(board, Board::of(state.hero(hero)), "{about}");
            }
        });
    }
}
