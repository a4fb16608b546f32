//! The part of a turn before the hero acts: the action dice (rules J-3.2 and J-3.3a) and the fate
//! die (rule J-3.4).

use super::Choice;
use super::event::{Annulled, Cause, Event, Fate, What};
use super::kinds::Face;
use super::mission::Mission;
use super::state::{Dice, MOST, Next, Phase, TurnSoFar};
use crate::game::{Chance, Observer, Options};

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    /// Begins the turn of a hero. A rebel that lurks on the hero's tile is fought first (rule
    /// J-3.2).
    pub fn begin_turn(&mut self) -> bool {
        let hero = self.state.active;
        self.state.turn = TurnSoFar {
            steps: self.game.sheet(self.state, hero).steps,
            exchanges: self.game.rules.exchanges,
            ..TurnSoFar::default()
        };
        self.state.next = Next::Throw;
        self.see(Event::TurnBegins { hero });
        let place = self.state.hero(hero).place;
        let lurker = self.state.lurkers[usize::from(place)];
        if lurker.is_some_and(|lurker| lurker.fled != hero) {
            self.meet_lurker(hero);
        }
        true
    }

    /// Throws the action dice for the first time (rule J-3.2).
    pub fn throw(&mut self) -> bool {
        if !self.state.is_in_play(self.state.active) {
            return self.end_turn();
        }
        self.throw_others(Dice::default())
    }

    /// Throws all action dice again, except those in `kept`.
    fn throw_others(&mut self, kept: Dice) -> bool {
        let hero = self.state.active;
        let thrown = self.chance.throw(usize::from(hero), self.game.rules.dice - kept.len());
        let mut dice = kept;
        for &face in Face::ALL {
            dice = dice.and(face, thrown.count(face as u8 + 1));
        }
        let turn = &mut self.state.turn;
        turn.dice = dice;
        turn.throws += 1;
        let throw = turn.throws;
        self.see(Event::Throws { hero, dice, throw });
        if throw < self.game.sheet(self.state, hero).rolls {
            return self.ask(hero, Phase::Keeping);
        }
        self.lie()
    }

    pub fn keep(&mut self, choice: Choice) -> bool {
        match choice {
            Choice::Keep(kept) if kept != self.state.turn.dice => {
                let hero = self.state.active;
                self.see(Event::Keeps { hero, dice: kept });
                self.throw_others(kept)
            }
            _ => self.lie(),
        }
    }

    /// Accepts the faces of the action dice and determines the pairs of equal faces (rule J-3.3a).
    fn lie(&mut self) -> bool {
        self.state.next = match self.game.rules.free_before_fate {
            true => Next::FreeActions,
            false => Next::Fate,
        };
        let (hero, dice) = (self.state.active, self.state.turn.dice);
        self.see(Event::Lies { hero, dice });
        let pairs = dice.pairs() != [0; 4];
        if dice.count(Face::Alarm) > 0 && pairs && self.state.hero(hero).energy > 0 {
            return self.ask(hero, Phase::Alarm);
        }
        self.count_pairs(dice.count(Face::Alarm) > 0)
    }

    pub fn answer_alarm(&mut self, choice: Choice) -> bool {
        let annuls = choice == Choice::Annul;
        if annuls {
            self.annul(self.state.active, Annulled::Alarm);
        }
        self.count_pairs(!annuls)
    }

    fn count_pairs(&mut self, alarm: bool) -> bool {
        let hero = self.state.active;
        self.state.turn.pairs = if alarm { [0; 4] } else { self.state.turn.dice.pairs() };
        self.see(Event::Pairs { hero, alarm });
        true
    }

    /// Throws the fate die (rule J-3.4).
    pub fn throw_fate(&mut self) -> bool {
        self.state.next = Next::Act;
        let (hero, rules) = (self.state.active, &self.game.rules);
        let die = self.chance.roll(usize::from(hero));
        let fate = if die <= rules.fate_stress {
            Fate::Stress
        } else if die <= rules.fate_stress + rules.fate_alert {
            Fate::Alert
        } else {
            Fate::Nothing
        };
        self.see(Event::Fate { hero, face: fate });
        let changes = match fate {
            Fate::Stress => self.state.hero(hero).stress < MOST,
            Fate::Alert => self.state.alerts.has_cards(),
            Fate::Nothing => false,
        };
        if !changes {
            return true;
        }
        self.state.turn.alert = fate == Fate::Alert;
        if self.state.hero(hero).energy > 0 {
            return self.ask(hero, Phase::Fate);
        }
        self.suffer_fate()
    }

    pub fn answer_fate(&mut self, choice: Choice) -> bool {
        if choice == Choice::Annul {
            self.annul(self.state.active, Annulled::Fate);
            return true;
        }
        self.suffer_fate()
    }

    fn suffer_fate(&mut self) -> bool {
        let hero = self.state.active;
        if self.state.turn.alert {
            return self.draw_alert(hero);
        }
        self.change(hero, What::Stress, 1, Cause::Fate);
        true
    }

    /// Asks the hero for its next action, if the hero is still in play (rule J-3.5).
    pub fn ask_act(&mut self) -> bool {
        let hero = self.state.active;
        if !self.state.is_in_play(hero) {
            return self.end_turn();
        }
        self.ask(hero, Phase::Acting)
    }
}

/// Lists each subset of these action dice, at most 64 subsets (rule J-3.2). Subsets with more
/// explore dice come first, and among these, subsets with more fight dice, and so on.
pub(super) fn parts(dice: Dice, options: &mut Options<Choice>) {
    let mut part = Some(dice);
    while let Some(kept) = part {
        options.push(Choice::Keep(kept));
        part = kept.next_part(dice);
    }
}
