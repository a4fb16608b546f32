//! The page of a run by several bots.

use super::chart;
use super::facts::{Facts, Fighter, Seen};
use super::verdict::{self, called};
use crate::report::page::old::{
    Cell, Row, Table, dotted, maybe, number, numbers, share, text, words,
};
use crate::report::page::{Page, Section};
use crate::report::words::{capital, percent};

/// What the page shows.
pub fn page(facts: &Facts) -> Page {
    Page {
        headline: verdict::headline(facts),
        verdict: verdict::verdict(facts),
        judgement: verdict::judgement(facts),
        warnings: vec![],
        sections: vec![
            Section::Charts(chart::all(facts)),
            Section::Old(vec![
                rates(facts),
                each(
                    facts,
                    "scores",
                    &format!("Mean {}", facts.score),
                    &format!("{} per game, by bot.", capital(&facts.score_long)),
                    |seen| maybe(seen.mean, 2),
                ),
                each(
                    facts,
                    "survival",
                    "Survival",
                    "Share of games survived in %, by bot.",
                    |seen| share(seen.survived),
                ),
            ]),
            Section::Played(vec![]),
            Section::Provenance,
        ],
        brief: Default::default(),
        colours: facts.fighters.iter().map(|f| f.colour.clone()).collect(),
    }
}

fn rates(facts: &Facts) -> Table {
    let mut columns = words(&["Fighter"]);
    columns.extend(numbers(
        facts
            .bots
            .iter()
            .flat_map(|bot| [format!("{bot} %"), "±".to_string()]),
    ));
    columns.extend(words(&["Verdict"]));
    let row = |fighter: &Fighter| {
        let mut cells = vec![dotted(fighter.name.clone(), &fighter.colour)];
        for seen in &fighter.seen {
            let half = seen.interval.half_width();
            cells.extend([share(seen.rate), number(percent(half, 1), half)]);
        }
        cells.push(text(called(&fighter.agreement)));
        Row::from(cells).marked(fighter.agreement == "depends-on-skill")
    };
    Table {
        id: "fighters",
        name: "Win rates by bot".to_string(),
        caption: format!(
            "In % of games, with their intervals; the fair share is {} %. Marked: what depends on who plays.",
            percent(facts.fair, 1)
        ),
        columns,
        rows: facts.fighters.iter().map(row).collect(),
    }
}

/// One figure of every fighter, a column for each bot.
fn each(
    facts: &Facts,
    id: &'static str,
    name: &str,
    caption: &str,
    cell: impl Fn(&Seen) -> Cell,
) -> Table {
    let mut columns = words(&["Fighter"]);
    columns.extend(numbers(facts.bots.iter()));
    let row = |fighter: &Fighter| {
        let name = dotted(fighter.name.clone(), &fighter.colour);
        std::iter::once(name)
            .chain(fighter.seen.iter().map(&cell))
            .collect()
    };
    Table {
        id,
        name: name.to_string(),
        caption: caption.to_string(),
        columns,
        rows: facts.fighters.iter().map(row).collect(),
    }
}
