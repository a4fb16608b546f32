//! What features hang on, worked out once for a decision: what is missing, what may be met, where to go.

use std::cell::OnceCell;

use super::clash::{Ending, Enemy, Fighter};
use super::kinds::{Rebel, Tile};
use super::rules::{Cleared, Surplus};
use super::sheet::{Sheet, Tables};
use super::state::{Hero, State, Tiles, members};
use super::{Jungle, View};

/// What may be expected of something, its chances counted in.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Outlook {
    /// The chance of a fight that is won, and of one that is not.
    pub win: f32,
    pub lose: f32,
    /// The chance that the hero leaves play but by a fight.
    pub death: f32,
    /// Life, as part of what the hero began with; hours, stress: what is gained, less what is lost.
    pub life: f32,
    pub hours: f32,
    pub calm: f32,
    /// Limits of stress that the hero comes below, less those that it reaches.
    pub able: f32,
}

impl Outlook {
    /// With another, by its chance.
    #[inline]
    pub fn add(&mut self, chance: f32, other: &Outlook) {
        self.win += chance * other.win;
        self.lose += chance * other.lose;
        self.death += chance * other.death;
        self.life += chance * other.life;
        self.hours += chance * other.hours;
        self.calm += chance * other.calm;
        self.able += chance * other.able;
    }

    /// A fight that ends so.
    #[inline]
    pub fn of(enemy: Enemy, ending: &Ending) -> Outlook {
        let mut outlook = Outlook::default();
        outlook.end(1.0, enemy, ending);
        outlook
    }

    /// With a fight that ends so, by its chance.
    #[inline]
    fn end(&mut self, chance: f32, enemy: Enemy, ending: &Ending) {
        self.win += chance * ending.win;
        self.lose += chance * ending.lose;
        self.life -= chance * ending.life;
        match enemy.rebel {
            Some(Rebel::Shaman) => self.calm -= chance * ending.hits,
            Some(Rebel::Warden) => self.hours -= chance * ending.hits,
            _ => {}
        }
    }
}

/// A decision, as the hero that makes it sees it.
pub struct Eyes<'a> {
    pub view: View<'a>,
    pub game: &'a Jungle,
    pub state: &'a State,
    pub tables: &'a Tables,
    pub me: u8,
    pub hero: &'a Hero,
    pub sheet: &'a Sheet,
    /// Hostages that are still to be freed; below 0 those that are too many.
    pub missing: i16,
    /// Do heroes in play hold enough?
    pub enough: bool,
    /// Tiles where a fight can break out (J-5.1).
    pub fights: Tiles,
    encounter: OnceCell<Outlook>,
    unseen: OnceCell<Outlook>,
}

