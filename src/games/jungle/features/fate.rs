//! Computes the features that describe alert cards (rule J-L) and the Boss die (rule J-3.7).

use super::{Index, Writer};
use crate::games::jungle::kinds::{Alert, Equipment};
use crate::games::jungle::state::BossFace;

impl Writer<'_, '_> {
    /// Adds the expected effects of an alert card that is still to be drawn to the features of an
    /// option (rule J-3.4).
    pub(super) fn alert(&mut self) {
        let eyes = self.eyes;
        let counts = eyes.state.alerts.next_cards();
        let all: u16 = counts.iter().map(|&count| u16::from(count)).sum();
        let party = eyes.state.in_play.count_ones() as f32;
        for (kind, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let chance = f32::from(count) / f32::from(all);
            let amount = eyes.tables.alerts[kind].amount;
            match Alert::of(kind) {
                Alert::FalseAlarm => {}
                Alert::Gas if eyes.hero.bag.has(Equipment::FirstAid) => {
                    self.add(Index::Used, chance);
                }
                Alert::Gas => self.outlook(chance, &eyes.gas()),
                Alert::Snare => self.outlook(chance, &eyes.wound(amount)),
                Alert::Patrol => {
                    if eyes.fights_on(eyes.hero.place) {
                        let outlook = eyes.fight_on(eyes.hero.place);
                        self.fights(chance, &outlook);
                    }
                }
                Alert::Detour => self.outlook(chance, &eyes.late(amount)),
                Alert::Howl => self.outlook(chance, &eyes.strain(amount as i8)),
                Alert::Siren => {
                    self.outlook(chance, &eyes.strain(amount as i8));
                    self.add(Index::Calm, -chance * (party - 1.0) * f32::from(amount));
                }
                Alert::Thief => {
                    let robbed = !eyes.hero.bag.is_empty();
                    self.add(Index::Cards, -chance * f32::from(u8::from(robbed)));
                }
                Alert::Storm => {
                    self.outlook(chance, &eyes.late(amount));
                    self.add(Index::Hours, -chance * (party - 1.0) * f32::from(amount));
                }
                Alert::Drain => {
                    let lost = amount.min(eyes.hero.energy);
                    self.add(Index::Energy, -chance * f32::from(lost));
                }
            }
        }
    }

    /// Adds the effect of the Boss die on `hero` to the features of an option (rule J-3.7). `asked`
    /// is true while heroes are asked to cancel the die, before a hero is selected for its effect.
    pub(super) fn boss_die(&mut self, hero: u8, asked: bool) {
        let (eyes, state) = (self.eyes, self.eyes.state);
        let (board, sheet) = (eyes.view.hero(hero), eyes.view.sheet(hero));
        match state.boss_die {
            BossFace::Nothing => {}
            BossFace::Stress => {
                let reached = [sheet.flee, sheet.still].map(|limit| board.stress + 1 == limit);
                let limits = u8::from(reached[0]) + u8::from(reached[1]);
                self.add(Index::Calm, -1.0);
                self.add(Index::Able, -f32::from(limits));
            }
            BossFace::Hour => {
                self.add(Index::Hours, -(state.in_play.count_ones() as f32));
                // The clocks advance immediately afterwards (rule J-3.1). The test is true if the
                // hero runs out of time because of the die.
                let then = board.clock + 1;
                if then < sheet.hours && then + 1 >= sheet.hours {
                    self.add(Index::Death, 1.0);
                }
            }
            BossFace::Wound => {
                self.add(Index::Life, -1.0 / f32::from(sheet.life));
                let back = board.energy > 0 || board.bag.has(Equipment::Medal);
                if board.life == 1 && !back && !(asked && state.in_play.count_ones() > 1) {
                    self.add(Index::Death, 1.0);
                }
            }
            BossFace::Theft => self.add(Index::Cards, -1.0),
        }
    }
}
