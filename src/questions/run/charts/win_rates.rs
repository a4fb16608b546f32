//! The chart of the win rates, with the win rates of the reference player if a reference player has
//! played.

use crate::questions::facts::Fact;
use crate::questions::judge::Judged;
use crate::questions::run::facts::RunFacts;
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Rows};
use crate::report::words::{level, plus_minus};

/// Draws the win rates of all entrants.
pub(super) fn win_rates(facts: &RunFacts, headline: &str) -> Chart {
    let sorted = facts.by_leading_wins();
    let rows = sorted.iter().map(|of| row(facts, &of.label, &of.who.colour, &of.judged));
    let word = facts.people.word();
    let (measured, several) = (format!("Win rate of each {word}"), facts.people.several());
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
    chart(facts, ("win_rates", headline), &measured, facts.fair, rows.collect())
        .of_many(several)
        .presented("Win rates", note)
}

/// Draws the win rates of the factions; `None` without factions.
pub(super) fn factions(facts: &RunFacts, headline: &str) -> Option<Chart> {
    let groups = &facts.groups;
    let fair = groups.first().filter(|_| groups.len() > 1)?.judged.own.row.fair;
    let alike = groups.iter().all(|of| of.judged.own.row.fair == fair);
    let rows = groups.iter().map(|of| row(facts, &of.label, &of.colour, &of.judged));
    let form = (("factions", headline), "Win rate of each side", fair.filter(|_| alike));
    let names: Vec<&str> = groups.iter().map(|of| of.label.as_str()).collect();
    let chart = chart(facts, form.0, form.1, form.2, rows.collect());
    Some(chart.presented(names.join(" against "), ""))
}

fn row(facts: &RunFacts, label: &str, ink: &str, judged: &Judged) -> ChartRow {
    let mark = |of: &Fact| Some(Mark::within(of.row.value?, of.row.ci_low?, of.row.ci_high?));
    let leading = judged.leading();
    let number = plus_minus(leading.value(), leading.margin_of_error());
    let faint = facts.fair.is_some() && judged.off(&facts.bots).is_empty();
    let theirs = facts.reference.as_ref().map(|_| judged.reference.as_ref().and_then(mark));
    let marks = theirs.into_iter().chain([mark(&judged.own)]).collect();
    ChartRow::of(label, colour(ink), Cell::of(Plot::Marks(marks), number).faint(faint))
}

fn chart(
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
    let level = level(facts.level);
    let subtitle = format!(
        "{measured} in % of its games. The bars show {level} confidence intervals.{numbers}{faint}"
    );
    Chart::new(name, headline, subtitle, form)
}
