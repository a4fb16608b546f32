//! The state of an arena game: plain data that is cheap to copy.
//!
//! Fighters are numbered by ascending size (ties by seat). The order of the numbers is therefore
//! the order of sizes, and a set of fighters fits in a byte.

use super::board::{Fighters, MAX_ZONES, Zone, ZoneSet};
use super::cards::{CardIndex, Cards, Reach, SLOTS};
use crate::game::MAX_PLAYERS;
use crate::game::chance::{Face, Throw};

/// Maximum number of fighters of a game.
pub const MAX_FIGHTERS: usize = MAX_PLAYERS;

/// A fighter of a game: an index from 0, by ascending size.
pub type FighterIndex = u8;

/// Stands for "no card": in `State::active` before the first card, and in `State::chosen` before
/// the choice.
pub const NO_CARD: CardIndex = CardIndex::MAX;

/// What a game waits for, or that the game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// the fighter `actor` is placed.
    Placing,
    /// `actor` chooses its card in secret.
    Choosing,
    /// `actor` takes a step of its turn.
    Acting,
    /// Turn of a dragon: `actor` shows a face of its card.
    Facing,
    /// Bowling strike, or Strike with `rules.strike_optional`: `actor` names the next target.
    Ordering,
    /// Sandal: `actor` throws `clash.target` to a zone.
    Throwing,
    /// the target of the attack, `clash.target`, decides whether to use its lucky charm.
    Charm,
    /// the game is over.
    Over,
}

/// The complete state of a game in progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    // Fields of the line-up, which stay the same for the whole game.
    /// Number of fighters in the game.
    pub(super) count: u8,
    /// Index of each fighter's sheet in the arena's sheets.
    pub(super) sheet: [u8; MAX_FIGHTERS],
    /// Position of each fighter in the line-up.
    pub(super) slot: [u8; MAX_FIGHTERS],
    /// Seat of each fighter, from 0.
    pub(super) seat: [u8; MAX_FIGHTERS],
    /// Size (initial life points) of each fighter, in ascending order.
    pub(super) size: [u8; MAX_FIGHTERS],
    /// The members of each fighter's team, including the fighter.
    pub(super) team: [Fighters; MAX_FIGHTERS],
    /// The fighters that are dragons.
    pub(super) dragons: Fighters,
    /// Number of zones on the ring.
    pub(super) ring: u8,
    /// The zones next to each zone: a copy from the board, for faster access.
    pub(super) adjacent: [ZoneSet; MAX_ZONES],

    // Fields of the progress of the game.
    /// Number of the round, from 1; 0 before the first round.
    pub(super) round: u8,
    /// The decision that the game waits for.
    pub(super) phase: Phase,
    /// The fighter that decides or acts.
    pub(super) actor: FighterIndex,
    /// The fighters that have not been eliminated.
    pub(super) alive: Fighters,
    /// Fighters that have not acted in this round.
    pub(super) waiting: Fighters,
    /// Fighters whose chosen card is face up.
    pub(super) revealed: Fighters,

    // Fields of the positions on the board.
    /// Zone of each fighter.
    pub(super) zone: [Zone; MAX_FIGHTERS],
    /// The fighters in each zone.
    pub(super) at: [Fighters; MAX_ZONES],
    /// The zones from which each fighter was thrown in this round.
    pub(super) thrown_off: [ZoneSet; MAX_FIGHTERS],

    // Fields of tokens and scores.
    /// Life points left, by fighter.
    pub(super) lp: [u8; MAX_FIGHTERS],
    /// Number of first-wound tokens among each fighter's life points.
    pub(super) first: [u8; MAX_FIGHTERS],
    /// Points scored by each fighter: popularity points, or the sizes of its trophies.
    pub(super) points: [u16; MAX_FIGHTERS],
    /// The fighters that each fighter has eliminated or whose trophies it has inherited.
    pub(super) trophies: [Fighters; MAX_FIGHTERS],
    /// Fighters that hold at least one lucky charm.
    pub(super) charm: Fighters,
    /// Number of lucky charms that each fighter has besides the first one.
    pub(super) more_charms: [u8; MAX_FIGHTERS],
    /// Initiative gained or lost for the next action, for example by an electroshock.
    pub(super) shift: [i8; MAX_FIGHTERS],
    /// Mystical skull: the fighters that each fighter cannot attack in its next action.
    pub(super) skull: [Fighters; MAX_FIGHTERS],
    /// Fighters caught in a bramble net.
    pub(super) netted: Fighters,
    /// Position in the order of eliminations, from 1; 0 for a living fighter.
    pub(super) fell: [u8; MAX_FIGHTERS],
    /// Round in which each fighter was eliminated.
    pub(super) fell_round: [u8; MAX_FIGHTERS],

    // Fields of the cards.
    /// The cards that each fighter has not played, including a face-down card.
    pub(super) hand: [Cards; MAX_FIGHTERS],
    /// Number of cards in each fighter's hand when the fighter last took cards back.
    pub(super) taken_up: [u8; MAX_FIGHTERS],
    /// The card that each fighter has chosen for this round.
    pub(super) chosen: [CardIndex; MAX_FIGHTERS],
    /// The card that each fighter played last, which is in effect.
    pub(super) active: [CardIndex; MAX_FIGHTERS],
    /// Defense of the active card, reduced by a net. Unused for a whirling spear, whose defense is
    /// rolled.
    pub(super) defense: [i8; MAX_FIGHTERS],
    /// Effective initiative of each fighter's chosen card.
    pub(super) initiative: [i8; MAX_FIGHTERS],
    /// Upper bound for the printed initiative of each fighter's face-down card. It stems from
    /// initiatives called before an effect changed the card's initiative; see [`State::called`].
    pub(super) ceiling: [i8; MAX_FIGHTERS],
    // Sets of fighters with a lasting power of their active card.
    /// Fighters that cannot be attacked in melee.
    pub(super) no_melee: Fighters,
    /// Fighters that cannot be shot.
    pub(super) no_shot: Fighters,
    /// Fighters with a blinding suit: attacks on them roll 1 die fewer.
    pub(super) suit: Fighters,
    /// Fighters with a whirling spear: their defense is rolled for each attack.
    pub(super) spear: Fighters,

    /// The turn of the fighter that acts.
    pub(super) turn: TurnState,
    /// The attack or the rocks that are being resolved.
    pub(super) clash: Clash,
}

