//! Runs a mission: plays one small step after the other until a hero must decide.

use super::event::Event;
use super::state::{Dice, End, MissionFailure, NONE, Next, Phase};
use super::{Choice, Jungle};
use crate::game::{Chance, LiveGame, Observer};

/// A mission in progress. While the phase is [`Phase::Playing`], it plays one step after the other;
/// a step that needs a decision of a hero changes the phase.
pub(super) type Mission<'a, C, O> = LiveGame<'a, Jungle, C, O>;

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    /// Plays an option and all its consequences up to the next decision.
    pub fn play(&mut self, choice: Choice) {
        match std::mem::replace(&mut self.state.phase, Phase::Playing) {
            Phase::Ready => self.begin_round(),
            Phase::Keeping => self.keep(choice),
            Phase::Alarm => self.answer_alarm(choice),
            Phase::Fate => self.answer_fate(choice),
            Phase::Gas => self.answer_gas(choice),
            Phase::Acting => self.act(choice),
            phase @ (Phase::Landing | Phase::Flying | Phase::Fleeing) => {
                self.go_onto(choice, phase);
            }
            Phase::Joining => self.answer_join(choice),
            Phase::Striking => self.strike(choice),
            Phase::Struck => self.answer_hit(choice),
            Phase::Dying => self.answer_death(choice),
            Phase::BossDie => self.answer_boss_die(choice),
            Phase::BossPick => self.boss_picks(choice),
            Phase::Over => self.state.phase = Phase::Over,
            Phase::Playing => {}
        }
        while self.state.phase == Phase::Playing {
            self.step();
        }
    }

    /// Plays the next step of the mission, the one with the highest priority.
    fn step(&mut self) {
        if let Some(hero) = self.without_life() {
            return self.fall(hero);
        }
        if let Some(hero) = self.late() {
            return self.run_out(hero);
        }
        if let Some(cause) = self.failure() {
            return self.end(End::Lost(cause));
        }
        if self.state.fleeing != NONE {
            return self.step_away();
        }
        if let Some(fight) = self.state.fight {
            return self.fight_on(fight);
        }
        if self.state.arriving | self.state.entering != 0 {
            return self.meet_tile();
        }
        if self.is_boss_due() {
            return self.meet_boss();
        }
        let hero = self.state.active;
        match self.state.next {
            Next::Turn => self.begin_turn(),
            Next::Throw | Next::FreeActions | Next::Act if !self.state.is_in_play(hero) => {
                self.end_turn();
            }
            Next::Throw => self.throw_others(Dice::default()),
            Next::Fate => self.throw_fate(),
            Next::FreeActions | Next::Act => self.ask(hero, Phase::Acting),
            Next::BossDie => self.throw_boss_die(),
            Next::Clocks => self.advance_clocks(),
            Next::Round if self.state.round >= self.game.rules.max_rounds => {
                self.end(End::Lost(MissionFailure::Rounds));
            }
            Next::Round => self.begin_round(),
        }
    }

    /// Sets the state to wait for a decision of a hero.
    pub fn ask(&mut self, hero: u8, phase: Phase) {
        (self.state.asked, self.state.phase) = (hero, phase);
    }

    /// Draws one member of a set, all with equal probability. A single member is returned without a
    /// random draw (rule J-8).
    pub fn pick_of(&mut self, set: u8) -> Option<u8> {
        if set.count_ones() < 2 {
            return (set != 0).then(|| set.trailing_zeros() as u8);
        }
        let owner = crate::game::chance::Owner::Game;
        let picked = self.chance.pick_from(owner, set.into());
        picked.map(|picked| picked as u8)
    }
}
