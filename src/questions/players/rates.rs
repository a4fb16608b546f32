//! Win rates with each player: the columns of a table and the rows of a chart.

use crate::questions::facts::Fact;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{ChartRow, Rows};
use crate::report::people;
use crate::report::shared::known_margin_of_error;
use crate::report::table::{RowLines, Unit};
use crate::report::words::{capital, level};

/// A subject of a chart of win rates.
pub struct RatedSubject<'a> {
    pub label: String,
    pub colour: String,
    /// The win rate with each player.
    pub rates: Vec<Option<&'a Fact>>,
    /// The text beside the marks; may be empty.
    pub text: String,
    pub faint: bool,
}

/// Adds a column of win rates for each player, with these headings. `rate` returns the win rate of
/// a row with the player of this index.
pub fn columns<'a, R>(
    mut table: RowLines<'a, R>,
    headings: &[String],
    rate: impl Fn(&'a R, usize) -> Option<&'a Fact>,
) -> RowLines<'a, R> {
    for (i, heading) in headings.iter().enumerate() {
        let margin = |row| {
            let row = &rate(row, i)?.row;
            known_margin_of_error(row.value, row.ci_low, row.ci_high)
        };
        table = table
            .with(heading, Unit::Share(1), |row| rate(row, i)?.row.value)
            .in_terminal()
            .plus_minus(margin);
    }
    table
}

/// Draws the win rates of these subjects, with a mark for each player. `about` continues the
/// description of the chart.
pub fn chart(about: &str, (players, at): (&[String], f64), subjects: &[RatedSubject<'_>]) -> Chart {
    let fair = |of: &RatedSubject<'_>| of.rates.iter().flatten().find_map(|fact| fact.row.fair);
    let first = subjects.first().and_then(fair);
    let shared_fair = first.filter(|_| subjects.iter().all(|of| fair(of) == first));
    let mark = |of: &&Fact| Some(Mark::within(of.row.value?, of.row.ci_low?, of.row.ci_high?));
    let row = |of: &RatedSubject<'_>| {
        let marks = of.rates.iter().map(|fact| fact.as_ref().and_then(mark)).collect();
        let plot = Plot::Marks(marks);
        ChartRow::of(&of.label, colour(&of.colour), plot, of.text.clone()).faint(of.faint)
    };
    let mut form = Rows::win_rates(shared_fair, subjects.iter().map(row).collect());
    if players.len() > 1 {
        form = form.side_by_side(players.iter().cloned());
    }
    let bars = level(at);
    let subtitle =
        format!("Win rate in % of the games. The bars show {bars} confidence intervals.{about}");
    Chart::new("win_rates", "Win rates", subtitle, form)
}

/// Returns the label and the colour of the group with this index.
pub fn group(fact: &Fact, index: usize) -> (String, String) {
    (capital(&fact.row.subject), fact.row.fair.map_or(String::new(), |_| people::of(None, index)))
}
