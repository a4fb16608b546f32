//! The rows of a run's tables, made from the counts of its games.

use std::collections::BTreeMap;

use super::beside::Stronger;
use super::deals::REPLAYS;
use crate::report::measured::{Measure, Measured};
use crate::report::shared::{Who, Wins, WithoutLuck, share};
use crate::report::table::{Unit, row};
use crate::stats::{Cast, Entrant, Form, Tally, deal, intervals};

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
    pub struct Summary in "" {
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
    pub struct Class in "" {
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
    pub struct Placement in "placements" {
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
    pub struct Matchup in "matchups" {
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
    pub struct Used in "" {
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
    pub struct With in "with_and_without" {
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
    pub struct Beside in "beside" {
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

/// The counts of a run's games, as rows of its tables.
#[derive(Debug, Clone)]
pub struct Rows {
    pub measured: Measured,
    /// The win rate of an entrant of average strength; `None` in a cooperative game.
    pub fair: Option<f64>,
    /// The rows of each entrant, in the order of the cast.
    pub entrants: Vec<EntrantRows>,
    /// The rows of each pair of opponents.
    pub meetings: Vec<Meeting>,
    /// Win rates with and without each thing, in a cooperative game.
    pub with: Vec<With>,
    /// Number of games by number of rounds.
    pub lengths: Vec<Length>,
    /// The rows of each measure of the game as a whole.
    pub game: Vec<Values>,
    pub deal: Option<Deal>,
    pub beside: Option<Beside>,
}

/// The rows of one entrant.
#[derive(Debug, Clone)]
pub struct EntrantRows {
    /// The win rate of the entrant over all its games.
    pub all: WinRate,
    /// The win rates of the entrant by team and seat.
    pub seats: Vec<WinRate>,
    /// The rows of each measure of entrants.
    pub values: Vec<Values>,
    pub placements: Vec<Placement>,
    /// Luck-adjusted win rate, if luck was measured.
    pub adjusted: Option<LuckAdjusted>,
    pub uses: Vec<Use>,
}

/// The rows of one measure, for an entrant or for the game as a whole.
#[derive(Debug, Clone)]
pub enum Values {
    Amount(Vec<Amount>, Summary),
    /// The rows of an event: one for each round, then one for the games without the event.
    Time(Vec<Time>),
    Flag(Flag),
    Class(Vec<Class>),
}

/// Two fighters that met as opponents.
#[derive(Debug, Clone)]
pub struct Meeting {
    pub met: Matchup,
    /// By measure of pairs: the sum over the games, or the number of games in which a flag was
    /// true.
    pub sums: Vec<u64>,
}

/// Uses of one thing by one entrant in one round.
#[derive(Debug, Clone)]
pub struct Use {
    pub used: Used,
    /// By measure of things: the sum over the uses.
    pub sums: Vec<u64>,
}

impl Meeting {
    /// Mean of a measure of pairs per game; for a flag, the share of games in which it was true.
    pub fn per_game(&self, measure: usize) -> f64 {
        self.sums[measure] as f64 / self.met.games as f64
    }
}

impl Values {
    /// The rows by round of an event, and the share of games without the event.
    pub fn time(&self) -> Option<(&[Time], f64)> {
        match self {
            Values::Time(rows) => {
                let (never, rounds) = rows.split_last()?;
                Some((rounds, never.survival))
            }
            _ => None,
        }
    }

    /// The summary row of an amount.
    pub fn summary(&self) -> Option<&Summary> {
        match self {
            Values::Amount(_, summary) => Some(summary),
            _ => None,
        }
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

impl Beside {
    /// Makes the row about the reference bot, with an interval of this confidence level.
    pub fn new(of: &Stronger, level: f64) -> Beside {
        Beside {
            strategy: of.strategy.clone(),
            wins: Wins::new(of.games, of.wins, level),
        }
    }
}

impl Rows {
    /// Makes the rows from the counts in `tally`, with intervals of this confidence level.
    pub fn new(cast: &Cast, tally: &Tally, level: f64) -> Rows {
        let measured = Measured::from(tally.measures());
        let games = Games {
            cast,
            tally,
            level,
            measured: &measured,
        };
        let game = |(m, measure): (usize, &Measure)| {
            let counts = [tally.game_values(m), tally.game_never(m)];
            games.values(Who::default(), measure, counts)
        };
        Rows {
            fair: cast.fair_share(),
            entrants: (0..cast.entrants.len()).map(|i| games.entrant(i)).collect(),
            meetings: games.meetings(),
            with: games.with_and_without(),
            lengths: games.lengths(),
            game: measured.game.iter().enumerate().map(game).collect(),
            deal: None,
            beside: None,
            measured,
        }
    }
}

struct Games<'a> {
    cast: &'a Cast,
    tally: &'a Tally,
    measured: &'a Measured,
    level: f64,
}

impl Games<'_> {
    fn entrant(&self, i: usize) -> EntrantRows {
        let entrant = &self.cast.entrants[i];
        let (all, seats) = self.win_rates(i, entrant);
        let measures = self.measured.entrants.iter().enumerate();
        let values = measures.map(|(m, measure)| {
            let counts = [self.tally.values(i, m), self.tally.never(i, m)];
            self.values(entrant.into(), measure, counts)
        });
        let adjusted = WithoutLuck::new(self.tally.luck(i), 1, self.level);
        EntrantRows {
            all,
            seats,
            values: values.collect(),
            placements: self.placements(i, entrant),
            adjusted: adjusted.map(|of| LuckAdjusted {
                who: entrant.into(),
                of,
            }),
            uses: self.uses(i, entrant),
        }
    }

    /// Makes the row of all games of an entrant, and its rows by team and seat.
    fn win_rates(&self, i: usize, entrant: &Entrant) -> (WinRate, Vec<WinRate>) {
        let mut seats: BTreeMap<(Option<u8>, u8), (u64, u64)> = BTreeMap::new();
        for (s, slot) in self.cast.slots.iter().enumerate() {
            let (games, wins) = self.tally.at_slot(i, s);
            let seat = seats.entry((slot.team, slot.seat)).or_default();
            *seat = (seat.0 + games, seat.1 + wins);
        }
        seats.retain(|_, (games, _)| *games > 0);
        let mut teams = seats.keys().map(|seat| seat.0);
        let first = teams.next().flatten();
        let only = first.filter(|_| teams.all(|team| team == first));
        let row = |team, seat, (games, wins)| WinRate {
            who: entrant.into(),
            team,
            seat,
            wins: Wins::new(games, wins, self.level),
            fair_share: self.cast.fair_share(),
        };
        let all = row(only, None, self.tally.results(i));
        let seats = seats.into_iter();
        let seats = seats.map(|((team, seat), of)| row(team, Some(seat), of));
        (all, seats.collect())
    }

    /// Makes the rows of a measure. `counts` holds the number of games by value. For an event, the
    /// second part holds the number of games without the event by number of rounds.
    fn values(&self, who: Who, measure: &Measure, counts: [&[u64]; 2]) -> Values {
        let [values, never] = counts;
        let games = values.iter().sum();
        match measure.form {
            Form::Amount => Values::Amount(amounts(&who, values), summary(&who, values)),
            Form::Time => Values::Time(self.times(&who, values, never)),
            Form::Flag => {
                let interval = intervals::wilson(values[1], games, self.level);
                Values::Flag(Flag {
                    who,
                    games,
                    value: values[1],
                    rate: share(values[1], games),
                    ci_low: interval.low,
                    ci_high: interval.high,
                })
            }
            Form::Class => {
                let classes = measure.classes.iter().zip(values);
                let row = |(class, &of): (&String, &u64)| Class {
                    who: who.clone(),
                    value: class.clone(),
                    games: of,
                    share: share(of, games).unwrap_or(0.0),
                };
                Values::Class(classes.map(row).collect())
            }
        }
    }

    fn times(&self, who: &Who, values: &[u64], never: &[u64]) -> Vec<Time> {
        let longest = self.tally.lengths().map(|(rounds, _)| rounds).max();
        let all = values.iter().sum();
        let mut left = all;
        let rounds = (1..=longest.unwrap_or(0)).map(Some).chain([None]);
        let row = |round: Option<u16>| {
            let at = usize::from(round.unwrap_or(0));
            let games = values.get(at).copied().unwrap_or(0);
            let later = |counts: &[u64]| counts[at.min(counts.len())..].iter().sum::<u64>();
            let faced = round.map_or(0, |_| later(values) + later(never));
            if round.is_some() {
                left -= games;
            }
            Time {
                who: who.clone(),
                round,
                games,
                share: share(games, all).unwrap_or(0.0),
                hazard: share(games, faced),
                survival: share(left, all).unwrap_or(0.0),
            }
        };
        rounds.map(row).collect()
    }

    fn placements(&self, i: usize, entrant: &Entrant) -> Vec<Placement> {
        let counts = self.tally.placements(i);
        let all = counts.iter().sum();
        let places = (0..).zip(counts).skip(1).take(self.cast.sides);
        let row = |(place, &games): (u8, &u64)| Placement {
            who: entrant.into(),
            place,
            games,
            share: share(games, all).unwrap_or(0.0),
        };
        places.map(row).collect()
    }

    fn uses(&self, i: usize, entrant: &Entrant) -> Vec<Use> {
        let things = entrant.things.iter().enumerate();
        let uses = things.flat_map(|(t, thing)| {
            let rounds = self.tally.uses(i, t);
            rounds.map(move |(round, used)| Use {
                used: Used {
                    who: entrant.into(),
                    thing: thing.clone(),
                    round,
                    plays: used.plays,
                    wins: used.wins,
                },
                sums: used.sums.to_vec(),
            })
        });
        uses.collect()
    }

    fn meetings(&self) -> Vec<Meeting> {
        let mut groups: Vec<(&str, Vec<usize>)> = vec![];
        for (i, who) in self.cast.entrants.iter().enumerate() {
            match groups.iter_mut().find(|(key, _)| *key == who.fighter) {
                Some((_, of)) => of.push(i),
                None => groups.push((&who.fighter, vec![i])),
            }
        }
        let pairs = groups
            .iter()
            .flat_map(|one| groups.iter().map(move |other| (one, other)));
        let meeting =
            |((entrant, ours), (opponent, theirs)): (&(&str, Vec<_>), &(&str, Vec<_>))| {
                let pairs = ours
                    .iter()
                    .flat_map(|&i| theirs.iter().map(move |&j| (i, j)));
                let met: Vec<_> = pairs.map(|(i, j)| self.tally.matchup(i, j)).collect();
                let measures = 0..self.measured.pairs.len();
                Meeting {
                    met: Matchup {
                        entrant: (*entrant).to_owned(),
                        opponent: (*opponent).to_owned(),
                        games: met.iter().map(|met| met.games).sum(),
                        finished_ahead: met.iter().map(|met| met.finished_ahead).sum(),
                    },
                    sums: measures
                        .map(|m| met.iter().map(|met| met.sums[m]).sum())
                        .collect(),
                }
            };
        let meetings = pairs.map(meeting);
        meetings.filter(|meeting| meeting.met.games > 0).collect()
    }

    fn with_and_without(&self) -> Vec<With> {
        let told = self.tally.with_and_without();
        // A thing that was used in all games, or in none, has no other games to compare with.
        let told: Vec<_> = told
            .filter(|(_, with, without)| with[0] > 0 && without[0] > 0)
            .collect();
        let pair = |[games, wins]: [u64; 2]| (wins, games);
        let p = told
            .iter()
            .map(|(_, with, without)| intervals::p_value_of_two(pair(*without), pair(*with)));
        let holds = intervals::holm(&p.collect::<Vec<_>>(), 1.0 - self.level);
        let row = |((thing, with, without), significant): (&(&str, _, _), bool)| {
            let interval = intervals::difference_of_two(pair(*without), pair(*with), self.level);
            let rate = |[games, wins]: [u64; 2]| wins as f64 / games as f64;
            With {
                thing: (*thing).to_owned(),
                games: with[0],
                win_rate: rate(*with),
                win_rate_without: rate(*without),
                difference: rate(*with) - rate(*without),
                ci_low: interval.low,
                ci_high: interval.high,
                significant,
            }
        };
        told.iter().zip(holds).map(row).collect()
    }

    fn lengths(&self) -> Vec<Length> {
        let row = |(rounds, games)| Length {
            rounds,
            games,
            share: share(games, self.tally.games()).unwrap_or(0.0),
        };
        self.tally.lengths().map(row).collect()
    }
}

fn amounts(who: &Who, counts: &[u64]) -> Vec<Amount> {
    let values = (0..).zip(counts).filter(|(_, games)| **games > 0);
    let row = |(value, &games): (u16, &u64)| Amount {
        who: who.clone(),
        value,
        games,
    };
    values.map(row).collect()
}

fn summary(who: &Who, counts: &[u64]) -> Summary {
    let n = counts.iter().sum::<u64>();
    // Sums of whole numbers are exact; a u128 holds the sums of any number of 16-bit values.
    let sum_of = |term: fn(u128) -> u128| -> u128 {
        let values = (0..).zip(counts);
        values
            .map(|(value, &games)| term(value) * u128::from(games))
            .sum()
    };
    let (sum, squares) = (sum_of(|value| value), sum_of(|value| value * value));
    let spread = u128::from(n) * squares - sum * sum;
    let [p5, p25, p50, p75, p95] =
        [5, 25, 50, 75, 95].map(|percent| percentile(counts, n, percent));
    Summary {
        who: who.clone(),
        games: n,
        mean: (n > 0).then(|| sum as f64 / n as f64),
        sd: (n > 1).then(|| (spread as f64 / (n as f64 * (n - 1) as f64)).sqrt()),
        p5,
        p25,
        p50,
        p75,
        p95,
    }
}

/// The least value that at least `percent` of `n` games do not exceed.
fn percentile(counts: &[u64], n: u64, percent: u64) -> Option<u16> {
    let rank = (u128::from(n) * u128::from(percent)).div_ceil(100) as u64;
    let mut seen = 0;
    let found = (0u16..).zip(counts).find(|(_, count)| {
        seen += **count;
        n > 0 && seen >= rank
    });
    found.map(|(value, _)| value)
}
