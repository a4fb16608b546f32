//! Describes the drawn board of a game: the players' teams with their life, the players' energy and
//! hands, and the dice.

use super::Story;
use crate::game::picture::{
    Backdrop, BoardPlace, CardFace, Gauge, HeldCard, Picture, PieceFate, PieceSheet, PieceState,
    PlaceState, Thrown, Tone,
};
use crate::games::battle_cards::decks::Action;
use crate::games::battle_cards::event::Event;
use crate::games::battle_cards::state::{CharacterIndex, State, bit};

/// Returns the player in whose team a character is, if it is in one.
fn player_of(state: &State, character: CharacterIndex) -> Option<usize> {
    state.team.iter().position(|team| team & bit(character) != 0)
}

impl Story<'_> {
    /// Iterates over all characters of the roster.
    fn characters(&self) -> impl Iterator<Item = CharacterIndex> {
        0..self.game.sheets.count as CharacterIndex
    }

    /// Returns the parts of the drawn board that stay the same during the game.
    pub(super) fn drawn_backdrop(&self) -> Backdrop {
        let columns = if self.roles.len() > 2 { 2 } else { 1 };
        let rows = self.roles.len().div_ceil(columns);
        let place = |player: usize| BoardPlace {
            name: self.seat(player),
            seat: Some(self.roles[player].seat),
            x: ((player % columns) as f64 + 0.5) / columns as f64,
            y: ((player / columns) as f64 + 0.5) / rows as f64,
            width: 1.0 / columns as f64 - 0.01,
            height: 1.0 / rows as f64 - 0.01,
            gauges: vec![Gauge::number("energy")],
            ..BoardPlace::default()
        };
        let card = |(name, cost): (&&str, &u16)| CardFace {
            name: (*name).to_owned(),
            text: if *cost > 0 { format!("costs {cost} energy") } else { String::new() },
        };
        Backdrop {
            height: (0.3 * rows as f64).min(1.0),
            places: (0..self.roles.len()).map(place).collect(),
            pieces: self.characters().map(|character| self.sheet(character)).collect(),
            cards: Action::NAMES.iter().zip(&self.game.decks.cost).map(card).collect(),
            ..Backdrop::default()
        }
    }

    fn sheet(&self, character: CharacterIndex) -> PieceSheet {
        let (key, fighter) = self.fighter(character);
        let player = player_of(&self.opening, character);
        PieceSheet {
            key: key.clone(),
            colour: fighter.colour.clone(),
            name: fighter.name.clone(),
            seat: player.map_or(0, |player| self.roles[player].seat),
            text: self.card(character),
            gauges: vec![Gauge::bar("life", fighter.life)],
        }
    }

    /// Returns the parts of the drawn board that change, in the state right after `event`.
    pub(super) fn drawn_picture(&self, state: &State, event: Option<Event>) -> Picture {
        let place = |player: usize| {
            let hand = state.hand[player].counts().iter().enumerate();
            let held = hand.filter(|(_, count)| **count > 0);
            PlaceState {
                label: state.kind(player).plural().to_owned(),
                tone: if state.fell[player] == 0 { Tone::Plain } else { Tone::Done },
                values: vec![state.energy[player].into()],
                cards: held.map(|(card, &count)| HeldCard::in_hand(card, count)).collect(),
                marks: vec![],
            }
        };
        Picture {
            places: (0..self.roles.len()).map(place).collect(),
            pieces: self.characters().map(|character| piece(state, character)).collect(),
            values: vec![],
            throws: event.and_then(thrown).into_iter().collect(),
        }
    }
}

fn piece(state: &State, character: CharacterIndex) -> PieceState {
    let (own, place) = (bit(character), player_of(state, character));
    let marks = [
        (state.leads(character), "leader"),
        (state.covered & own != 0, "protected"),
        (state.attacked & own != 0, "has attacked"),
    ];
    let marks = marks.iter().filter(|(marked, _)| *marked && place.is_some());
    PieceState {
        place,
        fate: match place {
            Some(_) => PieceFate::InPlay,
            None if state.graveyard & own != 0 => PieceFate::Out,
            None => PieceFate::Absent,
        },
        values: vec![state.life[usize::from(character)].into()],
        cards: vec![],
        marks: marks.map(|(_, word)| (*word).to_owned()).collect(),
    }
}

/// Returns the dice of an event, if the event throws dice.
fn thrown(event: Event) -> Option<Thrown> {
    let (label, faces, counts) = match event {
        Event::Throws { faces } => ("attack".to_owned(), faces, true),
        Event::Dodges { faces, dodge, escapes, .. } => {
            let escaped = if escapes { "escapes" } else { "does not escape" };
            (format!("dodge {dodge}: {escaped}"), faces, escapes)
        }
        _ => return None,
    };
    Some(Thrown::new(label, faces.faces(), |face| counts && faces.highest() == Some(face)))
}
