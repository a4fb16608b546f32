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
    pub fn begin_turn(&mut self) {
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
    }

    /// Throws all action dice, except those in `kept` (rule J-3.2).
    pub fn throw_others(&mut self, kept: Dice) {
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
        match throw < self.game.sheet(self.state, hero).rolls {
            true => self.ask(hero, Phase::Keeping),
            false => self.lie(),
        }
    }

    pub fn keep(&mut self, choice: Choice) {
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
    fn lie(&mut self) {
        self.state.next = match self.game.rules.free_before_fate {
            true => Next::FreeActions,
            false => Next::Fate,
        };
        let (hero, dice) = (self.state.active, self.state.turn.dice);
        self.see(Event::Lies { hero, dice });
        let pairs = dice.pairs() != [0; 4];
        match dice.count(Face::Alarm) > 0 {
            true if pairs && self.state.hero(hero).energy > 0 => self.ask(hero, Phase::Alarm),
            alarm => self.count_pairs(alarm),
        }
    }

    pub fn answer_alarm(&mut self, choice: Choice) {
        let annuls = choice == Choice::Annul;
        if annuls {
            self.annul(self.state.active, Annulled::Alarm);
        }
        self.count_pairs(!annuls)
    }

    fn count_pairs(&mut self, alarm: bool) {
        let hero = self.state.active;
        self.state.turn.pairs = if alarm { [0; 4] } else { self.state.turn.dice.pairs() };
        self.see(Event::Pairs { hero, alarm });
    }

    /// Throws the fate die (rule J-3.4).
    pub fn throw_fate(&mut self) {
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
            return;
        }
        self.state.turn.alert = fate == Fate::Alert;
        match self.state.hero(hero).energy > 0 {
            true => self.ask(hero, Phase::Fate),
            false => self.suffer_fate(),
        }
    }

    pub fn answer_fate(&mut self, choice: Choice) {
        match choice {
            Choice::Annul => self.annul(self.state.active, Annulled::Fate),
            _ => self.suffer_fate(),
        }
    }

    fn suffer_fate(&mut self) {
        let hero = self.state.active;
        match self.state.turn.alert {
            true => self.draw_alert(hero),
            false => self.change(hero, What::Stress, 1, Cause::Fate),
        }
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
