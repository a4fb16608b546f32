//! The events of an arena game, as the engine reports them to observers.

use serde::Serialize;

use super::board::{Fighters, Zone};
use super::cards::CardIndex;
use super::choice::Choice;
use super::state::FighterIndex;
use crate::game::chance::{Face, Throw};

/// An event in a game. Fighters are given as indices in the order of ascending size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Placed {
        fighter: FighterIndex,
        zone: Zone,
    },
    RoundBegins {
        round: u8,
    },
    /// The fighter took back these spent cards (rule ).
    TakesBack {
        fighter: FighterIndex,
        cards: u16,
    },
    /// The fighter chose this card in secret (rule ).
    Chooses {
        fighter: FighterIndex,
        card: CardIndex,
    },
    /// The countdown of initiatives reached this value, and the cards of these fighters were
    /// revealed (rule ).
    Revealed {
        initiative: i8,
        fighters: Fighters,
    },
    /// The fighter's turn began, and its chosen card became active (rule ).
    TurnBegins {
        fighter: FighterIndex,
        card: CardIndex,
    },
    Moves {
        fighter: FighterIndex,
        from: Zone,
        to: Zone,
    },
    /// The fighter made the attack that `choice` describes. `targets` has all fighters that are
    /// attacked, except those of a Strike's second phase.
    Attacks {
        fighter: FighterIndex,
        #[serde(skip)]
        choice: Choice,
        #[serde(skip)]
        targets: Fighters,
    },
    GivesSkull {
        fighter: FighterIndex,
        #[serde(skip)]
        holder: FighterIndex,
    },
    /// The fighter attacked with an electric claymore and rolled the die that determines the number
    /// of dice.
    RollsDiceCount {
        fighter: FighterIndex,
        face: Face,
    },
    /// The fighter threw dice whose sum is compared with the size of the target, as for an evil net
    /// or a bramble net. `caught` is true if the sum is at least that size.
    RollsNet {
        fighter: FighterIndex,
        #[serde(skip)]
        target: FighterIndex,
        #[serde(rename = "faces")]
        throw: Throw,
        caught: bool,
    },
    /// The fighter was attacked while its active card was a whirling spear, and rolled its defense.
    RollsDefense {
        fighter: FighterIndex,
        face: Face,
    },
    /// Dice were thrown against one target; `needed` is the lowest face that wounds it. `by` is the
    /// attacker, or `None` if the crowd threw rocks.
    Rolls {
        #[serde(skip)]
        by: Option<FighterIndex>,
        #[serde(skip)]
        target: FighterIndex,
        #[serde(rename = "faces")]
        throw: Throw,
        needed: i8,
    },
    /// The target used its lucky charm to flip or reroll dice, as `choice` describes (rule ).
    /// `throw` has the dice after this.
    UsesCharm {
        fighter: FighterIndex,
        #[serde(skip)]
        choice: Choice,
        #[serde(rename = "faces")]
        throw: Throw,
    },
    /// The target lost `wounds` life points. The attacker `by` (`None` for rocks of the crowd)
    /// gained `pp` popularity points; if `drained` is true, it gained the life points instead.
    Wounds {
        #[serde(skip)]
        by: Option<FighterIndex>,
        #[serde(skip)]
        target: FighterIndex,
        wounds: u8,
        pp: u16,
        drained: bool,
    },
    /// The fighter was eliminated by the attacker `by` (`None` for rocks of the crowd). `points` is
    /// the score of the trophies that the attacker gained; 0 if trophies do not score.
    Eliminated {
        fighter: FighterIndex,
        #[serde(skip)]
        by: Option<FighterIndex>,
        points: u16,
    },
    /// The fighter was caught in a bramble net, which hinders it until it is freed.
    Netted {
        fighter: FighterIndex,
    },
    /// The fighter is free of its bramble net, because it spent moves or because the net ended
    /// after the fighter's turn.
    ShedsNet {
        fighter: FighterIndex,
    },
    /// The attacker ended the second phase of a Strike without hitting `others`, although dice were
    /// left that could hit these fighters.
    Spares {
        fighter: FighterIndex,
        #[serde(skip)]
        others: Fighters,
    },
    /// The fighter regained `lp` life points, because it eliminated another fighter with the effect
    /// "finishing".
    Regains {
        fighter: FighterIndex,
        lp: u8,
    },
    /// The fighter threw `target` to the zone `to` with the effect "sandal". Then `dice` dice are
    /// rolled against each fighter there.
    Throws {
        fighter: FighterIndex,
        #[serde(skip)]
        target: FighterIndex,
        to: Zone,
        dice: u8,
    },
    Shocks {
        fighter: FighterIndex,
        #[serde(skip)]
        target: FighterIndex,
        shift: i8,
    },
    /// The crowd throws rocks at a fighter, because that fighter has eliminated another one (rule
    ///
    Rocks {
        #[serde(skip)]
        target: FighterIndex,
        dice: u8,
    },
    TurnEnds {
        fighter: FighterIndex,
    },
    /// The game is over, and this side won (rule A-8).
    Over {
        winners: Fighters,
    },
}
