//! What the levels' numbers mean in words: only what is certain is said, and what is not is called so.

use super::facts::{Facts, Side};
use crate::report::shared::{descending, named};
use crate::report::words::{decimals, level, list, percent, signed, with_sign};

/// More names than these are counted.
const MOST: usize = 4;

/// The verdict in one line.
pub fn headline(facts: &Facts) -> String {
    let (all, several) = (facts.sides.len(), facts.people.several());
    let levels = facts.levels.len();
    let [first, .., last] = facts.levels.as_slice() else {
        return "Only one level has played: there is nothing to hold it against".to_owned();
    };
    if facts.fair.is_none() {
        let mean = |level: usize| {
            let rates = facts.sides.iter().map(|side| side.at[level].wins.rate());
            with_sign(rates.sum::<f64>() / all.max(1) as f64, 1)
        };
        return format!(
            "All together win {} of games at {}, {} at {}",
            mean(0),
            first.level,
            mean(levels - 1),
            last.level
        );
    }
    let changing = depending(facts);
    let open = facts
        .sides
        .iter()
        .filter(|side| !side.levels("open").is_empty());
    match (changing.len(), open.count()) {
        (0, 0) => format!("Whatever the level of play: every verdict is the same at all {levels}"),
        (0, open) if open == all => format!(
            "No verdict is shown to change with the level of play, but none of {all} is certain at all of them"
        ),
        (0, open) => format!(
            "No verdict is shown to change with the level of play; {open} of {all} {several} are open at some level"
        ),
        (some, _) if some > MOST => {
            format!("Who is strong depends on the level of play, for {some} of {all} {several}")
        }
        (1, _) => format!(
            "Whether {} is strong, fair or weak depends on the level of play",
            changing[0].label
        ),
        _ => format!(
            "Whether {} are strong, fair or weak depends on the level of play",
            names(facts, &changing)
        ),
    }
}

/// Those who certainly stand elsewhere at one level than at another.
fn depending(facts: &Facts) -> Vec<&Side> {
    let sides = facts.sides.iter();
    sides.filter(|side| side.certain().len() > 1).collect()
}

fn names(facts: &Facts, sides: &[&Side]) -> String {
    let labels: Vec<&String> = sides.iter().map(|side| &side.label).collect();
    named(&labels, facts.sides.len(), facts.people.several())
}

/// Levels, as in "random and balanced".
fn at(facts: &Facts, levels: &[usize]) -> String {
    list(levels.iter().map(|&level| &facts.levels[level].level))
}

/// The same with what the side wins at each.
fn with_rates(facts: &Facts, side: &Side, levels: &[usize]) -> String {
    list(levels.iter().map(|&level| {
        let wins = &side.at[level].wins;
        format!(
            "{} ({})",
            facts.levels[level].level,
            with_sign(wins.rate(), decimals(wins.half()))
        )
    }))
}

/// The verdict, sentence by sentence.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let mut said = vec![];
    if facts.fair.is_some() {
        said.extend(standings(facts));
    }
    said.extend(steps(facts));
    said.extend(ranks(facts));
    said.extend(mixed(facts));
    said
}

/// Who stands where.
pub fn standings(facts: &Facts) -> Vec<String> {
    let mut said = vec![];
    for side in depending(facts) {
        let parts = side.certain().into_iter().map(|standing| {
            let levels = side.levels(standing);
            format!("{standing} at {}", with_rates(facts, side, &levels))
        });
        let open = match side.levels("open").as_slice() {
            [] => String::new(),
            open => format!("; too uncertain to tell at {}", at(facts, open)),
        };
        said.push(format!(
            "{}: {}{open}.",
            side.label,
            parts.collect::<Vec<_>>().join(", ")
        ));
    }
    let everywhere = |side: &&Side| side.levels("open").is_empty() && side.certain().len() == 1;
    for standing in ["strong", "fair", "weak"] {
        let of = |side: &&Side| side.certain() == [standing];
        let (whole, part): (Vec<&Side>, Vec<&Side>) =
            facts.sides.iter().filter(of).partition(everywhere);
        if !whole.is_empty() {
            said.push(format!(
                "At every level {standing}: {}.",
                names(facts, &whole)
            ));
        }
        let part = part.into_iter().map(|side| {
            let open = side.levels("open");
            format!("{} (too uncertain at {})", side.label, at(facts, &open))
        });
        let part: Vec<String> = part.collect();
        if !part.is_empty() {
            let part = named(&part, facts.sides.len(), facts.people.several());
            said.push(format!("Where it can be told {standing}: {part}."));
        }
    }
    let nowhere: Vec<&Side> = (facts.sides.iter())
        .filter(|side| side.certain().is_empty())
        .collect();
    if !nowhere.is_empty() {
        said.push(format!(
            "Too uncertain to tell at any level: {}; more games may.",
            names(facts, &nowhere)
        ));
    }
    said
}

