//! The charts of a run, one file each.

mod cards;
mod eliminations;
mod scores;
mod survival;
mod win_rate;

use super::facts::Facts;
use crate::report::chart::Chart;
use crate::report::words;

/// The charts' names, in the order of the page.
pub const NAMES: [&str; 5] = ["win_rates", "scores", "survival", "eliminations", "cards"];

/// Every chart that has something to show.
pub fn all(facts: &Facts) -> Vec<Chart> {
    if facts.entrants.is_empty() {
        return vec![];
    }
    NAMES.iter().filter_map(|name| chart(name, facts)).collect()
}

fn chart(name: &'static str, facts: &Facts) -> Option<Chart> {
    let chart = match name {
        "win_rates" => Chart::drawn(name, win_rate::plan(facts), |on| win_rate::draw(facts, on)),
        "scores" => Chart::drawn(name, scores::plan(facts), |on| scores::draw(facts, on)),
        "survival" => Chart::drawn(name, survival::plan(facts), |on| survival::draw(facts, on)),
        "eliminations" => Chart::drawn(name, eliminations::plan(facts)?, |on| {
            eliminations::draw(facts, on);
        }),
        _ => Chart::drawn(name, cards::plan(facts)?, |on| cards::draw(facts, on)),
    };
    Some(chart.presented(heading(name, facts), note(name, facts)))
}

/// What a chart is about, in a word or two.
fn heading(chart: &str, facts: &Facts) -> String {
    match chart {
        "win_rates" => "Win rates".to_string(),
        "scores" => {
            let mut letters = facts.score_long.chars();
            letters.next().map_or(String::new(), |first| {
                first.to_uppercase().chain(letters).collect()
            })
        }
        "survival" => "Survival".to_string(),
        "eliminations" => "Who eliminates whom".to_string(),
        _ => "Cards".to_string(),
    }
}

/// What a reader should keep in mind with a chart.
fn note(chart: &str, facts: &Facts) -> String {
    match chart {
        "win_rates" => "A bar that crosses the dashed line may be chance. The thick line is the distance to the fair share.".to_string(),
        "scores" => "All rows share one scale, so heights can be compared. At most one game in a thousand lies beyond the right edge.".to_string(),
        "survival" => format!(
            "A line drops where a fighter falls. {} of the games last all {} rounds.",
            words::with_sign(facts.lengths.last().map_or(0.0, |last| last.1 as f64 / facts.games.max(1) as f64), 0),
            facts.longest()
        ),
        "eliminations" => "Read along a row: whom a fighter eliminates. Read down a column: who eliminates it.".to_string(),
        _ => "Cards come and go with their player: a card kept for late rounds is only ever played by a survivor, so its diamond stands further right. Compare cards played at similar times.".to_string(),
    }
}
