//! A second reading of the rules: it follows a game by its events alone, holds each of them against the rules page, and
//! knows where everything must be by then. Slow and plain on purpose; it shares no code with the engine.

use std::collections::BTreeSet;

use crate::games::Observer;
use crate::games::arena::state::State;
use crate::games::arena::{Arena, Card, Choice, Effect, Event, Recycle, Revisit, Roster, Rules};
use crate::games::dice::Throw;

/// What a fighter has and is.
#[derive(Debug, Clone)]
pub struct Figure {
    pub size: u8,
    pub team: u8,
    pub sheet_defense: u8,
    pub cards: Vec<Card>,
    pub hand: BTreeSet<u8>,
    pub chosen: Option<u8>,
    pub active: Option<u8>,
    pub zone: Option<u8>,
    pub alive: bool,
    pub lp: u32,
    pub firsts: u32,
    pub pp: u32,
    /// Tokens taken for popularity points.
    pub tokens: u32,
    pub trophies: BTreeSet<u8>,
    pub charm: bool,
    pub initiative: i32,
    pub shift: i32,
    pub waiting: bool,
    /// Whose skulls it holds.
    pub skulls: BTreeSet<u8>,
    pub rolled_defense: Option<u8>,
}

/// The turn of the actor.
#[derive(Debug, Clone)]
pub struct TurnModel {
    pub actor: u8,
    pub barred: BTreeSet<u8>,
    pub moves: u8,
    /// Attacks left, by slot.
    pub left: [u8; 2],
    pub struck: BTreeSet<u8>,
}

/// The attack being resolved.
#[derive(Debug, Clone)]
struct AttackModel {
    slot: u8,
    targets: u8,
    dice: u8,
    netted: i8,
    faced: u8,
}

/// Dice lying before a target.
#[derive(Debug, Clone)]
pub struct Dice {
    pub by: Option<u8>,
    pub target: u8,
    pub throw: Throw,
    pub needed: i8,
}

#[derive(Debug, Clone)]
pub struct Model {
    pub rules: Rules,
    pub figures: Vec<Figure>,
    pub round: u8,
    pub turn: Option<TurnModel>,
    attack: Option<AttackModel>,
    pub dice: Option<Dice>,
    /// Eliminations that have not been answered with rocks.
    victims: u8,
    rocks: u8,
    pub discarded: u32,
    /// The fallen in order.
    pub fallen: Vec<u8>,
    pub over: Option<u8>,
    /// The choice being played.
    pub choice: Option<Choice>,
    pub events: Vec<Event>,
}

impl Card {
    pub fn is(&self, effect: &Effect) -> bool {
        self.effect() == Some(effect)
    }

    /// How often its two slots are used: melee, and shot or the epaulet's second blow.
    pub fn uses(&self) -> [u8; 2] {
        use Effect::*;
        let printed = [u8::from(self.melee > 0), u8::from(self.shooting > 0)];
        match self.effect() {
            Some(Kamikaze { .. } | Terminotaur) => [1, printed[1]],
            Some(ElectricClaymore | MysticalSkull) => [printed[0], 1],
            Some(SpikedEpaulet { .. }) => [printed[0], 1],
            Some(WhirlingSpear) => [2, printed[1]],
            _ => printed,
        }
    }

    /// Must its attacks have different targets?
    pub fn different_targets(&self) -> bool {
        matches!(
            self.effect(),
            Some(Effect::SpikedEpaulet { .. } | Effect::WhirlingSpear)
        )
    }
}

impl Model {
    pub fn new(arena: &Arena, roster: &Roster, state: &State) -> Model {
        let figures = (0..state.fighters()).map(|f| {
            let kind = usize::from(state.kind[f]);
            let fighter = roster.fighters.values().nth(kind).unwrap();
            let keys = &arena.sheets()[kind].keys;
            Figure {
                size: fighter.size,
                team: state.team[f],
                sheet_defense: fighter.defense,
                cards: keys.iter().map(|key| fighter.cards[key].clone()).collect(),
                hand: (0..keys.len() as u8).collect(),
                chosen: None,
                active: None,
                zone: None,
                alive: true,
                lp: fighter.size.into(),
                firsts: 1,
                pp: 0,
                tokens: 0,
                trophies: BTreeSet::new(),
                charm: arena.rules().lucky_charm,
                initiative: 0,
                shift: 0,
                waiting: false,
                skulls: BTreeSet::new(),
                rolled_defense: None,
            }
        });
        Model {
            rules: arena.rules().clone(),
            figures: figures.collect(),
            round: 0,
            turn: None,
            attack: None,
            dice: None,
            victims: 0,
            rocks: 0,
            discarded: 0,
            fallen: Vec::new(),
            over: None,
            choice: None,
            events: Vec::new(),
        }
    }

