//! Names as messages and reports say them.

/// What was probably meant by a name that is not known, as the end of a message: the nearest of the known ones, or all of them.
pub fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let folded = name.to_lowercase().replace('_', "-");
    let likeness =
        |other: &str| strsim::damerau_levenshtein(&folded, &other.to_lowercase().replace('_', "-"));
    let nearest = known.iter().min_by_key(|other| likeness(other));
    match nearest {
        // At most a third of the letters may differ.
        Some(near) if name.len() < 100 && likeness(near) <= (near.len() / 3).max(1) => {
            format!("; did you mean `{near}`?")
        }
        _ if known.is_empty() => String::new(),
        _ => format!("; known: {}", list(&known, "and")),
    }
}

/// Names in backticks, the last two joined by `word`.
pub fn list(names: &[&str], word: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// Names as a sentence lists them: "Agaric, Cactus and Baobab".
pub fn joined(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let names: Vec<_> = names.into_iter().collect();
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A name as a heading begins.
pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_as_a_sentence_has_them() {
        assert_eq!(joined([""; 0]), "");
        assert_eq!(joined(["a", "b", "c"]), "a, b and c");
        assert_eq!(["élan", ""].map(capital), ["Élan", ""]);
    }

    #[test]
    fn a_slip_is_corrected_and_a_stranger_is_shown_the_choice() {
        let known = ["agaric", "zamioculcas"];
        assert_eq!(suggest("agarik", known), "; did you mean `agaric`?");
        assert_eq!(
            suggest("Zamioculca", known),
            "; did you mean `zamioculcas`?"
        );
        assert_eq!(
            suggest("gimli", known),
            "; known: `agaric` and `zamioculcas`"
        );
        assert_eq!(suggest("gimli", []), "");
    }
}
