//! The settings with which the rules of an arena game can be changed: one field for each setting in
//! `RULES.md`.
//!
//! The table `[rules]` of a scenario and `--set rules.NAME=VALUE` change settings. A setting that
//! is left out keeps the default of the scenario's game: [`Rules::default`] for Ultimate Warriorz,
//! [`Rules::mad_arena`] for Mad Arena.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The settings of an arena game. The defaults are the rules of Ultimate Warriorz by its French
/// rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// number of zones on the ring: 3 to 8, or one for each fighter (at least 3, dragons not
    /// counted).
    pub zones: Zones,
    /// how fighters get their starting zones. A dragon always starts in the centre.
    pub placement: Placement,
    /// lets fighters start in the empty centre even if the ring has a zone for every
    /// fighter.
    pub placement_centre: bool,
    /// maximum number of rounds of a game, 1 to 20.
    #[schemars(range(min = 1, max = 20))]
    pub rounds: u8,
    /// which spent cards a fighter takes back into its hand when the hand is empty.
    pub recycle: Recycle,
    /// which zones a fighter may not enter again during its turn.
    pub revisit: Revisit,
    /// maximum distance of a shot in zones, 1 or 2.
    #[schemars(range(min = 1, max = 2))]
    pub range: u8,
    /// number subtracted from each die of a shot at distance 2, 0 to 5.
    #[schemars(range(min = 0, max = 5))]
    pub far_shot_penalty: u8,
    /// whether and when a fighter must attack during its turn.
    pub compulsory: Compulsory,
    /// makes the second attack of the cards "spiked epaulet" and "whirling spear" optional.
    pub second_attack_optional: bool,
    /// lets fighters choose teammates as targets. Area attacks hit teammates even without
    /// this setting.
    pub friendly_fire: bool,
    /// protects teammates from area attacks and from fighters thrown by a sandal, unless
    /// `friendly_fire` is true.
    pub areas_spare_mates: bool,
    /// gives every fighter a lucky charm, with which it can flip or reroll dice that
    /// hit it.
    pub lucky_charm: bool,
    /// number of lucky charms of each fighter, 1 to 3.
    #[schemars(range(min = 1, max = 3))]
    pub charms: u8,
    /// maximum number of dice that one charm rerolls, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub charm_rerolls: u8,
    /// also allows a lucky charm against the dice that an effect throws first: those of nets
    /// and of the electric claymore.
    pub charm_effect_dice: bool,
    /// whether fighters score popularity points for wounds or trophy points for
    /// eliminations.
    pub scoring: Scoring,
    /// popularity points for dealing a fighter its first wound, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub first_wound: u8,
    /// gives the trophies of an eliminated fighter to the fighter that eliminated it.
    pub inherit_trophies: bool,
    /// bonus to the score of a survivor that stands in the centre at the end of the game, 0
    /// to 40.
    #[schemars(range(min = 0, max = 40))]
    pub centre_bonus: u8,
    /// number of dice that the crowd throws at a fighter that has eliminated another one, by
    /// round; none after the list's end.
    #[schemars(length(max = 20), inner(range(min = 0, max = 12)))]
    pub rocks: Vec<u8>,
    /// lets a fighter use its lucky charm against rocks that the crowd throws.
    pub rocks_charm: bool,
    /// lets a ghost ring and a blinding suit protect against the crowd's rocks as they
    /// protect against shots.
    pub rocks_blocked: bool,
    /// lets the effect "finishing" raise a fighter's life points above its size.
    pub regain_above_size: bool,
    /// lets a die of a Strike that has hit the first target also hit a second target.
    pub strike_again: bool,
    /// lets the attacker choose the further targets of a Strike and leave dice unused;
    /// otherwise as many dice as possible hit.
    pub strike_optional: bool,
    /// makes the dice of a bowling strike also hit teammates in the zone.
    pub bowling_hits_mates: bool,
    /// which cards count as dice for the effect "terminotaur".
    pub terminotaur: Terminotaur,
    /// initiative that a fighter loses while it is in a bramble net, 0 to 10.
    #[schemars(range(min = 0, max = 10))]
    pub bramble_initiative: u8,
    /// number of dice that an attack loses while the attacker is in a bramble net, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub bramble_dice: u8,
    /// defense that a fighter loses while it is in a bramble net, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub bramble_defense: u8,
    /// number of moves that a fighter must spend to get free of a bramble net, 0 to 6; with 0,
    /// the net ends after the fighter's next turn.
    #[schemars(range(min = 0, max = 6))]
    pub bramble_moves: u8,
    /// initiative of a dragon in each round; after the last entry, the list starts again.
    #[schemars(length(min = 1, max = 20), inner(range(min = 1, max = 20)))]
    pub dragon_initiative: Vec<u8>,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            zones: Zones::Number(6),
            placement: Placement::Choice,
            placement_centre: false,
            rounds: 7,
            recycle: Recycle::AllButTechniques,
            revisit: Revisit::Never,
            range: 2,
            far_shot_penalty: 1,
            compulsory: Compulsory::Strict,
            second_attack_optional: false,
            friendly_fire: false,
            areas_spare_mates: false,
            lucky_charm: true,
            charms: 1,
            charm_rerolls: 3,
            charm_effect_dice: false,
            scoring: Scoring::Popularity,
            first_wound: 3,
            inherit_trophies: false,
            centre_bonus: 0,
            rocks: vec![3, 2, 1],
            rocks_charm: true,
            rocks_blocked: false,
            regain_above_size: false,
            strike_again: true,
            strike_optional: false,
            bowling_hits_mates: false,
            terminotaur: Terminotaur::Lying,
            bramble_initiative: 1,
            bramble_dice: 1,
            bramble_defense: 1,
            bramble_moves: 1,
            dragon_initiative: vec![3, 4],
        }
    }
}

