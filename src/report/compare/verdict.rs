//! What a comparison means in words.

use super::facts::{Difference, Facts, Fighter, Variant};
use crate::report::words::{decimals, grouped, level, list, percent, signed, with_sign};

/// Differences of a win rate smaller than this are real if significant, but nobody feels them at a table.
const FELT: f64 = 0.01;
/// How many fighters a sentence tells with their numbers.
const TOLD: usize = 3;

/// A difference of win rates in percentage points, with its sign and without "points".
pub fn points(difference: &Difference) -> String {
    signed(
        difference.difference * 100.0,
        decimals(difference.half_width()),
    )
}

/// The verdict in one line.
pub fn headline(facts: &Facts) -> String {
    let clear = |variant: &&Variant| {
        variant
            .fighters
            .iter()
            .any(|fighter| fighter.wins.significant)
    };
    let size = |variant: &&Variant| {
        let clear = variant
            .fighters
            .iter()
            .filter(|fighter| fighter.wins.significant);
        clear
            .map(|fighter| fighter.wins.difference.abs())
            .fold(0.0, f64::max)
    };
    let largest = facts
        .variants
        .iter()
        .filter(clear)
        .max_by(|a, b| size(a).total_cmp(&size(b)));
    match (largest, facts.variants.as_slice()) {
        (None, [only]) if only.identical() => format!("{} changes nothing at all", only.name),
        (None, [only]) => format!("{} changes no win rate measurably", only.name),
        (None, _) => "No variant changes any win rate measurably".to_string(),
        (Some(variant), _) => {
            let clear = |fighter: &&&Fighter| fighter.wins.significant;
            let sorted = variant.sorted();
            let up = sorted
                .iter()
                .find(clear)
                .filter(|f| f.wins.difference > 0.0);
            let down = sorted
                .iter()
                .rev()
                .find(clear)
                .filter(|f| f.wins.difference < 0.0);
            let told = |fighter: &&Fighter| {
                format!("{} most ({} points)", fighter.label, points(&fighter.wins))
            };
            match (up, down) {
                (Some(up), Some(down)) => format!(
                    "{} helps {} and costs {}",
                    variant.name,
                    told(up),
                    told(down)
                ),
                (Some(up), None) => format!("{} helps {}", variant.name, told(up)),
                (_, down) => format!(
                    "{} costs {}",
                    variant.name,
                    down.map(told).unwrap_or_default()
                ),
            }
        }
    }
}

/// The verdict, sentence by sentence, variant by variant.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let mut said = vec![];
    for variant in &facts.variants {
        let sentences = sentences(facts, variant);
        said.extend(sentences.into_iter().enumerate().map(|(i, sentence)| {
            let named = facts.variants.len() > 1 && i == 0;
            if named {
                format!("{}. {sentence}", variant.name)
            } else {
                sentence
            }
        }));
    }
    said
}

fn sentences(facts: &Facts, variant: &Variant) -> Vec<String> {
    if variant.identical() {
        return vec![format!(
            "In none of {} games does anything differ: who wins, what they score, when they fall.",
            grouped(facts.games)
        )];
    }
    let mut said = wins(variant);
    let score = [
        format!("More {} a game", facts.score),
        format!("Less {} a game", facts.score),
    ];
    let verbs = [score[0].as_str(), score[1].as_str()];
    said.extend(means(variant, verbs, |fighter| &fighter.score));
    let verbs = ["Stays longer, in rounds", "Falls earlier, in rounds"];
    said.extend(means(variant, verbs, |fighter| &fighter.round));
    if variant.length.significant {
        said.push(format!(
            "Games last {:.2} rounds, {} {:.2}.",
            variant.length.after,
            if variant.length.difference > 0.0 {
                "up from"
            } else {
                "down from"
            },
            variant.length.before
        ));
    }
    said.push(winners(facts, variant));
    said.extend(pairing(facts, variant));
    said
}

