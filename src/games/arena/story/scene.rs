//! The scene of a story: the state of the game that the story tracks from event to event. It has
//! positions, life points and cards of the fighters, and the attack in progress.

use super::words;
use crate::game::chance::{Face, Throw};
use crate::game::story::Role;
use crate::games::arena::board::{Board, Fighters, Zone, members};
use crate::games::arena::cards::{AttackSlot, CardIndex, Manner, PlayCard, Reach};
use crate::games::arena::state::{FighterIndex, NO_CARD, State};
use crate::games::arena::{Arena, Choice, Roster, Scoring};
use crate::words::list;

/// The state of a game after the events that its story has covered so far.
#[derive(Debug, Clone)]
pub struct Scene<'a> {
    pub(super) arena: &'a Arena,
    pub(super) board: &'a Board,
    /// The fighters of the game by ascending size; events refer to fighters by their index here.
    pub(super) figures: Vec<Figure>,
    pub(super) round: u8,
    pub(super) turn: ToldTurn,
    pub(super) clash: ToldClash,
}

/// The current state of one fighter, which the story computes from the events.
#[derive(Debug, Clone)]
pub struct Figure {
    pub key: String,
    pub name: String,
    pub size: u8,
    pub role: Role,
    /// Index of the fighter in the arena's list of playable fighters.
    pub(super) sheet: usize,
    pub(super) cards: Vec<CardWords>,
    pub(super) zone: Zone,
    pub(super) lp: u8,
    /// Number of first-wound tokens among the fighter's life points.
    pub(super) first: u8,
    /// Points that the fighter has scored so far in the game.
    pub(super) points: u16,
    pub(super) trophies: Fighters,
    pub(super) charm: bool,
    /// Number of lucky charms that the fighter has besides the first one.
    pub(super) more_charms: u8,
    pub(super) alive: bool,
    /// True if the fighter is caught in a bramble net.
    pub(super) netted: bool,
    /// True if the fighter has not acted in this round.
    pub(super) waiting: bool,
    pub(super) chosen: CardIndex,
    pub(super) active: CardIndex,
    /// Effective initiative of the fighter's chosen card (rule ).
    pub(super) initiative: i8,
    /// Initiative that the fighter gains or loses for its next action because of electroshocks.
    pub(super) shift: i8,
    /// The fighters whose mystical skulls this fighter holds, so that it cannot attack them in its
    /// next action.
    pub(super) skulls: Fighters,
    pub(super) fell: Option<ToldFall>,
}

/// The texts that a story uses for one card.
#[derive(Debug, Clone)]
pub(super) struct CardWords {
    pub key: String,
    /// Name of the card with its key and effect, such as `card 3, powder barrel`.
    pub name: String,
    /// Name of the card's effect, such as `powder barrel`; empty if the card has no effect.
    pub effect: String,
    /// Values of the card as text, such as `movement 1, shooting 3, defense 5`.
    pub values: String,
}

/// The elimination of a fighter: its round, and the fighter that caused it (`None` for the crowd's
/// rocks).
#[derive(Debug, Clone, Copy)]
pub(super) struct ToldFall {
    pub round: u8,
    pub by: Option<FighterIndex>,
}

/// The acting fighter, and how many moves and attacks it has made in its turn.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ToldTurn {
    pub actor: FighterIndex,
    pub moves: u8,
    pub attacks: u8,
}

/// The attack, or the crowd's throw of rocks, that the story is describing.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ToldClash {
    /// The attack of the active card that is being made; `None` if the crowd throws rocks.
    pub slot: Option<AttackSlot>,
    pub targets: Fighters,
    /// The targets of the attack against which the story has already described the dice.
    pub faced: Fighters,
    /// Number subtracted from the target's defense, because it was caught by the dice of an evil
    /// net before the attack.
    pub netted: i8,
    /// Defense that each target with a whirling spear has rolled. `None` for other targets, and
    /// before the roll.
    pub defense: [Option<Face>; 8],
    /// The dice that the story has described last.
    pub throw: Throw,
    pub needed: i8,
    /// True if the field `throw` has dice of a card effect, which are thrown before the attack's
    /// own dice.
    pub of_effect: bool,
    /// True if the field `throw` is the die that determines the attack's number of dice.
    pub counts: bool,
    /// True if the target has been thrown to another zone by a sandal. The next dice are those
    /// against the fighters in that zone.
    pub landing: bool,
}

