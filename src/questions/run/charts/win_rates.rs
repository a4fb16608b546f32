//! The chart of the win rates, with the win rates of the reference player if a reference player has
//! played.

use crate::questions::run::agreement::ReferenceFacts;
use crate::questions::run::facts::{EntrantFacts, RunFacts};
use crate::report::chart::Chart;
use crate::report::chart::canvas::colour;
use crate::report::chart::plot::{Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Rows};
use crate::report::words::{level, plus_minus};

/// Draws the win rates of all entrants.
pub(super) fn win_rates(facts: &RunFacts, strongest: &str) -> Chart {
    if let Some(reference) = &facts.reference {
        return with_reference(facts, reference, strongest);
    }
    let row = |of: &&EntrantFacts| {
        let faint = !of.significant && facts.fair.is_some();
        let cell = Cell::wins(&of.all.wins).faint(faint);
        ChartRow::of(&of.label, colour(&of.who.colour), cell)
    };
    let form = Rows::win_rates(facts.fair, facts.by_wins().iter().map(row).collect());
    let bars = format!(
        "Win rate of each {} in % of its games. The bars show {} confidence intervals.",
        facts.people.word(),
        level(facts.level)
    );
    let together = match facts.plays_alone() {
        true => String::new(),
        false => format!(
            "All players of a game win or lose together. Two {} have different win rates only \
             because they did not play in the same games.",
            facts.people.several()
        ),
    };
    let (subtitle, note) = match facts.fair {
        Some(_) => (
            format!("{bars} Faint rows: the win rate is within noise of the fair share."),
            "If a bar crosses the dashed line, the difference from the fair share may be due \
             to chance. The thick line shows the distance from the fair share.",
        ),
        None => (bars, together.as_str()),
    };
    Chart::new("win_rates", strongest, subtitle, form)
        .of_many(facts.people.several())
        .presented("Win rates", note)
}

/// Draws the win rates of each fighter with the reference player and with the run's own bot.
fn with_reference(facts: &RunFacts, reference: &ReferenceFacts, strongest: &str) -> Chart {
    let row = |of: &&EntrantFacts| {
        let rate = of.reference.as_ref().map(|with| &with.rate);
        let theirs = rate.and_then(|of| Some(Mark::within(of.win_rate?, of.ci_low, of.ci_high)));
        let number = rate.map_or(String::new(), |of| plus_minus(of.rate(), of.margin_of_error()));
        let faint = facts.fair.is_some() && of.check().is_none();
        let plot = Plot::Marks(vec![theirs, Mark::wins(&of.all.wins)]);
        let cell = Cell::of(plot, number).faint(faint);
        ChartRow::of(&of.label, colour(&of.who.colour), cell)
    };
    let rows = facts.by_leading_wins().iter().map(row).collect();
    let bots = facts.bots.join(", ");
    let names = [format!("{} (reference player)", reference.strategy), bots];
    let form = Rows::win_rates(facts.fair, rows).side_by_side(names);
    let (who, level) = (facts.people.word(), level(facts.level));
    let bars = format!(
        "Win rate of each {who} in % of its games. The bars show {level} confidence intervals. The \
         numbers are those of the reference player."
    );
    let (subtitle, note) = match facts.fair {
        Some(_) => (
            format!(
                "{bars} Faint rows: no significant difference from the fair share, or less than 1 point of difference with the run’s own bot."
            ),
            "The distance between the two marks of a row shows how much the win rate depends on \
             who plays.",
        ),
        None => (
            bars,
            "All players of a game win or lose together. The difficulty of the game depends on the \
             bot.",
        ),
    };
    Chart::new("win_rates", strongest, subtitle, form)
        .of_many(facts.people.several())
        .presented("Win rates", note)
}
