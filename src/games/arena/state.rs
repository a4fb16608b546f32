//! The state of an arena game: plain data that is cheap to copy.
//!
//! Fighters are numbered by ascending size; fighters of equal size by seat. The order of the
//! numbers is therefore the order of sizes, and a set of fighters fits in a byte.

use super::board::MAX_ZONES;
use super::{CardIndex, Cards, Fighters, Reach, SLOTS, Throw, Zone, ZoneSet, members};
use crate::game::MAX_PLAYERS;
use crate::game::chance::Face;

/// Maximum number of fighters of a game.
pub const MAX_FIGHTERS: usize = MAX_PLAYERS;

/// The number of a fighter in a game: 0 for the smallest, then by ascending size.
pub type FighterIndex = u8;

/// Placeholder for "no card": in `State::active` before a fighter's first card, and in
/// `State::chosen` before its choice.
pub const NO_CARD: CardIndex = CardIndex::MAX;

/// The phase of a game: the kind of decision that the game waits for, or that the game is over.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Phase {
    /// The fighter `actor` is placed on the board (rule ).
    #[default]
    Placing,
    /// The fighter `actor` chooses its card for the round in secret (rule ).
    Choosing,
    /// The fighter `actor` takes a step of its turn: a move or an attack (rule A-5).
    Acting,
    /// The dragon `actor` chooses which face of its card it shows (rule A-9).
    Facing,
    /// The fighter `actor` chooses the next target of a bowling strike, or of a Strike with
    /// `rules.strike_optional`.
    Ordering,
    /// The fighter `actor` chooses the zone to which it throws the fighter `clash.target` with a
    /// sandal.
    Throwing,
    /// The target of the attack, `clash.target`, decides whether to use its lucky charm (rule
    ///
    Charm,
    /// The game is over (rule A-8).
    Over,
}

