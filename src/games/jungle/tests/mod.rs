//! Tests of the rules, a file for each part, each named after the rule that it proves.

mod given;
mod model;
mod properties;
