//! Builds the page of the report of `gong compare`: its chart and tables.

use std::slice;

use anyhow::Result;

use super::facts::{CompareFacts, ROUNDS, VariantFacts};
use super::verdict::verdict;
use super::{changed, charts};
use crate::questions::changes::{self, Change};
use crate::questions::findings::Verdict;
use crate::report::Manifest;
use crate::report::page::{self, Brief, Page};
use crate::report::table::{Table, Unit};
use crate::report::words::{counted, level, the_bots};
use crate::stats::Form;

/// Builds the page of the report of `gong compare`.
///
/// # Errors
/// Fails if a scenario cannot be written as JSON.
pub fn page(facts: &CompareFacts, manifest: &Manifest) -> Result<Page> {
    let Verdict { headline, findings } = verdict(facts);
    let (asked, warnings) = page::precision(manifest, "difference of win rates");
    Ok(Page {
        verdict: findings,
        judgement: method(facts),
        warnings,
        brief: Brief {
            played: counted(manifest.games, "game of each variant"),
            tables: facts.variants.iter().map(|of| brief(facts, of)).collect(),
        },
        next: next(facts, manifest),
        changed: changed::tables(facts.plan)?,
        charts: vec![charts::differences(facts)],
        tables: vec![win_rates(facts, &facts.variants), means(facts, manifest)],
        played: asked.into_iter().collect(),
        headline,
        colours: facts.people.colours(),
        ..Page::default()
    })
}

fn method(facts: &CompareFacts) -> String {
    let level = level(facts.level);
    format!(
        "“±”: half of the width of the {level} confidence interval of a difference, which holds \
         for another training of the bot; the distance to its farther end if it is very \
         asymmetric. Variants with the same line-ups and dice are compared game by game, others \
         as independent samples (win rates: Newcombe’s method). Verdicts: {level} level, Holm’s \
         correction for all win rates of a player, and for all other measures. A change of less \
         than 1 point has no verdict. Where the reference player has a significant result, the \
         report states this result."
    )
}

/// Builds the table that the terminal shows for one variant, with the text above it.
fn brief(facts: &CompareFacts, variant: &VariantFacts) -> (String, Table) {
    let about = format!("  from  {}\n  to    {}\n", facts.first().name, variant.arm.name);
    (about, win_rates(facts, slice::from_ref(variant)).for_terminal())
}

/// Returns `gong watch` commands that replay, in both variants, a game whose winner changed. If
/// games are not paired, the commands replay the first game of each variant.
fn next(facts: &CompareFacts, manifest: &Manifest) -> Vec<String> {
    let shown = facts.variants.iter().find_map(|of| {
        let changed = of.other_winners().max_by_key(|of| of.games).map(|of| of.first_game);
        Some((of.arm, changed.or(of.is_apart().then_some(0))?))
    });
    let Some((arm, game)) = shown else {
        return vec![];
    };
    [facts.first(), arm].map(|of| manifest.watch_line(&of.watchable.words(), game)).into()
}

/// Builds the table of the win rates of the groups and of the fighters in these variants.
fn win_rates(facts: &CompareFacts, variants: &[VariantFacts]) -> Table {
    let played = facts.reference.as_ref().map_or(String::new(), |name| {
        format!(
            " “With {name}”: the difference if the reference player plays every seat; the other \
             numbers are those of {}. “Confirmed”, “opposite”: both differences are significant, \
             in the same or in the opposite direction. “Reference only”, “undecided”: only that of \
             the reference player, or only the other one, is.",
            the_bots(&facts.bots)
        )
    });
    let meaning = format!(
        "Before: {}. Differences are in percentage points. Marked rows: the difference is \
         significant. “Open”: its interval excludes zero, but it is not significant after the \
         correction for all win rates.{played}",
        facts.first().name,
    );
    let names = ("fighters", "Win rates", meaning.as_str());
    let changes: Vec<&Change> = variants.iter().flat_map(|of| of.wins()).collect();
    let reference = facts.reference.as_deref();
    changes::win_rates(names, &facts.people.heading(), &changes, reference, &facts.bots)
}

/// Builds the table of the other measures, and of the length of the games.
fn means(facts: &CompareFacts, manifest: &Manifest) -> Table {
    let measures = &manifest.measured.entrants;
    let names = measures.iter().map(|of| of.name.as_str()).chain([ROUNDS]);
    let rows = names.flat_map(|name| facts.variants.iter().flat_map(move |of| of.of_measure(name)));
    let rows: Vec<&Change> = rows.collect();
    let said = |name: &str| match measures.iter().find(|of| of.name == name) {
        Some(of) if of.form == Form::Time => of.of_every_game(),
        Some(of) => of.full(),
        None => ROUNDS.to_owned(),
    };
    let meaning = "Means per game; a game without the event has its length plus one as the rounds \
                   to the event. Marked rows: the difference is significant.";
    changes::lines(("means", "Other measures", meaning), &facts.people.heading(), &rows)
        .word("Measure", |of| said(&of.row().measure))
        .with("Before", Unit::Number(2, ""), |of| of.row().base)
        .with("After", Unit::Number(2, ""), |of| of.row().value)
        .with("Difference", Unit::Signed(2, ""), |of| of.row().change)
        .plus_minus(|of| changes::margin(&of.judged.own))
        .marked(|of| of.judged.own.standing().is_significant())
}