/// The complete state of a game in progress.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct State {
    // Fields of the line-up, which stay the same for the whole game.
    /// Number of fighters in the game.
    pub(super) count: u8,
    /// Index of each fighter in the arena's list of playable fighters (`sheets`).
    pub(super) sheet: [u8; MAX_FIGHTERS],
    /// Position of each fighter in the line-up of the game, from 0.
    pub(super) slot: [u8; MAX_FIGHTERS],
    /// Number of the seat at the table that controls each fighter, from 0.
    pub(super) seat: [u8; MAX_FIGHTERS],
    /// Size (initial life points) of each fighter, in ascending order.
    pub(super) size: [u8; MAX_FIGHTERS],
    /// For each fighter: the set of all members of its team, including the fighter itself.
    pub(super) team: [Fighters; MAX_FIGHTERS],
    /// The set of fighters that are dragons.
    pub(super) dragons: Fighters,
    /// Number of zones on the ring.
    pub(super) ring: u8,
    /// For each zone of the board: the set of adjacent zones. A copy from the board, for faster
    /// access.
    pub(super) adjacent: [ZoneSet; MAX_ZONES],

    // Fields of the progress of the game.
    /// Number of the round, from 1; 0 before the first round.
    pub(super) round: u8,
    /// The kind of decision that the game waits for, or that the game is over.
    pub(super) phase: Phase,
    /// The fighter that must decide now or whose turn it is.
    pub(super) actor: FighterIndex,
    /// The fighters that have not been eliminated.
    pub(super) alive: Fighters,
    /// The set of fighters that have not acted in this round.
    pub(super) waiting: Fighters,
    /// The set of fighters whose chosen card has been revealed in this round (rule ).
    pub(super) revealed: Fighters,

    // Fields of the positions on the board.
    /// The zone in which each fighter stands.
    pub(super) zone: [Zone; MAX_FIGHTERS],
    /// The set of fighters that stand in each zone of the board.
    pub(super) at: [Fighters; MAX_ZONES],
    /// For each fighter: the zones from which it was thrown by an attack in this round.
    pub(super) thrown_off: [ZoneSet; MAX_FIGHTERS],

    // Fields of tokens and scores.
    /// Number of life points that each fighter has left.
    pub(super) lp: [u8; MAX_FIGHTERS],
    /// Number of first-wound tokens among each fighter's life points. Such a token scores extra
    /// points when it is taken.
    pub(super) first: [u8; MAX_FIGHTERS],
    /// Points that each fighter has scored: popularity points, or the sizes of its trophies.
    pub(super) points: [u16; MAX_FIGHTERS],
    /// For each fighter: the fighters whose trophies it holds, by eliminating them or by
    /// inheritance.
    pub(super) trophies: [Fighters; MAX_FIGHTERS],
    /// The set of fighters that hold at least one lucky charm.
    pub(super) charm: Fighters,
    /// Number of lucky charms that each fighter has besides the first one.
    pub(super) more_charms: [u8; MAX_FIGHTERS],
    /// Initiative that each fighter gains or loses for its next action, for example by an
    /// electroshock.
    pub(super) shift: [i8; MAX_FIGHTERS],
    /// For each fighter: the fighters that it cannot attack in its next action, because it holds
    /// their mystical skulls.
    pub(super) skull: [Fighters; MAX_FIGHTERS],
    /// The set of fighters that are caught in a bramble net.
    pub(super) netted: Fighters,
    /// Position of each fighter in the order of eliminations, from 1; 0 for a living fighter.
    pub(super) fell: [u8; MAX_FIGHTERS],
    /// Number of the round in which each fighter was eliminated.
    pub(super) fell_round: [u8; MAX_FIGHTERS],

    // Fields of the cards.
    /// The cards in each fighter's hand, without the card that it has chosen for this round.
    pub(super) hand: [Cards; MAX_FIGHTERS],
    /// Number of cards in each fighter's hand when the fighter last took cards back.
    pub(super) taken_up: [u8; MAX_FIGHTERS],
    /// The card that each fighter has chosen for this round.
    pub(super) chosen: [CardIndex; MAX_FIGHTERS],
    /// The active card of each fighter: the one that it played last, which determines its defense
    /// and powers.
    pub(super) active: [CardIndex; MAX_FIGHTERS],
    /// Current defense of each fighter, reduced by a bramble net. Not used while the fighter's
    /// active card is a whirling spear, because its defense is then rolled.
    pub(super) defense: [i8; MAX_FIGHTERS],
    /// Effective initiative of the card that each fighter has chosen for this round (rule ).
    pub(super) initiative: [i8; MAX_FIGHTERS],
    /// Upper bound for the printed initiative of each fighter's face-down card. The bound follows
    /// from the initiatives that the countdown reached before an effect changed the card's
    /// initiative; see [`State::called`].
    pub(super) ceiling: [i8; MAX_FIGHTERS],
    // Sets of fighters with a lasting power of their active card.
    /// The set of fighters that cannot be attacked in melee.
    pub(super) no_melee: Fighters,
    /// The set of fighters that cannot be shot.
    pub(super) no_shot: Fighters,
    /// The set of fighters on which attacks roll 1 die fewer, as with a blinding suit.
    pub(super) die_less: Fighters,
    /// The set of fighters whose defense is rolled anew for each attack; see
    /// [`Lasting::rolled_defense`](super::cards::Lasting::rolled_defense).
    pub(super) rolled_defense: Fighters,

    /// What the acting fighter can still do in its turn.
    pub(super) turn: TurnState,
    /// The attack, or the crowd's throw of rocks, that is being resolved.
    pub(super) clash: Clash,
}

/// What the actor (the fighter whose turn it is) can still do in its turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TurnState {
    /// Number of moves that the acting fighter has left in its turn.
    pub moves: u8,
    /// Zones that the actor may not enter in this turn.
    pub barred: ZoneSet,
    /// Number of times that the actor can still make each attack of its card in this turn.
    pub left: [u8; SLOTS],
    /// Fighters that the actor has already attacked in this turn. Used only if the attacks of its
    /// card need different targets.
    pub struck: Fighters,
}