/// What changes for certain from a level to the next.
pub fn steps(facts: &Facts) -> Vec<String> {
    let mut said = vec![];
    for (step, pair) in facts.levels.windows(2).enumerate() {
        let of = |verdict: &str| -> Vec<&Side> {
            let so = |side: &&Side| side.steps[step].verdict == verdict;
            let found = facts.sides.iter().filter(so);
            descending(found, |side| side.steps[step].difference.abs())
        };
        let told = |sides: Vec<&Side>| {
            let one = |side: &&Side| {
                let points = signed(side.steps[step].difference * 100.0, 1);
                format!("{} {points}", side.label)
            };
            list(sides.iter().map(one))
        };
        let (more, fewer) = (of("more"), of("fewer"));
        let changes: Vec<String> = [("up", more), ("down", fewer)]
            .into_iter()
            .filter(|(_, sides)| !sides.is_empty())
            .map(|(word, sides)| format!("{word}: {}", told(sides)))
            .collect();
        let (from, to) = (&pair[0].level, &pair[1].level);
        said.push(match changes.as_slice() {
            [] => format!("From {from} to {to}, in points, nothing is certain."),
            some => format!("From {from} to {to}, in points, {}.", some.join("; ")),
        });
    }
    said
}

/// How far the other levels rank as the last one does.
fn ranks(facts: &Facts) -> Option<String> {
    let last = facts.levels.last()?;
    let with_last = facts.agreement.iter().filter(|of| of.other == last.level);
    let told = with_last.filter_map(|of| {
        let range = (signed(of.ci_low?, 2), signed(of.ci_high?, 2));
        let correlation = signed(of.correlation?, 2);
        Some(format!(
            "{} {correlation} ({} to {})",
            of.level, range.0, range.1
        ))
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| {
        format!(
            "Rank correlation with {}: {}. Luck pulls these towards 0, the more so the less well win rates are known.",
            last.level,
            list(told)
        )
    })
}

/// What the levels win where they sit together.
fn mixed(facts: &Facts) -> Option<String> {
    let rows = facts.mixed_levels();
    let told = rows.iter().filter_map(|row| {
        let half = row.wins.half();
        let fine = decimals(half);
        Some(format!(
            "{} wins {} (± {})",
            row.level.as_ref()?,
            with_sign(row.wins.rate(), fine),
            percent(half, fine)
        ))
    });
    let told: Vec<String> = told.collect();
    let equal = with_sign(facts.fair?, 1);
    (!told.is_empty()).then(|| {
        format!(
            "Where the levels sit together, {}; an equal would {equal}.",
            list(told)
        )
    })
}

/// How it was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    let (word, several) = (facts.people.word(), facts.people.several());
    let certain = level(facts.level);
    let standing = facts.fair.map_or(String::new(), |fair| {
        let margin = percent(facts.margin, 1);
        format!(
            " Strong, weak: the {word}’s win rate is certainly more than {margin} points above, below the fair share of {}; fair: it is certainly within them; open: its interval is too wide to tell.",
            with_sign(fair, 1)
        )
    });
    format!(
        "At each level one bot plays everybody, with the same line-ups and dice at all of them; a level is a bot, not a person.{standing} Certain: at {certain}, allowing for the number of {several}, levels and steps between levels together (Holm’s correction). Rank correlations are Spearman’s; their ranges are those of rankings redrawn from what is known of each win rate."
    )
}
