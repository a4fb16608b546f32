//! Rewrites scripts so that loops, lengths and the layout of tables depend only on the contents of
//! tables. Every `for … in` and every `#` of a rewritten script calls the host program.
//!
//! Luau itself visits the keys of a table in their order in memory, and may take any entry that is
//! followed by nil for the last one. Both depend on the table's history, on the times of garbage
//! collections and, for tables as keys, on addresses. A metamethod cannot change this for a
//! script's own tables. Therefore the script is rewritten before it is compiled; every line keeps
//! its number:
//!
//! ```text
//! for name, weight in weights do … end
//! do local t, n, f, s, c = walk(weights) for k, v in f, s, c do local name, weight … end end
//!
//! #view.options
//! len(view.options)
//!
//! seen[target]
//! seen[if type(target) == "number" or … then target else key(target)]
//! ```
//!
//! `t` is the table if `f` is a list whose first `n` entries are the table's keys in order. If `t`
//! is nil, the loop uses `f, s, c` as they are.
//!
//! Luau places a table as a key by its address, which decides when the table that has the key
//! grows. The function `key` therefore replaces an object of the game by a vector with the object's
//! number, and refuses other tables and functions. Loops give the object back.

use std::fmt::Write;
use std::ops::Range;

use super::grammar::{GrammarPlace, places};
use super::source::words;

/// Prefix of the variable names that the rewriting of loops adds to a script. Scripts may not use
/// names with this prefix.
pub const OWN: &str = "gong__";

/// Rewrites the loops and length operators of a Luau script that compiles, so that their results do
/// not depend on the memory layout.
///
/// # Errors
/// Returns the line, from 1, of the first token that the grammar does not allow.
pub fn rewritten(text: &str) -> Result<String, usize> {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for place in places(text)? {
        match place {
            GrammarPlace::Loop { head, names, body, end } => {
                let lines = "\n".repeat(text[head.clone()].matches('\n').count());
                let begin =
                    format!("do local {OWN}t, {OWN}n, {OWN}f, {OWN}s, {OWN}c = {OWN}walk({lines}");
                edits.push((head, begin));
                edits.push((body, variables(&names)));
                edits.push((end..end, " end".into()));
            }
            GrammarPlace::Length { sign, end } => {
                // A word may directly precede the sign without a space.
                edits.push((sign, format!(" {OWN}len(")));
                edits.push((end..end, ")".into()));
            }
            GrammarPlace::Key(key) => {
                let name = &text[key.clone()];
                let mut begin = format!("{OWN}key(");
                if words(name).eq([name]) {
                    let is = format!("{OWN}type({name})");
                    begin = format!(
                        "if {is} == \"number\" or {is} == \"string\" then {name} else {begin}"
                    );
                }
                edits.push((key.start..key.start, begin));
                edits.push((key.end..key.end, ")".into()));
            }
        }
    }
    // At one place, insertions come before replacements.
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut out = String::with_capacity(2 * text.len());
    if edits.iter().any(|(_, with)| with.contains(&format!("{OWN}type("))) {
        let _ = write!(out, "local {OWN}type = type ");
    }
    let mut copied = 0;
    for (range, with) in edits {
        out.push_str(&text[copied..range.start]);
        out.push_str(&with);
        copied = range.end;
    }
    out.push_str(&text[copied..]);
    Ok(out)
}

/// Returns the end of a rewritten Luau loop head, with the assignment of the loop's variables.
fn variables(names: &[&str]) -> String {
    let mut head = format!(") for {OWN}k, {OWN}v");
    for name in names.iter().skip(2) {
        let _ = write!(head, ", {name}");
    }
    let _ = write!(
        head,
        " in {OWN}f, {OWN}s, {OWN}c do local {} if {OWN}t then if {OWN}k > {OWN}n then break end ",
        names[..names.len().min(2)].join(", ")
    );
    let object = format!("if {OWN}type({OWN}v) == \"vector\" then {OWN}object({OWN}v) else {OWN}v");
    // Skips keys that the loop's body has removed from the table.
    let _ = match *names {
        [name] => write!(
            head,
            "if {OWN}t[{OWN}v] == nil then continue end {name} = {object} else {name} = {OWN}k end"
        ),
        _ => write!(
            head,
            "{0}, {1} = {object}, {OWN}t[{OWN}v] if {1} == nil then continue end else {0}, {1} = \
             {OWN}k, {OWN}v end",
            names[0], names[1]
        ),
    };
    head
}

#[cfg(test)]
mod tests {
    use mlua::chunk::Compiler;

    use super::rewritten;

    /// Checks the number of loops and of length operators in a script, and that rewriting the
    /// script keeps the number of each line.
    #[track_caller]
    fn finds(text: &str, loops: usize, lengths: usize) {
        let compiles = |text: &str| match Compiler::new().compile(text) {
            Ok(_) => {}
            Err(error) => panic!("{error}\n{text}"),
        };
        compiles(text);
        let out = rewritten(text).unwrap_or_else(|line| panic!("line {line} of\n{text}"));
        compiles(&out);
        let count = |call: &str| out.matches(call).count();
        let found = (count("gong__walk("), count("gong__len("));
        assert_eq!(found, (loops, lengths), "{text}\n{out}");
        assert_eq!(out.matches('\n').count(), text.matches('\n').count());
        if found == (0, 0) && count("gong__key(") == 0 {
            assert_eq!(out, text);
        }
    }

