//! The state that a story tracks: positions, tokens and cards of the fighters, and the attack in
//! progress.

use super::words;
use crate::game::chance::{Face, Throw};
use crate::game::story::Role;
use crate::games::arena::board::{Board, Fighters, Zone, members};
use crate::games::arena::cards::{AttackSlot, CardIndex, Manner, PlayCard, Reach};
use crate::games::arena::state::{FighterIndex, NO_CARD, State};
use crate::games::arena::{Arena, Choice, Roster, Scoring};
use crate::words::list;

/// The state of a game after the events that the story has written so far.
#[derive(Debug, Clone)]
pub struct Scene<'a> {
    pub(super) arena: &'a Arena,
    pub(super) board: &'a Board,
    /// The fighters by ascending size, as events number them.
    pub(super) figures: Vec<Figure>,
    pub(super) round: u8,
    pub(super) turn: ToldTurn,
    pub(super) clash: ToldClash,
}

/// The current state of one fighter, as the story computes it from the events.
#[derive(Debug, Clone)]
pub struct Figure {
    pub key: String,
    pub name: String,
    pub size: u8,
    pub role: Role,
    /// Index of the fighter's sheet in the arena's sheets.
    pub(super) sheet: usize,
    pub(super) cards: Vec<CardWords>,
    pub(super) zone: Zone,
    pub(super) lp: u8,
    /// Number of first-wound tokens among the life points.
    pub(super) first: u8,
    /// Points that the fighter has scored so far.
    pub(super) points: u16,
    pub(super) trophies: Fighters,
    pub(super) charm: bool,
    /// Number of lucky charms that the fighter has besides the first one.
    pub(super) more_charms: u8,
    pub(super) alive: bool,
    /// True if the fighter is caught in a net.
    pub(super) netted: bool,
    /// True if the fighter has not acted in this round.
    pub(super) waiting: bool,
    pub(super) chosen: CardIndex,
    pub(super) active: CardIndex,
    /// Effective initiative of the fighter's chosen card.
    pub(super) initiative: i8,
    /// Initiative gained or lost for the next action by an electroshock.
    pub(super) shift: i8,
    /// The fighters whose mystical skulls this fighter holds. The fighter cannot attack them.
    pub(super) skulls: Fighters,
    pub(super) fell: Option<ToldFall>,
}

/// The texts that a story uses for a card.
#[derive(Debug, Clone)]
pub(super) struct CardWords {
    pub key: String,
    /// Name with key and effect, such as `card 3, powder barrel`.
    pub name: String,
    /// Name of the effect, such as `powder barrel`, or an empty string.
    pub effect: String,
    /// Values of the card, such as `movement 1, shooting 3, defense 5`.
    pub values: String,
}

/// An elimination: its round, and the eliminator (`None` for the crowd's rocks).
#[derive(Debug, Clone, Copy)]
pub(super) struct ToldFall {
    pub round: u8,
    pub by: Option<FighterIndex>,
}

/// The numbers of moves and attacks that the actor has made in its turn.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ToldTurn {
    pub actor: FighterIndex,
    pub moves: u8,
    pub attacks: u8,
}

/// The attack, or the rocks of the crowd, that the story is describing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ToldClash {
    /// The attack of the card; `None` for rocks of the crowd.
    pub slot: Option<AttackSlot>,
    pub targets: Fighters,
    /// The targets whose dice the story has written.
    pub faced: Fighters,
    /// Subtracted from the target's defense after a snare.
    pub netted: i8,
    /// Rolled defense of each target with a whirling spear; `None` for other targets and before the
    /// roll.
    pub defense: [Option<Face>; 8],
    /// The dice that the story has written last.
    pub throw: Throw,
    pub needed: i8,
    /// True if `throw` has dice of an effect, which are thrown before the attack's own dice.
    pub of_effect: bool,
    /// True if `throw` is the die that determines the number of dice of the attack.
    pub counts: bool,
    /// Sandal: true if the target has been thrown, so that the next dice are those against fighters
    /// in the zone of its landing.
    pub landing: bool,
}

impl ToldClash {
    /// Returns true if the story has written the dice against all chosen targets, so that dice of a
    /// Strike's second phase follow.
    pub fn second_phase(&self) -> bool {
        self.slot.is_some_and(|slot| slot.manner == Manner::Strike)
            && self.targets & !self.faced == 0
    }
}

