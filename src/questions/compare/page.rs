//! Builds the page of the report of `gong compare`: its sections and their tables.

use anyhow::Result;

use super::facts::{CompareFacts, FighterChange, ReferenceNote, VariantFacts};
use super::plan::ComparePlan;
use super::tables::{Difference, Winner};
use super::{changed, charts, factions, verdict};
use crate::report::Manifest;
use crate::report::page::{self, Brief, Page, PlayedNote, Section};
use crate::report::sentences::Standing;
use crate::report::table::{RowLines, Table, Unit};
use crate::report::words::{capital, counted, grouped, level, percent, signed, the_bots};
use crate::stats::Form;

/// Maximum number of rows per variant in the page's table of changed winners (winner before and
/// winner after).
const CHANGES: usize = 5;

/// Builds the page of the report of `gong compare`.
///
/// # Errors
/// Fails if a template is faulty.
pub fn page(plan: &ComparePlan, facts: &CompareFacts, manifest: &Manifest) -> Result<Page> {
    let said = verdict::sentences(facts)?;
    let (asked, warnings) = page::precision(manifest, "difference of win rates");
    let watched = plan.variants.iter();
    let watched = watched.map(|of| format!("{}: gong watch {}", of.name, of.watchable.words()));
    let variants = PlayedNote { term: "Variants".into(), lines: watched.collect() };
    // In a cooperative game all heroes win or lose together, so a title with one hero would
    // mislead.
    let title = match facts.fair {
        Some(_) => said.title,
        None => said.headline.clone(),
    };
    let charts = charts::all(facts, title);
    let factions =
        facts.variants.iter().map(|of| factions::table(&of.factions, facts.reference.as_ref()));
    let tables = factions.chain([
        wins(facts),
        means(facts),
        lengths(facts),
        watch(facts, manifest),
        pairing(facts),
    ]);
    Ok(Page {
        headline: said.headline,
        verdict: said.verdict,
        judgement: said.method,
        warnings,
        brief: Brief {
            played: counted(manifest.games, "game of each variant"),
            tables: facts.variants.iter().flat_map(|of| briefs(facts, of)).collect(),
            told: said.told,
            next: next(facts, manifest),
        },
        sections: vec![
            Section::Changed(changed::tables(plan, &facts.people)?),
            Section::Charts(charts),
            Section::Tables(tables.collect()),
            Section::Played([variants].into_iter().chain(asked).collect()),
            Section::Provenance,
        ],
        colours: facts.people.colours(),
        ..Page::default()
    })
}

/// Builds the tables that the terminal shows for one variant of the scenario, each with its title.
fn briefs(facts: &CompareFacts, variant: &VariantFacts) -> Vec<(String, Table)> {
    let about = format!("  from  {}\n  to    {}\n", facts.first, variant.name);
    let fighters = brief(facts, variant);
    match variant.factions.is_empty() {
        true => vec![(about, fighters)],
        false => vec![
            (about, factions::table(&variant.factions, facts.reference.as_ref())),
            (String::new(), fighters),
        ],
    }
}

/// Returns `gong watch` commands that replay, in both variants, games whose winner changed. If
/// games are not paired, the commands replay the first game of each variant.
fn next(facts: &CompareFacts, manifest: &Manifest) -> Vec<String> {
    let most = if facts.variants.len() > 1 { 1 } else { 2 };
    let mut next = vec![];
    for variant in &facts.variants {
        let changed = variant.changes.iter().take(most).map(|change| change.first_game);
        for game in variant.apart.iter().map(|_| 0).chain(changed) {
            for watch in [&facts.watch_first, &variant.watch] {
                let command = manifest.watch_line(watch, game);
                if !next.contains(&command) {
                    next.push(command);
                }
            }
        }
    }
    next
}

/// Returns table rows for every fighter of every variant of the scenario. In a cooperative game,
/// the party (all players together) comes first.
fn rows(facts: &CompareFacts) -> Vec<(&VariantFacts, &FighterChange)> {
    let variants = facts.variants.iter();
    let rows = variants.flat_map(|variant| variant.with_party().map(move |of| (variant, of)));
    rows.collect()
}

