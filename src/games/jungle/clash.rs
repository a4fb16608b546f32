//! Estimates of a fight between a hero and a foe: strength, endurance, and the result if the fight
//! is played to its end.
//!
//! The estimate assumes that the hero always uses the best set of permanent weapons, suffers every
//! hit, returns to life as often as possible, and never flees. For a hero alone, the result is
//! exact with two exceptions: the ability Fury (J-A9) keeps its current value, and items taken by a
//! looter (J-R7) are ignored. For several heroes, the result is approximate: the foe's life is
//! divided by the number of heroes, and the hero's life is multiplied by it.

use arrayvec::ArrayVec;

use super::Jungle;
use super::eyes::Outlook;
use super::kinds::{Equipment, Rebel};
use super::odds::{Duel, FightOdds, Prospect};
use super::sheet::Sheet;
use super::state::{Foe, HeroState, State, members};
use super::strike::{Arms, grenades, hitting_faces, sets};
use super::tables::Numbers;

/// A foe in a fight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enemy {
    pub foe: Foe,
    /// Life that the foe has left.
    pub life: u8,
    /// The foe's values at the start of the fight.
    pub numbers: Numbers,
}

impl Enemy {
    /// Returns the foe of a fight. `life` is the life that the foe has left.
    #[inline]
    pub fn of(game: &Jungle, state: &State, foe: Foe, life: u8) -> Enemy {
        Enemy { foe, life, numbers: game.foe(state, foe) }
    }

    /// Returns the number of faces of the hero's die, 0 to 6, that hit the foe with these weapons.
    #[inline]
    pub fn hit_by(self, arms: Arms) -> u8 {
        hitting_faces(self.numbers.defense, arms.bonus)
    }
}

/// A hero with its equipment, for which results of fights are estimated.
#[derive(Debug, Clone)]
pub struct ClashingHero<'a> {
    game: &'a Jungle,
    sheet: &'a Sheet,
    hero: HeroState,
    /// The number that the result of a foe's attack must exceed: the hero's defense with its best
    /// armour.
    defense: u8,
    /// Bonus and damage of an attack with each set of permanent weapons (rule J-5.4).
    arms: ArrayVec<Arms, 14>,
}

impl<'a> ClashingHero<'a> {
    #[inline]
    pub fn new(game: &'a Jungle, state: &State, hero: u8) -> Self {
        let (sheet, board) = (game.sheet(state, hero), *state.hero(hero));
        let sets = sets(&game.tables, board.bag).into_iter();
        let lasting = sets.filter(|&set| grenades(set) == 0);
        ClashingHero {
            game,
            sheet,
            hero: board,
            defense: game.defense(state, hero),
            arms: lasting.map(|set| game.arms(sheet, &board, set, false)).collect(),
        }
    }

    /// Returns the estimate of a fight of the hero against a foe, with the set of permanent weapons
    /// that has the highest expected damage. `heroes` is the number of heroes in the fight,
    /// including this one.
    #[inline]
    pub fn against(&self, enemy: Enemy, heroes: u8) -> Clash<'a> {
        let most = enemy.numbers.life;
        let worth = |arms: &Arms| (enemy.hit_by(*arms) * arms.damage.min(most), arms.damage);
        Clash {
            odds: &self.game.odds.fights,
            sheet: self.sheet,
            hero: self.hero,
            enemy,
            arms: self.arms.iter().copied().max_by_key(worth).unwrap_or_default(),
            foe_hits: hitting_faces(self.defense, enemy.numbers.attack),
            damage: enemy.numbers.damage_to(self.sheet),
            heroes: heroes.max(1),
        }
    }
}

/// A fight between a hero and a foe, as the values from which its result is estimated.
#[derive(Debug, Clone, Copy)]
pub struct Clash<'a> {
    odds: &'a FightOdds,
    sheet: &'a Sheet,
    pub hero: HeroState,
    pub enemy: Enemy,
    arms: Arms,
    foe_hits: u8,
    /// Life that a hit takes from the hero.
    pub damage: u8,
    /// Number of heroes in the fight.
    heroes: u8,
}

