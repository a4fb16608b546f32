//! The tables on the report's page of `gong run`. The terminal shows columns of the first.

use super::facts::{Line, RunFacts};
use super::games::Counts;
use super::rows::Uses;
use crate::questions::players::rates;
use crate::report::Manifest;
use crate::report::measured::{MeasureNote, ROUND_OUT};
use crate::report::shared::{Wins, share};
use crate::report::table::{RowLines, Table, Unit};
use crate::report::words::{capital, the_bots};
use crate::stats::Form;

/// Builds the tables of the report's page.
pub fn all(facts: &RunFacts, manifest: &Manifest) -> Vec<Table> {
    vec![lines(facts), game(facts), seats(facts), things(facts, manifest)]
}

/// Returns the heading of the column with the share of games in which an event never occurs, such
/// as "Survives %".
fn never(time: &MeasureNote) -> String {
    match time.never.as_str() {
        "" => format!("No {} %", time.event()),
        never => format!("{} %", capital(never)),
    }
}

/// Builds the table of all groups and fighters with their results.
pub fn lines(facts: &RunFacts) -> Table {
    let lines = facts.lines();
    let title = capital(facts.people.several());
    let table = Table::new("fighters", title, about_lines(facts))
        .of(&lines)
        .word(facts.people.heading(), |line| &line.label)
        .coloured(|line| &line.colour)
        .in_terminal()
        .preferred(|line| line.is_preferred);
    let headings = match &facts.reference {
        Some((reference, _)) => {
            vec![format!("{reference} %"), format!("{} %", facts.bots.join(", "))]
        }
        None => vec!["Win rate %".to_owned()],
    };
    let mut table = rates::columns(table, &headings, |line, i| facts.rates(line)[i]);
    if facts.fair.is_some() {
        table = table
            .with("vs fair", Unit::Points(1), |line| line.judged.leading().off())
            .in_terminal()
            .word("Verdict", |line| line.judged.words())
            .in_terminal();
    }
    table = table.with("Games", Unit::Count, |line| line.judged.own.row.games);
    measure_columns(table, &facts.own.measured.entrants, |line, m| facts.counts(line, m)).table
}

/// Adds columns with the values of all measures. `counts` returns those of a row and a measure.
fn measure_columns<'a, 'c, R>(
    mut table: RowLines<'a, R>,
    measures: &[MeasureNote],
    counts: impl Fn(&'a R, usize) -> Option<Counts<'c>>,
) -> RowLines<'a, R> {
    // If there are several columns with mean rounds, each heading names its event.
    let several = measures.iter().filter(|measure| measure.form == Form::Time).count() > 1;
    for (m, measure) in measures.iter().enumerate() {
        let part = |row, value: usize| {
            let counts = counts(row, m)?;
            share(counts.games[value], counts.all())
        };
        let same = measures.iter().filter(|other| other.short() == measure.short()).count();
        let short = if same > 1 { &measure.words } else { measure.short() };
        table = match measure.form {
            Form::Amount => table
                .with(format!("Mean {short}"), Unit::Number(2, ""), |row| counts(row, m)?.mean())
                .in_terminal()
                .with(format!("Median {short}"), Unit::Number(0, ""), |row| {
                    counts(row, m)?.percentile(50)
                }),
            Form::Time => {
                let event = if several { format!(", {}", measure.event()) } else { String::new() };
                table
                    .with(never(measure), Unit::Share(0), |row| {
                        Some(counts(row, m)?.without_event())
                    })
                    .in_terminal()
                    .with(format!("{ROUND_OUT}{event}"), Unit::Number(1, "rounds"), |row| {
                        counts(row, m)?.mean_round()
                    })
                    .in_terminal()
            }
            Form::Flag => {
                let heading = format!("{} %", capital(&measure.words));
                table.with(heading, Unit::Share(1), |row| part(row, 1))
            }
            Form::Class => measure.classes.iter().enumerate().fold(table, |table, (c, class)| {
                table.with(format!("{} %", capital(class)), Unit::Share(1), |row| part(row, c))
            }),
        };
    }
    table
}

/// Describes the table of all groups and fighters.
fn about_lines(facts: &RunFacts) -> String {
    let mut about = "Win rate in % of the games.".to_owned();
    if facts.fair.is_some() {
        about += " “vs fair”: win rate minus the fair share, in percentage points.";
    }
    about.extend(facts.of_form(Form::Amount).map(|(_, measure)| measure.abbreviation()));
    for (_, measure) in facts.of_form(Form::Time) {
        let (never, event) = (never(measure), measure.event());
        about += &format!(
            " “{never}”: share of games without {event}. “{ROUND_OUT}”: mean round of {event}, in \
             games with {event}."
        );
    }
    about + " " + &whose(facts)
}

