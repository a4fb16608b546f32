//! The tables on the report's page of `gong run`, and those that the terminal shows.

use super::facts::{EntrantFacts, GroupFacts, RunFacts, ThingUses};
use super::games::Counts;
use super::rows::Meeting;
use crate::report::measured::{MeasureNote, ROUND_OUT};
use crate::report::shared::{ADJUSTED, WithoutLuck, share};
use crate::report::table::{RowLines, Table, Unit};
use crate::report::words::{capital, grouped, the_bots, with_sign};
use crate::stats::Form;

/// Builds the tables of the report's page.
pub fn all(facts: &RunFacts) -> Vec<Table> {
    let sorted = facts.by_leading_wins();
    let mut tables = vec![groups(facts), fighters(facts)];
    tables.extend(facts.of_form(Form::Class).map(|(m, measure)| classes(facts, m, measure)));
    tables.extend([game(facts), places(facts, &sorted), seats(facts, &sorted)]);
    tables.extend([matchups(facts), things(facts), lengths(facts)]);
    tables
}

/// Returns the tables that the terminal shows, each with the line above it.
pub fn briefs(facts: &RunFacts) -> Vec<(String, Table)> {
    let sorted = facts.by_leading_wins();
    let noise = |of: &&EntrantFacts| match (facts.fair, of.judged.check()) {
        (Some(_), Some(check)) => check.name(),
        (Some(_), None) if of.judged.off(&facts.bots).is_empty() => "within noise",
        _ => "",
    };
    let brief = fighters(facts).for_terminal().of(&sorted).word("", noise);
    let brief = brief.preferred(|of| of.own_values).table;
    let [own_rate, _] = own_headings(facts);
    let brief = brief.last_after(if facts.fair.is_some() { "vs fair" } else { &own_rate });
    let bots = the_bots(&facts.bots);
    let whose = match (&facts.reference, facts.fair) {
        (None, _) => String::new(),
        (Some((reference, _)), Some(_)) => {
            format!("“vs fair” is that of “{reference}”; the numbers after it are those of {bots}.")
        }
        (Some(_), None) => format!("The numbers after “{own_rate}” are those of {bots}."),
    };
    let groups = (facts.groups.len() > 1).then(|| (String::new(), groups(facts).for_terminal()));
    groups.into_iter().chain([(whose, brief)]).collect()
}

