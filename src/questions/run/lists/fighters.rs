//! The table of all fighters with their win rates and measures, for the report's page and for the
//! terminal.

use super::{EntrantLines, never, of_entrants};
use crate::questions::judge::Judged;
use crate::questions::run::facts::{EntrantFacts, RunFacts};
use crate::questions::run::rows::MeasureRows;
use crate::report::measured::ROUND_OUT;
use crate::report::shared::{ADJUSTED, WithoutLuck};
use crate::report::standing::Standing;
use crate::report::table::{Table, Unit};
use crate::report::words::{capital, grouped, the_bots, with_sign};
use crate::stats::Form;

/// Builds the table of all fighters with their results.
pub fn table(facts: &RunFacts, sorted: &[&EntrantFacts]) -> Table {
    let title = capital(facts.people.several());
    let meaning = about(facts, sorted);
    let mut table = of_entrants(facts, ("fighters", &title), meaning, sorted).in_terminal();
    if sorted.iter().any(|of| of.all.team.is_some()) {
        table = table.with("Team", Unit::Ordinal, |of| of.all.team);
    }
    table = with_win_rates(table, facts, sorted);
    if facts.fair.is_some() {
        table = with_verdicts(table);
    }
    with_measures(table, facts).table
}

/// Describes the table of all fighters.
fn about(facts: &RunFacts, sorted: &[&EntrantFacts]) -> String {
    let fair = facts.fair.map_or(String::new(), |fair| {
        let fair = with_sign(fair, 1);
        format!(" “vs fair”: win rate minus the fair share of {fair}, in percentage points.")
    });
    let times = facts.of_form(Form::Time).map(|(_, measure)| {
        let (never, event) = (never(measure), measure.event());
        format!(
            " “{never}”: share of games without {event} of the {who}. “{ROUND_OUT}”: mean round of \
             {event}, in games with {event} of the {who}.",
            who = facts.people.word()
        )
    });
    let times: String = times.collect();
    let amounts = facts.of_form(Form::Amount);
    let units: String = amounts.map(|(_, measure)| measure.abbreviation()).collect();
    let meaning = format!(
        "Win rate of each {} in % of its games, with confidence interval.{fair} All measures \
         except the win rate are per game.{units}{times}",
        facts.people.word()
    );
    let luck = sorted.iter().filter_map(|of| of.adjusted.as_ref());
    let luck = WithoutLuck::note(luck).map(|note| format!(" {note}"));
    let reference = facts.reference.as_ref().map_or(String::new(), |(strategy, games)| {
        let (who, bots) = (facts.people.word(), the_bots(&facts.bots));
        let verdicts = match facts.fair {
            Some(_) => format!(
                " “Verdict”: that of the reference player where its win rate differs significantly \
                 from the fair share, otherwise that of {bots}. “Confirmed”, “opposite”: the other \
                 win rate differs significantly, too, on the same or on the other side. “Reference \
                 only”, “undecided”: only the reference player’s, or only that of {bots}."
            ),
            None => String::new(),
        };
        format!(
            " “{} %”: win rate of each {who} if the reference player plays every seat in the first \
             {} of these games; it is luck-adjusted if there are enough games. “Games, {}”: number \
             of these games in which the {who} plays. All other numbers are those of \
             {bots}.{verdicts}",
            strategy,
            grouped(*games),
            strategy
        )
    });
    meaning + &reference + &luck.unwrap_or_default()
}

/// Returns the headings of the columns with the win rates of the run's own bot, and with its number
/// of games.
pub fn own_headings(facts: &RunFacts) -> [String; 2] {
    match (&facts.reference, facts.bots.as_slice()) {
        (Some(_), [bot]) => [format!("{bot} %"), format!("Games, {bot}")],
        _ => ["Win rate %", "Games"].map(str::to_owned),
    }
}

