//! The page of a comparison.

use super::facts::{Difference, Facts, Fighter, Variant};
use super::{chart, verdict};
use crate::report::Manifest;
use crate::report::page::old::{
    Cell, Row, Table, command, count, dotted, maybe, number, numbers, points, share, text, words,
};
use crate::report::page::{self, Asked, Page, Section};
use crate::report::words::{decimals, level, percent, signed};

/// How many games to tell of each variant, of those whose winner changed.
const CHANGES: usize = 5;

/// What the page of a comparison shows.
pub fn page(facts: &Facts, manifest: &Manifest) -> Page {
    let fighters = facts.variants.iter().flat_map(|variant| &variant.fighters);
    let variants = Asked {
        term: "Variants".into(),
        lines: manifest
            .variants
            .iter()
            .map(|variant| format!("{}: gong watch {}", variant.name, variant.watch))
            .collect(),
    };
    let precision = manifest.precision.as_ref();
    let (asked, unreached) = precision
        .map(|precision| page::precision(precision, "difference of win rates"))
        .unzip();
    Page {
        headline: verdict::headline(facts),
        verdict: verdict::verdict(facts),
        judgement: verdict::judgement(facts),
        warnings: unreached.flatten().into_iter().collect(),
        sections: vec![
            Section::Charts(chart::all(facts)),
            Section::Old(vec![
                differences(facts),
                means(facts),
                lengths(facts),
                watch(facts, manifest),
                pairing(facts),
            ]),
            Section::Played([variants].into_iter().chain(asked).collect()),
            Section::Provenance,
        ],
        brief: Default::default(),
        colours: fighters.map(|fighter| fighter.colour.clone()).collect(),
    }
}

/// The variant and the fighter, as a row begins; the variant only if there are several.
fn who(facts: &Facts, variant: &Variant, fighter: &Fighter) -> Vec<Cell> {
    let mut cells = vec![dotted(fighter.label.clone(), &fighter.colour)];
    if facts.variants.len() > 1 {
        cells.push(text(variant.name.clone()));
    }
    cells
}

fn heads(facts: &Facts) -> &'static [&'static str] {
    if facts.variants.len() > 1 {
        &["Fighter", "Variant"]
    } else {
        &["Fighter"]
    }
}

/// Every row of every variant.
fn rows<'a>(facts: &'a Facts, row: impl Fn(&'a Variant, &'a Fighter) -> Row + 'a) -> Vec<Row> {
    let of = |variant: &'a Variant| {
        variant
            .sorted()
            .into_iter()
            .map(|fighter| row(variant, fighter))
            .collect::<Vec<_>>()
    };
    facts.variants.iter().flat_map(of).collect()
}

fn verdict_word(difference: &Difference, up: &str, down: &str) -> Cell {
    text(
        match (difference.significant, difference.difference > 0.0) {
            (false, _) => "–",
            (true, true) => up,
            (true, false) => down,
        },
    )
}

fn differences(facts: &Facts) -> Table {
    let mut columns = words(heads(facts));
    columns.extend(numbers(["Win rate before %", "after %", "Difference", "±"]));
    columns.extend(words(&["Verdict"]));
    let row = |variant: &Variant, fighter: &Fighter| {
        let half = fighter.wins.half_width();
        let mut cells = who(facts, variant, fighter);
        cells.extend([
            share(fighter.wins.before),
            share(fighter.wins.after),
            points(fighter.wins.difference),
            number(percent(half, decimals(half)), half),
            verdict_word(&fighter.wins, "wins more", "wins less"),
        ]);
        Row::from(cells).marked(fighter.wins.significant)
    };
    Table {
        id: "fighters",
        name: "Win rates".into(),
        caption: format!(
            "Before: {}. Differences in percentage points, “±” half of their {} interval. Marked: differs from zero.",
            facts.first,
            level(facts.level)
        ),
        columns,
        rows: rows(facts, row),
    }
}