    pub fn figure(&self, fighter: u8) -> &Figure {
        &self.figures[usize::from(fighter)]
    }

    fn figure_mut(&mut self, fighter: u8) -> &mut Figure {
        &mut self.figures[usize::from(fighter)]
    }

    pub fn active_card(&self, fighter: u8) -> Option<&Card> {
        let figure = self.figure(fighter);
        figure.active.map(|card| &figure.cards[usize::from(card)])
    }

    pub fn has(&self, fighter: u8, effect: &Effect) -> bool {
        self.active_card(fighter)
            .is_some_and(|card| card.is(effect))
    }

    pub fn distance(&self, from: u8, to: u8) -> u8 {
        let ring = self.rules.zones;
        let next = |zone: u8| (zone + 1) % ring;
        if from == to {
            0
        } else if from == ring || to == ring || next(from) == to || next(to) == from {
            1
        } else {
            2
        }
    }

    pub fn sides_left(&self) -> usize {
        let alive = self.figures.iter().filter(|figure| figure.alive);
        alive
            .map(|figure| figure.team)
            .collect::<BTreeSet<_>>()
            .len()
    }

    fn actor(&self) -> u8 {
        self.turn.as_ref().expect("it is somebody's turn").actor
    }

    /// The wounds that the dice before a target make must have been dealt by now.
    fn no_dice_lie(&mut self) {
        if let Some(dice) = self.dice.take() {
            let hits = dice.throw.at_least(dice.needed);
            assert_eq!(hits, 0, "hits without wounds: {dice:?}");
        }
    }

    /// An attack is done, its rocks included.
    fn attack_ends(&mut self) {
        self.no_dice_lie();
        if self.victims > 0 && self.figure(self.actor()).alive {
            assert_eq!(self.rocks_now(), 0, "rocks are missing");
        }
        self.victims = 0;
        self.attack = None;
        // Defenses rolled for a Strike's second phase may have met no die.
        self.figures
            .iter_mut()
            .for_each(|figure| figure.rolled_defense = None);
    }

    fn rocks_now(&self) -> u8 {
        let rocks = self.rules.rocks.get(usize::from(self.round) - 1);
        rocks.copied().unwrap_or(0)
    }

    /// the dice of a slot, a suit's loss and claymore's roll aside.
    fn slot_dice(&self, actor: u8, slot: u8) -> u8 {
        let figure = self.figure(actor);
        let card = self.active_card(actor).unwrap();
        match (slot, card.effect()) {
            (0, Some(Effect::Kamikaze { dice })) => {
                let life = (figure.lp as usize).min(dice.len());
                dice[life - 1]
            }
            (0, Some(Effect::Terminotaur)) => (figure.cards.len() - figure.hand.len()) as u8,
            (0, _) => card.melee,
            (_, Some(Effect::SpikedEpaulet { dice })) => *dice,
            _ => card.shooting,
        }
    }

    fn wounds(&mut self, by: Option<u8>, target: u8, wounds: u8, pp: u16, drained: bool) {
        let dice = self.dice.take().expect("dice make wounds");
        assert_eq!((dice.by, dice.target), (by, target));
        let hits = u32::from(dice.throw.at_least(dice.needed));
        let count = u32::from(wounds);
        assert_eq!(count, hits.min(self.figure(target).lp));
        let figure = self.figure_mut(target);
        let firsts = count.min(figure.firsts);
        figure.lp -= count;
        figure.firsts -= firsts;
        let Some(by) = by else {
            assert_eq!((pp, drained), (0, false));
            self.discarded += count;
            return;
        };
        assert_eq!(drained, self.has(by, &Effect::VampiricSticks));
        let worth = u32::from(self.rules.first_wound) * firsts + (count - firsts);
        let figure = self.figure_mut(by);
        if drained {
            assert_eq!(pp, 0);
            figure.lp += count;
            figure.firsts += firsts;
        } else {
            assert_eq!(u32::from(pp), worth);
            figure.pp += worth;
            figure.tokens += count;
        }
    }

