//! The page of a ladder.

use super::facts::{Bot, Encounter, Facts};
use super::{charts, verdict};
use crate::report::page::Page;
use crate::report::page::table::{Row, Table, count, number, numbers, points, share, text, words};
use crate::report::words::{percent, signed};

/// What the page shows.
pub fn page(facts: &Facts) -> Page {
    Page {
        headline: verdict::headline(facts),
        verdict: verdict::verdict(facts),
        judgement: verdict::judgement(facts),
        warnings: vec![],
        asked: vec![],
        charts: charts::all(facts),
        tables: vec![bots(facts), encounters(facts), by_fighter(facts)],
        colours: vec![],
    }
}

fn bots(facts: &Facts) -> Table {
    let mut columns = words(&["Bot"]);
    columns.extend(numbers([
        "Rating",
        "±",
        "Win rate %",
        "±",
        "vs fair",
        "Games",
        "Decisions a second",
    ]));
    let row = |(place, bot): (usize, &Bot)| {
        let half = bot.interval.half_width();
        let mut cells = vec![text(bot.name.clone())];
        cells.extend(match bot.rating {
            Some((rating, interval)) => [
                number(signed(rating, 0), rating),
                number(
                    format!("{:.0}", interval.half_width()),
                    interval.half_width(),
                ),
            ],
            None => [text("–"), text("–")],
        });
        cells.extend([
            share(bot.rate),
            number(percent(half, 1), half),
            points(bot.rate - facts.fair),
            count(bot.games),
            bot.speed
                .map_or_else(|| text("–"), |speed| number(verdict::speed(speed), speed)),
        ]);
        // A step that is not certain is what more games, or a better bot, should clear up.
        let unclear = place > 0 && !verdict::certain(facts, place - 1, place);
        Row::from(cells).marked(unclear)
    };
    Table {
        id: "bots",
        name: "Bots".to_string(),
        caption: "The strongest first; marked: not certainly weaker than the one above. Games count places at the table. Decisions between two options or more, by the clock of this machine: the only figures here that no seed decides.".to_string(),
        columns,
        rows: facts.bots.iter().enumerate().map(row).collect(),
    }
}

fn encounters(facts: &Facts) -> Table {
    let mut columns = words(&["Bot", "Against"]);
    columns.extend(numbers([
        "Wins %",
        "Ahead %",
        "Rating difference",
        "±",
        "Games",
    ]));
    columns.extend(words(&["Verdict"]));
    let mut sorted: Vec<&Encounter> = facts.encounters.iter().collect();
    sorted.sort_by_key(|met| met.bots);
    let row = |met: &&Encounter| {
        let dash = || text("–");
        let mut cells = vec![
            text(facts.bots[met.bots.0].name.clone()),
            text(facts.bots[met.bots.1].name.clone()),
            met.share().map_or_else(dash, share),
            share(met.ahead as f64 / met.games as f64),
        ];
        cells.extend(match met.difference {
            Some((points, interval)) => [
                number(signed(points, 0), points),
                number(
                    format!("{:.0}", interval.half_width()),
                    interval.half_width(),
                ),
            ],
            None => [dash(), dash()],
        });
        cells.push(count(met.games));
        cells.push(text(match met.verdict.as_deref() {
            Some("noise") => "within noise".to_string(),
            Some(verdict) => verdict.to_string(),
            None => "–".to_string(),
        }));
        Row::from(cells)
    };
    Table {
        id: "encounters",
        name: "Bot against bot".to_string(),
        caption: "“Wins”: of the games that one of the two won, the share that was the first one’s. “Ahead”: of all games of both, those in which it finished ahead.".to_string(),
        columns,
        rows: sorted.iter().map(row).collect(),
    }
}

fn by_fighter(facts: &Facts) -> Table {
    let mut columns = words(&["Fighter"]);
    columns.extend(numbers(facts.bots.iter().map(|bot| bot.name.as_str())));
    let row = |(i, fighter): (usize, &super::facts::Fighter)| {
        let rate = |bot: &Bot| match bot.with[i] {
            (_, 0) => text("–"),
            (wins, games) => share(wins as f64 / games as f64),
        };
        let name = crate::report::page::table::dotted(fighter.name.clone(), &fighter.colour);
        std::iter::once(name)
            .chain(facts.bots.iter().map(rate))
            .collect()
    };
    Table {
        id: "fighters",
        name: "Fighters".to_string(),
        caption: "Win rate in % of each bot with each fighter, against all the others.".to_string(),
        columns,
        rows: facts.fighters.iter().enumerate().map(row).collect(),
    }
}
