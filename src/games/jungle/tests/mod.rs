//! Tests of the rules, a file for each part, each named after the rule that it proves.

mod exact;
mod given;
mod hidden;
mod kept;
mod model;
mod properties;
mod recorder;
mod told;