/// The state of the actor's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TurnState {
    /// Number of moves that the actor has left.
    pub moves: u8,
    /// ZoneSet that the actor may not enter in this turn.
    pub barred: ZoneSet,
    /// Number of attacks that the actor has left, by slot of its card.
    pub left: [u8; SLOTS],
    /// Fighters that the actor has already attacked in this turn, if its card needs different
    /// targets.
    pub struck: Fighters,
}

/// The stage of an attack: which dice and targets are being resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AttackStage {
    /// Dice compared with the target's size, to which a charm may react
    /// (`rules.charm_effect_dice`).
    Net,
    /// The die that determines the number of dice of an attack, to which a charm may react
    /// (`rules.charm_effect_dice`).
    Count,
    /// The targets that the attacker chose at the start of the attack.
    Targets,
    /// The second phase of a Strike, in which dice may hit other opponents in the zone.
    Splinters,
    /// Sandal: the shot at the fighters in the zone where the thrown fighter lands.
    Landing,
    /// The rocks thrown by the crowd.
    Rocks,
}

/// An attack in progress. The state includes the attack because a lucky charm may
/// interrupt it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clash {
    /// The part of the attack that is being resolved.
    pub stage: AttackStage,
    /// Number of the attack on the actor's card, 0 or 1.
    pub slot: u8,
    /// The fighter against which the current dice are thrown.
    pub target: FighterIndex,
    /// The targets to be resolved after `target`.
    pub pending: Fighters,
    /// The zone in which the targets of the attack stand.
    pub zone: Zone,
    /// Dice already thrown. Area: one throw for all targets, in entry 0. Pair: one throw for each
    /// target. Bowling strike: entry 1 has the die withheld from the wearer of a blinding suit.
    /// Strike: entry 1 has the dice left for further targets.
    pub thrown: [Throw; 2],
    /// Number of chosen targets whose defense has been determined.
    pub faced: u8,
    /// The dice against `target`, after changes by its charm.
    pub throw: Throw,
    /// The fighter whose dice are thrown. After a charm, this fighter rerolls them.
    pub thrower: FighterIndex,
    /// The lowest face that wounds `target`.
    pub needed: i8,
    /// Subtracted from the target's defense after a snare.
    pub netted: i8,
    /// Fighters eliminated by this attack for whom the crowd has not thrown rocks yet.
    pub victims: Fighters,
    /// Second phase of a Strike, by target: the face of its die (0 if it has none yet), and the
    /// lowest face that wounds.
    pub splinters: [(Face, i8); MAX_FIGHTERS],
    /// Split shot: the dice of the remaining attacks, four bits for each fighter.
    pub shares: u32,
    /// Bowling strike: the queue of targets, four bits each with the index plus one. The next
    /// target is in the lowest bits.
    pub order: u32,
    /// Number of dice to throw next. While dice of an effect are thrown: number of the attack's own
    /// dice that follow. While a thrown fighter lands: number of dice against each fighter in the
    /// zone.
    pub dice: u8,
}

