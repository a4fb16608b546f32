//! The chart of the uses of things, such as cards.

use super::in_order;
use crate::questions::run::facts::{EntrantFacts, RunFacts, ThingUses};
use crate::report::chart::canvas::colour;
use crate::report::chart::plot::{Bar, Mark, Plot};
use crate::report::chart::rows::{Cell, ChartRow, Group, Reference, Rows, RowsColumn};
use crate::report::chart::{self, Chart};
use crate::report::shared::descending;
use crate::report::words::{capital, percent};

/// Draws the chart of how often each entrant uses each of its things, such as cards, and with what
/// effect.
pub(super) fn things(facts: &RunFacts) -> Option<Chart> {
    let row = |of: &EntrantFacts, thing: &ThingUses| {
        let uses = of.use_of(thing);
        let bar = Bar { mark: Mark::at(uses), said: String::new(), faint: false };
        let mut numbers = vec![percent(uses, 0), format!("{:.1}", thing.mean(thing.rounds))];
        let sums = thing.sums.iter();
        numbers.extend(sums.map(|&sum| format!("{:.2}", thing.mean(sum))));
        let cell = Cell { numbers, ..Cell::of(Plot::Bars(vec![bar]), String::new()) };
        ChartRow {
            about: thing.about.clone(),
            ..ChartRow::of(&thing.name, colour(&of.who.colour), cell)
        }
    };
    let used = facts.things_used();
    let group = |of: &EntrantFacts| Group {
        name: of.label.clone(),
        rows: (descending(&of.things, |thing| thing.plays as f64).into_iter())
            .filter(|thing| used.contains(&thing.name))
            .map(|thing| row(of, thing))
            .collect(),
    };
    let using = facts.entrants.iter().filter(|of| !of.things.is_empty());
    let using = in_order(facts, using.collect(), |of| &of.who.key);
    if using.is_empty() {
        return None;
    }
    let [thing, things] = &facts.measured.thing;
    // On the page, a long list of entrants is shortened; a short list of entrants keeps its length,
    // and the lists of their things are shortened.
    let several: &str = match chart::ends(&using) {
        Some(_) => facts.people.several(),
        None => things,
    };
    let words = facts.measured.things.iter();
    // Only the words before a comma fit in a heading; the table shows the full description.
    let words = words.map(|measure| measure.words.split(',').next().unwrap_or_default());
    let headings = ["per 100 games", "used in round"].into_iter().chain(words);
    let column = RowsColumn {
        headings: headings.map(str::to_owned).collect(),
        reference: Some(Reference::zero()),
        ..RowsColumn::default()
    };
    let form = Rows {
        columns: vec![column],
        groups: using.into_iter().map(group).collect(),
        ..Rows::default()
    };
    let title = format!("How often each {thing} is used, in which round, and with what effect");
    let subtitle = format!(
        "The bars show how often a {who} uses each {thing} per 100 games, with the same scale for \
         all {}. The column “used in round” shows the mean round in which the {thing} is used. All \
         effects are means per use of the {thing}.",
        facts.people.several(),
        who = facts.people.word()
    );
    let note = format!(
        "These numbers do not show causes: for example, only survivors can use a {thing} that \
         players keep for late rounds. To measure the effect of a {thing}, change the {thing} \
         and use the command gong compare. The table shows the numbers that do not fit into this \
         chart."
    );
    let chart = Chart::new(things, title, subtitle, form).of_many(several);
    Some(chart.presented(capital(things), note))
}
