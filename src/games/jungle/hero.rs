//! A hero's board (rule J-4): life, hours, stress, K-energy, and how a hero leaves play.

use super::event::{Annulled, Cause, Event, What};
use super::kinds::Equipment;
use super::mission::Mission;
use super::state::{Foe, HeroState, MOST, NONE, Phase, State, members};
use super::{Choice, Jungle};
use crate::game::{Chance, Observer};

impl HeroState {
    fn number(&mut self, what: What) -> &mut u8 {
        match what {
            What::Life => &mut self.life,
            What::Hours => &mut self.clock,
            What::Stress => &mut self.stress,
            What::Energy => &mut self.energy,
            What::Hostages => &mut self.hostages,
        }
    }
}

impl Jungle {
    /// Returns the maximum life that a hero can have after potions and K-energy (rules J-E1 and
    /// J-3.5).
    pub fn most_life(&self, state: &State, hero: u8) -> u8 {
        if self.rules.life_cap { self.sheet(state, hero).life } else { MOST }
    }

    /// Returns true if the hero can convert K-energy into life (rule J-3.5).
    pub fn can_convert(&self, state: &State, hero: u8) -> bool {
        let board = state.hero(hero);
        board.energy > 0 && board.life < self.most_life(state, hero)
    }
}

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    /// Changes a value of a hero's board by `by`, within the limits of the value.
    pub fn change(&mut self, hero: u8, what: What, by: i8, cause: Cause) {
        let number = self.state.heroes[usize::from(hero)].number(what);
        let before = *number;
        let most = if what == What::Hours { u8::MAX } else { MOST };
        let now = before.saturating_add_signed(by).min(most);
        *number = now;
        if now == before {
            return;
        }
        if what == What::Life {
            self.state.blow = cause;
        }
        let by = now.wrapping_sub(before) as i8;
        self.see(Event::Changes { hero, what, by, now, cause });
    }

    /// Changes a value on the board of every hero in play by `by`.
    pub fn all_change(&mut self, what: What, by: i8, cause: Cause) {
        for hero in members(self.state.in_play) {
            self.change(hero, what, by, cause);
        }
    }

    /// Restores up to `life` life to a hero, without raising its life above `most`.
    pub fn heal(&mut self, hero: u8, life: u8, most: u8, cause: Cause) {
        let missing = most.saturating_sub(self.state.hero(hero).life);
        self.change(hero, What::Life, life.min(missing) as i8, cause);
    }

    /// Takes 1 K-energy from a hero to cancel the effect of a throw or a hit.
    pub fn annul(&mut self, hero: u8, what: Annulled) {
        self.see(Event::Annuls { hero, what });
        self.change(hero, What::Energy, -1, Cause::Annul);
    }

    /// Converts 1 K-energy of a hero into 1 life (rule J-3.5).
    pub fn convert(&mut self, hero: u8) {
        self.change(hero, What::Energy, -1, Cause::Convert);
        self.change(hero, What::Life, 1, Cause::Convert);
    }

    /// Returns a hero in play that has no life left (rule J-4.1), or `None`.
    pub fn without_life(&self) -> Option<u8> {
        members(self.state.in_play).find(|&hero| self.state.hero(hero).life == 0)
    }

    /// Asks a hero without life whether and how it returns to life. If the hero cannot return,
    /// removes it as dead (rule J-4.1).
    pub fn fall(&mut self, hero: u8) {
        let board = self.state.hero(hero);
        match board.energy > 0 || board.bag.has(Equipment::Medal) {
            true => self.ask(hero, Phase::Dying),
            false => self.die(hero),
        }
    }

    pub fn answer_death(&mut self, choice: Choice) {
        let hero = self.state.asked;
        let medal = choice == Choice::Medal;
        let (life, cause) = match choice {
            Choice::Medal => {
                let equipment = Equipment::Medal;
                self.discard(hero, equipment);
                self.see(Event::Uses { hero, equipment });
                (self.game.sheet(self.state, hero).life, Cause::Equipment(equipment))
            }
            Choice::Revive => {
                let energy = self.state.hero(hero).energy;
                self.change(hero, What::Energy, -(energy as i8), Cause::Revival);
                (energy, Cause::Revival)
            }
            _ => return self.die(hero),
        };
        self.see(Event::Revives { hero, medal, life });
        self.change(hero, What::Life, life as i8, cause);
    }

    fn die(&mut self, hero: u8) {
        let tile = self.state.hero(hero).place;
        let cause = self.state.blow;
        self.state.in_play &= !(1 << hero);
        self.state.dead |= 1 << hero;
        self.see(Event::Dies { hero, tile, cause });
        self.state.last_was_out = false;
        self.leave_play(hero)
    }

    /// Returns a hero that has run out of hours (rule J-4.2), or `None`. Does not check heroes that
    /// are in a fight; checks no hero during the fight with the Boss.
    pub fn late(&self) -> Option<u8> {
        let state = &*self.state;
        let fighters = match &state.fight {
            Some(fight) if fight.foe == Foe::Boss => return None,
            Some(fight) => fight.fighters,
            None => 0,
        };
        members(state.in_play & !fighters)
            .find(|&hero| state.hero(hero).clock >= self.game.sheet(state, hero).hours)
    }

    /// Removes a hero that has run out of time, with its equipment and hostages (rule J-4.2).
    pub fn run_out(&mut self, hero: u8) {
        let board = *self.state.hero(hero);
        self.state.in_play &= !(1 << hero);
        self.state.out |= 1 << hero;
        self.see(Event::Out { hero });
        for kind in board.bag.kinds() {
            for _ in 0..board.bag.count(kind) {
                self.discard(hero, kind);
            }
        }
        self.change(hero, What::Hostages, -(board.hostages as i8), Cause::Out);
        self.state.last_was_out = true;
        self.leave_play(hero)
    }

    fn leave_play(&mut self, hero: u8) {
        let state = &mut *self.state;
        let others = !(1 << hero);
        state.arriving &= others;
        state.entering &= others;
        state.look = true;
        if state.fleeing == hero {
            state.fleeing = NONE;
        }
        self.leave_fight(hero);
    }
}
