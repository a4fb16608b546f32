//! What happens in a game, as observers are told it.

use super::board::{Fighters, Zone};
use super::cards::CardIndex;
use super::choice::Choice;
use super::state::FighterIndex;
use crate::games::chance::{Face, Throw};

/// Something that happened. Fighters are indices by ascending size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    Placed {
        fighter: FighterIndex,
        zone: Zone,
    },
    RoundBegins {
        round: u8,
    },
    /// the fighter took back its discards.
    TakesBack {
        fighter: FighterIndex,
        cards: u16,
    },
    /// in secret.
    Chooses {
        fighter: FighterIndex,
        card: CardIndex,
    },
    /// an initiative is called and these cards are revealed.
    Revealed {
        initiative: i8,
        fighters: Fighters,
    },
    /// the chosen card becomes active.
    TurnBegins {
        fighter: FighterIndex,
        card: CardIndex,
    },
    Moves {
        fighter: FighterIndex,
        from: Zone,
        to: Zone,
    },
    /// An attack, by its option; `targets` are all whom it will be resolved against, a Strike's second phase aside.
    Attacks {
        fighter: FighterIndex,
        choice: Choice,
        targets: Fighters,
    },
    GivesSkull {
        fighter: FighterIndex,
        holder: FighterIndex,
    },
    /// Electric claymore: the die that says how many dice.
    RollsDiceCount {
        fighter: FighterIndex,
        face: Face,
    },
    /// A net, evil or of brambles: the dice whose sum stands against the target's size.
    RollsNet {
        fighter: FighterIndex,
        target: FighterIndex,
        throw: Throw,
        caught: bool,
    },
    /// Whirling spear: the die that is the defense.
    RollsDefense {
        fighter: FighterIndex,
        face: Face,
    },
    /// The dice against one target, and the least face that wounds; by nobody: the crowd's rocks.
    Rolls {
        by: Option<FighterIndex>,
        target: FighterIndex,
        throw: Throw,
        needed: i8,
    },
    /// what the target does with its charm (never `Keep`), and the dice as they lie then.
    UsesCharm {
        fighter: FighterIndex,
        choice: Choice,
        throw: Throw,
    },
    /// Wounds that counted; `pp` of them for the attacker, or as many life points if `drained`. By nobody: rocks.
    Wounds {
        by: Option<FighterIndex>,
        target: FighterIndex,
        wounds: u8,
        pp: u16,
        drained: bool,
    },
    /// By nobody: rocks. `points` is what the trophies that change hands score (0 where trophies do not).
    Eliminated {
        fighter: FighterIndex,
        by: Option<FighterIndex>,
        points: u16,
    },
    /// Bramble net: the fighter lies in it from here on.
    Netted {
        fighter: FighterIndex,
    },
    /// It is free again: a move was spent on it, or a dragon's turn is over.
    ShedsNet {
        fighter: FighterIndex,
    },
    /// Strike: the attacker lets no die hit these others.
    Spares {
        fighter: FighterIndex,
        others: Fighters,
    },
    /// Finishing: life points come back.
    Regains {
        fighter: FighterIndex,
        lp: u8,
    },
    /// Sandal: the target flies to this zone; the dice of those it lands on follow.
    Throws {
        fighter: FighterIndex,
        target: FighterIndex,
        to: Zone,
        dice: u8,
    },
    Shocks {
        fighter: FighterIndex,
        target: FighterIndex,
        shift: i8,
    },
    /// rocks fly at the eliminator.
    Rocks {
        target: FighterIndex,
        dice: u8,
    },
    TurnEnds {
        fighter: FighterIndex,
    },
    /// the winning side.
    Over {
        winners: Fighters,
    },
}
