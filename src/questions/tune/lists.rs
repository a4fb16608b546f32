//! The tables on the report's page about a tuning: the changes of the best set of edits, all sets,
//! and the win rates before and after.

use super::facts::{SolutionFacts, TuneFacts};
use super::tables::{EditRow, TunedRate};
use crate::games::Provenance;
use crate::report::people::PARTY;
use crate::report::shared::descending;
use crate::report::table::{RowLines, Table, Unit};
use crate::report::words::{decimals, level, percent, plus_minus, the_bots};

/// A win rate without edits and with the best set of edits.
type RatePair<'a> = (&'a TunedRate, &'a TunedRate);

/// Builds the table of the values that the best set of edits changes; no rows if the best set is
/// the unchanged scenario.
pub fn changed(facts: &TuneFacts) -> Table {
    let meaning = "All values that are not in this table stay unchanged. A change of a printed \
        value means a reprint of the rulebook; a reconstructed value was never printed.";
    Table::new("changed", "The values before and after", meaning)
        .of(&facts.best().edits)
        .word("Whose", |edit| owner(facts, edit))
        .coloured(|edit| colour(facts, edit))
        .word("Value", |edit| edit.of.said())
        .word("Before", |edit| &edit.from)
        .word("After", |edit| &edit.to)
        .word("It was", provenance)
        .table
}

fn owner(facts: &TuneFacts, edit: &EditRow) -> String {
    match &edit.of.fighter {
        Some(key) => facts.people.get(key).name,
        None => "Rules".to_owned(),
    }
}

/// Returns the colour of the fighter whose value is edited. Edits of rules have the colour of muted
/// text.
fn colour(facts: &TuneFacts, edit: &EditRow) -> String {
    match &edit.of.fighter {
        Some(key) => facts.people.get(key).colour,
        None => "#5E5E67".to_owned(),
    }
}

/// Builds the table of all sets of edits with their distances from the target win rates, ordered by
/// the number of edits.
pub fn sets(facts: &TuneFacts) -> Table {
    let (without, by) = match facts.method.correction {
        Some(_) => (", without the error of the correction", " by estimate"),
        None => ("", ""),
    };
    let meaning = format!(
        "The best set found for each number of edits. The table leaves out sets that are no closer \
         to the targets than a set with fewer edits. “At most”: upper confidence bound of the \
         largest distance from a target{without}. Marked row: the set that this page shows."
    );
    let fine = facts.solutions.iter().map(|of| decimals(of.row.distance));
    let fine = Unit::Number(fine.max().unwrap_or(1), "points");
    let best = facts.best().row.solution;
    Table::new("sets", "Every set of edits", meaning)
        .of(&facts.solutions)
        .word("Set", SolutionFacts::name)
        .with("Steps", Unit::Count, |of| of.row.steps)
        .with("Largest distance, points", fine, |of| of.row.distance * 100.0)
        .with("At most", fine, |of| of.ends()[1] * 100.0)
        .word(format!("Certified{by}"), |of| if of.row.certified { "yes" } else { "no" })
        .marked(|of| of.row.solution == best && facts.solutions.len() > 1)
}

/// Builds the table of the values that sets of edits change, without the best set.
pub fn others(facts: &TuneFacts) -> Table {
    let best = facts.best().row.solution;
    let others = facts.solutions.iter().filter(|of| of.row.solution != best);
    let edits = others.flat_map(|of| of.edits.iter().map(move |edit| (of, edit)));
    let edits: Vec<(&SolutionFacts, &EditRow)> = edits.collect();
    let meaning = "One row per edit. The win rates with all sets of edits are in \
                   tables/tuned_rates.parquet.";
    Table::new("others", "What the other sets change", meaning)
        .of(&edits)
        .word("Set", |(of, _)| of.name())
        .word("Whose", |(_, edit)| owner(facts, edit))
        .coloured(|(_, edit)| colour(facts, edit))
        .word("Value", |(_, edit)| edit.of.said())
        .word("Before", |(_, edit)| &edit.from)
        .word("After", |(_, edit)| &edit.to)
        .word("It was", |(_, edit)| provenance(edit))
        .table
}

/// Builds the table of commands that a designer can use next. `edited` is true if a set of edits is
/// proposed.
pub fn commands(all: &[(String, String)], edited: bool) -> Table {
    let (title, meaning) = match edited {
        true => (
            "Commands for the best set",
            "The first command plays the same games without and with the edits.",
        ),
        false => ("Next commands", ""),
    };
    Table::new("commands", title, meaning)
        .of(all)
        .word("What", |(what, _)| what)
        .with("Command", Unit::Command, |(_, command)| command.clone())
        .table
}

fn provenance(edit: &EditRow) -> &'static str {
    edit.of.provenance.map_or("a rule", Provenance::name)
}

