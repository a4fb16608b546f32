//! The settings with which the rules of an arena game can be changed: one field for each setting in
//! `RULES.md`.
//!
//! The table `[rules]` of a scenario and `--set rules.NAME=VALUE` change settings. A setting that
//! is left out keeps the default of the scenario's game: [`Rules::default`] for Ultimate Warriorz,
//! [`Rules::mad_arena`] for Mad Arena.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

settings! {
    /// The settings of an arena game. The defaults are the rules of Ultimate Warriorz by its French
    /// rulebook.
    Rules {
        /// number of zones on the ring: 3 to 8, or one for each fighter (at least 3, dragons
        /// not counted).
        zones: Zones = Zones::Number(6),
        /// how fighters get their starting zones. A dragon always starts in the
        /// centre.
        placement: Placement = Placement::Choice,
        /// lets fighters start in the empty centre even if the ring has a zone for every
        /// fighter.
        placement_centre: bool = false,
        /// maximum number of rounds of a game, 1 to 20.
        rounds: u8 [1 20] = 7,
        /// which spent cards a fighter takes back into its hand when the hand is empty.
        recycle: Recycle = Recycle::AllButTechniques,
        /// which zones a fighter may not enter again during its turn.
        revisit: Revisit = Revisit::Never,
        /// maximum distance of a shot in zones, 1 or 2.
        range: u8 [1 2] = 2,
        /// number subtracted from each die of a shot at distance 2, 0 to 5.
        far_shot_penalty: u8 [0 5] = 1,
        /// whether and when a fighter must attack during its turn.
        compulsory: Compulsory = Compulsory::Strict,
        /// makes the second attack of the cards "spiked epaulet" and "whirling spear"
        /// optional.
        second_attack_optional: bool = false,
        /// lets fighters choose teammates as targets. Area attacks hit teammates even
        /// without this setting.
        friendly_fire: bool = false,
        /// protects teammates from area attacks and from fighters thrown by a sandal, unless
        /// `friendly_fire` is true.
        areas_spare_mates: bool = false,
        /// gives every fighter a lucky charm, with which it can flip or reroll dice
        /// that hit it.
        lucky_charm: bool = true,
        /// number of lucky charms of each fighter, 1 to 3.
        charms: u8 [1 3] = 1,
        /// maximum number of dice that one charm rerolls, 0 to 6.
        charm_rerolls: u8 [0 6] = 3,
        /// also allows a lucky charm against the dice that an effect throws first: those of
        /// nets and of the electric claymore.
        charm_effect_dice: bool = false,
        /// whether fighters score popularity points for wounds or trophy points for
        /// eliminations.
        scoring: Scoring = Scoring::Popularity,
        /// popularity points for dealing a fighter its first wound, 0 to 20.
        first_wound: u8 [0 20] = 3,
        /// gives the trophies of an eliminated fighter to the fighter that eliminated it.
        inherit_trophies: bool = false,
        /// bonus to the score of a survivor that stands in the centre at the end of the
        /// game, 0 to 40.
        centre_bonus: u8 [0 40] = 0,
        /// number of dice that the crowd throws at a fighter that has eliminated another
        /// one, by round; none after the list's end.
        #[schemars(length(max = 20), inner(range(min = 0, max = 12)))]
        rocks: Vec<u8> = vec![3, 2, 1],
        /// lets a fighter use its lucky charm against rocks that the crowd throws.
        rocks_charm: bool = true,
        /// lets a ghost ring and a blinding suit protect against the crowd's rocks as they
        /// protect against shots.
        rocks_blocked: bool = false,
        /// lets the effect "finishing" raise a fighter's life points above its size.
        regain_above_size: bool = false,
        /// lets a die of a Strike that has hit the first target also hit a second target.
        strike_again: bool = true,
        /// lets the attacker choose the further targets of a Strike and leave dice unused;
        /// otherwise as many dice as possible hit.
        strike_optional: bool = false,
        /// makes the dice of a bowling strike also hit teammates in the zone.
        bowling_hits_mates: bool = false,
        /// which cards count as dice for the effect "terminotaur".
        terminotaur: Terminotaur = Terminotaur::Lying,
        /// initiative that a fighter loses while it is in a bramble net, 0 to 10.
        bramble_initiative: u8 [0 10] = 1,
        /// number of dice that an attack loses while the attacker is in a bramble net, 0 to 6.
        bramble_dice: u8 [0 6] = 1,
        /// defense that a fighter loses while it is in a bramble net, 0 to 6.
        bramble_defense: u8 [0 6] = 1,
        /// number of moves that a fighter must spend to get free of a bramble net, 0 to 6;
        /// with 0, the net ends after the fighter's next turn.
        bramble_moves: u8 [0 6] = 1,
        /// initiative of a dragon in each round; after the last entry, the list starts again.
        #[schemars(length(min = 1, max = 20), inner(range(min = 1, max = 20)))]
        dragon_initiative: Vec<u8> = vec![3, 4],
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

    facts! { self;
        /// Returns the number of dice (rocks) that the crowd throws for each elimination in a round
        /// (rule ); rounds count from 1.
        pub fn rocks_in(round: u8) -> u8 =
            self.rocks.get(usize::from(round).wrapping_sub(1)).copied().unwrap_or(0);
        /// Returns a dragon's initiative in a round (rule A-9); rounds count from 1.
        pub fn dragon_initiative(round: u8) -> u8 =
            self.dragon_initiative[usize::from(round.max(1) - 1) % self.dragon_initiative.len()];
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

choices! {
    /// A number of ring zones that depends on the fighters of the game (rule ).
    ZonesName {
        /// The ring has one zone for each fighter, but at least 3 zones; dragons are not counted.
        Fighters,
    }

    /// How fighters get their starting zones (rule A-3).
    Placement {
        /// Each player chooses an empty zone, the smallest fighter first (Ultimate Warriorz).
        Choice,
        /// The fighters are placed round the ring in the order of the players' seats; teams
        /// alternate (Mad Arena).
        SeatOrder,
    }

    /// What scores points for a fighter (rule ). The survivors of the last round are ranked by
    /// their scores.
    Scoring {
        /// Life points that a fighter takes from others score popularity points (Ultimate
        /// Warriorz).
        Popularity,
        /// Eliminated fighters score their size as trophies; life points taken from others score
        /// nothing (Mad Arena).
        Trophies,
    }

    /// Which cards a fighter with an empty hand takes back (rule ). The active card stays out,
    /// unless no other card is left.
    Recycle {
        /// The fighter takes back all spent cards.
        All,
        /// The fighter takes back all spent cards except techniques, which are therefore played
        /// once per game.
        AllButTechniques,
    }

    /// Which cards count as dice for the effect "terminotaur" (rule A-9). The card with the effect
    /// counts as well.
    Terminotaur {
        /// All cards in front of the fighter count, including those that were not taken back
        /// (Ultimate Warriorz).
        Lying,
        /// Only the cards played since the fighter last took cards back count (Mad Arena).
        Played,
    }

    /// Which zones a fighter may not enter when it moves (rule ).
    Revisit {
        /// A move may not enter any zone in which the fighter has been in this round (French rules
        /// of Ultimate Warriorz).
        Never,
        /// A move may not enter the zone in which the fighter began its turn (English rules of
        /// Ultimate Warriorz, and Mad Arena).
        NotStart,
    }

    /// Whether and when a fighter must attack during its turn (rule ).
    Compulsory {
        /// Every step of a turn must keep the largest possible number of attacks possible.
        Strict,
        /// Moves are free; after the last move, the fighter must make each attack that has a
        /// target.
        AtEnd,
        /// A fighter may end its turn without attacking.
        Never,
    }
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

impl Scoring {
    /// Returns the name and the unit of the score, in the words of the rulebooks.
    pub fn words(self) -> (&'static str, &'static str) {
        match self {
            Scoring::Popularity => ("popularity points", "PP"),
            Scoring::Trophies => ("trophy points", "TP"),
        }
    }
}
