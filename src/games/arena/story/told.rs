//! The events of a story as JSON objects.
//!
//! The field `kind` of each object is its type; [`Object`] lists the other fields. Fighters and
//! cards are roster keys. Zones are numbers: 1, 2, … round the ring, and 0 for the centre. Rounds
//! count from 1. Faces of dice are sorted in ascending order.

use serde::Serialize;

use crate::game::Face;

/// One event of a story.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Object {
    Placed {
        who: String,
        zone: u8,
    },
    RoundBegins {
        round: u8,
        /// The state of all living fighters, by ascending size.
        standing: Vec<Standing>,
    },
    /// A fighter with an empty hand takes back spent cards.
    TakesBack {
        who: String,
        cards: Vec<String>,
    },
    /// A fighter chooses a card in secret; the other players see the card when its initiative is
    /// called.
    Chooses {
        who: String,
        card: String,
    },
    /// The cards with this effective initiative are revealed.
    Revealed {
        initiative: i8,
        fighters: Vec<String>,
    },
    TurnBegins {
        who: String,
        /// The card that becomes the fighter's active card.
        card: String,
        /// Effective initiative of the card.
        initiative: i8,
    },
    Moves {
        who: String,
        from: u8,
        to: u8,
    },
    Attacks {
        who: String,
        /// Kind of reach: `melee` or `shot`.
        reach: &'static str,
        /// Kind of the attack: `single`; `pair` (two targets at once); `area` (everyone in a zone);
        /// `strike` (each die may hit one other fighter in the zone); `split` (one share of a
        /// dragon's dice); `bowling` (dice that miss one target are used against the next).
        manner: &'static str,
        /// The chosen targets. Further targets of a strike appear only in `rolls` events.
        whom: Vec<String>,
    },
    GivesSkull {
        who: String,
        whom: [String; 1],
    },
    /// A fighter rolls the die that determines the number of dice of its attack.
    RollsDiceCount {
        who: String,
        face: Face,
    },
    /// A fighter throws the dice of a net, which catch the target if their sum reaches its size.
    RollsNet {
        who: String,
        whom: [String; 1],
        faces: Vec<Face>,
        sum: u16,
        size: u8,
        caught: bool,
    },
    /// A fighter rolls the die that determines its defense.
    RollsDefense {
        who: String,
        face: Face,
    },
    /// Dice are thrown against one target `whom`.
    Rolls {
        /// The attacker; null for the crowd's rocks.
        who: Option<String>,
        whom: [String; 1],
        faces: Vec<Face>,
        /// The lowest face that wounds, including all modifiers.
        needed: i8,
        /// Number of dice that show `needed` or more.
        hits: u8,
    },
    /// The target of the last `rolls` event uses its lucky charm. With `rules.charm_effect_dice`,
    /// the event may also follow `rolls_net` or `rolls_dice_count`.
    UsesCharm {
        who: String,
        /// The face that is flipped to its opposite, or null.
        flips: Option<Face>,
        /// Number of dice rerolled, or null. Dice that hit are rerolled lowest first; dice of a net
        /// or a claymore highest first.
        rerolls: Option<u8>,
        /// All dice after the use of the charm.
        faces: Vec<Face>,
        /// Number of dice that hit after the charm; absent for dice of a net or a claymore.
        #[serde(skip_serializing_if = "Option::is_none")]
        hits: Option<u8>,
    },
    Wounds {
        /// The attacker; null for the crowd's rocks.
        who: Option<String>,
        whom: [String; 1],
        wounds: u8,
        /// True if a first-wound token is lost.
        first_wound: bool,
        /// Popularity points that the attacker `who` gains; absent if trophies score.
        #[serde(skip_serializing_if = "Option::is_none")]
        pp: Option<u16>,
        /// True if the lost life points become life points of the attacker `who`.
        drained: bool,
        /// Life points that the target has left.
        target_lp: u8,
    },
    Eliminated {
        /// The fighter that is eliminated.
        whom: [String; 1],
        /// The fighter that takes the trophy; null for the crowd's rocks.
        who: Option<String>,
        /// Points for the trophies that change hands; absent if popularity points score.
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<u16>,
    },
    /// The fighter is caught in a bramble net.
    Netted {
        who: String,
    },
    /// The fighter is free of its bramble net.
    ShedsNet {
        who: String,
    },
    /// With `rules.strike_optional`: a strike ends although another die could hit one of these
    /// fighters.
    Spares {
        who: String,
        whom: Vec<String>,
    },
    /// A finishing restores life points of the fighter.
    Regains {
        who: String,
        lp: u8,
        /// Life points of the fighter after it has regained some.
        fighter_lp: u8,
    },
    /// A sandal throws the target to a zone. `rolls` events with this number of dice follow for
    /// everyone there.
    Throws {
        who: String,
        whom: [String; 1],
        to: u8,
        dice: u8,
    },
    /// An electroshock changes initiatives: the fighter's next action gains `shift`, the target's
    /// next action loses `shift`.
    Shocks {
        who: String,
        whom: [String; 1],
        shift: i8,
    },
    /// The crowd throws rocks at a fighter that has eliminated another. `rolls` events follow.
    Rocks {
        whom: [String; 1],
        dice: u8,
    },
    TurnEnds {
        who: String,
    },
    Over {
        winners: Vec<String>,
    },
}

/// The state of one fighter at the start of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing {
    pub fighter: String,
    pub lp: u8,
    /// Popularity points of the fighter; absent if trophies score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pp: Option<u16>,
    /// Sum of the sizes of the fighter's trophies; absent if popularity points score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u16>,
    pub zone: u8,
}
