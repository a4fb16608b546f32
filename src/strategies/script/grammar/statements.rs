//! Statements of Luau: blocks, loops, declarations, functions and assignments.

use super::{GrammarPlace, Reader};
use crate::strategies::script::tokens::TokenClass;

const ASSIGNMENTS: [&str; 9] = ["=", "+=", "-=", "*=", "/=", "//=", "%=", "^=", "..="];

impl<'a> Reader<'a> {
    pub(super) fn block(&mut self) -> Option<()> {
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
    pub(super) fn attributes(&mut self) -> Option<()> {
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
            self.found.push(GrammarPlace::Loop { head, names, body, end });
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

    /// Consumes the rest of a Luau function, from its parameters to its `end`.
    pub(super) fn function_body(&mut self) -> Option<()> {
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
}
