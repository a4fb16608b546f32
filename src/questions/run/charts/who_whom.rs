//! The matrix of how often each fighter does something to each other fighter.

use super::in_order;
use crate::questions::run::facts::RunFacts;
use crate::report::chart::Chart;
use crate::report::chart::matrix::{self, Head, Heads, Matrices, MatrixChart};
use crate::report::measured::MeasureNote;
use crate::report::shared::greatest;
use crate::report::words::{capital, percent};
use crate::stats::Form;

/// Draws a matrix of how often each fighter does something, such as an attack, to each other
/// fighter. The last row has the events that no fighter caused.
pub(super) fn who_whom(facts: &RunFacts, m: usize, measure: &MeasureNote) -> Option<Chart> {
    let place = |key: &str| facts.fighters.iter().position(|who| who.key == key);
    let n = facts.fighters.len();
    let mut rates: Vec<Vec<Option<f64>>> = vec![vec![None; n]; n];
    // Events that no opponent caused are in the last row, if the measure counts them.
    let mut times = facts.of_form(Form::Time);
    let time = times.find(|(_, time)| time.name.ends_with(&measure.name));
    let mut rest = vec![(0.0, 0u64); n];
    for of in &facts.entrants {
        let (left, games) = &mut rest[place(&of.who.key)?];
        *left += time.map_or(0, |(time, _)| of.games_with_event(time)) as f64;
        *games += of.all.wins.games;
    }
    for of in &facts.meetings {
        let (a, b) = (place(&of.met.entrant)?, place(&of.met.opponent)?);
        rates[a][b] = Some(of.per_game(m));
        rest[b].0 = (rest[b].0 - of.sums[m] as f64).max(0.0);
    }
    let pairs = (0..n).flat_map(|a| (0..n).map(move |b| (a, b)));
    let known = pairs.filter_map(|(a, b)| Some((a, b, rates[a][b]?)));
    let (a, b, most) = known.max_by(|x, y| x.2.total_cmp(&y.2))?;
    if time.is_some() {
        let nobody = rest.iter().map(|(left, games)| (*games > 0).then(|| left / *games as f64));
        rates.push(nobody.collect());
    }
    let top = greatest(rates.iter().flatten().flatten().copied());
    let cell = |rate: Option<f64>| Some(matrix::MatrixCell::of(rate? / top, percent(rate?, 1)));
    let who = in_order(facts, (0..n).collect(), |&of| &facts.fighters[of].key);
    let heads = who.iter().map(|&of| &facts.fighters[of]);
    let across: Vec<Head> = heads.map(|of| Head::of(&of.name, &of.colour)).collect();
    let nobody = time.map(|_| {
        let own = if facts.has_teams() { ", own team" } else { "" };
        Head::from(&format!("{}{own}", facts.measured.nobody))
    });
    let row = |by: usize| who.iter().map(|&of| cell(rates[by][of])).collect();
    let form = Matrices {
        key: Some(("0".into(), format!("{} per 100 games", percent(top, 1)))),
        ..Matrices::from(MatrixChart {
            cells: who.iter().copied().chain(n..rates.len()).map(row).collect(),
            down: Heads::of("by whom", across.iter().cloned().chain(nobody)),
            across: Heads::of("of whom", across),
            apart: usize::from(time.is_some()),
            named: (0..n).filter(|&at| [a, b].contains(&who[at])).collect(),
            ..MatrixChart::default()
        })
    };
    let words = capital(&measure.words);
    let title = format!(
        "In these games, {} of {} by {} are most frequent: {} per 100 games that both play",
        measure.words,
        facts.fighters[b].name,
        facts.fighters[a].name,
        percent(most, 1)
    );
    let who = facts.people.word();
    let last = match time {
        Some(_) => format!(
            " The last row shows {} that no opponent caused, per 100 games of the {who} that the \
             column names.",
            measure.words
        ),
        None => String::new(),
    };
    let subtitle =
        format!("{words} per 100 games in which both {} play.{last}", facts.people.several());
    let note = format!(
        "Each row shows the {who} that acts, each column the {who} that is affected. The table \
         “Who against whom” lists the numbers of this chart; you can sort the table."
    );
    let name = measure.words.replace(' ', "_");
    let heading = format!("{words}: by whom, of whom");
    let chart = Chart::new(name, title, subtitle, form).of_many(facts.people.several());
    Some(chart.presented(heading, note))
}