impl<'a> Scene<'a> {
    /// Creates the scene of a game in its current state. `roster` is the arena's roster; `roles`
    /// has the player of each fighter.
    pub fn new(arena: &'a Arena, roster: &Roster, state: &State, roles: &[Role]) -> Self {
        let figures = roles.iter().enumerate().map(|(f, role)| {
            let index = state.sheet_of(f);
            let sheet = &arena.sheets[index];
            let (key, fighter) = roster
                .fighters
                .iter()
                .nth(index)
                .expect("the arena's roster");
            let words = sheet.keys.iter().zip(&sheet.cards).map(|(key, play)| {
                let card = &fighter.cards[key];
                let effect = words::effect(card).unwrap_or_default();
                let name = match effect.as_str() {
                    "" => format!("card {key}"),
                    effect => format!("card {key}, {effect}"),
                };
                CardWords {
                    key: key.clone(),
                    name,
                    effect,
                    values: card.values(play.lasting.spear),
                }
            });
            Figure {
                key: key.clone(),
                name: fighter.name.clone(),
                size: sheet.size,
                role: role.clone(),
                sheet: index,
                cards: words.collect(),
                zone: state.zone[f],
                lp: state.lp[f],
                first: state.first[f],
                points: state.points[f],
                trophies: state.trophies[f],
                charm: state.charm >> f & 1 == 1,
                more_charms: state.more_charms[f],
                alive: state.alive >> f & 1 == 1,
                netted: state.netted >> f & 1 == 1,
                waiting: state.waiting >> f & 1 == 1,
                chosen: state.chosen[f],
                active: state.active[f],
                initiative: state.initiative[f],
                shift: state.shift[f],
                skulls: state.skull[f],
                fell: (state.fell[f] > 0).then_some(ToldFall {
                    round: state.fell_round[f],
                    by: None,
                }),
            }
        });
        Scene {
            arena,
            board: arena.board(state),
            figures: figures.collect(),
            round: state.round,
            turn: ToldTurn::default(),
            clash: ToldClash::default(),
        }
    }

    /// Returns true if the game scores popularity points, false if it scores trophies.
    pub(super) fn by_popularity(&self) -> bool {
        self.arena.rules.scoring == Scoring::Popularity
    }

    /// Returns the unit of the score in this game.
    pub(super) fn unit(&self) -> &'static str {
        self.arena.rules.scoring.words().1
    }

    /// Returns the printed initiative of a fighter's card in this round; for a dragon, the
    /// initiative set by the rules.
    pub(super) fn printed_initiative(&self, fighter: FighterIndex, card: CardIndex) -> u8 {
        let sheet = &self.arena.sheets[self.figure(fighter).sheet];
        match sheet.dragon {
            true => self.arena.rules.dragon_initiative(self.round),
            false => sheet.cards[usize::from(card)].initiative,
        }
    }

    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    pub(super) fn figure(&self, fighter: FighterIndex) -> &Figure {
        &self.figures[usize::from(fighter)]
    }

    pub(super) fn figure_mut(&mut self, fighter: FighterIndex) -> &mut Figure {
        &mut self.figures[usize::from(fighter)]
    }

    pub(super) fn name(&self, fighter: FighterIndex) -> &str {
        &self.figure(fighter).name
    }

    /// Returns the names of fighters as a list, such as `Agaric, Cactus and Baobab`, or `nobody`.
    pub(super) fn names(&self, fighters: Fighters) -> String {
        let names: Vec<&str> = members(fighters)
            .map(|fighter| self.name(fighter))
            .collect();
        match names.is_empty() {
            true => "nobody".into(),
            false => list(&names),
        }
    }

    pub(super) fn zone(&self, zone: Zone) -> String {
        words::zone(self.board, zone)
    }

    /// Returns the active card of a fighter and its words; `None` before the fighter's first card.
    pub(super) fn active(&self, fighter: FighterIndex) -> Option<(&PlayCard, &CardWords)> {
        let figure = self.figure(fighter);
        (figure.active != NO_CARD).then(|| {
            let card = usize::from(figure.active);
            (
                &self.arena.sheets[figure.sheet].cards[card],
                &figure.cards[card],
            )
        })
    }

    /// Returns true if the attack is a shot at distance 2.
    pub(super) fn is_far(&self, target: FighterIndex) -> bool {
        let shot = self
            .clash
            .slot
            .is_some_and(|slot| slot.reach == Reach::Shot);
        let from = self.figure(self.turn.actor).zone;
        shot && self.board.distance(from, self.figure(target).zone) == 2
    }

    /// Returns the fighters in `among` that hold a mystical skull of the actor.
    pub(super) fn skull_holders(&self, among: Fighters) -> Fighters {
        members(among)
            .filter(|&fighter| self.figure(fighter).skulls >> self.turn.actor & 1 == 1)
            .map(|fighter| 1 << fighter)
            .sum()
    }

    /// Records the beginning of an attack, to which the following dice belong.
    pub(super) fn begin_clash(&mut self, choice: Choice, targets: Fighters) {
        let (Choice::Attack { slot, .. }
        | Choice::Pair { slot, .. }
        | Choice::Area { slot, .. }
        | Choice::Split { slot, .. }) = choice
        else {
            unreachable!("an attack is told, not {choice:?}")
        };
        let card = self
            .active(self.turn.actor)
            .expect("the actor has a card")
            .0;
        let slot = card.slots[usize::from(slot)];
        self.clash = ToldClash {
            slot: Some(slot),
            targets,
            ..ToldClash::default()
        };
    }
}