/// Adds the columns of win rates, as far as they exist: with the reference player, with the run's
/// own bot, and luck-adjusted.
fn with_win_rates<'a>(
    mut table: EntrantLines<'a>,
    facts: &RunFacts,
    sorted: &[&EntrantFacts],
) -> EntrantLines<'a> {
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
        .with(own_rate, Unit::Share(1), |of| of.all.wins.win_rate)
        .in_terminal()
        .plus_minus(|of| of.all.wins.margin_of_error())
        .with(own_games, Unit::Count, |of| of.all.wins.games);
    let adjusted = || sorted.iter().filter_map(|of| of.adjusted.as_ref());
    if adjusted().next().is_none() {
        return table;
    }
    table
        .with(ADJUSTED, Unit::Share(1), |of| Some(of.adjusted.as_ref()?.adjusted))
        .in_terminal()
        .plus_minus(|of| Some(of.adjusted.as_ref()?.margin_of_error()))
        .with("Worth so many games", Unit::Number(1, "times"), |of| {
            Some(of.adjusted.as_ref()?.saving)
        })
}

/// Returns the words for a verdict: "above, confirmed", or "within noise".
pub fn verdict(of: &Judged) -> String {
    let side = |standing| match standing {
        Standing::Above => "above",
        Standing::Below => "below",
        Standing::WithinNoise | Standing::Open => "within noise",
    };
    match (of.check(), &of.reference) {
        (Some(check), Some(theirs)) if check.reference_leads() => {
            format!("{}, {}", side(theirs.standing()), check.name())
        }
        (Some(check), _) => format!("{}, {}", side(of.own.standing()), check.name()),
        (None, Some(_)) => side(Standing::Open).to_owned(),
        (None, None) => side(of.standing()).to_owned(),
    }
}

/// Adds the distance of the win rates from the fair share, and the verdicts.
fn with_verdicts(table: EntrantLines<'_>) -> EntrantLines<'_> {
    table
        .with("vs fair", Unit::Points(1), |of| of.judged.leading().off())
        .in_terminal()
        .word("Verdict", |of| verdict(&of.judged))
}

/// Adds the columns of all measures of a fighter. A terminal shows means and times.
fn with_measures<'a>(mut table: EntrantLines<'a>, facts: &RunFacts) -> EntrantLines<'a> {
    let several = facts.of_form(Form::Time).count() > 1;
    for (m, measure) in facts.measured.entrants.iter().enumerate() {
        let (short, words) = (measure.short(), capital(&measure.words));
        table = match measure.form {
            Form::Amount => table
                .with(format!("Mean {short}"), Unit::Number(2, ""), |of| of.mean(m))
                .in_terminal()
                .with(format!("Median {short}"), Unit::Number(0, ""), |of| of.summary(m)?.p50),
            Form::Time => {
                // If there are several columns with mean rounds, each heading names its event.
                let mean = match several {
                    true => format!("{ROUND_OUT}, {}", measure.event()),
                    false => ROUND_OUT.to_owned(),
                };
                table
                    .with(never(measure), Unit::Share(0), |of| Some(of.time(m)?.1))
                    .in_terminal()
                    .with(mean, Unit::Number(1, "rounds"), |of| of.mean_round(m))
                    .in_terminal()
            }
            Form::Flag => table.with(format!("{words} %"), Unit::Share(1), |of| {
                let MeasureRows::Flag(flag) = of.values.get(m)? else {
                    return None;
                };
                flag.rate
            }),
            Form::Class => table,
        };
    }
    table
}

/// Returns the line above the table that the terminal shows. The line says whose games the columns
/// are about; empty without a reference player.
pub fn whose(facts: &RunFacts) -> String {
    let bots = the_bots(&facts.bots);
    match (&facts.reference, facts.fair) {
        (None, _) => String::new(),
        (Some((reference, _)), Some(_)) => {
            format!("“vs fair” is that of “{reference}”; the numbers after it are those of {bots}.")
        }
        (Some(_), None) => {
            let [own_rate, _] = own_headings(facts);
            format!("The numbers after “{own_rate}” are those of {bots}.")
        }
    }
}

/// Builds the table of fighters that the terminal shows.
pub fn brief(facts: &RunFacts, fighters: &Table, sorted: &[&EntrantFacts]) -> Table {
    let noise = |of: &&EntrantFacts| match (facts.fair, of.judged.check()) {
        (Some(_), Some(check)) => check.name(),
        (Some(_), None) if of.judged.off(&facts.bots).is_empty() => "within noise",
        _ => "",
    };
    let brief = fighters.for_terminal().of(sorted).word("", noise);
    let brief = brief.preferred(|of| of.own_values);
    match facts.fair {
        Some(_) => brief.table.last_after("vs fair"),
        None => brief.table.last_after(&own_headings(facts)[0]),
    }
}
