//! The events of a game as JSON objects. The module `told` defines the JSON fields of each event.

use super::told::{Object, Standing};
use super::{Scene, Story};
use crate::game::chance::Throw;
use crate::game::story::EventObject;
use crate::games::arena::board::{Fighters, Zone, members};
use crate::games::arena::cards::{CardIndex, Manner, Reach};
use crate::games::arena::state::FighterIndex;
use crate::games::arena::{Choice, Event};

impl Story<'_> {
    /// Returns an event as JSON. Must be called while the scene is still in the state before the
    /// event.
    pub(super) fn told(&self, event: Event) -> EventObject {
        let mut told = EventObject::of(self.scene.object(event));
        let mut figures = self.scene.figures.iter();
        let acting = figures.find(|figure| Some(&figure.key) == told.who.as_ref());
        told.seat = acting.map(|figure| figure.role.seat);
        told
    }
}

impl Scene<'_> {
    fn key(&self, fighter: FighterIndex) -> String {
        self.figure(fighter).key.clone()
    }

    fn keys(&self, fighters: Fighters) -> Vec<String> {
        members(fighters).map(|fighter| self.key(fighter)).collect()
    }

    fn card(&self, fighter: FighterIndex, card: CardIndex) -> String {
        self.figure(fighter).cards[usize::from(card)].key.clone()
    }

    fn zone_number(&self, zone: Zone) -> u8 {
        if zone == self.board.centre() {
            0
        } else {
            zone + 1
        }
    }

    /// Returns the JSON object of an event.
    fn object(&self, event: Event) -> Object {
        match event {
            Event::Placed { fighter, zone } => Object::Placed {
                who: self.key(fighter),
                zone: self.zone_number(zone),
            },
            Event::RoundBegins { round } => Object::RoundBegins {
                round,
                standing: self.standing(),
            },
            Event::TakesBack { fighter, cards } => Object::TakesBack {
                who: self.key(fighter),
                cards: members(cards)
                    .map(|card| self.card(fighter, card))
                    .collect(),
            },
            Event::Chooses { fighter, card } => Object::Chooses {
                who: self.key(fighter),
                card: self.card(fighter, card),
            },
            Event::Revealed {
                initiative,
                fighters,
            } => Object::Revealed {
                initiative,
                fighters: self.keys(fighters),
            },
            Event::TurnBegins { fighter, card } => Object::TurnBegins {
                who: self.key(fighter),
                card: self.card(fighter, card),
                initiative: self.figure(fighter).initiative,
            },
            Event::Moves { fighter, from, to } => Object::Moves {
                who: self.key(fighter),
                from: self.zone_number(from),
                to: self.zone_number(to),
            },
            Event::Attacks {
                fighter,
                choice,
                targets,
            } => self.attack(fighter, choice, targets),
            Event::GivesSkull { fighter, holder } => Object::GivesSkull {
                who: self.key(fighter),
                whom: [self.key(holder)],
            },
            Event::RollsDiceCount { fighter, face } => Object::RollsDiceCount {
                who: self.key(fighter),
                face,
            },
            Event::RollsNet {
                fighter,
                target,
                throw,
                caught,
            } => Object::RollsNet {
                who: self.key(fighter),
                whom: [self.key(target)],
                faces: throw.faces().collect(),
                sum: throw.sum(),
                size: self.figure(target).size,
                caught,
            },
            Event::RollsDefense { fighter, face } => Object::RollsDefense {
                who: self.key(fighter),
                face,
            },
            Event::Rolls {
                by,
                target,
                throw,
                needed,
            } => Object::Rolls {
                who: by.map(|by| self.key(by)),
                whom: [self.key(target)],
                faces: throw.faces().collect(),
                needed,
                hits: throw.at_least(needed),
            },
            Event::UsesCharm {
                fighter,
                choice,
                throw,
            } => self.charm(fighter, choice, throw),
            Event::Wounds {
                by,
                target,
                wounds,
                pp,
                drained,
            } => Object::Wounds {
                who: by.map(|by| self.key(by)),
                whom: [self.key(target)],
                wounds,
                first_wound: self.figure(target).first > 0,
                pp: self.by_popularity().then_some(pp),
                drained,
                target_lp: self.figure(target).lp - wounds,
            },
            Event::Eliminated {
                fighter,
                by,
                points,
            } => Object::Eliminated {
                whom: [self.key(fighter)],
                who: by.map(|by| self.key(by)),
                points: (!self.by_popularity()).then_some(points),
            },
            Event::Netted { fighter } => Object::Netted {
                who: self.key(fighter),
            },
            Event::ShedsNet { fighter } => Object::ShedsNet {
                who: self.key(fighter),
            },
            Event::Spares { fighter, others } => Object::Spares {
                who: self.key(fighter),
                whom: self.keys(others),
            },
            Event::Regains { fighter, lp } => Object::Regains {
                who: self.key(fighter),
                lp,
                fighter_lp: self.figure(fighter).lp + lp,
            },
            Event::Throws {
                fighter,
                target,
                to,
                dice,
            } => Object::Throws {
                who: self.key(fighter),
                whom: [self.key(target)],
                to: self.zone_number(to),
                dice,
            },
            Event::Shocks {
                fighter,
                target,
                shift,
            } => Object::Shocks {
                who: self.key(fighter),
                whom: [self.key(target)],
                shift,
            },
            Event::Rocks { target, dice } => Object::Rocks {
                whom: [self.key(target)],
                dice,
            },
            Event::TurnEnds { fighter } => Object::TurnEnds {
                who: self.key(fighter),
            },
            Event::Over { winners } => Object::Over {
                winners: self.keys(winners),
            },
        }
    }

    fn attack(&self, fighter: FighterIndex, choice: Choice, targets: Fighters) -> Object {
        let slot = self.clash.slot.expect("an attack has a slot");
        Object::Attacks {
            who: self.key(fighter),
            reach: match slot.reach {
                Reach::Melee => "melee",
                Reach::Shot => "shot",
            },
            manner: match (slot.manner, choice) {
                (Manner::Strike, _) => "strike",
                (Manner::Bowling, _) => "bowling",
                (_, Choice::Split { .. }) => "split",
                (_, Choice::Area { .. }) => "area",
                (_, Choice::Pair { .. }) => "pair",
                _ => "single",
            },
            whom: self.keys(targets),
        }
    }

    fn charm(&self, fighter: FighterIndex, choice: Choice, throw: Throw) -> Object {
        Object::UsesCharm {
            who: self.key(fighter),
            flips: match choice {
                Choice::Flip(face) => Some(face),
                _ => None,
            },
            rerolls: match choice {
                Choice::Reroll(dice) => Some(dice),
                _ => None,
            },
            faces: throw.faces().collect(),
            hits: (!self.clash.of_effect).then(|| throw.at_least(self.clash.needed)),
        }
    }

    fn standing(&self) -> Vec<Standing> {
        let living = self.figures.iter().filter(|figure| figure.alive);
        living
            .map(|figure| Standing {
                fighter: figure.key.clone(),
                lp: figure.lp,
                pp: self.by_popularity().then_some(figure.points),
                points: (!self.by_popularity()).then_some(figure.points),
                zone: self.zone_number(figure.zone),
            })
            .collect()
    }
}