impl Clash<'_> {
    /// Returns the number of hits after which the hero is finally dead, including its returns to
    /// life (rule J-4.1).
    #[inline]
    fn lasts(&self) -> u8 {
        let hits = |life: u8| match self.damage {
            1 => life,
            2 => life.div_ceil(2),
            damage => life.div_ceil(damage),
        };
        let once = hits(self.hero.life).saturating_add(hits(self.hero.energy));
        match self.hero.bag.count(Equipment::Medal) {
            0 => once,
            medals => once.saturating_add(medals.saturating_mul(hits(self.sheet.life))),
        }
    }

    /// Returns the number of hits after which a foe with `life` life is beaten. With several
    /// heroes, counts only this hero's equal share of the hits.
    #[inline]
    fn falls_after(&self, life: u8) -> u8 {
        let life = match self.heroes {
            1 => life,
            heroes => life.div_ceil(heroes),
        };
        life.div_ceil(self.arms.damage.max(1))
    }

    fn duel(&self) -> Duel {
        Duel {
            hits: self.enemy.hit_by(self.arms),
            foe_hits: self.foe_hits,
            foe: self.falls_after(self.enemy.life),
            hero: self.lasts().saturating_mul(self.heroes),
            bolas: self.enemy.foe == Foe::Rebel(Rebel::Cook),
        }
    }

    /// Returns the expected consequences of the fight. A hit counts in full even if the hero has
    /// less life left. Each hit that the hero survives triggers the rebel's special power.
    fn ending(&self, prospect: Prospect) -> Outlook {
        let lose = 1.0 - prospect.win;
        let mine = prospect.hurt / f32::from(self.heroes);
        let life = mine * f32::from(self.damage) / f32::from(self.sheet.life);
        let mut outlook = Outlook { win: prospect.win, lose, life: -life, ..Outlook::default() };
        outlook.survive_hits(self.enemy.foe, (mine - lose).max(0.0));
        outlook
    }

    /// Returns the expected result of the fight if the hero strikes next.
    #[inline]
    pub fn strikes(&self) -> Outlook {
        self.ending(self.odds.strikes(self.duel()))
    }

    /// Returns the expected result of the fight if the foe strikes next.
    #[inline]
    pub fn struck(&self) -> Outlook {
        self.ending(self.odds.struck(self.duel()))
    }

    /// Returns the expected result of the fight from its start.
    #[inline]
    pub fn breaks_out(&self) -> Outlook {
        match self.enemy.foe.strikes_first() {
            true => self.struck(),
            false => self.strikes(),
        }
    }

    /// Returns the expected result of the fight if the hero strikes next, and this strike differs
    /// from later ones. In this strike, `hits` of the six faces of the die hit, and a hit takes
    /// `damage` life.
    #[inline]
    pub fn strikes_with(&self, hits: u8, damage: u8) -> Outlook {
        let left = self.falls_after(self.enemy.life.saturating_sub(damage));
        self.ending(self.odds.strikes_once(self.duel(), hits, left))
    }
}

impl Jungle {
    /// Returns the estimated probability that the heroes present beat the Big Boss (rule J-6). The
    /// estimate combines permanent weapons, life, potions and medals. Each hostage and each
    /// K-energy counts as one absorbed hit. The estimate is approximate for several heroes.
    pub(super) fn boss_odds(&self, state: &State) -> f32 {
        let life = self.foe(state, Foe::Boss).life;
        let enemy = Enemy::of(self, state, Foe::Boss, life);
        let heroes = state.in_play.count_ones() as u8;
        let (mut reach, mut damage, mut hits, mut foe_hits) = (0u16, 0u16, 0u16, 0u16);
        for hero in members(state.in_play) {
            let clash = ClashingHero::new(self, state, hero).against(enemy, 1);
            let bag = clash.hero.bag;
            let amount = |kind: Equipment| {
                u16::from(bag.count(kind)) * u16::from(self.tables.equipment[kind as usize].amount)
            };
            let heals = amount(Equipment::Potion) + amount(Equipment::FirstAid);
            let wounds = |life: u8| u16::from(life.div_ceil(clash.damage.max(1)));
            reach += wounds(clash.hero.life) + heals / u16::from(clash.damage.max(1));
            reach += u16::from(clash.hero.energy) + u16::from(clash.hero.hostages);
            reach += u16::from(bag.count(Equipment::Medal)) * wounds(clash.sheet.life);
            damage += u16::from(clash.arms.damage);
            hits += u16::from(enemy.hit_by(clash.arms));
            foe_hits += u16::from(clash.foe_hits);
        }
        let each = |sum: u16| (sum / u16::from(heroes.max(1))) as u8;
        let duel = Duel {
            hits: each(hits),
            foe_hits: each(foe_hits),
            foe: u16::from(life).div_ceil(damage.max(1)) as u8,
            hero: reach.min(99) as u8,
            bolas: false,
        };
        self.odds.fights.struck(duel).win
    }
}
