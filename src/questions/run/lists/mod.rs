//! The tables on the report's page of `gong run`.

pub mod fighters;

use super::facts::{EntrantFacts, GroupFacts, RunFacts, ThingUses};
use super::rows::{MeasureRows, Meeting};
use crate::report::measured::MeasureNote;
use crate::report::table::{RowLines, Table, Unit};
use crate::report::words::{capital, decimals, percent, with_sign};
use crate::stats::Form;

/// Builds the tables of the report's page; `sorted` holds the entrants in the order of their win
/// rates.
pub fn all(facts: &RunFacts, fighters: Table, sorted: &[&EntrantFacts]) -> Vec<Table> {
    let mut tables = vec![groups(facts), fighters];
    tables.extend(facts.of_form(Form::Time).map(|(m, _)| rounds(facts, m)));
    tables.extend(facts.of_form(Form::Class).map(|(m, _)| classes(facts, m)));
    tables.extend([
        game(facts),
        places(facts, sorted),
        seats(facts, sorted),
        matchups(facts),
        things(facts),
        lengths(facts),
    ]);
    tables
}

/// A table under construction, with one row per entrant.
type EntrantLines<'a> = RowLines<'a, &'a EntrantFacts>;

/// Creates a table with one row per entrant, marked with the entrant's colour.
fn of_entrants<'a>(
    facts: &RunFacts,
    (id, title): (&str, &str),
    meaning: impl Into<String>,
    entrants: &'a [&'a EntrantFacts],
) -> EntrantLines<'a> {
    Table::new(id, title, meaning)
        .of(entrants)
        .word(facts.people.heading(), |of| &of.label)
        .coloured(|of| &of.who.colour)
}

/// Returns the heading of the column with the share of games in which an event never occurs, such
/// as "Survives %".
fn never(time: &MeasureNote) -> String {
    match time.never.as_str() {
        "" => format!("No {} %", time.event()),
        never => format!("{} %", capital(never)),
    }
}

/// Builds the table of how likely an event is for each entrant in each round: the share of games
/// with the event, among the games in which it could still occur.
fn rounds(facts: &RunFacts, m: usize) -> Table {
    /// Maximum number of rounds that the table of an event shows, beginning with the first round.
    const MOST: usize = 24;
    let measure = &facts.measured.entrants[m];
    let sorted = facts.sorted_by(|of| Some(of.time(m)?.1));
    let longest = usize::from(facts.longest());
    let (event, name) = (measure.event(), &measure.table);
    let left_out = match longest > MOST {
        true => {
            format!(
                " The table shows the first {MOST} rounds; the file tables/{name}.parquet has all \
                 rounds."
            )
        }
        false => String::new(),
    };
    let meaning = format!(
        "{}. Risk of {event} of the {who} in each round, in % of the games in which this {event} \
         is still possible. The last column is the share of all games without {event} of the \
         {who}.{left_out}",
        capital(&measure.words),
        who = facts.people.word()
    );
    let title = format!("Round of {event}");
    let mut table = of_entrants(facts, (name, &title), meaning, &sorted);
    for round in 0..longest.min(MOST) {
        let hazard = |of: &&EntrantFacts| of.time(m)?.0.get(round)?.hazard;
        table = table.with(format!("Round {}", round + 1), Unit::Share(1), hazard);
    }
    table.with(never(measure), Unit::Share(1), |of| Some(of.time(m)?.1)).table
}

fn classes(facts: &RunFacts, m: usize) -> Table {
    let measure = &facts.measured.entrants[m];
    let all: Vec<&EntrantFacts> = facts.entrants.iter().collect();
    let names = (measure.table.as_str(), capital(&measure.words));
    let meaning =
        format!("Share of games with each value of the measure “{}”, in %.", measure.words);
    let mut table = of_entrants(facts, (names.0, &names.1), meaning, &all);
    for (c, class) in measure.classes.iter().enumerate() {
        table = table.with(class, Unit::Share(1), |of| match of.values.get(m)? {
            MeasureRows::Class(rows) => Some(rows.get(c)?.share),
            _ => None,
        });
    }
    table.table
}

