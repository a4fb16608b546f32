//! Values that several features need, computed once per decision: missing hostages, possible
//! encounters, and distances.

use std::cell::OnceCell;

use super::clash::{ClashingHero, Enemy};
use super::kinds::{Alert, Rebel, Tile};
use super::rules::{Cleared, Surplus};
use super::sheet::{Sheet, SheetTables};
use super::state::{Foe, HeroState, State, Tiles, members};
use super::{Jungle, View};

/// Expected consequences of an event for the deciding hero.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Outlook {
    /// Probability of a won fight.
    pub win: f32,
    /// Probability of a fight that is not won.
    pub lose: f32,
    /// Probability that the hero leaves play for a reason other than a fight.
    pub death: f32,
    /// Expected change of life, as a share of the hero's initial life.
    pub life: f32,
    /// Expected number of hours that the hero gains, negative for a loss.
    pub hours: f32,
    /// Expected reduction of stress, negative for an increase.
    pub calm: f32,
    /// Expected number of stress limits that the hero drops below, minus the number of limits that
    /// it reaches.
    pub able: f32,
}

impl Outlook {
    /// Adds the expected consequences `other`, weighted with probability `chance`.
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

    /// Adds the special power of a foe that hits the hero `hits` times.
    #[inline]
    pub fn survive_hits(&mut self, foe: Foe, hits: f32) {
        match foe {
            Foe::Rebel(Rebel::Shaman) => self.calm -= hits,
            Foe::Rebel(Rebel::Warden) => self.hours -= hits,
            _ => {}
        }
    }
}

/// The position before a decision as the deciding hero sees it, with values that several features
/// share.
pub struct Eyes<'a> {
    pub view: View<'a>,
    pub game: &'a Jungle,
    pub state: &'a State,
    pub tables: &'a SheetTables,
    pub me: u8,
    pub hero: &'a HeroState,
    pub sheet: &'a Sheet,
    /// Number of hostages that the mission still needs: the needed number, minus the hostages that
    /// heroes in play hold or that lie on tiles. Can be negative.
    pub missing: i16,
    /// True if the heroes in play hold at least the number of hostages that the mission needs.
    pub enough: bool,
    /// Tiles on which a fight can break out (rule J-5.1).
    pub fights: Tiles,
    encounter: OnceCell<Outlook>,
    unseen: OnceCell<Outlook>,
}

