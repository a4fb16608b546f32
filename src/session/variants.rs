//! Parsers for variants of a scenario on the command line: lists of settings and ranges of values.

/// Splits a text at commas outside brackets and quotes: `a=[1,2],b=3` has two parts.
pub fn split(list: &str) -> Result<Vec<String>, String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut quote) = (0u32, None);
    for letter in list.chars() {
        match (letter, quote) {
            ('"' | '\'', None) => quote = Some(letter),
            (_, Some(open)) if letter == open => quote = None,
            ('[' | '{', None) => depth += 1,
            (']' | '}', None) => {
                depth = depth.checked_sub(1).ok_or("a closing bracket has no opening bracket")?;
            }
            (',', None) if depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("one at least").push(letter);
    }
    if depth > 0 || quote.is_some() {
        return Err("a bracket or a quote is not closed".into());
    }
    let parts: Vec<String> = parts.iter().map(|part| part.trim().to_owned()).collect();
    if parts.iter().any(String::is_empty) {
        return Err("wants something before and after each comma".into());
    }
    Ok(parts)
}

/// Parses the values of `--vary`: a list (`4,5,6` or `none,all`), a range of numbers with both ends
/// included (`5..12`), or a range in steps (`0.5..2..0.25`). A list may contain ranges.
pub fn values(text: &str) -> Result<Vec<String>, String> {
    let mut all = vec![];
    for part in split(text)? {
        match part.split_once("..") {
            Some((from, rest)) if !part.starts_with(['[', '{', '"', '\'']) => {
                all.extend(range(from, rest)?)
            }
            _ => all.push(part),
        }
    }
    for (i, value) in all.iter().enumerate() {
        if all[..i].contains(value) {
            return Err(format!("has {value} twice"));
        }
    }
    Ok(all)
}

/// Maximum number of values in one range, such as `5..12`.
const MOST: f64 = 1_000.0;

fn range(from: &str, rest: &str) -> Result<Vec<String>, String> {
    let (to, step) = rest.split_once("..").unwrap_or((rest, "1"));
    let number = |text: &str| match text.trim().parse::<f64>() {
        Ok(value) if value.is_finite() => Ok(value),
        _ => Err(format!("has a range with {text:?}, which is not a number; as in 0.5..2..0.25")),
    };
    let low = number(from)?;
    if rest.starts_with('.') {
        let meant = rest.trim_start_matches('.');
        return Err(format!("has too many dots in {from}..{rest}; did you mean {from}..{meant}?"));
    }
    let (high, step_size) = (number(to)?, number(step)?);
    if high < low {
        return Err(format!("has a range that goes down: write {}..{}", to.trim(), from.trim()));
    }
    if step_size <= 0.0 {
        return Err("has a range with a step that is not above 0".into());
    }
    // Keeps the typed number of decimals, so that 0.1 + 0.2 is written as 0.3.
    let written =
        |text: &str| text.trim().split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let decimals = written(from).max(written(step));
    let count = ((high - low) / step_size + 1e-9).floor();
    if count >= MOST {
        return Err(format!("has a range of more than {MOST} values"));
    }
    Ok((0..=count as u32)
        .map(|i| format!("{:.decimals$}", low + f64::from(i) * step_size))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_lists_and_ranges() {
        for (text, wanted) in [
            ("5..8", vec!["5", "6", "7", "8"]),
            ("3..3", vec!["3"]),
            ("1,4..6", vec!["1", "4", "5", "6"]),
            ("0.1..0.35..0.1", vec!["0.1", "0.2", "0.3"]),
            ("10..20..5", vec!["10", "15", "20"]),
            ("-2..0", vec!["-2", "-1", "0"]),
            ("none,all", vec!["none", "all"]),
            ("[1,2],[3]", vec!["[1,2]", "[3]"]),
            ("bots/../mine.toml", vec![]),
        ] {
            match values(text) {
                Ok(values) => assert_eq!(values, wanted, "{text}"),
                Err(what) => assert!(wanted.is_empty(), "{text}: {what}"),
            }
        }
        for (text, what) in [
            ("", "something before and after"),
            ("5..", "not a number"),
            ("a..b", "not a number"),
            ("8..5", "write 5..8"),
            ("5...9", "dots in 5...9; did you mean 5..9?"),
            ("1...5..2", "did you mean 1..5..2?"),
            ("a...b", "not a number"),
            ("1..5..0", "not above 0"),
            ("1..5..-1", "not above 0"),
            ("1..1e9", "more than 1000"),
            ("nan..3", "not a number"),
            ("5,5", "5 twice"),
            ("4..6,5", "5 twice"),
        ] {
            let said = values(text).unwrap_err();
            assert!(said.contains(what), "{text}: {said}");
        }
    }

    #[test]
    fn lists_are_divided_outside_brackets_and_quotes() {
        assert_eq!(split("rules.rounds=12").unwrap(), ["rules.rounds=12"]);
        assert_eq!(
            split("rules.rocks=[2, 1], fighters.agaric.name=\"a, b\",x={ a = 1, b = 2 }").unwrap(),
            ["rules.rocks=[2, 1]", "fighters.agaric.name=\"a, b\"", "x={ a = 1, b = 2 }"]
        );
        for bad in ["", "a=1,", ",a=1", "a=[1", "a=1]", "a=\"x"] {
            assert!(split(bad).is_err(), "{bad}");
        }
    }
}
