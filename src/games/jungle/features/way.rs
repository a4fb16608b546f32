//! Computes the features of a hero's movement, and of the rebels and effects at its destination.

use super::{Index, Writer};
use crate::games::jungle::kinds::{Equipment, Tile};
use crate::games::jungle::state::members;

impl Writer<'_, '_> {
    /// Returns how many steps closer to the hero's goals a tile is than the hero's current tile.
    /// The goals are the exfiltration tile and, while hostages are missing, a place to fight. Steps
    /// towards a fight count three times.
    #[inline]
    pub(super) fn lead(&self, tile: u8) -> i8 {
        let (eyes, here) = (self.eyes, self.eyes.hero.place);
        let exit = eyes.to_exit(here) - eyes.to_exit(tile);
        if eyes.missing > 0 { 3 * (eyes.to_fight(here) - eyes.to_fight(tile)) + exit } else { exit }
    }

    /// Sets the features of an option by which the hero enters a tile.
    pub(super) fn goes_to(&mut self, tile: u8) {
        let (eyes, here) = (self.eyes, self.eyes.hero.place);
        let exit = f32::from(eyes.to_exit(here) - eyes.to_exit(tile));
        self.add(if eyes.enough { Index::Exit } else { Index::Drift }, exit);
        if eyes.missing > 0 {
            let hunt = eyes.to_fight(here) - eyes.to_fight(tile);
            self.add(Index::Hunt, hunt.into());
        }
        let outlook = eyes.comes_to(tile);
        self.fights(1.0, &outlook);
        if let Some(kind) = eyes.view.tile(tile) {
            let fresh = eyes.game.is_fresh(eyes.hero, tile);
            if !kind.is_compulsory() && !eyes.state.turn.tile && fresh {
                self.effect(tile);
            }
            if kind == Tile::Exfiltration && eyes.enough {
                self.brings_boss();
            }
        }
    }

    /// Adds the expected fight with the Big Boss to the features of a step onto the exfiltration
    /// tile. The Boss appears when the last hero arrives (rule J-6.1).
    pub(super) fn brings_boss(&mut self) {
        let (eyes, state) = (self.eyes, self.eyes.state);
        let there = state.on(state.exfiltration) | 1 << eyes.me;
        if there == state.in_play {
            let left = |hero| {
                let (clock, hours) = (eyes.view.hero(hero).clock, eyes.view.sheet(hero).hours);
                f32::from(hours.saturating_sub(clock)) / f32::from(hours.max(1))
            };
            let latest = members(state.in_play).map(left).fold(1.0, f32::min);
            let lost = 1.0 - eyes.game.boss_odds(state);
            self.add(Index::Boss, -lost * latest);
        }
    }

    /// Sets the features of the option to use the effect of a tile (rules J-T4 to J-T12).
    pub(super) fn effect(&mut self, tile: u8) {
        let eyes = self.eyes;
        let Some(kind) = eyes.view.tile(tile) else {
            return;
        };
        let amount = eyes.tables.tiles[kind as usize].amount;
        match kind {
            Tile::Nanopharmacy if eyes.hero.bag.has_room(Equipment::FirstAid) => {
                self.add(Index::Cards, 1.0);
            }
            Tile::Airfield => self.flies(tile),
            Tile::CryoSleep => self.add(Index::Hours, amount.min(eyes.hero.clock).into()),
            Tile::RobotSurgeons => self.add(Index::Life, eyes.part(eyes.heals(amount, true))),
            Tile::Armoury => self.add(Index::Cards, amount.into()),
            Tile::Dwelling => self.outlook(1.0, &eyes.strain(-(amount as i8))),
            Tile::Viewpoint => {
                let hidden = eyes.state.neighbours(tile) & !eyes.state.revealed;
                self.add(Index::Reveal, hidden.count_ones() as f32);
            }
            Tile::Cells if eyes.fights_on(tile) => {
                let outlook = eyes.fight_on(tile);
                self.fights(1.0, &outlook);
            }
            Tile::Temple => {
                self.add(Index::Energy, amount.into());
                self.outlook(1.0, &eyes.strain(1));
            }
            _ => {}
        }
    }

    /// Sets the features of the option to fly to another tile, for the best destination (rule
    /// J-T5).
    pub(super) fn flies(&mut self, from: u8) {
        let (eyes, state) = (self.eyes, self.eyes.state);
        let others = members(state.revealed & !(1 << from));
        let exit = |tile| eyes.to_exit(from) - eyes.to_exit(tile);
        let hunt = |tile| eyes.to_fight(from) - eyes.to_fight(tile);
        if eyes.enough {
            let most = others.map(exit).max().unwrap_or(0).max(0);
            self.add(Index::Exit, most.into());
        } else if eyes.missing > 0 {
            let most = others.map(hunt).max().unwrap_or(0).max(0);
            self.add(Index::Hunt, most.into());
        }
    }
}
