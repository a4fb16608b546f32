//! Describes the drawn board of a game: the players' teams with their life, the players' energy and
//! hands, and the dice.

use super::Story;
use crate::game::chance::Throw;
use crate::game::picture::{
    Backdrop, BoardPlace, CardFace, Gauge, HeldCard, Picture, PieceFate, PieceSheet, PieceState,
    PlaceState, Thrown, Tone,
};
use crate::games::battle_cards::decks::Action;
use crate::games::battle_cards::event::Event;
use crate::games::battle_cards::state::{CharacterIndex, State, bit};

impl Story<'_> {
    /// Returns the parts of the drawn board that stay the same during the game.
    pub(super) fn drawn_backdrop(&self) -> Backdrop {
        let players = usize::from(self.opening.players);
        let columns = if players > 2 { 2 } else { 1 };
        let rows = players.div_ceil(columns);
        let place = |player: usize| {
            let (column, row) = (player % columns, player / columns);
            let centre = |index: usize, count: usize| (index as f64 + 0.5) / count as f64;
            BoardPlace {
                name: format!("seat {}", self.roles[player].seat),
                seat: Some(self.roles[player].seat),
                x: centre(column, columns),
                y: centre(row, rows),
                width: 1.0 / columns as f64 - 0.01,
                height: 1.0 / rows as f64 - 0.01,
                gauges: vec![Gauge::number("energy")],
                ..BoardPlace::default()
            }
        };
        let card = |(card, &cost): (&Action, &u16)| CardFace {
            name: card.name().to_owned(),
            text: match cost {
                0 => String::new(),
                cost => format!("costs {cost} energy"),
            },
        };
        let characters = 0..self.game.sheets.count as CharacterIndex;
        Backdrop {
            height: (0.3 * rows as f64).min(1.0),
            places: (0..players).map(place).collect(),
            links: vec![],
            pieces: characters.map(|character| self.sheet(character)).collect(),
            cards: Action::ALL.iter().zip(&self.game.decks.cost).map(card).collect(),
            gauges: vec![],
        }
    }

    fn sheet(&self, character: CharacterIndex) -> PieceSheet {
        let players = 0..usize::from(self.opening.players);
        let owner =
            players.into_iter().find(|&player| self.opening.team[player] & bit(character) != 0);
        let card = self.card(character);
        let (_, text) = card.split_once(": ").unwrap_or_default();
        let key = &self.game.keys[usize::from(character)];
        PieceSheet {
            key: key.clone(),
            colour: self.game.roster.fighters[key].colour.clone(),
            name: self.name(character).to_owned(),
            seat: owner.map_or(0, |player| self.roles[player].seat),
            text: text.to_owned(),
            gauges: vec![Gauge::bar("life", self.game.sheets.of(character).life)],
        }
    }

    /// Returns the parts of the drawn board that change, in the state right after `event`.
    pub(super) fn drawn_picture(&self, state: &State, event: Option<Event>) -> Picture {
        let place = |player: usize| {
            let hand = (0..).zip(state.hand[player].counts());
            let held = hand.filter(|(_, count)| **count > 0);
            PlaceState {
                label: match state.heroes >> player & 1 {
                    1 => "heroes".to_owned(),
                    _ => "villains".to_owned(),
                },
                tone: match state.fell[player] {
                    0 => Tone::Plain,
                    _ => Tone::Done,
                },
                values: vec![state.energy[player].into()],
                cards: held.map(|(card, &count)| HeldCard::in_hand(card, count)).collect(),
                marks: vec![],
            }
        };
        let characters = 0..self.game.sheets.count as CharacterIndex;
        Picture {
            places: (0..usize::from(state.players)).map(place).collect(),
            pieces: characters.map(|of| self.piece(state, of)).collect(),
            values: vec![],
            throws: event.and_then(thrown).into_iter().collect(),
        }
    }

    fn piece(&self, state: &State, character: CharacterIndex) -> PieceState {
        let own = bit(character);
        let players = 0..usize::from(state.players);
        let place = players.into_iter().find(|&player| state.team[player] & own != 0);
        let mut marks = Vec::new();
        if place.is_some() {
            for (marked, word) in [
                (state.leads(character), "leader"),
                (state.covered & own != 0, "protected"),
                (state.attacked & own != 0, "has attacked"),
            ] {
                if marked {
                    marks.push(word.to_owned());
                }
            }
        }
        PieceState {
            place,
            fate: match place {
                Some(_) => PieceFate::InPlay,
                None if state.graveyard & own != 0 => PieceFate::Out,
                None => PieceFate::Absent,
            },
            values: vec![state.life[usize::from(character)].into()],
            cards: vec![],
            marks,
        }
    }
}

/// Returns the dice of an event, if the event throws dice.
fn thrown(event: Event) -> Option<Thrown> {
    let best = |throw: Throw| throw.highest().unwrap_or(0);
    match event {
        Event::Throws { throw } => {
            let hits = |face| face == best(throw);
            Some(Thrown::new("attack", throw.faces(), hits))
        }
        Event::Dodges { throw, dodge, escapes, .. } => {
            let result = if escapes { "escapes" } else { "does not escape" };
            let label = format!("dodge {dodge}: {result}");
            Some(Thrown::new(label, throw.faces(), |face| escapes && face == best(throw)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::games::battle_cards::BattleCards;
    use crate::games::tests::follow;

    #[test]
    fn the_engine_reports_events_after_the_state_has_changed() {
        follow::<BattleCards>("battle-cards/2v2.toml", 20, |story, event, state| {
            assert_eq!(story.life, state.life, "after {event:?}");
            assert_eq!(story.team, state.team, "after {event:?}");
            assert_eq!(story.leader, state.leader, "after {event:?}");
            assert_eq!(story.energy, state.energy, "after {event:?}");
        });
    }
}
