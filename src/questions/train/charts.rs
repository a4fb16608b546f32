//! The chart of a training: the bot's win rate over its games.

use super::page::TrainFacts;
use super::tables::Learning;
use crate::report::chart::Chart;
use crate::report::chart::canvas::COLD;
use crate::report::chart::lines::{ChartLine, Lines, ReferenceLevel};
use crate::report::chart::plot::Mark;
use crate::report::words::{counted, level, with_sign};

/// Returns the chart of the trained bot's win rate over the number of training games; `None` if the
/// bot was not tested.
pub fn learning(facts: &TrainFacts, at: f64) -> Option<Chart> {
    let tested = facts.learning.iter().filter(|of| of.win_rate.is_some());
    let tested: Vec<&Learning> = tested.collect();
    let (last, first) = (tested.last()?, facts.trials.first()?);
    let (equal, opponent) = (first.row.fair?, &first.row.player);
    let point = |of: &&Learning| Some(Mark::within(of.win_rate?, of.ci_low?, of.ci_high?));
    let form = Lines {
        across: "games learnt from, thousands".into(),
        values: tested.iter().map(|of| thousands(of.games)).collect(),
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
        "Win rate in % of {} against the bot “{opponent}”, at each moment of the training. Band: {} \
         confidence intervals. Dashed line: the win rate of a bot as strong as “{opponent}”.",
        counted(last.trial_games.unwrap_or(0), "test game"),
        level(at)
    );
    let note = "All points of the curve use test games with the same line-ups and dice. No training \
                game used the dice of these test games. Another seed gives another curve.";
    Some(Chart::new("learning", "How it learnt", subtitle, form).note(note))
}

/// Formats a number of games in thousands, as a label of an axis.
fn thousands(games: u64) -> String {
    let text = format!("{:.1}", games as f64 / 1e3);
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}