    #[test]
    fn loops_are_rewritten_line_by_line() {
        let text = "for a, b in t do\n  f(a)\nend\nreturn 1";
        assert_eq!(
            rewritten(text).unwrap(),
            "local gong__type = type do local gong__t, gong__n, gong__f, gong__s, gong__c = \
             gong__walk( t ) for gong__k, gong__v in gong__f, gong__s, gong__c do local a, b if \
             gong__t then if gong__k > gong__n then break end a, b = if gong__type(gong__v) == \
             \"vector\" then gong__object(gong__v) else gong__v, gong__t[gong__v] if b == nil then \
             continue end else a, b = gong__k, gong__v end\n  f(a)\nend end\nreturn 1"
        );
        let text = "for a,\n b, c\n in\n t do end";
        let out = rewritten(text).unwrap();
        assert!(
            out.ends_with(
                "gong__walk(\n\n\n t ) for gong__k, gong__v, c in gong__f, gong__s, \
            gong__c do local a, b if gong__t then if gong__k > gong__n then break end a, b = \
            if gong__type(gong__v) == \"vector\" then gong__object(gong__v) else gong__v, \
            gong__t[gong__v] if b == nil then continue end else a, b = gong__k, gong__v \
            end end end"
            ),
            "{out}"
        );
    }

    #[test]
    fn a_length_is_that_of_all_its_operand() {
        for (text, wanted) in [
            ("return#t", "return gong__len(t)"),
            ("x = 1 + #a.b[#c](d):e() * 2", "x = 1 +  gong__len(a.b[ gong__len(c)](d):e()) * 2"),
            ("x = -#t ^ 2 ^ #u .. v", "x = - gong__len(t ^ 2 ^  gong__len(u)) .. v"),
            (
                "x = ##'a' == #`{#b}`",
                "x =  gong__len( gong__len('a')) ==  gong__len(`{ gong__len(b)}`)",
            ),
            (
                "x = #(t :: { T }) + #t :: number == 1",
                "x =  gong__len((t :: { T })) +  gong__len(t :: number) == 1",
            ),
            ("x = not #{ 1, 2 } -- three\n", "x = not  gong__len({ 1, 2 }) -- three\n"),
            (
                "x = #if #a then b else c .. d",
                "x =  gong__len(if  gong__len(a) then b else c .. d)",
            ),
        ] {
            assert_eq!(rewritten(text).unwrap(), wanted);
        }
    }

    #[test]
    fn keys_that_may_be_tables_are_replaced() {
        let inline = |name: &str| {
            format!(
                "if gong__type({name}) == \"number\" or gong__type({name}) == \"string\" then {name} \
                 else gong__key({name})"
            )
        };
        for (text, wanted) in [
            ("t[1] = t['a'] .. t[[b]]", None),
            ("t[i + 1] = t[-i * 2] == t['k' .. i] .. t[`k{i}`]", None),
            ("t[i] += 1", Some(format!("t[{}] += 1", inline("i")))),
            ("t = { [k] = 1, k = 2 }", Some(format!("t = {{ [{}] = 1, k = 2 }}", inline("k")))),
            ("t[f(a).b] = 1", Some("t[gong__key(f(a).b)] = 1".into())),
            ("f(t[i + 1 or k])", Some("f(t[gong__key(i + 1 or k)])".into())),
            (
                "t[#u or k] = t[#u]",
                Some("t[gong__key( gong__len(u) or k)] = t[ gong__len(u)]".into()),
            ),
            (
                "f(t[u[-k]][u[k]])",
                Some(format!("f(t[gong__key(u[-k])][gong__key(u[{}])])", inline("k"))),
            ),
        ] {
            let wanted: String = wanted.unwrap_or(text.to_owned());
            let types = match wanted.contains("gong__type(") {
                true => "local gong__type = type ",
                false => "",
            };
            assert_eq!(rewritten(text).unwrap(), format!("{types}{wanted}"));
        }
    }

    #[test]
    fn what_is_no_loop_over_a_table_stays_as_it_is() {
        for text in [
            "",
            "for i = 1, 3 do f(i) end",
            "-- for a in b do\nlocal s = 'for a in b do #t' .. \"for a in #t\" .. [[for a in b \
             do]] .. `for a in #b do`",
            "--[==[ for a in #b do\n ]] ]==] return 1",
            "return function(...) return ... end",
            "while true do break end",
        ] {
            finds(text, 0, 0);
        }
    }

