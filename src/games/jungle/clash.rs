//! A fight in numbers: what a hero strikes with, what it can take, and how the fight ends if it goes on to its end.
//!
//! The hero strikes on with the best set of weapons that stay, suffers every hit, comes back to life as often as it can, and does not flee. With
//! mates at its side the foe has so many times less life, and the hero so many times more: a guess. Alone it is exact, but that fury (J-A9) stays as it is when
//! one looks, and that what a looter takes (J-R7) is not missed.

use super::kinds::{Equipment, Rebel, Weapon};
use super::odds::{Duel, FightOdds, Prospect};
use super::sheet::{Sheet, Tables};
use super::state::{Foe, Hero, State, members};
use super::strike::hitting_faces;
use super::{Jungle, Rules};

/// A foe's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enemy {
    /// What it has left, and what it began with.
    pub life: u8,
    pub most: u8,
    pub defense: u8,
    pub damage: u8,
    pub attack: i8,
    pub rebel: Option<Rebel>,
}

impl Enemy {
    /// A rebel as its card has it.
    #[inline]
    pub fn rebel(tables: &Tables, rebel: Rebel) -> Enemy {
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

    /// The Boss of a mission that began with so many heroes (J-6.1).
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

    /// Who is fought, with the life that is left.
    pub fn of(game: &Jungle, state: &State, foe: Foe, life: u8) -> Enemy {
        let enemy = match foe {
            Foe::Rebel(rebel) => Enemy::rebel(&game.tables, rebel),
            Foe::Boss => Enemy::boss(&game.rules, state.players.into()),
        };
        Enemy { life, ..enemy }
    }

    /// Does it strike before a hero that is alone?
    #[inline]
    pub fn is_first(self) -> bool {
        matches!(self.rebel, None | Some(Rebel::Sniper))
    }

    /// The faces of a hero's die that hit it.
    #[inline]
    pub fn hit_by(self, arms: Arms) -> u8 {
        hitting_faces(self.defense, arms.attack)
    }
}

/// A set of weapons, with all that is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Arms {
    pub attack: i8,
    pub damage: u8,
}

impl Arms {
    /// J-5.5: one or two weapons, J-A2, J-A9 and J-E14.
    #[inline]
    fn of(tables: &Tables, sheet: &Sheet, hero: &Hero, weapons: [Option<Weapon>; 2]) -> Arms {
        let weak = 2 * hero.life <= sheet.life;
        let device = match hero.bag.has(Equipment::Drone) {
            true => tables.equipment[Equipment::Drone as usize].amount,
            false => 0,
        };
        let mut arms = Arms {
            attack: sheet.attack,
            damage: device + if weak { sheet.fury } else { 0 },
        };
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

    /// The set that stays and does most (J-5.4); the same all through the fight.
    fn best(tables: &Tables, sheet: &Sheet, hero: &Hero, enemy: Enemy) -> Arms {
        let set = |weapons| Arms::of(tables, sheet, hero, weapons);
        let mut best = set([Some(Weapon::Own), None]);
        let worth = |arms: Arms| {
            (
                enemy.hit_by(arms) * arms.damage.min(enemy.most),
                arms.damage,
            )
        };
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
                best = if worth(arms) > worth(best) {
                    arms
                } else {
                    best
                };
            }
        }
        if count(Weapon::Rifle) > 0 {
            let arms = set([Some(Weapon::Rifle), None]);
            best = if worth(arms) > worth(best) {
                arms
            } else {
                best
            };
        }
        best
    }
}

/// A hero that is ready to fight.
#[derive(Debug, Clone, Copy)]
pub struct Fighter<'a> {
    game: &'a Jungle,
    sheet: &'a Sheet,
    hero: Hero,
    /// With its best armour.
    defense: u8,
    /// With its own weapon.
    own: Arms,
    /// Does it hold a weapon that stays?
    armed: bool,
}

impl<'a> Fighter<'a> {
    #[inline]
    pub fn new(game: &'a Jungle, state: &State, hero: u8) -> Self {
        let (sheet, board) = (game.sheet(state, hero), *state.hero(hero));
        let weapons = [Equipment::Pistol, Equipment::Sabre, Equipment::Rifle];
        Fighter {
            game,
            sheet,
            hero: board,
            defense: game.defense(state, hero),
            own: Arms::of(&game.tables, sheet, &board, [Some(Weapon::Own), None]),
            armed: weapons.iter().any(|&kind| board.bag.has(kind)),
        }
    }

    /// It and others, so many in all, against a foe.
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

/// A hero against a foe.
#[derive(Debug, Clone, Copy)]
pub struct Clash<'a> {
    odds: &'a FightOdds,
    sheet: &'a Sheet,
    pub hero: Hero,
    pub enemy: Enemy,
    arms: Arms,
    foe_hits: u8,
    /// What a hit takes of the hero.
    pub damage: u8,
    /// How many heroes fight.
    heroes: u8,
}

/// How a fight ends for a hero, expected.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ending {
    pub win: f32,
    pub lose: f32,
    /// Life that hits take, as part of what the hero began with; each hit counts in full.
    pub life: f32,
    /// Hits after which a power of the rebel works.
    pub hits: f32,
}

impl Clash<'_> {
    /// Hits that the hero can take: J-4.1 gives it life again.
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

    /// Hits that the foe can take with so much life.
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

    /// The hero strikes next.
    #[inline]
    pub fn strikes(&self) -> Ending {
        self.ending(self.odds.strikes(self.duel()))
    }

    /// The foe strikes next.
    #[inline]
    pub fn struck(&self) -> Ending {
        self.ending(self.odds.struck(self.duel()))
    }

    /// It breaks out.
    #[inline]
    pub fn breaks_out(&self) -> Ending {
        match self.enemy.is_first() {
            true => self.struck(),
            false => self.strikes(),
        }
    }

    /// The hero strikes next, with so many faces that hit for so much damage.
    #[inline]
    pub fn strikes_with(&self, hits: u8, damage: u8) -> Ending {
        let left = self.falls_after(self.enemy.life.saturating_sub(damage));
        self.ending(self.odds.strikes_once(self.duel(), hits, left))
    }
}

impl Jungle {
    /// The chance that heroes who stand before the Boss beat it, J-6: weapons that stay, life, potions, medals, and each hostage and K-energy for a hit, all
    /// thrown together. A guess with several of them.
    pub(super) fn boss_odds(&self, state: &State) -> f32 {
        let enemy = Enemy::boss(&self.rules, state.players.into());
        let heroes = state.in_play.count_ones() as u8;
        let (mut reach, mut damage, mut hits, mut foe_hits) = (0u16, 0u16, 0u16, 0u16);
        for hero in members(state.in_play) {
            let clash = Fighter::new(self, state, hero).against(enemy, 1);
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
