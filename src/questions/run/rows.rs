//! The rows of the tables of `gong run`: each field is a column. A game declares the names of the
//! tables without a name, and of the columns `value` and `thing`.

use crate::report::shared::Wins;
use crate::report::table::{Unit, row};

row! {
    /// The first columns of the rows of an entrant.
    pub struct Who in "" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// The bot that plays the fighter.
        strategy: String [Unit::Word],
    }
}

row! {
    /// One row per entrant (a fighter with its bot) for all its games, with seat null; then one row
    /// per team and seat that the entrant has played in.
    pub struct WinRate in "win_rates" {
        /// The fighter’s team; null if it has none or has played for several.
        team: Option<u8> [Unit::Ordinal],
        /// The fighter’s seat at the table, from 1; null for all seats together.
        seat: Option<u8> [Unit::Ordinal],
        /// The games and wins.
        wins: Wins,
        /// Win rate that every entrant would have if all were equally strong; null in a cooperative
        /// game.
        fair_share: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// One row per value of the measure that occurred, with its number of games.
    pub struct Amount in "" {
        /// A value that the measure had in at least one game.
        value: u16 [Unit::Number(0, "")],
        /// Number of games in which the measure had this value.
        games: u64 [Unit::Count],
    }
}

row! {
    /// Mean, standard deviation and percentiles of an amount measured in each game; null without
    /// games. The N-th percentile is the least value that at least N percent of the games do not
    /// exceed.
    pub struct Summary in "" {
        /// Number of games in which the amount was measured.
        games: u64 [Unit::Count],
        /// The mean of the amount per game.
        mean: Option<f64> [Unit::Number(2, "")],
        /// The sample standard deviation of the amount per game.
        sd: Option<f64> [Unit::Number(2, "")],
        /// The 5th percentile of the amount per game.
        p5: Option<u16> [Unit::Number(0, "")],
        /// The 25th percentile of the amount per game.
        p25: Option<u16> [Unit::Number(0, "")],
        /// The median of the amount per game, over all games.
        p50: Option<u16> [Unit::Number(0, "")],
        /// The 75th percentile of the amount per game.
        p75: Option<u16> [Unit::Number(0, "")],
        /// The 95th percentile of the amount per game.
        p95: Option<u16> [Unit::Number(0, "")],
    }
}

row! {
    /// When an event occurs: one row per round up to the longest game, and one row with round null
    /// for games in which the event never occurred.
    pub struct EventRound in "" {
        /// The round in which the event occurred; null for games in which it never occurred.
        round: Option<u16> [Unit::Ordinal],
        /// Number of games in which the event occurred in this round.
        games: u64 [Unit::Count],
        /// Share of the entrant’s games in which the event occurred in this round.
        share: f64 [Unit::Share(1)],
        /// Hazard: of the games in which the event could still occur in this round, the share in
        /// which it did; null if there are no such games.
        hazard: Option<f64> [Unit::Share(1)],
        /// Survival: the share of all games in which the event had not occurred by the end of the
        /// round. In the row with round null: by the end of the game.
        survival: f64 [Unit::Share(1)],
    }
}

row! {
    /// Number of games in which a condition, true or false in each game, was true.
    pub struct Flag in "" {
        /// Number of games in which the condition was checked.
        games: u64 [Unit::Count],
        /// Number of games in which the condition was true.
        value: u64 [Unit::Count],
        /// Share of games in which the condition was true; null without games.
        rate: Option<f64> [Unit::Share(1)],
        /// The lower end of the share’s confidence interval.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the share’s confidence interval.
        ci_high: f64 [Unit::Share(1)],
    }
}

row! {
    /// One row per class (a category to which the measure assigns each game), with its number of
    /// games.
    pub struct Class in "" {
        /// The class (category) to which the measure assigns the games.
        value: String [Unit::Word],
        /// Number of games in this class.
        games: u64 [Unit::Count],
        /// Share of the entrant’s games that belong to this class.
        share: f64 [Unit::Share(1)],
    }
}

row! {
    /// One row per place (rank at the end of the game); there are as many places as sides.
    pub struct Placement in "placements" {
        /// The place (rank) at the end of the game; the winner has place 1.
        place: u8 [Unit::Ordinal],
        /// Number of games that the entrant finished in this place.
        games: u64 [Unit::Count],
        /// Share of the entrant’s games that it finished in this place.
        share: f64 [Unit::Share(1)],
    }
}

row! {
    /// One row per two fighters that met as opponents, whichever bots played them. The last columns
    /// are actions of the first fighter against the opponent: the number of games with the action,
    /// or the mean amount per game.
    pub struct Meeting in "matchups" {
        /// Key of the fighter whose actions against the opponent are counted.
        entrant: String [Unit::Word],
        /// Key of the fighter that is the opponent.
        opponent: String [Unit::Word],
        /// Number of games in which the two fighters were opponents.
        games: u64 [Unit::Count],
        /// Number of games that the first fighter finished in a better place than the opponent.
        finished_ahead: u64 [Unit::Count],
    }
}

row! {
    /// One row per thing that a fighter uses (such as a card) and round in which it was used at
    /// least once. The last columns are sums over these uses.
    pub struct Uses in "" {
        /// The thing that the fighter used, such as a card.
        thing: String [Unit::Word],
        /// The round in which the thing was used.
        round: u16 [Unit::Ordinal],
        /// Number of times that the thing was used in this round, over all games.
        plays: u64 [Unit::Count],
        /// Number of uses in games that the fighter who used the thing won.
        wins: u64 [Unit::Count],
    }
}

row! {
    /// One row per game length (number of rounds), with its number of games.
    pub struct Length in "game_lengths" {
        /// Length of the games: number of rounds that began.
        rounds: u16 [Unit::Ordinal],
        /// Number of games with this number of rounds.
        games: u64 [Unit::Count],
        /// Share of all games that have this number of rounds, 0 to 1.
        share: f64 [Unit::Share(1)],
    }
}
