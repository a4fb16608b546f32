//! Finds the loops, the length operators (`#`) and the keys in brackets in a Luau script.
//!
//! The recursive-descent parser follows Luau's own parser function by function. It stores only the
//! positions of these constructs. It reads only scripts that Luau has already compiled,
//! so its functions may accept more than Luau does.

mod annotations;
mod expressions;
mod statements;

use std::ops::Range;

use super::tokens::{Token, TokenClass, tokens};

/// A loop, a length operator or a key in a Luau script. All positions are byte offsets into the
/// script.
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
    /// A key in brackets, as in `t[key]` and `{ [key] = value }`, that may be a table or a
    /// function.
    Key(Range<usize>),
}

/// Finds all loops, length operators and keys in brackets of a Luau script that compiles.
///
/// # Errors
/// Returns the line, from 1, of the first token that the grammar does not allow.
pub fn places(text: &str) -> Result<Vec<GrammarPlace<'_>>, usize> {
    let mut reader = Reader { tokens: tokens(text), at: 0, found: Vec::new() };
    let read = reader.block();
    match reader.tokens.get(reader.at) {
        None if read.is_some() => Ok(reader.found),
        token => {
            let before = token.map_or(text, |token| &text[..token.start]);
            Err(1 + before.matches('\n').count())
        }
    }
}

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
        self.tokens.get(self.at).is_some_and(|token| token.class == class)
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
}
