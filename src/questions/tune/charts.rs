//! The chart of `gong tune`: the win rates before and after the proposed set of edits.

use super::facts::{SetRate, TuneFacts};
use crate::questions::facts::Fact;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Group, Reference, Rows};
use crate::report::chart::scale::AxisUnit;
use crate::report::words::{decimals, level, percent, with_sign};

/// Draws the win rates before and after the proposed set of edits, for each bot.
pub fn win_rates(facts: &TuneFacts, headline: &str) -> Chart {
    let best = facts.best();
    let edited = !best.edits.is_empty();
    let mark = |fact: &Fact| {
        let end = |end: Option<f64>| end.unwrap_or(fact.value());
        Some(Mark::within(fact.value(), end(fact.row.ci_low), end(fact.row.ci_high)))
    };
    let row = |(one, other): (&SetRate, &SetRate)| {
        let (before, after) = (one.shown(), other.shown());
        let fine = decimals(after.margin_of_error());
        let then = with_sign(after.value(), fine);
        let cell = match edited {
            true => {
                let said = format!("{} to {then}", percent(before.value(), fine));
                Cell::of(Plot::Change([mark(before), mark(after)]), said)
            }
            false => Cell::of(Plot::Marks(vec![mark(after)]), then),
        };
        let person = facts.people.get(&after.row.subject);
        ChartRow::of(facts.label(other), colour(&person.colour), cell)
    };
    let group = |bot: &String| Group {
        name: match facts.asked.bots.len() {
            1 => String::new(),
            _ => format!("with the bot “{bot}”"),
        },
        rows: facts.pairs().filter(|(of, _)| of.bot == *bot).map(row).collect(),
    };
    let target = facts.asked.targets.common().map(|target| match facts.asked.targets.fair {
        true => Reference::fair(target),
        false => Reference { name: format!("target {}", with_sign(target, 1)), value: target },
    });
    let column = Rows::column("win rate, % of games", AxisUnit::Percent, target, vec![]);
    let groups = facts.asked.bots.iter().map(group).collect();
    let form = match edited {
        true => {
            Rows { groups, ..column.before_after("as it is", &format!("with {}", best.row.arm)) }
        }
        false => Rows { groups, ..column },
    };
    let what = match facts.estimated() {
        Some((reference, _)) => format!("Estimated win rate of “{reference}” in %"),
        None => "Win rate in %".to_owned(),
    };
    let subtitle = format!("{what}. Bars: {} confidence intervals.", level(facts.level));
    Chart::new("win_rates", headline, subtitle, form).presented("Win rates", "")
}
