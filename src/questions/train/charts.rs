//! The chart of a training: the bot's win rate over its games.

use super::facts::TrainFacts;
use super::tables::Learning;
use crate::report::chart::Chart;
use crate::report::chart::canvas::COLD;
use crate::report::chart::lines::{ChartLine, Lines, ReferenceLevel};
use crate::report::chart::plot::Mark;
use crate::report::words::{counted, grouped, level, with_sign};

/// Returns the chart of the trained bot's win rate over the number of training games; `None` if the
/// bot was not tested.
pub fn learning(facts: &TrainFacts) -> Option<Chart> {
    let tried = facts.trials.first()?;
    let (last, rate) = facts.checkpoints().last().and_then(|last| Some((last, last.win_rate?)))?;
    let point = |of: &Learning| Some(Mark::within(of.win_rate?, of.ci_low?, of.ci_high?));
    let games: Vec<u64> = facts.checkpoints().map(|of| of.games).collect();
    let form = Lines {
        across: "games learnt from, thousands".into(),
        values: games.iter().map(|&games| thousands(games)).collect(),
        positions: Some(games.iter().map(|&games| games as f64).collect()),
        up: "win rate, % of games".into(),
        decimals: 1,
        lines: vec![ChartLine {
            label: facts.bot.name.clone(),
            colour: COLD,
            points: facts.checkpoints().map(point).collect(),
        }],
        level: Some(ReferenceLevel {
            name: match facts.bot.together {
                true => format!("“{}” {}", tried.opponent, with_sign(tried.fair_share, 1)),
                false => format!("fair share {}", with_sign(tried.fair_share, 1)),
            },
            values: vec![tried.fair_share; games.len()],
        }),
        ..Lines::default()
    };
    let title = format!(
        "After {} the bot wins {} {}",
        counted(last.games, "game"),
        with_sign(rate, 1),
        facts.against(tried)
    );
    let dashed = match facts.bot.together {
        true => format!("a party of the bot “{}” in the same games", tried.opponent),
        false => "an equally strong bot".to_owned(),
    };
    let subtitle = format!(
        "Win rate in % of {} at each moment of the training. Band: {} confidence intervals. \
         Dashed line: the win rate of {dashed}.",
        counted(last.trial_games.unwrap_or(0), "test game"),
        level(facts.level)
    );
    let imitating = facts.bot.imitated;
    let imitated = match imitating {
        0 => String::new(),
        _ if imitating >= last.games => {
            "In all of these games the bot imitated a teacher. ".to_owned()
        }
        _ => format!(
            "In the first {} games the bot imitated a teacher; then it learnt from its own games. ",
            grouped(imitating)
        ),
    };
    let note = format!(
        "{imitated}All points of the curve use test games with the same line-ups and dice. No \
         training game used the dice of these test games. Another seed gives another curve."
    );
    Some(Chart::new("learning", title, subtitle, form).presented("How it learnt", note))
}

/// Formats a number of games in thousands, as a label of an axis.
fn thousands(games: u64) -> String {
    let text = format!("{:.1}", games as f64 / 1e3);
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}
