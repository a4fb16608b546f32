//! The measures of a game, and the events that feed them (rule B-8).

mod memory;

use self::memory::Memory;
use super::BattleCards;
use super::decks::Action;
use super::event::{Drop, Event, Wound};
use super::roster::Power;
use super::state::State;
use crate::game::MAX_PLAYERS;
use crate::stats::{NEVER, Record};

/// Upper limit of a character's score, and of the number of times that its power took effect (rule
/// B-8).
const MOST_OF_ONE: u32 = 999;
/// Upper limit of the recorded number of cards and events in a game.
const MOST_CARDS: u32 = 9_999;
/// Upper limit of the recorded amount of energy in a game.
const MOST_ENERGY: u32 = 32_767;
/// Upper limit of what one use gains, and of the life that one character takes from another: the
/// largest value that a record can hold.
const MOST_GAINED: u32 = u16::MAX as u32;

/// Number that stands for a character's power in the record of a game. Smaller numbers stand for
/// the kinds of action cards.
pub const POWER: u16 = Action::COUNT as u16;

crate::measures! {
    impl BattleCards, memory: Memory, record, state;
    fn measures(&self) {
        rounds: self.rules.max_turns,
        thing: ["card", "cards"],
        nobody: "its own dice and events",
    }
    entrants {
        "score": amount("enemy life taken", "life taken", MOST_OF_ONE) in "scores"
            on Event::Wounds {
                by: Some(by),
                life,
                how: Wound::Attack | Wound::Nemesis | Wound::Splash,
                ..
            } => (memory.slot(by)) += life;
        "round_eliminated": time(
            "eliminations", "round of elimination", "survives", self.rules.max_turns,
        )
            on Event::Falls { target, .. } => (memory.slot(target)) = record.rounds;
            on Event::Joins { player, character, .. } if memory.is_of(state, player, character)
                => (memory.slot(character)) = NEVER;
        // A character that has changed teams counts for the team in which it began.
        "life": amount("life at the end", "life", 9)
            end slot = memory.life(state, slot);
        "leading": class(
            "leading", "leading the team", &["never led", "led and lost", "led and won"],
        )
            on Event::Leads { character, .. } => (memory.slot(character)) = 1;
            end slot *= 1 + u32::from(record.players[usize::from(slot)].won);
        "powers": amount("times that the character’s power worked", "", MOST_OF_ONE)
            on Event::Power { character, .. } => (memory.slot(character)) += 1;
    }
    game {
        "ending": class("endings", "how the game ended", &["one side was left", "turns ran out"])
            on Event::Over { capped } => game = capped;
        "winners": class("winners", "who won", &["villains", "heroes"])
            end game = state.heroes >> winner(record, state) & 1;
        "first_won": flag("won by the first player’s side")
            end game = state.are_mates(winner(record, state), state.first.into());
        // The lead can change at most once per turn.
        "lead_changes": amount(
            "changes of the side with most life",
            "",
            u32::from(self.rules.max_turns) * MAX_PLAYERS as u32,
        )
            end game = memory.lead_changes;
        "events": amount("events turned up", "", MOST_CARDS)
            on Event::Occurs { .. } => game += 1;
        "energy_gained": amount("energy gained by all players", "energy", MOST_ENERGY)
            on Event::Gains { energy, .. } => game += energy;
        "energy_spent": amount("energy spent by all players", "energy", MOST_ENERGY)
            on Event::Spends { energy, .. } => game += energy;
        "energy_wasted": amount("energy lost or left at the end", "energy", MOST_ENERGY)
            on Event::Loses { energy, .. } => game += energy;
            end game += state.energy.iter().map(|&energy| u32::from(energy)).sum::<u32>();
        "cards_drawn": amount("action cards drawn", "cards", MOST_CARDS)
            on Event::Draws { .. } => game += 1;
            end game += memory.dealt;
        "cards_played": amount("action cards played", "cards", MOST_CARDS)
            on Event::Plays { .. } => game += 1;
        "cards_discarded": amount("action cards discarded", "cards", MOST_CARDS)
            on Event::Drops { how: Drop::Discarded, .. } => game += 1;
        "cards_lost": amount("action cards lost to opponents", "cards", MOST_CARDS)
            on Event::Drops { how: Drop::Lost, .. } => game += 1;
    }
    pairs {
        "eliminated": flag("eliminations")
            on Event::Falls { target, by: Some(by), .. }
                => (memory.slot(by), memory.slot(target)) = 1;
            on Event::Joins { player, character, .. } if memory.is_of(state, player, character)
                => (memory.felled_by(character), memory.slot(character)) = 0;
        "score_taken": amount("enemy life taken", "life", MOST_GAINED)
            on Event::Wounds {
                by: Some(by),
                target,
                life,
                how: Wound::Attack | Wound::Nemesis | Wound::Splash,
            } => (memory.slot(by), memory.slot(target)) += life;
    }
    things {
        "life_taken": amount("enemy life taken in the attack", "life", MOST_GAINED)
            on Event::Wounds { how: Wound::Attack, life, .. }
                => (memory.attack(&Action::OF_ATTACKS, memory.power)) += life;
            on Event::Wounds { how: Wound::Nemesis, life, .. }
                => (memory.attack(&[Action::Nemesis], None)) += life;
            on Event::Wounds { how: Wound::Riposte, life, .. }
                => (memory.attack(&[Action::Riposte], None)) += life;
            on Event::Wounds { how: Wound::Splash, life, .. } => (memory.cause) += life;
        "life_kept": amount("life kept or regained", "life", MOST_GAINED)
            on Event::Regains { life, .. }
                | Event::Joins { life, .. }
                | Event::Saves { life, .. }
                | Event::Spares { life, .. }
                | Event::Shields { kept: life, .. } => (memory.cause) += life;
            on Event::Dodges { escapes: true, kept, .. }
                => (memory.attack(&[Action::Dodge, Action::Agility], memory.guard)) += kept;
        "energy": amount("energy gained", "energy", MOST_GAINED)
            on Event::Gains { energy, .. } | Event::Takes { energy, .. }
                => (memory.cause) += energy;
        "cards": amount("cards drawn, or lost by an opponent", "cards", MOST_GAINED)
            on Event::Draws { .. } | Event::Drops { how: Drop::Lost, .. } => (memory.cause) += 1;
    }
}

/// Returns the first player that has won.
fn winner(record: &Record, state: &State) -> usize {
    let winner = record.players.iter().find(|entrant| entrant.won);
    winner.map_or(0, |entrant| state.owner_of_slot(entrant.slot))
}

impl BattleCards {
    /// Returns the names of everything that a character can use (action cards and its power), in
    /// the order of the numbers in the records of games.
    pub(super) fn things(power: Power) -> Vec<String> {
        let cards = Action::NAMES.iter().map(|&name| name.to_owned());
        let power = format!("power {}", power.name());
        cards.chain([power]).collect()
    }
}
