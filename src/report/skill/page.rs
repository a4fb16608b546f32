//! The page of a skill report: its sections and their tables.

use super::facts::{Facts, Side};
use super::{Agreed, charts, verdict};
use crate::report::Manifest;
use crate::report::page::{Brief, Page, Section};
use crate::report::table::{Table, Unit};
use crate::report::words::{capital, counted, list, with_sign};

/// A rank correlation.
const CORRELATION: Unit = Unit::Signed(2, "");

/// What the page shows.
pub fn page(facts: &Facts, manifest: &Manifest) -> Page {
    let sides = sides(facts);
    let told = match facts.fair {
        Some(_) => verdict::standings(facts),
        None => verdict::steps(facts),
    };
    let played = format!(
        "{}, {}",
        counted(facts.levels.len() as u64, "level"),
        counted(manifest.games, "game")
    );
    let fair = facts
        .fair
        .map(|fair| format!("The fair share is {}.", with_sign(fair, 1)));
    Page {
        headline: verdict::headline(facts),
        verdict: verdict::verdict(facts),
        judgement: verdict::judgement(facts),
        brief: Brief {
            played,
            tables: vec![(String::new(), sides.clone())],
            told: fair.into_iter().chain(told).collect(),
            next: vec![manifest.command.clone()],
        },
        sections: vec![
            Section::Charts(charts::all(facts)),
            Section::Tables(vec![
                sides,
                standings(facts),
                levels(facts, manifest),
                steps(facts),
                agreement(facts),
                mixed_levels(facts),
                mixed_fighters(facts),
            ]),
            Section::Played(vec![]),
            Section::Provenance,
        ],
        colours: facts.people.colours(),
        ..Page::default()
    }
}

/// A line each side, two columns each level.
fn sides(facts: &Facts) -> Table {
    let fair = facts.fair.map_or(String::new(), |fair| {
        format!(
            " The fair share is {}. Marked: the verdict depends on the level.",
            with_sign(fair, 1)
        )
    });
    let meaning =
        format!("In % of games in which one bot plays everybody, with their intervals.{fair}");
    let mut table = Table::new("fighters", "Win rates by level", meaning)
        .of(&facts.sides)
        .word(facts.people.heading(), |side| &side.label)
        .coloured(|side| &side.colour);
    for (l, name) in facts.names().enumerate() {
        table = table
            .with(name, Unit::Share(1), |side| side.at[l].wins.win_rate)
            .plus_minus(|side| side.at[l].wins.half());
    }
    table.marked(|side| side.certain().len() > 1)
}

/// A line each side, a word each level.
fn standings(facts: &Facts) -> Table {
    let shown: &[Side] = if facts.fair.is_some() {
        &facts.sides
    } else {
        &[]
    };
    let meaning = "Against the fair share, what is certain at each level, and what is of all. Marked: it depends on the level.";
    let mut table = Table::new("standings", "For whom is who strong?", meaning)
        .of(shown)
        .word(facts.people.heading(), |side| &side.label)
        .coloured(|side| &side.colour);
    for (l, name) in facts.names().enumerate() {
        table = table.word(name, |side| &side.at[l].standing);
    }
    let verdict = |side: &Side| match (side.certain().as_slice(), side.levels("open").len()) {
        ([], _) => "open".to_owned(),
        ([one], 0) => format!("{one} at every level"),
        ([one], _) => format!("{one} where it can be told"),
        _ => "depends on the level".to_owned(),
    };
    table
        .word("Verdict", verdict)
        .marked(|side| side.certain().len() > 1)
}

/// A line each level.
fn levels(facts: &Facts, manifest: &Manifest) -> Table {
    let about = |name: &str| {
        let mut notes = manifest.strategies.iter();
        let note = notes.find(|note| note.name == name);
        note.map_or(String::new(), |note| note.about.clone())
    };
    let lines: Vec<_> = facts.levels.iter().enumerate().collect();
    let meaning = "In their order. A level whose games take longer plays fewer. “±”: of the win rate that is known least.";
    Table::new("levels", "The levels", meaning)
        .of(&lines)
        .word("Level", |(_, of)| &of.level)
        .with("Games", Unit::Count, |(_, of)| of.games)
        .with("At worst ±", Unit::Share(1), |(l, _)| facts.widest(*l))
        .word("What it does", |(_, of)| about(&of.level))
        .table
}