    /// Checks that the parser accepts each form of Luau's grammar, if possible in a place where it
    /// could be mistaken for another form.
    #[test]
    fn all_of_luau_is_understood() {
        for text in [
            // `if` expressions in conditions, over several lines, nested, after every operator.
            "if a >\nif b then 1 else 2\nthen c() end",
            "if if a then b else c then d() elseif if e then f else g then h() else i() end",
            "local x = if a then if b then 1 else 2 elseif c then 3 else if d then 4 else 5 if x \
             then y() end while x do y() end repeat y() until x",
            "while if a then b else c do if d then break end end",
            "repeat local x = 1 until if x then true else false",
            "local x = { if a then b else c; if d then e else f, [if g then h else i] = if j then \
             k else l }",
            "x[if a then b else c] = f(if a then b else c, -if a then b else c)",
            "return if a then b else c, not if d then e else f",
            "for i = if a then 1 else 2, 3 do if b then c() end end",
            "local x = a .. if b then c else d local y = a // if b then c else d",
            "x += if a then b else c y ..= if a then b else c z //= if a then b else c",
            // Type casts, with all forms of types.
            "if x :: Array<number> then y() end",
            "if x :: { [string]: Array<Map<K, V>> } then y() end",
            "local x = if a :: T then b :: U<V> else c :: (W) -> X if d then e() end",
            "while a :: Module.Type<T, (U)> do if b then c() end end",
            "local n = (a :: any) :: number if b then c() end",
            "if x :: number? and y :: \"a\" | 'b' | nil then z() end",
            "if x :: typeof(if a then b else c) then y() end",
            // Functions and their types.
            "local f: (number) -> string = g if x then y() end",
            "local f: <T, U...>(a: T, ...number) -> (T, U...) = g if x then y() end",
            "local function f<T, U...>(a: { T }, ...: U...): (T, ...number) if a then b() end end",
            "function a.b.c:d(x: number?, y: (() -> ())?): typeof(x) return if x then y else z end",
            "local f = function(a): () -> () if a then b() end return c end if d then e() end",
            "@native function f() if a then b() end end",
            "@[native, deprecated { use = 'g', reason = \"h\" }] local function f() if a then b() \
             end end",
            "f(@native function() if a then b() end end)",
            // Type declarations.
            "type A = { [string]: Array<number> }\nif x then y() end",
            "export type A<T = string, U... = ...any> = | { read a: T, write [T]: U } | (U...) -> \
             ()\nif x then y() end",
            "type A = (B & C)?\ntype D = typeof(f(function() if x then y() end end))\nif x then \
             y() end",
            "type function f(t) if t then return t end return types.number end",
            // Contextual keywords.
            "local type, export, continue = 1, 2, 3 type = 4 export, continue = type, export if \
             type then f(continue) end",
            "while true do if a then continue end continue end",
            "const x, y = 1, 2 if x then y() end",
            "local typeof = 1 type(typeof)(x) type.x = 1 continue()",
            // Calls.
            "f'a' f\"b\" f[[c]] f{ d } f{ d }.e'f':g{ h }:i(j)(k) if a then b() end",
            "f<<number>>(x) a.b:c<<T, Array<U>>>(d) if a then b() end",
            // Strings and numbers.
            "local s = `{if a then b else c} \\{ {f(`{if d then e else f}`)} \\u{1F600} {({ x = \
             `y` }).x}` if a then b() end",
            "local s = 'a\\\n if b' .. \"\\z\n if c\" if a then b() end",
            "local n = 0x1E+1, 0b10_1, 1e-3, .5, 1 ..if a then 2 else 3 if b then c() end",
            // Statements with and without separators.
            "local a = b;(c or d)(); do end; if a then return; end",
            "a = b c = d e() local f if g then h() end",
        ] {
            finds(text, 0, 0);
        }
    }

    #[test]
    fn loops_are_found_wherever_they_are() {
        for (text, loops) in [
            (
                "for a in f(function() for b in t do if x then y() end end end) do for c in t do \
                 end end",
                3,
            ),
            ("return `a{(function() for b in t do end return `{1}` end)()}b{2}` .. 'c'", 1),
            ("for a: Map<string, (number) -> number>, b: { number } in t do end", 1),
            ("for a,\n b\n in\n t do end", 1),
            ("for a in if b then c else d do if e then f() end end", 1),
            ("for a in function() return b end do end", 1),
            ("for i, x in ipairs(list(1, (2))) do f(i) end", 1),
            ("for i = 1, 1e-3 do for a in t do end end", 1),
            ("local x = if a then function() for b in t do end end else nil for c in t do end", 2),
            ("repeat for a in t do end until (function() for b in t do return end end)()", 2),
            (
                "x = { function() for a in t do end end, [f(function() for b in t do end end)] = \
                 1 }",
                2,
            ),
            ("local x: typeof((function() for a in t do end end)()) = 1", 1),
            ("f(if a then function() for b in t do end end else c :: T<U>)", 1),
        ] {
            finds(text, loops, 0);
        }
    }

    #[test]
    fn what_is_not_understood_is_told() {
        assert_eq!(rewritten("do\nend\nend"), Err(3));
        assert_eq!(rewritten("f()\nif x then"), Err(2));
        assert_eq!(rewritten("f()\n\nx = = 1"), Err(3));
    }
}
