//! Estimates of a fight between a hero and a foe: strength, endurance, and the result if the fight
//! is played to its end.
//!
//! The estimate assumes that the hero always uses the best set of permanent weapons, suffers every
//! hit, returns to life as often as possible, and never flees. For a hero alone, the result is
//! exact with two exceptions: the ability Fury (J-A9) keeps its current value, and items taken by a
//! looter (J-R7) are ignored. For several heroes, the result is approximate: the foe's life is
//! divided by the number of heroes, and the hero's life is multiplied by it.

use super::kinds::{Equipment, Rebel, Weapon};
use super::odds::{Duel, FightOdds, Prospect};
use super::sheet::{Sheet, SheetTables};
use super::state::{Foe, HeroState, State, members};
use super::strike::hitting_faces;
use super::{Jungle, Rules};

/// The fighting values of a foe (a rebel or the Big Boss).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enemy {
    /// Life that the foe has left.
    pub life: u8,
    /// Initial life of the foe.
    pub most: u8,
    /// The number that the result of a hero's attack must exceed to hit the foe.
    pub defense: u8,
    /// Life that a hit of the foe takes.
    pub damage: u8,
    /// Bonus on the foe's attack die.
    pub attack: i8,
    /// The kind of rebel; `None` if the foe is the Big Boss.
    pub rebel: Option<Rebel>,
}

impl Enemy {
    /// Returns the fighting values of a rebel at the start of a fight.
    #[inline]
    pub fn rebel(tables: &SheetTables, rebel: Rebel) -> Enemy {
        let numbers = &tables.rebels[rebel as usize];
        Enemy {
            life: numbers.life,
            most: numbers.life,
            defense: numbers.defense,
            damage: numbers.damage,
            attack: numbers.attack,
            rebel: Some(rebel),
        }
    }

    /// Returns the values of the Big Boss in a mission that began with `players` heroes (rule
    /// J-6.1).
    pub fn boss(rules: &Rules, players: usize) -> Enemy {
        let life = rules.boss.life.with(players);
        Enemy {
            life,
            most: life,
            defense: rules.boss.defense,
            damage: rules.boss.damage,
            attack: rules.boss.attack as i8,
            rebel: None,
        }
    }

    /// Returns the fighting values of a foe in a fight. `life` is the life that the foe has left.
    pub fn of(game: &Jungle, state: &State, foe: Foe, life: u8) -> Enemy {
        let enemy = match foe {
            Foe::Rebel(rebel) => Enemy::rebel(&game.tables, rebel),
            Foe::Boss => Enemy::boss(&game.rules, state.players.into()),
        };
        Enemy { life, ..enemy }
    }

    /// Returns true if the foe strikes before a hero that fights alone.
    #[inline]
    fn is_first(self) -> bool {
        matches!(self.rebel, None | Some(Rebel::Sniper))
    }

    /// Returns the number of faces of the hero's die, 0 to 6, that hit the foe with these weapons.
    #[inline]
    pub fn hit_by(self, arms: Arms) -> u8 {
        hitting_faces(self.defense, arms.attack)
    }
}

/// Bonus and damage of a hero's attack with a set of weapons, including all other bonuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Arms {
    /// Bonus on the hero's attack die.
    pub attack: i8,
    /// Life that a hit takes from the foe.
    pub damage: u8,
}

impl Arms {
    /// Returns bonus and damage of an attack with one or two weapons (rule J-5.5). Includes the
    /// bonuses of the hero's abilities and of its drone (rules J-A2, J-A9 and J-E14).
    #[inline]
    fn of(
        tables: &SheetTables,
        sheet: &Sheet,
        hero: &HeroState,
        weapons: [Option<Weapon>; 2],
    ) -> Arms {
        let weak = 2 * hero.life <= sheet.life;
        let device = match hero.bag.has(Equipment::Drone) {
            true => tables.equipment[Equipment::Drone as usize].amount,
            false => 0,
        };
        let mut arms =
            Arms { attack: sheet.attack, damage: device + if weak { sheet.fury } else { 0 } };
        for weapon in weapons.into_iter().flatten() {
            match weapon.card() {
                None => arms.damage += sheet.damage,
                Some(card) => {
                    let numbers = &tables.equipment[card as usize];
                    arms.attack += numbers.attack;
                    arms.damage += numbers.amount;
                }
            }
        }
        arms
    }