/// Creates a table with one row per fighter, and with a column for the scenario variant if there
/// are several.
fn of_fighters<'a>(
    facts: &CompareFacts,
    (id, title): (&str, &str),
    meaning: String,
    rows: &'a [(&'a VariantFacts, &'a FighterChange)],
) -> RowLines<'a, (&'a VariantFacts, &'a FighterChange)> {
    let table = Table::new(id, title, meaning)
        .of(rows)
        .word(facts.people.heading(), |(_, of)| &of.label)
        .coloured(|(_, of)| &of.who.colour);
    match facts.variants.len() {
        1 => table,
        _ => table.word("Variant", |(variant, _)| &variant.name),
    }
}

/// Returns the verdict on a difference between two variants, as a word for a table.
fn word(of: &Difference) -> &'static str {
    match of.standing() {
        Standing::Above => "more",
        Standing::Below => "less",
        Standing::WithinNoise => "within noise",
        Standing::Open if of.half_width().is_none() => "needs more games",
        Standing::Open => "open",
    }
}

/// Returns the verdict on the leading change of a fighter's win rate, as words for a table.
fn verdict_words(of: &FighterChange) -> String {
    match of.check() {
        Some(check) => format!("{}, {}", word(of.leading()), check.name()),
        None => word(&of.wins).to_owned(),
    }
}

/// Adds the columns of the changes with the reference player, if there is one.
pub fn with_reference<'a, R>(
    table: RowLines<'a, R>,
    reference: Option<&ReferenceNote>,
    change: fn(&R) -> &FighterChange,
) -> RowLines<'a, R> {
    let Some(note) = reference else { return table };
    table
        .with(note.heading(), Unit::Points(1), move |row| {
            change(row).reference.as_ref()?.difference
        })
        .plus_minus(move |row| change(row).reference.as_ref()?.margin_of_error())
}

fn wins(facts: &CompareFacts) -> Table {
    let meaning = format!(
        "Before: {}. Differences are in percentage points; “±” is half of the width of their {} \
         confidence interval, or the distance to the farther end if this interval is very \
         asymmetric. Marked rows: the difference is significant, even after correction \
         for the number of tests ({} win rates). “Open”: the confidence interval of the difference \
         excludes zero, but the difference is not significant after correction for the number of \
         tests.{}",
        facts.first,
        level(facts.level),
        facts.tests().0,
        facts.reference.as_ref().map_or(String::new(), |of| format!(
            " “{}”: the difference if the reference player plays every seat ({} games of each \
             variant); the other numbers are those of {}. Verdicts follow the reference player \
             where its difference is significant. “Confirmed”, “opposite”: the other difference is \
             significant in the same or in the opposite direction. “Reference only”: the other \
             difference is not significant. “Undecided”: only the other difference is significant.",
            of.heading(),
            grouped(of.games),
            the_bots(&facts.bots)
        ))
    );
    let rows = rows(facts);
    let table = of_fighters(facts, ("fighters", "Win rates"), meaning, &rows);
    with_reference(table, facts.reference.as_ref(), |(_, of)| of)
        .with("Win rate before %", Unit::Share(1), |(_, of)| of.wins.mean)
        .with("after %", Unit::Share(1), |(_, of)| of.wins.mean_variant)
        .with("Difference", Unit::Points(1), |(_, of)| of.wins.difference)
        .plus_minus(|(_, of)| of.wins.margin_of_error())
        .word("Verdict", |(_, of)| verdict_words(of))
        .marked(|(_, of)| of.leading().sure())
}

