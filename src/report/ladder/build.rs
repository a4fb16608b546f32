//! The games of a ladder become data frames: one function per table, each saying what its rows and columns mean.

use anyhow::Result;
use polars::prelude::{Column, DataFrame};

use crate::analysis::ladder::Found;
use crate::report::Tables;
use crate::report::columns::frame;
use crate::stats::intervals::{self, holm};
use crate::stats::ratings::{ELO, Encounter, Ratings, encounters, rate};

/// What the tables are made from.
pub struct Source<'a> {
    /// The bots' names, by index.
    pub bots: &'a [String],
    /// The keys of the roster's fighters, by index.
    pub fighters: &'a [String],
    pub found: &'a Found,
    /// The level of intervals and verdicts.
    pub level: f64,
}

/// Every table.
pub fn tables(source: &Source) -> Result<Tables> {
    let met = encounters(source.bots.len(), &source.found.games);
    let ratings = rate(source.bots.len(), &source.found.deals());
    Ok(Tables::new(vec![
        ("ratings", ratings_table(source, ratings.as_ref())?),
        (
            "encounters",
            encounters_table(source, &met, ratings.as_ref())?,
        ),
        ("bots_by_fighter", by_fighter(source)?),
    ]))
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// One row per bot. `rating`: in points of Elo's scale (400 points are odds of ten to one), 0 the mean of all bots, with its interval; null for too few games.
/// `games`: places at the table that it has played; `wins` of them. `fair_share`: what it would win if all bots were alike.
fn ratings_table(source: &Source, ratings: Option<&Ratings>) -> Result<DataFrame> {
    let (mut strategy, mut rating, mut rating_low, mut rating_high) =
        (vec![], vec![], vec![], vec![]);
    let (mut games, mut wins, mut win_rate) = (vec![], vec![], vec![]);
    let (mut ci_low, mut ci_high, mut fair_share) = (vec![], vec![], vec![]);
    let z = intervals::z(source.level);
    for (bot, name) in source.bots.iter().enumerate() {
        let sides = source.found.games.iter().flatten();
        let mine = sides.filter(|side| usize::from(side.0) == bot);
        let (played, won) = mine.fold((0, 0), |(played, won), side| {
            (played + 1, won + u64::from(side.1 == 1))
        });
        let interval = intervals::wilson(won, played, source.level);
        let points = ratings.map(|ratings| (ratings.of[bot] * ELO, z * ratings.error(bot) * ELO));
        strategy.push(name.as_str());
        rating.push(points.map(|(value, _)| value));
        rating_low.push(points.map(|(value, reach)| value - reach));
        rating_high.push(points.map(|(value, reach)| value + reach));
        games.push(played);
        wins.push(won);
        win_rate.push(share(won, played));
        ci_low.push(interval.low);
        ci_high.push(interval.high);
        fair_share.push(1.0 / source.found.sides.max(1) as f64);
    }
    frame!(
        strategy,
        rating,
        rating_low,
        rating_high,
        games,
        wins,
        win_rate,
        ci_low,
        ci_high,
        fair_share
    )
}

/// One row per two bots that met, in both orders. `games`: counted for every two of their places at a table; `wins` and `losses`: games that the one and
/// the other won (the rest a third); `finished_ahead`: in which the one's place was better. `difference`: of their ratings, with its interval.
/// `verdict`: `stronger`, `weaker` or `noise`, allowing for the number of pairs; the three null without ratings.
fn encounters_table(
    source: &Source,
    met: &[Vec<Encounter>],
    ratings: Option<&Ratings>,
) -> Result<DataFrame> {
    let bots = source.bots.len();
    let pairs: Vec<(usize, usize)> = (0..bots)
        .flat_map(|a| (a + 1..bots).map(move |b| (a, b)))
        .collect();
    let p: Vec<f64> = pairs
        .iter()
        .filter_map(|&(a, b)| {
            let ratings = ratings?;
            let off = ratings.of[a] - ratings.of[b];
            Some(intervals::p_of_z(off / ratings.error_of_difference(a, b)))
        })
        .collect();
    let sure = holm(&p, 1.0 - source.level);
    let z = intervals::z(source.level);
    let (mut strategy, mut opponent, mut games) = (vec![], vec![], vec![]);
    let (mut wins, mut losses, mut finished_ahead) = (vec![], vec![], vec![]);
    let (mut difference, mut ci_low, mut ci_high, mut verdict) = (vec![], vec![], vec![], vec![]);
    for (a, met) in met.iter().enumerate() {
        for (b, of) in met.iter().enumerate().filter(|(_, of)| of.games > 0) {
            let points = ratings.map(|ratings| {
                let off = (ratings.of[a] - ratings.of[b]) * ELO;
                (off, z * ratings.error_of_difference(a, b) * ELO)
            });
            let pair = pairs.binary_search(&(a.min(b), a.max(b)));
            let sure = pair.is_ok_and(|pair| sure.get(pair).copied().unwrap_or(false));
            strategy.push(source.bots[a].as_str());
            opponent.push(source.bots[b].as_str());
            games.push(of.games);
            wins.push(of.wins);
            losses.push(of.losses);
            finished_ahead.push(of.ahead);
            difference.push(points.map(|(off, _)| off));
            ci_low.push(points.map(|(off, reach)| off - reach));
            ci_high.push(points.map(|(off, reach)| off + reach));
            verdict.push(points.map(|(off, _)| match (sure, off > 0.0) {
                (false, _) => "noise",
                (true, true) => "stronger",
                (true, false) => "weaker",
            }));
        }
    }
    frame!(
        strategy,
        opponent,
        games,
        wins,
        losses,
        finished_ahead,
        difference,
        ci_low,
        ci_high,
        verdict
    )
}

/// One row per bot and fighter that it has played.
fn by_fighter(source: &Source) -> Result<DataFrame> {
    let (mut strategy, mut entrant, mut games, mut wins) = (vec![], vec![], vec![], vec![]);
    let (mut win_rate, mut ci_low, mut ci_high) = (vec![], vec![], vec![]);
    for (name, with) in source.bots.iter().zip(&source.found.with) {
        for (fighter, &(played, won)) in source.fighters.iter().zip(with) {
            if played == 0 {
                continue;
            }
            let interval = intervals::wilson(won, played, source.level);
            strategy.push(name.as_str());
            entrant.push(fighter.as_str());
            games.push(played);
            wins.push(won);
            win_rate.push(share(won, played));
            ci_low.push(interval.low);
            ci_high.push(interval.high);
        }
    }
    frame!(strategy, entrant, games, wins, win_rate, ci_low, ci_high)
}
