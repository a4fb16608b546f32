//! A round (rule J-3.1): the turns of the heroes, the Boss die (rule J-3.7) and the clocks (rule
//! J-3.8).

use super::Choice;
use super::event::{Annulled, Cause, Event, What};
use super::mission::Mission;
use super::rules::{BossDie, BossPicks};
use super::state::{BossFace, Heroes, MOST, Next, Phase, State, heroes_of, members};
use crate::game::chance::Owner;
use crate::game::{Chance, Observer};

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    pub fn begin_round(&mut self) {
        let state = &mut *self.state;
        state.round += 1;
        state.active = state.in_play.trailing_zeros() as u8;
        state.next = Next::Turn;
        let round = state.round;
        self.chance.start_round(round);
        self.see(Event::RoundBegins { round });
    }

    /// Passes the turn to the next hero in play, or throws the Boss die after the last hero.
    pub fn end_turn(&mut self) {
        let hero = self.state.active;
        self.see(Event::TurnEnds { hero });
        let next = members(self.state.in_play).find(|&other| other > hero);
        match next {
            Some(next) => (self.state.active, self.state.next) = (next, Next::Turn),
            None => self.state.next = Next::BossDie,
        }
    }

    /// Throws the Boss die (rule J-3.7).
    pub fn throw_boss_die(&mut self) {
        self.state.next = Next::Clocks;
        let die = self.chance.roll(Owner::Game);
        let face = self.boss_face(die);
        self.state.boss_die = face;
        self.see(Event::BossDie { face });
        if self.state.boss_die_for() != 0 {
            let state = &mut *self.state;
            state.to_ask = heroes_of(state.in_play, |hero| state.hero(hero).energy > 0);
            self.ask_boss_die();
        }
    }

    fn boss_face(&self, die: u8) -> BossFace {
        let BossDie { stress, hour, wound, theft } = self.game.rules.boss_die;
        let mut left = die;
        for (count, &face) in [stress, hour, wound, theft].into_iter().zip(&BossFace::ALL[1..]) {
            if left <= count {
                return face;
            }
            left -= count;
        }
        BossFace::Nothing
    }

    /// Asks the next hero with K-energy whether it cancels the Boss die. Applies the die after all
    /// heroes have been asked.
    fn ask_boss_die(&mut self) {
        match members(self.state.to_ask).next() {
            Some(hero) => {
                self.state.to_ask &= !(1 << hero);
                self.ask(hero, Phase::BossDie)
            }
            None => self.apply_boss_die(),
        }
    }

    pub fn answer_boss_die(&mut self, choice: Choice) {
        if choice == Choice::Annul {
            self.state.to_ask = 0;
            self.annul(self.state.asked, Annulled::BossDie);
        } else {
            self.ask_boss_die();
        }
    }

    fn apply_boss_die(&mut self) {
        if self.state.boss_die == BossFace::Hour {
            self.all_change(What::Hours, 1, Cause::BossDie);
        } else if self.game.rules.boss_picks == BossPicks::Party {
            self.ask(self.state.in_play.trailing_zeros() as u8, Phase::BossPick);
        } else if let Some(hero) = self.pick_of(self.state.boss_die_for()) {
            self.boss_picks(Choice::Pick(hero));
        }
    }

    /// Applies the Boss die to the hero that the party or chance has selected.
    pub fn boss_picks(&mut self, choice: Choice) {
        let Choice::Pick(hero) = choice else { return };
        self.see(Event::Picked { hero });
        match self.state.boss_die {
            BossFace::Stress => self.change(hero, What::Stress, 1, Cause::BossDie),
            BossFace::Wound => self.change(hero, What::Life, -1, Cause::BossDie),
            BossFace::Theft => self.lose_equipment(hero, Cause::BossDie),
            BossFace::Nothing | BossFace::Hour => {}
        }
    }

    /// Advances the clocks of all heroes in play by one hour (rules J-3.1 and J-3.8).
    pub fn advance_clocks(&mut self) {
        self.state.next = Next::Round;
        self.all_change(What::Hours, 1, Cause::Clock);
        self.state.look = true;
    }
}

impl State {
    /// Returns the heroes for whom the Boss die would change a value (rule J-3.7).
    pub fn boss_die_for(&self) -> Heroes {
        heroes_of(self.in_play, |hero| match self.boss_die {
            BossFace::Nothing => false,
            BossFace::Stress => self.hero(hero).stress < MOST,
            BossFace::Hour | BossFace::Wound => true,
            BossFace::Theft => !self.hero(hero).bag.is_empty(),
        })
    }
}
