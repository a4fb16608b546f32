//! Loops over tables in an order of their content alone: every `for … in` of a script asks the prelude how to walk what it is given.
//!
//! Luau itself goes through a table as its keys lie in memory, which depends on how the table came to be, on when garbage was collected
//! and, where tables are keys, on addresses. No metamethod of a script's own tables can change that, so the script is
//! rewritten before it is compiled, line by line the same:
//!
//! ```text
//! for name, weight in weights do … end
//! do local t, f, s, c = walk(weights) for k, v in f, s, c do local name, weight … end end
//! ```
//!
//! where `t` is the table if `f` is a list of its keys in order, and nil if `f, s, c` are to be taken as they are.

use std::ffi::c_int;
use std::fmt::Write;

use mlua::ffi;

/// What the names that a script is rewritten with begin with: no script may have such names.
pub const OWN: &str = "gong__";

/// The script with its loops rewritten. The text compiles as it is.
///
/// # Errors
/// The line on which its blocks cannot be told apart, from 1.
pub fn rewritten(text: &str) -> Result<String, usize> {
    let tokens = tokens(text);
    let mut rewriter = Rewriter {
        text,
        tokens: &tokens,
        plain_ipairs: has_plain_ipairs(&tokens),
        open: Vec::new(),
        last_else: None,
        out: String::with_capacity(2 * text.len()),
        copied: 0,
    };
    let mut at = 0;
    while at < tokens.len() {
        let line = || 1 + text[..tokens[at].start].matches('\n').count();
        at = rewriter.take(at).ok_or_else(line)?;
    }
    if !rewriter.open.is_empty() {
        return Err(text.lines().count());
    }
    rewriter.out.push_str(&text[rewriter.copied..]);
    Ok(rewriter.out)
}

/// What is open at a place of the script.
enum Open<'a> {
    /// A block up to its `end`; of a loop that is rewritten one `end` more.
    Block { rewritten: bool },
    /// Up to `until`.
    Repeat,
    /// The `if` of an expression, up to its `else`.
    Choice,
    /// A bracket of any kind.
    Bracket,
    /// The head of a loop, up to its `do`; the names of its variables if it is to be rewritten.
    Head(Option<Vec<&'a str>>),
}

struct Rewriter<'a> {
    text: &'a str,
    tokens: &'a [Token<'a>],
    plain_ipairs: bool,
    open: Vec<Open<'a>>,
    /// The last `else` of an expression.
    last_else: Option<usize>,
    out: String,
    /// Bytes of the text that have been copied.
    copied: usize,
}

impl<'a> Rewriter<'a> {
    /// Takes the token at this index; gives the next one's. None if it cannot be there.
    fn take(&mut self, at: usize) -> Option<usize> {
        let token = &self.tokens[at];
        if token.class == Class::Operand {
            return Some(at + 1);
        }
        match token.text {
            "(" | "[" | "{" => self.open.push(Open::Bracket),
            ")" | "]" | "}" => {
                let Open::Bracket = self.open.pop()? else {
                    return None;
                };
            }
            "function" => self.open.push(Open::Block { rewritten: false }),
            "if" if self.is_expression(at) => self.open.push(Open::Choice),
            "if" => self.open.push(Open::Block { rewritten: false }),
            "else" => {
                if let Some(Open::Choice) = self.open.last() {
                    self.open.pop();
                    self.last_else = Some(at);
                }
            }
            "repeat" => self.open.push(Open::Repeat),
            "until" => {
                let Open::Repeat = self.open.pop()? else {
                    return None;
                };
            }
            "while" => self.open.push(Open::Head(None)),
            "for" => return self.head(at),
            "do" => {
                let rewritten = match self.open.last() {
                    Some(Open::Head(_)) => match self.open.pop()? {
                        Open::Head(Some(names)) => {
                            self.replace(token.start, token.end, &variables(&names));
                            true
                        }
                        _ => false,
                    },
                    _ => false,
                };
                self.open.push(Open::Block { rewritten });
            }
            "end" => {
                let Open::Block { rewritten } = self.open.pop()? else {
                    return None;
                };
                if rewritten {
                    self.replace(token.end, token.end, " end");
                }
            }
            _ => {}
        }
        Some(at + 1)
    }

