//! Tests of the search for edits.

mod proposals;
mod search;
