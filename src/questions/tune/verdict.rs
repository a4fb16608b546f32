//! What a tuning means in words.

use super::facts::{Facts, Solution};
use super::{EditRow, TunedRate};
use crate::report::words::{capital, decimals, grouped, level, list, percent, signed, with_sign};

/// Fighters that a headline names.
const NAMED: usize = 3;

/// A number as a sentence has it: in words while it is small.
fn number(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(number)
        .map_or(number.to_string(), |word| (*word).to_owned())
}

/// "three edits".
pub fn edits(count: usize) -> String {
    let several = if count == 1 { "" } else { "s" };
    format!("{} edit{several}", number(count))
}

/// A distance in points: "1.0 point", "1.4 points".
pub fn points(distance: f64) -> String {
    let said = percent(distance, decimals(distance));
    let several = if said.trim_end_matches(['0', '.']) == "1" {
        ""
    } else {
        "s"
    };
    format!("{said} point{several}")
}

/// Who has a target: "all eight", "Agaric and Cactus".
fn who(facts: &Facts) -> String {
    let aimed = facts.aimed();
    match (aimed.len(), facts.all_aimed()) {
        (1, _) => aimed[0].name.clone(),
        (2, true) => format!("both {}", facts.people.several()),
        (all, true) => format!("all {}", number(all)),
        (few, false) if few <= NAMED => list(aimed.iter().map(|of| &of.name)),
        (many, false) => format!("{} {}", number(many), facts.people.several()),
    }
}

/// What they are to be: "fair", "50.0 %", "their targets".
fn aim(facts: &Facts) -> String {
    match (facts.note.fair, facts.common()) {
        (true, _) => "fair".to_owned(),
        (_, Some(target)) => with_sign(target, 1),
        _ => "their targets".to_owned(),
    }
}

/// "within 1.0 point of fair".
fn near(facts: &Facts) -> String {
    format!("within {} of {}", points(facts.note.within), aim(facts))
}

/// With several bots, with whom: " with greedy and trained alike".
fn bots(facts: &Facts) -> String {
    match facts.bots.as_slice() {
        [] | [_] => String::new(),
        several => format!(" with {} alike", list(several)),
    }
}

/// The verdict in one line.
pub fn headline(facts: &Facts) -> String {
    let (best, count) = (facts.best(), facts.best().edits.len());
    let (who, near, bots) = (who(facts), near(facts), bots(facts));
    let is = if facts.aimed().len() == 1 {
        "is"
    } else {
        "are"
    };
    match (best.row.certified, count) {
        (true, 0) => format!("Nothing needs changing: {who} {is} {near}{bots}, certified"),
        (true, _) => {
            let bring = if count == 1 { "brings" } else { "bring" };
            format!(
                "{} {bring} {who} {near}{bots}, certified",
                capital(&edits(count))
            )
        }
        (false, 0) => format!(
            "No set of edits was found that comes nearer to {} than the scenario as it is, {} off",
            aim(facts),
            points(best.row.distance)
        ),
        (false, _) => {
            let most = edits(facts.note.edits as usize);
            let serves = match facts.bots.as_slice() {
                [_] => format!("No set of up to {most} was certified"),
                bots => format!(
                    "No set of up to {most} was certified to serve {} alike",
                    list(bots)
                ),
            };
            format!(
                "{serves}: the nearest has {} and comes within {} of {}",
                number(count),
                points(best.row.distance),
                aim(facts)
            )
        }
    }
}

/// The verdict, sentence by sentence.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let best = facts.best();
    let mut said = vec![];
    if !best.edits.is_empty() {
        let changes = best.edits.iter().map(|edit| facts.change(edit));
        said.push(format!(
            "{}.",
            capital(&changes.collect::<Vec<_>>().join("; "))
        ));
    }
    said.extend(farthest(facts, best));
    said.extend(side_effect(facts));
    said.extend(printed(best));
    said.extend(open(facts));
    said
}

/// Who is farthest from its target, and how far.
fn farthest(facts: &Facts, best: &Solution) -> Option<String> {
    let of = best.farthest()?;
    let with = match facts.bots.len() {
        1 => String::new(),
        _ => format!(" with {}", of.bot),
    };
    let who = match facts.aimed().len() {
        1 => String::new(),
        _ => "Farthest from its target in these games: ".to_owned(),
    };
    let before = match best.edits.is_empty() {
        true => String::new(),
        false => format!(" As it is: {}.", points(facts.before().row.distance)),
    };
    Some(format!(
        "{who}{} at {}{with}, {} off; at most {} by the intervals that certify.{before}",
        facts.label(of),
        rate(of),
        points(best.row.distance),
        points(best.ends()[1]),
    ))
}

/// Who without a target is moved farthest.
fn side_effect(facts: &Facts) -> Option<String> {
    let free = facts.pairs().filter(|(before, _)| before.target.is_none());
    let moved = |(before, after): &(&TunedRate, &TunedRate)| after.win_rate - before.win_rate;
    let most = free.max_by(|a, b| moved(a).abs().total_cmp(&moved(b).abs()))?;
    let (before, after) = most;
    if facts.best().edits.is_empty() {
        return None;
    }
    Some(format!(
        "Side effect: of those without a target {} moves most, from {} to {} ({} points).",
        facts.label(after),
        with_sign(before.win_rate, 1),
        rate(after),
        signed(moved(&most) * 100.0, decimals(after.half()))
    ))
}

/// "24.6 ± 0.3 %".
fn rate(of: &TunedRate) -> String {
    let fine = decimals(of.half());
    format!(
        "{} ± {}",
        percent(of.win_rate, fine),
        with_sign(of.half(), fine)
    )
}

/// Values of a rulebook that would have to be reprinted.
fn printed(best: &Solution) -> Option<String> {
    let printed = |edit: &&EditRow| edit.provenance.as_deref() == Some("printed");
    match (best.edits.iter().filter(printed).count(), best.edits.len()) {
        (0, _) => None,
        (1, 1) => Some("The value is printed in the rulebook.".to_owned()),
        (some, all) if some == all => Some(
            "All of these values are printed in the rulebook: --not printed leaves such as they are.".into(),
        ),
        (some, all) => Some(format!(
            "{} of the {} values {} printed in the rulebook: --not printed leaves such as they are.",
            capital(&number(some)),
            number(all),
            if some == 1 { "is" } else { "are" }
        )),
    }
}

/// What would have to be done where nothing was certified.
fn open(facts: &Facts) -> Option<String> {
    let best = facts.best();
    if best.row.certified {
        return None;
    }
    let within = best.row.distance <= facts.note.within;
    Some(match within {
        true => "In these games it is near enough, but not all intervals are: more --games may certify it.".to_owned(),
        false => format!(
            "More --edits, more --games or a wider --within than {} may find one.",
            points(facts.note.within)
        ),
    })
}

/// How it was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    format!(
        "Certified: the intervals of all win rates with a target lie {}. A set that is not so near has somebody outside, and is certified only if that one’s interval is wrong: the chance of that, of any set and at any look, is below {} (an intersection-union test). The games are {} of each set, more where that left it open, of seeds that the search never saw, so that what looked best by luck is found out. An edit is one value by some steps; two values that change places are one edit. All of it holds for the bots that played.",
        near(facts),
        level(1.0 - facts.level),
        grouped(facts.note.certified),
    )
}
