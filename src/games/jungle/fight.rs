//! A fight (rule J-5): its start, the order of the heroes, fleeing, and its end; and when the fight
//! with the Big Boss begins (rule J-6). The strikes are in the modules `strike` and `struck`.

use super::Choice;
use super::event::{Cause, Event, What};
use super::kinds::Rebel;
use super::mission::Mission;
use super::rules::{Remains, Surplus};
use super::state::{
    End, FOE, Fight, Foe, Heroes, Lurker, MOST_HEROES, MissionFailure, NONE, Phase, heroes_of,
    members,
};
use crate::game::{Chance, Observer};

/// Maximum number of strikes that each fighter makes in a fight (rule J-5.9).
const MOST_TIMES_ROUND: u8 = 50;
/// Number of times that heroes can flee in a turn until fleeing heroes stay on their tile (rule
/// J-5.7). The last of these heroes already stays.
const MOST_FLIGHTS: u8 = 20;

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    /// Starts the encounter of a hero with the rebel that lurks on its tile (rule J-5.3).
    pub fn meet_lurker(&mut self, hero: u8) {
        if self.game.rules.remains == Remains::Free {
            self.collect(hero);
        }
        self.encounter(hero);
    }

    /// Starts the encounter of a hero with the rebel that lurks on its tile (rule J-5.3). Without a
    /// lurking rebel, draws a rebel (rule J-5.1).
    pub fn encounter(&mut self, hero: u8) {
        let place = usize::from(self.state.hero(hero).place);
        if let Some(lurker) = self.state.lurkers[place].take() {
            return self.break_out(hero, lurker, true);
        }
        if let Some(kind) = self.state.encounters.draw(self.chance) {
            let lurker = Lurker {
                rebel: Rebel::of(kind),
                life: self.game.tables.rebels[kind].life,
                fled: NONE,
            };
            self.break_out(hero, lurker, false);
        }
    }

    /// Starts a fight, and asks other heroes on the tile to join (rule J-5.2). If the hero must
    /// flee, it flees instead.
    fn break_out(&mut self, hero: u8, lurker: Lurker, lurking: bool) {
        let tile = self.state.hero(hero).place;
        let Lurker { rebel, life, fled } = lurker;
        let foe = Foe::Rebel(rebel);
        let meets = Event::Meets { hero, tile, rebel, life, lurking };
        if self.game.must_flee(self.state, hero) {
            let fled = hero;
            self.state.lurkers[usize::from(tile)] = Some(Lurker { fled, ..lurker });
            self.see(meets);
            return self.flee(hero, rebel, true);
        }
        self.state.fight =
            Some(Fight { hero, fighters: 1 << hero, fled, foe, life, tile, ..Fight::default() });
        self.see(meets);
        self.see(Event::Joins { hero, foe });
        let state = &mut *self.state;
        state.to_ask = heroes_of(state.mates(hero), |mate| !self.game.must_flee(state, mate));
    }

    /// Returns true if the Big Boss appears as the next step of the mission (rule J-6.1).
    pub fn is_boss_due(&self) -> bool {
        let state = &*self.state;
        let there = |hero| state.hero(hero).place == state.exfiltration;
        members(state.in_play).all(there) && state.held() >= self.game.needed(state).into()
    }

    /// Makes the Big Boss appear, and begins its fight with all heroes (rule J-6.1).
    pub fn meet_boss(&mut self) {
        let life = self.game.foe(self.state, Foe::Boss).life;
        let (tile, fighters) = (self.state.exfiltration, self.state.in_play);
        let fight = Fight { foe: Foe::Boss, life, tile, fighters, ..Fight::default() };
        self.state.fight = Some(fight);
        self.see(Event::BossAppears { life });
        for hero in members(self.state.in_play) {
            self.see(Event::Joins { hero, foe: Foe::Boss });
        }
        self.draw_order(fight);
    }

    /// Plays the next step of the fight.
    pub fn fight_on(&mut self, fight: Fight) {
        if fight.strikers == 0 {
            return self.gather(fight);
        }
        if fight.power {
            return self.work_power(fight);
        }
        if fight.life == 0 {
            return self.beat(fight);
        }
        if fight.fighters == 0 {
            return self.leave_lurking(fight);
        }
        if fight.at == fight.strikers {
            if fight.times_round + 1 == MOST_TIMES_ROUND {
                return self.break_off(fight);
            }
            let now = self.fight();
            (now.at, now.times_round) = (0, fight.times_round + 1);
            return;
        }
        let next = fight.order[usize::from(fight.at)];
        let (fights, bound) = (fight.fighters >> next & 1 == 1, fight.bound >> next & 1 == 1);
        if fights && !bound {
            return self.ask(next, Phase::Striking);
        }
        let now = self.fight();
        now.at += 1;
        if next == FOE {
            self.foe_strikes(fight);
        } else if fights {
            now.bound &= !(1 << next);
            self.see(Event::LosesStrike { hero: next });
        }
    }

    /// Returns the current fight; there must be one.
    pub(super) fn fight(&mut self) -> &mut Fight {
        self.state.fight.get_or_insert_default()
    }

    /// Asks the other heroes on the tile whether they join the fight, in seat order from the
    /// fighting hero on. Draws the order of strikes after all have answered (rule J-5.2).
    fn gather(&mut self, fight: Fight) {
        let to_ask = u32::from(self.state.to_ask);
        let from = fight.hero;
        // Heroes in seats after the hero are asked first, then heroes in the seats before.
        let behind = to_ask & !((2 << from) - 1);
        let next = members(if behind != 0 { behind } else { to_ask }).next();
        if let Some(mate) = next {
            self.state.to_ask &= !(1 << mate);
            return self.ask(mate, Phase::Joining);
        }
        self.draw_order(fight);
    }

    pub fn answer_join(&mut self, choice: Choice) {
        let hero = self.state.asked;
        if choice == Choice::Join {
            // This fight also counts as the meeting with a rebel on the tile that the hero has just
            // entered (rule J-5.3).
            self.state.arriving &= !(1 << hero);
            let fight = self.fight();
            fight.fighters |= 1 << hero;
            let foe = fight.foe;
            self.see(Event::Joins { hero, foe });
        } else {
            self.see(Event::Stays { hero });
        }
    }

    /// Draws the order in which the heroes and the foe strike (rules J-5.2 and J-6.1).
    pub(super) fn draw_order(&mut self, fight: Fight) {
        let ambush = fight.foe.strikes_first();
        let alone = fight.fighters.count_ones() == 1;
        let mut order = [FOE; MOST_HEROES + 1];
        let mut strikers = usize::from(ambush);
        let mut left: Heroes = fight.fighters;
        if !ambush && !alone {
            left |= 1 << FOE;
        }
        while let Some(next) = self.pick_of(left) {
            order[strikers] = next;
            left &= !(1 << next);
            strikers += 1;
        }
        // If a hero fights alone, it strikes first and the rebel second.
        strikers += usize::from(alone && !ambush);
        let strikers = strikers as u8;
        let now = self.fight();
        (now.order, now.strikers) = (order, strikers);
        self.see(Event::Order);
    }

    /// Makes a hero flee: the hero pays the cost and, if it is still in play, steps to another tile
    /// (rule J-5.7).
    pub fn flee(&mut self, hero: u8, rebel: Rebel, forced: bool) {
        self.see(Event::Flees { hero, rebel, forced });
        self.state.turn.flights = self.state.turn.flights.saturating_add(1);
        self.state.fleeing = hero;
        let (rules, cause) = (&self.game.rules, Cause::Flight(rebel));
        self.change(hero, What::Life, -(rules.flight_life as i8), cause);
        self.change(hero, What::Hours, rules.flight_hours as i8, cause);
    }

    /// Asks the fleeing hero for the tile to which it flees. Without a possible tile, the hero
    /// stays on its tile (rule J-5.7).
    pub fn step_away(&mut self) {
        let hero = self.state.fleeing;
        let nowhere = self.game.stands_still(self.state, hero)
            || self.state.turn.flights >= MOST_FLIGHTS
            || self.game.steps(self.state, hero) == 0;
        match nowhere {
            true => self.state.fleeing = NONE,
            false => self.ask(hero, Phase::Fleeing),
        }
    }

    /// Removes a hero from the fight.
    pub fn leave_fight(&mut self, hero: u8) {
        let Some(fight) = &mut self.state.fight else { return };
        if fight.fighters >> hero & 1 == 1 {
            fight.fighters &= !(1 << hero);
            let foe = fight.foe;
            self.see(Event::Leaves { hero, foe });
        }
    }

    /// Applies the consequences of a victory over the foe (rules J-5.8 and J-6.2).
    fn beat(&mut self, fight: Fight) {
        let Foe::Rebel(rebel) = fight.foe else {
            self.close(fight, Some(fight.struck_last));
            return self.end(End::Won);
        };
        let (hero, tile) = (fight.struck_last, fight.tile);
        self.state.encounters.discard(rebel as usize);
        self.state.cleared |= 1 << tile;
        self.state.freed = self.state.freed.saturating_add(1);
        self.change(hero, What::Hostages, 1, Cause::Foe(fight.foe));
        let held = self.state.held() + self.state.on_the_ground();
        self.see(Event::Frees { hero, tile, held });
        self.close(fight, Some(hero));
        let counted = match self.game.rules.surplus {
            Surplus::Held => held,
            Surplus::Freed => self.state.freed.into(),
        };
        let more = u8::from(counted > self.game.needed(self.state).into());
        for _ in 0..more + self.game.sheet(self.state, hero).finds {
            self.draw_equipment(hero);
        }
    }

    /// Ends the fight because no hero fights the rebel any more; the rebel lurks on the tile (rule
    /// J-5.3).
    fn leave_lurking(&mut self, fight: Fight) {
        if let Foe::Rebel(rebel) = fight.foe {
            self.state.lurkers[usize::from(fight.tile)] =
                Some(Lurker { rebel, life: fight.life, fled: fight.fled });
        }
        self.close(fight, None);
    }

    /// Ends a fight after too many strikes, without a winner (rule J-5.9).
    fn break_off(&mut self, fight: Fight) {
        if fight.foe == Foe::Boss {
            self.close(fight, None);
            return self.end(End::Lost(MissionFailure::Boss));
        }
        self.leave_lurking(fight)
    }

    /// Ends the fight for all heroes. `beaten_by` is the hero whose strike beat the foe, or `None`.
    fn close(&mut self, fight: Fight, beaten_by: Option<u8>) {
        let Fight { foe, tile, .. } = fight;
        for hero in members(fight.fighters) {
            self.see(Event::Leaves { hero, foe });
        }
        self.state.fight = None;
        self.state.look = true;
        self.see(Event::FightEnds { foe, tile, beaten_by });
    }
}
