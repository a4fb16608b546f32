//! The tables on the page of `gong sweep`, and the table that a terminal shows.

use super::agreement::SweepReference;
use super::facts::{Series, SweepFacts};
use super::grid::Axis;
use super::verdict::{self, AxisEffect};
use crate::questions::facts::Agreement;
use crate::report::shared::descending;
use crate::report::table::{RowLines, Table, Unit};
use crate::report::words::{level, with_sign};

/// Maximum number of points that a terminal lists; the page lists all points.
pub const LISTED: usize = 24;
/// Maximum number of fighters whose win rates a terminal shows.
pub const MANY: usize = 24;
/// Number of fighters on a terminal if there are more than [`MANY`]: the fighters whose win rates
/// vary most.
pub const VARYING: usize = 10;
/// Number of letters of a fighter's name on a terminal. Names that begin alike have more letters.
const SHORT: usize = 6;

/// Creates a table with one row per point and one column per axis (varied value).
fn of_points<'a>(
    facts: &'a SweepFacts,
    (id, title): (&str, &str),
    meaning: String,
    points: &'a [usize],
) -> RowLines<'a, usize> {
    let mut table = Table::new(id, title, meaning).of(points);
    for (a, axis) in facts.axes.iter().enumerate() {
        let value = move |point: &usize| axis.values[facts.points[*point].at[a]].as_str();
        let number = move |point: &usize| value(point).parse::<f64>().ok();
        let decimals = axis.values.iter().filter_map(|value| Some(value.split_once('.')?.1.len()));
        let unit = Unit::Number(decimals.max().unwrap_or(0), "");
        table = match points.iter().all(|point| number(point).is_some()) {
            true => table.with(&axis.path, unit, number),
            false => table.word(&axis.path, value),
        };
    }
    table
}

/// Returns the points that may be the fairest with the player whose answer leads. Empty if there is
/// only one point, because there is nothing to compare.
pub fn marked(facts: &SweepFacts) -> Vec<usize> {
    match facts.points.len() {
        0 | 1 => vec![],
        _ => facts.leading().0.fairest(),
    }
}

/// Returns the heading of the column with the reference player’s distances from fairness.
fn off_fair(of: &SweepReference) -> String {
    format!("off fair, {}", of.strategy)
}

/// Returns the players with which a point may be the fairest, as words for a table.
fn fairest_with(own: &SweepFacts, theirs: &SweepFacts, point: usize) -> String {
    let only = |facts: &SweepFacts| format!("with {} only", facts.bots.join(", "));
    match [own, theirs].map(|of| of.fairest().contains(&point)) {
        _ if own.points.len() < 2 => String::new(),
        [true, true] => "with both".to_owned(),
        [true, false] => only(own),
        [false, true] => only(theirs),
        [false, false] => String::new(),
    }
}

/// Builds the table of all points, with their distances from fairness.
pub fn grid(facts: &SweepFacts) -> Table {
    let points: Vec<usize> = (0..facts.points.len()).collect();
    let off = |point: &usize| facts.off(*point);
    // If all players are on one side, points have no distance from fairness.
    if points.iter().all(|point| off(point).is_none()) {
        return of_points(facts, ("points", "Points"), String::new(), &points)
            .with("Mean rounds", Unit::Number(2, "rounds"), |point| facts.points[*point].rounds)
            .table;
    }
    let sorted = |point: &usize| {
        let rate = |series: &Series| {
            Some((series.label.clone(), series.cells[*point].as_ref()?.wins.win_rate?))
        };
        descending(facts.series.iter().filter_map(rate), |of| of.1)
    };
    let said = |of: &(String, f64)| format!("{} {}", of.0, with_sign(of.1, 1));
    let fairest = marked(facts);
    let reference = facts.reference.as_ref();
    let meaning = format!(
        "“Off fair”: largest distance of a {who}’s win rate from the fair share, in percentage \
         points. With {level} confidence, all intervals {of_one}contain the true \
         distances from the fair share. In other games with the same rules, another {who} may \
         win most or least. Marked rows: the {noun} may be the fairest{with}.",
        who = facts.contestant_word(),
        noun = facts.noun(),
        level = level(facts.level),
        of_one = reference.map_or("in this table ", |_| "of one player "),
        with = facts.leading().1,
    );
    let table = of_points(facts, ("points", "Points"), meaning, &points)
        .with("Off fair", Unit::Share(1), |point| Some(off(point)?.value))
        .with("at least", Unit::Share(1), |point| Some(off(point)?.low))
        .with("at most", Unit::Share(1), |point| Some(off(point)?.high))
        .with("Who", Unit::Word, |point| Some(off(point)?.who.label.clone()));
    let table = match reference {
        Some(of) => {
            let off = |point: &usize| of.facts.off(*point);
            table
                .with(off_fair(of), Unit::Share(1), |point| Some(off(point)?.value))
                .with("at least", Unit::Share(1), |point| Some(off(point)?.low))
                .with("at most", Unit::Share(1), |point| Some(off(point)?.high))
                .with("Who", Unit::Word, |point| Some(off(point)?.who.label.clone()))
                .word("May be the fairest", |point| fairest_with(facts, &of.facts, *point))
        }
        None => table,
    };
    table
        .with("Wins most here", Unit::Word, |point| sorted(point).first().map(said))
        .with("least", Unit::Word, |point| sorted(point).last().map(said))
        .with("Mean rounds", Unit::Number(2, "rounds"), |point| facts.points[*point].rounds)
        .marked(|point| fairest.contains(point))
}

