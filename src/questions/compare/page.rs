//! Builds the page of the report of `gong compare`: its sections and tables.

use std::slice;

use anyhow::Result;

use super::facts::{ChangeLine, CompareFacts, VariantFacts};
use super::verdict::verdict;
use super::{changed, charts};
use crate::questions::facts::Fact;
use crate::questions::findings::Verdict;
use crate::report::Manifest;
use crate::report::page::{self, Brief, Page, PlayedNote, Section};
use crate::report::table::{RowLines, Table, Unit};
use crate::report::words::{capital, counted, grouped, level, the_bots};
use crate::stats::Form;

/// A line of a table, with its variant.
type Line<'a> = (&'a VariantFacts<'a>, &'a ChangeLine);

/// Builds the page of the report of `gong compare`.
///
/// # Errors
/// Fails if a scenario cannot be written as JSON.
pub fn page(facts: &CompareFacts, manifest: &Manifest) -> Result<Page> {
    let Verdict { headline, findings } = verdict(facts);
    let (asked, warnings) = page::precision(manifest, "difference of win rates");
    let watched = facts.plan.experiment.arms.iter();
    let watched = watched.map(|of| format!("{}: gong watch {}", of.name, of.watchable.words()));
    let variants = PlayedNote { term: "Variants".into(), lines: watched.collect() };
    Ok(Page {
        verdict: findings,
        judgement: method(facts),
        warnings,
        brief: Brief {
            played: counted(manifest.games, "game of each variant"),
            tables: facts.variants.iter().flat_map(|of| briefs(facts, of)).collect(),
            next: next(facts, manifest),
            ..Brief::default()
        },
        sections: vec![
            Section::Changed(changed::tables(facts.plan)?),
            Section::Charts(vec![charts::differences(facts, headline.clone())]),
            Section::Tables(tables(facts, &facts.variants)),
            Section::Played([variants].into_iter().chain(asked).collect()),
            Section::Provenance,
        ],
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

/// Builds the tables that the terminal shows for one variant of the scenario, each with the text
/// above it.
fn briefs(facts: &CompareFacts, variant: &VariantFacts) -> Vec<(String, Table)> {
    let mut tables = tables(facts, slice::from_ref(variant));
    tables.retain(|table| table.height() > 0);
    let about = format!("  from  {}\n  to    {}\n", facts.first().name, variant.arm.name);
    let texts = [about].into_iter().chain(std::iter::repeat(String::new()));
    texts.zip(tables.iter().map(Table::for_terminal)).collect()
}

/// Returns `gong watch` commands that replay, in both variants, a game whose winner changed. If
/// games are not paired, the commands replay the first game of each variant.
fn next(facts: &CompareFacts, manifest: &Manifest) -> Vec<String> {
    let shown = facts.variants.iter().find_map(|of| {
        let game = match of.other_winners() {
            Some(changed) => changed.max_by_key(|of| of.games)?.first_game,
            None => 0,
        };
        Some((of.arm, game))
    });
    let Some((arm, game)) = shown else {
        return vec![];
    };
    [facts.first(), arm].map(|of| manifest.watch_line(&of.watchable.words(), game)).into()
}

/// Builds the tables of these variants: the win rates of the sides and of the fighters, and the
/// other measures.
fn tables(facts: &CompareFacts, variants: &[VariantFacts]) -> Vec<Table> {
    let factions = variants.iter().flat_map(|of| of.factions.iter().map(move |line| (of, line)));
    let fighters = variants.iter().flat_map(|of| of.with_party().map(move |line| (of, line)));
    let (factions, fighters): (Vec<Line>, Vec<Line>) = (factions.collect(), fighters.collect());
    let meaning = "Games won by each side before and after the change.";
    let sides = rates(facts, ("factions", "Sides", meaning), "Side", &factions);
    let reference = facts.reference.as_ref().map_or(String::new(), |(name, games)| {
        format!(
            " “With {name}”: the difference if the reference player plays every seat ({} games of \
             each variant); the other numbers are those of {}. “Confirmed”, “opposite”: both \
             differences are significant, in the same or in the opposite direction. “Reference \
             only”, “undecided”: only that of the reference player, or only the other one, is.",
            grouped(*games),
            the_bots(&facts.bots)
        )
    });
    let meaning = format!(
        "Before: {}. Differences are in percentage points. Marked rows: the difference is \
         significant. “Open”: its interval excludes zero, but it is not significant after the \
         correction for all win rates.{reference}",
        facts.first().name,
    );
    let heading = facts.people.heading();
    let wins = rates(facts, ("fighters", "Win rates", &meaning), &heading, &fighters);
    vec![sides, wins, means(facts, fighters)]
}

/// Creates a table with one row per line, and with a column for the scenario variant if there are
/// several.
fn lines<'a>(
    (id, title, meaning): (&str, &str, &str),
    heading: &str,
    rows: &'a [Line<'a>],
) -> RowLines<'a, Line<'a>> {
    let table = Table::new(id, title, meaning)
        .of(rows)
        .with(heading, Unit::Word, |(_, of)| capital(&of.label))
        .coloured(|(_, of)| &of.colour)
        .in_terminal();
    match rows.iter().all(|(variant, _)| variant.arm.name == rows[0].0.arm.name) {
        true => table,
        false => table.word("Variant", |(variant, _)| &variant.arm.name),
    }
}

/// Returns the number after "±" of a change; `None` with too few games.
fn margin(fact: &Fact) -> Option<f64> {
    fact.row.change_low.map(|_| fact.margin_of_error())
}

/// Creates a table of win rates before and after the change.
fn rates(
    facts: &CompareFacts,
    names: (&str, &str, &str),
    heading: &str,
    rows: &[Line<'_>],
) -> Table {
    let mut table = lines(names, heading, rows);
    if let Some((name, _)) = &facts.reference {
        let theirs = |row: &Line<'_>| row.1.wins.reference.clone();
        table = table
            .with(format!("With {name}"), Unit::Points(1), move |row| theirs(row)?.row.change)
            .in_terminal()
            .plus_minus(move |row| margin(&theirs(row)?));
    }
    table
        .with("Before %", Unit::Share(1), |(_, of)| of.wins.own.row.base)
        .in_terminal()
        .with("After %", Unit::Share(1), |(_, of)| of.wins.own.row.value)
        .in_terminal()
        .with("Difference", Unit::Points(1), |(_, of)| of.wins.own.row.change)
        .in_terminal()
        .plus_minus(|(_, of)| margin(&of.wins.own))
        .word("", |(_, of)| of.wins.words())
        .in_terminal()
        .marked(|(_, of)| !of.wins.off(&facts.bots).is_empty())
}

fn means(facts: &CompareFacts, mut rows: Vec<Line<'_>>) -> Table {
    let values = |of: &ChangeLine| facts.measures.iter().filter_map(|m| of.value(m)).count();
    rows.retain(|(_, of)| values(of) > 0);
    let meaning = format!(
        "Means per game.{} Marked rows: at least one measure changes significantly.",
        explained(facts)
    );
    let names = ("means", "Other measures", meaning.as_str());
    let mut table = lines(names, &facts.people.heading(), &rows);
    for measure in &facts.measures {
        let value = move |of: &Line<'_>| of.1.value(measure).cloned();
        let heading = |what: &str| format!("{} {what}", measure.of_every_game());
        table = table
            .with(heading("before"), Unit::Number(2, ""), move |of| value(of)?.row.base)
            .with(heading("after"), Unit::Number(2, ""), move |of| value(of)?.row.value)
            .in_terminal()
            .with(heading("difference"), Unit::Signed(2, ""), move |of| value(of)?.row.change)
            .in_terminal()
            .plus_minus(move |of| margin(&value(of)?));
    }
    let is_significant = |fact: &Fact| fact.standing().is_significant();
    table.marked(|(_, of)| facts.measures.iter().filter_map(|m| of.value(m)).any(is_significant))
}

/// Returns explanations of abbreviated units, such as "PP", and of the measures whose values are
/// rounds in which an event occurs, as in " “Rounds alive”: …". Empty if nothing needs an
/// explanation.
pub fn explained(facts: &CompareFacts) -> String {
    let said = facts.measures.iter().map(|of| match of.form {
        Form::Time => format!(
            " “{words}”: number of rounds until {event} of the {who}. In games without {event} of \
             the {who}, “{words}” is the length of the game in rounds, plus one.",
            words = capital(&of.of_every_game()),
            event = of.event(),
            who = facts.people.word()
        ),
        _ => of.abbreviation(),
    });
    said.collect()
}
