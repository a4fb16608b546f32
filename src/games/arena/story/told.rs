//! The lines of a game told as JSON.
//!
//! Every line is an object whose `event` says what it is; [`Told`] lists the fields of each. Fighters and cards are named by
//! their keys in the roster. Zones are numbers: 1, 2, … going round the ring, and 0 for the centre. Rounds count from 1.
//! Faces are sorted, lowest first.

use serde::Serialize;

use crate::games::Face;
use crate::games::story::Weighing;

/// One line.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Told {
    /// The first line: which game this is, and who plays.
    Header {
        /// The scenario's title.
        scenario: String,
        seed: u64,
        /// The game's number in a run of that seed, from 0.
        game: u64,
        /// Zones on the ring.
        zones: u8,
        /// Rounds that it lasts if nobody wins before.
        rounds: u8,
        /// By team and seat.
        line_up: Vec<Entry>,
    },
    Placed {
        fighter: String,
        zone: u8,
    },
    RoundBegins {
        round: u8,
        /// All who are left, by ascending size.
        standing: Vec<Standing>,
    },
    /// A fighter with an empty hand takes back spent cards.
    TakesBack {
        fighter: String,
        cards: Vec<String>,
    },
    /// Asked for: why a bot decides between its options as it does. What is decided follows.
    Decides {
        fighter: String,
        /// How the bot decides.
        by: String,
        /// The place of the chosen option, from 0.
        chosen: usize,
        options: Vec<Weighing>,
    },
    /// A secret choice; the others learn of it when its initiative is called.
    Chooses {
        fighter: String,
        card: String,
    },
    /// The cards of this effective initiative are turned.
    Revealed {
        initiative: i8,
        fighters: Vec<String>,
    },
    TurnBegins {
        fighter: String,
        /// It is the fighter's active card from here on.
        card: String,
        /// Effective.
        initiative: i8,
    },
    Moves {
        fighter: String,
        from: u8,
        to: u8,
    },
    Attacks {
        fighter: String,
        /// `melee` or `shot`.
        reach: &'static str,
        /// `single`, `pair` (two at once), `area` (everyone in a zone), `strike` (each die may hit another one in the zone),
        /// `split` (one of the attacks that share a dragon's dice) or `bowling` (dice that miss one are tried on the next).
        manner: &'static str,
        /// The named ones; whom else a strike's dice hit is told by their `rolls`.
        targets: Vec<String>,
    },
    GivesSkull {
        fighter: String,
        holder: String,
    },
    /// The die that says how many dice an attack has.
    RollsDiceCount {
        fighter: String,
        face: Face,
    },
    /// The dice of a net; it catches the target if their sum reaches its size.
    RollsNet {
        fighter: String,
        target: String,
        faces: Vec<Face>,
        sum: u16,
        size: u8,
        caught: bool,
    },
    /// The die that is the fighter's defense.
    RollsDefense {
        fighter: String,
        face: Face,
    },
    /// The dice against one target.
    Rolls {
        /// Null: the crowd's rocks.
        by: Option<String>,
        target: String,
        faces: Vec<Face>,
        /// The least face that wounds, all modifiers counted.
        needed: i8,
        /// Faces that reach it.
        hits: u8,
    },
    /// The target of the last `rolls` uses its lucky charm; by `rules.charm_effect_dice` that of the last `rolls_net` or
    /// `rolls_dice_count` too.
    UsesCharm {
        fighter: String,
        /// The face turned to its opposite, or null.
        flips: Option<Face>,
        /// How many of the dice that hit are rerolled, lowest first, or null; of a net or a claymore the highest first.
        rerolls: Option<u8>,
        /// The dice as they lie then.
        faces: Vec<Face>,
        /// Left out for dice of a net or a claymore.
        #[serde(skip_serializing_if = "Option::is_none")]
        hits: Option<u8>,
    },
    Wounds {
        /// Null: the crowd's rocks.
        by: Option<String>,
        target: String,
        wounds: u8,
        /// Is the first wound token among those lost?
        first_wound: bool,
        /// Popularity points that `by` gains; left out where the score counts trophies.
        #[serde(skip_serializing_if = "Option::is_none")]
        pp: Option<u16>,
        /// Do the tokens become life points of `by` instead?
        drained: bool,
        /// Life points that the target has left.
        target_lp: u8,
    },
    Eliminated {
        fighter: String,
        /// Who takes the trophy; null: nobody, after rocks.
        by: Option<String>,
        /// What the trophies that change hands score; left out where the score counts popularity points.
        #[serde(skip_serializing_if = "Option::is_none")]
        points: Option<u16>,
    },
    /// A bramble net holds the fighter from here on.
    Netted {
        fighter: String,
    },
    /// The fighter is free of it.
    ShedsNet {
        fighter: String,
    },
    /// By `rules.strike_optional`: a strike ends, although a die that is left could also hit one of these.
    Spares {
        fighter: String,
        others: Vec<String>,
    },
    /// Life points that a finishing gives back.
    Regains {
        fighter: String,
        lp: u8,
        /// Life points that it has then.
        fighter_lp: u8,
    },
    /// A sandal throws the target to a zone; the `rolls` of those it lands on follow, with so many dice each.
    Throws {
        fighter: String,
        target: String,
        to: u8,
        dice: u8,
    },
    /// Initiative moved: `shift` more for the fighter's next action, as much less for the target's.
    Shocks {
        fighter: String,
        target: String,
        shift: i8,
    },
    /// The crowd throws rocks at an eliminator; their `rolls` follow.
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
    /// The last line: how everybody came out, as in the table `games` of a run.
    Outcome {
        /// Rounds begun.
        rounds: u8,
        winners: Vec<String>,
        /// By place, then by ascending size.
        fighters: Vec<Place>,
    },
}

/// One fighter of the header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    pub fighter: String,
    pub name: String,
    /// Life points at the start.
    pub size: u8,
    pub seat: u8,
    /// Null if everyone is alone.
    pub team: Option<u8>,
    /// The bot that plays it.
    pub strategy: String,
}

/// One fighter at the start of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standing {
    pub fighter: String,
    pub lp: u8,
    /// Popularity points; left out where the score counts trophies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pp: Option<u16>,
    /// Sizes of the trophies; left out where the score counts popularity points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u16>,
    pub zone: u8,
}

/// One fighter of the outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    pub fighter: String,
    /// Members of a team share their team's.
    pub place: u8,
    pub won: bool,
    /// Popularity points, or the sizes of the trophies; a bonus for the centre included.
    pub score: u16,
    /// Life points left.
    pub lp: u8,
    /// Whom it has eliminated.
    pub trophies: Vec<String>,
    /// Null if it survived.
    pub round_eliminated: Option<u8>,
    /// Null if it survived, or fell to the crowd's rocks.
    pub eliminated_by: Option<String>,
}
