//! The data from which a game is drawn: places, pieces, cards and dice. The code that draws them
//! does not depend on the game.
//!
//! A [`Backdrop`] has everything that stays the same during a game. A [`Picture`] has everything
//! that changes; [`PictureChanges`] has the difference of two pictures.

use std::collections::BTreeMap;

use serde::Serialize;

/// The parts of a drawing that stay the same during one game.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Backdrop {
    /// Height of the board, as a multiple of its width.
    pub height: f64,
    pub places: Vec<BoardPlace>,
    /// Pairs of adjacent places, by their indices.
    pub links: Vec<[usize; 2]>,
    /// All pieces that may appear, in the order of the numbers by which events of the game identify
    /// fighters.
    pub pieces: Vec<PieceSheet>,
    /// All cards that may appear.
    pub cards: Vec<CardFace>,
    /// The values of the whole game.
    pub gauges: Vec<Gauge>,
}

/// A place on the board, where pieces stand.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct BoardPlace {
    pub name: String,
    /// Number of the seat to which the place belongs, from 1; `None` for a place of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// Horizontal position of the centre, from 0 (left) to 1 (right).
    pub x: f64,
    /// Vertical position of the centre, from 0 (top) to 1 (bottom).
    pub y: f64,
    /// Width of the place, as a part of the board's width.
    pub width: f64,
    /// Height of the place, as a part of the board's height.
    pub height: f64,
    pub shape: PlaceShape,
    /// The values of the place, such as a player's energy.
    pub gauges: Vec<Gauge>,
}

/// The shape of a place on the board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceShape {
    #[default]
    Rectangle,
    Ellipse,
}

/// A value that a drawing shows: its name, and its maximum if it is drawn as a bar.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Gauge {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<i32>,
}

/// The printed values of a piece: who it is, and which values it has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PieceSheet {
    /// Key in the roster of the fighter that the piece stands for.
    pub key: String,
    pub name: String,
    /// Number of the seat at the table that controls the piece at the start, from 1; 0 if no seat
    /// does.
    pub seat: u8,
    /// Colour of the fighter in charts, `#RRGGBB`.
    pub colour: String,
    /// Printed values of the fighter in words.
    pub text: String,
    /// The values of the piece; the first is the most important one, such as its life.
    pub gauges: Vec<Gauge>,
}

/// A card of the game: its name, and what the card does.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CardFace {
    pub name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
}

/// The parts of a drawing that change, at one moment of a game.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Picture {
    /// The places, in the order of [`Backdrop::places`].
    pub places: Vec<PlaceState>,
    /// The pieces, in the order of [`Backdrop::pieces`].
    pub pieces: Vec<PieceState>,
    /// The values of the whole game, in the order of [`Backdrop::gauges`].
    pub values: Vec<i32>,
    /// Dice that the event of this moment threw.
    pub throws: Vec<Thrown>,
}

/// A place on the board at one moment of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PlaceState {
    /// Description of the place, such as the kind of a revealed tile.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    pub tone: Tone,
    /// The values of the place, in the order of [`BoardPlace::gauges`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<i32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<HeldCard>,
    /// Short notes, such as an opponent that is not a fighter of the line-up.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

/// The look of a place on the board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    #[default]
    Plain,
    /// The players do not know the place yet.
    Hidden,
    /// The place is dealt with, and has no more dangers or rewards.
    Done,
    /// The place is a goal of the game or has special rules.
    Special,
    /// The place helps, such as a place to rest.
    Kind,
    /// The place harms.
    Dangerous,
}

/// A piece at one moment of a game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct PieceState {
    /// Index of the place where the piece stands; `None` if it is not on the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<usize>,
    pub fate: PieceFate,
    /// The values of the piece, in the order of [`PieceSheet::gauges`].
    pub values: Vec<i32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<HeldCard>,
    /// Short notes about tokens and conditions, such as "netted".
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
}

/// Whether a piece takes part in the game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PieceFate {
    /// The piece has not entered the game.
    #[default]
    Absent,
    InPlay,
    /// The piece has left the game.
    Out,
}

/// Cards of one kind that a player or a fighter holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct HeldCard {
    /// Index of the card in [`Backdrop::cards`].
    pub card: usize,
    pub count: u8,
    #[serde(rename = "as")]
    pub held: Held,
}

/// The way in which a card is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Held {
    Hand,
    /// The card has been chosen face down.
    Chosen,
    /// The card lies face up and has an effect.
    Active,
}

/// Dice that were thrown together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Thrown {
    /// What the dice decide, in a few words.
    pub label: String,
    pub dice: Vec<Die>,
}

/// One die that was thrown.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Die {
    /// The face of the die: a number or a word.
    pub face: String,
    /// True if the face has an effect, such as a hit.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub hits: bool,
}

/// The difference between two consecutive pictures of a game. Only the fields that differ are
/// serialized.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct PictureChanges {
    /// The places that changed, by index.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub places: BTreeMap<usize, PlaceState>,
    /// The pieces that changed, by index.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pieces: BTreeMap<usize, PieceState>,
    /// The values of the whole game, if one of them changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<i32>>,
    /// Dice that the event threw. Dice of an earlier event are not repeated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub throws: Vec<Thrown>,
}

impl Gauge {
    /// Creates a value that is drawn as a number.
    pub fn number(name: &str) -> Gauge {
        Gauge { name: name.to_owned(), most: None }
    }

    /// Creates a value that is drawn as a bar, full at `most`.
    pub fn bar(name: &str, most: impl Into<i32>) -> Gauge {
        Gauge { name: name.to_owned(), most: Some(most.into()) }
    }
}

impl HeldCard {
    /// Creates the entry of cards in a hand.
    pub fn in_hand(card: usize, count: u8) -> HeldCard {
        HeldCard { card, count, held: Held::Hand }
    }
}

impl Thrown {
    /// Creates a throw from faces. `hits` returns whether a face has an effect.
    pub fn new<F: ToString + Copy>(
        label: impl Into<String>,
        faces: impl IntoIterator<Item = F>,
        hits: impl Fn(F) -> bool,
    ) -> Thrown {
        let die = |face: F| Die { face: face.to_string(), hits: hits(face) };
        Thrown { label: label.into(), dice: faces.into_iter().map(die).collect() }
    }
}

impl Picture {
    /// Returns the changes from this picture to the later picture `next` of the same game.
    pub fn changes(&self, next: &Picture) -> PictureChanges {
        fn differing<T: Clone + PartialEq>(before: &[T], after: &[T]) -> BTreeMap<usize, T> {
            let pairs = before.iter().zip(after).enumerate();
            pairs
                .filter(|(_, (old, new))| old != new)
                .map(|(index, (_, new))| (index, new.clone()))
                .collect()
        }
        PictureChanges {
            places: differing(&self.places, &next.places),
            pieces: differing(&self.pieces, &next.pieces),
            values: (self.values != next.values).then(|| next.values.clone()),
            throws: next.throws.clone(),
        }
    }
}
