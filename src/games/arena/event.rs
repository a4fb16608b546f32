//! The events of an arena game, as observers receive them.

use serde::Serialize;

use super::board::{Fighters, Zone};
use super::cards::CardIndex;
use super::choice::Choice;
use super::state::FighterIndex;
use crate::game::chance::{Face, Throw};

/// An event in a game. Fighters are indices by ascending size.
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
    /// the fighter took back these spent cards.
    TakesBack {
        fighter: FighterIndex,
        cards: u16,
    },
    /// the fighter chose this card in secret.
    Chooses {
        fighter: FighterIndex,
        card: CardIndex,
    },
    /// the countdown reached this effective initiative, and the cards of these fighters were
    /// revealed.
    Revealed {
        initiative: i8,
        fighters: Fighters,
    },
    /// the fighter's turn began, and its chosen card became active.
    TurnBegins {
        fighter: FighterIndex,
        card: CardIndex,
    },
    Moves {
        fighter: FighterIndex,
        from: Zone,
        to: Zone,
    },
    /// The fighter made the attack that `choice` describes. `targets` has all fighters to be
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
    /// Electric claymore: the fighter rolled the die for the number of dice.
    RollsDiceCount {
        fighter: FighterIndex,
        face: Face,
    },
    /// Evil net or bramble net: the fighter threw dice, whose sum is compared with the size of the
    /// target. `caught` is true if the sum is at least that size.
    RollsNet {
        fighter: FighterIndex,
        #[serde(skip)]
        target: FighterIndex,
        #[serde(rename = "faces")]
        throw: Throw,
        caught: bool,
    },
    /// Whirling spear: the fighter rolled its defense.
    RollsDefense {
        fighter: FighterIndex,
        face: Face,
    },
    /// Dice were thrown against one target; `needed` is the lowest face that wounds. `by` is the
    /// attacker, or `None` for rocks of the crowd.
    Rolls {
        #[serde(skip)]
        by: Option<FighterIndex>,
        #[serde(skip)]
        target: FighterIndex,
        #[serde(rename = "faces")]
        throw: Throw,
        needed: i8,
    },
    /// the target used its lucky charm to flip or reroll dice (`choice`); `throw` has the
    /// dice after this.
    UsesCharm {
        fighter: FighterIndex,
        #[serde(skip)]
        choice: Choice,
        #[serde(rename = "faces")]
        throw: Throw,
    },
    /// The target lost `wounds` life points. The attacker `by` (`None` for rocks of the crowd)
    /// gained `pp` popularity points, or `wounds` life points if `drained` is true.
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
    /// the score of the trophies that changed hands, 0 if trophies do not score.
    Eliminated {
        fighter: FighterIndex,
        #[serde(skip)]
        by: Option<FighterIndex>,
        points: u16,
    },
    /// The fighter was caught in a bramble net.
    Netted {
        fighter: FighterIndex,
    },
    /// The fighter is free of its bramble net: the fighter spent moves, or the net ended after its
    /// turn.
    ShedsNet {
        fighter: FighterIndex,
    },
    /// Strike: the attacker chose to hit none of these other fighters.
    Spares {
        fighter: FighterIndex,
        #[serde(skip)]
        others: Fighters,
    },
    /// Finishing: the fighter regained life points for an elimination.
    Regains {
        fighter: FighterIndex,
        lp: u8,
    },
    /// Sandal: the fighter threw `target` to this zone. Then `dice` dice are rolled against
    /// everyone there.
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
    /// the crowd throws rocks at a fighter, because it has eliminated another fighter.
    Rocks {
        #[serde(skip)]
        target: FighterIndex,
        dice: u8,
    },
    TurnEnds {
        fighter: FighterIndex,
    },
    /// the game is over, and this side won.
    Over {
        winners: Fighters,
    },
}
