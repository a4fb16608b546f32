//! The lines of a story as JSON objects.
//!
//! The field `event` of each object is its type; [`Told`] lists the other fields. Fighters and
//! cards are roster keys. Zones are numbers: 1, 2, … round the ring, and 0 for the centre. Rounds
//! count from 1. Faces of dice are sorted in ascending order.

use serde::Serialize;

use crate::game::Face;
use crate::game::story::Weighing;

/// One line of a story.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Told {
    /// The first line: the game and its fighters.
    Header {
        /// Title of the scenario.
        scenario: String,
        seed: u64,
        /// Number of the game in a run of this seed, from 0.
        game: u64,
        /// Number of zones on the ring.
        zones: u8,
        /// Maximum number of rounds.
        rounds: u8,
        /// The fighters, sorted by team and seat.
        line_up: Vec<Entry>,
    },
    Placed {
        fighter: String,
        zone: u8,
    },
    RoundBegins {
        round: u8,
        /// All living fighters, by ascending size.
        standing: Vec<Standing>,
    },
    /// A fighter with an empty hand takes back spent cards.
    TakesBack {
        fighter: String,
        cards: Vec<String>,
    },
    /// The explanation of a bot's decision, if explanations were requested. The decision follows.
    Decides {
        fighter: String,
        /// The method by which the bot decides.
        by: String,
        /// Index of the chosen option, from 0.
        chosen: usize,
        options: Vec<Weighing>,
    },
    /// A fighter chooses a card in secret; the other players see the card when its initiative is
    /// called.
    Chooses {
        fighter: String,
        card: String,
    },
    /// The cards with this effective initiative are revealed.
    Revealed {
        initiative: i8,
        fighters: Vec<String>,
    },
    TurnBegins {
        fighter: String,
        /// The card that becomes the fighter's active card.
        card: String,
        /// Effective initiative of the card.
        initiative: i8,
    },
    Moves {
        fighter: String,
        from: u8,
        to: u8,
    },
    Attacks {
        fighter: String,
        /// Kind of reach: `melee` or `shot`.
        reach: &'static str,
        /// Kind of the attack: `single`; `pair` (two targets at once); `area` (everyone in a zone);
        /// `strike` (each die may hit one other fighter in the zone); `split` (one share of a
        /// dragon's dice); `bowling` (dice that miss one target are used against the next).
        manner: &'static str,
        /// The named targets. Further targets of a strike appear only in `rolls` events.
        targets: Vec<String>,
    },
    GivesSkull {
        fighter: String,
        holder: String,
    },
    /// The die that determines the number of dice of an attack.
    RollsDiceCount {
        fighter: String,
        face: Face,
    },
    /// The dice of a net, which catch the target if their sum reaches its size.
    RollsNet {
        fighter: String,
        target: String,
        faces: Vec<Face>,
        sum: u16,
        size: u8,
        caught: bool,
    },
    /// The die that determines the fighter's defense.
    RollsDefense {
        fighter: String,
        face: Face,
    },
    /// The dice against one target.
    Rolls {
        /// The attacker; null for the crowd's rocks.
        by: Option<String>,
        target: String,
        faces: Vec<Face>,
        /// The lowest face that wounds, including all modifiers.
        needed: i8,
        /// Number of dice that show `needed` or more.
        hits: u8,
    },
    /// The target of the last `rolls` event uses its lucky charm. With `rules.charm_effect_dice`,
    /// the event may also follow `rolls_net` or `rolls_dice_count`.
    UsesCharm {
        fighter: String,
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
        by: Option<String>,
        target: String,
        wounds: u8,
        /// True if a first-wound token is lost.
        first_wound: bool,
        /// Popularity points that `by` gains; absent if trophies score.
        #[serde(skip_serializing_if = "Option::is_none")]
        pp: Option<u16>,
        /// True if the tokens become life points of `by`.
        drained: bool,
        /// Life points that the target has left.
        target_lp: u8,
    },
    Eliminated {
        fighter: String,
        /// The fighter that takes the trophy; null for the crowd's rocks.
        by: Option<String>,
        /// Points for the trophies that change hands; absent if popularity points score.
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<u16>,
    },
    /// The fighter is caught in a bramble net.
    Netted {
        fighter: String,
    },
    /// The fighter is free of its bramble net.
    ShedsNet {
        fighter: String,
    },
    /// With `rules.strike_optional`: a strike ends although another die could hit one of these
    /// fighters.
    Spares {
        fighter: String,
        others: Vec<String>,
    },
    /// A finishing restores life points of the fighter.
    Regains {
        fighter: String,
        lp: u8,
        /// Life points of the fighter after it has regained some.
        fighter_lp: u8,
    },
    /// A sandal throws the target to a zone. `rolls` events with this number of dice follow for
    /// everyone there.
    Throws {
        fighter: String,
        target: String,
        to: u8,
        dice: u8,
    },
    /// An electroshock changes initiatives: the fighter's next action gains `shift`, the target's
    /// next action loses `shift`.
    Shocks {
        fighter: String,
        target: String,
        shift: i8,
    },
    /// The crowd throws rocks at an eliminator. `rolls` events follow.
    Rocks {
        target: String,
        dice: u8,
    },
    TurnEnds {
        fighter: String,
    },
    Over {
        winners: Vec<String>,
    },
    /// The last line: the result of each fighter, as in the table `games` of a run.
    Outcome {
        /// Number of rounds that were begun.
        rounds: u8,
        winners: Vec<String>,
        /// The fighters, sorted by place, then by ascending size.
        fighters: Vec<Place>,
    },
}

/// One fighter in the header of a story.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    pub fighter: String,
    pub name: String,
    /// Life points at the start of the game.
    pub size: u8,
    pub seat: u8,
    /// The team, from 1; null if each fighter plays alone.
    pub team: Option<u8>,
    /// Name of the bot that plays the fighter.
    pub strategy: String,
}

/// One fighter at the start of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing {
    pub fighter: String,
    pub lp: u8,
    /// Popularity points; absent if trophies score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pp: Option<u16>,
    /// Sum of the sizes of the fighter's trophies; absent if popularity points score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u16>,
    pub zone: u8,
}

/// One fighter in the outcome of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    pub fighter: String,
    /// Place, from 1; members of a team share a place.
    pub place: u8,
    pub won: bool,
    /// Popularity points, or the sizes of the trophies; includes the bonus for the centre.
    pub score: u16,
    /// Life points left at the end.
    pub lp: u8,
    /// The fighters that this fighter holds as trophies.
    pub trophies: Vec<String>,
    /// Round of the fighter's elimination; null if it survived.
    pub round_eliminated: Option<u8>,
    /// The eliminator; null if the fighter survived or was eliminated by rocks.
    pub eliminated_by: Option<String>,
}
