//! Splits a Luau script into tokens, without its comments.

/// The class of a Luau token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenClass {
    Name,
    Keyword,
    /// A number, or a string that contains no expressions.
    Literal,
    /// The part of an interpolated string up to its first expression.
    First,
    /// The part of an interpolated string between two expressions.
    Middle,
    /// The part of an interpolated string after its last expression.
    Last,
    Symbol,
}

#[derive(Debug, Clone, Copy)]
pub struct Token<'a> {
    pub class: TokenClass,
    pub text: &'a str,
    pub start: usize,
    pub end: usize,
}

impl Token<'_> {
    /// Returns true if the token is this keyword or symbol.
    pub fn is(&self, text: &str) -> bool {
        matches!(self.class, TokenClass::Keyword | TokenClass::Symbol) && self.text == text
    }
}

const KEYWORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// Luau symbols with more than one character. Longer symbols come first.
const SYMBOLS: [&str; 18] = [
    "...", "..=", "//=", "..", "//", "==", "~=", "<=", ">=", "->", "::", "+=", "-=", "*=", "/=",
    "%=", "^=", "@[",
];

/// The construct that an open brace `{` of a Luau script belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Brace {
    /// The brace encloses the fields of a table or of a table type.
    Fields,
    /// The brace encloses an expression in an interpolated string.
    Expression,
}

/// Splits a Luau script that compiles into tokens.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let mut tokens = Vec::new();
    let mut braces = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let (class, end) = match byte(at) {
            b' ' | b'\t'..=b'\r' => {
                at += 1;
                continue;
            }
            b'-' if byte(at + 1) == b'-' => {
                at = long_bracket(bytes, at + 2).unwrap_or_else(|| line_end(bytes, at));
                continue;
            }
            b'[' if let Some(end) = long_bracket(bytes, at) => (TokenClass::Literal, end),
            quote @ (b'"' | b'\'') => (TokenClass::Literal, quoted(bytes, at + 1, &[quote]) + 1),
            b'`' => backticks(bytes, at, &mut braces, [TokenClass::Literal, TokenClass::First]),
            b'{' => {
                braces.push(Brace::Fields);
                (TokenClass::Symbol, at + 1)
            }
            b'}' => match braces.pop() {
                Some(Brace::Expression) => {
                    backticks(bytes, at, &mut braces, [TokenClass::Last, TokenClass::Middle])
                }
                _ => (TokenClass::Symbol, at + 1),
            },
            c if c.is_ascii_digit() || c == b'.' && byte(at + 1).is_ascii_digit() => {
                (TokenClass::Literal, number(bytes, at))
            }
            c if c.is_ascii_alphabetic() || c == b'_' => {
                let end = at + length(&bytes[at..], |c| c.is_ascii_alphanumeric() || c == b'_');
                let keyword = KEYWORDS.contains(&&text[at..end]);
                let class = if keyword { TokenClass::Keyword } else { TokenClass::Name };
                (class, end)
            }
            _ => {
                let rest = &text[at..];
                let long = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol));
                let one = || rest.chars().next().map_or(1, char::len_utf8);
                (TokenClass::Symbol, at + long.map_or_else(one, |symbol| symbol.len()))
            }
        };
        let end = end.min(bytes.len());
        tokens.push(Token { class, text: &text[at..end], start: at, end });
        at = end;
    }
    tokens
}

/// Scans a part of an interpolated string, from a backtick or a closing brace to the end of the
/// string or to its next expression. At the end of the string the token has the class `to_end`,
/// otherwise the class `to_brace`.
fn backticks(
    bytes: &[u8],
    at: usize,
    braces: &mut Vec<Brace>,
    [to_end, to_brace]: [TokenClass; 2],
) -> (TokenClass, usize) {
    let end = quoted(bytes, at + 1, b"`{");
    if bytes.get(end) == Some(&b'{') {
        braces.push(Brace::Expression);
        (to_brace, end + 1)
    } else {
        (to_end, end + 1)
    }
}

