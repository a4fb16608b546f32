//! The page of a run: its sections and their tables.

use super::facts::{Entrant, Facts, Values};
use super::{charts, verdict};
use crate::report::Manifest;
use crate::report::page::{self, Brief, Page, Section};
use crate::report::table::{Table, Unit};
use crate::report::words::{capital, decimals, grouped, percent, with_sign};
use crate::stats::Form;

/// What the page of a run shows.
pub fn page(facts: &Facts, manifest: &Manifest) -> Page {
    let (asked, warnings) = page::precision(manifest, "win rate");
    let fighters = fighters(facts);
    let noise = |of: &&Entrant| match facts.fair {
        Some(_) if !of.significant => "within noise",
        _ => "",
    };
    let sorted = facts.by_wins();
    let mut brief = fighters.only(&brief_columns(&fighters));
    brief.push(
        "",
        Unit::Word,
        "",
        sorted.iter().map(noise).map(str::to_owned),
    );
    let fair = facts
        .fair
        .map(|fair| format!("The fair share is {}.", with_sign(fair, 1)));
    Page {
        headline: verdict::headline(facts),
        verdict: verdict::verdict(facts),
        judgement: verdict::judgement(facts),
        warnings,
        brief: Brief {
            played: format!("{} games", grouped(manifest.games)),
            tables: vec![(String::new(), brief)],
            told: fair.into_iter().collect(),
            next: vec![format!(
                "gong watch {} --seed {} --game 0",
                manifest.watch, manifest.seed
            )],
        },
        sections: vec![
            Section::Charts(charts::all(facts)),
            Section::Tables(tables(facts, fighters)),
            Section::Played(asked),
            Section::Provenance,
        ],
        colours: facts.people.colours(),
    }
}

fn tables(facts: &Facts, fighters: Table) -> Vec<Table> {
    let mut tables = vec![fighters];
    tables.extend(facts.of_form(Form::Time).map(|(m, _)| rounds(facts, m)));
    tables.extend(facts.of_form(Form::Class).map(|(m, _)| classes(facts, m)));
    tables.extend(game(facts));
    tables.extend(
        [
            places(facts),
            seats(facts),
            matchups(facts),
            things(facts),
            lengths(facts),
        ]
        .into_iter()
        .flatten(),
    );
    tables
}

/// A table of entrants, each with its colour, in this order.
fn of_entrants(id: &str, title: &str, meaning: impl Into<String>, entrants: &[&Entrant]) -> Table {
    Table::new(id, title, meaning)
        .with(
            "Fighter",
            Unit::Word,
            entrants.iter().map(|of| of.label.clone()),
        )
        .coloured(entrants.iter().map(|of| of.who.colour.clone()))
}

/// What a terminal is shown of the fighters.
fn brief_columns(fighters: &Table) -> Vec<&str> {
    let shown = |name: &&str| {
        let own = ["Fighter", "Win rate %", "±", "vs fair"].contains(name);
        own || [MEAN, NEVER].iter().any(|begin| name.starts_with(begin))
    };
    let names = fighters.columns.iter().map(|column| column.name.as_str());
    names.filter(shown).collect()
}

/// Columns of a measure in the table of fighters begin so.
const MEAN: &str = "Mean ";
const NEVER: &str = "Never ";

fn fighters(facts: &Facts) -> Table {
    let sorted = facts.by_wins();
    let all = || sorted.iter();
    let half = all()
        .map(|of| of.all.half_width())
        .fold(f64::INFINITY, f64::min);
    let share = Unit::Share(decimals(half));
    let fair = facts.fair.map_or(String::new(), |fair| {
        format!(
            " “vs fair”: percentage points against the fair share of {}.",
            with_sign(fair, 1)
        )
    });
    let mut table = of_entrants(
        "fighters",
        "Fighters",
        format!(
            "Win rate in % of games, with its interval.{fair} Means of a game; “never”: in % of games, that the round of it does not come; the mean round over the games in which it comes."
        ),
        &sorted,
    );
    if all().any(|of| of.all.team.is_some()) {
        table = table.with("Team", Unit::Ordinal, all().map(|of| of.all.team));
    }
    table = table
        .with("Games", Unit::Count, all().map(|of| of.all.games))
        .with("Win rate %", share, all().map(|of| of.all.win_rate))
        .plus_minus(all().map(|of| of.all.half_width()));
    if facts.fair.is_some() {
        let verdict = |of: &&Entrant| match (of.significant, of.all.off() > Some(0.0)) {
            (false, _) => "within noise",
            (true, true) => "above",
            (true, false) => "below",
        };
        table = table
            .with("vs fair", Unit::Points(1), all().map(|of| of.all.off()))
            .with(
                "Verdict",
                Unit::Word,
                all().map(|of| verdict(of).to_owned()),
            );
    }
    let times = facts.of_form(Form::Time).count();
    for (m, measure) in facts.measured.entrants.iter().enumerate() {
        // Where there are several, each says which it is.
        let which = |begin: &str| match times {
            1 => begin.to_owned(),
            _ => format!("{begin} {}", measure.event()),
        };
        table = match measure.form {
            Form::Amount => table
                .with(
                    format!("{MEAN}{}", measure.short()),
                    Unit::Number(2, ""),
                    all().map(|of| of.mean(m)),
                )
                .with(
                    format!("Median {}", measure.short()),
                    Unit::Number(0, ""),
                    all().map(|of| of.summary(m)?.p50),
                ),
            Form::Time => table
                .with(
                    format!("{} %", which(NEVER.trim())),
                    Unit::Share(0),
                    all().map(|of| Some(of.time(m)?.1)),
                )
                .with(
                    which(&format!("{MEAN}round")),
                    Unit::Number(1, "rounds"),
                    all().map(|of| of.mean_round(m)),
                ),
            Form::Flag => table.with(
                format!("{} %", capital(&measure.words)),
                Unit::Share(1),
                all().map(|of| match of.values.get(m) {
                    Some(Values::Flag(flag)) => flag.rate,
                    _ => None,
                }),
            ),
            Form::Class => table,
        };
    }
    table
}

