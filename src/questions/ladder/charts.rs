//! The charts of a ladder (bots that are rated by playing each other): the ratings with their
//! intervals, and the results of each pair of bots.

use super::standings::Standings;
use super::tables::{Met, Rating};
use crate::report::chart::Chart;
use crate::report::chart::canvas::COLD;
use crate::report::chart::matrix::{self, Matrices};
use crate::report::chart::plot::Mark;
use crate::report::chart::rows::{Cell, ChartRow, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::words::{level, percent, signed};

/// Maximum number of bots in the chart of pairs of bots; more do not fit side by side.
const MOST: usize = 20;

/// Returns all charts of the report of `gong ladder` that have data.
pub fn all(standings: &Standings, headline: &str) -> Vec<Chart> {
    let charts = [ratings(standings, headline), encounters(standings)];
    charts.into_iter().flatten().collect()
}

fn ratings(standings: &Standings, headline: &str) -> Option<Chart> {
    let row = |bot: &Rating| {
        let (value, low, high) = (bot.rating?, bot.rating_low?, bot.rating_high?);
        let said = format!("{} ± {:.0}", signed(value, 0), (high - low) / 2.0);
        let cell = Cell::mark(Mark::within(value, low, high), said);
        Some(ChartRow::of(&bot.strategy, COLD, cell))
    };
    let rows: Vec<ChartRow> = standings.bots.iter().filter_map(row).collect();
    if rows.is_empty() {
        return None;
    }
    let form = Rows::column("rating, points", AxisUnit::Signed, None, rows);
    let subtitle = format!(
        "Rating in Elo’s points: 100 more are odds of 1.8 to 1, 400 of 10 to 1. Bars: {} intervals.",
        level(standings.level)
    );
    Some(Chart::new("ratings", headline, subtitle, form).presented("Ratings", "“>”: significantly stronger; “≈”: no significant difference. Bots are rated against each other only: with other bots, the points shift."))
}

fn encounters(standings: &Standings) -> Option<Chart> {
    let shares = standings
        .met
        .iter()
        .filter_map(|met| Some((met, met.share()?)));
    let (met, share) = shares.max_by(|a, b| a.1.total_cmp(&b.1))?;
    if standings.bots.len() > MOST {
        return None;
    }
    let title = format!(
        "In these games {} wins {} of 100 games that it or {} wins",
        met.strategy,
        percent(share, 0),
        met.opponent
    );
    let cell = |met: &Met| {
        let (share, text) = (met.share()?, percent(met.share()?, 1));
        let names = [&met.strategy, &met.opponent];
        let at = names.map(|name| standings.place(name));
        Some((at, matrix::MatrixCell::of((share - 0.5) * 2.0, text)))
    };
    let heads = standings.bots.iter().map(|bot| &bot.strategy);
    let form = Matrices::square(heads, standings.met.iter().filter_map(cell));
    let subtitle = "Each row’s bot against each column’s: of the games that one of the two won, the share that was the row’s, in %.";
    let note = "Warm: the row’s bot wins more than half; cold: less.";
    Some(Chart::new("encounters", title, subtitle, form).presented("Bot against bot", note))
}
