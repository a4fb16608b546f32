//! What is the case at one moment of a game: plain data.

use super::decks::{Cards, Events};
use super::shown::Shown;
use super::under::Under;
use crate::game::MAX_PLAYERS;

/// The most characters of a roster.
pub const MOST_CHARACTERS: usize = 64;
/// B-1.9: the most characters of a team.
pub const MOST_IN_TEAM: u32 = 8;
/// B-1.9.
pub const MOST_ENERGY: u16 = 9_999;

/// A character: an index into the roster, in the order of keys.
pub type Character = u8;
/// Characters, a bit each.
pub type Characters = u64;
/// Players, a bit each.
pub type Players = u8;
/// Nobody.
pub const NONE: u8 = u8::MAX;

/// A game at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// By player: its living characters.
    pub team: [Characters; MAX_PLAYERS],
    /// By player: its hand.
    pub hand: [Cards; MAX_PLAYERS],
    /// By player: what all know of its hand, B-5.
    pub shown: [Shown; MAX_PLAYERS],
    /// By character; 0 of who lives not or does not play.
    pub life: [u8; MOST_CHARACTERS],
    /// By slot of the line-up: the character that began there.
    pub dealt: [Character; MOST_CHARACTERS],
    pub energy: [u16; MAX_PLAYERS],
    /// By player: its leader, or `NONE`.
    pub leader: [Character; MAX_PLAYERS],
    /// By player: all players of its side, itself included.
    pub side: [Players; MAX_PLAYERS],
    /// By player: 0 while it plays, else when it fell, from 1.
    pub fell: [u8; MAX_PLAYERS],
    /// By player: its first slot of the line-up.
    pub first_slot: [u8; MAX_PLAYERS],
    /// B-1.3: who may still be recruited, of both kinds.
    pub stock: Characters,
    /// B-3.8: both graveyards.
    pub graveyard: Characters,
    /// Who has attacked in this turn.
    pub attacked: Characters,
    /// B-P18, B-P19: who has a shield or a guard.
    pub covered: Characters,
    pub pile: Cards,
    pub discards: Cards,
    /// B-1.7: with used cards under the pile, these.
    pub under: Under,
    pub events: Events,
    pub used_events: Events,
    /// From 1; 0 before the first turn.
    pub round: u16,
    pub players: u8,
    /// How many characters began.
    pub slots: u8,
    /// Players of heroes.
    pub heroes: Players,
    /// B-1.6: the first player.
    pub first: u8,
    /// B-2: whose turn it is; in the set-up who names its leader.
    pub active: u8,
    pub phase: Phase,
    /// Who acts, or is asked for dodge and save cards.
    pub asked: u8,
    pub attacks_left: u8,
    pub discards_left: u8,
    /// Is this the first turn of the game?
    pub opening_turn: bool,
    /// B-V10 to B-V14: what this turn's event adds.
    pub fog: u8,
    pub truce: bool,
    pub frenzy: u8,
    pub rage: u8,
    pub attack: Attack,
}

const _: () = assert!(
    size_of::<State>() <= 672,
    "a state is copied a million times a second"
);

/// What the state waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// B-1.8, B-2.0: a leader is named.
    Leading,
    /// B-2.4; B-2.7 if another than the active player is asked.
    Acting,
    /// B-3.4.
    Boosting,
    /// B-3.5.
    Dodging,
    /// B-3.6.
    Saving,
    /// B-2.5.
    Discarding,
    Over,
}

/// An attack under way, B-3.3.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Attack {
    pub attacker: Character,
    pub target: Character,
    /// The target's player.
    pub defender: u8,
    /// B-3.9: by a Nemesis card.
    pub nemesis: bool,
    /// The highest die; 0 before the throw.
    pub best: u8,
    /// Dice that cards add.
    pub dice: u8,
    /// What cards add to the score.
    pub strength: u8,
    /// What cards add to the wound.
    pub fury: u8,
    pub precision: bool,
    /// What cards add to the dodge.
    pub dodge: u8,
    /// Dice that cards add to the dodge.
    pub agility: u8,
    pub riposte: bool,
    /// The first card that may still be played in this window.
    pub from: u8,
    /// B-3.3: how much life it is about to take.
    pub wound: u8,
}

/// The members of a set of characters, in order.
#[inline]
pub fn members(set: Characters) -> Members {
    Members(set)
}

#[derive(Debug, Clone, Copy)]
pub struct Members(Characters);

impl Iterator for Members {
    type Item = Character;

    #[inline]
    fn next(&mut self) -> Option<Character> {
        if self.0 == 0 {
            return None;
        }
        let next = self.0.trailing_zeros() as Character;
        self.0 &= self.0 - 1;
        Some(next)
    }
}

/// A set of one.
#[inline]
pub fn bit(character: Character) -> Characters {
    1 << character
}

impl State {
    /// The players that are not out.
    pub fn playing(&self) -> impl Iterator<Item = usize> + '_ {
        (0..usize::from(self.players)).filter(|&player| self.fell[player] == 0)
    }

    /// B-1.5: the other players that are not out, in turn order from this one on.
    pub fn after(&self, player: usize) -> impl Iterator<Item = usize> + '_ {
        let players = usize::from(self.players);
        let others = (1..players).map(move |step| (player + step) % players);
        others.filter(|&other| self.fell[other] == 0)
    }

    /// Are two players on one side? Everyone is on one with itself.
    #[inline]
    pub fn are_mates(&self, one: usize, other: usize) -> bool {
        self.side[one] >> other & 1 == 1
    }

    /// The living characters of a player's opponents.
    #[inline]
    pub fn enemies(&self, player: usize) -> Characters {
        let (players, mates) = (usize::from(self.players), self.side[player]);
        let others = self.team[..players].iter().enumerate();
        let enemies = others.filter(|(other, _)| mates >> other & 1 == 0);
        enemies.fold(0, |all, (_, team)| all | team)
    }

    /// All leaders.
    #[inline]
    pub fn leaders(&self) -> Characters {
        let leaders = self.leader.iter().filter(|leader| **leader != NONE);
        leaders.fold(0, |set, &leader| set | bit(leader))
    }

    /// The player of a living character.
    #[inline]
    pub fn player_of(&self, character: Character) -> usize {
        let owns = |team: &Characters| team >> character & 1 == 1;
        self.team.iter().position(owns).unwrap_or_default()
    }

    /// The player whose character began in a slot.
    pub fn owner_of_slot(&self, slot: u8) -> usize {
        let first = self.first_slot.iter().take(self.players.into());
        first.filter(|&&first| first <= slot).count() - 1
    }

    /// Is it its player's leader?
    #[inline]
    pub fn leads(&self, character: Character) -> bool {
        self.leader.contains(&character)
    }

    /// Energy that a player gains, B-1.9.
    pub fn gain(&mut self, player: usize, energy: u16) {
        self.energy[player] = (self.energy[player] + energy).min(MOST_ENERGY);
    }

    /// Energy that a player loses: what it had of it.
    pub fn lose(&mut self, player: usize, energy: u16) -> u16 {
        let lost = energy.min(self.energy[player]);
        self.energy[player] -= lost;
        lost
    }
}