/// Returns the headings of the columns with the win rates of the run's own bot, and with its number
/// of games.
fn own_headings(facts: &RunFacts) -> [String; 2] {
    match (&facts.reference, facts.bots.as_slice()) {
        (Some(_), [bot]) => [format!("{bot} %"), format!("Games, {bot}")],
        _ => ["Win rate %", "Games"].map(str::to_owned),
    }
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

/// Builds the table of all fighters with their results.
fn fighters(facts: &RunFacts) -> Table {
    let sorted = facts.by_leading_wins();
    let title = capital(facts.people.several());
    let names = ("fighters", title.as_str());
    let mut table = of_entrants(facts, names, about_fighters(facts), &sorted).in_terminal();
    if sorted.iter().any(|of| of.judged.own.row.team.is_some()) {
        table = table.with("Team", Unit::Ordinal, |of| of.judged.own.row.team);
    }
    if let Some((reference, _)) = &facts.reference {
        table = table
            .with(format!("{reference} %"), Unit::Share(1), |of| {
                of.judged.reference.as_ref()?.row.value
            })
            .in_terminal()
            .plus_minus(|of| Some(of.judged.reference.as_ref()?.margin_of_error()))
            .with(format!("Games, {reference}"), Unit::Count, |of| {
                Some(of.judged.reference.as_ref()?.row.games)
            });
    }
    let [own_rate, own_games] = own_headings(facts);
    table = table
        .with(own_rate, Unit::Share(1), |of| of.wins.win_rate)
        .in_terminal()
        .plus_minus(|of| of.wins.margin_of_error())
        .with(own_games, Unit::Count, |of| of.wins.games);
    if sorted.iter().any(|of| of.adjusted.is_some()) {
        table = table
            .with(ADJUSTED, Unit::Share(1), |of| Some(of.adjusted.as_ref()?.adjusted))
            .in_terminal()
            .plus_minus(|of| Some(of.adjusted.as_ref()?.margin_of_error()))
            .with("Worth so many games", Unit::Number(1, "times"), |of| {
                Some(of.adjusted.as_ref()?.saving)
            });
    }
    if facts.fair.is_some() {
        table = table
            .with("vs fair", Unit::Points(1), |of| of.judged.leading().off())
            .in_terminal()
            .word("Verdict", |of| of.judged.words());
    }
    // If there are several columns with mean rounds, each heading names its event.
    let several = facts.of_form(Form::Time).count() > 1;
    for (m, measure) in facts.own.measured.entrants.iter().enumerate() {
        let counts = |of: &&EntrantFacts| facts.counts(of, m);
        table = match measure.form {
            Form::Amount => table
                .with(format!("Mean {}", measure.short()), Unit::Number(2, ""), |of| {
                    counts(of).mean()
                })
                .in_terminal()
                .with(format!("Median {}", measure.short()), Unit::Number(0, ""), |of| {
                    counts(of).percentile(50)
                }),
            Form::Time => {
                let mean = match several {
                    true => format!("{ROUND_OUT}, {}", measure.event()),
                    false => ROUND_OUT.to_owned(),
                };
                table
                    .with(never(measure), Unit::Share(0), |of| counts(of).without_event())
                    .in_terminal()
                    .with(mean, Unit::Number(1, "rounds"), |of| counts(of).mean_round())
                    .in_terminal()
            }
            Form::Flag => {
                let heading = format!("{} %", capital(&measure.words));
                table.with(heading, Unit::Share(1), |of| {
                    share(counts(of).games[1], counts(of).all())
                })
            }
            Form::Class => table,
        };
    }
    table.table
}

/// Describes the table of all fighters.
fn about_fighters(facts: &RunFacts) -> String {
    let (who, bots) = (facts.people.word(), the_bots(&facts.bots));
    let mut about = format!("Win rate of each {who} in % of its games, with confidence interval.");
    if let Some(fair) = facts.fair {
        let fair = with_sign(fair, 1);
        about +=
            &format!(" “vs fair”: win rate minus the fair share of {fair}, in percentage points.");
    }
    about += " All measures except the win rate are per game.";
    about.extend(facts.of_form(Form::Amount).map(|(_, measure)| measure.abbreviation()));
    for (_, measure) in facts.of_form(Form::Time) {
        let (never, event) = (never(measure), measure.event());
        about += &format!(
            " “{never}”: share of games without {event} of the {who}. “{ROUND_OUT}”: mean round of \
             {event}, in games with {event} of the {who}."
        );
    }
    if let Some((reference, games)) = &facts.reference {
        about += &format!(
            " “{reference} %”: win rate of each {who} if the reference player plays every seat in \
             the first {} of these games; it is luck-adjusted if there are enough games. “Games, \
             {reference}”: number of these games in which the {who} plays. All other numbers are \
             those of {bots}.",
            grouped(*games)
        );
        if facts.fair.is_some() {
            about += &format!(
                " “Verdict”: that of the reference player where its win rate differs significantly \
                 from the fair share, otherwise that of {bots}. “Confirmed”, “opposite”: the other \
                 win rate differs significantly, too, on the same or on the other side. “Reference \
                 only”, “undecided”: only the reference player’s, or only that of {bots}."
            );
        }
    }
    let luck = WithoutLuck::note(facts.entrants.iter().filter_map(|of| of.adjusted.as_ref()));
    luck.map_or(about.clone(), |luck| format!("{about} {luck}"))
}

/// Builds the table of the groups: factions, or the party of a cooperative game.
fn groups(facts: &RunFacts) -> Table {
    let [own, _] = own_headings(facts);
    let names: Vec<&str> = facts.groups.iter().map(|of| of.label.as_str()).collect();
    let (title, meaning) = match facts.party() {
        Some(_) => (
            "Difficulty".to_owned(),
            "Win rate in % if one bot plays every seat. The difficulty of the game depends on \
             the bot; the command gong skill compares more levels of play.",
        ),
        None => (
            names.join(" against "),
            "Share of games that each side wins, in %. “vs fair”: win rate minus the fair share \
             of the side, in percentage points.",
        ),
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
        .word("Verdict", |of| of.judged.words())
        .table
}

fn classes(facts: &RunFacts, m: usize, measure: &MeasureNote) -> Table {
    let all: Vec<&EntrantFacts> = facts.entrants.iter().collect();
    let meaning =
        format!("Share of games with each value of the measure “{}”, in %.", measure.words);
    let names = (measure.table.as_str(), capital(&measure.words));
    let mut table = of_entrants(facts, (names.0, &names.1), meaning, &all);
    for (c, class) in measure.classes.iter().enumerate() {
        table = table.with(class, Unit::Share(1), |of| {
            let counts = facts.counts(of, m);
            share(counts.games[c], counts.all())
        });
    }
    table.table
}

/// Builds the table of the measures of the game as a whole, with one row per measure.
fn game(facts: &RunFacts) -> Table {
    let words = |(m, measure): (usize, &MeasureNote)| {
        let counts: Counts = facts.own.game_counts(m);
        let of_games = |part| share(part, counts.all()).map(|share| with_sign(share, 1));
        let words = match measure.form {
            Form::Amount => {
                format!("mean {:.2}, median {}", counts.mean()?, counts.percentile(50)?)
            }
            Form::Time => format!("never in {} of the games", with_sign(counts.without_event(), 1)),
            Form::Flag => format!("in {} of the games", of_games(counts.games[1])?),
            Form::Class => {
                let classes = measure.classes.iter().zip(counts.games);
                let shares = classes
                    .filter_map(|(class, &games)| Some(format!("{class} {}", of_games(games)?)));
                shares.collect::<Vec<_>>().join(", ")
            }
        };
        Some((capital(&measure.words), words))
    };
    let measures = facts.own.measured.game.iter().enumerate();
    let lines: Vec<(String, String)> = measures.filter_map(words).collect();
    Table::new("game", "The game", "Measures of the game as a whole.")
        .of(&lines)
        .word("Measure", |line| &line.0)
        .word("In all games", |line| &line.1)
        .table
}

fn places(facts: &RunFacts, sorted: &[&EntrantFacts]) -> Table {
    let places = facts.own.cast.sides;
    let shown = if facts.fair.is_some() && places > 2 { sorted } else { &[] };
    let meaning = format!(
        "Share of games that each {} finished in each place, in %. Place 1 wins.",
        facts.people.word()
    );
    let mut table = of_entrants(facts, ("places", "Places"), meaning, shown);
    for place in 1..=places {
        table = table.with(format!("Place {place}"), Unit::Share(1), |of| {
            let games = facts.own.tally.placements(of.index);
            share(games[place], games.iter().sum())
        });
    }
    table.table
}

fn seats(facts: &RunFacts, sorted: &[&EntrantFacts]) -> Table {
    let rates = |of: &&EntrantFacts| facts.own.seats(of.index);
    let seats = sorted.iter().flat_map(rates).map(|(team, seat, _)| (team, seat));
    let mut seats: Vec<(Option<u8>, u8)> = seats.collect();
    seats.sort_unstable();
    seats.dedup();
    let meaning =
        format!("Win rate of each {} in % of its games in each seat.", facts.people.word());
    let shown = if sorted.iter().any(|of| rates(of).len() > 1) { sorted } else { &[] };
    let mut table = of_entrants(facts, ("seats", "Win rate by seat"), meaning, shown);
    for (team, seat) in seats {
        let name = team.map_or(format!("Seat {seat}"), |team| format!("Team {team}, seat {seat}"));
        table = table.with(name, Unit::Share(1), |of| {
            let found = rates(of).into_iter().find(|row| (row.0, row.1) == (team, seat));
            found.map(|(.., won)| won.rate())
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
        .word(people.heading(), |(of, _)| people.get(&of.entrant).name)
        .coloured(|(of, _)| people.get(&of.entrant).colour)
        .word("Opponent", |(of, _)| people.get(&of.opponent).name)
        .with("Games", Unit::Count, |(of, _)| of.games);
    if facts.fair.is_some() {
        table = table.with("Finishes ahead %", Unit::Share(1), |(of, _)| {
            of.finished_ahead as f64 / of.games as f64
        });
    }
    for (m, measure) in facts.own.measured.pairs.iter().enumerate() {
        let (words, short) = (capital(&measure.words), measure.short());
        let (name, unit) = match measure.form {
            Form::Flag => (format!("{words}, per 100"), Unit::Share(1)),
            _ => (format!("{short} taken a game"), Unit::Number(2, "")),
        };
        table = table
            .with(name, unit, |(of, sums): &(Meeting, Vec<u64>)| sums[m] as f64 / of.games as f64);
    }
    table.table
}

/// Builds the table of the things that some entrant uses at least 0.05 times per 100 games.
fn things(facts: &RunFacts) -> Table {
    let [thing, things] = &facts.own.measured.thing;
    let used = || facts.entrants.iter().flat_map(|of| of.things.iter().map(move |use_| (of, use_)));
    let is_used = |name: &str| used().any(|(_, of)| of.name == name && of.per_game >= 0.0005);
    let used: Vec<_> = used().filter(|(_, of)| is_used(&of.name)).collect();
    let meaning = format!(
        "How often a {} uses each {thing} per 100 games. The column “Used in round” shows the mean \
         round in which the {thing} is used. All effects are means per use of the {thing}; they do \
         not show causes.",
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
    table = table.with("Used per 100", Unit::Share(1), |(_, thing)| thing.per_game).with(
        "Used in round",
        Unit::Number(1, "rounds"),
        |(_, thing)| thing.round,
    );
    for (m, measure) in facts.own.measured.things.iter().enumerate() {
        let mean = |(_, thing): &(_, &ThingUses)| thing.means[m];
        table = table.with(capital(&measure.words), Unit::Number(2, ""), mean);
    }
    table.table
}

fn lengths(facts: &RunFacts) -> Table {
    let lengths: Vec<(u16, u64)> = facts.own.tally.lengths().collect();
    let meaning = "Number of games by their length in rounds.";
    Table::new("lengths", "Length of the games", meaning)
        .of(&lengths)
        .with("Rounds", Unit::Ordinal, |(rounds, _)| *rounds)
        .with("Games", Unit::Count, |(_, games)| *games)
        .with("Share %", Unit::Share(1), |(_, games)| share(*games, facts.games()))
        .table
}
