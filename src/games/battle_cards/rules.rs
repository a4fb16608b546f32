//! The settings of the game's rules: one field for each setting in `RULES.md`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tables::{ActionPile, EventPile};

settings! {
    /// The settings of the game's rules: the table `[rules]` of a scenario.
    Rules {
        /// B-1.7, B-2.2: number of action cards to which a player's hand is filled, 0 to 10.
        hand: u8 [0 10] = 5,
        /// B-1.6: which player has the first turn of the game.
        first: First = First::Villains,
        /// B-1.7: where used action cards are put.
        used_cards: UsedCards = UsedCards::Discard,
        /// B-1.8: the order in which players name their leaders in the set-up.
        leaders_named: LeadersNamed = LeadersNamed::TurnOrder,
        /// B-2.4: maximum number of attacks of a player in its turn, 0 to 8.
        attacks: u8 [0 8] = 2,
        /// B-2.4: maximum number of attacks in the first turn of the game, 0 to 8.
        first_turn_attacks: u8 [0 8] = 2,
        /// B-2.1: energy that a player gains at the start of each of its turns, after the event
        /// card, 0 to 20.
        event_energy: u8 [0 20] = 2,
        /// B-2.0: true if a player keeps unspent energy for its next turn.
        energy_kept: bool = true,
        /// B-2.0: what a player loses when it must name a new leader.
        succession: Succession = Succession::Turn,
        /// B-2.5: maximum number of cards that a player may discard at the end of its turn, 0 to
        /// 10.
        discards: u8 [0 10] = 1,
        /// B-3.2: true if only leaders can attack leaders.
        leader_protected: bool = true,
        /// B-3.2: true if all characters can attack a leader that is its player's last character.
        leader_open_when_alone: bool = true,
        /// B-3.2: true if a Nemesis card can attack a sworn enemy that is a leader.
        nemesis_reaches_leaders: bool = false,
        /// B-3.9: true if shields and Save cards work against a Nemesis card.
        nemesis_stoppable: bool = true,
        /// B-3.7: whether attack and dodge cards are played before or after the attack's dice.
        cards_timing: CardsTiming = CardsTiming::Before,
        /// B-3.3: which number makes an attack miss if it is 1: the score or the highest die.
        miss_by: DecidedBy = DecidedBy::Score,
        /// B-3.3: true if an attacker that misses loses life.
        one_hurts: bool = true,
        /// B-3.3: score from which an attack cannot be dodged, 1 to 7; with 7, any score can be
        /// dodged.
        sure_hit: u8 [1 7] = 6,
        /// B-3.3: which number of an attack is compared with `sure_hit`: the score or the highest
        /// die.
        sure_hit_by: DecidedBy = DecidedBy::Score,
        /// B-3.3: whether a dodge must equal the score of the attack or exceed it.
        dodge: Dodge = Dodge::Equal,
        /// B-2.4, B-2.7, B-3.5, B-3.6: true if players of one side may help each other with their
        /// cards.
        team_help: bool = true,
        /// B-2.4: true if, with `team_help`, a player may in its own turn heal characters of other
        /// players of its side.
        heal_mates_in_own_turn: bool = true,
        /// B-3.5, B-3.6: true if, with `team_help`, a player may play cards when other players of
        /// its side are attacked.
        defend_mates: bool = true,
        /// B-4.2: maximum number of rounds of a game (turns of each player), 1 to 1000.
        max_turns: u16 [1 1000] = 200,
        /// B-C: number, energy cost and printed amount of each kind of action card.
        actions: ActionPile = ActionPile::default(),
        /// B-V: number and printed amount of each kind of event card.
        events: EventPile = EventPile::default(),
    }
}

choices! {
    /// B-1.6: which player has the first turn of the game.
    First {
        /// The first player in seating order whose team consists of villains.
        Villains,
        /// The first player in seating order whose team consists of heroes.
        Heroes,
        /// A player that is drawn at random.
        Random,
    }

    /// B-1.7: where used action cards are put.
    UsedCards {
        /// Used cards go to the discard pile, which is shuffled when the draw pile is empty.
        Discard,
        /// Used cards go under the draw pile, and are drawn again in the order in which they were
        /// used.
        Under,
    }

    /// B-1.8: the order in which players name their leaders in the set-up.
    LeadersNamed {
        /// Players name their leaders in turn order, beginning with the first player.
        TurnOrder,
        /// First all players of villains name their leaders in turn order, then all players of
        /// heroes.
        VillainsFirst,
    }

    /// B-2.0: what a player loses when it must name a new leader.
    Succession {
        /// A player that names a new leader loses its turn.
        Turn,
        /// A player that names a new leader loses nothing.
        Free,
    }

    /// B-3.7: whether attack and dodge cards are played before or after the attack's dice.
    CardsTiming {
        /// Cards are played before the attack's dice are thrown.
        Before,
        /// Cards are played after the attack's dice are thrown.
        After,
    }

    /// B-3.3: the number of an attack that decides whether the attack misses, or cannot be dodged.
    DecidedBy {
        /// The score of the attack: the highest die plus the bonuses from powers and cards.
        Score,
        /// The highest die of the attack, without bonuses.
        Die,
    }

    /// B-3.3: whether a dodge must equal the score of the attack or exceed it.
    Dodge {
        /// The target escapes if its dodge is at least the score of the attack.
        Equal,
        /// The target escapes if its dodge is greater than the score of the attack.
        Better,
    }
}

impl DecidedBy {
    /// Returns either the highest die `die` or the score `score` of an attack, depending on this
    /// rule setting.
    pub fn of(self, die: u8, score: u8) -> u8 {
        match self {
            DecidedBy::Score => score,
            DecidedBy::Die => die,
        }
    }
}
