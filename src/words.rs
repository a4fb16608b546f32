//! Text helpers: suggestions for misspelt names, lists in sentences, safe terminal output.

use unicode_width::UnicodeWidthStr;

use crate::shell;

/// Returns the end of an error message about an unknown name: the known name that was probably
/// meant, or else all known names.
pub fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match meant(name, &known) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if known.is_empty() => String::new(),
        None => format!("; known: {}", quoted(&known, "and")),
    }
}

/// Returns the known name that was probably meant by `name`: the [`nearest`] one, or else a name
/// that `name` abbreviates or contains. `None` if there is no such name.
pub fn meant<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    nearest(name, known.iter().copied()).or_else(|| completed(name, known))
}

/// Returns the known name that was probably meant by `name`: the number of edits is at most a third
/// of its letters, at least one, and less than all. `None` if there is no such name.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Counting the edits takes time in proportion to the product of both lengths. Known names of
    // more than 150 letters differ in more than a third of their letters from every shorter name.
    if name.len() >= 100 {
        return None;
    }
    let text = folded(name);
    let likeness = |other: &str| strsim::damerau_levenshtein(&text, &folded(other));
    let most = |other: &str| {
        let shorter = other.len().min(name.len());
        (other.len() / 3).max(1).min(shorter.saturating_sub(1))
    };
    // Names of very different lengths need more edits, which are not counted.
    let is_close = |other: &&str| {
        let [ours, theirs] = [name, other].map(|name| name.chars().count());
        other.len() <= 150 && ours.abs_diff(theirs) <= most(other)
    };
    let comparable = known.into_iter().filter(is_close);
    let near = comparable.min_by_key(|other| likeness(other))?;
    (likeness(near) <= most(near)).then_some(near)
}

/// Completes `name` to a known name. Tries, in this order, known names that begin with `name`, that
/// contain `name`, and that are words of `name`, such as `joker` of "The Joker". Needs exactly one
/// match. Returns `None` if the shorter of the two names has fewer than three letters.
fn completed<'a>(name: &str, known: &[&'a str]) -> Option<&'a str> {
    let only = |fits: &dyn Fn(&str) -> bool| {
        let mut fitting = known.iter().copied().filter(|other| fits(other));
        let first = fitting.next()?;
        fitting.all(|other| other == first).then_some(first)
    };
    let text = folded(name);
    let begins = |other: &str| folded(other).starts_with(&text);
    let contains = |other: &str| folded(other).contains(&text);
    let words = format!("-{text}-");
    let is_part = |other: &str| words.contains(&format!("-{}-", folded(other)));
    let found = only(&begins).or_else(|| only(&contains)).or_else(|| only(&is_part));
    found.filter(|found| text.len().min(found.len()) >= 3)
}

/// Returns a name in lower case, with hyphens in place of underscores and spaces.
fn folded(name: &str) -> String {
    name.to_lowercase().replace(['_', ' '], "-")
}

/// Returns true if a character controls a terminal, ends a line, changes the direction of writing
/// (Unicode's `Bidi_Control`), or is not allowed in HTML.
pub fn unprintable(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || turns || matches!(c, '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}')
}

/// Returns true if a character is unprintable, or is shown as nothing (Unicode's
/// `Default_Ignorable_Code_Point`) or as a blank.
pub fn invisible(c: char) -> bool {
    let ignorable = matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
        | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}');
    unprintable(c) || ignorable || c == '\u{2800}'
}

/// Returns true if an invisible character changes the letters beside it, as in Persian and in
/// emojis: a joiner or a variation selector.
fn joins(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}')
}

/// Returns the first character of a name that is invisible and does not affect other letters.
pub fn invisible_in(name: &str) -> Option<char> {
    name.chars().find(|&c| invisible(c) && !joins(c))
}

/// Returns a name without its invisible characters, and with single spaces. Two names are equal for
/// readers if these texts are equal.
pub fn visible(name: &str) -> String {
    let shown = |word: &str| word.chars().filter(|&c| !invisible(c)).collect();
    let words: Vec<String> = name.split_whitespace().map(shown).collect();
    words.join(" ")
}

