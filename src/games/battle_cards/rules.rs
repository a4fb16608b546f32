//! The settings of the game. Each field is a setting on the rules page.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The table `[rules]` of a scenario.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// B-1.7, B-2.2: action cards in a hand, 0 to 10.
    #[schemars(range(min = 0, max = 10))]
    pub hand: u8,
    /// B-1.6: who begins.
    pub first: First,
    /// B-1.7: where used action cards go.
    pub used_cards: UsedCards,
    /// B-1.8: in which order leaders are named in the set-up.
    pub leaders_named: LeadersNamed,
    /// B-2.4: attacks in a turn, 0 to 8.
    #[schemars(range(min = 0, max = 8))]
    pub attacks: u8,
    /// B-2.4: attacks in the first turn of the game, 0 to 8.
    #[schemars(range(min = 0, max = 8))]
    pub first_turn_attacks: u8,
    /// B-2.1: energy that comes with the event, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub event_energy: u8,
    /// B-2.0: is energy that was not spent kept?
    pub energy_kept: bool,
    /// B-2.0: what naming a new leader costs.
    pub succession: Succession,
    /// B-2.5: cards that may be discarded at the end of a turn, 0 to 10.
    #[schemars(range(min = 0, max = 10))]
    pub discards: u8,
    /// B-3.2: can leaders be attacked by leaders only?
    pub leader_protected: bool,
    /// B-3.2: is a leader open to all once it is its player's last character?
    pub leader_open_when_alone: bool,
    /// B-3.2: is a nemesis open to a Nemesis card even where it is a leader?
    pub nemesis_reaches_leaders: bool,
    /// B-3.9: do shields and Save cards work against a Nemesis card?
    pub nemesis_stoppable: bool,
    /// B-3.7: are attack and dodge cards played before the attack's dice, or after them?
    pub cards_timing: CardsTiming,
    /// B-3.3: which number is a 1 when an attack misses.
    pub miss_by: DecidedBy,
    /// B-3.3: does an attack that misses hurt the attacker?
    pub one_hurts: bool,
    /// B-3.3: the least score that cannot be dodged, 1 to 7; with 7 there is none.
    #[schemars(range(min = 1, max = 7))]
    pub sure_hit: u8,
    /// B-3.3: which number is compared with `sure_hit`.
    pub sure_hit_by: DecidedBy,
    /// B-3.3: must a dodge equal the score, or beat it?
    pub dodge: Dodge,
    /// B-2.4, B-2.7, B-3.5, B-3.6: may mates help with their cards?
    pub team_help: bool,
    /// B-2.4: with `team_help`, may a player heal the teams of its mates in its own turn?
    pub heal_mates_in_own_turn: bool,
    /// B-3.5, B-3.6: with `team_help`, may mates play cards when a player is attacked?
    pub defend_mates: bool,
    /// B-4.2: turns of each player, and so rounds, 1 to 1000; then the game is over.
    #[schemars(range(min = 1, max = 1000))]
    pub max_turns: u16,
    /// B-C: the action cards.
    pub actions: ActionPile,
    /// B-V: the events.
    pub events: EventPile,
}

/// B-1.6: who begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum First {
    /// The first player of villains.
    Villains,
    /// The first player of heroes.
    Heroes,
    /// A random player.
    Random,
}

/// B-1.7: where used action cards go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum UsedCards {
    /// To the discards, which are shuffled when the pile is empty.
    Discard,
    /// Under the pile, from which they come back in the order in which they were used.
    Under,
}

/// B-1.8: in which order leaders are named in the set-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LeadersNamed {
    /// In turn order from the first player on.
    TurnOrder,
    /// By all players of villains in turn order, then by all players of heroes.
    VillainsFirst,
}

/// B-2.0: what naming a new leader costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Succession {
    /// Naming a leader costs the turn.
    Turn,
    /// Naming a leader costs nothing.
    Free,
}

/// B-3.7: when attack and dodge cards are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CardsTiming {
    /// Before the attack's dice.
    Before,
    /// After the attack's dice are thrown.
    After,
}

/// B-3.3: the number that decides whether an attack misses, or hits without a dodge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedBy {
    /// The score: the highest die and what is added to it.
    Score,
    /// The highest die alone.
    Die,
}

impl DecidedBy {
    /// The number that decides, for an attack with the highest die `die` and the score `score`.
    pub fn of(self, die: u8, score: u8) -> u8 {
        match self {
            DecidedBy::Score => score,
            DecidedBy::Die => die,
        }
    }
}

