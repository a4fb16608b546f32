//! The state of a game in progress: plain data that is cheap to copy.

use std::ops::{Deref, DerefMut};

use super::decks::{Action, Cards, Events, Shown, Under};
use super::event::Wound;
use super::roster::Kind;
use crate::game::MAX_PLAYERS;
use crate::game::chance::Pile;
pub use crate::game::members;

/// Maximum number of characters in a roster.
pub const MOST_CHARACTERS: usize = 64;
/// Maximum number of characters in a team (rule B-1.9).
pub const MOST_IN_TEAM: u32 = 8;
/// Maximum energy of a player (rule B-1.9).
pub const MOST_ENERGY: u16 = 9_999;

/// A character, as an index into the roster's list of characters, sorted by key.
pub type CharacterIndex = u8;
/// A set of characters as bits: bit `i` stands for character `i`.
pub type Characters = u64;
/// A set of players as bits: bit `i` stands for player `i`.
pub type Players = u8;
/// Value of an index that stands for "no character", "no player" or "no line-up position".
pub const NONE: u8 = u8::MAX;

/// The complete state of a game in progress: what all players know, and what is hidden (rule B-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub open: OpenState,
    /// Action cards in each player's hand.
    pub hand: [Cards; MAX_PLAYERS],
    /// The draw pile, without the used cards under it.
    pub pile: Cards,
}

impl Deref for State {
    type Target = OpenState;

    #[inline]
    fn deref(&self) -> &OpenState {
        &self.open
    }
}

impl DerefMut for State {
    #[inline]
    fn deref_mut(&mut self) -> &mut OpenState {
        &mut self.open
    }
}

state! {
    /// The part of a game's state that all players know.
    OpenState {
        /// Living characters in each player's team.
        team: [Characters; MAX_PLAYERS] = [0; MAX_PLAYERS],
        /// Cards in each player's hand that all players know (rule B-5).
        shown: [Shown; MAX_PLAYERS] = [Shown::default(); MAX_PLAYERS],
        /// Life of each character; 0 for a character that is dead or does not take part.
        life: [u8; MOST_CHARACTERS] = [0; MOST_CHARACTERS],
        /// The character that was at each position of the line-up at the start of the game.
        dealt: [CharacterIndex; MOST_CHARACTERS] = [NONE; MOST_CHARACTERS],
        energy: [u16; MAX_PLAYERS] = [0; MAX_PLAYERS],
        /// Leader of each player, or `NONE` if the player has no leader.
        leader: [CharacterIndex; MAX_PLAYERS] = [NONE; MAX_PLAYERS],
        /// The side of each player: the set of players who win together with the player, itself
        /// included.
        side: [Players; MAX_PLAYERS] = [0; MAX_PLAYERS],
        /// Position of each player in the order of eliminations, from 1; 0 for a player still in
        /// the game.
        fell: [u8; MAX_PLAYERS] = [0; MAX_PLAYERS],
        /// Position of each player's first character in the line-up.
        first_slot: [u8; MAX_PLAYERS] = [0; MAX_PLAYERS],
        /// Characters of both kinds that can still be recruited by an event (rule B-1.3).
        stock: Characters = 0,
        /// Dead characters of both kinds, which may come back (rule B-3.8).
        graveyard: Characters = 0,
        /// Characters that have attacked in this turn, and therefore cannot attack again.
        attacked: Characters = 0,
        /// Characters that are protected by a shield or a guard of their own power (rules B-P18 and
        /// B-P19).
        covered: Characters = 0,
        discards: Cards = Pile::EMPTY,
        /// Used cards under the draw pile, if the rules put them there (rule B-1.7).
        under: Under = Under::EMPTY,
        events: Events = Pile::EMPTY,
        used_events: Events = Pile::EMPTY,
        /// Number of the round, from 1; 0 before the first turn.
        round: u16 = 0,
        players: u8 = 0,
        /// Number of characters that took part at the start of the game.
        slots: u8 = 0,
        /// The players whose teams consist of heroes.
        heroes: Players = 0,
        /// The player that has the first turn (rule B-1.6).
        first: u8 = 0,
        /// The player whose turn it is (rule B-2). During the set-up, the player who names its
        /// leader.
        active: u8 = 0,
        phase: Phase = Phase::Leading,
        /// The player who must decide: the active player, or another player that may play a card.
        asked: u8 = 0,
        attacks_left: u8 = 0,
        discards_left: u8 = 0,
        /// Fog event: number that is added to every dodge in this turn (rule B-V10).
        fog: u8 = 0,
        /// Truce event: true if leaders cannot be attacked in this turn (rule B-V12).
        truce: bool = false,
        /// Frenzy event: number of extra dice of every attack in this turn (rule B-V13).
        frenzy: u8 = 0,
        /// Rage event: extra life that every wound by dice takes in this turn (rule B-V14).
        rage: u8 = 0,
        attack: Attack = Attack::default(),
    }
}

const _: () = assert!(size_of::<State>() <= 672, "a state is copied a million times a second");

