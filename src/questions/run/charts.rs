//! The charts of a run: win rates, the first amount, such as points, and survival by rounds.

use super::facts::{Line, RunFacts};
use crate::questions::players::rates::{self, RatedSubject};
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::lines::{ChartLine, Lines};
use crate::report::chart::plot::Mark;
use crate::report::chart::rows::{ChartRow, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::measured::MeasureNote;
use crate::report::shared::descending;
use crate::report::words::{capital, plus_minus};
use crate::stats::Form;

/// Returns all charts of the report of `gong run` that have data.
pub fn all(facts: &RunFacts) -> Vec<Chart> {
    if facts.entrants.is_empty() {
        return vec![];
    }
    let amount = facts.of_form(Form::Amount).next();
    let amount = amount.map(|(m, measure)| amounts(facts, m, measure));
    let times = facts.of_form(Form::Time).map(|(m, measure)| survival(facts, m, measure));
    [win_rates(facts)].into_iter().chain(amount).chain(times).collect()
}

/// Draws the win rates of all groups and entrants, with those of the reference player if it has
/// played.
fn win_rates(facts: &RunFacts) -> Chart {
    let subjects = facts.lines().into_iter().map(|line| RatedSubject {
        label: line.label.clone(),
        colour: line.colour.clone(),
        rates: facts.rates(line),
        text: plus_minus(line.judged.leading().value(), line.judged.leading().margin_of_error()),
        faint: facts.fair.is_some() && line.judged.off(&facts.bots).is_empty(),
    });
    let subjects: Vec<RatedSubject> = subjects.collect();
    let reference = facts.reference.as_ref().map(|(name, _)| format!("{name} (reference player)"));
    let numbers = if reference.is_some() { " Numbers: of the reference player." } else { "" };
    let faint = if facts.fair.is_some() { " Faint rows: within noise." } else { "" };
    let players: Vec<String> = reference.into_iter().chain([facts.bots.join(", ")]).collect();
    let about = format!("{numbers}{faint}");
    rates::chart(&about, (&players, facts.own.level), &subjects)
}

/// Draws the means of an amount, in descending order.
fn amounts(facts: &RunFacts, m: usize, measure: &MeasureNote) -> Chart {
    let mean = |line: &&Line| facts.counts(line, m)?.mean();
    let sorted = descending(&facts.entrants, |line| mean(line).unwrap_or(f64::NEG_INFINITY));
    let rows = sorted.into_iter().filter_map(|line| {
        let counts = facts.counts(line, m)?;
        let [low, high] = [5, 95].map(|percent| counts.percentile(percent).map(f64::from));
        let mark = Mark::within(counts.mean()?, low?, high?);
        let number = format!("{:.2}", mark.value);
        Some(ChartRow::of(&line.label, colour(&line.colour), mark.into(), number))
    });
    let axis = format!("{} per game", measure.short());
    let form = Rows::column(&axis, AxisUnit::Number, None, rows.collect());
    let subtitle = format!(
        "Mean of {} per game, with the range of the middle 90 % of the games.",
        measure.full()
    );
    Chart::new(&measure.table, capital(&measure.words), subtitle, form)
}

/// Draws the share of games without an event by rounds.
fn survival(facts: &RunFacts, m: usize, measure: &MeasureNote) -> Chart {
    let (event, who) = (measure.event(), facts.people.word());
    let counts = |line: &Line| facts.counts(line, m);
    let without = |line: &&Line| counts(line).map_or(0.0, |of| of.without_event());
    let lines = descending(&facts.entrants, without).into_iter().filter_map(|line| {
        let rounds = counts(line)?.rounds();
        let rounds = rounds.iter().filter(|of| of.round.is_some()).map(|of| of.survival);
        Some(ChartLine {
            label: line.label.clone(),
            colour: colour(&line.colour),
            points: [1.0].into_iter().chain(rounds).map(|of| Some(Mark::at(of))).collect(),
        })
    });
    let form = Lines::counted("after round (0: the start)", lines.collect());
    let form = Lines { up: format!("without {event} so far, % of games"), ..form };
    let name = match facts.of_form(Form::Time).count() {
        1 => "survival".to_owned(),
        _ => format!("survival_{}", measure.name),
    };
    let subtitle =
        format!("Share of games without {event} of the {who} up to the end of each round.");
    Chart::new(name, format!("Rounds without {event}"), subtitle, form)
}
