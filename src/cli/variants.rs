//! Variants as people type them: lists of settings, ranges of values.

/// The parts of a list, divided at commas that stand outside brackets and quotes: `a=[1,2],b=3` has two.
pub fn split(list: &str) -> Result<Vec<String>, String> {
    let mut parts = vec![String::new()];
    let (mut depth, mut quote) = (0u32, None);
    for letter in list.chars() {
        match (letter, quote) {
            ('"' | '\'', None) => quote = Some(letter),
            (_, Some(open)) if letter == open => quote = None,
            ('[' | '{', None) => depth += 1,
            (']' | '}', None) => {
                depth = depth
                    .checked_sub(1)
                    .ok_or("a bracket closes that was never opened")?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_divided_outside_brackets_and_quotes() {
        assert_eq!(split("rules.rounds=12").unwrap(), ["rules.rounds=12"]);
        assert_eq!(
            split("rules.rocks=[2, 1], fighters.agaric.name=\"a, b\",x={ a = 1, b = 2 }").unwrap(),
            [
                "rules.rocks=[2, 1]",
                "fighters.agaric.name=\"a, b\"",
                "x={ a = 1, b = 2 }"
            ]
        );
        for bad in ["", "a=1,", ",a=1", "a=[1", "a=1]", "a=\"x"] {
            assert!(split(bad).is_err(), "{bad}");
        }
    }
}