/// When a time comes: its hazard by round.
fn rounds(facts: &Facts, m: usize) -> Table {
    /// More rounds are told in steps.
    const MOST: usize = 24;
    let measure = &facts.measured.entrants[m];
    let sorted = facts.sorted_by(|of| Some(of.time(m)?.1));
    let longest = usize::from(facts.longest());
    let event = measure.event();
    let left_out = if longest > MOST {
        format!(
            " The first {MOST} rounds; all are in tables/{}.parquet.",
            measure.table
        )
    } else {
        String::new()
    };
    let mut table = of_entrants(
        &measure.table,
        &format!("When it comes: {event}"),
        format!(
            "The risk of {event} by round, in % of the games in which it may come in that round; and the share of all games without it.{left_out}"
        ),
        &sorted,
    );
    for round in 0..longest.min(MOST) {
        let hazard = sorted.iter().map(|of| of.time(m)?.0.get(round)?.hazard);
        table = table.with(format!("Round {}", round + 1), Unit::Share(1), hazard);
    }
    table.with(
        "Never %",
        Unit::Share(1),
        sorted.iter().map(|of| Some(of.time(m)?.1)),
    )
}

fn classes(facts: &Facts, m: usize) -> Table {
    let measure = &facts.measured.entrants[m];
    let all: Vec<&Entrant> = facts.entrants.iter().collect();
    let mut table = of_entrants(
        &measure.table,
        &capital(&measure.words),
        "Share of games by class, in %.",
        &all,
    );
    for (c, class) in measure.classes.iter().enumerate() {
        let share = |of: &&Entrant| match of.values.get(m) {
            Some(Values::Class(rows)) => Some(rows.get(c)?.share),
            _ => None,
        };
        table = table.with(class, Unit::Share(1), all.iter().map(share));
    }
    table
}

/// The game's own measures, a line each.
fn game(facts: &Facts) -> Option<Table> {
    let said = |(measure, values): (_, &Values)| {
        let measure: &crate::report::measured::Measure = measure;
        let said = match values {
            Values::Amount(_, summary) => {
                format!("mean {:.2}, median {}", summary.mean?, summary.p50?)
            }
            Values::Time(_, never) => format!("never in {} of the games", with_sign(*never, 1)),
            Values::Flag(flag) => format!("in {} of the games", with_sign(flag.rate?, 1)),
            Values::Class(rows) => {
                let shares = rows
                    .iter()
                    .map(|row| format!("{} {}", row.value, with_sign(row.share, 1)));
                shares.collect::<Vec<_>>().join(", ")
            }
        };
        Some((capital(&measure.words), said))
    };
    let lines: Vec<_> = facts
        .measured
        .game
        .iter()
        .zip(&facts.game)
        .filter_map(said)
        .collect();
    let table = Table::new("game", "The game", "What is measured of the game itself.")
        .with(
            "Measure",
            Unit::Word,
            lines.iter().map(|line| line.0.clone()),
        )
        .with(
            "In all games",
            Unit::Word,
            lines.iter().map(|line| line.1.clone()),
        );
    (!lines.is_empty()).then_some(table)
}