/// Who wins more, who less, and of whom nothing is known.
fn wins(variant: &Variant) -> Vec<String> {
    let sorted = variant.sorted();
    let clear =
        |fighter: &&Fighter| fighter.wins.significant && fighter.wins.difference.abs() >= FELT;
    let up: Vec<&Fighter> = sorted
        .iter()
        .copied()
        .filter(clear)
        .filter(|f| f.wins.difference > 0.0)
        .collect();
    let down: Vec<&Fighter> = sorted
        .iter()
        .rev()
        .copied()
        .filter(clear)
        .filter(|f| f.wins.difference < 0.0)
        .collect();
    let mut said = vec![];
    for (group, word) in [(up, "more"), (down, "less")] {
        let told: Vec<String> = group
            .iter()
            .enumerate()
            .map(|(i, fighter)| {
                let wins = &fighter.wins;
                if i < TOLD {
                    format!(
                        "{} {} points ({} to {})",
                        fighter.label,
                        points(wins),
                        percent(wins.before, 1),
                        with_sign(wins.after, 1)
                    )
                } else {
                    format!("{} {}", fighter.label, points(wins))
                }
            })
            .collect();
        if !told.is_empty() {
            said.push(format!("Wins {word} often: {}.", list(&told)));
        }
    }
    let slight: Vec<String> = sorted
        .iter()
        .filter(|f| f.wins.significant && !clear(f))
        .map(|f| f.label.clone())
        .collect();
    if !slight.is_empty() {
        said.push(format!(
            "Changed, but by less than a point: {}.",
            list(&slight)
        ));
    }
    let unclear: Vec<&&Fighter> = sorted.iter().filter(|f| !f.wins.significant).collect();
    let most = unclear
        .iter()
        .filter_map(|fighter| fighter.wins.interval)
        .map(|interval| interval.low.abs().max(interval.high.abs()))
        .fold(0.0, f64::max);
    let names: Vec<String> = unclear
        .iter()
        .map(|fighter| fighter.label.clone())
        .collect();
    if !names.is_empty() {
        let at_most = if most > 0.0 {
            format!(
                ": if there is a change, it is hardly more than {} points",
                percent(most, decimals(most))
            )
        } else {
            String::new()
        };
        said.push(format!(
            "No measurable change of the win rate: {}{at_most}.",
            list(&names)
        ));
    }
    said
}

/// How another mean moves: for how many, and for whom most. `verbs` say it of those for whom it grows, and of the others.
fn means<'a>(
    variant: &'a Variant,
    verbs: [&str; 2],
    of: impl Fn(&'a Fighter) -> &'a Difference,
) -> Vec<String> {
    let groups = verbs.iter().zip([1.0, -1.0]);
    let said = groups.filter_map(|(verb, sign)| {
        let mut group: Vec<(&Fighter, &Difference)> = variant
            .fighters
            .iter()
            .map(|fighter| (fighter, of(fighter)))
            .filter(|(_, of)| of.significant && of.difference * sign > 0.0)
            .collect();
        group.sort_by(|a, b| b.1.difference.abs().total_cmp(&a.1.difference.abs()));
        let (most, by) = group.first()?;
        let told = format!("{} ({:.2} to {:.2})", most.label, by.before, by.after);
        Some(match group.len() {
            1 => format!("{verb}: {told}."),
            n if n == variant.fighters.len() => format!("{verb}: everyone, {told} most."),
            n => format!("{verb}: {n} of {}, {told} most.", variant.fighters.len()),
        })
    });
    said.collect()
}

fn winners(facts: &Facts, variant: &Variant) -> String {
    let share = variant.changed() as f64 / facts.games.max(1) as f64;
    match variant.changes.first() {
        None => format!(
            "Not one of {} games has another winner.",
            grouped(facts.games)
        ),
        Some(most) => format!(
            "{} of the games have another winner, most often {} instead of {}.",
            with_sign(share, decimals(share)),
            most.to,
            most.from
        ),
    }
}

/// What playing with the same dice was good for.
fn pairing(facts: &Facts, variant: &Variant) -> Option<String> {
    let saving = variant.saving()?;
    Some(format!(
        "Played with the same dice in both, {} games tell as much as {} would without: {saving:.1} times as many.",
        grouped(facts.games),
        grouped((facts.games as f64 * saving).round() as u64),
    ))
}

/// How the significance was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    format!(
        "“±” is half of a {} interval of the difference, game by game with the same line-up and dice. Marked differences, and all that the verdict names, differ from zero even after allowing for the fact that {} were tested at once (Holm’s correction: the chance of even one false alarm on this page is at most {}). A survivor counts as falling in the round after the game’s last.",
        level(facts.level),
        if facts.tests == 1 {
            "one difference was".to_string()
        } else {
            format!("{} differences", facts.tests)
        },
        level(1.0 - facts.level),
    )
}