    /// The head of a `for`: the names of its variables, with or without types, then `in` or `=`.
    fn head(&mut self, at: usize) -> Option<usize> {
        let (mut names, mut depth, mut index) = (Vec::new(), 0, at + 1);
        let mut wanted = true;
        loop {
            let token = self.tokens.get(index)?;
            match token.text {
                "(" | "{" | "[" | "<" => depth += 1,
                ">" if self.tokens[index - 1].text == "-" => {}
                ")" | "}" | "]" | ">" => depth -= 1,
                "," if depth == 0 => wanted = true,
                "in" | "=" if depth == 0 => break,
                name if wanted => {
                    names.push(name);
                    wanted = false;
                }
                _ => {}
            }
            index += 1;
        }
        let (begin, end) = (self.tokens[at].start, self.tokens[index].end);
        if self.tokens[index].text == "=" || self.by_index(index + 1) {
            self.open.push(Open::Head(None));
        } else {
            let lines = self.text[begin..end].matches('\n').count();
            let head = format!(
                "do local {OWN}t, {OWN}f, {OWN}s, {OWN}c = {OWN}walk({}",
                "\n".repeat(lines)
            );
            self.replace(begin, end, &head);
            self.open.push(Open::Head(Some(names)));
        }
        Some(index + 1)
    }

    /// Is what comes here `ipairs(…) do`? Luau walks that by index, and fast.
    fn by_index(&self, at: usize) -> bool {
        let text = |index: usize| self.tokens.get(index).map_or("", |token| token.text);
        if !self.plain_ipairs || text(at) != "ipairs" || text(at + 1) != "(" {
            return false;
        }
        let (mut depth, mut index) = (0, at + 1);
        loop {
            match text(index) {
                "" => return false,
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            index += 1;
            if depth == 0 {
                return text(index) == "do";
            }
        }
    }

    /// Is the `if` at this index that of an expression? Then what stands before it wants an operand.
    fn is_expression(&self, at: usize) -> bool {
        let Some(before) = at.checked_sub(1).map(|index| &self.tokens[index]) else {
            return false;
        };
        let choosing = matches!(self.open.last(), Some(Open::Choice));
        match (before.class, before.text) {
            (Class::Operand, _) => false,
            (Class::Word, "then") => choosing,
            (Class::Word, "else") => self.last_else == Some(at - 1),
            (
                Class::Word,
                "return" | "and" | "or" | "not" | "in" | "until" | "while" | "if" | "elseif",
            ) => true,
            (Class::Word, _) => false,
            (Class::Symbol, ")" | "]" | "}" | "?" | "...") => false,
            (Class::Symbol, ";") => matches!(self.open.last(), Some(Open::Bracket)),
            // A comparison, or the end of a type before a new line.
            (Class::Symbol, ">") => {
                let between = &self.text[before.end..self.tokens[at].start];
                !between.contains('\n')
            }
            (Class::Symbol, _) => true,
        }
    }

    fn replace(&mut self, begin: usize, end: usize, with: &str) {
        self.out.push_str(&self.text[self.copied..begin]);
        self.out.push_str(with);
        self.copied = end;
    }
}

/// The end of a rewritten head, and what gives the loop's variables their values.
fn variables(names: &[&str]) -> String {
    let mut head = format!(") for {OWN}k, {OWN}v");
    for name in names.iter().skip(2) {
        let _ = write!(head, ", {name}");
    }
    let _ = write!(head, " in {OWN}f, {OWN}s, {OWN}c do local ");
    let _ = match *names {
        // What has been taken out of the table meanwhile is passed over.
        [name] => write!(
            head,
            "{name} if {OWN}t then {name} = {OWN}v if {OWN}t[{name}] == nil then continue end else {name} = {OWN}k end"
        ),
        _ => write!(
            head,
            "{0}, {1} if {OWN}t then {0}, {1} = {OWN}v, {OWN}t[{OWN}v] if {1} == nil then continue end else {0}, {1} = {OWN}k, {OWN}v end",
            names[0], names[1]
        ),
    };
    head
}

/// Is `ipairs` called, and nothing else done with it? Then it is Luau's own.
fn has_plain_ipairs(tokens: &[Token<'_>]) -> bool {
    let text = |index: usize| tokens.get(index).map_or("", |token| token.text);
    tokens
        .iter()
        .enumerate()
        .filter(|(_, token)| token.text == "ipairs")
        .all(|(at, _)| {
            let before = if at == 0 { "" } else { text(at - 1) };
            text(at + 1) == "(" && !matches!(before, "function" | "local" | "." | ":")
        })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// A name or a keyword.
    Word,
    /// A number or a text.
    Operand,
    /// A character of any other kind; `..` and `...` are one.
    Symbol,
}

#[derive(Debug, Clone, Copy)]
struct Token<'a> {
    class: Class,
    text: &'a str,
    start: usize,
    end: usize,
}

/// The tokens of a script that compiles, without comments. What stands in the braces of a text in backticks is tokens too.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let mut tokens = Vec::new();
    // Of each brace that is open: is it one of a text in backticks?
    let mut braces = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        let (class, end) = match byte(at) {
            c if c.is_ascii_whitespace() => {
                at += 1;
                continue;
            }
            b'-' if byte(at + 1) == b'-' => {
                at = long_bracket(bytes, at + 2).unwrap_or_else(|| line_end(bytes, at));
                continue;
            }
            b'[' if let Some(end) = long_bracket(bytes, at) => (Class::Operand, end),
            quote @ (b'"' | b'\'') => (Class::Operand, quoted(bytes, at + 1, &[quote]) + 1),
            b'`' => backticks(bytes, at, &mut braces),
            b'{' => {
                braces.push(false);
                (Class::Symbol, at + 1)
            }
            b'}' => match braces.pop() {
                Some(true) => {
                    tokens.push(token(text, Class::Symbol, at, at + 1));
                    at += 1;
                    // The text goes on where the brace ends.
                    backticks(bytes, at - 1, &mut braces)
                }
                _ => (Class::Symbol, at + 1),
            },
            c if c.is_ascii_digit() || c == b'.' && byte(at + 1).is_ascii_digit() => {
                (Class::Operand, number(bytes, at))
            }
            c if c.is_ascii_alphabetic() || c == b'_' => {
                let more = bytes[at..].iter();
                let length = more.take_while(|c| c.is_ascii_alphanumeric() || **c == b'_');
                (Class::Word, at + length.count())
            }
            b'.' => {
                let dots = bytes[at..].iter().take_while(|c| **c == b'.').count();
                (Class::Symbol, at + dots.min(3))
            }
            // Letters beyond ASCII stand in texts and comments only.
            _ => (
                Class::Symbol,
                at + text[at..].chars().next().map_or(1, char::len_utf8),
            ),
        };
        // The beginning of a text in backticks with a brace is its brace.
        let brace = class == Class::Symbol && byte(end - 1) == b'{' && end - start > 1;
        tokens.push(token(text, class, if brace { end - 1 } else { start }, end));
        at = end;
    }
    tokens
}