impl ToldClash {
    /// Returns true if the attack is a Strike in its second phase. Then the story has described the
    /// dice against all chosen targets, and dice against further targets follow.
    pub fn second_phase(&self) -> bool {
        self.slot.is_some_and(|slot| slot.manner == Manner::Strike)
            && self.targets & !self.faced == 0
    }
}

impl<'a> Scene<'a> {
    /// Creates the scene of a story from the current state of a game. `roster` is the arena's
    /// roster; `roles` lists the players of the fighters.
    pub fn new(arena: &'a Arena, roster: &Roster, state: &State, roles: &[Role]) -> Self {
        let figures = roles.iter().enumerate().map(|(f, role)| {
            let index = state.sheet_of(f);
            let sheet = &arena.sheets[index];
            let (key, fighter) = roster.fighters.iter().nth(index).expect("the arena's roster");
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
                    values: card.values(play.lasting.rolled_defense),
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
                fell: (state.fell[f] > 0)
                    .then_some(ToldFall { round: state.fell_round[f], by: None }),
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

    /// Returns true if popularity points are scored in this game, false if trophies are scored.
    pub(super) fn by_popularity(&self) -> bool {
        self.arena.rules.scoring == Scoring::Popularity
    }

    /// Returns the abbreviated unit of the score in this game, such as `PP`.
    pub(super) fn unit(&self) -> &'static str {
        self.arena.rules.scoring.words().1
    }

    /// Returns the printed initiative of a fighter's card. For a dragon, returns the initiative
    /// that the rules give it in this round.
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

    /// Returns the names of fighters as a list, such as `Agaric, Cactus and Baobab`; `nobody` if
    /// there are none.
    pub(super) fn names(&self, fighters: Fighters) -> String {
        let names: Vec<&str> = members(fighters).map(|fighter| self.name(fighter)).collect();
        match names.is_empty() {
            true => "nobody".into(),
            false => list(&names),
        }
    }

    pub(super) fn zone(&self, zone: Zone) -> String {
        words::zone(self.board, zone)
    }

    /// Returns the active card of a fighter and the texts for this card; `None` before the
    /// fighter's first card.
    pub(super) fn active(&self, fighter: FighterIndex) -> Option<(&PlayCard, &CardWords)> {
        let figure = self.figure(fighter);
        (figure.active != NO_CARD).then(|| {
            let card = usize::from(figure.active);
            (&self.arena.sheets[figure.sheet].cards[card], &figure.cards[card])
        })
    }

    /// Returns true if the current attack is a shot at a target at distance 2 (rule ).
    pub(super) fn is_far(&self, target: FighterIndex) -> bool {
        let shot = self.clash.slot.is_some_and(|slot| slot.reach == Reach::Shot);
        let from = self.figure(self.turn.actor).zone;
        shot && self.board.distance(from, self.figure(target).zone) == 2
    }

    /// Returns the fighters in `among` that hold the acting fighter's mystical skull.
    pub(super) fn skull_holders(&self, among: Fighters) -> Fighters {
        members(among)
            .filter(|&fighter| self.figure(fighter).skulls >> self.turn.actor & 1 == 1)
            .map(|fighter| 1 << fighter)
            .sum()
    }

    /// Records that an attack begins; the dice of the following events belong to it.
    pub(super) fn begin_clash(&mut self, choice: Choice, targets: Fighters) {
        let (Choice::Attack { slot, .. }
        | Choice::Pair { slot, .. }
        | Choice::Area { slot, .. }
        | Choice::Split { slot, .. }) = choice
        else {
            unreachable!("an attack is told, not {choice:?}")
        };
        let card = self.active(self.turn.actor).expect("the actor has a card").0;
        let slot = card.slots[usize::from(slot)];
        self.clash = ToldClash { slot: Some(slot), targets, ..ToldClash::default() };
    }
}
