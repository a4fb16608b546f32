//! The strike of a rebel or of the Boss at a hero (rule J-5.6).

use super::event::{Annulled, AttackThrow, Cause, Event, What};
use super::kinds::{Equipment, Rebel};
use super::mission::Mission;
use super::state::{Fight, Foe, Phase, State};
use super::{Choice, Jungle};
use crate::game::{Chance, Observer};

impl Jungle {
    /// Returns the number that the result of a foe's attack on a hero must exceed: the hero's
    /// defense with its best armour (rule J-5.6).
    pub fn defense(&self, state: &State, hero: u8) -> u8 {
        let bag = state.hero(hero).bag;
        let worn = [Equipment::Vest, Equipment::Plate].into_iter();
        let worn = worn.filter(|&armour| bag.has(armour));
        let best = worn.map(|armour| self.amount_of(armour)).max();
        self.sheet(state, hero).defense + best.unwrap_or(0)
    }

    /// Returns the bonus on a foe's attack die.
    pub fn attack_of(&self, foe: Foe) -> i8 {
        match foe {
            Foe::Rebel(rebel) => self.tables.rebels[rebel as usize].attack,
            Foe::Boss => self.rules.boss.attack as i8,
        }
    }

    /// Returns the life that a hit of a foe takes from a hero (rules J-5.6 and J-A7).
    pub fn damage_to(&self, state: &State, foe: Foe, hero: u8) -> u8 {
        let damage = match foe {
            Foe::Rebel(rebel) => self.tables.rebels[rebel as usize].damage,
            Foe::Boss => self.rules.boss.damage,
        };
        damage.saturating_sub(self.sheet(state, hero).tough).max(1)
    }
}

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    pub fn foe_strikes(&mut self, fight: Fight) -> bool {
        let Some(target) = self.pick_of(fight.fighters) else {
            return true;
        };
        self.fight().target = target;
        let foe = fight.foe;
        let die = self.chance.roll(usize::from(target));
        let defense = self.game.defense(self.state, target);
        let damage = self.game.damage_to(self.state, foe, target);
        let throw = AttackThrow::new(die, self.game.attack_of(foe), defense, damage);
        self.see(Event::FoeStrikes { foe, whom: target, throw });
        if !throw.hits {
            return true;
        }
        let board = self.state.hero(target);
        if board.hostages > 0 || board.energy > 0 {
            return self.ask(target, Phase::Struck);
        }
        self.suffer_hit(target, foe)
    }

    pub fn answer_hit(&mut self, choice: Choice) -> bool {
        let hero = self.state.asked;
        let foe = self.fight().foe;
        match choice {
            Choice::Annul => self.annul(hero, Annulled::Hit),
            Choice::Sacrifice => {
                self.see(Event::Sacrifices { hero });
                self.change(hero, What::Hostages, -1, Cause::Foe(foe));
                self.state.look = true;
            }
            _ => return self.suffer_hit(hero, foe),
        }
        true
    }

    fn suffer_hit(&mut self, hero: u8, foe: Foe) -> bool {
        let damage = self.game.damage_to(self.state, foe, hero);
        // The special power of the foe is applied later, because the hit hero may leave play.
        self.fight().power = foe != Foe::Boss;
        self.change(hero, What::Life, -(damage as i8), Cause::Foe(foe));
        true
    }

    /// Applies the special power of a rebel that has hit a hero (rule J-R).
    pub fn work_power(&mut self, fight: Fight) -> bool {
        self.fight().power = false;
        let (hero, foe) = (fight.target, fight.foe);
        if !self.state.is_in_play(hero) {
            return true;
        }
        let cause = Cause::Foe(foe);
        match foe {
            Foe::Rebel(Rebel::Cook) => {
                self.fight().bound |= 1 << hero;
                self.see(Event::Bound { hero });
            }
            Foe::Rebel(Rebel::Shaman) => self.change(hero, What::Stress, 1, cause),
            Foe::Rebel(Rebel::Looter) => self.lose_equipment(hero, cause),
            Foe::Rebel(Rebel::Warden) => self.change(hero, What::Hours, 1, cause),
            _ => {}
        }
        true
    }
}
