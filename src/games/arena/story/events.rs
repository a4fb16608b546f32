//! The story of a game as JSON Lines: a header, all events, and the outcome. The module `told`
//! defines the fields of each line.

use super::told::{Entry, Place, Standing, Told};
use super::{Figure, Scene};
use crate::game::Observer;
use crate::game::chance::Throw;
use crate::game::story::Playbill;
use crate::games::arena::board::{Fighters, Zone, members};
use crate::games::arena::cards::{CardIndex, Manner, Reach};
use crate::games::arena::state::{FighterIndex, State};
use crate::games::arena::{Choice, Event};

/// Tells a game as a list of events.
#[derive(Debug, Clone)]
pub struct Events<'a> {
    pub(super) scene: Scene<'a>,
    told: Vec<Told>,
}

impl<'a> Events<'a> {
    /// Creates the story of the game in `scene`, with its header.
    pub fn new(scene: Scene<'a>, bill: &Playbill) -> Self {
        let mut line_up: Vec<Entry> = scene.figures.iter().map(entry).collect();
        line_up.sort_by_key(|entry| (entry.team, entry.seat));
        let header = Told::Header {
            scenario: bill.title.clone(),
            seed: bill.seed,
            game: bill.game,
            zones: scene.board.ring(),
            rounds: scene.arena.rules.rounds,
            line_up,
        };
        Events {
            scene,
            told: vec![header],
        }
    }

    /// Returns the lines told so far.
    pub fn lines(&self) -> &[Told] {
        &self.told
    }

    pub(super) fn tell(&mut self, told: Told) {
        self.told.push(told);
    }

    /// Returns all lines; `end` is the final state of the game.
    pub fn finish(mut self, end: &State) -> Vec<Told> {
        let standing = self.scene.arena.standing(end);
        let figures = self.scene.figures.iter().enumerate();
        let mut fighters: Vec<Place> = figures
            .map(|(f, figure)| Place {
                fighter: figure.key.clone(),
                place: standing.place[f],
                won: standing.winners >> f & 1 == 1,
                score: self.scene.arena.score(end, f),
                lp: figure.lp,
                trophies: self.keys(figure.trophies),
                round_eliminated: figure.fell.map(|fall| fall.round),
                eliminated_by: figure.fell.and_then(|fall| fall.by).map(|by| self.key(by)),
            })
            .collect();
        fighters.sort_by_key(|fighter| fighter.place);
        self.told.push(Told::Outcome {
            rounds: self.scene.round,
            winners: self.keys(standing.winners),
            fighters,
        });
        self.told
    }

    fn key(&self, fighter: FighterIndex) -> String {
        self.scene.figure(fighter).key.clone()
    }

    fn keys(&self, fighters: Fighters) -> Vec<String> {
        members(fighters).map(|fighter| self.key(fighter)).collect()
    }

    fn card(&self, fighter: FighterIndex, card: CardIndex) -> String {
        self.scene.figure(fighter).cards[usize::from(card)]
            .key
            .clone()
    }

    fn zone(&self, zone: Zone) -> u8 {
        if zone == self.scene.board.centre() {
            0
        } else {
            zone + 1
        }
    }

