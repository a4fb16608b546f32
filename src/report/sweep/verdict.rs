//! What a sweep means in words.

use super::facts::{Facts, Series};
use crate::report::shared::descending;
use crate::report::words::{counted, decimals, level, list, percent, with_sign};
use crate::stats::intervals;

/// How many fighters a sentence tells, and how many points a headline.
const TOLD: usize = 3;

/// The verdict in one line.
pub fn headline(facts: &Facts) -> String {
    let fairest = facts.fairest();
    let Some((&point, off)) = fairest
        .first()
        .and_then(|point| Some((point, facts.off(*point)?)))
    else {
        return match facts.points.is_empty() {
            true => "No games were played.".to_string(),
            false => format!("Played: {}", counted(facts.points.len() as u64, "point")),
        };
    };
    let between = format!("{} to {} points", percent(off.low, 1), percent(off.high, 1));
    let games = facts
        .points
        .iter()
        .map(|point| point.games)
        .max()
        .unwrap_or(0);
    let who = facts.people.word();
    let untold = format!(
        "{} of each {who} at a point {} not tell",
        counted(games, "game"),
        if games == 1 { "does" } else { "do" }
    );
    let names: Vec<String> = fairest.iter().map(|point| facts.name(*point)).collect();
    match (facts.points.len(), names.as_slice()) {
        (1, _) => format!(
            "{}: the furthest from the fair share is {between} from it",
            facts.name(point)
        ),
        (_, [only]) => {
            format!("Fairest at {only}: the furthest from the fair share is {between} from it")
        }
        (all, names) if names.len() == all => {
            format!("Which of {all} points is fairest, {untold}")
        }
        (_, names) if names.len() <= TOLD => {
            let names = list(names).replace(" and ", " or ");
            format!("Fairest at {names}: {untold} which")
        }
        (all, names) => format!(
            "{} of {all} points may be the fairest: {untold} which",
            names.len()
        ),
    }
}

/// What an axis does to a fighter: its win rate where it is least and where it is greatest, over all points of these values.
pub struct Effect<'a> {
    pub series: &'a Series,
    /// Indices of the values.
    pub from: usize,
    pub to: usize,
    /// Win rates there.
    pub rates: (f64, f64),
    /// It differs, also after allowing for all pairs of values of all axes and fighters (Bonferroni).
    pub significant: bool,
}

/// The effects of an axis on every fighter, the greatest first. The two values stand in the order of the axis. None of an axis that changes the
/// fair share: the win rates there are no comparison.
pub fn effects(facts: &Facts, axis: usize) -> Vec<Effect<'_>> {
    if changes_fair_share(facts, axis) {
        return vec![];
    }
    let values = facts.axes.iter().map(|axis| axis.values.len());
    let tests = values.map(|count| count * (count - 1) / 2).sum::<usize>() * facts.series.len();
    let effect = |series| {
        let values = 0..facts.axes[axis].values.len();
        let margins = values.map(|value| (value, facts.margin(series, axis, value)));
        let margins = margins.filter(|(_, (games, _))| *games > 0);
        let rates = margins.map(|(value, (games, wins))| (value, games, wins));
        let rate = |of: &(usize, u64, u64)| of.2 as f64 / of.1 as f64;
        let sorted = descending(rates, |of| -rate(of));
        let (least, most) = (sorted.first()?, sorted.last()?);
        let p = intervals::p_value_of_two((least.2, least.1), (most.2, most.1));
        let (first, last) = (least.min(most), least.max(most));
        Some(Effect {
            series,
            from: first.0,
            to: last.0,
            rates: (rate(first), rate(last)),
            significant: p * (tests as f64) < 1.0 - facts.level,
        })
    };
    let effects = facts.series.iter().filter_map(effect);
    descending(effects, |effect| (effect.rates.1 - effect.rates.0).abs())
}

/// Whether the values of an axis have different fair shares, as numbers of players have.
fn changes_fair_share(facts: &Facts, axis: usize) -> bool {
    let point = |value: usize| facts.points.iter().find(|point| point.at[axis] == value);
    let values = 0..facts.axes[axis].values.len();
    let shares: Vec<f64> = values.filter_map(|value| point(value)?.fair).collect();
    shares.iter().any(|share| (share - shares[0]).abs() > 1e-9)
}

/// The verdict, sentence by sentence.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let mut said = vec![];
    let off = |point: &usize| facts.off(*point).map_or(0.0, |off| off.value);
    let worst = (0..facts.points.len()).max_by(|a, b| off(a).total_cmp(&off(b)));
    let worst = worst.and_then(|point| Some((point, facts.off(point)?, facts.points[point].fair?)));
    if let Some((point, off, fair)) = worst.filter(|_| facts.points.len() > 1)
        && let Some(cell) = &off.who.cells[point]
    {
        said.push(format!(
            "Least fair in these games at {}: {} wins {} where {} would be fair.",
            facts.name(point),
            off.who.label,
            with_sign(cell.wins.rate(), 1),
            with_sign(fair, 1)
        ));
    }
    for (a, axis) in facts.axes.iter().enumerate() {
        if axis.values.len() > 1 {
            said.extend(moves(facts, a, &axis.path));
        }
    }
    let cells = facts
        .series
        .iter()
        .flat_map(|series| series.cells.iter().flatten());
    let widest = cells.map(|cell| cell.wins.half()).fold(0.0, f64::max);
    said.push(format!(
        "Each win rate is known to ± {} points or better.",
        percent(widest, decimals(widest))
    ));
    said
}

/// Whom an axis moves, and whom not.
fn moves(facts: &Facts, a: usize, path: &str) -> Vec<String> {
    if changes_fair_share(facts, a) {
        return vec![format!(
            "{path} changes the fair share: compare the distances from it."
        )];
    }
    let mut effects = effects(facts, a);
    effects.retain(|effect| effect.significant);
    if effects.is_empty() {
        return vec![format!("{path} moves no win rate measurably.")];
    }
    let values = &facts.axes[a].values;
    let told = list(effects.iter().take(TOLD).map(|effect| {
        let at = |rate, value: usize| format!("{} at {}", with_sign(rate, 1), values[value]);
        let (from, to) = (
            at(effect.rates.0, effect.from),
            at(effect.rates.1, effect.to),
        );
        format!("{} ({from}, {to})", effect.series.label)
    }));
    let most = match effects.len() > TOLD {
        true => ", these most in these games",
        false => "",
    };
    let others = match facts.axes.len() > 1 {
        true => ", over all values of the other axes",
        false => "",
    };
    let mut said = vec![format!("{path} moves {told}{most}{others}.")];
    let moved = |label: &str| effects.iter().any(|effect| effect.series.label == label);
    let still = facts.series.iter().map(|series| series.label.as_str());
    let still = list(still.filter(|label| !moved(label)));
    if !still.is_empty() {
        said.push(format!("{path} does not move {still} measurably."));
    }
    said
}

/// How it was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    let who = facts.people.word();
    let fair = format!(
        " How far a point is from fair has an interval that is sound for all points and {} at once, so that the least of many is not taken for less than it is; points that cannot be told from the fairest are named with it.",
        facts.people.several()
    );
    let fair = facts
        .points
        .iter()
        .find_map(|point| point.fair)
        .map_or("", |_| &fair);
    format!(
        "“±” is half of a {} interval (Wilson) of the win rate at a point.{fair} An axis is said to move a {who} if its win rates at two values differ even after allowing for all pairs of values, axes and {} tested at once (Bonferroni’s correction at the same level). All points play with the same dice, which makes neighbours comparable and these tests cautious.",
        level(facts.level),
        facts.people.several()
    )
}
