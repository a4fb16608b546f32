//! Finds the loops and the length operators (`#`) in a Luau script.
//!
//! The recursive-descent parser follows Luau's own parser function by function. It stores only the
//! positions of loops and length operators. It reads only scripts that Luau has already compiled,
//! so its functions may accept more than Luau does.

use std::ops::Range;

use super::tokens::{Token, TokenClass, tokens};

/// A loop or a length operator in a Luau script. All positions are byte offsets into the script.
#[derive(Debug, PartialEq, Eq)]
pub enum GrammarPlace<'a> {
    /// A Luau loop of the form `for names in … do … end`.
    Loop {
        /// Byte range of the loop's text from `for` to `in`.
        head: Range<usize>,
        /// Names of the loop's variables, without their types.
        names: Vec<&'a str>,
        /// Byte range of the loop's keyword `do`.
        body: Range<usize>,
        /// Byte offset behind the loop's closing keyword `end`.
        end: usize,
    },
    /// A Luau length operator with its operand, `#operand`.
    Length {
        sign: Range<usize>,
        /// Byte offset behind the operand of the length operator.
        end: usize,
    },
}

/// Finds all loops and length operators of a Luau script that compiles.
///
/// # Errors
/// Returns the line, from 1, of the first token that the grammar does not allow.
pub fn places(text: &str) -> Result<Vec<GrammarPlace<'_>>, usize> {
    let mut reader = Reader {
        tokens: tokens(text),
        at: 0,
        found: Vec::new(),
    };
    let read = reader.block();
    match reader.tokens.get(reader.at) {
        None if read.is_some() => Ok(reader.found),
        token => {
            let before = token.map_or(text, |token| &text[..token.start]);
            Err(1 + before.matches('\n').count())
        }
    }
}

const BINARY: [&str; 16] = [
    "+", "-", "*", "/", "//", "%", "^", "..", "~=", "==", "<", "<=", ">", ">=", "and", "or",
];

const ASSIGNMENTS: [&str; 9] = ["=", "+=", "-=", "*=", "/=", "//=", "%=", "^=", "..="];

/// A recursive-descent parser of Luau scripts. Each function consumes the construct after which it
/// is named, and returns `None` if the next tokens are not such a construct.
struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    found: Vec<GrammarPlace<'a>>,
}

impl<'a> Reader<'a> {
    fn is(&self, text: &str) -> bool {
        self.tokens.get(self.at).is_some_and(|token| token.is(text))
    }

    fn is_class(&self, class: TokenClass) -> bool {
        self.tokens
            .get(self.at)
            .is_some_and(|token| token.class == class)
    }

    fn accept(&mut self, text: &str) -> bool {
        let is = self.is(text);
        self.at += usize::from(is);
        is
    }

