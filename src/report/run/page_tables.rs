//! The tables of a run's page.

use super::facts::{Entrant, Facts};
use crate::report::page::old::{
    Cell, Row, Table, count, dotted, maybe, number, numbers, points, share, text, words,
};
use crate::report::words::{decimals, percent};

/// Every table that has something to show.
pub fn all(facts: &Facts) -> Vec<Table> {
    let tables = [
        fighters(facts),
        falls(facts),
        places(facts),
        seats(facts),
        matchups(facts),
        cards(facts),
        lengths(facts),
    ];
    tables
        .into_iter()
        .filter(|table| !table.rows.is_empty())
        .collect()
}

fn who(facts: &Facts, entrant: &Entrant) -> Cell {
    dotted(entrant.label.clone(), facts.colour(entrant))
}

fn fighters(facts: &Facts) -> Table {
    let teams = facts.entrants.iter().any(|entrant| entrant.team.is_some());
    let mut columns = words(&["Fighter"]);
    columns.extend(words(if teams { &["Team"] } else { &[] }));
    columns.extend(numbers(["Games", "Win rate %", "±", "vs fair"]));
    columns.extend(words(&["Verdict"]));
    columns.extend(numbers([
        &format!("Mean {}", facts.score),
        &format!("Median {}", facts.score),
        "Survives %",
        "Mean round of fall",
    ]));
    let row = |entrant: &&Entrant| {
        let half = entrant.all.interval.half_width();
        let fine = decimals(half);
        let verdict = match (entrant.significant, entrant.all.rate > facts.fair) {
            (false, _) => "within noise",
            (true, true) => "above",
            (true, false) => "below",
        };
        let mut row = vec![who(facts, entrant)];
        if teams {
            row.push(text(
                entrant
                    .team
                    .map_or("–".to_string(), |team| team.to_string()),
            ));
        }
        row.extend([
            count(entrant.all.games),
            number(percent(entrant.all.rate, fine), entrant.all.rate),
            number(percent(half, fine), half),
            points(entrant.all.rate - facts.fair),
            text(verdict),
            number(format!("{:.2}", entrant.mean), entrant.mean),
            number(
                entrant.percentiles[2].to_string(),
                f64::from(entrant.percentiles[2]),
            ),
            share(entrant.survived),
            maybe(entrant.mean_fall(), 2),
        ]);
        Row::from(row)
    };
    Table {
        id: "fighters",
        name: "Fighters".to_string(),
        caption: format!(
            "Win rate in % of games, with its interval; “vs fair” in percentage points against the fair share of {} %; the mean round of fall over the games in which it falls.",
            percent(facts.fair, 1)
        ),
        columns,
        rows: facts
            .sorted_by(|entrant| entrant.all.rate)
            .iter()
            .map(row)
            .collect(),
    }
}

fn falls(facts: &Facts) -> Table {
    let mut columns = words(&["Fighter"]);
    columns.extend(numbers(
        (1..=facts.longest()).map(|round| format!("Round {round}")),
    ));
    columns.extend(numbers(["Survives %"]));
    let row = |entrant: &&Entrant| {
        let hazards = entrant.falls.iter().map(|fall| share(fall.hazard));
        std::iter::once(who(facts, entrant))
            .chain(hazards)
            .chain([share(entrant.survived)])
            .collect()
    };
    Table {
        id: "falls",
        name: "When they fall".to_string(),
        caption: "Risk of falling, by round, in % of the games in which the fighter begins the round; and the share of all its games that it survives.".to_string(),
        columns,
        rows: facts.sorted_by(|entrant| entrant.survived).iter().map(row).collect(),
    }
}

fn places(facts: &Facts) -> Table {
    let places = facts
        .entrants
        .iter()
        .map(|entrant| entrant.places.len())
        .max()
        .unwrap_or(0);
    let mut columns = words(&["Fighter"]);
    columns.extend(numbers((1..=places).map(|place| format!("Place {place}"))));
    let row = |entrant: &&Entrant| {
        std::iter::once(who(facts, entrant))
            .chain(entrant.places.iter().map(|&part| share(part)))
            .collect()
    };
    let caption = "Share of games by place, in %. Place 1 wins; then those left standing; then the others, the last to fall first.".to_string();
    let rows = if places > 2 {
        facts
            .sorted_by(|entrant| entrant.all.rate)
            .iter()
            .map(row)
            .collect()
    } else {
        vec![]
    };
    Table {
        id: "places",
        name: "Places".to_string(),
        caption,
        columns,
        rows,
    }
}

