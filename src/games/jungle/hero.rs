//! A hero's board, J-4: life, hours, stress, K-energy, and how a hero leaves play.

use super::event::{Annulled, Cause, Event, What};
use super::kinds::Equipment;
use super::mission::Mission;
use super::state::{Foe, Hero, MOST, NONE, Phase, State, members};
use super::{Choice, Jungle};
use crate::game::{Chance, Observer};

impl Hero {
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
    /// J-E1, J-3.5: the most life that potions and K-energy bring a hero to.
    pub fn most_life(&self, state: &State, hero: u8) -> u8 {
        if self.rules.life_cap {
            self.sheet(state, hero).life
        } else {
            MOST
        }
    }

    /// J-3.5: can K-energy be made life?
    pub fn can_convert(&self, state: &State, hero: u8) -> bool {
        let board = state.hero(hero);
        board.energy > 0 && board.life < self.most_life(state, hero)
    }
}

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    /// A number of a hero's board changes by so much, as far as it can.
    pub fn change(&mut self, hero: u8, what: What, by: i8, cause: Cause) {
        let number = self.state.heroes[usize::from(hero)].number(what);
        let before = *number;
        *number = match what {
            What::Hours => before.saturating_add_signed(by),
            _ => before.saturating_add_signed(by).min(MOST),
        };
        let (now, changed) = (*number, *number as i16 - i16::from(before));
        if changed == 0 {
            return;
        }
        if what == What::Life {
            self.state.blow = cause;
        }
        let by = changed as i8;
        self.see(Event::Changes {
            hero,
            what,
            by,
            now,
            cause,
        });
    }

    /// The same for all in play.
    pub fn all_change(&mut self, what: What, by: i8, cause: Cause) {
        for hero in members(self.state.in_play) {
            self.change(hero, what, by, cause);
        }
    }

    /// Life that a hero regains, up to so much.
    pub fn heal(&mut self, hero: u8, life: u8, most: u8, cause: Cause) {
        let missing = most.saturating_sub(self.state.hero(hero).life);
        self.change(hero, What::Life, life.min(missing) as i8, cause);
    }

    /// A hero spends 1 K-energy to annul what was thrown.
    pub fn annul(&mut self, hero: u8, what: Annulled) {
        self.see(Event::Annuls { hero, what });
        self.change(hero, What::Energy, -1, Cause::Annul);
    }

    /// J-3.5.
    pub fn convert(&mut self, hero: u8) {
        self.change(hero, What::Energy, -1, Cause::Convert);
        self.change(hero, What::Life, 1, Cause::Convert);
    }

    /// J-4.1: a hero in play without life.
    pub fn without_life(&self) -> Option<u8> {
        members(self.state.in_play).find(|&hero| self.state.hero(hero).life == 0)
    }

    /// J-4.1: a hero without life is asked, or is dead.
    pub fn fall(&mut self, hero: u8) -> bool {
        let board = self.state.hero(hero);
        if board.energy > 0 || board.bag.has(Equipment::Medal) {
            return self.ask(hero, Phase::Dying);
        }
        self.die(hero)
    }

    pub fn answer_death(&mut self, choice: Choice) -> bool {
        let hero = self.state.asked;
        let medal = choice == Choice::Medal;
        let life = match choice {
            Choice::Medal => {
                self.see(Event::Uses {
                    hero,
                    equipment: Equipment::Medal,
                });
                self.discard(hero, Equipment::Medal);
                self.game.sheet(self.state, hero).life
            }
            Choice::Revive => self.state.hero(hero).energy,
            _ => return self.die(hero),
        };
        let cause = if medal {
            Cause::Equipment(Equipment::Medal)
        } else {
            self.change(hero, What::Energy, -(life as i8), Cause::Revival);
            Cause::Revival
        };
        self.see(Event::Revives { hero, medal, life });
        self.change(hero, What::Life, life as i8, cause);
        true
    }

    fn die(&mut self, hero: u8) -> bool {
        let tile = self.state.hero(hero).place;
        let cause = self.state.blow;
        self.see(Event::Dies { hero, tile, cause });
        self.state.dead |= 1 << hero;
        self.state.last_was_out = false;
        self.leave_play(hero)
    }

    /// J-4.2: a hero whose hours are up; in a fight they are not looked at.
    pub fn late(&self) -> Option<u8> {
        let fighters = match &self.state.fight {
            Some(fight) if fight.foe == Foe::Boss => return None,
            Some(fight) => fight.fighters,
            None => 0,
        };
        let of = members(self.state.in_play & !fighters);
        of.into_iter()
            .find(|&hero| self.state.hero(hero).clock >= self.game.sheet(self.state, hero).hours)
    }

    /// J-4.2: a hero is out, and what it holds is gone.
    pub fn run_out(&mut self, hero: u8) -> bool {
        let board = *self.state.hero(hero);
        self.see(Event::Out { hero });
        for kind in board.bag.kinds() {
            for _ in 0..board.bag.count(kind) {
                self.discard(hero, kind);
            }
        }
        self.change(hero, What::Hostages, -(board.hostages as i8), Cause::Out);
        self.state.out |= 1 << hero;
        self.state.last_was_out = true;
        self.leave_play(hero)
    }

    fn leave_play(&mut self, hero: u8) -> bool {
        let state = &mut *self.state;
        let others = !(1 << hero);
        state.in_play &= others;
        state.arriving &= others;
        state.entering &= others;
        state.look = true;
        if state.fleeing == hero {
            state.fleeing = NONE;
        }
        self.leave_fight(hero);
        true
    }
}