impl Rules {
    /// Returns the settings of Mad Arena by its rulebook.
    pub fn mad_arena() -> Rules {
        Rules {
            zones: Zones::Named(ZonesName::Fighters),
            placement: Placement::SeatOrder,
            rounds: 12,
            revisit: Revisit::NotStart,
            range: 1,
            compulsory: Compulsory::Never,
            lucky_charm: false,
            scoring: Scoring::Trophies,
            inherit_trophies: true,
            centre_bonus: 3,
            rocks: vec![],
            terminotaur: Terminotaur::Played,
            ..Rules::default()
        }
    }

    /// Returns a dragon's initiative in a round (rule A-9); rounds count from 1.
    #[inline]
    pub fn dragon_initiative(&self, round: u8) -> u8 {
        let list = &self.dragon_initiative;
        list[usize::from(round.max(1) - 1) % list.len()]
    }
}

/// The number of zones on the ring of the board (rule ): a fixed number, or one that depends
/// on the fighters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Zones {
    Number(#[schemars(range(min = 3, max = 8))] u8),
    Named(ZonesName),
}

/// A number of ring zones that depends on the fighters of the game (rule ).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ZonesName {
    /// The ring has one zone for each fighter, but at least 3 zones; dragons are not counted.
    Fighters,
}

impl Zones {
    /// Returns the number of ring zones for a game with this number of fighters, without dragons.
    pub fn count(self, fighters: usize) -> u8 {
        match self {
            Zones::Number(zones) => zones,
            Zones::Named(ZonesName::Fighters) => fighters.clamp(3, 8) as u8,
        }
    }
}

/// How fighters get their starting zones (rule A-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Placement {
    /// Each player chooses an empty zone, the smallest fighter first (Ultimate Warriorz).
    Choice,
    /// The fighters are placed round the ring in the order of the players' seats; teams alternate
    /// (Mad Arena).
    SeatOrder,
}

/// What scores points for a fighter (rule ). The survivors of the last round are ranked by
/// their scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Life points that a fighter takes from others score popularity points (Ultimate Warriorz).
    Popularity,
    /// Eliminated fighters score their size as trophies; life points taken from others score
    /// nothing (Mad Arena).
    Trophies,
}

impl Scoring {
    /// Returns the name and the unit of the score, in the words of the rulebooks.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Scoring::Popularity => ("popularity points", "PP"),
            Scoring::Trophies => ("trophy points", "TP"),
        }
    }
}

/// Which cards a fighter with an empty hand takes back (rule ). The active card stays out,
/// unless no other card is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Recycle {
    /// The fighter takes back all spent cards.
    All,
    /// The fighter takes back all spent cards except techniques, which are therefore played once
    /// per game.
    AllButTechniques,
}

/// Which cards count as dice for the effect "terminotaur" (rule A-9). The card with the effect
/// counts as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Terminotaur {
    /// All cards in front of the fighter count, including those that were not taken back (Ultimate
    /// Warriorz).
    Lying,
    /// Only the cards played since the fighter last took cards back count (Mad Arena).
    Played,
}

/// Which zones a fighter may not enter when it moves (rule ).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Revisit {
    /// A move may not enter any zone in which the fighter has been in this round (French rules of
    /// Ultimate Warriorz).
    Never,
    /// A move may not enter the zone in which the fighter began its turn (English rules of Ultimate
    /// Warriorz, and Mad Arena).
    NotStart,
}

/// Whether and when a fighter must attack during its turn (rule ).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Compulsory {
    /// Every step of a turn must keep the largest possible number of attacks possible.
    Strict,
    /// Moves are free; after the last move, the fighter must make each attack that has a target.
    AtEnd,
    /// A fighter may end its turn without attacking.
    Never,
}
