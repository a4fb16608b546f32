//! Draws alert cards and applies their effects (rule J-L).

use super::Choice;
use super::event::{Cause, Event, What};
use super::kinds::{Alert, Equipment};
use super::mission::Mission;
use super::state::Phase;
use crate::game::{Chance, Observer};

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    /// Draws an alert card for a hero and applies its effect (rule J-3.4).
    pub fn draw_alert(&mut self, hero: u8) {
        let Some(kind) = self.state.alerts.draw(self.chance) else {
            return;
        };
        self.state.alerts.discard(kind);
        let alert = Alert::of(kind);
        self.see(Event::Alerts { hero, alert });
        let amount = self.game.tables.alerts[kind].amount as i8;
        let cause = Cause::Alert(alert);
        match alert {
            Alert::FalseAlarm => {}
            Alert::Gas if self.state.hero(hero).bag.has(Equipment::FirstAid) => {
                self.ask(hero, Phase::Gas);
            }
            Alert::Gas => self.suffer_gas(hero),
            Alert::Snare => self.change(hero, What::Life, -amount, cause),
            Alert::Patrol => {
                if self.game.can_fight(self.state, self.state.hero(hero).place) {
                    self.encounter(hero);
                }
            }
            Alert::Detour => self.change(hero, What::Hours, amount, cause),
            Alert::Howl => self.change(hero, What::Stress, amount, cause),
            Alert::Siren => self.all_change(What::Stress, amount, cause),
            Alert::Thief => self.lose_equipment(hero, cause),
            Alert::Storm => self.all_change(What::Hours, amount, cause),
            Alert::Drain => self.change(hero, What::Energy, -amount, cause),
        }
    }

    /// Applies the gas alert: takes life from a hero and moves the hero's clock forward (rule
    /// J-L2).
    fn suffer_gas(&mut self, hero: u8) {
        let gas = self.game.tables.alerts[Alert::Gas as usize];
        let cause = Cause::Alert(Alert::Gas);
        self.change(hero, What::Life, -(gas.amount as i8), cause);
        self.change(hero, What::Hours, gas.hours as i8, cause);
    }

    pub fn answer_gas(&mut self, choice: Choice) {
        let hero = self.state.asked;
        if choice == Choice::GiveUp {
            self.discard(hero, Equipment::FirstAid);
            self.see(Event::Uses { hero, equipment: Equipment::FirstAid });
        } else {
            self.suffer_gas(hero);
        }
    }
}
