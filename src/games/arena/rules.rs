//! The rules of an arena game as settings: every *setting* of the rules page is one field here.
//!
//! A scenario's `[rules]` table and `--set rules.NAME=VALUE` change them at run time; what is left out
//! keeps Ultimate Warriorz's value.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The settings of an arena game. `Default` is Ultimate Warriorz as its French rulebook has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// zones on the ring around the centre, 3 to 8.
    #[schemars(range(min = 3, max = 8))]
    pub zones: u8,
    /// with no more fighters than ring zones, may a fighter also be placed on the empty centre (English reading)?
    pub placement_centre: bool,
    /// rounds of a game, 1 to 20.
    #[schemars(range(min = 1, max = 20))]
    pub rounds: u8,
    /// which spent cards an empty hand takes back.
    pub recycle: Recycle,
    /// which zones a fighter may not enter again in its turn.
    pub revisit: Revisit,
    /// the farthest shot, in zones, 1 or 2.
    #[schemars(range(min = 1, max = 2))]
    pub range: u8,
    /// taken from each die of a shot at distance 2, 0 to 5.
    #[schemars(range(min = 0, max = 5))]
    pub far_shot_penalty: u8,
    /// how far attacks must be made.
    pub compulsory: Compulsory,
    /// may teammates be chosen as targets? (An area hits them either way.)
    pub friendly_fire: bool,
    /// does every fighter hold a lucky charm?
    pub lucky_charm: bool,
    /// popularity points that a fighter's first wound is worth, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub first_wound: u8,
    /// dice the crowd throws at the eliminator, by round; none in the rounds after the list's end.
    #[schemars(length(max = 20), inner(range(min = 0, max = 12)))]
    pub rocks: Vec<u8>,
    /// may a lucky charm be used against rocks?
    pub rocks_charm: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            zones: 6,
            placement_centre: false,
            rounds: 7,
            recycle: Recycle::AllButTechniques,
            revisit: Revisit::Never,
            range: 2,
            far_shot_penalty: 1,
            compulsory: Compulsory::Strict,
            friendly_fire: false,
            lucky_charm: true,
            first_wound: 3,
            rocks: vec![3, 2, 1],
            rocks_charm: true,
        }
    }
}

/// what a fighter with an empty hand takes back. The card in play stays out, unless nothing else is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Recycle {
    /// All spent cards.
    All,
    /// All spent cards but techniques: those are played once a game.
    AllButTechniques,
}

/// where a move may not lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Revisit {
    /// Into no zone in which the actor has been this round (French).
    Never,
    /// Only not back into the zone where it started the turn (English).
    NotStart,
}

/// how far an actor is bound to attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Compulsory {
    /// Every step must keep the most attacks in reach.
    Strict,
    /// The path is free; what has a target when the moves are done must be made.
    AtEnd,
    /// The turn may end with attacks unmade.
    Never,
}