/// Builds the table of win rates at these points.
pub fn rates(facts: &SweepFacts, points: &[usize]) -> Table {
    let meaning = format!(
        "Win rate of {}each {}, in % of its games.",
        match facts.groups.len() {
            0 => "",
            1 => "the party and of ",
            _ => "each side and of ",
        },
        facts.people.word()
    );
    let mut table = of_points(facts, ("rates", "Win rates"), meaning, points);
    for series in facts.with_groups() {
        let rate = |point: &usize| series.cells[*point].as_ref()?.wins.win_rate;
        table = table.with(&series.label, Unit::Share(1), rate);
    }
    table.with("Games each", Unit::Count, |point| facts.points[*point].games).table
}

/// Returns the fighters whose win rates a terminal shows: all fighters, or the fighters whose win
/// rates vary most if there are many.
fn varying(all: &[Series]) -> Vec<&Series> {
    let spread = |of: &&Series| {
        let rates = of.cells.iter().flatten().map(|cell| cell.wins.rate());
        let ends =
            rates.fold((1.0_f64, 0.0_f64), |ends, rate| (ends.0.min(rate), ends.1.max(rate)));
        ends.1 - ends.0
    };
    if all.len() <= MANY {
        return all.iter().collect();
    }
    let mut most = descending(all, spread);
    most.truncate(VARYING);
    most
}

/// Returns the first letters of a fighter's name, enough to tell the fighter from all others in
/// `shown`. A name with which another name begins stays whole.
fn short(name: &str, shown: &[&Series]) -> String {
    let starts = name.char_indices().map(|(end, _)| name[..end].trim_end());
    let mut starts = starts.skip(SHORT);
    let others = || shown.iter().filter(|of| of.label != name);
    let distinct = |start: &&str| others().all(|other| !other.label.starts_with(start));
    starts.find(distinct).unwrap_or(name).to_owned()
}

/// Builds the table that the terminal shows, with short names and with each point's distance from
/// fairness.
pub fn brief(facts: &SweepFacts) -> Table {
    let points: Vec<usize> = (0..facts.points.len().min(LISTED)).collect();
    let mut table = Table::new("brief", "", "").of(&points);
    table = table.word("win rate, %", |point| facts.name(*point));
    let shown = varying(&facts.series);
    for series in facts.groups.iter().chain(shown.iter().copied()) {
        let short = match series.is_group() {
            true => series.label.clone(),
            false => short(&series.label, &shown),
        };
        let rate = |point: &usize| series.cells[*point].as_ref()?.wins.win_rate;
        table = table.with(short, Unit::Share(1), rate);
    }
    let off = |point: &usize| facts.off(*point);
    let fairest = marked(facts);
    // If all players are on one side, points have no distance from fairness.
    if points.iter().all(|point| off(point).is_none()) {
        return table.table;
    }
    let table = table.with("off fair", Unit::Share(1), |point| Some(off(point)?.value)).with(
        "at most",
        Unit::Share(1),
        |point| Some(off(point)?.high),
    );
    let Some(reference) = &facts.reference else {
        let word = |point: &usize| match (fairest.contains(point), fairest.len()) {
            (true, 1) => "fairest",
            (true, _) => "may be fairest",
            _ => "",
        };
        return table.word("", word).table;
    };
    let off = |point: &usize| reference.facts.off(*point);
    table
        .with(off_fair(reference), Unit::Share(1), |point| Some(off(point)?.value))
        .with("at most", Unit::Share(1), |point| Some(off(point)?.high))
        .word("may be fairest", |point| fairest_with(facts, &reference.facts, *point))
        .table
}