/// Builds the table of all fighters' win rates without edits and with the best set of edits, for
/// each bot.
pub fn rates(facts: &TuneFacts) -> Table {
    let pairs = ordered(facts);
    let fine = Unit::Share(decimals(
        pairs.iter().map(|(_, after)| facts.margin_of_error(after)).fold(1.0, f64::min),
    ));
    let edited = !facts.best().edits.is_empty();
    let games = match edited {
        true => {
            "Win rates in the games of the certification test, before and after the edits. The \
             games before and after the edits use the same seeds, and the search for edits has \
             not used these seeds."
        }
        false => "Win rates in the games of the certification test.",
    };
    let meaning = format!(
        "{games} “±” is half of the width of the confidence interval, or the distance to its farther \
         end if it is very asymmetric. Each end of the interval has an error probability of at most \
         {}, corrected for the number of sets and interim analyses. Marked rows: the win rate is too \
         far from its target in these games.",
        level(1.0 - facts.level)
    );
    let of_reference = facts.reference().map_or(String::new(), |(strategy, _)| {
        format!(" The columns of “{strategy}”: the reference player, in other games.")
    });
    let of_correction = match facts.estimated() {
        Some(strategy) => format!(
            " The win rates are estimates for “{strategy}”: those of {} with a correction. “±” \
             includes the error of the correction{}.",
            the_bots(&facts.bots),
            match facts.method.compared {
                0 => ", without the errors of the effects of edits",
                _ => "",
            }
        ),
        None => String::new(),
    };
    let of_party = match facts.best().party.is_empty() {
        true => String::new(),
        false => format!(" The row “{PARTY}” has the share of all games that the players win."),
    };
    let meaning = format!("{meaning}{of_party}{of_correction}{of_reference}");
    let mut table = Table::new("rates", "Win rates", meaning)
        .of(&pairs)
        .word(facts.people.heading(), |(of, _)| facts.label(of))
        .coloured(|(of, _)| facts.who(of).colour);
    if facts.bots.len() > 1 {
        table = table.word("With", |(of, _)| &of.bot);
    }
    if edited {
        table = table.with("Before %", fine, |(before, _)| before.corrected());
    }
    let name = if edited { "After %" } else { "Win rate %" };
    table = table
        .with(name, fine, |(_, after)| after.corrected())
        .plus_minus(|(_, after)| facts.margin_of_error(after));
    table = with_reference(table, facts);
    table
        .with("Target %", fine, |(of, _)| of.target)
        .with("Off it, points", fine, |(_, after)| after.distance)
        .marked(|(_, after)| after.distance.is_some_and(|off| off > facts.method.within))
}

/// Adds the win rates with the reference player.
fn with_reference<'a>(
    table: RowLines<'a, RatePair<'a>>,
    facts: &TuneFacts,
) -> RowLines<'a, RatePair<'a>> {
    let checked = |rate: &TunedRate| {
        let checked = facts.checked(rate);
        checked.map_or(String::new(), |of| plus_minus(of.win_rate, of.margin_of_error()))
    };
    match facts.reference() {
        None => table,
        Some((strategy, false)) => {
            table.word(format!("With {strategy}"), |(_, after)| checked(after))
        }
        Some((strategy, true)) => table
            .word(format!("{strategy} before"), |(before, _)| checked(before))
            .word(format!("{strategy} after"), |(_, after)| checked(after)),
    }
}

/// Maximum number of win rates in the terminal's table. If there are more win rates, the table has
/// only the first ones, see [`ordered`].
const SHOWN: usize = 16;

/// Returns the win rates without and with the best set of edits. In a cooperative game, the win
/// rate of the party comes first. If there are many win rates, the win rates with a target come
/// next, farthest from the target first, and then the others, by their change.
fn ordered(facts: &TuneFacts) -> Vec<RatePair<'_>> {
    let party = facts.before().party.iter().zip(&facts.best().party);
    let fighters: Vec<RatePair> = facts.pairs().collect();
    let order = |(before, after): &RatePair| {
        let change = (after.corrected() - before.corrected()).abs();
        after.distance.unwrap_or(change - 1.0)
    };
    let fighters = match fighters.len() <= SHOWN {
        true => fighters,
        false => descending(fighters, order),
    };
    party.chain(fighters).collect()
}

/// Builds a short table of win rates for a terminal. Also returns the number of all win rates if
/// the table has only a part of them.
pub fn brief_rates(facts: &TuneFacts) -> (Table, Option<usize>) {
    let mut pairs = ordered(facts);
    let all = Some(pairs.len()).filter(|all| *all > SHOWN);
    pairs.truncate(SHOWN);
    let edited = !facts.best().edits.is_empty();
    let mut table = Table::new("rates", "", "")
        .of(&pairs)
        .word(facts.people.heading(), |(of, _)| facts.label(of));
    if facts.bots.len() > 1 {
        table = table.word("With", |(of, _)| &of.bot);
    }
    if edited {
        table = table.word("Before %", |(before, _)| {
            percent(before.corrected(), decimals(facts.margin_of_error(before)))
        });
    }
    let name = if edited { "After %" } else { "Win rate %" };
    let target = |of: &TunedRate| of.target.map(|target| percent(target, 1));
    table =
        table.word(name, |(_, after)| plus_minus(after.corrected(), facts.margin_of_error(after)));
    table = with_reference(table, facts);
    let table = table.with("Target %", Unit::Word, |(of, _)| target(of));
    (table.table, all)
}
