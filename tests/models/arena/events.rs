//! Checks of events by the model (the second implementation of the rules): whether an event may
//! happen now, and whether its numbers are correct.

use std::collections::BTreeSet;

use super::{Model, TurnModel};
use crate::game::Observer;
use crate::game::chance::Throw;
use crate::games::arena::parts::Power;
use crate::games::arena::{Choice, Event, Recycle, Revisit, Scoring};

impl Model {
    fn takes_back(&mut self, fighter: u8, cards: u16) {
        let all = self.rules.recycle == Recycle::All;
        let figure = self.figure_mut(fighter);
        assert!(figure.hand.is_empty());
        let back = (0u8..).zip(&figure.cards).filter(|&(index, card)| {
            Some(index) != figure.active && (all || card.technique.is_none())
        });
        let mut back: BTreeSet<u8> = back.map(|(index, _)| index).collect();
        if back.is_empty() {
            back.extend(figure.active);
        }
        assert_eq!(cards, back.iter().map(|index| 1 << index).sum::<u16>());
        figure.taken_up = back.len();
        figure.hand = back;
    }

    /// asserts that this fighter is the next to act.
    fn turn_begins(&mut self, fighter: u8, card: u8) {
        let next = (0..self.figures.len() as u8)
            .filter(|&f| self.figure(f).waiting)
            .min_by_key(|&f| (-self.figure(f).initiative, f));
        assert_eq!(next, Some(fighter));
        let never = self.rules.revisit == Revisit::Never;
        let figure = self.figure_mut(fighter);
        if figure.dragon {
            assert!(figure.hand.contains(&card), "a face that is still there");
            if figure.cards[usize::from(card)].technique.is_some() {
                figure.hand.remove(&card);
            }
        } else {
            assert_eq!(figure.chosen, Some(card));
        }
        assert!(figure.alive);
        figure.waiting = false;
        figure.shift = 0;
        figure.active = Some(card);
        let mut barred = BTreeSet::from([figure.zone.unwrap()]);
        if never {
            barred.extend(&figure.thrown_off);
        }
        let reading = &figure.readings[usize::from(card)];
        let card = &figure.cards[usize::from(card)];
        self.turn = Some(TurnModel {
            actor: fighter,
            barred,
            moves: card.movement,
            left: reading.uses(),
            struck: BTreeSet::new(),
        });
    }

    fn turn_ends(&mut self, fighter: u8) {
        assert_eq!(fighter, self.actor());
        self.attack_ends();
        let options = self.steps();
        let alive = self.figure(fighter).alive;
        let ended = self.choice == Some(Choice::EndTurn);
        assert!(!alive || options.is_empty() || ended, "the turn ends with {options:?} to do");
        if alive {
            assert!(self.shares.is_empty(), "dice of a split shot are left");
        }
        self.shares.clear();
        let ends = self.net_ends(fighter);
        let figure = self.figure_mut(fighter);
        assert!(!ends || !figure.netted, "its net falls off");
        figure.skulls.clear();
        self.turn = None;
        self.choice = None;
    }
}