/// The stage of an attack, which determines whose dice are being resolved, and against whom.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum AttackStage {
    /// Dice of an effect are compared with the target's size, and the target may use a lucky charm
    /// against them (`rules.charm_effect_dice`).
    Net,
    /// A die determines the number of dice of the attack, and the target may use a lucky charm
    /// against it (`rules.charm_effect_dice`).
    Count,
    /// The attack's dice are resolved against the targets that the attacker chose at the start.
    #[default]
    Targets,
    /// The second phase of a Strike: dice may hit other opponents in the zone.
    Splinters,
    /// A fighter was thrown by a sandal, and the other fighters in the zone where it lands are shot
    /// at.
    Landing,
    /// The crowd's rocks are resolved against the fighter that eliminated another one.
    Rocks,
}

/// An attack in progress (rules ). It is part of the game state because a decision about a
/// lucky charm may interrupt the attack.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Clash {
    /// The stage of the attack: which dice are being resolved, and against whom.
    pub stage: AttackStage,
    /// Number of the attack among the attacks of the actor's card, 0 or 1.
    pub slot: u8,
    /// The target of the attack against which the current dice are thrown.
    pub target: FighterIndex,
    /// The targets of the attack that are resolved after `target`.
    pub pending: Fighters,
    /// The zone in which the targets of the attack stand.
    pub zone: Zone,
    /// Dice that were thrown at the start of the attack. An area attack has one throw for all
    /// targets, in entry 0; a double shot has one throw for each target. In a bowling strike, entry
    /// 1 has the die that a wearer of a blinding suit ignored. In a Strike, entry 1 has the dice
    /// left for further targets.
    pub thrown: [Throw; 2],
    /// Number of targets, among those chosen at the start of the attack, whose defense has been
    /// determined.
    pub faced: u8,
    /// The dice thrown against `target`, after changes by the target's lucky charm.
    pub throw: Throw,
    /// The fighter that throws the dice, and that rerolls them after a lucky charm.
    pub thrower: FighterIndex,
    /// The lowest face of a die that wounds `target`.
    pub needed: i8,
    /// Number subtracted from the target's defense, because it was caught by the dice of an evil
    /// net before the attack.
    pub netted: i8,
    /// Fighters that this attack has eliminated and for which the crowd has not yet thrown rocks at
    /// the attacker.
    pub victims: Fighters,
    /// For each further target of a Strike: the face of the die that hits it (0 if it has none
    /// yet), and the lowest face that wounds it.
    pub splinters: [(Face, i8); MAX_FIGHTERS],
    /// The dice of a split shot that are not yet resolved: four bits for each fighter.
    pub shares: u32,
    /// The queue of targets of a bowling strike. Each entry has four bits with the fighter's index
    /// plus one; the next target is in the lowest bits.
    pub order: u32,
    /// Number of dice to throw next. While dice of an effect are thrown, it is the number of the
    /// attack's own dice that follow. While a thrown fighter lands, it is the number of dice
    /// against each fighter in that zone.
    pub dice: u8,
}

const _: () = assert!(
    std::mem::size_of::<State>() <= 320,
    "a state is copied at every search node: keep it small"
);

impl TurnState {
    /// Returns the set of those attacks of the actor's card that the actor can still make.
    #[inline]
    pub fn open_slots(&self) -> u8 {
        let [first, second] = self.left.map(|left| u8::from(left > 0));
        first | second << 1
    }
}

impl Clash {
    /// Creates an attack of the actor on these targets.
    pub fn at(state: &State, targets: Fighters) -> Clash {
        let first = targets.trailing_zeros() as usize;
        Clash {
            pending: targets,
            zone: state.zone[first],
            thrower: state.actor,
            ..Clash::default()
        }
    }
}