impl<'a> Eyes<'a> {
    pub fn new(view: View<'a>) -> Eyes<'a> {
        let (game, state, me) = (view.game(), view.open(), view.me());
        let (held, needed) = (view.held() as i16, i16::from(view.needed()));
        let fights = match view.rules().cleared {
            // Only who lurks can be met.
            _ if !state.encounters.has_cards() => {
                let tiles = members(state.all_tiles());
                let lurks = tiles.filter(|&tile| view.lurker(tile).is_some());
                lurks.fold(0, |tiles, tile| tiles | 1 << tile)
            }
            Cleared::Quiet => state.all_tiles() & !state.cleared,
            Cleared::Fights => state.all_tiles(),
        };
        Eyes {
            view,
            game,
            state,
            tables: view.tables(),
            me,
            hero: view.hero(me),
            sheet: view.sheet(me),
            missing: needed - held - view.on_the_ground() as i16,
            enough: held >= needed,
            fights,
            encounter: OnceCell::new(),
            unseen: OnceCell::new(),
        }
    }

    /// Steps from one tile to another.
    #[inline]
    pub fn away(&self, one: u8, other: u8) -> i8 {
        let side = self.state.side;
        let column = (one % side).abs_diff(other % side);
        (column + (one / side).abs_diff(other / side)) as i8
    }

    /// Steps from a tile to exfiltration.
    #[inline]
    pub fn to_exit(&self, tile: u8) -> i8 {
        self.away(tile, self.state.exfiltration)
    }

    /// Steps from a tile to the next one where a fight can break out, at most 3; 0 if there is none.
    #[inline]
    pub fn to_fight(&self, tile: u8) -> i8 {
        let fights = self.fights;
        if fights >> tile & 1 == 1 || fights == 0 {
            return 0;
        }
        let near = self.state.neighbours(tile);
        if near & fights != 0 {
            return 1;
        }
        let two = members(near).any(|tile| self.state.neighbours(tile) & fights != 0);
        if two { 2 } else { 3 }
    }

    /// Can a fight break out on a tile (J-5.1)?
    #[inline]
    pub fn fights_on(&self, tile: u8) -> bool {
        self.fights >> tile & 1 == 1
    }

    /// Hostages that a victory brings, of those that are needed; and equipment cards (J-5.8, J-A4).
    #[inline]
    pub fn spoils(&self) -> (f32, f32) {
        let needed = self.missing > 0;
        let more = match self.view.rules().surplus {
            Surplus::Held => !needed,
            Surplus::Freed => self.state.freed >= self.view.needed(),
        };
        let [needed, more] = [needed, more].map(|flag| f32::from(u8::from(flag)));
        (needed, f32::from(self.sheet.finds) + more)
    }

    /// More stress, or less.
    #[inline]
    pub fn strain(&self, more: i8) -> Outlook {
        let limits = [self.sheet.flee, self.sheet.still];
        let below = |stress: i16| limits.map(|limit| i16::from(stress < limit.into()));
        let stress = i16::from(self.hero.stress);
        let then = (stress + i16::from(more)).clamp(0, 99);
        let [fight, step] = below(then);
        let [fought, stepped] = below(stress);
        Outlook {
            calm: f32::from(stress - then),
            able: f32::from(fight - fought + step - stepped),
            ..Outlook::default()
        }
    }

    /// Hours that are lost.
    #[inline]
    pub fn late(&self, hours: u8) -> Outlook {
        let out = hours > 0 && self.hero.clock.saturating_add(hours) >= self.sheet.hours;
        Outlook {
            hours: -f32::from(hours),
            death: f32::from(u8::from(out)),
            ..Outlook::default()
        }
    }

    /// Life that is lost, at most all.
    #[inline]
    pub fn wound(&self, life: u8) -> Outlook {
        let lost = life.min(self.hero.life);
        let falls = lost == self.hero.life && !self.comes_back();
        Outlook {
            life: -self.part(lost),
            death: f32::from(u8::from(falls)),
            ..Outlook::default()
        }
    }

    /// Could it come back to life?
    #[inline]
    pub fn comes_back(&self) -> bool {
        self.hero.energy > 0 || self.hero.bag.has(super::Equipment::Medal)
    }

    /// Life as part of what the hero began with.
    #[inline]
    pub fn part(&self, life: u8) -> f32 {
        f32::from(life) / f32::from(self.sheet.life)
    }

    /// Life that a hero lacks, of so much that it is given; `rules.life_cap = false` knows no lack.
    #[inline]
    pub fn heals(&self, amount: u8, capped: bool) -> u8 {
        let most = if capped { self.sheet.life } else { 99 };
        amount.min(most.saturating_sub(self.hero.life))
    }

    /// J-5.7: a flight.
    pub fn flight(&self) -> Outlook {
        let rules = self.view.rules();
        let mut outlook = self.wound(rules.flight_life);
        outlook.add(1.0, &self.late(rules.flight_hours));
        outlook.death = outlook.death.min(1.0);
        outlook
    }

    /// The hero, ready to fight.
    pub fn fighter(&self) -> Fighter<'a> {
        Fighter::new(self.game, self.state, self.me)
    }

