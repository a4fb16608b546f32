//! The state of a game: plain data, copied freely.
//!
//! Fighters are numbered by ascending size (then seat), so that "in ascending size" is the order of their numbers and a
//! set of them is a byte.

use super::board::{Fighters, MAX_ZONES, Zone, Zones};
use super::cards::{CardIndex, Cards, Reach, SLOTS};
use crate::games::MAX_PLAYERS;
use crate::games::chance::{Face, Throw};

/// Most fighters of a game.
pub const MAX_FIGHTERS: usize = MAX_PLAYERS;

/// A fighter of the game: an index by ascending size.
pub type FighterIndex = u8;

/// `State::active` before the first card (the fighter's sheet), and `State::chosen` before a choice.
pub const NO_CARD: CardIndex = CardIndex::MAX;

/// What the game waits for, or that it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// `actor` is placed.
    Placing,
    /// `actor` chooses its card in secret.
    Choosing,
    /// `actor` takes a step of its turn.
    Acting,
    /// A dragon's turn: `actor` shows a face of its card.
    Facing,
    /// Bowling strike, or a Strike by the rules: `actor` names the next target.
    Ordering,
    /// A sandal: `actor` throws `clash.target` to a zone.
    Throwing,
    /// `clash.target` decides about its lucky charm.
    Charm,
    ///
    Over,
}

/// Everything about a game in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    // Who is who: fixed for the game.
    pub(super) count: u8,
    /// Index into the arena's sheets.
    pub(super) sheet: [u8; MAX_FIGHTERS],
    /// Place in the line-up.
    pub(super) slot: [u8; MAX_FIGHTERS],
    pub(super) seat: [u8; MAX_FIGHTERS],
    pub(super) size: [u8; MAX_FIGHTERS],
    /// The fighter's team, itself included.
    pub(super) team: [Fighters; MAX_FIGHTERS],
    pub(super) dragons: Fighters,
    /// Zones on the ring.
    pub(super) ring: u8,
    /// The zones next to each, as the board has them: what is asked most often is at hand.
    pub(super) adjacent: [Zones; MAX_ZONES],

    // Where the game stands.
    pub(super) round: u8,
    pub(super) phase: Phase,
    pub(super) actor: FighterIndex,
    pub(super) alive: Fighters,
    /// Yet to act this round.
    pub(super) waiting: Fighters,
    /// Whose chosen card is face up.
    pub(super) revealed: Fighters,

    // The board.
    pub(super) zone: [Zone; MAX_FIGHTERS],
    /// Who stands on each zone.
    pub(super) at: [Fighters; MAX_ZONES],
    /// The zones off which the fighter was thrown in this round.
    pub(super) thrown_off: [Zones; MAX_FIGHTERS],

    // Tokens.
    pub(super) lp: [u8; MAX_FIGHTERS],
    /// First wound tokens among the life points.
    pub(super) first: [u8; MAX_FIGHTERS],
    /// Scored so far: popularity points, or the sizes of the trophies.
    pub(super) points: [u16; MAX_FIGHTERS],
    pub(super) trophies: [Fighters; MAX_FIGHTERS],
    /// Who still has its lucky charm.
    pub(super) charm: Fighters,
    /// How many more of them.
    pub(super) more_charms: [u8; MAX_FIGHTERS],
    /// Initiative gained or lost for the next action, as by an electroshock.
    pub(super) shift: [i8; MAX_FIGHTERS],
    /// Mystical skull: whom the fighter cannot attack in its next action.
    pub(super) skull: [Fighters; MAX_FIGHTERS],
    /// Who lies in a bramble net.
    pub(super) netted: Fighters,
    /// Elimination order, from 1; 0 while alive.
    pub(super) fell: [u8; MAX_FIGHTERS],
    pub(super) fell_round: [u8; MAX_FIGHTERS],

    // Cards.
    pub(super) hand: [Cards; MAX_FIGHTERS],
    /// How many there were when it was last taken up.
    pub(super) taken_up: [u8; MAX_FIGHTERS],
    pub(super) chosen: [CardIndex; MAX_FIGHTERS],
    pub(super) active: [CardIndex; MAX_FIGHTERS],
    /// The active card's defense, less in a net (a spear's is rolled instead).
    pub(super) defense: [i8; MAX_FIGHTERS],
    /// Effective initiative of the chosen card.
    pub(super) initiative: [i8; MAX_FIGHTERS],
    /// The least that was called for each fighter's card before something moved its initiative, as [`State::called`] has it.
    pub(super) ceiling: [i8; MAX_FIGHTERS],
    // Lasting powers of the active cards.
    pub(super) no_melee: Fighters,
    pub(super) no_shot: Fighters,
    pub(super) suit: Fighters,
    pub(super) spear: Fighters,

    pub(super) turn: TurnState,
    pub(super) clash: Clash,
}

/// The actor's turn so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TurnState {
    /// Moves still to make.
    pub moves: u8,
    /// Zones that may not be entered.
    pub barred: Zones,
    /// Attacks left, by slot.
    pub left: [u8; SLOTS],
    /// Whom a card of two different targets has attacked already.
    pub struck: Fighters,
}

/// What is being resolved of an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// By `rules.charm_effect_dice`: dice against the target's size.
    Net,
    /// The same: the die that says how many an attack has.
    Count,
    /// The named targets.
    Targets,
    /// A Strike's second phase.
    Splinters,
    /// Sandal: those on whom the thrown one lands.
    Landing,
    /// The crowd's rocks.
    Rocks,
}

