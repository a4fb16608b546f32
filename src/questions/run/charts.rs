//! The charts of a run: win rates, the distribution of each amount, and survival by rounds.

use super::facts::{EntrantFacts, RunFacts};
use crate::questions::facts::Fact;
use crate::questions::judge::Judged;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::lines::{ChartLine, Lines};
use crate::report::chart::plot::{Amounts, Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::measured::MeasureNote;
use crate::report::shared::descending;
use crate::report::words::{capital, level, plus_minus};
use crate::stats::Form;

/// Returns all charts of the report of `gong run` that have data. `headline` is that of the page.
pub fn all(facts: &RunFacts, headline: &str) -> Vec<Chart> {
    if facts.entrants.is_empty() {
        return vec![];
    }
    let mut charts: Vec<Chart> = factions(facts, headline).into_iter().collect();
    charts.push(win_rates(facts, headline));
    charts.extend(facts.of_form(Form::Amount).map(|(m, measure)| amounts(facts, m, measure)));
    charts.extend(facts.of_form(Form::Time).map(|(m, measure)| survival(facts, m, measure)));
    charts
}

/// Draws the win rates of all entrants, with those of the reference player if it has played.
fn win_rates(facts: &RunFacts, headline: &str) -> Chart {
    let sorted = facts.by_leading_wins();
    let rows = sorted.iter().map(|of| rate_row(facts, &of.label, &of.who.colour, &of.judged));
    let note = match facts.fair {
        Some(_) => {
            "If a bar crosses the dashed line, the difference from the fair share may be due \
                    to chance. The distance between two marks of a row shows how much the win rate \
                    depends on who plays."
        }
        None => {
            "All players of a game win or lose together. The difficulty of the game depends on \
                 the bot."
        }
    };
    let measured = format!("Win rate of each {}", facts.people.word());
    rate_chart(facts, ("win_rates", headline), &measured, facts.fair, rows.collect())
        .of_many(facts.people.several())
        .presented("Win rates", note)
}

/// Draws the win rates of the factions; `None` without factions.
fn factions(facts: &RunFacts, headline: &str) -> Option<Chart> {
    let groups = &facts.groups;
    let fair = groups.first().filter(|_| groups.len() > 1)?.judged.own.row.fair;
    let fair = fair.filter(|_| groups.iter().all(|of| of.judged.own.row.fair == fair));
    let rows = groups.iter().map(|of| rate_row(facts, &of.label, &of.colour, &of.judged));
    let names: Vec<&str> = groups.iter().map(|of| of.label.as_str()).collect();
    let name = ("factions", headline);
    let chart = rate_chart(facts, name, "Win rate of each side", fair, rows.collect());
    Some(chart.presented(names.join(" against "), ""))
}

fn rate_row(facts: &RunFacts, label: &str, ink: &str, judged: &Judged) -> ChartRow {
    let mark = |of: &Fact| Some(Mark::within(of.row.value?, of.row.ci_low?, of.row.ci_high?));
    let leading = judged.leading();
    let number = plus_minus(leading.value(), leading.margin_of_error());
    let faint = facts.fair.is_some() && judged.off(&facts.bots).is_empty();
    let theirs = facts.reference.as_ref().map(|_| judged.reference.as_ref().and_then(mark));
    let marks = theirs.into_iter().chain([mark(&judged.own)]).collect();
    ChartRow::of(label, colour(ink), Cell::of(Plot::Marks(marks), number).faint(faint))
}

fn rate_chart(
    facts: &RunFacts,
    (name, headline): (&str, &str),
    measured: &str,
    fair: Option<f64>,
    rows: Vec<ChartRow>,
) -> Chart {
    let mut form = Rows::win_rates(fair, rows);
    let mut numbers = "";
    if let Some((reference, _)) = &facts.reference {
        let names = [format!("{reference} (reference player)"), facts.bots.join(", ")];
        form = form.side_by_side(names);
        numbers = " The numbers are those of the reference player.";
    }
    let faint = match facts.fair {
        Some(_) => " Faint rows: within noise of the fair share.",
        None => "",
    };
    let level = level(facts.own.level);
    let subtitle = format!(
        "{measured} in % of its games. The bars show {level} confidence intervals.{numbers}{faint}"
    );
    Chart::new(name, headline, subtitle, form)
}

/// Draws the distribution of an amount, in descending order of the mean.
fn amounts(facts: &RunFacts, m: usize, measure: &MeasureNote) -> Chart {
    let mean = |of: &&EntrantFacts| facts.counts(of, m).mean().unwrap_or(f64::NEG_INFINITY);
    let rows = descending(&facts.entrants, mean).into_iter().filter_map(|of| {
        let counts = facts.counts(of, m);
        let (mean, games) = (counts.mean()?, (0..).zip(counts.games));
        let percentiles = [5, 25, 50, 75, 95].map(|percent| counts.percentile(percent));
        let plot = Plot::Amounts(Amounts {
            games: games.filter(|(_, games)| **games > 0).map(|(v, &games)| (v, games)).collect(),
            mean,
            percentiles: percentiles.map(|value| f64::from(value.unwrap_or(0))),
        });
        let cell = Cell::of(plot, format!("{mean:.2}"));
        Some(ChartRow::of(&of.label, colour(&of.who.colour), cell))
    });
    let axis = format!("{} per game", measure.short());
    let mut form = Rows::column(&axis, AxisUnit::Number, None, rows.collect());
    form.columns[0].headings = vec![format!("mean {}", measure.short())];
    let subtitle = format!(
        "Histogram of {}: the share of games with each number. The dot shows the mean. The thin \
         line covers the middle 90 % of the games, the thick line the middle 50 %.",
        measure.full()
    );
    let note = "All rows have the same scale, so their heights can be compared. At most one game \
                in a thousand has a value beyond the right edge of the chart.";
    Chart::new(&measure.table, format!("Distribution of {}", measure.words), subtitle, form)
        .of_many(facts.people.several())
        .presented(capital(&measure.words), note)
}

/// Draws the share of games without an event by rounds.
fn survival(facts: &RunFacts, m: usize, measure: &MeasureNote) -> Chart {
    let (event, who) = (measure.event(), facts.people.word());
    let without = |of: &&EntrantFacts| facts.counts(of, m).without_event();
    let lines = descending(&facts.entrants, without).into_iter().map(|of| {
        let rounds = facts.counts(of, m).rounds();
        let rounds = rounds.iter().filter(|of| of.round.is_some()).map(|of| of.survival);
        ChartLine {
            label: of.label.clone(),
            colour: colour(&of.who.colour),
            points: [1.0].into_iter().chain(rounds).map(|of| Some(Mark::at(of))).collect(),
        }
    });
    let form = Lines::steps("after round (0: the start)", lines.collect());
    let form = Lines { up: format!("without {event} so far, % of games"), ..form };
    let name = match facts.of_form(Form::Time).count() {
        1 => "survival".to_owned(),
        _ => format!("survival_{}", measure.name),
    };
    let subtitle =
        format!("Share of games without {event} of the {who} up to the end of each round.");
    let note = format!(
        "In each round, a line falls by the share of games with {event} of the {who} in this round."
    );
    Chart::new(name, format!("Rounds without {event}"), subtitle, form)
        .of_many(facts.people.several())
        .presented("Survival", note)
}