    /// the dice and the least face that must lie before this target.
    fn rolls(&mut self, by: Option<u8>, target: u8, throw: Throw, needed: i8) {
        self.no_dice_lie();
        let rolled = self.figure_mut(target).rolled_defense.take();
        let spear = self.has(target, &Effect::WhirlingSpear);
        assert_eq!(rolled.is_some(), spear, "only a spear rolls its defense");
        let active = self.active_card(target).map(|card| card.defense);
        let defense = rolled.unwrap_or(active.unwrap_or(self.figure(target).sheet_defense)) as i8;
        let count = throw.faces().count() as u8;
        match by {
            None => {
                assert_eq!((needed, count), (defense, self.rocks));
                assert_eq!(target, self.actor());
            }
            Some(actor) => {
                assert_eq!(actor, self.actor());
                let attack = self.attack.as_mut().expect("dice are rolled in an attack");
                let named = attack.targets >> target & 1 == 1;
                if named {
                    assert_eq!(attack.faced & !((1 << target) - 1), 0, "by ascending size");
                    attack.faced |= 1 << target;
                }
                let (slot, dice, netted) = (attack.slot, attack.dice, attack.netted);
                let suit = u8::from(self.has(target, &Effect::BlindingSuit));
                assert_eq!(count, if named { dice.saturating_sub(suit) } else { 1 });
                let card = self.active_card(actor).unwrap();
                assert!(named || card.is(&Effect::Strike) && suit == 0);
                let shot =
                    slot == 1 && !matches!(card.effect(), Some(Effect::SpikedEpaulet { .. }));
                let bonus = match card.effect() {
                    Some(Effect::EnergyArmour { bonus }) if shot => *bonus as i8,
                    _ => 0,
                };
                let zones = [actor, target].map(|f| self.figure(f).zone.unwrap());
                let far = shot && self.distance(zones[0], zones[1]) == 2;
                let far = if far {
                    self.rules.far_shot_penalty as i8
                } else {
                    0
                };
                assert_eq!(needed, defense - netted - bonus + far);
                self.figure_mut(target).skulls.remove(&actor);
            }
        }
        self.dice = Some(Dice {
            by,
            target,
            throw,
            needed,
        });
    }

    fn attacks(&mut self, fighter: u8, choice: Choice, targets: u8) {
        if self.attack.is_some() {
            self.attack_ends();
        }
        assert_eq!((fighter, Some(choice)), (self.actor(), self.choice));
        let slot = match choice {
            Choice::Attack { slot, target } => {
                assert_eq!(targets, 1 << target);
                slot
            }
            Choice::Pair { slot, targets: two } => {
                assert_eq!((targets, two.count_ones()), (two, 2));
                slot
            }
            Choice::Area { slot, zone } => {
                let hit = (0..self.figures.len() as u8).filter(|&f| {
                    let figure = self.figure(f);
                    figure.alive
                        && figure.zone == Some(zone)
                        && !self.has(f, &Effect::GhostRing)
                        && !self.figure(fighter).skulls.contains(&f)
                });
                assert_eq!(targets, hit.map(|f| 1 << f).sum::<u8>());
                slot
            }
            other => panic!("{other:?} is no attack"),
        };
        for target in (0..self.figures.len() as u8).filter(|&f| targets >> f & 1 == 1) {
            self.figure_mut(target).skulls.remove(&fighter);
        }
        let dice = self.slot_dice(fighter, slot);
        let distinct = self.active_card(fighter).unwrap().different_targets();
        let turn = self.turn.as_mut().unwrap();
        turn.left[usize::from(slot)] -= 1;
        if distinct {
            turn.struck.extend((0..8).filter(|f| targets >> f & 1 == 1));
        }
        self.attack = Some(AttackModel {
            slot,
            targets,
            dice,
            netted: 0,
            faced: 0,
        });
    }

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
        figure.hand = back;
    }

    /// is it this fighter's turn?
    fn turn_begins(&mut self, fighter: u8, card: u8) {
        let next = (0..self.figures.len() as u8)
            .filter(|&f| self.figure(f).waiting)
            .min_by_key(|&f| (-self.figure(f).initiative, f));
        assert_eq!(next, Some(fighter));
        let figure = self.figure_mut(fighter);
        assert!(figure.alive && figure.chosen == Some(card));
        figure.waiting = false;
        figure.shift = 0;
        figure.active = Some(card);
        let start = figure.zone.unwrap();
        let card = &figure.cards[usize::from(card)];
        self.turn = Some(TurnModel {
            actor: fighter,
            barred: [start].into(),
            moves: card.movement,
            left: card.uses(),
            struck: BTreeSet::new(),
        });
    }

    fn turn_ends(&mut self, fighter: u8) {
        assert_eq!(fighter, self.actor());
        self.attack_ends();
        let options = self.steps();
        let alive = self.figure(fighter).alive;
        let ended = self.choice == Some(Choice::EndTurn);
        assert!(
            !alive || options.is_empty() || ended,
            "the turn ends with {options:?} to do"
        );
        self.figure_mut(fighter).skulls.clear();
        self.turn = None;
        self.choice = None;
    }
}

