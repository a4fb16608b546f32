//! Writes the prose of a story about rounds and turns (rules ): placements, choices of
//! cards, turns and moves.

use super::{Open, Story};
use crate::game::story::LineStyle;
use crate::games::arena::Compulsory;
use crate::games::arena::board::{Zone, members};
use crate::games::arena::cards::{CardIndex, Cards};
use crate::games::arena::state::{FighterIndex, NO_CARD};
use crate::words::list;

impl Story<'_> {
    /// Writes the zone in which a fighter starts (rule ). All placements are written on one
    /// line.
    pub(super) fn tell_placement(&mut self, fighter: FighterIndex, zone: Zone) {
        let (name, zone) = (self.scene.name(fighter).to_owned(), self.scene.zone(zone));
        if self.open == Open::Placements {
            self.pages.go_on(&format!(", {name} in {zone}"));
        } else {
            self.tell_that_placement_begins();
            self.line(LineStyle::Plain, format!("{name} starts in {zone}"));
        }
        self.pages.reword(format!("{name} starts in {zone}"));
        self.open = Open::Placements;
    }

    /// Writes the heading of the placements, unless the story already has this heading.
    pub(super) fn tell_that_placement_begins(&mut self) {
        const HEADING: &str = "Placement";
        if self.pages.lines().iter().all(|line| line.text != HEADING) {
            self.heading(HEADING);
        }
    }

    /// Writes the heading of a round. The table of fighters is written later, after all fighters
    /// have chosen cards.
    pub(super) fn tell_round(&mut self, round: u8) {
        self.standing_told = false;
        self.heading(format!(
            "Round {round} of {}, cards chosen in secret",
            self.scene.arena.rules.rounds
        ));
    }

    /// Writes that a fighter takes its spent cards back into its hand (rule ).
    pub(super) fn tell_hand_taken_back(&mut self, fighter: FighterIndex, cards: Cards) {
        let figure = self.scene.figure(fighter);
        let keys: Vec<&str> =
            members(cards).map(|card| figure.cards[usize::from(card)].key.as_str()).collect();
        let cards = if keys.len() == 1 { "card" } else { "cards" };
        let text =
            format!("{} has no card left and takes back {cards} {}", figure.name, list(&keys));
        self.line(LineStyle::Plain, text);
    }

    /// Writes the table of the fighters' life points, zones and chosen cards, once per round before
    /// the first card is revealed.
    pub(super) fn tell_choices(&mut self) {
        if !self.standing_told {
            self.standing_told = true;
            self.tell_standing();
        }
    }

    /// Writes which card a fighter plays in its turn, with the card's effective initiative (rule
    ///
    pub(super) fn tell_turn(&mut self, fighter: FighterIndex, card: CardIndex) {
        let figure = self.scene.figure(fighter);
        let words = &figure.cards[usize::from(card)];
        let mut text = format!("{} plays {} ({})", figure.name, words.name, words.values);
        let printed = self.scene.printed_initiative(fighter, card);
        if figure.initiative != printed as i8 {
            let how = match (figure.shift != 0, figure.netted) {
                (true, true) => "shocked and netted",
                (false, true) => "netted",
                _ => "shocked",
            };
            text += &format!(", initiative {printed}, {how} to {}", figure.initiative);
        }
        let (initiative, skulls) = (figure.initiative, figure.skulls);
        self.line(LineStyle::Turn, format!("{initiative:>2}  {text}"));
        self.pages.reword(text);
        if skulls != 0 {
            let givers = self.scene.names(skulls);
            let text = format!("holds the skull of {givers} and cannot attack its giver");
            self.line(LineStyle::Step, text);
        }
    }

    /// Writes a move of the acting fighter; consecutive moves share a line.
    pub(super) fn tell_move(&mut self, to: Zone) {
        let zone = self.scene.zone(to);
        if self.open == Open::Moves {
            self.pages.go_on(&format!(", then to {zone}"));
        } else {
            self.line(LineStyle::Step, format!("moves to {zone}"));
        }
        self.pages.reword(format!("moves to {zone}"));
        self.open = Open::Moves;
    }

    /// Writes that a fighter is free of its bramble net, because it spent moves or because the net
    /// ended after the fighter's turn.
    pub(super) fn tell_shedding(&mut self, fighter: FighterIndex) {
        let figure = self.scene.figure(fighter);
        let arena = &self.scene.arena;
        let falls_off = arena.sheets[figure.sheet].dragon || arena.rules.bramble_moves == 0;
        let text = match falls_off {
            true => format!("the net falls off {}", figure.name),
            false => "sheds the net".to_owned(),
        };
        self.line(LineStyle::Step, text);
    }

    /// Writes which moves and attacks of its card a fighter has not made in its turn (rule ).
    pub(super) fn tell_end_of_turn(&mut self, fighter: FighterIndex) {
        let figure = self.scene.figure(fighter);
        if !figure.alive || figure.active == NO_CARD {
            return;
        }
        let turn = self.scene.turn;
        let (card, _) = self.scene.active(fighter).expect("a card was played");
        let uses: u8 = card.slots.iter().map(|slot| slot.uses).sum();
        let uses = if card.either { 1 } else { uses };
        let mut unmade = Vec::new();
        if turn.moves < card.movement {
            let farther = if turn.moves > 0 { " farther" } else { "" };
            unmade.push(format!("cannot move{farther}"));
        }
        if turn.attacks < uses {
            let other = if turn.attacks > 0 { " else" } else { "" };
            let rules = &self.scene.arena.rules;
            let optional = rules.second_attack_optional && card.distinct && turn.attacks > 0;
            unmade.push(match rules.compulsory {
                _ if optional => format!("attacks nobody{other}"),
                Compulsory::Never => format!("attacks nobody{other}"),
                _ => format!("finds nobody{other} to attack"),
            });
        }
        if !unmade.is_empty() {
            self.line(LineStyle::Step, unmade.join(" and "));
        } else if self.pages.last().map(|line| line.style) == Some(LineStyle::Turn) {
            self.line(LineStyle::Step, "stays where it is");
        }
    }
}
