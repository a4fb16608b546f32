//! The charts of a run: one for each measure of the game. The form of the measure decides the kind
//! of chart.

mod measures;
mod things;
mod who_whom;
mod win_rates;

use self::things::things;
use self::who_whom::who_whom;
use super::facts::RunFacts;
use crate::report::chart::{self, Chart};
use crate::report::shared::descending;
use crate::stats::Form;

/// Returns all charts of the report of `gong run` that have data. `headline` is that of the page.
pub fn all(facts: &RunFacts, headline: &str) -> Vec<Chart> {
    if facts.entrants.is_empty() {
        return vec![];
    }
    let mut charts: Vec<Chart> = win_rates::factions(facts, headline).into_iter().collect();
    charts.push(win_rates::win_rates(facts, headline));
    charts.extend(measures::all(facts));
    for (m, measure) in facts.measured.pairs.iter().enumerate() {
        if measure.form == Form::Flag {
            charts.extend(who_whom(facts, m, measure));
        }
    }
    charts.extend(things(facts));
    charts
}

/// Sorts fighters by win rate if there are too many for one chart, because the excerpt shows only
/// the first and the last. Otherwise keeps their order.
fn in_order<'a, T>(facts: &RunFacts, all: Vec<T>, key: impl Fn(&T) -> &'a String) -> Vec<T> {
    let rate = |of: &T| {
        let own = facts.entrants.iter().filter(|entrant| entrant.who.key == *key(of));
        own.map(|entrant| entrant.all.wins.rate()).fold(f64::NEG_INFINITY, f64::max)
    };
    match chart::ends(&all.iter().collect::<Vec<_>>()) {
        Some(_) => descending(all, rate),
        None => all,
    }
}
