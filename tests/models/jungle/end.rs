//! The end of a mission (rule J-1) and the appearance of the Big Boss (rule J-6.1) in the model, a
//! second implementation of the rules.

use super::world::{Over, Step, World};
use super::{End, Fate, Fight, Fighter, Model, Rebel};
use crate::game::chance::Owner;

impl Model {
    pub fn ends(&mut self, end: End) -> Step {
        self.note(format!("{end:?}"));
        self.end = Some(end);
        Err(Over)
    }

    /// Ends the mission if it is lost for a reason other than the number of rounds (rule J-1.2).
    pub fn looks_for_causes(&mut self) -> Step {
        if self.party().is_empty() {
            return match (self.boss_appeared, self.last_left) {
                (true, _) => self.ends(End::Boss),
                (false, Some(Fate::Dead)) => self.ends(End::Death),
                _ => self.ends(End::Time),
            };
        }
        let counts = self.settings.text("cleared") != "fights";
        if counts && self.fight.is_none() {
            let uncleared = self.places.iter().filter(|place| !place.cleared).count();
            if self.hostages_left() + (uncleared as u32) < self.needed {
                return self.ends(End::Hostages);
            }
        }
        Ok(())
    }

    pub fn looks_at_rounds(&mut self) -> Step {
        match self.round >= self.settings.number("max_rounds") {
            true => self.ends(End::Rounds),
            false => Ok(()),
        }
    }

    fn hostages_held(&self) -> u32 {
        let party = self.party().into_iter();
        party.map(|seat| self.heroes[seat].hostages).sum()
    }

    /// Returns the number of hostages that heroes in play hold or that lie on tiles.
    pub fn hostages_left(&self) -> u32 {
        let lying: u32 = self.places.iter().map(|place| place.hostages).sum();
        self.hostages_held() + lying
    }

    /// Lets the Big Boss appear if its conditions hold (rule J-6.1).
    pub fn looks_for_boss(&mut self, world: &mut World) -> Step {
        let party = self.party();
        let there = |&seat: &usize| self.heroes[seat].tile == self.exfiltration;
        // A hero that entered a tile meets a lurking rebel before anything else (rule J-5.3).
        let somebody_waits = party.iter().any(|&seat| self.heroes[seat].waits);
        let enough = self.hostages_held() >= self.needed;
        if self.fight.is_some() || somebody_waits || !enough || !party.iter().all(there) {
            return Ok(());
        }
        self.note("the Boss appears");
        self.boss_appeared = true;
        let life = self.settings.by_heroes("boss.life", self.heroes.len());
        let boss = Rebel { kind: "boss", life, fled: None };
        self.fight = Some(Fight::new(self.exfiltration, boss, party.clone()));
        let heroes = party.into_iter().map(Fighter::Hero).collect();
        let mut order = vec![Fighter::Rebel];
        order.extend(self.drawn_order(heroes, world));
        self.under_way().order = order;
        self.strikes_go_round(world)?;
        match self.under_way().rebel.life {
            0 => self.ends(End::Won),
            // The fight ends without a winner (rule J-5.9).
            _ => self.ends(End::Boss),
        }
    }

    /// Draws the order of the fighters: the first one from all, the next one from the others, and
    /// so on (rule J-5.2).
    pub fn drawn_order(&self, mut of: Vec<Fighter>, world: &mut World) -> Vec<Fighter> {
        let mut order = Vec::new();
        while !of.is_empty() {
            order.push(of.remove(world.draw(Owner::Game, of.len())));
        }
        order
    }
}