/// Returns true if a text is empty or contains only spaces and invisible characters.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || invisible(c))
}

/// Returns the width of a text in a terminal, in columns: two for a Chinese, Japanese or Korean
/// character and for an emoji, none for a combining accent.
pub fn shown_width(text: &str) -> usize {
    text.width()
}

/// Cuts a text that is wider than a number of columns; it then ends with an ellipsis.
pub fn cut(text: &str, width: usize) -> String {
    if shown_width(text) <= width {
        return text.to_owned();
    }
    let mut starts = text.char_indices().rev().map(|(end, _)| &text[..end]);
    let start = starts.find(|start| shown_width(start) < width);
    format!("{}…", start.unwrap_or_default())
}

/// Pads a text with spaces to a width in columns; the spaces come first if `right` is true.
pub fn aligned(text: &str, width: usize, right: bool) -> String {
    let space = " ".repeat(width.saturating_sub(shown_width(text)));
    match right {
        true => space + text,
        false => text.to_owned() + &space,
    }
}

/// Maximum length of a printed line, in characters; longer lines are cut.
const LONGEST_LINE: usize = 2_000;

/// Makes a line safe for a terminal: escapes unprintable characters, and cuts the line after 2,000
/// characters.
pub fn shown_line(line: &str) -> String {
    let mut shown = String::new();
    for (at, c) in line.chars().enumerate() {
        if at == LONGEST_LINE {
            shown += &format!("… ({} letters in all)", line.chars().count());
            break;
        }
        match unprintable(c) {
            true => shown.extend(c.escape_unicode()),
            false => shown.push(c),
        }
    }
    shown
}

/// Returns the error message for a fighter's key that is not in the roster. The message contains
/// the most similar key and the command that adds a fighter. `word` is the game's word for a
/// fighter.
pub fn stranger<'a>(word: &str, key: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let hint = suggest(key, known.iter().copied());
    let like = known.iter().find(|like| hint.ends_with(&format!("`{like}`?"))).or(known.first());
    let adding = like.map_or(String::new(), |like| {
        let name = if is_key(key) { key } else { "NAME" };
        let like = shell::word(like);
        format!(" (to add one: gong new fighter {name} --like {like})")
    });
    format!("the roster has no {word} `{key}`{hint}{adding}")
}

/// Returns true if the text is a valid key of a fighter or card: 1 to 32 lower-case ASCII letters,
/// digits and hyphens.
pub fn is_key(text: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=32).contains(&text.len()) && text.bytes().all(letter)
}

/// Formats names in backticks as a list, with the conjunction `word`, such as "and", before the
/// last name.
pub fn quoted(names: &[&str], word: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    joined(&quoted, word)
}

/// Formats a whole number in groups of three digits: 1,000,000.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// Formats a number with its noun: "1 game", "2 parties", "28 heroes", "1,000 sets of edits".
pub fn counted(number: u64, thing: &str) -> String {
    let (first, rest) = match thing.find(" of ") {
        Some(end) => thing.split_at(end),
        None => (thing, ""),
    };
    let several = match first.strip_suffix('y') {
        _ if number == 1 => first.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None if first.ends_with('o') => format!("{first}es"),
        None => format!("{first}s"),
    };
    format!("{} {several}{rest}", grouped(number))
}

/// Formats names as a list in a sentence: `Agaric, Cactus and Baobab`.
pub fn list(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    joined(names, "and")
}

/// Formats names as a list of alternatives: `ant, bee or cow`.
pub fn either(names: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    joined(names, "or")
}