fn token(text: &str, class: Class, start: usize, end: usize) -> Token<'_> {
    Token {
        class,
        text: &text[start..end],
        start,
        end,
    }
}

/// Goes on behind a backtick or a closing brace: to the end of the text, or to its next brace.
fn backticks(bytes: &[u8], at: usize, braces: &mut Vec<bool>) -> (Class, usize) {
    let end = quoted(bytes, at + 1, b"`{");
    if bytes.get(end) == Some(&b'{') {
        braces.push(true);
        (Class::Symbol, end + 1)
    } else {
        (Class::Operand, end + 1)
    }
}

/// Where the first of these characters stands that no backslash is before.
fn quoted(bytes: &[u8], mut at: usize, ends: &[u8]) -> usize {
    while at < bytes.len() && !ends.contains(&bytes[at]) {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    at
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes[at..].iter().position(|c| *c == b'\n');
    rest.map_or(bytes.len(), |length| at + length)
}

/// Behind a text or comment in long brackets, `[[…]]` or `[==[…]==]`, if one begins here.
fn long_bracket(bytes: &[u8], at: usize) -> Option<usize> {
    let rest = bytes.get(at..)?.strip_prefix(b"[")?;
    let level = rest.iter().take_while(|c| **c == b'=').count();
    if rest.get(level) != Some(&b'[') {
        return None;
    }
    let close = [b"]".as_slice(), &b"=".repeat(level), b"]"].concat();
    let inside = at + level + 2;
    let found = bytes[inside..]
        .windows(close.len())
        .position(|c| c == close);
    Some(found.map_or(bytes.len(), |length| inside + length + close.len()))
}

/// Behind a number, which ends at what can be no part of one.
fn number(bytes: &[u8], mut at: usize) -> usize {
    let hex = matches!(bytes.get(at + 1), Some(b'x' | b'X'));
    while let Some(&c) = bytes.get(at) {
        let sign = matches!(c, b'+' | b'-') && !hex && matches!(bytes[at - 1], b'e' | b'E');
        if !(c.is_ascii_alphanumeric() || c == b'_' || c == b'.' || sign) {
            break;
        }
        at += 1;
    }
    at
}

/// `dense(table)`: are all its entries in the part of it that Luau keeps by index, so that it goes through them from 1 up?
///
/// # Safety
/// Called by the VM, and by the prelude with a table.
pub unsafe extern "C-unwind" fn dense(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: the argument is checked; the stack has room for the results, as every function's has.
    unsafe {
        ffi::luaL_checktype(state, 1, ffi::LUA_TTABLE);
        let length = ffi::lua_objlen(state, 1) as c_int;
        // The iterator of index `i` gives `i + 1` if that entry is the next by index; anything behind the last is not.
        let by_index = length == 0 || ffi::lua_rawiter(state, 1, length - 1) == length;
        let rest = by_index && ffi::lua_rawiter(state, 1, length) == -1;
        ffi::lua_pushboolean(state, c_int::from(rest));
    }
    1
}

#[cfg(test)]
mod tests {
    use super::rewritten;

    #[test]
    fn loops_are_rewritten_line_by_line() {
        let text = "for a, b in t do\n  f(a)\nend\nreturn 1";
        let out = rewritten(text).unwrap();
        assert_eq!(out.lines().count(), text.lines().count());
        assert_eq!(
            out,
            "do local gong__t, gong__f, gong__s, gong__c = gong__walk( t ) for gong__k, gong__v in gong__f, gong__s, gong__c do local a, b if gong__t then a, b = gong__v, gong__t[gong__v] if b == nil then continue end else a, b = gong__k, gong__v end\n  f(a)\nend end\nreturn 1"
        );
    }

    #[test]
    fn what_is_no_loop_over_a_table_stays_as_it_is() {
        for text in [
            "for i = 1, 3 do f(i) end",
            "for i, x in ipairs(list(1, (2))) do f(i) end",
            "-- for a in b do\nlocal s = 'for a in b do' .. \"for a in\" .. [[for a in b do]] .. `for a in b do`",
            "--[==[ for a in b do\n ]] ]==] return 1",
            "local x = if a then if b then 1 else 2 elseif c then 3 else if d then 4 else 5 if x then y() end while x do y() end repeat y() until x",
            "local f: (number) -> string = g if x then y() end",
            "type A = { [string]: Array<number> }\nif x then y() end",
            "local t = { if a then b else c; if d then e else f }",
        ] {
            assert_eq!(rewritten(text).as_deref(), Ok(text));
        }
        // Not where it may be another function.
        for text in [
            "local ipairs = pairs for i, x in ipairs(t) do end",
            "local f = ipairs for i, x in ipairs(t) do end",
        ] {
            assert_ne!(rewritten(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn loops_are_found_wherever_they_are() {
        let count = |text: &str| rewritten(text).unwrap().matches("gong__walk(").count();
        for (text, loops) in [
            (
                "for a in f(function() for b in t do if x then y() end end end) do for c in t do end end",
                3,
            ),
            (
                "return `a{(function() for b in t do end return `{1}` end)()}b{2}` .. 'c' for",
                1,
            ),
            (
                "for a: Map<string, (number) -> number>, b: { number } in t do end",
                1,
            ),
            ("for a,\n b\n in\n t do end", 1),
            ("for i = 1, 1e-3 do for a in t do end end", 1),
            (
                "local x = if a then function() for b in t do end end else nil for c in t do end",
                2,
            ),
            (
                "repeat for a in t do end until (function() for b in t do return end end)()",
                2,
            ),
        ] {
            let text = text.trim_end_matches(" for");
            assert_eq!(count(text), loops, "{text}");
            let lines = |text: &str| text.lines().count();
            assert_eq!(lines(&rewritten(text).unwrap()), lines(text));
        }
    }

    #[test]
    fn blocks_that_do_not_fit_are_told() {
        assert_eq!(rewritten("do\nend\nend"), Err(3));
        assert_eq!(rewritten("f()\nif x then"), Err(2));
    }
}
