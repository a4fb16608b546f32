//! Converts a bot's explanation of a decision to the form that `gong watch` prints.

use super::game_loop::Decided;
use crate::game::Game;
use crate::game::story::{Part, Why, Worth};
use crate::strategies::{self, Explanation, Weighed};

/// Asks the bot to explain its decision, and passes the explanation to `tell`.
pub fn explain<G: Game>(decided: &Decided<'_, G>, tell: impl FnOnce(&Why<'_, G::Choice>)) {
    let options = decided.options;
    let (how, worth) = match decided.bot.explain(options) {
        Explanation::Nothing => ("nothing".to_owned(), vec![]),
        Explanation::Random => ("random: all options are equally likely".to_owned(), vec![]),
        Explanation::Weighed(weighed) => {
            ("features times weights".to_owned(), weighed.iter().map(sum).collect())
        }
        Explanation::Valued(values) => {
            let worth = |&value: &f32| Worth::Score { score: exact(value) };
            ("the values of its network".to_owned(), values.iter().map(worth).collect())
        }
        Explanation::Searched(findings) => {
            let worth = |finding: &strategies::mcts::Finding| Worth::Search {
                visits: finding.visits,
                value: finding.value.into(),
                share: finding.share,
            };
            ("search".to_owned(), findings.iter().map(worth).collect())
        }
        Explanation::Script { scores, taken_by } => {
            let how = match taken_by {
                Some(function) if scores.is_empty() => format!("{function}(view)"),
                Some(function) => format!("{function}(view), with scores"),
                None => "score(view, option)".to_owned(),
            };
            let worth = |&score: &f64| Worth::Score { score };
            (how, scores.iter().map(worth).collect())
        }
    };
    let worth: Vec<Worth> =
        if worth.is_empty() { vec![Worth::Unknown {}; options.len()] } else { worth };
    tell(&Why {
        player: decided.player,
        how: &how,
        options,
        worth: &worth,
        chosen: decided.chosen,
        estimate: decided.bot.estimate(options, decided.chosen),
    });
}

fn sum(weighed: &Weighed) -> Worth {
    let part = |part: &strategies::ScorePart| Part {
        feature: part.feature,
        value: exact(part.value),
        weight: exact(part.weight),
    };
    Worth::Sum {
        score: exact(weighed.score),
        whim: exact(weighed.whim),
        features: weighed.parts.iter().map(part).collect(),
    }
}

/// Returns the shortest decimal number that rounds to the same single-precision value: 0.1 instead
/// of 0.10000000149.
fn exact(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(value.into())
}
