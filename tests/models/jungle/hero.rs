//! Life, death, hours, stress and K-energy of a hero in the model, a second implementation of the
//! rules (J-4).

use super::words::Seat;
use super::world::{Step, World};
use super::{Choice, Fate, Model, Question};

impl Model {
    /// Returns the maximum life that a hero can have after potions, first aid and K-energy (rule
    /// J-E1).
    pub fn most_life(&self, seat: Seat) -> u32 {
        match self.settings.is("life_cap") {
            true => self.heroes[seat].hero.life,
            false => 99,
        }
    }

    pub fn gains_life(&mut self, seat: Seat, amount: u32) {
        let most = self.most_life(seat);
        let life = &mut self.heroes[seat].life;
        *life = (*life + amount).min(most).max(*life);
    }

    /// Restores life to a hero, up to its initial life.
    pub fn regains_life(&mut self, seat: Seat, amount: u32) {
        let most = self.heroes[seat].hero.life;
        let life = &mut self.heroes[seat].life;
        *life = (*life + amount).min(most).max(*life);
    }

    pub fn loses_life(&mut self, seat: Seat, amount: u32, world: &mut World) -> Step {
        self.less_life(seat, amount);
        self.looks_who_leaves(&[seat], world)
    }

    pub fn less_life(&mut self, seat: Seat, amount: u32) {
        self.note(format!("{seat} loses {amount} life"));
        let life = &mut self.heroes[seat].life;
        *life = life.saturating_sub(amount);
    }

    /// Advances the clocks of these heroes.
    pub fn clocks(&mut self, seats: Vec<Seat>, hours: u32, world: &mut World) -> Step {
        for &seat in &seats {
            self.heroes[seat].hour += hours;
        }
        self.looks_who_leaves(&seats, world)
    }

    /// Removes the heroes that must leave play, after a loss has been applied to all of `seats`
    /// (rule J-4.0).
    pub fn looks_who_leaves(&mut self, seats: &[Seat], world: &mut World) -> Step {
        let before = self.party();
        for &seat in seats {
            if self.in_play(seat) && self.heroes[seat].life == 0 && !self.is_revived(seat, world) {
                self.dies(seat);
            }
        }
        let fighting = self.fight.as_ref().map_or(vec![], |fight| fight.heroes.clone());
        for &seat in seats {
            let limit = self.settings.number("hours") + self.ability(seat, "punctual");
            let late = self.is_at(self.heroes[seat].hour, limit);
            if self.in_play(seat) && late && !fighting.contains(&seat) {
                self.is_out(seat);
            }
        }
        if self.party() == before {
            return Ok(());
        }
        self.looks_for_causes()?;
        self.looks_for_boss(world)
    }

    /// Asks a hero without life whether it returns to life. Returns true if it does (rule J-4.1).
    fn is_revived(&mut self, seat: Seat, world: &mut World) -> bool {
        let hero = &self.heroes[seat];
        let mut options = Vec::new();
        if hero.held.cards.contains(&"medal") {
            options.push(Choice::Medal);
        }
        if hero.energy > 0 {
            options.push(Choice::Energy);
        }
        if options.is_empty() {
            return false;
        }
        options.push(Choice::Neither);
        match self.asks(seat, Question::Death, options, world) {
            Choice::Medal => {
                self.discards(seat, "medal");
                self.heroes[seat].life = self.heroes[seat].hero.life;
            }
            Choice::Energy => {
                let hero = &mut self.heroes[seat];
                hero.life = std::mem::take(&mut hero.energy);
            }
            _ => return false,
        }
        true
    }

    fn dies(&mut self, seat: Seat) {
        let hero = &mut self.heroes[seat];
        let (held, hostages) = (std::mem::take(&mut hero.held), std::mem::take(&mut hero.hostages));
        let place = &mut self.places[hero.tile];
        place.held.adds(held);
        place.hostages += hostages;
        self.leaves_play(seat, Fate::Dead);
    }

    /// Removes a hero that has run out of time (rule J-4.2).
    fn is_out(&mut self, seat: Seat) {
        self.heroes[seat].hostages = 0;
        let held = std::mem::take(&mut self.heroes[seat].held);
        for card in held.cards {
            self.equipment.discards(card);
        }
        self.leaves_play(seat, Fate::Out);
    }

    fn leaves_play(&mut self, seat: Seat, fate: Fate) {
        self.note(format!("{seat} is {fate:?}"));
        self.heroes[seat].fate = fate;
        self.last_left = Some(fate);
        if let Some(fight) = &mut self.fight {
            fight.heroes.retain(|&other| other != seat);
        }
    }

    pub fn clock_back(&mut self, seat: Seat, hours: u32) {
        let hour = &mut self.heroes[seat].hour;
        *hour = hour.saturating_sub(hours);
    }

    /// Returns true if a number has reached its limit or, if `rules.limits` is `passed`, has
    /// exceeded it.
    fn is_at(&self, number: u32, limit: u32) -> bool {
        match self.settings.text("limits") {
            "reached" => number >= limit,
            "passed" => number > limit,
            other => panic!("limits {other}"),
        }
    }

    fn stress_is_at(&self, seat: Seat, limit: &str) -> bool {
        let limit = self.settings.number(limit) + self.ability(seat, "steady");
        self.is_at(self.heroes[seat].stress, limit)
    }

    /// Returns true if the hero has so much stress that it must flee (rule J-4.3).
    pub fn must_flee(&self, seat: Seat) -> bool {
        self.stress_is_at(seat, "stress_flee")
    }

    /// Returns true if the hero has so much stress that it cannot leave its tile (rule J-4.3).
    pub fn must_stay(&self, seat: Seat) -> bool {
        self.stress_is_at(seat, "stress_still")
    }

    pub fn more_stress(&mut self, seat: Seat, amount: u32) {
        let stress = &mut self.heroes[seat].stress;
        *stress = (*stress + amount).min(99);
    }

    pub fn less_stress(&mut self, seat: Seat, amount: u32) {
        let stress = &mut self.heroes[seat].stress;
        *stress = stress.saturating_sub(amount);
    }

    /// Adds K-energy to a hero (rule J-4.4).
    pub fn more_energy(&mut self, seat: Seat, amount: u32) {
        let energy = &mut self.heroes[seat].energy;
        *energy = (*energy + amount).min(99);
    }
}
