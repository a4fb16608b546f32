//! Formats numbers for readers.

pub use crate::words::{capital, counted, either, grouped, list};

/// The no-break space that stands between a number and its unit.
pub const NBSP: char = '\u{a0}';

/// Returns the names of bots for a sentence: "the bot “trained”", or "the bots “random” and
/// “greedy”".
pub fn the_bots<S: AsRef<str>>(names: impl IntoIterator<Item = S>) -> String {
    let names: Vec<S> = names.into_iter().collect();
    match names.as_slice() {
        [one] => format!("the bot “{}”", one.as_ref()),
        several => {
            let quoted = several.iter().map(|name| format!("“{}”", name.as_ref()));
            format!("the bots {}", list(quoted))
        }
    }
}

/// Formats a share as a percentage without the percent sign: 0.312 becomes "31.2".
pub fn percent(share: f64, decimals: usize) -> String {
    format!("{:.decimals$}", rounded(share * 100.0, decimals))
}

/// Rounds a number to a number of decimals, half to even. The error of the number's binary form is
/// removed first.
///
/// The rounded difference of a number and 50 is the difference of the rounded numbers: 53.75 and
/// 53.75 − 50 become 53.8 and 3.8; 46.25 and 46.25 − 50 become 46.2 and −3.8. This holds for every
/// number whose last shown digit is even, in place of 50.
pub fn rounded(value: f64, decimals: usize) -> f64 {
    /// Factor between the last displayed digit and the digit to which errors are removed.
    const EXACT: f64 = 1e6;
    let scale = 10f64.powi(decimals as i32);
    let exact = (value * scale * EXACT).round() / EXACT;
    exact.round_ties_even() / scale
}

/// Formats a share as a percentage with the percent sign: "31.2 %".
pub fn with_sign(share: f64, decimals: usize) -> String {
    format!("{}{NBSP}%", percent(share, decimals))
}

/// Returns the number of decimals for a percentage whose confidence interval has the half-width
/// `half_width` (a share). With this number, the half-width is not rounded to zero.
pub fn decimals(half_width: f64) -> usize {
    decimals_from(1, half_width * 100.0)
}

/// Returns the number of decimals, from `least` to 3 or to `least` if that is more, with which a
/// half-width is not rounded to zero. A value has the same number of decimals as its half-width.
pub fn decimals_from(least: usize, half_width: f64) -> usize {
    let is_shown = |&decimals: &usize| half_width == 0.0 || rounded(half_width, decimals) > 0.0;
    (least..3).find(is_shown).unwrap_or(least.max(3))
}

/// Formats a rate in % with the half-width of its confidence interval: "31.2 ± 0.4".
pub fn plus_minus(rate: f64, half_width: f64) -> String {
    let fine = decimals(half_width);
    format!("{} ± {}", percent(rate, fine), percent(half_width, fine))
}

/// Formats a difference of rates in percentage points with its margin of error: "+3.1 ± 0.6", or
/// "+50.0 [−61.3, +100.0]", see [`points_margin`].
pub fn points_plus_minus(difference: f64, half_width: f64) -> String {
    let fine = decimals(half_width);
    let points = signed(difference * 100.0, fine);
    with_margin(&points, &points_margin(difference, half_width, fine))
}

/// Formats the margin of error of a difference of rates in percentage points: "0.6". A difference
/// is at most 100 points, so a range that is wider is cut off: "[−61.3, +100.0]".
pub fn points_margin(difference: f64, half_width: f64, decimals: usize) -> String {
    let ends = [difference - half_width, difference + half_width];
    match ends.iter().any(|end| end.abs() > 1.0) {
        true => format!(
            "[{}]",
            ends.map(|end| signed(end.clamp(-1.0, 1.0) * 100.0, decimals)).join(", ")
        ),
        false => percent(half_width, decimals),
    }
}

/// Joins a value and its margin of error, see [`points_margin`].
pub fn with_margin(value: &str, margin: &str) -> String {
    let sign = if margin.starts_with('[') { "" } else { "± " };
    format!("{value} {sign}{margin}")
}

/// Formats a rate with the half-width of its confidence interval in a sentence: "31.2 % (± 0.4)".
pub fn measured(rate: f64, half_width: f64) -> String {
    let fine = decimals(half_width);
    format!("{} (±{NBSP}{})", with_sign(rate, fine), percent(half_width, fine))
}

/// Formats a number for a sentence: in words up to twelve, else in digits.
pub fn in_words(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(number).map_or(number.to_string(), |word| (*word).to_owned())
}

/// Returns a count with its noun: "three edits". Numbers up to twelve are in words.
pub fn spelled(count: usize, one: &str) -> String {
    let several = if count == 1 { "" } else { "s" };
    format!("{} {one}{several}", in_words(count))
}

/// Formats a difference of shares in percentage points: "1.0 point", "1.4 points".
pub fn in_points(distance: f64) -> String {
    let said = percent(distance, decimals(distance));
    let plural = if said.parse() == Ok(1.0) { "" } else { "s" };
    format!("{said} point{plural}")
}

/// Formats a confidence level: 0.95 becomes "95 %".
pub fn level(level: f64) -> String {
    let off = (level * 100.0 - (level * 100.0).round()).abs();
    with_sign(level, if off < 1e-6 { 0 } else { 2 })
}

/// Formats a number with its sign, as in "+1.3" or "−0.4"; never returns "−0.0".
pub fn signed(value: f64, decimals: usize) -> String {
    let shown = format!("{:+.decimals$}", rounded(value, decimals)).replace('-', "−");
    if shown.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) {
        shown
    } else {
        shown.replace('−', "+")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_to_be_read() {
        let said = ["1.0 point", "1.4 points", "10.0 points"];
        assert_eq!([0.01, 0.014, 0.1].map(in_points), said);
        let edits = [0, 1, 3, 13].map(|count| spelled(count, "edit"));
        assert_eq!(edits, ["no edits", "one edit", "three edits", "13 edits"]);
        assert_eq!([0.02, 0.0004, 0.00001, 0.0].map(decimals), [1, 2, 3, 1]);
        assert_eq!(measured(0.99777, 0.0001), "99.78\u{a0}% (±\u{a0}0.01)");
        assert_eq!(plus_minus(0.99777, 0.0001), "99.78 ± 0.01");
        assert_eq!(points_plus_minus(-0.0107, 0.00046), "−1.07 ± 0.05");
        assert_eq!(points_plus_minus(0.0, 0.95), "+0.0 ± 95.0");
        assert_eq!(points_plus_minus(0.5, 1.113), "+50.0 [−61.3, +100.0]");
        assert_eq!(points_plus_minus(-1.0, 1.9), "−100.0 [−100.0, +90.0]");
        assert_eq!([0.26, -0.04, -0.26].map(|v| signed(v, 1)), ["+0.3", "+0.0", "−0.3"]);
        // 215 and 185 of 400 wins: each rate agrees with its distance from the fair share.
        let wins = [215.0, 185.0].map(|wins| wins / 400.0);
        assert_eq!(wins.map(|rate| percent(rate, 1)), ["53.8", "46.2"]);
        let off = wins.map(|rate| signed((rate - 0.5) * 100.0, 1));
        assert_eq!(off, ["+3.8", "−3.8"]);
        assert_eq!([level(0.95), level(0.9975)], ["95\u{a0}%", "99.75\u{a0}%"]);
    }
}