    fn accept_any(&mut self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.accept(text))
    }

    fn expect(&mut self, text: &str) -> Option<()> {
        self.accept(text).then_some(())
    }

    fn of_class(&mut self, class: TokenClass) -> Option<()> {
        let is = self.is_class(class);
        self.at += usize::from(is);
        is.then_some(())
    }

    fn name(&mut self) -> Option<&'a str> {
        self.of_class(TokenClass::Name)?;
        Some(self.last().text)
    }

    /// Returns the token that the parser consumed last.
    fn last(&self) -> Token<'a> {
        self.tokens[self.at - 1]
    }

    fn block(&mut self) -> Option<()> {
        while !self.at_end_of_block() {
            self.statement()?;
            self.accept(";");
        }
        Some(())
    }

    fn at_end_of_block(&self) -> bool {
        let ends = ["end", "else", "elseif", "until"];
        self.at == self.tokens.len() || ends.iter().any(|end| self.is(end))
    }

    fn statement(&mut self) -> Option<()> {
        self.attributes()?;
        if self.accept("if") {
            self.condition_and_block("then")?;
            while self.accept("elseif") {
                self.condition_and_block("then")?;
            }
            if self.accept("else") {
                self.block()?;
            }
            self.expect("end")
        } else if self.accept("while") {
            self.condition_and_block("do")?;
            self.expect("end")
        } else if self.accept("do") {
            self.block()?;
            self.expect("end")
        } else if self.accept("for") {
            self.for_loop()
        } else if self.accept("repeat") {
            self.block()?;
            self.expect("until")?;
            self.expression()
        } else if self.accept("function") {
            self.name()?;
            while self.accept(".") || self.accept(":") {
                self.name()?;
            }
            self.function_body()
        } else if self.accept("local") {
            self.local()
        } else if self.accept("return") {
            if self.at_end_of_block() || self.is(";") {
                return Some(());
            }
            self.expressions()
        } else if self.accept("break") {
            Some(())
        } else {
            self.call_or_assignment()
        }
    }

    /// Consumes Luau attributes such as `@native` or `@[deprecated { use = "…" }]`.
    fn attributes(&mut self) -> Option<()> {
        loop {
            if self.accept("@") {
                self.name()?;
            } else if self.accept("@[") {
                while !self.accept("]") {
                    self.name()?;
                    if self.is("(") || self.is("{") || self.is_class(TokenClass::Literal) {
                        self.arguments()?;
                    }
                    self.accept(",");
                }
            } else {
                return Some(());
            }
        }
    }

    fn condition_and_block(&mut self, between: &str) -> Option<()> {
        self.expression()?;
        self.expect(between)?;
        self.block()
    }

    /// Consumes a Luau loop whose keyword `for` is already consumed.
    fn for_loop(&mut self) -> Option<()> {
        let start = self.last().start;
        let names = self.bindings()?;
        let over_numbers = self.accept("=");
        if !over_numbers {
            self.expect("in")?;
        }
        let head = start..self.last().end;
        self.expressions()?;
        self.expect("do")?;
        let body = self.last().start..self.last().end;
        self.block()?;
        self.expect("end")?;
        if !over_numbers {
            let end = self.last().end;
            self.found.push(GrammarPlace::Loop {
                head,
                names,
                body,
                end,
            });
        }
        Some(())
    }

    /// Consumes a Luau declaration whose keyword `local` or `const` is already consumed.
    fn local(&mut self) -> Option<()> {
        if self.accept("function") {
            self.name()?;
            return self.function_body();
        }
        self.bindings()?;
        if self.accept("=") {
            self.expressions()?;
        }
        Some(())
    }

    /// Consumes a list of variable names, each with or without a type.
    fn bindings(&mut self) -> Option<Vec<&'a str>> {
        let mut names = Vec::new();
        loop {
            names.push(self.name()?);
            self.annotation()?;
            if !self.accept(",") {
                return Some(names);
            }
        }
    }

    /// Consumes a type annotation (a colon with a type), if there is one.
    fn annotation(&mut self) -> Option<()> {
        if self.accept(":") {
            self.any_type()?;
        }
        Some(())
    }

    /// Consumes the rest of a Luau function, from its parameters to its `end`.
    fn function_body(&mut self) -> Option<()> {
        if self.is("<") {
            self.types_up_to(">")?;
        }
        self.expect("(")?;
        while !self.accept(")") {
            if !self.accept("...") {
                self.name()?;
            }
            self.annotation()?;
            self.accept(",");
        }
        self.annotation()?;
        self.block()?;
        self.expect("end")
    }

    /// Consumes a Luau statement that begins with an expression or with a contextual keyword:
    /// `type`, `export`, `const` or `continue`.
    fn call_or_assignment(&mut self) -> Option<()> {
        let first = self.at;
        self.primary()?;
        while self.accept(",") {
            self.primary()?;
        }
        if self.accept_any(&ASSIGNMENTS) {
            return self.expressions();
        }
        if self.at != first + 1 {
            return Some(());
        }
        match self.last().text {
            "type" => self.type_alias(),
            "const" => self.local(),
            // After `export`, another statement follows; `continue` is a whole statement.
            _ => Some(()),
        }
    }

    /// Consumes a Luau type alias or type function whose keyword `type` is already consumed.
    fn type_alias(&mut self) -> Option<()> {
        if self.accept("function") {
            self.name()?;
            return self.function_body();
        }
        self.name()?;
        if self.is("<") {
            self.types_up_to(">")?;
        }
        self.expect("=")?;
        self.any_type()
    }

    fn any_type(&mut self) -> Option<()> {
        self.accept_any(&["|", "&"]);
        loop {
            self.accept("...");
            self.simple_type()?;
            while self.accept_any(&["?", "..."]) {}
            if !self.accept_any(&["|", "&"]) {
                return Some(());
            }
        }
    }

    fn simple_type(&mut self) -> Option<()> {
        if self.accept_any(&["nil", "true", "false"])
            || self.of_class(TokenClass::Literal).is_some()
        {
            return Some(());
        }
        if self.is("{") {
            return self.types_up_to("}");
        }
        if self.is("(") || self.is("<") {
            if self.is("<") {
                self.types_up_to(">")?;
            }
            self.types_up_to(")")?;
            return if self.accept("->") {
                self.any_type()
            } else {
                Some(())
            };
        }
        let name = self.name()?;
        if name == "typeof" && self.accept("(") {
            self.expression()?;
            return self.expect(")");
        }
        if self.accept(".") {
            self.name()?;
        }
        if self.is("<") {
            self.types_up_to(">")?;
        }
        Some(())
    }

    /// Consumes the Luau types in a bracket, with their separators: `{ [string]: T, read name: U
    /// }`, `<T, U... = ...any>` or `(self: T, ...U)`.
    fn types_up_to(&mut self, close: &str) -> Option<()> {
        self.at += 1;
        while !self.accept(close) {
            if !self.accept_any(&[",", ";", ":", "=", "[", "]"]) {
                self.any_type()?;
            }
        }
        Some(())
    }

    fn expressions(&mut self) -> Option<()> {
        self.expression()?;
        while self.accept(",") {
            self.expression()?;
        }
        Some(())
    }

    fn expression(&mut self) -> Option<()> {
        self.operand()?;
        while self.accept_any(&BINARY) {
            self.operand()?;
        }
        Some(())
    }

    fn operand(&mut self) -> Option<()> {
        if self.accept_any(&["not", "-"]) {
            return self.operand();
        }
        if self.accept("#") {
            let sign = self.last().start..self.last().end;
            self.operand()?;
            // Only `^` has a higher precedence than `#`.
            while self.accept("^") {
                self.operand()?;
            }
            let end = self.last().end;
            self.found.push(GrammarPlace::Length { sign, end });
            return Some(());
        }
        self.simple()?;
        if self.accept("::") {
            self.any_type()?;
        }
        Some(())
    }

    fn simple(&mut self) -> Option<()> {
        if self.accept_any(&["nil", "true", "false", "..."])
            || self.of_class(TokenClass::Literal).is_some()
        {
            return Some(());
        }
        if self.of_class(TokenClass::First).is_some() {
            loop {
                self.expression()?;
                if self.of_class(TokenClass::Middle).is_none() {
                    return self.of_class(TokenClass::Last);
                }
            }
        }
        if self.is("{") {
            return self.table();
        }
        if self.accept("if") {
            return self.choice();
        }
        self.attributes()?;
        if self.accept("function") {
            return self.function_body();
        }
        self.primary()
    }

    /// Consumes a Luau `if` expression whose keyword `if` is already consumed.
    fn choice(&mut self) -> Option<()> {
        loop {
            self.expression()?;
            self.expect("then")?;
            self.expression()?;
            if !self.accept("elseif") {
                self.expect("else")?;
                return self.expression();
            }
        }
    }

    fn table(&mut self) -> Option<()> {
        self.expect("{")?;
        while !self.accept("}") {
            let named = self
                .tokens
                .get(self.at + 1)
                .is_some_and(|next| next.is("="));
            if self.accept("[") {
                self.expression()?;
                self.expect("]")?;
                self.expect("=")?;
            } else if named && self.is_class(TokenClass::Name) {
                self.at += 2;
            }
            self.expression()?;
            self.accept_any(&[",", ";"]);
        }
        Some(())
    }

    /// Consumes a Luau name or an expression in parentheses, followed by fields, indices and calls.
    fn primary(&mut self) -> Option<()> {
        if self.accept("(") {
            self.expression()?;
            self.expect(")")?;
        } else {
            self.name()?;
        }
        loop {
            if self.accept(".") || self.accept(":") {
                self.name()?;
            } else if self.accept("[") {
                self.expression()?;
                self.expect("]")?;
            } else if self.is("(") || self.is("{") || self.is_class(TokenClass::Literal) {
                self.arguments()?;
            } else if self.is("<")
                && self
                    .tokens
                    .get(self.at + 1)
                    .is_some_and(|next| next.is("<"))
            {
                self.at += 1;
                self.types_up_to(">")?;
                self.expect(">")?;
            } else {
                return Some(());
            }
        }
    }

    fn arguments(&mut self) -> Option<()> {
        if self.is("{") {
            return self.table();
        }
        if self.accept("(") {
            if !self.accept(")") {
                self.expressions()?;
                self.expect(")")?;
            }
            return Some(());
        }
        self.of_class(TokenClass::Literal)
    }
}
