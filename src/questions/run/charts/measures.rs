//! The charts of single measures: distributions, rates, classes, and survival by rounds.

use plotters::prelude::RGBColor;

use crate::questions::run::facts::{EntrantFacts, RunFacts};
use crate::questions::run::rows::MeasureRows;
use crate::report::chart::Chart;
use crate::report::chart::canvas::{HEAT, colour};
use crate::report::chart::legend::Key;
use crate::report::chart::lines::{ChartLine, Lines};
use crate::report::chart::plot::{Amounts, Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::measured::MeasureNote;
use crate::report::people;
use crate::report::shared::descending;
use crate::report::words::{capital, counted, either, in_words, level, plus_minus, with_sign};
use crate::stats::Form;
use crate::stats::order::Order;

/// Returns the charts of all measures of the entrants and of the game as a whole.
pub(super) fn all(facts: &RunFacts) -> Vec<Chart> {
    let mut charts = vec![];
    for (m, measure) in facts.measured.entrants.iter().enumerate() {
        let line = |of| MeasureValues::entrant(of, m);
        charts.extend(of_measure(facts, measure, facts.entrants.iter().map(line).collect()));
    }
    for (measure, values) in facts.measured.game.iter().zip(&facts.game) {
        let game = MeasureValues { label: "all games", colour: HEAT, values };
        // A flag has a single number, which needs no chart.
        if measure.form != Form::Flag {
            charts.extend(of_measure(facts, measure, vec![game]));
        }
    }
    charts
}

/// A row of a chart: the values of a measure for an entrant, or for the game as a whole.
struct MeasureValues<'a> {
    label: &'a str,
    colour: RGBColor,
    values: &'a MeasureRows,
}