    /// How many fight where a fight breaks out for the hero: its mates join.
    fn heroes(&self) -> u8 {
        let joins = |&mate: &u8| !self.game.must_flee(self.state, mate);
        1 + members(self.view.mates(self.me)).filter(joins).count() as u8
    }

    /// Must it flee (J-4.3)?
    fn must_flee(&self) -> bool {
        self.hero.stress >= self.sheet.flee
    }

    /// A rebel meets the hero.
    pub fn meets(&self, enemy: Enemy) -> Outlook {
        match self.must_flee() {
            true => self.flight(),
            false => Outlook::of(
                enemy,
                &self.fighter().against(enemy, self.heroes()).breaks_out(),
            ),
        }
    }

    /// An encounter, with a rebel that nobody knows yet.
    pub fn encounter(&self) -> &Outlook {
        self.encounter.get_or_init(|| {
            if !self.state.encounters.has_cards() {
                return Outlook::default();
            }
            if self.must_flee() {
                return self.flight();
            }
            let left = self.view.rebels_left();
            let (counts, all) = match self.state.encounters.left() {
                0 => (self.state.encounters.discards(), None),
                all => (&left, Some(all as u16)),
            };
            let all = all.unwrap_or_else(|| counts.iter().map(|&count| u16::from(count)).sum());
            let one = 1.0 / f32::from(all.max(1));
            let (fighter, heroes) = (self.fighter(), self.heroes());
            let mut outlook = Outlook::default();
            for (kind, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let enemy = Enemy::rebel(self.tables, Rebel::of(kind));
                let ending = fighter.against(enemy, heroes).breaks_out();
                outlook.end(f32::from(count) * one, enemy, &ending);
            }
            outlook
        })
    }

    /// A fight on this tile: with the rebel that lurks there, or an encounter.
    pub fn fight_on(&self, tile: u8) -> Outlook {
        match self.view.lurker(tile) {
            None => *self.encounter(),
            Some(lurker) => self.meets(Enemy {
                life: lurker.life,
                ..Enemy::rebel(self.tables, lurker.rebel)
            }),
        }
    }

    /// What a tile of this kind does to who comes (J-T13 to J-T16); no rebel lurks there.
    fn compulsory(&self, kind: Tile, quiet: bool) -> Outlook {
        let amount = self.tables.tiles[kind as usize].amount;
        match kind {
            Tile::GuardPost if !quiet => *self.encounter(),
            Tile::Swamp => self.late(amount),
            Tile::Minefield => self.wound(amount),
            Tile::SnakePit => self.strain(amount as i8),
            _ => Outlook::default(),
        }
    }

    /// What meets a hero that comes to a tile: a rebel, and what the tile does to it.
    pub fn comes_to(&self, tile: u8) -> Outlook {
        let Some(kind) = self.view.tile(tile) else {
            return *self.unseen();
        };
        let lurks = self.view.lurker(tile).is_some();
        let mut outlook = match lurks {
            true => self.fight_on(tile),
            false => Outlook::default(),
        };
        if kind.is_compulsory() && self.game.is_fresh(self.hero, tile) {
            let quiet = lurks || !self.fights_on(tile);
            outlook.add(1.0, &self.compulsory(kind, quiet));
        }
        outlook
    }

    /// The same of a tile that is face down.
    fn unseen(&self) -> &Outlook {
        self.unseen.get_or_init(|| {
            let left = self.view.tiles_left();
            let all: u16 = left.iter().map(|&count| u16::from(count)).sum();
            let mut outlook = Outlook::default();
            for (kind, &count) in left.iter().enumerate() {
                let kind = Tile::of(kind);
                if count > 0 && kind.is_compulsory() {
                    let chance = f32::from(count) / f32::from(all);
                    outlook.add(chance, &self.compulsory(kind, false));
                }
            }
            outlook
        })
    }
}
