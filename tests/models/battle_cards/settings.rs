//! The settings of the game's rules for the model. They are the declared settings, which a test
//! compares with the rules page.

use std::ops::Deref;

use super::words::{Card, Event};
use crate::games::battle_cards::Rules;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings(pub Rules);

impl Deref for Settings {
    type Target = Rules;

    fn deref(&self) -> &Rules {
        &self.0
    }
}

impl Settings {
    pub fn cost(&self, card: Card) -> u32 {
        self.actions.numbers()[card as usize].cost.into()
    }

    pub fn amount(&self, card: Card) -> u32 {
        self.actions.numbers()[card as usize].amount.into()
    }

    pub fn amount_of_event(&self, event: Event) -> u32 {
        self.events.numbers()[event as usize].amount.into()
    }

    /// Returns the cards of the complete action pile, in the order of table B-C (rule B-1.7).
    pub fn action_pile(&self) -> Vec<Card> {
        let cards = Card::ALL.iter().zip(self.actions.numbers());
        cards.flat_map(|(&card, numbers)| vec![card; numbers.count.into()]).collect()
    }

    /// Returns the events of the complete event pile, in the order of table B-V (rule B-1.7).
    pub fn event_pile(&self) -> Vec<Event> {
        let events = Event::ALL.iter().zip(self.events.numbers());
        events.flat_map(|(&event, numbers)| vec![event; numbers.count.into()]).collect()
    }
}
