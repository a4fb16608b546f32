//! Computes the features of options to use, collect or exchange equipment and hostages.

use super::{Index, Writer};
use crate::games::jungle::kinds::Equipment;
use crate::games::jungle::state::members;

impl Writer<'_, '_> {
    pub(super) fn uses(&mut self, kind: Equipment) {
        let eyes = self.eyes;
        let amount = eyes.tables.equipment[kind as usize].amount;
        self.add(Index::Used, 1.0);
        match kind {
            Equipment::Potion | Equipment::FirstAid => {
                let life = eyes.heals(amount, eyes.game.rules.life_cap);
                self.add(Index::Life, eyes.part(life));
                self.strikes_next(|hero| hero.life += life);
            }
            Equipment::Capsule => {
                self.add(Index::Hours, amount.min(eyes.hero.clock).into());
                self.strikes_next(|_| {});
            }
            Equipment::Tonic => self.outlook(1.0, &eyes.strain(-(amount as i8))),
            _ => {}
        }
    }

    /// Sets the features of the option to take the equipment and hostages of dead heroes (rule
    /// J-4.1).
    pub(super) fn collects(&mut self) {
        let (eyes, state) = (self.eyes, self.eyes.state);
        let here = |&hero: &u8| eyes.view.hero(hero).place == eyes.hero.place;
        for hero in members(state.dead).filter(here) {
            let left = eyes.view.hero(hero);
            let lacking = i16::from(eyes.view.needed()) - eyes.view.held() as i16;
            let wanted = i16::from(left.hostages).min(lacking.max(0));
            self.add(Index::Hostages, f32::from(wanted));
            self.add(Index::Cards, left.bag.pile().len() as f32);
        }
        self.add(Index::First, 1.0);
    }

    pub(super) fn gives(&mut self, from: u8, to: u8) {
        let view = self.eyes.view;
        let days = |hero: u8| {
            let left = view.sheet(hero).hours.saturating_sub(view.hero(hero).clock);
            f32::from(left) / 24.0
        };
        self.add(Index::Safer, days(to) - days(from));
    }
}
