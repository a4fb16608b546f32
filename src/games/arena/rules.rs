//! The rules of an arena game as settings: one field for each setting in `RULES.md`.
//!
//! The table `[rules]` of a scenario and `--set rules.NAME=VALUE` change settings. A setting that
//! is left out keeps the default of the scenario's game: [`Rules::default`] for Ultimate Warriorz,
//! [`Rules::mad_arena`] for Mad Arena.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The settings of an arena game. The default is Ultimate Warriorz by its French rulebook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// zones on the ring: 3 to 8, or one for each fighter (at least 3, dragons not counted).
    pub zones: Zones,
    /// how fighters get their starting zones. A dragon always starts in the centre.
    pub placement: Placement,
    /// allows a start in the empty centre if the ring has a zone for every fighter.
    pub placement_centre: bool,
    /// maximum number of rounds of a game, 1 to 20.
    #[schemars(range(min = 1, max = 20))]
    pub rounds: u8,
    /// which spent cards a fighter takes back when its hand is empty.
    pub recycle: Recycle,
    /// which zones a fighter may not enter again in its turn.
    pub revisit: Revisit,
    /// maximum distance of a shot in zones, 1 or 2.
    #[schemars(range(min = 1, max = 2))]
    pub range: u8,
    /// subtracted from each die of a shot at distance 2; 0 to 5.
    #[schemars(range(min = 0, max = 5))]
    pub far_shot_penalty: u8,
    /// whether and when a fighter must attack.
    pub compulsory: Compulsory,
    /// makes the second attack of a spiked epaulet or a whirling spear optional.
    pub second_attack_optional: bool,
    /// allows teammates as targets. Area attacks hit teammates even without this setting.
    pub friendly_fire: bool,
    /// area attacks and sandal landings spare teammates, unless `friendly_fire` is true.
    pub areas_spare_mates: bool,
    /// gives every fighter a lucky charm.
    pub lucky_charm: bool,
    /// number of lucky charms of each fighter, 1 to 3.
    #[schemars(range(min = 1, max = 3))]
    pub charms: u8,
    /// maximum number of dice that one charm rerolls, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub charm_rerolls: u8,
    /// allows a charm against the dice of effects, too: nets and the electric claymore.
    pub charm_effect_dice: bool,
    /// what scores points for a fighter.
    pub scoring: Scoring,
    /// popularity points for a fighter's first wound, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub first_wound: u8,
    /// the trophies of an eliminated fighter pass to its eliminator.
    pub inherit_trophies: bool,
    /// score bonus for a survivor in the centre at the end of the game, 0 to 40.
    #[schemars(range(min = 0, max = 40))]
    pub centre_bonus: u8,
    /// dice that the crowd throws at an eliminator, by round; none after the list's end.
    #[schemars(length(max = 20), inner(range(min = 0, max = 12)))]
    pub rocks: Vec<u8>,
    /// allows the lucky charm against rocks.
    pub rocks_charm: bool,
    /// a ghost ring and a blinding suit protect against rocks as against shots.
    pub rocks_blocked: bool,
    /// Finishing may raise the life points above the fighter's size.
    pub regain_above_size: bool,
    /// a die of a Strike that has hit the first target may hit a second target, too.
    pub strike_again: bool,
    /// in a Strike's second phase, the attacker chooses the targets and may leave dice unused.
    pub strike_optional: bool,
    /// the dice of a bowling strike also come to teammates in the zone.
    pub bowling_hits_mates: bool,
    /// which cards a Terminotaur counts as dice.
    pub terminotaur: Terminotaur,
    /// initiative that a bramble net costs, 0 to 10.
    #[schemars(range(min = 0, max = 10))]
    pub bramble_initiative: u8,
    /// dice that a bramble net costs, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub bramble_dice: u8,
    /// defense that a bramble net costs, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub bramble_defense: u8,
    /// moves that shedding a bramble net takes, 0 to 6; with 0 it ends after the next turn.
    #[schemars(range(min = 0, max = 6))]
    pub bramble_moves: u8,
    /// a dragon's initiative by round; after the last entry the list starts again.
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
    /// The settings of Mad Arena by its rulebook.
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

    /// returns a dragon's initiative in a round, from 1.
    #[inline]
    pub fn dragon_initiative(&self, round: u8) -> u8 {
        let list = &self.dragon_initiative;
        list[usize::from(round.max(1) - 1) % list.len()]
    }
}

/// the number of zones on the ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Zones {
    Number(#[schemars(range(min = 3, max = 8))] u8),
    Named(ZonesName),
}

/// a number of zones that depends on the line-up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ZonesName {
    /// One zone for each fighter, at least 3; dragons are not counted.
    Fighters,
}

impl Zones {
    /// Returns the number of ring zones for a game with this number of fighters, dragons not
    /// counted.
    pub fn count(self, fighters: usize) -> u8 {
        match self {
            Zones::Number(zones) => zones,
            Zones::Named(ZonesName::Fighters) => fighters.clamp(3, 8) as u8,
        }
    }
}

/// how fighters get their starting zones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Placement {
    /// In ascending size, each player chooses an empty zone (UW).
    Choice,
    /// In the order of seats, one after the other round the ring; teams alternate (MA).
    SeatOrder,
}

/// what scores points for a fighter. The score decides between the survivors of the last
/// round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Life points taken from others score popularity points (UW).
    Popularity,
    /// The sizes of the trophies score; life points taken from others do not score (MA).
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

/// the cards that a fighter with an empty hand takes back. The active card stays out, unless
/// no other card is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Recycle {
    /// The fighter takes back all spent cards.
    All,
    /// The fighter takes back all spent cards except techniques, which are therefore played once
    /// per game.
    AllButTechniques,
}

/// the cards that a Terminotaur counts, including its own card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Terminotaur {
    /// Counts all cards in front of the fighter, including those that were not taken back (UW).
    Lying,
    /// Counts the cards played since the fighter last took cards back (MA).
    Played,
}

/// the zones that a move may not enter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Revisit {
    /// A move may not enter zones in which the actor has been in this round (French rules of UW).
    Never,
    /// A move may not enter the zone in which the actor began its turn (English rules of UW, MA).
    NotStart,
}

/// whether and when the actor must attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Compulsory {
    /// Every step must keep the largest possible number of attacks in reach.
    Strict,
    /// Moves are free; afterwards, an attack with a target must be made.
    AtEnd,
    /// The actor may end its turn without attacking.
    Never,
}