fn places(facts: &Facts) -> Option<Table> {
    let places = facts
        .entrants
        .iter()
        .map(|of| of.places.len())
        .max()
        .unwrap_or(0);
    let sorted = facts.by_wins();
    let mut table = of_entrants(
        "places",
        "Places",
        "Share of games by place, in %. Place 1 wins.",
        &sorted,
    );
    for place in 0..places {
        let share = sorted.iter().map(|of| of.places.get(place).copied());
        table = table.with(format!("Place {}", place + 1), Unit::Share(1), share);
    }
    (places > 2).then_some(table)
}

fn seats(facts: &Facts) -> Option<Table> {
    let all = || facts.entrants.iter().flat_map(|of| &of.seats);
    let mut seats: Vec<(Option<u8>, Option<u8>)> = all().map(|of| (of.team, of.seat)).collect();
    seats.sort_unstable();
    seats.dedup();
    let half = all().map(|of| of.half_width()).fold(0.0, f64::max);
    let meaning = format!(
        "Win rate in % of the games played from each seat; at worst ± {}.",
        percent(half, decimals(half))
    );
    let sorted = facts.by_wins();
    let mut table = of_entrants("seats", "Win rate by seat", meaning, &sorted);
    for (team, seat) in seats {
        let number = seat.unwrap_or(0);
        let name = team.map_or(format!("Seat {number}"), |team| {
            format!("Team {team}, seat {number}")
        });
        let rate = |of: &&Entrant| {
            let found = of
                .seats
                .iter()
                .find(|row| (row.team, row.seat) == (team, seat));
            found?.win_rate
        };
        table = table.with(name, Unit::Share(1), sorted.iter().map(rate));
    }
    facts
        .entrants
        .iter()
        .any(|of| of.seats.len() > 1)
        .then_some(table)
}

fn matchups(facts: &Facts) -> Option<Table> {
    let met = || facts.meetings.iter();
    let name = |key: &str| facts.people.get(key).name;
    let games = |met: &super::tables::Matchup| met.games.max(1) as f64;
    let mut table = Table::new(
        "matchups",
        "Who against whom",
        "Every pair of opponents, over the games in which both play.",
    )
    .with(
        "Fighter",
        Unit::Word,
        met().map(|(met, _)| name(&met.entrant)),
    )
    .coloured(met().map(|(met, _)| facts.people.get(&met.entrant).colour))
    .with(
        "Opponent",
        Unit::Word,
        met().map(|(met, _)| name(&met.opponent)),
    )
    .with("Games", Unit::Count, met().map(|(met, _)| met.games));
    if facts.fair.is_some() {
        table = table.with(
            "Finishes ahead %",
            Unit::Share(1),
            met().map(|(met, _)| met.finished_ahead as f64 / games(met)),
        );
    }
    for (m, measure) in facts.measured.pairs.iter().enumerate() {
        table = match measure.form {
            Form::Flag => table.with(
                format!("{}, per 100", capital(&measure.words)),
                Unit::Share(1),
                met().map(|(met, values)| values[m] / games(met)),
            ),
            _ => table.with(
                format!("{} taken a game", measure.short()),
                Unit::Number(2, ""),
                met().map(|(_, values)| values[m]),
            ),
        };
    }
    (!facts.meetings.is_empty()).then_some(table)
}

fn things(facts: &Facts) -> Option<Table> {
    let [thing, things] = &facts.measured.thing;
    let all = || {
        let used = facts
            .entrants
            .iter()
            .flat_map(|of| of.things.iter().map(move |thing| (of, thing)));
        used.filter(|(_, thing)| thing.plays > 0)
    };
    let mut table = Table::new(things.clone(), capital(things), format!("How often a {thing} is used (per 100 games of its fighter) and when, in the mean; then what one use does."))
        .with("Fighter", Unit::Word, all().map(|(of, _)| of.label.clone()))
        .coloured(all().map(|(of, _)| of.who.colour.clone()))
        .with(capital(thing), Unit::Word, all().map(|(_, thing)| thing.name.clone()))
        .with("Used per 100", Unit::Share(1), all().map(|(of, thing)| of.use_of(thing)))
        .with("Mean round", Unit::Number(1, "rounds"), all().map(|(_, thing)| thing.rounds as f64 / thing.plays as f64));
    for (m, measure) in facts.measured.things.iter().enumerate() {
        let mean = all().map(|(_, thing)| thing.sums[m] as f64 / thing.plays as f64);
        table = table.with(capital(&measure.words), Unit::Number(2, ""), mean);
    }
    (table.height() > 0).then_some(table)
}

fn lengths(facts: &Facts) -> Option<Table> {
    let all = || facts.lengths.iter();
    Some(
        Table::new(
            "lengths",
            "Length of the games",
            "Games by the number of rounds that they lasted.",
        )
        .with("Rounds", Unit::Ordinal, all().map(|row| row.rounds))
        .with("Games", Unit::Count, all().map(|row| row.games))
        .with("Share %", Unit::Share(1), all().map(|row| row.share)),
    )
}
