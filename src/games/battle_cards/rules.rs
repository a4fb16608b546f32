//! The settings of the game's rules: one field for each setting in `RULES.md`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::tables::{ActionPile, EventPile};

/// The settings of the game's rules: the table `[rules]` of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// B-1.7, B-2.2: number of action cards to which a player's hand is filled, 0 to 10.
    #[schemars(range(min = 0, max = 10))]
    pub hand: u8,
    /// B-1.6: which player has the first turn of the game.
    pub first: First,
    /// B-1.7: where used action cards are put.
    pub used_cards: UsedCards,
    /// B-1.8: the order in which players name their leaders in the set-up.
    pub leaders_named: LeadersNamed,
    /// B-2.4: maximum number of attacks of a player in its turn, 0 to 8.
    #[schemars(range(min = 0, max = 8))]
    pub attacks: u8,
    /// B-2.4: maximum number of attacks in the first turn of the game, 0 to 8.
    #[schemars(range(min = 0, max = 8))]
    pub first_turn_attacks: u8,
    /// B-2.1: energy that a player gains at the start of each of its turns, after the event card, 0
    /// to 20.
    #[schemars(range(min = 0, max = 20))]
    pub event_energy: u8,
    /// B-2.0: true if a player keeps unspent energy for its next turn.
    pub energy_kept: bool,
    /// B-2.0: what a player loses when it must name a new leader.
    pub succession: Succession,
    /// B-2.5: maximum number of cards that a player may discard at the end of its turn, 0 to 10.
    #[schemars(range(min = 0, max = 10))]
    pub discards: u8,
    /// B-3.2: true if only leaders can attack leaders.
    pub leader_protected: bool,
    /// B-3.2: true if all characters can attack a leader that is its player's last character.
    pub leader_open_when_alone: bool,
    /// B-3.2: true if a Nemesis card can attack a sworn enemy that is a leader.
    pub nemesis_reaches_leaders: bool,
    /// B-3.9: true if shields and Save cards work against a Nemesis card.
    pub nemesis_stoppable: bool,
    /// B-3.7: whether attack and dodge cards are played before or after the attack's dice.
    pub cards_timing: CardsTiming,
    /// B-3.3: which number makes an attack miss if it is 1: the score or the highest die.
    pub miss_by: DecidedBy,
    /// B-3.3: true if an attacker that misses loses life.
    pub one_hurts: bool,
    /// B-3.3: score from which an attack cannot be dodged, 1 to 7; with 7, any score can be dodged.
    #[schemars(range(min = 1, max = 7))]
    pub sure_hit: u8,
    /// B-3.3: which number of an attack is compared with `sure_hit`: the score or the highest die.
    pub sure_hit_by: DecidedBy,
    /// B-3.3: whether a dodge must equal the score of the attack or exceed it.
    pub dodge: Dodge,
    /// B-2.4, B-2.7, B-3.5, B-3.6: true if players of one side may help each other with their
    /// cards.
    pub team_help: bool,
    /// B-2.4: true if, with `team_help`, a player may in its own turn heal characters of other
    /// players of its side.
    pub heal_mates_in_own_turn: bool,
    /// B-3.5, B-3.6: true if, with `team_help`, a player may play cards when other players of its
    /// side are attacked.
    pub defend_mates: bool,
    /// B-4.2: maximum number of rounds of a game (turns of each player), 1 to 1000.
    #[schemars(range(min = 1, max = 1000))]
    pub max_turns: u16,
    /// B-C: number, energy cost and printed amount of each kind of action card.
    pub actions: ActionPile,
    /// B-V: number and printed amount of each kind of event card.
    pub events: EventPile,
}

/// B-1.6: which player has the first turn of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// The first player in seating order whose team consists of villains.
    Villains,
    /// The first player in seating order whose team consists of heroes.
    Heroes,
    /// A player that is drawn at random.
    Random,
}

/// B-1.7: where used action cards are put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UsedCards {
    /// Used cards go to the discard pile, which is shuffled when the draw pile is empty.
    Discard,
    /// Used cards go under the draw pile, and are drawn again in the order in which they were used.
    Under,
}

/// B-1.8: the order in which players name their leaders in the set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LeadersNamed {
    /// Players name their leaders in turn order, beginning with the first player.
    TurnOrder,
    /// First all players of villains name their leaders in turn order, then all players of heroes.
    VillainsFirst,
}

/// B-2.0: what a player loses when it must name a new leader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Succession {
    /// A player that names a new leader loses its turn.
    Turn,
    /// A player that names a new leader loses nothing.
    Free,
}

/// B-3.7: whether attack and dodge cards are played before or after the attack's dice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardsTiming {
    /// Cards are played before the attack's dice are thrown.
    Before,
    /// Cards are played after the attack's dice are thrown.
    After,
}

/// B-3.3: the number of an attack that decides whether the attack misses, or cannot be dodged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedBy {
    /// The score of the attack: the highest die plus the bonuses from powers and cards.
    Score,
    /// The highest die of the attack, without bonuses.
    Die,
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

/// B-3.3: whether a dodge must equal the score of the attack or exceed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Dodge {
    /// The target escapes if its dodge is at least the score of the attack.
    Equal,
    /// The target escapes if its dodge is greater than the score of the attack.
    Better,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            hand: 5,
            first: First::Villains,
            used_cards: UsedCards::Discard,
            leaders_named: LeadersNamed::TurnOrder,
            attacks: 2,
            first_turn_attacks: 2,
            event_energy: 2,
            energy_kept: true,
            succession: Succession::Turn,
            discards: 1,
            leader_protected: true,
            leader_open_when_alone: true,
            nemesis_reaches_leaders: false,
            nemesis_stoppable: true,
            cards_timing: CardsTiming::Before,
            miss_by: DecidedBy::Score,
            one_hurts: true,
            sure_hit: 6,
            sure_hit_by: DecidedBy::Score,
            dodge: Dodge::Equal,
            team_help: true,
            heal_mates_in_own_turn: true,
            defend_mates: true,
            max_turns: 200,
            actions: ActionPile::default(),
            events: EventPile::default(),
        }
    }
}