impl<'a> MeasureValues<'a> {
    fn entrant(of: &'a EntrantFacts, m: usize) -> MeasureValues<'a> {
        MeasureValues { label: &of.label, colour: colour(&of.who.colour), values: &of.values[m] }
    }

    /// Returns the number by which the rows of a chart are sorted.
    fn number(&self) -> f64 {
        let number = match self.values {
            MeasureRows::Amount(_, summary) => summary.mean,
            MeasureRows::Time(_) => self.values.time().map(|(_, never)| never),
            MeasureRows::Flag(flag) => flag.rate,
            MeasureRows::Class(_) => Some(0.0),
        };
        number.unwrap_or(f64::NEG_INFINITY)
    }
}

/// Draws the chart of a measure, for all entrants or for the game as a whole.
fn of_measure(facts: &RunFacts, measure: &MeasureNote, lines: Vec<MeasureValues>) -> Option<Chart> {
    let game = facts.measured.game.contains(measure);
    let lines = descending(lines, MeasureValues::number);
    let (name, words) = (measure.table.clone(), capital(&measure.words));
    let of_rows = |axis: &str, unit, plot: &dyn Fn(&MeasureValues) -> Option<Cell>| {
        let row = |of: &MeasureValues| Some(ChartRow::of(of.label, of.colour, plot(of)?));
        Rows::column(axis, unit, None, lines.iter().filter_map(row).collect())
    };
    let chart = match measure.form {
        Form::Amount => {
            let axis = format!("{} per game", measure.short());
            let mut form = of_rows(&axis, AxisUnit::Number, &amounts);
            if form.groups[0].rows.is_empty() {
                return None;
            }
            form.columns[0].headings = vec![format!("mean {}", measure.short())];
            let title = match game {
                true => words.clone(),
                false => extremes(facts, measure, &lines),
            };
            let subtitle = format!(
                "Histogram of {}: the share of games with each number. The dot shows the mean. The \
                 thin line covers the middle 90 % of the games, the thick line the middle 50 %.",
                measure.full()
            );
            Chart::new(name, title, subtitle, form).presented(words, "All rows have the same scale, so their heights can be compared. At most one game in a thousand has a value beyond the right edge of the chart.")
        }
        Form::Time => survival(facts, measure, game, &lines),
        Form::Flag => {
            let rate = |of: &MeasureValues| {
                let MeasureRows::Flag(flag) = of.values else {
                    return None;
                };
                let (rate, half_width) = (flag.rate?, (flag.ci_high - flag.ci_low) / 2.0);
                let mark = Mark::within(rate, flag.ci_low, flag.ci_high);
                Some(Cell::mark(mark, plus_minus(rate, half_width)))
            };
            let form = of_rows("% of games", AxisUnit::Percent, &rate);
            let subtitle = format!(
                "Share of games, in %. The bars show {} confidence intervals.",
                level(facts.level)
            );
            Chart::new(name, words.clone(), subtitle, form).presented(words, "")
        }
        Form::Class => {
            let ink = |class| colour(&people::of(None, class));
            let shares = |of: &MeasureValues| {
                let MeasureRows::Class(rows) = of.values else {
                    return None;
                };
                let games = rows.iter().enumerate();
                let games = games.map(|(class, row)| (row.games, ink(class)));
                Some(Cell::of(Plot::Shares(games.collect()), String::new()))
            };
            let classes = measure.classes.iter().enumerate();
            let form = Rows {
                keys: classes.map(|(i, class)| (Key::class(ink(i)), class.clone())).collect(),
                ..of_rows("% of games", AxisUnit::Percent, &shares)
            };
            let subtitle =
                format!("Share of games with each value of the measure “{}”, in %.", measure.words);
            Chart::new(name, words.clone(), subtitle, form).presented(words, "")
        }
    };
    Some(chart.of_many(facts.people.several()))
}

/// Returns the chart's title, which names the entrants with the highest and the lowest amount if
/// the two differ significantly.
fn extremes(facts: &RunFacts, measure: &MeasureNote, sorted: &[MeasureValues]) -> String {
    let mean = |of: &MeasureValues| match of.values {
        MeasureRows::Amount(_, of) => {
            let error = of.sd.map_or(f64::NAN, |sd| sd / (of.games as f64).sqrt());
            Some((of.mean.unwrap_or(0.0), error))
        }
        _ => None,
    };
    let means: Vec<(f64, f64)> = sorted.iter().filter_map(mean).collect();
    let order = Order::of_means(&means, 1.0 - facts.level);
    let said = |group: Vec<usize>| match group.as_slice() {
        [one] => format!("{} ({:.1})", sorted[*one].label, means[*one].0),
        group if group.len() <= 3 => either(group.iter().map(|&i| sorted[i].label)),
        group => format!("one of {} {}", in_words(group.len()), facts.people.several()),
    };
    if sorted.len() < 2 || order.level() {
        return format!("Distribution of {}", measure.words);
    }
    let (most, least) = (said(order.top()), said(order.bottom()));
    format!("{} has the highest mean of {}, {least} the lowest", capital(&most), measure.words)
}

fn amounts(of: &MeasureValues) -> Option<Cell> {
    let MeasureRows::Amount(rows, sum) = of.values else {
        return None;
    };
    let percentiles = [sum.p5, sum.p25, sum.p50, sum.p75, sum.p95];
    let mean = sum.mean?;
    let games = rows.iter().map(|row| (row.value.into(), row.games));
    let plot = Plot::Amounts(Amounts {
        games: games.collect(),
        mean,
        percentiles: percentiles.map(|value| f64::from(value.unwrap_or(0))),
    });
    Some(Cell::of(plot, format!("{mean:.2}")))
}

fn survival(facts: &RunFacts, measure: &MeasureNote, game: bool, lines: &[MeasureValues]) -> Chart {
    let event = measure.event();
    let line = |of: &MeasureValues| {
        let (rounds, _) = of.values.time()?;
        let shares = [1.0].into_iter().chain(rounds.iter().map(|row| row.survival));
        Some(ChartLine {
            label: of.label.to_owned(),
            colour: of.colour,
            points: shares.map(|share| Some(Mark::at(share))).collect(),
        })
    };
    let drawn = lines.iter().filter_map(line).collect();
    let form = Lines::steps("after round (0: the start)", drawn);
    let form = Lines { up: format!("without {event} so far, % of games"), ..form };
    let name = match facts.of_form(Form::Time).count() {
        _ if game => measure.table.clone(),
        1 => "survival".to_owned(),
        _ => format!("survival_{}", measure.name),
    };
    let title = match lines {
        [most, .., least] => {
            let share = |of: &MeasureValues| with_sign(of.number(), 0);
            format!(
                "In these games, {} ends {} of its games without {event}, {} {}",
                most.label,
                share(most),
                least.label,
                share(least)
            )
        }
        _ => format!("Rounds without {event}"),
    };
    let longest = facts.lengths.last().map_or(0.0, |last| last.share);
    let whose = match (game, facts.fair) {
        (true, None) => " of the players".to_owned(),
        (true, Some(_)) => String::new(),
        (false, _) => format!(" of the {}", facts.people.word()),
    };
    let falling = if game { "the line" } else { "a line" };
    let note = format!(
        "In each round, {falling} falls by the share of games with {event}{whose} in this round. \
         The longest games last {}: {} of all games have this length.",
        counted(facts.longest().into(), "round"),
        rare(longest)
    );
    let subtitle = format!("Share of games without {event}{whose} up to the end of each round.");
    let heading = if game { capital(&measure.words) } else { "Survival".to_owned() };
    Chart::new(name, title, subtitle, form).presented(heading, note)
}

/// Formats a share that may be very small, as in "12 %", "0.3 %" or "less than 0.1 %".
fn rare(share: f64) -> String {
    match share {
        share if share < 0.001 => format!("less than {}", with_sign(0.001, 1)),
        share if share < 0.01 => with_sign(share, 1),
        share => with_sign(share, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::rare;

    #[test]
    fn a_small_share_is_not_shown_as_zero() {
        let said = [0.0001, 0.003, 0.12].map(rare);
        assert_eq!(said, ["less than 0.1\u{a0}%", "0.3\u{a0}%", "12\u{a0}%"]);
    }
}