/// Builds the table of the groups: factions, or the party of a cooperative game.
pub fn groups(facts: &RunFacts) -> Table {
    let [own, _] = fighters::own_headings(facts);
    let meaning = match facts.party() {
        Some(_) => {
            "Win rate in % if one bot plays every seat. The difficulty of the game depends on \
                    the bot; the command gong skill compares more levels of play."
        }
        None => {
            "Share of games that each side wins, in %. “vs fair”: win rate minus the fair share \
                 of the side, in percentage points."
        }
    };
    let title = match facts.party() {
        Some(_) => "Difficulty".to_owned(),
        None => {
            let names: Vec<&str> = facts.groups.iter().map(|of| of.label.as_str()).collect();
            names.join(" against ")
        }
    };
    let mut table = Table::new("groups", title, meaning)
        .of(&facts.groups)
        .word("Side", |of| &of.label)
        .coloured(|of| &of.colour)
        .in_terminal();
    if let Some((reference, _)) = &facts.reference {
        let theirs = |of: &GroupFacts| of.judged.reference.as_ref()?.row.value;
        let margin = |of: &GroupFacts| Some(of.judged.reference.as_ref()?.margin_of_error());
        table = table
            .with(format!("{reference} %"), Unit::Share(1), theirs)
            .in_terminal()
            .plus_minus(margin);
    }
    table = table
        .with(own, Unit::Share(1), |of| of.judged.own.row.value)
        .in_terminal()
        .plus_minus(|of| of.judged.own.margin_of_error());
    if facts.fair.is_none() {
        return table.table;
    }
    table
        .with("vs fair", Unit::Points(1), |of| of.judged.leading().off())
        .in_terminal()
        .word("Verdict", |of| fighters::verdict(&of.judged))
        .table
}

/// Builds the table of the measures of the game as a whole, with one row per measure.
fn game(facts: &RunFacts) -> Table {
    let said = |(measure, values): (&MeasureNote, &MeasureRows)| {
        let said = match values {
            MeasureRows::Amount(_, summary) => {
                format!("mean {:.2}, median {}", summary.mean?, summary.p50?)
            }
            MeasureRows::Time(_) => {
                let (_, never) = values.time()?;
                format!("never in {} of the games", with_sign(never, 1))
            }
            MeasureRows::Flag(flag) => format!("in {} of the games", with_sign(flag.rate?, 1)),
            MeasureRows::Class(rows) => {
                let shares =
                    rows.iter().map(|row| format!("{} {}", row.value, with_sign(row.share, 1)));
                shares.collect::<Vec<_>>().join(", ")
            }
        };
        Some((capital(&measure.words), said))
    };
    let lines: Vec<_> = facts.measured.game.iter().zip(&facts.game).filter_map(said).collect();
    Table::new("game", "The game", "Measures of the game as a whole.")
        .of(&lines)
        .word("Measure", |line| &line.0)
        .word("In all games", |line| &line.1)
        .table
}

fn places(facts: &RunFacts, sorted: &[&EntrantFacts]) -> Table {
    let places = sorted.iter().map(|of| of.places.len()).max().unwrap_or(0);
    let shown = if places > 2 { sorted } else { &[] };
    let meaning = format!(
        "Share of games that each {} finished in each place, in %. Place 1 wins.",
        facts.people.word()
    );
    let mut table = of_entrants(facts, ("places", "Places"), meaning, shown);
    for place in 0..places {
        let share = |of: &&EntrantFacts| of.places.get(place).copied();
        table = table.with(format!("Place {}", place + 1), Unit::Share(1), share);
    }
    table.table
}

