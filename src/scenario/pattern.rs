//! Text patterns that JSON schemas use, each with a check and a description.

use crate::words::is_key;

/// A pattern that texts must match, such as the pattern of colours.
pub struct Pattern {
    /// Returns whether a text matches the pattern. A hand-written check avoids a dependency on a
    /// regex engine.
    pub fits: fn(&str) -> bool,
    pub words: &'static str,
}

/// Regular expression for the keys of fighters and cards.
pub const KEY: &str = "^[a-z0-9-]{1,32}$";
/// Regular expression for the colours of fighters, `#RRGGBB`.
const COLOUR: &str = "^#[0-9A-Fa-f]{6}$";
/// Regular expression for the keys of tables that are numbers.
const NUMBER: &str = r"^\d+$";

/// Returns the text pattern with this regular expression; `None` if this module has no check for
/// the expression.
pub fn named(expression: &str) -> Option<Pattern> {
    let (fits, words): (fn(&str) -> bool, _) = match expression {
        KEY => (is_key, "1 to 32 lower-case letters, digits and hyphens"),
        COLOUR => (
            is_colour,
            "a colour written `#RRGGBB`, two hexadecimal digits each of red, green and blue",
        ),
        NUMBER => (is_number, "a number"),
        _ => return None,
    };
    Some(Pattern { fits, words })
}

fn is_colour(text: &str) -> bool {
    let hexadecimal = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    text.strip_prefix('#').is_some_and(|digits| digits.len() == 6 && hexadecimal(digits))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pattern_takes_its_form_and_nothing_else() {
        for (expression, good, bad) in [
            (KEY, ["agaric", "a-2"], ["", "Agaric", "bonzaï", "a.b", "a b", &"a".repeat(33)]),
            (COLOUR, ["#000000", "#aBcDeF"], ["", "#fff", "red", "#12345g", "1234567", "#1234567"]),
            (NUMBER, ["0", "12"], ["", "-1", "1.5", "x", " 1", "1a"]),
        ] {
            let fits = named(expression).unwrap().fits;
            assert!(good.iter().all(|text| fits(text)), "{expression}");
            assert!(!bad.iter().any(|text| fits(text)), "{expression}");
        }
    }
}
