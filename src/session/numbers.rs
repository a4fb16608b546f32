//! Parsers and defaults for numbers on the command line.

/// Default of a flag `--margin`, the accepted distance of a win rate from its fair share.
pub const MARGIN: &str = "2%";

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

/// Parses a share between 0 and 1, exclusive: `0.5%` or `0.005`.
pub fn share(text: &str) -> Result<f64, String> {
    share_that(text, |number| number > 0.0 && number < 1.0, "more than 0 and less than 100%")
}

/// Parses a confidence level from 0.501 to 0.999999, in the form that [`share`] parses. One-sided
/// tests need a level above 0.5. Corrections for many tests bring the level nearer to 1, and the
/// corrected level must not be rounded to 1.
pub fn confidence_level(text: &str) -> Result<f64, String> {
    share_that(text, |number| (0.501..=0.999_999).contains(&number), "50.1% to 99.9999%")
}

/// Parses a share that `is_share` accepts; `range` describes these shares.
fn share_that(text: &str, is_share: fn(f64) -> bool, range: &str) -> Result<f64, String> {
    let number = match text.trim().strip_suffix('%') {
        Some(percentage) => percentage.trim().parse().map(|number: f64| number / 100.0),
        None => text.trim().parse(),
    };
    let share = number.ok().filter(|&number| is_share(number));
    share.ok_or_else(|| format!("wants {range}, as in 95% or 0.95"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_people_write_them() {
        for (text, number) in [("1", 1), ("1_000", 1000), ("250k", 250_000), ("2M", 2_000_000)] {
            assert_eq!(count(text), Ok(number), "{text}");
        }
        let others = " 0 k -3 1.5m ten 99999999999999999999 18446744073709551615k";
        for text in others.split(' ') {
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
        let wants = "wants more than 0 and less than 100%, as in 95% or 0.95".to_owned();
        assert_eq!([share("95"), share("0,95")], [Err(wants.clone()), Err(wants)]);
    }

    #[test]
    fn confidence_levels_stay_within_their_range() {
        for (text, level) in [("50.1%", 0.501), ("0.95", 0.95), ("99.9999%", 0.999_999)] {
            assert_eq!(confidence_level(text), Ok(level), "{text}");
        }
        let range = "wants 50.1% to 99.9999%, as in 95% or 0.95";
        for text in ["50%", "0.3", "99.99999999999999%", "100%"] {
            assert_eq!(confidence_level(text), Err(range.to_owned()), "{text}");
        }
    }
}
