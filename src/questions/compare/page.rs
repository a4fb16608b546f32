//! Builds the page of the report of `gong compare`: its sections and tables.

use anyhow::Result;

use super::facts::{ChangeLine, CompareFacts, VariantFacts};
use super::plan::ComparePlan;
use super::tables::Winner;
use super::verdict::verdict;
use super::{changed, charts};
use crate::questions::facts::Fact;
use crate::questions::findings::Verdict;
use crate::report::Manifest;
use crate::report::page::{self, Brief, Page, PlayedNote, Section};
use crate::report::people::PARTY;
use crate::report::table::{RowLines, Table, Unit};
use crate::report::words::{capital, counted, grouped, level, percent, signed, the_bots};
use crate::stats::Form;

/// Maximum number of rows per variant in the page's table of changed winners (winner before and
/// winner after).
const CHANGES: usize = 5;

/// A line of a table, with its variant.
type Line<'a> = (&'a VariantFacts, &'a ChangeLine);

/// Builds the page of the report of `gong compare`.
///
/// # Errors
/// Fails if a scenario cannot be written as JSON.
pub fn page(plan: &ComparePlan, facts: &CompareFacts, manifest: &Manifest) -> Result<Page> {
    let Verdict { headline, findings } = verdict(facts);
    let (asked, warnings) = page::precision(manifest, "difference of win rates");
    let watched = plan.experiment.arms.iter();
    let watched = watched.map(|of| format!("{}: gong watch {}", of.name, of.watchable.words()));
    let variants = PlayedNote { term: "Variants".into(), lines: watched.collect() };
    let tables = [groups(facts), wins(facts), means(facts), lengths(facts), watch(facts, manifest)];
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
            Section::Changed(changed::tables(plan, &facts.people)?),
            Section::Charts(charts::all(facts, headline.clone())),
            Section::Tables(tables.into_iter().filter(|table| table.height() > 0).collect()),
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
    let paired = facts.variants.iter().filter(|of| of.apart.is_none()).count();
    let how = match paired {
        0 => "The variants are independent samples of games (win rates: Newcombe’s method).",
        all if all == facts.variants.len() => {
            "The variants play the same line-ups and dice, so each game is compared with the same \
             game of the first variant."
        }
        _ => {
            "Variants with the same line-ups and dice are compared game by game, the others as \
             independent samples (win rates: Newcombe’s method)."
        }
    };
    format!(
        "“±”: half of the width of the {level} confidence interval of a difference, which holds \
         for another training of the bot; the distance to its farther end if it is very \
         asymmetric. {how} Verdicts: {level} level, Holm’s correction for all win rates of a \
         player, and for all other measures. A change of less than 1 point has no verdict. Where \
         the reference player has a significant result, the report states this result."
    )
}

/// Builds the tables that the terminal shows for one variant of the scenario, each with its title.
fn briefs(facts: &CompareFacts, variant: &VariantFacts) -> Vec<(String, Table)> {
    let about = format!("  from  {}\n  to    {}\n", facts.first, variant.name);
    let factions: Vec<Line> = factions(variant).collect();
    let mut tables = vec![];
    if !factions.is_empty() {
        tables.push((String::new(), rates(facts, ("brief", "", ""), "Side", &factions)));
    }
    tables.push((String::new(), brief(facts, variant)));
    tables[0].0 = about;
    tables
}

/// Returns the lines of the factions of a variant.
fn factions(variant: &VariantFacts) -> impl Iterator<Item = Line<'_>> {
    let factions = variant.groups.iter().filter(|of| of.label != PARTY);
    factions.map(move |of| (variant, of))
}

/// Returns `gong watch` commands that replay, in both variants, a game whose winner changed. If
/// games are not paired, the commands replay the first game of each variant.
fn next(facts: &CompareFacts, manifest: &Manifest) -> Vec<String> {
    let shown = facts.variants.iter().find_map(|of| {
        let changed = of.winners.first().map(|change| change.first_game);
        Some((of, changed.or(of.apart.as_ref().map(|_| 0))?))
    });
    let Some((variant, game)) = shown else {
        return vec![];
    };
    [&facts.watch_first, &variant.watch].map(|watch| manifest.watch_line(watch, game)).into()
}

/// Returns table rows for every fighter of every variant of the scenario. In a cooperative game,
/// the party (all players together) comes first.
fn rows(facts: &CompareFacts) -> Vec<Line<'_>> {
    let variants = facts.variants.iter();
    let rows = variants.flat_map(|variant| variant.with_party().map(move |of| (variant, of)));
    rows.collect()
}

/// Creates a table with one row per line, and with a column for the scenario variant if there are
/// several.
fn lines<'a>(
    facts: &CompareFacts,
    (id, title, meaning): (&str, &str, &str),
    heading: &str,
    rows: &'a [Line<'a>],
) -> RowLines<'a, Line<'a>> {
    let table = Table::new(id, title, meaning)
        .of(rows)
        .with(heading, Unit::Word, |(_, of)| capital(&of.label))
        .coloured(|(_, of)| &of.who.colour);
    match facts.variants.len() {
        1 => table,
        _ => table.word("Variant", |(variant, _)| &variant.name),
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
    let mut table = lines(facts, names, heading, rows);
    if let Some((name, _)) = &facts.reference {
        let theirs = |row: &Line<'_>| row.1.wins.reference.clone();
        table = table
            .with(format!("With {name}"), Unit::Points(1), move |row| theirs(row)?.row.change)
            .plus_minus(move |row| margin(&theirs(row)?));
    }
    table
        .with("Win rate before %", Unit::Share(1), |(_, of)| of.wins.own.row.base)
        .with("after %", Unit::Share(1), |(_, of)| of.wins.own.row.value)
        .with("Difference", Unit::Points(1), |(_, of)| of.wins.own.row.change)
        .plus_minus(|(_, of)| margin(&of.wins.own))
        .with("Verdict", Unit::Word, |(_, of)| of.verdict())
        .marked(|(_, of)| !of.wins.off(&facts.bots).is_empty())
}

fn groups(facts: &CompareFacts) -> Table {
    let rows: Vec<Line> = facts.variants.iter().flat_map(factions).collect();
    let meaning = "Games won by each side before and after the change.";
    rates(facts, ("factions", "Sides", meaning), "Side", &rows)
}

fn wins(facts: &CompareFacts) -> Table {
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
        facts.first,
    );
    let heading = facts.people.heading();
    rates(facts, ("fighters", "Win rates", &meaning), &heading, &rows(facts))
}