/// An attack while it is resolved: kept in the state because a lucky charm may interrupt it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clash {
    pub stage: Stage,
    pub slot: u8,
    pub target: FighterIndex,
    /// Targets to come, after `target`.
    pub pending: Fighters,
    /// The zone of the targets.
    pub zone: Zone,
    /// The dice thrown: an area's for all, a pair's for its first and its second target; second, those of a bowling strike or of a Strike
    /// that one target has left for the next.
    pub thrown: [Throw; 2],
    /// How many of the named targets have been faced.
    pub faced: u8,
    /// The dice as they lie for `target`.
    pub throw: Throw,
    /// Who throws them, and again if a charm asks for it.
    pub thrower: FighterIndex,
    /// The least face that wounds `target`.
    pub needed: i8,
    /// A snare: taken from the target's defense.
    pub netted: i8,
    /// Who fell to this attack: each is worth a throw of rocks.
    pub victims: Fighters,
    /// A Strike's single dice, by target: face (0: none yet) and least face that wounds.
    pub splinters: [(Face, i8); MAX_FIGHTERS],
    /// Split shot: the dice of the attacks to come, four bits for each fighter.
    pub shares: u32,
    /// Bowling strike: the targets in their order, the next one in the lowest four bits, each plus one.
    pub order: u32,
    /// Dice that are thrown next: the attack's own, while an effect's lie there; of a landing those at each.
    pub dice: u8,
}

const _: () = assert!(
    std::mem::size_of::<State>() <= 320,
    "a state is copied at every search node: keep it small"
);

impl TurnState {
    pub const NONE: TurnState = TurnState {
        moves: 0,
        barred: 0,
        left: [0; SLOTS],
        struck: 0,
    };
}

impl Clash {
    /// The actor's attack at these.
    pub fn at(state: &State, targets: Fighters) -> Clash {
        let first = targets.trailing_zeros() as usize;
        Clash {
            pending: targets,
            zone: state.zone[first],
            thrower: state.actor,
            ..Clash::none()
        }
    }

    pub fn none() -> Clash {
        Clash {
            stage: Stage::Targets,
            slot: 0,
            target: 0,
            pending: 0,
            zone: 0,
            thrown: [Throw::default(); 2],
            faced: 0,
            throw: Throw::default(),
            thrower: 0,
            needed: 0,
            netted: 0,
            victims: 0,
            splinters: [(0, 0); MAX_FIGHTERS],
            shares: 0,
            order: 0,
            dice: 0,
        }
    }
}

impl State {
    /// Fighters in this game, 2 to 8.
    pub fn fighters(&self) -> usize {
        usize::from(self.count)
    }

    /// The line-up slot of each fighter, by fighter; valid up to [`State::fighters`].
    pub fn slots(&self) -> [u8; MAX_FIGHTERS] {
        self.slot
    }

    /// Which of the arena's sheets a fighter plays, by index.
    pub fn sheet_of(&self, fighter: usize) -> usize {
        usize::from(self.sheet[fighter])
    }

    /// The seat of a fighter, from 0.
    #[inline]
    pub fn seat_of(&self, fighter: usize) -> u8 {
        self.seat[fighter]
    }

    /// The round, from 1; 0 before the first.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// The zones next to a zone.
    #[inline]
    pub(super) fn adjacent(&self, zone: Zone) -> Zones {
        self.adjacent[usize::from(zone)]
    }

    /// Everybody of the game, the fallen included.
    pub(super) fn everybody(&self) -> Fighters {
        ((1u16 << self.count) - 1) as Fighters
    }

    /// Whom no attack of this reach may hit, whoever makes it.
    #[inline]
    pub(super) fn immune(&self, reach: Reach) -> Fighters {
        match reach {
            Reach::Melee => self.no_melee,
            Reach::Shot => self.no_shot,
        }
    }

    /// Everyone alive whom `fighter` may choose to attack, immunities aside.
    #[inline]
    pub(super) fn foes(&self, fighter: FighterIndex, friendly_fire: bool) -> Fighters {
        let f = usize::from(fighter);
        let friends = if friendly_fire {
            1 << fighter
        } else {
            self.team[f]
        };
        self.alive & !friends & !self.skull[f]
    }

    /// What the countdown has come down to, in terms of what is printed on a fighter's cards: one that still lies face down has
    /// less. A net costs the initiative `by_net`.
    #[inline(always)]
    pub(super) fn called(&self, fighter: FighterIndex, by_net: u8) -> i8 {
        let f = usize::from(fighter);
        let called = self.initiative[usize::from(self.actor)];
        // No net lowers anything to less than 0.
        let by_net = (self.netted >> fighter & 1) * by_net * u8::from(called > 0);
        called
            .saturating_sub(self.shift[f])
            .saturating_add(by_net as i8)
            .min(self.ceiling[f])
    }

    /// Something is about to move the initiative of a fighter's card: what was called for it until now still holds.
    pub(super) fn keep_called(&mut self, fighter: FighterIndex, by_net: u8) {
        self.ceiling[usize::from(fighter)] = self.called(fighter, by_net);
    }

    /// Is only one side left?
    #[inline]
    pub(super) fn one_side_left(&self) -> bool {
        let one = self.alive.trailing_zeros() as usize;
        self.alive & !self.team[one] == 0
    }
}
