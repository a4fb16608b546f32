//! Computes the features of options in a fight (rule J-5): the expected result of every option.

use super::{Index, Writer};
use crate::games::jungle::clash::{Clash, Enemy};
use crate::games::jungle::eyes::Outlook;
use crate::games::jungle::kinds::{Equipment, Rebel};
use crate::games::jungle::rules::Cleared;
use crate::games::jungle::state::{Fight, Foe, HeroState, Phase};
use crate::games::jungle::strike::{Weapons, grenades};

impl<'a, 'r> Writer<'a, 'r> {
    /// Returns the current fight, with the fighting values of the deciding hero.
    pub(super) fn clash(&self) -> &'r Clash<'a> {
        let (eyes, state) = (self.eyes, self.eyes.state);
        self.clash.get_or_init(|| {
            let fight = state.fight.unwrap_or(Fight { life: 1, fighters: 1, ..Fight::default() });
            let enemy = Enemy::of(eyes.game, state, fight.foe, fight.life);
            eyes.fighter().against(enemy, fight.fighters.count_ones() as u8)
        })
    }

    /// Sets the features of an option after which the fight continues with these expected
    /// consequences.
    pub(super) fn goes_on(&mut self, clash: &Clash<'_>, outlook: Outlook) {
        match clash.enemy.foe {
            Foe::Rebel(_) => self.fights(1.0, &outlook),
            Foe::Boss => self.outlook(1.0, &outlook),
        }
    }

    /// In a fight, adds the features of the expected result if the hero strikes next, after
    /// `change` has changed the hero.
    pub(super) fn strikes_next(&mut self, change: impl FnOnce(&mut HeroState)) {
        if let Phase::Striking | Phase::Struck = self.eyes.view.phase() {
            let mut clash = *self.clash();
            change(&mut clash.hero);
            self.goes_on(&clash, clash.strikes());
        }
    }

    pub(super) fn joins(&mut self) {
        let (eyes, state) = (self.eyes, self.eyes.state);
        self.add(Index::Mates, 1.0);
        if let Some(fight) = &state.fight {
            let fighters = 1 + fight.fighters.count_ones() as u8;
            let clash = eyes.fighter().against(self.clash().enemy, fighters);
            self.goes_on(&clash, clash.breaks_out());
        }
    }

    pub(super) fn attacks(&mut self, weapons: Weapons, missile: bool) {
        let eyes = self.eyes;
        let arms = eyes.game.arms(eyes.sheet, eyes.hero, weapons, missile);
        let hits = self.clash().enemy.hit_by(arms);
        let single = grenades(weapons) + u8::from(missile);
        self.add(Index::Used, f32::from(single) * (f32::from(hits) / 6.0));
        self.strikes(hits, arms.damage);
    }

    pub(super) fn strikes(&mut self, hits: u8, damage: u8) {
        let clash = *self.clash();
        let (chance, life) = (f32::from(hits) / 6.0, clash.enemy.life);
        self.add(Index::Damage, 0.2 * chance * f32::from(damage.min(life)));
        if damage >= life {
            self.add(Index::Kill, chance);
        }
        self.goes_on(&clash, clash.strikes_with(hits, damage));
    }

    /// Sets the features of the option to give up a hostage (rule J-5.6), after which the mission
    /// may be lost (rule J-1.2). In the fight with the Boss, a hostage has no other value (rule
    /// J-6.2).
    pub(super) fn gives_up(&mut self) {
        let (eyes, state) = (self.eyes, self.eyes.state);
        if state.fight.is_some_and(|fight| fight.foe == Foe::Boss) {
            return;
        }
        if eyes.missing >= 0 {
            self.add(Index::Hostages, -1.0);
        }
        let left = (state.all_tiles() & !state.cleared).count_ones() as i16;
        let quiet = eyes.game.rules.cleared == Cleared::Quiet;
        if quiet && eyes.missing + 1 > left {
            self.add(Index::Death, 1.0);
        }
    }

    /// Sets the features of the option to accept a loss of life (rules J-5.6 and J-L2).
    pub(super) fn suffers(&mut self) {
        let eyes = self.eyes;
        if eyes.view.phase() == Phase::Gas {
            return self.outlook(1.0, &eyes.gas());
        }
        let mut clash = *self.clash();
        let wound = eyes.wound(clash.damage);
        self.add(Index::Life, -f32::from(clash.damage) / f32::from(eyes.sheet.life));
        if wound.death > 0.0 {
            self.add(Index::Lose, 1.0);
            return;
        }
        clash.hero.life -= clash.damage.min(clash.hero.life);
        let bound = clash.enemy.foe == Foe::Rebel(Rebel::Cook);
        let mut outlook = if bound { clash.struck() } else { clash.strikes() };
        outlook.survive_hits(clash.enemy.foe, 1.0);
        self.goes_on(&clash, outlook);
    }

    /// Sets the features of the option to return to life (rule J-4.1) with `life` life. `medal` is
    /// true if the hero uses the medal.
    pub(super) fn comes_back(&mut self, life: u8, medal: bool) {
        let eyes = self.eyes;
        self.add(Index::Life, eyes.part(life));
        let mut hero = *eyes.hero;
        hero.life = life;
        if medal {
            hero.bag.remove(Equipment::Medal);
            self.add(Index::Used, 1.0);
        } else {
            self.add(Index::Energy, -f32::from(hero.energy));
            hero.energy = 0;
        }
        let fights = |fight: &Fight| fight.fighters >> eyes.me & 1 == 1;
        if let Some(fight) = eyes.state.fight.as_ref().filter(|&fight| fights(fight)) {
            let mut clash = *self.clash();
            clash.hero = hero;
            let bound = fight.bound >> eyes.me & 1 == 1
                || fight.power && clash.enemy.foe == Foe::Rebel(Rebel::Cook);
            let mut outlook = if bound { clash.struck() } else { clash.strikes() };
            outlook.survive_hits(clash.enemy.foe, f32::from(u8::from(fight.power)));
            self.goes_on(&clash, outlook);
        }
    }
}
