//! Parsers and defaults for numbers on the command line.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Default of a flag `--margin`, the accepted distance of a win rate from its fair share.
pub const MARGIN: &str = "2%";

/// Returns a parser of whole numbers within a range.
pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (least, most) = (range.start(), range.end());
        number.ok_or_else(|| format!("wants a whole number, {least} to {most}"))
    }
}

/// Parses a number of games, at least 1: digits, optional `_`, and `k` or `m` for thousands and
/// millions.
pub fn count(text: &str) -> Result<u64, String> {
    let lower = text.to_ascii_lowercase();
    let (digits, unit) = match lower.strip_suffix(['k', 'm']) {
        Some(digits) if lower.ends_with('k') => (digits, 1_000),
        Some(digits) => (digits, 1_000_000),
        None => (lower.as_str(), 1),
    };
    let digits = digits.replace('_', "");
    if digits.is_empty() || !digits.bytes().all(|of| of.is_ascii_digit()) {
        return Err("wants a whole number, as in 250000, 250_000, 250k or 2m".into());
    }
    // A number that cannot be stored is too large.
    let number = digits.parse().unwrap_or(u64::MAX).saturating_mul(unit);
    match number {
        0 => Err("wants at least 1".into()),
        1..=1_000_000_000_000 => Ok(number),
        _ => Err("wants at most 1000000m".into()),
    }
}

/// Parses a number of games in the form that [`count`] parses, or 0.
pub fn count_or_zero(text: &str) -> Result<u64, String> {
    match text {
        "0" => Ok(0),
        _ => count(text),
    }
}

/// Parses a share between 0 and 1, exclusive: `0.5%` or `0.005`. The error says what was probably
/// meant: a percentage without its sign, or a decimal comma.
pub fn share(text: &str) -> Result<f64, String> {
    let is_share = |number: &f64| *number > 0.0 && *number < 1.0;
    share_that(text, is_share, "more than 0 and less than 1 (100%)")
}

/// Parses a confidence level from 0.501 to 0.999999, in the form that [`share`] parses. One-sided
/// tests need a level above 0.5. Corrections for many tests bring the level nearer to 1, and the
/// corrected level must not be rounded to 1.
pub fn confidence_level(text: &str) -> Result<f64, String> {
    let is_level = |number: &f64| (0.501..=0.999_999).contains(number);
    share_that(text, is_level, "50.1% to 99.9999%")
}

/// Parses a share that `is_share` accepts; `range` describes these shares.
fn share_that(text: &str, is_share: impl Fn(&f64) -> bool, range: &str) -> Result<f64, String> {
    let text = text.trim();
    let number = number_or_percentage(text);
    if let Some(share) = number.filter(&is_share) {
        return Ok(share);
    }
    let [percentage, point] = [format!("{text}%"), text.replace(',', ".")];
    let meant = [percentage, point]
        .into_iter()
        .find(|meant| number_or_percentage(meant).is_some_and(|number| is_share(&number)));
    let meant = meant.map_or(String::new(), |meant| format!("; did you mean `{meant}`?"));
    let wants = match number {
        Some(_) => range,
        None => "a share, as in 0.5% or 0.005",
    };
    Err(format!("wants {wants}{meant}"))
}

fn number_or_percentage(text: &str) -> Option<f64> {
    match text.strip_suffix('%') {
        Some(percentage) => Some(percentage.trim().parse::<f64>().ok()? / 100.0),
        None => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_stay_within_their_range() {
        let seats = whole::<u8>(2..=8);
        assert_eq!(seats("2"), Ok(2));
        for text in ["1", "9", "-1", "300", "two", ""] {
            let told = "wants a whole number, 2 to 8".to_owned();
            assert_eq!(seats(text), Err(told), "{text}");
        }
    }

    #[test]
    fn counts_are_read_as_people_write_them() {
        for (text, number) in [("1", 1), ("1_000", 1000), ("250k", 250_000), ("2M", 2_000_000)] {
            assert_eq!(count(text), Ok(number), "{text}");
        }
        for text in
            ["", "0", "k", "-3", "1.5m", "ten", "99999999999999999999", "18446744073709551615k"]
        {
            assert!(count(text).is_err(), "{text}");
        }
        let large = count("99999999999999999999");
        assert_eq!(large, Err("wants at most 1000000m".to_owned()));
        assert_eq!([count_or_zero("0"), count_or_zero("9k")], [Ok(0), Ok(9000)]);
        assert!(count_or_zero("-3").is_err());
    }

    #[test]
    fn shares_are_read_as_people_write_them() {
        assert_eq!(share("0.5%"), Ok(0.005));
        assert_eq!(share("0.25"), Ok(0.25));
        for text in ["", "0", "1", "100%", "-1%", "nan", "inf", "half", "%"] {
            assert!(share(text).is_err(), "{text}");
        }
        for (text, said) in [
            ("95", "wants more than 0 and less than 1 (100%); did you mean `95%`?"),
            ("0,95", "wants a share, as in 0.5% or 0.005; did you mean `0.95`?"),
            ("1,5%", "wants a share, as in 0.5% or 0.005; did you mean `1.5%`?"),
            ("200%", "wants more than 0 and less than 1 (100%)"),
            ("half", "wants a share, as in 0.5% or 0.005"),
        ] {
            assert_eq!(share(text), Err(said.to_owned()));
        }
    }

    #[test]
    fn confidence_levels_stay_within_their_range() {
        for (text, level) in [("50.1%", 0.501), ("0.95", 0.95), ("99.9999%", 0.999_999)] {
            assert_eq!(confidence_level(text), Ok(level), "{text}");
        }
        let range = "wants 50.1% to 99.9999%";
        for text in ["50%", "0.3", "99.99999999999999%", "100%"] {
            assert_eq!(confidence_level(text), Err(range.to_owned()), "{text}");
        }
        let meant = format!("{range}; did you mean `95%`?");
        assert_eq!(confidence_level("95"), Err(meant));
    }
}