    /// Returns bonus and damage of the set of permanent weapons with the highest expected damage
    /// (rule J-5.4). The estimate uses this set for the whole fight.
    fn best(tables: &SheetTables, sheet: &Sheet, hero: &HeroState, enemy: Enemy) -> Arms {
        let set = |weapons| Arms::of(tables, sheet, hero, weapons);
        let mut best = set([Some(Weapon::Own), None]);
        let worth = |arms: Arms| (enemy.hit_by(arms) * arms.damage.min(enemy.most), arms.damage);
        let count = |weapon: Weapon| weapon.card().map_or(1, |card| hero.bag.count(card));
        let (own, pistol, sabre) = (Weapon::Own, Weapon::Pistol, Weapon::Sabre);
        for (first, second) in [
            (pistol, None),
            (sabre, None),
            (own, Some(pistol)),
            (own, Some(sabre)),
            (pistol, Some(pistol)),
            (pistol, Some(sabre)),
            (sabre, Some(sabre)),
        ] {
            let least = 1 + u8::from(second == Some(first));
            if count(first) >= least && second.is_none_or(|second| count(second) >= least) {
                let arms = set([Some(first), second]);
                best = if worth(arms) > worth(best) { arms } else { best };
            }
        }
        if count(Weapon::Rifle) > 0 {
            let arms = set([Some(Weapon::Rifle), None]);
            best = if worth(arms) > worth(best) { arms } else { best };
        }
        best
    }
}

/// A hero with its equipment, for which results of fights are estimated.
#[derive(Debug, Clone, Copy)]
pub struct ClashingHero<'a> {
    game: &'a Jungle,
    sheet: &'a Sheet,
    hero: HeroState,
    /// The number that the result of a foe's attack must exceed: the hero's defense with its best
    /// armour.
    defense: u8,
    /// Bonus and damage of an attack with the weapon that the hero has without a card.
    own: Arms,
    /// True if the hero holds a card of a permanent weapon.
    armed: bool,
}

impl<'a> ClashingHero<'a> {
    #[inline]
    pub fn new(game: &'a Jungle, state: &State, hero: u8) -> Self {
        let (sheet, board) = (game.sheet(state, hero), *state.hero(hero));
        let weapons = [Equipment::Pistol, Equipment::Sabre, Equipment::Rifle];
        ClashingHero {
            game,
            sheet,
            hero: board,
            defense: game.defense(state, hero),
            own: Arms::of(&game.tables, sheet, &board, [Some(Weapon::Own), None]),
            armed: weapons.iter().any(|&kind| board.bag.has(kind)),
        }
    }

    /// Returns the estimate of a fight of the hero against a foe. `heroes` is the number of heroes
    /// in the fight, including this one.
    #[inline]
    pub fn against(&self, enemy: Enemy, heroes: u8) -> Clash<'a> {
        Clash {
            odds: &self.game.odds.fights,
            sheet: self.sheet,
            hero: self.hero,
            enemy,
            arms: match self.armed {
                true => Arms::best(&self.game.tables, self.sheet, &self.hero, enemy),
                false => self.own,
            },
            foe_hits: hitting_faces(self.defense, enemy.attack),
            damage: enemy.damage.saturating_sub(self.sheet.tough).max(1),
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

/// Expected result of a fight for a hero: probabilities and losses.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ending {
    pub win: f32,
    pub lose: f32,
    /// Expected life that hits take, as a share of the hero's initial life. A hit counts in full
    /// even if the hero has less life left.
    pub life: f32,
    /// Expected number of hits that the hero survives. Each of them triggers the rebel's special
    /// power.
    pub hits: f32,
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
            bolas: self.enemy.rebel == Some(Rebel::Cook),
        }
    }

    fn ending(&self, prospect: Prospect) -> Ending {
        let lose = 1.0 - prospect.win;
        let mine = prospect.hurt / f32::from(self.heroes);
        Ending {
            win: prospect.win,
            lose,
            life: mine * f32::from(self.damage) / f32::from(self.sheet.life),
            hits: (mine - lose).max(0.0),
        }
    }

    /// Returns the expected result of the fight if the hero strikes next.
    #[inline]
    pub fn strikes(&self) -> Ending {
        self.ending(self.odds.strikes(self.duel()))
    }

    /// Returns the expected result of the fight if the foe strikes next.
    #[inline]
    pub fn struck(&self) -> Ending {
        self.ending(self.odds.struck(self.duel()))
    }

    /// Returns the expected result of the fight from its start.
    #[inline]
    pub fn breaks_out(&self) -> Ending {
        match self.enemy.is_first() {
            true => self.struck(),
            false => self.strikes(),
        }
    }

    /// Returns the expected result of the fight if the hero strikes next, and this strike differs
    /// from later ones. In this strike, `hits` of the six faces of the die hit, and a hit takes
    /// `damage` life.
    #[inline]
    pub fn strikes_with(&self, hits: u8, damage: u8) -> Ending {
        let left = self.falls_after(self.enemy.life.saturating_sub(damage));
        self.ending(self.odds.strikes_once(self.duel(), hits, left))
    }
}

impl Jungle {
    /// Returns the estimated probability that the heroes present beat the Big Boss (rule J-6). The
    /// estimate combines permanent weapons, life, potions and medals. Each hostage and each
    /// K-energy counts as one absorbed hit. The estimate is approximate for several heroes.
    pub(super) fn boss_odds(&self, state: &State) -> f32 {
        let enemy = Enemy::boss(&self.rules, state.players.into());
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
            foe: u16::from(enemy.life).div_ceil(damage.max(1)) as u8,
            hero: reach.min(99) as u8,
            bolas: false,
        };
        self.odds.fights.struck(duel).win
    }
}