/// B-3.3: when the target escapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Dodge {
    /// When its dodge is the score or more.
    Equal,
    /// When its dodge is more than the score.
    Better,
}

/// An action card with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ActionCard {
    /// Cards in the pile, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub count: u8,
    /// Energy that playing it costs, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub cost: u8,
    /// The number on the card, 1 to 9.
    #[schemars(range(min = 1, max = 9))]
    pub amount: u8,
}

/// An action card without a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlainAction {
    /// Cards in the pile, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub count: u8,
    /// Energy that playing it costs, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub cost: u8,
}

/// B-C: the action cards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ActionPile {
    /// B-C1: number of extra dice in an attack.
    pub momentum: ActionCard,
    /// B-C2: bonus on the score.
    pub strength: ActionCard,
    /// B-C3: extra life that a wound takes.
    pub fury: ActionCard,
    /// B-C4: the attack cannot be dodged.
    pub precision: PlainAction,
    /// B-C5: bonus on the dodge.
    pub dodge: ActionCard,
    /// B-C6: number of extra dice in a dodge.
    pub agility: ActionCard,
    /// B-C7: life that the attacker loses when the target escapes.
    pub riposte: ActionCard,
    /// B-C8: the target loses no life.
    pub save: PlainAction,
    /// B-C9: life that a character regains.
    pub heal: ActionCard,
    /// B-C10: life that a nemesis loses.
    pub nemesis: ActionCard,
    /// B-C11: energy that the player gains.
    pub energy: ActionCard,
    /// B-C12: energy that the player takes from an opponent.
    pub theft: ActionCard,
    /// B-C13: cards that an opponent loses.
    pub sabotage: ActionCard,
}

/// An event with a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EventCard {
    /// Cards in the pile, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub count: u8,
    /// The number on the event, 1 to 9.
    #[schemars(range(min = 1, max = 9))]
    pub amount: u8,
}

/// An event without a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlainEvent {
    /// Cards in the pile, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub count: u8,
}

/// B-V: the events.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct EventPile {
    /// B-V1: no effect.
    pub calm: PlainEvent,
    /// B-V2: energy for the active player.
    pub windfall: EventCard,
    /// B-V3: energy for everybody.
    pub surge: EventCard,
    /// B-V4: energy that everybody loses.
    pub drought: EventCard,
    /// B-V5: life that everybody's characters regain.
    pub spring: EventCard,
    /// B-V6: life that leaders lose.
    pub quake: EventCard,
    /// B-V7: a character of the stock joins.
    pub recruit: PlainEvent,
    /// B-V8: a character of the graveyard joins with so much life.
    pub comeback: EventCard,
    /// B-V9: number of extra cards in the hand.
    pub supplies: EventCard,
    /// B-V10: bonus on every dodge.
    pub fog: EventCard,
    /// B-V11: maximum number of attacks.
    pub storm: EventCard,
    /// B-V12: leaders cannot be attacked.
    pub truce: PlainEvent,
    /// B-V13: number of extra dice in every attack.
    pub frenzy: EventCard,
    /// B-V14: extra life that every wound by dice takes.
    pub rage: EventCard,
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

impl Default for ActionPile {
    fn default() -> Self {
        let card = |count, cost, amount| ActionCard {
            count,
            cost,
            amount,
        };
        ActionPile {
            momentum: card(6, 1, 1),
            strength: card(5, 1, 1),
            fury: card(3, 2, 1),
            precision: PlainAction { count: 3, cost: 2 },
            dodge: card(7, 1, 1),
            agility: card(5, 1, 1),
            riposte: card(3, 1, 1),
            save: PlainAction { count: 5, cost: 2 },
            heal: card(6, 2, 1),
            nemesis: card(7, 2, 1),
            energy: card(5, 0, 3),
            theft: card(3, 0, 2),
            sabotage: card(3, 1, 2),
        }
    }
}

impl Default for EventPile {
    fn default() -> Self {
        let event = |count, amount| EventCard { count, amount };
        EventPile {
            calm: PlainEvent { count: 4 },
            windfall: event(3, 3),
            surge: event(2, 2),
            drought: event(2, 2),
            spring: event(2, 1),
            quake: event(2, 1),
            recruit: PlainEvent { count: 4 },
            comeback: event(2, 2),
            supplies: event(3, 2),
            fog: event(2, 1),
            storm: event(2, 1),
            truce: PlainEvent { count: 2 },
            frenzy: event(2, 1),
            rage: event(2, 1),
        }
    }
}
