//! Builds the page of the report of `gong run`: its charts and tables.

use super::charts;
use super::facts::RunFacts;
use super::lists;
use super::verdict::verdict;
use crate::questions::findings::{Finding, Verdict};
use crate::report::Manifest;
use crate::report::page::{self, Brief, Page};
use crate::report::shared::WithoutLuck;
use crate::report::words::{counted, level};

/// Builds the page of the report of `gong run`.
pub fn page(facts: &RunFacts, next: Vec<String>, manifest: &Manifest) -> Page {
    let Verdict { headline, findings } = verdict(facts);
    let (asked, warnings) = page::precision(manifest, "win rate");
    let luck = facts.own.entrants().filter_map(|entrant| facts.own.adjusted(entrant));
    let luck = WithoutLuck::note(luck.collect::<Vec<_>>().as_slice());
    let tables = lists::all(facts, manifest);
    Page {
        verdict: findings,
        basis: vec![Finding::measured_with(facts.reference.as_ref(), &facts.bots, facts.games())],
        judgement: method(facts, luck.as_deref()),
        warnings,
        brief: Brief {
            played: counted(manifest.games, "game"),
            tables: vec![(lists::whose(facts), tables[0].for_terminal())],
        },
        told: luck.into_iter().collect(),
        next,
        charts: charts::all(facts),
        tables,
        played: asked,
        headline,
        colours: facts.people.colours(),
        ..Page::default()
    }
}

fn method(facts: &RunFacts, luck: Option<&str>) -> String {
    let level = level(facts.own.level);
    let strong = match facts.fair {
        None => String::new(),
        Some(_) => format!(
            "“Strong” and “weak”: the win rate is significantly above or below the fair share \
             ({level} level, Holm’s correction for all win rates of a player), with a fast bot by \
             at least 1 point. Where the reference player has a significant result, the report \
             states this result. "
        ),
    };
    let luck = luck.map_or(String::new(), |luck| format!(" {luck}"));
    format!(
        "{strong}“±”: half of the width of the {level} confidence interval, for any training of \
         the bot; the distance to its farther end if it is very asymmetric.{luck}"
    )
}
