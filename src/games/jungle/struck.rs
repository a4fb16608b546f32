//! The strike of a rebel or of the Boss at a hero (rule J-5.6).

use super::event::{Annulled, AttackThrow, Cause, Event, What};
use super::kinds::{Equipment, Rebel};
use super::mission::Mission;
use super::rules::Boss;
use super::sheet::Sheet;
use super::state::{Fight, Foe, Phase, State};
use super::tables::Numbers;
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

    /// Returns the values of a foe at the start of a fight. The life of the Big Boss depends on the
    /// number of heroes (rule J-6.1).
    #[inline]
    pub fn foe(&self, state: &State, foe: Foe) -> Numbers {
        match foe {
            Foe::Rebel(rebel) => self.tables.rebels[rebel as usize],
            Foe::Boss => {
                let Boss { life, defense, damage, attack } = self.rules.boss;
                let life = life.with(state.players.into());
                Numbers { life, defense, damage, attack: attack as i8, ..Numbers::default() }
            }
        }
    }

    /// Returns the life that a hit of a foe takes from a hero (rules J-5.6 and J-A7).
    pub fn damage_to(&self, state: &State, foe: Foe, hero: u8) -> u8 {
        self.foe(state, foe).damage_to(self.sheet(state, hero))
    }
}

impl Numbers {
    /// Returns the life that a hit of this foe takes from a hero (rules J-5.6 and J-A7).
    #[inline]
    pub fn damage_to(&self, hero: &Sheet) -> u8 {
        self.damage.saturating_sub(hero.tough).max(1)
    }
}

impl<C: Chance, O: Observer<Event>> Mission<'_, C, O> {
    pub fn foe_strikes(&mut self, fight: Fight) {
        let Some(target) = self.pick_of(fight.fighters) else { return };
        self.fight().target = target;
        let foe = fight.foe;
        let die = self.chance.roll(usize::from(target));
        let defense = self.game.defense(self.state, target);
        let damage = self.game.damage_to(self.state, foe, target);
        let throw = AttackThrow::new(die, self.game.foe(self.state, foe).attack, defense, damage);
        self.see(Event::FoeStrikes { foe, whom: target, throw });
        let board = self.state.hero(target);
        if throw.hits && (board.hostages > 0 || board.energy > 0) {
            self.ask(target, Phase::Struck);
        } else if throw.hits {
            self.suffer_hit(target, foe);
        }
    }

    pub fn answer_hit(&mut self, choice: Choice) {
        let hero = self.state.asked;
        let foe = self.fight().foe;
        match choice {
            Choice::Annul => self.annul(hero, Annulled::Hit),
            Choice::Sacrifice => {
                self.see(Event::Sacrifices { hero });
                self.change(hero, What::Hostages, -1, Cause::Foe(foe));
                self.state.look = true;
            }
            _ => self.suffer_hit(hero, foe),
        }
    }

    fn suffer_hit(&mut self, hero: u8, foe: Foe) {
        let damage = self.game.damage_to(self.state, foe, hero);
        // The special power of the foe is applied later, because the hit hero may leave play.
        self.fight().power = foe != Foe::Boss;
        self.change(hero, What::Life, -(damage as i8), Cause::Foe(foe));
    }

    /// Applies the special power of a rebel that has hit a hero (rule J-R).
    pub fn work_power(&mut self, fight: Fight) {
        self.fight().power = false;
        let (hero, foe) = (fight.target, fight.foe);
        if !self.state.is_in_play(hero) {
            return;
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
    }
}
