//! The rules of an arena game as settings: every *setting* of the rules page is one field here.
//!
//! A scenario's `[rules]` table and `--set rules.NAME=VALUE` change them at run time; what is left out keeps the value that
//! the scenario's `game` gives it: [`Rules::default`] is Ultimate Warriorz, [`Rules::mad_arena`] Mad Arena.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The settings of an arena game. `Default` is Ultimate Warriorz as its French rulebook has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// zones on the ring around the centre, 3 to 8, or as many as there are fighters (dragons left out, at least 3).
    pub zones: Zones,
    /// how fighters come to where they start. A dragon starts in the centre either way.
    pub placement: Placement,
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
    /// may the second attack of an epaulet or a spear be left out, where attacks are compulsory?
    pub second_attack_optional: bool,
    /// may teammates be chosen as targets? (An area hits them either way.)
    pub friendly_fire: bool,
    /// do an area and one that lands spare teammates? (Not if they may be chosen as targets.)
    pub areas_spare_mates: bool,
    /// does every fighter hold a lucky charm?
    pub lucky_charm: bool,
    /// how many charms that is, 1 to 3.
    #[schemars(range(min = 1, max = 3))]
    pub charms: u8,
    /// the most dice that a charm rerolls, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub charm_rerolls: u8,
    /// may a charm answer the dice that effects throw too: those of a net, and the one of a claymore?
    pub charm_effect_dice: bool,
    /// what the score counts.
    pub scoring: Scoring,
    /// popularity points that a fighter's first wound is worth, 0 to 20.
    #[schemars(range(min = 0, max = 20))]
    pub first_wound: u8,
    /// does whoever eliminates a fighter take its trophies too?
    pub inherit_trophies: bool,
    /// added to the score of a survivor that stands in the centre at the end, 0 to 40.
    #[schemars(range(min = 0, max = 40))]
    pub centre_bonus: u8,
    /// dice the crowd throws at the eliminator, by round; none in the rounds after the list's end.
    #[schemars(length(max = 20), inner(range(min = 0, max = 12)))]
    pub rocks: Vec<u8>,
    /// may a lucky charm be used against rocks?
    pub rocks_charm: bool,
    /// do a ghost ring and a blinding suit help against rocks as against a shot?
    pub rocks_blocked: bool,
    /// may Finishing bring life points above the size?
    pub regain_above_size: bool,
    /// may a die of a Strike that has hit the first target hit another one too?
    pub strike_again: bool,
    /// may dice of a Strike's second phase be left unused? The attacker then names one after the other whom they hit besides.
    pub strike_optional: bool,
    /// do the dice of a bowling strike come to teammates too?
    pub bowling_hits_mates: bool,
    /// which cards are dice for a Terminotaur.
    pub terminotaur: Terminotaur,
    /// the initiative that a bramble net costs, 0 to 10.
    #[schemars(range(min = 0, max = 10))]
    pub bramble_initiative: u8,
    /// the dice that a bramble net costs, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub bramble_dice: u8,
    /// the defense that a bramble net costs, 0 to 6.
    #[schemars(range(min = 0, max = 6))]
    pub bramble_defense: u8,
    /// the moves that shedding a bramble net takes, 0 to 6; with 0 it falls off after its wearer's next turn.
    #[schemars(range(min = 0, max = 6))]
    pub bramble_moves: u8,
    /// a dragon's initiative by round; after its end the list begins again.
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
    /// Mad Arena as its rulebook has it.
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

    /// the dragon's initiative in a round, from 1.
    #[inline]
    pub fn dragon_initiative(&self, round: u8) -> u8 {
        let list = &self.dragon_initiative;
        list[usize::from(round.max(1) - 1) % list.len()]
    }
}

/// how many zones the ring has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Zones {
    Number(#[schemars(range(min = 3, max = 8))] u8),
    Named(ZonesName),
}

/// a number of zones that depends on the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ZonesName {
    /// As many as there are fighters, dragons left out, and at least 3.
    Fighters,
}

impl Zones {
    /// The zones for so many fighters, dragons left out.
    pub fn count(self, fighters: usize) -> u8 {
        match self {
            Zones::Number(zones) => zones,
            Zones::Named(ZonesName::Fighters) => fighters.clamp(3, 8) as u8,
        }
    }
}

/// how fighters come to where they start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Placement {
    /// In ascending size, each on an empty zone of its player's choice (UW).
    Choice,
    /// One after the other round the ring, in the order of seats, teams taking turns (MA).
    SeatOrder,
}

/// what the score counts, by which survivors of the last round win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Scoring {
    /// Popularity points, for the life points taken from others (UW).
    Popularity,
    /// The sizes of the trophies; life points taken are just lost (MA).
    Trophies,
}

impl Scoring {
    /// The score in full and as a unit, in the rulebooks' words.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Scoring::Popularity => ("popularity points", "PP"),
            Scoring::Trophies => ("trophy points", "TP"),
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

/// what a Terminotaur counts, its own card included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Terminotaur {
    /// The cards that lie before the fighter (UW), also those that stayed out when it took cards back.
    Lying,
    /// The cards it has played since it last took cards back (MA).
    Played,
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