/// The kind of decision for which the game waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// A player names its leader (rules B-1.8 and B-2.0).
    Leading,
    /// The active player acts in its turn (rule B-2.4). If another player of the same side decides,
    /// that player may heal a character of the active player (rule B-2.7).
    Acting,
    /// The attacker's player may play an attack card (rule B-3.4).
    Boosting,
    /// The target's player, or another player of the same side, may play a dodge card (rule B-3.5).
    Dodging,
    /// The target's player, or another player of the same side, may play a Save card, which
    /// prevents the wound (rule B-3.6).
    Saving,
    /// The active player may discard a card at the end of its turn (rule B-2.5).
    Discarding,
    Over,
}

impl Phase {
    /// Returns true if a player decides about a card during an attack.
    pub fn is_of_attack(self) -> bool {
        matches!(self, Phase::Boosting | Phase::Dodging | Phase::Saving)
    }
}

/// An attack of one character on another that is not yet resolved (rule B-3.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attack {
    pub attacker: CharacterIndex,
    pub target: CharacterIndex,
    /// The player to whose team the attack's target belongs.
    pub defender: u8,
    /// True for an attack with a Nemesis card (rule B-3.9).
    pub nemesis: bool,
    /// The highest die of the attack, 1 to 6; 0 before the throw.
    pub best: u8,
    /// Number of extra dice of the attack from cards.
    pub dice: u8,
    /// Bonus from cards on the score of the attack.
    pub strength: u8,
    /// Extra life, from cards, that the attack takes from its target.
    pub fury: u8,
    pub precision: bool,
    /// Bonus from cards on the target's dodge.
    pub dodge: u8,
    /// Number of extra dice of the target's dodge from cards.
    pub agility: u8,
    pub riposte: bool,
    /// Index of the first kind of card that the deciding player may still play in this attack.
    /// Cards must be played in the order of their kinds.
    pub from: u8,
    /// Life that the attack takes from the target if no Save card is played (rule B-3.3).
    pub wound: u8,
}

impl Attack {
    /// Returns the character to whom statistics ascribe a wound with this cause.
    pub fn author(&self, how: Wound) -> Option<CharacterIndex> {
        match how {
            Wound::Attack | Wound::Nemesis | Wound::Splash => Some(self.attacker),
            Wound::Riposte => Some(self.target),
            Wound::One | Wound::Quake => None,
        }
    }

    /// Adds the effect of an action card with this amount (rules B-C1 to B-C7).
    pub fn add(&mut self, card: Action, amount: u8) {
        match card {
            Action::Momentum => self.dice += amount,
            Action::Strength => self.strength += amount,
            Action::Fury => self.fury += amount,
            Action::Precision => self.precision = true,
            Action::Dodge => self.dodge += amount,
            Action::Agility => self.agility += amount,
            Action::Riposte => self.riposte = true,
            _ => {}
        }
    }
}

/// Returns the set that contains only this character, as a bit set.
#[inline]
pub fn bit(character: CharacterIndex) -> Characters {
    1 << character
}

impl OpenState {
    facts! { self;
        /// Returns the kind of the characters in a player's team.
        pub fn kind(player: usize) -> Kind =
            if self.heroes >> player & 1 == 1 { Kind::Hero } else { Kind::Villain };
        /// Returns the leader of a player, or `None` if the player has no leader.
        pub fn leader_of(player: usize) -> Option<CharacterIndex> =
            Some(self.leader[player]).filter(|&leader| leader != NONE);
        /// Returns true if two players belong to one side, so that they win together. A player is
        /// on its own side.
        pub fn are_mates(one: usize, other: usize) -> bool = self.side[one] >> other & 1 == 1;
        /// Returns true if `character` is the leader of its player.
        pub fn leads(character: CharacterIndex) -> bool = self.leader.contains(&character);
    }

    /// Iterates over the players that win together with `player`, itself included.
    pub fn side_of(&self, player: usize) -> impl Iterator<Item = usize> {
        members(self.side[player]).map(usize::from)
    }

    /// Iterates over the players that are still in the game.
    pub fn playing(&self) -> impl Iterator<Item = usize> + '_ {
        (0..usize::from(self.players)).filter(|&player| self.fell[player] == 0)
    }

    /// Iterates over the other players still in the game, in turn order after `player` (rule
    /// B-1.5).
    pub fn after(&self, player: usize) -> impl Iterator<Item = usize> + '_ {
        let players = usize::from(self.players);
        let others = (1..players).map(move |step| (player + step) % players);
        others.filter(|&other| self.fell[other] == 0)
    }

    /// Returns the living characters of all opponents of `player`.
    #[inline]
    pub fn enemies(&self, player: usize) -> Characters {
        let others = (0..usize::from(self.players)).filter(|&other| !self.are_mates(player, other));
        others.fold(0, |all, other| all | self.team[other])
    }

    /// Returns the player to whose team a living character belongs.
    #[inline]
    pub fn player_of(&self, character: CharacterIndex) -> usize {
        let owns = |team: &Characters| team >> character & 1 == 1;
        self.team.iter().position(owns).unwrap_or_default()
    }

    /// Returns the player to whom the character at line-up position `slot` belonged at the start of
    /// the game.
    pub fn owner_of_slot(&self, slot: u8) -> usize {
        let first = self.first_slot.iter().take(self.players.into());
        first.filter(|&&first| first <= slot).count() - 1
    }
}