/// Says whose numbers the table of all groups and fighters shows; empty without a reference player.
pub fn whose(facts: &RunFacts) -> String {
    let bots = the_bots(&facts.bots);
    match (&facts.reference, facts.fair) {
        (None, _) => String::new(),
        (Some(_), None) => format!("The numbers after the win rates are those of {bots}."),
        (Some((reference, _)), Some(_)) => {
            format!("“vs fair” is that of “{reference}”; the numbers after it are those of {bots}.")
        }
    }
}

/// Builds the table of the measures of the game as a whole, if it has any.
fn game(facts: &RunFacts) -> Table {
    let measures = &facts.own.measured.game;
    let rows = if measures.is_empty() { &[][..] } else { &[()] };
    let table = Table::new("game", "The game", "Measures of the game as a whole.").of(rows);
    measure_columns(table, measures, |_, m| Some(facts.own.game_counts(m))).table
}

/// Builds the table of the win rates by seat; without rows in a cooperative game, and if each
/// fighter has a seat of its own.
fn seats(facts: &RunFacts) -> Table {
    let own = &facts.own;
    let slots = own.cast.slots.iter().enumerate();
    let seats =
        slots.map(|(s, slot)| (slot.team, slot.seat, Wins::of(&own.tally.of_slot(s), own.level)));
    let mut seats: Vec<(Option<u8>, u8, Wins)> = seats.collect();
    // All fighters of one seat win together.
    seats.sort_by_key(|(team, seat, _)| (*team, *seat));
    seats.dedup_by_key(|(team, seat, _)| (*team, *seat));
    seats.retain(|(.., wins)| wins.games > 0 && facts.fair.is_some() && !facts.has_fixed_seats());
    Table::new("seats", "Win rate by seat", "Win rate of all that play in the seat, in %.")
        .of(&seats)
        .word("Seat", |(team, seat, _)| match team {
            Some(team) => format!("Team {team}, seat {seat}"),
            None => format!("Seat {seat}"),
        })
        .with("Win rate %", Unit::Share(1), |(.., wins)| wins.win_rate)
        .plus_minus(|(.., wins)| wins.margin_of_error())
        .table
}

/// The uses of one thing by one entrant, by round, with the sums of their measures.
type ThingUses<'a> = (&'a Line, Vec<(Uses, &'a [u64])>);

/// Builds the table of the things that an entrant uses at least 0.05 times per 100 games.
fn things(facts: &RunFacts, manifest: &Manifest) -> Table {
    let [thing, things] = &facts.own.measured.thing;
    let entrants = facts.entrants.iter();
    let entrants = entrants.filter_map(|line| Some((line, facts.own.uses(line.entrant?))));
    let uses = entrants.flat_map(|(line, uses)| {
        let things = uses.chunk_by(|(one, _), (next, _)| one.thing == next.thing);
        things.map(|uses| (line, uses.to_vec())).collect::<Vec<ThingUses>>()
    });
    let plays = |(_, uses): &ThingUses<'_>| uses.iter().map(|(of, _)| of.plays).sum();
    let per_game = |of: &ThingUses<'_>| share(plays(of), of.0.judged.own.row.games);
    let uses: Vec<ThingUses> = uses.filter(|of| per_game(of) >= Some(0.0005)).collect();
    let about = |(line, uses): &ThingUses<'_>| {
        let key = &line.judged.own.row.subject;
        let note = manifest.fighters.iter().find(|note| note.key == *key)?;
        note.things.get(&uses[0].0.thing).cloned()
    };
    let meaning = format!("The last columns are means per use of the {thing}.");
    let mut table = Table::new(things, capital(things), meaning)
        .of(&uses)
        .word(facts.people.heading(), |(line, _)| &line.label)
        .coloured(|(line, _)| &line.colour)
        .word(capital(thing), |(_, uses)| &uses[0].0.thing);
    if uses.iter().any(|of| about(of).is_some()) {
        table = table.word("What it is", |of| about(of).unwrap_or_default());
    }
    table = table.with("Used per 100 games", Unit::Share(1), per_game).with(
        "Used in round",
        Unit::Number(1, "rounds"),
        |of| {
            share(of.1.iter().map(|(uses, _)| u64::from(uses.round) * uses.plays).sum(), plays(of))
        },
    );
    for (m, measure) in facts.own.measured.things.iter().enumerate() {
        table = table.with(capital(&measure.words), Unit::Number(2, ""), |of| {
            share(of.1.iter().map(|(_, sums)| sums[m]).sum(), plays(of))
        });
    }
    table.table
}
