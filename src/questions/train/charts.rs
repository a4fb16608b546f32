//! The chart of a training: the bot's win rate over its games.

use super::page::TrainFacts;
use super::tables::Learning;
use crate::report::chart::Chart;
use crate::report::chart::canvas::COLD;
use crate::report::chart::lines::{ChartLine, Lines, ReferenceLevel};
use crate::report::chart::plot::Mark;
use crate::report::words::{grouped, level, with_sign};

/// Returns the chart of the trained bot's win rate over the number of training games; `None` if the
/// bot was not tested.
pub fn learning(facts: &TrainFacts, at: f64) -> Option<Chart> {
    let tested = &facts.learning;
    let first = facts.trials.first().filter(|_| !tested.is_empty())?;
    let (equal, opponent) = (first.row.fair?, &first.row.player);
    let point = |of: &Learning| Some(Mark::within(of.win_rate, of.ci_low, of.ci_high));
    let form = Lines {
        across: "games learnt from".into(),
        values: tested.iter().map(|of| grouped(of.games)).collect(),
        positions: Some(tested.iter().map(|of| of.games as f64).collect()),
        up: "win rate, % of games".into(),
        decimals: 1,
        lines: vec![ChartLine {
            label: facts.bot.clone(),
            colour: COLD,
            points: tested.iter().map(point).collect(),
        }],
        level: Some(ReferenceLevel {
            name: format!("as strong as “{opponent}” {}", with_sign(equal, 1)),
            values: vec![equal; tested.len()],
        }),
        ..Lines::default()
    };
    let subtitle = format!(
        "Win rate in % of the same test games against the bot “{opponent}”, at each moment of the \
         training. Band: {} confidence intervals. Dashed line: the win rate of a bot as strong as \
         “{opponent}”.",
        level(at)
    );
    Some(Chart::new("learning", "How it learnt", subtitle, form))
}