fn means(facts: &CompareFacts) -> Table {
    let mut rows = rows(facts);
    rows.retain(|(_, of)| !of.values.is_empty());
    let meaning = format!(
        "Means per game.{} Marked rows: at least one measure of this table changes significantly, \
         even after correction for the number of tests.",
        explained(facts)
    );
    let mut table = of_fighters(facts, ("means", "Other measures"), meaning, &rows);
    for (m, measure) in facts.measures.iter().enumerate() {
        let value = move |of: &(_, &'_ FighterChange)| of.1.value(m).cloned();
        let heading = |what: &str| format!("{} {what}", measure.of_every_game());
        table = table
            .with(heading("before"), Unit::Number(2, ""), move |of| value(of)?.mean)
            .with(heading("after"), Unit::Number(2, ""), move |of| value(of)?.mean_variant)
            .with(heading("difference"), Unit::Signed(2, ""), move |of| value(of)?.difference)
            .plus_minus(move |of| value(of)?.margin_of_error())
            .with(heading("verdict"), Unit::Word, move |of| Some(word(&value(of)?).to_owned()));
    }
    table.marked(|(_, of)| of.values.iter().flatten().any(Difference::sure))
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
    let share = |games: u64, of: &VariantFacts| games as f64 / of.length.games.max(1) as f64;
    let meaning = "Mean number of rounds per game, and shares of games whose length or winner \
                   changes in the variant.";
    Table::new("lengths", "Length of the games", meaning)
        .of(&facts.variants)
        .word("Variant", |of| &of.name)
        .with("Rounds before", Unit::Number(2, ""), |of| of.length.mean)
        .with("after", Unit::Number(2, ""), |of| of.length.mean_variant)
        .with("Difference", Unit::Signed(2, ""), |of| of.length.difference)
        .plus_minus(|of| of.length.margin_of_error())
        .with("Games of another length %", Unit::Share(1), |of| Some(share(of.length.changed?, of)))
        .with("Games with another winner %", Unit::Share(1), |of| {
            of.apart.is_none().then(|| share(of.changed(), of))
        })
        .marked(|of| of.length.sure())
}

fn watch(facts: &CompareFacts, manifest: &Manifest) -> Table {
    let games = facts.variants.iter().flat_map(|variant| {
        let most = variant.changes.iter().take(CHANGES);
        most.map(move |change| (variant, change))
    });
    let games: Vec<(&VariantFacts, &Winner)> = games.collect();
    let see = |watch: &str, change: &Winner| manifest.watch_line(watch, change.first_game);
    let all = facts.games.max(1) as f64;
    let meaning = "Each row is one of the most frequent changes of the winner. The two commands \
        of a row show one game with this change of the winner, in both variants. The file \
        tables/winners.parquet lists all changes of the winner.";
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

fn pairing(facts: &CompareFacts) -> Table {
    let mut rows = rows(facts);
    rows.retain(|(variant, _)| variant.apart.is_none());
    let meaning = "“Saving”: the number of games that two independent runs would need for the \
                   same precision, divided by the number of games played. A dash means that \
                   a number is not defined, because the results or their differences do not vary.";
    let names = ("pairing", "Games saved by using the same dice");
    let mut table = of_fighters(facts, names, meaning.into(), &rows)
        .with("Games", Unit::Count, |(_, of)| of.wins.games)
        .with("Other result %", Unit::Share(1), |(_, of)| {
            Some(of.wins.changed? as f64 / of.wins.games.max(1) as f64)
        })
        .with("Correlation of wins", Unit::Signed(2, ""), |(_, of)| of.wins.correlation)
        .with("Saving, wins", Unit::Number(2, ""), |(_, of)| of.wins.saving);
    for (m, measure) in facts.measures.iter().enumerate() {
        let (correlation, saving) = (
            format!("Correlation of {}", measure.of_every_game()),
            format!("Saving, {}", measure.of_every_game()),
        );
        table = table
            .with(correlation, Unit::Signed(2, ""), move |(_, of)| of.value(m)?.correlation)
            .with(saving, Unit::Number(2, ""), move |(_, of)| of.value(m)?.saving);
    }
    table.table
}

/// Builds the table that the terminal shows for one variant of the scenario.
fn brief(facts: &CompareFacts, variant: &VariantFacts) -> Table {
    let rates = |of: &&FighterChange| {
        let (before, after) = of.wins.mean.zip(of.wins.mean_variant)?;
        Some(format!("{} → {}", percent(before, 1), percent(after, 1)))
    };
    let verdict = |of: &&FighterChange| match of.check() {
        Some(check) => check.name(),
        None if of.wins.sure() => "",
        None => word(&of.wins),
    };
    let lines: Vec<&FighterChange> = variant.with_party().collect();
    let table = Table::new("brief", "", "").of(&lines).word(facts.people.heading(), |of| &of.label);
    let mut table = with_reference(table, facts.reference.as_ref(), |of| of)
        .with("Win rate %", Unit::Word, rates)
        .with("Difference", Unit::Points(1), |of| of.wins.difference)
        .plus_minus(|of| of.wins.margin_of_error())
        .word("", verdict);
    for (m, measure) in facts.measures.iter().enumerate() {
        let decimals = if measure.form == Form::Flag { 3 } else { 2 };
        let name = match measure.form {
            Form::Time => capital(&measure.of_every_game()),
            _ => format!("Mean {}", measure.short()),
        };
        table = table.with(name, Unit::Word, move |of| {
            let of = of.value(m)?;
            let (after, by) = of.mean_variant.zip(of.difference)?;
            Some(format!("{after:.decimals$} ({})", signed(by, decimals)))
        });
    }
    table.table
}