fn means(facts: &CompareFacts) -> Table {
    let mut rows = rows(facts);
    rows.retain(|(_, of)| !of.values.is_empty());
    let meaning = format!(
        "Means per game.{} Marked rows: at least one measure changes significantly.",
        explained(facts)
    );
    let names = ("means", "Other measures", meaning.as_str());
    let mut table = lines(facts, names, &facts.people.heading(), &rows);
    for (m, measure) in facts.measures.iter().enumerate() {
        let value = move |of: &Line<'_>| of.1.value(m).cloned();
        let heading = |what: &str| format!("{} {what}", measure.of_every_game());
        table = table
            .with(heading("before"), Unit::Number(2, ""), move |of| value(of)?.row.base)
            .with(heading("after"), Unit::Number(2, ""), move |of| value(of)?.row.value)
            .with(heading("difference"), Unit::Signed(2, ""), move |of| value(of)?.row.change)
            .plus_minus(move |of| margin(&value(of)?));
    }
    table.marked(|(_, of)| of.values.iter().flatten().any(|of| of.standing().is_significant()))
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

fn lengths(facts: &CompareFacts) -> Table {
    let meaning = "Mean number of rounds per game, and share of games with another winner than in \
                   the first variant.";
    Table::new("lengths", "Length of the games", meaning)
        .of(&facts.variants)
        .word("Variant", |of| &of.name)
        .with("Rounds before", Unit::Number(2, ""), |of| of.length.row.base)
        .with("after", Unit::Number(2, ""), |of| of.length.row.value)
        .with("Difference", Unit::Signed(2, ""), |of| of.length.row.change)
        .plus_minus(|of| margin(&of.length))
        .with("Games with another winner %", Unit::Share(1), VariantFacts::other_winner)
        .marked(|of| of.length.standing().is_significant())
}

fn watch(facts: &CompareFacts, manifest: &Manifest) -> Table {
    let games = facts.variants.iter().flat_map(|variant| {
        let most = variant.winners.iter().take(CHANGES);
        most.map(move |change| (variant, change))
    });
    let games: Vec<(&VariantFacts, &Winner)> = games.collect();
    let see = |watch: &str, change: &Winner| manifest.watch_line(watch, change.first_game);
    let all = facts.games.max(1) as f64;
    let meaning = "The most frequent changes of the winner. The two commands of a row show one \
                   game with this change, in both variants. The table `winners` has all of them.";
    Table::new("watch", "Games whose winner changed", meaning)
        .of(&games)
        .word("Winner before", |(_, change)| &change.winner)
        .word("Winner after", |(_, change)| &change.winner_variant)
        .with("Games", Unit::Count, |(_, change)| change.games)
        .with("Of all %", Unit::Share(1), |(_, change)| change.games as f64 / all)
        .with("Before", Unit::Command, |(_, change)| see(&facts.watch_first, change))
        .with("After", Unit::Command, |(of, change)| see(&of.watch, change))
        .table
}

/// Builds the table that the terminal shows for one variant of the scenario.
fn brief(facts: &CompareFacts, variant: &VariantFacts) -> Table {
    let rates = |of: &&ChangeLine| {
        let (before, after) = of.wins.own.row.base.zip(of.wins.own.row.value)?;
        Some(format!("{} → {}", percent(before, 1), percent(after, 1)))
    };
    let rows: Vec<&ChangeLine> = variant.with_party().collect();
    let heading = facts.people.heading();
    let mut table =
        Table::new("brief", "", "").of(&rows).with(heading, Unit::Word, |of| capital(&of.label));
    if let Some((name, _)) = &facts.reference {
        let theirs = |of: &&ChangeLine| of.wins.reference.clone();
        table = table
            .with(format!("With {name}"), Unit::Points(1), move |of| theirs(of)?.row.change)
            .plus_minus(move |of| margin(&theirs(of)?));
    }
    table = table
        .with("Win rate %", Unit::Word, rates)
        .with("Difference", Unit::Points(1), |of| of.wins.own.row.change)
        .plus_minus(|of| margin(&of.wins.own))
        .with("", Unit::Word, |of| of.verdict());
    for (m, measure) in facts.measures.iter().enumerate() {
        let decimals = if measure.form == Form::Flag { 3 } else { 2 };
        let name = match measure.form {
            Form::Time => capital(&measure.of_every_game()),
            _ => format!("Mean {}", measure.short()),
        };
        table = table.with(name, Unit::Word, move |of| {
            let of = of.value(m)?;
            let (after, by) = of.row.value.zip(of.row.change)?;
            Some(format!("{after:.decimals$} ({})", signed(by, decimals)))
        });
    }
    table.table
}