    /// Returns the line for an event. The scene is still in the state before the event.
    fn told(&self, event: Event) -> Told {
        match event {
            Event::Placed { fighter, zone } => Told::Placed {
                fighter: self.key(fighter),
                zone: self.zone(zone),
            },
            Event::RoundBegins { round } => Told::RoundBegins {
                round,
                standing: self.standing(),
            },
            Event::TakesBack { fighter, cards } => Told::TakesBack {
                fighter: self.key(fighter),
                cards: members(cards)
                    .map(|card| self.card(fighter, card))
                    .collect(),
            },
            Event::Chooses { fighter, card } => Told::Chooses {
                fighter: self.key(fighter),
                card: self.card(fighter, card),
            },
            Event::Revealed {
                initiative,
                fighters,
            } => Told::Revealed {
                initiative,
                fighters: self.keys(fighters),
            },
            Event::TurnBegins { fighter, card } => Told::TurnBegins {
                fighter: self.key(fighter),
                card: self.card(fighter, card),
                initiative: self.scene.figure(fighter).initiative,
            },
            Event::Moves { fighter, from, to } => Told::Moves {
                fighter: self.key(fighter),
                from: self.zone(from),
                to: self.zone(to),
            },
            Event::Attacks {
                fighter,
                choice,
                targets,
            } => self.attack(fighter, choice, targets),
            Event::GivesSkull { fighter, holder } => Told::GivesSkull {
                fighter: self.key(fighter),
                holder: self.key(holder),
            },
            Event::RollsDiceCount { fighter, face } => Told::RollsDiceCount {
                fighter: self.key(fighter),
                face,
            },
            Event::RollsNet {
                fighter,
                target,
                throw,
                caught,
            } => Told::RollsNet {
                fighter: self.key(fighter),
                target: self.key(target),
                faces: throw.faces().collect(),
                sum: throw.sum(),
                size: self.scene.figure(target).size,
                caught,
            },
            Event::RollsDefense { fighter, face } => Told::RollsDefense {
                fighter: self.key(fighter),
                face,
            },
            Event::Rolls {
                by,
                target,
                throw,
                needed,
            } => Told::Rolls {
                by: by.map(|by| self.key(by)),
                target: self.key(target),
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
            } => Told::Wounds {
                by: by.map(|by| self.key(by)),
                target: self.key(target),
                wounds,
                first_wound: self.scene.figure(target).first > 0,
                pp: self.scene.by_popularity().then_some(pp),
                drained,
                target_lp: self.scene.figure(target).lp - wounds,
            },
            Event::Eliminated {
                fighter,
                by,
                points,
            } => Told::Eliminated {
                fighter: self.key(fighter),
                by: by.map(|by| self.key(by)),
                points: (!self.scene.by_popularity()).then_some(points),
            },
            Event::Netted { fighter } => Told::Netted {
                fighter: self.key(fighter),
            },
            Event::ShedsNet { fighter } => Told::ShedsNet {
                fighter: self.key(fighter),
            },
            Event::Spares { fighter, others } => Told::Spares {
                fighter: self.key(fighter),
                others: self.keys(others),
            },
            Event::Regains { fighter, lp } => Told::Regains {
                fighter: self.key(fighter),
                lp,
                fighter_lp: self.scene.figure(fighter).lp + lp,
            },
            Event::Throws {
                fighter,
                target,
                to,
                dice,
            } => Told::Throws {
                fighter: self.key(fighter),
                target: self.key(target),
                to: self.zone(to),
                dice,
            },
            Event::Shocks {
                fighter,
                target,
                shift,
            } => Told::Shocks {
                fighter: self.key(fighter),
                target: self.key(target),
                shift,
            },
            Event::Rocks { target, dice } => Told::Rocks {
                target: self.key(target),
                dice,
            },
            Event::TurnEnds { fighter } => Told::TurnEnds {
                fighter: self.key(fighter),
            },
            Event::Over { winners } => Told::Over {
                winners: self.keys(winners),
            },
        }
    }

    fn attack(&self, fighter: FighterIndex, choice: Choice, targets: Fighters) -> Told {
        let slot = self.scene.clash.slot.expect("an attack has a slot");
        Told::Attacks {
            fighter: self.key(fighter),
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
            targets: self.keys(targets),
        }
    }

    fn charm(&self, fighter: FighterIndex, choice: Choice, throw: Throw) -> Told {
        Told::UsesCharm {
            fighter: self.key(fighter),
            flips: match choice {
                Choice::Flip(face) => Some(face),
                _ => None,
            },
            rerolls: match choice {
                Choice::Reroll(dice) => Some(dice),
                _ => None,
            },
            faces: throw.faces().collect(),
            hits: (!self.scene.clash.of_effect).then(|| throw.at_least(self.scene.clash.needed)),
        }
    }

    fn standing(&self) -> Vec<Standing> {
        let living = self.scene.figures.iter().filter(|figure| figure.alive);
        living
            .map(|figure| Standing {
                fighter: figure.key.clone(),
                lp: figure.lp,
                pp: self.scene.by_popularity().then_some(figure.points),
                points: (!self.scene.by_popularity()).then_some(figure.points),
                zone: self.zone(figure.zone),
            })
            .collect()
    }
}

fn entry(figure: &Figure) -> Entry {
    Entry {
        fighter: figure.key.clone(),
        name: figure.name.clone(),
        size: figure.size,
        seat: figure.role.seat,
        team: figure.role.team,
        strategy: figure.role.strategy.clone(),
    }
}

impl Observer<Event> for Events<'_> {
    fn see(&mut self, event: Event) {
        if let Event::Attacks {
            choice, targets, ..
        } = event
        {
            self.scene.begin_clash(choice, targets);
        }
        let told = self.told(event);
        self.tell(told);
        self.scene.remember(event);
    }
}
