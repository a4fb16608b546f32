//! A tally becomes data frames: one function per table, each saying what its rows and columns mean.

use std::collections::BTreeMap;

use anyhow::{Context, Result, bail};
use polars::prelude::{Column, DataFrame};

use super::tables::fair_share;
use crate::report::columns::frame;
use crate::stats::{Cast, Measure, Tally, intervals};

/// `part` of `whole`, and 0 of nothing.
fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        0.0
    } else {
        part as f64 / whole as f64
    }
}

/// Where a measure of entrants is.
fn of_entrant(tally: &Tally, name: &str) -> Result<usize> {
    Measure::position(&tally.measures().entrants, name)
        .with_context(|| format!("the game does not measure {name}"))
}

/// Where a measure of pairs is.
fn of_pair(tally: &Tally, name: &str) -> Result<usize> {
    Measure::position(&tally.measures().pairs, name)
        .with_context(|| format!("the game does not measure {name}"))
}

/// A round as the tables have it.
fn round(round: u16) -> Result<u8> {
    u8::try_from(round).context("more rounds than a table can hold")
}

/// One row per entrant with seat null: all its games (team: its team, null if it has none or has played for several); then one row per
/// team and seat that it has played in.
pub fn win_rates(cast: &Cast, tally: &Tally, level: f64) -> Result<DataFrame> {
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
pub fn scores(cast: &Cast, tally: &Tally) -> Result<DataFrame> {
    let (mut entrant, mut strategy, mut score, mut games) = (vec![], vec![], vec![], vec![]);
    let measure = of_entrant(tally, "score")?;
    for (i, who) in cast.entrants.iter().enumerate() {
        for (value, &count) in (0u16..)
            .zip(tally.values(i, measure))
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
pub fn score_summary(cast: &Cast, tally: &Tally) -> Result<DataFrame> {
    let (mut entrant, mut strategy, mut games) = (vec![], vec![], vec![]);
    let (mut mean, mut sd) = (vec![], vec![]);
    let mut percentiles: [Vec<Option<u16>>; 5] = Default::default();
    let measure = of_entrant(tally, "score")?;
    for (i, who) in cast.entrants.iter().enumerate() {
        let counts = tally.values(i, measure);
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
pub fn eliminations(cast: &Cast, tally: &Tally) -> Result<DataFrame> {
    let longest = tally.lengths().map(|(rounds, _)| rounds).max().unwrap_or(0);
    let (measure, longest) = (
        of_entrant(tally, "round_eliminated")?,
        self::round(longest)?,
    );
    let (mut entrant, mut strategy, mut round, mut games) = (vec![], vec![], vec![], vec![]);
    let (mut part, mut hazard, mut survival) = (vec![], vec![], vec![]);
    for (i, who) in cast.entrants.iter().enumerate() {
        let counts = tally.values(i, measure);
        let all: u64 = counts.iter().sum();
        let mut left = all;
        for r in (1..=longest).map(Some).chain([None]) {
            let fell = counts[usize::from(r.unwrap_or(0))];
            let faced = r.map_or(0, |r| tally.faced(i, measure, r.into()));
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
pub fn placements(cast: &Cast, tally: &Tally) -> Result<DataFrame> {
    let (mut entrant, mut strategy, mut place, mut games, mut part) =
        (vec![], vec![], vec![], vec![], vec![]);
    for (i, who) in cast.entrants.iter().enumerate() {
        let counts = tally.placements(i);
        let all = counts.iter().sum();
        for (p, &count) in (0u8..).zip(counts).skip(1).take(cast.sides) {
            entrant.push(who.fighter.as_str());
            strategy.push(who.strategy.as_str());
            place.push(p);
            games.push(count);
            part.push(share(count, all));
        }
    }
    let share = part;
    frame!(entrant, strategy, place, games, share)
}

/// One row per pair of fighters that met as opponents, whatever their strategies: games of both, in how many the entrant finished ahead, in
/// how many it eliminated the opponent, and `score_taken`, the score it took from it per game of both (a mean).
pub fn matchups(cast: &Cast, tally: &Tally) -> Result<DataFrame> {
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
    let (by_eliminated, by_score_taken) = (
        of_pair(tally, "eliminated")?,
        of_pair(tally, "score_taken")?,
    );
    let (mut entrant, mut opponent, mut games) = (vec![], vec![], vec![]);
    let (mut finished_ahead, mut eliminated, mut score_taken) = (vec![], vec![], vec![]);
    for (a, ours) in groups.iter().enumerate() {
        for (b, theirs) in groups.iter().enumerate() {
            let (mut met, mut ahead, mut fell, mut taken) = (0, 0, 0, 0);
            for m in ours
                .iter()
                .flat_map(|&i| theirs.iter().map(move |&j| tally.matchup(i, j)))
            {
                met += m.games;
                ahead += m.finished_ahead;
                fell += m.sums[by_eliminated];
                taken += m.sums[by_score_taken];
            }
            if met > 0 {
                entrant.push(fighters[a]);
                opponent.push(fighters[b]);
                games.push(met);
                finished_ahead.push(ahead);
                eliminated.push(fell);
                score_taken.push(share(taken, met));
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
pub fn cards(cast: &Cast, tally: &Tally) -> Result<DataFrame> {
    let (mut entrant, mut strategy, mut card, mut round) = (vec![], vec![], vec![], vec![]);
    let (mut plays, mut wins, mut wounds_dealt, mut wounds_taken) =
        (vec![], vec![], vec![], vec![]);
    for (i, who) in cast.entrants.iter().enumerate() {
        for (c, name) in who.things.iter().enumerate() {
            for (r, used) in tally.uses(i, c) {
                let &[dealt, taken] = used.sums else {
                    bail!("the game measures other things of a card");
                };
                entrant.push(who.fighter.as_str());
                strategy.push(who.strategy.as_str());
                card.push(name.as_str());
                round.push(self::round(r)?);
                plays.push(used.plays);
                wins.push(used.wins);
                wounds_dealt.push(dealt);
                wounds_taken.push(taken);
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
pub fn game_lengths(tally: &Tally) -> Result<DataFrame> {
    let (rounds, games): (Vec<u16>, Vec<u64>) = tally.lengths().unzip();
    let rounds = rounds.into_iter().map(round).collect::<Result<Vec<u8>>>()?;
    let share: Vec<f64> = games.iter().map(|&n| share(n, tally.games())).collect();
    frame!(rounds, games, share)
}

#[cfg(test)]
mod tests {
    use super::percentile;

    #[test]
    fn percentiles_are_scores_that_occurred() {
        // Scores 0, 1, 1, 4.
        let counts = [1, 2, 0, 0, 1];
        assert_eq!(
            [5, 25, 50, 75, 95].map(|p| percentile(&counts, 4, p)),
            [0, 0, 1, 1, 4].map(Some)
        );
        assert_eq!(percentile(&[0, 0], 0, 50), None);
    }
}
