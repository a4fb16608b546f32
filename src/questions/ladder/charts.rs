//! The charts of a ladder: the ratings with their intervals, and the results of each pair of bots.

use super::standings::{MANY, Standings};
use super::tables::{Met, Rating};
use crate::report::chart::Chart;
use crate::report::chart::canvas::COLD;
use crate::report::chart::matrix::{self, Matrices};
use crate::report::chart::plot::Mark;
use crate::report::chart::rows::{Cell, ChartRow, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::shared::margin_of_error;
use crate::report::words::{counted, level, percent, signed, with_sign};

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
        let margin_of_error = margin_of_error(value, low, high);
        let said = format!("{} ± {margin_of_error:.0}", signed(value, 0));
        let cell = Cell::mark(Mark::within(value, low, high), said);
        Some(ChartRow::of(&bot.strategy, COLD, cell))
    };
    let rows: Vec<ChartRow> = standings.bots.iter().filter_map(row).collect();
    if rows.is_empty() {
        return None;
    }
    let form = Rows::column("rating, points", AxisUnit::Signed, None, rows);
    let subtitle = format!(
        "Ratings are Elo points: a lead of 100 points means odds of 1.8 to 1, a lead of 400 \
         points means odds of 10 to 1. The bars show {} confidence intervals.",
        level(standings.level)
    );
    let note = "The ratings hold only for this set of bots: with other bots, the ratings change.";
    let note = [signs(standings), note.to_owned()].concat();
    Some(Chart::new("ratings", headline, subtitle, form).presented("Ratings", note))
}

/// Explains the signs between the bots in the headline; empty if the headline has no signs.
fn signs(standings: &Standings) -> String {
    let bots = standings.bots.len();
    if !(3..=MANY).contains(&bots) {
        return String::new();
    }
    let signs = [
        (">", "is significantly stronger than", true),
        ("≥", "is not significantly stronger than", false),
    ];
    let shown = |certain: bool| (0..bots - 1).any(|place| standings.certain(place) == certain);
    let shown = signs.iter().filter(|(.., certain)| shown(*certain));
    let said = shown.map(|(sign, words, _)| format!("“{sign}” means “{words}”. "));
    said.collect()
}

fn encounters(standings: &Standings) -> Option<Chart> {
    let shares = || {
        let met = standings.met.iter();
        met.filter_map(|met| Some((met, met.share()?)))
    };
    // Of equal shares, uses the share of the pair with most games.
    let (met, share) = shares().max_by(|a, b| {
        let games = |of: &Met| of.wins + of.losses;
        a.1.total_cmp(&b.1).then(games(a.0).cmp(&games(b.0)))
    })?;
    // Each pair has two shares, whose sum is 1.
    let equal = shares().filter(|of| share > 0.5 && of.1 >= share).count();
    let equal = match equal.saturating_sub(1) as u64 {
        0 => String::new(),
        1 => "; 1 other pair has the same share".to_owned(),
        others => format!("; {} have the same share", counted(others, "other pair")),
    };
    if standings.bots.len() > MOST {
        return None;
    }
    let title = format!(
        "The bot “{bot}” won {} of the games that the bot “{bot}” or the bot “{}” won{equal}",
        with_sign(share, 0),
        met.opponent,
        bot = met.strategy
    );
    let cell = |met: &Met| {
        let (share, text) = (met.share()?, percent(met.share()?, 1));
        let names = [&met.strategy, &met.opponent];
        let at = names.map(|name| standings.place(name));
        Some((at, matrix::MatrixCell::of((share - 0.5) * 2.0, text)))
    };
    let heads = standings.bots.iter().map(|bot| &bot.strategy);
    let form = Matrices::square(heads, standings.met.iter().filter_map(cell));
    let subtitle =
        "Wins of the row’s bot, in % of the games that the row’s bot or the column’s bot won.";
    let note = "Warm colours: the row’s bot won more often than the column’s bot. Cold colours: \
        the row’s bot won less often than the column’s bot.";
    Some(Chart::new("encounters", title, subtitle, form).presented("Bot against bot", note))
}
