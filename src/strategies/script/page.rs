//! The page that a decision is written on: the fields that the script names, four bytes each, one after the other.

use std::collections::HashSet;

use super::prelude;
use super::source::words;
use crate::games::scripted::{Cell, Field, OptionField, PlayerField, ViewField};
use crate::games::{FeatureRow, MAX_FEATURES, MAX_OPTIONS, MAX_PLAYERS, Options, Scripted};

/// Bytes before the first field: decision, seat, players, options, and whether the seat's script begins.
pub const HEADER: usize = 5 * 4;

/// The fields whose names stand in a script: what is not named is neither worked out nor unpacked.
pub struct Mentioned<G: Scripted> {
    pub view: Vec<ViewField<G>>,
    pub players: Vec<PlayerField<G>>,
    pub options: Vec<OptionField<G>>,
    /// Places in a row of features.
    pub features: Vec<usize>,
    /// The prelude's helpers that the script calls.
    pub helpers: Vec<prelude::Helper>,
}

impl<G: Scripted> Mentioned<G> {
    fn new(text: &str) -> Self {
        let mut named: HashSet<&str> = words(text).collect();
        let helpers = prelude::helpers::<G>(&mut named);
        let all_features = named.contains("features");
        Mentioned {
            view: kept(G::VIEW, &named),
            players: kept(G::PLAYERS, &named),
            options: kept(G::OPTIONS, &named),
            features: (0..G::FEATURES.len())
                .filter(|&at| all_features || named.contains(G::FEATURES[at].name))
                .collect(),
            helpers,
        }
    }
}

fn kept<Read: Copy>(fields: &[Field<Read>], named: &HashSet<&str>) -> Vec<Field<Read>> {
    let stands = |field: &&Field<Read>| named.contains(field.name);
    fields.iter().filter(stands).copied().collect()
}

/// The page, used again for every decision.
pub struct Page<G: Scripted> {
    pub mentioned: Mentioned<G>,
    bytes: Vec<u8>,
    rows: Box<[FeatureRow; MAX_OPTIONS]>,
}

impl<G: Scripted> Page<G> {
    /// The page for a script of this text.
    pub fn new(text: &str) -> Self {
        let mut page = Page {
            mentioned: Mentioned::new(text),
            bytes: Vec::new(),
            rows: Box::new([[0.0; MAX_FEATURES]; MAX_OPTIONS]),
        };
        page.bytes.reserve_exact(page.capacity());
        page
    }

    /// The most bytes that it may have.
    pub fn capacity(&self) -> usize {
        let fields = &self.mentioned;
        let of_option = fields.options.len() + fields.features.len();
        let cells =
            fields.view.len() + MAX_PLAYERS * fields.players.len() + MAX_OPTIONS * of_option;
        HEADER + 4 * cells
    }

    /// Writes a decision down.
    #[inline]
    pub fn write(
        &mut self,
        game: &G,
        view: G::View<'_>,
        options: &Options<G::Choice>,
        begins: bool,
    ) -> &[u8] {
        let fields = &self.mentioned;
        if !fields.features.is_empty() {
            game.features(view, options, &mut self.rows[..]);
        }
        let players = G::players(view);
        let bytes = &mut self.bytes;
        bytes.clear();
        let mut put = |cell: Cell| bytes.extend_from_slice(&cell.0.to_le_bytes());
        put(Cell::index(Some(G::decision(view))));
        put(Cell::index(Some(G::seat(view))));
        put(Cell::number(players));
        put(Cell::number(options.len() as u8));
        put(Cell::flag(begins));
        for field in &fields.view {
            put((field.read)(view));
        }
        for player in 0..players {
            for field in &fields.players {
                put((field.read)(view, player));
            }
        }
        for (&choice, row) in options.iter().zip(&self.rows[..]) {
            for field in &fields.options {
                put((field.read)(view, choice));
            }
            for &feature in &fields.features {
                put(Cell::number(row[feature]));
            }
        }
        &self.bytes
    }
}
