//! Types in Luau: annotations of variables and parameters, and the types of aliases.

use super::Reader;
use crate::strategies::script::tokens::TokenClass;

impl Reader<'_> {
    /// Consumes a type annotation (a colon with a type), if there is one.
    pub(super) fn annotation(&mut self) -> Option<()> {
        if self.accept(":") {
            self.any_type()?;
        }
        Some(())
    }

    pub(super) fn any_type(&mut self) -> Option<()> {
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
            return if self.accept("->") { self.any_type() } else { Some(()) };
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
    pub(super) fn types_up_to(&mut self, close: &str) -> Option<()> {
        self.at += 1;
        while !self.accept(close) {
            if !self.accept_any(&[",", ";", ":", "=", "[", "]"]) {
                self.any_type()?;
            }
        }
        Some(())
    }
}