/// Returns the position of the first of the characters `ends` that is not part of an escape
/// sequence in a string.
fn quoted(bytes: &[u8], mut at: usize, ends: &[u8]) -> usize {
    while at < bytes.len() && !ends.contains(&bytes[at]) {
        at += match &bytes[at..] {
            // The brace of `\u{…}` does not begin an expression.
            [b'\\', b'u', b'{', ..] => 3,
            [b'\\', ..] => 2,
            _ => 1,
        };
    }
    at
}

/// Returns the number of bytes at the beginning of a text that satisfy a condition.
fn length(bytes: &[u8], so: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|c| so(**c)).count()
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    at + length(&bytes[at..], |c| c != b'\n' && c != b'\r')
}

/// Returns the end of a Luau string or comment in long brackets, `[[…]]` or `[==[…]==]`. Returns
/// `None` if no long bracket begins at this position.
fn long_bracket(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?.strip_prefix(b"[")?;
    let level = length(rest, |c| c == b'=');
    if rest.get(level) != Some(&b'[') {
        return None;
    }
    let close = [b"]".as_slice(), &b"=".repeat(level), b"]"].concat();
    let inside = at + level + 2;
    let found = bytes[inside..].windows(close.len()).position(|c| c == close);
    Some(found.map_or(bytes.len(), |length| inside + length + close.len()))
}

/// Returns the end of a Luau number: digits and decimal points, an exponent with its sign, then
/// letters and digits.
fn number(bytes: &[u8], mut at: usize) -> usize {
    at += length(&bytes[at..], |c| c.is_ascii_digit() || c == b'.' || c == b'_');
    if let Some(b'e' | b'E') = bytes.get(at) {
        at += 1;
        if let Some(b'+' | b'-') = bytes.get(at) {
            at += 1;
        }
    }
    at + length(&bytes[at..], |c| c.is_ascii_alphanumeric() || c == b'_')
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[track_caller]
    fn are(text: &str, wanted: &[&str]) {
        let found: Vec<&str> = tokens(text).iter().map(|token| token.text).collect();
        assert_eq!(found, wanted, "{text}");
    }

    #[test]
    fn comments_are_left_out() {
        are("a -- b\nc --[[ d\n]] e --[=[ ]] ]=] f --", &["a", "c", "e", "f"]);
        are("a--b\rc\u{b}d", &["a", "c", "d"]);
    }

    #[test]
    fn a_string_is_one_token() {
        are(
            r#"'a\'b' "c\"" [[d]] [=[ ]] ]=] `e` `\{` `\u{48}`"#,
            &[r"'a\'b'", r#""c\"""#, "[[d]]", "[=[ ]] ]=]", "`e`", r"`\{`", r"`\u{48}`"],
        );
        are("'a\\\nb' \"\\z\n  c\"", &["'a\\\nb'", "\"\\z\n  c\""]);
    }

    #[test]
    fn expressions_in_interpolated_strings_are_tokens() {
        are("`a{b}c{ {d} }`", &["`a{", "b", "}c{", "{", "d", "}", "}`"]);
        are("`{`{a}`}`", &["`{", "`{", "a", "}`", "}`"]);
    }

    #[test]
    fn numbers_end_where_they_end() {
        are(
            "0x1E+1 1e+5-.5 1_000 0b1..2",
            &["0x1E", "+", "1", "1e+5", "-", ".5", "1_000", "0b1", "..", "2"],
        );
    }

    #[test]
    fn symbols_are_as_long_as_they_can_be() {
        are(
            "a...b..c.d::e->f//=g",
            &["a", "...", "b", "..", "c", ".", "d", "::", "e", "->", "f", "//=", "g"],
        );
        are("A<B<C>>", &["A", "<", "B", "<", "C", ">", ">"]);
    }
}
