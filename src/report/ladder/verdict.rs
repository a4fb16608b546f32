//! What a ladder means in words.

use super::facts::Facts;
use crate::report::words::{decimals, grouped, level, percent, with_sign};

/// The bots in order: `>` where a step is certain, `≈` where it is not.
pub fn headline(facts: &Facts) -> String {
    let mut said = String::new();
    for (place, bot) in facts.bots.iter().enumerate() {
        if place > 0 {
            said += if certain(facts, place - 1, place) {
                " > "
            } else {
                " ≈ "
            };
        }
        said += &bot.name;
    }
    said
}

/// Is the one certainly stronger than the other?
pub fn certain(facts: &Facts, a: usize, b: usize) -> bool {
    let met = facts.encounter(a, b);
    met.is_some_and(|met| met.verdict.as_deref() == Some("stronger"))
}

/// The chance to win against a single opponent who is so many points weaker.
fn expected(points: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-points / 400.0))
}

/// The verdict, sentence by sentence.
pub fn verdict(facts: &Facts) -> Vec<String> {
    if facts.bots.iter().all(|bot| bot.rating.is_none()) {
        return vec![
            "Too few deals were played to rate anybody: more games will tell.".to_string(),
        ];
    }
    let mut said = vec![];
    for (place, pair) in facts.bots.windows(2).enumerate() {
        let met = facts.encounter(place, place + 1);
        let Some((points, interval)) = met.and_then(|met| met.difference) else {
            continue;
        };
        said.push(if certain(facts, place, place + 1) {
            format!(
                "{} is {points:.0} points (± {:.0}) stronger than {}: of the games that one of the two wins, it should win {}.",
                pair[0].name,
                interval.half_width(),
                pair[1].name,
                with_sign(expected(points), 0)
            )
        } else {
            format!("{} and {} cannot be told apart by these games.", pair[0].name, pair[1].name)
        });
    }
    let mut timed: Vec<(&str, f64)> = facts
        .bots
        .iter()
        .filter_map(|bot| Some((bot.name.as_str(), bot.speed?)))
        .collect();
    timed.sort_by(|a, b| b.1.total_cmp(&a.1));
    if let (Some(fast), Some(slow)) = (timed.first(), timed.last().filter(|_| timed.len() > 1)) {
        said.push(format!(
            "{} decides fastest, {} times a second on one thread; {} slowest, {} times.",
            fast.0,
            speed(fast.1),
            slow.0,
            speed(slow.1)
        ));
    }
    said
}

/// Decisions a second, to two or three figures: nobody can measure more.
pub fn speed(speed: f64) -> String {
    let unit = 10f64.powf((speed.max(1.0).log10().floor() - 1.0).max(0.0));
    grouped(((speed / unit).round() * unit) as u64)
}

/// How it was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    format!(
        "Ratings: Plackett’s and Luce’s model of who wins (Bradley’s and Terry’s, for two at a table), in points of Elo’s scale, 0 the mean of all bots; “±” is half of a {} interval, which counts a deal, not a game, as one observation. “Stronger” allows for the number of pairs (Holm’s correction). Every deal (fighters, places, dice) was played as often as there are bots, each moving on by one place, so that fighters and seats cancel.",
        level(facts.level)
    )
}

/// A rating with its "±": "+152 ± 8".
pub fn rating(points: f64, half: f64) -> String {
    format!("{} ± {half:.0}", crate::report::words::signed(points, 0))
}

/// A win rate with its "±", in %.
pub fn win_rate(rate: f64, half: f64) -> String {
    let fine = decimals(half);
    format!("{} ± {}", percent(rate, fine), percent(half, fine))
}
