//! The Big Boss, the last opponent of a mission: when it appears, and how its fight begins (rule
//! J-6).

use super::event::Event;
use super::mission::Mission;
use super::state::{Fight, Foe, members};
use crate::game::{Chance, Observer};

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    /// Returns true if the Big Boss appears as the next step of the mission (rule J-6.1).
    pub fn is_boss_due(&self) -> bool {
        let state = &*self.state;
        let there = |hero| state.hero(hero).place == state.exfiltration;
        members(state.in_play).all(there) && state.held() >= self.game.needed(state).into()
    }

    /// Makes the Big Boss appear, and begins its fight with all heroes (rule J-6.1). Returns false
    /// if a hero must decide.
    pub fn meet_boss(&mut self) -> bool {
        let life = self.game.rules.boss.life.with(self.state.players.into());
        let fight = Fight {
            fighters: self.state.in_play,
            ..Fight::with(Foe::Boss, life, self.state.exfiltration)
        };
        self.state.fight = Some(fight);
        self.see(Event::BossAppears { life });
        for hero in members(self.state.in_play) {
            self.see(Event::Joins { hero, foe: Foe::Boss });
        }
        self.draw_order(fight);
        true
    }
}
