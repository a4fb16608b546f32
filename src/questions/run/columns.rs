//! The columns of a run's tables: one type for the rows of each table.

use super::beside::Stronger;
use super::deals::REPLAYS;
use crate::report::shared::{Who, Wins, WithoutLuck};
use crate::report::table::{Unit, row};
use crate::stats::deal;

row! {
    /// One row per entrant for all its games, with seat null; then one row per team and seat that
    /// the entrant has played in.
    pub struct WinRate in "win_rates" {
        /// The fighter, and the bot that plays it.
        who: Who,
        /// The fighter’s team; null if it has none or has played for several.
        team: Option<u8> [Unit::Ordinal],
        /// The seat; null for all seats together.
        seat: Option<u8> [Unit::Ordinal],
        /// How often the entrant wins.
        wins: Wins,
        /// Win rate if all entrants were equally strong; null in a cooperative game.
        fair_share: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// If bots search: one row per entrant with enough games, with its luck-adjusted win rate (the
    /// luck of the dice removed).
    pub struct LuckAdjusted in "luck_adjusted" {
        /// The fighter, and the bot that plays it.
        who: Who,
        /// The luck-adjusted win rate.
        of: WithoutLuck,
    }
}

row! {
    /// One row per value that occurred, with its number of games.
    pub struct Amount in "" {
        /// The fighter, and the bot that plays it.
        who: Who,
        /// The value of the measure.
        value: u16 [Unit::Number(0, "")],
        /// Games with this value.
        games: u64 [Unit::Count],
    }
}

row! {
    /// Mean, standard deviation and percentiles of an amount; null without games. The N-th
    /// percentile is the least value that at least N percent of the games do not exceed.
    pub struct SummaryRow in "" {
        /// The fighter, and the bot that plays it.
        who: Who,
        /// Games played.
        games: u64 [Unit::Count],
        /// The mean per game.
        mean: Option<f64> [Unit::Number(2, "")],
        /// The sample standard deviation.
        sd: Option<f64> [Unit::Number(2, "")],
        /// The 5th percentile.
        p5: Option<u16> [Unit::Number(0, "")],
        /// The 25th percentile.
        p25: Option<u16> [Unit::Number(0, "")],
        /// The median.
        p50: Option<u16> [Unit::Number(0, "")],
        /// The 75th percentile.
        p75: Option<u16> [Unit::Number(0, "")],
        /// The 95th percentile.
        p95: Option<u16> [Unit::Number(0, "")],
    }
}

row! {
    /// One row per round up to the longest game, and one row with round null for games in which the
    /// event never occurred.
    pub struct Time in "" {
        /// The fighter, and the bot that plays it.
        who: Who,
        /// The round; null if the event never occurred.
        round: Option<u16> [Unit::Ordinal],
        /// Games in which the event occurred in this round.
        games: u64 [Unit::Count],
        /// The share of these among all games of the entrant.
        share: f64 [Unit::Share(1)],
        /// Of the games in which the event could still occur in this round, the share in which it
        /// did; null if there are none.
        hazard: Option<f64> [Unit::Share(1)],
        /// The share of all games in which the event had not occurred by the end of the round; in
        /// the null row, by the end of the game.
        survival: f64 [Unit::Share(1)],
    }
}

row! {
    /// Number of games in which a yes-or-no condition was true.
    pub struct Flag in "" {
        /// The fighter, and the bot that plays it.
        who: Who,
        /// Games played.
        games: u64 [Unit::Count],
        /// Games in which the condition was true.
        value: u64 [Unit::Count],
        /// The share of these among all games; null without games.
        rate: Option<f64> [Unit::Share(1)],
        /// The lower end of the rate’s interval.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the rate’s interval.
        ci_high: f64 [Unit::Share(1)],
    }
}

row! {
    /// One row per class (kind of game), with its number of games.
    pub struct ClassRow in "" {
        /// The fighter, and the bot that plays it.
        who: Who,
        /// The class of the game.
        value: String [Unit::Word],
        /// Games of this class.
        games: u64 [Unit::Count],
        /// The share of these among all games of the entrant.
        share: f64 [Unit::Share(1)],
    }
}

row! {
    /// One row per place (rank at the end of the game); there are as many places as sides.
    pub struct PlacementRow in "placements" {
        /// The fighter, and the bot that plays it.
        who: Who,
        /// The place; place 1 is the winner’s.
        place: u8 [Unit::Ordinal],
        /// Games that ended with this place.
        games: u64 [Unit::Count],
        /// The share of these among all games of the entrant.
        share: f64 [Unit::Share(1)],
    }
}

row! {
    /// One row per two fighters that met as opponents, with any strategies. The last columns are
    /// actions of the entrant against the opponent: games with the action, or the mean amount per
    /// game.
    pub struct MatchupRow in "matchups" {
        /// Key of the fighter that acts.
        entrant: String [Unit::Word],
        /// Key of the opponent.
        opponent: String [Unit::Word],
        /// Games in which the two were opponents.
        games: u64 [Unit::Count],
        /// Games in which the entrant’s place was better.
        finished_ahead: u64 [Unit::Count],
    }
}

row! {
    /// One row per thing (such as a card) and round in which it was used at least once. The last
    /// columns are sums over these uses.
    pub struct UsedRow in "" {
        /// The fighter, and the bot that plays it.
        who: Who,
        /// The thing that was used.
        thing: String [Unit::Word],
        /// The round in which it was used.
        round: u16 [Unit::Ordinal],
        /// Number of uses.
        plays: u64 [Unit::Count],
        /// Of these uses, those in a game that the user of the thing won.
        wins: u64 [Unit::Count],
    }
}

row! {
    /// In a cooperative game: one row per thing (such as a card) that was used in some games, but
    /// not in all. The difference is an association, not an effect: a thing may be used more often
    /// when a game goes well, or badly.
    pub struct WithRow in "with_and_without" {
        /// The thing that was used.
        thing: String [Unit::Word],
        /// Games in which the thing was used.
        games: u64 [Unit::Count],
        /// The win rate of these games.
        win_rate: f64 [Unit::Share(1)],
        /// The win rate of all other games.
        win_rate_without: f64 [Unit::Share(1)],
        /// The win rate with the thing minus the win rate without it.
        difference: f64 [Unit::Points(1)],
        /// The lower end of the difference’s interval.
        ci_low: f64 [Unit::Points(1)],
        /// The upper end of the difference’s interval.
        ci_high: f64 [Unit::Points(1)],
        /// Whether the difference is significant, with Holm’s correction for the number of things.
        significant: bool [Unit::Word],
    }
}

row! {
    /// In a cooperative game: one row about how much of the outcome the deal decides.
    pub struct Deal in "deal" {
        /// Number of deals that were played again. A deal is the line-up and everything that is
        /// drawn before the first decision.
        deals: u64 [Unit::Count],
        /// Number of games of each deal, with different dice.
        replays: u64 [Unit::Count],
        /// The share of the variance of winning that is due to the deal; the rest is due to dice
        /// and decisions. Null if all games ended alike.
        share: Option<f64> [Unit::Share(1)],
        /// The lower end of the share’s interval.
        ci_low: Option<f64> [Unit::Share(1)],
        /// The upper end of the share’s interval.
        ci_high: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// In a cooperative game: one row about a reference bot that replays the first games of the run
    /// in every seat.
    pub struct BesideRow in "beside" {
        /// The name of the reference bot.
        strategy: String [Unit::Word],
        /// How often the reference bot wins.
        wins: Wins,
    }
}

row! {
    /// One row per number of rounds, with its number of games.
    pub struct Length in "game_lengths" {
        /// Number of rounds that began.
        rounds: u16 [Unit::Ordinal],
        /// Games of this length.
        games: u64 [Unit::Count],
        /// The share of these among all games.
        share: f64 [Unit::Share(1)],
    }
}

impl Deal {
    /// Makes the row about deals. `wins` holds the number of wins of each deal in [`REPLAYS`]
    /// games.
    pub fn new(wins: &[u64], level: f64) -> Deal {
        let share = deal::share(wins, REPLAYS, level);
        Deal {
            deals: wins.len() as u64,
            replays: REPLAYS,
            share: share.map(|share| share.value),
            ci_low: share.map(|share| share.interval.low),
            ci_high: share.map(|share| share.interval.high),
        }
    }
}

impl BesideRow {
    /// Makes the row about the reference bot, with an interval of this confidence level.
    pub fn new(of: &Stronger, level: f64) -> BesideRow {
        BesideRow {
            strategy: of.strategy.clone(),
            wins: Wins::new(of.games, of.wins, level),
        }
    }
}
