//! Numbers as people read them, and what they mean in words.

use super::facts::{Entrant, Facts};

/// A space that does not break, between a number and its unit.
const NBSP: char = '\u{a0}';

/// A share as a percentage without its sign: 0.312 is "31.2".
pub fn percent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$}", share * 100.0)
}

/// A share with its sign: "31.2 %".
pub fn with_sign(share: f64, decimals: usize) -> String {
    format!("{}{NBSP}%", percent(share, decimals))
}

/// How many decimals a percentage of this half-width (a share) deserves: as many as its "±" does not blur to zero.
pub fn decimals(half_width: f64) -> usize {
    if half_width >= 0.0005 {
        1
    } else if half_width >= 0.00005 {
        2
    } else {
        3
    }
}

/// An entrant's win rate: "31.2 % (± 0.1)".
pub fn win_rate(entrant: &Entrant) -> String {
    let half = entrant.all.interval.half_width();
    let decimals = decimals(half);
    format!(
        "{} (±{NBSP}{})",
        with_sign(entrant.all.rate, decimals),
        percent(half, decimals)
    )
}

/// A whole number in groups of three: 1,000,000.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Percentage points between a rate and the fair share: "6.2 points above".
fn distance(rate: f64, fair: f64) -> String {
    let points = (rate - fair) * 100.0;
    let side = if points < 0.0 { "below" } else { "above" };
    match points.abs() {
        small if small < 0.05 => format!("less than 0.1 points {side}"),
        off => format!("{off:.1} points {side}"),
    }
}

/// Names as a sentence lists them.
pub fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The verdict in one line.
pub fn headline(facts: &Facts) -> String {
    let sorted = facts.sorted_by(|entrant| entrant.all.rate);
    let (Some(best), Some(worst)) = (sorted.first(), sorted.last()) else {
        return "No games were played.".to_string();
    };
    if sorted.len() == 1 {
        return format!(
            "{} wins {} of its games",
            best.label,
            with_sign(best.all.rate, 1)
        );
    }
    match (best.significant, worst.significant) {
        (false, false) if sorted.iter().all(|entrant| !entrant.significant) => {
            "No fighter is measurably stronger or weaker than its fair share".to_string()
        }
        (true, false) => format!(
            "{} wins most, with {}",
            best.label,
            with_sign(best.all.rate, 1)
        ),
        (false, true) => format!(
            "{} wins least, with {}",
            worst.label,
            with_sign(worst.all.rate, 1)
        ),
        _ => format!(
            "{} wins most ({}), {} least ({})",
            best.label,
            with_sign(best.all.rate, 1),
            worst.label,
            with_sign(worst.all.rate, 1)
        ),
    }
}

/// The verdict, sentence by sentence: who is strong, who is weak, what is noise, how sure that is.
pub fn verdict(facts: &Facts) -> Vec<String> {
    let sorted = facts.sorted_by(|entrant| entrant.all.rate);
    let fair = with_sign(facts.fair, 1);
    let mut said = vec![];
    let telling = |entrant: &&Entrant| {
        format!(
            "{} wins {} of its games, {} the fair {fair}.",
            entrant.label,
            win_rate(entrant),
            distance(entrant.all.rate, facts.fair)
        )
    };
    let strong: Vec<_> = sorted
        .iter()
        .filter(|entrant| entrant.significant && entrant.all.rate > facts.fair)
        .collect();
    let weak: Vec<_> = sorted
        .iter()
        .rev()
        .filter(|entrant| entrant.significant && entrant.all.rate < facts.fair)
        .collect();
    said.extend(strong.iter().take(3).map(|entrant| telling(entrant)));
    said.extend(weak.iter().take(3).map(|entrant| telling(entrant)));
    for (rest, side) in [(&strong, "above"), (&weak, "below")] {
        if rest.len() > 3 {
            let names: Vec<String> = rest[3..]
                .iter()
                .map(|entrant| entrant.label.clone())
                .collect();
            said.push(format!(
                "Also clearly {side} the fair share: {}.",
                list(&names)
            ));
        }
    }
    let noise: Vec<String> = sorted
        .iter()
        .filter(|entrant| !entrant.significant)
        .map(|entrant| entrant.label.clone())
        .collect();
    if noise.len() == sorted.len() && !noise.is_empty() {
        said.push(format!("Every win rate is within noise of the fair {fair}: these games do not show that anyone is stronger than another."));
    } else if let [one] = &noise[..] {
        said.push(format!("{one} is within noise of the fair share."));
    } else if !noise.is_empty() {
        said.push(format!(
            "{} are within noise of the fair share.",
            list(&noise)
        ));
    }
    if let (Some(best), Some(worst)) = (strong.first(), weak.first()) {
        said.push(spread(best, worst));
    }
    said
}

/// What the distance of the best and the worst means to a designer.
fn spread(best: &Entrant, worst: &Entrant) -> String {
    let factor = best.all.rate / worst.all.rate.max(1e-9);
    if worst.all.wins == 0 {
        return format!("{} never won.", worst.label);
    }
    format!(
        "From best to worst: for each win of {}, {} has {factor:.2}.",
        worst.label, best.label
    )
}

/// How the significance was judged, for the small print.
pub fn judgement(facts: &Facts) -> String {
    format!(
        "“±” is half of a {} interval (Wilson). “Clearly” means that the win rate differs from the fair share even after allowing for the fact that {} were tested at once (Holm’s correction at the same level).",
        with_sign(
            facts.level,
            if (facts.level * 100.0).fract() < 1e-9 {
                0
            } else {
                2
            }
        ),
        if facts.entrants.len() == 1 {
            "one entrant was".to_string()
        } else {
            format!("{} entrants", facts.entrants.len())
        }
    )
}
