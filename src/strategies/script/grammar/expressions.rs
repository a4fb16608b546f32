//! Expressions of Luau: operators, tables, keys, calls and length operators.

use super::{GrammarPlace, Reader};
use crate::strategies::script::tokens::TokenClass;

const BINARY: [&str; 16] =
    ["+", "-", "*", "/", "//", "%", "^", "..", "~=", "==", "<", "<=", ">", ">=", "and", "or"];

impl Reader<'_> {
    pub(super) fn expressions(&mut self) -> Option<()> {
        self.expression()?;
        while self.accept(",") {
            self.expression()?;
        }
        Some(())
    }

    pub(super) fn expression(&mut self) -> Option<()> {
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
            let named = self.tokens.get(self.at + 1).is_some_and(|next| next.is("="));
            if self.accept("[") {
                self.key()?;
                self.expect("=")?;
            } else if named && self.is_class(TokenClass::Name) {
                self.at += 2;
            }
            self.expression()?;
            self.accept_any(&[",", ";"]);
        }
        Some(())
    }

    /// Consumes a key and its closing bracket. Leaves out keys that are certainly no tables:
    /// literals, and results of operators other than `and` and `or`.
    fn key(&mut self) -> Option<()> {
        let first = self.at;
        let is_unary = ["not", "-", "#"].iter().any(|sign| self.is(sign));
        self.operand()?;
        let [begins, ends] = [first, self.at - 1].map(|at| self.tokens[at].class);
        let is_literal = self.at == first + 1 && begins == TokenClass::Literal
            || [begins, ends] == [TokenClass::First, TokenClass::Last];
        let mut operators = Vec::new();
        while self.accept_any(&BINARY) {
            operators.push(self.last().text);
            self.operand()?;
        }
        let is_chosen = operators.iter().any(|operator| ["and", "or"].contains(operator));
        if is_chosen || operators.is_empty() && !is_literal && !is_unary {
            let key = self.tokens[first].start..self.last().end;
            self.found.push(GrammarPlace::Key(key));
        }
        self.expect("]")
    }

    /// Consumes a Luau name or an expression in parentheses, followed by fields, indices and calls.
    pub(super) fn primary(&mut self) -> Option<()> {
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
                self.key()?;
            } else if self.is("(") || self.is("{") || self.is_class(TokenClass::Literal) {
                self.arguments()?;
            } else if self.is("<") && self.tokens.get(self.at + 1).is_some_and(|next| next.is("<"))
            {
                self.at += 1;
                self.types_up_to(">")?;
                self.expect(">")?;
            } else {
                return Some(());
            }
        }
    }

    pub(super) fn arguments(&mut self) -> Option<()> {
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