fn means(facts: &Facts) -> Table {
    let mut columns = words(heads(facts));
    columns.extend(numbers([
        &format!("{} before", facts.score),
        "after",
        "Difference",
        "±",
        "Round of fall before",
        "after",
        "Difference",
        "±",
    ]));
    let row = |variant: &Variant, fighter: &Fighter| {
        let mut cells = who(facts, variant, fighter);
        for of in [&fighter.score, &fighter.round] {
            cells.extend([
                number(format!("{:.2}", of.before), of.before),
                number(format!("{:.2}", of.after), of.after),
                difference(of),
                number(format!("{:.2}", of.half_width()), of.half_width()),
            ]);
        }
        Row::from(cells).marked(fighter.score.significant || fighter.round.significant)
    };
    Table {
        id: "means",
        name: format!("{} and rounds", facts.score),
        caption: "Means of a game. A survivor counts as falling in the round after the game’s last. A star: differs from zero.".into(),
        columns,
        rows: rows(facts, row),
    }
}

/// A difference, with a star if it is significant.
fn difference(of: &Difference) -> Cell {
    let star = if of.significant { "*" } else { "" };
    number(format!("{}{star}", signed(of.difference, 2)), of.difference)
}

fn lengths(facts: &Facts) -> Table {
    let mut columns = words(&["Variant"]);
    columns.extend(numbers([
        "Rounds before",
        "after",
        "Difference",
        "±",
        "Games of another length %",
        "Games with another winner %",
    ]));
    let row = |variant: &Variant| {
        let length = &variant.length;
        let games = length.pairs.games.max(1) as f64;
        Row::from(vec![
            text(variant.name.clone()),
            number(format!("{:.2}", length.before), length.before),
            number(format!("{:.2}", length.after), length.after),
            difference(length),
            number(format!("{:.2}", length.half_width()), length.half_width()),
            share(length.pairs.changed as f64 / games),
            share(variant.changed() as f64 / games),
        ])
        .marked(length.significant)
    };
    Table {
        id: "lengths",
        name: "Length of the games".into(),
        caption: "Mean number of rounds, and how many games the variant changes.".into(),
        columns,
        rows: facts.variants.iter().map(row).collect(),
    }
}

fn watch(facts: &Facts, manifest: &Manifest) -> Table {
    let mut columns = words(&["Winner before", "Winner after"]);
    columns.extend(numbers(["Games", "Of all %", "Game to see"]));
    columns.extend(words(&["Before", "After"]));
    let line = |watch: &str, game: u64| {
        command(format!(
            "gong watch {watch} --seed {} --game {game}",
            manifest.seed
        ))
    };
    let notes = manifest.variants.iter().skip(1);
    let before = manifest.variants.first().map_or("", |note| &note.watch);
    let rows = facts
        .variants
        .iter()
        .zip(notes)
        .flat_map(|(variant, note)| {
            variant.changes.iter().take(CHANGES).map(move |change| {
                Row::from(vec![
                    text(change.from.clone()),
                    text(change.to.clone()),
                    count(change.games),
                    share(change.games as f64 / facts.games.max(1) as f64),
                    number(change.first_game.to_string(), change.first_game as f64),
                    line(before, change.first_game),
                    line(&note.watch, change.first_game),
                ])
            })
        });
    Table {
        id: "watch",
        name: "Games whose winner changed".into(),
        caption: "The most frequent changes of the winner, with a game of each to see in both variants. All of them are in tables/winners.parquet.".into(),
        columns,
        rows: rows.collect(),
    }
}

fn pairing(facts: &Facts) -> Table {
    let mut columns = words(heads(facts));
    columns.extend(numbers([
        "Games",
        "Other result %",
        "Correlation of wins",
        "Saving, wins",
        &format!("Correlation of {}", facts.score),
        &format!("Saving, {}", facts.score),
        "Correlation of rounds",
        "Saving, rounds",
    ]));
    let row = |variant: &Variant, fighter: &Fighter| {
        let mut cells = who(facts, variant, fighter);
        cells.extend([
            count(fighter.wins.pairs.games),
            share(fighter.wins.pairs.changed as f64 / fighter.wins.pairs.games.max(1) as f64),
        ]);
        for of in [&fighter.wins, &fighter.score, &fighter.round] {
            cells.extend([
                maybe(of.pairs.correlation(), 2),
                maybe(of.pairs.saving(), 2),
            ]);
        }
        Row::from(cells)
    };
    Table {
        id: "pairing",
        name: "What the same dice are good for".into(),
        caption: "Saving: how many times as many games two independent runs would have needed to know the difference as well; a dash where nothing differs at all.".into(),
        columns,
        rows: rows(facts, row),
    }
}