const _: () = assert!(
    std::mem::size_of::<State>() <= 320,
    "a state is copied at every search node: keep it small"
);

impl TurnState {
    /// Returns the slots of the actor's card with attacks left, as a set.
    #[inline]
    pub fn open_slots(&self) -> u8 {
        let [first, second] = self.left.map(|left| u8::from(left > 0));
        first | second << 1
    }

    pub const NONE: TurnState = TurnState {
        moves: 0,
        barred: 0,
        left: [0; SLOTS],
        struck: 0,
    };
}

impl Clash {
    /// Creates an attack of the actor on these fighters.
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
            stage: AttackStage::Targets,
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
    /// Returns the number of fighters in this game, 2 to 8.
    pub fn fighters(&self) -> usize {
        usize::from(self.count)
    }

    /// Returns the line-up slot of each fighter, by fighter index; valid for the first
    /// [`State::fighters`] entries.
    pub fn slots(&self) -> [u8; MAX_FIGHTERS] {
        self.slot
    }

    /// Returns the index of a fighter's sheet in [`Arena::sheets`](super::Arena::sheets).
    pub fn sheet_of(&self, fighter: usize) -> usize {
        usize::from(self.sheet[fighter])
    }

    /// Returns the round, from 1; 0 before the first round.
    pub fn round(&self) -> u8 {
        self.round
    }

    #[inline]
    pub(super) fn adjacent(&self, zone: Zone) -> ZoneSet {
        self.adjacent[usize::from(zone)]
    }

    /// Returns the zones in which these fighters stand. Takes a fixed number of steps, because the
    /// size of a set of fighters is hard to predict for a processor.
    #[inline]
    pub(super) fn zones_of(&self, fighters: Fighters) -> ZoneSet {
        let zone = |f: usize| ZoneSet::from(fighters >> f & 1) << self.zone[f];
        let first = (0..4).fold(0, |all, f| all | zone(f));
        match self.count > 4 {
            true => (4..MAX_FIGHTERS).fold(first, |all, f| all | zone(f)),
            false => first,
        }
    }

    /// Returns all fighters of the game, including eliminated ones.
    pub(super) fn everybody(&self) -> Fighters {
        ((1u16 << self.count) - 1) as Fighters
    }

    /// Returns the fighters that no attack of this reach may hit, whoever makes the attack.
    #[inline]
    pub(super) fn immune(&self, reach: Reach) -> Fighters {
        match reach {
            Reach::Melee => self.no_melee,
            Reach::Shot => self.no_shot,
        }
    }

    /// Returns the living fighters that `fighter` may choose to attack. Lasting powers of
    /// the targets' cards are not considered. `friendly_fire` also allows teammates.
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

    /// Returns the effective initiative that the countdown reached last, converted to a printed
    /// initiative of this fighter. A face-down card of the fighter has a lower printed initiative
    /// . `by_net` is the initiative that a net costs.
    #[inline(always)]
    pub(super) fn called(&self, fighter: FighterIndex, by_net: u8) -> i8 {
        let f = usize::from(fighter);
        let called = self.initiative[usize::from(self.actor)];
        // A net never lowers an initiative below 0.
        let by_net = (self.netted >> fighter & 1) * by_net * u8::from(called > 0);
        called
            .saturating_sub(self.shift[f])
            .saturating_add(by_net as i8)
            .min(self.ceiling[f])
    }

    /// Stores the result of [`State::called`] as the fighter's bound in `State::ceiling`. Must be
    /// called before an effect changes the fighter's initiative.
    pub(super) fn keep_called(&mut self, fighter: FighterIndex, by_net: u8) {
        self.ceiling[usize::from(fighter)] = self.called(fighter, by_net);
    }

    /// Returns true if only one side has living fighters.
    #[inline]
    pub(super) fn one_side_left(&self) -> bool {
        let one = self.alive.trailing_zeros() as usize;
        self.alive & !self.team[one] == 0
    }
}