fn joined(names: impl IntoIterator<Item = impl AsRef<str>>, word: &str) -> String {
    let names: Vec<_> = names.into_iter().collect();
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// Formats bytes as lower-case hexadecimal, two digits per byte.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the name with its first letter in upper case.
pub fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_corrected_and_a_stranger_is_shown_the_choice() {
        let known = ["agaric", "zamioculcas"];
        assert_eq!(suggest("agarik", known), "; did you mean `agaric`?");
        assert_eq!(suggest("Zamioculca", known), "; did you mean `zamioculcas`?");
        assert_eq!(suggest("gimli", known), "; known: `agaric` and `zamioculcas`");
        assert_eq!(suggest("gimli", []), "");
        // The beginning or a part of a single name stands for the name.
        let known = ["bramble-net", "evil-net", "bramble-net"];
        assert_eq!(suggest("bramble", known), "; did you mean `bramble-net`?");
        assert_eq!(suggest("evil", known), "; did you mean `evil-net`?");
        for several in ["net", "br"] {
            assert!(suggest(several, known).starts_with("; known: "), "{several}");
        }
        // A name for readers stands for the key that is among its words.
        let known = ["batman", "joker", "capitaine-mistral"];
        assert_eq!(suggest("The Joker", known), "; did you mean `joker`?");
        assert_eq!(suggest("Le Capitaine Mistral", known), "; did you mean `capitaine-mistral`?");
        for other in ["jokers-bat", "batman-joker"] {
            assert!(suggest(other, known).starts_with("; known: "), "{other}");
        }
        // Two different names of one letter are not similar, so all names are listed.
        assert_eq!(suggest("(", ["1", "2"]), "; known: `1` and `2`");
        assert_eq!(suggest("", ["1"]), "; known: `1`");
    }

    #[test]
    fn a_stranger_is_told_how_one_is_added() {
        let known = ["agaric", "cactus"];
        assert_eq!(
            stranger("hero", "poppy", known),
            "the roster has no hero `poppy`; known: `agaric` and `cactus` (to add one: gong new \
             fighter poppy --like agaric)"
        );
        assert_eq!(
            stranger("hero", "Cactus", known),
            "the roster has no hero `Cactus`; did you mean `cactus`? (to add one: gong new \
             fighter NAME --like cactus)"
        );
    }

    #[test]
    fn what_cannot_be_seen_is_shown_or_known_for_blank() {
        assert_eq!(shown_line("a\u{1b}[2J\u{200f}b"), "a\\u{1b}[2J\\u{200f}b");
        assert!(["", " ", "\u{200b}\u{a0}\t"].into_iter().all(is_blank));
        assert!(!is_blank(" a "));
    }

    #[test]
    fn widths_are_columns_of_a_terminal() {
        let widths = ["Ünal", "巴拉", "🌵", "e\u{301}"].map(shown_width);
        assert_eq!(widths, [4, 4, 2, 1]);
        assert_eq!(["巴拉巴", "Agaric"].map(|name| cut(name, 5)), ["巴拉…", "Agar…"]);
        assert_eq!(cut("巴拉巴", 6), "巴拉巴");
        assert_eq!(aligned("巴", 4, false) + &aligned("巴", 4, true), "巴    巴");
    }

    #[test]
    fn names_are_listed_as_in_a_sentence() {
        let names = ["ant", "bee", "cow"];
        assert_eq!(quoted(&names, "or"), "`ant`, `bee` or `cow`");
        let lists = [0, 1, 2, 3].map(|n| list(&names[..n]));
        assert_eq!(lists, ["", "ant", "ant and bee", "ant, bee and cow"]);
        assert_eq!([capital("élan"), capital("")], ["Élan", ""]);
    }

    #[test]
    fn numbers_are_followed_by_what_they_count() {
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(12), "12");
        let heroes = [1, 28].map(|number| counted(number, "hero"));
        assert_eq!(heroes, ["1 hero", "28 heroes"]);
        assert_eq!([1, 2].map(|n| counted(n, "game")), ["1 game", "2 games"]);
        assert_eq!(counted(1, "set of edits"), "1 set of edits");
        assert_eq!(counted(0, "set of edits"), "0 sets of edits");
        assert_eq!(counted(1_000, "party"), "1,000 parties");
    }
}