fn seats(facts: &Facts) -> Table {
    let mut seats: Vec<(Option<u8>, u8)> = facts
        .entrants
        .iter()
        .flat_map(|entrant| entrant.seats.iter().map(|seat| (seat.0, seat.1)))
        .collect();
    seats.sort_unstable();
    seats.dedup();
    let mut columns = words(&["Fighter"]);
    let name = |(team, seat): &(Option<u8>, u8)| {
        team.map_or(format!("Seat {seat}"), |team| {
            format!("Team {team}, seat {seat}")
        })
    };
    columns.extend(numbers(seats.iter().map(name)));
    let row = |entrant: &&Entrant| {
        let rate = |seat: &(Option<u8>, u8)| {
            entrant
                .seats
                .iter()
                .find(|s| (s.0, s.1) == *seat)
                .map(|s| s.2.rate * 100.0)
        };
        std::iter::once(who(facts, entrant))
            .chain(seats.iter().map(|seat| maybe(rate(seat), 1)))
            .collect()
    };
    let half = facts
        .entrants
        .iter()
        .flat_map(|entrant| {
            entrant
                .seats
                .iter()
                .map(|seat| seat.2.interval.half_width())
        })
        .fold(0.0, f64::max);
    let several = facts.entrants.iter().any(|entrant| entrant.seats.len() > 1);
    Table {
        id: "seats",
        name: "Win rate by seat".to_string(),
        caption: format!(
            "Win rate in % of the games played from each seat; at worst ± {}.",
            percent(half, decimals(half))
        ),
        columns,
        rows: if several {
            facts
                .sorted_by(|entrant| entrant.all.rate)
                .iter()
                .map(row)
                .collect()
        } else {
            vec![]
        },
    }
}

fn matchups(facts: &Facts) -> Table {
    let mut columns = words(&["Fighter", "Opponent"]);
    columns.extend(numbers([
        "Games",
        "Finishes ahead %",
        "Eliminates it, per 100",
        &format!("{} taken a game", facts.score),
    ]));
    let row = |meeting: &super::facts::Meeting| {
        let (a, b) = (&facts.fighters[meeting.a], &facts.fighters[meeting.b]);
        let games = meeting.games.max(1) as f64;
        vec![
            dotted(a.name.clone(), &a.colour),
            text(b.name.clone()),
            count(meeting.games),
            share(meeting.ahead as f64 / games),
            share(meeting.eliminated as f64 / games),
            number(format!("{:.2}", meeting.taken), meeting.taken),
        ]
    };
    let caption = "Every pair of opponents, over the games in which both play.".to_string();
    Table {
        id: "matchups",
        name: "Who against whom".to_string(),
        caption,
        columns,
        rows: facts.meetings.iter().map(row).map(Row::from).collect(),
    }
}

fn cards(facts: &Facts) -> Table {
    let mut columns = words(&["Fighter", "Card"]);
    columns.extend(numbers([
        "Played per 100",
        "Mean round",
        "Win rate %",
        "vs its fighter",
        "Wounds dealt",
        "Wounds taken",
    ]));
    let mut rows = vec![];
    for entrant in &facts.entrants {
        for card in entrant.cards.iter().filter(|card| card.plays > 0) {
            let plays = card.plays as f64;
            let rate = card.wins as f64 / plays;
            rows.push(Row::from(vec![
                who(facts, entrant),
                text(card.name.clone()),
                share(entrant.use_of(card)),
                number(format!("{:.1}", card.round), card.round),
                share(rate),
                points(rate - entrant.all.rate),
                number(
                    format!("{:.2}", card.dealt as f64 / plays),
                    card.dealt as f64 / plays,
                ),
                number(
                    format!("{:.2}", card.taken as f64 / plays),
                    card.taken as f64 / plays,
                ),
            ]));
        }
    }
    let caption = "How often a card is played (per 100 games of its fighter) and when; the win rate of the games in which it is played, and its distance to the fighter’s in percentage points; wounds dealt by it and taken while it is active, per play.".to_string();
    Table {
        id: "cards",
        name: "Cards".to_string(),
        caption,
        columns,
        rows,
    }
}

fn lengths(facts: &Facts) -> Table {
    let columns = numbers(["Rounds", "Games", "Share %"]);
    let row = |&(rounds, games): &(u8, u64)| {
        vec![
            number(rounds.to_string(), f64::from(rounds)),
            count(games),
            share(games as f64 / facts.games.max(1) as f64),
        ]
    };
    let caption = "Games by the number of rounds that they lasted.".to_string();
    Table {
        id: "lengths",
        name: "Length of the games".to_string(),
        caption,
        columns,
        rows: facts.lengths.iter().map(row).map(Row::from).collect(),
    }
}