/// Builds the table of the largest effect of each axis (varied value) on each fighter.
pub fn effects(facts: &SweepFacts) -> Table {
    let axes = facts.axes.iter().zip(verdict::effects(facts));
    let axes = axes.filter(|(axis, _)| axis.values.len() > 1);
    let of_axis = |(axis, effects): (_, Vec<_>)| effects.into_iter().map(move |of| (axis, of));
    let all: Vec<(&Axis, AxisEffect)> = axes.flat_map(of_axis).collect();
    let who = facts.people.word();
    let meaning = format!(
        "For each setting (“axis”): the two values with the lowest and the highest win rate of \
         the {who}, in the order of the setting’s values. These win rates are means over all \
         values of the other settings. Marked rows: the lowest and the highest win rate \
         differ significantly. “±” is half of the width of the {} confidence interval of a \
         difference, or the distance to the farther end if this interval is very asymmetric.{}",
        level(facts.level),
        facts.reference.as_ref().map_or(String::new(), |of| format!(
            " “With {}”: the difference between the same two values if the reference player plays \
             every seat. The values and the verdict are those of the reference player where its \
             difference is significant. “Confirmed”, “opposite”: the other difference is \
             significant in the same or in the opposite direction. “Reference only”: the other \
             difference is not significant. “Undecided”: only the other difference is significant.",
            of.strategy,
        ))
    );
    let mut table = Table::new("effects", "Effect of each axis", meaning)
        .of(&all)
        .word(facts.people.heading(), |(_, of)| &of.series.label)
        .coloured(|(_, of)| &of.series.colour)
        .word("Axis", |(axis, _)| &axis.path)
        .word("From", |(axis, of)| &axis.values[of.from])
        .word("To", |(axis, of)| &axis.values[of.to]);
    if let Some(reference) = &facts.reference {
        let heading = format!("With {}", reference.strategy);
        table = table
            .with(heading, Unit::Points(1), |(_, of)| Some(of.reference?.by()))
            .plus_minus(|(_, of)| Some(of.reference?.margin_of_error));
    }
    table
        .with("Win rate there %", Unit::Share(1), |(_, of)| of.own.rates.0)
        .with("and there %", Unit::Share(1), |(_, of)| of.own.rates.1)
        .with("Difference", Unit::Points(1), |(_, of)| of.own.by())
        .plus_minus(|(_, of)| of.own.margin_of_error)
        .word("Verdict", |(_, of)| of.check.map_or("", Agreement::name))
        .marked(|(_, of)| of.leading().significant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_are_distinct() {
        let series = |label: &str| Series {
            fighter: String::new(),
            label: label.to_owned(),
            colour: String::new(),
            cells: vec![],
        };
        let all = [
            ["Docteur Aube", "Docteur Nadir", "Mante", "Zamioculcas"],
            ["Goblin mage", "Goblin mage elder", "Goblin", "Goblin mages"],
        ];
        let wanted = [
            ["Docteur A", "Docteur N", "Mante", "Zamioc"],
            ["Goblin mage", "Goblin mage e", "Goblin", "Goblin mages"],
        ];
        for (names, wanted) in all.into_iter().zip(wanted) {
            let all = names.map(series);
            let all: Vec<&Series> = all.iter().collect();
            let named: Vec<String> = all.iter().map(|of| short(&of.label, &all)).collect();
            assert_eq!(named, wanted);
        }
    }
}
