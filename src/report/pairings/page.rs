//! The page of the pairings.

use super::charts;
use super::facts::{Facts, LineUp, Part};
use super::verdict::{self, called};
use crate::report::page::table::{
    Cell, Row, Table, count, dotted, number, numbers, points, share, text, words,
};
use crate::report::page::{Asked, Page};
use crate::report::words::{grouped, percent, signed};

/// Rows of the largest table on the page: more would make it slow to open, and nobody reads them.
const MOST_ROWS: usize = 600;

/// What the page shows.
pub fn page(facts: &Facts) -> Page {
    Page {
        headline: verdict::headline(facts),
        verdict: verdict::verdict(facts),
        judgement: verdict::judgement(facts),
        warnings: vec![],
        asked: vec![asked(facts)],
        charts: charts::all(facts),
        tables: vec![line_ups(facts), fighters(facts), partners(facts)],
        colours: facts.fighters.iter().map(|f| f.colour.clone()).collect(),
    }
}

fn asked(facts: &Facts) -> Asked {
    let games = facts.line_ups.iter().map(|line_up| line_up.games);
    let (least, most) = (games.clone().min().unwrap_or(0), games.max().unwrap_or(0));
    let each = if least == most {
        format!("{} games each", grouped(most))
    } else {
        format!(
            "{} to {} games each, more where it is close",
            grouped(least),
            grouped(most)
        )
    };
    Asked {
        term: "Line-ups".to_string(),
        lines: vec![
            format!(
                "{}: every way to form the teams, {each}",
                facts.line_ups.len()
            ),
            format!(
                "Game i of line-up n, both counted as in the tables (n from 1, i from 0), is game n − 1 + {}·i of a scenario with these teams and this seed.",
                facts.line_ups.len()
            ),
        ],
    }
}

fn line_ups(facts: &Facts) -> Table {
    let teams = facts
        .line_ups
        .first()
        .map_or(0, |line_up| line_up.teams.len());
    let mut columns = words(&["Line-up"]);
    columns.extend(numbers((1..=teams).map(|team| match team {
        1 => "Best %".to_string(),
        _ if team == teams => "Worst %".to_string(),
        _ => format!("{team}. %"),
    })));
    columns.extend(numbers(["±", "Off fair", "Games", "Expected %"]));
    columns.extend(words(&["Verdict", "Scenario"]));
    let row = |line_up: &LineUp| {
        let sorted = line_up.sorted();
        let half = line_up.half_width();
        let mut cells = vec![text(facts.names(line_up))];
        cells.extend(sorted.iter().map(|team| share(team.rate)));
        cells.extend([
            number(percent(half, 1), half),
            points(line_up.off),
            count(line_up.games),
            sorted[0].expected.map_or_else(|| text("–"), share),
            text(called(&line_up.verdict)),
            text(line_up.scenario.clone().unwrap_or_default()),
        ]);
        // What somebody is going to play, and is not fair, is out of line.
        Row::from(cells).marked(line_up.scenario.is_some() && line_up.verdict != "fair")
    };
    // The ready-made ones first, then from the fairest on.
    let mut sorted = facts.fairest();
    sorted.sort_by_key(|line_up| line_up.scenario.is_none());
    let all = sorted.len();
    let left_out = match all.checked_sub(MOST_ROWS) {
        None | Some(0) => String::new(),
        Some(more) => format!(
            " The {} least fair are in the table line_ups only.",
            grouped(more as u64)
        ),
    };
    Table {
        id: "line-ups",
        name: "Line-ups".to_string(),
        caption: format!(
            "Those that a scenario beside this one fields first, marked if they are not fair; then from the fairest on. Win rates of its teams in %, “off fair”: its farthest team from the fair share, in points; “expected”: the best team’s win rate if the strengths of its fighters were all.{left_out}"
        ),
        columns,
        rows: sorted.into_iter().take(MOST_ROWS).map(row).collect(),
    }
}

/// A part of strength in points of the win rate, and its "±".
fn gain(part: Option<Part>) -> [Cell; 2] {
    let Some(part) = part else {
        return [text("–"), text("–")];
    };
    // Near 0 a logit is worth as many points throughout.
    let scale = if part.value == 0.0 {
        0.25
    } else {
        part.gain / part.value
    };
    let half = part.interval.half_width() * scale;
    [
        number(signed(part.gain * 100.0, 1), part.gain),
        number(percent(half, 1), half),
    ]
}

fn fighters(facts: &Facts) -> Table {
    let mut columns = words(&["Fighter"]);
    columns.extend(numbers([
        "Mean win rate %",
        "Strength, points",
        "±",
        "Strength, logits",
    ]));
    let mut sorted: Vec<_> = facts.fighters.iter().collect();
    let strength = |part: Option<Part>| part.map_or(0.0, |part| part.value);
    sorted.sort_by(|a, b| strength(b.strength).total_cmp(&strength(a.strength)));
    let row = |fighter: &&super::facts::Fighter| {
        let mut cells = vec![
            dotted(fighter.name.clone(), &fighter.colour),
            fighter.rate.map_or_else(|| text("–"), share),
        ];
        cells.extend(gain(fighter.strength));
        cells.push(fighter.strength.map_or_else(
            || text("–"),
            |part| number(signed(part.value, 3), part.value),
        ));
        Row::from(cells)
    };
    Table {
        id: "fighters",
        name: "Fighters".to_string(),
        caption: "The mean of its teams’ win rates; and what it adds to a team by itself, whoever else is in it: in points of an otherwise even team’s win rate, and in logits.".to_string(),
        columns,
        rows: sorted.iter().map(row).collect(),
    }
}

fn partners(facts: &Facts) -> Table {
    let mut columns = words(&["Partners"]);
    columns.extend(numbers(["Mean win rate %", "Synergy, points", "±"]));
    columns.extend(words(&["Together"]));
    let mut sorted: Vec<_> = facts.partners.iter().filter(|p| p.rate.is_some()).collect();
    sorted.sort_by(|a, b| b.rate.unwrap_or(0.0).total_cmp(&a.rate.unwrap_or(0.0)));
    let row = |partners: &&super::facts::Partners| {
        let (a, b) = partners.pair;
        let mut cells = vec![
            text(facts.team(&[a, b])),
            partners.rate.map_or_else(|| text("–"), share),
        ];
        cells.extend(gain(partners.synergy));
        cells.push(text(match partners.verdict.as_deref() {
            Some("stronger") => "stronger than apart",
            Some("weaker") => "weaker than apart",
            Some(_) => "as strong as apart, or within noise",
            None => "–",
        }));
        let noise = matches!(partners.verdict.as_deref(), None | Some("noise"));
        Row::from(cells).marked(!noise)
    };
    Table {
        id: "partners",
        name: "Partners".to_string(),
        caption: "Every two fighters in one team: the mean of their teams’ win rates, and what the two add beyond their own strengths. Marked: more than chance.".to_string(),
        columns,
        rows: sorted.iter().map(row).collect(),
    }
}
