//! The rows of a run's tables.

use crate::report::shared::{Who, Wins, WithoutLuck};
use crate::report::table::{Unit, row};

row! {
    /// One row per entrant with seat null: all its games; then one row per team and seat that it has played in.
    pub struct WinRate in "win_rates" {
        /// Whose it is.
        who: Who,
        /// Its team; null if it has none or has played for several.
        team: Option<u8> [Unit::Ordinal],
        /// The seat; null: all.
        seat: Option<u8> [Unit::Ordinal],
        /// How often it wins.
        wins: Wins,
        /// What it would win if all were alike; null if all play together.
        fair_share: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// Where bots search: one row per entrant of whom enough games were played, its win rate with the luck of the dice taken out.
    pub struct LuckAdjusted in "luck_adjusted" {
        /// Whose it is.
        who: Who,
        /// How often it wins.
        of: WithoutLuck,
    }
}

row! {
    /// Games by value; only values that occurred.
    pub struct Amount in "" {
        /// Whose it is.
        who: Who,
        /// The value.
        value: u16 [Unit::Number(0, "")],
        /// Games with it.
        games: u64 [Unit::Count],
    }
}

row! {
    /// Mean, spread and percentiles: the least value that so many percent of the games do not exceed; null without games.
    pub struct Summary in "" {
        /// Whose it is.
        who: Who,
        /// Games played.
        games: u64 [Unit::Count],
        /// The mean.
        mean: Option<f64> [Unit::Number(2, "")],
        /// The standard deviation, of a sample.
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
    /// One row per round up to the longest game, and one with round null: it never came.
    pub struct Time in "" {
        /// Whose it is.
        who: Who,
        /// The round; null: it never came.
        round: Option<u16> [Unit::Ordinal],
        /// Games in which it came then.
        games: u64 [Unit::Count],
        /// The share of all its games.
        share: f64 [Unit::Share(1)],
        /// Of the games in which it could come in this round, those in which it did; null if there are none.
        hazard: Option<f64> [Unit::Share(1)],
        /// The share of all its games in which it had not come by the end of the round; of the null row, of the game.
        survival: f64 [Unit::Share(1)],
    }
}

row! {
    /// In how many games it was so.
    pub struct Flag in "" {
        /// Whose it is.
        who: Who,
        /// Games played.
        games: u64 [Unit::Count],
        /// Games in which it was so.
        value: u64 [Unit::Count],
        /// The share of these; null without games.
        rate: Option<f64> [Unit::Share(1)],
        /// The lower end of the rate’s interval.
        ci_low: f64 [Unit::Share(1)],
        /// The upper end of the rate’s interval.
        ci_high: f64 [Unit::Share(1)],
    }
}

row! {
    /// Games by class.
    pub struct Class in "" {
        /// Whose it is.
        who: Who,
        /// The class.
        value: String [Unit::Word],
        /// Games of it.
        games: u64 [Unit::Count],
        /// The share of all its games.
        share: f64 [Unit::Share(1)],
    }
}

row! {
    /// One row per place, of which there are as many as sides.
    pub struct Placement in "placements" {
        /// Whose it is.
        who: Who,
        /// The place: 1 has won.
        place: u8 [Unit::Ordinal],
        /// Games with it.
        games: u64 [Unit::Count],
        /// The share of all its games.
        share: f64 [Unit::Share(1)],
    }
}

row! {
    /// One row per two fighters that met as opponents, whatever their strategies; then what the one did to the other: games of a flag, the mean a game of an amount.
    pub struct Matchup in "matchups" {
        /// The fighter’s key.
        entrant: String [Unit::Word],
        /// The opponent’s.
        opponent: String [Unit::Word],
        /// Games of both as opponents.
        games: u64 [Unit::Count],
        /// Games in which the entrant’s place was better.
        finished_ahead: u64 [Unit::Count],
    }
}

row! {
    /// One row per thing and round in which it was used at least once; then sums over its uses.
    pub struct Used in "" {
        /// Whose it is.
        who: Who,
        /// The thing.
        thing: String [Unit::Word],
        /// The round.
        round: u16 [Unit::Ordinal],
        /// Times it was used.
        plays: u64 [Unit::Count],
        /// Of these, times in a game that its player won.
        wins: u64 [Unit::Count],
    }
}

row! {
    /// Of a cooperative game: one row per thing that was used in some games and not in others, by anybody. An association: where a thing is used, things may stand
    /// better or worse already.
    pub struct With in "with_and_without" {
        /// The thing.
        thing: String [Unit::Word],
        /// Games in which it was used.
        games: u64 [Unit::Count],
        /// The share of these that was won.
        win_rate: f64 [Unit::Share(1)],
        /// The share of all other games that was won.
        win_rate_without: f64 [Unit::Share(1)],
        /// How much more was won with it.
        difference: f64 [Unit::Points(1)],
        /// The lower end of the difference’s interval.
        ci_low: f64 [Unit::Points(1)],
        /// The upper end of the difference’s interval.
        ci_high: f64 [Unit::Points(1)],
        /// Whether it differs, allowing for the number of things (Holm).
        significant: bool [Unit::Word],
    }
}

row! {
    /// Of a cooperative game: how much of what comes out was dealt, in one row.
    pub struct Deal in "deal" {
        /// Deals that were played again: who plays, and all that is drawn before the first decision.
        deals: u64 [Unit::Count],
        /// How often each was played, with other dice.
        replays: u64 [Unit::Count],
        /// The share of the variance of winning that is between deals; the rest is dice and what is decided in their wake. Null where nothing varies.
        share: Option<f64> [Unit::Share(1)],
        /// The lower end of the share’s interval.
        ci_low: Option<f64> [Unit::Share(1)],
        /// The upper end of the share’s interval.
        ci_high: Option<f64> [Unit::Share(1)],
    }
}

row! {
    /// Of a cooperative game: what a bot wins that played the first games of the run too, in every seat; one row.
    pub struct Beside in "beside" {
        /// The bot.
        strategy: String [Unit::Word],
        /// How often it wins.
        wins: Wins,
    }
}

row! {
    /// Games by their number of rounds.
    pub struct Length in "game_lengths" {
        /// Rounds begun.
        rounds: u16 [Unit::Ordinal],
        /// Games of this length.
        games: u64 [Unit::Count],
        /// The share of all games.
        share: f64 [Unit::Share(1)],
    }
}