impl<'a> Eyes<'a> {
    pub fn new(view: View<'a>) -> Eyes<'a> {
        let (game, state, me) = (view.game(), view.open(), view.me());
        let (held, needed) = (view.held() as i16, i16::from(view.needed()));
        let fights = match game.rules.cleared {
            // If the encounter pile has no card, only lurking rebels can be met.
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

    /// Returns the number of steps between two tiles.
    #[inline]
    pub fn away(&self, one: u8, other: u8) -> i8 {
        self.state.distance(one, other) as i8
    }

    /// Returns the number of steps from a tile to the exfiltration tile, where the Big Boss
    /// appears.
    #[inline]
    pub fn to_exit(&self, tile: u8) -> i8 {
        self.away(tile, self.state.exfiltration)
    }

    /// Returns the number of steps, at most 3, from a tile to the nearest tile on which a fight can
    /// break out; 0 if no such tile exists.
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

    /// Returns true if a fight can break out on a tile (rule J-5.1).
    #[inline]
    pub fn fights_on(&self, tile: u8) -> bool {
        self.fights >> tile & 1 == 1
    }

    /// Returns the gains from a victory over a rebel: the freed hostage (1 if it is needed, else 0)
    /// and the number of equipment cards (rules J-5.8 and J-A4).
    #[inline]
    pub fn spoils(&self) -> (f32, f32) {
        let needed = self.missing > 0;
        let more = match self.game.rules.surplus {
            Surplus::Held => !needed,
            Surplus::Freed => self.state.freed >= self.view.needed(),
        };
        let [needed, more] = [needed, more].map(|flag| f32::from(u8::from(flag)));
        (needed, f32::from(self.sheet.finds) + more)
    }

    /// Returns the consequences for the deciding hero if its stress changes by `more`.
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

    /// Returns the consequences for the deciding hero if it loses this number of hours.
    #[inline]
    pub fn late(&self, hours: u8) -> Outlook {
        let out = hours > 0 && self.hero.clock.saturating_add(hours) >= self.sheet.hours;
        Outlook { hours: -f32::from(hours), death: f32::from(u8::from(out)), ..Outlook::default() }
    }

    /// Returns the consequences for the deciding hero if it loses life, at most all that it has.
    #[inline]
    pub fn wound(&self, life: u8) -> Outlook {
        let lost = life.min(self.hero.life);
        let falls = lost == self.hero.life && !self.comes_back();
        Outlook { life: -self.part(lost), death: f32::from(u8::from(falls)), ..Outlook::default() }
    }

    /// Returns true if the deciding hero could return to life after its death, with a medal or
    /// K-energy.
    #[inline]
    pub fn comes_back(&self) -> bool {
        self.hero.energy > 0 || self.hero.bag.has(super::Equipment::Medal)
    }

    /// Returns an amount of life as a share of the deciding hero's initial life.
    #[inline]
    pub fn part(&self, life: u8) -> f32 {
        f32::from(life) / f32::from(self.sheet.life)
    }

    /// Returns how much life the deciding hero gains if it is healed by `amount`. If `capped` is
    /// true, its life cannot exceed its initial life (rule setting `rules.life_cap`).
    #[inline]
    pub fn heals(&self, amount: u8, capped: bool) -> u8 {
        let most = if capped { self.sheet.life } else { 99 };
        amount.min(most.saturating_sub(self.hero.life))
    }

    /// Returns the consequences for the deciding hero if it flees from a fight (rule J-5.7).
    pub fn flight(&self) -> Outlook {
        let rules = &self.game.rules;
        self.wound_and_late(rules.flight_life, rules.flight_hours)
    }

    /// Returns the consequences for the deciding hero of the gas alert (rule J-L2).
    pub fn gas(&self) -> Outlook {
        let gas = &self.tables.alerts[Alert::Gas as usize];
        self.wound_and_late(gas.amount, gas.hours)
    }

    /// Returns the consequences for the deciding hero if it loses life and hours.
    fn wound_and_late(&self, life: u8, hours: u8) -> Outlook {
        let mut outlook = self.wound(life);
        outlook.add(1.0, &self.late(hours));
        outlook.death = outlook.death.min(1.0);
        outlook
    }

    /// Returns the deciding hero with its equipment, for estimates of fights.
    pub fn fighter(&self) -> ClashingHero<'a> {
        ClashingHero::new(self.game, self.state, self.me)
    }

    /// Returns the number of heroes in a fight that breaks out for the deciding hero, if all other
    /// heroes on its tile that need not flee join.
    fn heroes(&self) -> u8 {
        let joins = |&mate: &u8| !self.game.must_flee(self.state, mate);
        1 + members(self.view.mates(self.me)).filter(joins).count() as u8
    }

    /// Returns the expected consequences for the deciding hero if it meets a foe with this life.
    fn meets(&self, foe: Foe, life: u8) -> Outlook {
        if self.game.must_flee(self.state, self.me) {
            return self.flight();
        }
        let enemy = Enemy::of(self.game, self.state, foe, life);
        self.fighter().against(enemy, self.heroes()).breaks_out()
    }

    /// Returns the expected consequences for the deciding hero if it meets a rebel that is still to
    /// be drawn.
    pub fn encounter(&self) -> &Outlook {
        self.encounter.get_or_init(|| {
            if !self.state.encounters.has_cards() {
                return Outlook::default();
            }
            if self.game.must_flee(self.state, self.me) {
                return self.flight();
            }
            let counts = self.state.encounters.next_cards();
            let all: u16 = counts.iter().map(|&count| u16::from(count)).sum();
            let one = 1.0 / f32::from(all.max(1));
            let (fighter, heroes) = (self.fighter(), self.heroes());
            let mut outlook = Outlook::default();
            for (kind, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                let (foe, life) = (Foe::Rebel(Rebel::of(kind)), self.tables.rebels[kind].life);
                let enemy = Enemy::of(self.game, self.state, foe, life);
                let ending = fighter.against(enemy, heroes).breaks_out();
                outlook.add(f32::from(count) * one, &ending);
            }
            outlook
        })
    }

    /// Returns the expected consequences of a fight on this tile. The opponent is the rebel that
    /// lurks there, or otherwise a drawn rebel.
    pub fn fight_on(&self, tile: u8) -> Outlook {
        match self.view.lurker(tile) {
            None => *self.encounter(),
            Some(lurker) => self.meets(Foe::Rebel(lurker.rebel), lurker.life),
        }
    }

    /// Returns the expected consequences of the compulsory effect of a tile of this kind (rules
    /// J-T13 to J-T16). If `quiet` is true, the effect cannot start an encounter with a rebel.
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

    /// Returns the expected consequences for a hero that enters a tile: a fight with a lurking
    /// rebel, and the tile's compulsory effect.
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

    /// Returns the expected consequences for a hero that enters a face-down tile.
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
