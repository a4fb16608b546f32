//! Updates a story's scene (the state of the game that the story tracks) after each event.

use super::scene::{ToldClash, ToldFall, ToldTurn};
use super::{Figure, Scene};
use crate::game::chance::Throw;
use crate::games::arena::board::{Fighters, members};
use crate::games::arena::state::{FighterIndex, NO_CARD};
use crate::games::arena::{Arena, Event};

impl Scene<'_> {
    /// Applies an event to the scene, the state of the game that a story tracks. Must be called
    /// after the event's text has been written.
    pub(super) fn remember(&mut self, event: Event) {
        let arena = self.arena;
        match event {
            Event::Placed { fighter, zone } => self.figure_mut(fighter).zone = zone,
            Event::RoundBegins { round } => {
                self.round = round;
                let dragon = self.arena.rules.dragon_initiative(round);
                for figure in &mut self.figures {
                    figure.waiting = figure.alive;
                    figure.chosen = NO_CARD;
                    if self.arena.sheets[figure.sheet].dragon {
                        figure.initiative = effective(arena, dragon, figure);
                    }
                }
            }
            Event::Chooses { fighter, card } => {
                let printed = self.printed_initiative(fighter, card);
                let figure = self.figure_mut(fighter);
                figure.chosen = card;
                figure.initiative = effective(arena, printed, figure);
            }
            Event::TurnBegins { fighter, card } => {
                self.turn = ToldTurn { actor: fighter, ..ToldTurn::default() };
                let figure = self.figure_mut(fighter);
                figure.waiting = false;
                figure.shift = 0;
                figure.active = card;
            }
            Event::Moves { fighter, to, .. } => {
                self.turn.moves += 1;
                self.figure_mut(fighter).zone = to;
            }
            Event::Attacks { targets, .. } => {
                // The clash itself (the attack in progress) begins before the first line about it
                // is written.
                self.turn.attacks += 1;
                self.end_skulls(targets);
            }
            Event::GivesSkull { fighter, holder } => {
                self.turn.attacks += 1;
                for figure in &mut self.figures {
                    figure.skulls &= !(1 << fighter);
                }
                self.figure_mut(holder).skulls |= 1 << fighter;
            }
            Event::RollsDiceCount { face, .. } => {
                self.clash.throw = Throw::of(face);
                self.clash.of_effect = true;
                self.clash.counts = true;
            }
            Event::RollsNet { throw, caught, .. } => {
                self.clash.throw = throw;
                self.clash.of_effect = true;
                self.clash.counts = false;
                self.remember_net(caught);
            }
            Event::RollsDefense { fighter, face } => {
                self.clash.defense[usize::from(fighter)] = Some(face);
            }
            Event::Rolls { by, target, throw, needed } => {
                if by.is_some() {
                    self.end_skulls(1 << target);
                }
                self.clash.faced |= 1 << target;
                self.clash.defense[usize::from(target)] = None;
                self.clash.throw = throw;
                self.clash.needed = needed;
                self.clash.of_effect = false;
            }
            Event::UsesCharm { fighter, throw, .. } => {
                let figure = self.figure_mut(fighter);
                match &mut figure.more_charms {
                    0 => figure.charm = false,
                    more => *more -= 1,
                }
                self.clash.throw = throw;
                if self.clash.of_effect && !self.clash.counts {
                    self.remember_net(self.is_caught(fighter, throw));
                }
            }
            Event::Wounds { by, target, wounds, pp, drained } => {
                let struck = self.figure_mut(target);
                let firsts = struck.first.min(wounds);
                struck.lp -= wounds;
                struck.first -= firsts;
                if let Some(by) = by {
                    let gainer = self.figure_mut(by);
                    gainer.points += pp;
                    if drained {
                        gainer.lp = gainer.lp.saturating_add(wounds);
                        gainer.first += firsts;
                    }
                }
            }
            Event::Eliminated { fighter, by, points } => {
                let round = self.round;
                let fallen = self.figure_mut(fighter);
                fallen.alive = false;
                fallen.waiting = false;
                fallen.fell = Some(ToldFall { round, by });
                let inherits = self.arena.rules.inherit_trophies;
                if let Some(by) = by {
                    let fallen = self.figure_mut(fighter);
                    let mut trophies = 1 << fighter;
                    if inherits {
                        trophies |= std::mem::take(&mut fallen.trophies);
                        fallen.points -= points.saturating_sub(fallen.size.into());
                    }
                    let gainer = self.figure_mut(by);
                    gainer.trophies |= trophies;
                    gainer.points += points;
                }
            }
            Event::Netted { fighter } => {
                let slowed = arena.slowed(self.figure(fighter).initiative);
                let figure = self.figure_mut(fighter);
                figure.netted = true;
                figure.initiative = slowed;
            }
            Event::ShedsNet { fighter } => {
                let moves = self.active(fighter).map_or(0, |(card, _)| card.movement);
                let left = moves.saturating_sub(self.turn.moves);
                self.turn.moves += arena.rules.bramble_moves.min(left);
                self.figure_mut(fighter).netted = false;
            }
            Event::Regains { fighter, lp } => self.figure_mut(fighter).lp += lp,
            Event::Throws { target, to, .. } => {
                self.figure_mut(target).zone = to;
                self.clash.landing = true;
            }
            Event::Shocks { fighter, target, shift } => {
                let shocker = self.figure_mut(fighter);
                shocker.shift = shocker.shift.saturating_add(shift);
                let shocked = self.figure_mut(target);
                shocked.shift = shocked.shift.saturating_sub(shift);
                shocked.initiative = shocked.initiative.saturating_sub(shift);
            }
            Event::Rocks { target, .. } => {
                self.clash = ToldClash { targets: 1 << target, ..ToldClash::default() };
            }
            Event::TurnEnds { fighter } => self.figure_mut(fighter).skulls = 0,
            Event::TakesBack { .. } | Event::Revealed { .. } => {}
            Event::Spares { .. } | Event::Over { .. } => {}
        }
    }

    /// Records whether the dice of an evil net reduce the target's defense: they do if `caught` is
    /// true.
    fn remember_net(&mut self, caught: bool) {
        let penalty = self.clash.slot.map_or(0, |slot| slot.snare_penalty());
        self.clash.netted = if caught { penalty } else { 0 };
    }

    /// Returns true if the sum of the dice of a net is at least the size of this fighter.
    pub(super) fn is_caught(&self, fighter: FighterIndex, throw: Throw) -> bool {
        throw.sum() >= u16::from(self.figure(fighter).size)
    }

    /// Takes the attacker's mystical skull away from these fighters.
    fn end_skulls(&mut self, fighters: Fighters) {
        let actor = self.turn.actor;
        for fighter in members(fighters) {
            self.figure_mut(fighter).skulls &= !(1 << actor);
        }
    }
}

/// Returns the effective initiative of a card (rule ): the printed initiative, changed by
/// electroshocks and reduced by a bramble net.
fn effective(arena: &Arena, printed: u8, figure: &Figure) -> i8 {
    let moved = printed as i8 + figure.shift;
    match figure.netted {
        true => arena.slowed(moved),
        false => moved,
    }
}