fn seats(facts: &RunFacts, sorted: &[&EntrantFacts]) -> Table {
    let all = || sorted.iter().flat_map(|of| &of.seats);
    let mut seats: Vec<(Option<u8>, Option<u8>)> = all().map(|of| (of.team, of.seat)).collect();
    seats.sort_unstable();
    seats.dedup();
    let margin_of_error = all().map(|of| of.wins.margin_of_error()).fold(0.0, f64::max);
    let meaning = format!(
        "Win rate of each {} in % of its games in each seat. The margin of error of these win \
         rates is at most ± {} points.",
        facts.people.word(),
        percent(margin_of_error, decimals(margin_of_error))
    );
    let unit = Unit::Share(decimals(margin_of_error));
    let shown = if sorted.iter().any(|of| of.seats.len() > 1) { sorted } else { &[] };
    let mut table = of_entrants(facts, ("seats", "Win rate by seat"), meaning, shown);
    for (team, seat) in seats {
        let number = seat.unwrap_or(0);
        let name =
            team.map_or(format!("Seat {number}"), |team| format!("Team {team}, seat {number}"));
        table = table.with(name, unit, |of| {
            let found = of.seats.iter().find(|row| (row.team, row.seat) == (team, seat));
            found?.wins.win_rate
        });
    }
    table.table
}

fn matchups(facts: &RunFacts) -> Table {
    let people = &facts.people;
    let meaning =
        "Each row shows a pair of opponents in the games in which they play against each other.";
    let mut table = Table::new("matchups", "Who against whom", meaning)
        .of(&facts.meetings)
        .word(people.heading(), |of| people.get(&of.met.entrant).name)
        .coloured(|of| people.get(&of.met.entrant).colour)
        .word("Opponent", |of| people.get(&of.met.opponent).name)
        .with("Games", Unit::Count, |of| of.met.games);
    if facts.fair.is_some() {
        table = table.with("Finishes ahead %", Unit::Share(1), |of| {
            of.met.finished_ahead as f64 / of.met.games as f64
        });
    }
    for (m, measure) in facts.measured.pairs.iter().enumerate() {
        let (words, short) = (capital(&measure.words), measure.short());
        let (name, unit) = match measure.form {
            Form::Flag => (format!("{words}, per 100"), Unit::Share(1)),
            _ => (format!("{short} taken a game"), Unit::Number(2, "")),
        };
        table = table.with(name, unit, |of: &Meeting| of.per_game(m));
    }
    table.table
}

fn things(facts: &RunFacts) -> Table {
    let [thing, things] = &facts.measured.thing;
    let used = facts.entrants.iter().flat_map(|of| of.things.iter().map(move |thing| (of, thing)));
    let shown = facts.things_used();
    let shows = |(_, thing): &(_, &ThingUses)| thing.plays > 0 && shown.contains(&thing.name);
    let used: Vec<(&EntrantFacts, &ThingUses)> = used.filter(shows).collect();
    let meaning = format!(
        "How often a {} uses each {thing} per 100 games. The column “Used in round” shows the mean \
         round in which the {thing} is used. All effects are means per use of the {thing}.",
        facts.people.word()
    );
    let mut table = Table::new(things, capital(things), meaning)
        .of(&used)
        .word(facts.people.heading(), |(of, _)| &of.label)
        .coloured(|(of, _)| &of.who.colour)
        .word(capital(thing), |(_, thing)| &thing.name);
    if used.iter().any(|(_, thing)| !thing.about.is_empty()) {
        table = table.word("What it is", |(_, thing)| &thing.about);
    }
    table = table.with("Used per 100", Unit::Share(1), |(of, thing)| of.use_of(thing)).with(
        "Used in round",
        Unit::Number(1, "rounds"),
        |(_, thing)| thing.mean(thing.rounds),
    );
    for (m, measure) in facts.measured.things.iter().enumerate() {
        let mean = |(_, thing): &(_, &ThingUses)| thing.mean(thing.sums[m]);
        table = table.with(capital(&measure.words), Unit::Number(2, ""), mean);
    }
    table.table
}

fn lengths(facts: &RunFacts) -> Table {
    let meaning = "Number of games by their length in rounds.";
    Table::new("lengths", "Length of the games", meaning)
        .of(&facts.lengths)
        .with("Rounds", Unit::Ordinal, |row| row.rounds)
        .with("Games", Unit::Count, |row| row.games)
        .with("Share %", Unit::Share(1), |row| row.share)
        .table
}