impl Observer<Event> for Model {
    fn see(&mut self, event: Event) {
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
                }
            }
            Event::TakesBack { fighter, cards } => self.takes_back(fighter, cards),
            Event::Chooses { fighter, card } => {
                let figure = self.figure_mut(fighter);
                assert!(figure.alive && figure.chosen.is_none() && figure.hand.remove(&card));
                figure.chosen = Some(card);
                let printed = figure.cards[usize::from(card)].initiative.unwrap();
                figure.initiative = i32::from(printed) + figure.shift;
            }
            Event::Revealed {
                initiative,
                fighters,
            } => {
                let waiting = self.figures.iter().filter(|figure| figure.waiting);
                let called = waiting.map(|figure| figure.initiative).max();
                assert_eq!(called, Some(initiative.into()));
                for f in (0..8).filter(|f| fighters >> f & 1 == 1) {
                    assert_eq!(Some(self.figure(f).initiative), called);
                }
            }
            Event::TurnBegins { fighter, card } => self.turn_begins(fighter, card),
            Event::Moves { fighter, from, to } => {
                if self.attack.is_some() {
                    self.attack_ends();
                }
                assert_eq!(
                    (fighter, self.figure(fighter).zone),
                    (self.actor(), Some(from))
                );
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
            Event::Attacks {
                fighter,
                choice,
                targets,
            } => self.attacks(fighter, choice, targets),
            Event::GivesSkull { fighter, holder } => {
                self.figures
                    .iter_mut()
                    .for_each(|figure| drop(figure.skulls.remove(&fighter)));
                self.figure_mut(holder).skulls.insert(fighter);
                self.turn.as_mut().unwrap().left[1] -= 1;
            }
            Event::RollsDiceCount { face, .. } => self.attack.as_mut().unwrap().dice = face,
            Event::RollsNet {
                fighter,
                target,
                sum,
                caught,
            } => {
                assert_eq!(caught, sum >= u16::from(self.figure(target).size));
                let card = self.active_card(fighter).unwrap();
                let Some(&Effect::EvilNet { penalty, .. }) = card.effect() else {
                    panic!("no net")
                };
                self.attack.as_mut().unwrap().netted = if caught { penalty as i8 } else { 0 };
            }
            Event::RollsDefense { fighter, face } => {
                self.figure_mut(fighter).rolled_defense = Some(face);
            }
            Event::Rolls {
                by,
                target,
                throw,
                needed,
            } => self.rolls(by, target, throw, needed),
            Event::UsesCharm {
                fighter,
                choice,
                throw,
            } => {
                let figure = self.figure_mut(fighter);
                assert!(std::mem::replace(&mut figure.charm, false));
                assert_eq!(Some(choice), self.choice);
                let dice = self.dice.as_mut().unwrap();
                assert_eq!(dice.throw.faces().count(), throw.faces().count());
                dice.throw = throw;
            }
            Event::Wounds {
                by,
                target,
                wounds,
                pp,
                drained,
            } => self.wounds(by, target, wounds, pp, drained),
            Event::Eliminated { fighter, by } => {
                let figure = self.figure_mut(fighter);
                assert!(figure.alive && figure.lp == 0);
                figure.alive = false;
                figure.waiting = false;
                self.fallen.push(fighter);
                if let Some(by) = by {
                    assert_eq!(by, self.actor());
                    self.victims += 1;
                    self.figure_mut(by).trophies.insert(fighter);
                }
            }
            Event::Shocks {
                fighter,
                target,
                shift,
            } => {
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
