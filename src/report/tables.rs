//! The tables of a run: a tally becomes data frames, and these become Parquet files and come back.
//!
//! Long form, one row per fact; shares and probabilities in 0…1; rounds, seats, teams and places count from 1. What each column
//! means stands beside the code that fills it.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result};
use polars::prelude::{Column, DataFrame, DataType};
use polars_io::prelude::{ParquetCompression, ParquetReader, ParquetWriter, SerReader};
use sha2::{Digest, Sha256};

use crate::stats::{Cast, Matchup, Tally, intervals};

/// The names of the tables, which are also their files' names under `tables/`, in the order in which their results are hashed.
pub const NAMES: [&str; 8] = [
    "win_rates",
    "scores",
    "score_summary",
    "eliminations",
    "placements",
    "matchups",
    "cards",
    "game_lengths",
];

/// The tables of a run, by name.
#[derive(Debug, Clone)]
pub struct Tables(BTreeMap<&'static str, DataFrame>);

impl Tables {
    /// Builds every table. `level` is that of the intervals (see [`super::Manifest::interval_level`]).
    pub fn new(cast: &Cast, tally: &Tally, level: f64) -> Result<Tables> {
        let mut tables = BTreeMap::new();
        tables.insert("win_rates", win_rates(cast, tally, level)?);
        tables.insert("scores", scores(cast, tally)?);
        tables.insert("score_summary", score_summary(cast, tally)?);
        tables.insert("eliminations", eliminations(cast, tally)?);
        tables.insert("placements", placements(cast, tally)?);
        tables.insert("matchups", matchups(cast, tally)?);
        tables.insert("cards", cards(cast, tally)?);
        tables.insert("game_lengths", game_lengths(tally)?);
        Ok(Tables(tables))
    }

    /// One table.
    ///
    /// # Panics
    /// If the name is none of [`NAMES`].
    pub fn get(&self, name: &str) -> &DataFrame {
        &self.0[name]
    }

    /// Writes every table into a folder, as `<name>.parquet`, compressed with zstd.
    pub fn write(&self, folder: &Path) -> Result<()> {
        for (name, table) in &self.0 {
            let path = folder.join(format!("{name}.parquet"));
            let file =
                File::create(&path).with_context(|| format!("cannot create {}", path.display()))?;
            ParquetWriter::new(file)
                .with_compression(ParquetCompression::Zstd(None))
                .set_parallel(false)
                .finish(&mut table.clone())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    /// Reads every table back from a folder.
    ///
    /// # Errors
    /// If one of them is missing or is no Parquet file.
    pub fn read(folder: &Path) -> Result<Tables> {
        let mut tables = BTreeMap::new();
        for name in NAMES {
            let path = folder.join(format!("{name}.parquet"));
            let file =
                File::open(&path).with_context(|| format!("cannot open {}", path.display()))?;
            let table = ParquetReader::new(file)
                .finish()
                .with_context(|| format!("cannot read {}", path.display()))?;
            tables.insert(name, table);
        }
        Ok(Tables(tables))
    }

    /// SHA-256, in hexadecimal, of the results: every table's names and whole numbers, row by row. Floats are left out, being made from
    /// the whole numbers, so that the hash is the same on every machine.
    pub fn hash(&self) -> Result<String> {
        let mut hash = Sha256::new();
        for name in NAMES {
            let table = self.get(name);
            hash.update(format!("table {name}\n"));
            let columns: Vec<&Column> = table
                .columns()
                .iter()
                .filter(|column| *column.dtype() != DataType::Float64)
                .collect();
            for row in 0..table.height() {
                for column in &columns {
                    hash.update(format!("{}={}\t", column.name(), column.get(row)?));
                }
                hash.update("\n");
            }
        }
        Ok(hash
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect())
    }
}

/// A frame of named columns.
macro_rules! frame {
    ($($name:ident),+ $(,)?) => {
        DataFrame::new_infer_height(vec![$(Column::new(stringify!($name).into(), $name)),+]).map_err(anyhow::Error::from)
    };
}

/// `part` of `whole`, and 0 of nothing.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

/// The share of all games that an entrant of average strength wins.
pub fn fair_share(cast: &Cast) -> f64 {
    1.0 / cast.teams.max(1) as f64
}

/// One row per entrant with seat null: all its games (team: its team, null if it has none or has played for several); then one row per
/// team and seat that it has played in.
fn win_rates(cast: &Cast, tally: &Tally, level: f64) -> Result<DataFrame> {
    let (mut entrant, mut strategy, mut team, mut seat) = (vec![], vec![], vec![], vec![]);
    let (mut games, mut wins, mut win_rate) = (vec![], vec![], vec![]);
    let (mut ci_low, mut ci_high, mut fair) = (vec![], vec![], vec![]);
    for (i, who) in cast.entrants.iter().enumerate() {
        let mut places: BTreeMap<(Option<u8>, u8), (u64, u64)> = BTreeMap::new();
        for (s, slot) in cast.slots.iter().enumerate() {
            let (games, wins) = tally.at_slot(i, s);
            let place = places.entry((slot.team, slot.seat)).or_default();
            *place = (place.0 + games, place.1 + wins);
        }
        places.retain(|_, (games, _)| *games > 0);
        let teams: Vec<Option<u8>> = places.keys().map(|place| place.0).collect();
        let only = teams
            .first()
            .copied()
            .flatten()
            .filter(|_| teams.iter().all(|team| *team == teams[0]));
        let all = ((only, None), tally.results(i));
        for ((in_team, in_seat), (played, won)) in
            std::iter::once(all).chain(places.into_iter().map(|((t, s), r)| ((t, Some(s)), r)))
        {
            let interval = intervals::wilson(won, played, level);
            entrant.push(who.fighter.as_str());
            strategy.push(who.strategy.as_str());
            team.push(in_team);
            seat.push(in_seat);
            games.push(played);
            wins.push(won);
            win_rate.push((played > 0).then(|| share(won, played)));
            ci_low.push(interval.low);
            ci_high.push(interval.high);
            fair.push(fair_share(cast));
        }
    }
    let fair_share = fair;
    frame!(
        entrant, strategy, team, seat, games, wins, win_rate, ci_low, ci_high, fair_share
    )
}

/// Games by score; only scores that occurred.
fn scores(cast: &Cast, tally: &Tally) -> Result<DataFrame> {
    let (mut entrant, mut strategy, mut score, mut games) = (vec![], vec![], vec![], vec![]);
    for (i, who) in cast.entrants.iter().enumerate() {
        for (value, &count) in (0u16..)
            .zip(tally.scores(i))
            .filter(|(_, count)| **count > 0)
        {
            entrant.push(who.fighter.as_str());
            strategy.push(who.strategy.as_str());
            score.push(value);
            games.push(count);
        }
    }
    frame!(entrant, strategy, score, games)
}

/// Mean, standard deviation (of a sample) and percentiles (the least score that so many percent of the games do not exceed); null without games.
fn score_summary(cast: &Cast, tally: &Tally) -> Result<DataFrame> {
    let (mut entrant, mut strategy, mut games) = (vec![], vec![], vec![]);
    let (mut mean, mut sd) = (vec![], vec![]);
    let mut percentiles: [Vec<Option<u16>>; 5] = Default::default();
    for (i, who) in cast.entrants.iter().enumerate() {
        let counts = tally.scores(i);
        let n: u64 = counts.iter().sum();
        // Sums of whole numbers, exact; 2^128 holds any number of games of 16-bit scores.
        let sum: u128 = (0u128..)
            .zip(counts)
            .map(|(score, &c)| score * u128::from(c))
            .sum();
        let squares: u128 = (0u128..)
            .zip(counts)
            .map(|(score, &c)| score * score * u128::from(c))
            .sum();
        let spread = u128::from(n) * squares - sum * sum;
        entrant.push(who.fighter.as_str());
        strategy.push(who.strategy.as_str());
        games.push(n);
        mean.push((n > 0).then(|| sum as f64 / n as f64));
        sd.push((n > 1).then(|| (spread as f64 / (n as f64 * (n - 1) as f64)).sqrt()));
        for (column, percent) in percentiles.iter_mut().zip([5, 25, 50, 75, 95]) {
            column.push(percentile(counts, n, percent));
        }
    }
    let [p5, p25, p50, p75, p95] = percentiles;
    frame!(entrant, strategy, games, mean, sd, p5, p25, p50, p75, p95)
}

/// The least score that at least `percent` of `n` games do not exceed.
fn percentile(counts: &[u64], n: u64, percent: u64) -> Option<u16> {
    let rank = (u128::from(n) * u128::from(percent)).div_ceil(100) as u64;
    let mut seen = 0;
    (0u16..)
        .zip(counts)
        .find(|(_, count)| {
            seen += **count;
            n > 0 && seen >= rank
        })
        .map(|(score, _)| score)
}

/// One row per round up to the longest game, and one with round null: survived.
///
/// `share`: of all its games. `hazard`: of the games in which it began this round, those in which it fell in it; null if it never did.
/// `survival`: the share of all its games in which it had not fallen by the end of the round (of the null row: of the game).
fn eliminations(cast: &Cast, tally: &Tally) -> Result<DataFrame> {
    let longest = tally.lengths().map(|(rounds, _)| rounds).max().unwrap_or(0);
    let (mut entrant, mut strategy, mut round, mut games) = (vec![], vec![], vec![], vec![]);
    let (mut part, mut hazard, mut survival) = (vec![], vec![], vec![]);
    for (i, who) in cast.entrants.iter().enumerate() {
        let counts = tally.eliminations(i);
        let all: u64 = counts.iter().sum();
        let mut left = all;
        for r in (1..=longest).map(Some).chain([None]) {
            let fell = counts[usize::from(r.unwrap_or(0))];
            let faced = r.map_or(0, |r| tally.faced(i, r.into()));
            if r.is_some() {
                left -= fell;
            }
            entrant.push(who.fighter.as_str());
            strategy.push(who.strategy.as_str());
            round.push(r);
            games.push(fell);
            part.push(share(fell, all));
            hazard.push((faced > 0).then(|| share(fell, faced)));
            survival.push(share(left, all));
        }
    }
    let share = part;
    frame!(entrant, strategy, round, games, share, hazard, survival)
}

/// One row per place, of which there are as many as sides.
fn placements(cast: &Cast, tally: &Tally) -> Result<DataFrame> {
    let (mut entrant, mut strategy, mut place, mut games, mut part) =
        (vec![], vec![], vec![], vec![], vec![]);
    for (i, who) in cast.entrants.iter().enumerate() {
        let counts = tally.placements(i);
        let all = counts.iter().sum();
        for p in 1..=cast.teams.min(counts.len() - 1) {
            entrant.push(who.fighter.as_str());
            strategy.push(who.strategy.as_str());
            place.push(p as u8);
            games.push(counts[p]);
            part.push(share(counts[p], all));
        }
    }
    let share = part;
    frame!(entrant, strategy, place, games, share)
}

/// One row per pair of fighters that met as opponents, whatever their strategies: games of both, in how many the entrant finished ahead, in
/// how many it eliminated the opponent, and `score_taken`, the score it took from it per game of both (a mean).
fn matchups(cast: &Cast, tally: &Tally) -> Result<DataFrame> {
    let mut fighters: Vec<&str> = vec![];
    for who in &cast.entrants {
        if !fighters.contains(&who.fighter.as_str()) {
            fighters.push(&who.fighter);
        }
    }
    let of = |key: &str| {
        (0..cast.entrants.len())
            .filter(|&i| cast.entrants[i].fighter == key)
            .collect::<Vec<_>>()
    };
    let groups: Vec<Vec<usize>> = fighters.iter().map(|key| of(key)).collect();
    let (mut entrant, mut opponent, mut games) = (vec![], vec![], vec![]);
    let (mut finished_ahead, mut eliminated, mut score_taken) = (vec![], vec![], vec![]);
    for (a, ours) in groups.iter().enumerate() {
        for (b, theirs) in groups.iter().enumerate() {
            let mut met = Matchup::default();
            for m in ours
                .iter()
                .flat_map(|&i| theirs.iter().map(move |&j| tally.matchup(i, j)))
            {
                met.games += m.games;
                met.finished_ahead += m.finished_ahead;
                met.eliminated += m.eliminated;
                met.score_taken += m.score_taken;
            }
            if met.games > 0 {
                entrant.push(fighters[a]);
                opponent.push(fighters[b]);
                games.push(met.games);
                finished_ahead.push(met.finished_ahead);
                eliminated.push(met.eliminated);
                score_taken.push(share(met.score_taken, met.games));
            }
        }
    }
    frame!(
        entrant,
        opponent,
        games,
        finished_ahead,
        eliminated,
        score_taken
    )
}

/// One row per card and round in which it was played at least once.
fn cards(cast: &Cast, tally: &Tally) -> Result<DataFrame> {
    let (mut entrant, mut strategy, mut card, mut round) = (vec![], vec![], vec![], vec![]);
    let (mut plays, mut wins, mut wounds_dealt, mut wounds_taken) =
        (vec![], vec![], vec![], vec![]);
    for (i, who) in cast.entrants.iter().enumerate() {
        for (c, name) in who.cards.iter().enumerate() {
            for (r, used) in (1u8..)
                .zip(tally.card(i, c))
                .filter(|(_, used)| used.plays > 0)
            {
                entrant.push(who.fighter.as_str());
                strategy.push(who.strategy.as_str());
                card.push(name.as_str());
                round.push(r);
                plays.push(used.plays);
                wins.push(used.wins);
                wounds_dealt.push(used.wounds_dealt);
                wounds_taken.push(used.wounds_taken);
            }
        }
    }
    frame!(
        entrant,
        strategy,
        card,
        round,
        plays,
        wins,
        wounds_dealt,
        wounds_taken
    )
}

/// Games by their number of rounds.
fn game_lengths(tally: &Tally) -> Result<DataFrame> {
    let (rounds, games): (Vec<u8>, Vec<u64>) = tally.lengths().unzip();
    let share: Vec<f64> = games.iter().map(|&n| share(n, tally.games())).collect();
    frame!(rounds, games, share)
}