fn steps(facts: &Facts) -> Table {
    let lines: Vec<_> = (facts.sides.iter())
        .flat_map(|side| side.steps.iter().map(move |step| (side, step)))
        .collect();
    let verdict = |word: &str| match word {
        "more" => "wins more",
        "fewer" => "wins less",
        _ => "within noise",
    };
    let meaning = "What somebody wins more at the next level, in points. Marked: for certain.";
    Table::new("steps", "From level to level", meaning)
        .of(&lines)
        .word(facts.people.heading(), |(side, _)| &side.label)
        .coloured(|(side, _)| &side.colour)
        .word("From", |(_, step)| &step.level)
        .word("To", |(_, step)| &step.level_next)
        .with("Difference", Unit::Points(1), |(_, step)| step.difference)
        .plus_minus(|(_, step)| (step.ci_high - step.ci_low) / 2.0)
        .word("Verdict", |(_, step)| verdict(&step.verdict))
        .marked(|(_, step)| step.verdict != "noise")
}

fn agreement(facts: &Facts) -> Table {
    let told: Vec<&Agreed> = (facts.agreement.iter())
        .filter(|of| of.correlation.is_some())
        .collect();
    let meaning = "Spearman’s rank correlation of win rates, and the range of rankings redrawn from what is known of each. Luck pulls all of these towards 0.";
    Table::new("agreement", "Do the levels agree on the order?", meaning)
        .of(&told)
        .word("Level", |of| &of.level)
        .word("Other", |of| &of.other)
        .with("Rank correlation", CORRELATION, |of| of.correlation)
        .with("From", CORRELATION, |of| of.ci_low)
        .with("Up to", CORRELATION, |of| of.ci_high)
        .table
}

fn mixed_levels(facts: &Facts) -> Table {
    let rows = facts.mixed_levels();
    let meaning = "Win rate in % of each level where all of them sit together, with anybody. The games of a deal count as one observation.";
    Table::new("mixed_levels", "Together: the levels", meaning)
        .of(&rows)
        .word("Level", |row| row.level.clone().unwrap_or_default())
        .with("Win rate %", Unit::Share(1), |row| row.wins.win_rate)
        .plus_minus(|row| row.wins.half())
        .with("vs fair", Unit::Points(1), |row| {
            Some(row.wins.win_rate? - row.fair_share?)
        })
        .with("Games", Unit::Count, |row| row.wins.games)
        .table
}

/// A line each fighter of the mixed table, a column each level.
fn mixed_fighters(facts: &Facts) -> Table {
    let alone = |row: &&super::MixedRow| row.level.is_none();
    let rows: Vec<_> = facts.mixed.iter().filter(alone).collect();
    let person =
        |row: &super::MixedRow| facts.people.get(row.entrant.as_deref().unwrap_or_default());
    let title = format!("Together: the {}", facts.people.several());
    let halves = facts
        .mixed
        .iter()
        .filter(|row| row.level.is_some() && row.entrant.is_some());
    let widest = halves.map(|row| row.wins.half()).fold(0.0, f64::max);
    let meaning = format!(
        "Win rate in % where all levels sit together: in anybody’s hands, and in those of {}, each of these at worst ± {}.",
        list(facts.names()),
        with_sign(widest, 1)
    );
    let mut table = Table::new("mixed_fighters", capital(&title), meaning)
        .of(&rows)
        .word(facts.people.heading(), |row| person(row).name)
        .coloured(|row| person(row).colour)
        .with("Win rate %", Unit::Share(1), |row| row.wins.win_rate)
        .plus_minus(|row| row.wins.half());
    for name in facts.names() {
        table = table.with(name, Unit::Share(1), |row| {
            let own = |of: &&super::MixedRow| {
                of.level.as_ref() == Some(name) && of.entrant == row.entrant
            };
            facts.mixed.iter().find(own)?.wins.win_rate
        });
    }
    table.table
}