impl State {
    facts! { self;
        /// Returns the number of fighters in this game, 2 to 8.
        pub fn fighters() -> usize = usize::from(self.count);
        /// Returns the position in the line-up of each fighter, by fighter index. Only the first
        /// [`State::fighters`] entries are valid.
        pub fn slots() -> [u8; MAX_FIGHTERS] = self.slot;
        /// Returns the index of a fighter in the arena's list of playable fighters,
        /// [`Arena::sheets`](super::Arena::sheets).
        pub fn sheet_of(fighter: usize) -> usize = usize::from(self.sheet[fighter]);
        /// Returns the number of the current round, from 1; 0 before the first round.
        pub fn round() -> u8 = self.round;
        pub(super) fn adjacent(zone: Zone) -> ZoneSet = self.adjacent[usize::from(zone)];
        /// Returns the fighters that stand in the zones adjacent to a zone.
        pub(super) fn standing_near(zone: Zone) -> Fighters =
            members(self.adjacent(zone)).fold(0, |all, near| all | self.at[usize::from(near)]);
        /// Returns true if only one side (a team or a single fighter) has living fighters (rule
        ///
        pub(super) fn one_side_left() -> bool =
            self.alive & !self.team[self.alive.trailing_zeros() as usize] == 0;
        /// Returns all fighters of the game, including eliminated ones.
        pub(super) fn everybody() -> Fighters = ((1u16 << self.count) - 1) as Fighters;
    }

    /// Returns the set of zones in which these fighters stand. The loop has a fixed length, because
    /// processors predict loops over sets of varying size badly.
    #[inline]
    pub(super) fn zones_of(&self, fighters: Fighters) -> ZoneSet {
        let zone = |f: usize| ZoneSet::from(fighters >> f & 1) << self.zone[f];
        let first = (0..4).fold(0, |all, f| all | zone(f));
        match self.count > 4 {
            true => (4..MAX_FIGHTERS).fold(first, |all, f| all | zone(f)),
            false => first,
        }
    }

    /// Returns the fighters that cannot be hit by attacks of this kind (melee or shot), whoever
    /// makes the attack.
    #[inline]
    pub(super) fn immune(&self, reach: Reach) -> Fighters {
        match reach {
            Reach::Melee => self.no_melee,
            Reach::Shot => self.no_shot,
        }
    }

    /// Returns the living fighters that `fighter` may choose as targets (rule ). Powers of the
    /// targets' active cards are not considered. `friendly_fire` also allows teammates.
    #[inline]
    pub(super) fn foes(&self, fighter: FighterIndex, friendly_fire: bool) -> Fighters {
        let f = usize::from(fighter);
        let friends = if friendly_fire { 1 << fighter } else { self.team[f] };
        self.alive & !friends & !self.skull[f]
    }

    /// Returns the fighters in a zone that dice of the actor can hit, also if the actor has not
    /// chosen them as targets: opponents, and with `mates` also teammates. Powers of active cards
    /// and mystical skulls protect fighters.
    #[inline]
    pub(super) fn exposed(&self, reach: Reach, zone: Zone, mates: bool) -> Fighters {
        self.foes(self.actor, mates) & !self.immune(reach) & self.at[usize::from(zone)]
    }

    /// Returns an exclusive upper bound for the printed initiative of the fighter's face-down card
    /// (rule ). It is the effective initiative that the countdown reached last, converted to a
    /// printed initiative. `by_net` is the initiative that a bramble net costs.
    #[inline(always)]
    pub(super) fn called(&self, fighter: FighterIndex, by_net: u8) -> i8 {
        let f = usize::from(fighter);
        let called = self.initiative[usize::from(self.actor)];
        // A net never lowers an initiative below 0.
        let by_net = (self.netted >> fighter & 1) * by_net * u8::from(called > 0);
        called.saturating_sub(self.shift[f]).saturating_add(by_net as i8).min(self.ceiling[f])
    }

    /// Stores the result of [`State::called`] as the fighter's bound in `State::ceiling`. Must be
    /// called before an effect changes the fighter's initiative.
    pub(super) fn keep_called(&mut self, fighter: FighterIndex, by_net: u8) {
        self.ceiling[usize::from(fighter)] = self.called(fighter, by_net);
    }
}
