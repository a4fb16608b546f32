//! Fighters for test games: their cards, and their state at the start of the test.

use std::collections::BTreeMap;

use crate::games::Provenance;
use crate::games::arena::board::{Fighters, Zone};
use crate::games::arena::{Card, Effect, Fighter, Roster};

/// Creates an action card with this initiative and defense 4, without moves or attacks.
pub fn card(initiative: u8) -> Card {
    Card {
        initiative: Some(initiative),
        movement: 0,
        melee: 0,
        shooting: 0,
        defense: 4,
        technique: None,
        item: None,
        printed: Vec::new(),
    }
}

impl Card {
    pub fn moves(self, movement: u8) -> Card {
        Card { movement, ..self }
    }
    pub fn melee(self, melee: u8) -> Card {
        Card { melee, ..self }
    }
    pub fn shoots(self, shooting: u8) -> Card {
        Card { shooting, ..self }
    }
    pub fn defends(self, defense: u8) -> Card {
        Card { defense, ..self }
    }
    pub fn technique(self, effect: Effect) -> Card {
        Card { technique: Some(effect), ..self }
    }
    pub fn item(self, effect: Effect) -> Card {
        Card { item: Some(effect), ..self }
    }
}

/// Creates an idle card with a ghost ring.
pub fn ring() -> Card {
    card(2).item(Effect::GhostRing)
}

/// Creates an idle card with a blinding suit.
pub fn suit() -> Card {
    card(2).item(Effect::BlindingSuit)
}

/// A fighter of a test game.
#[derive(Clone)]
pub struct Guest {
    pub size: u8,
    pub defense: u8,
    pub zone: Option<Zone>,
    pub lp: Option<u8>,
    pub pp: u16,
    pub wounded: bool,
    pub charm: bool,
    pub team: Option<u8>,
    pub trophies: Fighters,
    pub plays: Option<Card>,
    pub active: Option<Card>,
    pub holds: Vec<Card>,
    pub spent: Vec<Card>,
    pub fell: u8,
    pub dragon: bool,
    pub netted: bool,
}

/// Creates an unwounded fighter of this size; its card has no moves or attacks.
pub fn fighter(size: u8) -> Guest {
    Guest {
        size,
        defense: 4,
        zone: None,
        lp: None,
        pp: 0,
        wounded: false,
        charm: false,
        team: None,
        trophies: 0,
        plays: None,
        active: None,
        holds: Vec::new(),
        spent: Vec::new(),
        fell: 0,
        dragon: false,
        netted: false,
    }
}

impl Guest {
    pub fn at(mut self, zone: Zone) -> Guest {
        self.zone = Some(zone);
        self
    }
    /// Sets the defense of the fighter's sheet.
    pub fn defense(mut self, defense: u8) -> Guest {
        self.defense = defense;
        self
    }
    /// Sets the fighter's life points. If they are less than its size, the fighter has lost its
    /// first-wound token.
    pub fn lp(mut self, lp: u8) -> Guest {
        self.lp = Some(lp);
        self.wounded = lp < self.size;
        self
    }
    pub fn pp(mut self, pp: u16) -> Guest {
        self.pp = pp;
        self
    }
    pub fn charm(mut self) -> Guest {
        self.charm = true;
        self
    }
    pub fn team(mut self, team: u8) -> Guest {
        self.team = Some(team);
        self
    }
    pub fn trophies(mut self, trophies: Fighters) -> Guest {
        self.trophies = trophies;
        self
    }
    /// Sets the card that the fighter chooses in this round.
    pub fn plays(mut self, card: Card) -> Guest {
        self.plays = Some(card);
        self
    }
    /// Sets the fighter's active card, played in the previous round.
    pub fn active(mut self, card: Card) -> Guest {
        self.active = Some(card);
        self
    }
    /// Adds a card to the fighter's hand.
    pub fn holds(mut self, card: Card) -> Guest {
        self.holds.push(card);
        self
    }
    /// Adds a card that the fighter has already played.
    pub fn spent(mut self, card: Card) -> Guest {
        self.spent.push(card);
        self
    }
    /// Marks the fighter as eliminated; `fell` is its position in the order of eliminations, from
    /// 1.
    pub fn fell(mut self, fell: u8) -> Guest {
        self.fell = fell;
        self
    }

    /// Makes the fighter a dragon in the centre. The card that it plays is its face without a
    /// technique.
    pub fn dragon(mut self) -> Guest {
        self.dragon = true;
        self
    }

    /// Marks the fighter as caught in a bramble net.
    pub fn netted(mut self) -> Guest {
        self.netted = true;
        self
    }

    /// Returns the roster entry of the fighter. Keys of cards: `p` for the card it plays, `a` for
    /// the active card, `h0`, `h1`, … for the hand, `s0`, `s1`, … for spent cards.
    pub fn entry(&self) -> Fighter {
        let mut cards = BTreeMap::new();
        cards.insert("p".into(), self.plays.clone().unwrap_or(card(1)));
        let mut add = |key: &str, card: &Card| cards.insert(key.to_owned(), card.clone());
        self.active.iter().for_each(|card| drop(add("a", card)));
        for (i, card) in self.holds.iter().enumerate() {
            add(&format!("h{i}"), card);
        }
        for (i, card) in self.spent.iter().enumerate() {
            add(&format!("s{i}"), card);
        }
        Fighter {
            name: String::new(),
            colour: "#000000".into(),
            size: self.size,
            defense: self.defense,
            dragon: self.dragon,
            printed: Vec::new(),
            cards,
        }
    }
}

/// Returns the roster entry of a fighter of this size. Its single card, `p`, has no moves or
/// attacks.
pub fn sheet(size: u8) -> Fighter {
    fighter(size).entry()
}

/// Names of the fighters of a test game, in the order in which they are given.
const NAMES: [&str; 8] = ["Ant", "Bee", "Cat", "Dog", "Eel", "Fox", "Gnu", "Hen"];

/// Returns the roster of these fighters, with their numbers as keys.
pub fn roster(fighters: impl IntoIterator<Item = Fighter>) -> Roster {
    let fighters = (0..).zip(fighters).map(|(i, fighter): (usize, Fighter)| {
        (format!("{i:02}"), Fighter { name: NAMES[i % NAMES.len()].into(), ..fighter })
    });
    Roster {
        name: "test".into(),
        source: String::new(),
        unlisted: Provenance::Own,
        fighters: fighters.collect(),
    }
}