impl Observer<Event> for Model {
    fn see<S: std::any::Any>(&mut self, event: Event, _: &S) {
        assert_eq!(self.over, None, "{event:?} after the end");
        self.events.push(event);
        match event {
            Event::Placed { fighter, zone } => self.figure_mut(fighter).zone = Some(zone),
            Event::RoundBegins { round } => {
                self.round += 1;
                assert_eq!(round, self.round);
                for figure in &mut self.figures {
                    assert!(!figure.waiting, "somebody has not acted");
                    figure.waiting = figure.alive;
                    figure.chosen = None;
                    figure.thrown_off.clear();
                }
                let list = &self.rules.dragon_initiative;
                let printed = list[usize::from(self.round - 1) % list.len()];
                for f in 0..self.figures.len() as u8 {
                    if self.figure(f).dragon {
                        self.figure_mut(f).initiative = self.effective(f, printed);
                    }
                }
            }
            Event::TakesBack { fighter, cards } => self.takes_back(fighter, cards),
            Event::Chooses { fighter, card } => {
                let figure = self.figure_mut(fighter);
                assert!(figure.alive && figure.chosen.is_none() && figure.hand.remove(&card));
                figure.chosen = Some(card);
                assert!(!figure.dragon, "dragons choose nothing in secret");
                let printed = figure.cards[usize::from(card)].initiative.unwrap();
                self.figure_mut(fighter).initiative = self.effective(fighter, printed);
            }
            Event::Revealed { initiative, fighters } => {
                let waiting = self.figures.iter().filter(|figure| figure.waiting);
                let called = waiting.map(|figure| figure.initiative).max();
                assert_eq!(called, Some(initiative.into()));
                for f in (0..8).filter(|f| fighters >> f & 1 == 1) {
                    assert!(!self.figure(f).dragon, "its card lies open");
                    assert_eq!(Some(self.figure(f).initiative), called);
                }
            }
            Event::TurnBegins { fighter, card } => self.turn_begins(fighter, card),
            Event::Moves { fighter, from, to } => {
                if self.attack.is_some() {
                    self.attack_ends();
                }
                assert_eq!((fighter, self.figure(fighter).zone), (self.actor(), Some(from)));
                assert_eq!(self.distance(from, to), 1);
                self.figure_mut(fighter).zone = Some(to);
                let never = self.rules.revisit == Revisit::Never;
                let turn = self.turn.as_mut().unwrap();
                assert!(!turn.barred.contains(&to), "no zone twice");
                turn.moves -= 1;
                if never {
                    turn.barred.insert(to);
                }
            }
            Event::Attacks { fighter, choice, targets } => self.attacks(fighter, choice, targets),
            Event::GivesSkull { fighter, target: holder } => {
                for figure in &mut self.figures {
                    figure.skulls.remove(&fighter);
                }
                self.figure_mut(holder).skulls.insert(fighter);
                let Some(Choice::Attack { slot, target }) = self.choice else {
                    panic!("a token is given to somebody")
                };
                assert_eq!(target, holder);
                self.turn.as_mut().unwrap().left[usize::from(slot)] -= 1;
            }
            Event::RollsDiceCount { fighter, face } => {
                assert_eq!(fighter, self.actor());
                self.counting_die(Throw::of(face));
            }
            Event::RollsNet { fighter, target, throw, caught } => {
                assert_eq!(caught, throw.sum() >= u16::from(self.figure(target).size));
                assert_eq!(fighter, self.actor());
                let suit = u8::from(self.has(target, Power::DieLess));
                let own = self.attack.as_ref().unwrap().dice.saturating_sub(suit);
                let dice = self.blow_now().snare.map_or(own, |(dice, _)| dice);
                assert_eq!(throw.faces().count(), usize::from(dice));
                self.dice_against_size(throw);
            }
            Event::RollsDefense { fighter, face } => {
                self.figure_mut(fighter).rolled_defense = Some(face);
            }
            Event::Rolls { by, target, throw, needed } => self.rolls(by, target, throw, needed),
            Event::UsesCharm { fighter, choice, throw, .. } => {
                let figure = self.figure_mut(fighter);
                assert!(figure.charm);
                figure.charm = figure.more_charms > 0;
                figure.more_charms = figure.more_charms.saturating_sub(1);
                assert_eq!(Some(choice), self.choice);
                if let Some((target, before, counts)) = self.early.take() {
                    assert_eq!(fighter, target);
                    assert_eq!(before.faces().count(), throw.faces().count());
                    match counts {
                        true => self.counting_die(throw),
                        false => self.dice_against_size(throw),
                    }
                    self.early = None;
                    return;
                }
                let dice = self.dice.as_mut().unwrap();
                assert_eq!(dice.throw.faces().count(), throw.faces().count());
                dice.throw = throw;
                let (by, last) = (dice.by, (dice.target, throw, dice.needed));
                if let Some(attack) = &mut self.attack
                    && by.is_some()
                    && attack.landing.is_none()
                {
                    attack.last = Some(last);
                    if attack.targets >> fighter & 1 == 1 {
                        attack.free = throw.faces().collect();
                    }
                }
            }
            Event::Spares { fighter, targets: others } => {
                self.no_dice_lie();
                assert_eq!((fighter, self.choice.take()), (self.actor(), Some(Choice::EndTurn)));
                let open = self.may_be_struck(self.attack.as_ref().unwrap());
                assert_eq!(others, open.iter().map(|f| 1 << f).sum::<u8>());
                self.attack.as_mut().unwrap().stopped = true;
            }
            Event::Wounds { by, target, wounds, pp, drained } => {
                self.wounds(by, target, wounds, pp, drained)
            }
            Event::Eliminated { fighter, by, points } => {
                let scored = self.points(fighter);
                let figure = self.figure_mut(fighter);
                assert!(figure.alive && figure.lp == 0);
                figure.alive = false;
                figure.waiting = false;
                self.fallen.push(fighter);
                if let Some(by) = by {
                    assert_eq!(by, self.actor());
                    self.victims += 1;
                    let mut points_due = u32::from(self.figure(fighter).size);
                    if self.rules.inherit_trophies {
                        let trophies = std::mem::take(&mut self.figure_mut(fighter).trophies);
                        self.figure_mut(by).trophies.extend(trophies);
                        points_due += scored;
                    }
                    self.figure_mut(by).trophies.insert(fighter);
                    let by_trophies = self.rules.scoring == Scoring::Trophies;
                    assert_eq!(u32::from(points), if by_trophies { points_due } else { 0 });
                    let (small, large, size) = self.blow_now().regain;
                    let is_small = self.figure(fighter).size <= size;
                    let due = if is_small { small } else { large };
                    let most = match self.rules.regain_above_size {
                        true => u8::MAX,
                        false => self.figure(by).size,
                    };
                    let room = u32::from(most).saturating_sub(self.figure(by).lp);
                    self.owed = room.min(due.into()) as u8;
                } else {
                    assert_eq!(points, 0);
                }
            }
            Event::Netted { fighter } => {
                assert_eq!(self.to_be_netted.take(), Some(fighter));
                let slowed = self.in_net(self.figure(fighter).initiative);
                let figure = self.figure_mut(fighter);
                figure.netted = true;
                figure.initiative = slowed;
            }
            Event::ShedsNet { fighter } => {
                assert_eq!(fighter, self.actor());
                if !self.net_ends(fighter) {
                    assert_eq!(self.choice, Some(Choice::Shed));
                    let moves = self.rules.bramble_moves;
                    let turn = self.turn.as_mut().unwrap();
                    turn.moves = turn.moves.saturating_sub(moves);
                }
                assert!(std::mem::take(&mut self.figure_mut(fighter).netted));
            }
            Event::Regains { fighter, lp } => {
                assert_eq!((fighter, lp), (self.actor(), std::mem::take(&mut self.owed)));
                assert!(lp > 0);
                self.figure_mut(fighter).lp += u32::from(lp);
                self.regained += u32::from(lp);
            }
            Event::Throws { fighter, target, to, dice } => self.throws(fighter, target, to, dice),
            Event::Shocks { fighter, target, shift } => {
                assert_eq!(self.to_be_shifted.take(), Some((target, shift)));
                assert_eq!(fighter, self.actor());
                let shift = i32::from(shift);
                self.figure_mut(fighter).shift += shift;
                self.figure_mut(target).shift -= shift;
                self.figure_mut(target).initiative -= shift;
            }
            Event::Rocks { target, dice } => {
                self.no_dice_lie();
                assert_eq!((target, dice), (self.actor(), self.rocks_now()));
                assert!(self.figure(target).alive && self.sides_left() > 1 && dice > 0);
                self.victims -= 1;
                self.rocks = dice;
            }
            Event::TurnEnds { fighter } => self.turn_ends(fighter),
            Event::Over { winners } => {
                self.no_dice_lie();
                let played_out = self.round == self.rules.rounds && self.turn.is_none();
                assert!(self.sides_left() == 1 || played_out);
                self.over = Some(winners);
            }
        }
    }
}
